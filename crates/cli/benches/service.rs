//! A real server under load, and killed under load.
//!
//! `cargo bench -p testudo-cli --bench service -- load [BATTLES] [SECONDS]` plays battles with two sockets each and
//! prints how long decisions take, the memory of the server, and how fast it refuses past its limit.
//! `… -- kill KILLS [sqlite|postgres]` kills the server, and with PostgreSQL two nodes and the database, again and
//! again while battles are played, compares all that was ever told, and fails if anything is lost or frozen.
//! `TESTUDO_BIN` names another program to be measured. Without words it does a little of both. Everything is on loopback.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench prints what it measured, and may panic"
)]

#[path = "../../server/tests/common/mod.rs"]
mod common;
#[path = "service/kill.rs"]
mod kill;
#[path = "service/load.rs"]
mod load;
#[path = "service/postgres.rs"]
mod postgres;

use std::net::SocketAddr;
use std::process::Stdio;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

/// Limits for a machine that is all callers at once.
const OPEN: [&str; 14] = [
    "requests=1000000",
    "requests_burst=1000000",
    "battles=1000000",
    "battles_burst=1000000",
    "claims=1000000",
    "kept_kb=100000000",
    "messages=1000000",
    "messages_burst=1000000",
    "sockets_per_address=100000",
    "connections_per_address=100000",
    "work_per_address=100000",
    "queues_per_address=134217728",
    "judging_ms=100000",
    "decisions_per_address=1000000",
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let number = |i: usize, usual: u64| words.get(i).map_or(usual, |word| word.parse().expect("a number"));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        match words.first().map(String::as_str) {
            Some("load") => load::run(number(1, 1000), number(2, 60)).await,
            Some("kill") => {
                let place = words.get(2).map_or("sqlite", String::as_str);
                kill::run(number(1, 30), place).await;
            }
            _ => {
                load::run(50, 5).await;
                kill::run(3, "sqlite").await;
            }
        }
    });
}

/// Starts `testudo serve`, on a port of its own choice or on a given one; it says where it listens.
pub async fn start(store: &str, port: u16, limits: &[&str]) -> (Child, SocketAddr) {
    let own = || env!("CARGO_BIN_EXE_testudo").into();
    let mut command = Command::new(std::env::var_os("TESTUDO_BIN").unwrap_or_else(own));
    command.args(["serve", "--bind", &format!("127.0.0.1:{port}"), "--store", store]);
    for limit in OPEN.iter().chain(limits) {
        command.args(["--limit", limit]);
    }
    let log = std::env::var_os("TESTUDO_BENCH_LOG").map_or_else(Stdio::null, |path| {
        std::fs::File::options().create(true).append(true).open(path).unwrap().into()
    });
    let mut child = command
        .env("RUST_LOG", "warn")
        .stdout(Stdio::piped())
        .stderr(log)
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let line = lines.next_line().await.unwrap().expect("it says where it listens");
    let at = line.rsplit("http://").next().unwrap().trim_end_matches('/').parse().unwrap();
    (child, at)
}

/// The memory of a process, in megabytes.
pub fn memory(child: &Child) -> f64 {
    let text = std::fs::read_to_string(format!("/proc/{}/status", child.id().unwrap())).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("0 kB");
    line.trim().split(' ').next().and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
}
