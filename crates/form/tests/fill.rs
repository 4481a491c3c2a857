//! Forms filled rightly and wrongly.

use std::ops::Bound;
use testudo_form::{Answer, Fault, Field, Filled, Kind, Node, Value, fill, parse_json};

fn troop() -> Kind {
    Kind::one_of(["blades", "spears", "light_horse"])
}

/// A form with a field of every kind.
fn fields() -> Vec<Field> {
    let support = Kind::record([
        Field::new("troop", troop(), "its type"),
        Field::new("going", Kind::one_of(["good", "bad"]), "its ground").or("good"),
    ]);
    let side = Kind::record([
        Field::new("troop", troop(), "its type"),
        Field::new("general", Kind::Bool, "whether it is the general").or(false),
        Field::new("support", support, "the element behind it").optional(),
    ]);
    vec![
        Field::new("attacker", side, "the attacker"),
        Field::new("n", Kind::int(0..=4), "a count").or(0),
        Field::new("x", Kind::number(0.0..).in_unit("paces"), "a distance").optional(),
        Field::new("turn", Kind::number((Bound::Excluded(0.0), Bound::Included(180.0))), "an angle")
            .optional(),
        Field::new("note", Kind::Text, "a note").or(""),
        Field::new("others", Kind::list(troop(), ..=2), "the others").or(Node::list([])),
        Field::new("lost", Kind::map(["blades", "spears"], Kind::int(0..)), "the lost").or(Node::record([])),
        Field::new("tags", Kind::map_of(Kind::Bool), "tags").optional(),
        Field::new("house", Kind::Any, "house rules").or(Node::record([])),
    ]
}

fn good(json: &str) -> Filled {
    fill(&fields(), &parse_json(json).expect("JSON")).expect("a good form")
}

fn bad(json: &str) -> Vec<String> {
    let faults = fill(&fields(), &parse_json(json).expect("JSON")).expect_err("a bad form");
    faults.iter().map(Fault::to_string).collect()
}

#[test]
fn what_is_left_out_takes_its_default() {
    let form = good(r#"{"attacker": {"troop": "spears"}}"#);
    let attacker = form.record("attacker");
    assert_eq!((attacker.text("troop"), attacker.choice("troop")), ("spears", 1));
    assert!(!attacker.bool("general") && !attacker.has("general") && attacker.has("troop"));
    assert!(attacker.opt("support").is_none() && !attacker.has("support"));
    assert_eq!((form.int("n"), form.text("note"), form.list("others").len()), (0, "", 0));
    assert!(form.opt("x").is_none() && form.opt("tags").is_none());
    let names: Vec<_> = form.answers().map(|(name, _)| name).collect();
    assert_eq!(names, ["attacker", "n", "note", "others", "lost", "house"]);
}

#[test]
fn every_kind_is_read_back() {
    let form = good(
        r#"{"attacker": {"troop": "blades", "general": true, "support": {"troop": "spears", "going": "bad"}},
            "n": 3.0, "x": 7, "turn": 90.5, "note": "ä\u0000", "others": ["blades", "light_horse"],
            "lost": {"spears": 2}, "tags": {"any name": true}, "house": {"camps": [1, null]}}"#,
    );
    let attacker = form.record("attacker");
    assert!(attacker.bool("general"));
    assert_eq!(attacker.record("support").text("going"), "bad");
    assert_eq!(attacker.record("support").path(), "attacker.support");
    assert_eq!((form.int("n"), form.number("n"), form.number("x"), form.number("turn")), (3, 3.0, 7.0, 90.5));
    assert_eq!(form.text("note"), "ä\0");
    assert_eq!(form.list("others").iter().map(Answer::choice).collect::<Vec<_>>(), [0, 2]);
    let lost: Vec<_> = form.map("lost").iter().map(|(name, n)| (name.as_str(), n.int())).collect();
    assert_eq!(lost, [("spears", 2)]);
    assert!(form.map("tags")[0].1.bool());
    assert_eq!(form.get("house").node().get("camps").unwrap(), &Node::list([1.into(), Value::Null.into()]));
}

