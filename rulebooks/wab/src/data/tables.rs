//! The tables of the book, read once from `data/tables.toml`.

use crate::data::troop::{Missile, Order, Piece, Troop, Weapon};
use binding::{Toggle, data_files};
use ruling::Factor;

/// What an inch of ground costs (`wab.terrain.table`, `wab.terrain.open_order`).
pub fn inch_cost(going: Going, order: Order) -> f64 {
    tables().ground_cost[going as usize][usize::from(order != Order::Close)]
}

/// What a target stands behind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cover {
    /// Nothing.
    #[default]
    None,
    /// Hedges, fences, woods.
    Soft,
    /// Walls, buildings.
    Hard,
}

mod read;

/// A kind of ground to move over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Going {
    /// The full rate.
    Normal,
    /// Half of it.
    Difficult,
    /// A quarter of it.
    VeryDifficult,
    /// A wall or hedge being crossed.
    Obstacle,
}

impl Going {
    /// All of them.
    pub const ALL: [Going; 4] = [Going::Normal, Going::Difficult, Going::VeryDifficult, Going::Obstacle];

    /// The word used in files and questions.
    pub const fn key(self) -> &'static str {
        match self {
            Going::Normal => "normal",
            Going::Difficult => "difficult",
            Going::VeryDifficult => "very_difficult",
            Going::Obstacle => "obstacle",
        }
    }
}

/// How a missile weapon bears a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveNote {
    /// It may move and shoot.
    Free,
    /// Nothing is said: with the penalty.
    Penalty,
    /// It may not.
    No,
}

impl MoveNote {
    /// The word used in files and answers.
    pub const fn key(self) -> &'static str {
        match self {
            MoveNote::Free => "free",
            MoveNote::Penalty => "penalty",
            MoveNote::No => "no",
        }
    }
}

/// When the ranks behind shoot too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Massed {
    /// Always.
    Always,
    /// If the unit did not move.
    Stationary,
    /// Never.
    No,
}

impl Massed {
    /// The word used in files and answers.
    pub const fn key(self) -> &'static str {
        match self {
            Massed::Always => "always",
            Massed::Stationary => "stationary",
            Massed::No => "no",
        }
    }
}

/// A row of the missile table; pairs are long range, then short.
#[derive(Debug)]
pub struct MissileRow {
    /// Its name.
    pub name: String,
    /// Its range in inches.
    pub range: f64,
    /// Strength.
    pub strength: [u8; 2],
    /// The whole save modifier.
    pub save: [i8; 2],
    /// Shots of a man who did not move, at short range.
    pub shots_short: u8,
    /// Whether long range makes it harder.
    pub long_range_penalty: bool,
    /// How it bears a move.
    pub move_note: MoveNote,
    /// When the ranks behind shoot too.
    pub massed: Massed,
}

/// A row of the armour table.
#[derive(Debug)]
pub struct ArmourRow {
    /// Its name.
    pub name: String,
    /// The save on foot, 0 if none.
    pub foot: u8,
    /// The save mounted, 0 if none.
    pub mounted: u8,
    /// What it adds to others.
    pub adds: u8,
    /// Whether it is body armour.
    pub body: bool,
    /// Whether it is barding.
    pub barding: bool,
    /// Whether a shield adds to it on foot and mounted.
    pub shield_adds: [bool; 2],
    /// Whether it counts in close combat only.
    pub melee_only: bool,
    /// Whether it counts from the front only.
    pub front_only: bool,
    /// What it takes off the Movement.
    pub movement: i8,
    /// What it takes off the Movement together with a shield.
    pub movement_with_shield: i8,
}

/// A row of the table of weapons.
#[derive(Debug, Default)]
pub struct WeaponRow {
    /// Its name.
    pub name: String,
    /// Whether it takes both hands.
    pub two_handed: bool,
    /// Attacks it adds.
    pub extra_attacks: u8,
    /// Strength it always adds.
    pub strength: u8,
    /// Strength it adds in the first round.
    pub first_round_strength: u8,
    /// Strength it adds to riders who charge.
    pub mounted_charging_strength: u8,
    /// When it strikes: 2 and 1 before the chargers, -1 after everyone.
    pub strikes: i8,
    /// Two ranks of foot fight unless they charged.
    pub two_ranks_standing: bool,
    /// Two ranks of foot fight in the first round.
    pub two_ranks_first_round: bool,
    /// Two ranks of a phalanx fight even when it charges.
    pub two_ranks_phalanx: bool,
    /// Riders and skirmishers re-roll misses in the first round.
    pub reroll_first_round: bool,
}

/// The impact of a charging chariot.
#[derive(Clone, Copy, Debug)]
pub struct Impact {
    /// How many D6.
    pub dice: u8,
    /// Whether they are read as D3.
    pub halved: bool,
    /// Their strength.
    pub strength: u8,
}

/// The modifiers of shooting.
#[derive(Debug)]
pub struct Modifiers {
    /// A charging enemy.
    pub charging_enemy: i8,
    /// Long range.
    pub long_range: i8,
    /// The shooter moved.
    pub moving: i8,
    /// A single character.
    pub single_character: i8,
    /// Soft cover.
    pub soft_cover: i8,
    /// Hard cover.
    pub hard_cover: i8,
    /// Skirmishers.
    pub skirmishers: i8,
    /// A light chariot that moved.
    pub moving_light_chariot: i8,
    /// A large target.
    pub large_target: i8,
}

/// The bonuses of a combat result.
#[derive(Debug)]
pub struct Bonuses {
    /// Close order.
    pub close_order: Factor,
    /// Each rank.
    pub rank: Factor,
    /// A standard.
    pub standard: Factor,
    /// The army standard.
    pub army_standard: Factor,
    /// Higher ground.
    pub high_ground: Factor,
    /// Momentum.
    pub momentum: Factor,
    /// A flank attack.
    pub flank: Factor,
    /// A rear attack.
    pub rear: Factor,
}

