//! What two or more rulebooks do alike.
//!
//! A procedure stands here when books share it; where they differ, the difference is a field of a spec filled from
//! the book's data, never a callback.

mod casualties;
mod march;

pub use casualties::{CasualtyTable, Removal, remove};
pub use march::{Courtesy, Ended, MarchSpec, Marched, Marcher, Met, march_together};
