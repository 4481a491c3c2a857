//! The book's place in its own sequence of play, and what the counters of a unit mean.

use table::Pose;
use umpire::{BySide, Mark, Outcome, Side, UnitId, canonical};

/// How many men, lives or crew a unit has.
pub const MEN: Mark = Mark(0);
/// How many it began with.
pub const START: Mark = Mark(1);
/// Whether a living general is with it.
pub const GENERAL: Mark = Mark(2);
/// Whether it is broken.
pub const BROKEN: Mark = Mark(3);
/// Whether it is berserk.
pub const BERSERK: Mark = Mark(4);
/// Its fire die.
pub const FIRE: Mark = Mark(5);
/// When it came to everyone's knowledge: 1 from the first, then one after the other; 0 while only its owner knows it.
pub const LIGHT: Mark = Mark(6);
/// Whether it counts as an auxiliary or an engine when it is lost.
pub const AUXILIARY: Mark = Mark(7);
/// Whether it burns well.
pub const FLAMMABLE: Mark = Mark(8);

/// A face of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// Its front.
    Front,
    /// Either side.
    Side,
    /// Its rear.
    Rear,
}

impl Face {
    /// All of them.
    pub const ALL: [Face; 3] = [Face::Front, Face::Side, Face::Rear];

    /// The word used in questions and answers.
    pub const fn key(self) -> &'static str {
        match self {
            Face::Front => "front",
            Face::Side => "side",
            Face::Rear => "rear",
        }
    }

    /// The face it becomes when the unit turns about (`toms.melee.flank_stays`).
    pub const fn about(self) -> Face {
        match self {
            Face::Front => Face::Rear,
            Face::Side => Face::Side,
            Face::Rear => Face::Front,
        }
    }
}

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

    /// The words shown to a player.
    pub const fn words(self) -> &'static str {
        match self {
            When::Steady => "standing still",
            When::Early => "before moving",
            When::Late => "after moving",
        }
    }
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

/// What matters of a unit beside its place and its men. A side that knows the unit sees all of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// What lasts beyond a player turn.
    pub seen: Seen,
    /// What it has done in this player turn.
    pub now: Doings,
}

impl State {
    /// A player turn begins, the unit's own or the other side's.
    pub fn turn(&mut self, own: bool) {
        let last = std::mem::take(&mut self.now);
        if own {
            self.seen = Seen {
                holdfast: false,
                held_fast: self.seen.holdfast,
                flame: if self.seen.flame == Flame::Preparing { Flame::Ready } else { Flame::None },
                lost: last.losing,
            };
        }
    }
}

/// What lasts beyond a player turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seen {
    /// It holds fast until its next turn.
    pub holdfast: bool,
    /// It held fast the turn before.
    pub held_fast: bool,
    /// How far it is with making fire.
    pub flame: Flame,
    /// It has lost men in the enemy turn before.
    pub lost: bool,
}

/// What a unit has done in this player turn, or what has befallen it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Doings {
    /// What it will shoot at.
    pub volley: Option<Volley>,
    /// It has moved.
    pub moved: bool,
    /// It has shot.
    pub shot: bool,
    /// It has acted in the moves.
    pub done: bool,
    /// It has the gain of charging in the melee.
    pub bonus: bool,
    /// It has answered a charge.
    pub reacted: bool,
    /// It has tried to rally.
    pub rallied: bool,
    /// It has struck.
    pub struck: bool,
    /// It has lost men.
    pub losing: bool,
    /// Elephants frightened it as they came near.
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
    /// The other unit as one of the two sees it, with the face it is at. Returns `None` for any other unit.
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

// What of the phase is in a battle's digest: everything.
canonical! {
    enum Face { 0 => Front, 1 => Side, 2 => Rear }
    enum When { 0 => Steady, 1 => Early, 2 => Late }
    enum Flame { 0 => None, 1 => Preparing, 2 => Ready }
    struct Volley { target, when, flame }
    struct Halted { left, difficult, uphill }
    struct Seen { holdfast, held_fast, flame, lost }
    struct Doings { volley, moved, shot, done, bonus, reacted, rallied, struck, losing, scared, halted }
    struct State { seen, now }
    struct Contact { charger, charged, charger_face, charged_face, fresh }
    struct Charge { unit, target, touch, start, woods, in_wood }
    enum Step {
        0 => Generals(side),
        1 => Begin,
        2 => Deploy(side),
        3 => Hide(side),
        4 => Declare,
        5 => Early,
        6 => Move,
        7 => React(charge),
        8 => Late,
        9 => Melee,
        10 => Rally,
        11 => Over(outcome),
    }
    struct Combat { units, as_listed }
    struct Phase {
        step,
        turn,
        active,
        south,
        generals,
        all_generals,
        killed,
        order,
        states,
        contacts,
        combat,
        as_listed,
    }
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
