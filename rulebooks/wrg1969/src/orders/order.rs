//! Orders as the umpire acts on them: legs, references and triggers.
//!
//! What a player writes in English is read into this form (and printed back from it) by the order language.

use std::hash::{Hash, Hasher};
use umpire::UnitId;

mod detail;

pub use detail::{Detail, Edge, Event, Face, Flank, Reach, Rel, Stop, Which, Whom, Wing};

/// What a unit is told to do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Order {
    /// The legs, done one after another: one to five.
    pub legs: Vec<Leg>,
    /// Standing conditions, at most five: the first that comes true puts its leg in place of what is running.
    pub on: Vec<Condition>,
    /// The player's own wording, kept beside it.
    pub text: String,
}

/// A standing condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Any of these.
    pub when: Vec<Trigger>,
    /// Then this.
    pub then: Leg,
    /// Whether the leg it interrupted goes on once none of these is true any more.
    pub resume: bool,
    /// Whether it may come true again and again.
    pub repeat: bool,
}

/// What a unit does with its leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verb {
    /// Stand, at a place if one is named.
    Hold,
    /// March to a place.
    MoveTo,
    /// March in a direction.
    MoveDir,
    /// Go straight ahead and charge what is in reach.
    Advance,
    /// March at an enemy or a feature and charge.
    Attack,
    /// Keep at missile range, shoot, evade, return.
    Skirmish,
    /// Keep ahead of a friend.
    Screen,
    /// Keep behind a friend.
    Support,
    /// Keep the same place beside a friend.
    Follow,
    /// Turn about and march to a place.
    RetireTo,
    /// Come within range of an enemy, stand there and shoot.
    Shoot,
    /// Keep beside a friend and charge whoever threatens him.
    Guard,
    /// Go straight back.
    Retire,
}

/// A thousandth of an inch: lengths in orders are whole numbers of these, so that orders compare and hash exactly.
pub type Mils = i32;

/// One leg of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leg {
    /// What to do.
    pub verb: Verb,
    /// With or to what.
    pub target: Option<Ref>,
    /// In which direction, in thousandths of a degree clockwise from north.
    pub bearing: Option<i32>,
    /// By which way.
    pub route: Vec<Ref>,
    /// Any of these ends the leg.
    pub until: Vec<Trigger>,
    /// All of these must be true before it begins.
    pub when: Vec<Trigger>,
    /// In which formation.
    pub formation: Option<Shape>,
    /// No faster than this.
    pub pace: Option<Mils>,
    /// Whether it may charge.
    pub charge: Charge,
    /// Whether it may countercharge.
    pub countercharge: bool,
    /// Whether it may evade.
    pub evade: bool,
    /// Whether it pursues whom it breaks.
    pub pursue: bool,
    /// At whom it shoots.
    pub fire: Fire,
    /// Whether it has been told how to cope with chariots.
    pub against_chariots: bool,
    /// Whether it has been told how to cope with elephants.
    pub against_elephants: bool,
    /// Features it has been warned of.
    pub warned_of: Vec<String>,
    /// What is said only now and then.
    pub detail: Detail,
}

/// A formation that an order names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// So many files.
    Files(u16),
    /// Two ranks; models one.
    Line,
    /// Four files; cavalry and models two.
    Column,
    /// A square.
    Square,
    /// So many ranks.
    Ranks(u16),
}

/// When a unit may charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Charge {
    /// Whom it likes.
    AtWill,
    /// Only whom its order names.
    OrderedTarget,
    /// Nobody.
    Never,
}

/// At whom a unit shoots.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Fire {
    /// By priority.
    Free,
    /// Nobody.
    Hold,
    /// At this, if priority allows.
    At(Ref),
}

/// On which side of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Where {
    /// Within 45 degrees of its front.
    InFront,
    /// On its left.
    Left,
    /// On its right.
    Right,
    /// Behind it.
    Behind,
    /// Anywhere.
    Any,
    /// Anywhere, and of several the nearest.
    Nearest,
}

