//! Pages that a command writes: how strong the generals are, how battles go, and how fast everything is.
//!
//! Nobody writes in these pages by hand: what they hold is what was measured, and how.

use crate::steps::{Failure, output};
use crate::tree::root;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::{Command, Stdio};

/// How many battles a recruit and a veteran fight on each scenario unless the caller says otherwise.
pub const BATTLES: u32 = 4;

/// Which generals meet, and how many times as often: those who do not think long meet more often.
const PAIRS: [(&str, u32); 2] = [("random,recruit", 20), ("recruit,veteran", 1)];

/// The benches of the books; how long generals think is in the arena's answers.
const BENCHES: [&str; 6] = ["battles", "dba", "toms", "wab", "wrg1969", "wrg6"];

/// Lets the generals meet and writes `docs/strength.md`.
pub fn strength(battles: u32) -> Result<(), Failure> {
    let mut met = Vec::new();
    for (levels, times) in PAIRS {
        let number = (battles * times).to_string();
        let said = testudo(&["arena", "--json", "--seed", "1", "--battles", &number, "--levels", levels])?;
        let list: Vec<Value> = serde_json::from_str(&said).map_err(|e| Failure(format!("arena: {e}")))?;
        met.extend(list);
    }
    write("docs/strength.md", &strength_page(&met, battles))
}

/// How many battles of recruits the page of health counts on each scenario unless the caller says otherwise.
pub const HEALTHY: u32 = 200;

/// Who fights for the page of health, and one battle for how many of the recruits': veterans think longer.
const FIGHTERS: [(&str, u32); 2] = [("recruit", 1), ("veteran", 10)];

/// Fights every bundled battle and writes how they went into `docs/health.md`.
pub fn health(battles: u32) -> Result<(), Failure> {
    let said = testudo(&["scenarios", "--json"])?;
    let list: Vec<Value> = serde_json::from_str(&said).map_err(|e| Failure(format!("scenarios: {e}")))?;
    let mut fought = Vec::new();
    for (level, fewer) in FIGHTERS {
        let number = (battles / fewer).max(2).to_string();
        for id in list.iter().filter_map(|scenario| scenario["id"].as_str()) {
            let said =
                testudo(&["simulate", id, "--battles", &number, "--red", level, "--blue", level, "--json"])?;
            let told: Value = serde_json::from_str(&said).map_err(|e| Failure(format!("{id}: {e}")))?;
            fought.push((level, told));
        }
    }
    write("docs/health.md", &health_page(&fought, battles))
}

/// The page of how battles go, from what `simulate` says of each.
fn health_page(fought: &[(&str, Value)], battles: u32) -> String {
    let mut page = format!(
        "# How battles go\n\n\
         Written by `cargo xtask health {battles}`; do not edit.\n\
         Both sides have the same general; the first battle has seed 1.\n\
         Shares are of battles. A lock is a run of turns in which the same two units fight each other; in an idle turn \
         nobody moves, fights or falls. Overlaps, unexplained outcomes and forbidden deeds must be 0.\n"
    );
    for (level, _) in FIGHTERS {
        let _ = write!(
            page,
            "\n## {level} against {level}\n\n\
             | Battle | Fought | By the clock | Conceded | Drawn | Without a blow | Combats a battle | Charges | \
             In contact | Blows by one | by up to three | Longest lock | Longest idle run | Overlaps | Unexplained | Forbidden |\n\
             |---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n"
        );
        for (_, told) in fought.iter().filter(|(who, _)| *who == level) {
            page += &health_row(told);
        }
    }
    page
}

fn health_row(told: &Value) -> String {
    let health = &told["health"];
    let number = |name: &str| health[name].as_u64().unwrap_or_default();
    let share = |name: &str| format!("{:.0} %", 100.0 * health[name].as_f64().unwrap_or_default());
    let part = |name: &str, of: &str| match number(of) {
        0 => "-".to_owned(),
        all => format!("{:.0} %", 100.0 * number(name) as f64 / all as f64),
    };
    let cells = [
        told["scenario"].as_str().unwrap_or_default().to_owned(),
        told["battles"].to_string(),
        share("by_clock"),
        share("conceded"),
        share("draws"),
        share("without_blow"),
        format!("{:.1}", health["combats_mean"].as_f64().unwrap_or_default()),
        number("charges").to_string(),
        part("contacts", "charges"),
        part("blows_by_one", "blows"),
        part("blows_by_three", "blows"),
        number("longest_lock").to_string(),
        number("longest_idle").to_string(),
        number("overlaps").to_string(),
        number("unexplained").to_string(),
        number("forbidden").to_string(),
    ];
    format!("| {} |\n", cells.join(" | "))
}

/// Runs the benches and writes `docs/speed.md`.
pub fn speed() -> Result<(), Failure> {
    let mut bench = vec!["bench", "--package", "testudo-benches"];
    bench.extend(BENCHES.iter().flat_map(|name| ["--bench", name]));
    write("docs/speed.md", &speed_page(&output(&bench)?, std::env::consts::ARCH))
}

/// What the program prints: the one that `TESTUDO_BIN` names, or the release, built first.
fn testudo(arguments: &[&str]) -> Result<String, Failure> {
    let Some(program) = std::env::var_os("TESTUDO_BIN") else {
        let run = ["run", "--release", "--package", "testudo-cli", "--"];
        return output(&[&run[..], arguments].concat());
    };
    let out = Command::new(&program).args(arguments).stderr(Stdio::inherit()).output();
    let out = out.map_err(|e| Failure(format!("cannot start {}: {e}", program.display())))?;
    if !out.status.success() {
        return Err(Failure(format!("testudo {}: {}", arguments.join(" "), out.status)));
    }
    Ok(String::from_utf8_lossy(&out.stdout).into_owned())
}

