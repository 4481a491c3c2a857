//! The narrator's grammar: names and their number, verbs, lists, counts, lengths and dice, for every book alike.
//!
//! The journal is told in the past tense, in full sentences, with the name of a unit first.

use crate::{Field, Side, UnitId};
use std::fmt;

/// What someone or something is called, and whether one speaks of it as one or as many.
///
/// ```
/// use testudo_umpire::voice::Name;
/// let told = |name: &str| { let name = Name::new(name); format!("{name} {} in {} place", name.was(), name.its()) };
/// assert_eq!(told("Hastati"), "Hastati were in their place");
/// assert_eq!(told("Cohort II"), "Cohort II was in its place");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    text: String,
    many: bool,
}

impl Name {
    /// A name as it is written; its number is read from it.
    pub fn new(text: impl Into<String>) -> Name {
        let text = text.into();
        Name { many: is_many(&text), text }
    }

    /// The same with a label in brackets.
    fn labelled(name: &str, label: &str) -> Name {
        Name { text: format!("{name} ({label})"), many: is_many(name) }
    }

    /// One of two words, by number.
    pub fn form<'w>(&self, one: &'w str, many: &'w str) -> &'w str {
        if self.many { many } else { one }
    }

    /// "was" or "were".
    pub fn was(&self) -> &'static str {
        self.form("was", "were")
    }

    /// "its" or "their".
    pub fn its(&self) -> &'static str {
        self.form("its", "their")
    }

    /// "it" or "they".
    pub fn it(&self) -> &'static str {
        self.form("it", "they")
    }

    /// "it" or "them".
    pub fn them(&self) -> &'static str {
        self.form("it", "them")
    }

    /// The name as an owner: "Hastati's", "Romans'".
    pub fn own(&self) -> String {
        if self.text.ends_with('s') { format!("{}'", self.text) } else { format!("{}'s", self.text) }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A unit as the journal names it: "Hastati (R1)".
pub fn name(field: &Field, id: UnitId) -> Name {
    let card = field.card(id);
    Name::labelled(&card.name, &card.label)
}

/// A unit named a second time in a sentence: without its label, unless another unit of the sentence is called the
/// same.
pub fn again(field: &Field, id: UnitId, other: UnitId) -> Name {
    let card = field.card(id);
    if card.name == field.card(other).name { name(field, id) } else { Name::new(card.name.clone()) }
}

/// A side by its name.
pub fn side(field: &Field, side: Side) -> Name {
    Name::new(field.roster().names[side].clone())
}

/// Several units: "Hastati (R1), Velites (R5) and Triarii (R4)".
pub fn names(field: &Field, ids: impl IntoIterator<Item = UnitId>) -> String {
    list(ids.into_iter().map(|id| name(field, id).to_string()))
}

/// No more units of a group than this are named; the others are counted.
const NAMED: usize = 3;

/// A group of units, long ones cut short: "Blades (R1), Blades (R2) and 8 others".
pub fn group(field: &Field, ids: impl IntoIterator<Item = UnitId>) -> String {
    let mut all: Vec<String> = ids.into_iter().map(|id| name(field, id).to_string()).collect();
    if all.len() > NAMED {
        let others = all.split_off(NAMED - 1).len();
        all.push(format!("{others} others"));
    }
    list(all)
}

/// Words one after another: "a", "a and b", "a, b and c".
///
/// ```
/// assert_eq!(testudo_umpire::voice::list(["a", "b", "c"]), "a, b and c");
/// ```
pub fn list<W: Into<String>>(words: impl IntoIterator<Item = W>) -> String {
    let mut all: Vec<String> = words.into_iter().map(Into::into).collect();
    let last = all.pop().unwrap_or_default();
    if all.is_empty() { last } else { format!("{} and {last}", all.join(", ")) }
}

/// So many of something whose plural ends in "s": "1 figure", "3 figures".
pub fn count(n: impl Into<u64>, one: &str) -> String {
    counted(n, one, &format!("{one}s"))
}

/// So many of something: "1 man", "3 men", "no men".
///
/// ```
/// use testudo_umpire::voice::counted;
/// assert_eq!([0u8, 1, 9].map(|n| counted(n, "man", "men")), ["no men", "1 man", "9 men"]);
/// ```
pub fn counted(n: impl Into<u64>, one: &str, many: &str) -> String {
    match n.into() {
        0 => format!("no {many}"),
        1 => format!("1 {one}"),
        n => format!("{n} {many}"),
    }
}

/// So many figures: "1 figure", "3 figures".
pub fn figures(n: impl Into<u64>) -> String {
    count(n, "figure")
}

/// So many men fell: "nobody fell", "1 man fell", "9 men fell".
pub fn men_fell(n: impl Into<u64>) -> String {
    match n.into() {
        0 => "nobody fell".to_owned(),
        n => format!("{} fell", counted(n, "man", "men")),
    }
}

/// A length to a tenth: "1 inch", "7.9 inches".
///
/// ```
/// use testudo_umpire::voice::inches;
/// assert_eq!([1.0, 6.0, 4.46].map(inches), ["1 inch", "6 inches", "4.5 inches"]);
/// ```
pub fn inches(length: f64) -> String {
    match tenths(length).as_str() {
        "1" => "1 inch".to_owned(),
        far => format!("{far} inches"),
    }
}

/// How far someone went of a length that was due: "7 inches", or "3.1 of 8 inches" where it fell short.
///
/// ```
/// use testudo_umpire::voice::inches_of;
/// assert_eq!([(7.0, 7.0), (3.14, 8.0), (0.0, 1.0)].map(|(went, due)| inches_of(went, due)), ["7 inches", "3.1 of 8 inches", "0 of 1 inch"]);
/// ```
pub fn inches_of(went: f64, due: f64) -> String {
    let (far, whole) = (tenths(went), inches(due));
    if far == tenths(due) { whole } else { format!("{far} of {whole}") }
}

/// A length in whole paces: "1 pace", "200 paces".
pub fn paces(length: f64) -> String {
    match length.round() as i64 {
        1 => "1 pace".to_owned(),
        far => format!("{far} paces"),
    }
}

/// How far someone went of a length in paces that was due: "60 paces", or "42 of 60 paces" where it fell short.
pub fn paces_of(went: f64, due: f64) -> String {
    let (far, whole) = (went.round(), paces(due));
    if far == due.round() { whole } else { format!("{far:.0} of {whole}") }
}

/// A number to a tenth, without a nought after the point.
pub fn tenths(number: f64) -> String {
    let tenths = (number * 10.0).round() as i64;
    match (tenths / 10, (tenths % 10).abs()) {
        (whole, 0) => whole.to_string(),
        (0, part) if tenths < 0 => format!("-0.{part}"),
        (whole, part) => format!("{whole}.{part}"),
    }
}

/// Dice as they fell: "4, 2 and 6".
pub fn faces(faces: impl IntoIterator<Item = u8>) -> String {
    list(faces.into_iter().map(|face| face.to_string()))
}

/// Dice that are added up: "9 (5+4)", and a single one as it fell.
///
/// ```
/// use testudo_umpire::voice::sum;
/// assert_eq!([&[5, 4][..], &[3]].map(sum), ["9 (5+4)", "3"]);
/// ```
pub fn sum(faces: &[u8]) -> String {
    let total: u32 = faces.iter().map(|&face| u32::from(face)).sum();
    let each: Vec<String> = faces.iter().map(u8::to_string).collect();
    if faces.len() > 1 { format!("{total} ({})", each.join("+")) } else { total.to_string() }
}

/// Words as a sentence: a capital first and a full stop last.
///
/// ```
/// assert_eq!(testudo_umpire::voice::sentence("nobody fell"), "Nobody fell.");
/// ```
pub fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let mut told: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    told.push_str(letters.as_str());
    if !told.ends_with(['.', '!', '?', '"']) {
        told.push('.');
    }
    told
}

