//! `testudo muster`: armies made, checked and counted up.

use super::{find_book, read_file};
use crate::{
    Verdict,
    args::{Muster, MusterTask},
    output,
};
use anyhow::{anyhow, bail};
use form::{Fault, Node, Source, Value, outdated, parse_toml, to_toml};
use serde_json::json;
use std::path::Path;
use testudo::muster::{Line, Part, Roll, Share};

/// Makes, checks or counts up an army.
pub fn run(args: &Muster) -> anyhow::Result<Verdict> {
    match &args.task {
        MusterTask::Check { file, json } => check(file, *json),
        MusterTask::Build { book, list, points, seed, out } => {
            build(book, list, *points, *seed, out.as_deref())
        }
        MusterTask::Show { file, json } => show(file, *json),
    }
}

/// An army file, counted up.
struct Counted {
    name: String,
    text: String,
    roll: Roll,
    /// Names in the file that have changed.
    old: Vec<Fault>,
}

impl Counted {
    fn read(file: &Path) -> anyhow::Result<Counted> {
        let text = read_file(file)?;
        let name = file.display().to_string();
        let source = Source { name: &name, text: &text };
        let node = parse_toml(&text).map_err(|fault| anyhow!("{}", source.line(&fault)))?;
        let book = find_book(book_of(&name, &node)?).map_err(|e| anyhow!("{name}: {e}"))?;
        let roll = (book.roll)(&node).map_err(|faults| anyhow!("{}", source.lines(&faults).trim_end()))?;
        let old = outdated(&(book.army_form)(), &node);
        Ok(Counted { roll, old, name, text })
    }

    fn line(&self, fault: &Fault) -> String {
        Source { name: &self.name, text: &self.text }.line(fault)
    }

    /// What is unusual about the army or the file.
    fn notes(&self) -> Vec<String> {
        let old = self.old.iter().map(|note| self.line(note));
        self.roll.notes.iter().cloned().chain(old).collect()
    }

    fn verdict(&self) -> Verdict {
        if self.roll.is_legal() { Verdict::Yes } else { Verdict::No }
    }
}

fn book_of<'n>(name: &str, node: &'n Node) -> anyhow::Result<&'n str> {
    match node.get("book").map(|b| &b.value) {
        Some(Value::Text(id)) => Ok(id),
        Some(_) => bail!("{name}: book: must be the id of a rulebook, in quotes"),
        None => bail!("{name}: book: missing; give the id of a rulebook"),
    }
}

fn check(file: &Path, json: bool) -> anyhow::Result<Verdict> {
    let counted = Counted::read(file)?;
    let roll = &counted.roll;
    let notes = counted.notes();
    if json {
        let reasons: Vec<String> = roll.faults.iter().map(ToString::to_string).collect();
        output::json(&json!({
            "army": roll.name, "list": roll.list, "legal": roll.is_legal(), "points": roll.limit.map(|_| roll.points()),
            "reasons": reasons, "notes": notes,
        }))?;
        return Ok(counted.verdict());
    }
    if roll.is_legal() {
        output::line(format!("{}: a legal army of the list {}{}", roll.name, roll.list, price(roll)))?;
    } else {
        output::line(format!("{}: not a legal army of the list {}", roll.name, roll.list))?;
        for fault in &roll.faults {
            output::line(format!("  {}", counted.line(fault)))?;
        }
    }
    for note in notes {
        output::line(format!("  note: {note}"))?;
    }
    Ok(counted.verdict())
}

/// ", 980 of 1000 points", in a book of points.
fn price(roll: &Roll) -> String {
    roll.limit.map_or_else(String::new, |limit| format!(", {} of {limit} points", roll.points()))
}

fn build(
    book: &str,
    list: &str,
    points: Option<u32>,
    seed: u64,
    out: Option<&Path>,
) -> anyhow::Result<Verdict> {
    let book = find_book(book)?;
    let army = book.draft(list, points, seed).map_err(|fault| {
        let ids: Vec<String> = (book.armies)().into_iter().map(|army| army.id).collect();
        match form::nearest(list, ids.iter().map(String::as_str)) {
            Some(near) if near != list => anyhow!("{}; did you mean `{near}`?", fault.message),
            _ => anyhow!("{}", fault.message),
        }
    })?;
    let text = to_toml(&army);
    match out {
        Some(path) => output::write_whole(path, text.as_bytes())?,
        None => output::line(text.trim_end())?,
    }
    Ok(Verdict::Yes)
}

fn show(file: &Path, json: bool) -> anyhow::Result<Verdict> {
    let counted = Counted::read(file)?;
    let roll = &counted.roll;
    let pays = roll.limit.is_some();
    if json {
        output::json(&json!({
            "army": roll.name,
            "list": roll.list,
            "legal": roll.is_legal(),
            "points": pays.then(|| roll.points()),
            "limit": roll.limit,
            "lines": roll.lines.iter().map(line_json).collect::<Vec<_>>(),
            "besides": roll.besides.iter().map(part_json).collect::<Vec<_>>(),
            "shares": roll.shares.iter().map(share_json).collect::<Vec<_>>(),
            "reasons": roll.faults.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "notes": counted.notes(),
        }))?;
        return Ok(counted.verdict());
    }
    output::line(format!("{}, of the list {}{}", roll.name, roll.list, price(roll)))?;
    let reckoned =
        |parts: &[Part]| parts.iter().map(|part| part.words.as_str()).collect::<Vec<_>>().join(", ");
    let points = |n: i64| if pays { n.to_string() } else { String::new() };
    let units = roll.lines.iter().map(|line| {
        let mut about = vec![line.words.clone(), reckoned(&line.parts)];
        about.retain(|words| !words.is_empty());
        vec![line.name.clone(), line.figures.to_string(), points(line.points()), about.join("; ")]
    });
    let besides = roll
        .besides
        .iter()
        .map(|part| vec![part.words.clone(), String::new(), points(part.points), String::new()]);
    output::table(&["unit", "figures", "points", "reckoned"], units.chain(besides))?;
    let limits = roll.shares.iter().map(|share| {
        let bound = |n: Option<i64>| n.map_or_else(String::new, |n| n.to_string());
        let used = format!("{} {}", share.used, share.unit);
        vec![share.name.clone(), used, bound(share.least), bound(share.most), share.rule.to_string()]
    });
    output::table(&["limit", "has", "at least", "at most", "rule"], limits)?;
    for fault in &roll.faults {
        output::line(format!("  {}", counted.line(fault)))?;
    }
    for note in counted.notes() {
        output::line(format!("  note: {note}"))?;
    }
    Ok(counted.verdict())
}

fn line_json(line: &Line) -> serde_json::Value {
    json!({
        "entry": line.entry, "name": line.name, "figures": line.figures, "words": line.words,
        "points": line.points(), "parts": line.parts.iter().map(part_json).collect::<Vec<_>>(),
    })
}

fn part_json(part: &Part) -> serde_json::Value {
    json!({ "words": part.words, "points": part.points, "rule": part.rule.as_str() })
}

fn share_json(share: &Share) -> serde_json::Value {
    json!({
        "name": share.name, "unit": share.unit, "used": share.used, "least": share.least, "most": share.most,
        "rule": share.rule.as_str(),
    })
}
