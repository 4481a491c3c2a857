//! A sentence as words: short forms written out, possessives dropped, slips of the pen mended.

use crate::orders::language::lexer::{Placed, Token, tokens};
use crate::orders::language::names::{Names, stem};
use crate::orders::language::words::{Table, dictionary};
use crate::orders::order::Mils;
use std::ops::Range;

/// One word or mark.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    /// The word in small letters; of a mark, the mark.
    pub text: String,
    /// What it is, if it is no plain word.
    pub token: Token,
    /// Where it stands in what was written.
    pub span: Range<usize>,
    /// Whether it was written with a capital letter.
    pub capital: bool,
}

/// The words of a sentence, and those that were taken for others.
#[derive(Clone, Debug, Default)]
pub struct Text {
    /// The words.
    pub words: Vec<Word>,
    /// What was taken for something else, and for what.
    pub mended: Vec<(Range<usize>, String)>,
}

/// Cuts a sentence into words.
pub fn cut(written: &str, names: &Names) -> Text {
    let placed = tokens(written);
    let mut text = Text::default();
    for (i, Placed { token, span }) in placed.iter().enumerate() {
        let raw = written.get(span.clone()).unwrap_or("");
        if *token == Token::Stop && raw == "." && ends_short(&text, &placed, i, written) {
            continue;
        }
        if matches!(token, Token::Word(w) if w == "?") {
            text.words.push(Word {
                text: raw.to_owned(),
                token: Token::Stop,
                span: span.clone(),
                capital: false,
            });
            continue;
        }
        let Token::Word(word) = token else {
            let mark =
                Word { text: raw.to_owned(), token: token.clone(), span: span.clone(), capital: false };
            text.words.push(mark);
            continue;
        };
        let capital = raw.chars().next().is_some_and(char::is_uppercase);
        let mut add = |word: &str| {
            let token = Token::Word(word.to_owned());
            text.words.push(Word { text: word.to_owned(), token, span: span.clone(), capital });
        };
        if let Some(full) = short(word) {
            full.split(' ').for_each(&mut add);
            if full != "until" {
                text.mended.push((span.clone(), full.to_owned()));
            }
            continue;
        }
        let bare = word.strip_suffix("'s").or_else(|| word.strip_suffix('\'')).unwrap_or(word);
        if is_known(bare, names) {
            add(bare);
            continue;
        }
        match nearest(bare, names) {
            Some(meant) => {
                add(&meant);
                text.mended.push((span.clone(), meant));
            }
            None => add(bare),
        }
    }
    text
}

fn short(word: &str) -> Option<&'static str> {
    dictionary().short.get(word).map(String::as_str)
}

/// Whether a full stop only ends a short form: what follows goes on in small letters or with a number.
fn ends_short(text: &Text, placed: &[Placed], at: usize, written: &str) -> bool {
    let before = at.checked_sub(1).and_then(|i| placed.get(i)).and_then(|t| written.get(t.span.clone()));
    let is_short = before.is_some_and(|w| {
        let w = w.to_lowercase();
        short(&w).is_some() || matches!(w.as_str(), "no" | "in" | "st" | "approx")
    });
    let after = placed.get(at + 1).and_then(|t| written.get(t.span.clone()));
    let goes_on =
        after.and_then(|w| w.chars().next()).is_some_and(|c| c.is_lowercase() || c.is_ascii_digit());
    !text.words.is_empty() && is_short && goes_on
}

fn is_known(word: &str, names: &Names) -> bool {
    let d = dictionary();
    let inflected = |ending: &str| {
        word.strip_suffix(ending).is_some_and(|base| {
            let once = base.get(..base.len().saturating_sub(1)).unwrap_or("");
            d.known.contains(base)
                || d.known.contains(&format!("{base}e"))
                || base.len() > 3 && d.known.contains(once)
        })
    };
    word.chars().any(|c| c.is_ascii_digit())
        || d.known.contains(word)
        || is_name(word, names)
        || cardinal(word).is_some()
        || ["ing", "s", "ed", "es", "d"].iter().any(|e| inflected(e))
}

/// Whether a word stands in a name of the battle.
fn is_name(word: &str, names: &Names) -> bool {
    let stem = stem(word);
    let all = names.friends.iter().chain(&names.enemies).chain(&names.features);
    all.flat_map(|c| &c.stems).any(|s| *s == stem || *s == word)
        || names.armies.iter().any(|a| a.to_lowercase().split(' ').any(|w| self::stem(w) == stem))
}

/// The one known word that an unknown one is a slip of: one letter off, two from seven letters on.
fn nearest(word: &str, names: &Names) -> Option<String> {
    let length = word.chars().count();
    if length < 4 || !word.chars().all(char::is_alphabetic) {
        return None;
    }
    let most = if length >= 7 { 2 } else { 1 };
    let called = names.friends.iter().chain(&names.enemies).chain(&names.features);
    let named = called.flat_map(|c| c.name.split_whitespace()).map(str::to_lowercase);
    let known = dictionary().known.iter().cloned().chain(named);
    let mut best: Option<(usize, String)> = None;
    let mut tied = false;
    for other in known {
        let long = other.chars().count();
        // Short words are like too many others.
        if long < 4 || long.abs_diff(length) > most || length == 4 && long == 4 && !swapped(word, &other) {
            continue;
        }
        let off = distance(word, &other, most);
        if off > most || best.as_ref().is_some_and(|(b, w)| off > *b || *w == other) {
            continue;
        }
        tied = best.as_ref().is_some_and(|(b, w)| *b == off && stem(w) != stem(&other));
        if best.as_ref().is_none_or(|(b, _)| off < *b) {
            best = Some((off, other));
        }
    }
    best.filter(|_| !tied).map(|(_, word)| word)
}

