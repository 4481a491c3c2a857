//! Reading the tables from their file.

use super::{
    Ballista, Breaks, Elephant, Flame, Kill, List, Melee, Movement, Rally, RandomMap, Reaction, Setup,
    Shooting, Tables, Test,
};
use crate::data::terrain::Terrain;
use crate::data::trigger::{Kind, Trigger};
use crate::data::troop::{Card, Profile, Size};
use binding::{Sheet, Toggle};

/// The row of a list of rows with that key.
fn row<'a>(list: &Sheet<'a>, key: &str) -> Sheet<'a> {
    let found = list.items().find(|row| row.at("key").text() == key);
    found.unwrap_or_else(|| list.bad(&format!("has no row `{key}`")))
}

impl Tables {
    pub(super) fn read(file: &Sheet<'_>) -> Tables {
        let section = |name: &str| file.at(name).cited();
        let lists: Vec<List> = file
            .at("lists")
            .entries()
            .map(|(name, rows)| List { name: name.to_owned().leak(), rule: rows.rule() })
            .collect();
        Tables {
            card: card(file),
            setup: Setup::read(file),
            movement: Movement::read(file),
            shooting: Shooting::read(file),
            kill: Kill::read(file),
            melee: Melee::read(file),
            reaction: Reaction::read(file),
            breaks: Breaks::read(&section("break_test")),
            flight: file.at("flight").cited().at("step_degrees").int(),
            rally: Rally::read(file),
            ballista: Ballista::read(file),
            flame: Flame::read(file),
            elephant: Elephant::read(file),
            map: RandomMap::read(&section("random_terrain")),
            margin: section("victory").at("limit_margin_percent").int(),
            profiles: profiles(file, &lists),
            lists,
            toggles: file.at("toggles").entries().map(|(name, s)| Toggle::read(name, &s)).collect(),
        }
    }
}

/// The cards that the book gives.
fn card(file: &Sheet<'_>) -> Card {
    let sheet = file.at("base").cited();
    Card {
        long: sheet.at("card_long").number(),
        short: sheet.at("card_short").number(),
        files: sheet.at("files").int(),
        foot: sheet.at("foot_per_card").int(),
        mounted: sheet.at("mounted_per_card").int(),
    }
}

impl Setup {
    fn read(file: &Sheet<'_>) -> Setup {
        let sheet = file.at("setup").cited();
        Setup {
            depth: sheet.at("deployment_depth").number(),
            width: sheet.at("table_width").number(),
            height: sheet.at("table_depth").number(),
            general_points: sheet.at("points_per_general").int(),
            generals: sheet.at("generals_minimum").int(),
        }
    }
}

impl Movement {
    fn read(file: &Sheet<'_>) -> Movement {
        let (moves, charge) = (file.at("movement").cited(), file.at("charge").cited());
        Movement {
            turn: moves.at("turn_cost").number(),
            turn_degrees: moves.at("turn_max_degrees").number(),
            difficult: moves.at("difficult_terrain_cost").number(),
            uphill: moves.at("uphill_cost").number(),
            standoff: moves.at("standoff").number(),
            charge_down: charge.at("from_hill_bonus").number(),
            charge_up: charge.at("target_on_hill_penalty").number(),
        }
    }
}

impl Shooting {
    fn read(file: &Sheet<'_>) -> Shooting {
        let (missile, woods) = (file.at("missile").cited(), file.at("woods").cited());
        let modifier = |key: &str| row(&file.at("kill_roll").at("modifier"), key).factor();
        Shooting {
            needs: missile.at("base_needs").int(),
            steady: modifier("steady"),
            over: missile.at("over_units_dice").int(),
            gap: missile.at("obscured_gap").number(),
            cover: missile.at("obscured_save_bonus").int(),
            high: missile.at("high_ground_range").number(),
            up: missile.at("uphill_range").number(),
            forest: missile.at("into_forest_range").number(),
            shelter: woods.at("target_depth_below").number(),
            out: woods.at("shooter_depth_within").number(),
            reveal: woods.at("reveal_distance").number(),
        }
    }
}