#[test]
fn lists_of_records_are_read_and_blamed_by_number() {
    let fields =
        [Field::new("path", Kind::list(Kind::record([Field::new("x", Kind::int(..), "x")]), 1..), "a path")];
    let form = fill(&fields, &parse_json(r#"{"path": [{"x": 1}, {"x": -2}]}"#).unwrap()).unwrap();
    assert_eq!(form.records("path").map(|p| p.int("x")).collect::<Vec<_>>(), [1, -2]);
    assert_eq!(form.list("path")[1].fault("off the table").to_string(), "path[1]: off the table");
    assert_eq!(form.list("path")[1].record().fault("x", "off").to_string(), "path[1].x: off");
    let faults = fill(&fields, &parse_json(r#"{"path": []}"#).unwrap()).unwrap_err();
    assert_eq!(faults[0].to_string(), "path: must have 1 or more items, has 0");
}

#[test]
fn every_fault_is_named_at_once() {
    let faults = bad(
        r#"{"attacker": {"trop": "blades", "general": 1, "support": {"troop": "Light Horse", "going": "odd"}},
            "n": 5, "x": -0.5, "turn": 0, "note": null, "others": ["blade", "tank", "blades"],
            "lost": {"spear": 1, "blades": -1, "wagons": "x"}, "colour": true}"#,
    );
    assert_eq!(
        faults,
        [
            "attacker.trop: unknown field `trop`; did you mean `troop`?",
            "attacker.general: must be true or false, not a whole number",
            "attacker.support.troop: unknown value `Light Horse`; did you mean `light_horse`?",
            "attacker.support.going: unknown value `odd`; known: good, bad",
            "attacker.troop: missing; give its type",
            "n: must be from 0 to 4, not 5",
            "x: must be 0 or more paces, not -0.5",
            "turn: must be above 0 and up to 180, not 0",
            "note: must be text, not null",
            "others: must have 2 or less items, has 3",
            "others[0]: unknown value `blade`; did you mean `blades`?",
            "others[1]: unknown value `tank`; known: blades, spears, light_horse",
            "lost.spear: unknown name `spear`; did you mean `spears`?",
            "lost.blades: must be 0 or more, not -1",
            "lost.wagons: unknown name `wagons`; known: blades, spears",
            "lost.wagons: must be a whole number, not text",
            "colour: unknown field `colour`; known fields: attacker, n, x, turn, note, others, lost, tags, house",
        ]
    );
}

#[test]
fn the_whole_form_must_be_a_record() {
    assert_eq!(bad("[]"), ["must be a record, not a list"]);
    assert_eq!(bad("{}"), ["attacker: missing; give the attacker"]);
    assert_eq!(bad(r#"{"attacker": "blades"}"#), ["attacker: must be a record, not text"]);
}

#[test]
fn only_whole_numbers_are_whole() {
    let is = |json: &str| {
        let text = format!(r#"{{"attacker": {{"troop": "blades"}}, "n": {json}}}"#);
        fill(&fields(), &parse_json(&text).unwrap()).map(|form| form.int("n")).map_err(|f| f[0].to_string())
    };
    assert_eq!(is("4.0"), Ok(4));
    assert_eq!(is("-0.0"), Ok(0));
    assert_eq!(is("3.5"), Err("n: must be a whole number, not 3.5".into()));
    assert_eq!(is("9223372036854775808"), Err("n: must be a whole number, not 9.223372036854776e18".into()));
    assert_eq!(is("9223372036854775807"), Err("n: must be from 0 to 4, not 9223372036854775807".into()));
}

#[test]
fn numbers_must_be_finite() {
    let fields = [Field::new("x", Kind::number(..), "x")];
    for x in [f64::NAN, f64::INFINITY] {
        let faults = fill(&fields, &Node::record([("x", x.into())])).unwrap_err();
        assert_eq!(faults[0].to_string(), "x: must be a finite number");
    }
}

#[test]
fn a_field_twice_in_a_tree_made_by_hand_is_refused() {
    let fields = [Field::new("x", Kind::int(..), "x")];
    let faults = fill(&fields, &Node::record([("x", 1.into()), ("x", 2.into())])).unwrap_err();
    assert_eq!(faults[0].to_string(), "x: given twice");
}

#[test]
fn a_form_judged_later_keeps_its_path() {
    let form = good(r#"{"attacker": {"troop": "blades"}, "house": {"camps": 1}}"#);
    let toggles = [Field::new("camps", Kind::Bool, "whether there are camps").or(true)];
    let faults = form.fill("house", &toggles).unwrap_err();
    assert_eq!(faults[0].to_string(), "house.camps: must be true or false, not a whole number");
    let form = good(r#"{"attacker": {"troop": "blades"}}"#);
    assert!(form.fill("house", &toggles).unwrap().bool("camps"));
}

#[test]
fn hostile_names_make_one_short_line() {
    let long = "x".repeat(100_000);
    let faults = bad(&format!(r#"{{"attacker": {{"troop": "a\nb"}}, "{long}": 1, "a\u001b[31m": 2}}"#));
    assert!(faults.iter().all(|line| line.len() < 300 && !line.chars().any(char::is_control)), "{faults:?}");
    assert!(faults[0].starts_with(r"attacker.troop: unknown value `a\nb`"), "{}", faults[0]);
}

#[test]
#[should_panic(expected = "the default of a field must be of its kind: n: must be from 0 to 4, not 5")]
fn a_default_of_another_kind_is_a_mistake_in_the_form() {
    let _ = Field::new("n", Kind::int(0..=4), "a count").or(5);
}

#[test]
#[should_panic(expected = "the form has no field `attacker.tropp`")]
fn asking_for_a_field_the_form_does_not_have_is_a_mistake_in_the_code() {
    good(r#"{"attacker": {"troop": "blades"}}"#).record("attacker").text("tropp");
}
