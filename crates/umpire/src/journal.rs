//! The journal: what happened, and why, for people.

use crate::{Deed, Event, Side, UnitId};
use dice::Die;
use ruling::{RuleId, Tally, ledger};

/// Dice thrown together, for one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// Who threw them.
    pub side: Side,
    /// For which unit, if it is for one.
    pub unit: Option<UnitId>,
    /// The id of the rule that asked for them.
    pub rule: &'static str,
    /// What kind of die they are; where kinds are mixed, the first.
    pub die: &'static Die,
    /// What each die had to reach; nothing where they are added up.
    pub need: Option<u8>,
    /// The faces.
    pub faces: Vec<u8>,
}

impl Throw {
    /// How many more dice reached their number than do on average; nothing where there is none to reach.
    pub fn beyond_average(&self) -> Option<f64> {
        let need = self.need?;
        let hits = self.faces.iter().filter(|face| **face >= need).count();
        let chance = f64::from(self.die.sides_from(need)) / f64::from(self.die.sides());
        Some(hits as f64 - chance * self.faces.len() as f64)
    }
}

/// A decision of the umpire, with everything that went into it.
#[derive(Clone, Debug, PartialEq)]
pub struct Ruling {
    /// The rule applied.
    pub rule: RuleId,
    /// What was decided, in words.
    pub text: String,
    /// The factors of each unit concerned.
    pub tallies: Vec<(UnitId, Tally)>,
    /// The dice rolled for it: by whom, for which unit, and the face.
    pub rolls: Vec<(Side, Option<UnitId>, u8)>,
    /// What dice under a rule had to reach, where they were not thrown to be counted.
    pub needs: Vec<(RuleId, u8)>,
    /// The dice throw by throw, where someone watched them fall.
    pub throws: Vec<Throw>,
    /// Other rules that entered into it.
    pub also: Vec<RuleId>,
    /// The only side that may read it before the battle is over; everyone if nobody is named.
    pub only: Option<Side>,
    /// What everyone else hears in its place until then; nothing if it is kept from them altogether.
    pub aloud: Option<Box<Ruling>>,
}

impl Ruling {
    /// A ruling under a rule.
    pub fn new(rule: RuleId, text: impl Into<String>) -> Self {
        ledger::cite(rule);
        Ruling {
            rule,
            text: text.into(),
            tallies: Vec::new(),
            rolls: Vec::new(),
            needs: Vec::new(),
            throws: Vec::new(),
            also: Vec::new(),
            only: None,
            aloud: None,
        }
    }

    /// Adds a unit's factors.
    pub fn tally(mut self, unit: UnitId, tally: Tally) -> Self {
        self.tallies.push((unit, tally));
        self
    }

    /// Adds a die.
    pub fn rolled(mut self, side: Side, unit: Option<UnitId>, face: u8) -> Self {
        self.rolls.push((side, unit, face));
        self
    }

    /// Tells what each die under a rule had to reach.
    pub fn needing(mut self, rule: RuleId, need: u8) -> Self {
        self.needs.push((rule, need));
        self
    }

    /// Keeps it from everyone but one side until the battle is over.
    pub fn kept_for(mut self, side: Side) -> Self {
        self.only = Some(side);
        self
    }

    /// Lets everyone else hear something less in its place; of no effect on a ruling that is kept from nobody.
    pub fn aloud(mut self, less: Ruling) -> Self {
        self.aloud = Some(Box::new(less));
        self
    }

    /// What a side, or someone who only watches, may read of it before the battle is over.
    pub fn heard_by(&self, side: Option<Side>) -> Option<&Ruling> {
        match self.only {
            Some(_) if self.only != side => self.aloud.as_deref(),
            _ => Some(self),
        }
    }

    /// Adds another rule that entered into it.
    pub fn also(mut self, rule: RuleId) -> Self {
        ledger::cite(rule);
        if !self.also.contains(&rule) {
            self.also.push(rule);
        }
        self
    }
}

/// One line of the journal.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// A new part of the battle begins.
    Heading {
        /// The rule that describes it.
        rule: RuleId,
        /// The words.
        text: String,
    },
    /// The umpire decided something.
    Ruling(Ruling),
    /// Something became true.
    Event(Event),
}

/// Someone who writes the journal.
pub trait Journal {
    /// Whether anyone reads it; words are made only then.
    fn listening(&self) -> bool;
    /// Takes an entry.
    fn write(&mut self, entry: Entry);
    /// Takes note of a deed; most journals do not.
    fn deed(&mut self, _deed: Deed) {}
    /// Takes note of the rule by which something became true; most journals do not.
    fn applied(&mut self, _rule: RuleId) {}
}

/// A journal nobody reads.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Journal for Silent {
    fn listening(&self) -> bool {
        false
    }
    fn write(&mut self, _entry: Entry) {}
}

impl Journal for Vec<Entry> {
    fn listening(&self) -> bool {
        true
    }
    fn write(&mut self, entry: Entry) {
        self.push(entry);
    }
}
