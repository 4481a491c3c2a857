//! The desk beyond the worked cases: who is blamed for a bad question, and answers at the edges.

use crate::data::tables::tables;
use crate::desk::ask;
use crate::rule;
use form::parse_json;
use ruling::{RuleId, proves};
use serde_json::{Value, json};

/// What the desk answers.
fn told(question: &str, input: Value) -> Value {
    let node = parse_json(&input.to_string()).expect("test data is JSON");
    ask(question, &node).unwrap_or_else(|faults| panic!("{question} {input}: {}", faults[0]))
}

/// The innermost field that the desk blames first.
fn blamed(question: &str, input: Value) -> String {
    let node = parse_json(&input.to_string()).expect("test data is JSON");
    let faults = ask(question, &node).expect_err(&format!("{question} {input} was answered"));
    let path = faults[0].path.split('[').next().unwrap_or_default().to_owned();
    let after = faults[0].path.rsplit('.').next().unwrap_or_default();
    if after.contains('[') { path } else { after.to_owned() }
}

#[test]
fn each_fault_is_laid_at_the_right_field() {
    let sling = |more: Value| {
        let mut all = json!({"weapon": "sling", "figures": 5, "target": "light_infantry"});
        all.as_object_mut().expect("a record").extend(more.as_object().expect("a record").clone());
        all
    };
    let unit = |unit: Value| json!({ "units": [unit] });
    let cases = [
        ("casualties", json!({"factor": 1}), "figures"),
        ("casualties", json!({"factor": 1, "figures": 3, "carry": 20}), "carry"),
        ("weapon_factor", json!({"mode": "missile", "weapon": "pike", "target": "chariot"}), "weapon"),
        ("fire", json!({"target": "light_infantry"}), "weapon"),
        ("fire", json!({"weapon": "sling", "target": "light_infantry"}), "figures"),
        ("fire", json!({"crew": "elephant", "target": "light_infantry"}), "models"),
        ("fire", sling(json!({"crew": "elephant", "models": 1})), "crew"),
        ("fire", sling(json!({"overhead": true})), "overhead"),
        ("fire", json!({"crew": "elephant", "models": 1, "target": "chariot", "overhead": true}), "overhead"),
        ("fire", sling(json!({"dice": {"red": 7, "black": 1}})), "red"),
        (
            "fire",
            sling(json!({"dice": {"red": 1, "black": 6}, "house": {"firing_dice": "probability"}})),
            "red",
        ),
        ("range", json!({"weapon": "crossbow", "overhead": true}), "overhead"),
        ("can_fire", json!({"troop": "light_infantry", "weapon": "sling", "action": "charged"}), "charger"),
        (
            "can_fire",
            json!({"troop": "light_infantry", "weapon": "sling", "action": "charged", "charger": "chariot"}),
            "charge_distance",
        ),
        ("melee", json!({"weapon": "pike", "target": "chariot"}), "figures"),
        ("melee", json!({"weapon": "pike", "target": "chariot", "front": 4}), "troop"),
        ("melee", json!({"weapon": "pike", "target": "chariot", "front": 4, "figures": 4}), "front"),
        (
            "melee",
            json!({"weapon": "pike", "target": "chariot", "figures": 4, "regular": false, "dice": {"red": 3, "black": 7}}),
            "black",
        ),
        ("shields", json!({"troop": "light_infantry", "fully_armoured": true}), "fully_armoured"),
        ("disorganisation", json!({"causes": ["rain"]}), "causes"),
        ("reaction", json!({"class": "D", "figures": 20}), "class"),
        ("reaction", json!({"class": "A", "regular": false, "figures": 20}), "class"),
        ("reaction", json!({"class": "C", "figures": 20, "dice": [1, 3, 3]}), "dice"),
        (
            "reaction",
            json!({"class": "C", "figures": 20, "factors": {"cinc": "near"}, "signs": [1, 1]}),
            "signs",
        ),
        (
            "reaction",
            json!({"class": "C", "figures": 20, "factors": {"cinc": "near"}, "signs": [2]}),
            "signs",
        ),
        ("reaction", json!({"class": "C", "figures": 20, "factors": {"sixths_lost": 1}}), "sixths_lost"),
        ("reaction_due", json!({"figures": 21, "original": 20}), "figures"),
        ("reaction_due", json!({"figures": 12, "figures_before": 10, "original": 20}), "figures_before"),
        ("move", json!({"troop": "stone_thrower", "mode": "charge"}), "troop"),
        ("move", json!({"troop": "light_cavalry", "camel": true, "mode": "evade"}), "troop"),
        ("move", json!({"troop": "super_heavy_cavalry", "camel": true}), "camel"),
        ("move", json!({"troop": "light_dart_engine", "haul": "ox"}), "haul"),
        ("move", json!({"troop": "heavy_infantry", "haul": "man"}), "haul"),
        ("charge", json!({"troop": "heavy_infantry", "distance": 3, "wheel": 4.5}), "wheel"),
        ("charge", json!({"troop": "stone_thrower", "distance": 3}), "troop"),
        ("formation", json!({"troop": "heavy_infantry", "figures": 4, "files": 5}), "files"),
        ("leave_field", json!({"dice": [1]}), "dice"),
        ("leave_field", json!({"dice": [4, 4]}), "dice"),
        ("messenger", json!({"distance": 3, "troop": "stone_thrower"}), "troop"),
        ("points", unit(json!({"troop": "elephant", "figures": 2})), "troop"),
        ("points", unit(json!({"troop": "heavy_cavalry"})), "figures"),
        (
            "points",
            unit(json!({"troop": "heavy_cavalry", "figures": 10, "commander": "general"})),
            "commander",
        ),
        (
            "points",
            unit(json!({"troop": "heavy_cavalry", "class": "A", "figures": 16, "commander": "general"})),
            "commander",
        ),
        ("points", unit(json!({"troop": "chariot", "figures": 2, "shieldless": true})), "shieldless"),
        ("victory", json!({"a": {"figures": -1}, "b": {"figures": 1}}), "figures"),
    ];
    for (question, input, field) in cases {
        assert_eq!(blamed(question, input.clone()), field, "{question} {input}");
    }
}

