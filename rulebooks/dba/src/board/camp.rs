//! Camps: who holds them, who attacks them, and what becomes of them.

use crate::board::state::{Camp, Holder, Phase};
use crate::board::{Base, Board};
use crate::data::scale::{NEAR, TOLERANCE};
use crate::data::tables::tables;
use crate::data::troop::Troop;
use table::{Convex, Edge};
use umpire::{Side, UnitId};

/// Whether a troop type may occupy a camp (`dba.camp.enter`).
pub fn may_occupy(troop: Troop) -> bool {
    tables().troop(troop).enters_camps && troop != Troop::CampFollowers
}

/// The number by which the holder of a camp is spoken of: the element inside or the followers.
pub fn holder(board: &Board<'_>, camp: Side) -> Option<UnitId> {
    match board.camps[camp]?.holder {
        Holder::Followers => board.followers[camp],
        Holder::Element(id) => Some(id),
        Holder::Nobody => None,
    }
}

/// The side that holds a camp, if anyone does.
pub fn held_by(board: &Board<'_>, camp: Side) -> Option<Side> {
    match board.camps[camp]?.holder {
        Holder::Followers => Some(camp),
        Holder::Element(id) => board.base(id).map(|b| b.side),
        Holder::Nobody => None,
    }
}

/// The camp whose holder has this number: the side that owns it.
pub fn camp_held(board: &Board<'_>, id: UnitId) -> Option<Side> {
    Side::ALL.into_iter().find(|&camp| holder(board, camp) == Some(id))
}

/// How much of a base's front edge lies along an edge of an outline.
pub fn touch(base: &Base, outline: &Convex) -> f64 {
    let front = base.rect.edge(Edge::Front);
    outline.edges().map(|edge| table::common_stretch(front, edge, TOLERANCE)).fold(0.0, f64::max)
}

/// Whether a base stands so as to attack a camp that its enemy holds.
#[inline]
pub fn stands_against(board: &Board<'_>, base: &Base, camp: Side) -> bool {
    // Where half a front edge lies along a camp, its middle is at the camp.
    board.camps[camp].as_ref().is_some_and(|c| c.is_near(base.rect.front_mid()))
        && lies_against(board, base, camp)
}

/// Whether a base near a camp lies with its front edge along it, and its enemy holds it.
fn lies_against(board: &Board<'_>, base: &Base, camp: Side) -> bool {
    held_by(board, camp).is_some_and(|side| side != base.side)
        && board.outline(camp).is_some_and(|outline| touch(base, &outline) >= tables().camp_hold - NEAR)
}

/// The one element that attacks a camp: the first that came, else the one with the longest touch
/// (`dba.camp.attack`); the others merely touch it. An attacker that leaves makes room only for the next bound.
pub fn attacker(board: &Board<'_>, phase: &Phase, camp: Side) -> Option<UnitId> {
    let held = holder(board, camp)?;
    if board.camps[camp].is_some_and(|c| c.spared) {
        return None;
    }
    let against = |id: UnitId| board.base(id).is_some_and(|b| stands_against(board, b, camp));
    let first = phase.contacts.iter().find(|&&(who, upon)| upon == held && against(who));
    if let Some(&(who, _)) = first {
        return Some(who);
    }
    let mut best: Option<(f64, UnitId)> = None;
    for base in board.bases.iter().filter(|b| stands_against(board, b, camp)) {
        let length = board.outline(camp).map_or(0.0, |outline| touch(base, &outline));
        if best.is_none_or(|(longest, _)| length > longest + NEAR) {
            best = Some((length, base.id));
        }
    }
    best.map(|(_, id)| id)
}

/// The camp that an element attacks.
pub fn attacked_by(board: &Board<'_>, phase: &Phase, id: UnitId) -> Option<Side> {
    let base = board.base(id)?;
    let attacks = |camp: Side| stands_against(board, base, camp) && attacker(board, phase, camp) == Some(id);
    Side::ALL.into_iter().find(|&camp| attacks(camp))
}

/// Puts an element into a camp: the enemy takes it, a friend recovers it.
pub fn occupy(camp: &mut Camp, owner: Side, id: UnitId, side: Side) {
    camp.holder = Holder::Element(id);
    camp.taken = side != owner;
}

/// Opens a camp that an element leaves of its own will or by its loss: followers still there hold it again.
pub fn vacate(camp: &mut Camp) {
    camp.holder = if camp.followers { Holder::Followers } else { Holder::Nobody };
}
