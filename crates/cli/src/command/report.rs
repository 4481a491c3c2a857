//! `testudo report`: an illustrated battle report on one page.

use super::replay::open;
use crate::{Verdict, args::Report, output};
use anyhow::{Context as _, anyhow};
use report::tale::{self, About, player, recorded};
use testudo::Scenario;
use umpire::BySide;

/// Reads a saved battle and writes its report.
pub fn run(args: &Report) -> anyhow::Result<Verdict> {
    let name = args.file.display().to_string();
    let (saved, start, steps) = open(&args.file)?;
    let book = super::find_book(&saved.header.book)?;
    let scenario = Scenario { book, name: saved.header.scenario.clone(), text: saved.header.text.clone() };
    let about = About {
        title: scenario.title(),
        book: book.title.to_owned(),
        summary: scenario.summary(),
        players: BySide([player(&saved.header.red), player(&saved.header.blue)]),
        replay: None,
    };
    let chronicle = match recorded(&start, &steps) {
        Ok(chronicle) => chronicle,
        Err(e) => {
            anstream::eprintln!("{}", anyhow!("{name}: {e}"));
            return Ok(Verdict::No);
        }
    };
    let Some(report) = tale::Report::of(&chronicle, about, args.battles) else {
        anstream::eprintln!("{name}: the battle has not begun: there is nothing to tell");
        return Ok(Verdict::No);
    };
    std::fs::write(&args.out, tale::page(&report)).with_context(|| args.out.display().to_string())?;
    output::line(format!("{}: {} steps told", args.out.display(), steps.len()))?;
    Ok(Verdict::Yes)
}
