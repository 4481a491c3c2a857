//! Closing up: once a period those in contact turn flush, face whoever struck them, unfold, and slide along.

use super::contacts::{Contacts, upon};
use super::settle::settle_later;
use super::{Body, Held, SAME, Scene, compare, cosine, outward};
use table::{Edge, Rect, Vec2};

/// A slide of less than this share of a file is not worth making.
const WORTH: f64 = 0.04;
/// The steps in which a body looks along its front for a better place, in files.
const LOOK: f64 = 0.2;
/// How far everyone slides at once before they look again, in files: the lesser of this and half the way.
const STEP: f64 = 0.2;

/// How a body stands once the line has closed up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closed {
    /// Its footprint.
    pub rect: Rect,
    /// In how many files it stands.
    pub files: u16,
    /// What keeps it from doing better.
    pub held: Option<Held>,
}

/// Closes the line up: everyone in contact, on both sides at once.
pub fn close_up(scene: &Scene<'_>) -> Vec<Closed> {
    let mut bodies = scene.bodies.to_vec();
    let mut held = vec![None; bodies.len()];
    turn_flush(scene, &mut bodies, &mut held);
    let faced = face(scene, &mut bodies, &mut held);
    for _ in 0..scene.spec.unfold {
        unfold(scene, &mut bodies, &faced);
    }
    slide(scene, &mut bodies, &mut held, &faced);
    let closed = bodies.iter().zip(held);
    closed.map(|(body, held)| Closed { rect: body.rect, files: body.files, held }).collect()
}

/// Whether two bodies touch with facings parallel or at right angles.
fn are_flush(contacts: &Contacts, bodies: &[Body], a: usize, b: usize) -> bool {
    let across = bodies[a].rect.ahead.dot(bodies[b].rect.ahead).abs();
    let square = cosine(88.5);
    contacts.touch(a, b) && (across <= square || across >= cosine(1.5))
}

/// Who is in contact but flush with nobody turns flush, as at first contact.
fn turn_flush(scene: &Scene<'_>, bodies: &mut [Body], held: &mut [Option<Held>]) {
    let contacts = Contacts::of(scene);
    let turns: Vec<bool> = (0..bodies.len())
        .map(|i| {
            let mut enemies = contacts.of_body(i).peekable();
            enemies.peek().is_some() && !enemies.any(|j| are_flush(&contacts, bodies, i, j))
        })
        .collect();
    for (i, settled) in settle_later(scene, &turns).into_iter().enumerate().filter(|(i, _)| turns[*i]) {
        bodies[i] = Body { files: settled.files, ..bodies[i].at(settled.rect) };
        held[i] = settled.held;
    }
}

/// Who is struck in flank or rear and has nobody before its own front turns to face; who did is told.
fn face(scene: &Scene<'_>, bodies: &mut [Body], held: &mut [Option<Held>]) -> Vec<bool> {
    let now = Scene { bodies, ..*scene };
    let contacts = Contacts::of(&now);
    let turned: Vec<Option<(Rect, u16)>> = (0..bodies.len())
        .map(|i| {
            let in_flank = |j: &usize| {
                contacts.files(*j, i) > 0
                    && now.bodies[i].rect.ahead.dot(now.bodies[*j].rect.ahead) > cosine(120.0)
            };
            let front = |j: usize| contacts.front(j, i).map_or(0.0, |s| s.length());
            let striker =
                contacts.of_body(i).filter(in_flank).max_by(|&a, &b| compare(front(a), front(b)))?;
            if let Some(before) = contacts.of_body(i).find(|&j| contacts.files(i, j) > 0) {
                held[i] = Some(Held::By(before));
                return None;
            }
            turned_to_face(&now, i, now.bodies[striker].rect.ahead)
        })
        .collect();
    // All turn at once; whoever would come upon another does not.
    let mut tried = bodies.to_vec();
    for (body, turned) in tried.iter_mut().zip(&turned) {
        if let Some((rect, files)) = turned {
            *body = Body { files: *files, full: body.full.max(*files), ..body.at(*rect) };
        }
    }
    take_back(scene, bodies, &mut tried, held);
    let faced = tried.iter().zip(&*bodies).map(|(new, old)| new.rect != old.rect).collect();
    bodies.copy_from_slice(&tried);
    faced
}

