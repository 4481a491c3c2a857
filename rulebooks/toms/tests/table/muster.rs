//! Armies and scenarios written down: points, sizes, cards, house rules.

use form::{Fault, Source, parse_json, parse_toml};
use serde_json::Value;
use testudo_toms::army;
use testudo_toms::board::Board;
use testudo_toms::desk::ask;
use testudo_toms::{rule, scenario};
use umpire::UnitId;

fn faults_of(units: &str, house: &str) -> Vec<Fault> {
    let text = format!("book = \"toms\"\narmy = \"greek\"\nhouse = {{ {house} }}\nunits = [{units}]\n");
    army::read(&parse_toml(&text).expect("good TOML")).expect_err("something is wrong")
}

fn names(faults: &[Fault], path: &str, rule: ruling::RuleId) -> bool {
    faults.iter().any(|f| f.path == path && f.message.contains(rule.as_str()))
}

#[test]
fn armies_keep_to_their_list_their_points_and_their_sizes() {
    let faults = faults_of("{ unit = \"greek.hoplite\", figures = 33 }", "");
    assert!(names(&faults, "units[0].figures", rule::SETUP_UNIT_SIZE), "{faults:?}");
    let faults = faults_of("{ unit = \"greek.hoplite\", figures = 32 }", "army_points = 95");
    assert!(names(&faults, "units", rule::SETUP_POINTS), "{faults:?}");
    let faults = faults_of("{ unit = \"persian.archer\", figures = 16 }", "");
    assert!(names(&faults, "units[0].unit", rule::SETUP_POINTS), "{faults:?}");
    let faults = faults_of("{ unit = \"greek.hoplite\", figures = 16 }", "no_such_rule = true");
    assert!(names(&faults, "house.no_such_rule", rule::HOUSE), "{faults:?}");
    let faults = faults_of("{ unit = \"greek.hoplite\", figures = 16 }", "army_break = 101");
    assert!(names(&faults, "house.army_break", rule::HOUSE), "{faults:?}");
}

#[test]
fn the_house_opens_the_lists_to_phalangites_and_says_how_many_generals_there_are() {
    let reads = |units: &str, house: &str| {
        let text = format!("book = \"toms\"\narmy = \"greek\"\nhouse = {{ {house} }}\nunits = [{units}]\n");
        army::read(&parse_toml(&text).expect("good TOML")).is_ok()
    };
    let pikes = "{ unit = \"macedonian.phalangite\", figures = 16 }";
    assert!(names(&faults_of(pikes, ""), "units[0].unit", rule::LIST_MACEDONIAN));
    assert!(reads(pikes, "macedonians = true"));
    let led = "{ unit = \"greek.hoplite\", figures = 32, general = true },".repeat(2);
    let led = format!("{led}{{ unit = \"greek.hoplite\", figures = 4 }}");
    assert!(reads(&led, "army_points = 300"));
    let one = faults_of(&led, "army_points = 300, generals = \"one\"");
    assert!(names(&one, "units", rule::SETUP_GENERALS), "{one:?}");
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
