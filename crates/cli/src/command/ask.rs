//! `testudo ask`: the umpire's desk.

use super::find_book;
use crate::{Verdict, args::Ask, output};
use anyhow::{Context as _, anyhow, bail};
use output::{HEADING, SMALL};
use serde_json::{Map, Value, json};
use std::io::Read as _;
use testudo::{Book, QuestionCard};

/// The longest question read from standard input.
const LONGEST: u64 = 1 << 20;

/// Lists questions, describes one, or answers it.
pub fn run(args: &Ask) -> anyhow::Result<Verdict> {
    let book = find_book(&args.book)?;
    let questions = (book.questions)();
    let Some(id) = &args.question else { return list(&questions, args.json) };
    let Some(question) = questions.iter().find(|q| q.id == id) else {
        match form::nearest(id, questions.iter().map(|q| q.id)) {
            Some(near) => bail!("question: `{}` has no question `{id}`; did you mean `{near}`?", book.id),
            None => {
                bail!("question: `{}` has no question `{id}`; `testudo ask {}` lists them", book.id, book.id)
            }
        }
    };
    match &args.input {
        None => describe(book, question, args.json),
        Some(input) => answer(book, question, input, args.json),
    }
}

fn list(questions: &[QuestionCard], json: bool) -> anyhow::Result<Verdict> {
    if json {
        let all: Vec<Value> =
            questions.iter().map(|q| json!({"id": q.id, "title": q.title, "help": q.help})).collect();
        output::json(&all.into())?;
    } else {
        output::table(
            &["question", "what it tells"],
            questions.iter().map(|q| vec![q.id.into(), q.title.into()]),
        )?;
    }
    Ok(Verdict::Yes)
}

fn describe(book: &Book, question: &QuestionCard, json: bool) -> anyhow::Result<Verdict> {
    let example = (book.examples)().get(question.id).map(form::Node::to_json);
    if json {
        output::json(&json!({
            "id": question.id, "title": question.title, "help": question.help,
            "fields": form::schema(&question.fields), "example": example,
        }))?;
        return Ok(Verdict::Yes);
    }
    output::line(format!("{HEADING}{} {}{HEADING:#}: {}", book.id, question.id, question.title))?;
    output::line(format!("{}\n", question.help))?;
    let mut rows = Vec::new();
    field_rows("", &form::schema(&question.fields), &mut rows);
    output::table(&["field", "takes", "meaning"], rows)?;
    if let Some(example) = example {
        output::line(format!("\nFor example: testudo ask {} {} '{example}'", book.id, question.id))?;
    }
    Ok(Verdict::Yes)
}

/// The field of house rules, which every question has: it is not spread out.
const HOUSE: &str = "house";

/// A row for each field, those of a record below it.
fn field_rows(prefix: &str, fields: &Value, rows: &mut Vec<Vec<String>>) {
    for field in fields.as_array().into_iter().flatten() {
        let name = format!("{prefix}{}", field["name"].as_str().unwrap_or_default());
        let mut takes = kind_words(field);
        if name == HOUSE {
            let count = field["fields"].as_array().map_or(0, Vec::len);
            let help = format!("any of {count} house rules that differ; --json lists them");
            rows.push(vec![name, "record (optional)".into(), help]);
            continue;
        }
        if let Some(default) = field.get("default") {
            takes += &format!(" (default {default})");
        } else if field["required"] == json!(false) {
            takes += " (optional)";
        }
        rows.push(vec![name.clone(), takes, field["help"].as_str().unwrap_or_default().to_owned()]);
        for inner in [field, &field["of"], &field["to"]] {
            if inner.get("fields").is_some() {
                field_rows(&format!("{name}."), &inner["fields"], rows);
            }
        }
    }
}

fn kind_words(field: &Value) -> String {
    let kind = field["type"].as_str().unwrap_or("value");
    match field.get("options").and_then(Value::as_array) {
        Some(options) => options.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" | "),
        None => [kind.to_owned(), range_words(field), unit_words(field)].concat(),
    }
}

/// The least and the most that a number may be.
fn range_words(field: &Value) -> String {
    match (field.get("min"), field.get("max")) {
        (Some(least), Some(most)) => format!(" {least} to {most}"),
        (Some(least), None) => format!(" from {least}"),
        (None, Some(most)) => format!(" up to {most}"),
        (None, None) => String::new(),
    }
}

fn unit_words(field: &Value) -> String {
    field.get("unit").and_then(Value::as_str).map_or_else(String::new, |unit| format!(" {unit}"))
}

