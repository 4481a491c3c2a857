//! What strangers may send: scenarios, armies, saved battles, commands, orders and messages, each turned this way and
//! that. Whatever it is, it is read or refused in words, and nothing ends in a panic.
//!
//! Each target mutates a corpus: the files in `tests/corpus`, what the books have bundled, and the examples of their
//! questions. A short run is part of the tests; `TESTUDO_FUZZ_SECONDS=1800` makes each target run for so long, and
//! `TESTUDO_FUZZ_SEED` begins elsewhere. What fails is printed whole: put it into the corpus when it is mended.

use dice::Seeded;
use proto::{ClientMsg, WireCommand, WirePreview};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use testudo::{AnyBattle, Scenario, shelf};
use umpire::{Side, Silent, Viewer};

/// How many inputs a short run tries.
const SHORT: u32 = 150;

/// Tries mutated inputs on a target.
fn try_all(target: &str, corpus: &[String], judge: impl Fn(&str)) {
    assert!(!corpus.is_empty(), "{target} has no corpus");
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let (seconds, seed) = (number("TESTUDO_FUZZ_SECONDS"), number("TESTUDO_FUZZ_SEED").unwrap_or(1));
    let (begun, mut tried) = (Instant::now(), 0u32);
    let mut chance = Chance(Seeded::new(seed));
    // The corpus as it is comes first.
    for text in corpus {
        one(target, text, &judge);
    }
    while match seconds {
        Some(seconds) => begun.elapsed() < Duration::from_secs(seconds),
        None => tried < SHORT,
    } {
        let text = chance.mutated(corpus);
        one(target, &text, &judge);
        tried += 1;
    }
    // Shown with --nocapture.
    eprintln!("{target}: {} of the corpus, {tried} mutated, {:?}", corpus.len(), begun.elapsed());
}

fn one(target: &str, text: &str, judge: &impl Fn(&str)) {
    if catch_unwind(AssertUnwindSafe(|| judge(text))).is_err() {
        panic!("{target} fails on\n{text}");
    }
}

/// Where mutations come from.
struct Chance(Seeded);

/// Pieces that readers stumble over.
const PIECES: [&str; 28] = [
    "",
    "\"",
    "{",
    "}",
    "[",
    "]",
    ",",
    "=",
    "-1",
    "0",
    "65535",
    "65536",
    "2147483647",
    "-2147483648",
    "9223372036854775807",
    "18446744073709551616",
    "1e308",
    "-1e308",
    "nan",
    "inf",
    "null",
    "true",
    "\u{202e}",
    "\u{0}",
    "e\u{301}",
    "𒀀",
    "name",
    "[[",
];

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0.below(u32::try_from(n).unwrap_or(u32::MAX)) as usize
    }

    /// One of the corpus with a few things done to it.
    fn mutated(&mut self, corpus: &[String]) -> String {
        let mut text = corpus[self.below(corpus.len())].clone();
        for _ in 0..=self.below(4) {
            text = self.once(text, corpus);
            // Long enough to be odd, short enough to be tried often.
            if text.len() > 200_000 {
                let end = self.boundary(&text, 200_000);
                text.truncate(end);
            }
        }
        text
    }

    fn boundary(&self, text: &str, at: usize) -> usize {
        (0..=at.min(text.len())).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0)
    }

    fn place(&mut self, text: &str) -> usize {
        let at = self.below(text.len() + 1);
        self.boundary(text, at)
    }

    fn span(&mut self, text: &str) -> (usize, usize) {
        let from = self.place(text);
        let length = [1, 4, 20, 200][self.below(4)];
        (from, self.boundary(text, from + length).max(from))
    }

    fn once(&mut self, mut text: String, corpus: &[String]) -> String {
        match self.below(8) {
            // A number becomes another, which keeps the form and tries the meaning.
            0..=2 => {
                let digits: Vec<usize> =
                    text.match_indices(|c: char| c.is_ascii_digit()).map(|(i, _)| i).collect();
                if digits.is_empty() {
                    return text;
                }
                let from = digits[self.below(digits.len())];
                let length = text[from..].bytes().take_while(u8::is_ascii_digit).count();
                let number = match self.below(3) {
                    0 => self.below(100).to_string(),
                    1 => self.below(1_000_000).to_string(),
                    _ => PIECES[8 + self.below(11)].to_owned(),
                };
                text.replace_range(from..from + length, &number);
                text
            }
            // A line twice, away, or elsewhere.
            3 => {
                let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
                let (a, b) = (self.below(lines.len().max(1)), self.below(lines.len().max(1)));
                match (self.below(3), lines.get(a).copied()) {
                    (0, Some(line)) => lines.insert(b, line),
                    (1, Some(_)) => drop(lines.remove(a)),
                    (_, Some(_)) => lines.swap(a, b),
                    (_, None) => {}
                }
                lines.concat()
            }
            // A piece of the text away, or of another in its place.
            4 => {
                let (from, to) = self.span(&text);
                text.replace_range(from..to, "");
                text
            }
            5 => {
                let other = &corpus[self.below(corpus.len())];
                let (from, to) = self.span(other);
                let at = self.place(&text);
                text.insert_str(at, &other[from..to]);
                text
            }
            6 => {
                let at = self.place(&text);
                text.insert_str(at, PIECES[self.below(PIECES.len())]);
                text
            }
            // The end is missing.
            _ => {
                let at = self.place(&text);
                text.truncate(at);
                text
            }
        }
    }
}

