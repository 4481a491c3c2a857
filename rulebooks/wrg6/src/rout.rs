//! Breaking, running, leaving the table and coming back.

use crate::Wrg6;
use crate::board::Board;
use crate::disorder::Cause;
use crate::order::Area;
use crate::phase::{Away, Leader, Mourned, Phase};
use crate::tables::tables;
use crate::{generals, rates, rule, words};
use dice::RollId;
use ruling::{RuleId, ledger};
use table::{Facing, Pose, Vec2};
use umpire::{Cx, Event, Place, Ruling, Side, UnitId};

/// A body breaks (`wrg6.shaken.burst`, `wrg6.rout.move`).
pub fn breaks(book: &Wrg6, phase: &mut Phase, id: UnitId, by: Option<UnitId>, cx: &mut Cx<'_>) {
    ledger::cite(rule::SHAKEN_BURST);
    if phase.state(id).routing || !cx.field().on_table(id) {
        return;
    }
    cx.rule(|field| Ruling::new(rule::ROUT_MOVE, format!("{} breaks.", words::name(field, id))));
    let period = phase.period;
    let state = phase.state_mut(id);
    state.routing = true;
    state.shaken = true;
    state.impetuous = false;
    state.retiring = 0;
    state.broke_in = period;
    state.pursuing = None;
    state.causes.add(Cause::Broke);
    if by.is_some() {
        state.hurt_by = by;
    }
    phase.charges.retain(|charge| charge.by != id);
    if rates::evade(&book.house, book.kit(id).mover, 1).is_none() {
        // Engines that cannot run are lost.
        lost(phase, id, Place::Destroyed, rule::ROUT_MOVE, cx);
    }
}

/// A body is gone for good, with whoever was with it.
pub fn lost(phase: &mut Phase, id: UnitId, place: Place, why: RuleId, cx: &mut Cx<'_>) {
    if !matches!(cx.field().unit(id).place, Place::Table | Place::Off) {
        return;
    }
    let (side, at, period) = (cx.field().side(id), cx.field().unit(id).pose.at, phase.period);
    cx.rule(|field| Ruling::new(why, format!("{} is lost.", words::name(field, id))));
    cx.apply(Event::Left { unit: id, place, rule: why });
    phase.part(id);
    phase.charges.retain(|charge| charge.by != id && charge.on != id);
    let command = &mut phase.command[side];
    let mut mourn = |what: Leader| command.mourned.push(Mourned { at, period, what });
    let mut fallen = Vec::new();
    for (i, general) in command.generals.iter().enumerate() {
        if general.with == id && !general.lost {
            fallen.push(i);
        }
    }
    if command.standard == Some(id) {
        mourn(Leader::Standard);
    }
    if command.relic == Some(id) {
        mourn(Leader::Relic);
    }
    for i in fallen {
        phase.command[side].mourned.push(Mourned { at, period, what: Leader::General });
        phase.command[side].generals[i].lost = true;
    }
}

/// A body leaves the table: it may come back unless it was pursued off (`wrg6.move.leave`, `wrg6.looting`).
pub fn leaves(book: &Wrg6, phase: &mut Phase, id: UnitId, cx: &mut Cx<'_>) {
    ledger::cite(rule::MOVE_LEAVE);
    let side = cx.field().side(id);
    let pursued = phase.units.iter().any(|state| state.pursuing == Some(id));
    let routed = phase.state(id).routing;
    let out_of_hand =
        phase.state(id).pursued || phase.state(id).pursuing.is_some() || phase.state(id).impetuous;
    let loots = {
        let (ground, at) = (cx.field().ground(), cx.field().shape(id).centre);
        let over_edge = match side {
            Side::Red => at.y > ground.depth(),
            Side::Blue => at.y < 0.0,
        };
        out_of_hand && over_edge && (at.x - ground.width() / 2.0).abs() <= tables().setup.camp
    };
    cx.rule(|field| {
        let what = if loots { "loots the enemy's camp" } else { "leaves the table" };
        Ruling::new(rule::MOVE_LEAVE, format!("{} {what}.", words::name(field, id)))
    });
    phase.part(id);
    phase.charges.retain(|charge| charge.by != id && charge.on != id);
    for state in &mut phase.units {
        if state.pursuing == Some(id) {
            state.pursuing = None;
            state.causes.add(Cause::CeasedPursuit);
        }
    }
    if routed && pursued {
        lost(phase, id, Place::Fled, rule::ARRIVALS_RETURN, cx);
        return;
    }
    cx.apply(Event::Left { unit: id, place: Place::Off, rule: rule::MOVE_LEAVE });
    let state = phase.state_mut(id);
    state.pursuing = None;
    state.looting = loots;
    if loots {
        ledger::cite(rule::LOOTING);
        state.causes.add(Cause::Looted);
    }
    state.away = Some(Away { tries: 0, pursued: false, routed, marching: false, arrives: false });
    let _ = book;
}

