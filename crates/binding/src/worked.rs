//! Worked cases: what is asked, and what must be answered.
//!
//! A file of cases holds `[[case]]` tables with `id`, `rule`, `question`, `given` and `expect`. An answer must hold
//! all that is expected of it: records key by key, lists whole. `expect = { error = "word" }` wants a refusal that
//! says the word. `rule` is the rule, or the list of rules, that the answer should rest on.

use crate::desk::Question;
use form::{Fault, Key, Node, Value, parse_toml};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// What answers questions.
pub type Ask = fn(&str, &Node) -> Result<Json, Vec<Fault>>;

/// How an answer is compared, beyond what all books have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compare {
    /// `factors` are a set, not a list.
    pub factors_in_any_order: bool,
    /// A table of odds below the answer must have just the outcomes expected.
    pub odds_whole: bool,
}

/// What is asked in the first case of each question that is not refused: something to begin with.
///
/// ```
/// use testudo_binding::worked::examples;
/// let file = "[[case]]\nquestion = 'march'\ngiven = { feet = 0 }\nexpect = { error = 'feet' }\n\
///             [[case]]\nquestion = 'march'\ngiven = { feet = 2 }\nexpect = { inches = 24 }\n";
/// assert_eq!(examples(file)["march"].to_json(), serde_json::json!({ "feet": 2 }));
/// ```
///
/// # Panics
/// If it is no file of cases.
pub fn examples(text: &str) -> BTreeMap<String, Node> {
    let file = parse_toml(text).expect("the file is TOML");
    let mut examples = BTreeMap::new();
    for case in items(at(&file, "case")).iter().filter(|case| at(case, "expect").get("error").is_none()) {
        let question = self::text(at(case, "question")).to_owned();
        examples.entry(question).or_insert_with(|| at(case, "given").clone());
    }
    examples
}

/// A file of worked cases.
#[derive(Debug)]
pub struct Cases {
    cases: Vec<Node>,
    compare: Compare,
}

impl Cases {
    /// Reads a file of cases.
    ///
    /// # Panics
    /// If it is no such file.
    pub fn read(text: &str, compare: Compare) -> Cases {
        let file = parse_toml(text).expect("the file is TOML");
        Cases { cases: items(at(&file, "case")).to_vec(), compare }
    }

    /// How many there are.
    #[expect(clippy::len_without_is_empty, reason = "a file of cases is never empty")]
    pub fn len(&self) -> usize {
        self.cases.len()
    }

