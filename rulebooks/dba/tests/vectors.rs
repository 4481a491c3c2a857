//! The worked cases, the whole table of outcomes and the table of odds, asked at the desk.

use crate::data::tables::Level;
use crate::desk::{ask, questions};
use crate::rule;
use binding::worked::{Cases, Compare, at, entries, items, text};
use form::{Key, Node, Value, parse_toml};
use ruling::proves;

/// Lists are compared in order, tables of odds may say more.
const COMPARE: Compare = Compare { factors_in_any_order: false, odds_whole: false };

fn cases() -> Cases {
    Cases::read(crate::desk::CASES, COMPARE)
}

fn read(text: &str) -> Node {
    parse_toml(text).expect("the file is TOML")
}

fn record(entries: impl IntoIterator<Item = (String, Node)>) -> Node {
    let named = entries.into_iter().map(|(name, node)| (Key { name, span: None }, node));
    Value::Record(named.collect()).into()
}

#[test]
fn every_worked_case_is_answered_as_worked() {
    assert!(cases().len() > 150);
    cases().assert_answered(ask);
}

#[test]
fn every_answer_cites_the_rule_of_its_case() {
    cases().assert_rules_are_cited(ask);
}

#[test]
fn every_question_has_a_worked_case() {
    assert_eq!(questions().len(), 25);
    cases().assert_covers(questions());
}

#[test]
fn mangled_questions_are_answered_or_refused_by_name() {
    assert!(cases().assert_mangled_are_refused_by_name(ask) > 1000);
}

/// What a letter of the table of outcomes stands for.
fn result(letter: char) -> &'static str {
    match letter {
        'N' => "none",
        'R' => "recoil",
        'F' => "flee",
        'D' => "destroyed",
        'A' => "abandon_camp",
        _ => panic!("no such letter: {letter}"),
    }
}

#[test]
fn the_whole_table_of_outcomes_is_answered() {
    proves!(
        rule::OUTCOME_BEATEN_ELEPHANTS,
        rule::OUTCOME_BEATEN_SCYTHED_CHARIOTS,
        rule::OUTCOME_BEATEN_KNIGHTS,
        rule::OUTCOME_BEATEN_OTHER_MOUNTED,
        rule::OUTCOME_BEATEN_DRAGOONS,
        rule::OUTCOME_BEATEN_SHOT,
        rule::OUTCOME_BEATEN_BLADES,
        rule::OUTCOME_BEATEN_AUXILIA,
        rule::OUTCOME_BEATEN_BOWS,
        rule::OUTCOME_BEATEN_WARBAND,
        rule::OUTCOME_BEATEN_PSILOI_JAEGER,
        rule::OUTCOME_BEATEN_MUSKETS_RIFLES,
        rule::OUTCOME_BEATEN_ARTILLERY_CANNON,
        rule::OUTCOME_BEATEN_WAR_WAGONS,
        rule::OUTCOME_BEATEN_CAMP_FOLLOWERS,
        rule::OUTCOME_BEATEN_PIKES_SPEARS,
        rule::OUTCOME_DOUBLED_PSILOI_JAEGER,
        rule::OUTCOME_DOUBLED_OTHERS,
        rule::OUTCOME_GOING,
        rule::OUTCOME_CONTACT
    );
    const GOINGS: [&str; 2] = ["good", "bad"];
    const CIRCUMSTANCES: [&str; 3] = ["moved_into_contact", "in_contact", "shot"];
    let file = read(include_str!("outcome_matrix.toml"));
    let (mut asked, mut refused) = (0, 0);
    for level in ["beaten", "doubled"] {
        for (loser, row) in entries(at(&file, level)) {
            for (winner, cells) in entries(row) {
                for (i, letter) in text(cells).chars().enumerate() {
                    let [going, circumstance] = [GOINGS[i / 3], CIRCUMSTANCES[i % 3]];
                    let given = record(
                        [
                            ("loser", loser.name.as_str()),
                            ("winner", winner.name.as_str()),
                            ("level", level),
                            ("going", going),
                            ("circumstance", circumstance),
                        ]
                        .map(|(name, word)| (name.to_owned(), word.into())),
                    );
                    asked += 1;
                    match (letter, ask("outcome", &given)) {
                        ('-', Err(faults)) => {
                            assert_eq!(faults[0].path, "circumstance");
                            refused += 1;
                        }
                        (letter, Ok(answer)) if letter != '-' => {
                            assert_eq!(answer["result"], result(letter), "{given:?}");
                        }
                        (letter, answer) => panic!("{letter}, but {answer:?} to {given:?}"),
                    }
                }
            }
        }
    }
    assert_eq!(asked, 2 * 23 * 23 * 6);
    assert!(refused > 0);
}

#[test]
fn pairings_have_their_totals_and_odds() {
    let file = read(include_str!("odds.toml"));
    let pairings = items(at(&file, "pairing"));
    assert!(!pairings.is_empty());
    for pairing in pairings {
        let answer = ask("combat", at(pairing, "given")).expect("a good question");
        assert!(COMPARE.holds(at(pairing, "odds"), &answer["odds"]), "{pairing:?}: {answer}");
        let totals = items(at(pairing, "totals"));
        assert!(COMPARE.holds(&totals[0], &answer["attacker"]["total"]), "{pairing:?}: {answer}");
        assert!(COMPARE.holds(&totals[1], &answer["defender"]["total"]), "{pairing:?}: {answer}");
    }
}

#[test]
fn throws_compare_as_the_table_of_odds_has_them() {
    let file = read(include_str!("odds.toml"));
    let rows = entries(at(&file, "throws"));
    assert!(!rows.is_empty());
    for (key, counts) in rows {
        let (a, b) = key.name.split_once('_').expect("two totals");
        let [a, b]: [i16; 2] = [a, b].map(|n| n.parse().expect("a total"));
        let mut ways = [0; 5];
        for (x, y) in (1..=6).flat_map(|x| (1..=6).map(move |y| (a + x, b + y))) {
            let place = match (Level::of(x, y), x > y) {
                (Level::Doubled, true) => 0,
                (Level::Beaten, true) => 1,
                (Level::Equal, _) => 2,
                (Level::Beaten, false) => 3,
                (Level::Doubled, false) => 4,
            };
            ways[place] += 1;
        }
        assert!(COMPARE.holds(counts, &serde_json::Value::from(ways.to_vec())), "{}: {ways:?}", key.name);
    }
}
