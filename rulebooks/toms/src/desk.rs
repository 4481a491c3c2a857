//! The umpire's desk: questions that players at a real table ask, and their answers.
//!
//! Every answer comes from the same chapters that play a battle. An answer that applies rules lists them.

mod answers;
mod arms;
mod bolts;
mod forms;
mod moves;
mod nerves;
mod round;
mod setting;

use crate::Toms;
use crate::house::{self, House};
use binding::desk;
use form::{Fault, Filled, Node};
use serde_json::{Value, json};
use std::sync::OnceLock;

/// The worked cases: what is asked, and what must be answered.
pub const CASES: &str = include_str!("../tests/vectors.toml");

/// A question that the desk answers.
pub type Question = desk::Question<Toms>;

/// Every question, in the order of the book.
pub fn questions() -> &'static [Question] {
    static QUESTIONS: OnceLock<Vec<Question>> = OnceLock::new();
    QUESTIONS.get_or_init(|| {
        let chapters = [
            setting::questions(),
            moves::questions(),
            arms::questions(),
            bolts::questions(),
            round::questions(),
            answers::questions(),
            nerves::questions(),
        ];
        desk::lay_out(chapters, &House::fields())
    })
}

/// Answers a question.
///
/// ```
/// use form::parse_json;
/// use testudo_toms::desk::ask;
/// let input = parse_json(r#"{"unit": "greek.hoplite", "men": 16, "general": true}"#)?;
/// assert_eq!(ask("attacks", &input).expect("a good question")["dice"], 9);
/// let faults = ask("attacks", &parse_json(r#"{"unit": "greek.legionary"}"#)?).unwrap_err();
/// assert_eq!(faults[0].path, "unit");
/// # Ok::<(), form::Fault>(())
/// ```
///
/// # Errors
/// Everything wrong with what was written, each naming its field.
pub fn ask(question: &str, input: &Node) -> Result<Value, Vec<Fault>> {
    let book = |house: &Filled| Ok(Toms::new(House::read(house)?));
    let answer = desk::ask(questions(), question, input, book).map_err(house::told)?;
    let mut whole = json!({ "rulebook": "toms", "question": question });
    if let (Value::Object(whole), Value::Object(answer)) = (&mut whole, answer) {
        whole.extend(answer);
        whole.entry("factors").or_insert_with(|| json!([]));
    }
    Ok(whole)
}
