//! What troops in ambush do is no step to those who cannot see them.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;
#[path = "common/house.rs"]
mod house;

use common::{Socket, get_with, number, post, word};
use house::house;
use serde_json::{Value, json};

/// A view without its number, in which nothing may change unless a step is told.
fn bare(view: &Value) -> Value {
    let mut view = view.clone();
    view.as_object_mut().unwrap().remove("seq");
    view
}

#[tokio::test]
async fn steps_are_numbered_without_those_that_nobody_noticed() {
    let house = house().await;
    let anyone = json!({"ai": "random"});
    let mut unnoticed = 0;
    for seed in 1..=4 {
        let body = json!({"scenario": "toms/sicily", "red": anyone, "blue": anyone, "seed": seed});
        let made = post(house.at, "/api/battles", &body).await.json();
        let (id, token) = (word(&made, "/id"), word(&made, "/links/spectator"));
        let (mut watcher, welcome) = Socket::join(house.at, &id, &[&token]).await;
        let (mut seen, mut seq) = (welcome["views"]["spectator"].clone(), 0);
        let mut thinking = welcome["thinking"].clone();
        while seen["pending"]["kind"] != "over" {
            let message = watcher.next().await.unwrap();
            match message["type"].as_str().unwrap() {
                "thinking" => {
                    assert_ne!(message["side"], thinking, "he has begun to think again, so he has decided");
                    thinking = message["side"].clone();
                }
                "step" => {
                    let view = &message["views"]["spectator"];
                    let over = view["pending"]["kind"] == "over";
                    let empty = message["entries"].as_array().unwrap().is_empty();
                    assert!(
                        over || !empty || bare(view) != bare(&seen),
                        "nothing is to be seen of {message}"
                    );
                    seq += 1;
                    assert_eq!(view["seq"], seq);
                    assert!(over || message["seq"] == seq);
                    (seen, thinking) = (view.clone(), Value::Null);
                }
                _ => {}
            }
        }
        let replayed = |view: &'static str| {
            let path = format!("/api/battles/{id}/replay?from=0&count=100&view={view}");
            let at = house.at;
            let token = token.clone();
            async move { get_with(at, &path, &token).await.json() }
        };
        let (spectators, opened) = (replayed("spectator").await, replayed("opened").await);
        assert_eq!(spectators["total"], seq);
        for replay in [&spectators, &opened] {
            let numbers = replay["steps"].as_array().unwrap().iter().map(|step| number(step, "/seq"));
            assert!(numbers.eq(0..(number(replay, "/total") + 1).min(100)), "{}", replay["total"]);
        }
        unnoticed += number(&opened, "/total") - seq;
        // Whoever comes now reads everything.
        let (_, welcome) = Socket::join(house.at, &id, &[&token]).await;
        assert_eq!(welcome["seq"], opened["total"]);
        assert_eq!(welcome["steps"].as_array().unwrap().len() as u64, number(&opened, "/total"));
    }
    assert!(unnoticed > 0, "nobody has stirred in ambush");
}
