//! What a side may not know: the enemy's orders, signals, messages and grades, and his hidden troops
//! (section of the period on hidden information; house rules `fog` and `grades_hidden`).

use crate::board::{self, Board};
use crate::house::Fog;
use crate::order::{Charge, Leg, Order, Ref, Trigger, Verb};
use crate::state::{Command, General, Grade, Messenger, Phase, Standing, Step, UnitState};
use crate::troop::Troop;
use crate::{Wrg1969, kit::Role, period, rule, sight};
use dice::{D6, Dice, RollId};
use table::Pose;
use umpire::{Ask, BySide, Field, Place, Side, Unit, UnitId, Viewer};

/// The field and the phase as a viewer may know them.
pub fn veil(book: &Wrg1969, field: &Field, phase: &Phase, viewer: Viewer) -> (Field, Phase) {
    let over = matches!(phase.step, Step::Over(_));
    if over || viewer == Viewer::Opened {
        return (field.clone(), phase.clone());
    }
    let seen = seen(&Board::of(book, field, phase), field, viewer);
    shown(book, field, phase, viewer, &seen)
}

/// The question put to a side, with the field and the phase as it may know them.
pub fn show(book: &Wrg1969, field: &Field, phase: &Phase, side: Side) -> (Option<Ask>, Field, Phase) {
    let mut board = Board::of(book, field, phase);
    let seen = seen(&board, field, Viewer::Player(side));
    let (veiled, known) = shown(book, field, phase, Viewer::Player(side), &seen);
    let ask = if period::asks_of_the_veiled(&phase.step) {
        period::question(&Board::of(book, &veiled, &known), &veiled, side)
    } else {
        board.bodies.retain(|b| seen[b.id.index()]);
        period::question(&board, field, side)
    };
    (ask, veiled, known)
}

/// Whom a viewer sees, by number: all his own, and those of the others who are not hidden.
fn seen(board: &Board<'_>, field: &Field, viewer: Viewer) -> Vec<bool> {
    let own = |id: UnitId| viewer == Viewer::Player(field.side(id));
    field.ids().map(|id| own(id) || is_seen(board, field, viewer, id)).collect()
}

fn shown(book: &Wrg1969, field: &Field, phase: &Phase, viewer: Viewer, seen: &[bool]) -> (Field, Phase) {
    let own = |id: UnitId| viewer == Viewer::Player(field.side(id));
    let blank = |id: UnitId| Unit::waiting(board::formation(book.kit(id).troop, 1, 1));
    let veiled = field.veiled(field.share_roster(), |id| (!seen[id.index()]).then(|| blank(id)));
    let state = |id: UnitId| match &phase.units[id.index()] {
        state if own(id) => state.clone(),
        state if seen[id.index()] => outside(book, field.unit(id).pose, state),
        _ => UnitState::new(None, 0),
    };
    let command = |side: Side| match viewer == Viewer::Player(side) {
        true => own_sheet(&phase.command[side]),
        false => Command::default(),
    };
    let shown = Phase {
        step: phase.step.clone(),
        period: phase.period,
        units: field.ids().map(state).collect(),
        command: BySide::each(command),
        fights: phase.fights.clone(),
        // Who tests, and why, is not announced: only what comes of it.
        thrown: phase.thrown.iter().filter(|t| own(t.unit)).copied().collect(),
        threats: phase.threats.clone(),
        fallen: phase.fallen.clone(),
        lost: phase.lost.clone(),
        blows: phase.blows.clone(),
    };
    (veiled, shown)
}

/// The board as a side sees it: what it is asked, and what it is told may or may not be done, comes from this alone.
pub fn board<'a>(book: &'a Wrg1969, field: &Field, phase: &'a Phase, side: Side) -> Board<'a> {
    let mut board = Board::of(book, field, phase);
    let seen = seen(&board, field, Viewer::Player(side));
    board.bodies.retain(|b| seen[b.id.index()]);
    board
}

/// A side's own sheet, without what the umpire keeps to himself until the battle is over: in how many ways its orders
/// could be read (`wrg1969.orders.exploit`).
fn own_sheet(command: &Command) -> Command {
    let mut command = command.clone();
    command.doubts.clear();
    command.sheet.iter_mut().for_each(|line| line.other.clear());
    command
}

/// Whether the enemy does not see a unit, by the fog that is played.
pub fn hidden(board: &Board<'_>, field: &Field, unit: UnitId) -> bool {
    !is_seen(board, field, Viewer::Player(field.side(unit).other()), unit)
}

/// Whether a viewer sees someone of the other side. Who has left the table was seen to leave.
fn is_seen(board: &Board<'_>, field: &Field, viewer: Viewer, id: UnitId) -> bool {
    let place = field.unit(id).place;
    if place != Place::Table {
        return place != Place::Waiting;
    }
    let secret = match board.phase.step {
        Step::Deploy => true,
        Step::Orders => !board.book.house.orders_after_reveal,
        _ => false,
    };
    let body = match board.body(id) {
        Some(body) if !secret => body,
        _ => return false,
    };
    // Whoever fights, charges or is charged is felt, if not seen.
    let felt = board.engaged(id) || board.phase.threats.iter().any(|t| t.charger == id || t.target == id);
    match (board.book.house.fog, viewer) {
        (Fog::Open, _) => true,
        _ if felt => true,
        (Fog::General, Viewer::Player(side)) => {
            let command = &board.phase.command[side];
            let in_view = || {
                command.generals().filter_map(|g| board.body(g.figure)).any(|g| sight::sees(board, g, body))
            };
            command.heard.contains(&id) || in_view()
        }
        // A spectator sees what both sides see.
        _ => sight::seen_by(board, body, body.side.other()),
    }
}

