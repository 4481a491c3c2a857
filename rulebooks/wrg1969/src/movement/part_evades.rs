//! A part of a unit evades: only the files in danger run, the others stand (`wrg1969.orders.skirmish_part`).
//!
//! The table knows one block of a unit. While some of its files run, those are the block; when they have got away, the
//! block is the files that stood, and those who ran are remembered as apart until the next period begins.

use crate::board::state::{Apart, Doing, Phase};
use crate::board::{Board, Body, TOUCH};
use crate::charge::resolve::{rest_of_charge, seeks};
use crate::combat::losses::put;
use crate::data::measure::{NEAR, within};
use crate::data::tables::tables;
use crate::orders::order::Verb;
use crate::{Wrg1969, rule};
use std::ops::Range;
use table::{Formation, cast};
use umpire::voice::{self, name};
use umpire::{Cx, Ruling, UnitId};

/// The files of a skirmishing unit that would have to run, counted from the left; none if it goes as a whole.
///
/// Two blocks are all that a unit falls into: those between the files in danger and the nearer end go with them.
pub fn in_danger(board: &Board<'_>, body: &Body<'_>) -> Option<Range<u16>> {
    let state = board.state(body.id);
    let skirmishes = state.leg().is_some_and(|leg| matches!(leg.verb, Verb::Skirmish | Verb::Screen));
    let whole = state.seen.apart.is_none() && state.still_sideways().is_none();
    if !board.book.house.partial_evade || !skirmishes || !whole {
        return None;
    }
    let presses = |e: &Body<'_>| board.phase.threats.iter().any(|t| t.charger == e.id && t.target == body.id);
    let mut lines: Vec<(&Body<'_>, f64)> = Vec::new();
    for enemy in board.troops().filter(|e| e.side != body.side) {
        if seeks(board, enemy) {
            lines.push((enemy, rest_of_charge(board, enemy).last().inches + NEAR));
        } else if presses(enemy) {
            lines.push((enemy, tables().moves.standoff + TOUCH));
        }
    }
    let meets = |file: &u16| {
        let rect = block(body, *file..*file + 1).rect;
        lines.iter().any(|(enemy, reach)| cast(&enemy.rect, enemy.rect.ahead, *reach, &rect, 0.0).is_some())
    };
    let (first, last) = ((0..body.files).find(meets)?, (0..body.files).rev().find(meets)?);
    let (left, right) = (first, body.files - 1 - last);
    let go = if left > 0 && left <= right {
        0..last + 1
    } else if right > 0 && left > 0 {
        first..body.files
    } else {
        first..last + 1
    };
    (go.len() < usize::from(body.files)).then_some(go)
}

/// Some files of a unit as a block of their own, where they stand.
pub fn block<'a>(body: &Body<'a>, files: Range<u16>) -> Body<'a> {
    let short = body.last_rank();
    let full = body.ranks() - 1;
    // A short last rank stands in the middle.
    let from = (body.files - short.min(body.files)) / 2;
    let behind = files.clone().filter(|f| (from..from + short).contains(f)).count() as u16;
    let width = files.end - files.start;
    let drawn = body.drawn_up((width * full + behind).max(1), width);
    let aside = f64::from(files.start + files.end) / 2.0 - f64::from(body.files) / 2.0;
    drawn.moved(body.rect.right() * (aside * body.file_width()))
}

/// The files in danger begin to run, if it is not all of them.
pub fn part(book: &Wrg1969, phase: &mut Phase, unit: UnitId, cx: &mut Cx<'_>) {
    let split = {
        let board = Board::of(book, cx.field(), phase);
        board.body(unit).and_then(|body| {
            let go = in_danger(&board, body)?;
            let left_stand = go.start > 0;
            let stay = if left_stand { 0..go.start } else { go.end..body.files };
            let stay = block(body, stay);
            let apart = Apart {
                formation: stay.formation(),
                pose: stay.pose(),
                files: body.files,
                right_went: left_stand,
            };
            let runs = block(body, go);
            Some((apart, runs.formation(), runs.pose()))
        })
    };
    let Some((apart, formation, pose)) = split else { return };
    cx.rule(|field| {
        let (run, stand) = (voice::figures(formation.figures), apart.formation.figures);
        let stand = voice::figures(stand);
        let text = format!("{} parted: {run} in danger evaded, {stand} stood.", name(field, unit));
        Ruling::new(rule::ORDERS_SKIRMISH_PART, text)
    });
    phase.units[unit.index()].seen.apart = Some(apart);
    put(unit, formation, pose, cx);
}