/// Something an order speaks of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Ref {
    /// A feature by its id.
    Feature(String),
    /// A feature by its name.
    Name(String, Where),
    /// A feature by its kind, a word of the terrain table.
    Kind(String, Where),
    /// A place: thousandths of an inch east and north.
    Point(Mils, Mils),
    /// An enemy by its label.
    Enemy(String),
    /// The nearest enemy, read anew every period.
    NearestEnemy,
    /// An enemy by its kind: cavalry, infantry, a troop type, or any.
    EnemyKind(String, Where),
    /// A friend by its label.
    Friend(String),
    /// A place beside something.
    Beside(Box<Ref>, Rel),
    /// The place between two things.
    Between(Box<Ref>, Box<Ref>),
    /// The way round something.
    Round(Box<Ref>),
    /// Where the unit stood when the order was given.
    Start,
    /// An edge of the table.
    Edge(Edge),
    /// The unit's own general.
    General,
    /// The enemy's general.
    EnemyGeneral,
    /// The unit's own army.
    Army,
    /// A friend by its kind.
    FriendKind(String, Where),
    /// An enemy by its kind and by where it stands or what it does.
    EnemySome(String, Which),
}

/// What another unit does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deed {
    /// It charges.
    Charges,
    /// It is in contact.
    Engaged,
    /// It breaks.
    Breaks,
    /// It passes this unit's front.
    Passes,
    /// It completes its leg.
    Reaches,
    /// It retires or retreats.
    Retires,
    /// It goes forward.
    Advances,
    /// It stands after it has moved.
    Halts,
    /// It was charged or is in contact.
    Attacked,
    /// It was shot at.
    FiredOn,
    /// It is killed or destroyed.
    Falls,
    /// It is on the other side of something.
    Crosses,
    /// It comes onto some ground.
    Enters,
    /// It goes off some ground.
    Leaves,
}

/// Something that may come true.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Trigger {
    /// A signal was given, 1 to 4.
    Signal(u8),
    /// A period has begun.
    Period(u16),
    /// The leg's target is reached.
    Reached,
    /// An enemy (of a kind) is within so many thousandths of an inch.
    EnemyWithin(Mils, Option<String>),
    /// It was charged or is in contact.
    Attacked,
    /// It was shot at.
    FiredOn,
    /// Something is in view.
    Sees(Ref),
    /// A friend, by its label, does something.
    FriendDoes(String, Deed),
    /// An enemy, by its label, does something.
    EnemyDoes(String, Deed),
    /// It is below two thirds of its strength.
    BelowTwoThirds,
    /// It is below half its strength.
    BelowHalf,
    /// All of these; not nested.
    All(Vec<Trigger>),
    /// Not this.
    Not(Box<Trigger>),
    /// So many periods of this leg have gone by.
    After(u16),
    /// Any signal was given.
    AnySignal,
    /// Somebody is near; what [`Trigger::EnemyWithin`] says is never said so.
    EnemyNear(Reach, Whom),
    /// It was charged by, or is in contact with, somebody.
    AttackedBy(Whom),
    /// A formed friend has come up beside or behind it since the leg began.
    Relieved,
    /// A unit does something; what the simpler forms say is never said so.
    Does(Box<Event>),
}

/// A prearranged signal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Signal {
    /// 1 to 4.
    pub number: u8,
    /// Whom it is for; everyone if nobody is named.
    pub units: Option<Vec<UnitId>>,
    /// The order it stands for; without one it only makes triggers true.
    pub order: Option<Order>,
    /// The player's own wording.
    pub text: String,
}

/// The kinds of enemy an order may name: anyone, an arm, or a troop type.
pub const ENEMY_KINDS: [&str; 16] = [
    "any",
    "cavalry",
    "infantry",
    "super_heavy_cavalry",
    "heavy_cavalry",
    "medium_cavalry",
    "light_cavalry",
    "heavy_infantry",
    "medium_infantry",
    "light_infantry",
    "elephant",
    "chariot",
    "assyrian_chariot",
    "light_dart_engine",
    "heavy_dart_engine",
    "stone_thrower",
];

impl Verb {
    /// Every verb.
    pub const ALL: [Verb; 13] = [
        Verb::Hold,
        Verb::MoveTo,
        Verb::MoveDir,
        Verb::Advance,
        Verb::Attack,
        Verb::Skirmish,
        Verb::Screen,
        Verb::Support,
        Verb::Follow,
        Verb::RetireTo,
        Verb::Shoot,
        Verb::Guard,
        Verb::Retire,
    ];

