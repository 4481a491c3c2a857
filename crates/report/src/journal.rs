//! The journal as text a wargamer can follow.

use ruling::{RuleIndex, Tally};
use std::fmt::Write as _;
use testudo::AnyBattle;
use umpire::voice;
use umpire::{Entry, Event, Field, Motion, Place, Ruling, Side, UnitId};

/// How the parts of a line are set off: pairs of what to write before and after.
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    /// Headings.
    pub heading: (&'static str, &'static str),
    /// Rule ids and other small print.
    pub small: (&'static str, &'static str),
    /// Red's labels.
    pub red: (&'static str, &'static str),
    /// Blue's labels.
    pub blue: (&'static str, &'static str),
}

impl Palette {
    /// No marks but brackets round the rule ids.
    pub const PLAIN: Palette =
        Palette { heading: ("", ""), small: ("[", "]"), red: ("", ""), blue: ("", "") };
    /// The colours of a terminal.
    pub const TERMINAL: Palette = Palette {
        heading: ("\x1b[1m", "\x1b[0m"),
        small: ("\x1b[2m[", "]\x1b[0m"),
        red: ("\x1b[1;31m", "\x1b[0m"),
        blue: ("\x1b[1;34m", "\x1b[0m"),
    };
}

/// What happened in some steps of a battle, a line each, factors below their ruling.
pub fn journal_text(battle: &AnyBattle, entries: &[Entry], palette: &Palette) -> String {
    let mut teller = Teller { field: battle.field(), rules: battle.rules(), palette, out: String::new() };
    for (i, entry) in entries.iter().enumerate() {
        match entry {
            Entry::Event(event) if is_told(battle.field(), &entries[..i], &entries[i + 1..], event) => {}
            _ => teller.entry(entry),
        }
    }
    teller.out
}

/// Whether the ruling just before an event, or just after it, speaks of the unit: then the event says nothing new.
fn is_told(field: &Field, before: &[Entry], after: &[Entry], event: &Event) -> bool {
    let Some(unit) = event.unit() else { return false };
    let label = &field.card(unit).label;
    let names = |entry: &Entry| match entry {
        Entry::Ruling(ruling) => {
            Some(ruling.text.split(|c: char| !c.is_alphanumeric()).any(|word| word == label))
        }
        Entry::Heading { .. } => Some(false),
        Entry::Event(_) => None,
    };
    let near = |told: Option<bool>| told == Some(true);
    near(before.iter().rev().find_map(names)) || near(after.iter().find_map(names))
}

struct Teller<'a> {
    field: &'a Field,
    rules: &'a RuleIndex,
    palette: &'a Palette,
    out: String,
}

impl Teller<'_> {
    fn entry(&mut self, entry: &Entry) {
        match entry {
            Entry::Heading { text, .. } => {
                let (on, off) = self.palette.heading;
                self.line(&format!("\n{on}{text}{off}"));
            }
            Entry::Ruling(ruling) => self.ruling(ruling),
            Entry::Event(event) => {
                if let Some(words) = self.event(event) {
                    let line = format!("      {words} {}", self.small(event.rule().as_str()));
                    self.line(&line);
                }
            }
        }
    }

    fn ruling(&mut self, ruling: &Ruling) {
        let line = format!("  {} {}", ruling.text, self.small(ruling.rule.as_str()));
        self.line(&line);
        // One factor alone says no more than the ruling does.
        let told =
            ruling.tallies.iter().any(|(_, tally)| tally.factors().len() > 1) || ruling.tallies.len() > 1;
        for (unit, tally) in ruling.tallies.iter().filter(|_| told) {
            let line = format!("      {}: {}", self.label(*unit), self.factors(tally));
            self.line(&line);
        }
    }

    /// Factors as "+5 fighting value [rule], -1 overlapped [rule] = 4".
    fn factors(&self, tally: &Tally) -> String {
        let mut text = String::new();
        for (i, f) in tally.factors().iter().enumerate() {
            let title = self.rules.get(f.rule.as_str()).map_or("", |r| r.title.as_str());
            let comma = if i == 0 { "" } else { ", " };
            // Writing to a String cannot fail.
            let _ = write!(text, "{comma}{:+} {title} {}", f.value, self.small(f.rule.as_str()));
        }
        let _ = write!(text, " = {} {}", tally.total(), tally.what());
        text.truncate(text.trim_end().len());
        text
    }

    /// What an event adds to the rulings; moves under orders are told by their ruling already.
    fn event(&self, event: &Event) -> Option<String> {
        let (unit, did) = match event {
            Event::Moved { unit, motion, .. } => match motion {
                Motion::March | Motion::Swap => return None,
                Motion::Conform => (unit, ["lined up"; 2]),
                Motion::Turn => (unit, ["turned to face"; 2]),
                Motion::Recoil => (unit, ["recoiled"; 2]),
                Motion::Pushed => (unit, ["was pushed back", "were pushed back"]),
                Motion::Flight => (unit, ["fled"; 2]),
                Motion::Pursuit => (unit, ["pursued"; 2]),
            },
            Event::Left { unit, place: Place::Destroyed, .. } => (unit, ["was destroyed", "were destroyed"]),
            Event::Left { unit, place: Place::Fled, .. } => (unit, ["fled from the field"; 2]),
            _ => return None,
        };
        let name = voice::name(self.field, *unit);
        Some(format!("{name} {}.", name.form(did[0], did[1])))
    }

    fn label(&self, id: UnitId) -> String {
        let card = self.field.card(id);
        let (on, off) = match card.side {
            Side::Red => self.palette.red,
            Side::Blue => self.palette.blue,
        };
        format!("{on}{}{off} {}", card.label, card.name)
    }

    fn small(&self, text: &str) -> String {
        let (on, off) = self.palette.small;
        format!("{on}{text}{off}")
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }
}
