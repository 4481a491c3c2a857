//! Troop types: the army lists with their statistics.

use crate::house::{House, TwoLines};
use crate::tables::tables;
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
}

impl Profile {
    /// Reads a row of a list.
    pub(crate) fn read(list: &'static str, word: &str, row: &Sheet<'_>) -> Profile {
        // Read once for the whole life of the program.
        let key: &'static str = format!("{list}.{word}").leak();
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
            body: row.at("body").word(|w| Body::ALL.into_iter().find(|b| b.key() == w)),
            lines: row.at("lines").int(),
            fights_on_foot: row.yes("fights_on_foot"),
            auxiliary: row.yes("auxiliary"),
            siege_engine: row.yes("siege_engine"),
            flammable: row.yes("flammable"),
            typical: row.at("typical").int(),
        }
    }

    /// The type as a house plays it.
    fn under(mut self, house: &House) -> Profile {
        match self.key {
            "persian.immortal_spearman" => {
                self.trained = house.immortals_trained;
                self.lines = lines_of_spears(house, self.lines);
            }
            "persian.spearman" => self.lines = lines_of_spears(house, self.lines),
            "persian.arabian_camel" if !house.camels_cavalry => {
                self.cavalry = false;
                self.lines = 1;
            }
            _ => {}
        }
        self
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

    /// Whether its men can shoot.
    pub fn shoots(&self) -> bool {
        self.missile != Missile::None && self.range > 0
    }

    /// The least and the greatest number of figures a unit musters (`toms.setup.unit_size`).
    pub fn sizes(&self) -> [u16; 2] {
        let size = &tables().size;
        match self.body {
            Body::Foot => size.foot,
            Body::Mounted => size.mounted,
            Body::Elephant | Body::Engine => [1, 1],
        }
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
        if self.is_model() { self.typical } else { self.sizes()[1] }
    }

    /// The width and the depth of its footprint on such cards at so many figures (`toms.scale.base`).
    pub fn footprint(&self, card: Card, count: u16) -> (f64, f64) {
        let base = &tables().base;
        let cards = |each: u16| f64::from(count.max(1).div_ceil(each));
        match self.body {
            Body::Foot => (card.long, card.short * cards(base.foot)),
            Body::Mounted => (card.long, card.short * cards(base.mounted)),
            Body::Elephant | Body::Engine => (card.short, card.long),
        }
    }
}

/// The size of the cards that figures stand on, in inches (`toms.scale.base`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Card {
    /// The long side.
    pub long: f64,
    /// The short side.
    pub short: f64,
}

impl Card {
    /// How wide the place of one file is.
    pub fn file(self) -> f64 {
        self.long / f64::from(tables().base.files)
    }
}

impl Default for Card {
    /// The card that the book gives.
    fn default() -> Self {
        let base = &tables().base;
        Card { long: base.long, short: base.short }
    }
}

fn lines_of_spears(house: &House, lines: u8) -> u8 {
    if house.two_line_units == TwoLines::Spears { 2 } else { lines }
}

/// Every troop type as a house plays it, in the order of the lists.
pub fn profiles(house: &House) -> Vec<Profile> {
    tables().profiles.iter().map(|p| p.under(house)).collect()
}

/// The number of a troop type by its word, such as "greek.hoplite".
pub fn class(key: &str) -> Option<u16> {
    let found = tables().profiles.iter().position(|p| p.key == key);
    found.and_then(|i| u16::try_from(i).ok())
}
