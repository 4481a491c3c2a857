//! Reading our own data files: whatever is wrong with them is a fault of the program, and says where.

use form::{Node, Value};
use ruling::{Factor, RuleId, RuleIndex};

/// One value of a data file and the way to it; what is not as asked stops the program and says where.
#[derive(Clone, Debug)]
pub struct Sheet<'a> {
    path: String,
    node: &'a Node,
    rules: &'a RuleIndex,
}

impl<'a> Sheet<'a> {
    /// A whole file of a book that has these rules.
    pub fn of(file: &str, node: &'a Node, rules: &'a RuleIndex) -> Self {
        Sheet { path: file.to_owned(), node, rules }
    }

    /// The named entry.
    pub fn at(&self, name: &str) -> Sheet<'a> {
        match self.opt(name) {
            Some(entry) => entry,
            None => self.bad(&format!("has no `{name}`")),
        }
    }

    /// The named entry, if it is there.
    pub fn opt(&self, name: &str) -> Option<Sheet<'a>> {
        let node = self.node.get(name)?;
        Some(self.below(format!("{}: {name}", self.path), node))
    }

    /// The items of a list.
    pub fn items(&self) -> impl Iterator<Item = Sheet<'a>> {
        match &self.node.value {
            Value::List(items) => {
                let whole = self.clone();
                items
                    .iter()
                    .enumerate()
                    .map(move |(i, node)| whole.below(format!("{}[{i}]", whole.path), node))
            }
            _ => self.bad("is not a list"),
        }
    }

    /// The names and entries of a record, in the order written.
    pub fn entries(&self) -> impl Iterator<Item = (&'a str, Sheet<'a>)> {
        match &self.node.value {
            Value::Record(entries) => {
                let whole = self.clone();
                entries.iter().map(move |(key, node)| {
                    (key.name.as_str(), whole.below(format!("{}: {}", whole.path, key.name), node))
                })
            }
            _ => self.bad("is not a record"),
        }
    }

    /// What was written.
    pub fn node(&self) -> &'a Node {
        self.node
    }

    /// Its words.
    pub fn text(&self) -> &'a str {
        match &self.node.value {
            Value::Text(text) => text,
            _ => self.bad("is not text"),
        }
    }

    /// Its whole number.
    pub fn int<T: TryFrom<i64>>(&self) -> T {
        let int = match self.node.value {
            Value::Int(n) => T::try_from(n).ok(),
            _ => None,
        };
        int.unwrap_or_else(|| self.bad("is not such a number"))
    }

    /// Its number, whole or not.
    pub fn number(&self) -> f64 {
        match self.node.value {
            Value::Int(n) => n as f64,
            Value::Number(n) => n,
            _ => self.bad("is not a number"),
        }
    }

    /// The named number, if it is there.
    pub fn opt_int<T: TryFrom<i64>>(&self, name: &str) -> Option<T> {
        self.opt(name).map(|s| s.int())
    }

    /// Whether the named entry is there and says yes.
    pub fn yes(&self, name: &str) -> bool {
        match self.opt(name).map(|s| (s.node.value.clone(), s)) {
            None => false,
            Some((Value::Bool(yes), _)) => yes,
            Some((_, s)) => s.bad("is not true or false"),
        }
    }

    /// What its word means.
    pub fn word<T>(&self, parse: impl Fn(&str) -> Option<T>) -> T {
        parse(self.text()).unwrap_or_else(|| self.bad("is no such word"))
    }

    /// What the words of the named list mean; nothing if it is not there.
    pub fn words<T, C: FromIterator<T>>(&self, name: &str, parse: impl Fn(&str) -> Option<T>) -> C {
        self.opt(name).iter().flat_map(Sheet::items).map(|s| s.word(&parse)).collect()
    }

    /// The rule that it cites.
    pub fn rule(&self) -> RuleId {
        self.at("rule").word(|id| self.rules.get(id).map(|rule| rule.id))
    }

    /// Itself, once the rule that it cites is known to exist.
    pub fn cited(self) -> Self {
        self.rule();
        self
    }

    /// The value that it gives, with the rule that it cites.
    pub fn factor(&self) -> Factor {
        Factor { rule: self.rule(), value: self.at("value").int() }
    }

    fn below(&self, path: String, node: &'a Node) -> Sheet<'a> {
        Sheet { path, node, rules: self.rules }
    }

    /// Stops the program: a data file of our own is wrong here.
    pub fn bad(&self, what: &str) -> ! {
        panic!("{} {what}", self.path)
    }
}

/// Names the data files of a book once: its `rules()` and its `tables()`, each read once, follow.
///
/// It stands in `src/tables.rs`; the type named has `read(&Sheet) -> Self`.
#[macro_export]
macro_rules! data_files {
    ($tables:ty) => {
        /// The rules as played, in the order of the book.
        pub fn rules() -> &'static $crate::RuleIndex {
            static RULES: std::sync::OnceLock<$crate::RuleIndex> = std::sync::OnceLock::new();
            RULES.get_or_init(|| {
                $crate::read_rules(
                    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/rules.toml")),
                    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/ledger.toml")),
                )
            })
        }

        /// The tables.
        #[inline]
        pub fn tables() -> &'static $tables {
            static TABLES: std::sync::OnceLock<$tables> = std::sync::OnceLock::new();
            TABLES.get_or_init(|| {
                let file = $crate::form::parse_toml(include_str!(concat!(
                    env!("CARGO_MANIFEST_DIR"),
                    "/data/tables.toml"
                )));
                let node = file.expect("tables.toml is TOML");
                <$tables>::read(&$crate::Sheet::of("tables.toml", &node, rules()))
            })
        }
    };
}
