//! Turning to face a charge in flank or rear before it strikes (`wrg6.charge.face`).

use crate::board::contact::Picture;
use crate::board::state::{Answer, Charge, Phase};
use crate::board::{Board, contact};
use crate::told::report;
use crate::{Wrg6, rule};
use mechanics::contact::turned_to_face;
use table::Rect;
use umpire::voice;
use umpire::{Cx, UnitId};

/// Those who stand to a charge that comes from beside or behind turn to face it, if it comes from so far that they can.
pub fn turn(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    if !book.house.turn_to_face {
        return;
    }
    for id in cx.field().ids() {
        let turned = {
            let board = Board::of(book, cx.field(), phase);
            faced(board, id).and_then(|by| Some((by, place(board, id, by)?)))
        };
        let Some((by, pose)) = turned else { continue };
        contact::stand(phase, id, pose, rule::CHARGE_FACE, cx);
        for charge in phase.charges.iter_mut().filter(|charge| charge.on == id && charge.by == by) {
            (charge.front, charge.from_before) = (true, true);
        }
        let what = |field: &umpire::Field| format!("turned to face {}", voice::name(field, by));
        report::of(book, phase, id, rule::CHARGE_FACE, what, cx);
    }
}

/// Whom a body turns to: its only chargers come from beside or behind, and the nearest from far enough.
fn faced(board: Board<'_>, id: UnitId) -> Option<UnitId> {
    let stands = board.field.on_table(id)
        && board.state(id).now.answer == Some(Answer::Stand)
        && !board.state(id).seen.routing
        && !board.phase.in_contact(id);
    let from_before = board.phase.charges_on(id).any(|charge| charge.front);
    let nearest = board.phase.charges_on(id).min_by_key(|charge| (charge.to_go, charge.by));
    nearest.filter(|charge| stands && !from_before && comes_from_far(board, charge)).map(|charge| charge.by)
}

/// Whether a charge takes as great a part of its move as the turn does of the turner's: half, nothing in open order.
fn comes_from_far(board: Board<'_>, charge: &Charge) -> bool {
    let most = board.kit(charge.by).charge().unwrap_or(0.0);
    board.kit(charge.on).troop.is_open() || 2.0 * f64::from(charge.to_go) >= 1000.0 * most
}

/// Where a body stands once it has turned to another, and in how many files.
fn place(board: Board<'_>, id: UnitId, by: UnitId) -> Option<(Rect, u16)> {
    let near = board.bodies().filter(|&other| other == id || board.may_be_within(id, other, 60.0));
    let picture = Picture::of(board, near);
    let comes = board.rect(id).centre - board.rect(by).front_mid();
    turned_to_face(&picture.scene(), picture.place(id)?, comes)
}
