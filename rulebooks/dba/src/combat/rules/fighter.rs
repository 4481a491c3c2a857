//! One side of a combat, with all that bears on its factors.

use crate::data::troop::{Going, Troop, TroopSet};
use ruling::RuleId;
use umpire::{Side, UnitId};

/// One side of a combat: the element and all that bears on its factors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fighter {
    /// Whose element it is and its number; nobody's in a question to the desk.
    pub who: Option<(Side, UnitId)>,
    /// Its troop type.
    pub troop: Troop,
    /// Whether it is the general's element.
    pub general: bool,
    /// The going it is in.
    pub going: Going,
    /// Whether it occupies a camp.
    pub in_camp: bool,
    /// Whether it is uphill of the enemy.
    pub uphill: bool,
    /// Whether it defends a river bank against the enemy.
    pub river_bank: bool,
    /// How many enemies overlap its left flank or are in contact with it.
    pub left: u8,
    /// The same of its right flank.
    pub right: u8,
    /// How many enemies are in contact with its rear.
    pub rear: u8,
    /// The element directly behind it.
    pub support: Option<Supporter>,
    /// Whether Psiloi stand directly behind an element beside it; a house rule lets them support it.
    pub psiloi_near: bool,
    /// Whether it moved into contact with the enemy this bound.
    pub moved_into_contact: bool,
    /// Whether friendly Pikes stand beside it.
    pub pikes_beside: bool,
    /// How many enemy Bows overlap the camp that it holds.
    pub camp_overlaps: u8,
    /// The others who shoot at the enemy with it.
    pub aided_by: [Option<Aid>; 2],
}

/// The element directly behind a fighter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Supporter {
    /// Its troop type.
    pub troop: Troop,
    /// The going it is in.
    pub going: Going,
    /// The types that shot at it this bound.
    pub shot_at_by: TroopSet,
}

/// An element that shoots in aid of another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aid {
    /// Its troop type.
    pub troop: Troop,
    /// How far it is from the target.
    pub distance: f64,
}

impl Fighter {
    /// An element by itself, in good going.
    pub fn new(troop: Troop) -> Self {
        Fighter {
            who: None,
            troop,
            general: false,
            going: Going::Good,
            in_camp: false,
            uphill: false,
            river_bank: false,
            left: 0,
            right: 0,
            rear: 0,
            support: None,
            psiloi_near: false,
            moved_into_contact: false,
            pikes_beside: false,
            camp_overlaps: 0,
            aided_by: [None; 2],
        }
    }

    /// Whether it stands in open ground: in good going, and not in a camp (`dba.terrain.in`).
    pub fn is_in_the_open(&self) -> bool {
        self.going == Going::Good && !self.in_camp
    }

    /// Whether it is in bad going: never in a camp (`dba.camp.going`).
    pub fn in_bad_going(&self) -> bool {
        self.going == Going::Bad && !self.in_camp
    }
}

/// A factor that does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Withheld {
    /// The rule that withholds it.
    pub rule: RuleId,
    /// Why, in a few words.
    pub why: &'static str,
}
