//! The tables of the book, read once from its data files. Lengths are in inches.

mod read;

use crate::data::terrain::Terrain;
use crate::data::trigger::{Kind, Trigger};
use crate::data::troop::{Card, Profile};
use binding::{Sheet, Toggle, read_rules};
use form::Node;
use ruling::{Factor, RuleId, RuleIndex};
use std::sync::OnceLock;

/// Setting up.
#[derive(Debug)]
pub struct Setup {
    /// How deep the deployment zones are.
    pub depth: f64,
    /// The table from west to east.
    pub width: f64,
    /// The table from south to north.
    pub height: f64,
    /// Points for each general.
    pub general_points: u16,
    /// The fewest generals.
    pub generals: u16,
}

/// Moving and charging.
#[derive(Debug)]
pub struct Movement {
    /// What a turn costs.
    pub turn: f64,
    /// How far one such turn goes, in degrees.
    pub turn_degrees: f64,
    /// What difficult ground costs.
    pub difficult: f64,
    /// What climbing costs.
    pub uphill: f64,
    /// How far moves stay from enemies.
    pub standoff: f64,
    /// What a charge gains from above.
    pub charge_down: f64,
    /// What a charge loses from below.
    pub charge_up: f64,
}

/// Shooting.
#[derive(Debug)]
pub struct Shooting {
    /// The number needed.
    pub needs: i8,
    /// What standing still does to it.
    pub steady: Factor,
    /// What shooting over others does to the dice.
    pub over: i8,
    /// How near a screen obscures instead.
    pub gap: f64,
    /// What cover does to a save.
    pub cover: i8,
    /// Range gained from above.
    pub high: f64,
    /// Range lost from below.
    pub up: f64,
    /// Range lost into woods.
    pub forest: f64,
    /// Wood that shelters a target from missiles.
    pub shelter: f64,
    /// Wood through which men shoot out.
    pub out: f64,
    /// How near the enemy reveals an ambush.
    pub reveal: f64,
}

/// Kill rolls.
#[derive(Debug)]
pub struct Kill {
    /// The number needed.
    pub needs: i8,
    /// The least it can be.
    pub floor: i8,
    /// The most it can be.
    pub ceiling: i8,
    /// Against armour.
    pub armour: Factor,
    /// Against cavalry.
    pub cavalry: Factor,
    /// Charging.
    pub charging: Factor,
    /// Cavalry against infantry.
    pub on_foot: Factor,
    /// On a side.
    pub side: Factor,
    /// On a rear.
    pub rear: Factor,
}

/// Melee and shields.
#[derive(Debug)]
pub struct Melee {
    /// Men in a line.
    pub line: u16,
    /// The general's attacks.
    pub general: u8,
    /// What raised pikes do to a save.
    pub pikes: i8,
    /// How many pikes there must be.
    pub pikes_least: u16,
    /// What no shield counts as.
    pub no_shield: u8,
    /// The best save.
    pub best_save: u8,
}

/// Answers to a charge.
#[derive(Debug)]
pub struct Reaction {
    /// How near the general must be.
    pub general: f64,
    /// What a counter-charge needs.
    pub counter: u8,
    /// Men for a die of reforming.
    pub men: u16,
    /// The face that fails at the side.
    pub side: u8,
    /// The face that fails at the rear.
    pub rear: u8,
}

/// Break tests.
#[derive(Debug)]
pub struct Breaks {
    /// What breaks trained and untrained troops, for break, panic, FC and FC by auxiliaries.
    pub numbers: [[u8; 2]; 4],
    /// How near a general steadies.
    pub general: f64,
    /// How near a broken friend frightens.
    pub broken: f64,
    /// How near a destroyed friend does.
    pub destroyed: f64,
    /// The dice: for the cause, below half, no general, a general present, cover.
    pub dice: [Factor; 5],
    /// The causes, in the order of [`Trigger::ALL`].
    pub triggers: [Test; Trigger::COUNT],
}

/// A test as its cause brings it.
#[derive(Debug)]
pub struct Test {
    /// Its rule.
    pub rule: RuleId,
    /// What kind of test.
    pub kind: Kind,
    /// What an elephant fails on, where it is an elephant's test.
    pub elephant: Option<u8>,
}

