//! What strangers may send to a running server: the messages of a socket and the bodies of requests, each turned this
//! way and that (`testkit::hostile`). The server answers all of it, and every battle goes on.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;
#[path = "common/house.rs"]
mod house;

use common::{Socket, answer, get, number, post, request, with_tokens, word};
use house::{House, house_with};
use serde_json::{Value, json};
use std::net::SocketAddr;
use testkit::hostile::{corpus, try_all};
use testudo_server::Limits;

/// Where the other targets have theirs.
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../testkit/tests/corpus");
/// A battle of each book.
const BATTLES: [&str; 5] = ["dba/zama", "wrg1969/medway", "wrg6/zama", "toms/sicily", "wab/clastidium"];

/// One caller who may ask as much as he likes.
async fn open_house() -> House {
    house_with(Limits {
        requests: u32::MAX,
        requests_burst: u32::MAX,
        battles: u32::MAX,
        battles_burst: u32::MAX,
        claims: u32::MAX,
        messages: u32::MAX,
        messages_burst: u32::MAX,
        kept_kb: 1 << 30,
        judging_ms: u32::MAX,
        decisions: u32::MAX,
        ..Limits::default()
    })
    .await
}

/// One who plays both sides of a battle.
struct Table {
    id: String,
    tokens: [String; 2],
    socket: Socket,
}

impl Table {
    /// A new battle, some decisions into it.
    async fn lay(at: SocketAddr, scenario: &str) -> Table {
        let body = json!({"scenario": scenario, "red": "here", "blue": "here", "seed": 7});
        let made = post(at, "/api/battles", &body).await.json();
        let tokens = [word(&made, "/links/red"), word(&made, "/links/blue")];
        let id = word(&made, "/id");
        let (socket, welcome) = Socket::join(at, &id, &[&tokens[0], &tokens[1]]).await;
        let mut table = Table { id, tokens, socket };
        let mut view = welcome["views"]["red"].clone();
        for _ in 0..6 {
            let Some((side, command)) = answer(&view) else { break };
            table.socket.submit(number(&view, "/seq"), &side, &command).await;
            let said = table.socket.hear().await;
            if said["type"] != "step" {
                break;
            }
            view = said["views"]["red"].clone();
        }
        table
    }

    /// Says something and hears all that is said to it.
    async fn say(&mut self, at: SocketAddr, text: &str) -> String {
        self.socket.say_text(text.to_owned()).await;
        self.socket.say(&json!({"type": "ping"})).await;
        let mut came = String::new();
        loop {
            let Some(said) = self.socket.read().await else {
                // It was shown out, and comes back.
                let tokens = [&*self.tokens[0], &*self.tokens[1]];
                self.socket = Socket::join(at, &self.id, &tokens).await.0;
                return came + " closed";
            };
            self.socket.heard.clear();
            let field = |name: &str| said[name].as_str().unwrap_or_default().to_owned();
            match said["type"].as_str().unwrap_or_default() {
                "pong" => return came,
                "error" => {
                    assert!(said["code"] != "broken" && said["message"] != "this cannot be judged", "{said}");
                    came += &field("code");
                }
                "refused" => {
                    came += &field("why");
                    for reason in said["reasons"].as_array().unwrap() {
                        came += reason["rule"].as_str().unwrap_or_default();
                    }
                }
                "step" => came += &format!("step {} ", said["entries"].as_array().unwrap().len() > 1),
                kind => came += kind,
            }
            came.push(' ');
        }
    }
}

/// Battles that are over are laid anew.
async fn fresh(at: SocketAddr, table: &mut Table, scenario: &str) {
    let tokens = [&*table.tokens[0], &*table.tokens[1]];
    let (_, welcome) = Socket::join(at, &table.id, &tokens).await;
    if welcome["views"]["red"]["pending"]["kind"] == "over" {
        *table = Table::lay(at, scenario).await;
    }
}

