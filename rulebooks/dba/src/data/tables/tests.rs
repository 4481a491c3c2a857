//! The tables against the figures of the sheet.

use super::*;
use crate::data::tables::tables;
use crate::data::troop::TroopSet;
use crate::house::House;
use form::{Node, Value, parse_toml};

fn oracle(text: &str) -> Node {
    parse_toml(text).expect("test data is TOML")
}

fn set(troops: &[Troop]) -> TroopSet {
    troops.iter().copied().collect()
}

#[test]
fn the_index_has_every_rule_once_and_by_name() {
    let names = include_str!("../../rule.rs");
    let (concede, own) = rules().all().split_last().expect("there are rules");
    assert_eq!((concede.id, own.len()), (ruling::CONCEDE, 175), "the umpire adds one of its own");
    for rule in own {
        assert_eq!(names.matches(&format!("\"{}\"", rule.id)).count(), 1, "{}", rule.id);
        assert!(!rule.title.is_empty() && rule.text.ends_with(['.', '"']), "{}", rule.id);
        assert!(rule.source.is_empty() || rule.source.starts_with("line"), "{}", rule.id);
        assert!(rule.status == ruling::Status::Ruling || !rule.source.is_empty(), "{}", rule.id);
    }
    assert_eq!(own[0].id, crate::rule::SCALE_UNITS);
    assert_eq!(own[174].id, crate::rule::GEOMETRY_TOLERANCE);
}

#[test]
fn the_fidelity_page_counts_the_rules_right() {
    let page = include_str!("../../../FIDELITY.md");
    for status in ["stated", "stated in part", "repaired", "ruling"] {
        let own = rules().all().iter().filter(|rule| rule.id != ruling::CONCEDE);
        let count = own.filter(|rule| rule.status.as_str() == status).count();
        let row = page.lines().find(|line| line.starts_with(&format!("| {status} |"))).expect("a row");
        assert!(row.ends_with(&format!("| {count} |")), "{row}: {count}");
    }
}

#[test]
fn rules_and_toggles_name_each_other() {
    for toggle in &tables().toggles {
        let rule = rules().get(toggle.rule.as_str()).expect("a rule");
        assert!(rule.toggles.contains(&toggle.name), "{}", toggle.name);
    }
    for name in rules().all().iter().flat_map(|rule| &rule.toggles) {
        assert!(tables().toggles.iter().any(|toggle| toggle.name == *name), "{name}");
    }
}

#[test]
fn rows_are_those_of_the_sheet() {
    let row = |troop| {
        let row = tables().troop(troop);
        (row.good, row.bad, row.road, row.vs_foot, row.vs_mounted, row.range, row.depth)
    };
    assert_eq!(row(Troop::Artillery), (Some(200), None, Some(300), 4, 4, 500, 160));
    assert_eq!(row(Troop::LightHorse), (Some(500), Some(200), Some(500), 2, 2, 0, 120));
    assert_eq!(row(Troop::Rifles), (Some(300), Some(300), Some(400), 4, 5, 400, 80));
    assert_eq!(row(Troop::CampFollowers), (None, None, None, 1, 1, 0, 80));
    let ranges: Vec<u16> =
        Troop::ALL.map(|t| tables().troop(t).range).into_iter().filter(|&r| r > 0).collect();
    assert_eq!(ranges, [500, 200, 1000, 200, 300, 200, 400, 100]);
    let sum = |f: fn(&Row) -> i32| Troop::ALL.map(|t| f(tables().troop(t))).iter().sum::<i32>();
    assert_eq!(sum(|row| row.vs_foot.into()), 73);
    assert_eq!(sum(|row| row.vs_mounted.into()), 77);
    assert_eq!(sum(|row| row.good.unwrap_or(0).into()), 6200);
    assert_eq!(sum(|row| row.bad.unwrap_or(0).into()), 4400);
    assert_eq!(sum(|row| row.road.unwrap_or(0).into()), 8600);
    assert_eq!(sum(|row| row.depth.into()), 2380);
    assert!(Troop::ALL.iter().all(|&t| f64::from(tables().troop(t).width) == tables().width));
}

