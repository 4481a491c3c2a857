//! Reading the tables from their file.

use crate::data::tables::{
    ArmourRow, Bonuses, Distances, Going, Impact, Massed, MissileRow, Modifiers, MoveNote, Points, Tables,
    WeaponRow,
};
use crate::data::troop::{Missile, Piece, Troop, Weapon};
use binding::{Sheet, Toggle};

impl Tables {
    /// Reads the whole file.
    pub(super) fn read(file: &Sheet<'_>) -> Tables {
        let section = |name: &str| file.at(name).cited();
        let armour = section("armour");
        let bases = section("bases");
        let headcount = section("headcount");
        let ground = section("ground");
        let impact = section("impact");
        let quarters = |name: &str, key: &str| section(name).at(key).number() / 4.0;
        let composition = section("composition");
        let victory = section("victory");
        Tables {
            to_hit: chart(&section("to_hit")),
            to_wound: chart(&section("to_wound")),
            shooting_base: section("shooting").at("base").int(),
            shooting_least: section("shooting_least").at("needed").int(),
            modifiers: Modifiers::read(&section("shooting_modifiers")),
            save_modifier: row(&section("save_modifier").at("modifier")),
            missiles: Missile::ALL.iter().map(|m| missile(&section("missiles").at(m.key()))).collect(),
            armour: Piece::ALL.iter().map(|p| piece(&armour.at(p.key()))).collect(),
            horse: armour.at("horse").at("mounted").int(),
            weapons: Weapon::ALL.iter().map(|w| weapon(&section("weapons").at(w.key()))).collect(),
            ground_cost: Going::ALL.map(|going| {
                let row = ground.at(going.key());
                [row.at("cost").number(), row.at("cost_open").number()]
            }),
            charge_rate: section("rates_charge").at("times").int(),
            march_rate: ["times", "lone_character"].map(|key| section("rates_march").at(key).int()),
            fast_march_rate: section("rates_fast_march").at("times").int(),
            about_face: quarters("about_face", "quarters"),
            about_faces: ["most", "most_open"].map(|key| section("about_face").at(key).int()),
            rank_share: quarters("change_ranks", "quarters_each"),
            ranks_most: section("change_ranks").at("most").int(),
            column_files: ["files", "files_chariots"].map(|key| section("column").at(key).int()),
            slow_up_to: section("flee").at("slow_up_to").int(),
            flee_dice: ["slow", "fast"].map(|key| section("flee").at(key).int()),
            flee_fewer: section("flee_reduced").at("fewer").int(),
            ranks: ["rank_most", "rank_wide"].map(|key| section("result").at(key).int()),
            bonuses: Bonuses::read(&section("result_bonus")),
            distances: Distances::read(&section("distances"), &section("march_enemy")),
            five: section("five").at("models").int(),
            stubborn_holds: section("stubborn").at("holds_on").int(),
            hatred_ld: section("hatred").at("leadership").int(),
            phalanx: ["models", "hoplites"].map(|key| section("phalanx").at(key).int()),
            bases: troops().map(|t| {
                let size = bases.at(t.key());
                let mut sides = size.items();
                [0; 2].map(|_| sides.next().map_or_else(|| size.bad("has two sides"), |s| s.number()))
            }),
            skirmish_gap: section("skirmish_gap").at("mm").number(),
            headcount: troops().map(|t| headcount.at(t.key()).int()),
            impact: ["light_chariot", "heavy_chariot", "scythed_chariot"].map(|key| {
                let row = impact.at(key);
                Impact {
                    dice: row.at("dice").int(),
                    halved: row.yes("halved"),
                    strength: row.at("strength").int(),
                }
            }),
            bolt: (
                section("bolt_thrower").at("range").number(),
                section("bolt_thrower").at("strength").int(),
            ),
            stampede_killed_on: section("stampede").at("killed_on").int(),
            stampede_strength: section("stampede").at("strength").int(),
            elephant_crew: (
                section("stampede").at("javelins").int(),
                section("stampede").at("javelin_bs").int(),
            ),
            points: Points {
                army: composition.at("points").int(),
                quarters: [
                    "characters_quarters",
                    "infantry_quarters",
                    "cavalry_quarters",
                    "special_quarters",
                ]
                .map(|key| composition.at(key).int()),
                command: section("command_cost").at("each").int(),
                general: victory.at("general").int(),
                army_standard: victory.at("army_standard").int(),
                standard: victory.at("standard").int(),
                tenths: ["win_tenths", "decisive_tenths"].map(|key| victory.at(key).int()),
            },
            turns: section("length").at("turns").int(),
            table: ["width", "depth"].map(|key| section("table").at(key).number()),
            deployment: section("deployment").at("depth").number(),
            toggles: file.at("toggles").entries().map(|(name, s)| Toggle::read(name, &s)).collect(),
        }
    }
}

