//! Groups: who moves together, and the legs their steps amount to.

use crate::board::geometry::{behind, faces, in_range, joined, together};
use crate::board::state::UnitSet;
use crate::board::{Base, Board};
use crate::data::scale::{MM, NEAR, in_paces};
use crate::data::tables::tables;
use crate::movement::leg::Leg;
use crate::movement::under_way::{Bases, MOST};
use crate::rule;
use arrayvec::ArrayVec;
use ruling::Refusal;
use table::{Facing, Vec2};
use umpire::{Side, Step, UnitId};

/// The legs of one step: half a turn in legs of at most 30 degrees is the most.
pub type Legs = ArrayVec<Leg, 8>;

/// The widest wheel: half a turn, in the parts that facings count.
const WHEEL: u32 = 1 << 31;

/// The bases of the elements named, in that order.
///
/// # Errors
/// Says who is not there, not of this side or named twice.
pub fn gather(board: &Board<'_>, side: Side, units: &[UnitId]) -> Result<Bases, Vec<Refusal>> {
    let mut no = Vec::new();
    let mut bases = Bases::new();
    let mut named = UnitSet::default();
    if units.len() > MOST {
        return Err(vec![Refusal::new(rule::MOVE_GROUP, "more elements are named than a command has")]);
    }
    for &id in units {
        match board.base(id) {
            None if board.followers.0.contains(&Some(id)) => {
                no.push(Refusal::new(rule::CAMP_FOLLOWERS, "Camp Followers never move").about(id.0));
            }
            None => {
                no.push(
                    Refusal::new(rule::BOUND_SEQUENCE, "there is no such element on the table").about(id.0),
                );
            }
            Some(base) if base.side != side => {
                no.push(Refusal::new(rule::BOUND_SEQUENCE, "it is the enemy's element").about(id.0));
            }
            Some(_) if named.has(id) => {
                no.push(Refusal::new(rule::MOVE_ONCE, "an element is named twice").about(id.0));
            }
            Some(base) => {
                named.add(id);
                bases.push(*base);
            }
        }
    }
    if units.is_empty() {
        no.push(Refusal::new(rule::MOVE_SINGLE, "no element is named"));
    }
    if no.is_empty() { Ok(bases) } else { Err(no) }
}

/// Dresses a group on its leader: each exactly beside or behind one already in place, so that small differences
/// do not add up. The order stays.
///
/// # Errors
/// Says who faces another way, and who is not joined to the rest (`dba.move.group`).
pub fn dress(bases: &Bases) -> Result<Bases, Vec<Refusal>> {
    let mut no = Vec::new();
    let Some(leader) = bases.first() else { return Ok(bases.clone()) };
    if bases.len() < 2 {
        no.push(
            Refusal::new(rule::MOVE_GROUP, "a group is two or more elements")
                .about(leader.id.0)
                .instead("move it singly"),
        );
    }
    for base in bases.iter().filter(|b| !faces(b.facing, leader.facing, 0.0)) {
        no.push(Refusal::new(rule::MOVE_GROUP, "it does not face as the others do").about(base.id.0).needs(
            0.0,
            leader.facing.turn_to(base.facing).abs(),
            "degrees of difference",
        ));
    }
    let mut dressed = bases.clone();
    let mut done: u16 = 1;
    let all = ((1_u32 << bases.len()) - 1) as u16;
    while done != all {
        let next = (0..bases.len()).find_map(|i| {
            let by =
                (0..bases.len()).find(|&j| is(done, j) && !is(done, i) && joined(&bases[i], &bases[j]))?;
            Some((i, by))
        });
        let Some((i, by)) = next else { break };
        dressed[i] = beside_or_behind(&bases[i], &bases[by], &dressed[by]);
        done |= 1 << i;
    }
    for (i, base) in bases.iter().enumerate().filter(|&(i, _)| !is(done, i)) {
        debug_assert!(i > 0);
        no.push(Refusal::new(rule::MOVE_GROUP, "it is not joined to the others").about(base.id.0));
    }
    if no.is_empty() { Ok(dressed) } else { Err(no) }
}

