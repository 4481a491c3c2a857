//! A scenario with everyone in place, and what may be wrong with where they stand.

use crate::board::state::{Phase, Step};
use crate::board::{self, Base, Board, camp, ground};
use crate::data::scale::NEAR;
use crate::scenario::file::element_form;
use crate::scenario::force::Force;
use crate::scenario::muster::{Muster, opening};
use crate::setup::deploy;
use crate::{Dba, rule};
use form::{Fault, Filled};
use ruling::under;
use table::{Ground, Solid, TableEdge, penetration};
use umpire::{BySide, Field, Side};

/// The field of a scenario, everyone in place, about to begin its first bound.
pub fn placed(
    book: &Dba,
    ground: Ground,
    form: &Filled,
    forces: &BySide<Force>,
    faults: &mut Vec<Fault>,
) -> (Field, Phase) {
    let mut muster = Muster::default();
    // Who stands where in the file, by number on the field.
    let mut written: Vec<(Side, usize)> = Vec::new();
    for side in Side::ALL {
        for (i, element) in forces[side].elements.iter().enumerate() {
            match element.pose {
                Some(pose) => {
                    let formation = board::formation(&book.house, element.troop);
                    muster.stand(forces[side].card(element), pose, formation);
                    written.push((side, i));
                }
                None => faults.push(unplaced(form, side, i)),
            }
        }
    }
    for side in Side::ALL {
        if let Some((pose, formation)) = forces[side].camp_place() {
            muster.stand(forces[side].followers(), pose, formation);
        }
    }
    let (invader, edges) = (invader(form, faults), edges(form, forces, faults));
    let mut phase = opening(Step::Begin, invader, edges, &muster);
    phase.active = form.opt("first").map_or(invader, |first| Side::ALL[first.choice()]);
    phase.camps = BySide::each(|side| forces[side].camp.as_ref().map(|(camp, _)| *camp));
    let field = muster.field(ground, forces);
    // Places are judged only once everyone has one.
    if forces.0.iter().all(Force::is_placed) {
        let board = Board::of(book, &field, &phase);
        let at =
            |base: &Base| written.get(base.id.index()).and_then(|&(side, i)| element_form(form, side, i));
        judge(&board, &field, &at, faults);
        judge_camps(&board, form, faults);
    }
    for side in Side::ALL {
        deploy::settle_camp(book, &field, &mut phase, side);
    }
    (field, phase)
}

fn unplaced(form: &Filled, side: Side, i: usize) -> Fault {
    let what = "missing; others have a place, so this element needs one too";
    match element_form(form, side, i) {
        Some(element) => element.fault("x", what),
        None => form.record(side.as_str()).fault("elements", what),
    }
}

/// Who invades: as the roles say, else who takes the first bound.
fn invader(form: &Filled, faults: &mut Vec<Fault>) -> Side {
    let role = |side: Side| form.record(side.as_str()).opt("role").map(|role| role.text() == "invader");
    match Side::ALL.map(role) {
        [Some(red), Some(blue)] if red == blue => {
            let what = "one side invades and the other defends";
            faults.push(form.record("blue").fault("role", what));
            Side::Red
        }
        [Some(true), _] | [_, Some(false)] => Side::Red,
        [Some(false), _] | [_, Some(true)] => Side::Blue,
        [None, None] => form.opt("first").map_or(Side::Red, |first| Side::ALL[first.choice()]),
    }
}

/// Each side's own edge; they lie across from each other.
fn edges(form: &Filled, forces: &BySide<Force>, faults: &mut Vec<Fault>) -> BySide<TableEdge> {
    for side in Side::ALL.into_iter().filter(|&side| forces[side].edge.is_none()) {
        faults.push(form.record(side.as_str()).fault("edge", "missing; give its own table edge"));
    }
    let edges = BySide([
        forces[Side::Red].edge.unwrap_or(TableEdge::South),
        forces[Side::Blue].edge.unwrap_or(TableEdge::North),
    ]);
    let both = forces.0.iter().all(|force| force.edge.is_some());
    if both && edges[Side::Red].opposite() != edges[Side::Blue] {
        faults.push(form.record("blue").fault("edge", "the two sides have opposite edges"));
    }
    edges
}

/// Everyone on the table, on ground they may enter, and nobody on another.
fn judge<'a>(
    board: &Board<'_>,
    field: &Field,
    at: &impl Fn(&Base) -> Option<&'a Filled>,
    faults: &mut Vec<Fault>,
) {
    let label = |base: &Base| &field.card(base.id).label;
    for (i, base) in board.bases.iter().enumerate() {
        let mut fault = |what: String| {
            if let Some(element) = at(base) {
                faults.push(element.fault("x", what));
            }
        };
        if !ground::on_table(board, &base.rect) {
            fault(under(rule::SCALE_TABLE, format!("{} is off the table", label(base))));
        }
        let garrison = Side::ALL.into_iter().find(|&side| deploy::holds(board.camps[side].as_ref(), base));
        if ground::in_waterway(board, &base.rect) {
            fault(under(rule::TERRAIN_CLASSES, format!("{} stands in impassable ground", label(base))));
        } else if garrison.is_none() && !ground::may_enter(board, &base.rect, base.troop) {
            fault(under(rule::MOVE_UNABLE, format!("{} may not be in bad going", label(base))));
        }
        for other in board.bases[..i].iter().filter(|other| base.overlaps(&other.rect)) {
            fault(under(rule::GEOMETRY_TOLERANCE, format!("{} overlaps {}", label(base), label(other))));
        }
        match garrison {
            Some(side) if side != base.side => fault(format!("{} stands in the enemy's camp", label(base))),
            Some(_) if !camp::may_occupy(base.troop) => {
                fault(under(rule::CAMP_ENTER, format!("{} may not occupy a camp", label(base))));
            }
            Some(side) => {
                let inside = |other: &&Base| deploy::holds(board.camps[side].as_ref(), other);
                if let Some(other) = board.bases[..i].iter().find(inside) {
                    fault(under(rule::CAMP_ENTER, format!("{} already occupies the camp", label(other))));
                }
            }
            None => {
                let meets =
                    |side: Side| board.outline(side).is_some_and(|o| penetration(&base.rect, &o) > NEAR);
                if Side::ALL.into_iter().any(meets) {
                    fault(format!("{} is partly in a camp", label(base)));
                }
            }
        }
    }
}

/// Camps on the table and apart.
fn judge_camps(board: &Board<'_>, form: &Filled, faults: &mut Vec<Fault>) {
    let outlines = Side::ALL.map(|side| board.outline(side));
    for side in Side::ALL {
        let Some(outline) = &outlines[side as usize] else { continue };
        let (size, bounds) = (f64::from(board.book.house.table_size), outline.bounds());
        let off = bounds.min.x < -NEAR
            || bounds.min.y < -NEAR
            || bounds.max.x > size + NEAR
            || bounds.max.y > size + NEAR;
        if off {
            let what = under(rule::SCALE_TABLE, "the camp leaves the table");
            faults.push(form.record(side.as_str()).fault("camp", what));
        }
    }
    if let [Some(red), Some(blue)] = &outlines
        && penetration(red, blue) > NEAR
    {
        faults.push(form.record("blue").fault("camp", "the two camps overlap"));
    }
}