/// Step 1: those off the table throw to arrive or to come back (`wrg6.arrivals.dice`, `wrg6.arrivals.return`).
pub fn arrivals(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    for id in cx.field().ids() {
        let Some(away) = phase.state(id).away else { continue };
        if phase.state(id).looting || away.arrives {
            continue;
        }
        let may = if away.marching {
            generals::may_arrive(phase.period)
        } else {
            generals::may_return(away.tries, away.pursued)
        };
        if !may {
            if !away.marching {
                phase.state_mut(id).away = None;
                lost(phase, id, Place::Fled, rule::ARRIVALS_RETURN, cx);
            }
            continue;
        }
        let side = cx.field().side(id);
        let why = RollId::new(rule::ARRIVALS_DICE.as_str(), side as u8).unit(id.0);
        let face = cx.dice.roll(why, book.kit(id).training.die());
        let arrives =
            if away.marching { generals::arrives(&book.house, face) } else { generals::returns(face) };
        let state = phase.state_mut(id);
        state.away = Some(Away { tries: away.tries + 1, arrives, ..away });
        cx.rule(|field| {
            let how = if arrives { "arrives this period" } else { "does not arrive yet" };
            let text = format!("{} throws {face} and {how}.", words::name(field, id));
            Ruling::new(rule::ARRIVALS_DICE, text).rolled(side, Some(id), face).kept_for(side)
        });
    }
}

/// Step 7: those whose throw succeeded come onto the table where there is room.
pub fn enter(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    for id in cx.field().ids() {
        let Some(away) = phase.state(id).away.filter(|away| away.arrives) else { continue };
        let Some(pose) = entry(Board::of(book, cx.field(), phase), id, away) else { continue };
        let rule = if away.marching { rule::ARRIVALS_DICE } else { rule::ARRIVALS_RETURN };
        cx.apply(Event::Placed { unit: id, pose, rule });
        let state = phase.state_mut(id);
        state.away = None;
        state.routing = false;
        state.shaken |= away.routed;
        state.act = crate::phase::Act::Moved;
    }
}

/// The first free place for a body that enters: on the side edge of its sector, or where it left.
fn entry(board: Board<'_>, id: UnitId, away: Away) -> Option<Pose> {
    let (side, ground) = (board.side(id), board.field.ground());
    let formation = board.field.unit(id).formation;
    let (width, depth) = (ground.width(), ground.depth());
    let inset = formation.width().max(formation.depth()) / 2.0 + 1.0;
    let mut places: Vec<(Vec2, Facing)> = Vec::new();
    if away.marching {
        let right = board.state(id).order.is_some_and(|order| order.area.sector() == Area::Right);
        let east = right == (side == Side::Red);
        let (x, facing) = if east { (width - inset, Facing::WEST) } else { (inset, Facing::EAST) };
        // The rear two thirds of the edge, from the middle of the table back.
        for i in 0..12 {
            let from_base = depth * (2.0 / 3.0) * (1.0 - f64::from(i) / 12.0);
            let y = if side == Side::Red { from_base } else { depth - from_base };
            places.push((Vec2::new(x, y.clamp(inset, depth - inset)), facing));
        }
    } else {
        let (y, facing) = match side {
            Side::Red => (inset, Facing::NORTH),
            Side::Blue => (depth - inset, Facing::SOUTH),
        };
        let left = board.field.unit(id).pose.at.vec().x.clamp(inset, width - inset);
        for i in 0..24 {
            let off = f64::from((i + 1) / 2) * 60.0 * if i % 2 == 0 { 1.0 } else { -1.0 };
            places.push((Vec2::new((left + off).clamp(inset, width - inset), y), facing));
        }
    }
    places.into_iter().map(|(at, facing)| Pose::new(at, facing)).find(|pose| {
        let rect = formation.rect(*pose);
        !board.bodies().any(|other| {
            let room = if board.side(other) == side { 0.5 } else { -10.0 };
            rect.penetration(board.rect(other)) > room
        })
    })
}
