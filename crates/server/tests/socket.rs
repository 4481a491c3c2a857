//! Battles over the socket.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;
#[path = "common/house.rs"]
mod house;

use common::{Socket, answer, claim, create, get, get_with, number, post, request, word};
use flate2::read::DeflateDecoder;
use futures_util::{SinkExt as _, StreamExt as _};
use house::{house, house_with, node};
use serde_json::{Value, json};
use std::io::Read as _;
use testudo_server::Limits;
use tokio_tungstenite::tungstenite::Message;

#[tokio::test]
async fn two_people_play_and_each_sees_his_own() {
    let house = house().await;
    let made = create(house.at, json!("here"), json!("link")).await;
    let id = word(&made, "/id");
    let (mut red, welcome) = Socket::join(house.at, &id, &[&word(&made, "/links/red")]).await;
    let (mut blue, other) = Socket::join(house.at, &id, &[&word(&made, "/links/blue")]).await;
    let (mut watcher, third) = Socket::join(house.at, &id, &[&word(&made, "/links/spectator")]).await;
    assert_eq!((&welcome["roles"], &other["roles"]), (&json!(["red"]), &json!(["blue"])));
    assert_eq!(welcome["views"]["red"]["viewer"], "red");
    assert!(welcome["views"]["blue"].is_null() && other["views"]["red"].is_null());
    assert_eq!(third["views"]["spectator"]["viewer"], "spectator");
    assert_eq!(welcome["battle"]["seats"], json!({"red": "here", "blue": "link"}));

    let (side, command) = answer(&welcome["views"]["red"]).unwrap();
    assert_eq!(side, "red");
    red.submit(0, "red", &command).await;
    for (socket, eyes) in [(&mut red, "red"), (&mut blue, "blue"), (&mut watcher, "spectator")] {
        let step = socket.hear().await;
        assert_eq!((&step["type"], &step["seq"], &step["side"]), (&json!("step"), &json!(1), &json!("red")));
        let views = step["views"].as_object().unwrap();
        assert_eq!(views.keys().collect::<Vec<_>>(), [eyes]);
        assert_eq!(views[eyes]["seq"], 1);
    }
}

#[tokio::test]
async fn one_who_holds_both_seats_gets_both_views_apart() {
    let house = house().await;
    let made = create(house.at, json!("here"), json!("here")).await;
    let tokens = [word(&made, "/links/red"), word(&made, "/links/blue")];
    let (mut both, welcome) = Socket::join(house.at, &word(&made, "/id"), &[&tokens[0], &tokens[1]]).await;
    let mut views = welcome["views"].clone();
    for seq in 0..30 {
        assert_eq!((&views["red"]["viewer"], &views["blue"]["viewer"]), (&json!("red"), &json!("blue")));
        let (side, command) = answer(&views["red"]).unwrap();
        both.submit(seq, &side, &command).await;
        let step = both.hear().await;
        assert_eq!(step["seq"], seq + 1, "{step}");
        views = step["views"].clone();
    }
    assert!(views["red"]["turn"].as_u64().unwrap() >= 3);
}

#[tokio::test]
async fn after_the_end_nothing_more_is_decided() {
    let house = house().await;
    let house_rules = json!({"max_bounds": 3});
    let body =
        json!({"scenario": "dba/zama", "red": "here", "blue": "here", "seed": 7, "house": house_rules});
    let made = post(house.at, "/api/battles", &body).await.json();
    let tokens = [word(&made, "/links/red"), word(&made, "/links/blue")];
    let (mut both, welcome) = Socket::join(house.at, &word(&made, "/id"), &[&tokens[0], &tokens[1]]).await;
    let mut view = welcome["views"]["red"].clone();
    while let Some((side, command)) = answer(&view) {
        both.submit(number(&view, "/seq"), &side, &command).await;
        view = both.hear().await["views"]["red"].clone();
    }
    assert_eq!(
        (&view["pending"]["kind"], &view["pending"]["winner"]),
        (&json!("over"), &Value::Null),
        "{view}"
    );
    both.submit(number(&view, "/seq"), "red", &json!("done")).await;
    let refused = both.hear().await;
    assert_eq!(refused["reasons"][0]["rule"], "umpire.over", "{refused}");
    let mine = post(house.at, "/api/battles/mine", &json!({"tokens": tokens})).await.json();
    assert_eq!(mine[0]["waiting"], "nobody");
}

