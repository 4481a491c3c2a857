//! Shooting: who can shoot at whom, and who must.
//!
//! Shots are declared first, by the active side, then by the other, then by guns that reply; [`crate::volley`]
//! carries them out one by one.

use crate::board::{Base, Board, NEAR};
use crate::phase::{Phase, Shot};
use crate::tables::tables;
use crate::troop::Troop;
use crate::{camp, fight, geometry, ground, rule};
use arrayvec::ArrayVec;
use ruling::{Refusal, RuleId};
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
    if blocked || hidden() { Err(rule::SHOOT_SIGHT) } else { Ok(distance) }
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
fn enemies<'b>(board: &'b Board<'_>, side: Side) -> impl Iterator<Item = UnitId> + 'b {
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
    let engaged = fight::engaged(board, phase);
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
fn hundredths(distance: f64) -> i64 {
    (distance * 100.0).round() as i64
}

/// Whether nothing is left to choose: each shooter has one target, and none has too many shooters.
pub fn is_settled(phase: &Phase, shooters: &[Shooter]) -> bool {
    let crowd = |id: UnitId| declared(phase, id) + shooters.iter().filter(|s| s.usual == id).count();
    shooters.iter().all(|s| s.targets.len() == 1 && crowd(s.usual) <= MOST)
}

fn declared(phase: &Phase, target: UnitId) -> usize {
    phase.shots.iter().filter(|s| s.target == target).map(|s| s.shooters.len()).sum()
}

/// The targets that are taken unless the player chooses: the usual one, or the next that has room.
pub fn usual(phase: &Phase, shooters: &[Shooter]) -> Vec<(UnitId, UnitId)> {
    let mut list: Vec<(UnitId, UnitId)> = Vec::with_capacity(shooters.len());
    for shooter in shooters {
        let room = |id: UnitId| declared(phase, id) + list.iter().filter(|(_, t)| *t == id).count() < MOST;
        if let Some(&target) = shooter.targets.iter().find(|&&id| room(id)) {
            list.push((shooter.unit, target));
        }
    }
    list
}

/// Why one number on the field may not shoot at another: the first reason of who, contact, when, arc, range, sight.
pub fn why_not(board: &Board<'_>, phase: &Phase, side: Side, unit: UnitId, target: UnitId) -> Refusal {
    let no = |rule: RuleId, what: &'static str| Refusal::new(rule, what).about(unit.0);
    let Some(base) = board.base(unit).filter(|b| b.side == side) else {
        return no(rule::SHOOT_WHO, "this is no shooter of yours");
    };
    if board.book.house.range(base.troop) == 0 {
        return no(rule::SHOOT_WHO, "it does not shoot");
    }
    if !enemies(board, side).any(|id| id == target) {
        return no(rule::SHOOT_COMBINE, "that is no enemy on the table");
    }
    let engaged = fight::engaged(board, phase);
    if engaged.has(unit) || engaged.has(target) {
        return no(rule::SHOOT_CONTACT, "one of them is in contact with an enemy");
    }
    match reach(board, base, target) {
        Err(rule::SHOOT_ARC) => no(rule::SHOOT_ARC, "no part of that is in its arc"),
        Err(rule::SHOOT_RANGE) => no(rule::SHOOT_RANGE, "that is out of range"),
        Err(rule) => no(rule, "something is in the way"),
        Ok(_) => {
            no(rule::SHOOT_WHEN, "guns shoot only in their own bound, unmoved, or at who shoots at them")
        }
    }
}

/// Judges a player's choice of targets.
///
/// # Errors
/// Every reason against it.
pub fn judge(
    board: &Board<'_>,
    phase: &Phase,
    side: Side,
    shooters: &[Shooter],
    list: &[(UnitId, UnitId)],
) -> Result<(), Vec<Refusal>> {
    let mut reasons = Vec::new();
    let aimed = |id: UnitId| declared(phase, id) + list.iter().filter(|(_, t)| *t == id).count();
    let mut full = Vec::new();
    for (i, &(unit, target)) in list.iter().enumerate() {
        match shooters.iter().find(|s| s.unit == unit) {
            None => reasons.push(why_not(board, phase, side, unit, target)),
            Some(shooter) if !shooter.targets.contains(&target) => {
                reasons.push(why_not(board, phase, side, unit, target));
            }
            Some(_) if list[..i].iter().any(|(u, _)| *u == unit) => {
                reasons.push(Refusal::new(rule::SHOOT_COMBINE, "it shoots only once a bound").about(unit.0));
            }
            Some(_) if aimed(target) > MOST && !full.contains(&target) => {
                full.push(target);
                let crowd = Refusal::new(rule::SHOOT_COMBINE, "too many shoot at one target");
                reasons.push(crowd.about(target.0).needs(aimed(target) as f64, MOST as f64, "shooters"));
            }
            Some(_) => {}
        }
    }
    for shooter in shooters.iter().filter(|s| list.iter().all(|(u, _)| *u != s.unit)) {
        if shooter.targets.iter().any(|&t| aimed(t) < MOST) {
            let idle = Refusal::new(rule::SHOOT_MUST, "an element that can shoot must").about(shooter.unit.0);
            reasons.push(idle.instead("give it a target"));
        }
    }
    if reasons.is_empty() { Ok(()) } else { Err(reasons) }
}

/// Adds declared targets to the shots of this bound.
pub fn declare(phase: &mut Phase, list: &[(UnitId, UnitId)]) {
    for &(unit, target) in list {
        match phase.shots.iter_mut().find(|s| s.target == target) {
            Some(shot) => shot.shooters.push(unit),
            None => phase.shots.push(Shot { target, shooters: vec![unit] }),
        }
    }
}

/// Those of a shot who can still make it, with their distances, the main shooter first (`dba.shoot.combine`).
pub fn line(board: &Board<'_>, shot: &Shot) -> ArrayVec<(UnitId, f64), MOST> {
    let arm = board.arm(troop(board, shot.target));
    let able = shot.shooters.iter().filter_map(|&id| board.base(id)).filter_map(|b| {
        let far = reach(board, b, shot.target).ok()?;
        let basic = tables().troop(b.troop).versus(arm);
        Some((hundredths(far), -basic, b.id, far))
    });
    let mut able: ArrayVec<_, MOST> = able.take(MOST).collect();
    able.sort_unstable_by_key(|&(far, basic, id, _)| (far, basic, id));
    able.into_iter().map(|(_, _, id, far)| (id, far)).collect()
}

/// The shot with which the target of another answers it, each being the other's main shooter: the two are one
/// combat (`dba.shoot.mutual`).
pub fn answer(board: &Board<'_>, phase: &Phase, number: usize) -> Option<usize> {
    let shot = &phase.shots[number];
    let own = phase.shots.iter().position(|s| s.shooters.contains(&shot.target))?;
    let back = &phase.shots[own];
    let main = line(board, shot).first()?.0;
    (back.target == main && line(board, back).first()?.0 == shot.target).then_some(own)
}

/// The shots to choose from, by number: two that are one combat are offered once.
pub fn waiting(board: &Board<'_>, phase: &Phase) -> Vec<usize> {
    let first = |&i: &usize| answer(board, phase, i).is_none_or(|back| i < back);
    (0..phase.shots.len()).filter(first).collect()
}

/// Strikes out shots whose target or whose every shooter has left the table.
pub fn strike_out(phase: &mut Phase, field: &umpire::Field) {
    phase.shots.retain(|s| field.on_table(s.target) && s.shooters.iter().any(|&id| field.on_table(id)));
}

/// Whether a target is shot at only from wholly behind its rear-edge line (`dba.shoot.rear`).
pub fn only_from_behind(board: &Board<'_>, target: &Base, shooters: &[(UnitId, f64)]) -> bool {
    let line = -target.rect.half_depth + NEAR;
    let behind = |shape: Convex| shape.corners().iter().all(|&p| target.rect.local(p).1 <= line);
    shooters.iter().all(|&(id, _)| {
        let camp = board.camp_of(id).and_then(|camp| board.outline(camp));
        camp.or(board.base(id).map(|b| Convex::from(b.rect))).is_some_and(behind)
    })
}
