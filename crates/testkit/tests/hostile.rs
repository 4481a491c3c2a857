//! What strangers may send: scenarios, armies, saved battles, commands, orders and messages, each turned this way and
//! that ([`testkit::hostile`]). Whatever it is, it is read or refused in words, and nothing ends in a panic.
//!
//! The corpus: the files in `tests/corpus`, what the books have bundled, and the examples of their questions.

use dice::Seeded;
use proto::{ClientMsg, WireCommand, WirePreview, WireView};
use testudo::{AnyBattle, Book, Scenario, shelf};
use testudo_testkit::hostile::{self, try_all};
use umpire::{Side, Silent, Viewer};

/// What is said of an input that is refused, which has an end.
fn refused(error: impl std::fmt::Display) -> String {
    let words = error.to_string();
    assert!(words.len() < 40_000, "an error without end");
    words
}

/// The files of the corpus with an ending.
fn corpus(ending: &str) -> Vec<String> {
    hostile::corpus(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus"), ending)
}

#[test]
fn scenarios() {
    let mut texts = corpus("toml");
    texts.extend(shelf().iter().flat_map(|book| (book.scenarios)()).map(|card| card.text.to_owned()));
    for book in shelf() {
        let armies = (book.armies)();
        if let [red, .., blue] = &armies[..] {
            texts.extend(book.between(&red.id, &blue.id, 1));
        }
    }
    try_all("scenarios", &texts, |text| {
        let scenario = match Scenario::from_text("hostile", text) {
            Ok(scenario) => scenario,
            Err(error) => return refused(error),
        };
        match scenario.muster() {
            Ok(battle) => {
                // What is mustered can be shown to everyone.
                for viewer in [Viewer::Player(Side::Red), Viewer::Player(Side::Blue), Viewer::Spectator] {
                    let view = WireView::of_any(&battle.view(viewer));
                    serde_json::to_string(&view).expect("a view is plain data");
                }
                format!("{} is mustered", scenario.book.id)
            }
            Err(error) => refused(error),
        }
    });
}

#[test]
fn armies() {
    try_all("armies", &corpus("army"), |text| {
        let source = form::Source { name: "hostile", text };
        let of = |book: &Book| {
            let roll =
                form::parse_toml(text).map_err(|fault| vec![fault]).and_then(|node| (book.roll)(&node));
            match roll {
                Ok(roll) => refused(source.lines(&roll.faults)),
                Err(faults) => refused(source.lines(&faults)),
            }
        };
        // The book it is meant for says most about it; the others must bear it too.
        let answers: Vec<(&Book, String)> = shelf().iter().map(|book| (book, of(book))).collect();
        let meant = answers.into_iter().find(|(book, _)| text.contains(book.id));
        meant.map_or_else(String::new, |(book, words)| format!("{}: {words}", book.id))
    });
}

#[test]
fn saved_battles() {
    let mut texts = corpus("testudo");
    for path in testudo_testkit::corpus::files(&testudo_testkit::corpus::folder()) {
        texts.push(std::fs::read_to_string(path).expect("a text"));
    }
    try_all("saved battles", &texts, |text| {
        let saved = match proto::read_saved(text) {
            Ok(saved) => saved,
            Err(error) => return refused(error),
        };
        let Some(book) = testudo::book(&saved.header.book) else { return "no such book".to_owned() };
        let scenario = Scenario { book, name: "hostile".to_owned(), text: saved.header.text.clone() };
        let start = match scenario.muster() {
            Ok(start) => start,
            Err(error) => return refused(error),
        };
        let steps = match saved.steps(start.manners()) {
            Ok(steps) => steps,
            Err(error) => return refused(error),
        };
        let replayed = match start.clone().replay(&steps, &mut Silent) {
            Ok(_) => "replayed".to_owned(),
            Err(error) => refused(error),
        };
        let proved = match proto::prove(&saved, &start, &steps) {
            Ok(_) => "proved".to_owned(),
            Err(error) => refused(error),
        };
        format!("{} {replayed} {proved}", book.id)
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
    let mut pick = 0;
    try_all("commands", &commands(), |text| {
        let wire = match serde_json::from_str::<WireCommand>(text) {
            Ok(wire) => wire,
            Err(error) => return refused(error),
        };
        pick += 1;
        let battle = &positions[pick % positions.len()];
        let command = match wire.command(battle.manners()) {
            Ok(command) => command,
            Err(error) => return refused(error),
        };
        let mut came = String::new();
        for side in Side::ALL {
            let before = battle.digest();
            let mut next = battle.clone();
            let submitted = next.submit(side, &command, &mut Seeded::new(3), &mut Silent);
            assert!(submitted.is_ok() || next.digest() == before, "a refusal changes nothing");
            let _ = WirePreview::of_any(&battle.view(Viewer::Player(side)), side, &command);
            match submitted {
                Ok(_) => came += "accepted ",
                Err(reasons) => {
                    came.extend(reasons.iter().map(|refusal| format!("{} ", refusal.rule)));
                }
            }
        }
        came
    });
}

#[test]
fn orders_in_words() {
    let questions = ["order_read", "orders", "order"];
    try_all("orders", &corpus("orders"), |text| {
        let mut came = String::new();
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
                    match (book.ask)(question.id, &node) {
                        Ok(answer) => came += &answer.to_string().replace('"', " "),
                        Err(faults) => came.extend(faults.iter().map(refused)),
                    }
                }
            }
        }
        came
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
        let known = |(name, input): (&str, &str)| {
            let (book, question) = name.split_once('/')?;
            let book = testudo::book(book)?;
            let card = (book.questions)().into_iter().find(|q| q.id == question)?;
            Some((book, card.id, form::parse_json(input)))
        };
        match text.split_once(' ').and_then(known) {
            None => "no such question".to_owned(),
            Some((_, _, Err(fault))) => refused(fault),
            Some((book, id, Ok(node))) => match (book.ask)(id, &node) {
                Ok(_) => format!("{} {id} answered", book.id),
                Err(faults) => faults.iter().map(refused).collect(),
            },
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
    try_all("messages", &texts, |text| match serde_json::from_str::<ClientMsg>(text) {
        Ok(message) => {
            // What is read is written as it was read.
            let again = serde_json::to_string(&message).expect("a message is plain data");
            assert_eq!(serde_json::from_str::<ClientMsg>(&again).expect("it reads back"), message);
            format!("{message:?}")
        }
        Err(error) => refused(error),
    });
}
