//! Several nodes on one database: PostgreSQL runs where `TESTUDO_PG_URL` says, which `cargo xtask test` sets up.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;
#[path = "common/house.rs"]
mod house;

use common::{Socket, answer, create, number, word};
use house::node;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use testudo_server::Limits;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// A line to the database that can be cut.
struct Cable {
    address: String,
    whole: watch::Sender<bool>,
}

/// Lays a line to the database.
async fn cable(database: &str) -> Cable {
    let (before, rest) = database.split_once('@').unwrap();
    let (host, after) = rest.split_once('/').unwrap();
    let (listener, far) = (TcpListener::bind("127.0.0.1:0").await.unwrap(), host.to_owned());
    let address = format!("{before}@{}/{after}", listener.local_addr().unwrap());
    let (whole, cut) = watch::channel(true);
    tokio::spawn(async move {
        loop {
            let (mut near, _) = listener.accept().await.unwrap();
            if !*cut.borrow() {
                continue;
            }
            let (far, mut cut) = (far.clone(), cut.clone());
            tokio::spawn(async move {
                let Ok(mut far) = TcpStream::connect(far).await else { return };
                tokio::select! {
                    _ = tokio::io::copy_bidirectional(&mut near, &mut far) => {}
                    _ = cut.wait_for(|whole| !whole) => {}
                }
            });
        }
    });
    Cable { address, whole }
}

/// Two people, each at a node of their own, the second behind the line; dice are settled.
struct Match {
    id: String,
    tokens: [String; 2],
    red: Socket,
    blue: Socket,
    view: Value,
}

