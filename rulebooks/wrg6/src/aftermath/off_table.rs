//! Off the table: who leaves it, flank marches, and those who arrive or come back.

use crate::aftermath::rout::lost;
use crate::board::Board;
use crate::board::state::{Act, Away, Phase};
use crate::data::disorder::Cause;
use crate::data::lengths::HAIR;
use crate::data::tables::tables;
use crate::orders::generals;
use crate::orders::order::Area;
use crate::told::report;
use crate::{Wrg6, rule};
use dice::RollId;
use ruling::Refusal;
use table::{Facing, Pose, Vec2};
use umpire::voice;
use umpire::{Cx, Event, Place, Ruling, Side, UnitId};

/// Whether a body's middle is off the table (`wrg6.move.leave`).
pub fn is_off(board: Board<'_>, id: UnitId) -> bool {
    let (centre, ground) = (board.rect(id).centre, board.field.ground());
    centre.x < 0.0 || centre.y < 0.0 || centre.x > ground.width() || centre.y > ground.depth()
}

/// Takes everyone who has left off the table.
pub fn leave(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    let gone: Vec<UnitId> = {
        let board = Board::of(book, cx.field(), phase);
        board.bodies().filter(|&id| is_off(board, id)).collect()
    };
    for id in gone {
        leaves(book, phase, id, cx);
    }
}

/// A body leaves the table: it may come back unless it was pursued off (`wrg6.move.leave`, `wrg6.looting`).
pub fn leaves(book: &Wrg6, phase: &mut Phase, id: UnitId, cx: &mut Cx<'_>) {
    let side = cx.field().side(id);
    let pursued = phase.units.iter().any(|state| state.seen.pursuing == Some(id));
    let routed = phase.state(id).seen.routing;
    let out_of_hand = phase.state(id).pursued()
        || phase.state(id).seen.pursuing.is_some()
        || phase.state(id).seen.impetuous;
    let loots = {
        let (ground, at) = (cx.field().ground(), cx.field().shape(id).centre);
        let over_edge = match side {
            Side::Red => at.y > ground.depth(),
            Side::Blue => at.y < 0.0,
        };
        out_of_hand && over_edge && (at.x - ground.width() / 2.0).abs() <= tables().setup.camp
    };
    cx.rule(|field| {
        let (rule, what) = if loots {
            (rule::LOOTING, "looted the enemy's camp")
        } else {
            (rule::MOVE_LEAVE, "left the table")
        };
        Ruling::new(rule, format!("{} {what}.", voice::name(field, id)))
    });
    phase.part(id);
    for state in &mut phase.units {
        if state.seen.pursuing == Some(id) {
            state.seen.pursuing = None;
            state.seen.causes.add(Cause::CeasedPursuit);
        }
    }
    if routed && pursued {
        lost(phase, id, Place::Fled, rule::ARRIVALS_RETURN, cx);
        return;
    }
    cx.apply(Event::Left { unit: id, place: Place::Off, rule: rule::MOVE_LEAVE });
    let state = phase.state_mut(id);
    state.seen.pursuing = None;
    state.seen.looting = loots;
    if loots {
        state.seen.causes.add(Cause::Looted);
    }
    state.kept.away = Some(Away { tries: 0, pursued: false, routed, marching: false, arrives: false });
    let _ = book;
}

/// Those ordered round a flank begin off the table; whether others still wait to be placed (`wrg6.setup.deploy`).
pub fn march_off(phase: &mut Phase, cx: &Cx<'_>) -> bool {
    let mut waiting = false;
    for id in cx.field().ids() {
        if cx.field().unit(id).place != Place::Waiting {
            continue;
        }
        // Whoever marches round a flank waits: it is not on the table yet, and has not left it.
        let state = phase.state_mut(id);
        if state.kept.order.is_some_and(|order| order.area.is_flank_march()) {
            state.kept.away = Some(Away::marching());
        } else {
            waiting = true;
        }
    }
    waiting
}

/// Step 1: those off the table throw to arrive or to come back (`wrg6.arrivals.dice`, `wrg6.arrivals.return`).
pub fn arrivals(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    for id in cx.field().ids() {
        let Some(away) = phase.state(id).kept.away else { continue };
        if phase.state(id).seen.looting || away.arrives {
            continue;
        }
        let may = if away.marching {
            generals::may_arrive(phase.period)
        } else {
            generals::may_return(away.tries, away.pursued)
        };
        if !may {
            if !away.marching {
                phase.state_mut(id).kept.away = None;
                lost(phase, id, Place::Fled, rule::ARRIVALS_RETURN, cx);
            }
            continue;
        }
        let side = cx.field().side(id);
        let why = RollId::new(rule::ARRIVALS_DICE.as_str(), side as u8).unit(id.0);
        let face = cx.dice.roll(why, book.kit_now(phase, id).training.die());
        let arrives =
            if away.marching { generals::arrives(&book.house, face) } else { generals::returns(face) };
        let state = phase.state_mut(id);
        state.kept.away = Some(Away { tries: away.tries + 1, arrives, ..away });
        cx.rule(|field| {
            let how = if arrives { "arrived" } else { "did not arrive yet" };
            let text = format!("{} threw {face} and {how}.", voice::name(field, id));
            Ruling::new(rule::ARRIVALS_DICE, text).rolled(side, Some(id), face).kept_for(side)
        });
    }
}

