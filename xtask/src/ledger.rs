//! The ledger: which rules the tests cite, and in which tests.
//!
//! The tests are run with the `ledger` feature of `testudo-ruling`, which lets every test process write the rules
//! it cites into a folder; what they wrote is gathered here into each rulebook's `data/ledger.toml`.

use crate::rules::{self, Rule};
use crate::setup::{ALL_TESTS, Postgres};
use crate::steps::{Failure, all_of, cargo, step};
use crate::tree::{books, root, target};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// The tests that cite each rule.
type Cited = BTreeMap<String, BTreeSet<String>>;

/// How many tests are named for a rule.
const NAMED: usize = 3;

/// Runs the tests and writes the ledgers.
pub fn write() -> Result<(), Failure> {
    for book in books()? {
        // A rulebook embeds its ledger, so there must be one before anything compiles.
        let path = root().join(path(&book));
        if !path.is_file() {
            std::fs::write(path, ledger(&[], &Cited::new()))?;
        }
    }
    step("test", record)?;
    step("ledger", || {
        let cited = gather()?;
        for book in books()? {
            let rules = rules::read(&book)?;
            std::fs::write(root().join(path(&book)), ledger(&rules, &cited))?;
            report(&book, &rules, &cited);
        }
        Ok(())
    })
}

/// Runs every test of the workspace, letting each write what it cites.
pub fn record() -> Result<(), Failure> {
    let folder = folder();
    if folder.is_dir() {
        std::fs::remove_dir_all(&folder)?;
    }
    std::fs::create_dir_all(&folder)?;
    let mut environment = vec![("TESTUDO_LEDGER", folder.as_os_str())];
    // Random tests must cite the same rules in every run.
    if std::env::var_os("PROPTEST_RNG_SEED").is_none() {
        environment.push(("PROPTEST_RNG_SEED", "202".as_ref()));
    }
    let postgres = Postgres::start()?;
    environment.push(("TESTUDO_PG_URL", postgres.url.as_ref()));
    cargo(&ALL_TESTS, &environment)
}

/// Holds what the tests cited against the committed ledgers.
pub fn check() -> Result<(), Failure> {
    let cited = gather()?;
    let mut wrong = Vec::new();
    for book in books()? {
        let rules = rules::read(&book)?;
        let path = path(&book);
        let text =
            std::fs::read_to_string(root().join(&path)).map_err(|e| Failure(format!("{path}: {e}")))?;
        let committed = parse(&text).map_err(|e| Failure(format!("{path}: {e}")))?;
        wrong.extend(
            differences(&book, &rules, &committed, &cited).into_iter().map(|w| format!("{path}: {w}")),
        );
        report(&book, &rules, &cited);
    }
    all_of(&wrong)
}

fn folder() -> PathBuf {
    target().join("ledger")
}

fn path(book: &str) -> String {
    format!("rulebooks/{book}/data/ledger.toml")
}

/// All that the test processes wrote.
fn gather() -> Result<Cited, Failure> {
    let mut cited = Cited::new();
    for entry in std::fs::read_dir(folder())? {
        note(&std::fs::read_to_string(entry?.path())?, &mut cited);
    }
    Ok(cited)
}

/// Adds the lines of one process: `rule<TAB>test`.
fn note(lines: &str, cited: &mut Cited) {
    for (rule, test) in lines.lines().filter_map(|line| line.split_once('\t')) {
        cited.entry(rule.to_owned()).or_default().insert(test.to_owned());
    }
}

/// The text of a ledger of those rules.
fn ledger(rules: &[Rule], cited: &Cited) -> String {
    let mut text =
        "# The rules that tests cite, each with some of those tests. Written by `cargo xtask ledger`.\n\n\
                    [rules]\n"
            .to_owned();
    let ids: BTreeSet<&str> = rules.iter().map(|rule| rule.id.as_str()).collect();
    for (id, tests) in cited.iter().filter(|(id, _)| ids.contains(id.as_str())) {
        let tests: Vec<String> = named(tests).map(|test| toml::Value::from(test).to_string()).collect();
        text += &format!("\"{id}\" = [{}]\n", tests.join(", "));
    }
    text
}

