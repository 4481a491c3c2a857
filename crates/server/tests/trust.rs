//! Dice that nobody can choose, and seats that belong to whoever claimed them.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;
#[path = "common/house.rs"]
mod house;

use common::{
    Socket, answer, claim, create, get_with, hex, new_token, number, post, share, with_tokens, word,
};
use dice::{Lot, promise};
use house::{house, house_with};
use serde_json::{Value, json};
use std::net::SocketAddr;
use testudo_server::Limits;

/// Thirty-two bytes of hexadecimal digits.
fn bytes(text: &Value) -> [u8; 32] {
    proto::unhex(text.as_str().unwrap()).unwrap()
}

/// Lets both play the idlest battle there is to its end; gives the last view.
async fn play_out(red: &mut Socket, blue: &mut Socket, mut view: Value) -> Value {
    while let Some((side, command)) = answer(&view) {
        let (mover, other) = if side == "red" { (&mut *red, &mut *blue) } else { (&mut *blue, &mut *red) };
        mover.submit(number(&view, "/seq"), &side, &command).await;
        view = mover.hear_a("step").await["views"][&side].clone();
        other.hear_a("step").await;
    }
    view
}

/// A battle of two friends, with its secret and shares from the system's own chance. Another share would draw the same
/// two dozen dice once in 6^24 battles: never.
async fn friends(at: SocketAddr) -> (Value, String) {
    let body = json!({"scenario": "dba/zama", "red": "here", "blue": "link", "house": {"max_bounds": 24}});
    let made = post(at, "/api/battles", &body).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let made = made.json();
    let friend = claim(at, &word(&made, "/invitations/blue")).await;
    (made, friend)
}

#[tokio::test]
async fn a_seed_cannot_be_chosen_where_a_friend_plays() {
    let house = house().await;
    for (red, blue) in [("here", "link"), ("link", "here"), ("link", "link")] {
        let body = json!({"scenario": "dba/zama", "red": red, "blue": blue, "seed": 5});
        let refused = post(house.at, "/api/battles", &body).await;
        assert_eq!((refused.status, word(&refused.json(), "/faults/0/path").as_str()), (422, "seed"));
    }
    // One who plays alone may; everyone who looks is told, and nobody else can be given a seat.
    let made = create(house.at, json!("here"), json!("here")).await;
    let (id, red) = (word(&made, "/id"), word(&made, "/links/red"));
    let (_, welcome) = Socket::join(house.at, &id, &[&red]).await;
    assert_eq!(welcome["dice"]["source"], "chosen");
    for kind in ["hand", "carry"] {
        let body = json!({"kind": kind, "role": "red"});
        let refused =
            with_tokens(house.at, "POST", &format!("/api/battles/{id}/codes"), &[&red], &body).await;
        assert_eq!(refused.status, 403, "{}", refused.body);
    }
}

#[tokio::test]
async fn no_die_falls_before_both_have_given_their_share() {
    let house = house().await;
    let body = json!({"scenario": "dba/zama", "red": "here", "blue": "link"});
    let made = post(house.at, "/api/battles", &body).await.json();
    let (id, red_token) = (word(&made, "/id"), word(&made, "/links/red"));
    let (mut red, welcome) = Socket::join(house.at, &id, &[&red_token]).await;
    assert_eq!(welcome["dice"]["source"], "shares");
    assert_eq!(welcome["dice"]["promise"], made["promise"]);
    assert_eq!(welcome["dice"]["waits"], json!(["red", "blue"]));
    assert!(welcome["dice"]["secret"].is_null());
    let (_, command) = answer(&welcome["views"]["red"]).unwrap();
    let submit = json!({"type": "submit", "seq": 0, "side": "red", "command": command});
    red.say(&submit).await;
    assert_eq!(red.hear_a("refused").await["why"], "waiting");

    // Red cannot open a share before blue has promised one: the server does not look at it.
    red.say(&json!({"type": "share", "side": "red", "share": hex(&share("red"))})).await;
    red.say(&submit).await;
    assert_eq!(red.hear_a("refused").await["why"], "waiting");
    assert!(red.dice["shares"]["red"].is_null(), "{}", red.dice);

    let friend = claim(house.at, &word(&made, "/invitations/blue")).await;
    let (mut blue, told) = Socket::join(house.at, &id, &[&friend]).await;
    assert_eq!(told["dice"]["promised"]["red"], hex(&promise(&share("red"))));
    red.ready().await;
    blue.ready().await;
    red.say(&submit).await;
    red.hear_a("step").await;
    // What was promised is not changed any more, and another share is not taken for it.
    red.say(&json!({"type": "promise", "side": "red", "promise": hex(&[7; 32])})).await;
    red.say(&json!({"type": "share", "side": "red", "share": hex(&[7; 32])})).await;
    red.say(&json!({"type": "promise", "side": "blue", "promise": hex(&[7; 32])})).await;
    assert_eq!(red.hear_a("error").await["code"], "forbidden");
    assert_eq!(red.dice["promised"]["red"], hex(&promise(&share("red"))));
}