#[tokio::test]
async fn what_is_not_allowed_is_refused_and_changes_nothing() {
    let house = house().await;
    let made = create(house.at, json!("here"), json!("here")).await;
    let (id, token) = (word(&made, "/id"), word(&made, "/links/red"));
    let (mut red, welcome) = Socket::join(house.at, &id, &[&token]).await;
    let (_, command) = answer(&welcome["views"]["red"]).unwrap();

    red.submit(0, "blue", &command).await;
    let refused = red.hear().await;
    assert_eq!((&refused["type"], &refused["why"]), (&json!("refused"), &json!("not_your_seat")));

    red.submit(0, "red", &json!({"shoot": [[65535, 65535]]})).await;
    let refused = red.hear().await;
    assert_eq!((&refused["type"], &refused["why"]), (&json!("refused"), &json!("rules")));
    assert!(refused["reasons"][0]["rule"].is_string(), "{refused}");

    red.submit(5, "red", &command).await;
    let refused = red.hear().await;
    assert_eq!((&refused["type"], &refused["why"]), (&json!("refused"), &json!("stale")));
    let state = red.hear().await;
    assert_eq!((&state["type"], &state["seq"]), (&json!("welcome"), &json!(0)));

    red.submit(0, "red", &json!({"move": {"manner": "fly", "units": [0], "path": []}})).await;
    assert_eq!(red.hear().await["code"], "malformed");
    red.say(&json!({"type": "preview", "id": 3, "side": "blue", "command": "done"})).await;
    assert_eq!(red.hear().await["code"], "forbidden");

    let (_, again) = Socket::join(house.at, &id, &[&token]).await;
    assert_eq!((number(&again, "/seq"), again["steps"].as_array().unwrap().len()), (0, 0));
    assert_eq!(again["views"], welcome["views"]);
}

#[tokio::test]
async fn previews_and_regions_are_answered() {
    let house = house().await;
    let made = create(house.at, json!("here"), json!("here")).await;
    let (mut red, welcome) = Socket::join(house.at, &word(&made, "/id"), &[&word(&made, "/links/red")]).await;
    let (_, begin) = answer(&welcome["views"]["red"]).unwrap();
    red.submit(0, "red", &begin).await;
    let step = red.hear().await;
    let form = &step["views"]["red"]["pending"]["ask"]["form"];
    assert_eq!(form["kind"], "move", "{form}");
    let (unit, manner) = (&form["units"][0], &form["manners"][0]["key"]);
    let ahead = json!({"move": {"manner": manner, "units": [unit], "path": [{"forward": 1000}]}});
    red.say(&json!({"type": "preview", "id": 8, "side": "red", "command": ahead})).await;
    let preview = red.hear().await;
    assert_eq!((&preview["type"], &preview["id"]), (&json!("preview"), &json!(8)));
    assert_eq!(preview["preview"]["ghosts"][0][0], *unit, "{preview}");
    let odd = json!({"move": {"manner": manner, "units": [60000], "path": [{"forward": i32::MAX}]}});
    red.say(&json!({"type": "preview", "id": 9, "side": "red", "command": odd})).await;
    let preview = red.hear().await;
    assert!(!preview["preview"]["refusals"].as_array().unwrap().is_empty(), "{preview}");
    red.say(&json!({"type": "regions", "id": 10, "unit": unit})).await;
    let regions = red.hear().await;
    assert_eq!((&regions["type"], &regions["id"]), (&json!("regions"), &json!(10)));
    assert!(!regions["regions"].as_array().unwrap().is_empty());
    red.say(&json!({"type": "regions", "id": 11, "unit": 60000})).await;
    assert_eq!(red.hear().await["regions"], json!([]));
    red.say(&json!({"type": "ping"})).await;
    assert_eq!(red.hear().await["type"], "pong");
}

/// Which step it is, who took it, and what it says.
fn bare(step: &Value) -> Value {
    json!({"seq": step["seq"], "side": step["side"], "entries": step["entries"]})
}

