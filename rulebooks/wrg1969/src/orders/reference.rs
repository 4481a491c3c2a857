//! What an order's references mean where the unit stands (`wrg1969.orders.reference`, `wrg1969.orders.exploit`).

use crate::board::sight::{is_at, nearest_point, sees, sees_feature, sees_point};
use crate::board::state::{Doing, Meant};
use crate::board::{Board, Body};
use crate::data::measure::{NEAR, inches, within};
use crate::data::troop::Troop;
use crate::house::Ambiguity;
use crate::orders::order::{Order, Ref, Rel, Where, Which, Wing};
use crate::orders::places;
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
        Ambiguity::Exploit | Ambiguity::Warn => by(|a, b| a > b + NEAR),
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
        Ref::Name(name, place) => {
            ground(&|i| crate::orders::language::same_name(&features[i].name, name), *place)
        }
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
        Ref::EnemySome(kind, which) => enemies_who(board, roster, from, kind, which),
        Ref::FriendKind(kind, place) => friends(board, from, kind, *place),
        Ref::Army => friends(board, from, "any", Where::Nearest),
        Ref::General => generals(board, from, from.side),
        Ref::EnemyGeneral => {
            let mut found = generals(board, from, from.side.other());
            found.retain(|c| matches!(c.meant, Meant::Unit(id) if board.body(id).is_some_and(|e| sees(board, from, e))));
            found
        }
        Ref::Beside(of, rel) => {
            let beside = |c: &Candidate| places::beside(board, from, &c.meant, *rel);
            at_points(from, candidates(board, roster, from, of).iter().filter_map(beside).collect())
        }
        Ref::Round(of) => candidates(board, roster, from, &Ref::Beside(of.clone(), Rel::Beyond)),
        Ref::Between(a, b) => {
            let at = from.standard();
            let places = |r: &Ref| -> Vec<Vec2> {
                let found = candidates(board, roster, from, r);
                found.iter().filter_map(|c| places::place(board, at, &c.meant)).collect()
            };
            let (a, b) = (places(a), places(b));
            at_points(from, a.first().zip(b.first()).map(|(a, b)| a.lerp(*b, 0.5)).into_iter().collect())
        }
        Ref::Start => {
            let kept = board.state(from.id).kept.order.as_ref().and_then(|s| s.noted.as_ref());
            at_points(from, vec![kept.map_or(from.standard(), |n| inches(n.start))])
        }
        Ref::Edge(edge) => at_points(from, vec![places::edge(board, from, *edge)]),
    }
}

fn at_points(from: &Body<'_>, points: Vec<Vec2>) -> Vec<Candidate> {
    let candidate = |p: Vec2| Candidate { meant: places::as_point(p), distance: p.distance(from.standard()) };
    points.into_iter().map(candidate).collect()
}

fn generals(board: &Board<'_>, from: &Body<'_>, side: Side) -> Vec<Candidate> {
    let figure = board.phase.command[side].general.as_ref().and_then(|g| board.body(g.figure));
    figure.map(|g| unit(from, g)).into_iter().collect()
}

fn friends(board: &Board<'_>, from: &Body<'_>, kind: &str, place: Where) -> Vec<Candidate> {
    let fits = |f: &&Body<'_>| {
        f.id != from.id
            && is_kind(f.troop(), kind)
            && lies(from.off_front(f.standard()), place)
            && !board.routing(f.id)
    };
    let found = board.units().filter(|b| b.side == from.side).filter(fits).map(|f| unit(from, f));
    nearest_only(found.collect(), place)
}