#[tokio::test]
async fn a_share_that_was_not_promised_is_refused() {
    let house = house().await;
    let body = json!({"scenario": "dba/zama", "red": "here", "blue": {"ai": "recruit"}});
    let made = post(house.at, "/api/battles", &body).await.json();
    let mut red = Socket::open(house.at, &word(&made, "/id")).await;
    red.say(&json!({"type": "hello", "tokens": [made["links"]["red"]]})).await;
    let welcome = red.hear().await;
    assert_eq!(welcome["dice"]["waits"], json!(["red"]), "against the computer one share does");
    for bad in ["", "xyz", &"0".repeat(63)] {
        red.say(&json!({"type": "promise", "side": "red", "promise": bad})).await;
        assert_eq!(red.hear_a("error").await["code"], "malformed");
    }
    red.say(&json!({"type": "promise", "side": "red", "promise": hex(&promise(&[1; 32]))})).await;
    red.say(&json!({"type": "share", "side": "red", "share": hex(&[2; 32])})).await;
    assert_eq!(red.hear_a("error").await["code"], "forbidden");
    red.say(&json!({"type": "share", "side": "red", "share": hex(&[1; 32])})).await;
    red.say(&json!({"type": "ping"})).await;
    red.hear_a("pong").await;
    assert_eq!(red.dice["waits"], json!([]));
}

#[tokio::test]
async fn after_the_battle_everyone_can_draw_every_die_again() {
    let house = house().await;
    let (made, friend) = friends(house.at).await;
    let id = word(&made, "/id");
    let (mut red, welcome) = Socket::join(house.at, &id, &[&word(&made, "/links/red")]).await;
    let (mut blue, _) = Socket::join(house.at, &id, &[&friend]).await;
    play_out(&mut red, &mut blue, welcome["views"]["red"].clone()).await;

    let file = get_with(house.at, &format!("/api/battles/{id}/file"), &friend).await.body;
    let saved = proto::read_saved(&file).unwrap();
    let scenario = testudo::Scenario::from_text("x", &saved.header.text).unwrap();
    let start = scenario.muster().unwrap();
    let steps = saved.steps(start.manners()).unwrap();
    assert!(steps.iter().filter(|step| !step.faces.is_empty()).count() > 20);
    assert_eq!(proto::prove(&saved, &start, &steps), Ok(proto::Proof::Shares { taken: 0, round: 1 }));
    // It goes back in, and the file of the new battle says which steps it has not thrown itself.
    let taken = post(house.at, "/api/battles/import", &json!({"file": file})).await;
    assert_eq!(taken.status, 201, "{}", taken.body);

    // A die, a share, the secret or the promise changed: each is found out, the die with its step.
    let thrown = steps.iter().position(|step| !step.faces.is_empty()).unwrap();
    let mut other = steps.clone();
    other[thrown].faces[0] = other[thrown].faces[0] % 6 + 1;
    let unfair = proto::prove(&saved, &start, &other).unwrap_err();
    assert_eq!(unfair.step, thrown + 1);
    let proto::SavedDice::Shares { promise: told, secret, red: share_of_red, .. } =
        saved.header.dice.clone().unwrap()
    else {
        panic!("it was drawn from shares")
    };
    assert_eq!(told, word(&made, "/promise"), "the promise of the first message is that of the file");
    for part in [told, secret.unwrap(), share_of_red.unwrap()] {
        let changed = if part.starts_with('0') { "1" } else { "0" };
        let forged = file.replacen(&part, &format!("{changed}{}", &part[1..]), 1);
        let forged = proto::read_saved(&forged).unwrap();
        assert!(proto::prove(&forged, &start, &steps).is_err());
    }

    // The page draws them from what the replay tells: decisions with their dice, shares and secret.
    let replay = get_with(house.at, &format!("/api/battles/{id}/replay?count=100"), &friend).await.json();
    let told = &replay["dice"];
    assert_eq!(promise(&bytes(&told["secret"])), bytes(&made["promise"]));
    let shares = ["red", "blue"].map(|side| Some(bytes(&told["shares"][side])));
    let lot = Lot { secret: bytes(&told["secret"]), shares };
    let mut seen = 0;
    for step in replay["steps"].as_array().unwrap() {
        for thrown in step["thrown"].as_array().into_iter().flatten() {
            let mut dice = lot.dice(number(thrown, "/n"));
            for roll in thrown["rolls"].as_array().unwrap() {
                assert_eq!(roll["die"], json!([[1, 1], [2, 1], [3, 1], [4, 1], [5, 1], [6, 1]]));
                let face = dice::Dice::roll(&mut dice, dice::RollId::new("x", 0), &dice::D6);
                assert_eq!(roll["face"], face);
                seen += 1;
            }
        }
    }
    assert!(seen > 20);
}