#[test]
fn orders_are_refused_by_the_key_at_fault() {
    let check = |order: Value| json!({"troop": "medium_infantry", "order": order});
    let with =
        |order: Value, card: Value| json!({"troop": "medium_infantry", "order": order, "signal_card": card});
    let hold = || json!({"verb": "hold"});
    let cases = [
        (check(json!({"verb": "dance"})), "verb"),
        (check(json!({"verb": "screen", "target": {"friend": "a1"}})), "verb"),
        (check(json!({"verb": "hold", "then": [{"verb": "hold", "on": []}]})), "on"),
        (check(json!({"verb": "hold", "until": [{"signal": 5}]})), "signal"),
        (check(json!({"verb": "attack", "target": {"enemy": "b9"}})), "enemy"),
        (check(json!({"verb": "attack", "target": {"enemy": {"kind": "cavalry", "where": "any"}}})), "kind"),
        (check(json!({"verb": "move_to", "target": {"name": "the brook"}})), "name"),
        (
            check(json!({"verb": "hold", "then": [{"verb": "move_to", "target": {"feature": "x"}}]})),
            "feature",
        ),
        (
            check(json!({"verb": "move_to", "target": {"point": [1, 2]}, "route": [{"feature": "x"}]})),
            "feature",
        ),
        (with(hold(), json!([{"signal": 5, "text": "all run"}])), "signal"),
        (with(hold(), json!([{"signal": 1, "text": "go"}, {"signal": 1, "text": "stay"}])), "signal"),
        (with(hold(), json!([{"signal": 1, "units": "some", "text": "go"}])), "units"),
        (with(hold(), json!([{"signal": 1, "order": {"verb": "sing"}, "text": "go"}])), "verb"),
    ];
    for (input, field) in cases {
        assert_eq!(blamed("order_check", input.clone()), field, "{input}");
    }
}