/// A body turned where it stands to face one who comes upon it that way, and its files then; nothing if he comes from
/// before or there is no room.
pub fn turned_to_face(scene: &Scene<'_>, who: usize, comes: Vec2) -> Option<(Rect, u16)> {
    let edge = struck_edge(&scene.bodies[who].rect, comes);
    (edge != Edge::Front).then(|| turned_to(scene, who, edge))?
}

/// The edge that the front of one who comes that way lies against.
fn struck_edge(rect: &Rect, comes: Vec2) -> Edge {
    let looks = |edge: &Edge| -outward(rect, *edge).dot(comes);
    let best = |a: &Edge, b: &Edge| compare(looks(a), looks(b));
    Edge::ALL.into_iter().max_by(best).unwrap_or(Edge::Front)
}

/// The body turned where it stands, the struck edge its front, with as many files as fit on it and up to three more
/// if it would be too deep for the room.
fn turned_to(scene: &Scene<'_>, i: usize, edge: Edge) -> Option<(Rect, u16)> {
    let body = &scene.bodies[i];
    let [a, b] = body.rect.edge(edge);
    let middle = a.lerp(b, 0.5);
    let fit = ((a.distance(b) + scene.spec.touch) / body.file_width) as u16;
    let least = fit.clamp(1, body.figures.max(1));
    (least..=least + 3)
        .map(|files| (body.drawn_up(middle, outward(&body.rect, edge), files), files))
        .find(|(rect, _)| scene.newly_upon(i, rect, scene.bodies).is_none())
}

/// Tucked files come out where more front comes upon an enemy: one at that end, or one at each if both are equal.
fn unfold(scene: &Scene<'_>, bodies: &mut [Body], faced: &[bool]) {
    let now = Scene { bodies, ..*scene };
    let contacts = Contacts::of(&now);
    let wider: Vec<Option<Body>> = (0..bodies.len())
        .map(|i| {
            let body = &bodies[i];
            if faced[i] || body.files >= body.full || contacts.of_body(i).next().is_none() {
                return None;
            }
            let tried = [[1, 0], [0, 1], [1, 1]].map(|ends| unfolded(&now, i, ends));
            let gain =
                |body: &Option<Body>| body.as_ref().map_or(-1.0, |b| front_on_enemies(&now, i, &b.rect));
            let [left, right, both] = tried;
            let (l, r) = (gain(&left), gain(&right));
            if l < 0.0 && r < 0.0 {
                None
            } else if (l - r).abs() > SAME {
                if l > r { left } else { right }
            } else if both.is_some() {
                both
            } else {
                None
            }
        })
        .collect();
    let mut tried = bodies.to_vec();
    for (body, wider) in tried.iter_mut().zip(wider) {
        *body = wider.unwrap_or(*body);
    }
    take_back(scene, bodies, &mut tried, &mut vec![None; bodies.len()]);
    bodies.copy_from_slice(&tried);
}

/// The body with so many more files at its left and right ends, if there is free ground for them.
fn unfolded(scene: &Scene<'_>, i: usize, ends: [u16; 2]) -> Option<Body> {
    let body = &scene.bodies[i];
    let files = body.files + ends[0] + ends[1];
    if files > body.full.min(body.figures) {
        return None;
    }
    let off = (f64::from(ends[1]) - f64::from(ends[0])) * body.file_width / 2.0;
    let rect = body.drawn_up(body.rect.front_mid() + body.rect.right() * off, body.rect.ahead, files);
    scene.upon(&rect, scene.slack(), |j| j != i).is_none().then_some(Body { files, ..body.at(rect) })
}

/// How much of a front lies on enemies, as long as they are near enough to fight.
fn front_on_enemies(scene: &Scene<'_>, i: usize, rect: &Rect) -> f64 {
    let reach = scene.spec.arm.max(scene.spec.graze);
    let on = |j: usize| {
        upon(rect, &scene.bodies[j].rect, 2.0 * scene.spec.touch, reach).map_or(0.0, |s| s.length())
    };
    (0..scene.bodies.len()).filter(|&j| scene.enemies(i, j)).map(on).sum()
}

