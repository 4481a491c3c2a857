//! Where a rule is: the comments that name it, the code that cites it, its row of the tables and who reads that, its
//! tests.

use crate::rules::{self, Rule};
use crate::scan::scan;
use crate::steps::Failure;
use crate::tree::{File, books, files, root};
use std::fmt::Write as _;

/// Places of one kind beyond this many are only counted.
const SHOWN: usize = 8;

/// Prints the places of a rule.
pub fn run(id: &str) -> Result<(), Failure> {
    let book = id.split('.').next().unwrap_or_default();
    if !books()?.iter().any(|known| known == book) {
        return Err(Failure(format!("`{id}`: a rule's id begins with its book: `dba.zoc.effect`")));
    }
    let list = rules::read(book)?;
    let Some(rule) = list.iter().find(|rule| rule.id == id) else {
        return Err(Failure(format!("`{id}` is no rule of {book}: `testudo rules {book}` lists them")));
    };
    let folder = format!("rulebooks/{book}");
    let sources: Vec<File> =
        files()?.into_iter().filter(|f| f.is(".rs") && f.under(&folder) && !f.is("/src/rule.rs")).collect();
    let tables = std::fs::read_to_string(root().join(&folder).join("data/tables.toml")).unwrap_or_default();
    print!("{}", told(rule, &sources, &tables));
    Ok(())
}

/// What is known of a rule's places.
fn told(rule: &Rule, sources: &[File], tables: &str) -> String {
    let (tests, code): (Vec<&File>, Vec<&File>) = sources.iter().partition(|f| f.path.contains("/tests/"));
    let constant = rule.constant();
    let rows = rows(&rule.id, tables);
    let mut page = format!("{}: {}\n  {}\n", rule.id, rule.title, rule.text);
    section(&mut page, "its comment", &places(&code, |file| named(file, &rule.id)));
    section(&mut page, "cited", &places(&code, |file| used(file, &constant)));
    for row in &rows {
        section(&mut page, &format!("reads `{row}`"), &places(&code, |file| read(file, row)));
    }
    section(&mut page, "tested", &places(&tests, |file| used(file, &constant)));
    page
}

fn section(page: &mut String, what: &str, places: &[String]) {
    for place in places.iter().take(SHOWN) {
        let _ = writeln!(page, "  {what:<14} {place}");
    }
    if places.len() > SHOWN {
        let _ = writeln!(page, "  {what:<14} and {} more places", places.len() - SHOWN);
    }
}

/// The lines found in each file, with the function they belong to.
fn places(files: &[&File], lines: impl Fn(&File) -> Vec<usize>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for file in files {
        for line in lines(file) {
            let place = match function(&file.text, line) {
                Some(name) => format!("{}:{} {name}", file.path, line + 1),
                None => format!("{}:{}", file.path, line + 1),
            };
            found.push(place);
        }
    }
    found
}

/// The comments that name a rule.
fn named(file: &File, id: &str) -> Vec<usize> {
    let name = format!("`{id}`");
    lines(&file.text, |line| line.trim_start().starts_with("//") && line.contains(&name))
}

/// The code that uses a constant.
fn used(file: &File, constant: &str) -> Vec<usize> {
    if !file.text.contains(constant) {
        return Vec::new();
    }
    lines(&scan(&file.text).code, |line| has_word(line, constant))
}

/// The code that reads a row of the tables: as a field, or as a variant of an enum.
fn read(file: &File, row: &str) -> Vec<usize> {
    let variant: String = row.split('_').map(capital).collect();
    if !file.text.contains(row) && !file.text.contains(&variant) {
        return Vec::new();
    }
    lines(&scan(&file.text).code, |line| {
        let named = ["use ", "mod ", "pub mod ", "pub use "].iter().any(|l| line.trim_start().starts_with(l));
        !named && (has_word(line, row) || has_word(line, &variant))
    })
}