async fn meet(nodes: [SocketAddr; 2]) -> Match {
    let made = create(nodes[0], json!("here"), json!("link")).await;
    let id = word(&made, "/id");
    let tokens = [word(&made, "/links/red"), word(&made, "/links/blue")];
    let (mut red, welcome) = Socket::join(nodes[0], &id, &[&tokens[0]]).await;
    let (mut blue, _) = Socket::join(nodes[1], &id, &[&tokens[1]]).await;
    // Each node tells its own player of the other's share.
    tokio::join!(red.ready(), blue.ready());
    Match { id, tokens, red, blue, view: welcome["views"]["red"].clone() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_an_outage_of_the_database_no_battle_is_frozen() {
    let Ok(database) = std::env::var("TESTUDO_PG_URL") else { return };
    let cable = cable(&database).await;
    let nodes = [node(&database, Limits::default()).await, node(&cable.address, Limits::default()).await];
    let mut game = meet(nodes).await;
    // Long enough for the listening connection to be given up.
    cable.whole.send_replace(false);
    tokio::time::sleep(Duration::from_secs(13)).await;
    let (side, command) = answer(&game.view).unwrap();
    assert_eq!(side, "red");
    game.red.submit(0, "red", &command).await;
    assert_eq!(number(&game.red.hear_a("step").await, "/seq"), 1);
    cable.whole.send_replace(true);
    // Blue is told without doing anything.
    assert_eq!(number(&game.blue.hear_a("step").await, "/seq"), 1);
    // And whoever comes anew finds the battle as it stands.
    let (_, welcome) = Socket::join(nodes[1], &game.id, &[&game.tokens[1]]).await;
    assert_eq!(number(&welcome, "/seq"), 1);
}

/// Waits for a presence that is as it should be.
async fn present(socket: &mut Socket, so: impl Fn(&Value) -> bool) {
    loop {
        let presence = socket.hear_a("presence").await["presence"].clone();
        if so(&presence) {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_at_another_node_is_there() {
    let Ok(database) = std::env::var("TESTUDO_PG_URL") else { return };
    let nodes = [node(&database, Limits::default()).await, node(&database, Limits::default()).await];
    let made = create(nodes[0], json!("here"), json!("link")).await;
    let id = word(&made, "/id");
    let (mut red, _) = Socket::join(nodes[0], &id, &[&word(&made, "/links/red")]).await;
    let (mut blue, _) = Socket::join(nodes[1], &id, &[&word(&made, "/links/blue")]).await;
    let both = |p: &Value| p["online"] == json!({"red": true, "blue": true});
    present(&mut red, both).await;
    present(&mut blue, both).await;
    let (watcher, _) = Socket::join(nodes[1], &id, &[&word(&made, "/links/spectator")]).await;
    present(&mut red, |p| p["spectators"] == 1).await;
    drop((blue, watcher));
    present(&mut red, |p| p["online"]["blue"] == false && p["spectators"] == 0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_node_tells_the_same_reasons() {
    let Ok(database) = std::env::var("TESTUDO_PG_URL") else { return };
    let nodes = [node(&database, Limits::default()).await, node(&database, Limits::default()).await];
    let made = create(nodes[0], json!("here"), json!({"ai": "veteran"})).await;
    let (id, token) = (word(&made, "/id"), word(&made, "/links/red"));
    let (mut here, welcome) = Socket::join(nodes[0], &id, &[&token]).await;
    let (mut there, _) = Socket::join(nodes[1], &id, &[&token]).await;
    let mut view = welcome["views"]["red"].clone();
    while number(&view, "/turn") < 3 {
        if let Some((side, command)) = answer(&view)
            && side == "red"
        {
            here.submit(number(&view, "/seq"), "red", &command).await;
        }
        view = here.hear_a("step").await["views"]["red"].clone();
        there.hear_a("step").await;
    }
    let mut told = Vec::new();
    for socket in [&mut here, &mut there] {
        socket.say(&json!({"type": "reasons", "id": 1})).await;
        told.push(socket.hear_a("reasons").await["reasons"].clone());
    }
    assert!(!told[0].as_array().unwrap().is_empty());
    assert_eq!(told[0], told[1]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_friend_at_another_node_is_asked_before_anything_is_taken_back() {
    let Ok(database) = std::env::var("TESTUDO_PG_URL") else { return };
    let nodes = [node(&database, Limits::default()).await, node(&database, Limits::default()).await];
    let Match { mut red, mut blue, mut view, .. } = meet(nodes).await;
    // On until red may move somebody: that needs no dice.
    let may_move = |view: &Value| {
        view["pending"]["side"] == "red"
            && view["pending"]["ask"]["form"]["kind"] == "move"
            && number(view, "/budgets/0/left") >= 2
    };
    while !may_move(&view) {
        let (side, command) = answer(&view).unwrap();
        let socket = if side == "red" { &mut red } else { &mut blue };
        socket.submit(number(&view, "/seq"), &side, &command).await;
        view = red.hear_a("step").await["views"]["red"].clone();
        blue.hear_a("step").await;
    }
    let unit = view["pending"]["ask"]["form"]["units"][0].clone();
    let far = json!({"move": {"manner": "single", "units": [unit], "path": [{"forward": 5_000_000}]}});
    red.say(&json!({"type": "ways", "id": 1, "side": "red", "commands": [far]})).await;
    let command = red.hear_a("ways").await["ways"][0]["command"].clone();
    let seq = number(&view, "/seq");
    red.submit(seq, "red", &command).await;
    red.hear_a("step").await;
    blue.hear_a("step").await;
    for granted in [false, true] {
        red.say(&json!({"type": "take_back", "seq": seq + 1, "side": "red"})).await;
        present(&mut red, |presence| presence["asks_back"] == "red").await;
        present(&mut blue, |presence| presence["asks_back"] == "red").await;
        blue.say(&json!({"type": "consent", "side": "blue", "granted": granted})).await;
        if !granted {
            present(&mut red, |presence| presence["asks_back"].is_null()).await;
        }
    }
    let step = red.hear_a("step").await;
    assert_eq!(step["views"]["red"]["units"], view["units"]);
    assert!(step["entries"][0]["text"].as_str().unwrap().contains("takes back"), "{step}");
    present(&mut red, |presence| presence["asks_back"].is_null()).await;
}
