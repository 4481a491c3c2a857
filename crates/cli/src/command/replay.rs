//! `testudo replay`: a saved battle, step by step.

use super::read_file;
use crate::journal_text::{print_entries, print_field};
use crate::{Verdict, args::Replay, output};
use anyhow::{anyhow, bail};
use proto::Saved;
use serde_json::{Value, json};
use std::path::Path;
use testudo::{AnyBattle, Scenario};
use umpire::{Entry, Pending, Side, StepRecord};

/// Replays a file to its end or to a step.
pub fn run(args: &Replay) -> anyhow::Result<Verdict> {
    let name = args.file.display().to_string();
    let (saved, mut battle, steps) = open(&args.file)?;
    let stop = match args.step {
        Some(n) if n > steps.len() => bail!("--step: there are only {} steps in {name}", steps.len()),
        Some(n) => n,
        None => steps.len(),
    };
    let aloud = !args.verify && !args.json && args.step.is_none();
    for (i, step) in steps[..stop].iter().enumerate() {
        let mut entries: Vec<Entry> = Vec::new();
        if let Err(e) = battle.replay(std::slice::from_ref(step), &mut entries) {
            // The line of a step is one below its number: the header comes first.
            let words = e.to_string();
            let words = words.strip_prefix("step 1").unwrap_or(&words);
            return no(args, &format!("{name}:{}: step {}{words}", i + 2, i + 1));
        }
        if aloud {
            print_entries(&battle, &entries)?;
        }
    }
    if args.verify {
        let Some(end) = &saved.end else {
            return no(
                args,
                &format!(
                    "{name}: the file has no end line: it is cut short, or the battle was not fought out"
                ),
            );
        };
        if args.step.is_none() {
            let digest = format!("{:016x}", battle.digest());
            let Pending::Over(outcome) = battle.pending() else {
                return no(args, &format!("{name}: the file says the battle ended, but it goes on"));
            };
            if end.digest != digest
                || end.winner.as_deref() != outcome.winner.map(Side::as_str)
                || end.reason != outcome.reason
            {
                return no(args, &format!("{name}: the end line does not fit the battle"));
            }
        }
    }
    if args.json {
        output::json(&state(&battle, stop, args.verify))?;
    } else if args.verify {
        output::line(format!("{name}: {stop} steps verified, digest {:016x}", battle.digest()))?;
    } else if args.step.is_some() {
        print_field(&battle)?;
    }
    Ok(Verdict::Yes)
}

/// Opens a saved battle: what the file says, the battle before its first step, and the steps.
pub fn open(file: &Path) -> anyhow::Result<(Saved, AnyBattle, Vec<StepRecord>)> {
    let name = file.display().to_string();
    let text = read_file(file)?;
    let saved = proto::read_saved(&text).map_err(|e| anyhow!("{name}:{e}"))?;
    let book = super::find_book(&saved.header.book).map_err(|e| anyhow!("{name}:1:1: {e}"))?;
    let scenario = Scenario { book, name: saved.header.scenario.clone(), text: saved.header.text.clone() };
    let battle = scenario.muster().map_err(|e| anyhow!("{name}:1:1: text: {e}"))?;
    let steps = saved.steps(battle.manners()).map_err(|e| anyhow!("{name}:{e}"))?;
    Ok((saved, battle, steps))
}

/// The honest no: said on standard error, or as JSON.
fn no(args: &Replay, why: &str) -> anyhow::Result<Verdict> {
    if args.json {
        output::json(&json!({"verified": false, "error": why}))?;
    }
    anstream::eprintln!("{why}");
    Ok(Verdict::No)
}

fn state(battle: &AnyBattle, step: usize, verified: bool) -> Value {
    let standing = battle.standing();
    let field = battle.field();
    let units: Vec<Value> = field
        .ids()
        .map(|id| {
            let (unit, card) = (field.unit(id), field.card(id));
            json!({
                "id": id.0, "side": card.side.as_str(), "label": card.label, "name": card.name,
                "general": card.general, "place": format!("{:?}", unit.place).to_lowercase(),
                "x_mm": unit.pose.at.vec().x, "y_mm": unit.pose.at.vec().y,
                "facing": unit.pose.facing.to_degrees(),
            })
        })
        .collect();
    let over = match battle.pending() {
        Pending::Over(o) => json!({"winner": o.winner.map(Side::as_str), "reason": o.reason}),
        _ => Value::Null,
    };
    let mut value = json!({
        "book": battle.book_id(), "step": step, "turn": standing.turn,
        "losses": {"red": standing.losses[Side::Red], "blue": standing.losses[Side::Blue]},
        "digest": format!("{:016x}", battle.digest()), "over": over, "units": units,
    });
    if verified {
        value["verified"] = json!(true);
    }
    value
}