/// Enemies of a kind by where they stand or what they do.
fn enemies_who(
    board: &Board<'_>,
    roster: &Roster,
    from: &Body<'_>,
    kind: &str,
    which: &Which,
) -> Vec<Candidate> {
    let mut found = enemies(board, from, kind, Where::Any);
    let body = |c: &Candidate| match c.meant {
        Meant::Unit(id) => board.body(id),
        _ => None,
    };
    match which {
        Which::At(place) => {
            let grounds = candidates(board, roster, from, place);
            let on = |e: &Body<'_>| {
                grounds.iter().any(|g| match g.meant {
                    Meant::Feature(i) => {
                        board.book.features.get(usize::from(i)).is_some_and(|f| is_at(f, e.standard()))
                    }
                    Meant::Point(x, y) => within(inches((x, y)).distance(e.standard()), 3.0),
                    Meant::Unit(_) => false,
                })
            };
            found.retain(|c| body(c).is_some_and(on));
        }
        Which::Wing(wing) => {
            // Their own left is on the right of whoever looks at them.
            let right = Vec2::new(places::ahead_of(board, from.side.other()).y, 0.0);
            let third = board.book.size.x / 6.0;
            let off = |e: &Body<'_>| (e.standard() - board.book.size * 0.5).dot(right);
            found.retain(|c| {
                body(c).is_some_and(|e| match wing {
                    Wing::Left => off(e) < -third,
                    Wing::Right => off(e) > third,
                    Wing::Centre => off(e).abs() <= third,
                })
            });
        }
        Which::Engaged => found.retain(|c| body(c).is_some_and(|e| board.engaged(e.id))),
        Which::Broken => found.retain(|c| body(c).is_some_and(|e| board.routing(e.id))),
        Which::Attacking(label) => {
            let friend = labelled(roster, from.side, label);
            let attacks = |e: &Body<'_>| {
                let fights = friend.is_some_and(|id| board.opponents(id).any(|o| o == e.id));
                let comes = matches!(board.state(e.id).now.doing, Doing::Charging(at) if Some(at) == friend);
                fights || comes
            };
            found.retain(|c| body(c).is_some_and(attacks));
        }
        Which::Strongest => {
            let most = found.iter().filter_map(body).map(Body::strength).max();
            found.retain(|c| body(c).map(Body::strength) == most);
        }
    }
    found
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
    if found.is_empty() {
        found = candidates(board, roster, from, &anywhere(r));
    }
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
    let none = |r: &Ref| candidates(board, roster, from, &anywhere(r)).is_empty();
    let fixed = |r: &&Ref| matches!(r, Ref::Feature(_) | Ref::Point(..));
    let unseen =
        order.every_leg().flat_map(|leg| leg.refs()).flat_map(Ref::parts).filter(fixed).find(|r| none(r));
    let first = order.legs.first().and_then(|leg| leg.target.as_ref());
    // The nearest enemy is looked for every period; a friend may be anywhere.
    let needed = |r: &&Ref| {
        !r.is_friend()
            && !matches!(
                r,
                Ref::NearestEnemy
                    | Ref::EnemyKind(_, Where::Nearest)
                    | Ref::EnemySome(..)
                    | Ref::EnemyGeneral
            )
    };
    let lacking = unseen.or_else(|| first.filter(needed).filter(|r| none(r)))?;
    Some((field(lacking), lacking.clone()))
}

/// The same kind of enemy, wherever it is: what is not where it is said to be is looked for elsewhere.
fn anywhere(r: &Ref) -> Ref {
    match r {
        Ref::EnemyKind(kind, place) if *place != Where::Nearest => Ref::EnemyKind(kind.clone(), Where::Any),
        r => r.clone(),
    }
}

/// The field of the structured form in which a reference stands.
pub const fn field(r: &Ref) -> &'static str {
    match r {
        Ref::Feature(_) => "feature",
        Ref::Name(..) => "name",
        Ref::Kind(..) => "kind",
        Ref::Point(..) => "point",
        Ref::Enemy(_) | Ref::NearestEnemy | Ref::EnemyKind(..) | Ref::EnemyGeneral | Ref::EnemySome(..) => {
            "enemy"
        }
        Ref::Friend(_) | Ref::General | Ref::Army | Ref::FriendKind(..) => "friend",
        Ref::Beside(..) => "beside",
        Ref::Between(..) => "between",
        Ref::Round(_) => "round",
        Ref::Start => "start",
        Ref::Edge(_) => "edge",
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

/// A die of any number of sides, from 0: as many ordinary dice as it takes, thrown again when they fall among those left
/// over.
pub fn fair_die(sides: usize, throw: &mut dyn FnMut() -> u8) -> usize {
    /// Throws after which even dice that always fall among those are taken as they are.
    const TRIES: u8 = 20;
    let sides = sides.max(1);
    let mut value = 0;
    for _ in 0..TRIES {
        let mut range = 1;
        value = 0;
        while range < sides {
            value = value * 6 + usize::from(throw() - 1);
            range *= 6;
        }
        if value < range - range % sides {
            break;
        }
    }
    value % sides
}
