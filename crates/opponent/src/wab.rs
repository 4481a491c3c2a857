//! The generals of Warhammer Ancient Battles.
//!
//! Everything is worked out from the view; nothing is hidden in this game. The recruit follows rules of thumb. The
//! veteran chooses before the first move how to lead its army, by fighting the whole battle out in its head in several
//! ways against a recruit. At each decision it asks what else it could do, fights that out a few times in the same way,
//! and does it if it ends better. The strategos does the same at greater length.

mod archers;
mod charges;
mod clash;
mod deploy;
mod foreseen;
mod foresight;
mod guess;
mod moves;
mod places;
mod scene;
mod sight;
mod skirmish;
mod stance;
mod steady;
mod veteran;
mod volleys;
mod why;

use crate::Level;
use crate::craft::{Craft, Thought, ask_anew, planned};
use crate::dials::{self, ByLevel};
use crate::mind::Mind;
use crate::reason::Reason;
use dice::Seeded;
use scene::Scene;
use stance::Stance;
use umpire::{Command, Decision, Form, OddsBar, OptionId, Rulebook, Side, View};
use wab::Wab;
use wab::api::board::{Board, Phase, Step};

impl Craft for Wab {
    type Stance = Stance;
    type Memory = ();

    const DIALS: ByLevel = dials::WAB;
    const RECRUIT: Stance = stance::RECRUIT;
    const TICKS: u16 = 2;
    const KEEPS_LEAD: bool = true;

    fn at_once<'v>(_: Level, view: &'v View<Wab>, side: Side, _: &mut Seeded) -> Decision<'v, Wab> {
        match usual(view, side, stance::RECRUIT) {
            Some((command, plan)) => view.decided(side, command, plan),
            None => Command::Done.into(),
        }
    }

    fn hasty(
        view: &mut View<Wab>,
        side: Side,
        stance: &Stance,
        whims: &mut Seeded,
    ) -> <Wab as Rulebook>::Plan {
        // What is asked in battle is seen from the step.
        if is_laying_out(view) {
            ask_anew(view);
        }
        let plan = usual(view, side, *stance).map(|(_, plan)| plan);
        let plan = plan.or_else(|| planned(view, side, Wab::at_once(Level::Recruit, view, side, whims)));
        plan.expect("some answer to every question is legal")
    }

    fn tick(phase: &Phase) -> u16 {
        2 * phase.turn + u16::from(phase.active != phase.first)
    }

    fn worth(view: &View<Wab>, side: Side) -> f64 {
        foresight::worth(view, side)
    }

    fn why(level: Level, view: &View<Wab>, side: Side, command: &Command) -> Option<Reason> {
        with(view, side, stance::RECRUIT, |scene| why::reason(level, scene, command))
    }

    fn is_weighty(view: &View<Wab>, _: Level) -> bool {
        !is_laying_out(view)
    }

    fn ways(_: &View<Wab>, _: Side, _: Level) -> &'static [Stance] {
        &stance::TEMPERS
    }

    fn ideas(mind: &mut Mind<'_, Wab>, way: &Stance) -> Vec<Thought<Wab>> {
        veteran::ideas(mind, *way)
    }

    fn goes_on(thought: &Thought<Wab>, way: &Stance, same_turn: bool) -> Stance {
        if same_turn { thought.then } else { *way }
    }

    fn horizon(view: &View<Wab>, side: Side, turns: u16) -> u16 {
        // Decided in the enemy's turn it ends a turn sooner: in a turn of its own, never at the enemy's last word.
        turns - u16::from(view.phase.active != side)
    }

    fn is_told(view: &View<Wab>, left: u16) -> bool {
        // The charges of the last turn are made, and what they come to is reckoned and not thrown: that takes much of
        // the luck out of it.
        left == 0 || (left == 1 && view.phase.step == Step::Remaining)
    }

    fn foreseen(view: &View<Wab>, side: Side, command: &Command) -> Option<(OddsBar, String)> {
        with(view, side, stance::RECRUIT, |scene| {
            let odds = foreseen::odds(scene, command)?;
            let words = why::reason(Level::Veteran, scene, command).map_or_else(String::new, |r| r.text);
            Some((odds, words))
        })
    }
}

/// Whether the armies are still being laid out, which nobody searches for.
fn is_laying_out(view: &View<Wab>) -> bool {
    view.phase.turn == 0
}

/// A command and what it does.
type Judged = (Command, <Wab as Rulebook>::Plan);

/// What a general of some stance does at first thought.
fn usual(view: &View<Wab>, side: Side, stance: Stance) -> Option<Judged> {
    with(view, side, stance, decided)
}

/// Looks at a scene.
fn with<T>(view: &View<Wab>, side: Side, stance: Stance, look: impl FnOnce(&Scene<'_>) -> T) -> T {
    let board = Board::of(&view.book, &view.field, &view.phase);
    let panics = scene::panics(&board);
    look(&Scene::of(view, &board, side, &panics, stance))
}

/// What a general decides who goes by rules of thumb.
fn decided(scene: &Scene<'_>) -> Option<Judged> {
    let (view, board, side) = (scene.view, scene.board, scene.side);
    let wish = match &view.phase.step {
        Step::Deploy(_) => match view.pending.ask(side).map(|ask| &ask.form) {
            Some(Form::Place { units, .. }) => deploy::place(board, &view.field, side, units),
            _ => Command::Done,
        },
        // These moves are judged as they are found.
        Step::Remaining => return moves::next(scene),
        Step::Shoot => steady::shoot(board),
        _ => Command::Choose(steady::choose(scene)),
    };
    judged(view, side, wish).or_else(|| anything(view, side))
}

/// A command as the umpire would take it, if it would.
fn judged(view: &View<Wab>, side: Side, command: Command) -> Option<Judged> {
    let plan = view.book.check(&view.field, &view.phase, side, &command).ok()?;
    Some((command, plan))
}

/// Whether the umpire would take a command.
fn is_legal(view: &View<Wab>, side: Side, command: &Command) -> bool {
    view.book.check(&view.field, &view.phase, side, command).is_ok()
}

/// The first plain thing that is legal.
fn anything(view: &View<Wab>, side: Side) -> Option<Judged> {
    let plain = [Command::Choose(OptionId(0)), Command::Done];
    plain.into_iter().find_map(|command| judged(view, side, command))
}