#[test]
fn rows_know_what_other_rules_say_of_their_type() {
    let those =
        |f: fn(&Row) -> bool| Troop::ALL.into_iter().filter(|&t| f(tables().troop(t))).collect::<TroopSet>();
    let stay = set(&[Troop::Artillery, Troop::Cannon, Troop::CampFollowers]);
    assert_eq!(those(|row| !row.moves_into_contact), stay);
    let pursue = set(&[Troop::Knights, Troop::ScythedChariots, Troop::Elephants, Troop::Warband]);
    assert_eq!(those(|row| row.pursues), pursue);
    let light = set(&[Troop::Auxilia, Troop::Dragoons, Troop::Jaeger, Troop::Psiloi, Troop::Rifles]);
    assert_eq!(those(|row| row.bad_going_exempt), light);
    let mounted = [Troop::Camelry, Troop::Cavalry, Troop::Elephants, Troop::Knights, Troop::LightHorse];
    let mounted = set(&mounted).or(set(&[Troop::Pistols, Troop::ScythedChariots]));
    assert_eq!(those(|row| row.arm == Arm::Mounted), mounted);
    let no_tents =
        [Troop::Elephants, Troop::ScythedChariots, Troop::Artillery, Troop::Cannon, Troop::WarWagons];
    assert_eq!(those(|row| !row.enters_camps), set(&no_tents));
}

#[test]
fn factors_and_support_are_those_of_the_sheet() {
    let t = &tables().tactical;
    let values = [
        (t.camp, "dba.tactical.camp", 2),
        (t.shot_pikes, "dba.tactical.shot_pikes", 1),
        (t.general, "dba.tactical.general", 1),
        (t.uphill_bank, "dba.tactical.uphill_bank", 1),
        (t.open_ground, "dba.tactical.open_ground", -1),
        (t.overlap, "dba.tactical.overlap", -1),
        (t.camp_overlap, "dba.tactical.camp_overlap", -1),
        (t.aiding, "dba.tactical.aiding", -1),
        (t.bad_going, "dba.tactical.bad_going", -2),
        (tables().support.psiloi, "dba.support.psiloi", 1),
    ];
    for (factor, rule, value) in values {
        assert_eq!((factor.rule.as_str(), factor.value), (rule, value));
    }
    let s = &tables().support;
    let supported: Vec<(Troop, i8)> =
        Troop::ALL.into_iter().map(|troop| (troop, s.same(troop))).filter(|(_, value)| *value != 0).collect();
    assert_eq!(
        supported,
        [
            (Troop::Muskets, 2),
            (Troop::Pikes, 3),
            (Troop::Pistols, 1),
            (Troop::Rifles, 1),
            (Troop::Shot, 1),
            (Troop::Spears, 1),
            (Troop::Warband, 1),
        ]
    );
    assert_eq!(s.cancelled_by, set(&[Troop::Bows, Troop::Artillery, Troop::Cannon]));
    assert_eq!(s.not_charging_mounted, set(&[Troop::Shot, Troop::Muskets, Troop::Rifles]));
    assert_eq!(s.psiloi_support, set(&[Troop::Blades, Troop::Spears]));
    assert_eq!((t.open_ground_near, t.bank_within), (300.0, 80.0));
    assert_eq!(
        t.open_ground_by.or(t.open_ground_near_by),
        set(&[Troop::Rifles, Troop::Jaeger, Troop::Cannon])
    );
}

#[test]
fn levels_split_the_thirty_six_throws() {
    let odds = oracle(include_str!("../../../tests/odds.toml"));
    let Some(Value::Record(throws)) = odds.get("throws").map(|node| &node.value) else { panic!("throws") };
    for (key, counts) in throws {
        let (a, b) = key.name.split_once('_').expect("two totals");
        let (a, b): (i16, i16) = (a.parse().expect("a number"), b.parse().expect("a number"));
        let mut seen = [0; 5];
        for (die_a, die_b) in (1..=6).flat_map(|x| (1..=6).map(move |y| (x, y))) {
            let (a, b) = (a + die_a, b + die_b);
            let column = match (Level::of(a, b), a > b) {
                (Level::Doubled, true) => 0,
                (Level::Beaten, true) => 1,
                (Level::Equal, _) => 2,
                (Level::Beaten, false) => 3,
                (Level::Doubled, false) => 4,
            };
            seen[column] += 1;
        }
        assert_eq!(Node::list(seen.map(Node::from)).to_json(), counts.to_json(), "{}", key.name);
    }
    assert_eq!(throws.len(), 55);
}

#[test]
fn friends_are_passed_as_the_sheet_says() {
    let house = House::default();
    let light = set(&[Troop::Psiloi, Troop::Dragoons, Troop::Jaeger]);
    let with_shot = set(&[Troop::Shot, Troop::Pikes, Troop::Blades, Troop::Psiloi, Troop::Dragoons]);
    let swords = set(&[Troop::Blades, Troop::Rifles]);
    for (mover, met) in Troop::ALL.into_iter().flat_map(|m| Troop::ALL.map(|t| (m, t))) {
        let mounted = house.arm(mover) == Arm::Mounted;
        let friend = met != Troop::CampFollowers;
        let pass = light.has(mover)
            || (mounted && light.has(met))
            || (mover == Troop::Shot && with_shot.has(met))
            || (met == Troop::Shot && with_shot.has(mover));
        assert_eq!(house.passes(mover, met), friend && pass, "{mover:?} through {met:?}");
        let recoil = (mounted && !set(&[Troop::Pikes, Troop::Muskets, Troop::Elephants]).has(met))
            || (swords.has(mover) && (swords.has(met) || met == Troop::Spears))
            || (set(&[Troop::Pikes, Troop::Muskets, Troop::Bows]).has(mover) && swords.has(met));
        assert_eq!(house.recoils_through(mover, met), friend && recoil, "{mover:?} through {met:?}");
    }
    let mounted = House { dragoons_mounted: true, ..house.clone() };
    assert!(!house.recoils_through(Troop::Dragoons, Troop::Spears));
    assert!(mounted.recoils_through(Troop::Dragoons, Troop::Spears));
}

