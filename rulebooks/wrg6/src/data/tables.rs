//! The tables of the book, read once from its data files. Lengths are in paces.

mod read;

use crate::data::occasion::Occasion;
use crate::data::troop::{Class, Column, HandRow, Missile, MissileRow, Mover, Spacing, Training, Troop};
use binding::{Toggle, data_files};
use mechanics::{Bands, CasualtyTable, DiceByStrength, FactorLine, OccasionSpec};
use ruling::{Factor, RuleId};

/// Everything the rules look up.
#[derive(Debug)]
pub struct Tables {
    troops: Vec<TroopRow>,
    moves: Vec<Rates>,
    ranges: Vec<Range>,
    // By row and column; nothing where nobody can fall.
    shoot: Vec<[Option<i8>; Column::ALL.len()]>,
    melee: Vec<[Option<i8>; Column::ALL.len()]>,
    /// Reaction tests.
    pub reaction: Reaction,
    /// Tactical factors hand-to-hand.
    pub melee_tactical: MeleeTactical,
    /// Tactical factors of shooting.
    pub shooting_tactical: ShootingTactical,
    /// How many ranks fight with a heavy throwing weapon at first contact, in halves (`wrg6.melee.ranks`).
    pub heavy_throwing_half_ranks: u32,
    /// Beasts and crew of an elephant, a heavy and a light chariot (`wrg6.melee.models`).
    pub models: [(u32, u32); 3],
    /// As how many figures an engine shoots and fights.
    pub engine_figures: u32,
    /// After a fight (`wrg6.melee.after`).
    pub after: After,
    /// Causes of disorder that end with what caused them, and those that need a rally.
    pub disorder: [Vec<String>; 2],
    /// Distances at which beasts frighten beasts (`wrg6.disorder.beasts`).
    pub beasts: Beasts,
    /// Arrivals (`wrg6.arrivals.dice`).
    pub arrivals: Arrivals,
    /// Points (`wrg6.points.cost`).
    pub points: Points,
    /// Setting up (`wrg6.setup.points`).
    pub setup: Setup,
    /// Command (`wrg6.orders.change`).
    pub command: Command,
    /// The casualty table (`wrg6.casualties.table`).
    pub casualties: CasualtyTable,
    /// The house rules.
    pub toggles: Vec<Toggle>,
}

/// What there is to know of a troop type.
#[derive(Debug)]
pub struct TroopRow {
    /// The abbreviation.
    pub abbr: String,
    /// The name in words.
    pub name: String,
    /// The column of the weapon tables.
    pub column: Column,
    /// The row of the table of moves; artillery moves as its engine is moved.
    pub mover: Option<Mover>,
    /// How they stand.
    pub spacing: Spacing,
    /// Whether they are mounted.
    pub mounted: bool,
    /// Whether they are light troops.
    pub light: bool,
    /// Whether they are models.
    pub model: bool,
    /// How heavy they are to one another (`wrg6.orders.S.countercharge`).
    pub weight: u8,
    /// The front of a base.
    pub frontage: f64,
    /// The depth of a base.
    pub depth: f64,
    /// Points of a figure or model.
    pub points: u32,
}

/// A row of the table of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rates {
    /// The normal move.
    pub normal: u16,
    /// The charge, for those who can.
    pub charge: Option<u16>,
    /// The paces of the evade column, for those who can.
    pub evade: Option<u16>,
    /// Whether a die is added to it.
    pub die: bool,
}

/// A row of the table of ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The greatest range.
    pub maximum: u16,
    /// Where long range begins, if it does.
    pub long_from: Option<u16>,
    /// Paces for each level of height.
    pub height: u16,
    /// The row of weapon factors.
    pub row: MissileRow,
}

/// Reaction tests.
#[derive(Debug)]
pub struct Reaction {
    /// Near, for most factors, in paces (`wrg6.reaction.distance`).
    pub near: f64,
    /// Near, for standards, relics and enemies behind.
    pub far: f64,
    /// Dice by strength (`wrg6.reaction.dice`).
    pub dice: DiceByStrength,
    // Irregular A, regular A, B, C, regular D, irregular D.
    results: [Bands<5>; 6],
    /// The words of each row when no charge is at hand, when wishing to charge, when charged.
    pub instructions: [Vec<String>; 3],
    /// The factors, in the order of the sheet; their values in the order of the words of `reaction_value_column`.
    pub factors: Vec<FactorLine<4>>,
    /// The occasions, in the order of the sheet, each with its step.
    pub occasions: Vec<OccasionSpec<Occasion, u8>>,
}

impl Reaction {
    /// The column of troops of a class and training: row 1 is its highest band (`wrg6.reaction.results`).
    pub fn column(&self, class: Class, training: Training) -> &Bands<5> {
        let column = match (class, training) {
            (Class::A, Training::Irregular) => 0,
            (Class::A, Training::Regular) => 1,
            (Class::B, _) => 2,
            (Class::C, _) => 3,
            (Class::D, Training::Regular) => 4,
            (Class::D, Training::Irregular) => 5,
        };
        &self.results[column]
    }

