//! Deployment and the defender's exchanges (`dba.setup.deploy`, `dba.setup.swap`).

use crate::board::state::{Camp, Holder, Phase};
use crate::board::{Base, Board, camp, ground};
use crate::data::scale::{MM, NEAR, in_paces};
use crate::data::tables::tables;
use crate::data::troop::{Going, Troop};
use crate::setup::home::Home;
use crate::{Dba, rule};
use ruling::Refusal;
use table::{Pose, Rect, Solid, TableEdge, penetration};
use umpire::{Field, Side, UnitId};

/// A side's twelve elements, by number.
pub fn elements(field: &Field, side: Side) -> Vec<UnitId> {
    let own = |id: &UnitId| field.side(*id) == side && field.card(*id).class != Troop::CampFollowers as u16;
    field.ids().filter(own).collect()
}

/// An element somewhere on the table.
fn base_at(field: &Field, id: UnitId, pose: Pose) -> Base {
    let (card, formation) = (field.card(id), field.unit(id).formation);
    let rect =
        Rect::new(in_paces(pose.at.vec()), pose.facing, formation.width() / MM, formation.depth() / MM);
    Base {
        id,
        side: card.side,
        troop: Troop::ALL[usize::from(card.class)],
        general: card.general,
        rect,
        facing: pose.facing,
    }
}

