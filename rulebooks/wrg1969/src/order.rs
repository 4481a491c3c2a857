//! Orders as the umpire acts on them: legs, references and triggers.
//!
//! What a player writes in English is read into this form (and printed back from it) by the order language.

use umpire::UnitId;

/// What a unit is told to do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Order {
    /// The legs, done one after another: one to three.
    pub legs: Vec<Leg>,
    /// Standing conditions, at most three: the first that comes true puts its leg in place of what is running.
    pub on: Vec<Condition>,
    /// The player's own wording, kept beside it.
    pub text: String,
}

/// A standing condition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Condition {
    /// Any of these.
    pub when: Vec<Trigger>,
    /// Then this.
    pub then: Leg,
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
}

/// A thousandth of an inch: lengths in orders are whole numbers of these, so that orders compare and hash exactly.
pub type Mils = i32;

/// One leg of an order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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

/// The kinds of ground an order may name.
pub const GROUND_KINDS: [&str; 15] = [
    "wood",
    "village",
    "hill",
    "bog",
    "broken",
    "river",
    "lake",
    "field_defences",
    "stream",
    "ditch",
    "hedge",
    "wall",
    "road",
    "ford",
    "bridge",
];

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
    pub const ALL: [Verb; 10] = [
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
        }
    }

    /// When a unit with this verb may charge unless its order says otherwise.
    pub const fn usual_charge(self) -> Charge {
        match self {
            Verb::Attack => Charge::OrderedTarget,
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
            Verb::MoveDir | Verb::Advance => false,
            Verb::Hold => target.is_ground(),
            Verb::MoveTo => true,
            Verb::Attack => target.is_enemy() || target.is_ground() && !matches!(target, Ref::Point(..)),
            Verb::Skirmish => target.is_enemy(),
            Verb::Screen | Verb::Support | Verb::Follow => matches!(target, Ref::Friend(_)),
            Verb::RetireTo => !target.is_enemy(),
        }
    }

    /// Whether it must be done to something.
    pub const fn needs_target(self) -> bool {
        !matches!(self, Verb::Hold | Verb::MoveDir | Verb::Advance)
    }
}

impl Ref {
    /// Whether it speaks of ground.
    pub const fn is_ground(&self) -> bool {
        matches!(self, Ref::Feature(_) | Ref::Name(..) | Ref::Kind(..) | Ref::Point(..))
    }

    /// Whether it speaks of an enemy.
    pub const fn is_enemy(&self) -> bool {
        matches!(self, Ref::Enemy(_) | Ref::NearestEnemy | Ref::EnemyKind(..))
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
        self.target.iter().chain(&self.route).chain(aimed)
    }

    /// The triggers it waits for and ends with.
    pub fn triggers(&self) -> impl Iterator<Item = &Trigger> {
        self.when.iter().chain(&self.until)
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
                Trigger::All(list) => list.iter().for_each(|t| note(t, all)),
                Trigger::Not(t) => note(t, all),
                _ => {}
            }
        }
        let mut all = Vec::new();
        self.triggers().for_each(|t| note(t, &mut all));
        all
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