impl Kill {
    fn read(file: &Sheet<'_>) -> Kill {
        let kill = file.at("kill_roll").cited();
        let modifier = |key: &str| row(&kill.at("modifier"), key).factor();
        Kill {
            needs: kill.at("base_needs").int(),
            floor: kill.at("floor").int(),
            ceiling: kill.at("ceiling").int(),
            armour: modifier("armoured_target"),
            cavalry: modifier("cavalry_target"),
            charging: modifier("charging"),
            on_foot: modifier("cavalry_against_infantry"),
            side: modifier("side_flank"),
            rear: modifier("rear_flank"),
        }
    }
}

impl Melee {
    fn read(file: &Sheet<'_>) -> Melee {
        let (melee, shield) = (file.at("melee").cited(), file.at("shield").cited());
        Melee {
            line: melee.at("figures_per_line").int(),
            general: melee.at("general_extra_attack").int(),
            pikes: melee.at("raised_pikes_save_bonus").int(),
            pikes_least: melee.at("raised_pikes_min_men").int(),
            no_shield: shield.at("none_counts_as").int(),
            best_save: shield.at("best_save").int(),
        }
    }
}

impl Reaction {
    fn read(file: &Sheet<'_>) -> Reaction {
        let sheet = file.at("reaction").cited();
        Reaction {
            general: sheet.at("general_within").number(),
            counter: sheet.at("counter_charge_needs").int(),
            men: sheet.at("reform_men_per_die").int(),
            side: sheet.at("reform_fails_on_side").int(),
            rear: sheet.at("reform_fails_on_rear").int(),
        }
    }
}

impl Rally {
    fn read(file: &Sheet<'_>) -> Rally {
        let sheet = file.at("rally").cited();
        Rally {
            trained: sheet.at("trained_needs").int(),
            untrained: sheet.at("untrained_needs").int(),
            dice: sheet.at("base_dice").int(),
            each: sheet.at("dice_per_general").int(),
            general: sheet.at("general_within").number(),
            enemy: sheet.at("enemy_near_dice").int(),
            near: sheet.at("enemy_near_within").number(),
        }
    }
}

impl Ballista {
    fn read(file: &Sheet<'_>) -> Ballista {
        let sheet = file.at("ballista").cited();
        Ballista {
            dice: sheet.at("max_dice").int(),
            needs: sheet.at("needs").int(),
            miss: sheet.at("miss_on_any").int(),
            divisor: sheet.at("pass_through_divisor").int(),
            backfire: sheet.at("backfire_ones").int(),
            crew_killed: sheet.at("backfire_crew_killed").int(),
        }
    }
}

impl Flame {
    fn read(file: &Sheet<'_>) -> Flame {
        let sheet = file.at("flame").cited();
        Flame {
            range: sheet.at("range_factor").number(),
            out: sheet.at("put_out_on").int(),
            needs: sheet.at("burn_needs").int(),
            sides: sheet.at("fire_die_sides").int(),
            sides_flammable: sheet.at("fire_die_sides_flammable").int(),
        }
    }
}

impl Elephant {
    fn read(file: &Sheet<'_>) -> Elephant {
        Elephant {
            panic: file.at("elephant").at("panic_within").number(),
            horses: file.at("elephant").at("fc_cavalry_within").number(),
            flame: file.at("elephant").at("flame_near_within").number(),
            wounded: file.at("elephant").at("wounded_at_lives").items().map(|s| s.int()).collect(),
            breaks: file.at("elephant").at("generals_killed_break_on").int(),
            run: file.at("elephant").at("berserk_run").number(),
            touch: file.at("elephant").at("touch_dice").int(),
            needs: file.at("elephant").at("touch_needs").int(),
            scatter: file.at("scatter").at("step_degrees").number(),
        }
    }
}

/// Every troop type of the lists.
fn profiles(file: &Sheet<'_>, lists: &[List]) -> Vec<Profile> {
    let sizes = |body: &str| ["min", "max"].map(|key| file.at("unit_size").at(body).at(key).int());
    let size = Size {
        foot: sizes("foot"),
        mounted: sizes("mounted"),
        largest: file.at("unit_size").at("largest").int(),
    };
    let of_list = |list: &List| -> Vec<Profile> {
        let rows = file.at("lists").at(list.name);
        let rows = rows.entries().filter(|(word, _)| *word != "rule");
        rows.map(|(word, row)| Profile::read(list.name, word, &row, &size)).collect()
    };
    lists.iter().flat_map(of_list).collect()
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
                Test {
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
