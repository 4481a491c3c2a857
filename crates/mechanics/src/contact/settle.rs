//! First contact: which edge was struck, and how those who touched come to stand flush with it.

use super::contacts::Contacts;
use super::{Body, Held, Scene, compare, cosine, outward, unit, upon};
use table::{Edge, Rect, Vec2, distance_to_segment};

/// Fronts are parallel to a struck edge when they differ by no more: places of touch this near count as one stretch.
const ONE_PLACE: f64 = 0.4;
/// How often everyone is placed anew before what still presses stays as it touched.
const ROUNDS: usize = 240;

/// A body at the end of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrival {
    /// Where it stood when the run began, if it moved.
    pub from: Option<Rect>,
}

/// How a body came to stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settled {
    /// Its footprint.
    pub rect: Rect,
    /// In how many files it stands.
    pub files: u16,
    /// Whom it struck, and on which edge.
    pub struck: Option<(usize, Edge)>,
    /// Who kept it from standing flush.
    pub held: Option<Held>,
}

/// A touch as the one who moved sees it.
#[derive(Clone, Copy)]
struct Strike {
    enemy: usize,
    edge: Edge,
    head_on: bool,
    /// The place of touch, and where on the striker's front it is.
    place: Vec2,
    along: f64,
    /// The cosine of the turn it takes to stand flush.
    turn: f64,
    /// How much front comes upon the enemy.
    front: f64,
}

/// Which way a struck body's edge looks once it is settled, and how far it is from the place of touch to its ends.
#[derive(Clone, Copy)]
struct Flush {
    strike: Strike,
    ahead: Vec2,
    /// The slide that brings the grip on to the edge.
    first: f64,
    /// The slide so far, and the files tucked in at the left and the right end.
    slide: f64,
    tucked: [u16; 2],
    held: Option<Held>,
}

/// Turns everyone who touched an enemy flush with it, all together.
pub fn settle(scene: &Scene<'_>, arrivals: &[Arrival]) -> Vec<Settled> {
    let before = Contacts::of(scene);
    let mut flush = partners(scene, arrivals, &before, scene.spec.turn[0], scene.spec.slide[0]);
    press(scene, &mut flush, scene.spec.slide[0]);
    finish(scene, &flush)
}

/// Turns bodies flush that are in contact and flush with nobody, as a later closing up does.
pub(super) fn settle_later(scene: &Scene<'_>, who: &[bool]) -> Vec<Settled> {
    let before = Contacts::of(scene);
    let arrivals: Vec<Arrival> = scene
        .bodies
        .iter()
        .zip(who)
        .map(|(body, turns)| Arrival { from: turns.then_some(body.rect) })
        .collect();
    let mut flush = partners(scene, &arrivals, &before, scene.spec.turn[1], scene.spec.slide[1]);
    press(scene, &mut flush, scene.spec.slide[1]);
    finish(scene, &flush)
}

/// Whom each mover turns to, and the slide that takes.
fn partners(
    scene: &Scene<'_>,
    arrivals: &[Arrival],
    before: &Contacts,
    turn: f64,
    slide: f64,
) -> Vec<Option<Flush>> {
    let least = cosine(turn);
    let strikes: Vec<Option<Strike>> = (0..scene.bodies.len())
        .map(|i| arrivals[i].from.and_then(|from| best_strike(scene, arrivals, i, &from, least)))
        .collect();
    (0..scene.bodies.len())
        .map(|i| {
            let strike = strikes[i]?;
            let back = strikes[strike.enemy].filter(|back| back.enemy == i);
            let pinned =
                |j: usize| before.of_body(j).any(|k| k != i && k != strike.enemy && !before.is_weak(j, k));
            if let Some(back) = back {
                let gives_way = match (strike.edge, back.edge) {
                    _ if strike.head_on => pinned(i),
                    (Edge::Front, Edge::Front) => pinned(i),
                    (Edge::Front, _) => true,
                    (_, Edge::Front) => false,
                    _ => compare(strike.turn, back.turn).is_lt(),
                };
                if gives_way {
                    return None;
                }
            }
            let mutual = back
                .is_some_and(|back| (back.head_on || back.edge == Edge::Front) && strike.edge == Edge::Front);
            Some(flush_of(scene, i, strike, mutual && !pinned(strike.enemy), slide))
        })
        .collect()
}