#[test]
fn orders_are_read_as_the_unit_sees_the_ground() {
    let woods = json!([
        {"id": "w2", "kind": "wood", "distance": 12, "bearing": 10},
        {"id": "w1", "kind": "wood", "distance": 12, "bearing": -60},
        {"id": "w3", "kind": "wood", "distance": 4, "bearing": 140},
    ]);
    let read = |place: &str, ambiguity: &str| {
        let order = json!({"verb": "move_to", "target": {"kind": "wood", "where": place}});
        let all =
            json!({"troop": "medium_infantry", "order": order, "features": woods, "ambiguity": ambiguity});
        let said = told("order_check", all);
        (said["candidates"].clone(), said["referent"].clone())
    };
    assert_eq!(read("any", "exploit"), (json!(3), json!("w1")), "a tie goes to the lowest id");
    assert_eq!(read("any", "kind"), (json!(3), json!("w3")));
    assert_eq!(read("left", "exploit"), (json!(1), json!("w1")));
    assert_eq!(read("right", "exploit"), (json!(1), json!("w2")));
    assert_eq!(read("behind", "exploit"), (json!(1), json!("w3")));
    let known = json!({
        "troop": "light_cavalry",
        "order": {"verb": "skirmish", "target": {"enemy": "b2"}},
        "known_enemies": ["b2"],
    });
    assert_eq!(told("order_check", known)["referent"], "b2");
}

#[test]
fn the_figures_that_fight_may_be_counted_for_blows() {
    let counted = json!({
        "weapon": "heavy_throwing", "troop": "medium_infantry", "front": 7, "ranks": 2, "target": "chariot",
        "dice": {"red": 3, "black": 3},
    });
    let said = told("melee", counted);
    assert_eq!((&said["figures"], &said["total_factor"], &said["men"]), (&json!(10), &json!(2), &json!(13)));
    let ranks =
        json!({"weapon": "thrusting_spear", "troop": "heavy_infantry", "front": 5, "overlap": 2, "ranks": 4});
    let said = told("fighting_figures", ranks);
    assert_eq!((&said["by_rank"], &said["exact"]), (&json!(["7", "7/2"]), &json!("21/2")));
    let crewed = json!({"weapon": "elephant", "troop": "elephant", "front": 2, "regular": false});
    let said = told("fighting_figures", crewed);
    assert_eq!((&said["figures"], &said["by_rank"], said.get("exact")), (&json!(8), &json!(["8"]), None));
}

#[test]
fn chances_of_every_result_add_up_to_one() {
    use dice::Fraction;
    let add = |odds: &Value| -> Fraction {
        let part = |p: &Value| {
            let text = p.as_str().expect("a fraction");
            let (part, whole) = text.split_once('/').unwrap_or((text, "1"));
            Fraction::new(part.parse().expect("a number"), whole.parse().expect("a number"))
        };
        match odds {
            Value::Object(all) => all.values().map(part).sum(),
            Value::Array(all) => all.iter().map(|one| part(&one["p"])).sum(),
            other => panic!("{other}"),
        }
    };
    for class in ["B", "C", "D", "E"] {
        let unit = json!({
            "class": class, "regular": false, "figures": 13, "original": 20, "has_order": class < "D",
            "factors": {"cinc": "near", "secure_flanks": 2, "in_square": true, "friends_near": 2},
        });
        assert_eq!(add(&told("reaction", unit)["outcomes"]), Fraction::ONE, "{class}");
    }
    for regular in [true, false] {
        let blows = json!({"weapon": "pike", "regular": regular, "target": "heavy_cavalry", "figures": 24});
        assert_eq!(add(&told("melee", blows)["outcomes"]), Fraction::ONE);
        let side = |weapon: &str| json!({"troop": "heavy_cavalry", "figures": 9, "blows": {"weapon": weapon, "regular": regular, "figures": 9}});
        let round =
            told("combat", json!({"a": side("cavalry_kontos"), "b": side("cavalry_bow"), "period": 3}));
        assert_eq!((add(&round["a"]), add(&round["b"])), (Fraction::ONE, Fraction::ONE));
    }
}

#[test]
fn house_rules_change_answers() {
    let half = json!({
        "troop": "medium_infantry", "weapon": "foot_self_bow", "action": "charged", "charger": "heavy_cavalry",
        "charge_distance": 5, "house": {"half_move": "normal"},
    });
    let said = told("can_fire", half);
    assert_eq!((&said["half"], &said["can"]), (&json!(4), &json!(true)));
    let dice = json!({"weapon": "sling", "figures": 10, "target": "light_infantry", "house": {"firing_dice": "probability"}});
    assert_eq!(told("fire", dice)["outcomes"][1]["p"], "5/18");
    let halt = json!({"class": "C", "score": 4, "house": {"halt_cancels_order": true}});
    assert_eq!(told("reaction_chart", halt)["order"], "cancelled");
    let close = json!({"a": {"figures": 101}, "b": {"figures": 100}, "house": {"competition": false}});
    assert_eq!(told("victory", close)["winner"], "draw");
}

