//! The ledger: which rules the tests cite and prove, and in which tests.
//!
//! The tests are run with the `ledger` feature of `testudo-ruling`, which lets every test process write the rules
//! it cites, and those it claims to prove, into a folder; what they wrote is gathered here into each rulebook's
//! `data/ledger.toml`.

mod noted;

use crate::rules::{self, Rule};
use crate::setup::{self, Postgres};
use crate::steps::{Failure, all_of, step};
use crate::tree::{books, root, target};
use noted::Noted;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::PathBuf;

/// How many tests are named for a rule.
const NAMED: usize = 3;

/// Runs the tests and writes the ledgers.
pub fn write() -> Result<(), Failure> {
    for book in books()? {
        // A rulebook embeds its ledger, so there must be one before anything compiles.
        let path = root().join(path(&book));
        if !path.is_file() {
            std::fs::write(path, ledger(&[], &Noted::default()))?;
        }
    }
    step("test", record)?;
    step("ledger", || {
        let noted = Noted::gather(&folder())?;
        for book in books()? {
            let rules = rules::read(&book)?;
            std::fs::write(root().join(path(&book)), ledger(&rules, &noted))?;
            report(&book, &rules, &noted);
        }
        all_of(&noted.unreached())
    })
}

/// Runs every test of the workspace, letting each write what it cites and claims.
pub fn record() -> Result<(), Failure> {
    let postgres = Postgres::start()?;
    run(&["--workspace"], &[("TESTUDO_PG_URL", postgres.url.as_ref())])
}

/// Runs the tests of one package and sees that those that claim a rule reach it.
pub fn claims(package: &str) -> Result<(), Failure> {
    step("test", || run(&["--package", "testudo-ruling", "--package", package], &[]))?;
    step("claims", || {
        let noted = Noted::gather(&folder())?;
        println!("   {} claims of tests to prove a rule", noted.claims());
        all_of(&noted.unreached())
    })
}

fn run(packages: &[&str], environment: &[(&str, &OsStr)]) -> Result<(), Failure> {
    let folder = folder();
    if folder.is_dir() {
        std::fs::remove_dir_all(&folder)?;
    }
    std::fs::create_dir_all(&folder)?;
    let mut environment = environment.to_vec();
    environment.push(("TESTUDO_LEDGER", folder.as_os_str()));
    // Random tests must cite the same rules in every run.
    if std::env::var_os("PROPTEST_RNG_SEED").is_none() {
        environment.push(("PROPTEST_RNG_SEED", "202".as_ref()));
    }
    setup::tests(packages, &environment)
}

/// Holds what the tests cited against the committed ledgers, and their claims against what they cited.
pub fn check() -> Result<(), Failure> {
    let noted = Noted::gather(&folder())?;
    let mut wrong = noted.unreached();
    for book in books()? {
        let rules = rules::read(&book)?;
        let path = path(&book);
        let text =
            std::fs::read_to_string(root().join(&path)).map_err(|e| Failure(format!("{path}: {e}")))?;
        let committed = parse(&text).map_err(|e| Failure(format!("{path}: {e}")))?;
        wrong.extend(
            differences(&book, &rules, &committed, &noted).into_iter().map(|w| format!("{path}: {w}")),
        );
        report(&book, &rules, &noted);
    }
    all_of(&wrong)
}

fn folder() -> PathBuf {
    target().join("ledger")
}

fn path(book: &str) -> String {
    format!("rulebooks/{book}/data/ledger.toml")
}

/// The text of a ledger of those rules.
fn ledger(rules: &[Rule], noted: &Noted) -> String {
    let mut text =
        "# The rules that tests cite, each with the narrowest of those tests. Written by `cargo xtask ledger`.\n\n\
         [rules]\n"
            .to_owned();
    let ids: BTreeSet<&str> = rules.iter().map(|rule| rule.id.as_str()).collect();
    for id in noted.cited().filter(|id| ids.contains(id)) {
        let tests = noted.narrowest(id).into_iter().take(NAMED);
        let tests: Vec<String> = tests.map(|test| toml::Value::from(test).to_string()).collect();
        text += &format!("\"{id}\" = [{}]\n", tests.join(", "));
    }
    text
}

