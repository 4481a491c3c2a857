//! What is answered over HTTP.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;
#[path = "common/house.rs"]
mod house;

use common::{create, get, post, request, word};
use house::{house, house_with};
use serde_json::{Value, json};
use testudo_server::Limits;

#[tokio::test]
async fn the_shelf_is_told() {
    let house = house().await;
    let books = get(house.at, "/api/books").await;
    assert_eq!(books.status, 200);
    let books = books.json();
    assert_eq!(books[0]["id"], "dba");
    assert_eq!(books[0]["opponents"][0], "recruit");

    let rules = get(house.at, "/api/books/dba/rules").await.json();
    assert_eq!(rules.as_array().unwrap().len() as u64, books[0]["rules"].as_u64().unwrap());
    assert!(rules.as_array().unwrap().iter().all(|r| !r["text"].as_str().unwrap().is_empty()));

    let armies = get(house.at, "/api/books/dba/armies").await.json();
    assert!(armies.as_array().unwrap().iter().any(|a| a["id"] == "gallic" && !a["lines"][0].is_null()));

    let scenarios = get(house.at, "/api/books/dba/scenarios").await.json();
    let zama = scenarios.as_array().unwrap().iter().find(|s| s["id"] == "dba/zama").unwrap();
    assert_eq!(zama["map"]["viewer"], "spectator");
    assert!(zama["map"]["units"].as_array().unwrap().len() >= 24);
    assert!(!zama["map"]["table"]["terrain"].as_array().unwrap().is_empty());

    let toggles = get(house.at, "/api/books/dba/house").await.json();
    let camps = toggles.as_array().unwrap().iter().find(|f| f["name"] == "camps").unwrap();
    assert_eq!((&camps["type"], &camps["default"]), (&json!("bool"), &json!(true)));
    assert!(!camps["help"].as_str().unwrap().is_empty());

    assert_eq!(get(house.at, "/api/books/chess/rules").await.status, 404);
    assert_eq!(get(house.at, "/api/books/chess/house").await.status, 404);
}

#[tokio::test]
async fn the_umpire_answers_or_names_every_fault() {
    let house = house().await;
    let questions = get(house.at, "/api/books/dba/questions").await.json();
    let troop = questions.as_array().unwrap().iter().find(|q| q["id"] == "troop").unwrap();
    assert_eq!(troop["fields"][0]["name"], "troop");

    let good = post(house.at, "/api/books/dba/ask/troop", &json!({"troop": "knights"})).await;
    assert_eq!(good.status, 200, "{}", good.body);
    assert!(good.json().is_object());

    let bad = post(house.at, "/api/books/dba/ask/troop", &json!({"trop": "knights"})).await;
    assert_eq!(bad.status, 422);
    let said = bad.json();
    assert_eq!(said["code"], "faults");
    assert_eq!(said["faults"][0]["path"], "trop");
    assert!(said["error"].as_str().unwrap().contains("trop"));

    let head = "POST /api/books/dba/ask/troop HTTP/1.1\r\ncontent-type: application/json";
    assert_eq!(request(house.at, head, "{\"troop\":").await.status, 422);
    assert_eq!(request(house.at, head, &"[".repeat(5000)).await.status, 422);
    assert_eq!(request(house.at, head, &" ".repeat(100_000)).await.status, 413);
    assert_eq!(post(house.at, "/api/books/dba/ask/nothing", &json!({})).await.status, 404);
    // A page elsewhere can send text without asking; text is not taken.
    let plain =
        request(house.at, "POST /api/books/dba/ask/troop HTTP/1.1\r\ncontent-type: text/plain", "{}").await;
    assert_eq!(plain.status, 415);
}