/// Every house rule that touches what is asked at the desk changes an answer there.
#[test]
fn each_house_rule_of_the_desk_changes_an_answer() {
    let lost = |troop: &str, melee: u32| json!({"troop": troop, "figures": 10, "melee_losses": melee});
    let wood =
        |id: &str, distance: u32| json!({"id": id, "kind": "wood", "distance": distance, "bearing": 0});
    let attack = json!({"verb": "attack", "target": {"kind": "wood", "where": "any"}});
    let cases = [
        ("signal", json!({"number": 1, "distance": 20}), json!({"digest": "full"}), "acts_in"),
        ("messenger", json!({"distance": 20}), json!({"digest": "full"}), "acts_in"),
        (
            "reaction_due",
            json!({"figures": 20, "original": 20, "missile_men_lost": 40, "positive_reaction": true}),
            json!({"mandatory_tests_during_reaction": true}),
            "tests",
        ),
        (
            "reaction",
            json!({"class": "C", "figures": 20, "factors": {"in_square": true}, "dice": [5, 5, 5]}),
            json!({"special_sign": "plus"}),
            "special_total",
        ),
        (
            "fighting_figures",
            json!({"weapon": "pike", "troop": "medium_infantry", "regular": false, "front": 5, "ranks": 4}),
            json!({"barbarian_rear_ranks": true}),
            "figures",
        ),
        (
            "move",
            json!({"troop": "heavy_cavalry", "mode": "rout", "period": 2}),
            json!({"rout_fatigue": "flat"}),
            "inches",
        ),
        (
            "after_combat",
            json!({"a": lost("medium_infantry", 20), "b": lost("medium_infantry", 5)}),
            json!({"moving_foot_may_break": true}),
            "a",
        ),
        (
            "order_check",
            json!({"troop": "medium_infantry", "order": attack, "features": [wood("w1", 5), wood("w2", 9)]}),
            json!({"ambiguity": "kind"}),
            "referent",
        ),
    ];
    for (question, input, house, key) in cases {
        let mut other = input.clone();
        other["house"] = house;
        let [usual, other] = [input, other].map(|input| told(question, input)[key].clone());
        assert_ne!(usual, other, "{question}: {key}");
        assert!(!usual.is_null() && !other.is_null(), "{question} answers {key}");
    }
}

#[test]
fn a_charge_is_shortened_by_wheel_and_ground() {
    let said = told("charge", json!({"troop": "heavy_cavalry", "distance": 15, "wheel": 3}));
    assert_eq!(
        (&said["normal_reach"], &said["charge_reach"], &said["stage"]),
        (&json!(5), &json!(15), &json!("bonus"))
    );
    let wood = told("charge", json!({"troop": "medium_cavalry", "distance": 2, "going": "wood"}));
    assert_eq!(
        (&wood["bonus"], &wood["stage"], &wood["target_tests"]),
        (&json!(0), &json!("normal"), &json!(false))
    );
}

#[test]
fn a_result_says_how_long_and_what_becomes_of_the_order() {
    let said = |occasion: &str, has_order: bool, dice: Value| {
        let unit = json!({
            "class": "D", "regular": false, "figures": 20, "has_order": has_order, "occasion": occasion, "dice": dice,
        });
        let said = told("reaction", unit);
        (said["result"].clone(), said["periods"].clone(), said["order"].clone())
    };
    assert_eq!(
        said("below_half", true, json!([1, 2, 1])),
        (json!("leave_field"), json!(0), json!("cancelled"))
    );
    assert_eq!(said("below_half", false, json!([1, 1, 1])), (json!("leave_field"), json!(0), json!("none")));
    assert_eq!(said("thrown_back", true, json!([6, 6, 6])), (json!("follow_up"), json!(0), json!("kept")));
    assert_eq!(said("thrown_back", true, json!([6, 6, 1])), (json!("may_stand"), json!(0), json!("kept")));
    assert_eq!(said("charged", true, json!([1, 1, 1])), (json!("retire"), json!(2), json!("cancelled")));
    assert_eq!(said("voluntary", false, json!([4, 3, 3])), (json!("fall_back"), json!(2), json!("none")));
}