/// Distances in inches.
#[derive(Debug)]
pub struct Distances {
    /// Fleeing friends make panic.
    pub panic_fleeing: f64,
    /// Broken friends make panic.
    pub panic_broken: f64,
    /// Terror nearby.
    pub terror: f64,
    /// The general's Leadership.
    pub general: f64,
    /// The army standard.
    pub standard: f64,
    /// Enemies hinder a rally.
    pub rally: f64,
    /// Enemies hinder a reform.
    pub reform: f64,
    /// Nobody comes nearer to an enemy.
    pub one_inch: f64,
    /// How far ground is given.
    pub give_ground: f64,
    /// How far ranks close up.
    pub close_up: f64,
    /// How far from where it left a unit comes back.
    pub come_back: f64,
    /// How much wood one sees through.
    pub through_wood: f64,
    /// How close behind a hedge or a wall one is in its cover.
    pub behind_cover: f64,
    /// An enemy forbids a march.
    pub march: f64,
}

/// Army composition and victory.
#[derive(Debug)]
pub struct Points {
    /// The usual size of an army.
    pub army: u32,
    /// Quarters of it for characters, infantry, cavalry and special troops.
    pub quarters: [u32; 4],
    /// Each of leader, standard and musician.
    pub command: u32,
    /// For the enemy general.
    pub general: u32,
    /// For the enemy army standard.
    pub army_standard: u32,
    /// For each standard of a unit ridden down.
    pub standard: u32,
    /// Tenths of the army for a win and for a decisive one.
    pub tenths: [u32; 2],
}

/// Every table.
#[derive(Debug)]
pub struct Tables {
    /// Scores to hit, by the WS of both.
    pub to_hit: [[u8; 10]; 10],
    /// Scores to wound, by S and T; 0 cannot.
    pub to_wound: [[u8; 10]; 10],
    /// BS is taken from this.
    pub shooting_base: i8,
    /// No lower score hits.
    pub shooting_least: i8,
    /// The modifiers of shooting.
    pub modifiers: Modifiers,
    /// The save modifier by strength.
    pub save_modifier: [i8; 10],
    missiles: Vec<MissileRow>,
    armour: Vec<ArmourRow>,
    /// The save of a horse alone.
    pub horse: u8,
    weapons: Vec<WeaponRow>,
    /// What an inch costs, by ground, in close and in open order.
    pub ground_cost: [[f64; 2]; 4],
    /// Times M in a charge.
    pub charge_rate: u8,
    /// Times M on the march, and for a lone character.
    pub march_rate: [u8; 2],
    /// Times M on a fast march.
    pub fast_march_rate: u8,
    /// What an about-face costs, as a share of the move.
    pub about_face: f64,
    /// How many about-faces, in close and in open order.
    pub about_faces: [u8; 2],
    /// What a change of one rank costs, as a share of the move.
    pub rank_share: f64,
    /// The most ranks changed.
    pub ranks_most: u8,
    /// The widest march column, and of chariots.
    pub column_files: [u16; 2],
    /// Flee dice: slow up to this Movement.
    pub slow_up_to: u8,
    /// Flee dice of the slow and of the fast.
    pub flee_dice: [u8; 2],
    /// Dice fewer after firing.
    pub flee_fewer: u8,
    /// The most that ranks give, and how wide they must be.
    pub ranks: [u16; 2],
    /// The bonuses of a combat result.
    pub bonuses: Bonuses,
    /// Distances.
    pub distances: Distances,
    /// The models that hold together.
    pub five: u16,
    /// The stubborn hold on this.
    pub stubborn_holds: u8,
    /// The Leadership of hatred.
    pub hatred_ld: u8,
    /// The models of a phalanx, and of hoplites.
    pub phalanx: [u16; 2],
    bases: [[f64; 2]; 7],
    /// The gap between skirmishers in millimetres.
    pub skirmish_gap: f64,
    headcount: [u16; 7],
    /// Impact of light, heavy and scythed chariots.
    pub impact: [Impact; 3],
    /// Range and strength of a bolt thrower.
    pub bolt: (f64, u8),
    /// A driver kills his elephant from this on.
    pub stampede_killed_on: u8,
    /// The strength of a stampede.
    pub stampede_strength: u8,
    /// Javelins thrown from an elephant, and at which BS.
    pub elephant_crew: (u16, u8),
    /// Army composition and victory.
    pub points: Points,
    /// How many turns each.
    pub turns: u16,
    /// The table's width and depth.
    pub table: [f64; 2],
    /// How deep the armies deploy.
    pub deployment: f64,
    /// The house rules.
    pub toggles: Vec<Toggle>,
}

data_files!(Tables);

impl Tables {
    /// The row of a missile weapon.
    #[inline]
    pub fn missile(&self, missile: Missile) -> &MissileRow {
        &self.missiles[missile as usize]
    }

    /// The row of a piece of armour.
    #[inline]
    pub fn piece(&self, piece: Piece) -> &ArmourRow {
        &self.armour[piece as usize]
    }

    /// The row of a weapon.
    #[inline]
    pub fn weapon(&self, weapon: Weapon) -> &WeaponRow {
        &self.weapons[weapon as usize]
    }

    /// Width and depth of a base in millimetres (`wab.basics.base`).
    #[inline]
    pub fn base(&self, troop: Troop) -> [f64; 2] {
        self.bases[troop as usize]
    }

    /// How many a model counts as (`wab.basics.count`).
    #[inline]
    pub fn headcount(&self, troop: Troop) -> u16 {
        self.headcount[troop as usize]
    }
}
