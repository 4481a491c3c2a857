//! How those charged answer, at the charge-bonus point (`wrg1969.move.evade`, `wrg1969.move.countercharge`).

use super::{Pick, choice, chosen, no_such_choice, pick, written};
use crate::board::{Board, Body};
use crate::course::wheel_to;
use crate::order::Verb;
use crate::rates::{self, wheel_cost, within};
use crate::state::{Phase, Reaction, Threat};
use crate::troop::Troop;
use crate::{Wrg1969, cover, fire, part_evades, rule, veil};
use ruling::{Refusal, ledger};
use umpire::{Ask, Choice, Command, Field, Form, PickAsk, Side, UnitId};

/// How a unit answers a charge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Answer {
    /// It stands.
    #[default]
    Stand,
    /// It evades.
    Evade,
    /// Its files in danger evade, the others stand (`wrg1969.orders.skirmish_part`).
    EvadeInPart,
    /// It countercharges.
    Countercharge,
}

impl Answer {
    /// Whether it runs, or a part of it.
    pub fn runs(self) -> bool {
        matches!(self, Answer::Evade | Answer::EvadeInPart)
    }
}

/// How the units of a side answer the charges at them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// How they meet them.
    pub met: Vec<(UnitId, Answer)>,
    /// Who does not shoot first (`wrg1969.fire.during_charge`).
    pub hold_fire: Vec<UnitId>,
}

/// What one option of the sheet of answers says.
#[derive(Clone, Copy)]
enum Reply {
    Meets(Answer),
    ShootsFirst(bool),
}

/// Whether a unit can evade, and may (`wrg1969.orders.evade`).
pub fn may_evade(board: &Board<'_>, body: &Body<'_>) -> bool {
    board.state(body.id).leg().is_none_or(|leg| leg.evade) && is_able_to_evade(board, body)
}

/// Whether a unit can evade, whatever its order says.
fn is_able_to_evade(board: &Board<'_>, body: &Body<'_>) -> bool {
    let state = board.state(body.id);
    let running = state.running.map(|r| r.reaction);
    let able =
        !matches!(running, Some(Reaction::Retreat | Reaction::UncontrolledAdvance | Reaction::LeaveField));
    rates::can_evade(body.mover(), body.ranks().into())
        && able
        && !state.is_broken()
        && !state.is_pursuing()
        && !state.square
        && !board.engaged(body.id)
}

/// Whether light foot must try to evade a charger: heavy or medium horse, without javelins or help of the ground.
pub fn must_evade(board: &Board<'_>, body: &Body<'_>, charger: &Body<'_>) -> bool {
    let horse =
        matches!(charger.troop(), Troop::SuperHeavyCavalry | Troop::HeavyCavalry | Troop::MediumCavalry)
            && board.state(charger.id).is_charging();
    let helped = cover::sheltered(board, charger.rect.front_mid(), &body.rect)
        || board.level(body.standard()) > board.level(charger.standard());
    let must = body.troop() == Troop::LightInfantry && horse && !body.kit.has_javelins() && !helped;
    if must {
        ledger::cite(rule::ORDERS_EVADE);
    }
    let lifted = board.book.house.forbidding_evade_lifts_duty;
    must && if lifted { may_evade(board, body) } else { is_able_to_evade(board, body) }
}

/// Whether cavalry may countercharge a charger: horse at its front, a score of 6 or more, and it can wheel to face
/// him in time (`wrg1969.orders.countercharge`, `wrg1969.move.countercharge`).
pub fn may_countercharge(board: &Board<'_>, body: &Body<'_>, charger: &Body<'_>) -> bool {
    let state = board.state(body.id);
    let willing = state.leg().is_none_or(|leg| leg.countercharge);
    let running = state.running.map(|r| r.reaction);
    let able =
        !matches!(running, Some(Reaction::Retreat | Reaction::UncontrolledAdvance | Reaction::LeaveField));
    let period = board.phase.period;
    let steady = state.last_score.is_some_and(|(score, when)| score >= 6 && when + 1 >= period);
    let both_horse = body.troop().is_cavalry() && charger.troop().is_cavalry();
    // Who rallies has no other move this period, and who pursues goes on.
    let busy = state.is_broken() || state.is_pursuing() || state.rallies;
    let fit = both_horse && !busy && !board.routing(charger.id);
    if !(willing && able && steady && fit) || board.engaged(body.id) || !body.faces(charger.standard()) {
        return false;
    }
    ledger::cite(rule::MOVE_COUNTERCHARGE_HOW);
    can_face(body, charger)
}

/// Whether a unit can wheel to face a charger within its bonus.
pub fn can_face(body: &Body<'_>, charger: &Body<'_>) -> bool {
    let wheel = wheel_to(&body.rect, body.facing, charger.standard());
    within(wheel_cost(2.0 * body.rect.half_width, wheel), rates::bonus(body.mover()))
}

