//! Deployment: a line of battle that fits the ground.

use crate::Level;
use dba::Dba;
use dba::api::board;
use dba::api::board::{Base, Board, NEAR, WIDTH};
use dba::api::data::{Going, Troop};
use dba::api::setup::Home;
use dba::api::setup::{elements, reason, swapped};
use dba::api::tactics;
use dba::api::tactics::Station;
use table::{Pose, Rect, TableEdge, Vec2};
use umpire::{Command, Side, UnitId, View};

/// How far from the base edge the line stands.
const FRONT: f64 = 598.0;
/// How far behind the line the reserve stands.
const RESERVE: f64 = 180.0;
/// The most files that fit beside each other.
const FILES: usize = 11;

/// A file of the line: who stands in it, from front to rear.
type File = Vec<Base>;

/// The frame in which a line is laid out: along the base edge and ahead of it.
#[derive(Clone, Copy)]
struct Frame {
    origin: Vec2,
    ahead: Vec2,
    facing: table::Facing,
}

impl Frame {
    fn of(home: &Home<'_>) -> Self {
        let middle = home.touching((home.length() - WIDTH) / 2.0, WIDTH, WIDTH);
        let origin = middle.place(0.0, -middle.half_depth);
        Frame { origin, ahead: home.ahead().vec(), facing: home.ahead() }
    }

    /// A base whose front edge is so far ahead of the base edge, its centre so far to the right of the middle.
    fn put(&self, base: &Base, right: f64, front: f64) -> Base {
        let centre = self.origin + self.ahead.right() * right + self.ahead * (front - base.rect.half_depth);
        base.at(centre, self.facing)
    }
}

/// A pose for each of a side's elements.
pub fn places(level: Level, view: &View<Dba>, side: Side) -> Vec<(UnitId, Pose)> {
    let mut board = Board::of(&view.book, &view.field, &view.phase);
    board.bases.retain(|b| b.side != side);
    let edge = view.phase.edges[side];
    let home = Home::of(board.ground, edge);
    let frame = Frame::of(&home);
    let army = muster(view, side);
    let (mut files, reserve) = line(&army);
    let shift = best_shift(&board, edge, &frame, &files);
    if level == Level::Veteran {
        arrange(&board, &frame, &mut files, shift);
    }
    let mut placed: Vec<Base> = Vec::with_capacity(army.len());
    for (i, file) in files.iter().enumerate() {
        let right = across(i, files.len()) + shift;
        let mut front = FRONT;
        for base in file {
            put(&board, edge, &mut placed, &frame, base, right, front);
            front -= base.depth();
        }
    }
    for (i, base) in reserve.iter().enumerate() {
        let right = across(i, reserve.len()) + shift;
        put(&board, edge, &mut placed, &frame, base, right, FRONT - RESERVE);
    }
    placed.iter().map(|b| (b.id, b.pose())).collect()
}

/// A side's elements, standing nowhere yet.
fn muster(view: &View<Dba>, side: Side) -> Vec<Base> {
    let as_base = |id: UnitId| {
        let card = view.field.card(id);
        let troop = Troop::ALL[usize::from(card.class)];
        let depth = f64::from(view.book.house.depth(troop));
        let facing = table::Facing::NORTH;
        let rect = Rect::new(Vec2::default(), facing, WIDTH, depth);
        Base { id, side, troop, general: card.general, rect, facing }
    };
    elements(&view.field, side).into_iter().map(as_base).collect()
}

/// The files from left to right, and who stands behind them.
fn line(army: &[Base]) -> (Vec<File>, Vec<Base>) {
    let mut reserve = Vec::new();
    let mut parts: [Vec<File>; 4] = Default::default();
    for troop in Troop::ALL {
        let mut bases: Vec<Base> = army.iter().filter(|b| b.troop == troop).copied().collect();
        // A mounted general stays behind the middle, whence he can see and be seen; one on foot stands in the ranks.
        bases.retain(|b| {
            let behind = b.general && tactics::station(troop) == Station::Wing;
            if behind {
                reserve.push(*b);
            }
            !behind
        });
        let ranks = tactics::ranks(troop, bases.len());
        // Generals stand in the first rank of the last file: files are dealt from the middle outwards.
        bases.sort_by_key(|b| !b.general);
        let files = bases.len().div_ceil(ranks);
        let part = &mut parts[tactics::station(troop) as usize];
        let dealt = (0..files).map(|f| bases.iter().copied().skip(f).step_by(files).collect::<File>());
        part.extend(dealt);
    }
    let [mut centre, battery, flank, wing] = parts;
    centre.sort_by_key(|file| !file.iter().any(|b| b.general));
    let mut files = outwards(centre);
    for part in [battery, flank, wing] {
        for (i, file) in part.into_iter().enumerate() {
            if i % 2 == 0 { files.insert(0, file) } else { files.push(file) }
        }
    }
    while files.len() > FILES {
        let last =
            if files.len().is_multiple_of(2) { files.remove(0) } else { files.swap_remove(files.len() - 1) };
        reserve.extend(last);
    }
    (files, reserve)
}

