//! Troops off the table throw to come back (`wrg1969.offtable.return`).

use crate::aftermath::off_table_rules::{self, Throw};
use crate::board::Board;
use crate::board::state::{Phase, UnitState};
use crate::data::measure::{NEAR, in_mils};
use crate::data::tables::tables;
use crate::{Wrg1969, rule};
use dice::RollId;
use table::{Facing, Pose, Rect, Vec2};
use umpire::voice::name;
use umpire::{Cx, Event, Place, Ruling, UnitId};

/// Everyone off the table who may return throws, once a period; those whose delay is over come back.
pub fn roll(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    let mut returning: Vec<(UnitId, Pose)> = Vec::new();
    for i in 0..phase.units.len() {
        let unit = UnitId(i as u16);
        let Some((waited, due, pose)) = phase.units[i].kept.away else { continue };
        let back = match due {
            Some(0 | 1) => true,
            Some(left) => {
                phase.units[i].kept.away = Some((waited, Some(left - 1), pose));
                false
            }
            None => {
                let side = cx.field().side(unit) as u8;
                let why = RollId::new(rule::OFFTABLE_RETURN.as_str(), side).unit(unit.0);
                match off_table_rules::throw(book.kit(unit).regular, why, cx.dice) {
                    Throw::Back => true,
                    Throw::After(periods) => {
                        phase.units[i].kept.away = Some((waited + 1, Some(periods), pose));
                        false
                    }
                    Throw::Away => {
                        waits(&mut phase.units[i], waited + 1, pose, unit, cx);
                        false
                    }
                }
            }
        };
        if back {
            returning.push((unit, pose));
        }
    }
    // Of two for one place the nearer to the table has it, whichever side is his; of two as near the one to the left.
    returning.sort_by_key(|(_, left)| {
        let at = left.at.vec() * (1.0 / crate::data::measure::MM);
        let along = facing_in(book.size, at).vec().right();
        (in_mils(off_table_rules::beyond(book.size, at)), in_mils((at - book.size * 0.5).dot(along)))
    });
    for (unit, left) in returning {
        come_back(book, phase, unit, left, cx);
    }
}

/// The way that looks in over the edge nearest to where a unit left.
fn facing_in(size: Vec2, left: Vec2) -> Facing {
    let sides = [
        (left.y, Facing::NORTH),
        (size.y - left.y, Facing::SOUTH),
        (left.x, Facing::EAST),
        (size.x - left.x, Facing::WEST),
    ];
    sides.into_iter().min_by_key(|side| in_mils(side.0)).map_or(Facing::NORTH, |side| side.1)
}

/// After the last throw they are gone (`wrg1969.offtable.never`).
fn waits(state: &mut UnitState, thrown: u8, pose: Pose, unit: UnitId, cx: &mut Cx<'_>) {
    if thrown < tables().leave.rolls {
        state.kept.away = Some((thrown, None, pose));
        return;
    }
    (state.kept.away, state.seen.gone_for_good) = (None, true);
    cx.apply(Event::Left { unit, place: Place::Fled, rule: rule::OFFTABLE_NEVER });
}

/// Back with its rear on the edge where it left, facing in; at a taken place, the nearest free one along the edge.
fn come_back(book: &Wrg1969, phase: &mut Phase, unit: UnitId, left: Pose, cx: &mut Cx<'_>) {
    let place = {
        let board = Board::of(book, cx.field(), phase);
        let mm = crate::data::measure::MM;
        let formation = cx.field().unit(unit).formation;
        let (width, depth) = (formation.width() / mm, formation.depth() / mm);
        entry(&board, left.at.vec() * (1.0 / mm), width, depth)
    };
    let state = &mut phase.units[unit.index()];
    state.kept.away = None;
    state.seen.rallied = true;
    state.seen.turned = None;
    let Some((at, facing)) = place else { return };
    let pose = crate::board::pose_at(at, facing);
    cx.apply(Event::Placed { unit, pose, rule: rule::OFFTABLE_RETURN });
    cx.rule(|field| {
        let text = format!("{} came back to the table.", name(field, unit));
        Ruling::new(rule::OFFTABLE_RETURN, text)
    });
}

/// A free place on the edge nearest to where a unit left.
fn entry(board: &Board<'_>, left: Vec2, width: f64, depth: f64) -> Option<(Vec2, Facing)> {
    let size = board.book.size;
    let facing = facing_in(size, left);
    let in_from = facing.vec();
    let along = in_from.right();
    let on_edge = Vec2::new(left.x.clamp(0.0, size.x), left.y.clamp(0.0, size.y));
    let base = match facing {
        Facing::NORTH => Vec2::new(on_edge.x, 0.0),
        Facing::SOUTH => Vec2::new(on_edge.x, size.y),
        Facing::EAST => Vec2::new(0.0, on_edge.y),
        _ => Vec2::new(size.x, on_edge.y),
    };
    let at = |step: i32| base + in_from * (depth / 2.0) + along * (f64::from(step) * 0.5);
    let free = |p: Vec2| {
        let rect = Rect::new(p, facing, width, depth);
        let inside = rect
            .corners()
            .iter()
            .all(|c| (-0.01..=size.x + 0.01).contains(&c.x) && (-0.01..=size.y + 0.01).contains(&c.y));
        inside && board.troops().all(|b| rect.penetration(&b.rect) <= NEAR)
    };
    (0..=(2.0 * (size.x + size.y)) as i32)
        .flat_map(|n| [n, -n])
        .map(at)
        .find(|&p| free(p))
        .map(|p| (p, facing))
}

/// Whether a unit's standard is over the edge of the table (`wrg1969.geo.leave`).
pub fn off_table(book: &Wrg1969, cx: &Cx<'_>, id: UnitId) -> bool {
    off_table_rules::is_off(book.size, cx.field().unit(id).pose.at.vec() * (1.0 / crate::data::measure::MM))
}
