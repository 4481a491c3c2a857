//! Aim: the least change of direction that brings a charge home, friends abreast charging as one line.

use super::contacts::{Contacts, Stretch, upon};
use super::{Body, Held, SAME, Scene, compare, cosine};
use std::cmp::Ordering;
use std::f64::consts::PI;
use table::{Facing, Rect, Solid, Vec2, cast};

/// At how many equal times two charges are held against each other.
const LOOKS: usize = 16;
/// The share of what is wanted that is enough.
const ENOUGH: f64 = 0.9;
/// The shares of its normal move that a charger may go straight on before it wheels.
const BEFORE: [f64; 3] = [0.0, 0.3, 0.6];
/// Farther than anything on a table.
const FAR: f64 = 1e6;
/// How many files a charger steps back that has no room to wheel.
const STEP_BACK: f64 = 1.0;

/// A body that is to charge.
#[derive(Clone, Debug, PartialEq)]
pub struct Charger {
    /// Which of the scene's bodies.
    pub who: usize,
    /// The enemies it may charge.
    pub targets: Vec<usize>,
    /// Its normal move: as much as this may go into anything but running straight at the enemy.
    pub normal: f64,
    /// Its charge move.
    pub charge: f64,
}

/// The way of a charge: straight on, a wheel on the inner front corner, a side-step, and the run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Way {
    /// Whom it reaches.
    pub target: usize,
    /// How far straight on before the wheel; negative if it steps back.
    pub straight: f64,
    /// The wheel in degrees, to the right positive.
    pub wheel: f64,
    /// The side-step, to the right positive.
    pub side_step: f64,
    /// How far it runs until it meets its target.
    pub run: f64,
    /// How much of its front comes upon the target.
    pub front: f64,
}

/// Why a charge has no way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barred {
    /// Nobody it may charge is in reach.
    OutOfReach,
    /// Something stands in the way of charging straight on.
    By(Held),
}

impl Way {
    /// What it takes besides the run.
    pub fn effort(&self, width: f64) -> f64 {
        self.straight.abs() + arc(width, self.wheel) + self.side_step.abs()
    }

    /// Where a charger is when a share of its way is behind it.
    pub fn at(&self, start: &Rect, share: f64) -> Rect {
        let arc = arc(2.0 * start.half_width, self.wheel);
        let mut left = share * (self.straight.abs() + arc + self.side_step.abs() + self.run);
        let mut part = |length: f64| {
            let gone = left.min(length);
            left -= gone;
            if length > 0.0 { gone / length } else { 0.0 }
        };
        let straight = self.straight * part(self.straight.abs());
        let wheel = self.wheel * part(arc);
        let side_step = self.side_step * part(self.side_step.abs());
        let run = self.run * part(self.run);
        let rect = wheeled(&start.moved(start.ahead * straight), wheel);
        rect.moved(rect.right() * side_step + rect.ahead * run)
    }
}

/// The length of the arc that the outer end of a front goes in a wheel of some degrees.
fn arc(width: f64, degrees: f64) -> f64 {
    width * degrees.abs() * PI / 180.0
}

/// A footprint wheeled on its inner front corner, by degrees to the right.
fn wheeled(rect: &Rect, degrees: f64) -> Rect {
    if degrees == 0.0 {
        return *rect;
    }
    let Vec2 { x: sine, y: cosine } = Facing::degrees(degrees).vec();
    let turn = |v: Vec2| v * cosine + v.right() * sine;
    let pivot = if degrees > 0.0 { rect.fr() } else { rect.fl() };
    Rect { centre: pivot + turn(rect.centre - pivot), ahead: turn(rect.ahead), ..*rect }
}

/// What a front meets first.
struct Met {
    what: Held,
    far: f64,
    front: f64,
}

