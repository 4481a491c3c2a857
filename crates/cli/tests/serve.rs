//! The real server, killed in the middle of battles, loses nothing it acknowledged.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../server/tests/common/mod.rs"]
mod common;

use common::{Socket, answer, get_with, number, post, soon, word};
use serde_json::{Value, json};
use std::fs::File;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};
use tokio::task::JoinHandle;

/// The server is killed each time this many more steps are acknowledged: three rounds are well within what eight
/// battles have, of which the two against a computer may be short.
const STEPS_A_ROUND: u32 = 80;

/// Starts `testudo serve` on a store, logging all it can into a file; it says where it listens.
async fn start(store: &str, log: &Path) -> (Child, SocketAddr) {
    let log = File::options().create(true).append(true).open(log).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_testudo"))
        .args(["serve", "--bind", "127.0.0.1:0", "--store", store])
        .env("RUST_LOG", "debug")
        .stdout(Stdio::piped())
        .stderr(log)
        .kill_on_drop(true)
        .spawn()
        .expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let line = soon("starting", lines.next_line()).await.unwrap().expect("it says where it listens");
    let at = line.rsplit("http://").next().unwrap().trim_end_matches('/').parse().unwrap();
    (child, at)
}

/// A battle under way: its links, and everything that was acknowledged.
struct Fight {
    id: String,
    tokens: Vec<String>,
    told: Vec<Value>,
    view: Value,
}

async fn create(at: SocketAddr, blue: &Value, seed: u64) -> Fight {
    let body = json!({"scenario": "dba/zama", "red": "here", "blue": blue, "seed": seed});
    let made = post(at, "/api/battles", &body).await.json();
    let tokens = ["/links/red", "/links/blue"].iter().filter_map(|path| made.pointer(path)?.as_str());
    Fight {
        id: word(&made, "/id"),
        tokens: tokens.map(str::to_owned).collect(),
        told: Vec::new(),
        view: Value::Null,
    }
}

/// Plays until the server goes away or the battle is over, keeping everything the server says is done.
async fn play(mut fight: Fight, at: SocketAddr, acknowledged: Arc<AtomicU32>) -> Fight {
    let tokens: Vec<&str> = fight.tokens.iter().map(String::as_str).collect();
    let (mut socket, welcome) = Socket::join(at, &fight.id, &tokens).await;
    fight.check(&welcome);
    while !fight.is_over() {
        if let Some((side, command)) = answer(&fight.view)
            && (side == "red" || fight.tokens.len() == 2)
        {
            socket.submit(number(&fight.view, "/seq"), &side, &command).await;
        }
        let step = loop {
            match socket.next().await {
                None => return fight,
                Some(message) if message["type"] == "step" => break message,
                Some(message) => {
                    assert!(message["type"] != "refused" && message["type"] != "error", "{message}")
                }
            }
        };
        let told = ["seq", "side", "turn", "active", "entries"];
        fight.told.push(told.into_iter().map(|key| (key.to_owned(), step[key].clone())).collect());
        fight.view = step["views"]["red"].clone();
        acknowledged.fetch_add(1, Ordering::Relaxed);
    }
    fight
}

impl Fight {
    fn is_over(&self) -> bool {
        self.view["pending"]["kind"] == "over"
    }

    /// What is there after a restart begins with everything that was told; steps that were kept but not told any
    /// more may follow.
    fn check(&mut self, welcome: &Value) {
        let steps = welcome["steps"].as_array().unwrap();
        assert!(steps.len() >= self.told.len(), "{} of {} steps are left", steps.len(), self.told.len());
        assert_eq!(steps[..self.told.len()], self.told[..]);
        if steps.len() == self.told.len() && !self.view.is_null() {
            assert_eq!(welcome["views"]["red"], self.view);
        }
        self.told = steps.clone();
        self.view = welcome["views"]["red"].clone();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_server_resumes_every_battle_exactly() {
    let folder = tempfile::tempdir().unwrap();
    let mut stores = vec![format!("sqlite:{}", folder.path().join("battles.db").display())];
    stores.extend(std::env::var("TESTUDO_PG_URL"));
    let log = folder.path().join("log");
    for store in stores {
        let (mut child, mut at) = start(&store, &log).await;
        let mut fights = Vec::new();
        for n in 0..8 {
            let blue = if n % 4 == 3 { json!({"ai": "recruit"}) } else { json!("here") };
            fights.push(create(at, &blue, n).await);
        }
        let secrets: Vec<String> = fights.iter().flat_map(|f| f.tokens.clone()).collect();
        let acknowledged = Arc::new(AtomicU32::new(0));
        for round in 1..=3 {
            let players: Vec<_> =
                fights.drain(..).map(|f| tokio::spawn(play(f, at, Arc::clone(&acknowledged)))).collect();
            // A player whose battle is over adds no more steps: nobody waits for those that cannot come.
            let enough = || acknowledged.load(Ordering::Relaxed) >= round * STEPS_A_ROUND;
            while !enough() && !players.iter().all(JoinHandle::is_finished) {
                tokio::time::sleep(std::time::Duration::from_millis(2)).await;
            }
            // SIGKILL: no goodbye, no flush.
            child.kill().await.unwrap();
            for player in players {
                fights.push(soon("the end of a player", player).await.unwrap());
            }
            let cut_short = fights.iter().filter(|fight| !fight.is_over()).count();
            assert!(cut_short > 0, "every battle was over before the server was killed in round {round}");
            (child, at) = start(&store, &log).await;
        }
        for fight in &mut fights {
            let tokens: Vec<&str> = fight.tokens.iter().map(String::as_str).collect();
            let (_, welcome) = Socket::join(at, &fight.id, &tokens).await;
            fight.check(&welcome);
        }
        let path = format!("/api/battles/{}/replay", fights[0].id);
        assert_eq!(get_with(at, &path, &secrets[0]).await.status, 200);
        child.kill().await.unwrap();
        let log = std::fs::read_to_string(&log).unwrap();
        assert!(log.contains("/replay"), "requests are logged");
        assert!(secrets.iter().all(|secret| !log.contains(secret)), "a token is in the log");
    }
}

#[tokio::test]
async fn a_store_or_an_address_that_cannot_be_is_said_so() {
    let run = async |args: &[&str]| {
        let mut serve = Command::new(env!("CARGO_BIN_EXE_testudo"));
        let out = soon("refusing", serve.arg("serve").args(args).kill_on_drop(true).output()).await.unwrap();
        (out.status.code(), String::from_utf8(out.stderr).unwrap())
    };
    let (code, said) = run(&["--bind", "127.0.0.1:0", "--store", "floppy:a"]).await;
    assert_eq!(code, Some(2));
    assert!(said.contains("--store") && said.contains("floppy:a"), "{said}");
    let (code, said) = run(&["--bind", "here"]).await;
    assert_eq!(code, Some(2));
    assert!(said.contains("--bind"), "{said}");
}
