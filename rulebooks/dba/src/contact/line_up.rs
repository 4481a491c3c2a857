//! Lining up: the pose in which a move that has come near an enemy ends.

use crate::board::geometry::{self, Contact, contact, line_up};
use crate::board::{Base, Board, camp, ground};
use crate::contact::lock::{fronting, is_all_fronts, is_untouched};
use crate::contact::rules::flank_start;
use crate::data::scale::{HAIR, NEAR, NEAR_ANGLE, SAME, WIDTH};
use crate::data::tables::tables;
use crate::data::troop::Troop;
use crate::house::House;
use crate::movement;
use crate::movement::leg::Leg;
use crate::movement::rules::Formation;
use crate::movement::under_way::{Bases, Run, is_near, is_near_shape};
use table::{Convex, Edge, Facing};
use umpire::{Side, UnitId};

/// One way in which a move may end near an enemy.
struct Candidate {
    mover: usize,
    enemy: UnitId,
    kind: Contact,
    leg: Leg,
    cost: f64,
}

impl Candidate {
    fn rank(&self) -> u8 {
        match self.kind {
            Contact::Front => 0,
            Contact::LeftFlank | Contact::RightFlank => 1,
            Contact::Rear => 2,
            _ => 3,
        }
    }
}

/// How near is reckoned as reached once a run has been halted: a hair more than what halts it.
fn reached_within() -> f64 {
    tables().touch + HAIR
}

/// The enemies, and camps that the enemy holds, near any of the movers.
fn reached<'a>(run: &Run<'a, '_>) -> (Vec<&'a Base>, Vec<(Side, Convex)>) {
    let board = run.board;
    let near = |e: &&Base| {
        board.camp_of(e.id).is_none() && run.now.iter().any(|b| is_near(&b.rect, &e.rect, reached_within()))
    };
    let camps =
        Side::ALL.into_iter().filter(|&owner| camp::held_by(board, owner) == Some(run.side().other()));
    let outlines = camps.filter_map(|owner| Some((owner, run.camps[owner]?)));
    let near_camp = |(_, outline): &(Side, Convex)| {
        run.now.iter().any(|b| is_near_shape(&b.rect, outline, reached_within()))
    };
    (board.enemies(run.side()).filter(near).collect(), outlines.filter(near_camp).collect())
}

/// Whether the movers are near any enemy where they are now.
pub fn is_near_enemy(run: &Run<'_, '_>) -> bool {
    let (enemies, camps) = reached(run);
    !enemies.is_empty() || !camps.is_empty()
}

/// Brings a run that has come near an enemy into the cheapest contact that stands (`dba.contact.snap`): the leg that
/// does it, or none.
pub fn snap(run: &mut Run<'_, '_>) -> Option<Leg> {
    let mut candidates = candidates(run);
    candidates.sort_by(|a, b| {
        let by_cost = if (a.cost - b.cost).abs() <= SAME {
            std::cmp::Ordering::Equal
        } else {
            a.cost.total_cmp(&b.cost)
        };
        by_cost
            .then(a.rank().cmp(&b.rank()))
            .then(a.enemy.cmp(&b.enemy))
            .then_with(|| run.now[a.mover].id.cmp(&run.now[b.mover].id))
    });
    for candidate in candidates {
        let mut trial = run.clone();
        if trial.close(&candidate.leg).is_ok() && stands(run, &trial, &candidate) {
            *run = trial;
            return Some(candidate.leg);
        }
    }
    None
}

fn candidates(run: &Run<'_, '_>) -> Vec<Candidate> {
    let (enemies, camps) = reached(run);
    let left = run.left() + NEAR;
    let mut found = Vec::new();
    let mut offer = |mover: usize, enemy: UnitId, kind: Contact, place: &Base| {
        let leg = Leg::march(&run.now[mover], place);
        let cost = run.cost(&leg.end());
        if cost <= left {
            found.push(Candidate { mover, enemy, kind, leg, cost });
        }
    };
    let house = &run.board.book.house;
    for (mover, base) in run.now.iter().enumerate().filter(|(_, b)| house.may_contact(b.troop)) {
        for enemy in &enemies {
            let reach = left + base.rect.radius() + enemy.rect.radius() + WIDTH;
            if base.rect.centre.distance(enemy.rect.centre) > reach {
                continue;
            }
            if is_all_fronts(run.board, enemy) {
                for edge in Edge::ALL {
                    let place = line_up(base, &fronting(enemy, edge), Contact::Front);
                    offer(mover, enemy.id, Contact::Front, &place);
                }
                continue;
            }
            for kind in Contact::ENDS {
                if flank_start(&run.start[mover], enemy, kind) {
                    offer(mover, enemy.id, kind, &line_up(base, enemy, kind));
                }
            }
        }
        for (owner, outline) in &camps {
            if let (Some(place), Some(holder)) = (against(base, outline), camp::holder(run.board, *owner)) {
                offer(mover, holder, Contact::Front, &place);
            }
        }
    }
    found
}

