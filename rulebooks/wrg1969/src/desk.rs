//! The umpire's desk: questions that players at a real table ask, and their answers.
//!
//! Every answer comes from the same chapters that play a battle. Chances are exact fractions.

mod army;
mod command;
mod fire;
mod forms;
mod melee;
mod moves;
mod reaction;
mod rout;

use crate::house::House;
use form::{Fault, Field, Filled, Kind, Node, fill, nearest};
use ruling::{Factor, RuleId, ledger};
use serde_json::{Map, Value, json};
use std::sync::OnceLock;

/// What works out the answer to a question from a form filled in.
pub type Answerer = fn(&House, &Filled) -> Result<Value, Vec<Fault>>;

/// A question that the desk answers.
#[derive(Debug)]
pub struct Question {
    /// Its name.
    pub id: &'static str,
    /// What it asks, in a few words.
    pub title: &'static str,
    /// What the answer holds.
    pub help: &'static str,
    /// The form to fill in; the last field of each is `house`.
    pub fields: Vec<Field>,
    /// What works out the answer.
    pub answer: Answerer,
}

impl Question {
    /// A question with its own fields, to which the house rules are added.
    fn new(
        id: &'static str,
        title: &'static str,
        help: &'static str,
        fields: impl IntoIterator<Item = Field>,
        answer: Answerer,
    ) -> Question {
        let house = Field::new("house", Kind::record(House::fields()), "the house rules that differ");
        let fields = fields.into_iter().chain([house.or(Node::record([]))]).collect();
        Question { id, title, help, fields, answer }
    }
}

/// Every question, in the order of the book.
pub fn questions() -> &'static [Question] {
    static QUESTIONS: OnceLock<Vec<Question>> = OnceLock::new();
    QUESTIONS.get_or_init(|| {
        let chapters = [
            fire::questions(),
            melee::questions(),
            reaction::questions(),
            moves::questions(),
            rout::questions(),
            command::questions(),
            army::questions(),
        ];
        chapters.into_iter().flatten().collect()
    })
}

/// Answers a question.
///
/// ```
/// use form::parse_json;
/// use testudo_wrg1969::desk::ask;
/// let input = parse_json(r#"{"factor": 3, "figures": 32}"#)?;
/// assert_eq!(ask("casualties", &input).expect("a good question")["men"], 51);
/// let faults = ask("casualties", &parse_json(r#"{"factor": 3, "figures": -1}"#)?).unwrap_err();
/// assert_eq!(faults[0].path, "figures");
/// # Ok::<(), form::Fault>(())
/// ```
///
/// # Errors
/// Everything wrong with what was written, each naming its field.
pub fn ask(question: &str, input: &Node) -> Result<Value, Vec<Fault>> {
    let Some(found) = questions().iter().find(|q| q.id == question) else {
        let fault = Fault::new("question", format!("unknown question `{question}`"));
        let ids: Vec<&str> = questions().iter().map(|q| q.id).collect();
        return Err(vec![match nearest(question, ids.iter().copied()) {
            Some(meant) => fault.help(format!("did you mean `{meant}`?")),
            None => fault.help(format!("known: {}", ids.join(", "))),
        }]);
    };
    let form = fill(&found.fields, input)?;
    let house = House::read(form.record("house"));
    let mut answer = Map::new();
    answer.insert("rulebook".into(), "wrg1969".into());
    answer.insert("question".into(), found.id.into());
    if let Value::Object(mut said) = (found.answer)(&house, &form)? {
        answer.append(&mut said);
    }
    Ok(answer.into())
}

/// A number as answers print it: to nine decimals, whole where it is whole.
fn number(x: f64) -> Value {
    let rounded = (x * 1e9).round() / 1e9;
    let whole = rounded as i64;
    if whole as f64 == rounded { Value::from(whole) } else { Value::from(rounded) }
}

/// A list of factors.
fn factors<'a>(list: impl IntoIterator<Item = &'a Factor>) -> Value {
    list.into_iter().map(|f| json!({ "rule": f.rule.as_str(), "value": f.value })).collect()
}

/// A rule, noted as cited.
fn cited(rule: RuleId) -> Value {
    ledger::cite(rule);
    rule.as_str().into()
}

/// An exact chance or mean.
fn fraction(value: &dice::Fraction) -> Value {
    value.to_string().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_whole_where_they_are_whole() {
        let said = |x: f64| number(x).to_string();
        assert_eq!([2.0, -0.0, 1.5, 0.1 + 0.2].map(said), ["2", "0", "1.5", "0.3"]);
    }

    #[test]
    fn every_question_has_words_fields_and_a_name_of_its_own() {
        let mut ids: Vec<&str> = questions().iter().map(|q| q.id).collect();
        assert_eq!(ids.len(), 36);
        for q in questions() {
            assert!(!q.title.is_empty() && !q.help.is_empty() && q.fields.len() > 1, "{}", q.id);
            assert!(q.fields.iter().all(|f| !f.help.is_empty()), "{}", q.id);
        }
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 36);
    }

    #[test]
    fn an_unknown_question_is_named_with_its_nearest() {
        let faults = ask("comabt", &Node::record([])).expect_err("no such question");
        assert_eq!(faults[0].to_string(), "question: unknown question `comabt`; did you mean `combat`?");
    }
}
