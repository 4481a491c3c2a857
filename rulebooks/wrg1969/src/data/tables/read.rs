//! Reading the tables from their file.

use crate::data::measure::NEAR;
use crate::data::reaction::{Grade, Occasion, Reaction, When};
use crate::data::tables::{
    After, Arc, Cause, Command, CrewWeapon, Crews, Distances, HandRow, Leave, MissileRow, Moves, Overlap,
    Points, Rates, ReactionTables, Row, Setup, Special, Tables, Tactical,
};
use crate::data::troop::{Column, Hand, Haul, Missile, Troop};
use binding::{Sheet, Toggle};
use mechanics::{
    Bands, Call, CasualtyTable, Counts, DiceByStrength, Exactly, FactorLine, Heavy, OccasionSpec,
};

impl Tables {
    /// Reads the whole file.
    pub fn read(file: &Sheet<'_>) -> Tables {
        let section = |name: &str| file.at(name).cited();
        let crew = section("crew_weapon");
        let crew = |name: &str| CrewWeapon {
            figures: crew.at(name).at("figures").int(),
            weapon: crew.at(name).at("weapon").word(Missile::parse),
        };
        let overlap = section("overlap");
        let setup = section("setup");
        let command = section("command");
        let after = section("after");
        let leave = section("leave_field");
        let arc = section("arc");
        let causes = section("disorganisation");
        Tables {
            rows: Troop::ALL.map(|troop| Row::read(&file.at("troops").at(troop.key()))),
            missiles: Missile::ALL.map(|missile| MissileRow::read(file, missile)),
            hands: Hand::ALL.map(|hand| HandRow::read(&file.at("hand").at(hand.key()).cited())),
            points: Points::read(&file.at("points")),
            advantage: section("victory").at("advantage").number(),
            setup: Setup {
                zone: setup.at("zone").number(),
                width: setup.at("width").number(),
                depth: setup.at("depth").number(),
            },
            moves: Moves::read(&file.at("move")),
            command: Command {
                signal_range: command.at("signal_range").number(),
                signals: command.at("signals_most").int(),
                messenger: command.at("messenger_troop").word(Troop::parse),
                general: file.at("move").at("general").cited().at("troop").word(Troop::parse),
                arrival: command.at("arrival").number(),
            },
            arc: Arc {
                all_round: arc.at("all_round").number(),
                light: arc.at("light").number(),
                others: arc.at("others").number(),
            },
            crews: Crews {
                elephant: crew("elephant"),
                chariot_asiatic: crew("chariot_asiatic"),
                chariot_celtic: crew("chariot_celtic"),
                light_dart_engine: crew("light_dart_engine"),
                heavy_dart_engine: crew("heavy_dart_engine"),
                stone_thrower: crew("stone_thrower"),
            },
            overlap: Overlap {
                shielded_side: overlap.at("shielded_side").int(),
                unshielded_side: overlap.at("unshielded_side").int(),
                wide_target: overlap.at("against_shc_elephant_chariot").int(),
                by_models: overlap.at("by_elephant_or_chariot").int(),
            },
            tactical: Tactical::read(&file.at("tactical")),
            moving_target: section("moving_target").at("inches").number(),
            casualty: casualties(&section("casualty")),
            reaction: ReactionTables::read(&file.at("reaction")),
            after: After {
                push_backs_to_break: ints(&after.at("push_backs_to_break")),
                mounted_break_ratio: after.at("mounted_break_ratio").int(),
                drawn_periods: after.at("drawn_mounted_fight_periods").int(),
                general_surrenders: after.at("general_surrenders_at_losses").int(),
                large_unit_over: after.at("large_unit_figures_over").int(),
            },
            leave: Leave {
                rolls: leave.at("rolls").int(),
                returns_now_on: leave.at("returns_now_on").int(),
                delayed_return_on: leave.at("delayed_return_on").int(),
            },
            disorganised_most: causes.at("most").int(),
            causes: causes.at("causes").items().map(|s| Cause::read(&s)).collect(),
            toggles: file.at("toggles").entries().map(|(name, s)| Toggle::read(name, &s)).collect(),
        }
    }
}

/// The numbers of a list that has so many.
fn ints<T: TryFrom<i64> + Copy + Default, const N: usize>(list: &Sheet<'_>) -> [T; N] {
    let mut numbers = [T::default(); N];
    assert_eq!(list.items().count(), N, "a list of {N} numbers");
    numbers.iter_mut().zip(list.items()).for_each(|(number, item)| *number = item.int());
    numbers
}

