//! Many battles at once.

use crate::common::{Socket, answer, claim, get, number, post, word};
use crate::{memory, start};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{Mutex, Semaphore, watch};

/// How long a player thinks.
const THOUGHT: Duration = Duration::from_secs(5);

/// Plays so many battles for so many seconds, two sockets each.
pub async fn run(battles: u64, seconds: u64) {
    let folder = tempfile::tempdir().unwrap();
    let store = format!("sqlite:{}", folder.path().join("battles.db").display());
    let sockets = format!("sockets={}", 2 * battles);
    let (child, at) = start(&store, 0, &[&sockets]).await;
    let (stop, stopped) = watch::channel(false);
    let (taken, few) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Semaphore::new(8)));
    let begun = Instant::now();
    let mut players = Vec::new();
    for n in 0..battles {
        let (taken, stopped, few) = (Arc::clone(&taken), stopped.clone(), Arc::clone(&few));
        players.push(tokio::spawn(async move { fight(at, n, &taken, stopped, &few).await }));
    }
    // Everybody takes a seat first.
    while few.available_permits() < 8 || taken.lock().await.is_empty() {
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    println!("{battles} battles set up in {:.1} s, {:.0} MB", begun.elapsed().as_secs_f64(), memory(&child));
    taken.lock().await.clear();
    let begun = Instant::now();
    let mut most = 0.0f64;
    while begun.elapsed() < Duration::from_secs(seconds) {
        tokio::time::sleep(Duration::from_secs(1)).await;
        most = most.max(memory(&child));
    }
    let inside = inside(at).await;
    refusals(at).await;
    stop.send_replace(true);
    for player in players {
        player.await.unwrap();
    }
    let mut taken = std::mem::take(&mut *taken.lock().await);
    taken.sort();
    let at_share = |share: f64| taken[((taken.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!(
        "{} sockets, {} decisions in {seconds} s ({:.0}/s): p50 {:.1} ms, p95 {:.1} ms, p99 {:.1} ms, most {:.1} ms; {most:.0} MB",
        2 * battles,
        taken.len(),
        taken.len() as f64 / seconds as f64,
        at_share(0.5),
        at_share(0.95),
        at_share(0.99),
        at_share(1.0),
    );
    println!("from judging to the disk, as the server itself counts: {inside}");
}

/// How long decisions took inside the server, where players who share its cores do not count.
async fn inside(at: SocketAddr) -> String {
    let text = get(at, "/metrics").await.body;
    let value = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or("0");
        line.trim().parse::<f64>().unwrap_or(0.0)
    };
    let all = value("testudo_decision_seconds_count").max(1.0);
    let within = |seconds: &str| {
        let name = format!("testudo_decision_seconds_bucket{{le=\"{seconds}\"}}");
        format!("{:.2} % within {seconds} s", 100.0 * value(&name) / all)
    };
    ["0.005", "0.025", "0.1", "0.25"].map(within).join(", ")
}

async fn fight(
    at: SocketAddr,
    n: u64,
    taken: &Mutex<Vec<Duration>>,
    mut stop: watch::Receiver<bool>,
    few: &Semaphore,
) {
    let setting = few.acquire().await.unwrap();
    let body = json!({"scenario": "dba/zama", "red": "here", "blue": "link"});
    let made = post(at, "/api/battles", &body).await.json();
    let id = word(&made, "/id");
    let friend = claim(at, &word(&made, "/invitations/blue")).await;
    let (mut red, welcome) = Socket::join(at, &id, &[&word(&made, "/links/red")]).await;
    let (mut blue, _) = Socket::join(at, &id, &[&friend]).await;
    tokio::join!(red.ready(), blue.ready());
    taken.lock().await.push(Duration::ZERO);
    drop(setting);
    // Players do not all begin at once.
    let mut pause = THOUGHT.mul_f64((n % 97) as f64 / 97.0);
    let mut view: Value = welcome["views"]["red"].clone();
    while let Some((side, command)) = answer(&view) {
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            _ = stop.wait_for(|stop| *stop) => return,
        }
        pause = THOUGHT;
        let (mover, other) = if side == "red" { (&mut red, &mut blue) } else { (&mut blue, &mut red) };
        let sent = Instant::now();
        mover.submit(number(&view, "/seq"), &side, &command).await;
        view = mover.hear_a("step").await["views"][&side].clone();
        taken.lock().await.push(sent.elapsed());
        other.hear_a("step").await;
    }
}

/// Past the limit: how soon those who are too many know it.
async fn refusals(at: SocketAddr) {
    let mut times = Vec::new();
    for _ in 0..200 {
        let begun = Instant::now();
        let refused = tokio_tungstenite::connect_async(format!("ws://{at}/api/battles/x/socket")).await;
        if refused.is_err() {
            times.push(begun.elapsed());
        }
    }
    times.sort();
    match times.last() {
        Some(most) => println!(
            "past the limit: {} of 200 refused, half within {:.1} ms, all within {:.1} ms",
            times.len(),
            times[times.len() / 2].as_secs_f64() * 1e3,
            most.as_secs_f64() * 1e3
        ),
        None => println!("past the limit: nobody was refused"),
    }
}