    /// The word used in files.
    pub const fn key(self) -> &'static str {
        match self {
            Verb::Hold => "hold",
            Verb::MoveTo => "move_to",
            Verb::MoveDir => "move_dir",
            Verb::Advance => "advance",
            Verb::Attack => "attack",
            Verb::Skirmish => "skirmish",
            Verb::Screen => "screen",
            Verb::Support => "support",
            Verb::Follow => "follow",
            Verb::RetireTo => "retire_to",
            Verb::Shoot => "shoot",
            Verb::Guard => "guard",
            Verb::Retire => "retire",
        }
    }

    /// When a unit with this verb may charge unless its order says otherwise.
    pub const fn usual_charge(self) -> Charge {
        match self {
            Verb::Attack | Verb::Guard => Charge::OrderedTarget,
            Verb::Advance => Charge::AtWill,
            _ => Charge::Never,
        }
    }

    /// Whether it is for light troops alone.
    pub const fn for_lights(self) -> bool {
        matches!(self, Verb::Skirmish | Verb::Screen)
    }

    /// Whether this verb can be done to that.
    pub fn takes(self, target: &Ref) -> bool {
        match self {
            Verb::MoveDir | Verb::Advance | Verb::Retire => false,
            Verb::Hold => target.is_ground(),
            Verb::MoveTo => !matches!(target, Ref::Round(_) | Ref::Army),
            Verb::Attack => {
                let aimless = matches!(target, Ref::Point(..) | Ref::Start | Ref::Edge(_));
                target.is_enemy() || target.is_ground() && !aimless
            }
            Verb::Skirmish | Verb::Shoot => target.is_enemy(),
            Verb::Screen | Verb::Support | Verb::Follow | Verb::Guard => target.is_friend(),
            Verb::RetireTo => !target.is_enemy() && !matches!(target, Ref::Round(_) | Ref::Army),
        }
    }

    /// Whether it must be done to something.
    pub const fn needs_target(self) -> bool {
        !matches!(self, Verb::Hold | Verb::MoveDir | Verb::Advance | Verb::Retire)
    }
}

impl Ref {
    /// Whether it speaks of ground.
    pub const fn is_ground(&self) -> bool {
        matches!(
            self,
            Ref::Feature(_)
                | Ref::Name(..)
                | Ref::Kind(..)
                | Ref::Point(..)
                | Ref::Beside(..)
                | Ref::Between(..)
                | Ref::Start
                | Ref::Edge(_)
        )
    }

    /// Whether it speaks of a friend.
    pub const fn is_friend(&self) -> bool {
        matches!(self, Ref::Friend(_) | Ref::General | Ref::Army | Ref::FriendKind(..))
    }

    /// Whether it speaks of an enemy.
    pub const fn is_enemy(&self) -> bool {
        matches!(
            self,
            Ref::Enemy(_) | Ref::NearestEnemy | Ref::EnemyKind(..) | Ref::EnemyGeneral | Ref::EnemySome(..)
        )
    }

    /// The things it speaks of itself: of a place beside something, that thing.
    pub fn parts(&self) -> Vec<&Ref> {
        match self {
            Ref::Beside(of, _) | Ref::Round(of) => of.parts(),
            Ref::Between(a, b) => [a.parts(), b.parts()].concat(),
            Ref::EnemySome(_, Which::At(place)) => [vec![self], place.parts()].concat(),
            _ => vec![self],
        }
    }
}

impl Leg {
    /// A leg with nothing but its verb; the rest as usual.
    pub fn new(verb: Verb) -> Self {
        Leg {
            verb,
            target: None,
            bearing: None,
            route: Vec::new(),
            until: Vec::new(),
            when: Vec::new(),
            formation: None,
            pace: None,
            charge: verb.usual_charge(),
            countercharge: true,
            evade: true,
            pursue: true,
            fire: Fire::Free,
            against_chariots: false,
            against_elephants: false,
            warned_of: Vec::new(),
            detail: Detail::default(),
        }
    }

