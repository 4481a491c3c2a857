//! Decisions: who is asked for what, whether an answer is allowed, and what follows from it.

use crate::board::{Board, Game};
use crate::charge::{self, Way};
use crate::declare::{Declared, declarations, declare, declared};
use crate::march::{self, March};
use crate::phase::{Phase, Step};
use crate::react::{self, Answer};
use crate::{Toms, broken, fire, melee, rule, setup, turn, words};
use ruling::{Refusal, RuleId};
use table::Facing;
use umpire::{Ask, Choice, Command, Cx, Field, Form, OptionId, Pending, Side, UnitId};

/// A checked command.
#[derive(Clone, Debug)]
pub enum Plan {
    /// Part of the set-up.
    Setup(setup::Plan),
    /// What every unit shoots, or that it makes fire.
    Declare(Vec<(UnitId, Declared)>),
    /// A move.
    March(March),
    /// A charge.
    Charge(Way),
    /// No more moves.
    Halt,
    /// An answer to a charge.
    Answer(Answer),
    /// One of the things that wait, by its number.
    Next(usize),
    /// All that waits, in the order listed.
    AsListed,
    /// What waits is left.
    Leave,
}

/// An option with its rule.
pub(crate) fn choice(
    label: impl Into<std::borrow::Cow<'static, str>>,
    rule: RuleId,
    units: Vec<UnitId>,
) -> Choice {
    Choice { label: label.into(), rule, units }
}

/// Who must decide what.
pub fn pending(book: &Toms, field: &Field, phase: &Phase) -> Pending {
    let board = Board::of(book, field, phase);
    let active = phase.active;
    let decide = |rule, prompt: &'static str, form| Pending::Decide(active, Ask::new(rule, prompt, form));
    let listed = |rule, all: &'static str| choice(all, rule, Vec::new());
    match phase.step {
        Step::Over(outcome) => Pending::Over(outcome),
        Step::Declare => {
            decide(rule::TURN_DECLARE, "Declare who shoots, at whom and when.", declarations(&board))
        }
        Step::Early | Step::Late => {
            let waiting = fire::waiting(&board, phase.step == Step::Late).into_iter();
            let mut choices: Vec<Choice> =
                waiting.map(|id| choice(words::unit(field, id), rule::SHOOT_ONCE, vec![id])).collect();
            choices.push(listed(rule::SHOOT_ONCE, "all, in this order"));
            decide(rule::TURN_DECLARE, "Choose the next volley.", Form::Choose(choices))
        }
        Step::Move => {
            let units = board.of_side(active).filter(|&id| march::may_act(&board, id)).collect();
            let form = Form::Move { units, manners: march::MANNERS, left: None };
            decide(rule::TURN_CHOICE, "Move, charge or hold fast, or end the moves.", form)
        }
        Step::React(charge) => {
            let answers = react::options(&board, &charge);
            let choices =
                answers.into_iter().map(|a| choice(a.label(), a.rule(), vec![charge.target, charge.unit]));
            let ask = Ask::new(rule::REACT_CHOICE, "Answer the charge.", Form::Choose(choices.collect()));
            Pending::Decide(board.side(charge.target), ask)
        }
        Step::Melee => melee_ask(&board),
        Step::Rally => {
            let mut choices: Vec<Choice> = broken::may_rally(&board)
                .into_iter()
                .map(|id| choice(words::unit(field, id), rule::RALLY_WHEN, vec![id]))
                .collect();
            choices.push(listed(rule::RALLY_WHEN, "all, in this order"));
            choices.push(listed(rule::RALLY_WHEN, "nobody"));
            decide(rule::RALLY_WHEN, "Choose who tries to rally next.", Form::Choose(choices))
        }
        _ => setup::pending(book, field, phase),
    }
}