/// A base flush on the edge of a camp that it has reached, by the least turn and shift that puts enough of its front
/// edge on it (`dba.camp.attack`).
fn against(base: &Base, outline: &Convex) -> Option<Base> {
    let mut best: Option<(f64, [table::Vec2; 2])> = None;
    for edge in outline.edges() {
        let far = table::distance(&base.rect, &Convex::segment(edge));
        if far <= reached_within() && edge[0].distance(edge[1]) >= tables().camp_hold {
            // Of two edges reached at a corner, the one it faces more squarely.
            let inward = (edge[1] - edge[0]).right() * (1.0 / edge[0].distance(edge[1]));
            let square = inward.dot(base.rect.ahead);
            if best.is_none_or(|(most, _)| square > most) {
                best = Some((square, edge));
            }
        }
    }
    let (_, [a, b]) = best?;
    let length = a.distance(b);
    let along = (b - a) * (1.0 / length);
    let at = (base.rect.front_mid() - a).dot(along).clamp(0.0, length);
    let facing = Facing::of(along.right());
    Some(base.at(a + along * at - facing.vec() * base.rect.half_depth, facing))
}

/// Whether a candidate, tried, is allowed where it ends.
fn stands(before: &Run<'_, '_>, trial: &Run<'_, '_>, candidate: &Candidate) -> bool {
    let board = trial.board;
    if !movement::rules::within(trial.spent, trial.rate()) || !trial.now.iter().all(|b| trial.is_free(b)) {
        return false;
    }
    if !trial.line_kept_to_good_going() || !trial.kept_dry() {
        return false;
    }
    let front = |enemy: &Base| has_front_contact(board, &trial.now, trial, enemy);
    for (i, base) in trial.now.iter().enumerate() {
        for enemy in board.enemies(base.side) {
            let Some(kind) = contact(base, enemy) else { continue };
            let overlaps = kind.overlapped_flank().is_some() && front(enemy);
            if (kind.fights() || overlaps) && !board.book.house.may_contact(base.troop) {
                return false;
            }
            if kind.flank_or_rear()
                && !is_all_fronts(board, enemy)
                && !flank_start(&trial.start[i], enemy, kind)
            {
                return false;
            }
        }
    }
    let in_line = trial.hold.allows(trial.form, &trial.now);
    match candidate.kind {
        Contact::Front => in_line,
        kind => {
            let Some(enemy) = board.base(candidate.enemy) else { return false };
            let open = before.hold.is_free()
                || (trial.form != Formation::Single && in_line && !before.hold.by(enemy.id));
            open && (kind.fights() || front(enemy))
        }
    }
}

/// Whether a friend of the movers, or one of them, is in front contact with an enemy.
fn has_front_contact(board: &Board<'_>, movers: &[Base], run: &Run<'_, '_>, enemy: &Base) -> bool {
    let others = board.enemies(enemy.side).filter(|b| !run.moving.has(b.id));
    others.chain(movers).any(|b| contact(b, enemy) == Some(Contact::Front))
}

/// An enemy that lines up with a group which reached its front and could not line up itself (`dba.contact.conform`):
/// where it comes to stand, and with whom.
pub fn conform(run: &Run<'_, '_>) -> Option<(Base, UnitId)> {
    if run.form == Formation::Single {
        return None;
    }
    let mut best: Option<(f64, Base, UnitId)> = None;
    for enemy in reached(run).0 {
        if !may_conform(run.board, enemy) {
            continue;
        }
        let Some(mover) = nearest_to_front(&run.board.book.house, &run.now, enemy) else { continue };
        let place = line_up(enemy, mover, Contact::Front);
        let shift = place.rect.front_mid().distance(enemy.rect.front_mid());
        let turn = enemy.facing.turn_to(place.facing).abs();
        let in_zone = run.hold.is_free() || run.hold.by(enemy.id);
        if in_zone
            && turn <= tables().conform.turn + NEAR_ANGLE
            && shift <= tables().conform.shift + NEAR
            && is_free_for(run, &place)
            && best.is_none_or(|(least, ..)| shift < least - SAME)
        {
            best = Some((shift, place, mover.id));
        }
    }
    best.map(|(_, place, mover)| (place, mover))
}

fn may_conform(board: &Board<'_>, enemy: &Base) -> bool {
    !matches!(enemy.troop, Troop::Artillery | Troop::Cannon | Troop::WarWagons)
        && is_untouched(board, enemy)
        && !board.friends(enemy).any(|f| geometry::joined(f, enemy))
        && !board.enemies(enemy.side).any(|e| contact(enemy, e).is_some_and(Contact::fights))
}

/// The mover that came nearest to an enemy's front edge, if any reached it.
fn nearest_to_front<'r>(house: &House, movers: &'r Bases, enemy: &Base) -> Option<&'r Base> {
    let front = Convex::segment(enemy.rect.edge(Edge::Front));
    let mut best: Option<(f64, &Base)> = None;
    for base in movers.iter().filter(|b| house.may_contact(b.troop)) {
        let far = table::distance(&base.rect, &front);
        let nearer =
            best.is_none_or(|(least, b)| far < least - SAME || (far <= least + SAME && base.id < b.id));
        if far <= reached_within() && nearer {
            best = Some((far, base));
        }
    }
    best.map(|(_, base)| base)
}

/// Whether an enemy may be put at a place beside the movers as they stand now.
fn is_free_for(run: &Run<'_, '_>, place: &Base) -> bool {
    let board = run.board;
    let others = board.others(place.id).filter(|b| !run.moving.has(b.id)).chain(&run.now);
    !others.into_iter().any(|b| place.overlaps(&b.rect))
        && ground::on_table(board, &place.rect)
        && ground::may_enter(board, &place.rect, place.troop)
        && !Side::ALL
            .into_iter()
            .filter_map(|s| board.outline(s))
            .any(|o| table::penetration(&place.rect, &o) > NEAR)
}
