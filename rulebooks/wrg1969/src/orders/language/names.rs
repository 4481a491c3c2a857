//! The names a sentence may use: friends, enemies and features of the battle.

use crate::data::feature::GROUND_KINDS;
use crate::orders::language::lexer::{Placed, Token, tokens};
use crate::orders::language::phrases::numeral;
use crate::orders::language::words::Arm;
use std::borrow::Cow;

/// Someone or something with a name.
#[derive(Clone, Debug)]
pub struct Called {
    /// Its label or id.
    pub label: String,
    /// Its name, as people write it.
    pub name: String,
    /// Its kind of troops or of ground; empty if that is not known.
    pub kind: String,
    /// What it shoots with.
    pub arm: Option<Arm>,
    /// Whether it is a general.
    pub general: bool,
    /// The words of its name that tell, each by its stem.
    pub stems: Vec<String>,
    key: Vec<Token>,
    // Whether the label alone will do.
    label_key: Vec<Token>,
}

/// Every name of the battle that the writer of an order may use.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// His units.
    pub friends: Vec<Called>,
    /// The enemies he knows of.
    pub enemies: Vec<Called>,
    /// The features of the ground.
    pub features: Vec<Called>,
    /// What his army is called, and what the enemy's is.
    pub armies: [String; 2],
    /// The signals on his card; none if it is not known.
    pub signals: Option<Vec<u8>>,
}

/// Words that never begin a name: the language means something of its own by them. Such a name is written with
/// its label in brackets, or in quotation marks.
const RESERVED: [&str; 8] = ["nearest", "any", "point", "place", "feature", "friendly", "enemy", "unit"];

impl Names {
    /// The names in three lists of labels and names: friends, enemies, features.
    pub fn new<S: AsRef<str>>(
        friends: impl IntoIterator<Item = (S, S)>,
        enemies: impl IntoIterator<Item = (S, S)>,
        features: impl IntoIterator<Item = (S, S)>,
    ) -> Self {
        fn list<S: AsRef<str>>(of: impl IntoIterator<Item = (S, S)>) -> Vec<Called> {
            of.into_iter().map(|(label, name)| Called::new(label.as_ref(), name.as_ref())).collect()
        }
        let mut names = Names {
            friends: list(friends),
            enemies: list(enemies),
            features: list(features),
            ..Names::default()
        };
        for called in &mut names.features {
            // An id that is a common word would be taken for the kind.
            if GROUND_KINDS.contains(&called.label.as_str()) {
                called.label_key.clear();
            }
        }
        names
    }
}

impl Called {
    fn new(label: &str, name: &str) -> Self {
        // An article is never a label.
        let label_key = if is_article(&label.to_lowercase()) { Vec::new() } else { key(label) };
        let tells = |w: &&str| !matches!(*w, "of" | "the" | "and" | "a" | "an" | "from" | "in" | "on");
        let lower = name.to_lowercase().replace(['-', '’', '\''], " ");
        let stems = lower.split_whitespace().filter(tells).map(stem).collect();
        let (label, name) = (label.to_owned(), name.to_owned());
        let key = key(&name);
        Called { label, name, kind: String::new(), arm: None, general: false, stems, key, label_key }
    }

    /// The same with what is known of it.
    pub fn of_kind(&mut self, kind: &str, arm: Option<Arm>, general: bool) {
        (self.kind, self.arm, self.general) = (kind.to_owned(), arm, general);
    }

    /// Where the name ends, if it stands here; an article before it is no part of it.
    pub fn name_at(&self, sentence: &[Placed], at: usize) -> Option<usize> {
        matches(&self.key, sentence, at)
    }

    /// Where the label ends, if it stands here.
    pub fn label_at(&self, sentence: &[Placed], at: usize) -> Option<usize> {
        matches(&self.label_key, sentence, at)
    }
}

/// A name as it is compared: no article, small letters, numerals as numbers and last, so that the Second Cohort
/// is Cohort II. Empty for a name that only brackets or quotation marks can write.
fn key(name: &str) -> Vec<Token> {
    let all: Vec<Token> = tokens(name).into_iter().map(|t| t.token).collect();
    let rest = match all.as_slice() {
        [Token::Word(article), rest @ ..] if is_article(article) && !rest.is_empty() => rest,
        rest => rest,
    };
    let plain = rest.iter().all(|t| matches!(t, Token::Word(_) | Token::Number(_)));
    let reserved = matches!(rest.first(), Some(Token::Word(w)) if RESERVED.contains(&w.as_str()));
    if plain && !reserved { canonical(rest.iter()).map(Cow::into_owned).collect() } else { Vec::new() }
}

/// A word of a name as it is compared with others: no ending of number or people, numerals as numbers.
pub fn stem(word: &str) -> String {
    if let Some(n) = numeral(word) {
        return format!("#{n}");
    }
    if let Ok(n) = word.parse::<u32>() {
        return format!("#{n}");
    }
    const ENDINGS: [&str; 11] = ["ians", "ian", "ans", "an", "ese", "ish", "es", "ii", "i", "ic", "s"];
    let cut = ENDINGS.iter().find_map(|e| word.strip_suffix(e).filter(|rest| rest.chars().count() >= 3));
    cut.unwrap_or(word).to_owned()
}

/// Whether a word is an article or does the work of one.
pub fn is_article(word: &str) -> bool {
    matches!(word, "the" | "a" | "an" | "our" | "their" | "its" | "your")
}

/// The number that a token is or says.
fn number(token: &Token) -> Option<Token> {
    match token {
        Token::Number(n) => Some(Token::Number(*n)),
        Token::Word(w) => numeral(w).map(|n| Token::Number(n * 1000)),
        _ => None,
    }
}

fn canonical<'t>(tokens: impl Iterator<Item = &'t Token> + Clone) -> impl Iterator<Item = Cow<'t, Token>> {
    let words = tokens.clone().filter(|t| number(t).is_none()).map(Cow::Borrowed);
    words.chain(tokens.filter_map(number).map(Cow::Owned))
}

fn matches(key: &[Token], sentence: &[Placed], at: usize) -> Option<usize> {
    let end = at + key.len();
    let here = sentence.get(at..end)?.iter().map(|t| &t.token);
    // Most names do not stand here, and their first word tells.
    let first = key.first()?;
    let may = matches!(first, Token::Number(_)) || here.clone().any(|t| t == first);
    (may && canonical(here).eq(key.iter().map(Cow::Borrowed))).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numerals_and_articles_do_not_matter() {
        let called = Called::new("a2", "Cohort II");
        for written in ["Second Cohort", "cohort ii", "2nd Cohort", "Cohort 2", "COHORT TWO"] {
            assert_eq!(called.name_at(&tokens(written), 0), Some(2), "{written}");
        }
        assert_eq!(called.name_at(&tokens("Cohort III"), 0), None);
        assert_eq!(Called::new("w", "The west wood").name_at(&tokens("west wood"), 0), Some(2));
        assert_eq!(Called::new("x", "Nearest and Dearest").name_at(&tokens("nearest and dearest"), 0), None);
    }
}
