//! Reading the tables from the data files.

use super::{
    After, Arrivals, Beasts, Command, MeleeTactical, Points, Range, Rates, Reaction, Setup, ShootingTactical,
    Tables, TroopRow,
};
use crate::data::occasion::Occasion;
use crate::data::troop::{Column, HandRow, Missile, MissileRow, Mover, Spacing, Troop, by_key};
use binding::{Sheet, Toggle};
use form::Value;
use mechanics::{
    Bands, Call, CasualtyTable, Counts, DiceByStrength, Exactly, FactorLine, Heavy, OccasionSpec,
};

impl Tables {
    pub(super) fn read(sheet: &Sheet<'_>) -> Tables {
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
        Bands::falling(<[i16; 5]>::try_from(least).unwrap_or_else(|_| row.bad("has not five rows")))
    };
    let instructions = |name: &str| {
        let rows = sheet.at("instructions").at(name).cited();
        rows.words("rows", |w| Some(w.to_owned()))
    };
    let factor = |(key, row): (&str, Sheet<'_>)| {
        let value: i8 = row.at("value").int();
        let other = |name: &str| row.opt_int(name).unwrap_or(value);
        FactorLine {
            key: key.to_owned(),
            rule: row.rule(),
            counts: row.at("kind").word(|w| match w {
                "flag" => Some(Counts::Once),
                "each" => Some(Counts::Each),
                "choice" => Some(Counts::Choice),
                _ => None,
            }),
            values: [value, other("first_line"), other("line_above"), other("as_printed")],
        }
    };
    let near = sheet.at("near").cited();
    Reaction {
        near: near.at("most").number(),
        far: near.at("standards").number(),
        dice: DiceByStrength {
            dice: ["above_two_thirds", "above_half", "half_or_less"].map(|name| dice.at(name).int()),
            exactly: Exactly::Fewer,
        },
        results: ["irregular_A", "regular_A", "B", "C", "regular_D", "irregular_D"].map(results),
        instructions: ["no_charge", "initiate_charge", "charged"].map(instructions),
        factors: sheet.at("factor").entries().map(factor).collect(),
        occasions: sheet.at("occasion").entries().map(|(key, row)| occasion(key, &row)).collect(),
    }
}

fn occasion(key: &str, row: &Sheet<'_>) -> OccasionSpec<Occasion, u8> {
    let occasion = by_key(Occasion::ALL, Occasion::key, key).unwrap_or_else(|| row.bad("is no occasion"));
    let within = || row.at("within").number();
    let call = match occasion {
        Occasion::First => Call::FirstMeeting,
        Occasion::InitiateCharge => Call::ToCharge,
        Occasion::Charged => Call::Charged,
        Occasion::HeavyShooting => Call::Shooting(Heavy {
            per_figure: row.at("casualties_per_figure").int(),
            per_model: row.at("casualties_per_model").int(),
            periods: Some(row.at("consecutive_periods").int()),
        }),
        Occasion::Surprise => Call::Surprise(within()),
        Occasion::FriendBroken => Call::FriendBroke(within()),
        Occasion::LeaderLost => Call::LeaderLost(within()),
        Occasion::Restrain => Call::Wish,
    };
    OccasionSpec { occasion, rule: row.rule(), call, moment: row.at("step").int() }
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
