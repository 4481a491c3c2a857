//! The umpire's desk: questions that players at a real table ask, and their answers.
//!
//! Every answer comes from the same chapters that play a battle. An answer that applies rules lists them.

mod armies;
mod breaks;
mod fighting;
mod forms;
mod moves;
mod nerves;
mod places;
mod results;
mod shooting;

use crate::house::House;
use crate::{Wab, rule};
use binding::desk;
use form::{Fault, Node};
use serde_json::Value;
use std::sync::OnceLock;

/// The worked cases: what is asked, and what must be answered.
pub const CASES: &str = include_str!("../../tests/vectors.toml");

/// Every question, in the order of the book.
pub fn questions() -> &'static [forms::Question] {
    static QUESTIONS: OnceLock<Vec<forms::Question>> = OnceLock::new();
    QUESTIONS.get_or_init(|| {
        let chapters = [
            fighting::questions(),
            results::questions(),
            shooting::questions(),
            moves::questions(),
            nerves::questions(),
            breaks::questions(),
            places::questions(),
            armies::questions(),
        ];
        desk::lay_out(chapters, &House::fields())
    })
}

/// Answers a question.
///
/// ```
/// use form::parse_json;
/// use testudo_wab::api::desk::ask;
/// let input = parse_json(r#"{"strength": 4, "toughness": 3}"#)?;
/// assert_eq!(ask("to_wound", &input).expect("a good question")["p_wound"], "2/3");
/// let faults = ask("to_wound", &parse_json(r#"{"strength": 4}"#)?).unwrap_err();
/// assert_eq!(faults[0].path, "toughness");
/// # Ok::<(), form::Fault>(())
/// ```
///
/// # Errors
/// Everything wrong with what was written, each naming its field.
pub fn ask(question: &str, input: &Node) -> Result<Value, Vec<Fault>> {
    let mut answer = desk::ask(questions(), question, input, |house| Ok(Wab::new(House::read(house)?)))?;
    let differs = |house: &Node| matches!(&house.value, form::Value::Record(list) if !list.is_empty());
    if input.get("house").is_some_and(differs) {
        answer["house_rules"] = desk::cited(rule::HOUSE);
    }
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_question_is_named_with_its_nearest() {
        let faults = ask("meele", &Node::record([])).expect_err("no such question");
        assert_eq!(faults[0].to_string(), "question: unknown question `meele`; did you mean `melee`?");
    }
}
