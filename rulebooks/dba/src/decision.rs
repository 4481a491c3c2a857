//! Decisions: who is asked for what, whether an answer is allowed, and what follows from it.
//!
//! After each decision the machine runs on by itself, through every part of the bound in which nobody has
//! anything to decide, up to the next question or the end of the battle.

use crate::board::Board;
use crate::bound::{after_aiming, end_bound};
use crate::movement::{self, MovePlan};
use crate::phase::{Phase, Step};
use crate::setup;
use crate::{Dba, facing, fight, rule, shooting, volley, words};
use ruling::{Measure, Refusal, RuleId};
use umpire::{Ask, Choice, Command, Cx, Field, Form, OptionId, Pending, Side, UnitId};

/// A checked command.
#[derive(Clone, Debug)]
pub enum Plan {
    /// Part of the set-up.
    Setup(setup::Plan),
    /// A tactical move.
    Move(MovePlan),
    /// No more moves in this bound.
    Halt,
    /// Who shoots at whom.
    Aim(Vec<(UnitId, UnitId)>),
    /// The shot or the combat that comes next, by its number among those waiting.
    Next(usize),
}

/// Who must decide what.
pub fn pending(book: &Dba, field: &Field, phase: &Phase) -> Pending {
    let board = || Board::of(book, field, phase);
    let (side, ask) = match &phase.step {
        Step::Over(outcome) => return Pending::Over(*outcome),
        Step::Move => {
            let form = Form::Move {
                units: movement::movable(&board(), phase),
                manners: movement::MANNERS,
                left: Some(Measure { amount: f64::from(phase.pips), unit: "PIPs" }),
            };
            (phase.active, Ask::new(rule::PIPS_COST, "Move elements and groups, or end the movement.", form))
        }
        Step::Targets(side) => {
            let shooters = shooting::shooters(&board(), phase, *side);
            (*side, Ask::new(rule::SHOOT_MUST, "Choose a target for every shooter.", Form::Shoot(shooters)))
        }
        Step::Replies(side) => {
            let guns = shooting::replies(&board(), phase, *side);
            (*side, Ask::new(rule::SHOOT_WHEN, "Choose whom your guns reply to.", Form::Shoot(guns)))
        }
        Step::Shoot => {
            let choices = shooting::waiting(&board(), phase).into_iter().map(|i| {
                let shot = &phase.shots[i];
                let units = shot.shooters.iter().copied().chain([shot.target]).collect();
                Choice { label: words::shot(field, shot).into(), rule: rule::SHOOT_ORDER, units }
            });
            let form = Form::Choose(choices.collect());
            (phase.active, Ask::new(rule::SHOOT_ORDER, "Choose the next shot.", form))
        }
        Step::Fight => {
            let choices = phase.pairs.iter().map(|pair| Choice {
                label: words::pair(field, pair.active, pair.inactive).into(),
                rule: rule::COMBAT_WHO,
                units: vec![pair.active, pair.inactive],
            });
            let form = Form::Choose(choices.collect());
            (phase.active, Ask::new(rule::COMBAT_WHO, "Choose the next combat.", form))
        }
        Step::Invader
        | Step::Terrain
        | Step::Edge
        | Step::Camp(_)
        | Step::Deploy(_)
        | Step::Swap
        | Step::Begin => return setup::pending(book, field, phase),
    };
    Pending::Decide(side, ask)
}

/// Judges a command.
///
/// # Errors
/// Every reason why it is not allowed.
pub fn check(
    book: &Dba,
    field: &Field,
    phase: &Phase,
    side: Side,
    command: &Command,
) -> Result<Plan, Vec<Refusal>> {
    match (&phase.step, command) {
        (Step::Move, Command::Move { manner, units, path }) => {
            let board = Board::of(book, field, phase);
            movement::check(&board, phase, side, *manner, units, path).map(Plan::Move)
        }
        (Step::Move, Command::Done) => Ok(Plan::Halt),
        (Step::Targets(_), Command::Shoot(_) | Command::Done) => {
            let board = Board::of(book, field, phase);
            let shooters = shooting::shooters(&board, phase, side);
            aim(&board, phase, side, &shooters, command).map(Plan::Aim)
        }
        (Step::Replies(_), Command::Shoot(_) | Command::Done) => {
            let board = Board::of(book, field, phase);
            let guns = shooting::replies(&board, phase, side);
            aim(&board, phase, side, &guns, command).map(Plan::Aim)
        }
        (Step::Shoot, Command::Choose(OptionId(option))) => {
            let board = Board::of(book, field, phase);
            let waiting = shooting::waiting(&board, phase);
            let chosen = waiting.get(usize::from(*option)).copied();
            chosen.map(Plan::Next).ok_or_else(|| refuse(rule::SHOOT_ORDER, "there is no such shot"))
        }
        (Step::Fight, Command::Choose(OptionId(option))) => {
            let i = usize::from(*option);
            (i < phase.pairs.len())
                .then_some(Plan::Next(i))
                .ok_or_else(|| refuse(rule::COMBAT_WHO, "there is no such combat"))
        }
        (Step::Move, _) => Err(refuse(rule::BOUND_SEQUENCE, "this is the time for moves")),
        (Step::Targets(_) | Step::Replies(_), _) => {
            Err(refuse(rule::BOUND_SEQUENCE, "this is the time to choose targets"))
        }
        (Step::Shoot, _) => Err(refuse(rule::BOUND_SEQUENCE, "this is the time to choose the next shot")),
        (Step::Fight, _) => Err(refuse(rule::BOUND_SEQUENCE, "this is the time to choose the next combat")),
        (Step::Over(_), _) => Err(refuse(rule::VICTORY_WIN, "the battle is over")),
        _ => setup::check(book, field, phase, side, command).map(Plan::Setup),
    }
}

