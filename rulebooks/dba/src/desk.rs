//! The umpire's desk: questions that players at a real table ask, and their answers.
//!
//! Every answer comes from the same chapters that play a battle. An answer that applies rules lists them.

mod fights;
mod forms;
mod moves;
mod places;
mod setting;

use crate::Dba;
use crate::house::House;
use crate::rule;
use form::{Fault, Field, Filled, Kind, Node, fill, nearest};
use ruling::{RuleId, Tally, ledger};
use serde_json::{Value, json};
use std::sync::OnceLock;

/// What works out the answer to a question from a form filled in.
pub type Answerer = fn(&Dba, &Filled) -> Result<Value, Vec<Fault>>;

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
        let chapters = [moves::questions(), fights::questions(), places::questions(), setting::questions()];
        chapters.into_iter().flatten().collect()
    })
}

/// Answers a question.
///
/// ```
/// use form::parse_json;
/// use testudo_dba::desk::ask;
/// let input = parse_json(r#"{"loser": "knights", "winner": "bows", "level": "beaten"}"#)?;
/// assert_eq!(ask("outcome", &input).expect("a good question")["result"], "recoil");
/// let faults = ask("troop", &parse_json(r#"{"troop": "hoplites"}"#)?).unwrap_err();
/// assert_eq!(faults[0].path, "troop");
/// # Ok::<(), form::Fault>(())
/// ```
///
/// # Errors
/// Everything wrong with what was written, each naming its field (`dba.desk.errors`).
pub fn ask(question: &str, input: &Node) -> Result<Value, Vec<Fault>> {
    answer(question, input).inspect_err(|_| ledger::cite(rule::DESK_ERRORS))
}

fn answer(question: &str, input: &Node) -> Result<Value, Vec<Fault>> {
    let Some(found) = questions().iter().find(|q| q.id == question) else {
        let fault = Fault::new("question", format!("unknown question `{question}`"));
        let ids: Vec<&str> = questions().iter().map(|q| q.id).collect();
        return Err(vec![match nearest(question, ids.iter().copied()) {
            Some(meant) => fault.help(format!("did you mean `{meant}`?")),
            None => fault.help(format!("known: {}", ids.join(", "))),
        }]);
    };
    let form = fill(&found.fields, input)?;
    let book = Dba::new(House::read(form.record("house"))?);
    (found.answer)(&book, &form)
}

/// A number as answers print it: rounded to three decimals, half away from zero, whole where it is whole.
fn number(x: f64) -> Value {
    let rounded = (x * 1000.0).round() / 1000.0;
    let whole = rounded as i64;
    if whole as f64 == rounded { Value::from(whole) } else { Value::from(rounded) }
}

/// A list of rules, each noted as cited.
fn rules(list: impl IntoIterator<Item = RuleId>) -> Value {
    let cited = list.into_iter().inspect(|&rule| ledger::cite(rule));
    cited.map(|rule| Value::from(rule.as_str())).collect()
}

/// A list of factors.
fn factors(tally: &Tally) -> Value {
    let factor = |f: &ruling::Factor| json!({ "rule": f.rule.as_str(), "value": f.value });
    tally.factors().iter().map(factor).collect()
}

/// An exact chance in lowest terms.
fn chance(ways: u32, of: u32) -> Value {
    Value::from(dice::Fraction::new(ways.into(), of.into()).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_round_half_away_from_zero_and_whole_ones_are_whole() {
        let said = |x: f64| number(x).to_string();
        assert_eq!([200.0, -0.0, 0.0625, -0.0625].map(said), ["200", "0", "0.063", "-0.063"]);
        assert_eq!([1063.6396, 359.99999, -0.0004].map(said), ["1063.64", "360", "0"]);
    }

    #[test]
    fn every_question_has_words_fields_and_a_name_of_its_own() {
        let mut ids: Vec<&str> = questions().iter().map(|q| q.id).collect();
        assert_eq!(ids.len(), 25);
        for q in questions() {
            assert!(!q.title.is_empty() && !q.help.is_empty() && q.fields.len() > 1, "{}", q.id);
            assert!(q.fields.iter().all(|f| !f.help.is_empty()), "{}", q.id);
        }
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 25);
    }

    #[test]
    fn an_unknown_question_is_named_with_its_nearest() {
        let faults = ask("comabt", &Node::record([])).expect_err("no such question");
        assert_eq!(faults[0].to_string(), "question: unknown question `comabt`; did you mean `combat`?");
    }
}
