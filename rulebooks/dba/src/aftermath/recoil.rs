//! Recoil: straight back, through friends, over them, or pushing them, or not at all.

use crate::board::geometry::contact;
use crate::board::{Base, Board, ground};
use crate::data::scale::NEAR;
use crate::data::tables::tables;
use crate::data::troop::Troop;
use crate::movement::passing::{self, Faces};
use crate::rule;
use ruling::RuleId;
use table::{Rect, Span, Vec2};
use umpire::{Side, UnitId};

/// What becomes of an element that must recoil, and of the friends behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct Recoil {
    /// Where it goes; none if it is destroyed.
    pub to: Option<Base>,
    /// How far that is.
    pub distance: f64,
    /// The friends it pushes, where they go, in the order in which they are pushed.
    pub pushed: Vec<Base>,
    /// The friends it destroys.
    pub trampled: Vec<UnitId>,
    /// The rule that decided it.
    pub rule: RuleId,
    /// What it cannot recoil for, if it is destroyed because of that.
    pub blocked: Option<Block>,
}

/// What blocks a recoil.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// An enemy on its flank or rear.
    Held(UnitId),
    /// An enemy behind it.
    Enemy(UnitId),
    /// A friend behind it who can be neither passed nor pushed.
    Friend(UnitId),
    /// A camp.
    Camp(Side),
    /// The edge of the table.
    Edge,
    /// Ground that it may not enter.
    Ground,
}

impl Recoil {
    fn destroyed(rule: RuleId) -> Recoil {
        Recoil { to: None, distance: 0.0, pushed: Vec::new(), trampled: Vec::new(), rule, blocked: None }
    }

    fn blocked(by: Block) -> Recoil {
        Recoil { blocked: Some(by), ..Recoil::destroyed(rule::RECOIL_BLOCKED) }
    }

    fn back(base: &Base, distance: f64, rule: RuleId) -> Recoil {
        Recoil { to: Some(base.back(distance)), distance, ..Recoil::destroyed(rule) }
    }
}

/// How far a type of that depth recoils (`dba.recoil.move`).
pub fn distance(base: &Base) -> f64 {
    base.depth().min(tables().recoil)
}

/// Decides a recoil, step by step (`dba.recoil.order`); `held` is an enemy in contact with its flank
/// or rear.
pub fn decide(board: &Board<'_>, base: &Base, held: Option<UnitId>) -> Recoil {
    if board.camp_of(base.id).is_some() {
        return Recoil::destroyed(rule::CAMP_RECOIL);
    }
    if let Some(enemy) = held {
        return Recoil::blocked(Block::Held(enemy));
    }
    let far = distance(base);
    let path = behind(&base.rect, far);
    if let Some(block) = bars(board, base, &path, far) {
        return Recoil::blocked(block);
    }
    let met: Vec<&Base> = board.friends(base).filter(|f| f.overlaps(&path)).collect();
    if met.is_empty() {
        return Recoil::back(base, far, rule::RECOIL_MOVE);
    }
    if let Some((beyond, rule)) = pass(board, base, far, &met) {
        return Recoil::back(base, beyond, rule);
    }
    if base.troop == Troop::Elephants && board.book.house.elephant_trample {
        return trample(base, far, &met);
    }
    match push(board, base, far) {
        Some(pushed) => Recoil { pushed, ..Recoil::back(base, far, rule::RECOIL_PUSH) },
        None => Recoil::blocked(Block::Friend(nearest(base, &met))),
    }
}

/// What bars a way straight back, other than friends.
fn bars(board: &Board<'_>, base: &Base, path: &Rect, far: f64) -> Option<Block> {
    if let Some(enemy) = board.enemies(base.side).find(|e| e.overlaps(path)) {
        return Some(Block::Enemy(enemy.id));
    }
    if let Some(side) = camp_met(board, path) {
        return Some(Block::Camp(side));
    }
    if !ground::on_table(board, &base.back(far).rect) {
        return Some(Block::Edge);
    }
    (!ground_allows(board, base, far)).then_some(Block::Ground)
}

/// The friend met first on the way back; some friend is.
fn nearest(base: &Base, met: &[&Base]) -> UnitId {
    let reach = |f: &Base| stretch(base, &f.rect).map_or(0.0, |s| s.enter);
    let first = met.iter().min_by(|a, b| reach(a).total_cmp(&reach(b)).then(a.id.cmp(&b.id)));
    first.map_or(base.id, |f| f.id)
}

/// The ground a base covers on its way straight back, its own place included.
fn behind(rect: &Rect, far: f64) -> Rect {
    let half = far / 2.0;
    Rect { centre: rect.centre - rect.ahead * half, half_depth: rect.half_depth + half, ..*rect }
}

fn meets_camp(board: &Board<'_>, path: &Rect) -> bool {
    camp_met(board, path).is_some()
}