/// Slides along the line, all at once and step by step, to where the most front lies on enemies.
fn slide(scene: &Scene<'_>, bodies: &mut [Body], held: &mut [Option<Held>], faced: &[bool]) {
    let start: Vec<Rect> = bodies.iter().map(|body| body.rect).collect();
    let mut left: Vec<f64> = bodies.iter().map(|body| body.closes_up).collect();
    let now = Scene { bodies, ..*scene };
    let contacts = Contacts::of(&now);
    let slides: Vec<bool> = (0..bodies.len())
        .map(|i| {
            let on_front = contacts.of_body(i).any(|j| contacts.files(i, j) > 0);
            let flanked = contacts.of_body(i).find(|&j| {
                contacts.files(j, i) > 0 && bodies[i].rect.ahead.dot(bodies[j].rect.ahead) > cosine(120.0)
            });
            if on_front && bodies[i].closes_up <= 0.0 {
                held[i] = held[i].or(Some(Held::Orders));
            } else if let (true, Some(by)) = (on_front, flanked) {
                held[i] = held[i].or(Some(Held::By(by)));
            }
            on_front && !faced[i] && flanked.is_none() && bodies[i].closes_up > 0.0
        })
        .collect();
    let longest = bodies.iter().map(|body| body.closes_up / (STEP * body.file_width)).fold(0.0, f64::max);
    for _ in 0..(2.0 * longest + SAME) as usize + 1 {
        let steps: Vec<f64> = (0..bodies.len())
            .map(
                |i| if slides[i] { step(&Scene { bodies, ..*scene }, i, left[i], &mut held[i]) } else { 0.0 },
            )
            .collect();
        if steps.iter().all(|step| *step == 0.0) {
            break;
        }
        let mut tried = bodies.to_vec();
        for (body, step) in tried.iter_mut().zip(&steps) {
            body.rect = body.rect.moved(body.rect.right() * *step);
        }
        take_back(scene, bodies, &mut tried, held);
        for (i, new) in tried.iter().enumerate() {
            left[i] -= new.rect.centre.distance(bodies[i].rect.centre);
            bodies[i] = *new;
        }
    }
    for (i, held) in held.iter_mut().enumerate().filter(|(i, _)| slides[*i]) {
        if bodies[i].rect != start[i] && matches!(held, Some(Held::By(_))) {
            // It got somewhere: what stopped it in the end is told only if it still wishes to go on.
            if step(&Scene { bodies, ..*scene }, i, left[i].max(0.0), &mut None) == 0.0 {
                *held = None;
            }
        }
    }
}

/// The next step of a body along its front: towards the place where most of it lies on enemies.
fn step(scene: &Scene<'_>, i: usize, left: f64, held: &mut Option<Held>) -> f64 {
    let body = &scene.bodies[i];
    let look = LOOK * body.file_width;
    let here = front_on_enemies(scene, i, &body.rect);
    let mut best = (here + WORTH * body.file_width, 0.0_f64);
    let mut undecided = false;
    for sign in [-1.0, 1.0] {
        for n in 1..=(left / look + SAME) as usize {
            let x = sign * look * n as f64;
            let there = body.rect.moved(body.rect.right() * x);
            if let Some((by, _)) = scene.upon(&there, scene.slack(), |j| j != i) {
                let worse = front_on_enemies(scene, i, &there) <= best.0;
                if !worse && held.is_none() {
                    *held = Some(by);
                }
                break;
            }
            let on = front_on_enemies(scene, i, &there);
            let equal = (on - best.0).abs() <= SAME;
            if equal && best.1 != 0.0 && (x.abs() - best.1.abs()).abs() <= SAME {
                undecided = true;
            } else if on > best.0 + SAME || (equal && best.1 != 0.0 && x.abs() < best.1.abs()) {
                (best, undecided) = ((on, x), false);
            }
        }
    }
    if undecided {
        return 0.0;
    }
    let far = (STEP * body.file_width).min(best.1.abs() / 2.0);
    if best.1.abs() <= look { best.1 } else { far * best.1.signum() }
}

/// Whoever would come upon another by a step stays; repeated until nobody would.
fn take_back(scene: &Scene<'_>, before: &[Body], tried: &mut [Body], held: &mut [Option<Held>]) {
    loop {
        let now = Scene { bodies: tried, ..*scene };
        let wrong: Vec<(usize, Held)> = (0..tried.len())
            .filter(|&i| tried[i].rect != before[i].rect)
            .filter_map(|i| Some((i, now.newly_upon(i, &tried[i].rect, before)?.0)))
            .collect();
        if wrong.is_empty() {
            return;
        }
        for (i, by) in wrong {
            tried[i] = before[i];
            held[i] = held[i].or(Some(by));
        }
    }
}