/// All that are joined to an element and face as it does, itself among them, the foremost first
/// (`dba.move.group`).
pub fn joined_to(board: &Board<'_>, unit: UnitId) -> Vec<UnitId> {
    let Some(first) = board.base(unit) else { return vec![unit] };
    let commands = &board.book.commands;
    let mates = board.friends(first).filter(|b| commands.of(b.id) == commands.of(unit));
    let mates: Vec<&Base> = mates.filter(|b| faces(b.facing, first.facing, 0.0)).collect();
    let mut found = vec![first];
    let mut next = 0;
    while let Some(by) = found.get(next).copied() {
        next += 1;
        for mate in &mates {
            if found.iter().all(|b| b.id != mate.id) && joined(mate, by) {
                found.push(mate);
            }
        }
    }
    found.into_iter().map(|base| base.id).collect()
}

fn is(set: u16, i: usize) -> bool {
    set & (1 << i) != 0
}

/// A base put exactly into its place by another to which it is joined.
fn beside_or_behind(base: &Base, by: &Base, dressed: &Base) -> Base {
    let (b, d) = (&base.rect, &dressed.rect);
    let level = d.half_depth - b.half_depth;
    let (u, v) = if together(b.fl(), by.rect.fr()) {
        (d.half_width + b.half_width, level)
    } else if together(b.fr(), by.rect.fl()) {
        (-d.half_width - b.half_width, level)
    } else if behind(base, by) {
        (0.0, -d.half_depth - b.half_depth)
    } else {
        (0.0, d.half_depth + b.half_depth)
    };
    base.at(d.place(u, v), dressed.facing)
}

/// The foremost rank of a group that faces one way: those whose front edge is farthest forward.
pub fn foremost(bases: &[Base]) -> u16 {
    let Some(first) = bases.first() else { return 0 };
    let ahead = |b: &Base| b.rect.front_mid().dot(first.rect.ahead);
    let most = bases.iter().map(ahead).fold(f64::NEG_INFINITY, f64::max);
    let rank = bases.iter().enumerate().filter(|(_, b)| ahead(b) >= most - NEAR);
    rank.fold(0, |set, (i, _)| set | 1 << i)
}

/// Whether a group is one element wide: each directly behind another but the first.
pub fn is_one_wide(bases: &[Base]) -> bool {
    let heads = bases.iter().filter(|b| !bases.iter().any(|o| behind(b, o)));
    heads.count() == 1 && !bases.iter().any(|b| bases.iter().filter(|o| behind(o, b)).count() > 1)
}

/// A length of a step, in paces.
fn paces(grid: i32) -> f64 {
    f64::from(grid) / table::Point::PER_MM / MM
}

/// The legs of a step of a single element, which may go anywhere (`dba.move.single`).
///
/// # Errors
/// Says what is wrong with the step itself.
pub fn legs_of_one(step: Step, base: &Base) -> Result<Legs, Box<Refusal>> {
    let rect = &base.rect;
    let leg = match step {
        Step::To(pose) => Leg::march(base, &base.at(in_paces(pose.at.vec()), pose.facing)),
        Step::Forward(d) => Leg::straight(rect.ahead * length(d, rule::MOVE_SINGLE)?),
        Step::Back(d) => Leg::straight(rect.ahead * -length(d, rule::MOVE_SINGLE)?),
        Step::Shift(d) => Leg::straight(rect.right() * paces(d)),
        Step::Turn(by) => Leg::pivot(rect.centre, crate::movement::leg::shorter(Facing::NORTH, by)),
        Step::WheelLeft(by) => return wheel(rect.fl(), by, -1),
        Step::WheelRight(by) => return wheel(rect.fr(), by, 1),
    };
    Ok(Legs::from_iter([leg]))
}

