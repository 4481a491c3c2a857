//! Reading the tables from their file.

use super::outcome::{Level, Named, OutcomeRow};
use super::terrain::{MapLimits, Terrain, TerrainRow, Topography};
use super::{Conform, GroupShift, Pips, Pursuit, Row, Setup, Support, Tables, Tactical};
use crate::data::troop::{Arm, Troop, TroopSet};
use crate::rule;
use binding::{Sheet, Toggle};
use ruling::RuleId;

impl Tables {
    /// Reads the whole file.
    pub fn read(file: &Sheet<'_>) -> Tables {
        let section = |name: &str| file.at(name).cited();
        let outcomes: Vec<OutcomeRow> = file.at("outcome").items().map(|s| OutcomeRow::read(&s)).collect();
        let row_of = |level: Level, troop: Troop| {
            let row = outcomes.iter().position(|row| row.is_about(level, troop));
            row.and_then(|i| u8::try_from(i).ok()).expect("every loser has its row at every level")
        };
        let outcome_of = [Level::Equal, Level::Beaten, Level::Doubled]
            .map(|level| Troop::ALL.map(|troop| row_of(level, troop)));
        Tables {
            rows: Troop::ALL.map(|troop| read_row(file, troop)),
            width: section("bases").at("width").number(),
            army_size: section("army").at("elements").int(),
            river: section("river").at("most").number(),
            support: Support::read(&file.at("support")),
            tactical: Tactical::read(file),
            outcome_of,
            outcomes,
            pass_move: [Arm::Foot, Arm::Mounted].map(|arm| read_passing(file, rule::PASS_MOVE, arm)),
            pass_recoil: [Arm::Foot, Arm::Mounted].map(|arm| read_passing(file, rule::PASS_RECOIL, arm)),
            terrain: Terrain::ALL.map(|t| TerrainRow::read(&file.at("terrain").at(t.key()).cited())),
            topographies: file
                .at("topography")
                .entries()
                .map(|(name, s)| Topography::read(name, &s.cited()))
                .collect(),
            sight_inside: section("sight").at("inside").number(),
            crown: section("sight").at("crown").number(),
            level: section("hills").at("level").number(),
            map: MapLimits::read(&section("map")),
            river_width_most: section("map_river").at("width_most").number(),
            road_width: section("map_road").at("width").number(),
            setup: Setup::read(file),
            pips: Pips::read(file),
            wheel_leg: section("wheel").at("leg").number(),
            group_shift: GroupShift {
                most: section("group_shift").at("most").number(),
                opposite: section("group_shift").at("opposite").number(),
            },
            aloof: section("aloof").at("within").number(),
            zone: section("zone").at("depth").number(),
            touch: section("touch").at("within").number(),
            conform: Conform {
                turn: section("conform").at("turn").number(),
                shift: section("conform").at("shift").number(),
            },
            camp_hold: section("camp_attack").at("hold").number(),
            wagon_range: section("wagons").at("range").int(),
            arc: section("arc").at("half_width").number(),
            shooters: section("shooters").at("most").int(),
            breakoff: section("breakoff").at("least").number(),
            recoil: section("recoil").at("most").number(),
            never_pushed: section("push").words("never", Troop::parse),
            flee: section("flee").at("paces").number(),
            pursuit: Pursuit::read(file),
            not_counted: section("victory").words("not_counted", Troop::parse),
            toggles: file.at("toggles").entries().map(|(name, s)| Toggle::read(name, &s)).collect(),
        }
    }
}

fn read_row(file: &Sheet<'_>, troop: Troop) -> Row {
    let row = file.at("troops").at(troop.key());
    let arm = |word: &str| [Arm::Foot, Arm::Mounted].into_iter().find(|arm| arm.key() == word);
    Row {
        rule: row.rule(),
        name: row.at("name").text().to_owned(),
        abbr: row.at("abbr").text().to_owned(),
        arm: row.at("arm").word(arm),
        good: row.opt_int("good"),
        bad: row.opt_int("bad"),
        road: row.opt_int("road"),
        vs_foot: row.at("vs_foot").int(),
        vs_mounted: row.at("vs_mounted").int(),
        range: row.opt_int("range").unwrap_or(0),
        width: file.at("bases").at("width").int(),
        depth: row.at("depth").int(),
        moves_into_contact: !file
            .at("contact")
            .cited()
            .words::<_, TroopSet>("never", Troop::parse)
            .has(troop),
        pursues: file.at("pursuit").cited().words::<_, TroopSet>("who", Troop::parse).has(troop),
        bad_going_exempt: file
            .at("bad_going")
            .cited()
            .words::<_, TroopSet>("exempt", Troop::parse)
            .has(troop),
        enters_camps: !file.at("camp_closed").cited().words::<_, TroopSet>("to", Troop::parse).has(troop),
    }
}