fn melee_ask(board: &Board<'_>) -> Pending {
    let field = board.field;
    if let Some(combat) = &board.phase.combat {
        let (side, next) = melee::chooser(board, combat).unwrap_or((board.phase.active, Vec::new()));
        let mut choices: Vec<Choice> = next
            .into_iter()
            .map(|(a, b)| {
                let label = format!("{} strikes {}", words::unit(field, a), words::unit(field, b));
                choice(label, rule::MELEE_ORDER, vec![a, b])
            })
            .collect();
        choices.push(choice("all, in this order", rule::MELEE_ORDER, Vec::new()));
        let ask = Ask::new(rule::MELEE_ORDER, "Choose the next blow.", Form::Choose(choices));
        return Pending::Decide(side, ask);
    }
    let combats = melee::combats(board);
    let optional = combats.iter().any(|units| !melee::is_due(board, units));
    let mut choices: Vec<Choice> = combats
        .into_iter()
        .map(|units| {
            let names: Vec<String> = units.iter().map(|&id| words::unit(field, id)).collect();
            choice(names.join(", "), rule::MELEE_ORDER, units)
        })
        .collect();
    choices.push(choice("all, in this order", rule::MELEE_ORDER, Vec::new()));
    if optional {
        choices.push(choice("leave those that need not be fought", rule::MELEE_CONTINUE, Vec::new()));
    }
    let ask = Ask::new(rule::MELEE_ORDER, "Choose the next combat.", Form::Choose(choices));
    Pending::Decide(board.phase.active, ask)
}

/// Whom the battle waits for, when it is not over.
pub fn asked(board: &Board<'_>) -> Side {
    match board.phase.step {
        Step::React(charge) => board.side(charge.target),
        Step::Melee => match &board.phase.combat {
            Some(combat) => melee::chooser(board, combat).map_or(board.phase.active, |(side, _)| side),
            None => board.phase.active,
        },
        Step::Generals(side) | Step::Deploy(side) | Step::Hide(side) => side,
        _ => board.phase.active,
    }
}

fn refuse<T>(rule: RuleId, what: &'static str) -> Result<T, Vec<Refusal>> {
    Err(vec![Refusal::new(rule, what)])
}

/// One of so many things, all of them in the order listed, or the extra last option.
fn one_of(rule: RuleId, option: OptionId, count: usize, extra: bool) -> Result<Plan, Vec<Refusal>> {
    let i = usize::from(option.0);
    if i < count {
        Ok(Plan::Next(i))
    } else if i == count {
        Ok(Plan::AsListed)
    } else if extra && i == count + 1 {
        Ok(Plan::Leave)
    } else {
        refuse(rule, "there is no such option")
    }
}

/// Judges a command.
///
/// # Errors
/// Every reason why it is not allowed.
pub fn check(
    book: &Toms,
    field: &Field,
    phase: &Phase,
    side: Side,
    command: &Command,
) -> Result<Plan, Vec<Refusal>> {
    let board = Board::of(book, field, phase);
    match (&phase.step, command) {
        (Step::Declare, Command::Sheet { lines, picks }) if lines.is_empty() => declared(&board, picks),
        (Step::Declare, Command::Done) => Ok(Plan::Declare(Vec::new())),
        (Step::Early | Step::Late, Command::Choose(option)) => {
            let waiting = fire::waiting(&board, phase.step == Step::Late).len();
            one_of(rule::SHOOT_ONCE, *option, waiting, false)
        }
        (Step::Move, Command::Move { manner, units, path }) => moved(&board, side, *manner, units, path),
        (Step::Move, Command::Charge { unit, target }) => {
            charge::best(&board, side, *unit, *target).map(Plan::Charge)
        }
        (Step::Move, Command::Done) => Ok(Plan::Halt),
        (Step::React(charge), Command::Choose(option)) => {
            let answers = react::options(&board, charge);
            match answers.get(usize::from(option.0)) {
                Some(&answer) => Ok(Plan::Answer(answer)),
                None => refuse(rule::REACT_CHOICE, "there is no such answer"),
            }
        }
        (Step::React(_), Command::Done) => Ok(Plan::Answer(Answer::Nothing)),
        (Step::Melee, Command::Choose(option)) => match &phase.combat {
            Some(combat) => {
                let blows = melee::next_blows(&board, combat).len();
                one_of(rule::MELEE_ORDER, *option, blows, false)
            }
            None => {
                let combats = melee::combats(&board);
                let optional = combats.iter().any(|units| !melee::is_due(&board, units));
                one_of(rule::MELEE_ORDER, *option, combats.len(), optional)
            }
        },
        (Step::Rally, Command::Choose(option)) => {
            one_of(rule::RALLY_WHEN, *option, broken::may_rally(&board).len(), true)
        }
        (Step::Generals(_) | Step::Begin | Step::Deploy(_) | Step::Hide(_), _) => {
            setup::check(&board, side, command).map(Plan::Setup)
        }
        (Step::Over(_), _) => refuse(rule::VICTORY_ARMY_BREAKS, "the battle is over"),
        _ => refuse(rule::TURN_ORDER, "this is not the time for that"),
    }
}

