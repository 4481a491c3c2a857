//! What an order's references mean where the unit stands (`wrg1969.orders.reference`, `wrg1969.orders.exploit`).

use crate::board::{Board, Body};
use crate::house::Ambiguity;
use crate::order::{Order, Ref, Where};
use crate::rates::{NEAR, within};
use crate::rule;
use crate::sight::{nearest_point, sees, sees_feature, sees_point};
use crate::state::Meant;
use crate::troop::Troop;
use ruling::ledger;
use table::Vec2;
use umpire::{Roster, Side, UnitId};

/// A thing that a reference fits.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// What it is.
    pub meant: Meant,
    /// How far it is from the unit, in inches.
    pub distance: f64,
}

/// Whether a thing so many degrees off a unit's front, right positive, is where it is said to be.
///
/// ```
/// use testudo_wrg1969::order::Where;
/// use testudo_wrg1969::refs::lies;
/// assert!(lies(-45.0, Where::InFront) && lies(-10.0, Where::Left) && lies(-150.0, Where::Behind));
/// assert!(!lies(0.0, Where::Right) && !lies(136.0, Where::Right) && lies(180.0, Where::Any));
/// ```
pub fn lies(bearing: f64, place: Where) -> bool {
    match place {
        Where::InFront => within(bearing.abs(), 45.0),
        Where::Left => bearing < 0.0 && within(-bearing, 135.0),
        Where::Right => bearing > 0.0 && within(bearing, 135.0),
        Where::Behind => !within(bearing.abs(), 135.0),
        Where::Any | Where::Nearest => true,
    }
}

/// Whether troops are of a kind that an order names: an arm, a type, or any.
pub fn is_kind(troop: Troop, kind: &str) -> bool {
    match kind {
        "any" => true,
        "cavalry" => troop.is_cavalry(),
        "infantry" => troop.is_infantry(),
        kind => troop.key() == kind,
    }
}

/// Which of several candidates, listed with their distances in the order of their ids, is meant. `die` throws a die
/// of so many sides, from 0.
pub fn pick(distances: &[f64], ambiguity: Ambiguity, die: &mut dyn FnMut(usize) -> usize) -> Option<usize> {
    let by = |better: fn(f64, f64) -> bool| {
        (0..distances.len()).reduce(|best, i| if better(distances[i], distances[best]) { i } else { best })
    };
    match ambiguity {
        _ if distances.len() < 2 => distances.len().checked_sub(1),
        Ambiguity::Exploit | Ambiguity::Warn => {
            ledger::cite(rule::ORDERS_EXPLOIT);
            by(|a, b| a > b + NEAR)
        }
        Ambiguity::Kind => by(|a, b| a < b - NEAR),
        Ambiguity::Random => Some(die(distances.len()).min(distances.len() - 1)),
    }
}

/// The number of a side's unit with a label.
pub fn labelled(roster: &Roster, side: Side, label: &str) -> Option<UnitId> {
    let at = roster.cards.iter().position(|c| c.side == side && c.label == label)?;
    Some(UnitId(at as u16))
}

/// Everything a reference fits, as the unit sees it, in the order of the ids.
pub fn candidates(board: &Board<'_>, roster: &Roster, from: &Body<'_>, r: &Ref) -> Vec<Candidate> {
    ledger::cite(rule::ORDERS_REFERENCE);
    let ground = |fits: &dyn Fn(usize) -> bool, place: Where| {
        let mut found: Vec<(&str, Candidate)> = Vec::new();
        for (i, feature) in board.book.features.iter().enumerate() {
            if fits(i) && lies(from.off_front(feature.centre()), place) && sees_feature(board, from, feature)
            {
                let distance = nearest_point(feature, from.standard()).distance(from.standard());
                found.push((&feature.id, Candidate { meant: Meant::Feature(i as u16), distance }));
            }
        }
        found.sort_by(|a, b| a.0.cmp(b.0));
        nearest_only(found.into_iter().map(|(_, c)| c).collect(), place)
    };
    let features = &board.book.features;
    match r {
        Ref::Feature(id) => ground(&|i| features[i].id == *id, Where::Any),
        Ref::Name(name, place) => ground(&|i| crate::language::same_name(&features[i].name, name), *place),
        Ref::Kind(kind, place) => ground(&|i| features[i].kind.key() == kind, *place),
        Ref::Point(x, y) => {
            let at = Vec2::new(f64::from(*x) / 1000.0, f64::from(*y) / 1000.0);
            let seen = on_table(board, at) && sees_point(board, from, at);
            let here = Candidate { meant: Meant::Point(*x, *y), distance: at.distance(from.standard()) };
            if seen { vec![here] } else { Vec::new() }
        }
        Ref::Enemy(label) => {
            let enemy = labelled(roster, from.side.other(), label).and_then(|id| board.body(id));
            enemy.filter(|e| sees(board, from, e)).map(|e| unit(from, e)).into_iter().collect()
        }
        Ref::Friend(label) => {
            let friend = labelled(roster, from.side, label).and_then(|id| board.body(id));
            friend.filter(|f| f.id != from.id).map(|f| unit(from, f)).into_iter().collect()
        }
        Ref::NearestEnemy => enemies(board, from, "any", Where::Nearest),
        Ref::EnemyKind(kind, place) => enemies(board, from, kind, *place),
    }
}