/// The touch that a mover settles, of all that it has.
fn best_strike(scene: &Scene<'_>, arrivals: &[Arrival], i: usize, from: &Rect, least: f64) -> Option<Strike> {
    let enemies = (0..scene.bodies.len()).filter(|&j| scene.enemies(i, j));
    enemies.filter_map(|j| strike(scene, arrivals, i, j, from, least)).max_by(|a, b| {
        let foremost = |s: &Strike| s.place.dot(scene.bodies[i].rect.ahead);
        a.head_on
            .cmp(&b.head_on)
            .then(compare(a.front, b.front))
            .then(compare(a.turn, b.turn))
            .then(compare(foremost(b), foremost(a)))
    })
}

/// How a mover touched one enemy, if it did with its front or head on.
fn strike(
    scene: &Scene<'_>,
    arrivals: &[Arrival],
    i: usize,
    j: usize,
    from: &Rect,
    least: f64,
) -> Option<Strike> {
    let (own, enemy) = (&scene.bodies[i].rect, &scene.bodies[j].rect);
    if own.penetration(enemy) < -scene.spec.graze {
        return None;
    }
    let head_on = arrivals[j].from.is_some() && own.ahead.dot(enemy.ahead) < cosine(135.0);
    let (place, along) = match place_of_touch(scene, own, enemy) {
        Some(along) => (own.front_mid() + own.right() * along, along),
        None if head_on => {
            // Only the other's front touched: the place is on it.
            let at = place_of_touch(scene, enemy, own)?;
            let place = enemy.front_mid() + enemy.right() * at;
            (place, (place - own.front_mid()).dot(own.right()).clamp(-own.half_width, own.half_width))
        }
        None => return None,
    };
    let turn = |edge: Edge| -own.ahead.dot(outward(enemy, edge));
    let edge = if head_on {
        Edge::Front
    } else {
        let near = |edge: &Edge| {
            distance_to_segment(place, enemy.edge(*edge)) <= scene.bodies[i].file_width
                && compare(turn(*edge), least).is_gt()
        };
        let possible = Edge::ALL.into_iter().filter(near);
        let came = side_of(enemy, from.front_mid());
        possible.max_by(|a, b| (*a == came).cmp(&(*b == came)).then(compare(turn(*a), turn(*b))))?
    };
    let front = upon(own, enemy, 2.0 * scene.spec.touch, scene.spec.arm.max(scene.spec.graze));
    Some(Strike {
        enemy: j,
        edge,
        head_on,
        place,
        along,
        turn: turn(edge),
        front: front.map_or(0.0, |s| s.length()),
    })
}

/// Where on a front an enemy touches it, from its middle: the middle of the stretch if more places are equally near.
fn place_of_touch(scene: &Scene<'_>, front: &Rect, enemy: &Rect) -> Option<f64> {
    let reach = scene.spec.graze + scene.spec.touch;
    let (mut low, mut high) = (-2.0 * scene.spec.touch, reach);
    upon(front, enemy, -low, high)?;
    // The least distance ahead at which anything of the enemy lies.
    while high - low > scene.spec.touch * 0.01 {
        let middle = (low + high) / 2.0;
        if upon(front, enemy, 2.0 * scene.spec.touch, middle).is_some() {
            high = middle
        } else {
            low = middle
        }
    }
    upon(front, enemy, 2.0 * scene.spec.touch, high + scene.spec.touch * ONE_PLACE).map(|s| s.middle())
}

