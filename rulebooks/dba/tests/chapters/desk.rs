//! Questions to the desk beyond the worked cases: defaults, house rules and faults.

use crate::Dba;
use crate::data::troop::Troop;
use crate::desk::{ask, questions};
use crate::rule;
use form::{Fault, parse_json};
use ruling::proves;
use serde_json::{Value, json};

fn answer(question: &str, input: Value) -> Value {
    ask(question, &(&input).into()).unwrap_or_else(|faults| panic!("{input}: {}", faults[0]))
}

/// The path of the first fault.
fn fault(question: &str, input: Value) -> String {
    match ask(question, &(&input).into()) {
        Err(faults) => faults[0].path.clone(),
        Ok(answer) => panic!("{input} answered {answer}"),
    }
}

#[test]
fn every_rule_cited_in_an_answer_is_in_the_index() {
    let asked = [
        ("troop", json!({ "troop": "cannon" })),
        ("movement", json!({ "troop": "cannon", "going": "bad", "crossing_river": true })),
        ("wheel", json!({ "front": 2, "degrees": 90 })),
        ("break_off", json!({ "troop": "cavalry", "enemy": "knights" })),
        ("contact", json!({ "a": at("blades", 0, 0), "b": at("blades", 160, 60) })),
        ("invader", json!({ "aggression_a": 0, "aggression_b": 4 })),
        ("base_edge", json!({})),
        ("victory", json!({ "a": {}, "b": {} })),
    ];
    for (question, input) in asked {
        let said = answer(question, input);
        let rules = said["rules"].as_array().unwrap_or_else(|| panic!("{question}: {said}"));
        assert!(!rules.is_empty());
        for rule in rules {
            assert!(Dba::index().get(rule.as_str().unwrap()).is_some(), "{rule}");
        }
    }
}

#[test]
fn every_troop_type_has_its_row_and_its_base() {
    proves!(rule::ELEMENT_ARM, rule::ELEMENT_BASE, rule::GEOMETRY_ELEMENT);
    Troop::ALL.into_iter().for_each(|troop| ruling::ledger::claim(troop.rule()));
    for troop in Troop::ALL {
        let row = answer("troop", json!({ "troop": troop.key() }));
        assert_eq!(row["rules"][0], format!("dba.troops.{}", troop.key()));
        assert_eq!((&row["width"], &row["width_mm"]), (&json!(160), &json!(40)));
        let corners = answer("corners", at(troop.key(), 0, 0));
        let half = row["depth"].as_f64().unwrap() / 2.0;
        assert_eq!(corners["fr"][1].as_f64(), Some(half));
    }
}

fn at(troop: &str, x: i32, y: i32) -> Value {
    json!({ "troop": troop, "x": x, "y": y, "facing": 0 })
}

#[test]
fn combats_that_cannot_be_name_the_field() {
    let close = |attacker: Value, defender: Value| {
        fault("combat", json!({ "kind": "close", "attacker": attacker, "defender": defender }))
    };
    let blades = || json!({ "troop": "blades" });
    assert_eq!(close(json!({ "troop": "camp_followers" }), blades()), "attacker.in_camp");
    let camp = || json!({ "troop": "blades", "in_camp": true });
    assert_eq!(close(camp(), camp()), "defender.in_camp");
    let moved = || json!({ "troop": "blades", "moved_into_contact": true });
    assert_eq!(close(moved(), moved()), "defender.moved_into_contact");
    let guns = json!({ "troop": "cannon", "moved_into_contact": true });
    assert_eq!(close(blades(), guns), "defender.moved_into_contact");
    let aided = json!({ "troop": "bows", "aided_by": [{ "troop": "bows", "distance": 10 }] });
    assert_eq!(close(aided, blades()), "attacker.aided_by");
    let support = json!({ "troop": "spears", "support": { "troop": "spears", "shot_at_by": ["blades"] } });
    assert_eq!(close(support, blades()), "attacker.support.shot_at_by[0]");
    let back = json!({ "kind": "close", "attacker": blades(), "defender": blades(), "shoots_back": true });
    assert_eq!(fault("combat", back), "shoots_back");
}

