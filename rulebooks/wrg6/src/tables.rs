//! The tables of the book, read once from its data files. Lengths are in paces.

use crate::troop::{
    Class, Column, Hand, HandRow, Missile, MissileRow, Mover, Spacing, Training, Troop, by_key,
};
use binding::{Sheet, Toggle, data_files};
use form::Value;
use mechanics::CasualtyTable;
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
    /// Dice above two thirds, above half, at half or less (`wrg6.reaction.dice`).
    pub dice: [u16; 3],
    // Irregular A, regular A, B, C, regular D, irregular D: the least score of rows 1 to 5.
    results: [[i16; 5]; 6],
    /// The words of each row when no charge is at hand, when wishing to charge, when charged.
    pub instructions: [Vec<String>; 3],
    /// The factors, in the order of the sheet.
    pub factors: Vec<ReactionFactor>,
    /// The words of the occasions, in the order of the sheet.
    pub occasions: Vec<(String, RuleId)>,
    /// Heavy shooting: periods running, casualties a figure and a model (`wrg6.reaction.when.shot`).
    pub heavy_shooting: (u32, u32, u32),
    /// How near an enemy surprises (`wrg6.reaction.when.surprise`).
    pub surprise: f64,
    /// How near a breaking friend counts (`wrg6.reaction.when.friend_broken`).
    pub friend_broken: f64,
}

impl Reaction {
    /// The least score of rows 1 to 5 for troops of a class and training (`wrg6.reaction.results`).
    pub fn column(&self, class: Class, training: Training) -> &[i16; 5] {
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
}

/// How a reaction factor counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// Once.
    Flag,
    /// As often as it applies.
    Each,
    /// Once, plus or minus as the owner says.
    Choice,
}

/// A reaction factor.
#[derive(Debug)]
pub struct ReactionFactor {
    /// Its word.
    pub key: String,
    /// Its rule.
    pub rule: RuleId,
    /// How it counts.
    pub counts: Counts,
    /// Its value by each reading of the column, in the order of the words of that house rule.
    pub values: [i8; 4],
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

