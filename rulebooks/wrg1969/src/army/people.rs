//! Peoples, and what each may bring to a competition (`wrg1969.army.choice`, `wrg1969.troops.regular`).

use crate::data::troop::Troop;
use crate::rule;
use ruling::RuleId;

/// Whose army it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum People {
    /// Romans before cataphracts.
    Roman,
    /// Late Romans.
    LateRoman,
    /// Greeks, Macedonians and their successors.
    Greek,
    /// Persians and Parthians.
    Persian,
    /// Late Sassanid Persians.
    LatePersian,
    /// Carthaginians.
    Carthaginian,
    /// Assyrians.
    Assyrian,
    /// Britons.
    British,
    /// Gauls.
    Gallic,
    /// Germans.
    German,
    /// Goths.
    Gothic,
    /// Indians.
    Indian,
    /// Egyptians.
    Egyptian,
    /// Sarmatians.
    Sarmatian,
    /// Anyone else.
    Other,
}

/// How much of an army may be regular in a competition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regulars {
    /// All of it.
    All,
    /// A third of its points.
    Third,
    /// Nothing.
    None,
}

impl People {
    /// Every people, in order.
    pub const ALL: [People; 15] = [
        People::Roman,
        People::LateRoman,
        People::Greek,
        People::Persian,
        People::LatePersian,
        People::Carthaginian,
        People::Assyrian,
        People::British,
        People::Gallic,
        People::German,
        People::Gothic,
        People::Indian,
        People::Egyptian,
        People::Sarmatian,
        People::Other,
    ];

    /// Every people's word, in the same order.
    pub const KEYS: [&'static str; 15] = [
        "roman",
        "late_roman",
        "greek",
        "persian",
        "late_persian",
        "carthaginian",
        "assyrian",
        "british",
        "gallic",
        "german",
        "gothic",
        "indian",
        "egyptian",
        "sarmatian",
        "other",
    ];

    /// How much of its army may be regular (`wrg1969.troops.regular`).
    pub fn regulars(self) -> Regulars {
        match self {
            People::Roman | People::LateRoman | People::Greek => Regulars::All,
            People::Persian | People::LatePersian | People::Carthaginian | People::Assyrian => {
                Regulars::Third
            }
            _ => Regulars::None,
        }
    }

    /// Why it may not have troops of a type (`wrg1969.army.choice`); nothing if it may.
    pub fn lacks(self, troop: Troop) -> Option<&'static str> {
        use People::{
            Assyrian, British, Egyptian, Greek, Indian, LatePersian, LateRoman, Persian, Roman, Sarmatian,
        };
        let (may, only) = match troop {
            Troop::Elephant => (
                matches!(self, Greek | Persian | LatePersian | Indian),
                "only Hellenic, Persian and Indian armies have elephants",
            ),
            Troop::SuperHeavyCavalry => (
                matches!(self, Persian | LatePersian | LateRoman | Sarmatian),
                "only Persians, late Romans and Sarmatians have super heavy cavalry",
            ),
            Troop::AssyrianChariot => (matches!(self, Assyrian), "only Assyrians have these chariots"),
            Troop::Chariot => (
                matches!(self, Assyrian | British | Egyptian | Persian),
                "only Assyrians, Britons, Egyptians and Persians have chariots",
            ),
            _ if troop.is_engine() => (
                matches!(self, Roman | LateRoman | Greek | LatePersian),
                "only Romans, Greeks and late Sassanid Persians have artillery",
            ),
            _ => (true, ""),
        };
        (!may).then_some(only)
    }

    /// The rule by which troops may be lacking.
    pub const RULE: RuleId = rule::ARMY_CHOICE;
}