/// The ways of everyone who charges, in the order of the list.
pub fn aim(scene: &Scene<'_>, chargers: &[Charger]) -> Vec<Result<Way, Barred>> {
    let contacts = Contacts::of(scene);
    let aims: Vec<Aim<'_>> =
        chargers.iter().map(|charger| Aim::new(scene, &contacts, chargers, charger)).collect();
    let mut ways: Vec<Option<Way>> = aims.iter().map(Aim::straight_on).collect();
    // The others follow, those first who go the least out of their way.
    let mut barred = vec![false; aims.len()];
    loop {
        let settled: Vec<(usize, Way)> = (0..aims.len()).filter_map(|i| Some((i, ways[i]?))).collect();
        let open = (0..aims.len()).filter(|&i| ways[i].is_none() && !barred[i]);
        let mut next: Vec<(usize, Option<Way>)> = open
            .map(|i| {
                (
                    i,
                    aims[i].otherwise(|way| {
                        settled.iter().all(|(j, other)| !clash(&aims, (i, way), (*j, other)))
                    }),
                )
            })
            .collect();
        for (i, _) in next.iter().filter(|(_, way)| way.is_none()) {
            barred[*i] = true;
        }
        next.retain(|(_, way)| way.is_some());
        let effort = |(i, way): &(usize, Option<Way>)| {
            way.map_or(f64::INFINITY, |way| way.effort(2.0 * aims[*i].body.rect.half_width))
        };
        let least = next.iter().map(effort).fold(f64::INFINITY, f64::min);
        next.retain(|found| effort(found) <= least + SAME);
        if next.is_empty() {
            break;
        }
        // Those who would run into each other at the same cost both stay.
        let found = next.clone();
        for (i, way) in next {
            let own = way.expect("only ways are left");
            let meets = |(j, other): &(usize, Option<Way>)| {
                *j != i && other.is_some_and(|other| clash(&aims, (i, &own), (*j, &other)))
            };
            if found.iter().any(meets) {
                barred[i] = true;
            } else {
                ways[i] = way;
            }
        }
    }
    ways.iter().zip(&aims).map(|(way, aim)| way.ok_or_else(|| aim.barred())).collect()
}

/// The way of one charge while nobody else has set out; friends of that list would charge beside it and do not bar it.
///
/// # Errors
/// Why there is none.
pub fn aim_beside(scene: &Scene<'_>, charger: &Charger, beside: &[usize]) -> Result<Way, Barred> {
    let contacts = Contacts::of(scene);
    let alone = Aim::new(scene, &contacts, &[], charger);
    let aim = Aim { abreast: beside.to_vec(), ..alone };
    aim.straight_on().or_else(|| aim.otherwise(|_| true)).ok_or_else(|| aim.barred())
}

/// Whether two charges would come into each other's way, both looked at at equal times.
fn clash(aims: &[Aim<'_>], (i, one): (usize, &Way), (j, other): (usize, &Way)) -> bool {
    let (a, b) = (&aims[i], &aims[j]);
    if a.body.side != b.body.side {
        return false;
    }
    let limit = 5.0 * a.scene.spec.touch;
    (0..=LOOKS).any(|look| {
        let share = look as f64 / LOOKS as f64;
        one.at(&a.body.rect, share).overlaps(&other.at(&b.body.rect, share), limit)
    })
}

/// One charger and what it may do.
struct Aim<'a> {
    scene: &'a Scene<'a>,
    charger: &'a Charger,
    body: &'a Body,
    /// Friends who charge beside it and do not bar it.
    abreast: Vec<usize>,
    /// Enemies it holds only by a corner, who are no target for less than three files.
    brushed: Vec<usize>,
}

impl<'a> Aim<'a> {
    fn new(scene: &'a Scene<'a>, contacts: &Contacts, chargers: &[Charger], charger: &'a Charger) -> Self {
        let body = &scene.bodies[charger.who];
        let abreast = chargers.iter().filter(|other| {
            let friend = &scene.bodies[other.who];
            other.who != charger.who
                && friend.side == body.side
                && friend.rect.ahead.dot(body.rect.ahead) >= cosine(10.0)
                && other.charge >= charger.charge
        });
        let brushed = charger.targets.iter().copied().filter(|&j| contacts.is_weak(charger.who, j));
        Aim {
            scene,
            charger,
            body,
            abreast: abreast.map(|other| other.who).collect(),
            brushed: brushed.collect(),
        }
    }

