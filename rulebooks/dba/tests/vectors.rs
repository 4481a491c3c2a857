//! The worked cases, the whole table of outcomes and the table of odds, asked at the desk.

use form::{Fault, Key, Node, Value, parse_toml};
use testudo_dba::desk::ask;
use testudo_dba::tables::Level;

fn read(text: &str) -> Node {
    parse_toml(text).expect("the file is TOML")
}

fn items(node: &Node) -> &[Node] {
    match &node.value {
        Value::List(items) => items,
        _ => panic!("not a list: {node:?}"),
    }
}

fn entries(node: &Node) -> &[(Key, Node)] {
    match &node.value {
        Value::Record(entries) => entries,
        _ => panic!("not a record: {node:?}"),
    }
}

fn text(node: &Node) -> &str {
    match &node.value {
        Value::Text(text) => text,
        _ => panic!("not text: {node:?}"),
    }
}

fn at<'a>(node: &'a Node, name: &str) -> &'a Node {
    node.get(name).unwrap_or_else(|| panic!("no `{name}`"))
}

fn record(entries: impl IntoIterator<Item = (String, Node)>) -> Node {
    let named = entries.into_iter().map(|(name, node)| (Key { name, span: None }, node));
    Value::Record(named.collect()).into()
}

/// Whether an answer holds all that is expected of it; lists must agree whole.
fn holds(expected: &Node, answer: &serde_json::Value) -> bool {
    use serde_json::Value as Json;
    let same = |x: f64| answer.as_f64().is_some_and(|y| (x - y).abs() < 1e-9);
    match (&expected.value, answer) {
        (Value::Record(wanted), Json::Object(got)) => {
            wanted.iter().all(|(key, node)| got.get(&key.name).is_some_and(|value| holds(node, value)))
        }
        (Value::List(wanted), Json::Array(got)) => {
            wanted.len() == got.len() && wanted.iter().zip(got).all(|(node, value)| holds(node, value))
        }
        (Value::Int(n), Json::Number(_)) => same(*n as f64),
        (Value::Number(x), Json::Number(_)) => same(*x),
        (Value::Text(text), Json::String(said)) => text == said,
        (Value::Bool(yes), Json::Bool(said)) => yes == said,
        _ => false,
    }
}

/// Whether a fault names a field on the way to the value that is wrong.
fn names(fault: &Fault, field: &str) -> bool {
    fault.path.split(['.', '[']).any(|step| step == field)
}

/// What is wrong with the answer to a case, if anything is.
fn judge(case: &Node) -> Result<(), String> {
    let (given, expect) = (at(case, "given"), at(case, "expect"));
    let answer = ask(text(at(case, "question")), given);
    match (expect.get("error"), answer) {
        (None, Ok(answer)) if holds(expect, &answer) => Ok(()),
        (Some(field), Err(faults)) if names(&faults[0], text(field)) => Ok(()),
        (_, Ok(answer)) => Err(format!("{} answered {answer}", text(at(case, "id")))),
        (_, Err(faults)) => Err(format!("{} refused: {}", text(at(case, "id")), faults[0])),
    }
}

#[test]
fn every_worked_case_is_answered_as_worked() {
    let file = read(include_str!("vectors.toml"));
    let cases = items(at(&file, "case"));
    assert!(cases.len() > 150);
    let wrong: Vec<String> = cases.iter().filter_map(|case| judge(case).err()).collect();
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
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
        assert!(holds(at(pairing, "odds"), &answer["odds"]), "{pairing:?}: {answer}");
        let totals = items(at(pairing, "totals"));
        assert!(holds(&totals[0], &answer["attacker"]["total"]), "{pairing:?}: {answer}");
        assert!(holds(&totals[1], &answer["defender"]["total"]), "{pairing:?}: {answer}");
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
        assert!(holds(counts, &serde_json::Value::from(ways.to_vec())), "{}: {ways:?}", key.name);
    }
}

/// A record with one of its entries changed.
fn changed(node: &Node, name: &str, value: &Node) -> Node {
    let entry = |(key, old): &(Key, Node)| {
        let new = if key.name == name { value.clone() } else { old.clone() };
        (key.name.clone(), new)
    };
    record(entries(node).iter().map(entry))
}

#[test]
fn mangled_questions_are_answered_or_refused_by_name() {
    let file = read(include_str!("vectors.toml"));
    let odd = [(-1).into(), 1e300.into(), "x".into(), true.into(), Node::list([]), Node::record([])];
    let mut refused = 0;
    for case in items(at(&file, "case")) {
        let (question, given) = (text(at(case, "question")), at(case, "given"));
        for (key, _) in entries(given) {
            let faults = ask(question, &changed(given, &key.name, &Value::Null.into())).expect_err("nothing");
            assert!(faults.iter().any(|f| names(f, &key.name)), "{question}: {}", faults[0]);
            for value in &odd {
                if let Err(faults) = ask(question, &changed(given, &key.name, value)) {
                    assert!(faults.iter().all(|f| !f.path.is_empty() && !f.message.is_empty()));
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 1000);
}