#[tokio::test]
async fn one_who_comes_back_is_told_what_he_missed() {
    let house = house().await;
    let made = create(house.at, json!("here"), json!("here")).await;
    let id = word(&made, "/id");
    let tokens = [word(&made, "/links/red"), word(&made, "/links/blue")];
    let (mut both, welcome) = Socket::join(house.at, &id, &[&tokens[0], &tokens[1]]).await;
    let mut views = welcome["views"].clone();
    let mut told = Vec::new();
    for seq in 0..6 {
        let (side, command) = answer(&views["red"]).unwrap();
        both.submit(seq, &side, &command).await;
        let step = both.hear().await;
        told.push(bare(&step));
        views = step["views"].clone();
    }
    drop(both);
    let mut back = Socket::open(house.at, &id).await;
    back.say(&json!({"type": "hello", "tokens": tokens, "since": 4})).await;
    let welcome = back.hear().await;
    let missed: Vec<Value> = welcome["steps"].as_array().unwrap().iter().map(bare).collect();
    assert_eq!(missed, told[4..]);
    assert_eq!(welcome["views"], views);
}

#[tokio::test]
async fn without_a_token_nothing_is_told() {
    let house = house().await;
    let (a, b) = (
        create(house.at, json!("here"), json!("here")).await,
        create(house.at, json!("here"), json!("here")).await,
    );
    let id = word(&a, "/id");
    for tokens in [json!([]), json!(["guess"]), json!([b["links"]["red"]])] {
        let mut socket = Socket::open(house.at, &id).await;
        socket.say(&json!({"type": "hello", "tokens": tokens})).await;
        assert_eq!(socket.hear().await["code"], "forbidden");
        assert!(socket.next().await.is_none());
    }
    let mut socket = Socket::open(house.at, "nosuchbattle").await;
    socket.say(&json!({"type": "hello", "tokens": [a["links"]["red"]]})).await;
    assert_eq!(socket.hear().await["code"], "forbidden");
    for path in ["replay", "file"] {
        assert_eq!(get(house.at, &format!("/api/battles/{id}/{path}")).await.status, 403);
        let other = get_with(house.at, &format!("/api/battles/{id}/{path}"), &word(&b, "/links/red")).await;
        assert_eq!(other.status, 403);
        // A token in an address would be logged and kept in histories: it opens nothing.
        let named =
            get(house.at, &format!("/api/battles/{id}/{path}?token={}", word(&a, "/links/red"))).await;
        assert!([403, 422].contains(&named.status), "{}", named.body);
    }
}

#[tokio::test]
async fn bad_messages_are_survived() {
    let limits = Limits { messages: 1, messages_burst: 20, ..Limits::default() };
    let house = house_with(limits).await;
    let made = create(house.at, json!("here"), json!("here")).await;
    let (id, token) = (word(&made, "/id"), word(&made, "/links/red"));

    let mut rude = Socket::open(house.at, &id).await;
    rude.say(&json!({"type": "ping"})).await;
    assert_eq!(rude.hear().await["code"], "malformed");
    assert!(rude.next().await.is_none());

    let (mut red, _) = Socket::join(house.at, &id, &[&token]).await;
    let bad = [
        "",
        "{",
        "null",
        "[]",
        "{\"type\":\"submit\"}",
        "{\"type\":\"regions\",\"id\":1,\"unit\":1,\"more\":1}",
        "{\"type\":\"dance\"}",
        "{\"type\":\"submit\",\"seq\":-1,\"side\":\"red\",\"command\":\"done\"}",
        "{\"type\":\"submit\",\"seq\":0,\"side\":\"green\",\"command\":\"done\"}",
    ];
    for text in bad {
        red.say_text(text.to_owned()).await;
        assert_eq!(red.hear().await["code"], "malformed", "{text}");
    }
    red.say_text("[".repeat(60_000)).await;
    assert_eq!(red.hear().await["code"], "malformed");
    red.say(&json!({"type": "hello", "tokens": [token]})).await;
    assert_eq!(red.hear().await["code"], "malformed");

    // Too long: said so if there is time, and closed.
    red.say_text(format!("\"{}\"", "x".repeat(100_000))).await;
    while red.next().await.is_some() {}

    let (mut fast, _) = Socket::join(house.at, &id, &[&token]).await;
    for _ in 0..60 {
        fast.say(&json!({"type": "ping"})).await;
    }
    assert_eq!(fast.hear_a("error").await["code"], "too_fast");
}

