//! The generals of the Ancient Wargames Rules of 1969.
//!
//! They command as the book lets a person command: orders written beforehand with triggers and signals that still make
//! sense when the plan goes wrong, one thing a period for the general himself, and for each unit what its officer may
//! decide. Everything is worked out from the view.

mod answer;
mod campaign;
mod charge;
mod deploy;
mod intent;
mod random;
mod rehearsal;
mod scene;
mod staff;
mod steady;

use crate::Level;
use campaign::Stance;
use dice::Seeded;
use rehearsal::Effort;
use scene::Scene;
use umpire::{Command, Form, LineAsk, PickAsk, Rulebook, Side, View};
use wrg1969::Wrg1969;
use wrg1969::state::Step;

/// What a general of that level does.
pub fn decide(level: Level, view: &View<Wrg1969>, side: Side, whims: &mut Seeded) -> Command {
    let Some(ask) = view.pending.ask(side) else { return Command::Done };
    let scene = Scene::of(level, view, side);
    let wish = match (&view.phase.step, &ask.form) {
        _ if level == Level::Random => random::answer(&scene, &ask.form, whims),
        (Step::Deploy, Form::Place { units, .. }) => deploy::places(&scene, units),
        (Step::Orders, Form::Sheet { lines, .. }) => plan(&scene, lines, whims),
        (Step::Command, Form::Sheet { lines, picks }) => command(&scene, lines, picks, whims),
        (Step::Intent, Form::Sheet { picks, .. }) => intent::sheet(&scene, picks),
        (Step::BonusPoint, Form::Sheet { picks, .. }) => answer::sheet(&scene, picks),
        (Step::Melee, Form::Sheet { picks, .. }) => charge::lapping(&scene, picks),
        (Step::After, Form::Sheet { picks, .. }) => steady::after(&scene, picks),
        (Step::React, Form::Sheet { picks, .. }) => charge::sheet(&scene, picks),
        (Step::Steady, Form::Sheet { lines, picks }) => steady::sheet(&scene, lines, picks),
        _ => Command::Done,
    };
    let legal = |command: &Command| view.book.check(&view.field, &view.phase, side, command).is_ok();
    if is_offered(&view.phase.step, &wish) || legal(&wish) { wish } else { Command::Done }
}

/// How much thought a veteran gives to his plan, and to what he does in a period.
const PLANNING: Effort = Effort { times: 2, periods: u16::MAX };
const COMMANDING: Effort = Effort { times: 1, periods: 6 };

/// The order sheet: a veteran rehearses several plans.
fn plan(scene: &Scene<'_>, lines: &[LineAsk], whims: &mut Seeded) -> Command {
    let usual = Stance::usual(scene);
    if scene.level != Level::Veteran {
        return campaign::sheet(scene, lines, usual);
    }
    let others = Stance::ALL.into_iter().filter(|s| *s != usual);
    let sheets = std::iter::once(usual).chain(others).map(|s| campaign::sheet(scene, lines, s));
    rehearsal::best(scene, sheets.collect(), PLANNING, whims)
}

/// The command sheet: a veteran rehearses what he might do.
fn command(scene: &Scene<'_>, lines: &[LineAsk], picks: &[PickAsk], whims: &mut Seeded) -> Command {
    let usual = staff::sheet(scene, lines, picks);
    if scene.level != Level::Veteran {
        return usual;
    }
    let mut sheets = vec![usual];
    sheets.extend(staff::others(scene, picks));
    rehearsal::best(scene, sheets, COMMANDING, whims)
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