fn refuse(rule: RuleId, what: &'static str) -> Vec<Refusal> {
    vec![Refusal::new(rule, what)]
}

/// The targets a player gave, judged, or the usual ones.
fn aim(
    board: &Board<'_>,
    phase: &Phase,
    side: Side,
    shooters: &[umpire::Shooter],
    command: &Command,
) -> Result<Vec<(UnitId, UnitId)>, Vec<Refusal>> {
    match command {
        Command::Shoot(list) => shooting::judge(board, phase, side, shooters, list).map(|()| list.clone()),
        _ => Ok(shooting::usual(phase, shooters)),
    }
}

/// Carries out a decision, up to the next one.
pub fn resolve(book: &Dba, phase: &mut Phase, plan: Plan, cx: &mut Cx<'_>) {
    match plan {
        Plan::Setup(plan) => setup::resolve(book, phase, plan, cx),
        Plan::Move(plan) => movement::carry_out(book, phase, &plan, cx),
        Plan::Halt => end_movement(book, phase, cx),
        Plan::Aim(list) => {
            shooting::declare(phase, &list);
            phase.step = after_aiming(phase);
        }
        Plan::Next(i) if phase.step == Step::Shoot => volley::carry_out(book, phase, i, cx),
        Plan::Next(i) => {
            let pair = phase.pairs.remove(i);
            fight::carry_out(book, phase, pair, cx);
        }
    }
    run_on(book, phase, cx);
}

/// Runs through everything that needs no decision.
fn run_on(book: &Dba, phase: &mut Phase, cx: &mut Cx<'_>) {
    loop {
        match phase.step {
            Step::Move => {
                if phase.pips > 0 && movement::anyone_movable(&Board::of(book, cx.field(), phase), phase) {
                    return;
                }
                end_movement(book, phase, cx);
            }
            Step::Targets(_) | Step::Replies(_) | Step::Shoot => {
                let board = Board::of(book, cx.field(), phase);
                if !aim_on(&board, phase) {
                    return;
                }
                shooting::strike_out(phase, cx.field());
                match shooting::waiting(&board, phase)[..] {
                    [] => {
                        phase.pairs = fight::pairs(&board, phase);
                        phase.step = Step::Fight;
                    }
                    [only] => volley::carry_out(book, phase, only, cx),
                    _ => return,
                }
            }
            Step::Fight => {
                fight::strike_out(book, phase, cx);
                match phase.pairs.len() {
                    0 => end_bound(book, phase, cx),
                    1 => {
                        let pair = phase.pairs.remove(0);
                        fight::carry_out(book, phase, pair, cx);
                    }
                    _ => return,
                }
            }
            _ => return,
        }
    }
}

/// Declares every shot that needs no decision; whether none is left that does. Nobody moves meanwhile.
fn aim_on(board: &Board<'_>, phase: &mut Phase) -> bool {
    loop {
        let shooters = match phase.step {
            Step::Targets(side) => shooting::shooters(board, phase, side),
            Step::Replies(side) => shooting::replies(board, phase, side),
            _ => return true,
        };
        if !shooting::is_settled(phase, &shooters) {
            return false;
        }
        shooting::declare(phase, &shooting::usual(phase, &shooters));
        phase.step = after_aiming(phase);
    }
}

/// Movement is over: those attacked in flank or rear turn, then targets are chosen.
fn end_movement(book: &Dba, phase: &mut Phase, cx: &mut Cx<'_>) {
    facing::turn_to_face(book, phase, cx);
    phase.step = Step::Targets(phase.active);
}
