//! Who of a body fights an enemy: the files that touch him, and how deep they fight (`wrg6.geo.d5`,
//! `wrg6.melee.ranks`).

use crate::board::Board;
use crate::board::contact::TOUCH;
use crate::board::state::Contact;
use crate::data::formation::{half_ranks, is_march_column};
use crate::data::lengths::HAIR;
use crate::data::troop::Hand;
use mechanics::contact::{Stretch, upon};
use table::{Convex, Edge, Formation, Rect, distance};
use umpire::UnitId;

/// How many figures of a body fight an enemy with a weapon.
pub fn fighting(board: Board<'_>, id: UnitId, contact: &Contact, weapon: Hand) -> u32 {
    let Some(i) = contact.place(id) else { return 0 };
    let enemy = contact.pair[1 - i];
    match contact.edges[i] {
        Edge::Front => on_the_front(board, id, enemy, contact.first, weapon),
        edge => elsewhere(board, id, enemy, edge, contact.first, weapon),
    }
}

/// How many ranks of a body fight with a weapon, in halves: of a march column the front rank only
/// (`wrg6.formation.size`).
fn deep(board: Board<'_>, block: &Formation, weapon: Hand, first: bool) -> u32 {
    if is_march_column(block.files.into(), block.ranks().into()) {
        return 2;
    }
    half_ranks(&board.book.house, weapon, first)
}

/// How many figures stand in a file, a short last rank being centred (`wrg6.geo.d2`).
fn file_depth(block: &Formation, file: u16) -> u32 {
    let (last, short) = (block.ranks().saturating_sub(1), block.last_rank());
    let begins = (block.files - short) / 2;
    let has_last = (begins..begins + short).contains(&file);
    u32::from(last) + u32::from(has_last)
}

/// The places of an edge that an enemy touches, first and one past the last, where `count` places share its length:
/// those on which at least a pace of him lies (`wrg6.geo.d5`).
fn touched(rect: &Rect, edge: Edge, enemy: &Rect, count: u16, arm: f64) -> (u16, u16) {
    let [a, b] = rect.edge(edge);
    let long = (b - a).len().max(1e-9);
    let along = (b - a) * (1.0 / long);
    let each = long / f64::from(count.max(1));
    if edge == Edge::Front {
        return before(rect, enemy, count, arm);
    }
    // Where he is not flush only those who truly touch him fight.
    let flush = along.dot(enemy.ahead).abs() < 0.02 || along.dot(enemy.right()).abs() < 0.02;
    if !flush {
        let place = |n: u16| {
            let from = a + along * (each * f64::from(n));
            Convex::segment([from, from + along * each])
        };
        let touches = |n: &u16| distance(&place(*n), enemy) <= TOUCH;
        let first = (0..count).find(touches).unwrap_or(0);
        let end = (0..count).rev().find(touches).map_or(first + 1, |last| last + 1);
        return (first, end.min(count.max(1)));
    }
    let places = enemy.corners().map(|p| (p - a).dot(along));
    let (low, high) = places.iter().fold((f64::MAX, f64::MIN), |(l, h), u| (l.min(*u), h.max(*u)));
    let first = ((low + 1.0 - each) / each).ceil().max(0.0);
    let last = ((high - 1.0) / each).floor() + 1.0;
    let end = (last.max(0.0) as u16).min(count);
    let first = (first as u16).min(end.saturating_sub(1));
    (first, end.max(first + 1).min(count.max(1)))
}

/// The files of a front that have an enemy straight before them, no farther off than men step forward.
fn before(rect: &Rect, enemy: &Rect, count: u16, arm: f64) -> (u16, u16) {
    let each = 2.0 * rect.half_width / f64::from(count.max(1));
    let Some(stretch) = upon(rect, enemy, HAIR, arm.max(TOUCH)) else { return (0, 0) };
    let lies_on = |file: &u16| {
        let from = -rect.half_width + each * f64::from(*file);
        stretch.within(Stretch { from, to: from + each }) >= 1.0
    };
    let first = (0..count).find(lies_on);
    let last = (0..count).rev().find(lies_on);
    first.zip(last).map_or((0, 0), |(first, last)| (first, last + 1))
}

