//! The rules of the house that the compiler does not know.
//!
//! Every check looks at the files of the project and names what breaks it as `file:line: message`.

mod layers;
mod rulings;
mod words;

use crate::scan::{Scanned, scan};
use crate::steps::{Failure, all_of};
use crate::tree::{File, books, files};
use crate::{codegen, rules};

/// The longest a source file may be.
const LINES: usize = 600;

/// Runs every check.
pub fn run() -> Result<(), Failure> {
    let files = files()?;
    let mut wrong = Vec::new();
    for file in &files {
        wrong.extend(words::forbidden(file));
        if file.is("Cargo.toml") {
            wrong.extend(layers::dependencies(file));
        }
        if layers::below_the_shelf(file) {
            wrong.extend(layers::rulebooks_named(file));
        }
        if file.is(".rs") {
            let scanned = scan(&file.text);
            wrong.extend(shape(file));
            wrong.extend(words::serde(file, &scanned));
            wrong.extend(words::platform_floats(file, &scanned));
        }
    }
    for book in books()? {
        let rules = rules::read(&book)?;
        let own: Vec<&File> = files.iter().filter(|file| file.under(&format!("rulebooks/{book}"))).collect();
        wrong.extend(rulings::unknown(&book, &rules, &own));
        wrong.extend(rulings::uncited(&book, &rules, &own));
    }
    all_of(&wrong)
}

/// A violation at a line of a file.
fn at(file: &File, line: usize, message: &str) -> String {
    format!("{}:{line}: {message}", file.path)
}

/// A source file says what it is and is not too long.
fn shape(file: &File) -> Vec<String> {
    let mut wrong = Vec::new();
    if !["//! ", "#![doc = "].iter().any(|start| file.text.starts_with(start)) {
        wrong.push(at(file, 1, "a module begins with a `//!` line that says what it is"));
    }
    let lines = file.text.lines().count();
    if lines > LINES && !file.text.starts_with(codegen::WRITTEN) {
        wrong.push(at(file, LINES + 1, &format!("{lines} lines, more than {LINES}: divide it by chapters")));
    }
    wrong
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
        assert!(shape(&file("a.rs", "//! A module.\n")).is_empty());
        assert!(shape(&file("a.rs", "#![doc = include_str!(\"../README.md\")]\n")).is_empty());
        let expected = ["a.rs:1: a module begins with a `//!` line that says what it is"];
        assert_eq!(shape(&file("a.rs", "use std::fmt;\n//! Late.\n")), expected);
        assert_eq!(shape(&file("a.rs", "")), expected);
    }

    #[test]
    fn a_module_is_not_too_long() {
        let text = |first: &str| format!("{first}\n{}", "x\n".repeat(LINES));
        let wrong = shape(&file("a.rs", &text("//! Long.")));
        assert_eq!(wrong, ["a.rs:601: 601 lines, more than 600: divide it by chapters"]);
        assert!(shape(&file("rule.rs", &text(codegen::WRITTEN))).is_empty());
    }
}