/// Words that say which of several a unit is; the noun stands before them.
const WHICH: [&str; 9] = ["right", "left", "centre", "center", "east", "west", "north", "south", "reserve"];
/// Words that begin what follows a noun.
const AFTER: [&str; 13] =
    ["of", "with", "in", "on", "from", "at", "round", "under", "behind", "beside", "by", "to", "for"];
/// Nouns that speak of many without an "s" at their end.
const MANY: [&str; 33] = [
    "horse",
    "foot",
    "cavalry",
    "infantry",
    "camelry",
    "chivalry",
    "artillery",
    "auxilia",
    "armed",
    "shot",
    "kin",
    "kern",
    "people",
    "sherden",
    "medjay",
    "saka",
    "sparabara",
    "takabara",
    "hatti",
    "folk",
    "gentry",
    "nobility",
    "militia",
    "levy",
    "elite",
    "jäger",
    "infanterie",
    "chatti",
    "dailami",
    "marsi",
    "boii",
    "vacomagi",
    "taexali",
];
/// Names of one that end as those of many do.
const ONE: [&str; 7] = ["ramesses", "eumenes", "ballista", "toxoballista", "xerxes", "phalanx", "magi"];

/// Whether one speaks of a unit of this name as of many: by its noun, as English does.
fn is_many(name: &str) -> bool {
    let name = name.split([',', '(']).next().unwrap_or_default().to_lowercase();
    let words: Vec<&str> = name.split_whitespace().collect();
    if words.contains(&"and") {
        return true;
    }
    let noun = words.iter().skip(1).position(|word| AFTER.contains(word)).map_or(words.len(), |at| at + 1);
    let mut noun = &words[..noun];
    while let [before @ .., last] = noun
        && !before.is_empty()
        && (WHICH.contains(last) || is_number(last))
    {
        noun = before;
    }
    let Some(last) = noun.last() else { return false };
    let last = last.trim_end_matches(|c: char| !c.is_alphabetic());
    if ONE.contains(&last) {
        return false;
    }
    let one_in_s = ["ss", "us", "os", "is"].iter().any(|end| last.ends_with(end));
    MANY.contains(&last)
        || (last.ends_with('s') && !one_in_s)
        || ["men", "ti", "ii", "oi", "ae", "gi", "ni", "ci", "li", "ri", "di"]
            .iter()
            .any(|end| last.ends_with(end))
}

