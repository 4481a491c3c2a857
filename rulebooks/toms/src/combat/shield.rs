//! Saving throws.

use crate::board::state::Face;
use crate::data::tables::tables;
use crate::data::troop::Profile;
use crate::house::House;
use crate::rule;
use ruling::{RuleId, Tally};

/// What a man must be saved from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peril {
    /// Arrows, stones, javelins.
    Missile,
    /// Blows in melee.
    Melee,
    /// The bolt of a ballista.
    Ballista,
    /// Burning clothes.
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

/// What a unit must be saved from, and how it comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threat {
    /// What from.
    pub peril: Peril,
    /// The face it comes at.
    pub face: Face,
    /// Whether the unit is obscured.
    pub obscured: bool,
}

impl Threat {
    /// A peril of close combat, from which nothing obscures.
    pub fn close(peril: Peril, face: Face) -> Threat {
        Threat { peril, face, obscured: false }
    }

    /// Missiles at a face.
    pub fn missiles(face: Face, obscured: bool) -> Threat {
        Threat { peril: Peril::Missile, face, obscured }
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

impl Save {
    /// No throw at all, and why.
    fn none(why: Tally) -> Save {
        let mut tally = Tally::of("needed to save, more than a die shows");
        why.factors().iter().for_each(|factor| tally.add(factor.rule, factor.value));
        Save { tally, save: 0 }
    }

    /// The rule beside its factors that let cover count, if it does.
    pub fn rule(&self) -> Option<RuleId> {
        let helps = |rule: RuleId| rule == rule::SHOOT_OBSCURED || rule == rule::SHOOT_PIKES;
        self.tally.factors().iter().any(|f| helps(f.rule)).then_some(rule::SHIELD_COVER)
    }
}

/// The saving throw of a unit of so many men (`toms.shield.save` and what follows it).
pub fn save(house: &House, target: &Profile, men: u16, threat: Threat) -> Save {
    let Threat { peril, face, obscured } = threat;
    let melee = &tables().melee;
    let none = melee.no_shield as i8;
    let mut tally = Tally::of("needed to save");
    if matches!(peril, Peril::Ballista | Peril::Burning) {
        tally.add(rule::SHIELD_NEVER, none);
        return Save::none(tally);
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
        tally.add(rule::SHOOT_OBSCURED, -tables().shooting.cover);
    }
    if helped && target.lines == 3 && men >= melee.pikes_least && face != Face::Rear {
        tally.add(rule::SHOOT_PIKES, -melee.pikes);
    }
    let number = tally.total().max(i16::from(melee.best_save));
    if number >= i16::from(melee.no_shield) { Save::none(tally) } else { Save { tally, save: number as u8 } }
}
