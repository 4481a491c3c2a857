//! The umpire's desk: questions that players at a real table ask, and their answers.
//!
//! Every answer comes from the same chapters that play a battle. Chances are exact fractions.

mod army;
mod fighting;
mod forms;
mod moves;
mod orders;
mod reaction;
mod shooting;
mod states;

use crate::data::tables::rules;
use crate::house::House;
use binding::desk;
use binding::desk::fraction;
use dice::Dist;
use form::{Fault, Node};
use ruling::{Factor, RuleId};
use serde_json::{Map, Value, json};
use std::sync::OnceLock;

/// The worked cases: what is asked, and what must be answered.
pub const CASES: &str = include_str!("../../tests/vectors.toml");

/// A question that the desk answers.
pub type Question = desk::Question<House>;

/// Every question, in the order of the book.
pub fn questions() -> &'static [Question] {
    static QUESTIONS: OnceLock<Vec<Question>> = OnceLock::new();
    QUESTIONS.get_or_init(|| {
        let chapters = [
            reaction::questions(),
            orders::questions(),
            moves::questions(),
            shooting::questions(),
            fighting::questions(),
            states::questions(),
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
    answer.insert("rulebook".into(), "wrg6".into());
    answer.insert("question".into(), question.into());
    let said = desk::ask(questions(), question, input, House::read)?;
    if let Value::Object(mut said) = said {
        answer.append(&mut said);
    }
    Ok(answer.into())
}

/// An answer with the rules it rests on.
fn resting(mut answer: Value, on: impl IntoIterator<Item = RuleId>) -> Value {
    answer["rules"] = desk::rules(on);
    answer
}

/// A list of factors with the titles of their rules.
fn factors<'a>(list: impl IntoIterator<Item = &'a Factor>) -> Value {
    let said = |f: &Factor| {
        let label = rules().get(f.rule.as_str()).map_or("", |rule| &rule.title);
        json!({ "rule": desk::cited(f.rule), "label": label, "value": f.value })
    };
    list.into_iter().map(said).collect()
}

/// A table of chances by the words of the outcomes.
fn odds<T: Ord>(dist: &Dist<T>, word: impl Fn(&T) -> String) -> Value {
    let said: Map<String, Value> = dist.iter().map(|(outcome, p)| (word(outcome), fraction(&p))).collect();
    said.into()
}