/// The files of the corpus with an ending.
fn corpus(ending: &str) -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus");
    let files = std::fs::read_dir(folder).expect("the corpus");
    let mut paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    paths.retain(|path| path.extension().is_some_and(|e| e == ending));
    paths.iter().map(|path| std::fs::read_to_string(path).expect("a text")).collect()
}

#[test]
fn scenarios() {
    let mut texts = corpus("toml");
    texts.extend(shelf().iter().flat_map(|book| (book.scenarios)()).map(|card| card.text.to_owned()));
    try_all("scenarios", &texts, |text| {
        if let Ok(scenario) = Scenario::from_text("hostile", text)
            && let Err(error) = scenario.muster()
        {
            assert!(error.to_string().len() < 40_000, "an error without end");
        }
    });
}

#[test]
fn armies() {
    try_all("armies", &corpus("army"), |text| {
        let source = form::Source { name: "hostile", text };
        for book in shelf() {
            if let Err(faults) = (book.check_army)(&source) {
                assert!(source.lines(&faults).len() < 40_000, "an error without end");
            }
        }
    });
}

#[test]
fn saved_battles() {
    try_all("saved battles", &corpus("testudo"), |text| {
        let Ok(saved) = proto::read_saved(text) else { return };
        let Some(book) = testudo::book(&saved.header.book) else { return };
        let scenario = Scenario { book, name: "hostile".to_owned(), text: saved.header.text.clone() };
        let Ok(start) = scenario.muster() else { return };
        let Ok(steps) = saved.steps(start.manners()) else { return };
        let _ = start.clone().replay(&steps, &mut Silent);
        let _ = proto::prove(&saved, &start, &steps);
    });
}

/// Battles of all books, some way into them.
fn positions() -> Vec<AnyBattle> {
    let texts = corpus("testudo");
    let mut positions = Vec::new();
    for text in &texts {
        let Ok(saved) = proto::read_saved(text) else { continue };
        let Some(book) = testudo::book(&saved.header.book) else { continue };
        let scenario = Scenario { book, name: "corpus".to_owned(), text: saved.header.text.clone() };
        let Ok(mut battle) = scenario.muster() else { continue };
        let Ok(steps) = saved.steps(battle.manners()) else { continue };
        positions.push(battle.clone());
        for (i, step) in steps.iter().enumerate() {
            if battle.replay(std::slice::from_ref(step), &mut Silent).is_err() {
                break;
            }
            if i % 9 == 4 {
                positions.push(battle.clone());
            }
        }
    }
    positions
}

/// Every command of the corpus of saved battles, as it is sent.
fn commands() -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    for text in corpus("testudo") {
        for line in text.lines().skip(1) {
            let Ok(line) = serde_json::from_str::<serde_json::Value>(line) else { continue };
            if !line["command"].is_null() {
                commands.push(line["command"].to_string());
            }
        }
    }
    commands.sort();
    commands.dedup();
    commands
}

#[test]
fn commands_at_any_moment() {
    let positions = positions();
    let pick = std::cell::Cell::new(0usize);
    try_all("commands", &commands(), |text| {
        let Ok(wire) = serde_json::from_str::<WireCommand>(text) else { return };
        pick.set(pick.get() + 1);
        let battle = &positions[pick.get() % positions.len()];
        let Ok(command) = wire.command(battle.manners()) else { return };
        for side in Side::ALL {
            let before = battle.digest();
            let mut next = battle.clone();
            let submitted = next.submit(side, &command, &mut Seeded::new(3), &mut Silent);
            assert!(submitted.is_ok() || next.digest() == before, "a refusal changes nothing");
            let _ = WirePreview::of_any(&battle.view(Viewer::Player(side)), side, &command);
        }
    });
}

#[test]
fn orders_in_words() {
    let questions = ["order_read", "orders", "order"];
    try_all("orders", &corpus("orders"), |text| {
        for book in shelf() {
            for question in (book.questions)().iter().filter(|q| questions.contains(&q.id)) {
                let asked = (book.examples)().get(question.id).map(form::Node::to_json);
                let mut asked = asked.unwrap_or_default();
                for field in ["text", "order", "code", "orders"] {
                    if asked[field].is_string() {
                        asked[field] = text.into();
                    }
                }
                if let Ok(node) = form::parse_json(&asked.to_string()) {
                    let _ = (book.ask)(question.id, &node);
                }
            }
        }
    });
}

#[test]
fn questions_to_the_umpire() {
    let mut texts = Vec::new();
    for book in shelf() {
        for (id, example) in (book.examples)() {
            texts.push(format!("{}/{id} {}", book.id, example.to_json()));
        }
    }
    try_all("questions", &texts, |text| {
        let Some((name, input)) = text.split_once(' ') else { return };
        let Some((book, question)) = name.split_once('/') else { return };
        let Some(book) = testudo::book(book) else { return };
        let Some(card) = (book.questions)().into_iter().find(|q| q.id == question) else { return };
        if let Ok(node) = form::parse_json(input) {
            let _ = (book.ask)(card.id, &node);
        }
    });
}

#[test]
fn messages_of_a_client() {
    let mut texts: Vec<String> =
        corpus("messages").iter().flat_map(|t| t.lines().map(str::to_owned)).collect();
    for command in commands().iter().take(200) {
        texts.push(format!("{{\"type\":\"submit\",\"seq\":3,\"side\":\"red\",\"command\":{command}}}"));
    }
    try_all("messages", &texts, |text| {
        if let Ok(message) = serde_json::from_str::<ClientMsg>(text) {
            // What is read is written as it was read.
            let again = serde_json::to_string(&message).expect("a message is plain data");
            assert_eq!(serde_json::from_str::<ClientMsg>(&again).expect("it reads back"), message);
        }
    });
}