/// Judges a deployment: a pose for every element of a side, once.
///
/// # Errors
/// Every reason why it is not allowed, naming the elements.
pub fn check(
    book: &Dba,
    field: &Field,
    phase: &Phase,
    side: Side,
    places: &[(UnitId, Pose)],
) -> Result<(), Vec<Refusal>> {
    let mut faults = Vec::new();
    let own = elements(field, side);
    for &(id, _) in places.iter().filter(|(id, _)| !own.contains(id)) {
        faults.push(Refusal::new(rule::SETUP_DEPLOY, "this is not one of your elements").about(id.0));
    }
    for &id in &own {
        let what = match places.iter().filter(|(who, _)| *who == id).count() {
            1 => continue,
            0 => "this element has no place",
            _ => "this element has more than one place",
        };
        faults.push(Refusal::new(rule::SETUP_DEPLOY, what).about(id.0));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut board = Board::of(book, field, phase);
    board.bases.retain(|b| b.side != side);
    board.bases.extend(places.iter().map(|&(id, pose)| base_at(field, id, pose)));
    judge(&board, phase, side)
}

/// Judges where a side's elements stand on a board.
fn judge(board: &Board<'_>, phase: &Phase, side: Side) -> Result<(), Vec<Refusal>> {
    let home = Home::of(board.ground, phase.edges[side]);
    let mut faults = Vec::new();
    let mut in_camp = 0;
    for base in board.bases.iter().filter(|b| b.side == side) {
        let mut refuse = |refusal: Refusal| faults.push(refusal.about(base.id.0));
        if let Some(fault) = zone_fault(&home, &base.rect) {
            refuse(fault);
        }
        if !ground::on_table(board, &base.rect) {
            refuse(Refusal::new(rule::SETUP_DEPLOY, "off the table"));
        }
        if ground::in_waterway(board, &base.rect) {
            refuse(Refusal::new(rule::SETUP_DEPLOY, "in impassable ground"));
        }
        let inside = holds(board.camps[side].as_ref(), base);
        let bad = !inside && ground::going(board, &base.rect, base.troop) == Going::Bad;
        if bad && ground::shuns_bad_going(base.troop) {
            refuse(Refusal::new(rule::SETUP_DEPLOY, "guns and wagons do not start in bad going"));
        }
        if inside {
            in_camp += 1;
            if !camp::may_occupy(base.troop) {
                refuse(Refusal::new(rule::CAMP_ENTER, "this type may not occupy a camp"));
            } else if in_camp > 1 {
                refuse(Refusal::new(rule::SETUP_DEPLOY, "only one element may start in the camp"));
            }
        } else if Side::ALL
            .iter()
            .any(|&s| board.outline(s).is_some_and(|o| penetration(&base.rect, &o) > NEAR))
        {
            refuse(Refusal::new(rule::SETUP_DEPLOY, "partly in a camp").instead("wholly inside, or outside"));
        }
        for other in board.others(base.id).filter(|o| o.side != side || o.id > base.id) {
            if base.overlaps(&other.rect) {
                refuse(Refusal::new(rule::SETUP_DEPLOY, "two elements overlap").about(other.id.0));
            }
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// How a footprint is outside the deployment zone, if it is: too deep, or too near a side edge.
fn zone_fault(home: &Home<'_>, rect: &Rect) -> Option<Refusal> {
    let setup = &tables().setup;
    let (most, margin) = (setup.depth, setup.margin);
    let corners = rect.corners();
    let deepest = corners.iter().map(|&p| home.depth(p)).fold(f64::NEG_INFINITY, f64::max);
    let nearest = corners.iter().map(|&p| home.margin(p)).fold(f64::INFINITY, f64::min);
    let too = |what: &'static str| Refusal::new(rule::SETUP_DEPLOY, what);
    if deepest > most + NEAR {
        Some(too(TOO_DEEP).needs(most, deepest, "paces from the base edge"))
    } else if nearest < margin - NEAR {
        Some(too("too near a side edge").needs(margin, nearest, "paces from the side edge"))
    } else {
        None
    }
}

const TOO_DEEP: &str = "too far from the base edge";

/// Why a footprint may not be deployed on a table edge: "depth", "side", or nothing.
pub fn reason(ground: &table::Ground, edge: TableEdge, rect: &Rect) -> &'static str {
    match zone_fault(&Home::of(ground, edge), rect) {
        None => "",
        Some(fault) if fault.what == TOO_DEEP => "depth",
        Some(_) => "side",
    }
}

/// Whether an element stands wholly in a camp.
pub fn holds(camp: Option<&Camp>, base: &Base) -> bool {
    camp.is_some_and(|camp| {
        let outline = camp.outline();
        base.rect.corners().iter().all(|&p| outline.nearest(p).distance(p) <= NEAR)
    })
}

/// Says who holds a side's camp after its elements have been placed.
pub fn settle_camp(book: &Dba, field: &Field, phase: &mut Phase, side: Side) {
    let board = Board::of(book, field, phase);
    let own = board.bases.iter().filter(|b| b.side == side);
    let inside = own.into_iter().find(|b| holds(board.camps[side].as_ref(), b)).map(|b| b.id);
    if let Some(camp) = &mut phase.camps[side] {
        camp.holder = inside.map_or(Holder::Followers, Holder::Element);
    }
}

/// Where each element of the pairs stands after the exchange.
///
/// # Errors
/// Every reason why they may not be exchanged.
pub fn swapped(
    book: &Dba,
    field: &Field,
    phase: &Phase,
    side: Side,
    pairs: &[(UnitId, UnitId)],
) -> Result<Vec<(UnitId, Pose)>, Vec<Refusal>> {
    let most = tables().setup.swaps;
    let mut faults = Vec::new();
    if pairs.len() > most {
        let many = Refusal::new(rule::SETUP_SWAP, "too many pairs");
        faults.push(many.needs(most as f64, pairs.len() as f64, "pairs at most"));
    }
    let own = elements(field, side);
    let named: Vec<UnitId> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
    for (i, id) in named.iter().enumerate() {
        if !own.contains(id) {
            faults.push(Refusal::new(rule::SETUP_SWAP, "this is not one of your elements").about(id.0));
        } else if named[..i].contains(id) {
            faults.push(Refusal::new(rule::SETUP_SWAP, "an element changes places once").about(id.0));
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut board = Board::of(book, field, phase);
    let mut moved = Vec::with_capacity(named.len());
    for &(a, b) in pairs {
        let (Some(&one), Some(&other)) = (board.base(a), board.base(b)) else { continue };
        for base in [in_place_of(&one, &other), in_place_of(&other, &one)] {
            moved.push((base.id, base.pose()));
            board.set(base);
        }
    }
    judge(&board, phase, side)?;
    Ok(moved)
}

/// An element in another's place: facing as it did, its front edge where the other's was.
fn in_place_of(base: &Base, other: &Base) -> Base {
    base.at(other.rect.front_mid() - other.rect.ahead * base.rect.half_depth, other.facing)
}
