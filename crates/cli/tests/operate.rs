//! The real server as an operator knows it: started, stopped, looked after.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../server/tests/common/mod.rs"]
mod common;

use common::{Socket, answer, create, get, get_with, number, post, word};
use serde_json::json;
use std::net::SocketAddr;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

const PATIENCE: Duration = Duration::from_secs(60);

fn testudo(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_testudo"));
    command.args(words).stdin(Stdio::null()).kill_on_drop(true);
    command
}

async fn run(words: &[&str]) -> (i32, String, String) {
    let out = testudo(words).output().await.unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (out.status.code().unwrap_or(-1), text(out.stdout), text(out.stderr))
}

/// Starts a server that logs into a file.
async fn serve(store: &str, log: &std::path::Path, more: &[&str]) -> (Child, SocketAddr) {
    let mut child = testudo(&["serve", "--bind", "127.0.0.1:0", "--store", store])
        .args(more)
        .stdout(Stdio::piped())
        .stderr(std::fs::File::create(log).unwrap())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let line = lines.next_line().await.unwrap().expect("it says where it listens");
    (child, line.rsplit("http://").next().unwrap().trim_end_matches('/').parse().unwrap())
}

#[tokio::test]
async fn a_server_is_stopped_by_the_system_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("battles.db").display().to_string();
    let (store, log) = (format!("sqlite:{path}"), folder.path().join("log"));
    for way in ["-TERM", "-INT"] {
        let (mut child, at) = serve(&store, &log, &[]).await;
        let made = create(at, json!("here"), json!("here")).await;
        let tokens = [word(&made, "/links/red"), word(&made, "/links/blue")];
        let (mut both, welcome) = Socket::join(at, &word(&made, "/id"), &[&tokens[0], &tokens[1]]).await;
        let (side, command) = answer(&welcome["views"]["red"]).unwrap();
        both.submit(0, &side, &command).await;
        both.hear_a("step").await;
        let pid = child.id().unwrap().to_string();
        assert!(Command::new("kill").args([way, &pid]).status().await.unwrap().success());
        let status = tokio::time::timeout(PATIENCE, child.wait()).await.expect("it stops").unwrap();
        assert_eq!(status.code(), Some(0));
        assert!(both.next().await.is_none(), "the socket is closed");
        // The log of the database is moved into its file.
        let wal = std::fs::metadata(format!("{path}-wal")).map_or(0, |file| file.len());
        assert_eq!(wal, 0);
        let said = std::fs::read_to_string(&log).unwrap();
        assert!(said.contains("stopping") && !said.contains('\u{1b}'), "plain in a file: {said}");
        assert!(tokens.iter().all(|token| !said.contains(token.as_str())));
        assert!(!said.contains("/api/battles"), "whoever asks and asks does not fill the log: {said}");
        let (child, at) = serve(&store, &log, &["--log-json"]).await;
        let (_, again) = Socket::join(at, &word(&made, "/id"), &[&tokens[0]]).await;
        assert_eq!(number(&again, "/seq"), 1);
        get(at, "/api/books").await;
        drop(child);
        let said = std::fs::read_to_string(&log).unwrap();
        let line: serde_json::Value = serde_json::from_str(said.lines().last().unwrap()).unwrap();
        assert!(line["level"].is_string(), "{line}");
    }
}

#[tokio::test]
async fn two_servers_on_one_file_are_one_too_many() {
    let folder = tempfile::tempdir().unwrap();
    let store = format!("sqlite:{}", folder.path().join("battles.db").display());
    let (_child, at) = serve(&store, &folder.path().join("log"), &[]).await;
    let (code, _, said) = run(&["serve", "--bind", "127.0.0.1:0", "--store", &store]).await;
    assert_eq!(code, 2);
    assert!(said.contains("in use by another server"), "{said}");
    assert_eq!(get(at, "/health").await.status, 200);
}

#[tokio::test]
async fn an_operator_looks_after_the_battles_while_the_server_runs() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let store = format!("sqlite:{}", path("battles.db"));
    let (_child, at) = serve(&store, &folder.path().join("log"), &[]).await;
    let made = create(at, json!("here"), json!("here")).await;
    let id = word(&made, "/id");
    let admin = async |words: &[&str]| run(&[&["admin", "--store", &store], words].concat()).await;
    let (code, told, said) = admin(&["list", "--json"]).await;
    assert_eq!(code, 0, "{said}");
    let listed: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!((&listed[0]["id"], &listed[0]["decisions"]), (&json!(id), &json!(0)));
    assert!(admin(&["list"]).await.1.contains(&id));

    assert_eq!(admin(&["export", &id, "-o", &path("one.testudo")]).await.0, 0);
    assert_eq!(run(&["replay", &path("one.testudo")]).await.0, 0);
    assert_eq!(admin(&["export", "-o", &path("all")]).await.0, 0);
    assert!(folder.path().join("all").join(format!("{id}.testudo")).exists());
    let (code, _, said) = admin(&["export", "nobody", "-o", &path("none")]).await;
    assert!(code == 2 && said.contains("there is no such battle"), "{said}");

    assert_eq!(admin(&["backup", "-o", &path("copy.db")]).await.0, 0);
    let (code, _, said) = admin(&["backup", "-o", &path("copy.db")]).await;
    assert!(code == 2 && said.contains("is there already"), "{said}");
    let copy = format!("sqlite:{}", path("copy.db"));
    assert!(run(&["admin", "--store", &copy, "list"]).await.1.contains(&id));

    let (_, told, _) = admin(&["prune", "--days", "1"]).await;
    assert!(told.starts_with("0 battles"), "{told}");
    let token = word(&made, "/links/red");
    assert_eq!(get_with(at, &format!("/api/battles/{id}/replay"), &token).await.status, 200);
    assert_eq!(admin(&["delete", &id]).await.0, 0);
    assert_eq!(admin(&["delete", &id]).await.0, 1);
    // A slip of the pen is no empty store.
    let wrong = format!("sqlite:{}", path("battle.db"));
    let (code, _, said) = run(&["admin", "--store", &wrong, "list"]).await;
    assert!(code == 2 && said.contains("there is no such file"), "{said}");
    assert!(!folder.path().join("battle.db").exists());
    assert_eq!(get_with(at, &format!("/api/battles/{id}/replay"), &token).await.status, 403);
}

#[tokio::test]
async fn limits_are_set_by_flag_and_variable_and_listed() {
    let folder = tempfile::tempdir().unwrap();
    let store = format!("sqlite:{}", folder.path().join("battles.db").display());
    let (_child, at) = serve(&store, &folder.path().join("log"), &["--limit", "battles_kept=1"]).await;
    let body = json!({"scenario": "dba/zama", "red": "here", "blue": "here"});
    assert_eq!(post(at, "/api/battles", &body).await.status, 201);
    assert_eq!(post(at, "/api/battles", &body).await.status, 503);
    let listed = testudo(&["serve", "--limits"]).env("TESTUDO_LIMIT_SOCKETS", "77").output().await.unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    let line = listed.lines().find(|line| line.trim_start().starts_with("sockets ")).unwrap();
    assert!(line.contains(" 77 "), "{line}");
}
