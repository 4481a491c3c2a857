//! The phase: where in the period the battle is, and what is kept of every body.

use crate::after;
use crate::charge::Response;
use crate::disorder::Causes;
use crate::order::{Order, Posture};
use crate::troop::Class;
use table::{Edge, Point};
use umpire::{BySide, Outcome, Side, UnitId};

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
    /// Targets of shooting; personal combat.
    Shoot,
    /// The battle is over.
    Over(Outcome),
}

/// What a body did in this period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Act {
    /// Nothing yet.
    #[default]
    None,
    /// It stood to receive a charge.
    Stood,
    /// It charged.
    Charged,
    /// It counter-charged.
    Countercharged,
    /// It evaded or broke off.
    Evaded,
    /// It ran.
    Routed,
    /// It recoiled.
    Recoiled,
    /// It followed up.
    FollowedUp,
    /// It pursued.
    Pursued,
    /// It made a normal move.
    Moved,
    /// It rallied.
    Rallied,
}

/// How a body's last move took it to the enemy (`wrg6.reaction.advancing`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Heading {
    /// Neither way.
    #[default]
    Halted,
    /// Nearer.
    Advancing,
    /// Farther off.
    Retiring,
}

/// A body off the table that may come back (`wrg6.arrivals.return`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Away {
    /// How often it has thrown.
    pub tries: u16,
    /// Whether it was pursued off.
    pub pursued: bool,
    /// Whether it routed off.
    pub routed: bool,
    /// Whether it is on a flank march and has not arrived yet.
    pub marching: bool,
    /// Whether its throw succeeded, so that it enters in step 7.
    pub arrives: bool,
}

impl Away {
    /// On a flank march that has not arrived.
    pub const fn marching() -> Away {
        Away { tries: 0, pursued: false, routed: false, marching: true, arrives: false }
    }
}

/// What is kept of a body.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Its class; unknown of an enemy.
    pub class: Option<Class>,
    /// Its figures at first.
    pub original: u16,
    /// Casualties carried towards the next figure.
    pub carried: u32,
    /// Whether it is shaken.
    pub shaken: bool,
    /// Whether it is routing.
    pub routing: bool,
    /// Whether it is impetuous.
    pub impetuous: bool,
    /// Whether it is looting a camp.
    pub looting: bool,
    /// Causes of disorder that last; those of ground and beasts are seen on the table.
    pub causes: Causes,
    /// For how many periods it still retires.
    pub retiring: u8,
    /// What the last fight made of it.
    pub outcome: Option<after::Outcome>,
    /// The enemy that hurt it most.
    pub hurt_by: Option<UnitId>,
    /// Whether it follows up.
    pub following: bool,
    /// Whom it pursues.
    pub pursuing: Option<UnitId>,
    /// Whether it pursued last period.
    pub pursued: bool,
    /// Whether it will not pursue, having been held back.
    pub held_back: bool,
    /// In how many periods running it was shot at.
    pub shot_periods: u8,
    /// Whether it was shot at in this period's step 9.
    pub shot_at: bool,
    /// Casualties of the last shooting, and its strength then.
    pub shot_casualties: u32,
    /// Its strength when that fell.
    pub shot_strength: u16,
    /// Whether a weapon outranged it.
    pub outranged: bool,
    /// Whether engines or fire struck at it.
    pub fire: bool,
    /// Whom it shot at last.
    pub aimed_at: Option<UnitId>,
    /// Casualties of the last fight.
    pub received: u32,
    /// What it inflicted in the last fight.
    pub inflicted: u32,
    /// Whether it has taken its first test.
    pub tested_first: bool,
    /// Whether it has tested in steps 2 or 4 of this period.
    pub tested: bool,
    /// How its last move took it.
    pub heading: Heading,
    /// Whether it may not advance this period.
    pub no_advance: bool,
    /// Its order.
    pub order: Option<Order>,
    /// A new order under way, and the period in which it arrives.
    pub incoming: Option<(Order, u16)>,
    /// What it did this period.
    pub act: Act,
    /// How far it went this period, in paces.
    pub moved: u16,
    /// The row of its test when charged; 0 if it was not.
    pub row: u8,
    /// How it answers a charge.
    pub response: Option<Response>,
    /// The period in which it broke last; 0 if never.
    pub broke_in: u16,
    /// The level from which its charge or follow-up began.
    pub from_level: i8,
    /// Off the table, if it is.
    pub away: Option<Away>,
    /// Whether it has mounted or dismounted, against what its army lists.
    pub changed: bool,
    /// Whether it was mounting or dismounting when last bodies moved.
    pub mounting: bool,
    /// Whether it is still aboard its ships.
    pub aboard: bool,
    /// Whether fire was shot at it last.
    pub burnt: bool,
}