#[test]
fn shots_that_cannot_be_name_the_field() {
    let shot = |attacker: Value, defender: &str, distance: i32, back: bool| {
        let defender = json!({ "troop": defender, "uphill": true, "moved_into_contact": true });
        let mut given = json!({ "kind": "shooting", "attacker": attacker, "defender": defender });
        given["distance"] = distance.into();
        given["shoots_back"] = back.into();
        ask("combat", &(&given).into()).map_err(|faults| faults[0].path.clone())
    };
    let bows = || json!({ "troop": "bows", "uphill": true, "moved_into_contact": true });
    assert!(shot(bows(), "cannon", 200, true).is_ok(), "close-combat fields do not matter");
    assert_eq!(shot(bows(), "cannon", 201, false), Err("distance".into()));
    assert_eq!(shot(json!({ "troop": "cannon" }), "bows", 201, true), Err("distance".into()));
    assert!(shot(json!({ "troop": "cannon" }), "bows", 201, false).is_ok());
    assert_eq!(shot(json!({ "troop": "blades" }), "bows", 10, false), Err("attacker.troop".into()));
    assert_eq!(shot(bows(), "blades", 10, true), Err("shoots_back".into()));
    let aided = |troop: &str| json!({ "troop": "bows", "aided_by": [{ "troop": troop, "distance": 250 }] });
    assert_eq!(shot(aided("bows"), "blades", 10, false), Err("attacker.aided_by[0].distance".into()));
    assert_eq!(shot(aided("spears"), "blades", 10, false), Err("attacker.aided_by[0].troop".into()));
    assert!(shot(aided("jaeger"), "blades", 10, false).is_ok());
    let missing =
        json!({ "kind": "shooting", "attacker": { "troop": "bows" }, "defender": { "troop": "bows" } });
    assert_eq!(fault("combat", missing), "distance");
}

#[test]
fn a_target_that_does_not_shoot_back_has_no_aid() {
    let idle = json!({ "troop": "blades", "aided_by": [{ "troop": "spears", "distance": 9000 }] });
    let given =
        json!({ "kind": "shooting", "attacker": { "troop": "bows" }, "defender": idle, "distance": 100 });
    assert_eq!(answer("combat", given)["attacker"]["total"], 2);
}

