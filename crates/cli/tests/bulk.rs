//! Long work that is stopped, gone on with, or runs out of room; and every example of every help text.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

const TESTUDO: &str = env!("CARGO_BIN_EXE_testudo");

fn testudo(args: &[&str]) -> Output {
    Command::new(TESTUDO).args(args).stdin(Stdio::null()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Waits until something is so, but not for ever.
fn until(what: &str, mut so: impl FnMut() -> bool) {
    for _ in 0..3000 {
        if so() {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("it never came to: {what}");
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// A simulation that would take hours, writing into a file.
fn endless(out: &Path) -> Child {
    Command::new(TESTUDO)
        .args(["simulate", "dba/zama", "--battles", "1000000", "--jobs", "1", "-o"])
        .arg(out)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn what_the_system_ends_is_kept_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    for (name, way) in [("rows.csv", "-TERM"), ("rows.parquet", "-HUP")] {
        let (out, part) = (folder.path().join(name), folder.path().join(format!("{name}.part")));
        let child = endless(&out);
        until("it has begun", || part.exists());
        // Some battles are fought meanwhile; how many does not matter.
        std::thread::sleep(Duration::from_millis(1500));
        signal(&child, way);
        let done = child.wait_with_output().unwrap();
        let said = text(&done.stderr);
        assert_eq!(done.status.code(), Some(0), "{said}");
        assert!(text(&done.stdout).contains("95% interval"), "the summary is told");
        assert!(out.exists() && !part.exists());
        let seed = said.split("--seed ").nth(1).unwrap_or_else(|| panic!("{said}")).trim().to_owned();
        let out = out.display().to_string();
        let more = testudo(&["simulate", "dba/zama", "--battles", "2", "--seed", &seed, "-o", &out]);
        let said = text(&more.stderr);
        assert_eq!(more.status.code(), Some(0), "{said}");
        let fought: u32 = seed.parse::<u32>().unwrap() - 1;
        assert!(
            fought == 0 || said.contains(&format!("the {fought} rows that were there are kept")),
            "{said}"
        );
        if name == "rows.csv" {
            let rows = std::fs::read_to_string(&out).unwrap().lines().count() as u32 - 1;
            assert_eq!(rows, fought + 2);
        }
    }
}

#[test]
fn an_arena_that_the_system_ends_tells_what_was_fought() {
    let mut child = Command::new(TESTUDO)
        .args(["arena", "dba/zama", "--battles", "1000000", "--levels", "random,recruit", "--jobs", "1"])
        .arg("--json")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It has begun by then, and hears the signal.
    std::thread::sleep(Duration::from_millis(1500));
    assert!(child.try_wait().unwrap().is_none());
    signal(&child, "-TERM");
    let done = child.wait_with_output().unwrap();
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    let met: serde_json::Value = serde_json::from_slice(&done.stdout).unwrap();
    assert!(met[0]["battles"].as_u64().is_some_and(|battles| battles < 1_000_000), "{met}");
}

#[test]
fn without_room_the_summary_is_told_all_the_same() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let html = folder.path().join("page.html");
    // The place beside the page leads to a disk that is always full.
    std::os::unix::fs::symlink("/dev/full", folder.path().join("rows.csv.part")).unwrap();
    let out = folder.path().join("rows.csv").display().to_string();
    let done = testudo(&[
        "simulate",
        "dba/zama",
        "--battles",
        "2",
        "-o",
        &out,
        "--html",
        &html.display().to_string(),
    ]);
    assert_eq!(done.status.code(), Some(2), "{}", text(&done.stderr));
    assert!(text(&done.stdout).contains("95% interval"), "{}", text(&done.stdout));
    assert!(text(&done.stderr).contains("rows.csv"), "{}", text(&done.stderr));
    assert!(html.exists(), "the page is on another disk, so to speak");
}

#[test]
fn absurd_jobs_are_refused() {
    for command in ["simulate", "arena"] {
        let done = testudo(&[command, "dba/zama", "--battles", "2", "--jobs", "100000"]);
        assert_eq!(done.status.code(), Some(2));
        assert!(text(&done.stderr).contains("from 0 to 1024"), "{}", text(&done.stderr));
    }
}

/// Every example of a help text is run as it stands, in a folder of its own, with fewer battles.
#[test]
fn every_example_of_every_help_text_works() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("my-scenario.toml"), bundled()).unwrap();
    std::fs::write(folder.path().join("testudo.toml"), "bind = \"127.0.0.1:0\"\n").unwrap();
    // The store of a server, for those who look after it.
    let store = format!("sqlite:{}", folder.path().join("battles.db").display());
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        store::Store::open(&store).await.unwrap().close().await;
    });
    let path =
        format!("{}:{}", Path::new(TESTUDO).parent().unwrap().display(), std::env::var("PATH").unwrap());
    let help = |words: &[&str]| text(&testudo(&[words, &["--help"]].concat()).stdout);
    let names = commands(&help(&[]));
    assert!(names.len() > 10, "{names:?}");
    let mut examples = examples(&help(&[]));
    for name in &names {
        examples.extend(self::examples(&help(&[name])));
    }
    assert!(examples.len() > 20, "{examples:?}");
    for example in &examples {
        // The table and the server run until they are closed.
        let words: Vec<&str> = example.split_whitespace().collect();
        if words.len() == 1 || words.get(1) == Some(&"serve") {
            continue;
        }
        let example = fewer(example);
        let done = Command::new("sh")
            .args(["-c", &example])
            .current_dir(folder.path())
            .env("PATH", &path)
            .env("TESTUDO_STORE", &store)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(done.status.success(), "{example}: {}", text(&done.stderr));
    }
}

fn bundled() -> String {
    testudo::Scenario::bundled("dba/zama").unwrap().text
}

/// The commands a help text lists.
fn commands(help: &str) -> Vec<String> {
    let list = help.split("Commands:").nth(1).unwrap_or_default();
    let lines = list.lines().skip(1).take_while(|line| !line.trim().is_empty());
    let names = lines.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    names.map(str::to_owned).collect()
}

/// The examples of a help text, without what is said beside them.
fn examples(help: &str) -> Vec<String> {
    let list = help.split("Examples:").nth(1).unwrap_or_default();
    let lines = list.lines().skip(1).take_while(|line| line.starts_with("  "));
    lines.map(|line| line.trim().split("   ").next().unwrap_or_default().to_owned()).collect()
}

/// The same with few battles.
fn fewer(example: &str) -> String {
    let mut words: Vec<String> = example.split(' ').map(str::to_owned).collect();
    for i in 1..words.len() {
        if words[i - 1] == "--battles" {
            words[i] = "4".to_owned();
        }
        if words[i - 1] == "--budget" {
            words[i] = "2".to_owned();
        }
    }
    words.join(" ")
}
