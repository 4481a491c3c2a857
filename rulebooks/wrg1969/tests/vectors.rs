//! The worked cases, asked at the desk.

use form::{Key, Node, Value, parse_toml};
use serde_json::Value as Json;
use testudo_wrg1969::desk::ask;

fn cases() -> Vec<Node> {
    let file = parse_toml(include_str!("vectors.toml")).expect("the file is TOML");
    items(at(&file, "case")).to_vec()
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

/// Whether an answer holds all that is expected of it; lists must agree whole, factors in any order.
fn holds(expected: &Node, answer: &Json) -> bool {
    let same = |x: f64| answer.as_f64().is_some_and(|y| (x - y).abs() < 1e-6);
    match (&expected.value, answer) {
        (Value::Record(wanted), Json::Object(got)) => {
            wanted.iter().all(|(key, node)| match got.get(&key.name) {
                Some(Json::Array(list)) if key.name == "factors" => same_set(items(node), list),
                Some(Json::Object(odds)) if key.name == "outcomes" => {
                    odds.len() == entries(node).len() && holds(node, &odds.clone().into())
                }
                Some(value) => holds(node, value),
                None => false,
            })
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

fn same_set(wanted: &[Node], got: &[Json]) -> bool {
    wanted.len() == got.len() && wanted.iter().all(|node| got.iter().any(|value| holds(node, value)))
}

/// What is wrong with the answer to a case, if anything is.
fn judge(case: &Node) -> Result<(), String> {
    let (id, expect) = (text(at(case, "id")), at(case, "expect"));
    let question = text(at(case, "question"));
    match (expect.get("error"), ask(question, at(case, "given"))) {
        (None, Ok(answer)) if holds(expect, &answer) => {
            assert_eq!((&answer["rulebook"], &answer["question"]), (&"wrg1969".into(), &question.into()));
            Ok(())
        }
        (Some(field), Err(faults)) if faults[0].to_string().contains(text(field)) => Ok(()),
        (_, Ok(answer)) => Err(format!("{id} answered {answer}")),
        (_, Err(faults)) => Err(format!("{id} refused: {}", faults[0])),
    }
}

#[test]
fn every_worked_case_is_answered_as_worked() {
    let cases = cases();
    assert!(cases.len() > 190);
    let wrong: Vec<String> = cases.iter().filter_map(|case| judge(case).err()).collect();
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

#[test]
fn every_question_has_a_worked_case() {
    let cases = cases();
    for question in testudo_wrg1969::desk::questions() {
        assert!(cases.iter().any(|case| text(at(case, "question")) == question.id), "{}", question.id);
    }
}

/// A record with one of its entries changed.
fn changed(node: &Node, name: &str, value: &Node) -> Node {
    let entry = |(key, old): &(Key, Node)| {
        let new = if key.name == name { value.clone() } else { old.clone() };
        (key.clone(), new)
    };
    Value::Record(entries(node).iter().map(entry).collect()).into()
}

#[test]
fn mangled_questions_are_answered_or_refused_by_name() {
    let odd: [Node; 7] = [
        (-1).into(),
        1e300.into(),
        4_000_000_000i64.into(),
        "x".into(),
        true.into(),
        Node::list([]),
        Node::record([]),
    ];
    let mut refused = 0;
    for case in cases() {
        let (question, given) = (text(at(&case, "question")), at(&case, "given"));
        for (key, _) in entries(given) {
            assert!(ask(question, &changed(given, &key.name, &Value::Null.into())).is_err());
            for value in &odd {
                if let Err(faults) = ask(question, &changed(given, &key.name, value)) {
                    assert!(faults.iter().all(|f| !f.path.is_empty() && !f.message.is_empty()), "{faults:?}");
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 1000);
}