#[tokio::test]
async fn the_computer_plays_its_seat() {
    let house = house().await;
    let made = create(house.at, json!("here"), json!({"ai": "recruit"})).await;
    let (mut red, welcome) = Socket::join(house.at, &word(&made, "/id"), &[&word(&made, "/links/red")]).await;
    let mut view = welcome["views"]["red"].clone();
    let mut sides = Vec::new();
    while sides.iter().filter(|side| *side == "blue").count() < 5 {
        if let Some((side, command)) = answer(&view)
            && side == "red"
        {
            red.submit(number(&view, "/seq"), "red", &command).await;
        }
        let step = red.hear_a("step").await;
        sides.push(word(&step, "/side"));
        view = step["views"]["red"].clone();
    }
    assert!(red.heard.iter().any(|m| m.contains("\"thinking\",\"side\":\"blue\"")));
}

#[tokio::test]
async fn the_computer_says_why_when_its_turn_is_over() {
    let house = house().await;
    let made = create(house.at, json!("here"), json!({"ai": "veteran"})).await;
    let (mut red, welcome) = Socket::join(house.at, &word(&made, "/id"), &[&word(&made, "/links/red")]).await;
    let mut view = welcome["views"]["red"].clone();
    while number(&view, "/turn") < 3 {
        if let Some((side, command)) = answer(&view)
            && side == "red"
        {
            red.submit(number(&view, "/seq"), "red", &command).await;
        }
        view = red.hear_a("step").await["views"]["red"].clone();
    }
    red.say(&json!({"type": "reasons", "id": 7})).await;
    let told = red.hear_a("reasons").await;
    let reasons = told["reasons"].as_array().unwrap();
    assert_eq!(told["id"], 7);
    assert!(!reasons.is_empty());
    assert!(reasons.iter().all(|r| r["side"] == "blue" && number(r, "/turn") < 3), "{told}");
    let last = number(&reasons[reasons.len() - 1], "/seq");
    red.say(&json!({"type": "reasons", "id": 8, "since": last})).await;
    assert_eq!(red.hear_a("reasons").await["reasons"], json!([]));
}

#[tokio::test]
async fn veterans_who_plan_a_battle_first_play_at_the_table() {
    let house = house().await;
    let ai = json!({"ai": "veteran"});
    let body = json!({"scenario": "wab/clastidium", "red": ai, "blue": ai, "seed": 7});
    let made = post(house.at, "/api/battles", &body).await.json();
    let (id, token) = (word(&made, "/id"), word(&made, "/links/spectator"));
    let (mut watcher, _) = Socket::join(house.at, &id, &[&token]).await;
    let mut sides = Vec::new();
    while sides.len() < 12 {
        sides.push(word(&watcher.hear_a("step").await, "/side"));
    }
    assert!(sides.iter().any(|side| side == "red") && sides.iter().any(|side| side == "blue"), "{sides:?}");
}

#[tokio::test]
async fn a_whole_battle_is_watched_replayed_saved_and_taken_in() {
    let house = house().await;
    let made = create(house.at, json!({"ai": "recruit"}), json!({"ai": "recruit"})).await;
    let (id, token) = (word(&made, "/id"), word(&made, "/links/spectator"));
    let (mut watcher, welcome) = Socket::join(house.at, &id, &[&token]).await;
    let mut last = welcome["views"]["spectator"].clone();
    let mut told = 0;
    while last["pending"]["kind"] != "over" {
        let step = watcher.hear_a("step").await;
        told += 1;
        assert_eq!(step["seq"], told);
        last = step["views"]["spectator"].clone();
    }

    let path = format!("/api/battles/{id}/replay?from=0&count=3");
    let replay = get_with(house.at, &path, &token).await.json();
    assert_eq!((&replay["total"], &replay["over"]), (&json!(told), &json!(true)));
    assert_eq!(replay["steps"].as_array().unwrap().len(), 3);
    assert_eq!(replay["steps"][0]["view"]["viewer"], "opened");
    assert_eq!((&replay["steps"][0]["side"], &replay["steps"][2]["seq"]), (&Value::Null, &json!(2)));
    let path = format!("/api/battles/{id}/replay?from={told}&view=spectator");
    let end = get_with(house.at, &path, &token).await.json();
    assert_eq!(end["steps"][0]["view"], last);

    let head = format!("GET /api/battles/{id}/file HTTP/1.1\r\nauthorization: Bearer {token}");
    let file = request(house.at, &head, "").await;
    assert_eq!(file.status, 200);
    let saved = proto::read_saved(&file.body).unwrap();
    // The seed was chosen: now that it is over, it is told.
    assert_eq!(
        (saved.header.seed, &saved.header.dice),
        (Some(7), &Some(proto::SavedDice::Chosen { taken: 0 }))
    );
    assert_eq!(saved.end.as_ref().unwrap().reason, last["pending"]["reason"]);

    let taken = post(house.at, "/api/battles/import", &json!({"file": file.body})).await;
    assert_eq!(taken.status, 201, "{}", taken.body);
    let taken = taken.json();
    let (_, again) = Socket::join(house.at, &word(&taken, "/id"), &[&word(&taken, "/links/spectator")]).await;
    assert_eq!(again["views"]["spectator"], last);

    // A die turned over: the battle no longer comes out as it did.
    let forged = file.body.replacen("\"dice\":[1", "\"dice\":[2", 1);
    let forged =
        if forged == file.body { file.body.replacen("\"dice\":[6", "\"dice\":[5", 1) } else { forged };
    assert_ne!(forged, file.body);
    let refused = post(house.at, "/api/battles/import", &json!({"file": forged})).await;
    assert_eq!((refused.status, word(&refused.json(), "/faults/0/path").as_str()), (422, "file"));
}

