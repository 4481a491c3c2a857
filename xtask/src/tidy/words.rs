//! Words that may not stand where they stand.

use super::{Scanned, at};
use crate::scan::lines_with;
use crate::tree::File;

/// Where serde may be derived: the stored and wire forms, and nowhere else.
const SERDE: &str = "crates/proto";

/// Where the same sum must come out the same on every machine.
const EXACT: [&str; 7] = [
    "crates/dice",
    "crates/table",
    "crates/ruling",
    "crates/umpire",
    "crates/mechanics",
    "crates/opponent",
    "rulebooks",
];

/// Functions whose last bit differs between platforms; `libm` has its own.
const FLOATS: [&str; 18] = [
    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sin_cos", "powi", "powf", "mul_add", "hypot",
    "exp", "exp2", "ln", "log", "log2", "log10",
];

/// Work left undone, and the paths of somebody's machine.
///
/// The words are put together here so that this file does not contain them.
pub fn forbidden(file: &File) -> Vec<String> {
    let undone =
        [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("to", "do!"), concat!("unimple", "mented!")];
    let machine = [concat!("/wo", "rk/"), concat!("/ro", "ot/")];
    let mut wrong = Vec::new();
    for (i, line) in file.text.lines().enumerate() {
        for word in undone.iter().filter(|word| line.contains(**word)) {
            wrong.push(at(file, i + 1, &format!("`{word}`: finish it or leave it out")));
        }
        for word in machine.iter().filter(|word| line.contains(**word)) {
            wrong.push(at(file, i + 1, &format!("`{word}` is a path of one machine")));
        }
        if file.is(".rs") && line.trim_start().starts_with(concat!("#[ig", "nore")) {
            wrong.push(at(file, i + 1, "a test is run or deleted, not ignored"));
        }
    }
    wrong
}

/// Only the stored and wire forms know serde's traits.
pub fn serde(file: &File, scanned: &Scanned) -> Vec<String> {
    if file.under(SERDE) {
        return Vec::new();
    }
    let named = ["Serialize", "Deserialize"].map(|word| lines_with(&scanned.code, word));
    named
        .into_iter()
        .flatten()
        .map(|line| {
            at(file, line, &format!("only {SERDE} derives serde: a stored form is not a rule's struct"))
        })
        .collect()
}

/// Conditions are asked with `if`, not by matching nothing.
pub fn matched_nothing(file: &File, scanned: &Scanned) -> Vec<String> {
    let lines = lines_with(&scanned.code, "match () {");
    lines.map(|line| at(file, line, "write `if` and `else if`: nothing is matched here")).collect()
}

/// Code that decides battles uses no float function that differs between platforms.
pub fn platform_floats(file: &File, scanned: &Scanned) -> Vec<String> {
    if !EXACT.iter().any(|folder| file.under(folder)) || !file.path.contains("/src/") {
        return Vec::new();
    }
    let mut wrong = Vec::new();
    for (i, line) in scanned.code.lines().enumerate() {
        for name in FLOATS {
            if line.contains(&format!(".{name}(")) || line.contains(&format!("f64::{name}")) {
                wrong.push(at(file, i + 1, &format!("`{name}` differs between platforms: use libm")));
            }
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::super::tests::file;
    use super::*;
    use crate::scan::scan;

    #[test]
    fn undone_work_and_machine_paths_are_found() {
        let text = concat!("fine\n// TO", "DO later\nsee /ro", "ot/x\n    #[ig", "nore]\n");
        let wrong = forbidden(&file("a.rs", text));
        assert_eq!(wrong.len(), 3, "{wrong:?}");
        assert!(
            wrong[0].starts_with("a.rs:2: ")
                && wrong[1].starts_with("a.rs:3: ")
                && wrong[2].starts_with("a.rs:4: ")
        );
        assert!(forbidden(&file("a.md", "todos and works\n")).is_empty());
    }

    #[test]
    fn only_proto_derives_serde() {
        let text = "//! x\n#[derive(Clone,\n    serde::Serialize)]\nstruct A; // Deserialize\nuse D::Deserializer;\n";
        let wrong = |path: &str| serde(&file(path, text), &scan(text));
        assert_eq!(wrong("crates/umpire/src/a.rs").len(), 1);
        assert!(wrong("crates/umpire/src/a.rs")[0].starts_with("crates/umpire/src/a.rs:3: "));
        assert!(wrong("crates/proto/src/a.rs").is_empty());
    }

    #[test]
    fn conditions_are_asked_with_if() {
        let text = "match () {\n    () if a => 1,\n    () => 2,\n}\nmatch (a, b) {}\n";
        let wrong = matched_nothing(&file("a.rs", text), &scan(text));
        assert_eq!(wrong, ["a.rs:1: write `if` and `else if`: nothing is matched here"]);
    }

    #[test]
    fn platform_floats_are_found_in_rules_code() {
        let text =
            "let a = x.sin(); // y.cos()\nlet b = libm::cos(x) + x.sqrt();\nlet c = f64::atan2(x, y);\n";
        let wrong = |path: &str| platform_floats(&file(path, text), &scan(text));
        let lines: Vec<String> = wrong("crates/table/src/a.rs");
        assert_eq!(lines.len(), 3, "{lines:?}");
        assert!(lines[0].starts_with("crates/table/src/a.rs:1: `sin`"));
        assert!(wrong("crates/table/tests/a.rs").is_empty());
        assert!(wrong("crates/cli/src/a.rs").is_empty());
    }
}
