//! The phase: where in the period the battle is, and what is kept of every body.

mod body;
mod command;
mod fate;

pub use body::{Act, Away, Heading, Incoming, Shot, State};
pub use command::{Champion, Command, General, Leader, Mourned};
pub use fate::{Answer, Fate};

use table::Edge;
use umpire::{BySide, Outcome, Side, UnitId, canonical};

/// A part of the period in which someone may have to decide (`wrg6.turn.sealed`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Setting up by turns: a side names a piece of terrain.
    Terrain(Side),
    /// Setting up by turns: bodies are placed, by both sides at once or by this one.
    Deploy(Option<Side>),
    /// Before the battle: orders are written.
    Begin,
    /// First tests: signs.
    First,
    /// Charges are declared.
    Declare,
    /// Those charged test: signs.
    Charged,
    /// Other tests: who tries to recover, signs.
    Other,
    /// Answers to charges, breaking off, following up.
    Respond,
    /// Normal and rally moves.
    Move,
    /// New orders and signals.
    Orders,
    /// Targets of shooting; offers of personal combat.
    Shoot,
    /// Whether a side's commander takes up a challenge.
    Challenged(Side),
    /// The battle is over.
    Over(Outcome),
}

/// Two bodies in hand-to-hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Contact {
    /// Red's body and blue's.
    pub pair: [UnitId; 2],
    /// Which edge of each the other touches.
    pub edges: [Edge; 2],
    /// Whether they have not fought yet (`wrg6.melee.first_contact`).
    pub first: bool,
    /// Whether neither has more than two files in it: it holds nobody (`wrg6.geo.d12`).
    pub weak: bool,
}

impl Contact {
    /// Which of the pair a body is, if it is one.
    pub fn place(&self, id: UnitId) -> Option<usize> {
        self.pair.iter().position(|one| *one == id)
    }

    /// The other one.
    pub fn other(&self, id: UnitId) -> Option<UnitId> {
        self.place(id).map(|i| self.pair[1 - i])
    }
}

/// A charge declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Charge {
    /// Who charges.
    pub by: UnitId,
    /// Whom.
    pub on: UnitId,
    /// The way straight on at the beginning, in thousandths of a pace; negative if it steps back.
    pub straight: i32,
    /// The wheel after it, in thousandths of a degree, clockwise positive.
    pub wheel: i32,
    /// The step to the side after that, in thousandths of a pace, to the right positive.
    pub aside: i32,
    /// How far straight ahead it may run then, in thousandths of a pace.
    pub ahead: i32,
    /// How far it is to the target in all, in thousandths of a pace.
    pub to_go: i32,
    /// Whether it would strike the target's front.
    pub front: bool,
    /// Whether it began before the line of the target's front.
    pub from_before: bool,
}

/// A body that broke, and who of both sides saw it within 150 paces when it did.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Broken {
    /// Who.
    pub who: UnitId,
    /// When, as [`Phase::moment`] counts.
    pub moment: u16,
    /// Who saw it near.
    pub near: Vec<UnitId>,
}

/// Where the battle is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Phase {
    /// The period, from 1.
    pub period: u16,
    /// The part of it.
    pub step: Step,
    /// Which sides have something to decide in it.
    pub asked: BySide<bool>,
    /// Every body, by its number.
    pub units: Vec<State>,
    /// Who fights whom.
    pub contacts: Vec<Contact>,
    /// The charges of this period that still stand.
    pub charges: Vec<Charge>,
    /// Generals of both sides.
    pub command: BySide<Command>,
    /// Who broke in this period and the last, and who saw it near (`wrg6.reaction.factor.friends_broken`).
    pub breaks: Vec<Broken>,
    /// Whether guns or rockets have been heard.
    pub banged: bool,
    /// How many pieces of terrain each side has named.
    pub named: BySide<u8>,
}

impl Phase {
    /// A battle about to begin its first period.
    pub fn new(units: Vec<State>) -> Phase {
        Phase {
            period: 1,
            step: Step::Begin,
            asked: BySide([true; 2]),
            units,
            contacts: Vec::new(),
            charges: Vec::new(),
            command: BySide::default(),
            breaks: Vec::new(),
            banged: false,
            named: BySide::default(),
        }
    }

    /// Breaks are counted by it: those before the other tests of a period and those after them (`wrg6.reaction.once`).
    pub fn moment(&self) -> u16 {
        let early = matches!(self.step, Step::First | Step::Declare | Step::Charged);
        2 * self.period + u16::from(!early)
    }

    /// A body's state.
    #[inline]
    pub fn state(&self, id: UnitId) -> &State {
        &self.units[id.index()]
    }

    /// A body's state, to change.
    #[inline]
    pub fn state_mut(&mut self, id: UnitId) -> &mut State {
        &mut self.units[id.index()]
    }

    /// The enemies a body is in contact with.
    pub fn opponents(&self, id: UnitId) -> impl Iterator<Item = UnitId> {
        self.contacts.iter().filter_map(move |contact| contact.other(id))
    }

    /// Whether a body is in hand-to-hand.
    pub fn in_contact(&self, id: UnitId) -> bool {
        self.opponents(id).next().is_some()
    }

    /// The charge a body makes this period.
    pub fn charge_of(&self, id: UnitId) -> Option<&Charge> {
        self.charges.iter().find(|charge| charge.by == id)
    }

    /// The charges on a body this period.
    pub fn charges_on(&self, id: UnitId) -> impl Iterator<Item = &Charge> {
        self.charges.iter().filter(move |charge| charge.on == id)
    }

    /// Whether a contact holds a body where it is: a weak one does not (`wrg6.geo.d12`).
    pub fn is_pinned(&self, id: UnitId) -> bool {
        self.contacts.iter().any(|contact| contact.place(id).is_some() && !contact.weak)
    }

    /// Ends every contact of a body.
    pub fn part(&mut self, id: UnitId) {
        self.contacts.retain(|contact| contact.place(id).is_none());
    }
}

// What of the phase is in a battle's digest: everything.
canonical! {
    enum Step {
        0 => Terrain(side),
        1 => Deploy(side),
        2 => Begin,
        3 => First,
        4 => Declare,
        5 => Charged,
        6 => Other,
        7 => Respond,
        8 => Move,
        9 => Orders,
        10 => Shoot,
        11 => Challenged(side),
        12 => Over(outcome),
    }
    struct Contact { pair, edges, first, weak }
    struct Charge { by, on, straight, wheel, aside, ahead, to_go, front, from_before }
    struct Broken { who, moment, near }
    struct Phase { period, step, asked, units, contacts, charges, command, breaks, banged, named }
}
