//! House rules: where players may differ, each with what holds unless they say otherwise.

use crate::Sheet;
use form::{Answer, Fault, Field, Filled, Kind, Node, Value};
use ruling::RuleId;

/// A house rule as the tables describe it.
#[derive(Debug)]
pub struct Toggle {
    /// Its name.
    pub name: String,
    /// The rule that it changes.
    pub rule: RuleId,
    /// What it settles, in words that can follow "give".
    pub help: String,
    /// What may be written for it.
    pub kind: Kind,
    /// What holds if nothing is written.
    pub default: Node,
    /// The only numbers allowed, where a range does not say it.
    pub values: Vec<i64>,
}

impl Toggle {
    /// Reads one toggle of the tables: `words`, or `least` and `most` (of parts too if the default is
    /// no whole number), or `values`, or else true or false.
    pub fn read(name: &str, sheet: &Sheet<'_>) -> Toggle {
        let values: Vec<i64> = sheet.opt("values").iter().flat_map(Sheet::items).map(|s| s.int()).collect();
        // Read once for the whole life of the program.
        let unit = sheet.opt("unit").map_or("", |s| s.text()).to_owned().leak();
        let kind = if matches!(sheet.at("default").node().value, Value::Number(_)) {
            Kind::number(sheet.at("least").number()..=sheet.at("most").number())
        } else {
            let least = sheet.opt_int("least").or(values.iter().min().copied());
            let most = sheet.opt_int("most").or(values.iter().max().copied());
            match (least, most, sheet.opt("words")) {
                (Some(least), Some(most), _) => Kind::int(least..=most).in_unit(unit),
                (_, _, Some(words)) => Kind::one_of(words.items().map(|s| s.text().to_owned())),
                _ => Kind::Bool,
            }
        };
        Toggle {
            name: name.to_owned(),
            rule: sheet.rule(),
            help: sheet.at("help").text().to_owned(),
            kind,
            default: sheet.at("default").node().clone(),
            values,
        }
    }
}

/// A type that a house rule's value may have.
pub trait Setting: Copy {
    /// What was answered.
    fn read(answer: &Answer) -> Self;
    /// What is written for it.
    fn node(self) -> Node;
}

impl Setting for bool {
    fn read(answer: &Answer) -> Self {
        answer.bool()
    }
    fn node(self) -> Node {
        self.into()
    }
}

impl Setting for u16 {
    fn read(answer: &Answer) -> Self {
        u16::try_from(answer.int()).expect("the limits of every house rule fit")
    }
    fn node(self) -> Node {
        i64::from(self).into()
    }
}

impl Setting for i16 {
    fn read(answer: &Answer) -> Self {
        i16::try_from(answer.int()).expect("the limits of every house rule fit")
    }
    fn node(self) -> Node {
        i64::from(self).into()
    }
}

/// A share of a whole, kept in thousandths so that it can be compared exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Share(pub u16);

impl Setting for Share {
    fn read(answer: &Answer) -> Self {
        Share((answer.number() * 1000.0).round() as u16)
    }
    fn node(self) -> Node {
        (f64::from(self.0) / 1000.0).into()
    }
}

/// The form in which house rules are written: all may be left out.
pub fn house_fields(toggles: &'static [Toggle]) -> Vec<Field> {
    let field = |t: &'static Toggle| Field::new(&t.name, t.kind.clone(), &t.help).or(t.default.clone());
    toggles.iter().map(field).collect()
}

/// Reads a form of [`house_fields`] once its numbers are known to be allowed.
///
/// # Errors
/// Names every number that lies within its limits and yet is not one of those allowed.
pub fn read_house<H>(toggles: &[Toggle], form: &Filled, of: impl Fn(&Filled) -> H) -> Result<H, Vec<Fault>> {
    let mut faults = Vec::new();
    for toggle in toggles.iter().filter(|t| !t.values.is_empty()) {
        let answer = form.get(&toggle.name);
        if !toggle.values.contains(&answer.int()) {
            let values: Vec<String> = toggle.values.iter().map(i64::to_string).collect();
            faults.push(answer.fault(format!("must be {}, not {}", values.join(" or "), answer.int())));
        }
    }
    if faults.is_empty() { Ok(of(form)) } else { Err(faults) }
}