/// The secret is open once the battle is over: were the end taken back, every die to come would be known.
#[tokio::test]
async fn the_end_is_not_taken_back() {
    let house = house().await;
    let (made, friend) = friends(house.at).await;
    let id = word(&made, "/id");
    let (mut red, welcome) = Socket::join(house.at, &id, &[&word(&made, "/links/red")]).await;
    let (mut blue, _) = Socket::join(house.at, &id, &[&friend]).await;
    red.submit(number(&welcome["views"]["red"], "/seq"), "red", &json!("concede")).await;
    let over = red.hear_a("step").await;
    assert_eq!(over["views"]["red"]["pending"]["kind"], "over", "{over}");
    assert!(over["back"]["red"].is_null(), "{}", over["back"]);
    blue.hear_a("step").await;
    let seq = number(&over["views"]["red"], "/seq");
    red.say(&json!({"type": "take_back", "seq": seq, "side": "red"})).await;
    assert_eq!(red.hear_a("error").await["code"], "final");
    assert!(red.dice["secret"].is_string(), "{}", red.dice);
    // And nobody was asked to consent.
    let (_, again) = Socket::join(house.at, &id, &[&friend]).await;
    assert!(again["presence"]["asks_back"].is_null() && again["back"]["red"].is_null());
}

#[tokio::test]
async fn the_creator_cannot_see_through_the_friends_eyes() {
    let house = house().await;
    let (made, friend) = friends(house.at).await;
    let id = word(&made, "/id");
    assert!(made["links"]["blue"].is_null());
    let invitation = word(&made, "/invitations/blue");
    // The invitation opens nothing by itself, and cannot be claimed again.
    let mut socket = Socket::open(house.at, &id).await;
    socket.say(&json!({"type": "hello", "tokens": [invitation]})).await;
    assert_eq!(socket.hear().await["code"], "forbidden");
    let body = json!({"code": invitation, "token": new_token()});
    assert_eq!(post(house.at, "/api/seats", &body).await.status, 410);
    // The friend's own browser may ask again: its answer may have been lost.
    let body = json!({"code": invitation, "token": friend});
    let again = post(house.at, "/api/seats", &body).await;
    assert_eq!((again.status, &again.json()["role"]), (200, &json!("blue")));
    // No invitation to a seat that is taken, and no code for a seat that is not one's own.
    let codes = format!("/api/battles/{id}/codes");
    let red = word(&made, "/links/red");
    for kind in ["invite", "carry", "hand"] {
        let body = json!({"kind": kind, "role": "blue"});
        assert_eq!(with_tokens(house.at, "POST", &codes, &[&red], &body).await.status, 403, "{kind}");
    }
    let watcher = word(&made, "/links/spectator");
    let body = json!({"kind": "carry", "role": "red"});
    assert_eq!(with_tokens(house.at, "POST", &codes, &[&watcher], &body).await.status, 403);
    for bad in [json!("short"), json!("not letters and digits, but long enough"), json!("x".repeat(65))] {
        let body = json!({"code": "abcd-efgh", "token": bad});
        assert_eq!(post(house.at, "/api/seats", &body).await.status, 422);
    }
}

