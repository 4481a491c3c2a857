//! What is asked, what may be answered, and what an answer does.

use crate::Wab;
use crate::advance;
use crate::aftermath;
use crate::board::Board;
use crate::declare::{self, Declaration};
use crate::follow;
use crate::game::Game;
use crate::offers::{offers, question};
use crate::prepare;
use crate::rally;
use crate::reaction::Reaction;
use crate::remaining::{self, MANNERS, Movement};
use crate::rule;
use crate::setup;
use crate::shoot;
use crate::state::{Phase, Step};
use ruling::Refusal;
use table::{Facing, Pose};
use umpire::{Ask, Command, Field, Form, OptionId, Pending, Shooter, Side, UnitId};

/// A checked decision.
#[derive(Clone, Debug)]
pub enum Plan {
    /// The battle begins.
    Begin,
    /// An edge: whether it is the south one.
    Edge(bool),
    /// The first turn, taken or given away.
    FirstTurn(bool),
    /// A unit is deployed.
    Place(UnitId, Pose),
    /// A charge, a disengagement, or nothing more.
    Declare(Declaration),
    /// An answer to a charge.
    React(Reaction),
    /// Another target for a charger, or none.
    Redirect(UnitId, Option<UnitId>),
    /// A width.
    Width(u16),
    /// A facing.
    Face(Facing),
    /// The charger that moves next.
    Charger(UnitId),
    /// A move.
    Move(Movement),
    /// No more moves.
    Stand,
    /// Shots.
    Shoot(Vec<(UnitId, UnitId)>),
    /// No more shots.
    HoldFire,
    /// The combat fought next.
    Combat(usize),
    /// The answer to a question before a combat.
    Settle(usize),
    /// A pursuit, or holding back.
    Pursue(Option<UnitId>),
    /// Following up, or not.
    Follow(bool),
}

/// Who decides now.
pub fn asked(field: &Field, phase: &Phase) -> Option<Side> {
    let active = phase.active;
    Some(match &phase.step {
        Step::Deploy(side) | Step::Edge(side) | Step::FirstTurn(side) => *side,
        Step::Begin => phase.first,
        Step::Declare | Step::Redirect(_) | Step::Chargers | Step::Remaining | Step::Shoot | Step::Combat => {
            active
        }
        Step::React { target, .. } => field.side(*target),
        Step::Regroup(unit) | Step::Face(unit, _) | Step::Pursue { unit, .. } | Step::Follow(unit, _) => {
            field.side(*unit)
        }
        Step::Prepare(query) => field.side(prepare::decides(*query)),
        Step::Over(_) => return None,
    })
}

/// What is pending.
pub fn pending(book: &Wab, field: &Field, phase: &Phase) -> Pending {
    let side = match (&phase.step, asked(field, phase)) {
        (Step::Over(outcome), _) => return Pending::Over(*outcome),
        (_, Some(side)) => side,
        (_, None) => phase.active,
    };
    let board = Board::of(book, field, phase);
    Pending::Decide(side, ask(&board, field, side))
}

fn ask(board: &Board<'_>, field: &Field, side: Side) -> Ask {
    let phase = board.phase;
    match &phase.step {
        Step::Deploy(_) => setup::ask(board.book, field, phase, side),
        Step::Remaining => Ask::new(
            rule::MOVE_SEQUENCE,
            "Move your units, one at a time; done when no more",
            Form::Move { units: remaining::movers(board), manners: MANNERS, left: None },
        ),
        Step::Shoot => {
            let list = shoot::shooters(board).into_iter();
            let shooter =
                |(unit, targets): (UnitId, Vec<UnitId>)| Shooter { unit, usual: targets[0], targets };
            Ask::new(
                rule::SHOOT_SEQUENCE,
                "Name shooters and targets; done when no more",
                Form::Shoot(list.map(shooter).collect()),
            )
        }
        step => {
            let (rule, prompt) = question(field, step);
            let choices = offers(board, field).into_iter().map(|(choice, _)| choice).collect();
            Ask::new(rule, prompt, Form::Choose(choices))
        }
    }
}