fn answer(book: &Book, question: &QuestionCard, input: &str, json: bool) -> anyhow::Result<Verdict> {
    let text = if input == "-" {
        let mut text = String::new();
        std::io::stdin().take(LONGEST).read_to_string(&mut text).context("standard input")?;
        text
    } else {
        input.to_owned()
    };
    let node = form::parse_json(&text).map_err(|fault| anyhow!("{fault}"))?;
    match (book.ask)(question.id, &node) {
        Ok(value) if json => output::json(&value)?,
        Ok(value) => print_answer(book, &value, 0)?,
        Err(faults) if json => {
            // A program reads the fault on standard output; people and scripts see it on standard error too.
            output::json(&json!({"error": join(&faults).to_string()}))?;
            return Err(join(&faults));
        }
        Err(faults) => return Err(join(&faults)),
    }
    Ok(Verdict::Yes)
}

/// Every fault, on one line.
fn join(faults: &[form::Fault]) -> anyhow::Error {
    anyhow!("{}", faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
}

/// An answer as indented lines: factors with their rule, odds as fraction and percent.
fn print_answer(book: &Book, value: &Value, indent: usize) -> anyhow::Result<()> {
    let pad = " ".repeat(indent);
    let Some(object) = value.as_object() else {
        output::line(format!("{pad}{}", plain(value)))?;
        return Ok(());
    };
    for (key, value) in object.iter().filter(|(key, _)| !is_repeated(object, key)) {
        let name = key.replace('_', " ");
        match value {
            Value::Array(factors) if key == "factors" => {
                for f in factors {
                    let id = f["rule"].as_str().unwrap_or_default();
                    let title = (book.rules)().get(id).map_or("", |r| &r.title);
                    let n = match (&f["said"], &f["value"]) {
                        (Value::String(said), _) => said.clone(),
                        (_, Value::Number(n)) => {
                            n.as_i64().map_or_else(|| n.to_string(), |n| format!("{n:+}"))
                        }
                        (_, other) => plain(other),
                    };
                    output::line(format!("{pad}{n:>3}  {title}  {SMALL}{id}{SMALL:#}"))?;
                }
            }
            Value::Array(rules) if key == "rules" => {
                for id in rules.iter().filter_map(Value::as_str) {
                    let title = (book.rules)().get(id).map_or("", |r| &r.title);
                    output::line(format!("{pad}by {title}  {SMALL}{id}{SMALL:#}"))?;
                }
            }
            Value::Object(_) if key == EXACT => print_answer(book, value, indent)?,
            Value::Object(_) => {
                output::line(format!("{pad}{HEADING}{name}{HEADING:#}"))?;
                print_answer(book, value, indent + 2)?;
            }
            Value::String(text) if is_mean(key) => {
                let about = share(text).map_or_else(String::new, |x| format!("  about {x:.2}"));
                output::line(format!("{pad}{name}: {text:>7}{about}"))?;
            }
            Value::Array(chances) if key == CHANCES || key == DECIMALS => {
                output::line(format!("{pad}{name}:"))?;
                for (n, chance) in chances.iter().enumerate() {
                    output::line(format!("{pad}{n:>4}  {}", plain(chance)))?;
                }
            }
            Value::Array(records) if records.first().is_some_and(Value::is_object) => {
                for (n, record) in (1..).zip(records) {
                    output::line(format!("{pad}{HEADING}{name} {n}{HEADING:#}"))?;
                    print_answer(book, record, indent + 2)?;
                }
            }
            other => output::line(format!("{pad}{name}: {}", plain(other)))?,
        }
    }
    Ok(())
}

/// Whether an answer says the same a second time as a fraction: its decimals are for programs.
fn is_repeated(answer: &Map<String, Value>, key: &str) -> bool {
    let exact = || answer.get(EXACT).is_some_and(|exact| exact.get(key).is_some());
    let chance = || key.strip_prefix("p_").is_some_and(|of| answer.contains_key(&format!("chance_of_{of}")));
    (key == DECIMALS && answer.contains_key(CHANCES)) || exact() || chance()
}

/// A value as a person writes it; a fraction with its percentage.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => match percent(text) {
            Some(p) => format!("{text:>7}  {p:5.1}%"),
            None => text.clone(),
        },
        Value::Bool(true) => "yes".into(),
        Value::Bool(false) => "no".into(),
        Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// The key of the exact chances of every number from 0 up.
const CHANCES: &str = "chances";
/// The key of the same chances, as decimals where the exact ones stand elsewhere.
const DECIMALS: &str = "distribution";
/// The key of what is also told in exact fractions, as a record.
const EXACT: &str = "exact";

/// Whether an answer is a mean, which is no chance and has no percentage.
fn is_mean(key: &str) -> bool {
    key == "mean" || key.starts_with("mean_") || key.ends_with("_mean") || key.starts_with("expected")
}

fn percent(text: &str) -> Option<f64> {
    share(text).map(|x| 100.0 * x)
}

/// The value of a fraction.
fn share(text: &str) -> Option<f64> {
    let (n, d) = text.split_once('/')?;
    let (n, d) = (n.parse::<f64>().ok()?, d.parse::<f64>().ok()?);
    (d > 0.0).then(|| n / d)
}
