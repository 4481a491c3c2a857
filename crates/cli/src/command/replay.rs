//! `testudo replay`: a saved battle, step by step.

use super::data::Steps;
use super::read_file;
use crate::journal_text::{print_entries, print_field};
use crate::{Verdict, args::Replay, output};
use anyhow::{anyhow, bail};
use proto::{Proof, Saved};
use serde_json::{Value, json};
use std::path::Path;
use testudo::{AnyBattle, Scenario};
use umpire::{Entry, Pending, Side, StepRecord};

/// Replays a file to its end or to a step.
pub fn run(args: &Replay) -> anyhow::Result<Verdict> {
    let name = args.file.display().to_string();
    let (saved, mut battle, steps) = open(&args.file)?;
    let start = args.verify.then(|| battle.clone());
    let stop = match args.step {
        Some(n) if n > steps.len() => bail!("--step: there are only {} steps in {name}", steps.len()),
        Some(n) => n,
        None => steps.len(),
    };
    let aloud = !args.verify && !args.json && !args.jsonl && args.step.is_none();
    let mut data = Steps::new(&battle);
    for (i, step) in steps[..stop].iter().enumerate() {
        let mut entries: Vec<Entry> = Vec::new();
        if let Err(e) = battle.replay(std::slice::from_ref(step), &mut entries) {
            // The line of a step is one below its number: the header comes first.
            let words = e.to_string();
            let words = words.strip_prefix("step 1").unwrap_or(&words);
            let rules = saved.header.other_rules(battle.rules_version());
            let rules = rules.map_or_else(String::new, |rules| format!(" ({rules})"));
            return no(args, &format!("{name}:{}: step {}{words}{rules}", i + 2, i + 1));
        }
        if aloud {
            print_entries(&battle, &entries)?;
        }
        if args.jsonl {
            output::line(data.step(&battle, step, &entries))?;
        }
    }
    let mut proof = None;
    if let Some(start) = start {
        match proto::prove(&saved, &start, &steps[..stop]) {
            Ok(found) => proof = Some(found),
            // The line of a step is one below its number.
            Err(unfair) => return no(args, &format!("{name}:{}: {unfair}", unfair.step + 1)),
        }
        let Some(end) = &saved.end else {
            return no(
                args,
                &format!(
                    "{name}: the file has no end line: it is cut short, or the battle was not fought out"
                ),
            );
        };
        if args.step.is_none() {
            let Pending::Over(outcome) = battle.pending() else {
                return no(args, &format!("{name}: the file says the battle ended, but it goes on"));
            };
            if !end.fits(battle.digest(), &outcome) {
                return no(args, &format!("{name}: the end line does not fit the battle"));
            }
        }
    }
    if args.json {
        output::json(&state(&battle, stop, proof.as_ref()))?;
    } else if let Some(proof) = proof {
        output::line(format!("{name}: {stop} steps verified, digest {}", battle.digest()))?;
        output::line(format!("{name}: {}", words(&proof)))?;
    } else if args.step.is_some() && !args.jsonl {
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

/// How far the dice are proved, in words.
fn words(proof: &Proof) -> String {
    match proof {
        Proof::Shares { taken, round } => {
            let mut words = "every die follows from the server's secret and the players' shares".to_owned();
            if *taken > 0 {
                words += &format!(", after the first {taken} steps, which were taken in from another file");
            }
            if *round > 1 {
                words += &format!("; the shares were begun {round} times before the first die");
            }
            words
        }
        Proof::Seed => "every die follows from the seed; whoever chose it could foresee them".to_owned(),
        Proof::None(why) => format!("the dice cannot be proved: {why}"),
    }
}

fn state(battle: &AnyBattle, step: usize, proof: Option<&Proof>) -> Value {
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
        "digest": battle.digest().to_string(), "over": over, "units": units,
    });
    if let Some(proof) = proof {
        value["verified"] = json!(true);
        value["dice"] = match proof {
            Proof::Shares { taken, round } => json!({"proved": "shares", "taken": taken, "round": round}),
            Proof::Seed => json!({"proved": "seed"}),
            Proof::None(why) => json!({"proved": null, "why": why}),
        };
    }
    value
}
