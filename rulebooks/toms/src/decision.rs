//! Decisions: who is asked for what, whether an answer is allowed, and what follows from it.

use crate::board::{Board, Game};
use crate::charge::{self, Way};
use crate::march::{self, March};
use crate::phase::{Flame, Phase, Step, Volley, When};
use crate::react::{self, Answer};
use crate::{Toms, broken, fire, melee, rule, setup, turn, words};
use ruling::{Refusal, RuleId};
use table::Facing;
use umpire::{Ask, Choice, Command, Cx, Field, Form, OptionId, Pending, PickAsk, Side, UnitId};

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

/// What a unit declares (`toms.turn.declare`, `toms.flame.prepare`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declared {
    /// A volley.
    Volley(Volley),
    /// It makes fire.
    Prepare,
}

/// Whom a unit may name as a target: enemies in sight, and berserk elephants of its own.
fn targets<'a>(board: Board<'a>, side: Side) -> impl Iterator<Item = UnitId> + 'a {
    board.enemies(side).chain(board.of_side(side).filter(move |&id| board.is_berserk(id)))
}

fn choice(label: impl Into<std::borrow::Cow<'static, str>>, rule: RuleId, units: Vec<UnitId>) -> Choice {
    Choice { label: label.into(), rule, units }
}

/// The times and kinds of a volley that a unit may choose, as its second pick offers them.
fn times(board: &Board<'_>, unit: UnitId) -> &'static [(&'static str, When, bool)] {
    const ENGINE: &[(&str, When, bool)] =
        &[("standing still", When::Steady, false), ("fire, standing still", When::Steady, true)];
    const OTHERS: &[(&str, When, bool)] = &[
        ("standing still", When::Steady, false),
        ("before moving", When::Early, false),
        ("after moving", When::Late, false),
        ("fire, standing still", When::Steady, true),
        ("fire, before moving", When::Early, true),
        ("fire, after moving", When::Late, true),
    ];
    let all = if board.profile(unit).is_engine() { ENGINE } else { OTHERS };
    let ready = board.state(unit).flame == Flame::Ready;
    if ready { all } else { &all[..all.len() / 2] }
}

/// The units that may declare something, in list order.
pub fn declarers(board: &Board<'_>) -> Vec<UnitId> {
    board.of_side(board.phase.active).filter(|&id| turn::may_declare(board, id)).collect()
}

/// The sheet of declarations: for each unit whom it shoots at, and when.
fn declarations(board: &Board<'_>) -> Form {
    let side = board.phase.active;
    let mut picks = Vec::new();
    for unit in declarers(board) {
        let mut options = vec![choice("nobody", rule::TURN_CHOICE, Vec::new())];
        if !board.profile(unit).is_elephant() {
            options.push(choice("make fire ready", rule::FLAME_PREPARE, Vec::new()));
        }
        options.extend(targets(*board, side).map(|t| choice("shoot at", rule::TURN_DECLARE, vec![t])));
        picks.push(PickAsk { unit: Some(unit), label: "target".into(), options, usual: OptionId(0) });
        let when =
            times(board, unit).iter().map(|(label, _, _)| choice(*label, rule::SHOOT_STEADY, Vec::new()));
        picks.push(PickAsk {
            unit: Some(unit),
            label: "when".into(),
            options: when.collect(),
            usual: OptionId(0),
        });
    }
    Form::Sheet { lines: Vec::new(), picks }
}

/// The number of the option that names a target in a unit's first pick.
pub fn target_option(board: &Board<'_>, unit: UnitId, target: UnitId) -> Option<OptionId> {
    let before = if board.profile(unit).is_elephant() { 1 } else { 2 };
    let i = targets(*board, board.phase.active).position(|t| t == target)?;
    Some(OptionId((before + i) as u16))
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

/// Judges a sheet of declarations.
fn declared(board: &Board<'_>, picks: &[(u16, OptionId)]) -> Result<Plan, Vec<Refusal>> {
    let units = declarers(board);
    let mut chosen: Vec<(usize, usize)> = vec![(0, 0); units.len()];
    let mut no = Vec::new();
    for &(number, option) in picks {
        let (i, second) = (usize::from(number) / 2, number % 2 == 1);
        let Some(pick) = chosen.get_mut(i) else {
            no.push(Refusal::new(rule::TURN_DECLARE, "there is no such line"));
            continue;
        };
        if second { pick.1 = usize::from(option.0) } else { pick.0 = usize::from(option.0) }
    }
    let enemies: Vec<UnitId> = targets(*board, board.phase.active).collect();
    let mut all = Vec::new();
    for (&unit, (target, time)) in units.iter().zip(chosen) {
        let before = if board.profile(unit).is_elephant() { 1 } else { 2 };
        let Some(&(_, when, flame)) = times(board, unit).get(time) else {
            no.push(Refusal::new(rule::TURN_DECLARE, "there is no such time to shoot").about(unit.0));
            continue;
        };
        if target == 0 {
            continue;
        }
        if target == 1 && before == 2 {
            all.push((unit, Declared::Prepare));
            continue;
        }
        match enemies.get(target - before) {
            Some(&target) => all.push((unit, Declared::Volley(Volley { target, when, flame }))),
            None => no.push(Refusal::new(rule::TURN_DECLARE, "there is no such target").about(unit.0)),
        }
    }
    if no.is_empty() { Ok(Plan::Declare(all)) } else { Err(no) }
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

fn declare(game: &mut Game<'_, '_>, unit: UnitId, declared: Declared) {
    let state = game.phase.state_mut(unit);
    let (rule, what) = match declared {
        Declared::Prepare => {
            state.flame = Flame::Preparing;
            (rule::FLAME_PREPARE, None)
        }
        Declared::Volley(volley) => {
            state.volley = Some(volley);
            (rule::TURN_DECLARE, Some(volley))
        }
    };
    game.rule(unit, |field| {
        let name = words::unit(field, unit);
        let text = match what {
            Some(v) => format!("{name} will shoot at {}", words::unit(field, v.target)),
            None => format!("{name} makes fire ready"),
        };
        umpire::Ruling::new(rule, text)
    });
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