fn troops() -> [Troop; 7] {
    let mut all = [Troop::Infantry; 7];
    all.copy_from_slice(Troop::ALL);
    all
}

fn row<T: TryFrom<i64> + Copy + Default>(sheet: &Sheet<'_>) -> [T; 10] {
    let mut row = [T::default(); 10];
    let mut items = sheet.items();
    for cell in &mut row {
        *cell = items.next().map_or_else(|| sheet.bad("is too short"), |s| s.int());
    }
    row
}

fn chart(section: &Sheet<'_>) -> [[u8; 10]; 10] {
    let needed = section.at("needed");
    let mut rows = needed.items();
    [0; 10].map(|_| rows.next().map_or_else(|| needed.bad("is too short"), |s| row(&s)))
}

fn missile(row: &Sheet<'_>) -> MissileRow {
    let notes = [MoveNote::Free, MoveNote::Penalty, MoveNote::No];
    let massed = [Massed::Always, Massed::Stationary, Massed::No];
    MissileRow {
        name: row.at("name").text().to_owned(),
        range: row.at("range").number(),
        strength: ["strength_long", "strength_short"].map(|key| row.at(key).int()),
        save: ["save_long", "save_short"].map(|key| row.at(key).int()),
        shots_short: row.at("shots_short").int(),
        long_range_penalty: row.yes("long_range_penalty"),
        move_note: row.at("move").word(|word| notes.into_iter().find(|n| n.key() == word)),
        massed: row.at("massed").word(|word| massed.into_iter().find(|m| m.key() == word)),
    }
}

fn piece(row: &Sheet<'_>) -> ArmourRow {
    ArmourRow {
        name: row.at("name").text().to_owned(),
        foot: row.at("foot").int(),
        mounted: row.at("mounted").int(),
        adds: row.opt_int("adds").unwrap_or(0),
        body: row.yes("body"),
        barding: row.yes("barding"),
        shield_adds: [row.yes("shield_on_foot"), row.yes("shield_mounted")],
        melee_only: row.yes("melee_only"),
        front_only: row.yes("front_only"),
        movement: row.at("movement").int(),
        movement_with_shield: row.opt_int("movement_with_shield").unwrap_or(0),
    }
}

fn weapon(row: &Sheet<'_>) -> WeaponRow {
    let number = |key: &str| row.opt_int(key).unwrap_or(0);
    WeaponRow {
        name: row.at("name").text().to_owned(),
        two_handed: row.opt_int::<u8>("hands") == Some(2),
        extra_attacks: number("extra_attacks"),
        strength: number("strength"),
        first_round_strength: number("first_round_strength"),
        mounted_charging_strength: number("mounted_charging_strength"),
        strikes: row.opt_int("strikes").unwrap_or(0),
        two_ranks_standing: row.yes("two_ranks_standing"),
        two_ranks_first_round: row.yes("two_ranks_first_round"),
        two_ranks_phalanx: row.yes("two_ranks_phalanx"),
        reroll_first_round: row.yes("reroll_first_round"),
    }
}

impl Modifiers {
    fn read(row: &Sheet<'_>) -> Modifiers {
        let number = |key: &str| row.at(key).int();
        Modifiers {
            charging_enemy: number("charging_enemy"),
            long_range: number("long_range"),
            moving: number("moving"),
            single_character: number("single_character"),
            soft_cover: number("soft_cover"),
            hard_cover: number("hard_cover"),
            skirmishers: number("skirmishers"),
            moving_light_chariot: number("moving_light_chariot"),
            large_target: number("large_target"),
        }
    }
}

impl Bonuses {
    fn read(rows: &Sheet<'_>) -> Bonuses {
        let factor = |key: &str| rows.at(key).factor();
        Bonuses {
            close_order: factor("close_order"),
            rank: factor("rank"),
            standard: factor("standard"),
            army_standard: factor("army_standard"),
            high_ground: factor("high_ground"),
            momentum: factor("momentum"),
            flank: factor("flank"),
            rear: factor("rear"),
        }
    }
}

impl Distances {
    fn read(rows: &Sheet<'_>, march: &Sheet<'_>) -> Distances {
        let inches = |key: &str| rows.at(key).cited().at("inches").number();
        Distances {
            panic_fleeing: inches("panic_fleeing"),
            panic_broken: inches("panic_broken"),
            terror: inches("terror"),
            general: inches("general"),
            standard: inches("standard"),
            rally: inches("rally"),
            reform: inches("reform"),
            one_inch: inches("one_inch"),
            give_ground: inches("give_ground"),
            close_up: inches("close_up"),
            come_back: inches("come_back"),
            through_wood: inches("through_wood"),
            behind_cover: inches("behind_cover"),
            march: march.at("distance").number(),
        }
    }
}
