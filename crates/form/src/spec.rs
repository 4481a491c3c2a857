//! What a form asks for: fields and the kinds of their values.

use crate::fill::answer;
use crate::node::Node;
use std::borrow::Cow;
use std::ops::{Bound, RangeBounds};
use std::sync::Arc;

/// The words a choice may be made of.
pub type Words = Arc<[Cow<'static, str>]>;

/// One field of a form.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What it means, in a few words that can follow "give".
    pub help: &'static str,
    /// What may be written there.
    pub kind: Kind,
    /// Whether it must be there.
    pub need: Need,
    /// The name it had in older files.
    pub formerly: Option<&'static str>,
}

/// Whether a field must be there.
#[derive(Clone, Debug)]
pub enum Need {
    /// It must.
    Required,
    /// It may be left out.
    Optional,
    /// Left out, it stands for this.
    Default(Node),
}

/// What may be written in a field; cheap to clone.
#[derive(Clone, Debug)]
pub enum Kind {
    /// Yes or no.
    Bool,
    /// A whole number; `3.0` counts as one.
    Int {
        /// The least allowed.
        least: i64,
        /// The greatest allowed.
        most: i64,
        /// Of what, in the plural.
        unit: Option<&'static str>,
    },
    /// Any finite number.
    Number {
        /// Where the allowed numbers begin.
        least: Bound<f64>,
        /// Where they end.
        most: Bound<f64>,
        /// Of what, in the plural.
        unit: Option<&'static str>,
    },
    /// Any words.
    Text,
    /// One of some words.
    OneOf(Words),
    /// Values of one kind.
    List {
        /// The kind.
        of: Arc<Kind>,
        /// The least number of them.
        least: usize,
        /// The greatest number of them.
        most: usize,
    },
    /// A form within the form.
    Record(Arc<[Field]>),
    /// Values of one kind under names that are not fields, such as counts by troop type.
    Map {
        /// The names allowed; any, if `None`.
        keys: Option<Words>,
        /// The kind.
        to: Arc<Kind>,
    },
    /// Anything, to be judged later with [`Filled::fill`](crate::Filled::fill).
    Any,
}

impl Field {
    /// A field that must be there.
    pub fn new(name: &'static str, kind: Kind, help: &'static str) -> Self {
        Field { name, help, kind, need: Need::Required, formerly: None }
    }

    /// Lets it be left out.
    pub fn optional(mut self) -> Self {
        self.need = Need::Optional;
        self
    }

    /// Lets older files give it under the name it had; [`outdated`](crate::outdated) tells where they do.
    pub fn formerly(mut self, name: &'static str) -> Self {
        self.formerly = Some(name);
        self
    }

    /// Whether it goes by this name, or went by it.
    pub(crate) fn answers_to(&self, name: &str) -> bool {
        self.name == name || self.formerly == Some(name)
    }

    /// Lets it be left out, to stand for this.
    ///
    /// # Panics
    /// If the default is not of the field's kind.
    ///
    /// ```
    /// use testudo_form::{Field, Kind, Node};
    /// Field::new("general", Kind::Bool, "whether the general is with it").or(false);
    /// Field::new("others", Kind::list(Kind::Text, ..), "the others").or(Node::list([]));
    /// ```
    #[track_caller]
    pub fn or(mut self, default: impl Into<Node>) -> Self {
        let default = default.into();
        let mut faults = Vec::new();
        answer(&self.kind, &default, self.name, &mut faults);
        assert!(faults.is_empty(), "the default of a field must be of its kind: {}", faults[0]);
        self.need = Need::Default(default);
        self
    }
}

impl Kind {
    /// A whole number in a range.
    ///
    /// ```
    /// use testudo_form::Kind;
    /// let (aggression, count) = (Kind::int(0..=4), Kind::int(1..));
    /// # let _ = (aggression, count);
    /// ```
    pub fn int(range: impl RangeBounds<i64>) -> Self {
        let least = match range.start_bound() {
            Bound::Included(n) => *n,
            Bound::Excluded(n) => n.saturating_add(1),
            Bound::Unbounded => i64::MIN,
        };
        let most = match range.end_bound() {
            Bound::Included(n) => *n,
            Bound::Excluded(n) => n.saturating_sub(1),
            Bound::Unbounded => i64::MAX,
        };
        Kind::Int { least, most, unit: None }
    }

    /// A number in a range.
    ///
    /// ```
    /// use std::ops::Bound;
    /// use testudo_form::Kind;
    /// let length = Kind::number(0.0..).in_unit("paces");
    /// let turn = Kind::number((Bound::Excluded(0.0), Bound::Included(180.0))).in_unit("degrees");
    /// # let _ = (length, turn);
    /// ```
    pub fn number(range: impl RangeBounds<f64>) -> Self {
        Kind::Number { least: range.start_bound().cloned(), most: range.end_bound().cloned(), unit: None }
    }

    /// Says of what the number is, in the plural.
    pub fn in_unit(mut self, word: &'static str) -> Self {
        if let Kind::Int { unit, .. } | Kind::Number { unit, .. } = &mut self {
            *unit = Some(word);
        }
        self
    }

    /// One of some words.
    ///
    /// ```
    /// use testudo_form::Kind;
    /// let going = Kind::one_of(["good", "bad", "road"]);
    /// # let _ = going;
    /// ```
    pub fn one_of(words: impl IntoIterator<Item = impl Into<Cow<'static, str>>>) -> Self {
        Kind::OneOf(words.into_iter().map(Into::into).collect())
    }

    /// A list of so many values of a kind.
    ///
    /// ```
    /// use testudo_form::Kind;
    /// let path = Kind::list(Kind::number(..), 1..=50);
    /// # let _ = path;
    /// ```
    pub fn list(of: Kind, range: impl RangeBounds<usize>) -> Self {
        let least = match range.start_bound() {
            Bound::Included(n) => *n,
            Bound::Excluded(n) => n.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let most = match range.end_bound() {
            Bound::Included(n) => *n,
            Bound::Excluded(n) => n.saturating_sub(1),
            Bound::Unbounded => usize::MAX,
        };
        Kind::List { of: Arc::new(of), least, most }
    }

    /// A form within the form.
    pub fn record(fields: impl IntoIterator<Item = Field>) -> Self {
        Kind::Record(fields.into_iter().collect())
    }

    /// Values of a kind under some of these names.
    ///
    /// ```
    /// use testudo_form::Kind;
    /// let destroyed = Kind::map(["blades", "spears"], Kind::int(0..=12));
    /// # let _ = destroyed;
    /// ```
    pub fn map(keys: impl IntoIterator<Item = impl Into<Cow<'static, str>>>, to: Kind) -> Self {
        Kind::Map { keys: Some(keys.into_iter().map(Into::into).collect()), to: Arc::new(to) }
    }

    /// Values of a kind under any names.
    pub fn map_of(to: Kind) -> Self {
        Kind::Map { keys: None, to: Arc::new(to) }
    }

    /// What sort of thing is wanted, as said to a person.
    pub(crate) fn wanted(&self) -> &'static str {
        match self {
            Kind::Bool => "true or false",
            Kind::Int { .. } => "a whole number",
            Kind::Number { .. } => "a number",
            Kind::Text | Kind::OneOf(_) => "text",
            Kind::List { .. } => "a list",
            Kind::Record(_) | Kind::Map { .. } => "a record",
            Kind::Any => "anything",
        }
    }
}