/// The first in the middle, the others by turns to its left and right; those of one type stay side by side.
fn outwards(mut files: Vec<File>) -> Vec<File> {
    if files.is_empty() {
        return files;
    }
    let first = files.remove(0);
    let right = files.split_off(files.len() / 2);
    files.reverse();
    files.push(first);
    files.extend(right);
    files
}

/// How far right of the middle a file stands.
fn across(i: usize, of: usize) -> f64 {
    (i as f64 - (of as f64 - 1.0) / 2.0) * WIDTH
}

/// Whether a base may be deployed where it is.
fn fits(board: &Board<'_>, edge: TableEdge, placed: &[Base], base: &Base) -> bool {
    let clear_of_camps = Side::ALL
        .iter()
        .filter_map(|&s| board.outline(s))
        .all(|o| table::penetration(&base.rect, &o) <= NEAR / 2.0);
    reason(board.ground, edge, &base.rect).is_empty()
        && board::on_table(board, &base.rect)
        && !board::in_waterway(board, &base.rect)
        && (board::going(board, &base.rect, base.troop) == Going::Good || !board::shuns_bad_going(base.troop))
        && clear_of_camps
        && !placed.iter().chain(&board.bases).any(|o| base.rect.penetration(&o.rect) > NEAR / 2.0)
}

/// Puts a base where it should stand, or at the nearest place where it may.
fn put(
    board: &Board<'_>,
    edge: TableEdge,
    placed: &mut Vec<Base>,
    frame: &Frame,
    base: &Base,
    right: f64,
    front: f64,
) {
    let wished = frame.put(base, right, front);
    if fits(board, edge, placed, &wished) {
        placed.push(wished);
        return;
    }
    let mut best: Option<(f64, Base)> = None;
    for row in 0..15 {
        for column in -24..=24 {
            let (u, v) = (f64::from(column) * 40.0, FRONT - f64::from(row) * 40.0);
            let there = frame.put(base, u, v);
            let rough = board::going(board, &there.rect, base.troop) == Going::Bad;
            let dislike = if rough && !tactics::likes_bad_going(base.troop) { 300.0 } else { 0.0 };
            let far = (u - right).abs() + (v - front).abs() + dislike;
            if best.is_none_or(|(least, _)| far < least) && fits(board, edge, placed, &there) {
                best = Some((far, there));
            }
        }
    }
    // With nowhere left the umpire will say so.
    placed.push(best.map_or(wished, |(_, there)| there));
}

/// The shift of the whole line that keeps most of it on ground it likes.
fn best_shift(board: &Board<'_>, edge: TableEdge, frame: &Frame, files: &[File]) -> f64 {
    let room = (free_width(board, edge) - files.len() as f64 * WIDTH) / 2.0;
    let steps = (room.max(0.0) / 80.0) as i32;
    let mut best = (f32::INFINITY, 0.0);
    for step in (0..=steps).flat_map(|s| [s, -s]) {
        let shift = f64::from(step) * 80.0;
        let cost = dislike(board, edge, frame, files, shift) + step.abs() as f32 * 0.1;
        if cost < best.0 - 1e-3 {
            best = (cost, shift);
        }
    }
    best.1
}

/// How wide the deployment zone is.
fn free_width(board: &Board<'_>, edge: TableEdge) -> f64 {
    let margin = dba::api::data::tables().setup.margin;
    Home::of(board.ground, edge).length() - 2.0 * margin
}

/// How little a line likes its ground.
fn dislike(board: &Board<'_>, edge: TableEdge, frame: &Frame, files: &[File], shift: f64) -> f32 {
    let mut cost = 0.0;
    for (i, file) in files.iter().enumerate() {
        let there = frame.put(&file[0], across(i, files.len()) + shift, FRONT);
        if !fits(board, edge, &[], &there) {
            cost += 2.0;
        }
        let rough = board::going(board, &there.rect, there.troop) == Going::Bad;
        cost += match (rough, tactics::likes_bad_going(there.troop)) {
            (true, false) => 1.0,
            (true, true) => -0.2,
            (false, _) => 0.0,
        };
    }
    cost
}