fn camp_met(board: &Board<'_>, path: &Rect) -> Option<Side> {
    let near = |side: Side| board.camps[side].is_some_and(|camp| camp.may_meet(path));
    let meets = |side: Side| board.outline(side).is_some_and(|camp| table::penetration(path, &camp) > NEAR);
    Side::ALL.into_iter().find(|&side| near(side) && meets(side))
}

/// Whether the table and the ground let a base go straight back so far.
fn ground_allows(board: &Board<'_>, base: &Base, far: f64) -> bool {
    ground::on_table(board, &base.back(far).rect)
        && ground::may_cross(board, &base.rect, base.rect.ahead * -far, base.troop)
}

/// The stretch of its way straight back over which one base overlaps another.
fn stretch(base: &Base, other: &Rect) -> Option<Span> {
    table::span(&base.rect, -base.rect.ahead, other, 0.0)
}

/// Through the friends met first, if all of them may be passed and there is room directly beyond: how far, and by
/// which rule.
fn pass(board: &Board<'_>, base: &Base, far: f64, met: &[&Base]) -> Option<(f64, RuleId)> {
    let reach = |f: &Base| stretch(base, &f.rect).map_or(0.0, |s| s.enter.max(0.0));
    let nearest = met.iter().map(|f| reach(f)).fold(f64::INFINITY, f64::min);
    let (mut beyond, mut rule) = (far, rule::PASS_RECOIL);
    for friend in met.iter().filter(|f| reach(f) <= nearest + NEAR) {
        let facing = Faces::of(base.facing, friend.facing);
        let right = passing::recoils_through(&board.book.house, base.troop, friend.troop, facing)?;
        if right != rule::PASS_RECOIL {
            rule = right;
        }
        beyond = beyond.max(stretch(base, &friend.rect).map_or(0.0, |s| s.leave));
    }
    let place = base.back(beyond);
    let free = !board.others(base.id).any(|o| place.overlaps(&o.rect)) && !meets_camp(board, &place.rect);
    let stands = ground::on_table(board, &place.rect) && ground::may_enter(board, &place.rect, base.troop);
    (free && stands).then_some((beyond, rule))
}

/// Elephants that cannot pass destroy whoever is in the way, and are destroyed by other Elephants there
/// (`dba.recoil.elephants`).
fn trample(base: &Base, far: f64, met: &[&Base]) -> Recoil {
    let trampled = met.iter().map(|f| f.id).collect();
    let done = if met.iter().any(|f| f.troop == Troop::Elephants) {
        Recoil::destroyed(rule::RECOIL_ELEPHANTS)
    } else {
        Recoil::back(base, far, rule::RECOIL_ELEPHANTS)
    };
    Recoil { trampled, ..done }
}

/// The friends pushed back so that an element may recoil, each as little as clears those before it; none if any
/// of them cannot be (`dba.recoil.push`).
fn push(board: &Board<'_>, base: &Base, far: f64) -> Option<Vec<Base>> {
    let back = -base.rect.ahead;
    let mut friends: Vec<&Base> = board.friends(base).collect();
    let front = |f: &Base| f.rect.front_mid().dot(back);
    friends.sort_by(|a, b| front(a).total_cmp(&front(b)).then(a.id.cmp(&b.id)));
    // Those nearer the front are placed before those behind them, who give way to them.
    let mut placed = vec![base.back(far)];
    for friend in friends {
        let mut moved = *friend;
        while let Some(ahead) = placed.iter().find(|p| p.overlaps(&moved.rect)) {
            if !may_be_pushed(board, base, friend) {
                return None;
            }
            let clear = table::clearance(&moved.rect, back, &ahead.rect, 0.0);
            moved = moved.moved(back * clear);
        }
        if moved != *friend {
            reaches(board, friend, back, &moved)?;
            placed.push(moved);
        }
    }
    placed.remove(0);
    let settled = board
        .friends(base)
        .all(|f| placed.iter().any(|p| p.id == f.id) || !placed.iter().any(|p| p.overlaps(&f.rect)));
    settled.then_some(placed)
}

fn may_be_pushed(board: &Board<'_>, base: &Base, friend: &Base) -> bool {
    Faces::of(base.facing, friend.facing) == Faces::Same
        && !tables().never_pushed.has(friend.troop)
        && !board.enemies(friend.side).any(|e| contact(e, friend).is_some_and(|c| c.flank_or_rear()))
}

/// Whether a friend can be pushed so far: into no enemy, no camp, no ground it may not enter, and not off the table.
fn reaches(board: &Board<'_>, friend: &Base, back: Vec2, to: &Base) -> Option<()> {
    let far = (to.rect.centre - friend.rect.centre).dot(back);
    let path = behind(&friend.rect, far);
    let enemy_met = board.enemies(friend.side).any(|e| e.overlaps(&path));
    (!enemy_met && !meets_camp(board, &path) && ground_allows(board, friend, far)).then_some(())
}
