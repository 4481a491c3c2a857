//! House rules at the desk: the other value of each gives another answer.

use crate::desk::ask;
use form::parse_json;
use serde_json::Value;

/// What a question is answered with under a house rule, at a place in the answer.
fn answered(question: &str, given: &str, house: &str, at: &str) -> Value {
    let comma = if given.is_empty() { "" } else { ", " };
    let text = format!("{{{given}{comma}\"house\": {{{house}}}}}");
    let input = parse_json(&text).expect("good JSON");
    let answer = ask(question, &input).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
    answer.pointer(at).unwrap_or_else(|| panic!("{answer}: nothing at {at}")).clone()
}

#[test]
fn each_house_rule_changes_an_answer() {
    let bolt = r#""flame": true, "targets": [{"unit": "persian.spearman", "distance": 20}]"#;
    let two = r#""targets": [{"unit": "persian.spearman", "distance": 20}, {"unit": "persian.spearman", "distance": 24}]"#;
    let horse = r#""targets": [{"unit": "greek.cataphract", "distance": 20}]"#;
    let flame = r#""kind": "flame", "shooter": {"unit": "greek.archer", "men": 1}, "target": {"unit": "persian.spearman"}"#;
    let limit =
        r#""a": {"points": 200, "casualties": 60}, "b": {"points": 200}, "turn": 3, "turn_complete": true"#;
    let army = r#""army": [{"unit": "greek.hoplite", "count": 32}, {"unit": "greek.hoplite", "count": 32}, {"unit": "greek.hoplite", "count": 4}]"#;
    let trample = r#""attacker": {"unit": "carthaginian.elephant"}, "target": {"unit": "greek.archer"}, "charging": true, "face": "rear""#;
    let near = r#""unit": "greek.hoplite", "enemy_within_12": true"#;
    let charged = r#""unit": "persian.archer", "face": "rear""#;
    let cases: [(&str, &str, &str, &str, &str, &str); 24] = [
        ("rally", near, r#""rally_enemy_near": "no_enemy_adds""#, "/dice", "2", "1"),
        ("rally", near, r#""rally_enemy_near": "removes""#, "/dice", "2", "0"),
        ("rally", near, r#""rally_enemy_near": "ignored""#, "/dice", "2", "1"),
        (
            "unit",
            r#""unit": "persian.immortal_spearman""#,
            r#""immortals_trained": false"#,
            "/trained",
            "true",
            "false",
        ),
        (
            "unit",
            r#""unit": "persian.arabian_camel""#,
            r#""camels_cavalry": false"#,
            "/cavalry",
            "true",
            "false",
        ),
        (
            "attacks",
            r#""unit": "persian.spearman", "men": 16"#,
            r#""two_line_units": "spears""#,
            "/dice",
            "4",
            "8",
        ),
        (
            "save",
            r#""unit": "carthaginian.gaul", "attack": "missile", "obscured": true"#,
            r#""cover_saves_unshielded": false"#,
            "/save",
            "6",
            "0",
        ),
        (
            "save",
            r#""unit": "greek.hoplite", "attack": "missile", "face": "rear""#,
            r#""rear_missiles_ignore_shields": false"#,
            "/save",
            "0",
            "5",
        ),
        ("reactions", charged, r#""all_round_fire": true"#, "/options", r#"["none"]"#, r#"["none","fire"]"#),
        ("points", army, r#""generals": "one""#, "/generals", "2", "1"),
        (
            "strike_order",
            r#""holdfast": true, "face": "side""#,
            r#""holdfast_front_only": true"#,
            "/first",
            "\"charged\"",
            "\"charger\"",
        ),
        ("shoot", flame, r#""flame_catches": "always""#, "/p_catch", "\"2/3\"", "\"1\""),
        ("ballista", bolt, r#""flame_catches": "always""#, "/shots/0/p_catch", "\"13/27\"", "\"625/1296\""),
        (
            "burn",
            r#""counter": 2, "target": {"unit": "persian.spearman"}"#,
            r#""fire_die_one": "out""#,
            "/counter_after",
            "1",
            "0",
        ),
        ("ballista", horse, r#""ballista_cavalry_modifier": false"#, "/shots/0/needs", "4", "3"),
        (
            "ballista",
            two,
            r#""ballista_blank_passes_on": true"#,
            "/shots/1/p_reached",
            "\"671/1296\"",
            "\"14/27\"",
        ),
        ("strike", trample, r#""elephant_modifiers": true"#, "/needs", "4", "2"),
        ("victory", limit, r#""turn_limit": 3"#, "/over", "false", "true"),
        (
            "victory",
            r#""a": {"points": 200, "lost": 60}, "b": {"points": 200}, "turn_complete": true"#,
            r#""army_break": 30"#,
            "/over",
            "false",
            "true",
        ),
        (
            "points",
            r#""army": [{"unit": "greek.hoplite", "count": 16}]"#,
            r#""generals": "per_100""#,
            "/generals",
            "1",
            "1",
        ),
        ("rally", r#""unit": "greek.hoplite""#, r#""rally_enemy_near": "no_enemy_adds""#, "/dice", "1", "2"),
        (
            "save",
            r#""unit": "carthaginian.gaul", "attack": "missile""#,
            r#""cover_saves_unshielded": false"#,
            "/save",
            "0",
            "0",
        ),
        (
            "strike_order",
            r#""holdfast": true"#,
            r#""holdfast_front_only": true"#,
            "/first",
            "\"charged\"",
            "\"charged\"",
        ),
        (
            "reactions",
            r#""unit": "greek.hoplite", "face": "rear""#,
            r#""all_round_fire": true"#,
            "/options",
            r#"["none"]"#,
            r#"["none"]"#,
        ),
    ];
    for (question, given, house, at, usual, other) in cases {
        assert_eq!(answered(question, given, "", at).to_string(), usual, "{question} {given}");
        assert_eq!(answered(question, given, house, at).to_string(), other, "{question} {given} {house}");
    }
}

/// Infantry, horses already near, and horses from afar, all now within eight inches.
#[test]
fn terror_on_approach_is_tested_for_in_the_move_and_not_at_the_end() {
    let units = r#""cause": "carthaginian.elephant", "units": [{"unit": "greek.hoplite", "distance": 7, "before": 9},
        {"unit": "greek.javelin_cavalry", "distance": 7, "before": 9}, {"unit": "greek.javelin_cavalry", "distance": 7}]"#;
    let tests = |event: &str, house: &str| {
        let tests = answered("who_tests", &format!("\"event\": \"{event}\", {units}"), house, "/tests");
        let told =
            |t: &Value| format!("{} {} {}", t["index"], t["kind"].as_str().unwrap_or_default(), t["needs"]);
        tests.as_array().expect("a list").iter().map(told).collect::<Vec<_>>()
    };
    let house = r#""elephant_terror": "on_approach""#;
    assert_eq!(tests("elephant_approach", ""), ["2 fc 4"]);
    assert_eq!(tests("elephant_approach", house), ["0 panic 6", "1 panic 5", "2 fc 4"]);
    assert_eq!(tests("elephant_near", ""), ["0 panic 6", "1 panic 5", "2 panic 5"]);
    assert!(tests("elephant_near", house).is_empty());
}
