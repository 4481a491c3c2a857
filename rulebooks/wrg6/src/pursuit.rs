//! Pursuit: who must or may run after the broken, and whom they meet.

use crate::Wrg6;
use crate::after::Outcome;
use crate::board::Board;
use crate::disorder::Cause;
use crate::forced::{Run, run_of, set_out};
use crate::marching::{self, Going, Way, run};
use crate::phase::{Act, Heading, Phase};
use crate::{assault, contact, rule};
use ruling::ledger;
use umpire::{Cx, Motion, UnitId};

/// Whether a body would pursue a broken enemy: it fights nobody else, need not recoil and does not defend cover on
/// foot.
pub fn would_pursue(board: Board<'_>, id: UnitId) -> Option<UnitId> {
    let (state, phase) = (board.state(id), board.phase);
    let prey = phase.opponents(id).find(|foe| board.state(*foe).routing)?;
    let free = phase.opponents(id).all(|foe| board.state(foe).routing)
        && !state.routing
        && state.outcome != Some(Outcome::Recoil);
    let defends = board.in_cover(id) && !board.kit(id).troop.is_mounted();
    (free && !defends).then_some(prey)
}

/// The opponents of broken bodies pursue unless held; those held who were pursuing cease (`wrg6.pursuit.move`).
pub fn settle(book: &Wrg6, phase: &mut Phase, cx: &Cx<'_>) {
    let pursuers: Vec<(UnitId, UnitId)> = {
        let board = Board::of(book, cx.field(), phase);
        board.bodies().filter_map(|id| Some((id, would_pursue(board, id)?))).collect()
    };
    for id in cx.field().ids() {
        let state = phase.state(id);
        if state.pursuing.is_some() && (state.held_back || state.no_advance) {
            cease(phase, id);
        }
    }
    for (id, prey) in pursuers {
        let state = phase.state_mut(id);
        let goes = book.house.pursuit_compulsory || state.impetuous || state.chasing;
        if goes && !state.held_back && !state.no_advance && state.pursuing.is_none() {
            state.pursuing = Some(prey);
        }
    }
}

/// Pursuers run straight at those they pursue (`wrg6.pursuit.move`).
pub fn pursuits(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    let (mut runs, mut began) = (Vec::new(), Vec::new());
    for id in cx.field().ids() {
        let Some(prey) = phase.state(id).pursuing else { continue };
        if !cx.field().on_table(id) || phase.state(id).routing {
            continue;
        }
        // Whoever is held by another unbroken foe pursues no more.
        let held = phase.opponents(id).any(|foe| foe != prey && !phase.state(foe).routing);
        if held || !cx.field().on_table(prey) {
            cease(phase, id);
            continue;
        }
        let (start, at) = (cx.field().shape(id), cx.field().shape(prey));
        began.push((id, start.front_mid()));
        let direction = table::away_from(start.centre, at.centre).unwrap_or(start.ahead);
        let far = run_of(book, phase, id, direction, cx);
        runs.push(Run { id, direction, far });
        phase.part(id);
        let state = phase.state_mut(id);
        state.act = Act::Pursued;
        state.heading = Heading::Advancing;
    }
    let went = {
        let board = Board::of(book, cx.field(), phase);
        let going = set_out(board, &runs, |&Run { id, direction, far }, turn| {
            let from = turn(board, id, direction);
            let (way, allowance) = (Way::straight(&from, direction * far), far);
            let seeks = board.enemies(board.side(id)).collect();
            Some(Going { id, from, way, allowance, seeks, bursts: false, passes: false })
        });
        run(board, &going.into_iter().flatten().collect::<Vec<_>>(), 0.0)
    };
    for w in &went {
        marching::put(phase, w, Motion::Pursuit, rule::PURSUIT_MOVE, cx);
    }
    for w in went.iter().filter(|w| !w.gave_way) {
        let prey = phase.state(w.id).pursuing;
        for &touched in &w.touched {
            let from = began.iter().find(|(id, _)| *id == w.id).map(|(_, at)| *at);
            let board = Board::of(book, cx.field(), phase);
            let from_before = from.is_some_and(|at| !board.shows_flank(touched, at));
            contact::meet(book, phase, w.id, touched, from_before, cx);
            assault::struck(book, phase, w.id, touched);
            if Some(touched) != prey && !phase.state(touched).routing {
                ledger::cite(rule::PURSUIT_NEWENEMY);
                phase.state_mut(w.id).causes.add(Cause::NewEnemyInPursuit);
            }
        }
        if !w.touched.iter().any(|touched| Some(*touched) == prey) {
            cease(phase, w.id);
        }
    }
}

/// A pursuit ends in disorder.
fn cease(phase: &mut Phase, id: UnitId) {
    let state = phase.state_mut(id);
    state.pursuing = None;
    state.causes.add(Cause::CeasedPursuit);
}
