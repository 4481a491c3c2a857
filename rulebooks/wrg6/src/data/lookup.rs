//! What the tables say of troop types and of those who move them.

use crate::data::tables::tables;
use crate::data::troop::{Mover, Spacing, Training, Troop, by_key};
use crate::house::{House, ReactionDice};
use dice::{AVERAGE, D6, Die};

impl Troop {
    /// Reads a full word or an abbreviation.
    pub fn parse(word: &str) -> Option<Troop> {
        Troop::ALL.iter().copied().find(|t| t.key() == word || t.abbr() == word)
    }

    /// The name in two to four letters.
    pub fn abbr(self) -> &'static str {
        &tables().troop(self).abbr
    }

    /// The name that players read.
    pub fn name(self) -> &'static str {
        &tables().troop(self).name
    }

    /// Whether they ride, drive or sit on elephants.
    #[inline]
    pub fn is_mounted(self) -> bool {
        tables().troop(self).mounted
    }

    /// Whether they are light troops.
    #[inline]
    pub fn is_light(self) -> bool {
        tables().troop(self).light
    }

    /// Whether they are models.
    #[inline]
    pub fn is_model(self) -> bool {
        tables().troop(self).model
    }

    /// Whether they are close formation foot.
    #[inline]
    pub fn is_close_foot(self) -> bool {
        self.spacing() == Spacing::Close
    }

    /// Whether they are in open order, mounted or on foot: the light troops.
    #[inline]
    pub fn is_open(self) -> bool {
        self.is_light()
    }

    /// Whether they are chariots.
    #[inline]
    pub fn is_chariot(self) -> bool {
        matches!(self, Troop::HeavyChariot | Troop::LightChariot)
    }

    /// Whether they ride camels.
    pub fn is_camelry(self) -> bool {
        use Troop::{ExtraHeavyCamelry, HeavyCamelry, LightCamelry, MediumCamelry, SuperHeavyCamels};
        matches!(self, SuperHeavyCamels | ExtraHeavyCamelry | HeavyCamelry | MediumCamelry | LightCamelry)
    }

    /// Whether they have horses, ridden or driven.
    pub fn has_horses(self) -> bool {
        self.is_mounted() && !self.is_camelry() && self != Troop::Elephant
    }

    /// How they stand.
    #[inline]
    pub fn spacing(self) -> Spacing {
        tables().troop(self).spacing
    }

    /// Whether difficult ground slows and disorders them (`wrg6.terrain.difficult`).
    #[inline]
    pub fn minds_going(self) -> bool {
        !matches!(self.spacing(), Spacing::Loose | Spacing::Open)
    }

    /// Whether they always count as shielded (`wrg6.troops.shield`).
    pub fn is_always_shielded(self) -> bool {
        use Troop::{SuperHeavyCamels, SuperHeavyCataphracts, SuperHeavyKnights};
        matches!(self, SuperHeavyKnights | SuperHeavyCataphracts | SuperHeavyCamels)
    }

    /// Whether shields mean nothing to them: super heavy riders, elephants and chariots
    /// (`wrg6.melee.tactical.shieldless`).
    pub fn is_never_shieldless(self) -> bool {
        self.is_always_shielded() || self.spacing() == Spacing::Vehicle
    }
}

impl Training {
    /// The die that troops of this training throw (`wrg6.dice.training`).
    pub fn die(self) -> &'static Die {
        match self {
            Training::Regular => &AVERAGE,
            Training::Irregular => &D6,
        }
    }

    /// The die of a reaction test, where the house may have its own.
    pub fn reaction_die(self, house: &House) -> &'static Die {
        match house.reaction_dice {
            ReactionDice::ByTraining => self.die(),
            ReactionDice::Average => &AVERAGE,
            ReactionDice::Ordinary => &D6,
        }
    }
}

/// The word for a die.
pub fn die_word(die: &Die) -> &'static str {
    if *die == AVERAGE { "average" } else { "ordinary" }
}

impl Mover {
    /// Reads a troop type or a row of the table; artillery is moved by what draws it.
    pub fn parse(word: &str) -> Option<Mover> {
        let of_troop = Troop::parse(word).and_then(Mover::of);
        of_troop.or_else(|| by_key(Mover::ALL, Mover::key, word))
    }

    /// The row of a troop type, if it has one.
    pub fn of(troop: Troop) -> Option<Mover> {
        tables().troop(troop).mover
    }

    /// Whether difficult ground slows it (`wrg6.terrain.difficult`).
    pub fn minds_going(self) -> bool {
        self != Mover::LightFoot
    }
}
