//! The state of a battle beyond what stands where: marks, contacts, and the place in the turn.

mod charge;
mod marks;
mod next;

use crate::data::armour::Face;
use umpire::{BySide, Outcome, Side, UnitId, canonical};

pub use charge::{Answer, Charging, Declaration};
pub use marks::{Done, State, UnitSet};
pub use next::Next;
/// Two units in contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Contact {
    /// The two; the first came into contact.
    pub units: [UnitId; 2],
    /// The face of each that the other touches.
    pub faces: [Face; 2],
    /// Which of them charged, until the next combat phase is over (`wab.combat.charged`).
    pub charged: [bool; 2],
    /// Which of them is shaken by fear of the other in the first round.
    pub shaken: [bool; 2],
    /// Whether a ferocious charge of one is in force.
    pub ferocious: [bool; 2],
    /// Whether they have not fought yet (`wab.combat.first_round`).
    pub first: bool,
    /// Whether they met in a pursuit since the last combat phase.
    pub by_pursuit: bool,
    /// Whether the second stands behind an obstacle it defends.
    pub defended: bool,
    /// Who won the last round.
    pub won: Option<Side>,
}

impl Contact {
    /// The place of a unit in it, if it is one of the two.
    pub fn place(&self, id: UnitId) -> Option<usize> {
        self.units.iter().position(|&u| u == id)
    }

    /// The enemy of a unit in it.
    pub fn enemy(&self, id: UnitId) -> Option<UnitId> {
        self.place(id).map(|i| self.units[1 - i])
    }
}

/// A combat fought: who was in it and how it went.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fought {
    /// The units, by number.
    pub units: Vec<UnitId>,
    /// Who won, and by how much.
    pub won: Option<(Side, u16)>,
}

/// A unit about to flee from combat, and from whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Broken {
    /// The unit.
    pub unit: UnitId,
    /// The enemy it flees from.
    pub from: UnitId,
    /// Whether it broke, rather than panicked.
    pub broke: bool,
    /// Whether it falls back in good order.
    pub good_order: bool,
}

/// A pursuit: who, and after whom; nobody if it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pursuit {
    /// The pursuer.
    pub unit: UnitId,
    /// The fleers it follows.
    pub after: Option<UnitId>,
}

/// What is settled before a combat is fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Query {
    /// What a unit fights with (`wab.combat.weapons`).
    Weapon(UnitId),
    /// Whether a character challenges another.
    Challenge(UnitId, UnitId),
    /// Whether the second takes the challenge of the first.
    Accept(UnitId, UnitId),
    /// Whether those of a unit who touch a character strike at him (`wab.combat.allocation`).
    Aim(UnitId, UnitId),
}

/// A combat about to be fought.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fight {
    /// Who is in it.
    pub units: Vec<UnitId>,
    /// What is still to be settled.
    pub queries: Vec<Query>,
    /// Units whose men strike at a character.
    pub aims: Vec<(UnitId, UnitId)>,
    /// Two characters who fight each other alone.
    pub duel: Option<[UnitId; 2]>,
    /// A character who would not fight.
    pub shy: Option<UnitId>,
}

impl Fight {
    /// Whether a character is out of everyone's reach but his opponent's.
    pub fn is_apart(&self, id: UnitId) -> bool {
        self.shy == Some(id) || self.duel.is_some_and(|pair| pair.contains(&id))
    }
}

/// Where in the turn the battle is, and who is asked what.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A side chooses its long edge.
    Edge(Side),
    /// A side takes the first turn or gives it away.
    FirstTurn(Side),
    /// The sides deploy, this one next.
    Deploy(Side),
    /// Everyone stands in place: how a scenario starts.
    Begin,
    /// Charges and disengagements are declared.
    Declare,
    /// A target answers a charge.
    Answer {
        /// Who charges.
        charger: UnitId,
        /// Who answers.
        target: UnitId,
        /// The answers allowed.
        allowed: Vec<Answer>,
    },
    /// Chargers that lost their target may name another, in the order their owner likes.
    Redirect(Vec<UnitId>),
    /// A unit forms up: its width is chosen.
    Regroup(UnitId),
    /// A unit forms up so wide: its facing is chosen.
    Face(UnitId, u16),
    /// The next charger is chosen.
    Chargers,
    /// Remaining moves.
    Remaining,
    /// Shooting.
    Shoot,
    /// The next combat is chosen.
    Combat,
    /// Something is settled before a combat is fought.
    Prepare(Query),
    /// A winner pursues or holds.
    Pursue {
        /// The winner.
        unit: UnitId,
        /// Whom it may pursue.
        prey: Vec<UnitId>,
        /// Whether it must pursue one of them.
        must: bool,
    },
    /// A winner follows a unit that gave ground, or does not.
    Follow(UnitId, UnitId),
    /// The battle is over.
    Over(Outcome),
}

/// What comes after units have formed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum After {
    /// The compulsory moves.
    Rally,
    /// The remaining moves.
    Reform,
    /// Giving ground.
    Pursuit,
}