/// Whether two words of one length differ in the order of their letters alone.
fn swapped(a: &str, b: &str) -> bool {
    let sorted = |w: &str| {
        let mut letters: Vec<char> = w.chars().collect();
        letters.sort_unstable();
        letters
    };
    sorted(a) == sorted(b)
}

/// How many letters are left out, put in, changed or swapped; more than `most` is only known to be more.
fn distance(a: &str, b: &str, most: usize) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.first() != b.first() {
        return most + 1;
    }
    let mut rows = [(0..=b.len()).collect::<Vec<usize>>(), vec![0; b.len() + 1], vec![0; b.len() + 1]];
    for i in 1..=a.len() {
        rows.rotate_right(1);
        let [now, before, earlier] = &mut rows;
        now[0] = i;
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            now[j] = (before[j] + 1).min(now[j - 1] + 1).min(before[j - 1] + same);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                now[j] = now[j].min(earlier[j - 2] + 1);
            }
        }
    }
    rows[0][b.len()]
}

/// A cardinal number in one word.
pub fn cardinal(word: &str) -> Option<i32> {
    const SMALL: [&str; 20] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    if let Some(n) = SMALL.iter().position(|w| *w == word) {
        return Some(n as i32);
    }
    TENS.iter().position(|w| *w == word).map(|n| (n as i32 + 2) * 10)
}

impl Text {
    /// The plain word at a place.
    pub fn word(&self, at: usize) -> Option<&str> {
        self.words.get(at).filter(|w| matches!(w.token, Token::Word(_))).map(|w| w.text.as_str())
    }

    /// Whether a mark stands at a place.
    pub fn is(&self, at: usize, token: &Token) -> bool {
        self.words.get(at).is_some_and(|w| w.token == *token)
    }

    /// Whether a phrase stands at a place, and where it ends.
    pub fn phrase(&self, at: usize, phrase: &str) -> Option<usize> {
        let mut end = at;
        for word in phrase.split(' ') {
            if self.word(end)? != word {
                return None;
            }
            end += 1;
        }
        Some(end)
    }

    /// The first of some phrases that stands at a place.
    pub fn any(&self, at: usize, phrases: &[&str]) -> Option<usize> {
        phrases.iter().filter_map(|p| self.phrase(at, p)).max()
    }

    /// The longest phrase of a table at a place.
    pub fn find<T: Copy>(&self, at: usize, table: &Table<T>) -> Option<(T, usize)> {
        let (t, long) = table.find(|i| self.word(at + i))?;
        Some((t, at + long))
    }

    /// A number, in figures or in words up to a thousand.
    pub fn number(&self, at: usize) -> Option<(Mils, usize)> {
        if let Some(Token::Number(n)) = self.words.get(at).map(|w| &w.token) {
            return match self.word(at + 1) {
                Some("hundred") => Some((n.checked_mul(100)?, at + 2)),
                Some("thousand") => Some((n.checked_mul(1000)?, at + 2)),
                _ => Some((*n, at + 1)),
            };
        }
        let set = [
            ("half a dozen", 6),
            ("a dozen", 12),
            ("a couple of", 2),
            ("a couple", 2),
            ("a few", 3),
            ("a pair of", 2),
        ];
        for (words, n) in set {
            if let Some(end) = self.phrase(at, words) {
                return Some(self.hundreds(n, end));
            }
        }
        if let Some(end) = self.any(at, &["a hundred", "hundred"]) {
            let (rest, end) = self.and_more(end);
            return Some(((100 + rest) * 1000, end));
        }
        if let Some(end) = self.phrase(at, "a thousand") {
            return Some((1_000_000, end));
        }
        let n = cardinal(self.word(at)?)?;
        let more =
            self.word(at + 1).and_then(cardinal).filter(|m| n >= 20 && n % 10 == 0 && (1..10).contains(m));
        let (n, end) = more.map_or((n, at + 1), |m| (n + m, at + 2));
        Some(self.hundreds(n, end))
    }

    fn hundreds(&self, n: i32, at: usize) -> (Mils, usize) {
        match self.word(at) {
            Some("hundred") => {
                let (rest, end) = self.and_more(at + 1);
                ((n * 100 + rest) * 1000, end)
            }
            Some("dozen") => (n * 12_000, at + 1),
            Some("thousand") => (n * 1_000_000, at + 1),
            _ => (n * 1000, at),
        }
    }

    /// "and fifty" after a hundred.
    fn and_more(&self, at: usize) -> (i32, usize) {
        let next = self.phrase(at, "and").unwrap_or(at);
        match self.word(next).and_then(cardinal) {
            Some(n) if next > at || n >= 10 => {
                let more = self.word(next + 1).and_then(cardinal).filter(|m| n >= 20 && (1..10).contains(m));
                more.map_or((n, next + 1), |m| (n + m, next + 2))
            }
            _ => (0, at),
        }
    }

    /// A length in inches, yards or paces.
    pub fn length(&self, at: usize) -> Option<(Mils, usize)> {
        let at = self
            .any(at, &["about", "some", "roughly", "only", "just", "at least", "at most", "exactly"])
            .unwrap_or(at);
        if let Some(end) = self.any(at, &["an inch", "one inch"]) {
            return Some((1000, end));
        }
        let (n, end) = self.number(at)?;
        let half = self.any(end, &["and a half"]).map(|e| (n + 500, e));
        let (n, end) = half.unwrap_or((n, end));
        if let Some(end) = self.any(end, &["yards", "yard", "paces", "pace"]) {
            return Some((n / 10, end));
        }
        self.any(end, &["inches", "inch", "in"]).filter(|_| n > 0).map(|end| (n, end))
    }
}