    /// Asks every case.
    ///
    /// # Panics
    /// If an answer is not as worked: every such case is listed.
    pub fn assert_answered(&self, ask: Ask) {
        let wrong: Vec<String> = self.cases.iter().filter_map(|case| self.judge(case, ask).err()).collect();
        assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), self.len(), wrong.join("\n"));
    }

    /// Asks every case that is answered and sees that the answer cites the rules of the case.
    ///
    /// # Panics
    /// If an answer does not: every such case is listed, with the rules that are missing.
    pub fn assert_rules_are_cited(&self, ask: Ask) {
        let silent = self.silent(ask);
        assert!(silent.is_empty(), "{} of {} cases:\n{}", silent.len(), self.len(), silent.join("\n"));
    }

    /// The cases whose answers do not cite every rule of the case, with the rules that are missing.
    pub fn silent(&self, ask: Ask) -> Vec<String> {
        let judge = |case: &Node| {
            // A refused question names a field and not a rule.
            let answer = ask(text(at(case, "question")), at(case, "given")).ok()?;
            let missing: Vec<&str> = rules(case).into_iter().filter(|rule| !cites(&answer, rule)).collect();
            let id = text(at(case, "id"));
            (!missing.is_empty()).then(|| format!("{id} does not cite {}", missing.join(", ")))
        };
        self.cases.iter().filter_map(judge).collect()
    }

    /// Sees that every question has words, fields, a name of its own and a worked case that is answered.
    ///
    /// # Panics
    /// If one has not.
    pub fn assert_covers<B>(&self, questions: &[Question<B>]) {
        for (i, q) in questions.iter().enumerate() {
            assert!(!q.title.is_empty() && !q.help.is_empty() && q.fields.len() > 1, "{}", q.id);
            assert!(q.fields.iter().all(|f| !f.help.is_empty()), "{}", q.id);
            assert!(questions[..i].iter().all(|other| other.id != q.id), "{} is asked twice", q.id);
            let answers = |case: &Node| at(case, "expect").get("error").is_none();
            let worked = self.cases.iter().any(|case| text(at(case, "question")) == q.id && answers(case));
            assert!(worked, "{} has no worked case", q.id);
        }
    }

    /// Asks every case again with each of its fields mangled in many ways: the answer is good, or every fault has a
    /// name. Gives back how many were refused.
    ///
    /// # Panics
    /// If a fault says nothing, or a field of nothing at all is taken.
    pub fn assert_mangled_are_refused_by_name(&self, ask: Ask) -> usize {
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
        for case in &self.cases {
            let (question, given) = (text(at(case, "question")), at(case, "given"));
            for (key, _) in entries(given) {
                let nothing = ask(question, &changed(given, &key.name, &Value::Null.into()));
                let faults = nothing.expect_err("nothing is no answer");
                assert!(
                    faults.iter().any(|f| f.to_string().contains(&key.name)),
                    "{question}: {}",
                    faults[0]
                );
                for value in &odd {
                    if let Err(faults) = ask(question, &changed(given, &key.name, value)) {
                        let said = |f: &Fault| !f.path.is_empty() && !f.message.is_empty();
                        assert!(faults.iter().all(said), "{question}: {faults:?}");
                        refused += 1;
                    }
                }
            }
        }
        refused
    }

    /// What is wrong with the answer to a case, if anything is.
    fn judge(&self, case: &Node, ask: Ask) -> Result<(), String> {
        let (id, expect) = (text(at(case, "id")), at(case, "expect"));
        match (expect.get("error"), ask(text(at(case, "question")), at(case, "given"))) {
            (None, Ok(answer)) if self.compare.answer(expect, &answer) => Ok(()),
            (Some(word), Err(faults)) if faults[0].to_string().contains(text(word)) => Ok(()),
            (_, Ok(answer)) => Err(format!("{id} answered {answer}")),
            (_, Err(faults)) => Err(format!("{id} refused: {}", faults[0])),
        }
    }
}

impl Compare {
    /// Whether an answer holds all that is expected of it.
    pub fn answer(self, expected: &Node, answer: &Json) -> bool {
        let Json::Object(got) = answer else { return false };
        entries(expected).iter().all(|(key, node)| match got.get(&key.name) {
            Some(Json::Array(list)) if key.name == "factors" && self.factors_in_any_order => {
                let wanted = items(node);
                wanted.len() == list.len()
                    && wanted.iter().all(|w| list.iter().any(|value| self.holds(w, value)))
            }
            Some(value) => self.holds(node, value),
            None => false,
        })
    }

    /// Whether a value is as expected.
    pub fn holds(self, expected: &Node, value: &Json) -> bool {
        let same = |x: f64| value.as_f64().is_some_and(|y| (x - y).abs() < 1e-6);
        match (&expected.value, value) {
            (Value::Record(wanted), Json::Object(got)) => {
                let odds = self.odds_whole && wanted.iter().all(|(_, node)| is_chance(node));
                (!odds || wanted.len() == got.len()) && self.answer(expected, value)
            }
            (Value::List(wanted), Json::Array(got)) => {
                wanted.len() == got.len()
                    && wanted.iter().zip(got).all(|(node, value)| self.holds(node, value))
            }
            (Value::Int(n), Json::Number(_)) => same(*n as f64),
            (Value::Number(x), Json::Number(_)) => same(*x),
            (Value::Text(text), Json::String(said)) => text == said,
            (Value::Bool(yes), Json::Bool(said)) => yes == said,
            _ => false,
        }
    }
}

/// The rules of a case: one, or a list of them.
fn rules(case: &Node) -> Vec<&str> {
    let rule = at(case, "rule");
    match &rule.value {
        Value::List(list) => list.iter().map(text).collect(),
        _ => vec![text(rule)],
    }
}

/// Whether a rule stands anywhere in an answer, alone or in brackets in a sentence.
fn cites(answer: &Json, rule: &str) -> bool {
    match answer {
        Json::String(said) => said == rule || said.contains(&format!("[{rule}]")),
        Json::Array(list) => list.iter().any(|value| cites(value, rule)),
        Json::Object(entries) => entries.values().any(|value| cites(value, rule)),
        Json::Null | Json::Bool(_) | Json::Number(_) => false,
    }
}

