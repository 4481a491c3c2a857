//! Servers and databases killed while battles are played.

use crate::common::{Socket, answer, claim, number, post, word};
use crate::postgres::Postgres;
use crate::start;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::process::Child;

/// How many battles are played at once.
const BATTLES: usize = 24;
/// How long everything is left in peace between two kills.
const PEACE: Duration = Duration::from_millis(1500);
/// How soon every battle must go on once what was killed is up again.
const SOON: Duration = Duration::from_secs(5);

/// What all players have in common.
struct Field {
    begun: Instant,
    stop: AtomicBool,
    told: AtomicU64,
    compared: AtomicU64,
    reconnected: AtomicU64,
    /// What was lost or changed; the first of it will do.
    wrong: Mutex<Option<String>>,
}

/// A battle under way: when something was last told in it, in milliseconds.
struct Pulse(AtomicU64);

struct Node {
    child: Child,
    at: SocketAddr,
}

/// Kills something so often.
pub async fn run(kills: u64, place: &str) {
    // Players whose server is away give up their try in a panic, and come back: that is no news.
    std::panic::set_hook(Box::new(|panic| {
        if std::thread::current().name() == Some("main") {
            eprintln!("{panic}");
        }
    }));
    let folder = tempfile::tempdir().unwrap();
    let postgres = (place == "postgres").then(Postgres::start);
    let store = match &postgres {
        Some(server) => server.url(),
        None => format!("sqlite:{}", folder.path().join("battles.db").display()),
    };
    let count = if postgres.is_some() { 2 } else { 1 };
    let mut nodes = Vec::new();
    for _ in 0..count {
        let (child, at) = start(&store, 0, &[]).await;
        nodes.push(Node { child, at });
    }
    let field = Arc::new(Field {
        begun: Instant::now(),
        stop: AtomicBool::new(false),
        told: AtomicU64::new(0),
        compared: AtomicU64::new(0),
        reconnected: AtomicU64::new(0),
        wrong: Mutex::new(None),
    });
    let places: Vec<SocketAddr> = nodes.iter().map(|node| node.at).collect();
    let mut players = Vec::new();
    let mut pulses = Vec::new();
    for n in 0..BATTLES {
        let pulse = Arc::new(Pulse(AtomicU64::new(0)));
        pulses.push(Arc::clone(&pulse));
        let (red, blue) = (places[0], places[n % places.len()]);
        players.push(tokio::spawn(fight(Arc::clone(&field), pulse, red, blue)));
    }
    // Since everything is up again, and since the kill.
    let (mut slowest, mut in_all) = (Duration::ZERO, Duration::ZERO);
    let mut what = [0u64; 3];
    for n in 0..kills {
        tokio::time::sleep(PEACE).await;
        let kind = if postgres.is_some() { (n % 3) as usize } else { 0 };
        what[kind] += 1;
        let killed = Instant::now();
        if let (1.., Some(server)) = (kind, &postgres) {
            server.kill();
        }
        if kind != 1 {
            let all = kind == 2;
            let victim = (n / 3) as usize % nodes.len();
            for (i, node) in nodes.iter_mut().enumerate() {
                if all || i == victim {
                    // SIGKILL: no goodbye, no flush.
                    node.child.kill().await.unwrap();
                }
            }
            if let (2, Some(server)) = (kind, &postgres) {
                server.up();
            }
            for (i, node) in nodes.iter_mut().enumerate() {
                if all || i == victim {
                    node.child = start(&store, node.at.port(), &[]).await.0;
                }
            }
        } else if let Some(server) = &postgres {
            server.up();
        }
        slowest = slowest.max(all_go_on(&field, &pulses).await);
        in_all = in_all.max(killed.elapsed());
    }
    field.stop.store(true, Ordering::Relaxed);
    for player in players {
        player.await.expect("a player has failed");
    }
    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    println!(
        "{place}: {kills} kills (node {}, database {}, both {}), {} steps told, {} compared at {} reconnections: \
         0 lost, 0 different; every battle went on within {:.1} s of the restart, {:.1} s of the kill",
        what[0],
        what[1],
        what[2],
        count(&field.told),
        count(&field.compared),
        count(&field.reconnected),
        slowest.as_secs_f64(),
        in_all.as_secs_f64(),
    );
    assert!(slowest <= SOON, "a battle stood still for {slowest:?}");
}

