//! The worked cases, asked at the desk.

use crate::desk::{ask, questions};
use binding::worked::{Cases, Compare};

fn cases() -> Cases {
    Cases::read(crate::desk::CASES, Compare { factors_in_any_order: true, odds_whole: true })
}

#[test]
fn every_worked_case_is_answered_as_worked() {
    assert!(cases().len() > 190);
    cases().assert_answered(ask);
}

#[test]
fn every_answer_cites_the_rule_of_its_case() {
    cases().assert_rules_are_cited(ask);
}

#[test]
fn every_question_has_a_worked_case() {
    assert_eq!(questions().len(), 37);
    cases().assert_covers(questions());
}

#[test]
fn an_answer_says_what_was_asked_of_which_book() {
    let input = form::parse_json(r#"{"factor": 3, "figures": 32}"#).expect("test data is JSON");
    let answer = ask("casualties", &input).expect("a good question");
    assert_eq!((&answer["rulebook"], &answer["question"]), (&"wrg1969".into(), &"casualties".into()));
}

#[test]
fn mangled_questions_are_answered_or_refused_by_name() {
    assert!(cases().assert_mangled_are_refused_by_name(ask) > 1000);
}