#[test]
fn house_rules_are_read_in_every_question() {
    for question in questions() {
        let unknown = parse_json(r#"{"house": {"flying_elephants": true}}"#).expect("JSON");
        let faults: Vec<Fault> = ask(question.id, &unknown).expect_err("no such house rule");
        assert!(faults.iter().any(|f| f.path == "house.flying_elephants"), "{}", question.id);
    }
    let deep =
        json!({ "troop": "war_wagons", "house": { "war_wagon_depth": 320, "war_wagons_shoot": true } });
    let row = answer("troop", deep);
    assert_eq!((&row["depth"], &row["depth_mm"], &row["range"]), (&json!(320), &json!(80), &json!(200)));
    assert_eq!(
        fault("troop", json!({ "troop": "blades", "house": { "war_wagon_depth": 200 } })),
        "house.war_wagon_depth"
    );
    assert_eq!(fault("troop", json!({ "troop": "blades", "house": { "camps": "no" } })), "house.camps");
    let small =
        json!({ "troop": "knights", "x": 1000, "y": 1500, "facing": 180, "house": { "table_size": 1600 } });
    assert_eq!(answer("recoil", small)["result"], "destroyed");
}

#[test]
fn war_wagons_shoot_all_round_where_the_house_lets_them() {
    let given = json!({
        "shooter": at("war_wagons", 1000, 1000),
        "target": at("blades", 1000, 790),
        "house": { "war_wagons_shoot": true },
    });
    let said = answer("can_shoot", given);
    assert_eq!((&said["allowed"], &said["distance"]), (&json!(true), &json!(100)));
}

#[test]
fn shots_are_refused_by_the_first_rule_against_them() {
    proves!(rule::SHOOT_RANGE, rule::SHOOT_CONTACT, rule::SHOOT_WHEN, rule::SHOOT_ARC);
    let ask_with = |changes: Value| {
        let mut given = json!({ "shooter": at("cannon", 1000, 1000), "target": at("blades", 1000, 3000) });
        for (name, value) in changes.as_object().unwrap() {
            given[name] = value.clone();
        }
        answer("can_shoot", given)
    };
    let beyond = ask_with(json!({}));
    assert_eq!((&beyond["rule"], &beyond["distance"]), (&json!("dba.shoot.range"), &json!(1890)));
    let engaged = ask_with(json!({ "target_in_contact": true, "moved": true }));
    assert_eq!((&engaged["rule"], &engaged["distance"]), (&json!("dba.shoot.contact"), &Value::Null));
    assert_eq!(ask_with(json!({ "own_bound": false }))["rule"], "dba.shoot.when");
    let behind = json!({ "target": at("blades", 1000, 800) });
    assert_eq!(ask_with(behind)["rule"], "dba.shoot.arc");
    let in_camp = json!({ "target": at("blades", 1000, 800), "shooter_in_camp": true });
    assert_eq!(ask_with(in_camp)["distance"], 90);
}

#[test]
fn war_wagons_control_the_ground_on_every_side() {
    let zone = |x: i32, y: i32| {
        let given = json!({
            "controller": at("war_wagons", 1000, 1000),
            "element": at("blades", x, y),
            "others": [at("blades", 1000, 850)],
        });
        let said = answer("zoc", given);
        (said["in_zone"].as_bool().unwrap(), said["depth"].as_i64().unwrap())
    };
    assert_eq!(zone(1200, 1000), (true, 160));
    assert_eq!(zone(1000, 780), (false, 160));
    assert_eq!(zone(1000, 890), (true, 40));
    let followers = json!({ "controller": at("camp_followers", 0, 0), "element": at("blades", 0, 70) });
    assert_eq!(answer("zoc", followers)["in_zone"], false);
}

#[test]
fn facings_come_out_between_0_and_360() {
    let given = |facing: f64| json!({ "troop": "psiloi", "x": 1200, "y": 1200, "facing": facing });
    assert_eq!(answer("recoil", given(-90.0))["facing"], 270);
    assert_eq!(answer("recoil", given(725.5))["facing"], 5.5);
    assert_eq!(answer("recoil", given(-0.0001))["facing"], 0);
    assert_eq!(answer("flee", given(180.0))["facing"], 0);
    assert_eq!(answer("flee", given(0.0))["y"], 600);
}

#[test]
fn moves_need_a_general_or_his_distance() {
    proves!(rule::PIPS_FIRST);
    let blades = || json!(["blades"]);
    assert_eq!(fault("pip_cost", json!({ "troops": blades() })), "distance");
    for reason in ["general_lost", "moving_general", "first_bound"] {
        let mut given = json!({ "troops": blades() });
        given[reason] = true.into();
        assert!(answer("pip_cost", given)["cost"].is_number());
    }
    let both = json!({ "troops": blades(), "general_lost": true, "moving_general": true });
    assert_eq!(fault("pip_cost", both), "moving_general");
    assert_eq!(fault("pip_cost", json!({ "troops": ["camp_followers"], "distance": 1 })), "troops[0]");
}

#[test]
fn what_never_recoils_is_refused() {
    for troop in ["war_wagons", "camp_followers"] {
        assert_eq!(fault("recoil", at(troop, 1000, 1000)), "troop");
    }
    assert_eq!(fault("outcome", outcome("artillery", "blades", "moved_into_contact")), "circumstance");
    assert_eq!(fault("outcome", outcome("camp_followers", "blades", "moved_into_contact")), "circumstance");
    assert_eq!(answer("outcome", outcome("camp_followers", "bows", "shot"))["result"], "abandon_camp");
}

fn outcome(loser: &str, winner: &str, circumstance: &str) -> Value {
    json!({ "loser": loser, "winner": winner, "level": "beaten", "circumstance": circumstance })
}

#[test]
fn pursuit_depends_on_who_won_and_how() {
    proves!(rule::PURSUIT_MOVE);
    let said = |given: Value| answer("pursuit", given)["distance"].as_i64().unwrap();
    assert_eq!(said(json!({ "winner": "elephants", "loser_result": "breaks_off" })), 160);
    assert_eq!(said(json!({ "winner": "warband", "loser_result": "abandon_camp" })), 60);
    assert_eq!(said(json!({ "winner": "warband", "loser_result": "none" })), 0);
    assert_eq!(said(json!({ "winner": "knights", "loser_result": "recoil", "kind": "shooting" })), 0);
    assert_eq!(said(json!({ "winner": "knights", "loser_result": "recoil", "winner_in_camp": true })), 0);
    let house = json!({ "elephants_pursue": false });
    assert_eq!(said(json!({ "winner": "elephants", "loser_result": "flee", "house": house })), 0);
}

#[test]
fn setting_up_is_answered() {
    let army = json!({ "cavalry": 2, "blades": 6, "spears": 2, "psiloi": 2 });
    let general = |general: &str| {
        let given = json!({ "army": "polybian_roman", "elements": army.clone(), "general": general });
        answer("army", given)["reason"].clone()
    };
    assert_eq!((general("cavalry"), general("knights")), (json!(""), json!("general")));
    assert_eq!(fault("army", json!({ "army": "martians", "elements": {}, "general": "blades" })), "army");
    let deployed = |x: i32, y: i32, edge: &str| {
        let given = json!({ "troop": "blades", "x": x, "y": y, "facing": 90, "edge": edge });
        answer("deploy", given)["reason"].clone()
    };
    assert_eq!(deployed(570, 1200, "west"), "");
    assert_eq!(deployed(571, 1200, "west"), "depth");
    assert_eq!(deployed(20, 1200, "west"), "depth");
    assert_eq!(deployed(300, 379, "west"), "side");
    assert_eq!(deployed(2000, 1200, "east"), "");
    let enters = |terrain: &str, troop: &str| {
        let said = answer("going", json!({ "terrain": terrain, "troop": troop }));
        (said["going"].as_str().unwrap().to_owned(), said["may_enter"].as_bool().unwrap())
    };
    assert_eq!(enters("river", "cannon"), ("river".into(), true));
    assert_eq!(enters("road", "war_wagons"), ("road".into(), true));
    assert_eq!(enters("waterway", "psiloi"), ("impassable".into(), false));
    assert_eq!(enters("oasis", "camelry"), ("good".into(), true));
    assert_eq!(enters("marsh", "artillery"), ("bad".into(), false));
    assert_eq!(
        answer("base_edge", json!({}))["odds"],
        json!({ "edge_1": "1/6", "edge_2": "1/6", "edge_3": "1/6", "edge_4": "1/2" })
    );
    assert_eq!(answer("invader", json!({ "aggression_a": 2, "aggression_b": 2 }))["odds"]["a"], "1/2");
}

#[test]
fn odds_leave_out_what_cannot_happen() {
    let given = json!({ "kind": "close", "attacker": { "troop": "scythed_chariots" }, "defender": { "troop": "spears" } });
    let odds = &answer("combat", given)["odds"];
    assert_eq!(odds["no_effect"], "0");
    assert_eq!(odds["attacker"], json!({ "none": "5/12", "destroyed": "7/12" }));
}
