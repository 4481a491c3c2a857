//! A unit's marks: what it has done and suffered, who may know of it, and until when it counts.

use crate::board::state::Charging;
use crate::data::troop::Weapon;
use std::ops::{Deref, DerefMut};
use umpire::{Canonical, DigestWriter, UnitId, canonical};

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
    /// The enemies it ignored.
    pub ignored: UnitSet,
}

/// What its owner alone knows of a unit: nothing in this game. What is put here is hidden until somebody shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Kept {
    /// A secret that only tests have.
    #[cfg(test)]
    pub secret: u16,
}

/// What the table shows of a unit for as long as it lasts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seen {
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
    /// Whether it chose to flee.
    pub by_choice: bool,
    /// Whether it is a beast out of hand, which nobody rallies and nobody charges.
    pub stampeding: bool,
    /// Whether it has passed a terror test.
    pub passed_terror: bool,
    /// Whether it has given ground as the stubborn may.
    pub stubborn_used: bool,
    /// Whether its ferocious charge is used.
    pub ferocious_used: bool,
    /// Whether it has lost its frenzy.
    pub frenzy_lost: bool,
    /// Models lost in this combat phase.
    pub lost: u16,
    /// Whether it is a scythed chariot that has run home, and is gone with this round.
    pub spent: bool,
    /// What it chose to fight with in this combat.
    pub weapon: Option<Weapon>,
    /// Whether its standard was taken in pursuit.
    pub standard_taken: bool,
}

/// What has happened to a unit in this player's turn, for all to see; it ends with the turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Now {
    /// Whether it began to flee.
    pub fled_now: bool,
    /// The charge it has declared.
    pub charging: Option<Charging>,
    /// The charger it will counter-charge.
    pub counter: Option<UnitId>,
    /// Whether it fled from a charge.
    pub fled_from_charge: bool,
    /// Whether it shot in answer to a charge.
    pub shot_back: bool,
    /// Whether it passed a flank test.
    pub passed_flank: bool,
    /// Whether it passed a fear test for being charged.
    pub passed_fear: bool,
    /// Whether it passed a terror test for a charge.
    pub faced_terror: bool,
    /// The chargers whose fear shakes it, until it has met them.
    pub shaken_by: UnitSet,
    /// Its models as the shooting phase began.
    pub at_shooting: u16,
    /// Models shot down since then.
    pub shot_down: u16,
}

/// A unit's marks, by who may know of them and how long they last. What the table shows is read from it directly.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// What its owner alone knows.
    pub kept: Kept,
    /// What the table shows.
    pub seen: Seen,
    /// What has happened to it in this player's turn.
    pub now: Now,
    /// What it has done in its own turn, until its next begins.
    pub done: Done,
}

impl State {
    /// A unit of so many models.
    pub fn new(models: u16) -> State {
        State { seen: Seen { starting: models, models, ..Seen::default() }, ..State::default() }
    }

    /// A player's turn begins: what happened in the last one is over.
    pub fn begin_turn(&mut self) {
        self.now = Now { at_shooting: self.seen.models, ..Now::default() };
    }

    /// What others than its owner know of it.
    pub fn shown(&self) -> State {
        State { kept: Kept::default(), seen: self.seen.clone(), now: self.now.clone(), done: self.done }
    }
}

impl Deref for State {
    type Target = Seen;

    fn deref(&self) -> &Seen {
        &self.seen
    }
}

impl DerefMut for State {
    fn deref_mut(&mut self) -> &mut Seen {
        &mut self.seen
    }
}

// What of a unit is in a battle's digest: everything.
canonical! {
    struct UnitSet(bits);
    struct Done {
        moved,
        marched,
        charged,
        failed_charge,
        rooted,
        rallied,
        returned,
        disengaged,
        reformed,
        stood,
        shot,
        redirected,
        ignored,
    }
    struct Seen {
        starting,
        models,
        wounds,
        with,
        fleeing,
        by_choice,
        stampeding,
        passed_terror,
        stubborn_used,
        ferocious_used,
        frenzy_lost,
        lost,
        spent,
        weapon,
        standard_taken,
    }
    struct Now {
        fled_now,
        charging,
        counter,
        fled_from_charge,
        shot_back,
        passed_flank,
        passed_fear,
        faced_terror,
        shaken_by,
        at_shooting,
        shot_down,
    }
    struct State { kept, seen, now, done }
}

impl Canonical for Kept {
    fn write(&self, _out: &mut DigestWriter) {}
}
