//! A rulebook's rules, each once, in our own words.

use crate::RuleId;

/// How firmly the source states a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The source says so.
    Stated,
    /// The source says a part of it; the rest, which the text names, is our reading.
    InPart,
    /// Damage in the source undone.
    Repaired,
    /// The source is silent or doubtful: our reading.
    Ruling,
}

impl Status {
    /// The word used in data files and answers.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Stated => "stated",
            Status::InPart => "stated in part",
            Status::Repaired => "repaired",
            Status::Ruling => "ruling",
        }
    }

    /// Reads that word.
    pub fn parse(word: &str) -> Option<Self> {
        [Status::Stated, Status::InPart, Status::Repaired, Status::Ruling]
            .into_iter()
            .find(|s| s.as_str() == word)
    }
}

/// One rule as played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its name.
    pub id: RuleId,
    /// A heading.
    pub title: String,
    /// The rule in our own words.
    pub text: String,
    /// How firmly the source states it.
    pub status: Status,
    /// Where in the source; empty when the source is silent.
    pub source: String,
    /// The house rules that change it.
    pub toggles: Vec<String>,
    /// Whether the test run cited it.
    pub exercised: bool,
}

/// Every rule of one book, in the order of the book.
#[derive(Clone, Debug, Default)]
pub struct RuleIndex {
    rules: Vec<Rule>,
}

impl RuleIndex {
    /// Builds an index.
    ///
    /// # Errors
    /// Gives back the first id that stands twice.
    pub fn new(rules: Vec<Rule>) -> Result<Self, RuleId> {
        let mut ids: Vec<RuleId> = rules.iter().map(|r| r.id).collect();
        ids.sort_unstable();
        match ids.windows(2).find(|w| w[0] == w[1]) {
            Some(twice) => Err(twice[0]),
            None => Ok(RuleIndex { rules }),
        }
    }

    /// All rules in book order.
    pub fn all(&self) -> &[Rule] {
        &self.rules
    }

    /// The rule of that name.
    pub fn get(&self, id: &str) -> Option<&Rule> {
        self.rules.iter().find(|r| r.id.as_str() == id)
    }
}
