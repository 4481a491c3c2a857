//! `testudo books`: what is on the shelf.

use crate::{Verdict, args::Books, output};
use serde_json::json;

/// Lists the rulebooks.
pub fn run(args: &Books) -> anyhow::Result<Verdict> {
    if args.json {
        let books: Vec<_> = testudo::shelf()
            .iter()
            .map(|b| {
                json!({
                    "id": b.id, "title": b.title, "about": b.blurb,
                    "rules": (b.rules)().all().len(), "questions": (b.questions)().len(),
                    "armies": (b.armies)().len(), "scenarios": (b.scenarios)().len(),
                })
            })
            .collect();
        output::json(&books.into())?;
        return Ok(Verdict::Yes);
    }
    output::table(
        &["id", "title", "rules", "questions", "armies", "scenarios"],
        testudo::shelf().iter().map(|b| {
            vec![
                b.id.to_owned(),
                b.title.to_owned(),
                (b.rules)().all().len().to_string(),
                (b.questions)().len().to_string(),
                (b.armies)().len().to_string(),
                (b.scenarios)().len().to_string(),
            ]
        }),
    )?;
    Ok(Verdict::Yes)
}