fn lines(text: &str, fits: impl Fn(&str) -> bool) -> Vec<usize> {
    text.lines().enumerate().filter(|(_, line)| fits(line)).map(|(n, _)| n).collect()
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Whether a line has a word that is no part of a longer one.
fn has_word(line: &str, word: &str) -> bool {
    let part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    line.match_indices(word)
        .any(|(at, _)| !part(line[..at].chars().next_back()) && !part(line[at + word.len()..].chars().next()))
}

/// The function a line is in, or, of a comment, the one it stands above.
fn function(text: &str, line: usize) -> Option<&str> {
    let all: Vec<&str> = text.lines().collect();
    let above = |from: usize| all.get(..=from)?.iter().rev().find_map(|l| declared(l));
    if !all.get(line)?.trim_start().starts_with("///") {
        return above(line);
    }
    let after = all[line..].iter().take_while(|l| !l.trim().is_empty());
    after.into_iter().find_map(|l| declared(l)).or_else(|| above(line))
}

/// The name of the function that a line declares.
fn declared(line: &str) -> Option<&str> {
    let code = line.split("//").next().unwrap_or_default();
    let (before, after) = code.split_once("fn ")?;
    let known = ["pub", "pub(crate)", "pub(super)", "const", "async"];
    let name = after.split(['(', '<']).next()?;
    before.split_whitespace().all(|w| known.contains(&w)).then_some(name)
}

/// The rows of the tables that rest on a rule, by their keys.
fn rows(id: &str, tables: &str) -> Vec<String> {
    let mut found = Vec::new();
    if let Ok(table) = tables.parse::<toml::Table>() {
        for (key, value) in &table {
            gather(id, key, value, &mut found);
        }
    }
    found
}

fn gather(id: &str, key: &str, value: &toml::Value, found: &mut Vec<String>) {
    match value {
        toml::Value::Table(table) => {
            if table.get("rule").and_then(toml::Value::as_str) == Some(id) {
                let own = ["key", "id", "name"].iter().find_map(|k| table.get(*k)?.as_str());
                let row = own.unwrap_or(key).to_owned();
                if rules::is_word(&row) && !found.contains(&row) {
                    found.push(row);
                }
            }
            table.iter().for_each(|(key, value)| gather(id, key, value, found));
        }
        toml::Value::Array(list) => list.iter().for_each(|value| gather(id, key, value, found)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> File {
        File { path: path.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn a_rule_is_found_by_its_comment_its_constant_its_row_and_its_tests() {
        let rule =
            Rule { id: "b.break.half".to_owned(), title: "Half".to_owned(), text: "They test.".to_owned() };
        let sources = [
            file(
                "rulebooks/b/src/nerve.rs",
                "/// Tests (`b.break.half`).\npub fn due() {\n    cite(rule::BREAK_HALF);\n}\n",
            ),
            file(
                "rulebooks/b/src/data.rs",
                "use half_lost;\nfn read() {\n    Trigger::HalfLost;\n    not_half_lost(\"half_lost\");\n}\n",
            ),
            file("rulebooks/b/tests/nerve.rs", "fn half_test() {\n    proves!(rule::BREAK_HALF);\n}\n"),
        ];
        let page = told(&rule, &sources, "[[trigger]]\nkey = 'half_lost'\nrule = 'b.break.half'\n");
        let expected = "b.break.half: Half\n  \
             They test.\n  \
             its comment    rulebooks/b/src/nerve.rs:1 due\n  \
             cited          rulebooks/b/src/nerve.rs:3 due\n  \
             reads `half_lost` rulebooks/b/src/data.rs:3 read\n  \
             tested         rulebooks/b/tests/nerve.rs:2 half_test\n";
        assert_eq!(page, expected);
    }

    #[test]
    fn many_places_are_counted() {
        let mut page = String::new();
        section(&mut page, "cited", &vec!["here".to_owned(); SHOWN + 2]);
        assert!(page.ends_with("and 2 more places\n"), "{page}");
    }
}
