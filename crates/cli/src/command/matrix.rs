//! `testudo matrix`: every army of a book against every other.

use super::battle::{level, pairing};
use super::find_book;
use crate::{Verdict, args::Matrix, output, progress};
use anyhow::bail;
use opponent::{Budget, Level};
use serde_json::json;
use simulate::{Plan, Summary, page::percent};
use std::sync::atomic::{AtomicBool, Ordering};
use testudo::Book;
use umpire::{BySide, Side};

/// What came of one army against another.
#[derive(Clone, Copy, Default)]
struct Met {
    battles: u32,
    won: u32,
    drawn: u32,
}

/// Fights every pair and prints the shares, as a table or JSON.
pub fn run(args: &Matrix) -> anyhow::Result<Verdict> {
    let book = find_book(&args.book)?;
    let armies = armies(book, &args.armies)?;
    let level = level("--level", &args.level)?;
    let pairs = armies.len() * (armies.len() - 1) / 2;
    let bar = progress::bar(pairs as u64 * u64::from(args.battles));
    let stop = progress::stop_on_interrupt();
    let mut met = vec![vec![Met::default(); armies.len()]; armies.len()];
    for red in 0..armies.len() {
        for blue in (0..armies.len()).filter(|&blue| blue != red) {
            // The side that is named first has the odd battle.
            let battles = if red < blue { args.battles.div_ceil(2) } else { args.battles / 2 };
            let summary =
                fight(args, (book, level), [&armies[red], &armies[blue]], battles, stop, || bar.inc(1))?;
            for (side, us, them) in [(Side::Red, red, blue), (Side::Blue, blue, red)] {
                let cell = &mut met[us][them];
                cell.battles += summary.battles;
                cell.won += summary.won[side];
                cell.drawn += summary.drawn();
            }
            if stop.load(Ordering::Relaxed) {
                break;
            }
        }
    }
    bar.finish_and_clear();
    if args.json {
        let table = |of: fn(&Met) -> u32| -> Vec<Vec<u32>> {
            met.iter().map(|row| row.iter().map(of).collect()).collect()
        };
        output::json(&json!({
            "book": book.id, "armies": armies, "level": level.as_str(), "seed": args.seed,
            "wins": table(|met| met.won), "draws": table(|met| met.drawn), "battles": table(|met| met.battles),
        }))?;
    } else {
        print(&armies, &met)?;
    }
    Ok(Verdict::Yes)
}

/// The lists that meet: those asked for, or all of the book.
fn armies(book: &Book, asked: &[String]) -> anyhow::Result<Vec<String>> {
    let lists: Vec<String> = (book.armies)().into_iter().map(|list| list.id).collect();
    for id in asked {
        if !lists.contains(id) {
            let near = form::nearest(id, lists.iter().map(String::as_str));
            let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            bail!("--armies: {} has no army list `{id}`{near}", book.id);
        }
    }
    let mut armies = if asked.is_empty() { lists } else { asked.to_vec() };
    let mut seen = std::collections::BTreeSet::new();
    armies.retain(|id| seen.insert(id.clone()));
    if armies.len() < 2 {
        bail!("--armies: give at least two");
    }
    Ok(armies)
}

/// Fights the battles of a pair from one side.
fn fight(
    args: &Matrix,
    (book, level): (&'static Book, Level),
    armies: [&str; 2],
    battles: u32,
    stop: &AtomicBool,
    mut each: impl FnMut(),
) -> anyhow::Result<Summary> {
    let scenario = pairing(book, armies, args.seed)?;
    let plan = Plan {
        battles,
        seed: args.seed,
        levels: BySide([level; 2]),
        budget: Budget { battles: args.budget, time: None },
        ..Plan::new(&scenario)?
    };
    let mut summary = Summary::default();
    plan.run(args.jobs, stop, |row| {
        summary.add(&row);
        each();
    })?;
    Ok(summary)
}

/// A row an army: its share of all its battles, and of those against each other army, by number.
fn print(armies: &[String], met: &[Vec<Met>]) -> anyhow::Result<()> {
    let share = |cells: &[Met]| {
        let (battles, won, drawn) =
            cells.iter().fold((0, 0, 0), |(b, w, d), met| (b + met.battles, w + met.won, d + met.drawn));
        if battles == 0 {
            return "-".to_owned();
        }
        percent((f64::from(won) + f64::from(drawn) / 2.0) / f64::from(battles))
    };
    let numbers: Vec<String> = (1..=armies.len()).map(|n| n.to_string()).collect();
    let header: Vec<&str> =
        ["", "army", "of all"].into_iter().chain(numbers.iter().map(String::as_str)).collect();
    let rows = armies.iter().zip(met).zip(&numbers).map(|((army, row), number)| {
        let against = row.iter().map(|met| share(std::slice::from_ref(met)));
        [number.clone(), army.clone(), share(row)].into_iter().chain(against).collect()
    });
    output::table(&header, rows)?;
    Ok(())
}