/// The tests worth naming; a main thread is named only where no test is known.
fn named(tests: &BTreeSet<String>) -> impl Iterator<Item = &str> {
    let nameless = |test: &&str| *test == "main";
    let known = tests.iter().map(String::as_str).filter(move |test| !nameless(test));
    let unknown = tests.iter().map(String::as_str).filter(nameless);
    known.chain(unknown.filter(|_| tests.len() == 1)).take(NAMED)
}

/// The rules of a written ledger.
fn parse(text: &str) -> Result<BTreeSet<String>, String> {
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
    let rules = table.get("rules").and_then(toml::Value::as_table).ok_or("there is no [rules]")?;
    Ok(rules.keys().cloned().collect())
}

/// Where the committed rules and those now cited differ, and what was cited that is no rule.
fn differences(book: &str, rules: &[Rule], committed: &BTreeSet<String>, cited: &Cited) -> Vec<String> {
    let known = |id: &str| rules.iter().any(|rule| rule.id == id);
    let mut wrong = Vec::new();
    for id in committed.iter().filter(|id| !cited.contains_key(*id)) {
        wrong.push(format!("{id} is no longer cited by any test: write one, or run `cargo xtask ledger`"));
    }
    for (id, tests) in cited.iter().filter(|(id, _)| id.split('.').next() == Some(book)) {
        let test = named(tests).next().unwrap_or_default();
        if !known(id) {
            wrong.push(format!("{id} is cited by {test} but is not in rules.toml"));
        } else if !committed.contains(id) {
            wrong.push(format!("{id} is now cited by {test}: run `cargo xtask ledger`"));
        }
    }
    wrong
}

/// Says how many rules are exercised, and which are not.
fn report(book: &str, rules: &[Rule], cited: &Cited) {
    let idle: Vec<&str> = rules.iter().map(|r| r.id.as_str()).filter(|id| !cited.contains_key(*id)).collect();
    let exercised = rules.len() - idle.len();
    let percent = 100.0 * exercised as f64 / rules.len().max(1) as f64;
    println!("   {book}: {exercised} of {} rules exercised ({percent:.1} %)", rules.len());
    for id in idle {
        println!("   not exercised: {id}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(ids: &[&str]) -> Vec<Rule> {
        ids.iter().map(|id| Rule { id: (*id).to_owned(), title: "Title".to_owned() }).collect()
    }

    fn cited(lines: &str) -> Cited {
        let mut cited = Cited::new();
        note(lines, &mut cited);
        cited
    }

    #[test]
    fn a_ledger_is_sorted_short_and_of_its_own_book() {
        let cited = cited("b.z\td\nb.z\ta\nb.z\tc\nb.z\tb\nb.z\tmain\nb.a\tmain\nother.x\ta\nbroken line\n");
        let text = ledger(&rules(&["b.z", "b.q", "b.a"]), &cited);
        let (_, body) = text.split_once("[rules]\n").unwrap();
        assert_eq!(body, "\"b.a\" = [\"main\"]\n\"b.z\" = [\"a\", \"b\", \"c\"]\n");
        assert_eq!(parse(&text).unwrap().into_iter().collect::<Vec<_>>(), ["b.a", "b.z"]);
    }

    #[test]
    fn only_the_set_of_rules_is_compared() {
        let rules = rules(&["b.x", "b.y", "b.z"]);
        let committed: BTreeSet<String> = ["b.x".to_owned(), "b.y".to_owned()].into();
        assert!(differences("b", &rules, &committed, &cited("b.x\tt\nb.y\tu\nc.z\tv\n")).is_empty());
        let wrong = differences("b", &rules, &committed, &cited("b.x\tt\nb.z\tu\nb.none\tv\n"));
        assert_eq!(
            wrong,
            [
                "b.y is no longer cited by any test: write one, or run `cargo xtask ledger`",
                "b.none is cited by v but is not in rules.toml",
                "b.z is now cited by u: run `cargo xtask ledger`",
            ]
        );
    }
}
