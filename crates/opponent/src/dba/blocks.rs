//! Blocks: elements that stand joined and can move together.

use super::scene::{Places, Scene};
use dba::api::board;
use dba::api::board::WIDTH;
use dba::api::data::tables;
use dba::api::data::{Going, Troop};
use dba::api::shooting::is_gun;
use dba::api::tactics;
use dba::api::tactics::Tie;
use table::Rect;

/// Elements joined in one block, all of which may move.
#[derive(Clone, Debug)]
pub struct Block {
    /// By place on the board; one of the foremost rank comes first.
    pub who: Vec<u8>,
    /// How many of them are in the foremost rank: they come first.
    pub rank: usize,
    /// How far the slowest of them goes in good going.
    pub rate: f64,
}

impl Block {
    /// Whether it has more than one element.
    pub fn is_joined(&self) -> bool {
        self.who.len() > 1
    }
}

/// How a block stands to what is ahead of it.
#[derive(Clone, Copy, Debug)]
pub struct Ahead {
    /// How far it can go before it meets a friend, a camp or the edge of the table.
    pub room: f64,
    /// How far before it meets an enemy, and which.
    pub foe: Option<(f64, u8)>,
}

/// Whether an element has a place it should keep: in contact, or overlapping an enemy that a friend fights.
pub fn is_placed(scene: &Scene<'_>, i: u8) -> bool {
    let tie = scene.tie(i);
    tie.is_engaged() || tie.overlaps.is_some()
}

/// Whether the ground an element stands on, or will tread straight ahead, is no ground for a line: bad going
/// or a river.
fn is_barred(scene: &Scene<'_>, i: u8) -> bool {
    let base = scene.base(i);
    if scene.board.ground.pieces.is_empty() {
        return false;
    }
    let reach = scene.rate(base.troop).min(200.0);
    let lane = Rect {
        centre: base.rect.centre + base.rect.ahead * (reach / 2.0),
        half_depth: base.rect.half_depth + reach / 2.0,
        ..base.rect
    };
    board::going(&scene.board, &lane, base.troop) == Going::Bad || board::in_river(&scene.board, &lane)
}

/// Every block of those who have not moved and have no place to keep; elements by themselves are blocks of one.
pub fn blocks(scene: &Scene<'_>) -> Vec<Block> {
    let free = scene.free.iter().filter(|&&i| !scene.has_moved(i) && !is_placed(scene, i));
    let mut left = free.fold(Places::default(), |set, &i| set | 1 << i);
    // Guns do not march with the line: they would be silent. What bars one bars its whole file.
    let mut barred = Places::default();
    for &i in scene.free.iter().filter(|&&i| is_gun(scene.base(i).troop) || is_barred(scene, i)) {
        let file = |way: fn(&Tie) -> Option<u8>| std::iter::successors(Some(i), move |&n| way(scene.tie(n)));
        barred = file(|t| t.behind).chain(file(|t| t.before)).fold(barred, |set, n| set | 1 << n);
    }
    let command = |i: u8| scene.book.commands.of(scene.base(i).id);
    let mut found = Vec::new();
    for &first in &scene.free {
        if left & (1 << first) == 0 {
            continue;
        }
        left &= !(1 << first);
        let mut who = vec![first];
        let mut next = 0;
        while next < who.len() {
            let tie = scene.tie(who[next]);
            let open = |n: Option<u8>| n.filter(|n| barred & (1 << who[next] | 1 << n) == 0);
            for n in [open(tie.left), open(tie.right), tie.behind, tie.before].into_iter().flatten() {
                if left & (1 << n) != 0 && command(n) == command(first) {
                    left &= !(1 << n);
                    who.push(n);
                }
            }
            next += 1;
        }
        found.push(block(scene, who));
    }
    found
}

/// The files of a line that could go by themselves: one who fights and whoever supports it from behind.
pub fn files<'b>(scene: &'b Scene<'_>, line: &'b Block) -> impl Iterator<Item = Block> + 'b {
    let fronts = line.who[..line.rank].iter().filter(|_| line.rank > 1);
    fronts.filter_map(|&front| {
        let troop = scene.base(front).troop;
        let behind = scene.tie(front).behind.filter(|b| line.who.contains(b))?;
        let supports = scene.base(behind).troop == troop && tables().support.same(troop) > 0;
        supports.then(|| block(scene, vec![front, behind]))
    })
}

fn block(scene: &Scene<'_>, mut who: Vec<u8>) -> Block {
    let ahead = scene.base(who[0]).rect.ahead;
    let front = |i: u8| scene.base(i).rect.front_mid().dot(ahead);
    let most = who.iter().map(|&i| front(i)).fold(f64::NEG_INFINITY, f64::max);
    let foremost = |i: u8| front(i) >= most - dba::api::board::NEAR;
    who.sort_by_key(|&i| (!foremost(i), i));
    let rank = who.iter().filter(|&&i| foremost(i)).count();
    let rate = who.iter().map(|&i| scene.rate(scene.base(i).troop)).fold(f64::INFINITY, f64::min);
    Block { who, rank, rate }
}

/// What is straight ahead of a block.
pub fn ahead(scene: &Scene<'_>, block: &Block) -> Ahead {
    let mut ahead = Ahead { room: f64::INFINITY, foe: None };
    for (i, other) in scene.board.bases.iter().enumerate() {
        let i = i as u8;
        if block.who.contains(&i) {
            continue;
        }
        let size = other.rect.half_width + other.rect.half_depth;
        for &m in &block.who {
            let me = &scene.base(m).rect;
            let (u, v) = me.local(other.rect.centre);
            // Most are plainly beside our way or behind us.
            if u.abs() >= WIDTH / 2.0 + size || v < me.half_depth - 1.0 {
                continue;
            }
            // Its half extents across and along our way.
            let (with, across) =
                (me.ahead.dot(other.rect.ahead).abs(), me.ahead.dot(other.rect.right()).abs());
            let wide = other.rect.half_width * with + other.rect.half_depth * across;
            let deep = other.rect.half_depth * with + other.rect.half_width * across;
            let gap = v - me.half_depth - deep;
            if u.abs() >= WIDTH / 2.0 + wide - 0.6 || gap < -1.0 {
                continue;
            }
            if other.side == scene.side {
                ahead.room = ahead.room.min(gap);
            } else if ahead.foe.is_none_or(|(least, _)| gap < least) {
                ahead.foe = Some((gap, i));
            }
        }
    }
    ahead
}

/// Whether a type would rather shoot from where it stands than go on, with an enemy so far ahead.
pub fn shoots_from(scene: &Scene<'_>, troop: Troop, gap: f64) -> bool {
    let range = f64::from(scene.book.house.range(troop));
    range > 0.0 && gap <= range && !tactics::closes(&scene.book.house, troop)
}
