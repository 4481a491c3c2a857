//! Who can shoot at whom.

use crate::board::state::Phase;
use crate::board::{Base, Board, camp, contacts, geometry, ground};
use crate::data::scale::NEAR;
use crate::data::troop::Troop;
use crate::rule;
use ruling::RuleId;
use table::{Convex, Edge, Solid, Vec2};
use umpire::{Shooter, Side, UnitId};

/// How many may shoot at one target.
pub const MOST: usize = 3;

/// What is shot at: a base, or a camp and whoever holds it (`dba.camp.target`).
#[derive(Clone, Copy, Debug)]
pub enum Target<'a> {
    /// An element in the field.
    Base(&'a Base),
    /// A camp, by its outline.
    Camp(Convex),
}

/// What a number on the field stands for as a target.
pub fn target<'b>(board: &'b Board<'_>, id: UnitId) -> Option<Target<'b>> {
    match camp::camp_held(board, id) {
        Some(camp) => board.outline(camp).map(Target::Camp),
        None => board.base(id).map(Target::Base),
    }
}

/// The troop type that a number on the field stands for.
pub fn troop(board: &Board<'_>, id: UnitId) -> Troop {
    board.base(id).map_or(Troop::CampFollowers, |b| b.troop)
}

/// Whether these are guns, which shoot only in their own bound or in reply (`dba.shoot.when`).
pub fn is_gun(troop: Troop) -> bool {
    matches!(troop, Troop::Artillery | Troop::Cannon)
}

/// The distance of a shot, or the first rule against it: arc, range, sight.
///
/// # Errors
/// The rule that forbids the shot.
pub fn reach(board: &Board<'_>, shooter: &Base, id: UnitId) -> Result<f64, RuleId> {
    let range = f64::from(board.book.house.range(shooter.troop));
    let target = target(board, id).ok_or(rule::SHOOT_WHO)?;
    let (from, part) = match target {
        Target::Base(base) => aim(board, shooter, &base.rect),
        Target::Camp(outline) => aim(board, shooter, &outline),
    }
    .ok_or(rule::SHOOT_ARC)?;
    let edge = Convex::segment(from);
    let distance = table::distance(&edge, &part);
    if !geometry::in_range(distance, range) {
        return Err(rule::SHOOT_RANGE);
    }
    let sight = match target {
        Target::Base(base) => geometry::sight(from, &base.rect),
        Target::Camp(outline) => geometry::sight_to_camp(from, &outline),
    };
    let blocked = board.others(shooter.id).any(|b| b.id != id && geometry::blocks(&sight, &b.rect));
    let hidden = || table::shortest_between(&edge, &part).is_some_and(|[a, b]| !ground::sight(board, a, b));
    if blocked {
        Err(rule::SHOOT_SIGHT)
    } else if hidden() {
        Err(rule::TERRAIN_SIGHT)
    } else {
        Ok(distance)
    }
}

/// The edge that a shooter shoots from and the part of a target in its arc; none if no part is.
fn aim(board: &Board<'_>, shooter: &Base, target: &impl Solid) -> Option<([Vec2; 2], Convex)> {
    if let Some(camp) = board.camp_of(shooter.id) {
        return board.outline(camp).map(|outline| (geometry::all_round(&outline, target).0, target.hull()));
    }
    if shooter.troop == Troop::WarWagons {
        let (edge, _) = geometry::all_round(&Convex::from(shooter.rect), target);
        return Some((edge, target.hull()));
    }
    Some((shooter.rect.edge(Edge::Front), geometry::in_arc(&shooter.rect, target)?))
}

/// Everyone that a side's shooters might shoot at: enemies in the field and the holders of camps.
pub fn enemies<'b>(board: &'b Board<'_>, side: Side) -> impl Iterator<Item = UnitId> + 'b {
    let followers = Side::ALL.into_iter().filter_map(move |camp| {
        let held = camp != side && camp::held_by(board, camp) == Some(camp);
        camp::holder(board, camp).filter(|&id| held && board.base(id).is_none())
    });
    board.enemies(side).map(|b| b.id).chain(followers)
}

/// A side's elements that can shoot now, with their targets, the usual one first (`dba.shoot.must`). Guns are left
/// out in the enemy's bound and when they have moved: they may only reply.
pub fn shooters(board: &Board<'_>, phase: &Phase, side: Side) -> Vec<Shooter> {
    let may = |b: &&Base| {
        let silent = is_gun(b.troop) && (side != phase.active || phase.marks[b.id.index()].moves > 0);
        b.side == side && board.book.house.range(b.troop) > 0 && !silent
    };
    let mut ready = board.bases.iter().filter(may).peekable();
    if ready.peek().is_none() {
        return Vec::new();
    }
    let engaged = contacts::engaged(board, phase);
    ready
        .filter_map(|b| {
            let targets = enemies(board, side).filter(|&id| !engaged.has(id));
            if engaged.has(b.id) { None } else { shooter(board, phase, b, targets) }
        })
        .collect()
}

/// A side's guns that are shot at and have not declared a shot, with the enemies they may reply to.
pub fn replies(board: &Board<'_>, phase: &Phase, side: Side) -> Vec<Shooter> {
    let busy = |id: UnitId| phase.shots.iter().any(|shot| shot.shooters.contains(&id));
    let shot_at = phase.shots.iter().filter_map(|shot| board.base(shot.target).map(|b| (b, shot)));
    let mut guns: Vec<Shooter> = shot_at
        .filter(|(b, _)| b.side == side && is_gun(b.troop) && !busy(b.id))
        .filter_map(|(b, shot)| shooter(board, phase, b, shot.shooters.iter().copied()))
        .collect();
    guns.sort_by_key(|g| g.unit);
    guns
}

/// A shooter with those targets that it can reach: first whoever shoots at it, then the nearest, then by number.
fn shooter(
    board: &Board<'_>,
    phase: &Phase,
    base: &Base,
    targets: impl Iterator<Item = UnitId>,
) -> Option<Shooter> {
    let shoots_at_it =
        |id: UnitId| phase.shots.iter().any(|s| s.target == base.id && s.shooters.contains(&id));
    let mut able: Vec<(bool, i64, UnitId)> = targets
        .filter(|&id| near_enough(board, base, id))
        .filter_map(|id| reach(board, base, id).ok().map(|far| (!shoots_at_it(id), hundredths(far), id)))
        .collect();
    able.sort_unstable();
    let usual = able.first()?.2;
    Some(Shooter { unit: base.id, targets: able.into_iter().map(|(_, _, id)| id).collect(), usual })
}

/// A first look that spares measuring what is far out of range; camps are always measured.
fn near_enough(board: &Board<'_>, shooter: &Base, id: UnitId) -> bool {
    let (Some(target), None) = (board.base(id), board.camp_of(shooter.id)) else { return true };
    let far = f64::from(board.book.house.range(shooter.troop)) + shooter.rect.radius() + target.rect.radius();
    let way = target.rect.centre - shooter.rect.centre;
    board.camp_of(id).is_some() || way.dot(way) <= (far + NEAR) * (far + NEAR)
}

/// A distance to be compared: what differs by less is equally near.
pub fn hundredths(distance: f64) -> i64 {
    (distance * 100.0).round() as i64
}