    /// The rule of an occasion.
    pub fn rule(&self, occasion: Occasion) -> RuleId {
        self.occasions[occasion as usize].rule
    }
}

/// Tactical factors hand-to-hand, each with its rule.
#[derive(Debug)]
pub struct MeleeTactical {
    /// Impetuous.
    pub impetuous: Factor,
    /// Charging, following up, pursuing.
    pub charging: Factor,
    /// Steady pikes.
    pub steady_pikes: Factor,
    /// Downhill.
    pub downhill: Factor,
    /// Opponents shieldless or struck in flank or rear.
    pub shieldless_or_flanked: Factor,
    /// Facing pikes or elephants.
    pub pikes_or_elephants: Factor,
    /// Facing cut-and-thrust weapons.
    pub cut_and_thrust: Factor,
    /// Shot at, each step.
    pub shot: Factor,
    /// Disordered, each cause.
    pub disordered: Factor,
    /// Opponents on higher ground.
    pub higher_ground: Factor,
    /// Crossing an obstacle.
    pub obstacle: Factor,
}

/// Tactical factors of shooting, each with its rule.
#[derive(Debug)]
pub struct ShootingTactical {
    /// Medium and light medium infantry without shields.
    pub shieldless_medium: Factor,
    /// Others without shields.
    pub shieldless_other: Factor,
    /// Shooters disordered or shaken.
    pub unsteady: Factor,
    /// A target that moved far, is in contact or in cover.
    pub hard_target: Factor,
    /// How far it must have moved.
    pub moved_at_least: f64,
}

/// After a fight; figures in halves of a casualty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct After {
    /// Half casualties a figure that make a body recoil, and casualties a model.
    pub recoil: (u32, u32),
    /// Casualties a model that break a body.
    pub break_per_model: u32,
    /// How many times what it inflicted shakes a body.
    pub shaken_ratio: u32,
    /// Half casualties a figure that shake it, and casualties a model.
    pub shaken: (u32, u32),
}

/// Distances at which beasts frighten beasts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beasts {
    /// Of elephants, for those who know them.
    pub elephants_familiar: f64,
    /// Of elephants, for those who do not.
    pub elephants_unfamiliar: f64,
    /// Of camels, for horses.
    pub camels: f64,
    /// Of dummies, for elephants.
    pub dummies: f64,
    /// Of the first bang or rocket.
    pub bangs: f64,
}

/// Arrivals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrivals {
    /// The first period in which flank marches throw.
    pub from_period: u16,
    /// How often a body that left may throw.
    pub tries: u16,
    /// On what it comes back.
    pub return_score: u16,
}

/// Points.
#[derive(Debug)]
pub struct Points {
    /// By class, regular and irregular.
    pub class: [[u32; 4]; 2],
    /// What weapons and a shield cost.
    pub extras: Vec<(String, u32)>,
    /// What a body costs, regular and irregular.
    pub body: [u32; 2],
    /// A commander-in-chief.
    pub commander_in_chief: u32,
    /// A subordinate general.
    pub subordinate_general: u32,
    /// The army standard.
    pub army_standard: u32,
    /// The relic.
    pub religious_relic: u32,
}

/// Setting up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setup {
    /// The points of a standard army.
    pub points: u32,
    /// How many per cent more or less it may have.
    pub per_cent: u32,
    /// How far from the middle of its edge a camp can be looted.
    pub camp: f64,
}

/// Command.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Command {
    /// Within what distance an order is given at once.
    pub at_once: f64,
    /// How far a lone general goes (`wrg6.generals.move`).
    pub general_move: f64,
    /// How near friends keep him safe.
    pub general_safe: f64,
}

data_files!(Tables);

impl Tables {
    /// What there is to know of a troop type.
    #[inline]
    pub fn troop(&self, troop: Troop) -> &TroopRow {
        &self.troops[troop as usize]
    }

    /// The moves of a row.
    #[inline]
    pub fn rates(&self, mover: Mover) -> &Rates {
        &self.moves[mover as usize]
    }

    /// The range of a weapon.
    #[inline]
    pub fn range(&self, weapon: Missile) -> &Range {
        &self.ranges[weapon as usize]
    }

    /// The factor of a row of shooting; nothing for a blank cell (`wrg6.shooting.weapon`).
    #[inline]
    pub fn shot(&self, row: MissileRow, target: Troop) -> Option<i8> {
        self.shoot[row as usize][self.troop(target).column as usize]
    }

    /// The factor of a row hand-to-hand; nothing for a blank cell (`wrg6.melee.weapon`).
    #[inline]
    pub fn blow(&self, row: HandRow, target: Troop) -> Option<i8> {
        self.melee[row as usize][self.troop(target).column as usize]
    }
}
