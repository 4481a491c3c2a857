//! The line of fire: who can shoot at whom, how far it is, and what is in the way.

use crate::board::faces::face;
use crate::board::state::Face;
use crate::board::{Board, land};
use crate::data::scale::NEAR;
use crate::data::tables::tables;
use crate::data::terrain::Terrain;
use crate::movement::rules::Parts;
use crate::rule;
use crate::shooting::rules::{Woods, range, stopped};
use ruling::RuleId;
use table::{Convex, Piece, Vec2, cut_to_front_zone, line_inside, shortest_between};
use umpire::UnitId;

/// A line of fire.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Where it begins, on the shooter's front edge.
    pub from: Vec2,
    /// Where it ends, on the target.
    pub to: Vec2,
    /// How long it is.
    pub length: f64,
}

/// What a volley along a line is like.
#[derive(Clone, Debug, PartialEq)]
pub struct Aim {
    /// The line.
    pub line: Line,
    /// How far the missiles reach, and why.
    pub reach: Parts,
    /// Whether it goes over units.
    pub over: bool,
    /// Whether the target is obscured.
    pub obscured: bool,
    /// The face of the target shot at.
    pub face: Face,
}

/// The line of fire from one unit to another. Returns `None` if no part of the target is in the shooter's front zone
/// (`toms.shoot.arc`).
pub fn line(board: &Board<'_>, shooter: UnitId, target: UnitId) -> Option<Line> {
    let (base, aimed) = (board.rect(shooter), board.rect(target));
    let front = Convex::segment([base.fl(), base.fr()]);
    let between = if board.book.house.all_round_fire {
        shortest_between(&base, &aimed)
    } else {
        shortest_between(&front, &cut_to_front_zone(&base, &aimed)?)
    };
    let [from, to] = between.unwrap_or([base.front_mid(), base.front_mid()]);
    Some(Line { from, to, length: from.distance(to) })
}

/// Aims a volley of one unit at another, of fire or not.
///
/// # Errors
/// The rule that forbids it.
pub fn aim(board: &Board<'_>, shooter: UnitId, target: UnitId, flame: bool) -> Result<Aim, RuleId> {
    let who = board.profile(shooter);
    // Most are too far, which takes no line to see.
    let apart = board.rect(shooter).centre.distance(board.rect(target).centre);
    let radii = board.rect(shooter).radius() + board.rect(target).radius();
    if apart - radii > f64::from(who.range) + tables().shooting.high {
        return Err(rule::SHOOT_RANGE);
    }
    let line = line(board, shooter, target).ok_or(rule::SHOOT_ARC)?;
    let in_wood = board.in_wood(target);
    let reach = range(who, flame, board.level(shooter), board.level(target), in_wood);
    if line.length > reach.total() + NEAR {
        return Err(rule::SHOOT_RANGE);
    }
    if let Some(rule) = stopped(&woods(board, shooter, target, &line), line.length) {
        return Err(rule);
    }
    let (over, screened) = screens(board, shooter, target, &line);
    Ok(Aim {
        line,
        reach,
        over,
        obscured: in_wood || screened,
        face: face(&board.rect(target), board.rect(shooter).centre),
    })
}

/// How a line lies to woods.
fn woods(board: &Board<'_>, shooter: UnitId, target: UnitId, line: &Line) -> Woods {
    let ground = board.ground();
    let (mine, theirs) = (board.rect(shooter).centre, board.rect(target).centre);
    let mut woods = Woods::default();
    for wood in land::pieces(ground, Terrain::is_wood) {
        let mut stretches = land::stretches(wood, line.from, line.to);
        let Some(first) = stretches.next() else { continue };
        let broken = stretches.next().is_some();
        let of_shooter = land::on(wood, mine) || first[0] <= NEAR;
        let of_target = land::on(wood, theirs) || first[1] >= line.length - NEAR;
        let depth = first[1] - first[0];
        match (of_shooter, of_target) {
            _ if broken => woods.between = true,
            (true, true) => woods.same = true,
            (true, false) => woods.shooter = Some(depth),
            (false, true) => woods.target = Some(depth),
            (false, false) => woods.between = true,
        }
    }
    woods
}

/// Whether a line goes over units, and whether something near the target obscures it (`toms.shoot.over`,
/// `toms.shoot.obscured`).
fn screens(board: &Board<'_>, shooter: UnitId, target: UnitId, line: &Line) -> (bool, bool) {
    let near = tables().shooting.gap + NEAR;
    let (mut over, mut obscured) = (false, false);
    for other in board.seen_by(board.side(shooter)).filter(|&id| id != shooter && id != target) {
        if let Some(inside) = line_inside([line.from, line.to], &board.rect(other)) {
            let gap = line.length - inside.leave;
            over |= gap > near;
            obscured |= gap <= near;
        }
    }
    let stands = [shooter, target].map(|id| board.rect(id).centre);
    let hides = |kind: Terrain| kind.is_hill() || kind == Terrain::Obstacle;
    let beneath =
        |piece: &&Piece| Terrain::of(piece.kind).is_hill() && stands.iter().any(|&p| land::on(piece, p));
    for piece in land::pieces(board.ground(), hides).filter(|piece| !beneath(piece)) {
        let last = land::stretches(piece, line.from, line.to).last();
        obscured |= last.is_some_and(|[_, leave]| line.length - leave <= near);
    }
    (over, obscured)
}

/// Why a volley cannot be shot, in words.
pub fn words(why: RuleId) -> &'static str {
    match why {
        rule::SHOOT_RANGE => "the target is out of range",
        rule::SHOOT_ARC => "the target is not before its front",
        rule::SHOOT_MELEE => "units in melee neither shoot nor are shot at",
        rule::BROKEN_LIMITS => "it does not obey",
        rule::WOODS_BLOCK => "a wood is in the way",
        rule::WOODS_SAME | rule::WOODS_FIRE_IN => "the target is too deep in the wood",
        rule::WOODS_FIRE_OUT => "it is too deep in its wood",
        _ => "there is nobody to shoot at any more",
    }
}

/// Whether a unit could be named as a target of a shooter's side at all, and shot at now.
///
/// # Errors
/// The rule that forbids it.
pub fn may_shoot_at(board: &Board<'_>, shooter: UnitId, target: UnitId) -> Result<(), RuleId> {
    if !board.obeys(shooter) {
        return Err(rule::BROKEN_LIMITS);
    }
    if board.is_engaged(shooter) && board.is_locked(shooter) {
        return Err(rule::SHOOT_MELEE);
    }
    if !board.field.on_table(target) || board.is_hidden(target) {
        return Err(rule::TURN_DECLARE);
    }
    if board.is_engaged(target) && !board.book.house.shoot_into_melee {
        return Err(rule::SHOOT_MELEE);
    }
    Ok(())
}