    /// The first thing that a front at that place meets within a length; of several at once the one with most front.
    fn meets(&self, rect: &Rect, length: f64, beside: &[usize]) -> Option<Met> {
        let slack = self.scene.slack();
        let front = Rect { centre: rect.front_mid(), half_depth: 0.0, ..*rect };
        let mut first: Option<Met> = None;
        // How much front comes upon it is asked only of what is not farther than the first.
        let mut meet = |what: Held, far: f64, front: &dyn Fn() -> f64| {
            let order = first.as_ref().map_or(Ordering::Less, |met| compare(far, met.far));
            if order.is_gt() {
                return;
            }
            let front = front();
            let more = first.as_ref().is_some_and(|met| compare(met.front, front).is_lt());
            if order.is_lt() || more {
                first = Some(Met { what, far, front });
            }
        };
        for (j, other) in self.scene.bodies.iter().enumerate() {
            if j == self.charger.who
                || beside.contains(&j)
                || is_far_from(&front, length + slack, &other.rect)
                || self.is_beside(&other.rect, rect)
            {
                continue;
            }
            if let Some(far) = cast(&front, rect.ahead, length, &other.rect, slack) {
                meet(Held::By(j), far, &|| shadow(rect, &other.rect).map_or(0.0, |s| s.length()));
            }
        }
        for rock in self.scene.ground {
            if let Some(far) = cast(&front, rect.ahead, length, rock, slack) {
                meet(Held::Ground, far, &|| 0.0);
            }
        }
        first
    }

    /// Whether a shape lies wholly behind the line of a front.
    fn is_beside(&self, other: &Rect, rect: &Rect) -> bool {
        other.shadow(rect.ahead).1 <= rect.front_mid().dot(rect.ahead) + self.scene.spec.touch
    }

    /// How much front must come upon an enemy.
    fn wanted(&self, rect: &Rect, enemy: usize) -> f64 {
        let (low, high) = self.scene.bodies[enemy].rect.shadow(rect.right());
        let wanted = (2.0 * self.body.file_width).min(high - low).min(rect.half_width);
        if self.brushed.contains(&enemy) { wanted.max(3.0 * self.body.file_width) } else { wanted }
    }

    /// A way that ends by running straight on from there, if that reaches a target with enough front.
    fn reaches(&self, rect: &Rect, way: Way, beside: &[usize], wanted: impl Fn(usize) -> f64) -> Option<Way> {
        let effort = way.effort(2.0 * rect.half_width);
        if effort > self.charger.normal + SAME {
            return None;
        }
        let met = self.meets(rect, self.charger.charge - effort, beside)?;
        let Held::By(target) = met.what else { return None };
        let enough = self.charger.targets.contains(&target) && met.front >= ENOUGH * wanted(target);
        enough.then_some(Way { target, run: met.far, front: met.front, ..way })
    }

    /// Straight on, friends abreast not in the way.
    fn straight_on(&self) -> Option<Way> {
        let file = |target: usize| {
            if self.brushed.contains(&target) { 3.0 * self.body.file_width } else { self.body.file_width }
        };
        self.reaches(&self.body.rect, STILL, &self.abreast, file)
    }

    /// The least way that is not straight on, of those that are accepted.
    fn otherwise(&self, accepted: impl Fn(&Way) -> bool) -> Option<Way> {
        let stopped = self.meets(&self.body.rect, self.charger.charge, &self.abreast).is_some();
        let step_back = -STEP_BACK * self.body.file_width;
        let stepped = || if stopped { self.stepped_aside(&accepted) } else { None };
        let wheeled = || self.wheeled(&BEFORE.map(|share| share * self.charger.normal), &accepted);
        let backed = || if stopped { self.wheeled(&[step_back], &accepted) } else { None };
        stepped().or_else(wheeled).or_else(backed)
    }

    /// The least side-step: offsets that just clear each thing ahead, or bring enough front upon a target.
    fn stepped_aside(&self, accepted: &impl Fn(&Way) -> bool) -> Option<Way> {
        let rect = &self.body.rect;
        let most = self.scene.spec.side_step * self.body.file_width;
        let (half, slack) = (rect.half_width, self.scene.spec.touch);
        let origin = rect.centre.dot(rect.right());
        let clear = |(low, high): (f64, f64)| [high - origin + half - slack, low - origin - half + slack];
        let mut offsets: Vec<f64> =
            self.scene.ground.iter().flat_map(|rock| clear(rock.shadow(rect.right()))).collect();
        for (j, other) in self.scene.bodies.iter().enumerate().filter(|(j, _)| *j != self.charger.who) {
            let (low, high) = other.rect.shadow(rect.right());
            offsets.extend(clear((low, high)));
            if self.charger.targets.contains(&j) {
                let wanted = self.wanted(rect, j);
                offsets.extend([low - origin + wanted - half, high - origin - wanted + half]);
            }
        }
        offsets.retain(|offset| offset.abs() > SAME && offset.abs() <= most + SAME);
        let ways = offsets.into_iter().filter_map(|offset| {
            let there = rect.moved(rect.right() * offset);
            let clear = self.is_clear(rect, rect.right() * offset.signum(), offset.abs());
            clear.then(|| {
                self.reaches(&there, Way { side_step: offset, ..STILL }, &self.abreast, |e| {
                    self.wanted(&there, e)
                })
            })?
        });
        best(ways.filter(|way| accepted(way)), |way| way.side_step.abs())
    }