/// The whole phase.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Phase {
    /// Where in the turn.
    pub step: Step,
    /// The number of the turn, each player's counted once a pair, from 1; 0 during the set-up.
    pub turn: u16,
    /// Whose turn it is.
    pub active: Side,
    /// Who had the first turn.
    pub first: Side,
    /// Whose edge is the south one.
    pub south: Side,
    /// Every unit's marks.
    pub units: Vec<State>,
    /// Units in contact.
    pub contacts: Vec<Contact>,
    /// What may be declared, while that is asked.
    pub declarations: Vec<Declaration>,
    /// Whether declarations are over and only forced charges are left.
    pub declared: bool,
    /// Warbands that must still charge.
    pub forced: Vec<UnitId>,
    /// Chargers that may redirect.
    pub redirects: Vec<UnitId>,
    /// Units about to form up, and what follows.
    pub regroup: Vec<UnitId>,
    /// What follows.
    pub after: After,
    /// Units caught in flight from a charge this turn.
    pub caught: Vec<UnitId>,
    /// Combats not yet fought in this phase.
    pub combats: Vec<Vec<UnitId>>,
    /// The combat about to be fought.
    pub fight: Fight,
    /// Combats fought in this phase.
    pub fought: Vec<Fought>,
    /// Units that broke or panicked.
    pub broken: Vec<Broken>,
    /// Units that give ground.
    pub giving: Vec<UnitId>,
    /// Units still to decide on a pursuit.
    pub deciding: Vec<UnitId>,
    /// Pursuits decided.
    pub pursuits: Vec<Pursuit>,
    /// Pursuers who have just run into someone.
    pub arrived: UnitSet,
    /// Who may still follow whom, and who will.
    pub following: Vec<(UnitId, UnitId)>,
    /// Who follows whom.
    pub followers: Vec<(UnitId, UnitId)>,
    /// Whether each side's general was lost and nobody has tested for it yet.
    pub general_lost: BySide<bool>,
    /// Models each side began with.
    pub starting: BySide<u32>,
}

impl Phase {
    /// A phase at a step with these units.
    pub fn new(step: Step, units: Vec<State>, starting: BySide<u32>) -> Phase {
        Phase {
            step,
            turn: 0,
            active: Side::Red,
            first: Side::Red,
            south: Side::Red,
            units,
            contacts: Vec::new(),
            declarations: Vec::new(),
            declared: false,
            forced: Vec::new(),
            redirects: Vec::new(),
            regroup: Vec::new(),
            after: After::Rally,
            caught: Vec::new(),
            combats: Vec::new(),
            fight: Fight::default(),
            fought: Vec::new(),
            broken: Vec::new(),
            giving: Vec::new(),
            deciding: Vec::new(),
            pursuits: Vec::new(),
            arrived: UnitSet::default(),
            following: Vec::new(),
            followers: Vec::new(),
            general_lost: BySide::default(),
            starting,
        }
    }

    /// A unit's marks.
    #[inline]
    pub fn unit(&self, id: UnitId) -> &State {
        &self.units[id.index()]
    }

    /// A unit's marks, to change.
    #[inline]
    pub fn unit_mut(&mut self, id: UnitId) -> &mut State {
        &mut self.units[id.index()]
    }

    /// Whether a unit is engaged.
    pub fn is_engaged(&self, id: UnitId) -> bool {
        self.contacts.iter().any(|c| c.place(id).is_some())
    }

    /// The contacts of a unit, each with its place in it.
    pub fn contacts_of(&self, id: UnitId) -> impl Iterator<Item = (&Contact, usize)> {
        self.contacts.iter().filter_map(move |c| Some((c, c.place(id)?)))
    }

    /// The characters with a unit.
    pub fn characters(&self, host: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let with = self.units.iter().enumerate().filter(move |(_, s)| s.with == Some(host));
        with.map(|(i, _)| UnitId(i as u16))
    }

    /// Takes a unit out of every contact.
    pub fn part(&mut self, id: UnitId) {
        self.contacts.retain(|c| c.place(id).is_none());
    }
}

// What of the phase is in a battle's digest: everything.
canonical! {
    struct Contact { units, faces, charged, shaken, ferocious, first, by_pursuit, defended, won }
    struct Fought { units, won }
    struct Broken { unit, from, broke, good_order }
    struct Pursuit { unit, after }
    enum Query { 0 => Weapon(unit), 1 => Challenge(me, him), 2 => Accept(me, him), 3 => Aim(unit, him) }
    struct Fight { units, queries, aims, duel, shy }
    enum Step {
        0 => Edge(side),
        1 => FirstTurn(side),
        2 => Deploy(side),
        3 => Begin,
        4 => Declare,
        5 => Answer { charger, target, allowed },
        6 => Redirect(units),
        7 => Regroup(unit),
        8 => Face(unit, files),
        9 => Chargers,
        10 => Remaining,
        11 => Shoot,
        12 => Combat,
        13 => Prepare(query),
        14 => Pursue { unit, prey, must },
        15 => Follow(unit, target),
        16 => Over(outcome),
    }
    enum After { 0 => Rally, 1 => Reform, 2 => Pursuit }
    struct Phase {
        step,
        turn,
        active,
        first,
        south,
        units,
        contacts,
        declarations,
        declared,
        forced,
        redirects,
        regroup,
        after,
        caught,
        combats,
        fight,
        fought,
        broken,
        giving,
        deciding,
        pursuits,
        arrived,
        following,
        followers,
        general_lost,
        starting,
    }
}
