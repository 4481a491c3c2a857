//! `testudo battle`: one whole battle, computer against computer.

use super::data::Steps;
use super::find_book;
use crate::args::{Armed, Battle};
use crate::journal_text::print_entries;
use crate::{Verdict, output};
use anyhow::anyhow;
use dice::Seeded;
use form::Source;
use opponent::{Budget, Fought, Level, Player, fight_recorded};
use proto::{End, FORMAT, Header};
use serde_json::json;
use std::path::Path;
use std::time::Instant;
use testudo::{AnyBattle, Book, Brought, Scenario};
use umpire::{BySide, Side, StepRecord};

/// Fights the battle and prints it, its result, or JSON.
pub fn run(args: &Battle) -> anyhow::Result<Verdict> {
    let scenario = find(&args.scenario, &args.armies, args.seed)?;
    let levels = BySide([level("--red", &args.red)?, level("--blue", &args.blue)?]);
    let mut battle = scenario.muster()?;
    let budget = Budget { battles: args.budget, time: None };
    let mut players = BySide::each(|side| Player::new(levels[side], args.seed, side).within(budget));
    let mut dice = Seeded::new(args.seed);
    let started = Instant::now();
    let aloud = !args.quiet && !args.json && !args.jsonl;
    let mut data = Steps::new(&battle);
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
        if args.jsonl && printed.is_ok() {
            printed = output::line(data.step(battle, &step, &entries)).map_err(Into::into);
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
    } else if !args.jsonl {
        print_result(&battle, &fought)?;
    }
    Ok(Verdict::Yes)
}

/// The scenario of that name, or the battle of two armies by the book of that name.
pub fn find(name: &str, armed: &Armed, seed: u64) -> anyhow::Result<Scenario> {
    match (&armed.red_army, &armed.blue_army) {
        (Some(red), Some(blue)) => pairing(find_book(name)?, [red, blue], seed),
        _ => find_scenario(name),
    }
}

/// The battle of two armies, each the id of a list or an army file.
pub fn pairing(book: &'static Book, armies: [&str; 2], seed: u64) -> anyhow::Result<Scenario> {
    let mut texts = BySide::<Option<String>>::default();
    for (side, name) in Side::ALL.into_iter().zip(armies) {
        if Path::new(name).is_file() {
            texts[side] = Some(super::read_file(Path::new(name))?);
        }
    }
    let named = BySide(armies);
    let brought = BySide::each(|side| match &texts[side] {
        Some(text) => Brought::File(Source { name: named[side], text }),
        None => Brought::List(named[side]),
    });
    let text = (book.pairing)(&brought, seed).map_err(|unfit| match brought[unfit.side] {
        Brought::File(source) => anyhow!("{}", source.lines(&unfit.faults).trim_end()),
        Brought::List(id) => no_such_list(book, unfit.side, id),
    })?;
    let short =
        |name: &str| Path::new(name).file_stem().map_or(name.into(), |s| s.to_string_lossy().into_owned());
    let name = format!("{}/{}-{}", book.id, short(armies[0]), short(armies[1]));
    Ok(Scenario { book, name, text })
}

fn no_such_list(book: &Book, side: Side, id: &str) -> anyhow::Error {
    let lists = (book.armies)();
    let near = form::nearest(id, lists.iter().map(|list| list.id.as_str()));
    let near = near.map_or_else(
        || format!("`testudo armies {}` lists them", book.id),
        |near| format!("did you mean `{near}`?"),
    );
    anyhow!("--{side}-army: `{id}` is neither an army list of {} nor a file; {near}", book.id)
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
