//! A battle taken down as it goes: what a report is made of.

use crate::map::Block;
use proto::{Scene, WireEntry, WireSides};
use testudo::{AnyBattle, AnyView};
use umpire::{BySide, ReplayError, StepRecord, Throw, Viewer, watched};

/// A step as it was noticed.
#[derive(Debug)]
pub struct Step {
    /// Its number, by which the replay knows it.
    pub seq: u32,
    /// The turn it was decided in.
    pub turn: u16,
    /// What happened.
    pub entries: Vec<WireEntry>,
    /// Losses afterwards.
    pub losses: WireSides<i32>,
    /// The luck each side had in it, once everything is open.
    pub luck: BySide<f64>,
    /// Who left the table, and where each stood.
    pub left: Vec<(u16, Block)>,
}

/// A turn of the battle.
#[derive(Debug)]
pub struct Turn {
    /// Its number; 0 is the set-up.
    pub number: u16,
    /// Its steps.
    pub steps: Vec<Step>,
    /// How it stood at its end.
    pub end: Scene,
    /// The same for those who fight it on.
    pub view: AnyView,
}

/// A battle as one viewer saw it.
#[derive(Debug)]
pub struct Chronicle {
    /// Its turns, the set-up first.
    pub turns: Vec<Turn>,
    /// What luck is counted in; empty where dice are not open.
    pub luck_in: &'static str,
}

/// What is noted of a step.
#[derive(Debug)]
pub struct Note<'a> {
    /// Its number.
    pub seq: u32,
    /// What happened.
    pub entries: Vec<WireEntry>,
    /// Every throw in it, if the viewer may know them all.
    pub cast: &'a [Throw],
}

impl Chronicle {
    /// Begins before the first step.
    pub fn begin(battle: &AnyBattle, viewer: Viewer) -> Self {
        let view = battle.view(viewer);
        let end = Scene::of_any(&view);
        let luck_in = if viewer == Viewer::Opened { battle.luck_in() } else { "" };
        Chronicle { turns: vec![Turn { number: end.turn, steps: Vec::new(), end, view }], luck_in }
    }

    /// Takes a step down, after which the battle stands so.
    pub fn note(&mut self, note: Note<'_>, battle: &AnyBattle, view: AnyView) {
        let Some(last) = self.turns.last() else { return };
        let scene = Scene::of_any(&view);
        let mut luck = BySide::default();
        for throw in note.cast {
            luck[throw.side] += battle.luck(throw).unwrap_or(0.0);
        }
        // What was done in a turn belongs to it, even if it ended the turn.
        let turn = last.end.turn.max(last.number);
        let left = left(&last.end, &note.entries);
        let step =
            Step { seq: note.seq, turn, left, entries: note.entries, losses: scene.losses.clone(), luck };
        match self.turns.last_mut() {
            Some(now) if now.number == turn => {
                now.steps.push(step);
                (now.end, now.view) = (scene, view);
            }
            _ => self.turns.push(Turn { number: turn, steps: vec![step], end: scene, view }),
        }
    }

    /// The steps in their order.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.turns.iter().flat_map(|turn| &turn.steps)
    }
}

/// Where those who left stood last.
fn left(before: &Scene, entries: &[WireEntry]) -> Vec<(u16, Block)> {
    let depth = before.table.depth;
    let last_place = |id: u16, upto: usize| {
        let mut block = Block::of(before.unit(id)?, depth);
        for entry in &entries[..upto] {
            if let WireEntry::Moved { unit, x, y, facing, .. } = entry
                && *unit == id
            {
                block = Block { at: crate::map::flip((*x, *y), depth), facing: *facing, ..block };
            }
        }
        Some((id, block))
    };
    let of = |(i, entry): (usize, &WireEntry)| match entry {
        WireEntry::Left { unit, .. } => last_place(*unit, i),
        _ => None,
    };
    entries.iter().enumerate().filter_map(of).collect()
}

/// A battle taken down from its record, with everything open.
///
/// # Errors
/// The first step that does not fit the battle.
pub fn recorded(start: &AnyBattle, steps: &[StepRecord]) -> Result<Chronicle, ReplayError> {
    let viewer = Viewer::Opened;
    let mut battle = start.clone();
    let mut chronicle = Chronicle::begin(&battle, viewer);
    let mut seq = 0;
    for (i, record) in steps.iter().enumerate() {
        let step = i + 1;
        let before = battle.seq();
        let (mut dice, mut witness) = watched(dice::Scripted::new(record.faces.iter().copied()));
        battle
            .submit(record.side, &record.command, &mut dice, &mut witness)
            .map_err(|reasons| ReplayError::Refused { step, reasons })?;
        dice.dice.finish().map_err(|e| ReplayError::Dice { step, problem: e.to_string() })?;
        let replayed = battle.digest();
        if replayed.contradicts(record.digest) {
            return Err(ReplayError::Digest { step, recorded: record.digest, replayed });
        }
        // A sealed decision is no step of its own: it shows when the envelopes are opened.
        if battle.seq() == before {
            continue;
        }
        seq += 1;
        let heard = battle.overheard(viewer, &witness.entries);
        let entries = heard.iter().map(|entry| WireEntry::of(entry, battle.rules())).collect();
        let note = Note { seq, entries, cast: &witness.cast() };
        chronicle.note(note, &battle, battle.view(viewer));
    }
    Ok(chronicle)
}