/// Rallying.
#[derive(Debug)]
pub struct Rally {
    /// What trained troops need.
    pub trained: u8,
    /// What others need.
    pub untrained: u8,
    /// Dice to begin with.
    pub dice: i8,
    /// Dice for each general.
    pub each: i8,
    /// How near a general must be.
    pub general: f64,
    /// Dice for enemies near.
    pub enemy: i8,
    /// How near they are.
    pub near: f64,
}

/// Ballistae.
#[derive(Debug)]
pub struct Ballista {
    /// The most dice.
    pub dice: u16,
    /// What kills.
    pub needs: i8,
    /// The face that misses.
    pub miss: u8,
    /// What dice are divided by when a shot flies on.
    pub divisor: u16,
    /// How many misses backfire.
    pub backfire: u16,
    /// How many of the crew that kills.
    pub crew_killed: u16,
}

/// Fire.
#[derive(Debug)]
pub struct Flame {
    /// The part of the range that is left.
    pub range: f64,
    /// The face that puts it out.
    pub out: u8,
    /// What burning kills on.
    pub needs: u8,
    /// The sides of the fire die.
    pub sides: u8,
    /// Those of what burns well.
    pub sides_flammable: u8,
}

/// Elephants.
#[derive(Debug)]
pub struct Elephant {
    /// How near they frighten.
    pub panic: f64,
    /// How near they frighten horses.
    pub horses: f64,
    /// How near fire frightens them.
    pub flame: f64,
    /// The lives at which wounds are tested.
    pub wounded: Vec<u16>,
    /// What they fail other tests on.
    pub breaks: u8,
    /// How far they run.
    pub run: f64,
    /// The dice of a touch.
    pub touch: u16,
    /// What it kills on.
    pub needs: i8,
    /// The steps between random headings, in degrees.
    pub scatter: f64,
}

/// What a die brings to a sector of a random map (`toms.setup.terrain`).
#[derive(Debug)]
pub struct RandomMap {
    /// Sectors from west to east.
    pub across: u8,
    /// Sectors from south to north.
    pub deep: u8,
    /// What each face brings.
    pub faces: [Option<Terrain>; 6],
    /// How wide a piece is.
    pub width: f64,
    /// How deep it is.
    pub depth: f64,
}

/// An army list.
#[derive(Debug)]
pub struct List {
    /// Its name.
    pub name: &'static str,
    /// The rule that gives it.
    pub rule: RuleId,
}

/// Everything the rules look up.
#[derive(Debug)]
pub struct Tables {
    /// The cards that the book gives.
    pub card: Card,
    /// Setting up.
    pub setup: Setup,
    /// Moving and charging.
    pub movement: Movement,
    /// Shooting.
    pub shooting: Shooting,
    /// Kill rolls.
    pub kill: Kill,
    /// Melee and shields.
    pub melee: Melee,
    /// Answers to a charge.
    pub reaction: Reaction,
    /// Break tests.
    pub breaks: Breaks,
    /// The steps between the headings that a flight tries, in degrees.
    pub flight: u16,
    /// Rallying.
    pub rally: Rally,
    /// Ballistae.
    pub ballista: Ballista,
    /// Fire.
    pub flame: Flame,
    /// Elephants.
    pub elephant: Elephant,
    /// Random maps.
    pub map: RandomMap,
    /// The margin of shares that wins at the limit, in percent.
    pub margin: u32,
    /// Every troop type.
    pub profiles: Vec<Profile>,
    /// The army lists.
    pub lists: Vec<List>,
    /// The house rules.
    pub toggles: Vec<Toggle>,
}

static FILE: OnceLock<Node> = OnceLock::new();

/// The file of the tables as it is written.
pub fn file() -> &'static Node {
    FILE.get_or_init(|| {
        form::parse_toml(include_str!("../../data/tables.toml")).expect("the tables are good TOML")
    })
}

/// The rules as played.
pub fn rules() -> &'static RuleIndex {
    static RULES: OnceLock<RuleIndex> = OnceLock::new();
    RULES.get_or_init(|| {
        read_rules(include_str!("../../data/rules.toml"), include_str!("../../data/ledger.toml"))
    })
}

/// The tables of the book.
pub fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| Tables::read(&Sheet::of("tables.toml", file(), rules())))
}

impl Breaks {
    /// The test that a cause brings.
    pub fn of(&self, trigger: Trigger) -> &Test {
        &self.triggers[trigger as usize]
    }
}
