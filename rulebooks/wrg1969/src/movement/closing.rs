//! Lines come together: those who came turn flush, the line closes up, and winners follow (`wrg1969.geo.conform`,
//! `wrg1969.geo.close_up`).

use crate::board::ranks::{Ranks, keeps_its_place};
use crate::board::state::{Doing, Phase};
use crate::board::{Board, Body, JOSTLE, TOUCH, in_inches, pose_at};
use crate::data::measure::{MM, NEAR};
use crate::told;
use crate::{Wrg1969, rule};
use mechanics::contact::{Arrival, Held, close_up, settle};
use ruling::RuleId;
use table::{Facing, Formation, Pose, Rect};
use umpire::voice::name;
use umpire::{Cx, Event, Field, Motion, Ruling, UnitId};

/// A unit that is put somewhere, in so many files.
pub struct Placed {
    /// Who.
    pub unit: UnitId,
    /// Its footprint.
    pub rect: Rect,
    /// Its files.
    pub files: u16,
}

/// Those who came turn flush with whom they struck, all at once; friends in the way make them slide, tuck files in
/// behind the others, or stay as they touched.
pub fn line_up(
    book: &Wrg1969,
    phase: &mut Phase,
    (came, pairs): (&[UnitId], &[(UnitId, UnitId)]),
    cx: &mut Cx<'_>,
) {
    if came.is_empty() {
        return;
    }
    let (placed, held) = {
        let board = Board::of(book, cx.field(), phase);
        let joins = |id: UnitId| pairs.iter().any(|(a, b)| *a == id || *b == id);
        let evades = |b: &Body<'_>| matches!(board.state(b.id).now.doing, Doing::Evading(_));
        let ranks = Ranks::of(&board, |b| joins(b.id) || !(board.routing(b.id) || evades(b)));
        let ranks = ranks.on_ground(&board, |_| false);
        let arrivals: Vec<Arrival> = ranks
            .ids
            .iter()
            .map(|id| Arrival { from: came.contains(id).then(|| began(&board, *id)).flatten() })
            .collect();
        let settled = settle(&ranks.scene(), &arrivals);
        let mut placed = Vec::new();
        let mut held = Vec::new();
        for (i, settled) in settled.iter().enumerate().filter(|(i, _)| arrivals[*i].from.is_some()) {
            let unit = ranks.ids[i];
            placed.push(Placed { unit, rect: settled.rect, files: settled.files });
            held.extend(ranks.holder(settled.held).map(|by| (unit, by)));
        }
        (placed, held)
    };
    put(book, phase, &placed, (Motion::Conform, rule::GEO_CONFORM), cx);
    for (unit, by) in held {
        cx.rule(|field| {
            let text =
                format!("{} could not line up: {} stood in the way.", name(field, unit), name(field, by));
            Ruling::new(rule::GEO_CONFORM, text)
        });
    }
}

/// Where a unit stood when its run began.
fn began(board: &Board<'_>, id: UnitId) -> Option<Rect> {
    let pose: Pose = board.state(id).kept.stood[0];
    board.body(id).map(|b| b.at(pose.at.vec() * (1.0 / MM), pose.facing).rect)
}

