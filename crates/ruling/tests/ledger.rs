//! What the ledger writes: claims and citations, apart, with the test's name.
#![cfg(feature = "ledger")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::process::Command;
use testudo_ruling::{RuleId, Tally, proves};

const PROVEN: RuleId = RuleId::new("book.proven");
const CLAIMED: RuleId = RuleId::new("book.claimed");

/// Claims two rules and cites one of them, where the tests below start it in a process with a ledger of its own.
#[test]
fn claims_two_and_cites_one() {
    if std::env::var_os("TESTUDO_TRIAL").is_none() {
        return;
    }
    proves!(PROVEN, CLAIMED);
    for _ in 0..2 {
        std::thread::spawn(|| Tally::default().add(PROVEN, 1)).join().unwrap();
    }
}

/// The sorted lines of that test alone, in a process with these words of the runner.
fn written(runner: &[(&str, &str)]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "claims_two_and_cites_one"]).env("TESTUDO_LEDGER", folder.path());
    command.env("TESTUDO_TRIAL", "1");
    for name in ["NEXTEST_TEST_NAME", "NEXTEST_BINARY_ID"] {
        command.env_remove(name);
    }
    assert!(command.envs(runner.iter().copied()).output().unwrap().status.success());
    let files = std::fs::read_dir(folder.path()).unwrap();
    let text: String = files.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap()).collect();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

#[test]
fn a_claim_is_no_citation_and_threads_belong_to_their_test() {
    let lines = written(&[("NEXTEST_TEST_NAME", "the_test"), ("NEXTEST_BINARY_ID", "the::program")]);
    assert_eq!(
        lines,
        [
            "cites\tbook.proven\tthe::program\tthe_test",
            "proves\tbook.claimed\tthe::program\tthe_test",
            "proves\tbook.proven\tthe::program\tthe_test",
        ]
    );
}

#[test]
fn without_a_runner_the_thread_names_the_test() {
    let lines = written(&[]);
    assert_eq!(lines.len(), 3, "{lines:?}");
    for line in lines.iter().filter(|line| line.starts_with("proves")) {
        let test = line.rsplit('\t').next().unwrap();
        assert!(["claims_two_and_cites_one", "main"].contains(&test), "{line}");
    }
}
