//! The worked cases, asked at the desk.

use binding::worked::{Cases, Compare};
use testudo_wab::desk::{ask, questions};

/// Lists are compared in order, tables of odds whole.
const COMPARE: Compare = Compare { factors_in_any_order: false, odds_whole: true };

fn cases() -> Cases {
    Cases::read(testudo_wab::desk::CASES, COMPARE)
}

#[test]
fn every_worked_case_is_answered_as_worked() {
    assert_eq!(cases().len(), 174);
    cases().assert_answered(ask);
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
