//! The tables of the book, read once from its data files. Lengths are in inches.

use crate::land::Terrain;
use crate::morale::{Kind, Trigger};
use crate::troop::Profile;
use binding::{Sheet, Toggle, read_rules};
use form::Node;
use ruling::{Factor, RuleId, RuleIndex};
use std::sync::OnceLock;

/// Cards (`toms.scale.base`).
#[derive(Debug)]
pub struct Base {
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

/// How large units are (`toms.setup.unit_size`).
#[derive(Debug)]
pub struct Size {
    /// Foot, least and most.
    pub foot: [u16; 2],
    /// Riders, least and most.
    pub mounted: [u16; 2],
}

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
    pub triggers: [Cause; Trigger::COUNT],
}

/// A cause of a test.
#[derive(Debug)]
pub struct Cause {
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
    /// How near he must be.
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

/// Everything the rules look up.
#[derive(Debug)]
pub struct Tables {
    /// Cards.
    pub base: Base,
    /// How large units are.
    pub size: Size,
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
    /// The names of the army lists.
    pub lists: Vec<&'static str>,
    /// The house rules.
    pub toggles: Vec<Toggle>,
}

static FILE: OnceLock<Node> = OnceLock::new();

/// The file of the tables as it is written.
pub fn file() -> &'static Node {
    FILE.get_or_init(|| {
        form::parse_toml(include_str!("../data/tables.toml")).expect("the tables are good TOML")
    })
}

/// The rules as played.
pub fn rules() -> &'static RuleIndex {
    static RULES: OnceLock<RuleIndex> = OnceLock::new();
    RULES.get_or_init(|| read_rules(include_str!("../data/rules.toml"), include_str!("../data/ledger.toml")))
}

/// The tables of the book.
pub fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| Tables::read(&Sheet::of("tables.toml", file(), rules())))
}

/// The row of a list of rows with that key.
fn row<'a>(list: &Sheet<'a>, key: &str) -> Sheet<'a> {
    let found = list.items().find(|row| row.at("key").text() == key);
    found.unwrap_or_else(|| list.bad(&format!("has no row `{key}`")))
}

