//! Mustering: what an army list offers, and what an army drawn from it comes to.
//!
//! An army is written the same way in every book: a record with `book`, `army` (its list), `name`, perhaps `points`
//! and fields of the book's own, and `units`, each with its `troop`. A book says what its lists offer ([`Offer`]) and
//! counts an army up ([`Roll`]), legal or not; builders, the command line and the browser need no more.

use form::{Fault, Field, Node};
use ruling::RuleId;

/// What an army list offers.
#[derive(Clone, Debug)]
pub struct Offer {
    /// Its short name.
    pub list: String,
    /// Its title.
    pub name: String,
    /// The years it covers; before the common era negative.
    pub years: (i32, i32),
    /// A sentence about it; empty if there is nothing to say.
    pub note: String,
    /// The fields of the army as a whole, besides its name and its units.
    pub whole: Vec<Field>,
    /// What may be brought.
    pub entries: Vec<Entry>,
}

/// One thing that a list offers.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its short name in the list.
    pub id: String,
    /// Its title.
    pub name: String,
    /// The part of the list in which it stands.
    pub group: &'static str,
    /// Sizes, prices, arms and what else there is to say.
    pub words: String,
    /// What it is made of in figures: the name of a column and what stands there.
    pub columns: Vec<(&'static str, String)>,
    /// The most units of it in an army, if the list sets a limit.
    pub most: Option<u32>,
    /// A unit of it as it is first written down.
    pub unit: Node,
    /// What can be chosen for such a unit, besides its name.
    pub fields: Vec<Field>,
}

/// An army counted up.
#[derive(Clone, Debug)]
pub struct Roll {
    /// What it is called.
    pub name: String,
    /// The title of its list.
    pub list: String,
    /// Its units in the order in which they are written.
    pub lines: Vec<Line>,
    /// What else is paid for, such as generals without a unit.
    pub besides: Vec<Part>,
    /// The points that may be spent, in a book of points.
    pub limit: Option<i64>,
    /// What the book limits, and how much of it is used.
    pub shares: Vec<Share>,
    /// Why it is not legal; nothing if it is.
    pub faults: Vec<Fault>,
    /// What is unusual about it, but allowed.
    pub notes: Vec<String>,
}

/// A unit of an army.
#[derive(Clone, Debug)]
pub struct Line {
    /// The entry of the list that it is of, if the list has one.
    pub entry: Option<String>,
    /// What it is called.
    pub name: String,
    /// How many figures, models or elements it has.
    pub figures: u32,
    /// What it is and has, in words.
    pub words: String,
    /// What it costs, and what for.
    pub parts: Vec<Part>,
}

/// Something that is paid for.
#[derive(Clone, Debug)]
pub struct Part {
    /// What it is, and how its price is reckoned.
    pub words: String,
    /// Its points.
    pub points: i64,
    /// The rule that prices it.
    pub rule: RuleId,
}

/// Something of which an army must or may have so much.
#[derive(Clone, Debug)]
pub struct Share {
    /// Of what.
    pub name: String,
    /// In what it is counted: points, figures, elements, units.
    pub unit: &'static str,
    /// How much the army has.
    pub used: i64,
    /// The least.
    pub least: Option<i64>,
    /// The most.
    pub most: Option<i64>,
    /// The rule that sets the limit.
    pub rule: RuleId,
}

impl Line {
    /// What the unit costs.
    pub fn points(&self) -> i64 {
        self.parts.iter().map(|part| part.points).sum()
    }
}

impl Roll {
    /// What the army costs.
    pub fn points(&self) -> i64 {
        let besides: i64 = self.besides.iter().map(|part| part.points).sum();
        besides + self.lines.iter().map(Line::points).sum::<i64>()
    }

    /// Whether nothing is wrong with the army.
    pub fn is_legal(&self) -> bool {
        self.faults.is_empty()
    }
}
