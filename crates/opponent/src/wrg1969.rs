//! The generals of the Ancient Wargames Rules of 1969.
//!
//! They command as the book lets a person command: orders written beforehand with triggers and signals that still make
//! sense when the plan goes wrong, one thing a period for the general himself, and for each unit what its officer may
//! decide. Everything is worked out from the view.

mod answer;
mod campaign;
mod changes;
mod charge;
mod council;
mod deploy;
mod idea;
mod intent;
mod lead;
mod moment;
mod plan;
mod plans;
mod scene;
mod staff;
mod steady;
mod trial;
mod veteran;
mod why;

pub use why::reason;

use crate::Level;
use crate::strategos::Found;
use scene::Scene;
use std::time::Instant;
use umpire::{Command, Form, Rulebook, Side, View};
use wrg1969::Wrg1969;
use wrg1969::api::board::Step;

/// What a general of that level does.
pub fn decide(level: Level, view: &View<Wrg1969>, side: Side) -> Command {
    let Some(ask) = view.pending.ask(side) else { return Command::Done };
    let scene = Scene::of(level, view, side);
    let wish = match (&view.phase.step, &ask.form) {
        (Step::Deploy, Form::Place { units, .. }) => deploy::places(&scene, units),
        (Step::Orders, Form::Sheet { lines, .. }) => campaign::sheet(&scene, &plan::Plan::of(&scene), lines),
        (Step::Command, Form::Sheet { lines, picks }) => staff::sheet(&scene, lines, picks),
        (Step::Intent, Form::Sheet { lines, picks }) => intent::sheet(&scene, lines, picks),
        (Step::BonusPoint, Form::Sheet { picks, .. }) => answer::sheet(&scene, picks),
        (Step::Melee, Form::Sheet { picks, .. }) => charge::lapping(&scene, picks),
        (Step::After, Form::Sheet { picks, .. }) => steady::after(&scene, picks),
        (Step::React, Form::Sheet { picks, .. }) => charge::sheet(&scene, picks),
        (Step::Steady, Form::Sheet { lines, .. }) => steady::sheet(&scene, lines),
        _ => Command::Done,
    };
    // The order sheet is judged as it is written.
    let judged = view.phase.step == Step::Orders && level != Level::Random;
    let legal = |command: &Command| view.book.check(&view.field, &view.phase, side, command).is_ok();
    if judged || is_offered(&view.phase.step, &wish) || legal(&wish) { wish } else { Command::Done }
}

/// How far a general goes who fights his ideas out.
pub struct Effort {
    /// In how many battles plans are tried before the battle.
    pub battles: u32,
    /// Whether the enemy may know better than a recruit.
    pub wary: bool,
    /// In how many battles the best of what officers may decide are compared.
    pub courses: usize,
    /// When there is no more time.
    pub until: Option<Instant>,
}

impl Effort {
    /// What suits a level, or so many battles before the battle and fewer in it. A strategos plans less than a veteran,
    /// since he can still think in the midst of it.
    pub fn of(level: Level, battles: Option<u32>, until: Option<Instant>) -> Effort {
        let wary = level == Level::Strategos;
        let battles = battles.unwrap_or(if wary { 160 } else { 320 });
        let courses = (battles as usize / 20).clamp(1, 8);
        Effort { battles, wary, courses, until }
    }
}

/// Whether the orders for the whole battle are written now.
pub fn is_planning(view: &View<Wrg1969>) -> bool {
    view.phase.step == Step::Orders
}

/// What fares best in thought: the plan for the whole battle when orders are written, then what officers decide.
pub fn search(view: &View<Wrg1969>, side: Side, effort: &Effort, seed: u64) -> Option<Found> {
    match (&view.phase.step, &view.pending.ask(side)?.form) {
        (Step::Orders, Form::Sheet { lines, .. }) => Some(council::search(view, side, lines, effort, seed)),
        (_, Form::Sheet { picks, .. }) => Some(moment::search(view, side, picks, effort, seed)),
        _ => None,
    }
}

/// Whether a time is over.
fn is_past(until: Option<Instant>) -> bool {
    until.is_some_and(|until| Instant::now() >= until)
}

/// Whether a command only picks what the sheet offers, each pick for itself, so that it is legal as it is; a general's
/// own acts hang together and are judged.
fn is_offered(step: &Step, command: &Command) -> bool {
    match command {
        Command::Done => true,
        Command::Sheet { lines, .. } => lines.is_empty() && *step != Step::Command,
        _ => false,
    }
}
