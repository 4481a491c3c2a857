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
mod reader;
mod rout;

use crate::desk::forms::Question;
use crate::house::House;
use binding::desk;
use form::{Fault, Node};
use serde_json::{Map, Value};
use std::sync::OnceLock;

/// The worked cases: what is asked, and what must be answered.
pub const CASES: &str = include_str!("../../tests/vectors.toml");

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
            reader::questions(),
            army::questions(),
        ];
        desk::lay_out(chapters, &House::fields())
    })
}

/// Answers a question.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_question_is_named_with_its_nearest() {
        let faults = ask("comabt", &Node::record([])).expect_err("no such question");
        assert_eq!(faults[0].to_string(), "question: unknown question `comabt`; did you mean `combat`?");
    }
}
