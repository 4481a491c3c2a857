//! The period: who must decide what, and everything that happens between two decisions.
//!
//! returns, command, intent, the broken turning, normal stage, charge-bonus point, bonus stage, fire, hand-to-hand,
//! after hand-to-hand, reactions, end.

mod stages;

use crate::board::Board;
use crate::choices::{self, Chosen};
use crate::intent::{self, Answer, Answers, Intent};
use crate::order_sheet;
use crate::setup;
use crate::state::{Phase, Step};
use crate::{Wrg1969, command, orders, rule, veil};
use ruling::Refusal;
use stages::{
    after, begin_period, bonus_stage, hand_to_hand, nobody_asked, normal_stage, steadied, test_all,
};
use umpire::{Ask, BySide, Choice, Command, Cx, Field, Form, OptionId, Pending, Plans, Side, UnitId};

/// A checked decision.
#[derive(Clone, Debug)]
pub enum Plan {
    /// A deployment.
    Deploy(setup::Deployment),
    /// First orders and the signal card.
    Orders(order_sheet::Sheet),
    /// The battle begins.
    Begin,
    /// What the generals do.
    Command(command::Plan),
    /// What the units mean to do.
    Intent(Vec<(UnitId, Intent)>),
    /// How those charged answer.
    Answers(Answers),
    /// A choice of the fighting part.
    Chosen(Chosen),
}

/// Who must decide what.
pub fn pending(book: &Wrg1969, field: &Field, phase: &Phase) -> Pending {
    match &phase.step {
        Step::Over(outcome) => Pending::Over(*outcome),
        Step::Begin => Pending::Decide(Side::Red, begin()),
        _ => Pending::Sealed(BySide::each(|side| ask(book, field, phase, side))),
    }
}

/// What a side is asked.
pub fn ask(book: &Wrg1969, field: &Field, phase: &Phase, side: Side) -> Option<Ask> {
    if asks_of_the_veiled(&phase.step) {
        return veil::show(book, field, phase, side).0;
    }
    question(&veil::board(book, field, phase, side), field, side)
}

/// Whether a question is made up from what a side may know of the phase too, not only of who is where: whether an enemy
/// is pushed or breaks hangs on his grade, which may be hidden.
pub fn asks_of_the_veiled(step: &Step) -> bool {
    matches!(step, Step::After)
}

/// What a side is asked, from the board as it sees it.
pub fn question(board: &Board<'_>, field: &Field, side: Side) -> Option<Ask> {
    match &board.phase.step {
        Step::Over(_) => None,
        Step::Begin => (side == Side::Red).then(begin),
        Step::Deploy => Some(setup::ask(board.book, field, side)),
        Step::Orders => Some(order_sheet::ask(board, field, side)),
        Step::Command => command::pending(board, field, side),
        Step::Intent => intent::pending(board, field, side),
        Step::BonusPoint => intent::pending_answers(board, field, side),
        Step::Melee | Step::After | Step::React | Step::Steady => choices::ask(board, field, side),
    }
}

/// Whether a side is asked anything.
pub fn is_asked(book: &Wrg1969, field: &Field, phase: &Phase, side: Side) -> bool {
    match &phase.step {
        Step::Melee | Step::After | Step::React | Step::Steady => choices::is_asked(book, field, phase, side),
        _ => ask(book, field, phase, side).is_some(),
    }
}

fn begin() -> Ask {
    let option = Choice { label: "Begin the battle".into(), rule: rule::SETUP_DEPLOY, units: Vec::new() };
    Ask::new(rule::SETUP_DEPLOY, "Everything is ready.", Form::Choose(vec![option]))
}