/// Judges a move, a holdfast or a charge by its manner.
fn moved(
    board: &Board<'_>,
    side: Side,
    manner: u8,
    units: &[UnitId],
    path: &[umpire::Step],
) -> Result<Plan, Vec<Refusal>> {
    match (manner, units) {
        (march::MARCH, &[unit]) => march::check(board, side, unit, path, false).map(Plan::March),
        (march::HOLDFAST, &[unit]) => march::check(board, side, unit, path, true).map(Plan::March),
        (march::CHARGE, &[unit, target]) => {
            let turn = match path {
                [] => Facing::NORTH,
                [umpire::Step::Turn(turn)] => *turn,
                _ => return refuse(rule::CHARGE_PATH, "a charge is one turn and straight ahead"),
            };
            charge::check(board, side, unit, target, turn).map(Plan::Charge)
        }
        (march::MARCH | march::HOLDFAST, _) => refuse(rule::TURN_CHOICE, "units move one at a time"),
        (march::CHARGE, _) => refuse(rule::CHARGE_PATH, "one unit charges one target"),
        _ => refuse(rule::TURN_CHOICE, "there is no such way of moving"),
    }
}

/// Carries out a decision, up to the next one.
pub fn resolve(book: &Toms, phase: &mut Phase, plan: Plan, cx: &mut Cx<'_>) {
    let game = &mut Game { book, phase, cx };
    match plan {
        Plan::Setup(plan) => setup::resolve(game, plan),
        Plan::Declare(all) => {
            for (unit, declared) in all {
                declare(game, unit, declared);
            }
            turn::compulsory(game);
        }
        Plan::March(march) => march::carry_out(game, &march),
        Plan::Charge(way) => charge::declare(game, &way),
        Plan::Halt => {
            game.phase.as_listed = false;
            game.phase.step = Step::Late;
        }
        Plan::Answer(answer) => {
            if let Step::React(charge) = game.phase.step {
                game.phase.step = Step::Move;
                react::carry_out(game, &charge, answer);
            }
        }
        Plan::Next(i) => next(game, i),
        Plan::AsListed => match (&mut game.phase.combat, game.phase.step) {
            (Some(_), Step::Melee) => {
                let side = asked(&game.board());
                if let Some(combat) = &mut game.phase.combat {
                    combat.as_listed[side] = true;
                }
            }
            _ => game.phase.as_listed = true,
        },
        Plan::Leave if game.phase.step == Step::Rally => {
            for unit in broken::may_rally(&game.board()) {
                game.phase.state_mut(unit).rallied = true;
            }
        }
        Plan::Leave => turn::leave_the_rest(game),
    }
    turn::run_on(game);
}

fn next(game: &mut Game<'_, '_>, i: usize) {
    match game.phase.step {
        Step::Early | Step::Late => {
            let late = game.phase.step == Step::Late;
            if let Some(&unit) = fire::waiting(&game.board(), late).get(i) {
                fire::carry_out(game, unit);
            }
        }
        Step::Melee => {
            let board = game.board();
            if let Some(combat) = &game.phase.combat {
                if let Some(&(striker, target)) = melee::next_blows(&board, combat).get(i) {
                    melee::strike(game, striker, target);
                }
            } else if let Some(units) = melee::combats(&board).into_iter().nth(i) {
                turn::open(game, units);
            }
        }
        Step::Rally => {
            if let Some(&unit) = broken::may_rally(&game.board()).get(i) {
                broken::rally(game, unit);
            }
        }
        _ => {}
    }
}
