//! `testudo schema`: how army and scenario files are written, for editors.

use super::find_book;
use crate::args::{FileKind, Schema};
use crate::{Verdict, output};

/// Prints the JSON Schema of a kind of file.
pub fn run(args: &Schema) -> anyhow::Result<Verdict> {
    let book = find_book(&args.book)?;
    let (title, fields) = match args.file {
        FileKind::Army => ("An army file", (book.army_form)()),
        FileKind::Scenario => ("A scenario file", (book.scenario_form)()),
    };
    output::json(&form::json_schema(&format!("{title} of `{}`", book.id), &fields))?;
    Ok(Verdict::Yes)
}
