//! The tables of the book, read once from its data files. Lengths are in inches.

mod named;
mod read;
#[cfg(test)]
mod tests;

use crate::data::reaction::{Grade, Occasion, Reaction, When};
use crate::data::troop::{Column, Hand, Haul, Missile, Troop};
use binding::{Toggle, data_files};
use mechanics::{Bands, CasualtyTable, DiceByStrength, FactorLine, OccasionSpec};
use ruling::{Factor, RuleId};

/// Everything the rules look up.
#[derive(Debug)]
pub struct Tables {
    rows: [Row; Troop::COUNT],
    missiles: [MissileRow; Missile::COUNT],
    hands: [HandRow; Hand::COUNT],
    /// What generals, grades, extras and commanders cost.
    pub points: Points,
    /// How many times the lower total the higher must be to win outside competitions (`wrg1969.victory.draw`).
    pub advantage: f64,
    /// Setting up.
    pub setup: Setup,
    /// Movement.
    pub moves: Moves,
    /// Command.
    pub command: Command,
    /// Half the arcs of fire, in degrees.
    pub arc: Arc,
    /// What models shoot as.
    pub crews: Crews,
    /// How many figures overlap.
    pub overlap: Overlap,
    /// The tactical factors.
    pub tactical: Tactical,
    /// How far a target goes that is hard to hit (`wrg1969.tactical.moving_target`).
    pub moving_target: f64,
    /// The casualty table (`wrg1969.casualty.table`).
    pub casualty: CasualtyTable,
    /// Reaction tests.
    pub reaction: ReactionTables,
    /// After combat.
    pub after: After,
    /// Leaving the field and coming back.
    pub leave: Leave,
    /// How many causes of disorganisation cost something (`wrg1969.disorg.cap`).
    pub disorganised_most: u8,
    /// The causes of disorganisation, in the order of their numbers.
    pub causes: Vec<Cause>,
    /// The house rules.
    pub toggles: Vec<Toggle>,
}

/// What there is to know of a troop type.
#[derive(Clone, Debug)]
pub struct Row {
    /// The rule that describes it.
    pub rule: RuleId,
    /// The name of the type.
    pub name: String,
    /// The name in two or three letters.
    pub abbr: String,
    /// The column under which missiles and blows find it.
    pub column: Column,
    /// The crew of a model; 0 for others.
    pub crew: u8,
    /// The front of a base.
    pub front: f64,
    /// The depth of a base.
    pub depth: f64,
    /// Points a figure: regular, barbarian; none where there are no such troops.
    pub points: [Option<i16>; 2],
    /// The normal and the charge move; engines have neither of their own.
    pub rates: Option<Rates>,
}

/// A normal and a charge move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// The normal move.
    pub normal: f64,
    /// The charge move.
    pub charge: f64,
}

/// A missile weapon.
#[derive(Clone, Debug)]
pub struct MissileRow {
    /// Its name.
    pub name: String,
    /// Its range.
    pub range: f64,
    /// Its factor against each column.
    pub factor: [i8; Column::COUNT],
    /// The word of its row of factors.
    pub row: String,
}

/// A hand weapon.
#[derive(Clone, Debug)]
pub struct HandRow {
    /// Its name.
    pub name: String,
    /// How many ranks fight with it, in halves.
    pub half_ranks: u8,
    /// Its factor against each column.
    pub factor: [i8; Column::COUNT],
}

/// What is paid for, beside figures. Pairs are regular, barbarian.
#[derive(Debug)]
pub struct Points {
    /// A commander in chief.
    pub commander_in_chief: i16,
    /// A subordinate general.
    pub subordinate_general: i16,
    // By grade; none where the grade is not open.
    grade: [[Option<i16>; 5]; 2],
    /// A bow and a shafted weapon.
    pub bow_and_shafted: [i16; 2],
    /// No shield.
    pub shieldless: [i16; 2],
    /// A unit's commander.
    pub unit_commander: [i16; 2],
    /// The commander of a specialist part.
    pub sub_unit_commander: [i16; 2],
    /// Points for each general (`wrg1969.army.general`).
    pub per_general: i32,
    /// The most figures of a unit that the general leads.
    pub general_unit_figures: u16,
    /// The grades it may have.
    pub general_unit_grades: Vec<Grade>,
    /// Of some peoples' points one in so many may be regular in competitions (`wrg1969.troops.regular`).
    pub regular_share: i32,
}

impl Points {
    /// What a grade adds to each figure, if it is open to them (`wrg1969.points.variation`).
    #[inline]
    pub fn grade(&self, regular: bool, grade: Grade) -> Option<i16> {
        self.grade[usize::from(!regular)][grade as usize]
    }
}

