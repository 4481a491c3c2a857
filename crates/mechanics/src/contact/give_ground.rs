//! Losers go back together, straight back; winners follow with the least change that lets them.

use super::contacts::{Contacts, upon};
use super::{Body, Held, Scene, cosine};
use crate::march::{Ended, Marcher, march_together};
use table::{Rect, Solid, cast};

/// The share of the way that must be free for a follow-up to be made.
const FREE: f64 = 1.0 / 3.0;
/// In how many steps losers go back.
const STEPS: usize = 12;
/// How many files may be tucked in at each end to follow.
const TUCKED: u16 = 2;

/// A body that gives ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loser {
    /// Which of the scene's bodies.
    pub who: usize,
    /// How far it is to go.
    pub far: f64,
}

/// A body that may follow losers who have gone back.
#[derive(Clone, Debug, PartialEq)]
pub struct Winner {
    /// Which of the scene's bodies.
    pub who: usize,
    /// Whom it beat.
    pub losers: Vec<usize>,
    /// How far it may go.
    pub far: f64,
}

/// How a body gave ground or followed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gave {
    /// Its footprint.
    pub rect: Rect,
    /// In how many files it stands.
    pub files: u16,
    /// How far it went straight.
    pub went: f64,
    /// What stopped it short.
    pub held: Option<Held>,
}

/// Takes losers straight back, all together; what they come upon bars them.
pub fn fall_back(scene: &Scene<'_>, losers: &[Loser]) -> Vec<Gave> {
    let contacts = Contacts::of(scene);
    let mut marchers: Vec<Marcher> =
        scene.bodies.iter().enumerate().map(|(i, body)| stands(i, body)).collect();
    let mut held: Vec<Option<Held>> = vec![None; losers.len()];
    for (loser, held) in losers.iter().zip(&mut held) {
        let behind = |j: &usize| contacts.files(*j, loser.who) > 0 && rear(scene, *j, loser.who);
        if let Some(by) = contacts.of_body(loser.who).find(behind) {
            *held = Some(Held::By(by));
            continue;
        }
        let rect = scene.bodies[loser.who].rect;
        let met =
            scene.ground.iter().filter_map(|rock| cast(&rect, -rect.ahead, loser.far, rock, scene.slack()));
        let free = met.map(|free| (free - scene.spec.touch).max(0.0)).fold(loser.far, f64::min);
        *held = (free < loser.far).then_some(Held::Ground);
        marchers[loser.who].track =
            (0..=STEPS).map(|n| rect.moved(-rect.ahead * (free * n as f64 / STEPS as f64))).collect();
    }
    let marched = march_together(&marchers, &scene.spec.run());
    losers
        .iter()
        .zip(held)
        .map(|(loser, held)| {
            let (body, marched) = (&scene.bodies[loser.who], &marched[loser.who]);
            let met = marched.met.iter().map(|(j, _, substep)| (*substep, usize::from(*j))).min();
            let stopped = marched.ended != Ended::Arrived;
            Gave {
                rect: marched.rect,
                files: body.files,
                went: body.rect.centre.distance(marched.rect.centre),
                held: met.filter(|_| stopped).map(|(_, j)| Held::By(j)).or(held),
            }
        })
        .collect()
}

/// A body that stands in others' way.
fn stands(i: usize, body: &Body) -> Marcher {
    Marcher {
        id: i as u16,
        side: body.side,
        track: vec![body.rect],
        times: Vec::new(),
        right_of_way: 0,
        to_go: 0.0,
        passes_friends: false,
        seeks: Vec::new(),
        chases: Vec::new(),
    }
}

/// Whether one body's front lies against another's rear.
fn rear(scene: &Scene<'_>, one: usize, other: usize) -> bool {
    scene.bodies[one].rect.ahead.dot(scene.bodies[other].rect.ahead) >= cosine(45.0)
}

