//! Placing camps (`dba.camp.place`).

use crate::board::state::Phase;
use crate::board::{Board, ground};
use crate::data::scale::{NEAR_ANGLE, in_paces};
use crate::data::tables::tables;
use crate::data::troop::{Going, Troop};
use crate::rule;
use crate::setup::home::Home;
use ruling::Refusal;
use table::{Pose, Rect};
use umpire::{Field, Side};

fn size() -> (f64, f64) {
    let setup = &tables().setup;
    (setup.camp_width, setup.camp_depth)
}

/// The footprint of a camp at a pose, in paces.
pub fn footprint(pose: Pose) -> Rect {
    let (width, depth) = size();
    Rect::new(in_paces(pose.at.vec()), pose.facing, width, depth)
}

/// The footprint of a side's camp at a pose, if it may be placed there.
///
/// # Errors
/// Every reason why not.
pub fn check(board: &Board<'_>, phase: &Phase, side: Side, pose: Pose) -> Result<Rect, Vec<Refusal>> {
    let home = Home::of(board.ground, phase.edges[side]);
    let rect = footprint(pose);
    let mut faults = Vec::new();
    let mut refuse = |bad: bool, what: &'static str, instead: &'static str| {
        if bad {
            faults.push(Refusal::new(rule::CAMP_PLACE, what).instead(instead));
        }
    };
    let turn = home.ahead().turn_to(pose.facing).abs();
    refuse(
        turn > NEAR_ANGLE && turn < 180.0 - NEAR_ANGLE,
        "the camp's long side must lie along the base edge",
        "face straight away from the base edge",
    );
    refuse(!ground::on_table(board, &rect), "the camp leaves the table", "move it inwards");
    refuse(!home.touches(&rect), "the camp must touch the base edge", "move it to the edge or the shore");
    refuse(!on_good_ground(board, &rect), "a camp stands in good going", "move it along the edge");
    if faults.is_empty() { Ok(rect) } else { Err(faults) }
}

fn on_good_ground(board: &Board<'_>, rect: &Rect) -> bool {
    ground::going(board, rect, Troop::CampFollowers) == Going::Good
        && !ground::in_river(board, rect)
        && !ground::in_waterway(board, rect)
}

/// A legal place for a side's camp, the nearest to the middle of its edge in whole paces; none if there is none.
pub fn find(board: &Board<'_>, phase: &Phase, side: Side) -> Option<Rect> {
    let home = Home::of(board.ground, phase.edges[side]);
    let (width, depth) = size();
    let middle = (home.length() - width) / 2.0;
    let places = (0..=middle as usize).flat_map(|by| [middle + by as f64, middle - by as f64]);
    places.map(|left| home.touching(left, width, depth)).find(|rect| on_good_ground(board, rect))
}

/// Whether an army may do without a camp: one with two or more War Wagons.
pub fn may_decline(field: &Field, side: Side) -> bool {
    let wagons = field.ids().map(|id| field.card(id));
    let wagons = wagons.filter(|card| card.side == side && card.class == Troop::WarWagons as u16).count();
    wagons >= tables().setup.camp_wagons
}
