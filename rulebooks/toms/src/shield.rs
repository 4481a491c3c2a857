//! Saving throws.

use crate::house::House;
use crate::place::Face;
use crate::rule;
use crate::tables::tables;
use crate::troop::Profile;
use ruling::Tally;

/// What a man must be saved from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peril {
    /// Arrows, stones, javelins.
    Missile,
    /// Blows in melee.
    Melee,
    /// The bolt of a ballista.
    Ballista,
    /// Fire on his clothes.
    Burning,
    /// An elephant.
    Elephant,
}

impl Peril {
    /// All of them.
    pub const ALL: [Peril; 5] =
        [Peril::Missile, Peril::Melee, Peril::Ballista, Peril::Burning, Peril::Elephant];

    /// The word used in questions.
    pub const fn key(self) -> &'static str {
        match self {
            Peril::Missile => "missile",
            Peril::Melee => "melee",
            Peril::Ballista => "ballista",
            Peril::Burning => "burning",
            Peril::Elephant => "elephant",
        }
    }
}

/// The number that saves, with everything that went into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Save {
    /// The shield and what changes it.
    pub tally: Tally,
    /// The number that saves; 0 for no throw.
    pub save: u8,
}

/// The saving throw of a unit of so many men (`toms.shield.save` and what follows it).
pub fn save(house: &House, target: &Profile, men: u16, peril: Peril, face: Face, obscured: bool) -> Save {
    let melee = &tables().melee;
    let none = melee.no_shield as i8;
    let mut tally = Tally::of("needed to save");
    if matches!(peril, Peril::Ballista | Peril::Burning) {
        tally.add(rule::SHIELD_NEVER, none);
        return Save { tally, save: 0 };
    }
    let missile = peril == Peril::Missile;
    let mut shielded = target.shield > 0;
    if shielded {
        tally.add(rule::SHIELD_SAVE, target.shield as i8);
    } else {
        tally.add(rule::SHIELD_NONE, none);
    }
    if face == Face::Rear && shielded && (!missile || house.rear_missiles_ignore_shields) {
        tally.add(rule::SHIELD_REAR, none - target.shield as i8);
        shielded = false;
    }
    let helped = missile && (shielded || house.cover_saves_unshielded);
    if helped && obscured {
        ruling::ledger::cite(rule::SHIELD_COVER);
        tally.add(rule::SHOOT_OBSCURED, -tables().shooting.cover);
    }
    if helped && target.lines == 3 && men >= melee.pikes_least && face != Face::Rear {
        tally.add(rule::SHOOT_PIKES, -melee.pikes);
    }
    let number = tally.total().max(i16::from(melee.best_save));
    let save = if number >= i16::from(melee.no_shield) { 0 } else { number as u8 };
    Save { tally, save }
}
