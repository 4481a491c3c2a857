//! What a side may not know: the enemy's orders, signals, messages and grades, and his hidden troops
//! (section of the period on hidden information; house rules `fog` and `grades_hidden`).

use crate::Wrg1969;
use crate::board::state::{Command, Kept, Period, Phase, Standing, Step, UnitState};
use crate::board::{self, Board, sight};
use crate::house::Fog;
use crate::orders::order::{Leg, Order, Verb};
use table::Pose;
use umpire::BySide;
use umpire::Field;
use umpire::Place;
use umpire::Side;
use umpire::Unit;
use umpire::UnitId;
use umpire::Viewer;
/// The board as a side sees it: what it is asked, and what it is told may or may not be done, comes from this alone.
pub fn board<'a>(book: &'a Wrg1969, field: &Field, phase: &'a Phase, side: Side) -> Board<'a> {
    let mut board = Board::of(book, field, phase);
    let seen = seen(&board, field, Viewer::Player(side));
    board.bodies.retain(|b| seen[b.id.index()]);
    board
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

/// Whom a viewer sees, by number: all his own, and those of the others who are not hidden.
pub fn seen(board: &Board<'_>, field: &Field, viewer: Viewer) -> Vec<bool> {
    let own = |id: UnitId| viewer == Viewer::Player(field.side(id));
    field.ids().map(|id| own(id) || is_seen(board, field, viewer, id)).collect()
}

/// The field and the phase as a viewer may know them.
pub fn veil(book: &Wrg1969, field: &Field, phase: &Phase, viewer: Viewer) -> (Field, Phase) {
    let over = matches!(phase.step, Step::Over(_));
    if over || viewer == Viewer::Opened {
        return (field.clone(), phase.clone());
    }
    let seen = seen(&Board::of(book, field, phase), field, viewer);
    shown(book, field, phase, viewer, &seen)
}

/// What a viewer is shown who sees those units.
pub fn shown(book: &Wrg1969, field: &Field, phase: &Phase, viewer: Viewer, seen: &[bool]) -> (Field, Phase) {
    let own = |id: UnitId| viewer == Viewer::Player(field.side(id));
    let blank = |id: UnitId| Unit::waiting(board::formation(book.kit(id).troop, 1, 1));
    let veiled = field.veiled(field.share_roster(), |id| (!seen[id.index()]).then(|| blank(id)));
    let state = |id: UnitId| match &phase.units[id.index()] {
        state if own(id) => own_state(state),
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
        parted: phase.parted.clone(),
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

/// What a side knows of a unit of its own: all but which enemies are hidden from it.
fn own_state(state: &UnitState) -> UnitState {
    let mut state = state.clone();
    state.kept.hidden_from_it = Vec::new();
    state
}

/// A side's own sheet, without what the umpire keeps to himself until the battle is over: in how many ways its orders
/// could be read (`wrg1969.orders.exploit`).
fn own_sheet(command: &Command) -> Command {
    let mut command = command.clone();
    command.doubts.clear();
    command.sheet.iter_mut().for_each(|line| line.other.clear());
    command
}

/// What shows of an enemy unit that is seen, built up from what the table shows: what only its owner knows stays hidden
/// unless it is named here. The men who fall are counted aloud as the dice fall; what is carried over
/// towards the next figure is not shown.
fn outside(book: &Wrg1969, pose: Pose, state: &UnitState) -> UnitState {
    let known = state.seen.shown || !book.house.grades_hidden;
    let kept = Kept {
        grade: state.kept.grade.filter(|_| known),
        order: seen_going_back(state),
        // Where it came from is not seen of one who came out of hiding.
        stood: if state.kept.was_hidden { [pose; 2] } else { state.kept.stood },
        ..Kept::default()
    };
    // Of the last period only its fire and what it did to the ranks are remembered.
    let last = Period {
        causes: state.last.causes,
        missile_loss: state.last.missile_loss,
        hit_hard: state.last.hit_hard,
        under_fire: state.last.under_fire,
        shot_at: state.last.shot_at,
        shot_with: state.last.shot_with,
        ..Period::default()
    };
    UnitState { kept, seen: state.seen.clone(), now: state.now.clone(), last }
}

/// A unit marching to the rear is seen to, whatever its order says (`wrg1969.reaction.def.states`).
fn seen_going_back(state: &UnitState) -> Option<Standing> {
    let goes_back = state.now.moved > 0 && state.leg().is_some_and(|leg| leg.verb == Verb::RetireTo);
    goes_back.then(|| Standing::new(Order::new(vec![Leg::new(Verb::RetireTo)])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::reaction::Grade;

    #[test]
    fn what_nobody_makes_visible_is_hidden() {
        let mut state = UnitState::new(Some(Grade::B), 20);
        state.kept = Kept { unshown: 7, carry: 3, has_seen_enemy: true, ..state.kept };
        state.seen.has_won = true;
        let shown = outside(&Wrg1969::default(), Pose::default(), &state);
        assert_eq!((shown.kept.unshown, shown.kept.carry, shown.kept.has_seen_enemy), (0, 0, false));
        assert!(shown.seen.has_won && shown.seen.original == 20);
    }

    #[test]
    fn a_new_period_makes_the_doings_of_this_one_the_last_ones() {
        let mut state = UnitState::new(None, 20);
        (state.now.moved, state.now.missile_loss, state.kept.secret.breaks_off) = (4000, 12, true);
        state.begin_period(18, Pose::default());
        assert_eq!((state.last.moved, state.last.missile_loss, state.now.moved), (4000, 12, 0));
        assert_eq!((state.now.at_start, state.now.before_fire), (18, 18));
        assert_eq!(state.kept.secret, Default::default());
    }
}