#[test]
fn messages_over_a_socket() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let house = runtime.block_on(open_house());
    let mut tables: Vec<Table> =
        BATTLES.iter().map(|scenario| runtime.block_on(Table::lay(house.at, scenario))).collect();
    let mut texts: Vec<String> =
        corpus(CORPUS, "messages").iter().flat_map(|text| text.lines().map(str::to_owned)).collect();
    for file in corpus(CORPUS, "testudo") {
        let lines = file.lines().skip(1).filter_map(|line| serde_json::from_str::<Value>(line).ok());
        for line in lines.filter(|line| !line["command"].is_null()).take(30) {
            for kind in ["submit", "preview"] {
                let (number, value) = if kind == "submit" { ("seq", 6) } else { ("id", 1) };
                texts.push(
                    json!({"type": kind, number: value, "side": line["side"], "command": line["command"]})
                        .to_string(),
                );
            }
        }
    }
    let mut n = 0;
    try_all("messages over a socket", &texts, |text| {
        n += 1;
        let which = n % tables.len();
        runtime.block_on(async {
            if n % 500 < tables.len() {
                fresh(house.at, &mut tables[which], BATTLES[which]).await;
            }
            format!("{} {}", BATTLES[which], tables[which].say(house.at, text).await)
        })
    });
    let health = runtime.block_on(get(house.at, "/health"));
    assert_eq!(health.status, 200, "{}", health.body);
}

#[tokio::test]
async fn a_way_without_end_is_put_into_words_or_not() {
    let house = open_house().await;
    for scenario in ["wrg6/zama", "wrg1969/medway"] {
        let mut table = Table::lay(house.at, scenario).await;
        for step in ["forward", "back", "shift"] {
            for far in [i32::MIN, i32::MAX] {
                let phrase =
                    json!({"type": "phrase", "id": 1, "side": "red", "unit": 1, "path": [{step: far}]});
                let came = table.say(house.at, &phrase.to_string()).await;
                assert!(came.contains("phrase"), "{scenario} {phrase}: {came}");
            }
        }
    }
}

#[test]
fn bodies_of_requests() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let house = runtime.block_on(open_house());
    let mut texts = Vec::new();
    for scenario in BATTLES {
        let new = json!({"scenario": scenario, "red": "here", "blue": "link", "house": {"max_bounds": 12}});
        texts.push(format!("/api/battles {new}"));
    }
    let lists = json!({"book": "dba", "red_army": "swiss", "blue_army": "viking", "red": "here",
        "blue": {"ai": "recruit"}, "seed": 5});
    texts.push(format!("/api/battles {lists}"));
    for file in corpus(CORPUS, "testudo").into_iter().take(2) {
        texts.push(format!("/api/battles/import {}", json!({"file": file, "red": "here", "blue": "here"})));
    }
    texts.push(format!("/api/seats {}", json!({"code": "abcdefgh", "token": "0".repeat(32)})));
    texts.push(format!("/api/battles/mine {}", json!({"tokens": ["0".repeat(32)]})));
    try_all("bodies of requests", &texts, |text| {
        let Some((path, body)) = text.split_once(' ') else { return String::new() };
        if !path.starts_with("/api/") || path.contains(|c: char| c.is_control() || !c.is_ascii()) {
            return String::new();
        }
        let head = format!("POST {path} HTTP/1.1\r\ncontent-type: application/json");
        let answer = runtime.block_on(request(house.at, &head, body));
        assert!((200..500).contains(&answer.status), "{}: {}", answer.status, answer.body);
        let said: Value = serde_json::from_str(&answer.body).unwrap_or_default();
        if let (201, Some(id)) = (answer.status, said["id"].as_str()) {
            // Whoever holds every seat may delete it: the disk is not to fill.
            let tokens: Vec<&str> =
                ["red", "blue"].iter().filter_map(|s| said["links"][s].as_str()).collect();
            let path = format!("/api/battles/{id}");
            let deleted = runtime.block_on(with_tokens(house.at, "DELETE", &path, &tokens, &Value::Null));
            assert!(tokens.is_empty() || deleted.status == 204, "{}", deleted.body);
        }
        format!("{} {}", answer.status, said["error"].as_str().unwrap_or_default())
    });
    let health = runtime.block_on(get(house.at, "/health"));
    assert_eq!(health.status, 200, "{}", health.body);
}