#[tokio::test]
async fn battles_are_created_and_listed() {
    let house = house().await;
    let hot = create(house.at, json!("here"), json!("here")).await;
    let alone = create(house.at, json!({"ai": "recruit"}), json!("here")).await;
    assert!(hot["links"]["red"].is_string() && hot["links"]["blue"].is_string());
    assert!(alone["links"]["red"].is_null() && alone["links"]["spectator"].is_string());

    let tokens =
        json!({"tokens": [hot["links"]["red"], hot["links"]["blue"], alone["links"]["spectator"], "junk"]});
    let mine = post(house.at, "/api/battles/mine", &tokens).await.json();
    assert_eq!(mine.as_array().unwrap().len(), 2);
    let listed = mine.as_array().unwrap().iter().find(|b| b["id"] == hot["id"]).unwrap();
    assert_eq!(listed["roles"], json!(["red", "blue"]));
    assert_eq!(listed["seats"], json!({"red": "here", "blue": "here"}));
    assert_eq!((listed["turn"].as_u64(), &listed["name"]), (Some(0), &json!("Zama, 202 BC")));
    assert_eq!(listed["waiting"], "red");

    let armies = json!({"book": "dba", "red_army": "gallic", "blue_army": "polybian_roman",
        "red": "here", "blue": "link", "house": {"camps": false}});
    let made = post(house.at, "/api/battles", &armies).await;
    assert_eq!(made.status, 201, "{}", made.body);
    assert!(made.json()["links"]["blue"].is_null(), "a friend's token is nobody else's");
    let token = json!({"tokens": [made.json()["links"]["red"]]});
    let mine = post(house.at, "/api/battles/mine", &token).await.json();
    assert_eq!(mine[0]["name"], "Gallic against Polybian Roman");
}

#[tokio::test]
async fn a_battle_that_cannot_be_is_refused_by_field() {
    let house = house().await;
    let refused = async |body: Value| {
        let answer = post(house.at, "/api/battles", &body).await;
        assert_eq!(answer.status, 422, "{}", answer.body);
        answer.json()
    };
    let path = |said: &Value| word(said, "/faults/0/path");
    let said = refused(json!({"scenario": "dba/zma", "red": "here", "blue": "here"})).await;
    assert_eq!(path(&said), "scenario");
    assert!(word(&said, "/error").contains("dba/zama"), "{said}");
    let said = refused(json!({"scenario": "dba/zama", "red": {"ai": "caesar"}, "blue": "here"})).await;
    assert_eq!(path(&said), "red");
    let pair = |book: &str, blue: &str| json!({"book": book, "red_army": "gallic", "blue_army": blue, "red": "here", "blue": "here"});
    assert_eq!(path(&refused(pair("chess", "gallic")).await), "book");
    assert_eq!(path(&refused(pair("dba", "martian")).await), "blue_army");
    refused(json!({"scenario": "dba/zama", "red": "here", "blue": "here", "house": {"no_such_rule": true}}))
        .await;
    refused(json!({"scenario": "dba/zama", "red": "here"})).await;
    refused(json!([])).await;
}

#[tokio::test]
async fn every_answer_has_its_safeguards() {
    let house = house().await;
    for path in ["/", "/battle/abc", "/api/books", "/api/nothing", "/missing.js"] {
        let answer = get(house.at, path).await;
        for header in [
            "content-security-policy: default-src 'self'",
            "frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
        ] {
            assert!(answer.head.contains(header), "{path}: {}", answer.head);
        }
    }
    assert_eq!(get(house.at, "/api/nothing").await.status, 404);
    assert_eq!(get(house.at, "/missing.js").await.status, 404);
    let page = get(house.at, "/battle/abc").await;
    assert_eq!(page.status, 200);
    assert!(page.body.to_lowercase().contains("<!doctype html>"));
    assert!(get(house.at, "/api/openapi.json").await.json()["paths"]["/api/battles"]["post"].is_object());
}

#[tokio::test]
async fn who_asks_too_often_waits() {
    let limits =
        Limits { battles: 1, battles_burst: 2, requests: 1, requests_burst: 30, ..Limits::default() };
    let house = house_with(limits).await;
    let body = json!({"scenario": "dba/zama", "red": "here", "blue": "here"});
    let mut statuses = Vec::new();
    for _ in 0..4 {
        statuses.push(post(house.at, "/api/battles", &body).await.status);
    }
    assert_eq!(statuses[..2], [201, 201]);
    assert!(statuses[2..].contains(&429), "{statuses:?}");
    let mut refused = 0;
    for _ in 0..60 {
        let answer = get(house.at, "/api/books").await;
        if answer.status == 429 {
            refused += 1;
            assert!(answer.head.contains("retry-after: "), "{}", answer.head);
        }
    }
    assert!(refused > 0);
}
