//! The report of a battle: the same page here as at the command line, and no advice while a friend plays.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;
#[path = "common/house.rs"]
mod house;

use common::{create, get_with, post, word};
use dice::Seeded;
use house::house;
use opponent::{Level, Player, fight_recorded};
use proto::{End, FORMAT, Header};
use report::tale::{About, Report, article, player, recorded};
use serde_json::json;
use testudo::Scenario;
use umpire::{BySide, Pending};

/// A battle of two recruits as a file.
fn file() -> String {
    let scenario = Scenario::bundled("dba/zama").unwrap();
    let mut battle = scenario.muster().unwrap();
    let mut players = BySide::each(|side| Player::new(Level::Recruit, 7, side));
    let mut steps = Vec::new();
    fight_recorded(&mut battle, &mut players, &mut Seeded::new(7), |_, step, _| steps.push(step)).unwrap();
    let header = Header {
        testudo: FORMAT,
        engine: env!("CARGO_PKG_VERSION").into(),
        book: "dba".into(),
        rules: Some(battle.rules_version()),
        scenario: scenario.name.clone(),
        text: scenario.text.clone(),
        seed: Some(7),
        dice: None,
        red: "recruit".into(),
        blue: "recruit".into(),
    };
    let Pending::Over(outcome) = battle.pending() else { panic!("it is fought out") };
    let end = End::new(steps.len(), battle.digest(), &outcome);
    let mut out = Vec::new();
    proto::write_saved(&mut out, &header, &steps, Some(end), battle.manners()).unwrap();
    String::from_utf8(out).unwrap()
}

#[tokio::test]
async fn the_same_battle_is_the_same_page_here_and_at_the_command_line() {
    let (house, file) = (house().await, file());
    let made = post(house.at, "/api/battles/import", &json!({"file": file})).await.json();
    let (id, token) = (word(&made, "/id"), word(&made, "/links/red"));
    let served = get_with(house.at, &format!("/api/battles/{id}/report?battles=1"), &token).await;
    assert_eq!(served.status, 200, "{}", served.body);

    let saved = proto::read_saved(&file).unwrap();
    let scenario = Scenario {
        book: testudo::book("dba").unwrap(),
        name: "dba/zama".into(),
        text: saved.header.text.clone(),
    };
    let start = scenario.muster().unwrap();
    let chronicle = recorded(&start, &saved.steps(start.manners()).unwrap()).unwrap();
    let about = About {
        title: scenario.title(),
        book: scenario.book.title.to_owned(),
        summary: scenario.summary(),
        // Whoever takes a file in plays both sides from there on.
        players: BySide([player("here"), player("here")]),
        replay: Some(format!("/replay/{id}")),
    };
    let own = article(&Report::of(&chronicle, about, 1).unwrap());
    assert!(word(&served.json(), "/article") == own, "the page differs");
}

#[tokio::test]
async fn a_report_needs_a_token_and_gives_no_advice_while_a_friend_plays() {
    let house = house().await;
    let made = create(house.at, json!("here"), json!("link")).await;
    let (id, token) = (word(&made, "/id"), word(&made, "/links/red"));
    let path = format!("/api/battles/{id}/report");
    assert_eq!(get_with(house.at, &path, "nobody").await.status, 403);
    assert_eq!(get_with(house.at, &path, &token).await.status, 200);
    assert_eq!(get_with(house.at, &format!("{path}?view=blue"), &token).await.status, 403);
    assert_eq!(get_with(house.at, &format!("{path}?battles=9"), &token).await.status, 403);
}