/// The figures of a front: files that touch the enemy and one beyond on each side that touches nobody else.
fn on_the_front(board: Board<'_>, id: UnitId, enemy: UnitId, first: bool, weapon: Hand) -> u32 {
    let (rect, block) = (board.rect(id), &board.field.unit(id).formation);
    let front = block.front_rank();
    let files_on = |enemy: UnitId| {
        touched(rect, Edge::Front, board.rect(enemy), front, board.book.house.contact_arm.into())
    };
    let (begins, ends) = files_on(enemy);
    // Of several enemies before the front each file fights the one nearest to it, and the outer files one that strikes
    // their flank (`wrg6.melee.several`).
    let contacts = || board.phase.contacts.iter().filter(|c| c.place(id).is_some());
    let on = |c: &&Contact, edge: Edge| c.place(id).is_some_and(|j| c.edges[j] == edge);
    let others: Vec<(UnitId, u16, u16)> = contacts()
        .filter(|c| on(c, Edge::Front))
        .filter_map(|c| c.other(id).filter(|other| *other != enemy))
        .map(|other| {
            let (a, b) = files_on(other);
            (other, a, b)
        })
        .collect();
    let middle = |(a, b): (u16, u16)| i32::from(a) + i32::from(b) - 1;
    let off = |file: u16, files: (u16, u16)| (2 * i32::from(file) - middle(files)).abs();
    let turned = |edge: Edge| {
        let struck = contacts().find(|c| on(c, edge));
        struck.map_or(0, |c| turned_files(board, block, if c.first { None } else { Some(weapon) }))
    };
    let (left, right) = (turned(Edge::Left), turned(Edge::Right));
    let faces = |file: u16| front == 1 || (file >= left && file + right < front);
    let mine = |file: u16| {
        faces(file)
            && others.iter().all(|&(other, a, b)| {
                !(a..b).contains(&file) || (off(file, (begins, ends)), enemy) < (off(file, (a, b)), other)
            })
    };
    let free = |file: u16| faces(file) && !others.iter().any(|(_, a, b)| (*a..*b).contains(&file));
    let mut files: Vec<u16> = (begins..ends).filter(|file| mine(*file)).collect();
    if files.is_empty() {
        return 0;
    }
    files.extend(begins.checked_sub(1).filter(|file| free(*file)));
    files.extend((ends < front).then_some(ends).filter(|file| free(*file)));
    let deep = deep(board, block, weapon, first);
    let halves = |file: &u16| deep.min(2 * file_depth(block, *file));
    files.iter().map(halves).sum::<u32>().div_ceil(2)
}

/// How many outer files turn to face a flank: one in the period of contact, later as many as the weapon fights in ranks,
/// but never more than half (`wrg6.melee.flank`).
fn turned_files(board: Board<'_>, block: &Formation, weapon: Option<Hand>) -> u16 {
    let wanted = weapon.map_or(1, |hand| deep(board, block, hand, false).div_ceil(2) as u16);
    wanted.min((block.files / 2).max(1))
}

/// The figures that answer a blow in flank or rear: in the period of contact one for each rank that is touched, none
/// in the rear; later the part that is touched has turned to face and fights as any front does (`wrg6.melee.flank`).
fn elsewhere(board: Board<'_>, id: UnitId, enemy: UnitId, edge: Edge, first: bool, weapon: Hand) -> u32 {
    let (rect, at, block) = (board.rect(id), board.rect(enemy), &board.field.unit(id).formation);
    let all = u32::from(block.figures);
    if edge == Edge::Rear {
        if first {
            return 0;
        }
        let (begins, ends) = touched(rect, edge, at, block.front_rank(), 0.0);
        let halves = deep(board, block, weapon, false).min(2 * u32::from(block.ranks()));
        return (u32::from(ends - begins) * halves).div_ceil(2).min(all);
    }
    let (begins, ends) = touched(rect, edge, at, block.ranks(), 0.0);
    let ranks = u32::from(ends - begins);
    let files = if first { 1 } else { u32::from(turned_files(board, block, Some(weapon))) };
    (ranks * files).min(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_last_rank_stands_in_the_middle() {
        let block = Formation { files: 8, figures: 20, file_width: 15, rank_depth: 20 };
        let depths: Vec<u32> = (0..8).map(|file| file_depth(&block, file)).collect();
        assert_eq!(depths, [2, 2, 3, 3, 3, 3, 2, 2]);
    }
}