/// Names a house rule's words, in the order in which the tables list them.
///
/// ```
/// testudo_binding::choice! {
///     /// What a player sees of the enemy.
///     Fog {
///         /// What any of his units sees.
///         Units => "units",
///         /// Everything.
///         Open => "open",
///     }
/// }
/// assert_eq!(Fog::Open.key(), "open");
/// ```
#[macro_export]
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$word_doc:meta])* $word:ident => $key:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$word_doc])* $word,)*
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [$name] = &[$($name::$word),*];

            /// The word used in files, questions and answers.
            pub const fn key(self) -> &'static str {
                match self {
                    $($name::$word => $key,)*
                }
            }
        }

        impl $crate::Setting for $name {
            fn read(answer: &$crate::form::Answer) -> Self {
                let said = $name::ALL.iter().find(|one| one.key() == answer.text());
                *said.expect("the form knows only these words")
            }
            fn node(self) -> $crate::form::Node {
                self.key().into()
            }
        }
    };
}

/// Names each house rule of a book once: the struct `House`, reading it and writing it follow.
///
/// First comes the function that gives the toggles of the book's tables, then a field for each toggle.
#[macro_export]
macro_rules! house_rules {
    ($toggles:path; $($(#[$doc:meta])* $name:ident: $kind:ty,)*) => {
        /// The house rules in force; what is not said otherwise is as `data/tables.toml` has it.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub struct House {
            $($(#[$doc])* pub $name: $kind,)*
        }

        impl House {
            /// The names of all house rules.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// The form in which house rules are written: all may be left out.
            pub fn fields() -> Vec<$crate::form::Field> {
                $crate::house_fields($toggles())
            }

            /// Reads a form of [`House::fields`].
            ///
            /// # Errors
            /// Names every number that lies within its limits and yet is not one of those allowed.
            pub fn read(form: &$crate::form::Filled) -> Result<House, Vec<$crate::form::Fault>> {
                $crate::read_house($toggles(), form, |form| House {
                    $($name: $crate::Setting::read(form.get(stringify!($name))),)*
                })
            }

            /// Every house rule and its value, in order.
            pub fn values(&self) -> Vec<(&'static str, $crate::form::Node)> {
                vec![$((stringify!($name), $crate::Setting::node(self.$name)),)*]
            }
        }

        impl Default for House {
            fn default() -> Self {
                static DEFAULT: std::sync::OnceLock<House> = std::sync::OnceLock::new();
                let usual = || {
                    let nothing = $crate::form::Node::record([]);
                    let form = $crate::form::fill(&House::fields(), &nothing);
                    House::read(&form.expect("every house rule has a default")).expect("every default is allowed")
                };
                DEFAULT.get_or_init(usual).clone()
            }
        }

        #[cfg(test)]
        mod as_the_tables_have_them {
            use super::*;
            use $crate::form::{Node, fill};

            #[test]
            fn the_tables_and_the_program_know_the_same_house_rules() {
                let names: Vec<&str> = $toggles().iter().map(|t| t.name.as_str()).collect();
                assert_eq!(names, House::NAMES);
                for (toggle, (name, value)) in $toggles().iter().zip(House::default().values()) {
                    assert_eq!((toggle.name.as_str(), toggle.default.to_json()), (name, value.to_json()));
                }
            }

            #[test]
            fn the_fidelity_page_lists_every_house_rule() {
                let page = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/FIDELITY.md"));
                for (name, value) in House::default().values() {
                    assert!(page.contains(&format!("| `{name}` | `{}` |", value.to_json())), "{name}");
                }
            }

            #[test]
            fn what_is_written_is_read_again() {
                let usual = House::default();
                let form = fill(&House::fields(), &Node::record(usual.values())).expect("a good form");
                assert_eq!(House::read(&form), Ok(usual));
            }
        }
    };
}