    fn read(sheet: &Sheet<'_>) -> Tables {
        let points = sheet.at("points");
        let troops =
            Troop::ALL.iter().map(|t| troop_row(&sheet.at("troop").at(t.key()), &points.at("basic")));
        let reaction = sheet.at("reaction");
        let tactical = |list: &str, name: &str| sheet.at("tactical").at(list).at(name).factor();
        let melee = |name| tactical("melee", name);
        let shooting = |name| tactical("shooting", name);
        let models = |name: &str| {
            let row = sheet.at("models").at(name).cited();
            (row.at("animals").int(), row.at("crew").int())
        };
        let after = sheet.at("after_melee").cited();
        let halves = |name: &str| (after.at(name).number() * 2.0).round() as u32;
        let beasts = sheet.at("disorder").at("beasts").cited();
        let arrivals = sheet.at("arrivals").cited();
        let (setup, command) = (sheet.at("setup").cited(), sheet.at("command").cited());
        let casualties = sheet.at("casualties").cited();
        let causes =
            |kind: &str| sheet.at("disorder").at(kind).cited().words("causes", |w| Some(w.to_owned()));
        Tables {
            troops: troops.collect(),
            moves: Mover::ALL.iter().map(|m| rates(&sheet.at("move").at(m.key()).cited())).collect(),
            ranges: Missile::ALL.iter().map(|m| range(&sheet.at("range").at(m.key()).cited())).collect(),
            shoot: MissileRow::ALL.iter().map(|r| columns(&sheet.at("shoot").at(r.key()).cited())).collect(),
            melee: HandRow::ALL.iter().map(|r| columns(&sheet.at("melee").at(r.key()).cited())).collect(),
            reaction: read_reaction(&reaction),
            melee_tactical: MeleeTactical {
                impetuous: melee("impetuous"),
                charging: melee("charging"),
                steady_pikes: melee("steady_pikes"),
                downhill: melee("downhill"),
                shieldless_or_flanked: melee("shieldless_or_flanked"),
                pikes_or_elephants: melee("pikes_or_elephants"),
                cut_and_thrust: melee("cut_and_thrust"),
                shot: melee("shot"),
                disordered: melee("disordered"),
                higher_ground: melee("higher_ground"),
                obstacle: melee("obstacle"),
            },
            shooting_tactical: ShootingTactical {
                shieldless_medium: shooting("shieldless_medium"),
                shieldless_other: shooting("shieldless_other"),
                unsteady: shooting("shooters_unsteady"),
                hard_target: shooting("hard_target"),
                moved_at_least: sheet
                    .at("tactical")
                    .at("shooting")
                    .at("hard_target")
                    .at("moved_at_least")
                    .number(),
            },
            heavy_throwing_half_ranks: (sheet
                .at("ranks")
                .cited()
                .at("heavy_throwing_weapon_first_contact")
                .number()
                * 2.0)
                .round() as u32,
            models: [models("elephant"), models("heavy_chariot"), models("light_chariot")],
            engine_figures: sheet.at("models").at("artillery").cited().at("figures").int(),
            after: After {
                recoil: (halves("recoil_per_figure"), after.at("recoil_per_model").int()),
                break_per_model: after.at("break_per_model").int(),
                shaken_ratio: after.at("shaken_ratio").int(),
                shaken: (halves("shaken_per_figure"), after.at("shaken_per_model").int()),
            },
            disorder: [causes("cessation"), causes("rally")],
            beasts: Beasts {
                elephants_familiar: beasts.at("elephants_familiar").number(),
                elephants_unfamiliar: beasts.at("elephants_unfamiliar").number(),
                camels: beasts.at("camels_v_horses").number(),
                dummies: beasts.at("dummy_v_elephants").number(),
                bangs: beasts.at("bang_v_animals").number(),
            },
            arrivals: Arrivals {
                from_period: arrivals.at("flank_march_from_period").int(),
                tries: arrivals.at("return_tries").int(),
                return_score: arrivals.at("return_score").int(),
            },
            points: read_points(&points),
            setup: Setup {
                points: setup.at("points").int(),
                per_cent: setup.at("per_cent").int(),
                camp: setup.at("camp").number(),
            },
            command: Command {
                at_once: command.at("at_once").number(),
                general_move: command.at("general_move").number(),
                general_safe: command.at("general_safe").number(),
            },
            casualties: CasualtyTable::new(
                casualties.at("least").int(),
                casualties.at("rows").items().map(|row| row.items().map(|n| n.int()).collect()).collect(),
            ),
            toggles: sheet.at("toggles").entries().map(|(name, s)| Toggle::read(name, &s)).collect(),
        }
    }
}

fn troop_row(row: &Sheet<'_>, basic: &Sheet<'_>) -> TroopRow {
    row.rule();
    let abbr = row.at("abbreviation").text();
    TroopRow {
        abbr: abbr.to_owned(),
        name: row.at("name").text().to_owned(),
        column: row.at("column").word(|w| by_key(Column::ALL, Column::key, w)),
        mover: row.opt("mover").map(|s| s.word(|w| by_key(Mover::ALL, Mover::key, w))),
        spacing: row.at("order").word(|w| by_key(Spacing::ALL, Spacing::key, w)),
        mounted: row.yes("mounted"),
        light: row.yes("light"),
        model: row.yes("model"),
        weight: row.at("weight").int(),
        frontage: row.at("frontage").number(),
        depth: row.at("depth").number(),
        points: basic.at(abbr).int(),
    }
}

/// A number, or nothing where the table says none.
fn or_none<T: TryFrom<i64>>(sheet: &Sheet<'_>) -> Option<T> {
    match sheet.node().value {
        Value::Text(_) if sheet.text() == "none" => None,
        _ => Some(sheet.int()),
    }
}