/// What shows of an enemy unit that is seen. The men who fall are counted aloud as the dice fall; what is carried over
/// towards the next figure is not shown.
fn outside(book: &Wrg1969, pose: Pose, state: &UnitState) -> UnitState {
    let known = state.shown || !book.house.grades_hidden;
    UnitState {
        grade: state.grade.filter(|_| known),
        carry: 0,
        order: seen_going_back(state),
        waiting_order: None,
        may_charge: false,
        has_seen_enemy: false,
        last_score: None,
        aims_at: None,
        spares_chargers: false,
        front_rank_only: false,
        track: Vec::new(),
        signals: 0,
        away: None,
        surprised_by: None,
        was_hidden: false,
        breaks_off: false,
        // Where it came from is not seen of one who came out of hiding.
        stood: if state.was_hidden { [pose; 2] } else { state.stood },
        ..state.clone()
    }
}

/// A unit marching to the rear is seen to, whatever its order says (`wrg1969.reaction.def.states`).
fn seen_going_back(state: &UnitState) -> Option<Standing> {
    let goes_back = state.moved > 0 && state.leg().is_some_and(|leg| leg.verb == Verb::RetireTo);
    goes_back.then(|| Standing::new(Order::new(vec![Leg::new(Verb::RetireTo)])))
}

/// A phase that looks the same to a viewer, from what he sees of field and phase: enemies out of sight stay out of it,
/// the others get grades and orders as their kind has them.
pub fn guess(book: &Wrg1969, field: &Field, phase: &Phase, viewer: Viewer, dice: &mut dyn Dice) -> Phase {
    let mut phase = phase.clone();
    if matches!(phase.step, Step::Over(_)) {
        return phase;
    }
    let enemies = |side: Side| viewer != Viewer::Player(side) && viewer != Viewer::Opened;
    for side in Side::ALL.into_iter().filter(|s| enemies(*s)) {
        let begun = !matches!(phase.step, Step::Deploy | Step::Orders);
        for id in field.ids().filter(|&id| field.side(id) == side && field.on_table(id)) {
            let kit = book.kit(id);
            let state = &mut phase.units[id.index()];
            if kit.is_unit() && state.grade.is_none() {
                state.grade = Some(some_grade(kit.troop, kit.regular, side, id, dice));
            }
            if kit.is_troops() && begun && state.order.is_none() {
                let bold = state.advanced || dice.roll(why(side, id), &D6) > 4;
                state.order = Some(Standing::new(some_order(kit.troop, bold)));
            }
        }
        phase.command[side] = some_command(book, field, side);
    }
    phase
}

fn why(side: Side, id: UnitId) -> RollId {
    RollId::new(rule::TYPES_GRADES.as_str(), side as u8).unit(id.0)
}

/// A grade such troops often have (`wrg1969.types.grades`).
fn some_grade(troop: Troop, regular: bool, side: Side, id: UnitId, dice: &mut dyn Dice) -> Grade {
    match (troop, regular, dice.roll(why(side, id), &D6)) {
        (Troop::Elephant, ..) => Grade::D,
        (_, true, 1 | 2) => Grade::B,
        (_, true, _) => Grade::C,
        (_, false, 1) => Grade::C,
        (_, false, _) => Grade::D,
    }
}

/// What such troops are often told: light ones to skirmish, others to attack whoever is nearest, the less bold when he
/// is near.
fn some_order(troop: Troop, bold: bool) -> Order {
    if troop.is_light() {
        return Order::new(vec![Leg::to(Verb::Skirmish, Ref::NearestEnemy)]);
    }
    let attack = Leg { charge: Charge::AtWill, ..Leg::to(Verb::Attack, Ref::NearestEnemy) };
    let near = vec![Trigger::EnemyWithin(MEETS, None)];
    let waits = Leg { until: near, ..Leg::new(Verb::Hold) };
    Order::new(if bold { vec![attack] } else { vec![waits, attack] })
}

/// How near an enemy is, in thousandths of an inch, when a unit that waits for him goes to meet him.
const MEETS: i32 = 10_000;

/// A general and messengers where their figures stand.
fn some_command(book: &Wrg1969, field: &Field, side: Side) -> Command {
    let with_role =
        |role: Role| field.ids().filter(move |&id| field.side(id) == side && book.kit(id).role == role);
    let general = with_role(Role::General).find(|&id| field.on_table(id)).map(General::new);
    let of = general.as_ref().map(|g| g.figure);
    let riders = with_role(Role::Messenger).filter(|&id| field.on_table(id));
    let riders = riders.filter_map(|id| Some(Messenger::new(id, side, of?))).collect();
    let subordinates =
        with_role(Role::Subordinate).filter(|&id| field.on_table(id)).map(General::new).collect();
    Command { general, riders, subordinates, ..Command::default() }
}
