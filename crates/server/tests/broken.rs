//! Battles that no longer come out as they did: they can be read as far as they do.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;
#[path = "common/house.rs"]
mod house;

use common::{Socket, answer, create, get_with, number, post, with_tokens, word};
use house::house;
use serde_json::{Value, json};
use sha2::Digest as _;
use std::net::SocketAddr;
use store::{BattleRow, Standing, StepRow, Store, TokenRow};
use testudo_server::{App, Limits, serve};

const TOKENS: [&str; 2] = ["redredredredredredredredredred", "blueblueblueblueblueblueblue00"];

/// The file of a battle of one who plays both sides, ten decisions long.
async fn file() -> String {
    let house = house().await;
    let made = create(house.at, json!("here"), json!("here")).await;
    let (id, red, blue) = (word(&made, "/id"), word(&made, "/links/red"), word(&made, "/links/blue"));
    let (mut socket, welcome) = Socket::join(house.at, &id, &[&red, &blue]).await;
    let mut view = welcome["views"]["red"].clone();
    for _ in 0..10 {
        let (side, command) = answer(&view).unwrap();
        socket.submit(number(&view, "/seq"), &side, &command).await;
        view = socket.hear_a("step").await["views"]["red"].clone();
    }
    let path = format!("/api/battles/{id}/file");
    with_tokens(house.at, "GET", &path, &[&red, &blue], &Value::Null).await.body
}

/// A server whose store has that battle from an earlier version, in which the eighth decision came out otherwise.
async fn server(folder: &tempfile::TempDir, file: &str) -> SocketAddr {
    let saved = proto::read_saved(file).unwrap();
    let standing = Standing { turn: 1, waiting: "red".into(), since: 1_700_000_000 };
    let lines = file.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut steps: Vec<StepRow> = lines
        .filter(|line| line["command"] != Value::Null)
        .map(|line| StepRow {
            side: word(&line, "/side"),
            command: line["command"].to_string(),
            faces: serde_json::from_value(line["dice"].clone()).unwrap_or_default(),
            digest: word(&line, "/digest"),
            standing: standing.clone(),
        })
        .collect();
    let digest = steps[7].digest.clone();
    steps[7].digest =
        format!("{}{}", &digest[..digest.len() - 1], if digest.ends_with('0') { '1' } else { '0' });
    let row = BattleRow {
        id: "old".into(),
        engine: "0.0.9".into(),
        book: saved.header.book.clone(),
        scenario: saved.header.scenario.clone(),
        name: "Zama".into(),
        text: saved.header.text.clone(),
        rules: "0".into(),
        seed: 7,
        chosen: true,
        secret: None,
        taken: 0,
        round: 1,
        red: "here".into(),
        blue: "here".into(),
        steps: 0,
        standing,
    };
    let token = |(token, role): (&str, &str)| TokenRow {
        hash: sha2::Sha256::digest(token.as_bytes()).into(),
        role: role.to_owned(),
    };
    let tokens: Vec<TokenRow> = TOKENS.into_iter().zip(["red", "blue"]).map(token).collect();
    let store = format!("sqlite:{}", folder.path().join("old.db").display());
    let store = Store::open(&store).await.unwrap();
    store.create(&row, &tokens, &[], &steps).await.unwrap();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = listener.local_addr().unwrap();
    tokio::spawn(serve(listener, App::new(store, Limits::default())));
    at
}

#[tokio::test]
async fn a_battle_that_no_longer_replays_is_read_up_to_there_and_says_by_which_versions() {
    let (folder, file) = (tempfile::tempdir().unwrap(), file().await);
    let at = server(&folder, &file).await;

    // The list says so before anyone has opened it, and that nobody's decision is in the way.
    let mine = post(at, "/api/battles/mine", &json!({"tokens": TOKENS})).await.json();
    assert_eq!((&mine[0]["id"], &mine[0]["broken"]), (&json!("old"), &json!(true)), "{mine}");

    // It cannot be gone on with: who comes is told why, at which decision, and by which versions.
    let mut socket = Socket::open(at, "old").await;
    socket.say(&json!({"type": "hello", "tokens": TOKENS})).await;
    let said = socket.hear_a("error").await;
    assert_eq!(said["code"], "broken");
    let words = word(&said, "/message");
    for part in ["decision 8", "version 0.0.9, rules 0", env!("CARGO_PKG_VERSION"), "can be read"] {
        assert!(words.contains(part), "no {part}: {words}");
    }

    // It can be read as far as it comes out as it did.
    let replay = get_with(at, "/api/battles/old/replay", TOKENS[0]).await;
    assert_eq!(replay.status, 200, "{}", replay.body);
    let replay = replay.json();
    assert_eq!((number(&replay, "/total"), replay["steps"].as_array().unwrap().len()), (7, 8));
    assert!(word(&replay, "/broken").contains("decision 8"), "{}", replay["broken"]);

    // So can its file, which says by which versions it was begun, and parts of it.
    for (query, steps) in [("", 7), ("?upto=3", 3), ("?upto=9", 7)] {
        let path = format!("/api/battles/old/file{query}");
        let kept = with_tokens(at, "GET", &path, &TOKENS, &Value::Null).await;
        assert_eq!(kept.status, 200, "{query}: {}", kept.body);
        let kept = proto::read_saved(&kept.body).unwrap();
        assert_eq!((kept.header.engine.as_str(), kept.header.rules), ("0.0.9", Some(0)));
        let battle = testudo::Scenario {
            book: testudo::book(&kept.header.book).unwrap(),
            name: String::new(),
            text: kept.header.text.clone(),
        };
        assert_eq!(kept.steps(battle.muster().unwrap().manners()).unwrap().len(), steps, "{query}");
    }

    // How it would have ended from a step before is told, too.
    let outlook = with_tokens(at, "GET", "/api/battles/old/outlook?step=3", &TOKENS, &Value::Null).await;
    assert_eq!(outlook.status, 200, "{}", outlook.body);
}

#[tokio::test]
async fn a_file_that_no_longer_replays_says_by_which_versions_it_was_fought() {
    let (house, file) = (house().await, file().await);
    let digest = |n: u32| {
        let start = format!("{{\"n\":{n},");
        let line = file.lines().find(|line| line.starts_with(&start)).unwrap();
        word(&serde_json::from_str(line).unwrap(), "/digest")
    };
    let rules = proto::read_saved(&file).unwrap().header.rules.unwrap();
    let old = file
        .replacen(&digest(8), &digest(7), 1)
        .replacen(&format!("\"rules\":{rules}"), "\"rules\":0", 1)
        .replacen(&format!("\"engine\":\"{}\"", env!("CARGO_PKG_VERSION")), "\"engine\":\"0.0.9\"", 1);
    let refused = post(house.at, "/api/battles/import", &json!({"file": old})).await;
    assert_eq!(refused.status, 422);
    let words = word(&refused.json(), "/faults/0/message");
    for part in ["decision 8", "testudo 0.0.9", "version 0 of the rules", &format!("this is version {rules}")]
    {
        assert!(words.contains(part), "no {part}: {words}");
    }
}
