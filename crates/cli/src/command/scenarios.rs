//! `testudo scenarios`: the battles that come with it, and files of one's own.

use super::battle::pairing;
use super::{find_book, read_file};
use crate::args::{ScenarioTask, Scenarios};
use crate::{Verdict, output};
use serde_json::json;
use std::path::Path;
use testudo::{Book, Scenario, ScenarioError};

/// Lists the bundled scenarios, or shows, begins or checks a scenario file.
pub fn run(args: &Scenarios) -> anyhow::Result<Verdict> {
    match &args.task {
        None => list(args),
        Some(ScenarioTask::Show { scenario }) => {
            output::line(Scenario::bundled(scenario)?.text.trim_end())?;
            Ok(Verdict::Yes)
        }
        Some(ScenarioTask::New { book, red_army, blue_army, seed, out }) => {
            let text = pairing(find_book(book)?, [red_army, blue_army], *seed)?.text;
            match out {
                Some(path) => output::write_whole(path, text.as_bytes())?,
                None => output::line(text.trim_end())?,
            }
            Ok(Verdict::Yes)
        }
        Some(ScenarioTask::Check { file, json }) => check(file, *json),
    }
}

/// Sets a scenario up and tells every fault.
fn check(file: &Path, json: bool) -> anyhow::Result<Verdict> {
    let name = file.display().to_string();
    let text = read_file(file)?;
    let read = Scenario::from_text(&name, &text)
        .and_then(|scenario| scenario.muster().map(|battle| (scenario, battle)));
    let (title, book, faults) = match read {
        Ok((scenario, _)) => (Some(scenario.title()), Some(scenario.book.id), Vec::new()),
        Err(ScenarioError::Faults { lines }) => (None, None, lines),
        Err(other) => return Err(other.into()),
    };
    let good = faults.is_empty();
    if json {
        output::json(&json!({ "file": name, "book": book, "name": title, "good": good, "faults": faults }))?;
    } else if good {
        output::line(format!("{name}: {} can be played", title.unwrap_or_default()))?;
    } else {
        for fault in &faults {
            output::line(fault)?;
        }
    }
    Ok(if good { Verdict::Yes } else { Verdict::No })
}

fn list(args: &Scenarios) -> anyhow::Result<Verdict> {
    let books: Vec<&'static Book> = match &args.book {
        Some(id) => vec![find_book(id)?],
        None => testudo::shelf().iter().collect(),
    };
    let all = books.iter().flat_map(|b| (b.scenarios)().into_iter().map(move |s| (b, s)));
    if args.json {
        let list: Vec<_> = all
            .map(|(b, s)| json!({"id": format!("{}/{}", b.id, s.id), "book": b.id, "name": s.name, "summary": s.summary}))
            .collect();
        output::json(&list.into())?;
    } else {
        output::table(
            &["scenario", "name", "about"],
            all.map(|(b, s)| vec![format!("{}/{}", b.id, s.id), s.name, s.summary]),
        )?;
    }
    Ok(Verdict::Yes)
}