/// Waits until something has been told in every battle since now; says how long that took.
async fn all_go_on(field: &Field, pulses: &[Arc<Pulse>]) -> Duration {
    let now = field.begun.elapsed();
    loop {
        let since = u64::try_from(now.as_millis()).unwrap();
        let still = pulses.iter().filter(|pulse| pulse.0.load(Ordering::Relaxed) <= since).count();
        let waited = field.begun.elapsed() - now;
        let wrong = field.wrong.lock().unwrap().clone();
        assert!(wrong.is_none(), "{}", wrong.unwrap_or_default());
        if still == 0 {
            return waited;
        }
        assert!(waited < Duration::from_secs(60), "{still} battles are frozen");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Plays battles one after another, one player at each place.
async fn fight(field: Arc<Field>, pulse: Arc<Pulse>, red: SocketAddr, blue: SocketAddr) {
    while !field.stop.load(Ordering::Relaxed) {
        let Some((id, tokens)) = create(red).await else {
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        tokio::join!(
            play(&field, &pulse, red, &id, &tokens[0], "red"),
            play(&field, &pulse, blue, &id, &tokens[1], "blue"),
        );
    }
}

/// A battle and both tokens; nothing if the server is away.
async fn create(at: SocketAddr) -> Option<(String, [String; 2])> {
    let made = tokio::spawn(async move {
        let body =
            json!({"scenario": "dba/zama", "red": "here", "blue": "link", "house": {"max_bounds": 12}});
        let made = post(at, "/api/battles", &body).await.json();
        let friend = claim(at, &word(&made, "/invitations/blue")).await;
        (word(&made, "/id"), [word(&made, "/links/red"), friend])
    });
    made.await.ok()
}

/// What of all that was told is no longer there, or not the same.
fn lost(told: &[Value], steps: &[Value]) -> Option<String> {
    if steps.len() < told.len() {
        return Some(format!("{} of {} steps are left", steps.len(), told.len()));
    }
    let different = told.iter().zip(steps).find(|(told, step)| told != step);
    different.map(|(told, step)| format!("told {told}, now {step}"))
}

/// Plays a seat to the end of the battle, coming back as often as it must.
async fn play(field: &Field, pulse: &Pulse, at: SocketAddr, id: &str, token: &str, side: &str) {
    let mut told: Vec<Value> = Vec::new();
    while !field.stop.load(Ordering::Relaxed) {
        let joined = {
            let (id, token) = (id.to_owned(), token.to_owned());
            tokio::spawn(async move { Socket::join(at, &id, &[&token]).await }).await
        };
        let Ok((mut socket, welcome)) = joined else {
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        // Everything that was ever told is still there, and the same.
        let steps = welcome["steps"].as_array().unwrap();
        if let Some(wrong) = lost(&told, steps) {
            field.wrong.lock().unwrap().get_or_insert(format!("{id}, {side}: {wrong}"));
            return;
        }
        field.compared.fetch_add(told.len() as u64, Ordering::Relaxed);
        field.reconnected.fetch_add(1, Ordering::Relaxed);
        told = steps.clone();
        let mut view = welcome["views"][side].clone();
        let mut sent = None;
        loop {
            if view["pending"]["kind"] == "over" || field.stop.load(Ordering::Relaxed) {
                return;
            }
            let seq = number(&view, "/seq");
            let ready = socket.dice["waits"].as_array().is_some_and(Vec::is_empty);
            if let Some((asked, command)) = answer(&view)
                && (asked == side && sent != Some(seq) && ready)
            {
                sent = Some(seq);
                socket.submit(seq, side, &command).await;
            }
            let heard = tokio::time::timeout(Duration::from_millis(500), socket.read()).await;
            let message = match heard {
                Err(_) => {
                    // Nothing for a while: the decision may be given again.
                    sent = None;
                    continue;
                }
                Ok(None) => break,
                Ok(Some(message)) => message,
            };
            match message["type"].as_str().unwrap_or_default() {
                "step" => {
                    told.push(
                        json!({"seq": message["seq"], "side": message["side"], "turn": message["turn"],
                        "active": message["active"], "entries": message["entries"]}),
                    );
                    view = message["views"][side].clone();
                    field.told.fetch_add(1, Ordering::Relaxed);
                    let now = u64::try_from(field.begun.elapsed().as_millis()).unwrap();
                    pulse.0.store(now, Ordering::Relaxed);
                }
                "welcome" => {
                    let from = told.len();
                    let more = message["steps"].as_array().unwrap();
                    told.extend(more.iter().filter(|step| number(step, "/seq") > from as u64).cloned());
                    view = message["views"][side].clone();
                    sent = None;
                }
                "refused" => sent = None,
                _ => {}
            }
        }
    }
}
