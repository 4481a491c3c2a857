//! Pursuit: who must or may run after the broken, and whom they meet.

use crate::aftermath::run::{Run, run_of, set_out};
use crate::board::state::{Act, Fate, Heading, Phase};
use crate::board::{Board, contact};
use crate::charge::assault;
use crate::data::disorder::Cause;
use crate::movement::together;
use crate::movement::together::{Going, Way, run};
use crate::{Wrg6, rule};
use umpire::voice;
use umpire::{Cx, Motion, Ruling, UnitId};

/// Whether a body would pursue a broken enemy: it fights nobody else, need not recoil and does not defend cover on
/// foot.
pub fn would_pursue(board: Board<'_>, id: UnitId) -> Option<UnitId> {
    let (state, phase) = (board.state(id), board.phase);
    let prey = phase.opponents(id).find(|foe| board.state(*foe).seen.routing)?;
    let free = phase.opponents(id).all(|foe| board.state(foe).seen.routing)
        && !state.seen.routing
        && state.seen.fate != Some(Fate::Recoil);
    let defends = board.in_cover(id) && !board.kit(id).troop.is_mounted();
    (free && !defends).then_some(prey)
}

/// The opponents of broken bodies pursue unless held; those held who were pursuing cease (`wrg6.pursuit.move`).
pub fn settle(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    let pursuers: Vec<(UnitId, UnitId)> = {
        let board = Board::of(book, cx.field(), phase);
        board.bodies().filter_map(|id| Some((id, would_pursue(board, id)?))).collect()
    };
    for id in cx.field().ids() {
        let state = phase.state(id);
        if state.seen.pursuing.is_some() && (state.now.held_back || state.now.no_advance) {
            cease(phase, id, cx);
        }
    }
    for (id, prey) in pursuers {
        let state = phase.state_mut(id);
        let goes = book.house.pursuit_compulsory || state.seen.impetuous || state.now.chasing;
        if goes && !state.now.held_back && !state.now.no_advance && state.seen.pursuing.is_none() {
            state.seen.pursuing = Some(prey);
        }
    }
}

/// Pursuers run straight at those they pursue (`wrg6.pursuit.move`).
pub fn pursuits(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    let (mut runs, mut began) = (Vec::new(), Vec::new());
    for id in cx.field().ids() {
        let Some(prey) = phase.state(id).seen.pursuing else { continue };
        if !cx.field().on_table(id) || phase.state(id).seen.routing {
            continue;
        }
        // Whoever is held by another unbroken foe pursues no more.
        let held = phase.opponents(id).any(|foe| foe != prey && !phase.state(foe).seen.routing);
        if held || !cx.field().on_table(prey) {
            cease(phase, id, cx);
            continue;
        }
        let (start, at) = (cx.field().shape(id), cx.field().shape(prey));
        began.push((id, *start));
        let direction = table::away_from(start.centre, at.centre).unwrap_or(start.ahead);
        let far = run_of(book, phase, id, direction, cx);
        runs.push(Run { id, direction, far });
        phase.part(id);
        let state = phase.state_mut(id);
        state.now.act = Act::Pursued;
        state.seen.heading = Heading::Advancing;
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
        together::put(phase, w, Motion::Pursuit, rule::PURSUIT_MOVE, cx);
    }
    let (met, _) = contact::arrive(book, phase, &began, rule::PURSUIT_MOVE, cx);
    for w in went.iter().filter(|w| !w.gave_way) {
        let prey = phase.state(w.id).seen.pursuing;
        let foes: Vec<UnitId> = met.iter().filter_map(|contact| contact.other(w.id)).collect();
        for &touched in &foes {
            assault::struck(book, phase, w.id, touched);
            let new = Some(touched) != prey && !phase.state(touched).seen.routing;
            cx.rule(|field| {
                let names = [w.id, touched].map(|id| voice::name(field, id));
                if new {
                    let text = {
                        let was = names[0].was();
                        format!("{} met {} in pursuit and {was} disordered.", names[0], names[1])
                    };
                    Ruling::new(rule::PURSUIT_NEWENEMY, text)
                } else {
                    Ruling::new(rule::PURSUIT_MOVE, format!("{} caught {}.", names[0], names[1]))
                }
            });
            if new {
                phase.state_mut(w.id).seen.causes.add(Cause::NewEnemyInPursuit);
            }
        }
        if !foes.iter().any(|foe| Some(*foe) == prey) {
            cease(phase, w.id, cx);
        }
    }
}

/// A pursuit ends in disorder.
fn cease(phase: &mut Phase, id: UnitId, cx: &mut Cx<'_>) {
    cx.rule(|field| {
        let text = {
            let name = voice::name(field, id);
            format!("{name} ceased to pursue and {} disordered.", name.was())
        };
        Ruling::new(rule::DISORDER_RALLY, text)
    });
    let state = phase.state_mut(id);
    state.seen.pursuing = None;
    state.seen.causes.add(Cause::CeasedPursuit);
}
