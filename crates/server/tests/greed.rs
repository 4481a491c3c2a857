//! What a greedy caller tries: to fill the disk or the memory, to keep the umpire for himself.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;
#[path = "common/house.rs"]
mod house;

use common::{Socket, answer, create, get, number, post, word};
use house::{House, house_with};
use serde_json::{Value, json};
use std::net::SocketAddr;
use testudo_server::Limits;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

/// How often something was refused.
async fn refused(at: SocketAddr, what: &str) -> u64 {
    let text = get(at, "/metrics").await.body;
    let name = format!("testudo_refusals_total{{what=\"{what}\"}} ");
    let line = text.lines().find_map(|line| line.strip_prefix(&name));
    line.unwrap_or_else(|| panic!("no {what} in {text}")).parse().unwrap()
}

/// A battle of one who plays both sides, and how it stands.
async fn alone(house: &House) -> (Socket, Value) {
    let made = create(house.at, json!("here"), json!("here")).await;
    let tokens = [word(&made, "/links/red"), word(&made, "/links/blue")];
    let (socket, welcome) = Socket::join(house.at, &word(&made, "/id"), &[&tokens[0], &tokens[1]]).await;
    (socket, welcome["views"]["red"].clone())
}

/// Decides the idlest thing there is; what the server says to it.
async fn decide(socket: &mut Socket, view: &mut Value) -> Value {
    let (side, command) = answer(view).unwrap();
    socket.submit(number(view, "/seq"), &side, &command).await;
    let said = loop {
        let said = socket.hear().await;
        if said["type"] == "step" || said["type"] == "refused" {
            break said;
        }
    };
    if said["type"] == "step" {
        *view = said["views"]["red"].clone();
    }
    said
}

#[tokio::test]
async fn a_battle_has_so_many_decisions_and_no_more() {
    let house = house_with(Limits { decisions: 3, ..Limits::default() }).await;
    let (mut socket, mut view) = alone(&house).await;
    for _ in 0..3 {
        assert_eq!(decide(&mut socket, &mut view).await["type"], "step");
    }
    assert_eq!(decide(&mut socket, &mut view).await["why"], "not_kept");
    assert!(socket.heard.iter().any(|said| said.contains("too_large")), "he is told why");
    let long: String = (1..=4)
        .map(|n| {
            format!("{{\"n\":{n},\"side\":\"red\",\"command\":\"done\",\"digest\":\"0123456789abcdef\"}}\n")
        })
        .collect();
    let header = json!({"testudo": 1, "engine": "x", "book": "dba", "scenario": "x",
        "text": testudo::Scenario::bundled("dba/zama").unwrap().text, "red": "here", "blue": "here"});
    let answer = post(house.at, "/api/battles/import", &json!({"file": format!("{header}\n{long}")})).await;
    assert!(answer.status == 422 && answer.body.contains("too long"), "{}", answer.body);
}

#[tokio::test]
async fn decisions_fill_the_disk_no_faster_than_battles() {
    let text = testudo::Scenario::bundled("dba/zama").unwrap().text;
    let kept_kb = u32::try_from(text.len() >> 10).unwrap() + 4;
    let house = house_with(Limits { kept_kb, ..Limits::default() }).await;
    let (mut socket, mut view) = alone(&house).await;
    let mut kept = 0;
    while decide(&mut socket, &mut view).await["type"] == "step" {
        kept += 1;
        assert!(kept < 60, "four kilobytes hold no sixty decisions");
    }
    assert!(kept > 5, "{kept}");
    assert!(socket.heard.iter().any(|said| said.contains("too_fast")), "he is told why");
    assert!(refused(house.at, "disk").await > 0);
    // He may still look on.
    socket.say(&json!({"type": "ping"})).await;
    socket.hear_a("pong").await;
}

#[tokio::test]
async fn one_piece_of_advice_at_a_time() {
    let house = house_with(Limits::default()).await;
    let made = create(house.at, json!("here"), json!({"ai": "recruit"})).await;
    let (mut red, _) = Socket::join(house.at, &word(&made, "/id"), &[&word(&made, "/links/red")]).await;
    red.ready().await;
    for id in 0..40 {
        red.say(&json!({"type": "hint", "id": id, "side": "red"})).await;
    }
    let mut given = 0;
    for _ in 0..40 {
        given += u32::from(!red.hear_a("hint").await["hint"].is_null());
    }
    assert!((1..10).contains(&given), "{given} generals have thought at once");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_who_has_much_judged_waits_and_others_do_not() {
    let house = house_with(Limits { judging_ms: 1, ..Limits::default() }).await;
    let (mut socket, mut view) = alone(&house).await;
    decide(&mut socket, &mut view).await;
    let far = json!({"move": {"manner": "single", "units": [0], "path": [{"forward": 5_000_000}]}});
    let mut told = false;
    for id in 0..200 {
        let many = vec![far.clone(); 48];
        socket.say(&json!({"type": "ways", "id": id, "side": "red", "commands": many})).await;
        let said = socket.hear().await;
        if said["code"] == "too_fast" {
            told = true;
            break;
        }
    }
    assert!(told && refused(house.at, "judging").await > 0);
    // Signs of life are judged by nobody.
    socket.say(&json!({"type": "ping"})).await;
    socket.hear_a("pong").await;
}

#[tokio::test]
async fn only_so_many_long_battles_are_in_memory() {
    let house = house_with(Limits { decisions_per_address: 80, ..Limits::default() }).await;
    let (_first, _) = alone(&house).await;
    let made = create(house.at, json!("here"), json!("here")).await;
    let mut second = Socket::open(house.at, &word(&made, "/id")).await;
    second.say(&json!({"type": "hello", "tokens": [made["links"]["red"]]})).await;
    assert_eq!(second.hear().await["code"], "full");
    assert!(second.next().await.is_none(), "the socket is closed");
    assert_eq!(refused(house.at, "memory").await, 1);
}

#[tokio::test]
async fn answers_that_wait_to_be_read_are_counted() {
    let usual = house_with(Limits::default()).await;
    let long = get(usual.at, "/api/books/wrg1969/rules").await;
    assert_eq!(long.status, 200);
    assert!(long.body.len() > 100_000, "{} bytes", long.body.len());
    assert!(long.head.contains(&format!("content-length: {}", long.body.len())), "{}", long.head);
    let waits = get(usual.at, "/metrics").await.body;
    assert!(waits.contains("testudo_queued_bytes 0\n"), "what was read waits no more");
    let house = house_with(Limits { queues_per_address: 80_000, ..Limits::default() }).await;
    let answer = get(house.at, "/api/books/wrg1969/rules").await;
    assert_eq!((answer.status, &answer.json()["code"]), (429, &json!("busy")));
    assert!(answer.head.contains("retry-after: "));
    assert_eq!(refused(house.at, "answers").await, 1);
    assert_eq!(get(house.at, "/api/books").await.status, 200);
}

#[tokio::test]
async fn only_so_many_files_of_an_address_are_read_at_once() {
    let house = house_with(Limits { work_per_address: 2, ..Limits::default() }).await;
    let mut held = Vec::new();
    for _ in 0..2 {
        let mut stream = TcpStream::connect(house.at).await.unwrap();
        let head = "POST /api/battles/import HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
                    content-length: 100000\r\n\r\n{\"file\":\"";
        stream.write_all(head.as_bytes()).await.unwrap();
        held.push(stream);
    }
    for _ in 0..200 {
        if post(house.at, "/api/battles/import", &json!({"file": ""})).await.status == 429 {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("a third file is read while two are under way");
}