/// Through whom each type may go by a rule, if Dragoons are of that arm.
fn read_passing(file: &Sheet<'_>, rule: RuleId, dragoons: Arm) -> [TroopSet; Troop::COUNT] {
    let arm = |troop: Troop| match troop {
        Troop::Dragoons => dragoons,
        _ => read_row(file, troop).arm,
    };
    let mut through = [TroopSet::default(); Troop::COUNT];
    for row in file.at("pass").items().filter(|row| row.rule() == rule) {
        let (movers, met) = (Named::read(&row, "movers"), Named::read(&row, "through"));
        let met: TroopSet = Troop::ALL.into_iter().filter(|&t| met.has(t, arm(t))).collect();
        for mover in Troop::ALL.into_iter().filter(|&t| movers.has(t, arm(t))) {
            let set = &mut through[mover as usize];
            *set = set.or(met.without(row.words("except", Troop::parse)));
            // They are never met outside their camp.
            set.remove(Troop::CampFollowers);
        }
    }
    through
}

impl Setup {
    fn read(file: &Sheet<'_>) -> Setup {
        let section = |name: &str| file.at(name).cited();
        Setup {
            camp_width: section("camp").at("width").number(),
            camp_depth: section("camp").at("depth").number(),
            camp_wagons: section("camp_of_wagons").at("wagons").int(),
            depth: section("deploy").at("depth").number(),
            margin: section("deploy").at("margin").number(),
            swaps: section("swap").at("pairs").int(),
        }
    }
}

impl Pips {
    fn read(file: &Sheet<'_>) -> Pips {
        let section = |name: &str| file.at(name).cited();
        Pips {
            each: section("pips").at("move").int(),
            heavy: section("pips_heavy").at("extra").int(),
            heavy_troops: section("pips_heavy").words("who", Troop::parse),
            command: section("pips_command").at("extra").int(),
            command_seen: section("pips_command").at("seen").number(),
            command_unseen: section("pips_command").at("unseen").number(),
            secluded: section("pips_secluded").at("extra").int(),
            secluded_in: section("pips_secluded").words("terrain", Terrain::parse),
        }
    }
}

impl Pursuit {
    fn read(file: &Sheet<'_>) -> Pursuit {
        let section = |name: &str| file.at(name).cited();
        Pursuit {
            most: section("pursuit_move").at("most").number(),
            shift: section("pursuit_line_up").at("shift").number(),
            turn: section("pursuit_line_up").at("turn").number(),
            short: section("pursuit_line_up").at("short").number(),
        }
    }
}

impl Support {
    fn read(support: &Sheet<'_>) -> Support {
        let section = |name: &str| support.at(name).cited();
        let same = section("same");
        Support {
            same: Troop::ALL.map(|troop| same.opt_int(troop.key()).unwrap_or(0)),
            cancelled_by: section("cancelled").words("by", Troop::parse),
            not_charging_mounted: section("no_charge_mounted").words("who", Troop::parse),
            psiloi_support: section("psiloi").words("who", Troop::parse),
            psiloi: section("psiloi").factor(),
        }
    }
}

impl Tactical {
    fn read(file: &Sheet<'_>) -> Tactical {
        let factor = |name: &str| file.at("tactical").at(name).factor();
        let open = file.at("open_ground").cited();
        Tactical {
            camp: factor("camp"),
            shot_pikes: factor("shot_pikes"),
            general: factor("general"),
            uphill_bank: factor("uphill_bank"),
            bank_within: file.at("bank").cited().at("within").number(),
            open_ground: factor("open_ground"),
            open_ground_by: open.words("by", Troop::parse),
            open_ground_near_by: open.words("near_by", Troop::parse),
            open_ground_near: open.at("near").number(),
            overlap: factor("overlap"),
            camp_overlap: factor("camp_overlap"),
            aiding: factor("aiding"),
            bad_going: factor("bad_going"),
            enemy_in_bad_going: factor("enemy_in_bad_going"),
        }
    }
}
