//! How those charged answer, at the charge-bonus point (`wrg1969.move.evade`, `wrg1969.move.countercharge`).

use crate::board::state::{Phase, Threat};
use crate::board::{Board, Body, cover, veil};
use crate::charge::through;
use crate::data::measure::within;
use crate::data::moves;
use crate::data::reaction::Reaction;
use crate::data::troop::Troop;
use crate::movement::course::wheel_to;
use crate::movement::intent::{Pick, choice, chosen, no_such_choice, pick, written};
use crate::movement::rules::wheel_cost;
use crate::movement::{part_evades, rules as movement};
use crate::orders::order::Verb;
use crate::shooting::resolve as shooting;
use crate::{Wrg1969, rule};
use ruling::Refusal;
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
    /// Whether chargers go on at the next enemy if their target runs (`wrg1969.move.evade.after`).
    pub through: Vec<(UnitId, bool)>,
}

/// What one option of the sheet of answers says.
#[derive(Clone, Copy)]
enum Reply {
    Meets(Answer),
    ShootsFirst(bool),
    GoesOn(bool),
}

/// Whether a unit can evade, and may (`wrg1969.orders.evade`).
pub fn may_evade(board: &Board<'_>, body: &Body<'_>) -> bool {
    board.state(body.id).leg().is_none_or(|leg| leg.evade) && is_able_to_evade(board, body)
}

/// Whether a unit can evade, whatever its order says.
fn is_able_to_evade(board: &Board<'_>, body: &Body<'_>) -> bool {
    let state = board.state(body.id);
    let running = state.seen.running.map(|r| r.reaction);
    let able =
        !matches!(running, Some(Reaction::Retreat | Reaction::UncontrolledAdvance | Reaction::LeaveField));
    movement::can_evade(body.mover(), body.ranks().into())
        && able
        && !state.is_broken()
        && !state.is_pursuing()
        && !state.seen.square
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
    let lifted = board.book.house.forbidding_evade_lifts_duty;
    must && if lifted { may_evade(board, body) } else { is_able_to_evade(board, body) }
}

/// Whether a unit may countercharge a charger: it stands ready to move, scored 6 or more, and can wheel to face him in
/// time (`wrg1969.orders.countercharge`, `wrg1969.move.countercharge`).
pub fn may_countercharge(board: &Board<'_>, body: &Body<'_>, charger: &Body<'_>) -> bool {
    let state = board.state(body.id);
    let willing = state.leg().is_none_or(|leg| leg.countercharge);
    let running = state.seen.running.map(|r| r.reaction);
    let able =
        !matches!(running, Some(Reaction::Retreat | Reaction::UncontrolledAdvance | Reaction::LeaveField));
    let period = board.phase.period;
    let steady = state.kept.last_score.is_some_and(|(score, when)| score >= 6 && when + 1 >= period);
    // Who rallies has no other move this period, and who pursues goes on.
    let busy = state.is_broken() || state.is_pursuing() || state.seen.rallies;
    let fit = body.charge() > 0.0 && !state.seen.square && !busy && !board.routing(charger.id);
    if !(willing && able && steady && fit) || board.engaged(body.id) || !body.faces(charger.standard()) {
        return false;
    }
    can_face(body, charger)
}

/// Whether both are horse: they meet at the gallop even if one is reached in the other's normal move.
pub fn both_horse(body: &Body<'_>, charger: &Body<'_>) -> bool {
    body.troop().is_cavalry() && charger.troop().is_cavalry()
}

/// Whether a unit can wheel to face a charger within its bonus.
pub fn can_face(body: &Body<'_>, charger: &Body<'_>) -> bool {
    let wheel = wheel_to(&body.rect, body.facing, charger.standard());
    within(wheel_cost(2.0 * body.rect.half_width, wheel), moves::bonus(body.mover()))
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
        if shooting::may_shoot_first(board, body) {
            let option = |label, first| {
                (choice(label, rule::FIRE_DURING_CHARGE, vec![body.id]), Reply::ShootsFirst(first))
            };
            let options = vec![option("shoots first", true), option("does not shoot", false)];
            picks.push(pick(body.id, format!("{name} before the charge"), options));
        }
    }
    let may_run = |id: UnitId| board.routing(id) || board.body(id).is_some_and(|b| may_evade(board, b));
    let own = |id: UnitId| board.body(id).is_some_and(|b| b.side == side);
    for next in through::next(board, may_run).into_iter().filter(|next| own(next.charger)) {
        let [name, ran, at] = [next.charger, next.ran, next.target].map(|id| &field.card(id).name);
        let option = |label: String, goes_on| {
            let units = vec![next.charger, next.target];
            (choice(label, rule::MOVE_EVADE_AFTER, units), Reply::GoesOn(goes_on))
        };
        let mut options =
            vec![option(format!("goes on at {at}"), true), option(format!("stops short of {at}"), false)];
        if !through::usually(board, &next) {
            options.swap(0, 1);
        }
        picks.push(pick(next.charger, format!("{name} if {ran} runs"), options));
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
            Some((unit, Reply::GoesOn(goes_on))) => told.through.push((unit, *goes_on)),
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
