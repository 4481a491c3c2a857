//! `testudo scenarios`: the battles that come with it.

use super::find_book;
use crate::{Verdict, args::Scenarios, output};
use serde_json::json;
use testudo::Book;

/// Lists the bundled scenarios.
pub fn run(args: &Scenarios) -> anyhow::Result<Verdict> {
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