#[test]
fn troops_may_wait_off_the_table() {
    let said = |input| told("leave_field", input);
    assert_eq!(said(json!({"dice": [2]}))["status"], "waiting");
    assert_eq!(said(json!({"dice": [3]}))["status"], "waiting");
    assert_eq!(said(json!({"dice": [2, 5, 2]}))["status"], "lost");
    assert_eq!(said(json!({"dice": [4]}))["in_period"], 1);
    assert_eq!(said(json!({"pursued_off": true}))["never"], "1");
}

#[test]
fn rarer_answers_name_the_rules_they_rest_on() {
    proves!(
        rule::TERRAIN_WHEELED,
        rule::TERRAIN_WHEELED_HOW,
        rule::TERRAIN_ROAD,
        rule::TERRAIN_FORDS,
        rule::TERRAIN_FORD_WIDTH,
        rule::BASE_DEPTH_MODELS,
        rule::ROUT_BURST_LIGHT,
        rule::REACTION_WHEN_GENERAL_LOST,
        rule::REACTION_ONCE,
    );
    let due = json!({"figures": 20, "original": 20, "charged": true, "general_lost_at": 5});
    let cases: [(&str, Value, &[RuleId]); 6] = [
        (
            "move",
            json!({"troop": "light_dart_engine", "obstacles": 1}),
            &[rule::TERRAIN_WHEELED, rule::TERRAIN_WHEELED_HOW],
        ),
        ("move", json!({"troop": "heavy_infantry", "going": "road"}), &[rule::TERRAIN_ROAD]),
        (
            "move",
            json!({"troop": "heavy_infantry", "going": "ford"}),
            &[rule::TERRAIN_FORDS, rule::TERRAIN_FORD_WIDTH],
        ),
        ("formation", json!({"troop": "elephant", "figures": 3, "files": 3}), &[rule::BASE_DEPTH_MODELS]),
        ("burst_through", json!({"router": "light_infantry"}), &[rule::ROUT_BURST_LIGHT]),
        ("reaction_due", due, &[rule::REACTION_WHEN_GENERAL_LOST, rule::REACTION_ONCE]),
    ];
    for (question, input, rules) in cases {
        let answer = told(question, input);
        let named = answer["rules"].as_array().expect("a list of rules");
        for rule in rules {
            assert!(named.contains(&rule.as_str().into()), "{question}: {rule} is not in {answer}");
        }
    }
}

#[test]
fn troops_that_cannot_be_had_are_refused_with_their_rule() {
    proves!(rule::POINTS_ASSYRIAN_CHARIOT, rule::TYPES_ELEPHANTS, rule::TYPES_ENGINES, rule::POINTS_GRADES);
    let cases = [
        (json!({"troop": "assyrian_chariot", "regular": false, "class": "B"}), rule::POINTS_ASSYRIAN_CHARIOT),
        (json!({"troop": "elephant", "regular": false, "class": "B"}), rule::TYPES_ELEPHANTS),
        (json!({"troop": "light_dart_engine", "class": "B"}), rule::TYPES_ENGINES),
        (json!({"troop": "heavy_infantry", "class": "E"}), rule::POINTS_GRADES),
    ];
    for (mut unit, rule) in cases {
        unit["figures"] = 2.into();
        let node = parse_json(&json!({ "units": [unit] }).to_string()).expect("test data is JSON");
        let faults = ask("points", &node).expect_err("it cannot be had");
        assert!(faults[0].message.ends_with(&format!("[{rule}]")), "{}", faults[0]);
    }
}

#[test]
fn every_cause_of_disorganisation_is_named_by_its_rule() {
    proves!(rule::DISORG_1, rule::DISORG_2, rule::DISORG_4, rule::DISORG_6, rule::DISORG_7);
    proves!(rule::DISORG_8, rule::DISORG_9, rule::DISORG_10, rule::DISORG_11, rule::DISORG_13);
    proves!(rule::DISORG_14, rule::DISORG_OTHER);
    for cause in &tables().causes {
        let answer = told("disorganisation", json!({ "causes": [cause.name] }));
        let named = answer["rules"].as_array().expect("a list of rules");
        assert!(named.contains(&cause.rule.as_str().into()), "{}: {answer}", cause.name);
    }
}
