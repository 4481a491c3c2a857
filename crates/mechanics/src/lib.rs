//! What two or more rulebooks do alike.
//!
//! A procedure stands here when books share it; where they differ, the difference is a field of a spec filled from
//! the book's data, never a callback.

mod casualties;
pub mod contact;
mod march;
mod occasion;
mod reaction;

pub use casualties::{CasualtyTable, Removal, remove};
pub use march::{Courtesy, Ended, MarchSpec, Marched, Marcher, Met, march_together};
pub use occasion::{Befallen, Call, Heavy, OccasionSpec, Shot, occasions_due};
pub use reaction::{Bands, Counted, Counts, DiceByStrength, Exactly, FactorLine, is_below_half};
