//! Troop types: what a unit is like, and the cards that its figures stand on.

use binding::Sheet;
use ruling::RuleId;

/// What a unit's men throw or shoot (`toms.list.missile_kind`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Missile {
    /// Nothing.
    None,
    /// Javelins, which are also thrown in a charge.
    Javelin,
    /// Bows.
    Bow,
    /// Slings.
    Sling,
    /// The bolts of a ballista.
    Bolt,
}

impl Missile {
    /// All kinds.
    pub const ALL: [Missile; 5] =
        [Missile::None, Missile::Javelin, Missile::Bow, Missile::Sling, Missile::Bolt];

    /// The word used in files and answers.
    pub const fn key(self) -> &'static str {
        match self {
            Missile::None => "none",
            Missile::Javelin => "javelin",
            Missile::Bow => "bow",
            Missile::Sling => "sling",
            Missile::Bolt => "bolt",
        }
    }
}

/// What stands on a unit's cards (`toms.list.body`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Body {
    /// Men on foot.
    Foot,
    /// Riders.
    Mounted,
    /// One elephant.
    Elephant,
    /// One engine with its crew.
    Engine,
}

impl Body {
    /// All kinds.
    pub const ALL: [Body; 4] = [Body::Foot, Body::Mounted, Body::Elephant, Body::Engine];

    /// The word used in files and answers.
    pub const fn key(self) -> &'static str {
        match self {
            Body::Foot => "foot",
            Body::Mounted => "mounted",
            Body::Elephant => "elephant",
            Body::Engine => "engine",
        }
    }
}

/// How large units usually are (`toms.setup.unit_size`).
#[derive(Debug)]
pub struct Size {
    /// Foot, least and most.
    pub foot: [u16; 2],
    /// Riders, least and most.
    pub mounted: [u16; 2],
    /// The most that anybody may muster.
    pub largest: u16,
}

/// The statistics of a troop type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Profile {
    /// The rule that gives them.
    pub rule: RuleId,
    /// Its list and its word there: "greek.hoplite".
    pub key: &'static str,
    /// Its list.
    pub list: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Points for a figure or a model.
    pub points: u16,
    /// How far it moves.
    pub pace: u16,
    /// How far it charges.
    pub charge: u16,
    /// How far it shoots; 0 if it does not.
    pub range: u16,
    /// Whether it is armoured.
    pub armour: bool,
    /// Its shield's number; 0 for none.
    pub shield: u8,
    /// Whether it is cavalry.
    pub cavalry: bool,
    /// Whether it is trained.
    pub trained: bool,
    /// The crew of a model.
    pub crew: u8,
    /// What it throws or shoots.
    pub missile: Missile,
    /// What stands on its cards.
    pub body: Body,
    /// How many lines strike; 0 for all figures.
    pub lines: u8,
    /// Whether its riders dismount to fight.
    pub fights_on_foot: bool,
    /// Whether it is an auxiliary.
    pub auxiliary: bool,
    /// Whether it is an engine.
    pub siege_engine: bool,
    /// Whether it burns well.
    pub flammable: bool,
    /// Its usual strength.
    pub typical: u16,
    /// The least and the greatest number of figures a unit usually musters (`toms.setup.unit_size`).
    pub sizes: [u16; 2],
    /// The greatest number that it may muster.
    pub largest: u16,
}

impl Profile {
    /// Reads a row of a list.
    pub(in crate::data) fn read(list: &'static str, word: &str, row: &Sheet<'_>, size: &Size) -> Profile {
        // Read once for the whole life of the program.
        let key: &'static str = format!("{list}.{word}").leak();
        let body = row.at("body").word(|w| Body::ALL.into_iter().find(|b| b.key() == w));
        Profile {
            rule: row.rule(),
            key,
            list,
            name: row.at("name").text().to_owned().leak(),
            points: row.at("points").int(),
            pace: row.at("move").int(),
            charge: row.at("charge").int(),
            range: row.at("range").int(),
            armour: row.yes("armour"),
            shield: row.at("shield").int(),
            cavalry: row.yes("cavalry"),
            trained: row.yes("trained"),
            crew: row.at("crew").int(),
            missile: row.at("missile").word(|w| Missile::ALL.into_iter().find(|m| m.key() == w)),
            body,
            lines: row.at("lines").int(),
            fights_on_foot: row.yes("fights_on_foot"),
            auxiliary: row.yes("auxiliary"),
            siege_engine: row.yes("siege_engine"),
            flammable: row.yes("flammable"),
            typical: row.at("typical").int(),
            sizes: match body {
                Body::Foot => size.foot,
                Body::Mounted => size.mounted,
                Body::Elephant | Body::Engine => [1, 1],
            },
            largest: if matches!(body, Body::Elephant | Body::Engine) { 1 } else { size.largest },
        }
    }

    /// Whether it is an elephant.
    pub fn is_elephant(&self) -> bool {
        self.body == Body::Elephant
    }

    /// Whether it is an engine.
    pub fn is_engine(&self) -> bool {
        self.body == Body::Engine
    }

    /// Whether it is one model rather than a body of figures.
    pub fn is_model(&self) -> bool {
        self.is_elephant() || self.is_engine()
    }

    /// Whether it strikes and is struck as cavalry in melee (`toms.melee.dismount`).
    pub fn rides_in_melee(&self) -> bool {
        self.cavalry && !self.fights_on_foot
    }

    /// Whether it is infantry in melee (`toms.kill.cav_vs_foot`).
    pub fn is_infantry_in_melee(&self) -> bool {
        !self.is_elephant() && !self.rides_in_melee()
    }

    /// Whether it is light foot: an auxiliary without a mount or an engine (`toms.move.pass`).
    pub fn is_light_foot(&self) -> bool {
        self.auxiliary && self.body == Body::Foot
    }

    /// Whether its men can shoot.
    pub fn shoots(&self) -> bool {
        self.missile != Missile::None && self.range > 0
    }

    /// The figures, lives or crew a unit of so many figures begins with.
    pub fn strength(&self, count: u16) -> u16 {
        if self.is_model() { self.typical } else { count }
    }

    /// What a unit of so many figures costs (`toms.points.figure`).
    pub fn cost(&self, count: u16) -> u16 {
        if self.is_model() { self.points } else { self.points * count }
    }

    /// The most figures, lives or crew a unit can have.
    pub fn most(&self) -> u16 {
        if self.is_model() { self.typical } else { self.largest }
    }

    /// The width and the depth of its footprint on such cards at so many figures (`toms.scale.base`).
    pub fn footprint(&self, card: Card, count: u16) -> (f64, f64) {
        if self.is_model() {
            return (card.short, card.long);
        }
        let cards = count.max(1).div_ceil(card.figures(self.body));
        (card.long, card.short * f64::from(cards))
    }
}

/// The cards that figures stand on, in inches (`toms.scale.base`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Card {
    /// The long side.
    pub long: f64,
    /// The short side.
    pub short: f64,
    /// Figures side by side.
    pub files: u16,
    /// Foot on a card.
    pub foot: u16,
    /// Riders on a card.
    pub mounted: u16,
}

impl Card {
    /// How wide the place of one file is.
    pub fn file(self) -> f64 {
        self.long / f64::from(self.files)
    }

    /// How many figures of a body stand on one.
    pub fn figures(self, body: Body) -> u16 {
        match body {
            Body::Foot => self.foot,
            Body::Mounted => self.mounted,
            Body::Elephant | Body::Engine => 1,
        }
    }
}