impl Tables {
    fn read(file: &Sheet<'_>) -> Tables {
        let section = |name: &str| file.at(name).cited();
        let number = |name: &str, key: &str| section(name).at(key).number();
        let (kill, missile) = (section("kill_roll"), section("missile"));
        let modifier = |key: &str| row(&kill.at("modifier"), key).factor();
        let lists: Vec<&'static str> =
            file.at("lists").entries().map(|(name, _)| -> &'static str { name.to_owned().leak() }).collect();
        let profiles = lists.iter().flat_map(|&list| {
            let rows = file.at("lists").at(list).cited();
            let rows: Vec<Profile> = rows
                .entries()
                .filter(|(word, _)| *word != "rule")
                .map(|(word, row)| Profile::read(list, word, &row))
                .collect();
            rows
        });
        Tables {
            base: Base {
                long: number("base", "card_long"),
                short: number("base", "card_short"),
                files: section("base").at("files").int(),
                foot: section("base").at("foot_per_card").int(),
                mounted: section("base").at("mounted_per_card").int(),
            },
            size: Size {
                foot: ["min", "max"].map(|key| section("unit_size").at("foot").at(key).int()),
                mounted: ["min", "max"].map(|key| section("unit_size").at("mounted").at(key).int()),
            },
            setup: Setup {
                depth: number("setup", "deployment_depth"),
                width: number("setup", "table_width"),
                height: number("setup", "table_depth"),
                general_points: section("setup").at("points_per_general").int(),
                generals: section("setup").at("generals_minimum").int(),
            },
            movement: Movement {
                turn: number("movement", "turn_cost"),
                turn_degrees: number("movement", "turn_max_degrees"),
                difficult: number("movement", "difficult_terrain_cost"),
                uphill: number("movement", "uphill_cost"),
                standoff: number("movement", "standoff"),
                charge_down: number("charge", "from_hill_bonus"),
                charge_up: number("charge", "target_on_hill_penalty"),
            },
            shooting: Shooting {
                needs: missile.at("base_needs").int(),
                steady: modifier("steady"),
                over: missile.at("over_units_dice").int(),
                gap: missile.at("obscured_gap").number(),
                cover: missile.at("obscured_save_bonus").int(),
                high: missile.at("high_ground_range").number(),
                up: missile.at("uphill_range").number(),
                forest: missile.at("into_forest_range").number(),
                shelter: number("woods", "target_depth_below"),
                out: number("woods", "shooter_depth_within"),
                reveal: number("woods", "reveal_distance"),
            },
            kill: Kill {
                needs: kill.at("base_needs").int(),
                floor: kill.at("floor").int(),
                ceiling: kill.at("ceiling").int(),
                armour: modifier("armoured_target"),
                cavalry: modifier("cavalry_target"),
                charging: modifier("charging"),
                on_foot: modifier("cavalry_against_infantry"),
                side: modifier("side_flank"),
                rear: modifier("rear_flank"),
            },
            melee: Melee {
                line: section("melee").at("figures_per_line").int(),
                general: section("melee").at("general_extra_attack").int(),
                pikes: section("melee").at("raised_pikes_save_bonus").int(),
                pikes_least: section("melee").at("raised_pikes_min_men").int(),
                no_shield: section("shield").at("none_counts_as").int(),
                best_save: section("shield").at("best_save").int(),
            },
            reaction: Reaction {
                general: number("reaction", "general_within"),
                counter: section("reaction").at("counter_charge_needs").int(),
                men: section("reaction").at("reform_men_per_die").int(),
                side: section("reaction").at("reform_fails_on_side").int(),
                rear: section("reaction").at("reform_fails_on_rear").int(),
            },
            breaks: Breaks::read(&section("break_test")),
            rally: Rally {
                trained: section("rally").at("trained_needs").int(),
                untrained: section("rally").at("untrained_needs").int(),
                dice: section("rally").at("base_dice").int(),
                each: section("rally").at("dice_per_general").int(),
                general: number("rally", "general_within"),
                enemy: section("rally").at("enemy_near_dice").int(),
                near: number("rally", "enemy_near_within"),
            },
            ballista: Ballista {
                dice: section("ballista").at("max_dice").int(),
                needs: section("ballista").at("needs").int(),
                miss: section("ballista").at("miss_on_any").int(),
                divisor: section("ballista").at("pass_through_divisor").int(),
                backfire: section("ballista").at("backfire_ones").int(),
                crew_killed: section("ballista").at("backfire_crew_killed").int(),
            },
            flame: Flame {
                range: number("flame", "range_factor"),
                out: section("flame").at("put_out_on").int(),
                needs: section("flame").at("burn_needs").int(),
                sides: section("flame").at("fire_die_sides").int(),
                sides_flammable: section("flame").at("fire_die_sides_flammable").int(),
            },
            elephant: Elephant {
                panic: number("elephant", "panic_within"),
                horses: number("elephant", "fc_cavalry_within"),
                flame: number("elephant", "flame_near_within"),
                wounded: section("elephant").at("wounded_at_lives").items().map(|s| s.int()).collect(),
                breaks: section("elephant").at("generals_killed_break_on").int(),
                run: number("elephant", "berserk_run"),
                touch: section("elephant").at("touch_dice").int(),
                needs: section("elephant").at("touch_needs").int(),
                scatter: number("scatter", "step_degrees"),
            },
            map: RandomMap::read(&section("random_terrain")),
            margin: section("victory").at("limit_margin_percent").int(),
            profiles: profiles.collect(),
            lists,
            toggles: file.at("toggles").entries().map(|(name, s)| Toggle::read(name, &s)).collect(),
        }
    }
}

impl Breaks {
    fn read(sheet: &Sheet<'_>) -> Breaks {
        let pair = |trained: &str, untrained: &str| [trained, untrained].map(|key| sheet.at(key).int());
        let dice = sheet.at("dice");
        let causes = sheet.at("trigger");
        Breaks {
            numbers: [
                pair("trained_breaks_on", "untrained_breaks_on"),
                pair("panic_trained_breaks_on", "panic_untrained_breaks_on"),
                pair("fc_trained_breaks_on", "fc_untrained_breaks_on"),
                pair("fc_by_auxiliary_trained_breaks_on", "fc_by_auxiliary_untrained_breaks_on"),
            ],
            general: sheet.at("general_within").number(),
            broken: sheet.at("broken_friend_within").number(),
            destroyed: sheet.at("destroyed_friend_within").number(),
            dice: [
                "condition_met",
                "below_half_strength",
                "no_general_within_8",
                "general_in_unit",
                "on_hill_or_in_forest",
            ]
            .map(|key| row(&dice, key).factor()),
            triggers: Trigger::ALL.map(|trigger| {
                let cause = row(&causes, trigger.key());
                Cause {
                    rule: cause.rule(),
                    kind: cause.at("kind").word(|w| Kind::ALL.into_iter().find(|k| k.key() == w)),
                    elephant: cause.opt_int("elephant_needs"),
                }
            }),
        }
    }
}

impl RandomMap {
    fn read(sheet: &Sheet<'_>) -> RandomMap {
        let mut faces = [None; 6];
        for (key, kind) in
            [("wood_on", Terrain::Wood), ("hill_on", Terrain::Hill), ("rough_on", Terrain::Rough)]
        {
            for face in sheet.at(key).items() {
                let face: usize = face.int();
                faces[face - 1] = Some(kind);
            }
        }
        RandomMap {
            across: sheet.at("sectors_across").int(),
            deep: sheet.at("sectors_deep").int(),
            faces,
            width: sheet.at("piece_width").number(),
            depth: sheet.at("piece_depth").number(),
        }
    }
}
