//! Army lists: what may be bought, and what it costs.

use crate::army::gear::Gear;
use crate::data::tables::{rules, tables};
use crate::data::troop::{Missile, Order, Piece, Profile, Trait, Traits, Troop, Weapon, parse};
use binding::Sheet;
use std::sync::OnceLock;

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
    /// Its missile weapons.
    pub missiles: Vec<Missile>,
    /// Whether it is a bolt thrower.
    pub engine: bool,
    /// Its armour.
    pub armour: Vec<Piece>,
    /// What is special about it.
    pub traits: Traits,
    /// The army lists whose troops it hates.
    pub hates: Vec<String>,
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
pub const KEYS: [&str; 10] = [
    "republican_roman",
    "carthaginian",
    "successor",
    "gallic",
    "achaemenid",
    "byzantine",
    "english",
    "french",
    "swiss",
    "free",
];

/// Every list, in the order of `KEYS`.
pub fn lists() -> &'static [ArmyList] {
    static LISTS: OnceLock<Vec<ArmyList>> = OnceLock::new();
    LISTS.get_or_init(|| {
        [
            include_str!("../../data/armies/republican_roman.toml"),
            include_str!("../../data/armies/carthaginian.toml"),
            include_str!("../../data/armies/successor.toml"),
            include_str!("../../data/armies/gallic.toml"),
            include_str!("../../data/armies/achaemenid.toml"),
            include_str!("../../data/armies/byzantine.toml"),
            include_str!("../../data/armies/english.toml"),
            include_str!("../../data/armies/french.toml"),
            include_str!("../../data/armies/swiss.toml"),
            include_str!("../../data/armies/free.toml"),
        ]
        .map(|text| {
            let node = form::parse_toml(text).expect("an army list is TOML");
            list_of(&Sheet::of("army list", &node, rules()).cited())
        })
        .into()
    })
}

/// What a unit costs: for each model, and in all (`wab.army.points`, `wab.army.command`).
pub fn cost(entry: &Entry, size: u16, options: &[&Choice], command: usize) -> (i32, i32) {
    let each = entry.points + options.iter().map(|o| o.points).sum::<i32>();
    let command = command as i32 * tables().points.command as i32;
    (each, each * i32::from(size) + command)
}

/// The word of a bolt thrower among the missiles of an entry.
const ENGINE: &str = "light_bolt_thrower";

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
        missiles: missiles.iter().filter_map(|w| parse(Missile::ALL, Missile::key, w)).collect(),
        engine: missiles.contains(&ENGINE),
        armour: row.words("armour", |w| parse(Piece::ALL, Piece::key, w)),
        traits: row.words("traits", |w| parse(Trait::ALL, Trait::key, w)),
        hates: row.opt("hates").iter().flat_map(Sheet::items).map(|s| s.text().to_owned()).collect(),
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