fn rates(row: &Sheet<'_>) -> Rates {
    Rates {
        normal: row.at("normal").int(),
        charge: or_none(&row.at("charge")),
        evade: or_none(&row.at("evade")),
        die: row.yes("die"),
    }
}

fn range(row: &Sheet<'_>) -> Range {
    Range {
        maximum: row.at("maximum").int(),
        long_from: row.opt_int("long_from"),
        height: row.at("height").int(),
        row: row.at("row").word(|w| by_key(MissileRow::ALL, MissileRow::key, w)),
    }
}

fn columns(row: &Sheet<'_>) -> [Option<i8>; Column::ALL.len()] {
    std::array::from_fn(|i| or_none(&row.at(Column::ALL[i].key())))
}

fn read_reaction(sheet: &Sheet<'_>) -> Reaction {
    let dice = sheet.at("dice").cited();
    let results = |name: &str| {
        let row = sheet.at("results").at(name).cited();
        let least: Vec<i16> = row.at("from").items().map(|s| s.int()).collect();
        <[i16; 5]>::try_from(least).unwrap_or_else(|_| row.bad("has not five rows"))
    };
    let instructions = |name: &str| {
        let rows = sheet.at("instructions").at(name).cited();
        rows.words("rows", |w| Some(w.to_owned()))
    };
    let factor = |(key, row): (&str, Sheet<'_>)| {
        let value: i8 = row.at("value").int();
        let other = |name: &str| row.opt_int(name).unwrap_or(value);
        ReactionFactor {
            key: key.to_owned(),
            rule: row.rule(),
            counts: row.at("kind").word(|w| match w {
                "flag" => Some(Counts::Flag),
                "each" => Some(Counts::Each),
                "choice" => Some(Counts::Choice),
                _ => None,
            }),
            values: [value, other("first_line"), other("line_above"), other("as_printed")],
        }
    };
    let occasions = sheet.at("occasion");
    let heavy = occasions.at("heavy_shooting");
    Reaction {
        dice: ["above_two_thirds", "above_half", "half_or_less"].map(|name| dice.at(name).int()),
        results: ["irregular_A", "regular_A", "B", "C", "regular_D", "irregular_D"].map(results),
        instructions: ["no_charge", "initiate_charge", "charged"].map(instructions),
        factors: sheet.at("factor").entries().map(factor).collect(),
        occasions: occasions.entries().map(|(key, row)| (key.to_owned(), row.rule())).collect(),
        heavy_shooting: (
            heavy.at("consecutive_periods").int(),
            heavy.at("casualties_per_figure").int(),
            heavy.at("casualties_per_model").int(),
        ),
        surprise: occasions.at("surprise").at("within").number(),
        friend_broken: occasions.at("friend_broken").at("within").number(),
    }
}

fn read_points(sheet: &Sheet<'_>) -> Points {
    let class = |name: &str| {
        let row = sheet.at(name).cited();
        ["A", "B", "C", "D"].map(|class| row.at(class).int())
    };
    let extras = sheet.at("extra").cited();
    let body = sheet.at("unit").cited();
    let command = sheet.at("command").cited();
    Points {
        class: [class("class_regular"), class("class_irregular")],
        extras: extras
            .entries()
            .filter(|(name, _)| *name != "rule")
            .map(|(name, cost)| (name.to_owned(), cost.int()))
            .collect(),
        body: [body.at("regular").int(), body.at("irregular").int()],
        commander_in_chief: command.at("commander_in_chief").int(),
        subordinate_general: command.at("subordinate_general").int(),
        army_standard: command.at("army_standard").int(),
        religious_relic: command.at("religious_relic").int(),
    }
}

impl Hand {
    /// The word of the army lists; sidearms have none.
    pub fn listed(word: &str) -> Option<Hand> {
        by_key(Hand::ALL, Hand::key, word)
    }
}