#[tokio::test]
async fn an_unfinished_battle_is_saved_only_by_whoever_plays_it_all() {
    let house = house().await;
    let made = create(house.at, json!("here"), json!("link")).await;
    let id = word(&made, "/id");
    let bearer =
        |tokens: &str| format!("GET /api/battles/{id}/file HTTP/1.1\r\nauthorization: Bearer {tokens}");
    let (red, blue) = (word(&made, "/links/red"), word(&made, "/links/blue"));
    assert_eq!(request(house.at, &bearer(&red), "").await.status, 403);
    assert_eq!(request(house.at, &bearer(&format!("{red},{blue}")), "").await.status, 200);
    let other = format!("/api/battles/{id}/replay?view=blue");
    assert_eq!(get_with(house.at, &other, &red).await.status, 403);
    let own = get_with(house.at, &format!("/api/battles/{id}/replay"), &red).await.json();
    assert_eq!(own["steps"][0]["view"]["viewer"], "red");
}

#[tokio::test]
async fn what_is_hidden_never_reaches_the_other_side() {
    let house = house().await;
    let body = json!({"book": "dba", "red_army": "gallic", "blue_army": "polybian_roman",
        "red": "here", "blue": "link"});
    let made = post(house.at, "/api/battles", &body).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let made = made.json();
    let id = word(&made, "/id");
    let friend = claim(house.at, &word(&made, "/invitations/blue")).await;
    let (red, welcome) = Socket::join(house.at, &id, &[&word(&made, "/links/red")]).await;
    let (blue, other) = Socket::join(house.at, &id, &[&friend]).await;
    let (watcher, _) = Socket::join(house.at, &id, &[&word(&made, "/links/spectator")]).await;
    let names = |view: &Value, side: &str| -> Vec<String> {
        let units =
            view["units"].as_array().unwrap().iter().filter(|u| u["side"] == side && u["place"] == "waiting");
        units.map(|u| word(u, "/name")).collect()
    };
    let own = names(&welcome["views"]["red"], "red");
    assert!(own.iter().any(|name| name == "Warband"), "{own:?}");
    let seen = names(&other["views"]["blue"], "red");
    assert_eq!(seen.iter().filter(|name| *name == "unknown").count(), 12, "{seen:?}");
    assert!(blue.heard.iter().chain(&watcher.heard).all(|text| !text.contains("Warband")));
    assert!(red.heard.iter().all(|text| !text.contains("Spear")), "Rome's spears are hidden from Gaul");
}

#[tokio::test]
async fn two_nodes_race_on_one_battle() {
    let house = house().await;
    let mut stores = vec![house.store.clone()];
    stores.extend(std::env::var("TESTUDO_PG_URL"));
    for store in stores {
        let nodes = [node(&store, Limits::default()).await, node(&store, Limits::default()).await];
        let made = create(nodes[0], json!("here"), json!("here")).await;
        let id = word(&made, "/id");
        let tokens = [word(&made, "/links/red"), word(&made, "/links/blue")];
        let (mut here, welcome) = Socket::join(nodes[0], &id, &[&tokens[0], &tokens[1]]).await;
        let (mut there, _) = Socket::join(nodes[1], &id, &[&tokens[0], &tokens[1]]).await;
        let mut view = welcome["views"]["red"].clone();
        for seq in 0..20u64 {
            let (side, command) = answer(&view).unwrap();
            tokio::join!(here.submit(seq, &side, &command), there.submit(seq, &side, &command));
            let (a, b) = tokio::join!(settled(&mut here, seq), settled(&mut there, seq));
            // One of them carried it out; both know how it came out, and alike.
            assert_eq!(a, b);
            view = a;
        }
        let mut replay = get_with(nodes[0], &format!("/api/battles/{id}/replay"), &tokens[0]).await.json();
        assert_eq!(number(&replay, "/total"), 20);
        assert_eq!(replay["steps"][20]["view"].take(), view);
    }
}

