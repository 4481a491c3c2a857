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

use crate::house::House;
use crate::tables::rules;
use binding::desk::{self, fraction};
use dice::Dist;
use form::{Fault, Node};
use ruling::{Factor, ledger};
use serde_json::{Map, Value, json};
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
/// ```
/// use form::parse_json;
/// use testudo_wrg6::desk::ask;
/// let input = parse_json(r#"{"factor": 3, "figures": 32}"#)?;
/// assert_eq!(ask("casualties", &input).expect("a good question")["casualties"], 51);
/// let faults = ask("casualties", &parse_json(r#"{"factor": 3, "figures": -1}"#)?).unwrap_err();
/// assert_eq!(faults[0].path, "figures");
/// # Ok::<(), form::Fault>(())
/// ```
///
/// # Errors
/// Everything wrong with what was written, each naming its field (`wrg6.desk.errors`).
pub fn ask(question: &str, input: &Node) -> Result<Value, Vec<Fault>> {
    let mut answer = Map::new();
    answer.insert("rulebook".into(), "wrg6".into());
    answer.insert("question".into(), question.into());
    let said = desk::ask(questions(), question, input, House::read)
        .inspect_err(|_| ledger::cite(crate::rule::DESK_ERRORS))?;
    if let Value::Object(mut said) = said {
        answer.append(&mut said);
    }
    Ok(answer.into())
}

/// A list of factors with the titles of their rules.
fn factors<'a>(list: impl IntoIterator<Item = &'a Factor>) -> Value {
    let said = |f: &Factor| {
        let label = rules().get(f.rule.as_str()).map_or("", |rule| &rule.title);
        json!({ "rule": f.rule.as_str(), "label": label, "value": f.value })
    };
    list.into_iter().map(said).collect()
}

/// A table of chances by the words of the outcomes.
fn odds<T: Ord>(dist: &Dist<T>, word: impl Fn(&T) -> String) -> Value {
    let said: Map<String, Value> = dist.iter().map(|(outcome, p)| (word(outcome), fraction(&p))).collect();
    said.into()
}