#[tokio::test]
async fn a_seat_is_carried_to_another_device_and_handed_on() {
    let house = house().await;
    let (made, friend) = friends(house.at).await;
    let id = word(&made, "/id");
    let (mut red, _) = Socket::join(house.at, &id, &[&word(&made, "/links/red")]).await;
    let (mut blue, _) = Socket::join(house.at, &id, &[&friend]).await;
    red.ready().await;
    let codes = format!("/api/battles/{id}/codes");
    let code =
        with_tokens(house.at, "POST", &codes, &[&friend], &json!({"kind": "carry", "role": "blue"})).await;
    assert_eq!(code.status, 201, "{}", code.body);
    let code = word(&code.json(), "/code");
    assert_eq!(code.len(), 9, "{code}: short enough to type");
    let phone = claim(house.at, &code.to_uppercase()).await;
    let (mut there, welcome) = Socket::join(house.at, &id, &[&phone]).await;
    assert_eq!(welcome["roles"], json!(["blue"]));
    blue.say(&json!({"type": "ping"})).await;
    blue.hear_a("pong").await;

    // Handed on: both devices are shown out, and their tokens open nothing.
    let body = json!({"kind": "hand", "role": "blue"});
    let code = with_tokens(house.at, "POST", &codes, &[&phone], &body).await.json();
    let third = claim(house.at, &word(&code, "/code")).await;
    for socket in [&mut blue, &mut there] {
        assert_eq!(socket.hear_a("error").await["code"], "seat_lost");
        assert!(socket.next().await.is_none());
    }
    for token in [&friend, &phone] {
        let mut socket = Socket::open(house.at, &id).await;
        socket.say(&json!({"type": "hello", "tokens": [token]})).await;
        assert_eq!(socket.hear().await["code"], "forbidden");
    }
    let (_, welcome) = Socket::join(house.at, &id, &[&third]).await;
    assert_eq!(welcome["dice"]["round"], 1, "all shares were open: they stay");

    // Given up: empty, and the other player may invite somebody.
    let path = format!("/api/battles/{id}/seats/blue");
    assert_eq!(with_tokens(house.at, "DELETE", &path, &[&phone], &Value::Null).await.status, 403);
    assert_eq!(with_tokens(house.at, "DELETE", &path, &[&third], &Value::Null).await.status, 204);
    let red_token = word(&made, "/links/red");
    let body = json!({"kind": "invite", "role": "blue"});
    let code = with_tokens(house.at, "POST", &codes, &[&red_token], &body).await.json();
    let fourth = claim(house.at, &word(&code, "/code")).await;
    let (_, welcome) = Socket::join(house.at, &id, &[&fourth]).await;
    assert_eq!(welcome["roles"], json!(["blue"]));
}

#[tokio::test]
async fn a_seat_is_held_by_so_many_devices_and_no_more() {
    let house = house_with(Limits { claims: 1000, ..Limits::default() }).await;
    let (made, friend) = friends(house.at).await;
    let codes = format!("/api/battles/{}/codes", word(&made, "/id"));
    let ask = async |kind: &str| {
        with_tokens(house.at, "POST", &codes, &[&friend], &json!({"kind": kind, "role": "blue"})).await
    };
    for _ in 1..20 {
        claim(house.at, &word(&ask("carry").await.json(), "/code")).await;
    }
    let refused = ask("carry").await;
    assert!(refused.status == 403 && refused.body.contains("20 devices"), "{}", refused.body);
    // Handed on, it is held by one again.
    let only = claim(house.at, &word(&ask("hand").await.json(), "/code")).await;
    let body = json!({"kind": "carry", "role": "blue"});
    assert_eq!(with_tokens(house.at, "POST", &codes, &[&only], &body).await.status, 201);
}

#[tokio::test]
async fn a_seat_that_changes_hands_before_the_shares_are_open_begins_them_anew() {
    let house = house().await;
    let body = json!({"scenario": "dba/zama", "red": "here", "blue": "link"});
    let made = post(house.at, "/api/battles", &body).await.json();
    let (id, red_token) = (word(&made, "/id"), word(&made, "/links/red"));
    let (_red, _) = Socket::join(house.at, &id, &[&red_token]).await;
    let codes = format!("/api/battles/{id}/codes");
    let body = json!({"kind": "hand", "role": "red"});
    // The code is asked for after the promise is in, so that there is one to be lost.
    while get_promise(house.at, &id, &red_token).await.is_null() {}
    let code = with_tokens(house.at, "POST", &codes, &[&red_token], &body).await.json();
    let other = claim(house.at, &word(&code, "/code")).await;
    let (_, welcome) = Socket::join(house.at, &id, &[&other]).await;
    assert_eq!((&welcome["dice"]["round"], &welcome["dice"]["promised"]["red"]), (&json!(2), &Value::Null));
}

async fn get_promise(at: SocketAddr, id: &str, token: &str) -> Value {
    get_with(at, &format!("/api/battles/{id}/replay"), token).await.json()["dice"]["promised"]["red"].clone()
}

#[tokio::test]
async fn the_holder_of_a_seat_may_delete_the_battle() {
    let house = house().await;
    let (made, friend) = friends(house.at).await;
    let path = format!("/api/battles/{}", word(&made, "/id"));
    let (red, watcher) = (word(&made, "/links/red"), word(&made, "/links/spectator"));
    for token in [&red, &watcher] {
        let refused = with_tokens(house.at, "DELETE", &path, &[token], &Value::Null).await;
        assert_eq!(refused.status, 403, "another plays in it: {}", refused.body);
    }
    let (mut socket, _) = Socket::join(house.at, &word(&made, "/id"), &[&red]).await;
    assert_eq!(with_tokens(house.at, "DELETE", &path, &[&red, &friend], &Value::Null).await.status, 204);
    assert_eq!(socket.hear_a("error").await["code"], "not_found");
    assert!(socket.next().await.is_none());
    assert_eq!(with_tokens(house.at, "DELETE", &path, &[&red], &Value::Null).await.status, 403);
}