/// The rules of a written ledger.
fn parse(text: &str) -> Result<BTreeSet<String>, String> {
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
    let rules = table.get("rules").and_then(toml::Value::as_table).ok_or("there is no [rules]")?;
    Ok(rules.keys().cloned().collect())
}

/// Where the committed rules and those now cited differ, and what was cited that is no rule.
fn differences(book: &str, rules: &[Rule], committed: &BTreeSet<String>, noted: &Noted) -> Vec<String> {
    let known = |id: &str| rules.iter().any(|rule| rule.id == id);
    let mut wrong = Vec::new();
    for id in committed.iter().filter(|id| !noted.cites(id)) {
        wrong.push(format!("{id} is no longer cited by any test: write one, or run `cargo xtask ledger`"));
    }
    for id in noted.cited().filter(|id| id.split('.').next() == Some(book)) {
        let narrowest = noted.narrowest(id);
        let test = narrowest.first().copied().unwrap_or_default();
        if !known(id) {
            wrong.push(format!("{id} is cited by {test} but is not in rules.toml"));
        } else if !committed.contains(id) {
            wrong.push(format!("{id} is now cited by {test}: run `cargo xtask ledger`"));
        }
    }
    wrong
}

/// Says how many rules are exercised, how many are claimed by a test, and which are not exercised.
fn report(book: &str, rules: &[Rule], noted: &Noted) {
    let idle: Vec<&str> = rules.iter().map(|r| r.id.as_str()).filter(|id| !noted.cites(id)).collect();
    let exercised = rules.len() - idle.len();
    let proven = rules.iter().filter(|rule| noted.claims_of(&rule.id)).count();
    let percent = 100.0 * exercised as f64 / rules.len().max(1) as f64;
    println!(
        "   {book}: {exercised} of {} rules exercised ({percent:.1} %), {proven} claimed by a test",
        rules.len()
    );
    for id in idle {
        println!("   not exercised: {id}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(ids: &[&str]) -> Vec<Rule> {
        ids.iter()
            .map(|id| Rule { id: (*id).to_owned(), title: "Title".to_owned(), text: String::new() })
            .collect()
    }

    fn noted(lines: &[&str]) -> Noted {
        let mut noted = Noted::default();
        noted.read(&lines.join("\n"));
        noted
    }

    #[test]
    fn a_ledger_is_sorted_short_and_of_its_own_book() {
        let noted = noted(&[
            "cites\tb.z\tp\td",
            "cites\tb.z\tp\ta",
            "cites\tb.z\tp\tc",
            "cites\tb.z\tp\tb",
            "cites\tb.a\tp\tmain",
            "cites\tother.x\tp\ta",
            "broken line",
        ]);
        let text = ledger(&rules(&["b.z", "b.q", "b.a"]), &noted);
        let (_, body) = text.split_once("[rules]\n").unwrap();
        assert_eq!(body, "\"b.a\" = [\"main\"]\n\"b.z\" = [\"b\", \"c\", \"d\"]\n");
        assert_eq!(parse(&text).unwrap().into_iter().collect::<Vec<_>>(), ["b.a", "b.z"]);
    }

    #[test]
    fn only_the_set_of_rules_is_compared() {
        let rules = rules(&["b.x", "b.y", "b.z"]);
        let committed: BTreeSet<String> = ["b.x".to_owned(), "b.y".to_owned()].into();
        let same = noted(&["cites\tb.x\tp\tt", "cites\tb.y\tp\tu", "cites\tc.z\tp\tv"]);
        assert!(differences("b", &rules, &committed, &same).is_empty());
        let other = noted(&["cites\tb.x\tp\tt", "cites\tb.z\tp\tu", "cites\tb.none\tp\tv"]);
        assert_eq!(
            differences("b", &rules, &committed, &other),
            [
                "b.y is no longer cited by any test: write one, or run `cargo xtask ledger`",
                "b.none is cited by v but is not in rules.toml",
                "b.z is now cited by u: run `cargo xtask ledger`",
            ]
        );
    }
}
