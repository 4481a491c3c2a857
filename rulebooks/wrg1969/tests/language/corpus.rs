//! Orders as players write them, read at the start of the bundled battles, with what each is read as.
//!
//! `corpus.toml` holds them by class: plain, rich, ambiguous, hard and nonsense. An order that should be read has its
//! reading beside it as the umpire prints it; one that should be refused has none.

use crate::desk;
use form::{Node, Value};
use serde_json::Value as Json;
use std::collections::BTreeMap;

const ASKED: [&str; 4] = ["scenario", "side", "unit", "text"];

struct Entry {
    class: String,
    asked: Node,
    text: String,
    means: Option<String>,
    doubts: Vec<String>,
}

fn entries() -> Vec<Entry> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/language/corpus.toml");
    let node = form::parse_toml(&std::fs::read_to_string(file).expect("corpus")).expect("corpus");
    let Some(Value::List(list)) = node.get("order").map(|n| n.value.clone()) else { panic!("no orders") };
    let word = |n: &Node, key: &str| match n.get(key).map(|n| &n.value) {
        Some(Value::Text(text)) => Some(text.clone()),
        _ => None,
    };
    let entry = |n: &Node| Entry {
        class: word(n, "class").expect("class"),
        asked: Node::record(ASKED.map(|key| (key, n.get(key).expect(key).clone()))),
        text: word(n, "text").expect("text"),
        means: word(n, "means"),
        doubts: word(n, "doubts").map(|d| d.split('|').map(str::to_owned).collect()).unwrap_or_default(),
    };
    list.iter().map(entry).collect()
}

fn ask(asked: &Node) -> Json {
    desk::ask("order_read", asked).expect("an answer")
}

fn again(entry: &Entry, text: &str) -> Json {
    let written = |key: &'static str| match key {
        "text" => (key, Node::from(text)),
        key => (key, entry.asked.get(key).expect(key).clone()),
    };
    ask(&Node::record(ASKED.map(written)))
}

#[test]
fn the_corpus_is_read_as_it_is_meant() {
    let mut score: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    let mut wrong = Vec::new();
    for entry in entries() {
        let answer = ask(&entry.asked);
        let understood = answer["understood"] == true;
        let says = answer["sentence"].as_str().filter(|_| understood).map(str::to_owned);
        let named = |phrase: &String| {
            answer["doubts"]
                .as_array()
                .is_some_and(|all| all.iter().any(|d| d["phrase"].as_str() == Some(phrase)))
        };
        let right = says == entry.means && entry.doubts.iter().all(named);
        let row = score.entry(entry.class.clone()).or_default();
        row[0] += 1;
        row[1] += usize::from(understood == entry.means.is_some());
        row[2] += usize::from(right);
        if !right {
            wrong.push(format!("{}\n   read as {says:?}\n   meant   {:?}", entry.text, entry.means));
        }
        if understood {
            let said = says.unwrap_or_default();
            assert_eq!(again(&entry, &said)["structure"], answer["structure"], "{}: {said}", entry.text);
        } else {
            let offered = answer["suggestions"].as_array().expect("suggestions");
            assert!((1..=3).contains(&offered.len()), "{}: {offered:?}", entry.text);
            for offer in offered {
                let offer = offer.as_str().expect("text");
                assert_eq!(again(&entry, offer)["understood"], true, "{}: {offer}", entry.text);
            }
        }
    }
    for (class, [all, verdict, right]) in &score {
        println!("{class:10} {all:3} orders, {verdict:3} judged right, {right:3} read as meant");
    }
    for no in &wrong {
        println!("{no}");
    }
    let share = |class: &str, row: usize| score[class][row] as f64 / score[class][0] as f64;
    assert!(share("plain", 1) >= 0.95 && share("plain", 2) >= 0.90);
    assert!(share("rich", 1) >= 0.90 && share("rich", 2) >= 0.80);
    assert!(share("ambiguous", 1) >= 0.95 && share("ambiguous", 2) >= 0.90);
    assert!(share("hard", 1) >= 0.65 && share("hard", 2) >= 0.50);
    assert!(share("nonsense", 1) >= 1.0);
    assert!(share("further", 2) >= 1.0);
}
