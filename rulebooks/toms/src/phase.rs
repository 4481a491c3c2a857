//! The book's place in its own sequence of play.

use crate::place::Face;
use table::Pose;
use umpire::{BySide, Outcome, Side, UnitId};

/// When a declared volley is shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum When {
    /// Without moving at all.
    Steady,
    /// Before the move.
    Early,
    /// After the move.
    Late,
}

impl When {
    /// All of them.
    pub const ALL: [When; 3] = [When::Steady, When::Early, When::Late];
}

/// A volley declared (`toms.turn.declare`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Volley {
    /// At whom.
    pub target: UnitId,
    /// When.
    pub when: When,
    /// Whether of fire.
    pub flame: bool,
}

/// How far a unit is with making fire (`toms.flame.prepare`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Flame {
    /// It has none.
    #[default]
    None,
    /// It spends this turn on it.
    Preparing,
    /// It may shoot fire this turn.
    Ready,
}

/// A move halted by an ambush, to be gone on with (`toms.turn.reveal`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Halted {
    /// What is left of it, in grid steps.
    pub left: i32,
    /// Whether difficult ground is paid for.
    pub difficult: bool,
    /// Whether the climb is paid for.
    pub uphill: bool,
}

/// What matters of a unit beside its place and its men.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// It holds fast until its next turn.
    pub holdfast: bool,
    /// It held fast the turn before.
    pub held_fast: bool,
    /// How far it is with making fire.
    pub flame: Flame,
    /// What it will shoot at.
    pub volley: Option<Volley>,
    /// It has moved this turn.
    pub moved: bool,
    /// It has shot this turn.
    pub shot: bool,
    /// It has acted in the moves of this turn.
    pub done: bool,
    /// It has the gain of charging in this turn's melee.
    pub bonus: bool,
    /// It has answered a charge this turn.
    pub reacted: bool,
    /// It has tried to rally this turn.
    pub rallied: bool,
    /// It has struck this turn.
    pub struck: bool,
    /// It has lost men in this turn.
    pub losing: bool,
    /// It has lost men in the enemy turn before.
    pub lost: bool,
    /// Elephants frightened it this turn as they came near.
    pub scared: bool,
    /// Its move was halted by an ambush.
    pub halted: Option<Halted>,
}

/// Two units in contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Contact {
    /// Who charged.
    pub charger: UnitId,
    /// Who was charged.
    pub charged: UnitId,
    /// The face of the charger that the other is at.
    pub charger_face: Face,
    /// The face of the charged that the charger is at.
    pub charged_face: Face,
    /// Whether it was made this turn.
    pub fresh: bool,
}

impl Contact {
    /// The other of the two, seen from one of them, with the face he is at; nothing for a stranger.
    pub fn seen_by(&self, unit: UnitId) -> Option<(UnitId, Face)> {
        if unit == self.charger {
            Some((self.charged, self.charger_face))
        } else {
            (unit == self.charged).then_some((self.charger, self.charged_face))
        }
    }

    /// Whether a unit is one of the two.
    pub fn is_of(&self, unit: UnitId) -> bool {
        self.charger == unit || self.charged == unit
    }
}

/// A charge under way, waiting for its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Charge {
    /// Who charges.
    pub unit: UnitId,
    /// Whom.
    pub target: UnitId,
    /// Where the charger stands when it first touches.
    pub touch: Pose,
    /// Where it began.
    pub start: Pose,
    /// Whether woods take the gain of charging.
    pub woods: bool,
    /// Whether contact will be made in a wood.
    pub in_wood: bool,
}

/// Where in the sequence of play the battle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A side gives its generals to units.
    Generals(Side),
    /// Everything stands in its place and the first turn is about to begin.
    Begin,
    /// A side deploys.
    Deploy(Side),
    /// A side says which units hide.
    Hide(Side),
    /// The active side declares its shooting.
    Declare,
    /// The active side shoots before it moves.
    Early,
    /// The active side moves and charges.
    Move,
    /// A charged unit answers.
    React(Charge),
    /// The active side shoots after it moved.
    Late,
    /// Melees are fought.
    Melee,
    /// The active side rallies.
    Rally,
    /// The battle is over.
    Over(Outcome),
}

/// The melee under way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Combat {
    /// Everyone in it.
    pub units: Vec<UnitId>,
    /// Which side wants its blows struck as listed.
    pub as_listed: BySide<bool>,
}

/// The whole phase.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Phase {
    /// Where in the sequence of play.
    pub step: Step,
    /// The number of the player turn, both sides' counted, from 1; 0 during the set-up.
    pub turn: u16,
    /// Whose turn it is.
    pub active: Side,
    /// Who has the south edge.
    pub south: Side,
    /// How many generals each side had when the turn began.
    pub generals: BySide<u8>,
    /// How many it had when the battle began.
    pub all_generals: BySide<u8>,
    /// How many of them were killed in this turn.
    pub killed: BySide<u8>,
    /// Everyone in the order in which units are listed and act: as they came to light, then those who have not.
    pub order: Vec<UnitId>,
    /// Each unit's state.
    pub states: Vec<State>,
    /// The contacts, in the order in which they were made.
    pub contacts: Vec<Contact>,
    /// The melee under way.
    pub combat: Option<Combat>,
    /// Whether the active side wants everything of this step done in the order listed.
    pub as_listed: bool,
}

impl Phase {
    /// The phase in which a battle of so many units begins.
    pub fn new(step: Step, active: Side, south: Side, units: usize) -> Phase {
        Phase {
            step,
            turn: 0,
            active,
            south,
            generals: BySide::default(),
            all_generals: BySide::default(),
            killed: BySide::default(),
            order: (0..units as u16).map(UnitId).collect(),
            states: vec![State::default(); units],
            contacts: Vec::new(),
            combat: None,
            as_listed: false,
        }
    }

    /// A unit's state.
    pub fn state(&self, id: UnitId) -> &State {
        &self.states[id.index()]
    }

    /// A unit's state, to change.
    pub fn state_mut(&mut self, id: UnitId) -> &mut State {
        &mut self.states[id.index()]
    }

    /// The number of the round, from 1; 0 during the set-up.
    pub fn round(&self) -> u16 {
        self.turn.div_ceil(2)
    }

    /// Takes a unit out of all its contacts.
    pub fn part(&mut self, id: UnitId) {
        self.contacts.retain(|c| !c.is_of(id));
    }
}