/// Takes winners after losers who have gone back: with the fewest files tucked in and the least side-step that free
/// a third of the way and bring front upon a loser. Who still has a strong contact stays.
pub fn follow_up(scene: &Scene<'_>, winners: &[Winner]) -> Vec<Gave> {
    let contacts = Contacts::of(scene);
    let mut followed: Vec<Gave> = winners
        .iter()
        .map(|winner| {
            let body = &scene.bodies[winner.who];
            let stays = |held| Gave { rect: body.rect, files: body.files, went: 0.0, held: Some(held) };
            let pinned = contacts.of_body(winner.who).find(|&j| !contacts.is_weak(winner.who, j));
            match pinned {
                Some(by) => stays(Held::By(by)),
                None => follow(scene, winner).unwrap_or_else(stays),
            }
        })
        .collect();
    // Winners who would come upon each other stay where they were.
    loop {
        let wrong: Vec<(usize, usize)> = (0..winners.len())
            .filter(|&k| followed[k].went > 0.0)
            .filter_map(|k| {
                let meets =
                    |l: &usize| *l != k && followed[k].rect.overlaps(&followed[*l].rect, scene.slack());
                (0..winners.len()).find(meets).map(|l| (k, l))
            })
            .collect();
        if wrong.is_empty() {
            return followed;
        }
        for (k, by) in wrong {
            let body = &scene.bodies[winners[k].who];
            followed[k] =
                Gave { rect: body.rect, files: body.files, went: 0.0, held: Some(Held::By(winners[by].who)) };
        }
    }
}

/// One winner's follow-up, or what bars it.
fn follow(scene: &Scene<'_>, winner: &Winner) -> Result<Gave, Held> {
    let body = &scene.bodies[winner.who];
    let mut bar = None;
    for tucked in 0..=2 * TUCKED {
        for left in 0..=tucked.min(TUCKED) {
            let right = tucked - left;
            let files = body.files.saturating_sub(tucked);
            if right > TUCKED || files < body.full.div_ceil(2) || files == 0 {
                continue;
            }
            let off = (f64::from(left) - f64::from(right)) * body.file_width / 2.0;
            let front = body.rect.front_mid() + body.rect.right() * off;
            let narrow = body.drawn_up(front, body.rect.ahead, files);
            match stepped(scene, winner, &Body { files, ..body.at(narrow) }) {
                Ok(gave) => return Ok(gave),
                Err(by) => bar = bar.or(Some(by)),
            }
        }
    }
    Err(bar.unwrap_or(Held::Ground))
}

/// A follow-up in that formation, side-stepping as little as lets it go.
fn stepped(scene: &Scene<'_>, winner: &Winner, body: &Body) -> Result<Gave, Held> {
    let rect = &body.rect;
    let most = scene.spec.side_step * body.file_width;
    let origin = rect.centre.dot(rect.right());
    let mut offsets = vec![0.0];
    for (j, other) in scene.bodies.iter().enumerate().filter(|(j, _)| *j != winner.who) {
        if !winner.losers.contains(&j) {
            let (low, high) = other.rect.shadow(rect.right());
            let slack = scene.spec.touch;
            offsets.extend([high - origin + rect.half_width - slack, low - origin - rect.half_width + slack]);
        }
    }
    offsets.retain(|offset| offset.abs() <= most);
    offsets.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    let mut bar = None;
    for offset in offsets {
        let there = rect.moved(rect.right() * offset);
        let aside = scene.upon(&there, scene.slack(), |j| j != winner.who);
        let (free, by) = free_ahead(scene, winner, &there);
        let on = |&j: &usize| upon(&there, &scene.bodies[j].rect, 0.0, winner.far + scene.spec.arm).is_some();
        if aside.is_none() && free >= FREE * winner.far && winner.losers.iter().any(on) {
            let rect = there.moved(there.ahead * free);
            let held = by.filter(|by| !matches!(by, Held::By(j) if winner.losers.contains(j)));
            return Ok(Gave { rect, files: body.files, went: free, held });
        }
        bar = bar.or(aside.map(|(by, _)| by)).or(by);
    }
    Err(bar.unwrap_or(Held::Ground))
}

/// How far a winner can go straight on, and who ends it.
fn free_ahead(scene: &Scene<'_>, winner: &Winner, rect: &Rect) -> (f64, Option<Held>) {
    let mut free = (winner.far, None);
    let mut meet = |far: Option<f64>, by: Held| {
        // It stops at the touch, before it stands as deep as it may.
        if let Some(far) = far.map(|far| (far - scene.spec.touch).max(0.0)).filter(|far| *far < free.0) {
            free = (far, Some(by));
        }
    };
    for (j, other) in scene.bodies.iter().enumerate().filter(|(j, _)| *j != winner.who) {
        meet(cast(rect, rect.ahead, winner.far, &other.rect, scene.slack()), Held::By(j));
    }
    for rock in scene.ground {
        meet(cast(rect, rect.ahead, winner.far, rock, scene.slack()), Held::Ground);
    }
    free
}