/// Once a period the lines in contact close up: they turn flush, face whoever struck them in flank or rear, bring out
/// files that had to tuck in, and slide along the enemy's front (`wrg1969.geo.close_up`).
pub fn close_lines(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    if phase.fights.is_empty() {
        return;
    }
    let (placed, held) = {
        let board = Board::of(book, cx.field(), phase);
        let goes = |b: &Body<'_>| board.engaged(b.id) && !keeps_its_place(&board, b);
        let ranks = Ranks::of(&board, |b| !board.routing(b.id) && !goes(b));
        let ranks = ranks.on_ground(&board, |b| !board.routing(b.id) && goes(b));
        let closed = close_up(&ranks.scene());
        let mut placed = Vec::new();
        let mut held = Vec::new();
        for (i, closed) in closed.iter().enumerate() {
            let unit = ranks.ids[i];
            let (rect, files) = (ranks.bodies[i].rect, ranks.bodies[i].files);
            if closed.rect != rect || closed.files != files {
                placed.push(Placed { unit, rect: closed.rect, files: closed.files });
            } else if let Some(Held::By(by)) = closed.held
                && ranks.bodies[by].side == ranks.bodies[i].side
            {
                held.push((unit, ranks.ids[by]));
            }
        }
        (placed, held)
    };
    let moved: Vec<UnitId> = put(book, phase, &placed, (Motion::Conform, rule::GEO_CLOSE_UP), cx);
    for unit in moved {
        cx.rule(|field| {
            let text = format!("{} closed up along the enemy's line.", name(field, unit));
            told::of(book, phase, field, unit, Ruling::new(rule::GEO_CLOSE_UP, text))
        });
    }
    for (unit, by) in held {
        cx.rule(|field| {
            let text =
                format!("{} could not close up: {} stood in the way.", name(field, unit), name(field, by));
            told::of(book, phase, field, unit, Ruling::new(rule::GEO_CLOSE_UP, text))
        });
    }
}

/// Those of some placements by which nobody comes to lie deeper in another than before: whoever would stays as it was.
fn with_room<'p>(book: &Wrg1969, placed: &'p [Placed], field: &Field) -> Vec<&'p Placed> {
    let mut kept: Vec<&Placed> = placed.iter().collect();
    let there = |id: UnitId| in_inches(field.shape(id));
    loop {
        let stands = |id: UnitId, kept: &[&Placed]| {
            kept.iter().find(|p| p.unit == id).map_or_else(|| there(id), |p| p.rect)
        };
        let deeper = |p: &&Placed| {
            let before = there(p.unit);
            let others =
                field.ids().filter(|&id| id != p.unit && field.on_table(id) && book.kit(id).is_troops());
            others.into_iter().any(|id| {
                let give = if field.side(id) == field.side(p.unit) { JOSTLE } else { 0.0 };
                let deep = |a: &Rect, b: &Rect| a.narrower(give).penetration(&b.narrower(give));
                let now = deep(&p.rect, &stands(id, &kept));
                now > TOUCH && now > deep(&before, &there(id)) + NEAR
            })
        };
        let wrong: Vec<UnitId> = kept.iter().filter(|p| deeper(p)).map(|p| p.unit).collect();
        if wrong.is_empty() {
            return kept;
        }
        kept.retain(|p| !wrong.contains(&p.unit));
    }
}

/// Puts units where they stand now; those who went far enough to tell of.
pub fn put(
    book: &Wrg1969,
    phase: &mut Phase,
    placed: &[Placed],
    (motion, rule): (Motion, RuleId),
    cx: &mut Cx<'_>,
) -> Vec<UnitId> {
    let mut moved = Vec::new();
    for Placed { unit, rect, files } in with_room(book, placed, cx.field()) {
        let (unit, now) = (*unit, *cx.field().unit(*unit));
        let state = &mut phase.units[unit.index()];
        if *files != now.formation.files {
            let full = state.seen.tucked.unwrap_or(now.formation.files).max(*files);
            state.seen.tucked = (full > *files).then_some(full);
            state.seen.turned = state.still_sideways();
            let drawn = Formation { files: *files, ..now.formation };
            cx.apply(Event::Reformed { unit, formation: drawn, rule });
        }
        let same = rect.ahead == now.pose.facing.vec();
        let facing = if same { now.pose.facing } else { Facing::of(rect.ahead) };
        let to = pose_at(rect.centre, facing);
        if to != now.pose {
            let far = (to.at.vec() - now.pose.at.vec()).len() / MM;
            if far > 0.25 || *files != now.formation.files {
                moved.push(unit);
            }
            cx.apply(Event::Moved { unit, to, motion, rule });
        }
    }
    moved
}
