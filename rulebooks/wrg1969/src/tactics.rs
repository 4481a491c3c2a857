//! Tactical sense: what a fight or a volley is worth before anyone strikes, how steady men are, where troops belong.
//!
//! Everything here is worked out by the chapters that decide it in play, over every throw there is. Generals use it to
//! choose; no rule depends on it.

mod clash;
mod fire;
mod nerve;
mod station;

pub use clash::{Clash, Thought};
pub use fire::volley;
pub use nerve::{Nerve, nerve};
pub use station::{Station, range, station};

use crate::kit::Kit;
use crate::state::Grade;

/// The share of a unit's worth that goes with it when it breaks: most rally, or are cut down before they can.
pub const BROKEN: f64 = 0.45;
/// The share that is as good as lost when it is pushed back once.
pub const PUSHED: f64 = 0.1;

/// The grade such troops mostly have, for those whose grade nobody has seen.
pub const fn likely_grade(kit: &Kit) -> Grade {
    if kit.regular { Grade::C } else { Grade::D }
}