/// What a node says of step `seq + 1` in the end: carried out, or refused as stale with the present state.
async fn settled(socket: &mut Socket, seq: u64) -> Value {
    loop {
        let message = socket.hear().await;
        match message["type"].as_str().unwrap() {
            "step" | "welcome" if message["seq"] == seq + 1 => return message["views"]["red"].clone(),
            "refused" => assert_eq!(message["why"], "stale", "{message}"),
            _ => {}
        }
    }
}

#[tokio::test]
async fn a_step_tells_only_what_has_changed() {
    let house = house().await;
    let made = create(house.at, json!("here"), json!({"ai": "recruit"})).await;
    let (mut red, welcome) = Socket::join(house.at, &word(&made, "/id"), &[&word(&made, "/links/red")]).await;
    let whole = red.heard[0].len();
    let (side, command) = answer(&welcome["views"]["red"]).unwrap();
    red.submit(0, &side, &command).await;
    let step = red.hear_a("step").await;
    assert_eq!(step["views"]["red"]["turn"], 1);
    let told = red.heard.iter().find(|m| m.starts_with("{\"type\":\"step\"")).unwrap().len();
    assert!(told * 4 < whole, "{told} of {whole}");
}

#[tokio::test]
async fn what_is_planned_is_rehearsed_carried_as_far_as_it_goes_and_taken_back() {
    let house = house().await;
    let made = create(house.at, json!("here"), json!({"ai": "recruit"})).await;
    let (mut red, welcome) = Socket::join(house.at, &word(&made, "/id"), &[&word(&made, "/links/red")]).await;
    let (_, begin) = answer(&welcome["views"]["red"]).unwrap();
    red.submit(0, "red", &begin).await;
    let mut step = red.hear_a("step").await;
    while step["views"]["red"]["pending"]["ask"]["form"]["kind"] != "move"
        || step["views"]["red"]["pending"]["side"] != "red"
        || number(&step["views"]["red"], "/budgets/0/left") < 2
    {
        if step["views"]["red"]["pending"]["side"] == "red" {
            let (side, command) = answer(&step["views"]["red"]).unwrap();
            red.submit(number(&step, "/seq"), &side, &command).await;
        }
        step = red.hear_a("step").await;
    }
    let view = &step["views"]["red"];
    let unit = view["pending"]["ask"]["form"]["units"][0].clone();
    let far = json!({"move": {"manner": "single", "units": [unit], "path": [{"forward": 5_000_000}]}});
    red.say(&json!({"type": "ways", "id": 1, "side": "red", "commands": [far]})).await;
    let ways = red.hear_a("ways").await;
    let way = &ways["ways"][0];
    assert!(!way["stopped_by"].as_array().unwrap().is_empty());
    assert!(way["preview"]["refusals"].as_array().unwrap().is_empty());
    let command = way["command"].clone();
    let gone = command["move"]["path"][0]["forward"].as_i64().unwrap();
    assert!((100_000..5_000_000).contains(&gone), "{gone}");

    red.say(&json!({"type": "rehearse", "id": 2, "side": "red", "commands": [command]})).await;
    let tried = red.hear_a("rehearsed").await;
    assert_eq!((&tried["done"], &tried["rolls"]), (&json!(1), &json!(false)));
    let left = number(view, "/budgets/0/left");
    assert!(number(&tried["view"], "/budgets/0/left") < left);

    let (before, seq) = (view["units"].clone(), number(&step, "/seq"));
    assert!(step["back"]["red"].is_null(), "dice have fallen: {}", step["back"]);
    red.submit(seq, "red", &command).await;
    let moved = red.hear_a("step").await;
    assert_ne!(moved["views"]["red"]["units"], before);
    assert_eq!(moved["back"]["red"]["by_consent"], false);
    red.say(&json!({"type": "take_back", "seq": seq + 1, "side": "red"})).await;
    let again = red.hear_a("step").await;
    assert_eq!(again["views"]["red"]["units"], before);
    assert_eq!((number(&again, "/seq"), &again["back"]["red"]), (seq + 2, &json!(null)));
    assert!(again["entries"][0]["text"].as_str().unwrap().contains("takes back"), "{again}");

    // Nothing more can be taken back, and it is kept: a second socket sees the same.
    red.say(&json!({"type": "take_back", "seq": seq + 2, "side": "red"})).await;
    assert_eq!(red.hear_a("error").await["code"], "final");
    let id = word(&made, "/id");
    let path = format!("/api/battles/{id}/replay?from=0");
    let replay = get_with(house.at, &path, &word(&made, "/links/red")).await.json();
    assert_eq!(number(&replay, "/total"), seq + 2);
    let steps = replay["steps"].as_array().unwrap();
    assert_eq!(steps.last().unwrap()["view"]["units"], before);
}