    /// A leg done to something.
    pub fn to(verb: Verb, target: Ref) -> Self {
        Leg { target: Some(target), ..Leg::new(verb) }
    }

    /// Everything the leg speaks of.
    pub fn refs(&self) -> impl Iterator<Item = &Ref> {
        let aimed = match &self.fire {
            Fire::At(r) => Some(r),
            _ => None,
        };
        self.target.iter().chain(&self.route).chain(aimed).chain(self.detail.refs())
    }

    /// The triggers it waits for and ends with.
    pub fn triggers(&self) -> impl Iterator<Item = &Trigger> {
        self.when.iter().chain(&self.until)
    }
}

impl Condition {
    /// A condition that comes true once, and for good.
    pub fn new(when: Vec<Trigger>, then: Leg) -> Self {
        Condition { when, then, resume: false, repeat: false }
    }
}

/// What is as usual leaves no trace, so that the digest of a battle rests on what its orders say.
impl Hash for Condition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.when.hash(state);
        self.then.hash(state);
        if self.resume || self.repeat {
            (self.resume, self.repeat).hash(state);
        }
    }
}

/// What is as usual leaves no trace, so that the digest of a battle rests on what its orders say.
impl Hash for Leg {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.verb.hash(state);
        self.target.hash(state);
        self.bearing.hash(state);
        self.route.hash(state);
        (&self.until, &self.when).hash(state);
        self.formation.hash(state);
        self.pace.hash(state);
        self.charge.hash(state);
        (self.countercharge, self.evade, self.pursue).hash(state);
        self.fire.hash(state);
        (self.against_chariots, self.against_elephants).hash(state);
        self.warned_of.hash(state);
        if self.detail != Detail::default() {
            self.detail.hash(state);
        }
    }
}

impl Order {
    /// An order of these legs.
    pub fn new(legs: Vec<Leg>) -> Self {
        Order { legs, on: Vec::new(), text: String::new() }
    }

    /// The legs and the legs of the standing conditions.
    pub fn every_leg(&self) -> impl Iterator<Item = &Leg> {
        self.legs.iter().chain(self.on.iter().map(|c| &c.then))
    }

    /// Every trigger, those of the standing conditions too.
    pub fn triggers(&self) -> impl Iterator<Item = &Trigger> {
        self.every_leg().flat_map(Leg::triggers).chain(self.on.iter().flat_map(|c| &c.when))
    }

    /// Everything that its triggers look out for.
    pub fn watched(&self) -> Vec<Ref> {
        fn note(t: &Trigger, all: &mut Vec<Ref>) {
            match t {
                Trigger::Sees(r) => all.push(r.clone()),
                Trigger::FriendDoes(label, _) => all.push(Ref::Friend(label.clone())),
                Trigger::EnemyDoes(label, _) => all.push(Ref::Enemy(label.clone())),
                Trigger::EnemyNear(_, Whom::Unit(label)) | Trigger::AttackedBy(Whom::Unit(label)) => {
                    all.push(Ref::Enemy(label.clone()));
                }
                Trigger::Does(event) => all.extend(event.refs()),
                Trigger::All(list) => list.iter().for_each(|t| note(t, all)),
                Trigger::Not(t) => note(t, all),
                _ => {}
            }
        }
        let mut all = Vec::new();
        self.triggers().for_each(|t| note(t, &mut all));
        all
    }

    /// Whether it speaks of where or when its legs began.
    pub fn is_noted(&self) -> bool {
        let timed = |t: &Trigger| matches!(t, Trigger::After(_) | Trigger::Relieved);
        self.every_leg()
            .any(|leg| leg.detail.distance.is_some() || leg.refs().any(|r| r.parts().contains(&&Ref::Start)))
            || self.triggers().any(timed)
    }

    /// The order with a wording, if it has none of its own.
    pub fn worded(mut self, words: impl FnOnce(&Order) -> String) -> Self {
        if self.text.is_empty() {
            self.text = words(&self);
        }
        self
    }

    /// The order without the player's wording: two orders mean the same if these are equal.
    pub fn meaning(mut self) -> Self {
        self.text.clear();
        self
    }
}