/// Judges a command.
///
/// # Errors
/// Every reason why it is not allowed.
pub fn check(
    book: &Wrg1969,
    field: &Field,
    phase: &Phase,
    side: Side,
    given: &Command,
) -> Result<Plan, Vec<Refusal>> {
    match &phase.step {
        Step::Deploy => setup::check(book, field, side, given).map(Plan::Deploy),
        Step::Orders => order_sheet::check(book, field, phase, side, given).map(Plan::Orders),
        Step::Begin => match given {
            Command::Choose(OptionId(0)) | Command::Done => Ok(Plan::Begin),
            _ => Err(vec![Refusal::new(rule::SETUP_DEPLOY, "the battle waits to begin")]),
        },
        Step::Command => command::check(book, field, phase, side, given).map(Plan::Command),
        Step::Intent => intent::check(book, field, phase, side, given).map(Plan::Intent),
        Step::BonusPoint => intent::check_answers(book, field, phase, side, given).map(Plan::Answers),
        Step::Melee | Step::After | Step::React | Step::Steady => {
            choices::check(book, field, phase, side, given).map(Plan::Chosen)
        }
        Step::Over(_) => Err(vec![Refusal::new(rule::VICTORY_END, "the battle is over")]),
    }
}

/// Carries out what was decided, up to the next decision.
pub fn resolve(book: &Wrg1969, phase: &mut Phase, plans: Plans<Plan>, cx: &mut Cx<'_>) {
    let both = match plans {
        Plans::Both(both) => both,
        Plans::One(side, plan) => {
            let mut both = BySide::default();
            both[side] = Some(plan);
            both
        }
    };
    match phase.step {
        Step::Deploy => setup::resolve(book, phase, both.map(|p| part(p, deployment)), cx),
        Step::Begin => begin_period(book, phase, cx),
        Step::Orders => {
            order_sheet::resolve(book, phase, both.map(|p| part(p, sheet)), cx);
            begin_period(book, phase, cx);
        }
        Step::Command => {
            command::resolve(book, phase, both.map(|p| part(p, commands)), cx);
            orders::begin_legs(book, phase, cx);
            phase.step = Step::Intent;
            if nobody_asked(book, phase, cx) {
                normal_stage(book, phase, &[], cx);
            }
        }
        Step::Intent => {
            let intents = all(both, |p| if let Plan::Intent(list) = p { list } else { Vec::new() });
            normal_stage(book, phase, &intents, cx);
        }
        Step::BonusPoint => {
            let answers = all(both, |p| if let Plan::Answers(told) = p { vec![told] } else { Vec::new() });
            for unit in answers.iter().flat_map(|told| &told.hold_fire) {
                phase.units[unit.index()].spares_chargers = true;
            }
            let answers: Vec<(UnitId, Answer)> = answers.into_iter().flat_map(|told| told.met).collect();
            bonus_stage(book, phase, &answers, cx);
        }
        Step::Melee => {
            for id in all(both, |p| chosen(p).units) {
                phase.units[id.index()].laps = true;
            }
            hand_to_hand(book, phase, cx);
        }
        Step::After => {
            let stand = all(both, |p| chosen(p).units);
            after(book, phase, &stand, cx);
        }
        Step::React => {
            let chosen: Vec<Chosen> = both.0.into_iter().flatten().map(chosen).collect();
            let asked: Vec<UnitId> = chosen.iter().flat_map(|c| c.units.clone()).collect();
            let closing: Vec<UnitId> = chosen.iter().flat_map(|c| c.closing.clone()).collect();
            test_all(book, phase, &asked, &closing, cx);
        }
        Step::Steady => {
            let chosen: Vec<Chosen> = both.0.into_iter().flatten().map(chosen).collect();
            steadied(book, phase, &chosen, cx);
        }
        Step::Over(_) => {}
    }
}

fn part<T>(plan: Option<Plan>, read: impl Fn(Plan) -> Option<T>) -> Option<T> {
    plan.and_then(read)
}

fn deployment(plan: Plan) -> Option<setup::Deployment> {
    if let Plan::Deploy(places) = plan { Some(places) } else { None }
}

fn sheet(plan: Plan) -> Option<order_sheet::Sheet> {
    if let Plan::Orders(sheet) = plan { Some(sheet) } else { None }
}

fn commands(plan: Plan) -> Option<command::Plan> {
    if let Plan::Command(plan) = plan { Some(plan) } else { None }
}

fn chosen(plan: Plan) -> Chosen {
    if let Plan::Chosen(chosen) = plan { chosen } else { Chosen::default() }
}

fn all<T>(both: BySide<Option<Plan>>, read: impl Fn(Plan) -> Vec<T>) -> Vec<T> {
    both.0.into_iter().flatten().flat_map(read).collect()
}
