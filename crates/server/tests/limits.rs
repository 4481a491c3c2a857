//! What one caller can do to the others: little.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;
#[path = "common/house.rs"]
mod house;

use common::{Socket, create, get, get_with, number, post, request, word};
use futures_util::{SinkExt as _, StreamExt as _};
use house::{house, house_with};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use store::Store;
use testudo_server::{App, Limits, serve};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;

/// Longer than anything takes.
const PATIENCE: Duration = Duration::from_secs(30);

/// A number of the metrics.
async fn metric(at: SocketAddr, name: &str) -> f64 {
    let text = get(at, "/metrics").await.body;
    let line = text.lines().find(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(' ')));
    line.unwrap_or_else(|| panic!("no {name} in {text}")).rsplit(' ').next().unwrap().parse().unwrap()
}

/// Waits until something is so.
async fn until(what: &str, mut so: impl AsyncFnMut() -> bool) {
    for _ in 0..600 {
        if so().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it never came to: {what}");
}

/// A saved battle with nothing but a scenario.
fn saved(text: &str) -> Value {
    let header = json!({"testudo": 1, "engine": "x", "book": "dba", "scenario": "x", "text": text,
        "red": "here", "blue": "here"});
    json!({"file": format!("{header}\n")})
}

#[tokio::test]
async fn half_a_head_and_silence_are_not_waited_for() {
    let limits = Limits { header_time: Duration::from_millis(300), ..Limits::default() };
    let house = house_with(limits).await;
    for start in ["GET /api/books HTTP/1.1\r\nhost: x\r\n", ""] {
        let mut stream = TcpStream::connect(house.at).await.unwrap();
        stream.write_all(start.as_bytes()).await.unwrap();
        let mut bytes = Vec::new();
        let read = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut bytes)).await;
        assert!(read.is_ok(), "the server waits for ever");
    }
    // One that has asked something and then lies idle is let go of too.
    let mut stream = TcpStream::connect(house.at).await.unwrap();
    stream.write_all(b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    let mut bytes = Vec::new();
    tokio::time::timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.expect("it is let go of").unwrap();
    assert!(String::from_utf8(bytes).unwrap().starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn too_many_connections_are_told_so_at_once() {
    let limits = Limits { connections: 5, connections_per_address: 3, ..Limits::default() };
    let house = house_with(limits).await;
    let mut held = Vec::new();
    for _ in 0..3 {
        let mut stream = TcpStream::connect(house.at).await.unwrap();
        stream.write_all(b"GET ").await.unwrap();
        held.push(stream);
    }
    let mut answer = get(house.at, "/api/books").await;
    until("the fourth is refused", async || {
        answer = get(house.at, "/api/books").await;
        answer.status == 429
    })
    .await;
    assert!(answer.head.contains("retry-after: "), "{}", answer.head);
    drop(held);
    until("there is room again", async || get(house.at, "/api/books").await.status == 200).await;
}

#[tokio::test]
async fn an_address_has_so_many_sockets_and_no_more() {
    let house = house_with(Limits { sockets_per_address: 2, ..Limits::default() }).await;
    let made = create(house.at, json!("here"), json!("here")).await;
    let id = word(&made, "/id");
    let held = [Socket::open(house.at, &id).await, Socket::open(house.at, &id).await];
    let refused =
        tokio_tungstenite::connect_async(format!("ws://{}/api/battles/{id}/socket", house.at)).await;
    let Err(tokio_tungstenite::tungstenite::Error::Http(answer)) = refused else { panic!("it was let in") };
    assert_eq!(answer.status().as_u16(), 429);
    assert!(answer.headers().contains_key("retry-after"));
    drop(held);
    until("there is room again", async || metric(house.at, "testudo_sockets").await == 0.0).await;
    Socket::join(house.at, &id, &[&word(&made, "/links/red")]).await;
}

#[tokio::test]
async fn one_too_many_in_a_battle_is_told_and_shown_out() {
    let house = house_with(Limits { sockets_per_battle: 1, ..Limits::default() }).await;
    let made = create(house.at, json!("here"), json!("here")).await;
    let (id, token) = (word(&made, "/id"), word(&made, "/links/red"));
    let (_first, _) = Socket::join(house.at, &id, &[&token]).await;
    let mut second = Socket::open(house.at, &id).await;
    second.say(&json!({"type": "hello", "tokens": [token]})).await;
    assert_eq!(second.hear().await["code"], "full");
    assert!(second.next().await.is_none(), "the socket is closed");
}

#[tokio::test]
async fn one_who_does_not_read_is_dropped_and_holds_little_memory() {
    let limits = Limits {
        messages: 100_000,
        messages_burst: 100_000,
        queue_size: 256 << 10,
        silence: Duration::from_secs(6),
        ..Limits::default()
    };
    let house = house_with(limits).await;
    let made = create(house.at, json!("here"), json!("here")).await;
    let (id, token) = (word(&made, "/id"), word(&made, "/links/red"));
    let address = format!("ws://{}/api/battles/{id}/socket", house.at);
    let (mut deaf, _) = tokio_tungstenite::connect_async(address).await.unwrap();
    let say = |message: Value| Message::text(message.to_string());
    deaf.send(say(json!({"type": "hello", "tokens": [token]}))).await.unwrap();
    let mut longest = 0.0f64;
    for n in 0..20_000 {
        // The server may have hung up already.
        if deaf
            .send(say(json!({"type": "submit", "seq": 9, "side": "red", "command": "done"})))
            .await
            .is_err()
        {
            break;
        }
        if deaf.send(say(json!({"type": "regions", "id": n, "unit": n % 12}))).await.is_err() {
            break;
        }
        if n % 500 == 0 {
            longest = longest.max(metric(house.at, "testudo_queued_bytes").await);
        }
    }
    assert!(longest <= f64::from(256 << 10) + 100_000.0, "{longest} bytes waited");
    until("it is dropped", async || metric(house.at, "testudo_sockets").await == 0.0).await;
    // Others are not troubled.
    Socket::join(house.at, &id, &[&token]).await;
}

#[tokio::test]
async fn one_who_answers_pings_stays() {
    let house = house_with(Limits { silence: Duration::from_millis(900), ..Limits::default() }).await;
    let made = create(house.at, json!("here"), json!("here")).await;
    let (id, token) = (word(&made, "/id"), word(&made, "/links/red"));
    let (mut quiet, _) =
        tokio_tungstenite::connect_async(format!("ws://{}/api/battles/{id}/socket", house.at)).await.unwrap();
    quiet.send(Message::text(json!({"type": "hello", "tokens": [token]}).to_string())).await.unwrap();
    let mut pings = 0;
    // Three times as long as it may be silent; reading answers the pings.
    while pings < 9 {
        match tokio::time::timeout(PATIENCE, quiet.next()).await.expect("it is asked for signs of life") {
            Some(Ok(Message::Ping(_))) => pings += 1,
            Some(Ok(Message::Text(_))) => {}
            other => panic!("after {pings} pings: {other:?}"),
        }
    }
}

#[tokio::test]
async fn endless_faults_are_cut_short() {
    let house = house().await;
    let mut text = "book = \"dba\"\n".to_owned();
    for n in 0..30_000 {
        text += &format!("k{n} = 1\n");
    }
    let refused = post(house.at, "/api/battles/import", &saved(&text)).await;
    assert_eq!(refused.status, 422);
    assert!(refused.body.len() < 20_000, "{} bytes of faults", refused.body.len());
    let long = format!("book = \"dba\"\n# {}\n", "x".repeat(300_000));
    let refused = post(house.at, "/api/battles/import", &saved(&long)).await;
    assert!(refused.status == 422 && refused.body.contains("longer than"), "{}", refused.body);
}

#[tokio::test]
async fn names_have_an_end() {
    let house = house().await;
    let zama = testudo::Scenario::bundled("dba/zama").unwrap().text;
    let name = |n: usize| {
        let mut file: toml::Table = zama.parse().unwrap();
        file["red"].as_table_mut().unwrap().insert("name".into(), "x".repeat(n).into());
        saved(&file.to_string())
    };
    assert_eq!(post(house.at, "/api/battles/import", &name(80)).await.status, 201);
    let refused = post(house.at, "/api/battles/import", &name(81)).await;
    assert!(refused.status == 422 && refused.body.contains("at most 80 characters"), "{}", refused.body);
}

#[tokio::test]
async fn an_address_has_so_much_kept_and_a_server_so_many() {
    let house = house_with(Limits { kept_kb: 100, ..Limits::default() }).await;
    let zama = testudo::Scenario::bundled("dba/zama").unwrap().text;
    let padded = saved(&format!("{zama}\n# {}\n", "x".repeat(40_000)));
    let mut statuses = Vec::new();
    for _ in 0..4 {
        let answer = post(house.at, "/api/battles/import", &padded).await;
        assert!(answer.status == 201 || answer.head.contains("retry-after: "), "{}", answer.head);
        statuses.push(answer.status);
    }
    assert_eq!(statuses, [201, 201, 429, 429]);
    let house = house_with(Limits { battles_kept: 1, ..Limits::default() }).await;
    create(house.at, json!("here"), json!("here")).await;
    let body = json!({"scenario": "dba/zama", "red": "here", "blue": "here"});
    let full = post(house.at, "/api/battles", &body).await;
    assert_eq!(full.status, 503);
    assert!(full.head.contains("retry-after: "));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_has_so_much_work_waiting_and_no_more() {
    let house = house_with(Limits { work_per_address: 2, ..Limits::default() }).await;
    let asks: Vec<_> = (0..30)
        .map(|_| tokio::spawn(async move { get(house.at, "/api/books/dba/scenarios").await }))
        .collect();
    let mut busy = 0;
    for ask in asks {
        let answer = ask.await.unwrap();
        if answer.status == 429 {
            busy += 1;
            assert_eq!(answer.json()["code"], "busy");
            assert!(answer.head.contains("retry-after: "));
        } else {
            assert_eq!(answer.status, 200);
        }
    }
    assert!(busy > 0, "thirty at once, and two may wait");
    assert_eq!(get(house.at, "/api/books/dba/scenarios").await.status, 200);
}

#[tokio::test]
async fn nobody_guesses_codes_for_long() {
    let house = house_with(Limits { claims: 5, ..Limits::default() }).await;
    let mut statuses = Vec::new();
    for n in 0..8 {
        let body = json!({"code": format!("abcd-abc{n}"), "token": common::new_token()});
        statuses.push(post(house.at, "/api/seats", &body).await.status);
    }
    assert_eq!(statuses, [404, 404, 404, 404, 404, 429, 429, 429]);
}

#[tokio::test]
async fn computers_think_only_while_somebody_is_there() {
    let house = house().await;
    let made = create(house.at, json!({"ai": "recruit"}), json!({"ai": "recruit"})).await;
    let (id, token) = (word(&made, "/id"), word(&made, "/links/spectator"));
    let (mut watcher, _) = Socket::join(house.at, &id, &[&token]).await;
    for _ in 0..5 {
        watcher.hear_a("step").await;
    }
    drop(watcher);
    until("the socket is gone", async || metric(house.at, "testudo_sockets").await == 0.0).await;
    let total = async || {
        number(
            &get_with(house.at, &format!("/api/battles/{id}/replay?count=1"), &token).await.json(),
            "/total",
        )
    };
    // What was being thought when he left may still come.
    let mut last = total().await;
    until("nothing moves any more", async || {
        tokio::time::sleep(Duration::from_millis(500)).await;
        let now = total().await;
        std::mem::replace(&mut last, now) == now
    })
    .await;
    assert!(last < 60, "{last} steps: it was fought on without anybody");
    let (mut watcher, welcome) = Socket::join(house.at, &id, &[&token]).await;
    assert_eq!(number(&welcome, "/seq"), last);
    watcher.hear_a("step").await;
}

#[tokio::test]
async fn one_who_has_sealed_is_asked_nothing_more() {
    let house = house().await;
    let body = json!({"scenario": "wrg6/zama", "red": "here", "blue": "here", "seed": 1});
    let made = post(house.at, "/api/battles", &body).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let made = made.json();
    let (id, red) = (word(&made, "/id"), word(&made, "/links/red"));
    let (mut socket, welcome) = Socket::join(house.at, &id, &[&red]).await;
    let view = welcome["views"]["red"].clone();
    assert_eq!(view["pending"]["kind"], "sealed", "{}", view["pending"]);
    assert!(view["pending"]["ask"].is_object());
    socket.submit(number(&view, "/seq"), "red", &json!("done")).await;
    let step = socket.hear_a("step").await;
    assert!(step["views"]["red"]["pending"]["ask"].is_null(), "{}", step["views"]["red"]["pending"]);
    let (_, again) = Socket::join(house.at, &id, &[&red]).await;
    assert!(again["views"]["red"]["pending"]["ask"].is_null());
    // The other side is asked as before, and sees no difference.
    let (_, other) = Socket::join(house.at, &id, &[&word(&made, "/links/blue")]).await;
    assert!(other["views"]["blue"]["pending"]["ask"].is_object());
}

#[tokio::test]
async fn health_fails_while_nothing_can_be_written_and_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("battles.db").display().to_string();
    let at = house::node(&format!("sqlite:{path}?max_mb=1"), Limits::default()).await;
    assert_eq!(get(at, "/health").await.status, 200);
    let zama = testudo::Scenario::bundled("dba/zama").unwrap().text;
    let padded = saved(&format!("{zama}\n# {}\n", "x".repeat(200_000)));
    let mut status = 201;
    for _ in 0..20 {
        status = post(at, "/api/battles/import", &padded).await.status;
        if status != 201 {
            break;
        }
    }
    assert_eq!(status, 503);
    let small = json!({"scenario": "dba/zama", "red": "here", "blue": "here"});
    until("not even a small one fits", async || post(at, "/api/battles", &small).await.status == 503).await;
    until("health fails", async || get(at, "/health").await.status == 503).await;
    assert!(metric(at, "testudo_store_errors_total").await > 0.0);
    let beside = Store::open(&format!("sqlite:{path}")).await.unwrap();
    for battle in beside.untouched_since(i64::MAX).await.unwrap() {
        beside.delete(&battle.id).await.unwrap();
    }
    until("health comes back", async || get(at, "/health").await.status == 200).await;
    assert_eq!(post(at, "/api/battles", &small).await.status, 201);
}

#[tokio::test]
async fn battles_that_nobody_touches_are_deleted_if_the_operator_wants_it() {
    let folder = tempfile::tempdir().unwrap();
    let store = format!("sqlite:{}", folder.path().join("battles.db").display());
    let beside = Store::open(&store).await.unwrap();
    let long_ago = store::Standing { turn: 1, waiting: "red".into(), since: 1_700_000_000 };
    let zama = testudo::Scenario::bundled("dba/zama").unwrap().text;
    let battle = |id: &str| store::BattleRow {
        id: id.to_owned(),
        engine: "0.1.0".into(),
        book: "dba".into(),
        scenario: "dba/zama".into(),
        name: "Zama".into(),
        text: zama.clone(),
        rules: String::new(),
        seed: 7,
        chosen: true,
        secret: None,
        taken: 0,
        round: 1,
        red: "here".into(),
        blue: "here".into(),
        steps: 0,
        standing: long_ago.clone(),
    };
    let step = store::StepRow {
        side: "red".into(),
        command: "\"done\"".into(),
        faces: vec![3],
        digest: "0000000000000001".into(),
        standing: long_ago.clone(),
    };
    beside.create(&battle("old"), &[], &[], &[]).await.unwrap();
    // Somebody decided something just now, in a turn that began long ago.
    beside.create(&battle("slow"), &[], &[], &[step]).await.unwrap();
    // Without a word from the operator everything stays.
    let at = house::node(&store, Limits::default()).await;
    create(at, json!("here"), json!("here")).await;
    assert_eq!(beside.count().await.unwrap(), 3);
    house::node(&store, Limits { retention_days: 30, ..Limits::default() }).await;
    until("the old one is gone", async || beside.battle("old").await.unwrap().is_none()).await;
    assert_eq!(beside.count().await.unwrap(), 2);
    assert!(beside.battle("slow").await.unwrap().is_some());
}

#[tokio::test]
async fn a_server_that_stops_says_goodbye() {
    let folder = tempfile::tempdir().unwrap();
    let store = format!("sqlite:{}", folder.path().join("battles.db").display());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = listener.local_addr().unwrap();
    let app = App::new(Store::open(&store).await.unwrap(), Limits::default());
    let served = tokio::spawn(serve(listener, app.clone()));
    let made = create(at, json!("here"), json!("here")).await;
    let (id, token) = (word(&made, "/id"), word(&made, "/links/red"));
    let (mut socket, _) =
        tokio_tungstenite::connect_async(format!("ws://{at}/api/battles/{id}/socket")).await.unwrap();
    socket.send(Message::text(json!({"type": "hello", "tokens": [token]}).to_string())).await.unwrap();
    assert!(matches!(socket.next().await, Some(Ok(Message::Text(_)))));
    app.stop();
    loop {
        match tokio::time::timeout(PATIENCE, socket.next()).await.unwrap() {
            Some(Ok(Message::Close(Some(frame)))) => {
                assert_eq!(u16::from(frame.code), 1001);
                break;
            }
            Some(Ok(_)) => {}
            other => panic!("no goodbye was said: {other:?}"),
        }
    }
    tokio::time::timeout(PATIENCE, served).await.expect("it ends").unwrap().unwrap();
    assert!(TcpStream::connect(at).await.is_err(), "nobody listens any more");
}

#[tokio::test]
async fn what_the_server_does_is_counted() {
    let house = house().await;
    let made = create(house.at, json!("here"), json!("here")).await;
    let (mut both, welcome) = Socket::join(
        house.at,
        &word(&made, "/id"),
        &[&word(&made, "/links/red"), &word(&made, "/links/blue")],
    )
    .await;
    let (side, command) = common::answer(&welcome["views"]["red"]).unwrap();
    both.submit(0, &side, &command).await;
    both.hear_a("step").await;
    both.submit(9, "red", &command).await;
    both.hear_a("refused").await;
    for (name, value) in [
        ("testudo_battles_kept", 1.0),
        ("testudo_battles_live", 1.0),
        ("testudo_sockets", 1.0),
        ("testudo_decisions_total{what=\"kept\"}", 1.0),
        ("testudo_decisions_total{what=\"stale\"}", 1.0),
        ("testudo_decision_seconds_count", 1.0),
        ("testudo_store_writable", 1.0),
    ] {
        assert_eq!(metric(house.at, name).await, value, "{name}");
    }
    // For programs they are plain text, and no page of the client's.
    let answer = request(house.at, "GET /metrics HTTP/1.1", "").await;
    assert!(answer.head.contains("content-type: text/plain; version=0.0.4"), "{}", answer.head);
}
