//! `testudo muster check`: is this army legal?

use super::{find_book, read_file};
use crate::{
    Verdict,
    args::{Muster, MusterTask},
    output,
};
use anyhow::{anyhow, bail};
use form::{Source, Value, parse_toml};
use serde_json::json;
use std::path::Path;

/// Checks an army file.
pub fn run(args: &Muster) -> anyhow::Result<Verdict> {
    let MusterTask::Check { file, json } = &args.task;
    check(file, *json)
}

fn check(file: &Path, json: bool) -> anyhow::Result<Verdict> {
    let text = read_file(file)?;
    let name = file.display().to_string();
    let source = Source { name: &name, text: &text };
    let node = parse_toml(&text).map_err(|fault| anyhow!("{}", source.line(&fault)))?;
    let id = match node.get("book").map(|b| &b.value) {
        Some(Value::Text(id)) => id.clone(),
        Some(_) => bail!("{name}: book: must be the id of a rulebook, in quotes"),
        None => bail!("{name}: book: missing; give the id of a rulebook"),
    };
    let book = find_book(&id).map_err(|e| anyhow!("{name}: {e}"))?;
    let verdict =
        (book.check_army)(&source).map_err(|faults| anyhow!("{}", source.lines(&faults).trim_end()))?;
    let legal = verdict.faults.is_empty();
    if json {
        let reasons: Vec<String> = verdict.faults.iter().map(ToString::to_string).collect();
        output::json(
            &json!({"army": verdict.name, "list": verdict.list, "legal": legal, "reasons": reasons, "notes": verdict.notes}),
        )?;
    } else if legal {
        output::line(format!("{}: a legal army of the list {}", verdict.name, verdict.list))?;
        for note in &verdict.notes {
            output::line(format!("  note: {note}"))?;
        }
    } else {
        output::line(format!("{}: not a legal army of the list {}", verdict.name, verdict.list))?;
        for fault in &verdict.faults {
            output::line(format!("  {}", source.line(fault)))?;
        }
    }
    Ok(if legal { Verdict::Yes } else { Verdict::No })
}