    /// The least wheel, after going straight on by one of those lengths.
    fn wheeled(&self, before: &[f64], accepted: &impl Fn(&Way) -> bool) -> Option<Way> {
        let degrees = (1..=22).map(|n| 2.0 * f64::from(n)).chain([45.0]);
        for degrees in degrees {
            for &straight in before {
                // What costs too much need not be drawn.
                let way = Way { straight, wheel: degrees, ..STILL };
                if way.effort(2.0 * self.body.rect.half_width) > self.charger.normal + SAME {
                    continue;
                }
                let ways = [-degrees, degrees].into_iter().filter_map(|wheel| {
                    let way = Way { straight, wheel, ..STILL };
                    let there = way.at(&self.body.rect, 1.0);
                    let reached = self.reaches(&there, way, &[], |enemy| self.wanted(&there, enemy));
                    // Whether there is room to wheel takes longer to find out.
                    reached.filter(|_| self.can_wheel(&way))
                });
                let found = best(ways.filter(|way| accepted(way)), |_| 0.0);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// Whether nothing lies where a body would go straight, sideways or back.
    fn is_clear(&self, rect: &Rect, direction: Vec2, length: f64) -> bool {
        let slack = self.scene.slack();
        let bodies = self.scene.bodies.iter().enumerate().filter(|(j, _)| *j != self.charger.who);
        bodies.into_iter().all(|(_, other)| cast(rect, direction, length, &other.rect, slack).is_none())
            && self.scene.ground.iter().all(|rock| cast(rect, direction, length, rock, slack).is_none())
    }

    /// Whether a body can go straight and wheel there without coming upon anybody.
    fn can_wheel(&self, way: &Way) -> bool {
        let start = &self.body.rect;
        let direction = if way.straight < 0.0 { -start.ahead } else { start.ahead };
        if !self.is_clear(start, direction, way.straight.abs()) {
            return false;
        }
        let from = start.moved(start.ahead * way.straight);
        let limit = 5.0 * self.scene.spec.touch;
        (1..=LOOKS).all(|look| {
            let there = wheeled(&from, way.wheel * look as f64 / LOOKS as f64);
            self.scene.upon(&there, limit, |j| j != self.charger.who).is_none()
        })
    }

    /// Why there is no way.
    fn barred(&self) -> Barred {
        match self.meets(&self.body.rect, self.charger.charge, &[]) {
            Some(met) => Barred::By(met.what),
            None => Barred::OutOfReach,
        }
    }
}

/// Whether a shape plainly lies beside the way of a front, beyond its end or behind it: a quick look before a cast.
fn is_far_from(front: &Rect, length: f64, other: &Rect) -> bool {
    let (off, reach) = (other.centre - front.centre, other.radius() + SAME);
    let along = off.dot(front.ahead);
    off.dot(front.right()).abs() > front.half_width + reach || along > length + reach || along < -reach
}

/// Standing still, from which every way is made.
const STILL: Way = Way { target: 0, straight: 0.0, wheel: 0.0, side_step: 0.0, run: 0.0, front: 0.0 };

/// The way that costs least; of equals the one with more front upon the enemy, then the nearer.
fn best(ways: impl Iterator<Item = Way>, cost: impl Fn(&Way) -> f64) -> Option<Way> {
    ways.min_by(|a, b| compare(cost(a), cost(b)).then(compare(b.front, a.front)).then(compare(a.run, b.run)))
}

/// The part of a front that a shape's shadow falls on, however far ahead it lies.
fn shadow(front: &Rect, shape: &impl Solid) -> Option<Stretch> {
    upon(front, shape, 0.0, FAR)
}
