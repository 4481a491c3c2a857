//! The rulebooks and what each offers.

use crate::AnyBattle;
use binding::muster::{Offer, Roll};
use dice::Seeded;
use form::{Fault, Field, Node, Source, parse_toml};
use ruling::RuleIndex;
use serde_json::Value;
use std::collections::BTreeMap;
use umpire::{BySide, Side};

/// An army list as it is shown in a catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmyCard {
    /// Its short name.
    pub id: String,
    /// Its title.
    pub name: String,
    /// The years it covers; before the common era negative.
    pub years: (i32, i32),
    /// What it holds, a line each.
    pub lines: Vec<String>,
}

/// A bundled scenario as it is shown in a catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioCard {
    /// Its short name within its book.
    pub id: &'static str,
    /// Its title.
    pub name: String,
    /// A sentence or two about it.
    pub summary: String,
    /// The scenario file.
    pub text: &'static str,
}

/// A question of the umpire's desk.
#[derive(Clone, Debug)]
pub struct QuestionCard {
    /// Its short name.
    pub id: &'static str,
    /// What it asks, in a few words.
    pub title: &'static str,
    /// How to ask it and what comes back.
    pub help: &'static str,
    /// Its fields.
    pub fields: Vec<Field>,
}

/// Where a side's army comes from.
#[derive(Clone, Copy, Debug)]
pub enum Brought<'a> {
    /// From the list of that id.
    List(&'a str),
    /// From an army file.
    File(Source<'a>),
}

/// Why two armies cannot meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit {
    /// Whose army is at fault.
    pub side: Side,
    /// What is wrong with it.
    pub faults: Vec<Fault>,
}

/// A rulebook on the shelf.
#[derive(Clone, Copy, Debug)]
pub struct Book {
    /// Its short name.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// One sentence about it.
    pub blurb: &'static str,
    /// Its rules as played.
    pub rules: fn() -> &'static RuleIndex,
    /// The form of its house rules: all may be left out.
    pub house: fn() -> Vec<Field>,
    /// The questions its umpire answers.
    pub questions: fn() -> Vec<QuestionCard>,
    /// Something to ask of each question.
    pub examples: fn() -> BTreeMap<String, Node>,
    /// Answers a question.
    pub ask: fn(question: &str, input: &Node) -> Result<Value, Vec<Fault>>,
    /// Its army lists.
    pub armies: fn() -> Vec<ArmyCard>,
    /// The form of an army file.
    pub army_form: fn() -> Vec<Field>,
    /// The form of a scenario file.
    pub scenario_form: fn() -> Vec<Field>,
    /// What an army list offers; `None` if there is no such list.
    pub offer: fn(list: &str) -> Option<Offer>,
    /// What an army comes to, legal or not; an error if it is no army of this book.
    pub roll: fn(&Node) -> Result<Roll, Vec<Fault>>,
    /// An army of a list to begin with, for so many points where the book has points; `None` if there is no such list.
    pub ready: fn(list: &str, points: Option<u32>, &mut Seeded) -> Option<Node>,
    /// Its bundled scenarios.
    pub scenarios: fn() -> Vec<ScenarioCard>,
    /// The scenario file of a battle between two armies; what lists and ground leave open follows from the seed.
    pub pairing: fn(armies: &BySide<Brought<'_>>, seed: u64) -> Result<String, Unfit>,
    /// The file of its guided battle, if it has one.
    pub tutorial: Option<&'static str>,
    /// Reads a scenario file and sets the battle up.
    pub muster: fn(&Source<'_>) -> Result<AnyBattle, Vec<Fault>>,
}

impl Book {
    /// The scenario file of a battle between armies of two lists; `None` if there is no such list.
    pub fn between(&self, red: &str, blue: &str, seed: u64) -> Option<String> {
        (self.pairing)(&BySide([Brought::List(red), Brought::List(blue)]), seed).ok()
    }

    /// The scenario of its guided battle: a lesson, meant to be won by who learns.
    ///
    /// ```
    /// let toms = testudo::book("toms").expect("on the shelf");
    /// assert_eq!(toms.lesson().as_deref(), Some("toms/first_battle"));
    /// ```
    pub fn lesson(&self) -> Option<String> {
        let node = parse_toml(self.tutorial?).ok()?;
        match node.get("scenario").map(|n| &n.value) {
            Some(form::Value::Text(id)) => Some(id.clone()),
            _ => None,
        }
    }
}

/// Every rulebook.
pub fn shelf() -> &'static [Book] {
    &[crate::books::DBA, crate::books::WRG1969, crate::books::WRG6, crate::books::TOMS, crate::books::WAB]
}

/// The rulebook of that name.
pub fn book(id: &str) -> Option<&'static Book> {
    shelf().iter().find(|b| b.id == id)
}