#[tokio::test]
async fn a_friend_is_asked_before_anything_is_taken_back() {
    let house = house().await;
    let made = create(house.at, json!("here"), json!("link")).await;
    let id = word(&made, "/id");
    let (mut red, welcome) = Socket::join(house.at, &id, &[&word(&made, "/links/red")]).await;
    let (mut blue, _) = Socket::join(house.at, &id, &[&word(&made, "/links/blue")]).await;
    let mut view = welcome["views"]["red"].clone();
    let mut seq = 0;
    // On until red may move somebody: that needs no dice.
    let may_move = |view: &Value| {
        view["pending"]["side"] == "red"
            && view["pending"]["ask"]["form"]["kind"] == "move"
            && number(view, "/budgets/0/left") >= 2
    };
    while !may_move(&view) {
        let (side, command) = answer(&view).unwrap();
        let socket = if side == "red" { &mut red } else { &mut blue };
        socket.submit(seq, &side, &command).await;
        view = red.hear_a("step").await["views"]["red"].clone();
        blue.hear_a("step").await;
        seq += 1;
    }
    let unit = view["pending"]["ask"]["form"]["units"][0].clone();
    let far = json!({"move": {"manner": "single", "units": [unit], "path": [{"forward": 5_000_000}]}});
    red.say(&json!({"type": "ways", "id": 1, "side": "red", "commands": [far]})).await;
    let command = red.hear_a("ways").await["ways"][0]["command"].clone();
    red.submit(seq, "red", &command).await;
    let moved = red.hear_a("step").await;
    assert_eq!(moved["back"]["red"]["by_consent"], true);
    assert!(blue.hear_a("step").await["back"]["blue"].is_null());
    red.say(&json!({"type": "take_back", "seq": seq + 1, "side": "red"})).await;
    while blue.hear_a("presence").await["presence"]["asks_back"] != "red" {}
    blue.say(&json!({"type": "consent", "side": "blue", "granted": true})).await;
    let step = red.hear_a("step").await;
    assert_eq!((number(&step, "/seq"), &step["side"]), (seq + 2, &json!("red")));
    assert_eq!(step["views"]["red"]["units"], view["units"]);
    assert!(step["entries"][0]["text"].as_str().unwrap().contains("takes back"));
}

#[tokio::test]
async fn long_messages_come_compressed_to_those_who_ask_for_it() {
    let house = house().await;
    let made = create(house.at, json!("here"), json!("link")).await;
    let address = format!("ws://{}/api/battles/{}/socket?packed=true", house.at, word(&made, "/id"));
    let (mut stream, _) = tokio_tungstenite::connect_async(address).await.unwrap();
    let hello = json!({"type": "hello", "tokens": [word(&made, "/links/red")]});
    stream.send(Message::text(hello.to_string())).await.unwrap();
    let Message::Binary(bytes) = stream.next().await.unwrap().unwrap() else {
        panic!("a compressed message")
    };
    let mut text = String::new();
    DeflateDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
    let welcome: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(welcome["type"], "welcome");
    assert!(bytes.len() * 4 < text.len(), "{} of {} bytes", bytes.len(), text.len());
    // A short one comes as it is.
    stream.send(Message::text(r#"{"type":"ping"}"#)).await.unwrap();
    let short = loop {
        if let Message::Text(text) = stream.next().await.unwrap().unwrap() {
            break text;
        }
    };
    assert!(serde_json::from_str::<Value>(&short).is_ok(), "{short}");
}