/// Setting up.
#[derive(Debug)]
pub struct Setup {
    /// How deep a deployment zone is (`wrg1969.setup.deploy`).
    pub zone: f64,
    /// The usual width of the table (`wrg1969.setup.table`).
    pub width: f64,
    /// Its usual depth.
    pub depth: f64,
}

/// Movement.
#[derive(Debug)]
pub struct Moves {
    /// Camel riders (`wrg1969.troops.camels`).
    pub camel: Rates,
    haul: [f64; Haul::COUNT],
    /// Straight back without turning (`wrg1969.move.back`).
    pub back: f64,
    /// Evading (`wrg1969.move.evade`).
    pub evade: f64,
    /// Going round something impassable.
    pub swerve: f64,
    /// Rallying back, mounted.
    pub rally_mounted: f64,
    /// Rallying back, on foot or elephants.
    pub rally_foot: f64,
    /// Rallying back from a drawn fight of mounted.
    pub rally_drawn: f64,
    /// Being pushed back.
    pub push_back: f64,
    /// What the second period of uncontrolled advance is slower.
    pub uncontrolled_less: f64,
    /// What each period of rout is slower.
    pub rout_less: f64,
    /// What each period of pursuit is slower.
    pub pursuit_less: f64,
    /// What an obstacle costs mounted troops, in quarters of the move (`wrg1969.terrain.obstacle`).
    pub obstacle_mounted: f64,
    /// What it costs foot.
    pub obstacle_foot: f64,
    /// How many it takes to get wheels over one (`wrg1969.terrain.wheeled`).
    pub wheeled_figures: u16,
    /// What an inch of slow going costs mounted troops (`wrg1969.terrain.going`).
    pub going_mounted: f64,
    /// What it costs foot.
    pub going_foot: f64,
    /// How far one stays from an enemy one does not charge (`wrg1969.move.standoff`).
    pub standoff: f64,
}

impl Moves {
    /// How far an engine goes.
    #[inline]
    pub fn haul(&self, haul: Haul) -> f64 {
        self.haul[haul as usize]
    }
}

/// Command.
#[derive(Debug)]
pub struct Command {
    /// How far signals are seen (`wrg1969.orders.change.signal`).
    pub signal_range: f64,
    /// How many signals there are.
    pub signals: u8,
    /// What messengers ride as.
    pub messenger: Troop,
    /// What generals ride as.
    pub general: Troop,
    /// How near the standard a messenger has arrived.
    pub arrival: f64,
}

/// Half the arcs of fire, in degrees (`wrg1969.fire.arcs`).
#[derive(Debug)]
pub struct Arc {
    /// All round.
    pub all_round: f64,
    /// Light troops and light dart engines.
    pub light: f64,
    /// Everybody else.
    pub others: f64,
}

/// What a model shoots as (`wrg1969.fire.crews`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrewWeapon {
    /// So many figures.
    pub figures: u8,
    /// With this.
    pub weapon: Missile,
}

/// The crews that shoot.
#[derive(Debug)]
pub struct Crews {
    /// An elephant's.
    pub elephant: CrewWeapon,
    /// An Asiatic chariot's.
    pub chariot_asiatic: CrewWeapon,
    /// A Celtic chariot's.
    pub chariot_celtic: CrewWeapon,
    /// A light dart engine's.
    pub light_dart_engine: CrewWeapon,
    /// A heavy dart engine's.
    pub heavy_dart_engine: CrewWeapon,
    /// A stone-thrower's.
    pub stone_thrower: CrewWeapon,
}

/// How many figures overlap (`wrg1969.melee.overlap`).
#[derive(Debug)]
pub struct Overlap {
    /// On the shielded side.
    pub shielded_side: u16,
    /// On the unshielded side.
    pub unshielded_side: u16,
    /// On either side of super heavy cavalry, elephants and chariots.
    pub wide_target: u16,
    /// Of elephants and chariots themselves.
    pub by_models: u16,
}

/// The tactical factors, each with its rule.
#[derive(Debug)]
pub struct Tactical {
    /// Shooting overhead.
    pub overhead_fire: Factor,
    /// Enemy in cover.
    pub enemy_in_cover: Factor,
    /// Disorganised, for each of at most two causes.
    pub disorganised: Factor,
    /// Target moving fast.
    pub target_moved: Factor,
    /// Losses to missiles.
    pub losses: Factor,
    /// Facing pikes or long spears.
    pub against_pikes: Factor,
    /// Cavalry or heavy infantry without the use of shields.
    pub shieldless_cavalry_or_hi: Factor,
    /// Medium or light infantry without the use of shields.
    pub shieldless_mi_or_li: Factor,
    /// Charging, countercharging or following up.
    pub charging: Factor,
    /// Higher ground.
    pub higher_ground: Factor,
    /// Super heavy cavalry in flank or rear.
    pub shc_flanked: Factor,
    /// Chariots in flank.
    pub chariot_flanked: Factor,
}

