//! Inputs that nobody means well by: the texts of a corpus, turned this way and that.
//!
//! A target says in a few words what came of an input. One that brings out something new joins the inputs that are
//! turned further, so that a run finds its way deeper into what it tries.
//!
//! A short run is part of the tests; `TESTUDO_FUZZ_SECONDS=1800` makes each target run for so long, and
//! `TESTUDO_FUZZ_SEED` begins elsewhere. What fails is printed whole: put it into the corpus when it is mended.

use dice::Seeded;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How many mutated inputs a short run tries.
const SHORT: u64 = 150;
/// How many inputs may join the corpus in one run.
const JOINING: usize = 5_000;
/// Long enough to be odd, short enough to be tried often.
const LONGEST: usize = 200_000;
/// More work than any input makes, on a slow machine and without optimisation; more would keep a server busy.
const SLOW: Duration = Duration::from_secs(20);

/// Tries the corpus and mutations of it on a target, which says what came of each.
///
/// # Panics
/// When the target does, or takes too long; the message has the input.
pub fn try_all(target: &str, corpus: &[String], mut judge: impl FnMut(&str) -> String) {
    assert!(!corpus.is_empty(), "{target} has no corpus");
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let (seconds, seed) = (number("TESTUDO_FUZZ_SECONDS"), number("TESTUDO_FUZZ_SEED").unwrap_or(1));
    let (begun, mut tried, mut slowest) = (Instant::now(), 0u64, Duration::ZERO);
    let mut chance = Chance(Seeded::new(seed));
    let mut known = BTreeSet::new();
    let mut texts = corpus.to_vec();
    // The corpus as it is comes first.
    for text in corpus {
        let (came, time) = one(target, text, &mut judge);
        known.insert(came);
        slowest = slowest.max(time);
    }
    while match seconds {
        Some(seconds) => begun.elapsed() < Duration::from_secs(seconds),
        None => tried < SHORT,
    } {
        let text = chance.mutated(&texts);
        let (came, time) = one(target, &text, &mut judge);
        tried += 1;
        slowest = slowest.max(time);
        if known.len() < JOINING && known.insert(came) {
            texts.push(text);
        }
    }
    // Shown with --nocapture.
    eprintln!(
        "{target}: {} of the corpus, {tried} mutated, {} kinds of answers, slowest {slowest:.1?}, {:.0?} in all",
        corpus.len(),
        known.len(),
        begun.elapsed()
    );
}

/// Tries one input: what came of it, without the numbers and names in it, and how long it took.
fn one(target: &str, text: &str, judge: &mut impl FnMut(&str) -> String) -> (String, Duration) {
    let begun = worked();
    let Ok(came) = catch_unwind(AssertUnwindSafe(|| judge(text))) else {
        panic!("{target} fails on\n{text}");
    };
    let time = worked().saturating_sub(begun);
    assert!(time < SLOW, "{target} takes {time:?} for\n{text}");
    let mut quoted = false;
    let kept = came.chars().filter(|c| {
        quoted ^= matches!(c, '`' | '"');
        !quoted && !c.is_ascii_digit()
    });
    (kept.take(200).collect(), time)
}

/// How long this thread has worked: waiting for a core does not count, where the system tells.
fn worked() -> Duration {
    let nanoseconds = std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or(Duration::ZERO, Duration::from_nanos)
}

/// The files of a folder with an ending, in the order of their names.
///
/// # Panics
/// When they cannot be read.
pub fn corpus(folder: impl Into<PathBuf>, ending: &str) -> Vec<String> {
    let files = std::fs::read_dir(folder.into()).expect("the corpus");
    let mut paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    paths.retain(|path| path.extension().is_some_and(|e| e == ending));
    paths.iter().map(|path| std::fs::read_to_string(path).expect("a text")).collect()
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
            if text.len() > LONGEST {
                let end = self.boundary(&text, LONGEST);
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