impl State {
    /// A fresh body.
    pub fn new(class: Option<Class>, original: u16, order: Option<Order>) -> State {
        State {
            class,
            original,
            carried: 0,
            shaken: false,
            routing: false,
            impetuous: false,
            looting: false,
            causes: Causes::default(),
            retiring: 0,
            outcome: None,
            hurt_by: None,
            following: false,
            pursuing: None,
            pursued: false,
            held_back: false,
            shot_periods: 0,
            shot_at: false,
            shot_casualties: 0,
            shot_strength: original,
            outranged: false,
            fire: false,
            aimed_at: None,
            received: 0,
            inflicted: 0,
            tested_first: false,
            tested: false,
            heading: Heading::Halted,
            no_advance: false,
            order,
            incoming: None,
            act: Act::None,
            moved: 0,
            row: 0,
            response: None,
            broke_in: 0,
            from_level: 0,
            away: None,
            changed: false,
            mounting: false,
            aboard: false,
            burnt: false,
        }
    }

    /// Its posture; attacking if nobody knows.
    pub fn posture(&self) -> Posture {
        self.order.map_or(Posture::Attack, |order| order.posture)
    }
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
    /// The wheel at the beginning, in thousandths of a degree, clockwise positive.
    pub wheel: i32,
    /// The way straight ahead after it, in thousandths of a pace.
    pub ahead: i32,
    /// Whether it would strike the target's front.
    pub front: bool,
    /// Whether it began before the line of the target's front.
    pub from_before: bool,
}

/// A general.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct General {
    /// His name.
    pub name: String,
    /// Whether he is the commander-in-chief.
    pub cinc: bool,
    /// The body he is with; alone if there is none.
    pub with: Option<UnitId>,
    /// Where he is while he is alone.
    pub at: Point,
    /// The bodies of his command; all for the commander-in-chief.
    pub command: Vec<UnitId>,
    /// Whether he is dead, captured or fled.
    pub lost: bool,
}

/// Something lost that others mourn (`wrg6.reaction.when.leader_lost`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mourned {
    /// Where it was lost.
    pub at: Point,
    /// In which period.
    pub period: u16,
    /// What it was.
    pub what: Leader,
}

/// What may be lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Leader {
    /// A general.
    General,
    /// The army standard.
    Standard,
    /// The relic.
    Relic,
}

/// A side's generals and what goes with them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Command {
    /// The generals, the commander-in-chief first.
    pub generals: Vec<General>,
    /// The body that carries the army standard.
    pub standard: Option<UnitId>,
    /// The body that carries the relic.
    pub relic: Option<UnitId>,
    /// The posture that the signal arranged before the battle orders for everyone.
    pub signal: Option<Posture>,
    /// What was lost, where and when.
    pub mourned: Vec<Mourned>,
    /// Whether the commander-in-chief was beaten in person.
    pub defeated: bool,
    /// Enemies that the side has seen.
    pub seen: Vec<UnitId>,
    /// The pieces of cover that its bodies have touched, by their numbers on the table.
    pub trodden: Vec<u16>,
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
            banged: false,
            named: BySide::default(),
        }
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

    /// Ends every contact of a body.
    pub fn part(&mut self, id: UnitId) {
        self.contacts.retain(|contact| contact.place(id).is_none());
    }
}