#[test]
fn terrain_is_good_bad_or_closed() {
    use TerrainGoing::{Bad, Good, Impassable, River, Road};
    let to = |troop| Terrain::ALL.map(|terrain| terrain.going(troop));
    assert_eq!(to(Troop::Knights), [Good, Good, Bad, Bad, Bad, Bad, Bad, Bad, River, Impassable, Road]);
    assert_eq!(to(Troop::Camelry), [Good, Good, Bad, Bad, Bad, Bad, Good, Good, River, Impassable, Road]);
    let hiding = |how| Terrain::ALL.into_iter().filter(|t| t.hides() == Some(how)).collect::<Vec<_>>();
    assert_eq!(hiding(Hides::Crown), [Terrain::GentleHill, Terrain::SteepHill]);
    assert_eq!(hiding(Hides::Inside), [Terrain::Woods, Terrain::Dunes, Terrain::Oasis]);
    for terrain in Terrain::ALL {
        assert_eq!(Terrain::parse(terrain.key()), Some(terrain));
    }
}

#[test]
fn topographies_have_their_terrain() {
    let names: Vec<&str> = tables().topographies.iter().map(|t| t.name.as_str()).collect();
    assert_eq!(names, ["arable", "forest", "hilly", "steppe", "dry", "tropical", "littoral"]);
    let littoral = tables().topography("littoral").expect("the coast");
    assert_eq!(littoral.compulsory, [Terrain::Waterway]);
    assert_eq!(littoral.either, [[Terrain::SteepHill, Terrain::Marsh], [Terrain::Woods, Terrain::Dunes]]);
    for topography in &tables().topographies {
        assert_eq!(topography.compulsory.len(), 1);
        assert!(topography.optional.iter().all(|t| !topography.compulsory.contains(t)));
        assert!(topography.either.iter().flatten().all(|t| topography.optional.contains(t)));
    }
}

#[test]
fn the_remaining_figures_are_read() {
    let t = tables();
    assert_eq!((t.width, t.army_size, t.river, t.sight_inside), (160.0, 12, 100.0, 80.0));
    assert_eq!((t.map.pieces_least, t.map.pieces_most, t.map.gap), (3, 5, 160.0));
    assert_eq!((t.river_width_most, t.road_width), (160.0, 100.0));
    assert_eq!((t.setup.camp_width, t.setup.camp_depth, t.setup.camp_wagons), (240.0, 200.0, 2));
    assert_eq!((t.setup.depth, t.setup.margin, t.setup.swaps), (600.0, 300.0, 2));
    assert_eq!((t.pips.each, t.pips.heavy, t.pips.command, t.pips.secluded), (1, 1, 1, 1));
    assert_eq!((t.pips.command_seen, t.pips.command_unseen), (1200.0, 600.0));
    assert_eq!(t.pips.secluded_in, [Terrain::Woods, Terrain::Oasis, Terrain::Marsh]);
    let heavy = [Troop::Artillery, Troop::Cannon, Troop::Elephants, Troop::WarWagons];
    assert_eq!(t.pips.heavy_troops, set(&heavy));
    assert_eq!((t.zone, t.arc, t.shooters, t.breakoff), (160.0, 240.0, 3, 200.0));
    assert_eq!((t.recoil, t.flee), (160.0, 600.0));
    assert_eq!((t.pursuit.most, t.pursuit.shift, t.pursuit.turn), (160.0, 80.0, 45.0));
    assert_eq!(t.never_pushed, set(&[Troop::Elephants, Troop::WarWagons]));
    assert_eq!(t.not_counted, set(&[Troop::ScythedChariots, Troop::CampFollowers]));
}

#[test]
fn every_type_has_its_row_and_its_rule() {
    for troop in Troop::ALL {
        assert_eq!(troop.rule().as_str(), format!("dba.troops.{}", troop.key()));
    }
    assert_eq!((Troop::Jaeger.name(), Troop::Jaeger.abbr()), ("Jäger", "Jg"));
}
