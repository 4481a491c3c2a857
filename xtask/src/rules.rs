//! The rules of a book as `data/rules.toml` lists them.

use crate::steps::Failure;
use crate::tree::root;
use std::collections::BTreeMap;

/// One rule of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// Its name, beginning with the book's.
    pub id: String,
    /// Its heading.
    pub title: String,
    /// What it says, on one line.
    pub text: String,
}

impl Rule {
    /// The name of its constant: the id without the book, in capitals.
    ///
    /// `book.zone.effect` is `ZONE_EFFECT`.
    pub fn constant(&self) -> String {
        let name = self.id.split_once('.').map_or(self.id.as_str(), |(_, name)| name);
        name.replace('.', "_").to_uppercase()
    }
}

/// Where a book's rules are listed, from the root.
pub fn path(book: &str) -> String {
    format!("rulebooks/{book}/data/rules.toml")
}

/// Reads a book's list.
pub fn read(book: &str) -> Result<Vec<Rule>, Failure> {
    let path = path(book);
    let text = std::fs::read_to_string(root().join(&path)).map_err(|e| Failure(format!("{path}: {e}")))?;
    parse(book, &text).map_err(|wrong| Failure(format!("{path}: {wrong}")))
}

/// Reads the text of a list.
pub fn parse(book: &str, text: &str) -> Result<Vec<Rule>, String> {
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
    let list = table.get("rule").and_then(toml::Value::as_array).ok_or("there is no [[rule]]")?;
    let mut rules: Vec<Rule> = Vec::new();
    let mut constants = BTreeMap::new();
    for entry in list {
        let word = |name| entry.get(name).and_then(toml::Value::as_str).map(str::to_owned);
        let id = word("id").ok_or("a rule has no id")?;
        let title = word("title").unwrap_or_default();
        let stem = id.strip_prefix(book).and_then(|rest| rest.strip_prefix('.'));
        if !stem.is_some_and(|stem| stem.split('.').all(is_word)) {
            return Err(format!("{id}: an id is `{book}.` and words divided by dots"));
        }
        if title.is_empty() || title.contains('\n') {
            return Err(format!("{id}: a title is one line"));
        }
        let text = word("text").unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
        let rule = Rule { id, title, text };
        if let Some(other) = constants.insert(rule.constant(), rule.id.clone()) {
            return Err(format!("{} and {other} would have the same constant", rule.id));
        }
        rules.push(rule);
    }
    Ok(rules)
}

/// Whether it can be a part of an id.
pub fn is_word(part: &str) -> bool {
    !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_in_order() {
        let text =
            "[[rule]]\nid = 'b.zone.effect'\ntitle = 'Zones'\n[[rule]]\nid = 'b.after'\ntitle = 'After'\n";
        let rules = parse("b", text).unwrap();
        let constants: Vec<_> = rules.iter().map(Rule::constant).collect();
        assert_eq!(constants, ["ZONE_EFFECT", "AFTER"]);
        assert_eq!(rules[0].title, "Zones");
    }

    #[test]
    fn a_bad_list_is_refused() {
        let refused = |text: &str| parse("b", text).unwrap_err();
        assert_eq!(refused(""), "there is no [[rule]]");
        assert_eq!(refused("[[rule]]\ntitle = 'x'"), "a rule has no id");
        assert_eq!(
            refused("[[rule]]\nid = 'c.x'\ntitle = 'x'"),
            "c.x: an id is `b.` and words divided by dots"
        );
        assert_eq!(refused("[[rule]]\nid = 'b.x'"), "b.x: a title is one line");
        let twice = "[[rule]]\nid = 'b.x_y'\ntitle = 'x'\n[[rule]]\nid = 'b.x.y'\ntitle = 'x'";
        assert_eq!(refused(twice), "b.x.y and b.x_y would have the same constant");
        assert!(refused("[[rule").contains("TOML parse error"));
    }
}
