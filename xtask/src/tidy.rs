//! The rules of the house that the compiler does not know.
//!
//! Every check looks at the files of the project and names what breaks it as `file:line: message`.

mod layers;
mod rooms;
mod rulings;
mod uses;
mod words;

use crate::scan::{Scanned, scan};
use crate::steps::{Failure, all_of};
use crate::tree::{File, books, files};
use crate::{codegen, rules};

/// The longest a source file may be.
const LINES: usize = 600;

/// How the names of source files end.
const SOURCES: [&str; 3] = [".rs", ".ts", ".svelte"];

/// How files that a program writes begin, besides our own.
const GENERATED: &str = "// Everything on the wire, written from the Rust types";

/// Runs every check.
pub fn run() -> Result<(), Failure> {
    let files = files()?;
    let mut wrong = Vec::new();
    for file in &files {
        wrong.extend(words::forbidden(file));
        if file.is("Cargo.toml") {
            wrong.extend(layers::dependencies(file));
            wrong.extend(uses::unused(file, &files));
        }
        if layers::below_the_shelf(file) {
            wrong.extend(layers::rulebooks_named(file));
        }
        if SOURCES.iter().any(|ending| file.is(ending)) {
            wrong.extend(length(file));
        }
        if file.is(".rs") {
            let scanned = scan(&file.text);
            wrong.extend(purpose(file));
            wrong.extend(words::serde(file, &scanned));
            wrong.extend(words::platform_floats(file, &scanned));
            wrong.extend(words::matched_nothing(file, &scanned));
        }
    }
    for book in books()? {
        let rules = rules::read(&book)?;
        let own: Vec<&File> = files.iter().filter(|file| file.under(&format!("rulebooks/{book}"))).collect();
        wrong.extend(rooms::inside(&book, &own));
        wrong.extend(rulings::silent(&own));
        wrong.extend(rulings::unknown(&book, &rules, &own));
        wrong.extend(rulings::uncited(&book, &rules, &own));
    }
    all_of(&wrong)
}

/// A violation at a line of a file.
fn at(file: &File, line: usize, message: &str) -> String {
    format!("{}:{line}: {message}", file.path)
}

/// A module says what it is.
fn purpose(file: &File) -> Option<String> {
    let says = ["//! ", "#![doc = "].iter().any(|start| file.text.starts_with(start));
    (!says).then(|| at(file, 1, "a module begins with a `//!` line that says what it is"))
}

/// A source file is not too long, unless a program wrote it.
fn length(file: &File) -> Option<String> {
    let lines = file.text.lines().count();
    let written = [codegen::WRITTEN, GENERATED].iter().any(|start| file.text.starts_with(start));
    let long = lines > LINES && !written;
    long.then(|| at(file, LINES + 1, &format!("{lines} lines, more than {LINES}: divide it by chapters")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of the project, for the tests of all checks.
    pub(super) fn file(path: &str, text: &str) -> File {
        File { path: path.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn a_module_says_what_it_is() {
        assert_eq!(purpose(&file("a.rs", "//! A module.\n")), None);
        assert_eq!(purpose(&file("a.rs", "#![doc = include_str!(\"../README.md\")]\n")), None);
        let expected = Some("a.rs:1: a module begins with a `//!` line that says what it is".to_owned());
        assert_eq!(purpose(&file("a.rs", "use std::fmt;\n//! Late.\n")), expected);
        assert_eq!(purpose(&file("a.rs", "")), expected);
    }

    #[test]
    fn a_module_is_not_too_long() {
        let text = |first: &str| format!("{first}\n{}", "x\n".repeat(LINES));
        for name in ["a.rs", "a.ts", "A.svelte"] {
            let wrong = length(&file(name, &text("//! Long.")));
            let expected = format!("{name}:601: 601 lines, more than 600: divide it by chapters");
            assert_eq!(wrong, Some(expected));
        }
        assert_eq!(length(&file("rule.rs", &text(codegen::WRITTEN))), None);
        assert_eq!(length(&file("index.ts", &text(GENERATED))), None);
    }
}
