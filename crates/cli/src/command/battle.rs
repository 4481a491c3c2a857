//! `testudo battle`: one whole battle, computer against computer.

use crate::journal_text::print_entries;
use crate::{Verdict, args::Battle, output};
use anyhow::anyhow;
use dice::Seeded;
use opponent::{Budget, Fought, Level, Player, fight_recorded};
use proto::{End, FORMAT, Header};
use serde_json::json;
use std::path::Path;
use std::time::Instant;
use testudo::{AnyBattle, Scenario};
use umpire::{BySide, Side, StepRecord};

/// Fights the battle and prints it, its result, or JSON.
pub fn run(args: &Battle) -> anyhow::Result<Verdict> {
    let scenario = find_scenario(&args.scenario)?;
    let levels = BySide([level("--red", &args.red)?, level("--blue", &args.blue)?]);
    let mut battle = scenario.muster()?;
    let budget = Budget { battles: args.budget, time: None };
    let mut players = BySide::each(|side| Player::new(levels[side], args.seed, side).within(budget));
    let mut dice = Seeded::new(args.seed);
    let started = Instant::now();
    let aloud = !args.quiet && !args.json;
    if aloud {
        output::line(format!(
            "{}: {} (red) against {} (blue), seed {}",
            scenario.name,
            levels[Side::Red],
            levels[Side::Blue],
            args.seed
        ))?;
    }
    let mut steps: Vec<StepRecord> = Vec::new();
    let mut printed = Ok(());
    let fought = fight_recorded(&mut battle, &mut players, &mut dice, |battle, step, entries| {
        if aloud && printed.is_ok() {
            printed = print_entries(battle, &entries);
        }
        steps.push(step);
    })?;
    printed?;
    let seconds = started.elapsed().as_secs_f64();
    if let Some(path) = &args.save {
        let header = Header {
            testudo: FORMAT,
            engine: env!("CARGO_PKG_VERSION").into(),
            book: scenario.book.id.into(),
            rules: Some(battle.rules_version()),
            scenario: scenario.name.clone(),
            text: scenario.text.clone(),
            seed: Some(args.seed),
            dice: None,
            red: levels[Side::Red].to_string(),
            blue: levels[Side::Blue].to_string(),
        };
        save(path, &header, &steps, &battle, &fought)?;
    }
    if args.json {
        output::json(&summary(&scenario, args.seed, &battle, &fought, seconds))?;
    } else {
        print_result(&battle, &fought)?;
    }
    Ok(Verdict::Yes)
}

/// A bundled scenario by its id, or a file.
pub fn find_scenario(name: &str) -> anyhow::Result<Scenario> {
    let path = Path::new(name);
    if path.is_file() {
        return Ok(Scenario::from_text(name, &super::read_file(path)?)?);
    }
    Ok(Scenario::bundled(name)?)
}

/// The opponent that a flag names.
pub fn level(flag: &str, word: &str) -> anyhow::Result<Level> {
    Level::parse(word).ok_or_else(|| {
        let known: Vec<&str> = Level::ALL.iter().map(|l| l.as_str()).collect();
        anyhow!("{flag}: unknown opponent `{word}`; known: {}", known.join(", "))
    })
}

fn summary(
    scenario: &Scenario,
    seed: u64,
    battle: &AnyBattle,
    fought: &Fought,
    seconds: f64,
) -> serde_json::Value {
    let standing = battle.standing();
    json!({
        "book": scenario.book.id,
        "scenario": scenario.name,
        "seed": seed,
        "turns": standing.turn,
        "steps": fought.steps,
        "winner": fought.outcome.winner.map(Side::as_str),
        "reason": fought.outcome.reason,
        "losses": {"red": standing.losses[Side::Red], "blue": standing.losses[Side::Blue]},
        "digest": battle.digest().to_string(),
        "seconds": seconds,
    })
}

fn print_result(battle: &AnyBattle, fought: &Fought) -> anyhow::Result<()> {
    let standing = battle.standing();
    let names = &battle.field().roster().names;
    let who = match fought.outcome.winner {
        Some(side) => format!("{} ({side}) wins", names[side]),
        None => "a draw".to_owned(),
    };
    output::line(format!(
        "\n{who}: {} [{}]. {} {}s; losses: {} {}, {} {}.",
        fought.outcome.reason,
        fought.outcome.rule,
        standing.turn,
        standing.turn_word,
        names[Side::Red],
        standing.losses[Side::Red],
        names[Side::Blue],
        standing.losses[Side::Blue],
    ))?;
    Ok(())
}

/// Writes the whole battle.
fn save(
    path: &Path,
    header: &Header,
    steps: &[StepRecord],
    battle: &AnyBattle,
    fought: &Fought,
) -> anyhow::Result<()> {
    let mut bytes = Vec::new();
    let end = End::new(steps.len(), battle.digest(), &fought.outcome);
    proto::write_saved(&mut bytes, header, steps, Some(end), battle.manners())?;
    output::write_whole(path, &bytes)
}
