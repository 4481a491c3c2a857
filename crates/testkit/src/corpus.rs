//! The corpus: battles saved by each version of the program, which every later one must still be able to replay.
//!
//! `corpus/<version>/` holds what that version saved. The folder of the present version may be written anew by
//! `cargo xtask bless` as long as that version is not released; older folders never change.

use crate::script::{blessing, play, record, written};
use proto::read_saved;
use std::path::{Path, PathBuf};
use testudo::{Scenario, shelf};

/// How many battles of each book are kept.
const OF_A_BOOK: usize = 3;

/// The most steps of one that are kept.
const STEPS: usize = 60;

/// Where the corpus is kept.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

/// Replays every battle of the corpus and says what is wrong with it, and how many there are of each book; when
/// blessing, brings those of the present version up to date first.
///
/// # Panics
/// If the files cannot be read or written.
pub fn replay_all() -> (Vec<String>, Vec<(&'static str, usize)>) {
    if blessing() {
        bless(&folder().join(env!("CARGO_PKG_VERSION")));
    }
    let mut wrong = Vec::new();
    let mut counts: Vec<(&str, usize)> = shelf().iter().map(|book| (book.id, 0)).collect();
    for file in files(&folder()) {
        match replay(&file) {
            Ok(book) => counts.iter_mut().filter(|(id, _)| *id == book).for_each(|(_, n)| *n += 1),
            Err(what) => wrong.push(format!("{}: {what}", file.display())),
        }
    }
    (wrong, counts)
}

/// Every saved battle below a folder, sorted.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "testudo") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Replays a file as anyone would who opens it; the book it is of.
fn replay(file: &Path) -> Result<String, String> {
    let saved =
        read_saved(&std::fs::read_to_string(file).map_err(|e| e.to_string())?).map_err(|e| e.to_string())?;
    let book = testudo::book(&saved.header.book).ok_or("its book is not on the shelf")?;
    let scenario = Scenario { book, name: saved.header.scenario.clone(), text: saved.header.text.clone() };
    let begun = scenario.muster().map_err(|e| e.to_string())?;
    let steps = saved.steps(begun.manners()).map_err(|e| e.to_string())?;
    let played = play(&scenario, &steps, |_, _| ()).and_then(|played| {
        played.compare(&saved)?;
        Ok(played)
    });
    let rules = || saved.header.other_rules(begun.rules_version()).unwrap_or_default();
    played.map_err(|what| format!("{what} {}", rules()))?;
    Ok(saved.header.book)
}

/// Brings the battles of a version up to date: digests are written anew, and battles that cannot be played any more
/// are fought anew.
fn bless(folder: &Path) {
    std::fs::create_dir_all(folder).expect("the corpus can be written");
    for book in shelf() {
        let cards = (book.scenarios)();
        for (card, seed) in cards.iter().cycle().zip(101..).take(OF_A_BOOK) {
            let name = format!("{}/{}", book.id, card.id);
            let scenario = Scenario { book, name, text: card.text.to_owned() };
            let file = folder.join(format!("{}-{}-{seed}.testudo", book.id, card.id));
            let script = redigested(&file).unwrap_or_else(|| record(&scenario, seed, STEPS));
            std::fs::write(file, script).expect("the corpus can be written");
        }
    }
}

/// A saved battle with the digests it has now, if it can still be played.
fn redigested(file: &Path) -> Option<String> {
    let saved = read_saved(&std::fs::read_to_string(file).ok()?).ok()?;
    let book = testudo::book(&saved.header.book)?;
    let scenario = Scenario { book, name: saved.header.scenario.clone(), text: saved.header.text.clone() };
    let steps = saved.steps(scenario.muster().ok()?.manners()).ok()?;
    Some(written(&saved.header, &play(&scenario, &steps, |_, _| ()).ok()?))
}
