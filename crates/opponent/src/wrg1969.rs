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

use crate::Level;
use crate::craft::{Craft, Thought, planned};
use crate::dials::{self, ByLevel};
use crate::mind::Mind;
use crate::reason::Reason;
use dice::Seeded;
use plans::Parts;
use scene::Scene;
use umpire::{Asked, BySide, Command, Decision, Form, Rulebook, Side, View};
use wrg1969::Wrg1969;
use wrg1969::api::board::{Phase, Step};
use wrg1969::api::play::Plan;

impl Craft for Wrg1969 {
    /// The parts of the plan by which orders are written; a recruit's if nothing is said.
    type Stance = Option<Parts>;
    type Memory = ();

    const DIALS: ByLevel = dials::WRG1969;
    const RECRUIT: Option<Parts> = None;
    const JOINS: bool = true;

    fn at_once<'v>(
        level: Level,
        view: &'v View<Wrg1969>,
        side: Side,
        _: &mut Seeded,
    ) -> Decision<'v, Wrg1969> {
        decide(level, view, side).into()
    }

    fn hasty(view: &mut View<Wrg1969>, side: Side, parts: &Option<Parts>, whims: &mut Seeded) -> Plan {
        match view.phase.step {
            Step::Orders => trial::ordered(view, side, parts.as_ref()),
            Step::Deploy | Step::Begin => {
                let seen = trial::seen_by(view, side);
                planned(&seen, side, Wrg1969::at_once(Level::Recruit, &seen, side, whims))
                    .unwrap_or(Plan::Begin)
            }
            _ => trial::usual(&Scene::of(Level::Recruit, view, side)),
        }
    }

    fn tick(phase: &Phase) -> u16 {
        phase.period
    }

    fn worth(view: &View<Wrg1969>, side: Side) -> f64 {
        trial::standing(view, side)
    }

    fn time_without_break(view: &View<Wrg1969>) -> Option<f64> {
        Some(f64::from(view.phase.period) / f64::from(view.book.house.periods.max(1)))
    }

    fn why(_: Level, view: &View<Wrg1969>, side: Side, command: &Command) -> Option<Reason> {
        why::reason(view, side, command)
    }

    fn is_weighty(view: &View<Wrg1969>, level: Level) -> bool {
        level == Level::Strategos && !matches!(view.phase.step, Step::Deploy | Step::Begin)
    }

    fn is_planning(view: &View<Wrg1969>) -> bool {
        view.phase.step == Step::Orders
    }

    fn foes(mind: &mut Mind<'_, Wrg1969>) -> Vec<Option<Parts>> {
        council::foes(mind)
    }

    fn ideas(mind: &mut Mind<'_, Wrg1969>, way: &Option<Parts>) -> Vec<Thought<Wrg1969>> {
        match mind.view.pending.ask(mind.side).map(|ask| &ask.form) {
            Some(Form::Sheet { lines, .. }) if Wrg1969::is_planning(mind.view) => council::ideas(mind, lines),
            Some(Form::Sheet { picks, .. }) => moment::ideas(mind, picks, way),
            _ => Vec::new(),
        }
    }

    fn world(view: &View<Wrg1969>, side: Side, whims: &mut Seeded) -> View<Wrg1969> {
        trial::world(view, side, whims)
    }

    fn cost(view: &View<Wrg1969>) -> u64 {
        view.field.ids().count() as u64
    }

    fn waits_for(view: &View<Wrg1969>) -> Asked {
        match view.phase.step {
            Step::Over(outcome) => Asked::Nobody(outcome),
            // Whoever has nothing to decide decides nothing.
            _ => Asked::Sealed(BySide([true; 2])),
        }
    }
}

/// What a general of that level does.
fn decide(level: Level, view: &View<Wrg1969>, side: Side) -> Command {
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

/// Whether a command only picks what the sheet offers, each pick for itself, so that it is legal as it is; a general's
/// own acts hang together and are judged.
fn is_offered(step: &Step, command: &Command) -> bool {
    match command {
        Command::Done => true,
        Command::Sheet { lines, .. } => lines.is_empty() && *step != Step::Command,
        _ => false,
    }
}
