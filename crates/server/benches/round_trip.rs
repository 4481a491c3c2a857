//! How long a decision takes from the client and back with 200 battles under way, on loopback and a real file.
//!
//! Clients and server share the machine. Each client thinks a while between decisions, as people do, and then all
//! of them decide as fast as they can.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench prints what it measured, and may panic"
)]

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "../tests/common/house.rs"]
mod house;

use common::{Socket, answer, create, word};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use testudo_server::Limits;

const BATTLES: u64 = 200;
const DECISIONS: usize = 30;
/// What people take as at once.
const LIMIT: Duration = Duration::from_millis(50);

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let limits = Limits {
            requests: 100_000,
            requests_burst: 100_000,
            battles: 100_000,
            battles_burst: 100_000,
            messages: 100_000,
            messages_burst: 100_000,
            sockets_per_address: 4_096,
            kept_kb: 1_000_000,
            judging_ms: 100_000,
            queues_per_address: 128 << 20,
            ..Limits::default()
        };
        let house = house::house_with(limits).await;
        let thinking = round(house.at, Duration::from_millis(500)).await;
        report("with half a second of thought", thinking);
        let rushing = round(house.at, Duration::ZERO).await;
        report("without a thought", rushing);
    });
}

/// Plays so many battles at once; gives how long each decision took, and how long all of them.
async fn round(at: SocketAddr, thought: Duration) -> (Vec<Duration>, Duration) {
    let mut fights = Vec::new();
    for _ in 0..BATTLES {
        fights.push(create(at, json!("here"), json!("here")).await);
    }
    let start = Instant::now();
    let mut players = Vec::new();
    for (n, made) in (0u32..).zip(fights) {
        players.push(tokio::spawn(async move {
            let tokens = [word(&made, "/links/red"), word(&made, "/links/blue")];
            let (mut socket, welcome) =
                Socket::join(at, &word(&made, "/id"), &[&tokens[0], &tokens[1]]).await;
            let mut told = welcome;
            // Not all at the same moment.
            tokio::time::sleep(thought * n / BATTLES as u32).await;
            let mut times = Vec::new();
            for seq in 0..DECISIONS as u64 {
                let (side, command) = answer(&told["views"]["red"]).expect("the battle goes on");
                let asked = Instant::now();
                socket.submit(seq, &side, &command).await;
                told = step(&mut socket).await;
                times.push(asked.elapsed());
                assert_eq!((&told["type"], &told["seq"]), (&json!("step"), &json!(seq + 1)));
                tokio::time::sleep(thought).await;
            }
            times
        }));
    }
    let mut times = Vec::new();
    for player in players {
        times.extend(player.await.unwrap());
    }
    (times, start.elapsed())
}

/// The next message that is not about who is there.
async fn step(socket: &mut Socket) -> Value {
    socket.hear().await
}

fn report(how: &str, (mut times, all): (Vec<Duration>, Duration)) {
    assert_eq!(times.len(), BATTLES as usize * DECISIONS);
    times.sort();
    let at = |percent: usize| times[times.len() * percent / 100].as_secs_f64() * 1e3;
    let rate = times.len() as f64 / all.as_secs_f64();
    let share = at(99) / (LIMIT.as_secs_f64() * 1e3);
    println!(
        "{BATTLES} battles {how}: {rate:.0} decisions a second; median {:.1} ms, p99 {:.1} ms ({share:.2} of the limit)",
        at(50),
        at(99),
    );
}