/// The side of a body on which a point lies: ahead of the line of its front, behind that of its rear, else beside it.
fn side_of(rect: &Rect, point: Vec2) -> Edge {
    let (right, ahead) = rect.local(point);
    if ahead > rect.half_depth {
        Edge::Front
    } else if ahead < -rect.half_depth {
        Edge::Rear
    } else if right < 0.0 {
        Edge::Left
    } else {
        Edge::Right
    }
}

/// The pose that a striker takes, before friends press it.
fn flush_of(scene: &Scene<'_>, i: usize, strike: Strike, mutual: bool, most: f64) -> Flush {
    let (body, enemy) = (&scene.bodies[i], &scene.bodies[strike.enemy]);
    let ahead =
        if mutual { unit(body.rect.ahead - enemy.rect.ahead) } else { -outward(&enemy.rect, strike.edge) };
    let right = ahead.right();
    let strike = if mutual { strike } else { on_the_edge(strike, &enemy.rect, ahead) };
    // The edge as it will lie when both stand flush, seen along the striker's new front from the place of touch.
    let [a, b] = enemy.rect.edge(strike.edge).map(|end| (end - strike.place).dot(right));
    let (low, high) = (a.min(b), a.max(b));
    let half = body.rect.half_width;
    let grip = (scene.spec.grip * body.file_width).min(high - low).min(half);
    let (left, end) = (-strike.along - half, half - strike.along);
    let wanted = if end < low + grip {
        low + grip - end
    } else if left > high - grip {
        high - grip - left
    } else {
        0.0
    };
    let share = if mutual { 0.5 } else { 1.0 };
    let most = most * body.file_width;
    let first = (wanted * share).clamp(-most, most);
    Flush { strike, ahead, first, slide: first, tucked: [0, 0], held: None }
}

/// The same touch with its place brought on to the line of the struck edge.
fn on_the_edge(strike: Strike, enemy: &Rect, ahead: Vec2) -> Strike {
    let off = (enemy.edge(strike.edge)[0] - strike.place).dot(ahead);
    Strike { place: strike.place + ahead * off, ..strike }
}

/// Where a striker stands now.
fn placed(body: &Body, flush: &Flush) -> (Rect, u16) {
    let tucked = flush.tucked[0] + flush.tucked[1];
    let files = body.files - tucked;
    let off = (f64::from(flush.tucked[0]) - f64::from(flush.tucked[1])) * body.file_width / 2.0;
    let front = flush.strike.place + flush.ahead.right() * (flush.slide - flush.strike.along + off);
    (body.drawn_up(front, flush.ahead, files), files)
}

/// Everyone as placed so far; who is held stays as it touched.
fn poses(scene: &Scene<'_>, flush: &[Option<Flush>]) -> Vec<Body> {
    let bodies = scene.bodies.iter().zip(flush);
    bodies
        .map(|(body, flush)| match flush {
            Some(flush) if flush.held.is_none() => {
                let (rect, files) = placed(body, flush);
                Body { rect, files, ..*body }
            }
            _ => *body,
        })
        .collect()
}

/// Friends in the way: those who would lie in somebody slide along, tuck files in, or stay as they touched.
fn press(scene: &Scene<'_>, flush: &mut [Option<Flush>], most: f64) {
    let limit = scene.slack();
    for _ in 0..ROUNDS {
        let now = poses(scene, flush);
        let next: Vec<Option<Flush>> =
            (0..flush.len()).map(|i| pressed(scene, flush, &now, i, limit, most)).collect();
        if next.iter().zip(&*flush).all(|(a, b)| same(a.as_ref(), b.as_ref())) {
            return;
        }
        flush.copy_from_slice(&next);
    }
    // What still presses after that stays as it touched, one after another until nobody lies in anybody.
    loop {
        let now = poses(scene, flush);
        let deep: Vec<(usize, Held)> = (0..flush.len())
            .filter(|&i| flush[i].is_some_and(|f| f.held.is_none()))
            .filter_map(|i| Some((i, deepest(scene, &now, i)?.0)))
            .collect();
        if deep.is_empty() {
            return;
        }
        for (i, by) in deep {
            if let Some(flush) = &mut flush[i] {
                flush.held = Some(by);
            }
        }
    }
}

