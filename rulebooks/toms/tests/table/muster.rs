//! Armies and scenarios written down: points, sizes, cards, house rules.

use crate::army;
use crate::board::Board;
use crate::board::state::Step;
use crate::data::terrain::Terrain;
use crate::desk::ask;
use crate::tests::table::small::cites;
use crate::{rule, scenario};
use dice::Scripted;
use form::{Fault, Source, parse_json, parse_toml};
use ruling::proves;
use serde_json::Value;
use std::sync::Arc;
use umpire::{Battle, Command, Entry, OptionId, Side, UnitId};

fn faults_of(units: &str, house: &str) -> Vec<Fault> {
    let text = format!("book = \"toms\"\narmy = \"greek\"\nhouse = {{ {house} }}\nunits = [{units}]\n");
    army::read(&parse_toml(&text).expect("good TOML")).expect_err("something is wrong")
}

fn names(faults: &[Fault], path: &str, rule: ruling::RuleId) -> bool {
    faults.iter().any(|f| f.path == path && f.message.contains(rule.as_str()))
}

#[test]
fn armies_keep_to_their_points_and_to_what_cards_carry() {
    proves!(rule::SETUP_UNIT_SIZE, rule::SETUP_POINTS, rule::HOUSE);
    let faults = faults_of("{ unit = \"greek.ballista\", figures = 2 }", "");
    assert!(names(&faults, "units[0].figures", rule::SETUP_UNIT_SIZE), "{faults:?}");
    let faults = faults_of("{ unit = \"greek.hoplite\", figures = 32 }", "army_points = 95");
    assert!(names(&faults, "units", rule::SETUP_POINTS), "{faults:?}");
    let faults = faults_of("{ unit = \"greek.hoplite\", figures = 16 }", "no_such_rule = true");
    assert!(names(&faults, "house.no_such_rule", rule::HOUSE), "{faults:?}");
    let faults = faults_of("{ unit = \"greek.hoplite\", figures = 16 }", "army_break = 101");
    assert!(names(&faults, "house.army_break", rule::HOUSE), "{faults:?}");
}

#[test]
fn the_lists_give_the_statistics() {
    let unit = |name: &str| {
        let input = parse_json(&format!("{{\"unit\": \"{name}\"}}")).expect("good JSON");
        ask("unit", &input).expect("there is such a type")
    };
    let hoplite = unit("greek.hoplite");
    assert_eq!((&hoplite["points"], &hoplite["move"]), (&Value::from(3), &Value::from(10)));
    let gaul = unit("carthaginian.gaul");
    assert_eq!((&gaul["points"], &gaul["trained"]), (&Value::from(1), &Value::from(false)));
}

#[test]
fn larger_figures_stand_on_larger_cards() {
    let text = "book = \"toms\"\nid = \"large\"\nname = \"Large\"\ncards = { long = 4, short = 2.6 }\n\
        [red]\narmy = \"greek\"\nunits = [{ unit = \"greek.hoplite\", figures = 20, x = 30, y = 8, facing = 0 }]\n\
        [blue]\narmy = \"carthaginian\"\nunits = [{ unit = \"carthaginian.elephant\", x = 30, y = 40, facing = 180 }]\n";
    let (book, field, phase) = scenario::read(&Source { name: "large", text }).expect("the scenario is good");
    let board = Board::of(&book, &field, &phase);
    let size = |id: u16| {
        let base = board.rect(UnitId(id));
        [2.0 * base.half_width, 2.0 * base.half_depth].map(|x| (x * 100.0).round() / 100.0)
    };
    assert_eq!((size(0), size(1)), ([4.0, 5.2], [2.6, 4.0]));
    assert!((book.card.file() - 1.0).abs() < 1e-9);
    let tiny = text.replace("long = 4", "long = 0.1");
    let faults = scenario::read(&Source { name: "tiny", text: &tiny }).expect_err("no such cards");
    assert_eq!(faults[0].path, "cards.long");
}

#[test]
fn the_umpire_rolls_for_the_terrain_of_each_sector_once_the_generals_ride() {
    proves!(rule::SETUP_TERRAIN, rule::SETUP_ROLLOFF);
    let army = |id: &str| army::list(id).expect("there is such a list").ready(150);
    let text = scenario::pairing(&army("greek"), &army("persian"), 150);
    let source = Source { name: "pairing", text: &text };
    let (book, field, phase) = scenario::read(&source).expect("a good scenario");
    let mut battle = Battle::new(Arc::new(book), field, phase);
    let mut journal: Vec<Entry> = Vec::new();
    // A wood, a hill and rough ground, each turned by two dice, three open sectors, and the roll-off.
    let mut dice = Scripted::new([1, 1, 1, 3, 1, 1, 4, 1, 1, 5, 6, 6, 5, 2]);
    while let Step::Generals(side) = battle.phase().step {
        let first = Command::Choose(OptionId(0));
        battle.submit(side, &first, &mut dice, &mut journal).expect("a unit may have a general");
    }
    assert_eq!(dice.finish(), Ok(()));
    let kinds: Vec<Terrain> = battle.field().ground().pieces.iter().map(|p| Terrain::of(p.kind)).collect();
    assert_eq!(kinds, [Terrain::Wood, Terrain::Hill, Terrain::Rough]);
    assert!(cites(&journal, rule::SETUP_TERRAIN) && cites(&journal, rule::SETUP_ROLLOFF));
    assert_eq!(battle.phase().step, Step::Deploy(Side::Red));
}

#[test]
fn bundled_armies_begin_beyond_bowshot_and_charge() {
    // The first battle is a lesson, whose armies begin near each other.
    for &(name, text) in scenario::bundled().iter().filter(|(name, _)| *name != "first_battle") {
        let read = scenario::read(&Source { name, text });
        let (book, field, phase) = read.unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
        let board = Board::of(&book, &field, &phase);
        for (red, blue) in
            board.of_side(Side::Red).flat_map(|r| board.of_side(Side::Blue).map(move |b| (r, b)))
        {
            let gap = table::distance(&board.rect(red), &board.rect(blue));
            let who = [red, blue].map(|id| board.profile(id)).into_iter().filter(|w| !w.is_engine());
            let reach = who.map(|w| w.range.max(w.charge)).max().map_or(0.0, f64::from);
            assert!(gap > reach, "{name}: {gap} inches between some who reach {reach}");
        }
    }
}
