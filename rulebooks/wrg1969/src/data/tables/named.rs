//! What the tables call troop types and weapons.

use crate::data::tables::tables;
use crate::data::troop::{Hand, Missile, Troop};
use ruling::RuleId;

impl Troop {
    /// The name that players read.
    pub fn name(self) -> &'static str {
        &tables().troop(self).name
    }

    /// The name in two or three letters.
    pub fn abbr(self) -> &'static str {
        &tables().troop(self).abbr
    }

    /// The rule that describes it.
    pub fn rule(self) -> RuleId {
        tables().troop(self).rule
    }
}

impl Missile {
    /// The name that players read.
    pub fn name(self) -> &'static str {
        &tables().missile(self).name
    }
}

impl Hand {
    /// The name that players read.
    pub fn name(self) -> &'static str {
        &tables().hand(self).name
    }
}