/// Whether a value is an exact chance.
fn is_chance(node: &Node) -> bool {
    let digits = |n: &str| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit());
    matches!(&node.value, Value::Text(text) if text.split('/').all(digits))
}

/// A record with one of its entries changed.
fn changed(node: &Node, name: &str, value: &Node) -> Node {
    let entry = |(key, old): &(Key, Node)| {
        let new = if key.name == name { value.clone() } else { old.clone() };
        (key.clone(), new)
    };
    Value::Record(entries(node).iter().map(entry).collect()).into()
}

/// The items of a list.
///
/// # Panics
/// If it is no list.
pub fn items(node: &Node) -> &[Node] {
    match &node.value {
        Value::List(items) => items,
        _ => panic!("not a list: {node:?}"),
    }
}

/// The entries of a record.
///
/// # Panics
/// If it is no record.
pub fn entries(node: &Node) -> &[(Key, Node)] {
    match &node.value {
        Value::Record(entries) => entries,
        _ => panic!("not a record: {node:?}"),
    }
}

/// The words of a text.
///
/// # Panics
/// If it is no text.
pub fn text(node: &Node) -> &str {
    match &node.value {
        Value::Text(text) => text,
        _ => panic!("not text: {node:?}"),
    }
}

/// The named entry of a record.
///
/// # Panics
/// If it is not there.
pub fn at<'a>(node: &'a Node, name: &str) -> &'a Node {
    node.get(name).unwrap_or_else(|| panic!("no `{name}`"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use form::parse_json;
    use serde_json::json;

    fn fits(expected: &str, answer: &Json) -> bool {
        let compare = Compare { factors_in_any_order: true, odds_whole: true };
        compare.answer(&parse_json(expected).expect("test data is JSON"), answer)
    }

    #[test]
    fn records_may_say_more_but_lists_and_odds_may_not() {
        assert!(fits(r#"{"total": 3}"#, &json!({"total": 3.0, "why": "x"})));
        assert!(!fits(r#"{"list": [1]}"#, &json!({"list": [1, 2]})));
        assert!(!fits(r#"{"odds": {"win": "1/2"}}"#, &json!({"odds": {"win": "1/2", "draw": "1/2"}})));
        assert!(fits(r#"{"p": {"hit": 1}}"#, &json!({"p": {"hit": 1, "miss": 0}})));
    }

    fn answer(_: &str, given: &Node) -> Result<Json, Vec<Fault>> {
        match given.get("refused") {
            Some(_) => Err(vec![Fault::new("refused", "no")]),
            None => Ok(json!({"factors": [{"rule": "b.one", "value": 1}], "why": "he may not [b.two]"})),
        }
    }

    fn trial(cases: &str) -> Cases {
        Cases::read(cases, Compare::default())
    }

    #[test]
    fn a_case_names_the_rules_that_its_answer_cites() {
        let cases = trial(
            "[[case]]\nid = 'a'\nrule = 'b.one'\nquestion = 'q'\ngiven = {}\nexpect = {}\n\
             [[case]]\nid = 'b'\nrule = ['b.one', 'b.tw', 'b']\nquestion = 'q'\ngiven = {}\nexpect = {}\n\
             [[case]]\nid = 'c'\nrule = ['b.two']\nquestion = 'q'\ngiven = {}\nexpect = {}\n\
             [[case]]\nid = 'd'\nrule = 'b.no'\nquestion = 'q'\ngiven = { refused = 1 }\nexpect = { error = 'no' }\n",
        );
        assert_eq!(cases.silent(answer), ["b does not cite b.tw, b"]);
    }

    #[test]
    #[should_panic(expected = "1 of 1 cases:\na does not cite b.three")]
    fn a_case_whose_rule_is_not_cited_fails() {
        trial("[[case]]\nid = 'a'\nrule = 'b.three'\nquestion = 'q'\ngiven = {}\nexpect = {}\n")
            .assert_rules_are_cited(answer);
    }

    #[test]
    fn factors_are_a_set() {
        let answer = json!({"factors": [{"value": 1}, {"value": 2}]});
        assert!(fits(r#"{"factors": [{"value": 2}, {"value": 1}]}"#, &answer));
        assert!(!fits(r#"{"factors": [{"value": 2}]}"#, &answer));
    }
}
