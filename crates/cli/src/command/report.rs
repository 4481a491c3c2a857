//! `testudo report`: an illustrated battle report on one page.

use super::replay::open;
use crate::{Verdict, args::Report, output};
use anyhow::{Context as _, anyhow};
use report::{Byline, story};
use testudo::Scenario;
use umpire::BySide;

/// Reads a saved battle and writes its report.
pub fn run(args: &Report) -> anyhow::Result<Verdict> {
    let name = args.file.display().to_string();
    let (saved, start, steps) = open(&args.file)?;
    let book = super::find_book(&saved.header.book)?;
    let scenario = Scenario { book, name: saved.header.scenario.clone(), text: saved.header.text.clone() };
    let byline = Byline {
        title: scenario.title(),
        book: book.title.to_owned(),
        players: BySide([saved.header.red.clone(), saved.header.blue.clone()]),
    };
    let page = match story(&start, &steps, &byline) {
        Ok(page) => page,
        Err(e) => {
            anstream::eprintln!("{}", anyhow!("{name}: {e}"));
            return Ok(Verdict::No);
        }
    };
    std::fs::write(&args.out, page).with_context(|| args.out.display().to_string())?;
    output::line(format!("{}: {} steps told", args.out.display(), steps.len()))?;
    Ok(Verdict::Yes)
}
