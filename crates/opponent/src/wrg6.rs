//! The generals of the War Games Rules, 6th edition.
//!
//! Everything is worked out from the view: the sheet is made up again from what the side may see, and filled in item
//! by item. The recruit goes by rules of thumb, which a [`stance::Stance`] steers; the veteran plays plans, stances and
//! what single bodies might do out on battles that look the same to it, and takes what ends best; the strategos does
//! the same with more ideas and more courses of dice, guesses what is hidden more than once, and reckons with an enemy
//! who knows better than a recruit.

mod answers;
mod by_chance;
mod charges;
mod deploy;
mod ideas;
mod moves;
mod orders;
mod recruit;
mod score;
mod shots;
mod signs;
mod stance;
mod why;

use crate::craft::{Craft, Thought};
use crate::dials::{self, ByLevel};
use crate::fates::Fates;
use crate::mind::Mind;
use crate::reason::Reason;
use crate::{Level, candidates};
use answers::Answers;
use dice::Seeded;
use stance::Stance;
use umpire::{BySide, Command, Cx, Decision, Form, Side, Silent, View};
use wrg6::Wrg6;
use wrg6::api::board::{Board, Phase, Step};
use wrg6::api::orders::{self as writing, Plan, Sheet};
use wrg6::api::{play, setup};

impl Craft for Wrg6 {
    type Stance = Stance;
    type Memory = ();

    const DIALS: ByLevel = dials::WRG6;
    const RECRUIT: Stance = stance::RECRUIT;
    const JOINS: bool = true;

    fn at_once<'v>(level: Level, view: &'v View<Wrg6>, side: Side, _: &mut Seeded) -> Decision<'v, Wrg6> {
        let board = board(view);
        if view.pending.ask(side).is_none() {
            return Command::Done.into();
        }
        if let Some(command) = deploy::decide(board, side) {
            return command.into();
        }
        let Some(sheet) = asked(view, side) else { return Command::Done.into() };
        judged(view, side, &recruit::fill(board, side, &sheet, &Wrg6::usual(level)))
    }

    fn hasty(view: &mut View<Wrg6>, side: Side, stance: &Stance, _: &mut Seeded) -> Plan {
        let board = board(view);
        filled(board, side, &writing::of(board, side), stance)
    }

    fn tick(phase: &Phase) -> u16 {
        phase.period
    }

    fn worth(view: &View<Wrg6>, side: Side) -> f64 {
        score::worth(view, side)
    }

    fn why(_: Level, view: &View<Wrg6>, side: Side, command: &Command) -> Option<Reason> {
        why::reason(view, side, command)
    }

    fn is_weighty(view: &View<Wrg6>, level: Level) -> bool {
        level == Level::Strategos || !is_setting_up(view)
    }

    fn is_planning(view: &View<Wrg6>) -> bool {
        view.phase.step == Step::Begin
    }

    fn usual(level: Level) -> Stance {
        if level >= Level::Veteran { stance::USUAL } else { stance::RECRUIT }
    }

    fn ways(view: &View<Wrg6>, side: Side, _: Level) -> &'static [Stance] {
        ideas::ways(board(view), side)
    }

    fn foes(mind: &mut Mind<'_, Wrg6>) -> Vec<Stance> {
        if mind.dials.wary > 0 { stance::ENEMIES.to_vec() } else { vec![stance::RECRUIT] }
    }

    fn ideas(mind: &mut Mind<'_, Wrg6>, way: &Stance) -> Vec<Thought<Wrg6>> {
        let (view, side) = (mind.view, mind.side);
        let Some(sheet) = asked(view, side) else { return candidates::of(mind, way) };
        let board = board(view);
        let answers = if view.phase.step == Step::Begin {
            ideas::plans(board, side, &sheet)
        } else {
            let first = recruit::fill(board, side, &sheet, way);
            let others = ideas::others(board, &sheet, &first, mind.dials.ideas);
            [first].into_iter().chain(others).collect()
        };
        let mut thoughts: Vec<Thought<Wrg6>> = Vec::with_capacity(answers.len());
        for answers in answers {
            let (command, plan) = judged(view, side, &answers).into_plan();
            let is_new = thoughts.iter().all(|thought| thought.command != command);
            if let Some(plan) = plan.filter(|_| is_new) {
                thoughts.push(Thought { command, plan, then: *way, seems: 0.0 });
            }
        }
        thoughts
    }

    fn fitted(world: &View<Wrg6>, side: Side, thought: &Thought<Wrg6>) -> Plan {
        let board = board(world);
        Answers::read(board, side, &writing::of(board, side), &thought.command)
    }

    fn cost(view: &View<Wrg6>) -> u64 {
        view.field.ids().count() as u64
    }

    fn go_on(
        view: &mut View<Wrg6>,
        first: &mut BySide<Option<Plan>>,
        stances: &BySide<Stance>,
        dice: &mut Fates,
        _: &mut Seeded,
    ) -> bool {
        if matches!(view.phase.step, Step::Over(_)) {
            return false;
        }
        let View { book, field, phase, .. } = view;
        // Each sheet is made up once for both who fill it in and what comes of it.
        let fill = |board: Board<'_>, side: Side, sheet: &Sheet| {
            first[side].take().unwrap_or_else(|| filled(board, side, sheet, &stances[side]))
        };
        play::play(book, phase, fill, &mut Cx::new(field, dice, &mut Silent));
        true
    }

    fn lines_by_chance(view: &View<Wrg6>, side: Side, whims: &mut Seeded) -> Vec<(u16, String)> {
        match (asked(view, side), view.pending.ask(side).map(|ask| &ask.form)) {
            (Some(sheet), Some(Form::Sheet { lines, .. })) => {
                by_chance::lines(board(view), side, &sheet, lines, whims)
            }
            _ => Vec::new(),
        }
    }
}

fn board(view: &View<Wrg6>) -> Board<'_> {
    Board::of(&view.book, &view.field, &view.phase)
}

/// Whether terrain and troops are still being laid out.
fn is_setting_up(view: &View<Wrg6>) -> bool {
    matches!(view.phase.step, Step::Terrain(_) | Step::Deploy(_))
}

/// A sheet filled in by rules of thumb, as the umpire reads it.
fn filled(board: Board<'_>, side: Side, sheet: &Sheet, stance: &Stance) -> Plan {
    if matches!(board.phase.step, Step::Deploy(_)) {
        return Plan { places: setup::drawn_up(board, side), ..Plan::default() };
    }
    recruit::fill(board, side, sheet, stance).plan(board, side, sheet)
}

/// A sheet filled in, judged. Picks are each one of those offered; what is written may fall foul of what the side
/// cannot see, and is left away then.
fn judged<'v>(view: &'v View<Wrg6>, side: Side, answers: &Answers) -> Decision<'v, Wrg6> {
    let whole = view.judge(side, answers.command());
    let legal = whole.or_else(|_| view.judge(side, answers.picks_only()));
    legal.unwrap_or_else(|_| Command::Done.into())
}

/// The sheet that is asked for, made up from what the side sees; nothing where it sees too little.
fn asked(view: &View<Wrg6>, side: Side) -> Option<Sheet> {
    let Form::Sheet { picks, lines } = &view.pending.ask(side)?.form else { return None };
    let sheet = writing::of(board(view), side);
    (sheet.items.len() == picks.len() && sheet.lines.len() == lines.len()).then_some(sheet)
}