/// After the run: the unit is where its other files stood, unless those who ran were caught.
pub fn stand(phase: &mut Phase, cx: &mut Cx<'_>) {
    for i in 0..phase.units.len() {
        let unit = UnitId(i as u16);
        let caught = phase.opponents(unit).next().is_some();
        let state = &mut phase.units[i];
        let ran = matches!(state.now.doing, Doing::Evading(_)) && !caught;
        let Some(apart) = state.seen.apart.as_mut().filter(|_| ran) else { continue };
        let now = cx.field().unit(unit);
        let (formation, pose) = (apart.formation, apart.pose);
        (apart.formation, apart.pose) = (now.formation, now.pose);
        // It has not stirred from there.
        (state.now.moved, state.kept.secret.track) = (0, Vec::new());
        put(unit, formation, pose, cx);
    }
}

/// Both parts of every unit join up as a new period begins: as they were before if there is room and no enemy upon
/// them, else behind those who are on the table.
pub fn reunite(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    for i in 0..phase.units.len() {
        let unit = UnitId(i as u16);
        let Some(apart) = phase.units[i].seen.apart else { continue };
        let whole = {
            let board = Board::of(book, cx.field(), phase);
            board
                .body(unit)
                .map(|body| joined(&board, body, &apart).map(|whole| (whole.formation(), whole.pose())))
        };
        let now = cx.field().unit(unit);
        let all = now.formation.figures + apart.formation.figures;
        match whole {
            // Without room they stay apart for another period.
            Some(None) => continue,
            Some(Some((formation, pose))) => put(unit, formation, pose, cx),
            None => put(unit, Formation { figures: all, ..now.formation }, now.pose, cx),
        }
        phase.units[i].seen.apart = None;
    }
}

/// A unit with its other part again, where there is room for both.
fn joined<'a>(board: &Board<'_>, body: &Body<'a>, apart: &Apart) -> Option<Body<'a>> {
    let all = body.figures + apart.formation.figures;
    let free = |there: &Body<'_>| {
        let deep = |b: &Body<'_>, at: &Body<'_>| at.rect.penetration(&b.rect);
        board.troops().all(|b| b.id == body.id || within(deep(b, there), deep(b, body).max(0.0)))
    };
    if board.engaged(body.id) || board.routing(body.id) {
        // Behind the others, or before them if an enemy is at their backs.
        let behind = body.drawn_up(all, body.files);
        let deeper = 2.0 * (behind.rect.half_depth - body.rect.half_depth);
        return [behind, behind.moved(body.rect.ahead * deeper)].into_iter().find(free);
    }
    let files = apart.files.min(all);
    let aside = f64::from(files.saturating_sub(body.files)) / 2.0 * body.file_width();
    let aside = if apart.right_went { aside } else { -aside };
    let whole = body.drawn_up(all, files).moved(body.rect.right() * aside);
    // Where their place is taken they stand behind the others, or wider to the side where there is room.
    let wider = |files: u16, way: f64| {
        let more = f64::from(files - body.files) / 2.0 * body.file_width();
        body.drawn_up(all, files).moved(body.rect.right() * (way * more))
    };
    let side = if apart.right_went { 1.0 } else { -1.0 };
    let others = (body.files..=files.max(body.files)).flat_map(|n| [side, -side].map(|way| wider(n, way)));
    [whole].into_iter().chain(others).find(free)
}