/// Judges a command.
///
/// # Errors
/// Every reason why it is not allowed.
pub fn check(
    book: &Wab,
    field: &Field,
    phase: &Phase,
    side: Side,
    command: &Command,
) -> Result<Plan, Vec<Refusal>> {
    if asked(field, phase) != Some(side) {
        return Err(vec![Refusal::new(rule::TURN_SEQUENCE, "it is not your decision")]);
    }
    let board = Board::of(book, field, phase);
    match (&phase.step, command) {
        (Step::Deploy(_), Command::Place(places)) => {
            setup::check(&board, field, side, places).map(|(unit, pose)| Plan::Place(unit, pose))
        }
        (Step::Remaining, Command::Done) => Ok(Plan::Stand),
        (Step::Remaining, Command::Move { manner, units, path }) => {
            remaining::check(&board, *manner, units, path).map(Plan::Move)
        }
        (Step::Shoot, Command::Done) => Ok(Plan::HoldFire),
        (Step::Shoot, Command::Shoot(shots)) => check_shots(&board, shots),
        (Step::Declare, Command::Done) => done(&board, field),
        (Step::Declare, Command::Charge { unit, target }) => {
            let wished = Declaration::Charge(*unit, *target);
            if declare::declarations(&board).contains(&wished) {
                return Ok(Plan::Declare(wished));
            }
            let refusal = Refusal::new(rule::CHARGE_DECLARE, "it cannot charge that target now");
            Err(vec![refusal.about(unit.0).about(target.0).instead("one of the charges offered")])
        }
        (_, Command::Choose(OptionId(i))) => {
            let mut offers = offers(&board, field);
            let n = offers.len();
            if usize::from(*i) < n {
                return Ok(offers.swap_remove(usize::from(*i)).1);
            }
            let what = format!("there is no option {i}");
            Err(vec![
                Refusal::new(question(field, &phase.step).0, what).instead(format!("0 to {}", n.max(1) - 1)),
            ])
        }
        (step, _) => {
            let wanted = match step {
                Step::Deploy(_) => "place one unit",
                Step::Remaining => "move, or done",
                Step::Shoot => "shoot, or done",
                _ => "choose one of the options",
            };
            Err(vec![
                Refusal::new(question(field, step).0, "that is no answer to what is asked").instead(wanted),
            ])
        }
    }
}

/// Nothing more to declare, where that is offered.
fn done(board: &Board<'_>, field: &Field) -> Result<Plan, Vec<Refusal>> {
    let last = offers(board, field).pop();
    match last {
        Some((_, plan @ Plan::Declare(Declaration::Done))) => Ok(plan),
        _ => Err(vec![Refusal::new(rule::FRENZY_CHARGE, "a frenzied unit must charge first")]),
    }
}

fn check_shots(board: &Board<'_>, shots: &[(UnitId, UnitId)]) -> Result<Plan, Vec<Refusal>> {
    let able = shoot::shooters(board);
    let mut refusals = Vec::new();
    for (i, (unit, target)) in shots.iter().enumerate() {
        let Some((_, targets)) = able.iter().find(|(u, _)| u == unit) else {
            refusals.push(Refusal::new(rule::SHOOT_WHO, "it cannot shoot now").about(unit.0));
            continue;
        };
        if !targets.contains(target) {
            let why =
                board.body(*unit).zip(board.body(*target)).and_then(|(u, t)| shoot::forbids(board, u, t));
            let why = why.unwrap_or(rule::SHOOT_TARGET);
            refusals.push(Refusal::new(why, "that is no target for it").about(unit.0).about(target.0));
        }
        if shots[..i].iter().any(|(u, _)| u == unit) {
            refusals.push(Refusal::new(rule::SHOOT_SEQUENCE, "it shoots once").about(unit.0));
        }
    }
    if shots.is_empty() {
        refusals.push(Refusal::new(rule::SHOOT_SEQUENCE, "nobody is named").instead("done"));
    }
    if refusals.is_empty() { Ok(Plan::Shoot(shots.to_vec())) } else { Err(refusals) }
}

/// Carries out a decision, up to the next.
pub fn resolve(game: &mut Game<'_, '_>, plan: Plan) {
    match (game.phase.step.clone(), plan) {
        (_, Plan::Begin) => setup::begin(game),
        (Step::Edge(side), Plan::Edge(south)) => setup::take_edge(game, side, south),
        (Step::FirstTurn(side), Plan::FirstTurn(takes)) => setup::take_first_turn(game, side, takes),
        (_, Plan::Place(unit, pose)) => setup::place(game, unit, pose),
        (_, Plan::Declare(declaration)) => declare::declare(game, declaration),
        (Step::React { charger, target, .. }, Plan::React(reaction)) => {
            declare::answer(game, charger, target, reaction);
            declare::go_on(game);
        }
        (_, Plan::Redirect(unit, target)) => declare::redirect(game, unit, target),
        (Step::Regroup(unit), Plan::Width(files)) => rally::widen(game, unit, files),
        (Step::Face(unit, files), Plan::Face(facing)) => rally::form_up(game, unit, files, facing),
        (_, Plan::Charger(unit)) => {
            advance::move_charger(game, unit);
            advance::go_on(game);
        }
        (_, Plan::Move(movement)) => remaining::carry_out(game, movement),
        (_, Plan::Stand) => remaining::finish(game),
        (_, Plan::Shoot(shots)) => {
            for (unit, target) in shots {
                if game.stands(unit) && game.stands(target) {
                    shoot::volley(game, unit, target, false);
                }
            }
            shoot::go_on(game);
        }
        (_, Plan::HoldFire) => shoot::finish(game),
        (_, Plan::Combat(which)) => prepare::begin(game, which),
        (Step::Prepare(query), Plan::Settle(answer)) => prepare::settle(game, query, answer),
        (Step::Pursue { unit, .. }, Plan::Pursue(after)) => aftermath::choose(game, unit, after),
        (Step::Follow(unit, target), Plan::Follow(follows)) => follow::follow(game, unit, target, follows),
        // A plan is made for the step it is carried out in.
        _ => {}
    }
}
