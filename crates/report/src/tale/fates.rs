//! The order of battle, with what became of everyone and through whom.

use super::chronicle::{Chronicle, Step};
use proto::{Scene, WireEntry, WireUnit};
use umpire::{Side, voice};

/// What became of a unit.
#[derive(Clone, Debug)]
pub struct Fate {
    /// The unit, as it was in the end.
    pub unit: WireUnit,
    /// Whether it is gone.
    pub lost: bool,
    /// When and through whom, or how many of it fell; empty for those who came through unharmed.
    pub words: String,
}

/// An army and what became of it.
#[derive(Clone, Debug)]
pub struct Army {
    /// Its units.
    pub fates: Vec<Fate>,
    /// How many of them are gone.
    pub lost: usize,
}

/// Whether a unit is out of the battle.
pub fn is_gone(unit: &WireUnit) -> bool {
    matches!(unit.place, "destroyed" | "fled" | "off")
}

/// The units a ruling is about.
pub fn about(entry: &WireEntry) -> Vec<u16> {
    let WireEntry::Ruling { tallies, rolls, throws, .. } = entry else { return Vec::new() };
    let mut units: Vec<u16> = tallies.iter().map(|t| t.unit).collect();
    units.extend(rolls.iter().filter_map(|(_, unit, _)| *unit));
    units.extend(throws.iter().filter_map(|cast| cast.unit));
    let mut seen = Vec::new();
    units.retain(|unit| {
        !seen.contains(unit) && {
            seen.push(*unit);
            true
        }
    });
    units
}

/// Whether words name a unit by its label.
pub fn names(words: &str, unit: &WireUnit) -> bool {
    words.split(|c: char| !c.is_alphanumeric()).any(|word| word == unit.label)
}

/// The ruling that tells the end of a unit, in the step it left in.
pub fn last_words<'a>(step: &'a Step, scene: &Scene, unit: &WireUnit) -> Option<&'a WireEntry> {
    let left =
        step.entries.iter().position(|e| matches!(e, WireEntry::Left { unit: id, .. } if *id == unit.id))?;
    let told = |entry: &&WireEntry| match entry {
        WireEntry::Ruling { text, .. } => about(entry).contains(&unit.id) || names(text, unit),
        _ => false,
    };
    let enemy = |entry: &&WireEntry| foe(entry, scene, unit).is_some();
    let before = || step.entries[..left].iter().rev().filter(told);
    let after = || step.entries[left..].iter().filter(told);
    before()
        .find(enemy)
        .or_else(|| after().find(enemy))
        .or_else(|| before().next())
        .or_else(|| after().next())
}

/// The enemy a ruling about a unit names.
fn foe<'a>(entry: &WireEntry, scene: &'a Scene, unit: &WireUnit) -> Option<&'a WireUnit> {
    let WireEntry::Ruling { text, .. } = entry else { return None };
    let known = about(entry);
    let enemies = || scene.units.iter().filter(|other| other.side != unit.side);
    enemies().find(|other| known.contains(&other.id)).or_else(|| enemies().find(|other| names(text, other)))
}

/// What became of a side's units.
pub fn army(chronicle: &Chronicle, end: &Scene, side: Side) -> Army {
    let units = end.units.iter().filter(|unit| unit.side == side.as_str());
    let fates: Vec<Fate> = units.map(|unit| fate(chronicle, end, unit)).collect();
    Army { lost: fates.iter().filter(|fate| fate.lost).count(), fates }
}

fn fate(chronicle: &Chronicle, end: &Scene, unit: &WireUnit) -> Fate {
    let step = chronicle.steps().filter(|step| step.left.iter().any(|(id, _)| *id == unit.id)).last();
    let unit = unit.clone();
    let words = match step.filter(|_| is_gone(&unit)) {
        Some(step) => {
            let by = last_words(step, end, &unit).and_then(|entry| foe(entry, end, &unit));
            let by = by.map_or_else(String::new, |foe| format!(", by {} ({})", foe.name, foe.label));
            let what = match unit.place {
                "fled" => "fled",
                "off" => "left the table",
                _ => "lost",
            };
            format!("{what}, {} {}{by}", end.turn_word, step.turn)
        }
        None if unit.place == "waiting" => "never came".to_owned(),
        None => fallen(chronicle, &unit),
    };
    Fate { lost: is_gone(&unit), words, unit }
}

/// How many of a body fell that is still there.
fn fallen(chronicle: &Chronicle, unit: &WireUnit) -> String {
    let first = chronicle.turns.iter().find_map(|turn| turn.end.unit(unit.id).filter(|u| u.figures > 0));
    match first.map(|first| (first.figures, first.figures.saturating_sub(unit.figures))) {
        Some((all, fell)) if fell > 0 && !unit.element => format!("{fell} of {all} fell"),
        _ => String::new(),
    }
}

/// A unit as a report names it.
pub fn called(unit: &WireUnit) -> voice::Name {
    voice::Name::new(unit.name.clone())
}
