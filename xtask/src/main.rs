//! Builds, checks and plays Testudo: `cargo xtask help`.
#![allow(clippy::print_stdout, reason = "a task tells the person at the terminal what it does")]

mod codegen;
mod ledger;
mod pages;
mod rules;
mod scan;
mod setup;
mod steps;
mod tidy;
mod tree;
mod whereabouts;

use std::process::ExitCode;
use steps::{Failure, cargo, step};

const HELP: &str = "\
cargo xtask TASK

  play [ARGUMENT…]    build everything and open the table: `testudo` with these arguments
  test                run every check and every test there is
  soak [BATTLES]      fight that many battles (500) of every scenario on the shelf, and replay each
  bless               write the golden playthroughs and the corpus of saved battles as they are played now
  tidy                check the rules of the house that the compiler does not know
  codegen [--check]   write each rulebook's rule ids as constants, or check that they are up to date
  ledger [--check]    run the tests and write which rules they cite, or check what is written
  claims BOOK         run the tests of one book and see that those that claim to prove a rule reach it
  where RULE          show where a rule is decided, cited and tested: `where dba.zoc.effect`
  strength [BATTLES]  let the generals meet that often (4) on every scenario and write docs/strength.md
  health [BATTLES]    fight every bundled battle that often (200) and write docs/health.md
  speed               run the benches and write docs/speed.md
  help                print this
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["play", options @ ..] => play(options),
        ["test"] => test(),
        ["soak"] => soak("500"),
        ["soak", battles] if battles.parse::<u64>().is_ok() => soak(battles),
        ["bless"] => step("bless", setup::bless),
        ["tidy"] => step("tidy", tidy::run),
        ["codegen"] => step("codegen", codegen::write),
        ["codegen", "--check"] => step("codegen --check", codegen::check),
        ["ledger"] => ledger::write(),
        ["ledger", "--check"] => record_and_check(),
        ["claims", book] => ledger::claims(&format!("testudo-{book}")),
        ["where", rule] => whereabouts::run(rule),
        ["strength"] => step("strength", || pages::strength(pages::BATTLES)),
        ["strength", battles] if battles.parse::<u32>().is_ok_and(|n| n > 1) => {
            step("strength", || pages::strength(battles.parse().unwrap_or(pages::BATTLES)))
        }
        ["health"] => step("health", || pages::health(pages::HEALTHY)),
        ["health", battles] if battles.parse::<u32>().is_ok_and(|n| n > 1) => {
            step("health", || pages::health(battles.parse().unwrap_or(pages::HEALTHY)))
        }
        ["speed"] => step("speed", pages::speed),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprint!("xtask: unknown task `{}`\n\n{HELP}", words.join(" "));
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the web client and the release, and opens the table.
fn play(options: &[&str]) -> Result<(), Failure> {
    step("web client", setup::client)?;
    step("build", || cargo(&["build", "--release", "--package", "testudo-cli"], &[]))?;
    let mut run = vec!["run", "--quiet", "--release", "--package", "testudo-cli", "--"];
    run.extend(options);
    cargo(&run, &[])
}

/// Every check and every test, the quickest first.
fn test() -> Result<(), Failure> {
    step("fmt", || cargo(&["fmt", "--all", "--", "--check"], &[]))?;
    step("tidy", tidy::run)?;
    step("codegen --check", codegen::check)?;
    step("clippy", || cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"], &[]))?;
    step("clippy of the ledger", || {
        cargo(&["clippy", "--package", "testudo-ruling", "--features", "ledger", "--", "-D", "warnings"], &[])
    })?;
    step("doc", || {
        cargo(&["doc", "--workspace", "--no-deps", "--lib"], &[("RUSTDOCFLAGS", "-D warnings".as_ref())])
    })?;
    step("web client", setup::client)?;
    for check in ["lint", "check", "unit"] {
        step(&format!("web {check}"), || setup::npm(&["run", check], &[]))?;
    }
    record_and_check()?;
    step("browser", setup::browser_tests)?;
    println!("── all is well");
    Ok(())
}

/// Fights many battles of every scenario in the release's speed.
fn soak(battles: &str) -> Result<(), Failure> {
    let laws = ["test", "--release", "--package", "testudo-testkit", "--test", "conformance"];
    let only = ["--", "--nocapture", "many_battles_of_each_scenario"];
    step("soak", || cargo(&[&laws[..], &only[..]].concat(), &[("TESTUDO_BATTLES", battles.as_ref())]))
}

/// Runs the tests and holds the rules they cite against the committed ledgers.
fn record_and_check() -> Result<(), Failure> {
    step("test", ledger::record)?;
    step("ledger --check", ledger::check)
}
