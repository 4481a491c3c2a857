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
use binding::desk::{self, factors, rules};
use form::{Fault, Filled, Node};
use ruling::ledger;
use serde_json::Value;
use std::sync::OnceLock;

/// The worked cases: what is asked, and what must be answered.
pub const CASES: &str = include_str!("../tests/vectors.toml");

/// A question that the desk answers.
pub type Question = desk::Question<Dba>;

/// Every question, in the order of the book.
pub fn questions() -> &'static [Question] {
    static QUESTIONS: OnceLock<Vec<Question>> = OnceLock::new();
    QUESTIONS.get_or_init(|| {
        let chapters = [moves::questions(), fights::questions(), places::questions(), setting::questions()];
        desk::lay_out(chapters, &House::fields())
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
    let book = |house: &Filled| Ok(Dba::new(House::read(house)?));
    desk::ask(questions(), question, input, book).inspect_err(|_| ledger::cite(rule::DESK_ERRORS))
}

/// A number as answers print it: to three decimals.
fn number(x: f64) -> Value {
    desk::number(x, 3)
}

/// An exact chance in lowest terms.
fn chance(ways: u32, of: u32) -> Value {
    Value::from(dice::Fraction::new(ways.into(), of.into()).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_question_is_named_with_its_nearest() {
        let faults = ask("comabt", &Node::record([])).expect_err("no such question");
        assert_eq!(faults[0].to_string(), "question: unknown question `comabt`; did you mean `combat`?");
    }
}