/// How much of a base edge's deployment ground is rough or under water: for choosing an edge.
pub fn rough_slots(board: &Board<'_>, edge: TableEdge) -> usize {
    let home = Home::of(board.ground, edge);
    let frame = Frame::of(&home);
    let rect = Rect::new(Vec2::default(), frame.facing, WIDTH, 60.0);
    let base = Base {
        id: UnitId(0),
        side: Side::Red,
        troop: Troop::Blades,
        general: false,
        rect,
        facing: frame.facing,
    };
    let rough = |i: &usize| {
        let there = frame.put(&base, across(*i, FILES), FRONT);
        board::going(board, &there.rect, there.troop) == Going::Bad || board::in_waterway(board, &there.rect)
    };
    (0..FILES).filter(rough).count()
}

/// How well a line meets the enemy that stands opposite: the sum of what each file may hope for.
fn hope(board: &Board<'_>, line: &[Base]) -> f32 {
    let mut sum = 0.0;
    for base in line {
        let side_by_side = |foe: &&Base| base.rect.local(foe.rect.centre).0.abs() < 1.5 * WIDTH;
        let opposite = board.enemies(base.side).filter(side_by_side).min_by(|a, b| {
            let near =
                |foe: &Base| base.rect.local(foe.rect.centre).1 + base.rect.local(foe.rect.centre).0.abs();
            near(a).total_cmp(&near(b))
        });
        if let Some(foe) = opposite {
            sum += tactics::matchup(base.troop, foe.troop) - tactics::matchup(foe.troop, base.troop);
        }
        let rough = board::going(board, &base.rect, base.troop) == Going::Bad;
        if rough && !tactics::likes_bad_going(base.troop) {
            sum -= 1.0;
        }
    }
    sum
}

/// Exchanges files of the line while that meets the deployed enemy better.
fn arrange(board: &Board<'_>, frame: &Frame, files: &mut [File], shift: f64) {
    if board.bases.is_empty() {
        return;
    }
    let standing = |files: &[File]| -> Vec<Base> {
        let n = files.len();
        files.iter().enumerate().map(|(i, f)| frame.put(&f[0], across(i, n) + shift, FRONT)).collect()
    };
    // Horse belongs at the ends and the general in the middle, whatever stands opposite.
    let order = |files: &[File]| -> f32 {
        let middle = (files.len() as f32 - 1.0) / 2.0;
        let away = |i: usize| (i as f32 - middle).abs() / middle.max(1.0);
        let sum = |(i, file): (usize, &File)| match tactics::station(file[0].troop) {
            _ if file[0].general => -away(i),
            Station::Centre => -0.3 * away(i),
            Station::Wing => 0.3 * away(i),
            _ => 0.0,
        };
        files.iter().enumerate().map(sum).sum()
    };
    let mut best = hope(board, &standing(files)) + order(files);
    for _ in 0..3 {
        let before = best;
        for i in 0..files.len() {
            for j in i + 1..files.len() {
                files.swap(i, j);
                let now = hope(board, &standing(files)) + order(files);
                if now > best + 0.02 {
                    best = now;
                } else {
                    files.swap(i, j);
                }
            }
        }
        if best <= before {
            return;
        }
    }
}

/// The exchange of one or two pairs that meets the enemy best; none if none is better.
pub fn exchange(view: &View<Dba>, side: Side) -> Command {
    let board = Board::of(&view.book, &view.field, &view.phase);
    let own: Vec<Base> =
        board.bases.iter().filter(|b| b.side == side && board.camp_of(b.id).is_none()).copied().collect();
    let front: Vec<&Base> =
        own.iter().filter(|b| !own.iter().any(|f| dba::api::board::behind(b, f))).collect();
    let mut chosen: Vec<(UnitId, UnitId)> = Vec::new();
    let mut best = 0.15;
    for (i, a) in front.iter().enumerate() {
        for b in front[i + 1..].iter().filter(|b| b.troop != a.troop && !b.general && !a.general) {
            let here = hope(&board, &[**a, **b]);
            let there = [a.at(b.rect.centre, b.facing), b.at(a.rect.centre, a.facing)];
            let gain = hope(&board, &there) - here;
            let alone = [(a.id, b.id)];
            if gain > best && swapped(&view.book, &view.field, &view.phase, side, &alone).is_ok() {
                best = gain;
                chosen = alone.to_vec();
            }
        }
    }
    if chosen.is_empty() { Command::Done } else { Command::Swap(chosen) }
}