/// Whether a word counts: figures, or a Roman numeral.
fn is_number(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_digit()) || word.chars().all(|c| "ivxlc".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_of_one_or_of_many_as_english_has_it() {
        let many = [
            "Hastati",
            "Velites",
            "Gallic horse",
            "The Immortals",
            "Archers of the left",
            "Spartans right",
            "Light armed",
            "Foot in the wood",
            "Gauls and Germans",
            "Cavalry, general",
            "Boii",
            "Dahae",
            "Triarii",
            "Thureophoroi",
            "Longbows of Magadha",
            "Second army's horse",
            "Javelinmen",
            "Elephants",
            "Gaesatae",
            "Sherden",
            "Romans",
            "Psiloi",
            "Blades",
        ];
        let one = [
            "Cohort II",
            "Phalanx west",
            "Elephant 3",
            "Second legion",
            "Gelon's guard",
            "Fleet guard of the left",
            "Hannibal",
            "Antiochus",
            "Division of Amun",
            "Rome",
            "Carthage",
            "Warband",
            "The host of the tribes",
            "Army standard bearer",
            "Ramesses",
            "King (army general)",
            "Alexios",
            "Macedon",
            "Libyan phalanx",
        ];
        let wrong = many.iter().filter(|n| !is_many(n)).chain(one.iter().filter(|n| is_many(n)));
        assert_eq!(wrong.collect::<Vec<_>>(), Vec::<&&str>::new());
    }

    #[test]
    fn owners_lists_and_lengths() {
        assert_eq!(["Romans", "Hastati"].map(|n| Name::new(n).own()), ["Romans'", "Hastati's"]);
        assert_eq!(["a", "a b", "a b c"].map(|s| list(s.split(' '))), ["a", "a and b", "a, b and c"]);
        assert_eq!([0.0, -0.5, 12.04, 0.96].map(tenths), ["0", "-0.5", "12", "1"]);
        assert_eq!([1.2, 200.0].map(paces), ["1 pace", "200 paces"]);
        assert_eq!(
            [(60.0, 60.2), (42.0, 60.0)].map(|(went, due)| paces_of(went, due)),
            ["60 paces", "42 of 60 paces"]
        );
        assert_eq!([0u8, 1, 9].map(men_fell), ["nobody fell", "1 man fell", "9 men fell"]);
        assert_eq!((faces([4, 2, 6]), faces([5])), ("4, 2 and 6".to_owned(), "5".to_owned()));
        assert_eq!(sentence("Nobody fell."), "Nobody fell.");
    }
}
