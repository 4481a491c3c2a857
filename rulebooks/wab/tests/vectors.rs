//! The worked cases, asked at the desk.

use crate::desk::{ask, questions};
use binding::worked::{Cases, Compare};

/// Lists are compared in order, tables of odds whole.
const COMPARE: Compare = Compare { factors_in_any_order: false, odds_whole: true };

fn cases() -> Cases {
    Cases::read(crate::desk::CASES, COMPARE)
}

#[test]
fn every_worked_case_is_answered_as_worked() {
    assert_eq!(cases().len(), 178);
    cases().assert_answered(ask);
}

#[test]
fn every_worked_case_names_rules_that_its_answer_cites() {
    cases().assert_rules_are_cited(ask);
}

#[test]
fn every_question_has_a_worked_case() {
    assert_eq!(questions().len(), 32);
    cases().assert_covers(questions());
}

#[test]
fn mangled_questions_are_answered_or_refused_by_name() {
    assert!(cases().assert_mangled_are_refused_by_name(ask) > 1000);
}

#[test]
fn an_answer_under_house_rules_says_so() {
    ruling::proves!(crate::rule::HOUSE);
    let asked =
        r#"{"ld": 8, "difference": 1, "models": 20, "enemy_count": 20, "house": {"double_one_holds": true}}"#;
    let answer = ask("break_test", &form::parse_json(asked).expect("it is JSON")).expect("a good question");
    assert_eq!(answer["house_rules"], "wab.house");
}

#[test]
fn the_desk_says_who_need_not_panic_and_why() {
    use crate::rule;
    ruling::proves!(
        rule::PANIC_EXEMPT,
        rule::PANIC_SKIRMISHERS,
        rule::STUBBORN_PANIC,
        rule::FRENZY_IMMUNE,
        rule::BASICS_HALF_STRENGTH
    );
    let reason = |with: &str| {
        let asked = format!(
            r#"{{"ld": 8, "cause": "friends_fleeing", "distance": 3, "models": 20, "starting_models": 20, "{with}": true, "house": {{"skirmishers_spread_panic": false}}}}"#
        );
        ask("panic", &form::parse_json(&asked).expect("it is JSON")).expect("a good question")["reason"]
            .clone()
    };
    assert_eq!(reason("fleeing"), "wab.panic.exempt");
    assert_eq!(reason("skirmisher_friends"), "wab.panic.skirmishers");
    assert_eq!(reason("stubborn"), "wab.stubborn.panic");
    assert_eq!(reason("frenzied"), "wab.frenzy.immune");
}

#[test]
fn melees_and_volleys_are_answered_in_exact_fractions_too() {
    let asked = r#"{"bs": 3, "weapon": "bow", "distance": 20, "shooters": 1, "toughness": 3, "save": 5, "target_models": 4}"#;
    let answer = ask("volley", &form::parse_json(asked).expect("it is JSON")).expect("a good question");
    assert_eq!(answer["chances"], serde_json::json!(["8/9", "1/9"]));
    assert_eq!(answer["chance_of_panic_test"], "1/9");
    let asked = r#"{"attacks": 1, "attacker_ws": 3, "defender_ws": 3, "strength": 3, "toughness": 3}"#;
    let answer = ask("melee", &form::parse_json(asked).expect("it is JSON")).expect("a good question");
    assert_eq!(answer["chances"], serde_json::json!(["3/4", "1/4"]));
}

#[test]
fn an_army_against_the_rules_is_told_why_in_words() {
    let question = r#"{"list": "gallic", "units": [{"unit": "youths", "size": 10}]}"#;
    let input = form::parse_json(question).expect("a form");
    let answer = ask("army", &input).expect("an answer");
    let why = answer["why"].as_array().expect("reasons in words");
    assert!(!why.is_empty() && why.iter().all(|w| w.as_str().is_some_and(|w| w.contains(' '))), "{answer}");
}
