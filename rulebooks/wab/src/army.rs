//! Army lists: what may be bought, what it costs, and what a unit is then.

mod check;
mod file;
mod kit;

use crate::tables::{rules, tables};
use crate::troop::{Missile, Order, Piece, Profile, Trait, Traits, Troop, Weapon, parse};
use binding::Sheet;
use std::sync::OnceLock;

pub use check::{Bought, Reason, Verdict, buy, check, unit_fields};
pub use file::{Army, fields, read, ready};
pub use kit::{Command, Gear, Kit};

/// Which share of the points a unit belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Category {
    /// Characters.
    Characters,
    /// Infantry.
    Infantry,
    /// Cavalry.
    Cavalry,
    /// Elephants, chariots, engines.
    Special,
}

impl Category {
    /// All of them.
    pub const ALL: [Category; 4] =
        [Category::Characters, Category::Infantry, Category::Cavalry, Category::Special];

    /// The word used in files and answers.
    pub const fn key(self) -> &'static str {
        match self {
            Category::Characters => "characters",
            Category::Infantry => "infantry",
            Category::Cavalry => "cavalry",
            Category::Special => "special",
        }
    }
}

/// An option of an entry.
#[derive(Debug)]
pub struct Choice {
    /// Its name.
    pub id: String,
    /// Points a model.
    pub points: i32,
    /// What it adds.
    pub adds: Vec<Gear>,
    /// What it takes away.
    pub drops: Vec<Gear>,
    /// Characteristics it sets.
    pub sets: Vec<(String, u8)>,
    /// What it is mounted on.
    pub mount: Option<Troop>,
    /// The option it needs.
    pub needs: Option<String>,
    /// Missiles thrown by a crew.
    pub shots: Option<u16>,
}

/// An entry of a list.
#[derive(Debug)]
pub struct Entry {
    /// Its name in files.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Which share of the points it belongs to.
    pub category: Category,
    /// What it is.
    pub troop: Troop,
    /// Its characteristics.
    pub profile: Profile,
    /// Points a model.
    pub points: i32,
    /// The fewest and the most models.
    pub size: [u16; 2],
    /// The orders it may stand in, the usual one first.
    pub orders: Vec<Order>,
    /// Its weapons.
    pub weapons: Vec<Weapon>,
    /// Its missile weapon.
    pub missile: Option<Missile>,
    /// Whether it is a bolt thrower.
    pub engine: bool,
    /// Its armour.
    pub armour: Vec<Piece>,
    /// What is special about it.
    pub traits: Traits,
    /// Its options.
    pub options: Vec<Choice>,
    /// Whether it may have leader, standard and musician.
    pub command: bool,
    /// The most units of it.
    pub limit: Option<usize>,
}

/// An army list.
#[derive(Debug)]
pub struct ArmyList {
    /// Its name in files.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The first year it covers.
    pub from: i32,
    /// The last.
    pub to: i32,
    /// A sentence about it.
    pub note: String,
    /// What may be bought.
    pub entries: Vec<Entry>,
}

impl ArmyList {
    /// The entry of that name.
    pub fn entry(&self, id: &str) -> Option<&Entry> {
        self.entries.iter().find(|e| e.id == id)
    }
}

/// The names of the lists (`wab.army.lists`).
pub const KEYS: [&str; 5] = ["republican_roman", "carthaginian", "successor", "gallic", "achaemenid"];

/// Every list, in the order of [`KEYS`].
pub fn lists() -> &'static [ArmyList] {
    static LISTS: OnceLock<Vec<ArmyList>> = OnceLock::new();
    LISTS.get_or_init(|| {
        [
            include_str!("../data/armies/republican_roman.toml"),
            include_str!("../data/armies/carthaginian.toml"),
            include_str!("../data/armies/successor.toml"),
            include_str!("../data/armies/gallic.toml"),
            include_str!("../data/armies/achaemenid.toml"),
        ]
        .map(|text| {
            let node = form::parse_toml(text).expect("an army list is TOML");
            list_of(&Sheet::of("army list", &node, rules()).cited())
        })
        .into()
    })
}

/// The list of that name.
pub fn list(id: &str) -> Option<&'static ArmyList> {
    lists().iter().find(|l| l.id == id)
}

/// What a unit costs: for each model, and in all (`wab.army.points`, `wab.army.command`).
pub fn cost(entry: &Entry, size: u16, options: &[&Choice], command: usize) -> (i32, i32) {
    let each = entry.points + options.iter().map(|o| o.points).sum::<i32>();
    let command = command as i32 * tables().points.command as i32;
    (each, each * i32::from(size) + command)
}

fn list_of(file: &Sheet<'_>) -> ArmyList {
    let text = |name: &str| file.at(name).text().to_owned();
    ArmyList {
        id: text("id"),
        name: text("name"),
        from: file.at("from").int(),
        to: file.at("to").int(),
        note: text("note"),
        entries: file.at("unit").items().map(|s| entry(&s)).collect(),
    }
}

fn entry(row: &Sheet<'_>) -> Entry {
    let mut profile = Profile::default();
    for (name, value) in row.at("profile").entries() {
        match profile.get_mut(name) {
            Some(field) => *field = value.int(),
            None => value.bad("is no characteristic"),
        }
    }
    let size: Vec<u16> = row.at("size").items().map(|s| s.int()).collect();
    let missiles: Vec<&str> = row.at("missiles").items().map(|s| s.text()).collect();
    Entry {
        id: row.at("id").text().to_owned(),
        name: row.at("name").text().to_owned(),
        category: row.at("category").word(|w| parse(&Category::ALL, Category::key, w)),
        troop: row.at("troop").word(|w| parse(Troop::ALL, Troop::key, w)),
        profile,
        points: row.at("points").int(),
        size: [size[0], size[1]],
        orders: row.words("orders", |w| parse(Order::ALL, Order::key, w)),
        weapons: row.words("weapons", |w| parse(Weapon::ALL, Weapon::key, w)),
        missile: missiles.first().and_then(|w| parse(Missile::ALL, Missile::key, w)),
        engine: missiles.first() == Some(&"light_bolt_thrower"),
        armour: row.words("armour", |w| parse(Piece::ALL, Piece::key, w)),
        traits: row.words("traits", |w| parse(Trait::ALL, Trait::key, w)),
        options: row.opt("options").iter().flat_map(Sheet::items).map(|s| choice(&s)).collect(),
        command: row.yes("command"),
        limit: row.opt_int("limit"),
    }
}

fn choice(row: &Sheet<'_>) -> Choice {
    let sets = row.opt("set").map(|set| set.entries().map(|(n, v)| (n.to_owned(), v.int())).collect());
    Choice {
        id: row.at("id").text().to_owned(),
        points: row.at("points").int(),
        adds: row.words("adds", Gear::parse),
        drops: row.words("drops", Gear::parse),
        sets: sets.unwrap_or_default(),
        mount: row.opt("mount").map(|s| s.word(|w| parse(Troop::ALL, Troop::key, w))),
        needs: row.opt("needs").map(|s| s.text().to_owned()),
        shots: row.opt_int("shots"),
    }
}
