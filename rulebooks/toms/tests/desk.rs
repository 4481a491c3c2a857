//! Answers of the desk, each with the rules that decided it.

use crate::desk::ask;
use crate::rule;
use form::parse_json;
use ruling::{RuleId, proves};
use serde_json::Value;

/// What a question is answered with.
fn answer(question: &str, given: &str) -> Value {
    let input = parse_json(&format!("{{{given}}}")).expect("good JSON");
    ask(question, &input).unwrap_or_else(|faults| panic!("{given}: {faults:?}"))
}

/// Whether an answer says that a rule decided it, among its `rules` or its `factors`.
fn cites(answer: &Value, rule: RuleId) -> bool {
    let named = |value: &Value| value == rule.as_str() || value["rule"] == rule.as_str();
    ["rules", "factors"].iter().any(|key| answer[key].as_array().is_some_and(|list| list.iter().any(named)))
}

#[test]
fn a_type_is_given_by_its_list_and_what_was_mended_there() {
    proves!(
        rule::LIST_GREEK,
        rule::LIST_PERSIAN,
        rule::LIST_CARTHAGINIAN,
        rule::LIST_FLAGS,
        rule::LIST_IMMORTALS,
        rule::LIST_CAMELS,
        rule::LIST_ELEPHANT
    );
    let types = [
        ("greek.hoplite", "/shield", "5", rule::LIST_GREEK),
        ("persian.spearman", "/list", "\"persian\"", rule::LIST_PERSIAN),
        ("carthaginian.gaul", "/list", "\"carthaginian\"", rule::LIST_CARTHAGINIAN),
        ("greek.javelin_cavalry", "/cavalry", "true", rule::LIST_FLAGS),
        ("persian.immortal_spearman", "/trained", "true", rule::LIST_IMMORTALS),
        ("persian.arabian_camel", "/move", "16", rule::LIST_CAMELS),
        ("carthaginian.elephant", "/move", "10", rule::LIST_ELEPHANT),
    ];
    for (unit, at, value, rule) in types {
        let answer = answer("unit", &format!(r#""unit": "{unit}""#));
        let said = answer.pointer(at).map(Value::to_string);
        assert!(said.as_deref() == Some(value) && cites(&answer, rule), "{answer}");
    }
}

#[test]
fn a_type_says_what_it_is_what_it_throws_and_whether_it_is_an_auxiliary() {
    proves!(rule::LIST_BODY, rule::LIST_MISSILE_KIND, rule::AUX_WHO, rule::SCALE_UNITS);
    let peltast = answer("unit", r#""unit": "greek.peltast""#);
    assert_eq!((&peltast["missile"], &peltast["typical"]), (&"javelin".into(), &12.into()));
    assert!(cites(&peltast, rule::LIST_MISSILE_KIND) && cites(&peltast, rule::SCALE_UNITS));
    let ballista = answer("unit", r#""unit": "greek.ballista""#);
    assert!(ballista["body"] == "engine" && cites(&ballista, rule::LIST_BODY), "{ballista}");
    assert!(ballista["siege_engine"] == true && cites(&ballista, rule::AUX_WHO), "{ballista}");
    assert!(!cites(&answer("unit", r#""unit": "greek.hoplite""#), rule::AUX_WHO));
}

#[test]
fn room_cost_and_place_rest_on_the_rules_of_setting_up() {
    proves!(
        rule::SCALE_BASE,
        rule::POINTS_FIGURE,
        rule::SETUP_ROLLOFF,
        rule::SETUP_DEPLOY,
        rule::SETUP_TABLE
    );
    let room = answer("footprint", r#""unit": "greek.hoplite", "count": 20"#);
    assert!(room["depth"] == 2.6 && cites(&room, rule::SCALE_BASE), "{room}");
    let cost = answer("points", r#""army": [{"unit": "greek.hoplite", "count": 16}]"#);
    assert!(cost["total"] == 48 && cites(&cost, rule::POINTS_FIGURE), "{cost}");
    let first = answer("roll_off", r#""dice": {"a": [3, 5], "b": [3, 2]}"#);
    assert!(first["deploys_first"] == "a" && cites(&first, rule::SETUP_ROLLOFF), "{first}");
    let off = answer("deploy", r#""unit": "greek.hoplite", "x": 0.5, "y": 6, "side": "south""#);
    assert!(off["reason"] == "off_table" && cites(&off, rule::SETUP_TABLE), "{off}");
    let far = answer("deploy", r#""unit": "greek.hoplite", "x": 30, "y": 20, "side": "south""#);
    assert!(far["reason"] == "outside_zone" && cites(&far, rule::SETUP_DEPLOY), "{far}");
}

#[test]
fn a_charge_up_or_down_a_hill_says_by_how_much_and_why() {
    proves!(
        rule::CHARGE_RATE,
        rule::CHARGE_DOWNHILL,
        rule::CHARGE_UPHILL,
        rule::HILL_LEVEL,
        rule::MOVE_UPHILL
    );
    let far =
        |levels: &str| answer("move", &format!(r#""unit": "greek.hoplite", "action": "charge", {levels}"#));
    let (down, up) = (far(r#""level": 1"#), far(r#""target_level": 1, "uphill": true"#));
    assert!(down["allowance"] == 14 && cites(&down, rule::CHARGE_DOWNHILL), "{down}");
    assert!(up["allowance"] == 8 && cites(&up, rule::CHARGE_UPHILL) && cites(&up, rule::MOVE_UPHILL), "{up}");
    assert!(cites(&up, rule::HILL_LEVEL) && cites(&up, rule::CHARGE_RATE));
    assert_eq!(up["factors"][1]["why"], "from below");
}

#[test]
fn the_number_needed_names_what_went_into_it() {
    proves!(rule::KILL_BASE, rule::KILL_ARMOUR, rule::KILL_CAVALRY, rule::KILL_SUM, rule::MELEE_LINES);
    let plain = answer("kill_roll", r#""attack": "melee""#);
    assert!(
        plain["needs"] == 4 && cites(&plain, rule::KILL_BASE) && !cites(&plain, rule::KILL_SUM),
        "{plain}"
    );
    let hard = answer("kill_roll", r#""attack": "missile", "target_armour": true, "target_cavalry": true"#);
    assert_eq!(hard["needs"], 6);
    assert!([rule::KILL_ARMOUR, rule::KILL_CAVALRY, rule::KILL_SUM].map(|r| cites(&hard, r)) == [true; 3]);
    let dice = answer("attacks", r#""unit": "greek.peltast", "men": 12"#);
    assert!(dice["dice"] == 4 && cites(&dice, rule::MELEE_LINES), "{dice}");
}

#[test]
fn elephants_and_auxiliaries_say_why_nobody_tests() {
    proves!(rule::ELEPHANT_IMMUNE, rule::AUX_PANIC);
    let near = |event: &str, cause: &str, unit: &str| {
        let given = format!(
            r#""event": "{event}", "cause": "{cause}", "units": [{{"unit": "{unit}", "distance": 4}}]"#
        );
        answer("who_tests", &given)
    };
    let calm = near("friend_destroyed", "carthaginian.gaul", "carthaginian.elephant");
    assert!(calm["tests"] == serde_json::json!([]) && cites(&calm, rule::ELEPHANT_IMMUNE), "{calm}");
    let light = near("friend_broken", "greek.ballista", "greek.hoplite");
    assert!(light["tests"] == serde_json::json!([]) && cites(&light, rule::AUX_PANIC), "{light}");
}

#[test]
fn who_may_not_rally_is_told_why() {
    proves!(rule::RALLY_CASUALTIES, rule::RALLY_ENGAGED);
    let why = |more: &str| answer("rally", &format!(r#""unit": "greek.hoplite", {more}"#))["reason"].clone();
    assert_eq!(why(r#""casualties_last_enemy_turn": true"#), rule::RALLY_CASUALTIES.as_str());
    assert_eq!(why(r#""engaged": true"#), rule::RALLY_ENGAGED.as_str());
}

#[test]
fn generals_strike_once_and_ride_with_no_engine() {
    proves!(rule::GENERAL_ATTACK, rule::GENERAL_ATTACH, rule::BALLISTA_CREW);
    let dice = answer("attacks", r#""unit": "greek.hoplite", "men": 16, "general": true"#);
    assert!(dice["dice"] == 9 && cites(&dice, rule::GENERAL_ATTACK), "{dice}");
    let input = parse_json(r#"{"unit": "greek.ballista", "general": true}"#).expect("good JSON");
    let faults = ask("attacks", &input).expect_err("no general rides there");
    assert!(faults[0].message.contains("[toms.general.attach]"), "{faults:?}");
    let crew = answer("attacks", r#""unit": "greek.ballista", "men": 3"#);
    assert!(crew["dice"] == 3 && cites(&crew, rule::BALLISTA_CREW), "{crew}");
}
