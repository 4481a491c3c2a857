//! What the test processes wrote: which test cites which rule, and which claims to prove it.

use crate::steps::Failure;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A test, by its program and its name in it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Test {
    program: String,
    name: String,
}

impl Test {
    /// A main thread, of which nobody knows the test.
    fn is_nameless(&self) -> bool {
        self.name == "main"
    }
}

/// Citations and claims of all tests.
#[derive(Debug, Default)]
pub struct Noted {
    /// The tests that cite each rule.
    cited: BTreeMap<String, BTreeSet<Test>>,
    /// The tests that claim to prove each rule.
    claimed: BTreeMap<String, BTreeSet<Test>>,
    /// How many rules each test cites.
    breadth: BTreeMap<Test, usize>,
}

impl Noted {
    /// All that stands in the files of a folder.
    pub fn gather(folder: &Path) -> Result<Noted, Failure> {
        let mut noted = Noted::default();
        for entry in std::fs::read_dir(folder)? {
            noted.read(&std::fs::read_to_string(entry?.path())?);
        }
        Ok(noted)
    }

    /// Adds the lines of one process: `cites` or `proves`, rule, program and test, separated by tabs.
    pub fn read(&mut self, lines: &str) {
        for line in lines.lines() {
            let mut words = line.split('\t').map(str::to_owned);
            let (Some(what), Some(rule), Some(program), Some(name)) =
                (words.next(), words.next(), words.next(), words.next())
            else {
                continue;
            };
            let test = Test { program, name };
            match what.as_str() {
                "cites" => self.cite(rule, test),
                "proves" => {
                    self.claimed.entry(rule).or_default().insert(test);
                }
                _ => {}
            }
        }
    }

    fn cite(&mut self, rule: String, test: Test) {
        if self.cited.entry(rule).or_default().insert(test.clone()) {
            *self.breadth.entry(test).or_default() += 1;
        }
    }

    /// The rules that are cited.
    pub fn cited(&self) -> impl Iterator<Item = &str> {
        self.cited.keys().map(String::as_str)
    }

    /// Whether any test cites that rule.
    pub fn cites(&self, rule: &str) -> bool {
        self.cited.contains_key(rule)
    }

    /// Whether any test claims to prove that rule.
    pub fn claims_of(&self, rule: &str) -> bool {
        self.claimed.contains_key(rule)
    }

    /// How many claims there are.
    pub fn claims(&self) -> usize {
        self.claimed.values().map(BTreeSet::len).sum()
    }

    /// The tests that cite a rule, the narrowest first: those that claim it, then those that cite the fewest rules.
    ///
    /// A main thread is named only if no test is known.
    pub fn narrowest(&self, rule: &str) -> Vec<&str> {
        let claimed = self.claimed.get(rule);
        let mut tests: Vec<&Test> = self.cited.get(rule).into_iter().flatten().collect();
        tests.sort_by_key(|test| {
            (
                test.is_nameless(),
                !claimed.is_some_and(|claim| claim.contains(test)),
                self.breadth.get(test),
                *test,
            )
        });
        let known = tests.iter().filter(|test| !test.is_nameless()).count().max(1);
        let mut names: Vec<&str> = tests.into_iter().take(known).map(|test| test.name.as_str()).collect();
        names.dedup();
        names
    }

    /// The claims of tests that do not reach their rule.
    pub fn unreached(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        for (rule, tests) in &self.claimed {
            let cited = self.cited.get(rule);
            for test in tests.iter().filter(|test| !cited.is_some_and(|cited| cited.contains(test))) {
                let Test { program, name } = test;
                wrong.push(format!("{program}: {name} claims to prove {rule} but does not reach it"));
            }
        }
        wrong
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noted(lines: &[&str]) -> Noted {
        let mut noted = Noted::default();
        // Two processes may write the same test: one that it started itself.
        noted.read(&lines.join("\n"));
        noted.read(lines[0]);
        noted
    }

    #[test]
    fn those_that_claim_a_rule_come_first_then_the_narrowest() {
        let noted = noted(&[
            "cites\tb.a\tp\twide",
            "cites\tb.b\tp\twide",
            "cites\tb.c\tp\twide",
            "cites\tb.a\tp\tnarrow",
            "cites\tb.a\tq\tnarrow",
            "cites\tb.b\tq\tnarrow",
            "cites\tb.a\tp\tproof",
            "cites\tb.b\tp\tproof",
            "proves\tb.a\tp\tproof",
            "cites\tb.a\tp\tmain",
        ]);
        assert_eq!(noted.narrowest("b.a"), ["proof", "narrow", "wide"]);
        assert_eq!(noted.narrowest("b.b"), ["proof", "narrow", "wide"]);
        assert_eq!(noted.narrowest("b.c"), ["wide"]);
        assert!(noted.narrowest("b.none").is_empty());
    }

    #[test]
    fn a_claim_must_be_reached_by_the_same_test() {
        let noted = noted(&[
            "cites\tb.a\tp\tone",
            "proves\tb.a\tp\tone",
            "proves\tb.a\tq\tone",
            "proves\tb.silent\tp\tone",
        ]);
        assert_eq!(
            noted.unreached(),
            [
                "q: one claims to prove b.a but does not reach it",
                "p: one claims to prove b.silent but does not reach it",
            ]
        );
        assert_eq!((noted.claims(), noted.claims_of("b.a"), noted.cites("b.silent")), (3, true, false));
    }
}
