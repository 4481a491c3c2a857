//! The umpire's desk: questions that players at a real table ask, and their answers.
//!
//! Every answer comes from the same chapters that play a battle. An answer that applies rules lists them.

mod aftermath;
mod board;
mod combat;
mod forms;
mod movement;
mod setup;
mod shooting;
mod victory;

use crate::Dba;
use crate::desk::forms::Question;
use crate::house::House;
use binding::desk;
use form::{Fault, Filled, Node};
use serde_json::Value;
use std::sync::OnceLock;

/// The worked cases: what is asked, and what must be answered.
pub const CASES: &str = include_str!("../../tests/vectors.toml");

/// Every question, in the order of the book.
pub fn questions() -> &'static [Question] {
    static QUESTIONS: OnceLock<Vec<Question>> = OnceLock::new();
    QUESTIONS.get_or_init(|| {
        let chapters = [
            movement::questions(),
            shooting::questions(),
            combat::questions(),
            aftermath::questions(),
            board::questions(),
            setup::questions(),
            victory::questions(),
        ];
        desk::lay_out(chapters, &House::fields())
    })
}

/// Answers a question.
///
/// ```
/// use form::parse_json;
/// use testudo_dba::api::desk::ask;
/// let input = parse_json(r#"{"loser": "knights", "winner": "bows", "level": "beaten"}"#)?;
/// assert_eq!(ask("outcome", &input).expect("a good question")["result"], "recoil");
/// let faults = ask("troop", &parse_json(r#"{"troop": "hoplites"}"#)?).unwrap_err();
/// assert_eq!(faults[0].path, "troop");
/// # Ok::<(), form::Fault>(())
/// ```
///
/// # Errors
/// Everything wrong with what was written, each naming its field: one that is unknown, missing or has no such value, or a
/// combination that cannot occur.
pub fn ask(question: &str, input: &Node) -> Result<Value, Vec<Fault>> {
    let book = |house: &Filled| Ok(Dba::new(House::read(house)?));
    desk::ask(questions(), question, input, book)
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
