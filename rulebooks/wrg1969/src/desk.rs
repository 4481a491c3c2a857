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
use binding::desk::{self, cited, factors, fraction};
use form::{Fault, Node};
use serde_json::{Map, Value};
use std::sync::OnceLock;

/// The worked cases: what is asked, and what must be answered.
pub const CASES: &str = include_str!("../tests/vectors.toml");

/// A question that the desk answers.
pub type Question = desk::Question<House>;

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
        desk::lay_out(chapters, &House::fields())
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
    let mut answer = Map::new();
    answer.insert("rulebook".into(), "wrg1969".into());
    answer.insert("question".into(), question.into());
    if let Value::Object(mut said) = desk::ask(questions(), question, input, House::read)? {
        answer.append(&mut said);
    }
    Ok(answer.into())
}

/// A number as answers print it: to nine decimals.
fn number(x: f64) -> Value {
    desk::number(x, 9)
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
