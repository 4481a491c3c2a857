//! The names a sentence may use: friends, enemies and features of the battle.

use super::lexer::{Placed, Token, tokens};
use super::phrases::numeral;
use crate::order::GROUND_KINDS;
use std::borrow::Cow;

/// Someone or something with a name.
#[derive(Clone, Debug)]
pub struct Called {
    /// Its label or id.
    pub label: String,
    /// Its name, as people write it.
    pub name: String,
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
}

/// Words that never begin a name: the language means something of its own by them. Such a name is written with
/// its label in brackets, or in quotation marks.
const RESERVED: [&str; 8] = ["nearest", "any", "point", "place", "feature", "friendly", "enemy", "unit"];

impl Names {
    /// The names in three lists of labels and names: friends, enemies, features.
    ///
    /// ```
    /// use testudo_wrg1969::language::Names;
    /// let names = Names::new([("a1", "Cohort I")], [("b1", "Cantiaci")], [("hill_north", "the long hill")]);
    /// assert_eq!(names.friends[0].name, "Cohort I");
    /// ```
    pub fn new<S: AsRef<str>>(
        friends: impl IntoIterator<Item = (S, S)>,
        enemies: impl IntoIterator<Item = (S, S)>,
        features: impl IntoIterator<Item = (S, S)>,
    ) -> Self {
        fn list<S: AsRef<str>>(of: impl IntoIterator<Item = (S, S)>) -> Vec<Called> {
            of.into_iter().map(|(label, name)| Called::new(label.as_ref(), name.as_ref())).collect()
        }
        let mut names = Names { friends: list(friends), enemies: list(enemies), features: list(features) };
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
        Called { label: label.to_owned(), name: name.to_owned(), key: key(name), label_key }
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