/// The legs of a step of a group with a foremost rank: straight ahead, a wheel or a shift (`dba.move.group`).
///
/// # Errors
/// Says what is wrong with the step itself.
pub fn legs_of_many(step: Step, now: &[Base], rank: u16) -> Result<Legs, Box<Refusal>> {
    let Some(leader) = now.first() else { return Ok(Legs::new()) };
    let (ahead, right) = (leader.rect.ahead, leader.rect.right());
    match step {
        Step::Forward(d) => Ok(Legs::from_iter([Leg::straight(ahead * length(d, rule::MOVE_GROUP)?)])),
        Step::Shift(d) => {
            let by = paces(d);
            if by.abs() > tables().group_shift.most + NEAR {
                let no = Refusal::new(rule::MOVE_GROUP, "a group shifts no farther");
                return Err(no.needs(by.abs(), tables().group_shift.most, "paces").into());
            }
            Ok(Legs::from_iter([Leg::straight(right * by)]))
        }
        Step::WheelLeft(by) => wheel(end_of(now, rank, -1.0), by, -1),
        Step::WheelRight(by) => wheel(end_of(now, rank, 1.0), by, 1),
        Step::Back(_) => Err(Refusal::new(rule::MOVE_GROUP, "a group never goes backwards")
            .instead("break it up and move its elements singly")
            .into()),
        Step::To(_) | Step::Turn(_) => {
            Err(Refusal::new(rule::MOVE_GROUP, "a group only advances, wheels or shifts")
                .instead("give its way as advances and wheels")
                .into())
        }
    }
}

/// The front corner at the left (-1) or right (1) end of a rank.
fn end_of(now: &[Base], rank: u16, hand: f64) -> Vec2 {
    let mut best: Option<Vec2> = None;
    for base in now.iter().enumerate().filter(|&(i, _)| is(rank, i)).map(|(_, b)| b) {
        let corner = if hand < 0.0 { base.rect.fl() } else { base.rect.fr() };
        let right = now[0].rect.right() * hand;
        if best.is_none_or(|b| corner.dot(right) > b.dot(right)) {
            best = Some(corner);
        }
    }
    best.unwrap_or_default()
}

/// A wheel about a point in equal legs of at most 30 degrees (`dba.move.wheel`).
fn wheel(about: Vec2, by: Facing, hand: i64) -> Result<Legs, Box<Refusal>> {
    if by.0 == 0 || by.0 > WHEEL {
        let no = Refusal::new(rule::MOVE_WHEEL, "a wheel turns more than nothing and at most half about");
        return Err(no.needs(by.to_degrees(), 180.0, "degrees").into());
    }
    let by = i64::from(by.0);
    // A hair over a whole number of legs is rounding, not another leg.
    // In the parts of a turn that facings count.
    let widest = (tables().wheel_leg / 360.0 * 4_294_967_296.0) as i64;
    let count = ((by - 16 + widest - 1) / widest).max(1);
    let leg = |i: i64| Leg::pivot(about, hand * (by * (i + 1) / count - by * i / count));
    Ok((0..count).map(leg).collect())
}

fn length(grid: i32, rule: ruling::RuleId) -> Result<f64, Box<Refusal>> {
    if grid > 0 {
        Ok(paces(grid))
    } else {
        Err(Refusal::new(rule, "a step has a length above nothing").needs(1.0, paces(grid), "paces").into())
    }
}

/// Why a group may not shift so, if it may not: it must bring one of its elements exactly opposite an enemy within
/// 160 paces of some element of the group.
pub fn shifted_badly(board: &Board<'_>, now: &[Base]) -> Option<Refusal> {
    let leader = now.first()?;
    let mut least = f64::INFINITY;
    for enemy in board.enemies(leader.side).filter(|e| faces(e.facing, leader.facing, 180.0)) {
        let distance = |b: &Base| table::distance(&b.rect, &enemy.rect);
        if !now.iter().any(|b| in_range(distance(b), tables().group_shift.opposite)) {
            continue;
        }
        for base in now {
            let (u, v) = base.rect.local(enemy.rect.centre);
            if v > 0.0 {
                least = least.min(u.abs());
            }
        }
    }
    if least <= NEAR {
        return None;
    }
    let no = Refusal::new(
        rule::MOVE_GROUP,
        "a shift must bring an element exactly opposite an enemy within 160 paces",
    );
    Some(if least.is_finite() { no.needs(0.0, least, "paces off its centre line") } else { no })
}