/// Reaction tests.
#[derive(Debug)]
pub struct ReactionTables {
    /// How many dice (`wrg1969.reaction.dice.number`).
    pub dice: DiceByStrength,
    /// The lines of the list of factors, in the order of the book.
    pub factor: Vec<FactorLine>,
    /// The occasions on which a unit must test, those that cannot wait first.
    pub occasions: Vec<OccasionSpec<Occasion, When>>,
    /// The factors whose sign is chosen.
    pub special: Special,
    /// Distances.
    pub distance: Distances,
    // Ordered, unordered; by grade.
    charts: [[Bands<5>; 5]; 2],
    periods: [u8; Reaction::ALL.len()],
}

impl ReactionTables {
    /// The bands of the score, by grade (`wrg1969.reaction.chart.ordered`).
    #[inline]
    pub fn chart(&self, has_order: bool) -> &[Bands<5>; 5] {
        &self.charts[usize::from(!has_order)]
    }

    /// For how many periods a result runs; 0 where periods are not counted (`wrg1969.reaction.effect`).
    #[inline]
    pub fn periods(&self, reaction: Reaction) -> u8 {
        self.periods[reaction as usize]
    }
}

/// The factors whose sign is chosen (`wrg1969.reaction.special`).
#[derive(Debug)]
pub struct Special {
    /// The commander in chief with the unit.
    pub cinc_with: i8,
    /// The commander in chief near.
    pub cinc_near: i8,
    /// Behind cover.
    pub behind_cover: i8,
    /// In square.
    pub in_square: i8,
    /// Each secure flank.
    pub secure_flank: i8,
}

/// Distances of the reaction test (`wrg1969.reaction.within`).
#[derive(Debug)]
pub struct Distances {
    /// Units that are near.
    pub near: f64,
    /// Cover.
    pub cover: f64,
    /// Enemy elephants or chariots.
    pub elephants_or_chariots: f64,
    /// Friends that count below half in close fighting.
    pub close_friends: f64,
    /// Cover that secures a flank.
    pub secure_flank_cover: f64,
    /// Surprise.
    pub surprise: f64,
    /// How many figures put a unit under fire.
    pub under_fire_figures: u16,
}

/// After combat (`wrg1969.after`).
#[derive(Debug)]
pub struct After {
    /// At which push running a unit breaks, by grade (`wrg1969.after.push_break`).
    pub push_backs_to_break: [u8; 5],
    /// How many times the other's loss breaks a side (`wrg1969.after.mounted`).
    pub mounted_break_ratio: u32,
    /// How many periods such a fight lasts.
    pub drawn_periods: u8,
    /// What a trapped general has lost when he surrenders (`wrg1969.after.trapped`).
    pub general_surrenders: u32,
    /// A unit of more figures than this is large (`wrg1969.after.large_unit`).
    pub large_unit_over: u16,
}

/// Coming back to the field (`wrg1969.offtable.return`).
#[derive(Debug)]
pub struct Leave {
    /// How many throws.
    pub rolls: u8,
    /// They are back at once on this.
    pub returns_now_on: u8,
    /// They come later on this.
    pub delayed_return_on: u8,
}

/// A cause of disorganisation.
#[derive(Clone, Debug)]
pub struct Cause {
    /// Its word.
    pub name: String,
    /// Its rule.
    pub rule: RuleId,
}

data_files!(Tables);

impl Tables {
    /// What there is to know of a troop type.
    #[inline]
    pub fn troop(&self, troop: Troop) -> &Row {
        &self.rows[troop as usize]
    }

    /// A missile weapon.
    #[inline]
    pub fn missile(&self, missile: Missile) -> &MissileRow {
        &self.missiles[missile as usize]
    }

    /// A hand weapon.
    #[inline]
    pub fn hand(&self, hand: Hand) -> &HandRow {
        &self.hands[hand as usize]
    }

    /// The factor of a missile against a troop type (`wrg1969.fire.factors`).
    #[inline]
    pub fn missile_factor(&self, missile: Missile, target: Troop) -> i8 {
        self.missile(missile).factor[self.troop(target).column as usize]
    }

    /// The factor of a hand weapon against a troop type (`wrg1969.melee.factors`).
    #[inline]
    pub fn hand_factor(&self, hand: Hand, target: Troop) -> i8 {
        self.hand(hand).factor[self.troop(target).column as usize]
    }
}
