//! The umpire's desk: questions that players at a real table ask, and how answers are written.

use form::{Fault, Field, Filled, Kind, Node, fill, nearest};
use ruling::{Factor, RuleId, ledger};
use serde_json::{Value, json};

/// What works out the answer to a question from a form filled in, by the book as the house plays it.
pub type Answerer<B> = fn(&B, &Filled) -> Result<Value, Vec<Fault>>;

/// A question that the desk answers.
#[derive(Debug)]
pub struct Question<B> {
    /// Its name.
    pub id: &'static str,
    /// What it asks, in a few words.
    pub title: &'static str,
    /// What the answer holds.
    pub help: &'static str,
    /// The form to fill in; once on the desk the last field is `house`.
    pub fields: Vec<Field>,
    /// What works out the answer.
    pub answer: Answerer<B>,
}

impl<B> Question<B> {
    /// A question with its own fields.
    pub fn new(
        id: &'static str,
        title: &'static str,
        help: &'static str,
        fields: impl IntoIterator<Item = Field>,
        answer: Answerer<B>,
    ) -> Question<B> {
        Question { id, title, help, fields: fields.into_iter().collect(), answer }
    }
}

/// Puts the questions of all chapters on the desk: each is also asked for the house rules that differ.
pub fn lay_out<B>(chapters: impl IntoIterator<Item = Vec<Question<B>>>, house: &[Field]) -> Vec<Question<B>> {
    let with_house = |mut question: Question<B>| {
        let field = Field::new("house", Kind::record(house.to_vec()), "the house rules that differ");
        question.fields.push(field.or(Node::record([])));
        question
    };
    chapters.into_iter().flatten().map(with_house).collect()
}

/// Answers one of these questions; `book` makes the book from the house rules written.
///
/// # Errors
/// Everything wrong with what was written, each naming its field.
pub fn ask<B>(
    questions: &[Question<B>],
    question: &str,
    input: &Node,
    book: impl FnOnce(&Filled) -> Result<B, Vec<Fault>>,
) -> Result<Value, Vec<Fault>> {
    let Some(found) = questions.iter().find(|q| q.id == question) else {
        let fault = Fault::new("question", format!("unknown question `{question}`"));
        let ids: Vec<&str> = questions.iter().map(|q| q.id).collect();
        return Err(vec![match nearest(question, ids.iter().copied()) {
            Some(meant) => fault.help(format!("did you mean `{meant}`?")),
            None => fault.help(format!("known: {}", ids.join(", "))),
        }]);
    };
    let form = fill(&found.fields, input)?;
    let book = book(form.record("house"))?;
    (found.answer)(&book, &form)
}

/// A number as answers print it: rounded to that many decimals, half away from zero, whole where it is whole.
///
/// ```
/// use testudo_binding::desk::number;
/// assert_eq!([200.0, -0.0, 0.0625, -0.0625].map(|x| number(x, 3).to_string()), ["200", "0", "0.063", "-0.063"]);
/// assert_eq!(number(0.1 + 0.2, 9).to_string(), "0.3");
/// ```
pub fn number(x: f64, decimals: u8) -> Value {
    let scale = (0..decimals).fold(1.0, |scale, _| scale * 10.0);
    let rounded = (x * scale).round() / scale;
    let whole = rounded as i64;
    if whole as f64 == rounded { Value::from(whole) } else { Value::from(rounded) }
}

/// A rule, noted as cited.
pub fn cited(rule: RuleId) -> Value {
    ledger::cite(rule);
    rule.as_str().into()
}

/// A list of rules, each noted as cited.
pub fn rules(list: impl IntoIterator<Item = RuleId>) -> Value {
    list.into_iter().map(cited).collect()
}

/// A list of factors.
pub fn factors<'a>(list: impl IntoIterator<Item = &'a Factor>) -> Value {
    list.into_iter().map(|f| json!({ "rule": f.rule.as_str(), "value": f.value })).collect()
}

/// An exact chance or mean, in lowest terms.
pub fn fraction(value: &dice::Fraction) -> Value {
    value.to_string().into()
}