/// The nearest threat to a unit at the charge-bonus point.
fn threat_to(phase: &Phase, unit: UnitId) -> Option<&Threat> {
    phase.threats.iter().filter(|t| t.target == unit).min_by_key(|t| t.gap)
}

/// The answers open to a unit that is threatened, the usual one first.
fn answers(board: &Board<'_>, body: &Body<'_>) -> Vec<Answer> {
    let Some(threat) = threat_to(board.phase, body.id) else { return vec![Answer::Stand] };
    let Some(charger) = board.body(threat.charger) else { return vec![Answer::Stand] };
    let state = board.state(body.id);
    if state.is_broken() {
        return vec![Answer::Stand];
    }
    let evades = may_evade(board, body);
    let countercharges = !threat.touched && may_countercharge(board, body, charger);
    let must = must_evade(board, body, charger);
    let part = evades && part_evades::in_danger(board, body).is_some();
    let runs = if part { vec![Answer::EvadeInPart, Answer::Evade] } else { vec![Answer::Evade] };
    if must {
        return runs;
    }
    let skirmishes = state.leg().is_some_and(|leg| matches!(leg.verb, Verb::Skirmish | Verb::Screen));
    let mut open = vec![Answer::Stand];
    if evades {
        let at = usize::from(!skirmishes);
        open.splice(at..at, runs);
    }
    if countercharges && !state.is_charging() {
        open.push(Answer::Countercharge);
    }
    open
}

fn answer_sheet(board: &Board<'_>, field: &Field, side: Side) -> Vec<Pick<Reply>> {
    let mut targets: Vec<UnitId> = board.phase.threats.iter().map(|t| t.target).collect();
    targets.sort_unstable();
    targets.dedup();
    let mine = targets.into_iter().filter_map(|id| board.body(id)).filter(|b| b.side == side);
    let mut picks = Vec::new();
    for body in mine {
        let name = &field.card(body.id).name;
        let open = answers(board, body);
        if open.len() > 1 {
            let options = open.into_iter().map(|a| (answer_choice(body.id, a), Reply::Meets(a)));
            picks.push(pick(body.id, format!("{name} is charged"), options.collect()));
        }
        if fire::may_shoot_first(board, body) {
            let option = |label, first| {
                (choice(label, rule::FIRE_DURING_CHARGE, vec![body.id]), Reply::ShootsFirst(first))
            };
            let options = vec![option("shoots first", true), option("does not shoot", false)];
            picks.push(pick(body.id, format!("{name} before the charge"), options));
        }
    }
    picks
}

fn answer_choice(unit: UnitId, answer: Answer) -> Choice {
    match answer {
        Answer::Stand => choice("stands", rule::ORDERS_DISCRETION, vec![unit]),
        Answer::Evade => choice("evades", rule::MOVE_EVADE, vec![unit]),
        Answer::EvadeInPart => choice("its files in danger evade", rule::ORDERS_SKIRMISH_PART, vec![unit]),
        Answer::Countercharge => choice("countercharges", rule::ORDERS_COUNTERCHARGE, vec![unit]),
    }
}

/// What the owners of units charged are asked at the charge-bonus point.
pub fn pending_answers(board: &Board<'_>, field: &Field, side: Side) -> Option<Ask> {
    let picks: Vec<PickAsk> = answer_sheet(board, field, side).into_iter().map(|p| p.ask).collect();
    if picks.is_empty() {
        return None;
    }
    let form = Form::Sheet { lines: Vec::new(), picks };
    Some(Ask::new(rule::MOVE_EVADE_WHEN, "How do they meet the charge?", form))
}

/// Reads how one side's units answer.
///
/// # Errors
/// Every pick that is not on the sheet.
pub fn check_answers(
    book: &Wrg1969,
    field: &Field,
    phase: &Phase,
    side: Side,
    given: &Command,
) -> Result<Answers, Vec<Refusal>> {
    let (_, picks) = written(given)?;
    if picks.is_empty() {
        return Ok(Answers::default());
    }
    let board = veil::board(book, field, phase, side);
    let sheet = answer_sheet(&board, field, side);
    let mut told = Answers::default();
    let mut refused = Vec::new();
    for (number, option) in picks {
        match chosen(&sheet, *number, *option) {
            Some((unit, Reply::Meets(answer))) => told.met.push((unit, *answer)),
            Some((unit, Reply::ShootsFirst(false))) => told.hold_fire.push(unit),
            Some((_, Reply::ShootsFirst(true))) => {}
            None => refused.push(no_such_choice()),
        }
    }
    if refused.is_empty() { Ok(told) } else { Err(refused) }
}

/// How every unit threatened answers if its owner says nothing.
pub fn usual_answers(board: &Board<'_>) -> Vec<(UnitId, Answer)> {
    let mut targets: Vec<UnitId> = board.phase.threats.iter().map(|t| t.target).collect();
    targets.sort_unstable();
    targets.dedup();
    targets.into_iter().filter_map(|id| Some((id, answers(board, board.body(id)?)[0]))).collect()
}