fn on_table(board: &Board<'_>, at: Vec2) -> bool {
    let size = board.book.size;
    (0.0..=size.x).contains(&at.x) && (0.0..=size.y).contains(&at.y)
}

fn unit(from: &Body<'_>, other: &Body<'_>) -> Candidate {
    Candidate { meant: Meant::Unit(other.id), distance: from.apart(other) }
}

fn enemies(board: &Board<'_>, from: &Body<'_>, kind: &str, place: Where) -> Vec<Candidate> {
    let fits = |e: &&Body<'_>| {
        is_kind(e.troop(), kind) && lies(from.off_front(e.standard()), place) && sees(board, from, e)
    };
    // Engines are enemies too, though no units.
    let mut fit: Vec<&Body<'_>> = board.troops().filter(|b| b.side != from.side).filter(fits).collect();
    // Who runs already is not the nearest to be dealt with while another stands.
    if place == Where::Nearest && fit.iter().any(|e| !board.routing(e.id)) {
        fit.retain(|e| !board.routing(e.id));
    }
    nearest_only(fit.into_iter().map(|e| unit(from, e)).collect(), place)
}

fn nearest_only(found: Vec<Candidate>, place: Where) -> Vec<Candidate> {
    if place != Where::Nearest {
        return found;
    }
    found
        .into_iter()
        .reduce(|best, c| if c.distance < best.distance { c } else { best })
        .into_iter()
        .collect()
}

/// A place that an order names for good: it was in view when the order came and need not be when its leg begins.
pub fn fixed(board: &Board<'_>, r: &Ref) -> Option<Meant> {
    match r {
        Ref::Feature(id) => {
            let at = board.book.features.iter().position(|f| f.id == *id)?;
            Some(Meant::Feature(at as u16))
        }
        Ref::Point(x, y) => Some(Meant::Point(*x, *y)),
        _ => None,
    }
}

/// What a reference means, if it fits anything, and among how many it was chosen.
pub fn resolve(
    board: &Board<'_>,
    roster: &Roster,
    from: &Body<'_>,
    r: &Ref,
    die: &mut dyn FnMut(usize) -> usize,
) -> Option<(Meant, usize)> {
    let mut found = candidates(board, roster, from, r);
    let distances: Vec<f64> = found.iter().map(|c| c.distance).collect();
    let chosen = pick(&distances, board.book.house.ambiguity, die)?;
    let among = found.len();
    Some((found.swap_remove(chosen).meant, among))
}

/// The first reference that makes an order void where the unit now stands, by its field: features and points must
/// be in view, and the first leg's target must fit something (`wrg1969.orders.visible`).
pub fn void(
    board: &Board<'_>,
    roster: &Roster,
    from: &Body<'_>,
    order: &Order,
) -> Option<(&'static str, Ref)> {
    let none = |r: &Ref| candidates(board, roster, from, r).is_empty();
    let fixed = |r: &&Ref| matches!(r, Ref::Feature(_) | Ref::Point(..));
    let unseen = order.every_leg().flat_map(|leg| leg.refs()).filter(fixed).find(|r| none(r));
    let first = order.legs.first().and_then(|leg| leg.target.as_ref());
    // The nearest enemy is looked for every period; a friend may be anywhere.
    let needed =
        |r: &&Ref| !matches!(r, Ref::NearestEnemy | Ref::EnemyKind(_, Where::Nearest) | Ref::Friend(_));
    let lacking = unseen.or_else(|| first.filter(needed).filter(|r| none(r)))?;
    Some((field(lacking), lacking.clone()))
}

/// The field of the structured form in which a reference stands.
pub const fn field(r: &Ref) -> &'static str {
    match r {
        Ref::Feature(_) => "feature",
        Ref::Name(..) => "name",
        Ref::Kind(..) => "kind",
        Ref::Point(..) => "point",
        Ref::Enemy(_) | Ref::NearestEnemy | Ref::EnemyKind(..) => "enemy",
        Ref::Friend(_) => "friend",
    }
}

/// Which reading of a doubtful sentence the umpire takes: the one that leads farthest, nearest or by the die; of
/// readings that cannot be measured against each other the last, or to be kind the first.
pub fn choose_reading(
    board: &Board<'_>,
    roster: &Roster,
    from: Option<&Body<'_>>,
    readings: &[Order],
    die: &mut dyn FnMut(usize) -> usize,
) -> usize {
    let ambiguity = board.book.house.ambiguity;
    if readings.len() < 2 {
        return 0;
    }
    if ambiguity == Ambiguity::Random {
        return die(readings.len()).min(readings.len() - 1);
    }
    let kind = ambiguity == Ambiguity::Kind;
    let leads = |order: &Order| {
        let target = order.every_leg().filter_map(|leg| leg.target.as_ref()).next()?;
        let found = candidates(board, roster, from?, target).into_iter().map(|c| c.distance);
        found.reduce(|a, b| if kind { a.min(b) } else { a.max(b) })
    };
    let lengths: Vec<Option<f64>> = readings.iter().map(leads).collect();
    let better = |a: Option<f64>, b: Option<f64>| match (a, b) {
        (Some(a), Some(b)) if kind => a < b - NEAR,
        (Some(a), Some(b)) => a >= b - NEAR,
        _ => !kind,
    };
    (1..readings.len()).fold(0, |best, i| if better(lengths[i], lengths[best]) { i } else { best })
}
