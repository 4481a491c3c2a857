//! The umpire's desk: questions that players at a real table ask, and their answers.
//!
//! Every answer comes from the same chapters that play a battle. An answer that applies rules lists them.

mod attack;
mod ballista;
mod charge;
mod combat;
mod fire;
mod forms;
mod movement;
mod nerve;
mod round;
mod setup;
mod shooting;

use crate::house::{self, House};
use crate::{Toms, rule};
use binding::desk;
use form::{Fault, Filled, Node};
use serde_json::{Value, json};
use std::sync::OnceLock;

/// The worked cases: what is asked, and what must be answered.
pub const CASES: &str = include_str!("../../tests/vectors.toml");

/// A question that the desk answers.
pub type Question = desk::Question<Toms>;

/// Every question, in the order of the book.
pub fn questions() -> &'static [Question] {
    static QUESTIONS: OnceLock<Vec<Question>> = OnceLock::new();
    QUESTIONS.get_or_init(|| {
        let chapters = [
            setup::questions(),
            movement::questions(),
            combat::questions(),
            shooting::questions(),
            ballista::questions(),
            fire::questions(),
            round::questions(),
            charge::questions(),
            nerve::questions(),
        ];
        desk::lay_out(chapters, &House::fields())
    })
}

/// Whether a question is asked under house rules that differ.
fn differs(input: &Node) -> bool {
    let house = input.get("house").map(|house| &house.value);
    matches!(house, Some(form::Value::Record(entries)) if !entries.is_empty())
}

/// Answers a question: beside what it asks for, the `factors` of its numbers and the `rules` that decided it.
///
/// ```
/// use form::parse_json;
/// use testudo_toms::api::desk::ask;
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
        let rules = whole.entry("rules").or_insert_with(|| json!([]));
        if let (Value::Array(rules), true) = (rules, differs(input)) {
            rules.push(desk::cited(rule::HOUSE));
        }
    }
    Ok(whole)
}
