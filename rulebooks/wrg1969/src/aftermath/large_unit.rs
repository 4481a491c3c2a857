//! Large units: each part that faces an enemy is judged for itself, and one that breaks is a body of its own
//! (`wrg1969.after.large_unit`).

use crate::aftermath::fights::{against, case_in, enemy_in, fights_of, fought};
use crate::aftermath::rout;
use crate::aftermath::rules::{self as aftermath, Case, Fate, Fought};
use crate::board::state::{Fight, Phase, UnitState};
use crate::board::{Board, Body};
use crate::combat::{engagement, losses};
use crate::data::tables::tables;
use crate::movement::part_evades::block;
use crate::{Wrg1969, rule};
use std::ops::Range;
use umpire::voice::{self, name};
use umpire::{Cx, Event, Motion, Place, Ruling, UnitId};

/// A part of a large unit that breaks while the rest fights on.
#[derive(Clone, Debug)]
pub struct BrokenPart {
    /// Whose.
    pub whole: UnitId,
    /// Before whom.
    pub enemy: UnitId,
    /// Its files, counted from the left.
    files: Range<u16>,
    /// Its figures.
    figures: u16,
}

/// Whether a unit is so large, and fights so many, that its parts are judged each for itself.
pub fn is_large(board: &Board<'_>, body: &Body<'_>) -> bool {
    board.state(body.id).now.at_start > tables().after.large_unit_over && fights_of(board, body).count() > 1
}

/// What the part of a large unit that faces one enemy suffers.
pub fn part_suffers(board: &Board<'_>, body: &Body<'_>, fight: &Fight) -> Option<Fate> {
    let (id, foe) = (body.id, enemy_in(fight, body.id));
    let figures = engagement::part_facing(body, board.body(foe)?);
    let blows = |by: UnitId, at: UnitId| {
        let struck = board.phase.blows.iter().filter(|b| b.0 == by && b.1 == at);
        struck.map(|b| u32::from(b.2)).sum::<u32>()
    };
    let whole = fought(board, body, fight);
    let shot = whole.missile_losses * u32::from(figures) / whole.figures.max(1);
    let part =
        Fought { figures: figures.into(), melee_losses: blows(foe, id), missile_losses: shot, ..whole };
    let case = case_in(board, body, fight).unwrap_or(Case::Push);
    let against = against(board, body, std::iter::once(fight), blows(id, foe));
    aftermath::suffers(&board.book.house, case, &part, &against)
}

/// Whether the part of an enemy that faces a unit in a fight breaks, though the rest of him fights on.
pub fn breaks_before(board: &Board<'_>, body: &Body<'_>, fight: &Fight) -> bool {
    let enemy = board.body(enemy_in(fight, body.id)).filter(|e| is_large(board, e));
    enemy.and_then(|enemy| part_suffers(board, enemy, fight)).is_some_and(Fate::breaks)
}

/// Parts of a large unit that break while the rest fights on.
pub fn broken_parts(board: &Board<'_>, unit: UnitId) -> Vec<BrokenPart> {
    let Some(body) = board.body(unit).filter(|b| is_large(board, b)) else { return Vec::new() };
    let broken = fights_of(board, body).filter(|f| part_suffers(board, body, f).is_some_and(Fate::breaks));
    broken
        .filter_map(|fight| {
            let enemy = board.body(enemy_in(fight, unit))?;
            let figures = engagement::part_facing(body, enemy);
            let files = engagement::files_facing(body, enemy);
            Some(BrokenPart { whole: unit, enemy: enemy.id, files, figures })
        })
        .collect()
}

/// A part breaks: it is a body of its own from now on, which runs and is pursued; the rest closes up and fights on.
///
/// A unit that has fallen into all the bodies it may loses the figures for good.
pub fn breaks(book: &Wrg1969, phase: &mut Phase, part: &BrokenPart, idle: [u16; 2], cx: &mut Cx<'_>) {
    let (id, enemy) = (part.whole, part.enemy);
    phase.units[enemy.index()].seen.has_won = true;
    let all = cx.field().unit(id).formation.figures;
    let free = book.parts_of(id).find(|&p| cx.field().unit(p).place == Place::Waiting);
    let apart = {
        let board = Board::of(book, cx.field(), phase);
        board.body(id).zip(free).and_then(|(body, free)| Some((free, fall_apart(body, part)?)))
    };
    let left = match &apart {
        Some((_, [rest, _])) => rest.figures,
        None => all.saturating_sub(part.figures).max(1),
    };
    cx.rule(|field| {
        let how = if apart.is_some() { "" } else { " and ran from the field" };
        let broke = voice::figures(u32::from(all - left));
        let text = format!("{broke} of {} broke before {}{how}.", name(field, id), name(field, enemy));
        Ruling::new(rule::AFTER_LARGE_UNIT, text)
    });
    let Some((new, [rest, gone])) =
        apart.map(|(new, bodies)| (new, bodies.map(|b| (b.formation(), b.pose()))))
    else {
        phase.fights.retain(|f| !((f.red == id && f.blue == enemy) || (f.blue == id && f.red == enemy)));
        return losses::cut_down(book, phase, (id, left, idle), cx);
    };
    let rule = rule::AFTER_LARGE_UNIT;
    cx.apply(Event::Reformed { unit: id, formation: rest.0, rule });
    cx.apply(Event::Moved { unit: id, to: rest.1, motion: Motion::Conform, rule });
    cx.apply(Event::Reformed { unit: new, formation: gone.0, rule });
    cx.apply(Event::Placed { unit: new, pose: gone.1, rule });
    let (figures, whole) = (gone.0.figures, &phase.units[id.index()]);
    let mut state = UnitState::new(whole.kept.grade, figures);
    state.seen.shown = whole.seen.shown;
    (state.seen.has_met_enemy, state.kept.has_seen_enemy) = (true, true);
    (state.now.melee_loss, state.kept.stood) = (whole.now.melee_loss, [gone.1; 2]);
    phase.units[new.index()] = state;
    for fight in &mut phase.fights {
        let theirs = [fight.red, fight.blue].contains(&enemy);
        for side in [&mut fight.red, &mut fight.blue] {
            if *side == id && theirs {
                *side = new;
            }
        }
    }
    phase.fights.sort_by_key(|f| (f.red, f.blue));
    rout::breaks(book, phase, new, rule, cx);
}

/// The rest of a unit and the part that breaks from it, side by side where the unit stood: files beyond the part close
/// up to the others, past whom the part is thrust to the end. None if nobody would be left.
fn fall_apart<'a>(body: &Body<'a>, part: &BrokenPart) -> Option<[Body<'a>; 2]> {
    let gone = part.files.len() as u16;
    let rest = body.files.checked_sub(gone).filter(|&n| n > 0 && gone > 0)?;
    let (left, right) = (part.files.start, body.files - part.files.end);
    let [stays, goes] = if left >= right { [0..rest, rest..body.files] } else { [gone..body.files, 0..gone] };
    let [stays, goes] = [block(body, stays), block(body, goes)];
    // A short last rank may be counted twice at the seam.
    let figures = body.figures.checked_sub(goes.figures).filter(|&n| n > 0)?;
    Some([stays.drawn_up(figures, rest), goes])
}