/// Where a flank march that arrives comes in unless its owner chooses: as far forward as it may, in paces from the own
/// base edge (`wrg6.arrivals.dice`).
pub fn usual_entry(board: Board<'_>, id: UnitId) -> Option<u16> {
    let away = board.state(id).kept.away.filter(|away| away.arrives && away.marching);
    away.map(|_| farthest_entry(board) as u16)
}

/// How far from the own base edge the rear two thirds of a side edge reach.
fn farthest_entry(board: Board<'_>) -> f64 {
    (board.field.ground().depth() * 2.0 / 3.0).floor()
}

/// Reads where a flank march enters: `at 400`.
///
/// # Errors
/// Why it cannot enter there.
pub fn read_entry(board: Board<'_>, id: UnitId, text: &str) -> Result<u16, Box<Refusal>> {
    let refuse = |what: &'static str| Refusal::new(rule::ARRIVALS_DICE, what).about(id.0);
    let paces = text.trim().strip_prefix("at ").and_then(|n| n.trim().parse::<u16>().ok());
    let most = farthest_entry(board);
    match paces {
        Some(paces) if f64::from(paces) <= most => Ok(paces),
        Some(paces) => {
            let what = "it enters along the rear two thirds of the edge";
            Err(Box::new(refuse(what).needs(f64::from(paces), most, "paces")))
        }
        None => Err(Box::new(refuse("say how far from your base edge it enters").instead("at 400"))),
    }
}

/// Step 7: those whose throw succeeded come onto the table where there is room.
pub fn enter(book: &Wrg6, phase: &mut Phase, entries: &[(UnitId, u16)], cx: &mut Cx<'_>) {
    for id in cx.field().ids() {
        let Some(away) = phase.state(id).kept.away.filter(|away| away.arrives) else { continue };
        let board = Board::of(book, cx.field(), phase);
        let chosen = entries.iter().find(|(who, _)| *who == id).map(|(_, paces)| *paces);
        let wanted = chosen.or_else(|| usual_entry(board, id)).map_or(0.0, f64::from);
        let Some(pose) = entry(board, id, away, wanted) else { continue };
        let rule = if away.marching { rule::ARRIVALS_DICE } else { rule::ARRIVALS_RETURN };
        cx.apply(Event::Placed { unit: id, pose, rule });
        report::of(book, phase, id, rule, |_| "came onto the table".to_owned(), cx);
        let state = phase.state_mut(id);
        state.kept.away = None;
        state.seen.routing = false;
        state.seen.shaken |= away.routed;
        state.now.act = Act::Moved;
    }
}

/// The first free place for a body that enters: on the side edge of its sector, or where it left.
fn entry(board: Board<'_>, id: UnitId, away: Away, wanted: f64) -> Option<Pose> {
    let (side, ground) = (board.side(id), board.field.ground());
    let formation = board.field.unit(id).formation;
    let (width, depth) = (ground.width(), ground.depth());
    let inset = formation.width().max(formation.depth()) / 2.0 + 1.0;
    let mut places: Vec<(Vec2, Facing)> = Vec::new();
    if away.marching {
        let right = board.state(id).kept.order.is_some_and(|order| order.area.sector() == Area::Right);
        let east = right == (side == Side::Red);
        let (x, facing) = if east { (width - inset, Facing::WEST) } else { (inset, Facing::EAST) };
        // Where it is wanted, or as near to that as there is room on the rear two thirds of the edge.
        let most = farthest_entry(board);
        let mut tries: Vec<f64> = (0..=12).map(|i| most * f64::from(i) / 12.0).collect();
        tries.sort_by(|a, b| (a - wanted).abs().total_cmp(&(b - wanted).abs()));
        for from_base in std::iter::once(wanted).chain(tries) {
            let y = if side == Side::Red { from_base } else { depth - from_base };
            places.push((Vec2::new(x, y.clamp(inset, depth - inset)), facing));
        }
    } else {
        // Where it left, facing the table.
        let left = board.field.unit(id).pose.at.vec();
        let edge = Vec2::new(left.x.clamp(inset, width - inset), left.y.clamp(inset, depth - inset));
        let (along, facing) = if left.y >= depth {
            (Vec2::new(1.0, 0.0), Facing::SOUTH)
        } else if left.y <= 0.0 {
            (Vec2::new(1.0, 0.0), Facing::NORTH)
        } else if left.x <= 0.0 {
            (Vec2::new(0.0, 1.0), Facing::EAST)
        } else {
            (Vec2::new(0.0, 1.0), Facing::WEST)
        };
        for i in 0..24 {
            let at = edge + along * (f64::from((i + 1) / 2) * 60.0 * if i % 2 == 0 { 1.0 } else { -1.0 });
            let at = Vec2::new(at.x.clamp(inset, width - inset), at.y.clamp(inset, depth - inset));
            places.push((at, facing));
        }
    }
    places.into_iter().map(|(at, facing)| Pose::new(at, facing)).find(|pose| {
        let rect = formation.rect(*pose);
        !board.bodies().any(|other| {
            let room = if board.side(other) == side { HAIR } else { -10.0 };
            rect.penetration(board.rect(other)) > room
        })
    })
}