fn write(path: &str, page: &str) -> Result<(), Failure> {
    std::fs::write(root().join(path), page).map_err(|e| Failure(format!("{path}: {e}")))
}

/// The page of how strong generals are, from the arena's answers.
fn strength_page(met: &[Value], battles: u32) -> String {
    let mut page = format!(
        "# How strong the generals are\n\n\
         Written by `cargo xtask strength {battles}`; do not edit.\n\
         On every scenario each pair fought as many battles from one side as from the other, the first with seed 1.\n\
         The same command gives the same battles on every machine.\n\
         Few battles leave much to chance: the interval holds the true share 95 times in 100.\n"
    );
    let mut books: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
    for meeting in met {
        let scenario = meeting["scenario"].as_str().unwrap_or_default();
        books.entry(scenario.split('/').next().unwrap_or_default()).or_default().push(meeting);
    }
    for (book, meetings) in books {
        let _ = write!(
            page,
            "\n## `{book}`\n\n| Scenario | General | Against | Won | Lost | Battles | Share | 95 % interval | Turns |\n\
             |---|---|---|--:|--:|--:|--:|--:|--:|\n"
        );
        for meeting in meetings {
            page += &row(meeting);
        }
    }
    page
}

fn row(meeting: &Value) -> String {
    let word = |name: &str| meeting[name].as_str().unwrap_or_default().to_owned();
    let number = |name: &str| meeting[name].as_u64().unwrap_or_default();
    let percent = |name: &str| format!("{:.0} %", 100.0 * meeting[name].as_f64().unwrap_or_default());
    format!(
        "| {} | {} | {} | {} | {} | {} | {} | {} to {} | {:.1} |\n",
        word("scenario"),
        word("player"),
        word("against"),
        number("won"),
        number("lost"),
        number("battles"),
        percent("share"),
        percent("low"),
        percent("high"),
        meeting["turns"].as_f64().unwrap_or_default(),
    )
}

/// The page of how fast everything is, from the lines the benches print.
fn speed_page(said: &str, machine: &str) -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut page = format!(
        "# How fast everything is\n\n\
         Written by `cargo xtask speed`; do not edit.\n\
         Measured with {cores} cores of {machine}; the best of several rounds.\n\
         The last column compares the time with a limit or with something else measured in the same run.\n\n\
         | What | Time | Ratio |\n|---|--:|---|\n"
    );
    for (what, took, ratio) in said.lines().filter_map(measured) {
        let _ = writeln!(page, "| {what} | {took} | {ratio} |");
    }
    page
}

/// A line of a bench: what, how long, and the ratio to something.
fn measured(line: &str) -> Option<(&str, &str, &str)> {
    let (front, _) = line.split_once(" x ")?;
    let ratio_from = front.trim_end().rfind(' ')? + 1;
    let front = &line[..ratio_from].trim_end();
    let took_from = front.rfind("  ").or_else(|| front.rfind(' '))?;
    Some((front[..took_from].trim(), front[took_from..].trim(), line[ratio_from..].trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bench_line_is_what_how_long_and_a_ratio() {
        let line =
            "a recruit battle of dba/zama (700 a second)               1.43ms        0.29 x the aim of 5ms";
        let parts = ("a recruit battle of dba/zama (700 a second)", "1.43ms", "0.29 x the aim of 5ms");
        assert_eq!(measured(line), Some(parts));
        assert_eq!(measured("   Compiling something v1.0"), None);
        let page = speed_page(&format!("noise\n{line}\n"), "x86_64");
        let row = "| a recruit battle of dba/zama (700 a second) | 1.43ms | 0.29 x the aim of 5ms |\n";
        assert!(page.ends_with(row), "{page}");
    }

    #[test]
    fn battles_are_told_with_their_shares() {
        let told = serde_json::json!({ "scenario": "a/one", "battles": 20, "health": {
            "by_clock": 0.25, "conceded": 0.5, "draws": 0.0, "without_blow": 0.05, "combats_mean": 12.34,
            "charges": 40, "contacts": 10, "blows": 100, "blows_by_one": 7, "blows_by_three": 20,
            "longest_lock": 4, "longest_idle": 1, "overlaps": 0, "unexplained": 0, "forbidden": 0,
        } });
        let page = health_page(&[("recruit", told)], 20);
        let row =
            "| a/one | 20 | 25 % | 50 % | 0 % | 5 % | 12.3 | 40 | 25 % | 7 % | 20 % | 4 | 1 | 0 | 0 | 0 |\n";
        let (recruits, veterans) = page.split_once("## veteran").unwrap();
        assert!(recruits.ends_with(&format!("{row}\n")), "{page}");
        assert!(!veterans.contains("a/one"));
    }

    #[test]
    fn meetings_stand_under_their_book_with_their_interval() {
        let met = serde_json::json!([
            { "scenario": "b/two", "player": "recruit", "against": "random", "won": 9, "lost": 1, "battles": 10,
              "share": 0.9, "low": 0.596, "high": 0.982, "turns": 12.34 },
            { "scenario": "a/one", "player": "veteran", "against": "recruit", "won": 1, "lost": 0, "battles": 2,
              "share": 0.5, "low": 0.1, "high": 0.9, "turns": 3.0 },
        ]);
        let page = strength_page(met.as_array().unwrap(), 10);
        assert!(page.contains("`cargo xtask strength 10`"));
        let (first, second) = page.split_once("## `b`").unwrap();
        assert!(first.contains("| a/one | veteran | recruit | 1 | 0 | 2 | 50 % | 10 % to 90 % | 3.0 |"));
        assert!(second.contains("| b/two | recruit | random | 9 | 1 | 10 | 90 % | 60 % to 98 % | 12.3 |"));
    }
}
