//! Reading the tables from their file.

use super::outcome::{Level, Named, OutcomeRow};
use super::sheet::Sheet;
use super::terrain::{MapLimits, Terrain, TerrainRow, Topography};
use super::{Pips, Pursuit, Row, Setup, Support, Tables, Tactical, Toggle};
use crate::rule;
use crate::troop::{Arm, Troop, TroopSet};
use ruling::RuleId;

impl Tables {
    /// Reads the whole file.
    pub(super) fn read(file: &Sheet<'_>) -> Tables {
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
            width: section("bases").at("width").paces(),
            army_size: section("army").at("elements").int(),
            river: section("river").at("most").paces(),
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
            sight_inside: section("sight").at("inside").paces(),
            map: MapLimits::read(&section("map")),
            river_width_most: section("map_river").at("width_most").paces(),
            road_width: section("map_road").at("width").paces(),
            setup: Setup {
                camp_width: section("camp").at("width").paces(),
                camp_depth: section("camp").at("depth").paces(),
                camp_wagons: section("camp_of_wagons").at("wagons").int(),
                depth: section("deploy").at("depth").paces(),
                margin: section("deploy").at("margin").paces(),
                swaps: section("swap").at("pairs").int(),
            },
            pips: Pips {
                each: section("pips").at("move").int(),
                heavy: section("pips_heavy").at("extra").int(),
                heavy_troops: section("pips_heavy").troops("who"),
                command: section("pips_command").at("extra").int(),
                command_seen: section("pips_command").at("seen").paces(),
                command_unseen: section("pips_command").at("unseen").paces(),
                secluded: section("pips_secluded").at("extra").int(),
                secluded_in: section("pips_secluded").words("terrain", Terrain::parse),
            },
            zone: section("zone").at("depth").paces(),
            arc: section("arc").at("half_width").paces(),
            shooters: section("shooters").at("most").int(),
            breakoff: section("breakoff").at("least").paces(),
            recoil: section("recoil").at("most").paces(),
            never_pushed: section("push").troops("never"),
            flee: section("flee").at("paces").paces(),
            pursuit: Pursuit {
                most: section("pursuit_move").at("most").paces(),
                shift: section("pursuit_line_up").at("shift").paces(),
                turn: section("pursuit_line_up").at("turn").paces(),
            },
            not_counted: section("victory").troops("not_counted"),
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
        moves_into_contact: !file.at("contact").cited().troops("never").has(troop),
        pursues: file.at("pursuit").cited().troops("who").has(troop),
        bad_going_exempt: file.at("bad_going").cited().troops("exempt").has(troop),
        enters_camps: !file.at("camp_closed").cited().troops("to").has(troop),
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
            *set = set.or(met.without(row.troops("except")));
            // They are never met outside their camp.
            set.remove(Troop::CampFollowers);
        }
    }
    through
}

impl Support {
    fn read(support: &Sheet<'_>) -> Support {
        let section = |name: &str| support.at(name).cited();
        let same = section("same");
        Support {
            same: Troop::ALL.map(|troop| same.opt_int(troop.key()).unwrap_or(0)),
            cancelled_by: section("cancelled").troops("by"),
            not_charging_mounted: section("no_charge_mounted").troops("who"),
            psiloi_support: section("psiloi").troops("who"),
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
            bank_within: file.at("bank").cited().at("within").paces(),
            open_ground: factor("open_ground"),
            open_ground_by: open.troops("by"),
            open_ground_near_by: open.troops("near_by"),
            open_ground_near: open.at("near").paces(),
            overlap: factor("overlap"),
            camp_overlap: factor("camp_overlap"),
            aiding: factor("aiding"),
            bad_going: factor("bad_going"),
        }
    }
}

impl Toggle {
    fn read(name: &str, sheet: &Sheet<'_>) -> Toggle {
        let values: Vec<i64> = sheet.opt("values").iter().flat_map(Sheet::items).map(|s| s.int()).collect();
        let least = sheet.opt_int("least").or(values.iter().min().copied());
        let most = sheet.opt_int("most").or(values.iter().max().copied());
        // Read once for the whole life of the program.
        let unit = sheet.opt("unit").map_or("", |s| s.text()).to_owned().leak();
        let kind = match (least, most, sheet.opt("words")) {
            (Some(least), Some(most), _) => form::Kind::int(least..=most).in_unit(unit),
            (_, _, Some(words)) => form::Kind::one_of(words.items().map(|s| s.text().to_owned())),
            _ => form::Kind::Bool,
        };
        Toggle {
            name: name.to_owned(),
            rule: sheet.rule(),
            help: sheet.at("help").text().to_owned(),
            kind,
            default: sheet.at("default").node().clone(),
            values,
        }
    }
}