fn rates(sheet: &Sheet<'_>) -> Rates {
    Rates { normal: sheet.at("normal").number(), charge: sheet.at("charge").number() }
}

impl Row {
    fn read(row: &Sheet<'_>) -> Row {
        Row {
            rule: row.rule(),
            name: row.at("name").text().to_owned(),
            abbr: row.at("abbr").text().to_owned(),
            column: row.at("column").word(Column::parse),
            crew: row.opt_int("crew").unwrap_or(0),
            front: row.at("front").number(),
            depth: row.at("depth").number(),
            points: ["regular", "barbarian"].map(|name| row.opt_int(name)),
            rates: row.opt("normal").map(|_| rates(row)),
        }
    }
}

impl MissileRow {
    fn read(file: &Sheet<'_>, missile: Missile) -> MissileRow {
        let sheet = file.at("missiles").at(missile.key()).cited();
        let row = sheet.at("row").text();
        MissileRow {
            name: sheet.at("name").text().to_owned(),
            range: sheet.at("range").number(),
            factor: ints(&file.at("missile_factor").cited().at(row)),
            row: row.to_owned(),
        }
    }
}

impl HandRow {
    fn read(sheet: &Sheet<'_>) -> HandRow {
        HandRow {
            name: sheet.at("name").text().to_owned(),
            half_ranks: sheet.at("half_ranks").int(),
            factor: ints(&sheet.at("factor")),
        }
    }
}

impl Points {
    fn read(points: &Sheet<'_>) -> Points {
        let section = |name: &str| points.at(name).cited();
        let (extra, command, army) = (section("extra"), section("command"), section("army"));
        let grades = |name: &str| {
            let sheet = points.at("grade").at(name).cited();
            Grade::ALL.map(|grade| sheet.opt_int(grade.key()))
        };
        Points {
            commander_in_chief: section("general").at("commander_in_chief").int(),
            subordinate_general: section("general").at("subordinate_general").int(),
            grade: ["regular", "barbarian"].map(grades),
            bow_and_shafted: ints(&extra.at("bow_and_shafted")),
            shieldless: ints(&extra.at("shieldless")),
            unit_commander: ints(&command.at("unit")),
            sub_unit_commander: ints(&command.at("sub_unit")),
            per_general: army.at("points_per_general").int(),
            general_unit_figures: army.at("general_unit_figures").int(),
            general_unit_grades: army.words("general_unit_grades", Grade::parse),
            regular_share: section("competition").at("regular_share").int(),
        }
    }
}

impl Moves {
    fn read(moves: &Sheet<'_>) -> Moves {
        let section = |name: &str| moves.at(name).cited();
        let (special, obstacle, going) = (section("special"), section("obstacle"), section("going"));
        let special = |name: &str| special.at(name).number();
        Moves {
            camel: rates(&section("camel")),
            haul: Haul::ALL.map(|haul| section("haul").at(haul.key()).number()),
            back: special("back_without_turning"),
            evade: special("evade"),
            swerve: special("impassable_swerve_cost"),
            rally_mounted: special("rally_back_mounted"),
            rally_foot: special("rally_back_foot_or_elephant"),
            rally_drawn: special("rally_back_drawn_mounted_fight"),
            push_back: special("push_back"),
            uncontrolled_less: special("uncontrolled_second_period_reduction"),
            rout_less: special("rout_reduction_per_period"),
            pursuit_less: special("pursuit_reduction_per_period"),
            obstacle_mounted: obstacle.at("mounted").number(),
            obstacle_foot: obstacle.at("foot").number(),
            wheeled_figures: obstacle.at("wheeled_figures").int(),
            going_mounted: going.at("mounted").number(),
            going_foot: going.at("foot").number(),
            standoff: section("standoff").at("inches").number(),
        }
    }
}

impl Tactical {
    fn read(tactical: &Sheet<'_>) -> Tactical {
        let factor = |name: &str| tactical.at(name).factor();
        Tactical {
            overhead_fire: factor("overhead_fire"),
            enemy_in_cover: factor("enemy_in_cover"),
            disorganised: factor("disorganised"),
            target_moved: factor("target_moved"),
            losses: factor("losses"),
            against_pikes: factor("against_pikes"),
            shieldless_cavalry_or_hi: factor("shieldless_cavalry_or_hi"),
            shieldless_mi_or_li: factor("shieldless_mi_or_li"),
            charging: factor("charging"),
            higher_ground: factor("higher_ground"),
            shc_flanked: factor("shc_flanked"),
            chariot_flanked: factor("chariot_flanked"),
        }
    }
}

