//! A unit's marks: what it has done and suffered, and until when that counts.

use crate::armour::Face;
use crate::troop::Weapon;
use umpire::UnitId;

/// A set of units, by number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct UnitSet(u128);

impl UnitSet {
    /// Whether a unit is in it.
    pub fn has(self, id: UnitId) -> bool {
        self.0 & (1 << (id.0 & 127)) != 0
    }

    /// Puts a unit in.
    pub fn add(&mut self, id: UnitId) {
        self.0 |= 1 << (id.0 & 127);
    }

    /// Takes a unit out: whether it was in it.
    pub fn take(&mut self, id: UnitId) -> bool {
        let had = self.has(id);
        self.0 &= !(1 << (id.0 & 127));
        had
    }

    /// Whether nobody is in it.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// A charge declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Charging {
    /// Upon whom.
    pub target: UnitId,
    /// Upon which face, settled at the declaration (`wab.charge.zone`).
    pub face: Face,
}

/// What a unit has done in its own turn; cleared when its next begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Done {
    /// It moved, or turned.
    pub moved: bool,
    /// It marched.
    pub marched: bool,
    /// It charged.
    pub charged: bool,
    /// Its charge failed.
    pub failed_charge: bool,
    /// Fear keeps it where it is.
    pub rooted: bool,
    /// It rallied.
    pub rallied: bool,
    /// It came back to the table.
    pub returned: bool,
    /// It disengaged, or tried to.
    pub disengaged: bool,
    /// It reformed.
    pub reformed: bool,
    /// It stands still for good: it was told to, or failed to reform.
    pub stood: bool,
    /// It shot.
    pub shot: bool,
    /// It redirected a charge.
    pub redirected: bool,
}

/// A unit's marks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// The models it began with.
    pub starting: u16,
    /// Its models now, without characters.
    pub models: u16,
    /// Wounds on the model that falls next.
    pub wounds: u16,
    /// The unit a character is with.
    pub with: Option<UnitId>,
    /// Whether it flees.
    pub fleeing: bool,
    /// Whether it began to flee in this player's turn.
    pub fled_now: bool,
    /// Whether it chose to flee.
    pub by_choice: bool,
    /// Whether it is a beast out of hand, which nobody rallies and nobody charges.
    pub stampeding: bool,
    /// The charge it has declared.
    pub charging: Option<Charging>,
    /// The charger it will counter-charge.
    pub counter: Option<UnitId>,
    /// Whether it fled from a charge this turn.
    pub fled_from_charge: bool,
    /// Whether it shot in answer to a charge this turn.
    pub shot_back: bool,
    /// Whether it passed a flank test this turn.
    pub passed_flank: bool,
    /// Whether it passed a fear test for being charged this turn.
    pub passed_fear: bool,
    /// Whether it passed a terror test for a charge this turn.
    pub faced_terror: bool,
    /// Whether it has passed a terror test.
    pub passed_terror: bool,
    /// The chargers whose fear shakes it, until it has met them.
    pub shaken_by: UnitSet,
    /// What it has done in its own turn.
    pub done: Done,
    /// Enemies it ignored.
    pub ignored: UnitSet,
    /// Whether it has given ground as the stubborn may.
    pub stubborn_used: bool,
    /// Whether its ferocious charge is used.
    pub ferocious_used: bool,
    /// Whether it has lost its frenzy.
    pub frenzy_lost: bool,
    /// Its models as the shooting phase began.
    pub at_shooting: u16,
    /// Models shot down since then.
    pub shot_down: u16,
    /// Models lost in this combat phase.
    pub lost: u16,
    /// Whether it is a scythed chariot that has run home, and is gone with this round.
    pub spent: bool,
    /// What it chose to fight with in this combat.
    pub weapon: Option<Weapon>,
    /// Whether its standard was taken in pursuit.
    pub standard_taken: bool,
}

impl State {
    /// A unit of so many models.
    pub fn new(models: u16) -> State {
        State { starting: models, models, ..State::default() }
    }
}
