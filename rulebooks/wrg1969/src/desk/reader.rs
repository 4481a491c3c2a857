//! The question how the umpire reads an order written in English.

use crate::board::Board;
use crate::desk::forms::{Question, resting};
use crate::house::{Ambiguity, House};
use crate::orders::advice::{Advice, advise, names_at_start};
use crate::orders::language::write::{write, write_ref};
use crate::orders::language::{Doubt, Names, call, print};
use crate::orders::order::Ref;
use crate::orders::reference::labelled;
use crate::rule;
use crate::scenario::read::{bundled, read};
use form::{Fault, Field, Filled, Kind, Source};
use serde_json::{Value, json};
use umpire::Side;

pub fn questions() -> Vec<Question> {
    let sides = Kind::one_of(["red", "blue"]);
    let ambiguity = Kind::one_of(["exploit", "kind", "random", "warn"]);
    vec![Question::new(
        "order_read",
        "how the umpire reads an order written in English",
        "Whether he understands it, the sentence he prints it back as, its structure, what he doubts, what he passes over, \
         where he stumbled, and what could be written instead.",
        [
            Field::new("scenario", Kind::Text, "the bundled scenario, as it stands at the start"),
            Field::new("side", sides, "whose order it is"),
            Field::new("unit", Kind::Text, "the unit that gets it, by its id"),
            Field::new("text", Kind::Text, "the order as it is written"),
            Field::new("ambiguity", ambiguity, "how doubt is settled").optional(),
            Field::new("card", Kind::list(Kind::Any, ..=4), "the signal card, if it is not the scenario's")
                .optional(),
        ],
        order_read,
    )]
}

fn order_read(_: &House, form: &Filled) -> Result<Value, Vec<Fault>> {
    let id = form.text("scenario");
    let Some((name, text)) = bundled().iter().find(|(name, _)| *name == id) else {
        let known: Vec<&str> = bundled().iter().map(|(name, _)| *name).collect();
        let fault = form.fault("scenario", format!("there is no scenario `{id}`"));
        return Err(vec![fault.help(format!("one of {}", known.join(", ")))]);
    };
    let (mut book, field, phase) = read(&Source { name, text })?;
    match form.opt("ambiguity").map(form::Answer::text) {
        Some("exploit") => book.house.ambiguity = Ambiguity::Exploit,
        Some("kind") => book.house.ambiguity = Ambiguity::Kind,
        Some("random") => book.house.ambiguity = Ambiguity::Random,
        Some("warn") => book.house.ambiguity = Ambiguity::Warn,
        _ => {}
    }
    let side = if form.choice("side") == 0 { Side::ALL[0] } else { Side::ALL[1] };
    let label = form.text("unit");
    let Some(unit) = labelled(field.roster(), side, label) else {
        return Err(vec![form.fault("unit", format!("this side has no unit `{label}`"))]);
    };
    let board = Board::of(&book, &field, &phase);
    let mut names = names_at_start(&board, &field, unit);
    if let Some(card) = form.opt("card") {
        let number = |entry: &form::Answer| match entry.node().get("signal").map(|n| &n.value) {
            Some(form::Value::Int(n)) => u8::try_from(*n).ok(),
            _ => None,
        };
        names.signals = Some(card.list().iter().filter_map(number).collect());
    }
    let written = form.text("text");
    let advice = advise(&board, &field, &names, unit, written);
    let warns = book.house.ambiguity == Ambiguity::Warn;
    Ok(resting(answer(&advice, &names, written, warns), [rule::ORDERS_LANGUAGE]))
}

fn answer(advice: &Advice, names: &Names, written: &str, warns: bool) -> Value {
    let order = advice.readings.first().map(|r| &r.order);
    let doubted = warns && !advice.doubts.is_empty();
    let understood = advice.stumble.is_none() && order.is_some() && !doubted;
    let sentence = order.map(|o| print(o, names));
    let structure = order.map(|o| write(&o.clone().meaning()));
    let words = |span: &std::ops::Range<usize>| written.get(span.clone()).unwrap_or("").to_owned();
    let at = |span: &std::ops::Range<usize>| {
        let letters = |i: usize| written.get(..i).map_or(i, |s| s.chars().count());
        json!([letters(span.start), letters(span.end)])
    };
    let passed: Vec<Value> = advice
        .passed
        .iter()
        .map(|p| match &p.meant {
            Some(meant) => json!({"phrase": words(&p.span), "at": at(&p.span), "as": meant}),
            None => json!({"phrase": words(&p.span), "at": at(&p.span)}),
        })
        .collect();
    let could = |d: &Doubt, r: &Ref| {
        let taken = d.could.first() == Some(r);
        json!({"says": call(r, names), "ref": write_ref(r), "taken": taken})
    };
    let doubts: Vec<Value> = advice
        .doubts
        .iter()
        .map(|d| {
            let could: Vec<Value> = d.could.iter().map(|r| could(d, r)).collect();
            json!({"phrase": words(&d.span), "at": at(&d.span), "could": could, "why": d.why})
        })
        .collect();
    let stumbled = match (&advice.stumble, advice.doubts.first()) {
        (Some(no), _) => json!({"words": no.words, "at": at(&no.span), "why": no.why}),
        (None, Some(doubt)) if doubted => {
            json!({"words": words(&doubt.span), "at": at(&doubt.span), "why": doubt.why})
        }
        _ => Value::Null,
    };
    let mut suggestions = advice.suggestions.clone();
    if doubted && suggestions.is_empty() {
        suggestions.extend(sentence.clone());
    }
    json!({
        "understood": understood,
        "sentence": sentence,
        "structure": structure,
        "doubts": doubts,
        "passed_over": passed,
        "stumbled_on": stumbled,
        "suggestions": suggestions,
    })
}