fn casualties(sheet: &Sheet<'_>) -> CasualtyTable {
    let rows = sheet.at("rows");
    let rows = rows.items().map(|row| row.items().map(|men| men.int()).collect());
    CasualtyTable::new(sheet.at("least").int(), rows.collect())
}

impl ReactionTables {
    fn read(reaction: &Sheet<'_>) -> ReactionTables {
        let section = |name: &str| reaction.at(name).cited();
        let (dice, special, distance) = (section("dice"), section("special"), section("distance"));
        let special = |name: &str| special.at(name).int();
        let inches = |name: &str| distance.at(name).number();
        let chart = |name: &str| {
            let sheet = reaction.at("chart").at(name).cited();
            Grade::ALL.map(|grade| Bands::up_to(ints(&sheet.at(grade.key()))))
        };
        let written = section("periods");
        let mut periods = [0; Reaction::ALL.len()];
        for reaction in Reaction::ALL {
            periods[reaction as usize] = written.opt_int(reaction.key()).unwrap_or(0);
        }
        ReactionTables {
            dice: DiceByStrength {
                dice: ["usual", "below_two_thirds", "below_half"].map(|name| dice.at(name).int()),
                exactly: Exactly::More,
            },
            factor: reaction.at("factor").entries().map(|(name, s)| line(name, &s)).collect(),
            occasions: occasions(&distance),
            special: Special {
                cinc_with: special("cinc_with"),
                cinc_near: special("cinc_near"),
                behind_cover: special("behind_cover"),
                in_square: special("in_square"),
                secure_flank: special("secure_flank"),
            },
            distance: Distances {
                near: inches("near"),
                cover: inches("cover"),
                elephants_or_chariots: inches("elephants_or_chariots"),
                close_friends: inches("in_close_combat_friends"),
                secure_flank_cover: inches("secure_flank_cover"),
                surprise: inches("surprise_range"),
                under_fire_figures: distance.at("under_fire_figures").int(),
            },
            charts: ["ordered", "unordered"].map(chart),
            periods,
        }
    }
}

/// A line of the list of reaction factors.
fn line(name: &str, sheet: &Sheet<'_>) -> FactorLine {
    let counts = |word: &str| match word {
        "each" => Some(Counts::Each),
        "any" => Some(Counts::Once),
        _ => None,
    };
    FactorLine {
        key: name.to_owned(),
        rule: sheet.rule(),
        counts: sheet.at("count").word(counts),
        values: [sheet.at("value").int()],
    }
}

/// The occasions on which a unit must test, those that cannot wait first.
fn occasions(distance: &Sheet<'_>) -> Vec<OccasionSpec<Occasion, When>> {
    let within = |name: &str| distance.at(name).number() + NEAR;
    let heavy = Heavy {
        per_figure: distance.at("missile_men_a_figure").int(),
        per_model: distance.at("missile_men_a_figure").int(),
        periods: None,
    };
    let calls = [
        (Occasion::BelowHalf, Call::BelowHalf, When::AtOnce),
        (Occasion::Charged, Call::Charged, When::AtBonusPoint),
        (Occasion::FirstContact, Call::FirstMeeting, When::EndOfPeriod),
        (Occasion::Surprise, Call::Surprise(within("surprise_range")), When::EndOfPeriod),
        (Occasion::Closing, Call::ToCharge, When::EndOfPeriod),
        (Occasion::FriendBreaks, Call::FriendBroke(within("friend_breaks")), When::EndOfPeriod),
        (Occasion::MissileLoss, Call::Shooting(heavy), When::EndOfPeriod),
        (Occasion::ThrownBack, Call::ThrewBack, When::AtOnce),
        (Occasion::GeneralLost, Call::LeaderLost(within("general_lost")), When::EndOfPeriod),
    ];
    let spec = |(occasion, call, moment): (Occasion, Call, When)| OccasionSpec {
        occasion,
        rule: occasion.rule(),
        call,
        moment,
    };
    calls.map(spec).into()
}

impl Cause {
    fn read(sheet: &Sheet<'_>) -> Cause {
        Cause { name: sheet.at("name").text().to_owned(), rule: sheet.rule() }
    }
}