fn same(a: Option<&Flush>, b: Option<&Flush>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a.slide == b.slide && a.tucked == b.tucked && a.held == b.held,
        _ => a.is_none() == b.is_none(),
    }
}

/// Whom a body as placed lies in, deeper than may be and deeper than before it turned.
fn deepest(scene: &Scene<'_>, now: &[Body], i: usize) -> Option<(Held, f64)> {
    Scene { bodies: now, ..*scene }.newly_upon(i, &now[i].rect, scene.bodies)
}

/// What one striker does about those who press it.
fn pressed(
    scene: &Scene<'_>,
    flush: &[Option<Flush>],
    now: &[Body],
    i: usize,
    limit: f64,
    most: f64,
) -> Option<Flush> {
    let own = flush[i]?;
    if own.held.is_some() {
        return Some(own);
    }
    let Some((by, _)) = deepest(scene, now, i) else { return Some(own) };
    let body = &scene.bodies[i];
    let mut ends = [0.0_f64; 2];
    let press = |other: Vec2, depth: f64, moves: bool, ends: &mut [f64; 2]| {
        let side = usize::from((other - now[i].rect.centre).dot(own.ahead.right()) > 0.0);
        ends[side] = ends[side].max(if moves { depth / 2.0 } else { depth });
    };
    for (j, other) in now.iter().enumerate().filter(|(j, _)| *j != i) {
        let depth = now[i].rect.penetration(&other.rect);
        if depth > limit && j != own.strike.enemy {
            press(other.rect.centre, depth, flush[j].is_some_and(|f| f.held.is_none()), &mut ends);
        }
    }
    for rock in scene.ground {
        let depth = table::penetration(&now[i].rect, rock);
        if depth > limit {
            press(rock.middle(), depth, false, &mut ends);
        }
    }
    let slid = match ends {
        [left, 0.0] if left > 0.0 => Some(own.slide + left),
        [0.0, right] if right > 0.0 => Some(own.slide - right),
        _ => None,
    };
    let keeps_its_enemy = |flush: &Flush| {
        let (rect, _) = placed(body, flush);
        let reach = scene.spec.arm.max(scene.spec.graze);
        let on = upon(&rect, &now[own.strike.enemy].rect, 2.0 * scene.spec.touch, reach);
        on.is_some_and(|s| s.length() >= body.file_width / 2.0)
    };
    let near = |slid: &Flush| (slid.slide - own.first).abs() <= most * body.file_width;
    let slid = slid.map(|slide| Flush { slide, ..own }).filter(|slid| near(slid) && keeps_its_enemy(slid));
    if slid.is_some() {
        return slid;
    }
    let mut tucked = own.tucked;
    for (end, depth) in ends.iter().enumerate().filter(|(_, depth)| **depth > 0.0) {
        debug_assert!(*depth > 0.0);
        tucked[end] += 1;
    }
    let files = body.files.saturating_sub(tucked[0] + tucked[1]);
    let narrower = Flush { tucked, ..own };
    let may = tucked != own.tucked && files >= body.full.div_ceil(2) && files > 0;
    if may && keeps_its_enemy(&narrower) {
        return Some(narrower);
    }
    Some(Flush { held: Some(by), ..own })
}

/// Everyone as they stand in the end.
fn finish(scene: &Scene<'_>, flush: &[Option<Flush>]) -> Vec<Settled> {
    let now = poses(scene, flush);
    now.iter()
        .zip(flush)
        .map(|(body, flush)| Settled {
            rect: body.rect,
            files: body.files,
            struck: flush.map(|f| (f.strike.enemy, f.strike.edge)),
            held: flush.and_then(|f| f.held),
        })
        .collect()
}
