//! Lines meet as lines: charges, first contact and closing up over many drawn scenes.

use table::{Facing, Rect, Vec2};
use testudo_mechanics::contact::{
    Arrival, Body, Charger, ContactSpec, Contacts, Loser, Scene, Way, Winner, aim, close_up, fall_back,
    follow_up, settle, upon,
};
use testudo_mechanics::{Marcher, march_together};

/// Inches, as heavy foot of the older rules has them.
const SPEC: ContactSpec = ContactSpec {
    touch: 0.01,
    graze: 0.06,
    arm: 0.375,
    grip: 2.0,
    slide: [3.0, 6.0],
    turn: [60.0, 90.0],
    side_step: 3.0,
    unfold: 3,
    weak: 2,
};
const CHARGE: f64 = 9.0;
const NORMAL: f64 = 6.0;
const SUBSTEPS: usize = 24;

/// Numbers by which scenes are drawn, the same in every run.
struct Lots(u64);

impl Lots {
    fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as f64) / f64::from(1_u32 << 31)
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.share()
    }

    fn whole(&mut self, low: u16, high: u16) -> u16 {
        low + (self.share() * f64::from(high - low + 1)) as u16
    }
}

fn body(front: Vec2, facing: Facing, side: u8, files: u16, ranks: u16) -> Body {
    let (file_width, rank_depth) = (0.75, 0.75);
    let ahead = facing.vec();
    let half_depth = f64::from(ranks) * rank_depth / 2.0;
    let half_width = f64::from(files) * file_width / 2.0;
    let rect = Rect { centre: front - ahead * half_depth, ahead, half_width, half_depth };
    Body { rect, side, files, full: files, figures: files * ranks, file_width, rank_depth, closes_up: 3.0 }
}

/// A line of bodies side by side, its middle there, with gaps and a little out of dressing.
fn line(lots: &mut Lots, middle: Vec2, facing: Facing, side: u8, ragged: f64) -> Vec<Body> {
    let count = lots.whole(1, 5);
    let gap = if lots.share() < 0.4 { 0.0 } else { lots.between(0.0, 3.0) };
    let shapes: Vec<(u16, u16)> = (0..count).map(|_| (lots.whole(6, 15), lots.whole(2, 4))).collect();
    let whole: f64 = shapes.iter().map(|(files, _)| f64::from(*files) * 0.75 + gap).sum::<f64>() - gap;
    let (right, ahead) = (facing.vec().right(), facing.vec());
    let mut at = -whole / 2.0;
    shapes
        .into_iter()
        .map(|(files, ranks)| {
            let width = f64::from(files) * 0.75;
            let front = middle + right * (at + width / 2.0) + ahead * lots.between(-ragged, 0.0);
            at += width + gap;
            body(front, facing, side, files, ranks)
        })
        .collect()
}

fn two_lines(seed: u64, most_angle: f64) -> Vec<Body> {
    let mut lots = Lots(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let angle = lots.between(-most_angle, most_angle);
    let (apart, offset) = (lots.between(3.0, 6.0), lots.between(-4.0, 4.0));
    let mut bodies = line(&mut lots, Vec2::new(0.0, 0.0), Facing::NORTH, 0, 0.4);
    let width: f64 = bodies.iter().map(|b| 2.0 * b.rect.half_width + 3.0).sum();
    // Lines at an angle stand clear of each other at their nearer ends.
    let lean = width * 0.5 * angle.abs() / 57.0;
    bodies.extend(line(&mut lots, Vec2::new(offset, apart + lean), Facing::degrees(180.0 + angle), 1, 0.4));
    bodies
}

fn scene(bodies: &[Body]) -> Scene<'_> {
    Scene { bodies, ground: &[], spec: &SPEC }
}

/// One period: those of both sides who are not held charge, and the line closes up.
fn period(bodies: &mut [Body]) {
    let closed = close_up(&scene(bodies));
    for (body, closed) in bodies.iter_mut().zip(closed) {
        (body.rect, body.files) = (closed.rect, closed.files);
    }
    assert_apart(bodies, "closing up");
    let contacts = Contacts::of(&scene(bodies));
    let chargers: Vec<Charger> = (0..bodies.len())
        .filter(|&i| !contacts.is_pinned(i))
        .map(|i| Charger {
            who: i,
            targets: (0..bodies.len()).filter(|&j| bodies[j].side != bodies[i].side).collect(),
            normal: NORMAL,
            charge: CHARGE,
        })
        .collect();
    let ways = aim(&scene(bodies), &chargers);
    let mut arrivals = vec![Arrival { from: None }; bodies.len()];
    let mut marchers: Vec<Marcher> = bodies.iter().enumerate().map(|(i, body)| standing(i, body)).collect();
    for (charger, way) in chargers.iter().zip(&ways) {
        let Ok(way) = way else { continue };
        arrivals[charger.who].from = Some(bodies[charger.who].rect);
        let marcher = &mut marchers[charger.who];
        marcher.track = track(&bodies[charger.who].rect, way);
        marcher.seeks = charger.targets.iter().map(|&j| j as u16).collect();
    }
    for (body, marched) in bodies.iter_mut().zip(march_together(&marchers, &SPEC.run())) {
        body.rect = marched.rect;
    }
    assert_apart(bodies, "the run");
    let settled = settle(&scene(bodies), &arrivals);
    for (body, settled) in bodies.iter_mut().zip(settled) {
        (body.rect, body.files) = (settled.rect, settled.files);
    }
    assert_apart(bodies, "first contact");
}

fn standing(i: usize, body: &Body) -> Marcher {
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

/// Where a charger is after each sub-step if nothing meets it: the whole charge, at an even pace.
fn track(start: &Rect, way: &Way) -> Vec<Rect> {
    let whole = Way { run: CHARGE - way.effort(2.0 * start.half_width), ..*way };
    (0..=SUBSTEPS).map(|n| whole.at(start, n as f64 / SUBSTEPS as f64)).collect()
}

fn assert_apart(bodies: &[Body], after: &str) {
    for (i, a) in bodies.iter().enumerate() {
        for (j, b) in bodies.iter().enumerate().skip(i + 1) {
            let depth = a.rect.penetration(&b.rect);
            assert!(depth <= 2.0 * SPEC.touch, "after {after} {i} and {j} lie {depth} deep in each other");
        }
    }
}

/// Whether an enemy lies straight before two files or more, no farther than a charge.
fn has_an_enemy_before_it(bodies: &[Body], i: usize) -> bool {
    let front = &bodies[i].rect;
    let enemies = bodies.iter().filter(|b| b.side != bodies[i].side);
    enemies.filter_map(|b| upon(front, &b.rect, 0.0, 2.0)).any(|s| s.length() >= 1.5)
}

/// Files of a body that have an enemy straight before them within two inches, and how many of these are in contact.
fn facing_and_fighting(bodies: &[Body], contacts: &Contacts, i: usize) -> (u16, u16) {
    let body = &bodies[i];
    let faced = |file: u16| {
        let off = (f64::from(file) + 0.5) * body.file_width - body.rect.half_width;
        let front = body.rect.front_mid() + body.rect.right() * off;
        let file = Rect { centre: front, half_width: body.file_width / 2.0, half_depth: 0.0, ..body.rect };
        let enemies = bodies.iter().filter(|b| b.side != body.side);
        enemies
            .filter_map(|b| upon(&file, &b.rect, 2.0 * SPEC.touch, 2.0))
            .any(|s| s.length() > body.file_width / 10.0)
    };
    let facing = (0..body.files).filter(|&file| faced(file)).count() as u16;
    let fighting = contacts.shares(&scene(bodies), i).iter().map(|(_, files)| files).sum();
    (facing, fighting)
}

/// Pushes back every body in contact with a chance of a quarter, and lets those follow who may.
fn push(bodies: &mut [Body], lots: &mut Lots) {
    let contacts = Contacts::of(&scene(bodies));
    let losers: Vec<Loser> = (0..bodies.len())
        .filter(|&i| contacts.of_body(i).next().is_some() && lots.share() < 0.25)
        .map(|who| Loser { who, far: 3.0 })
        .collect();
    let lost = |i: usize| losers.iter().any(|loser| loser.who == i);
    let winners: Vec<Winner> = (0..bodies.len())
        .filter(|&i| !lost(i))
        .map(|who| Winner { who, losers: contacts.of_body(who).filter(|&j| lost(j)).collect(), far: 3.0 })
        .filter(|winner| !winner.losers.is_empty())
        .collect();
    for (loser, gave) in losers.iter().zip(fall_back(&scene(bodies), &losers)) {
        bodies[loser.who].rect = gave.rect;
    }
    assert_apart(bodies, "giving ground");
    for (winner, gave) in winners.iter().zip(follow_up(&scene(bodies), &winners)) {
        (bodies[winner.who].rect, bodies[winner.who].files) = (gave.rect, gave.files);
    }
    assert_apart(bodies, "following up");
}

/// Fights eight periods and counts: bodies with enemies before at least two files, those of them with at least half
/// of these files in contact from the third period on, and pairs that fought five periods with two files or fewer.
fn long_fights(seeds: std::ops::Range<u64>, pushed: bool) -> (usize, usize, usize) {
    let (mut all, mut well, mut locked) = (0, 0, 0);
    for seed in seeds {
        let mut lots = Lots(seed ^ 0x5eed);
        let mut bodies = two_lines(seed, 25.0);
        let mut weak = vec![0_u8; bodies.len() * bodies.len()];
        for n in 0..8 {
            period(&mut bodies);
            let contacts = Contacts::of(&scene(&bodies));
            for i in 0..bodies.len() {
                for j in 0..bodies.len() {
                    let lock = &mut weak[i * bodies.len() + j];
                    *lock = if contacts.is_weak(i, j) { *lock + 1 } else { 0 };
                    locked += usize::from(
                        i < j && *lock == 5 && [i, j].iter().all(|&k| contacts.of_body(k).count() == 1),
                    );
                }
                let (facing, fighting) = facing_and_fighting(&bodies, &contacts, i);
                if n >= 2 && facing >= 2 {
                    all += 1;
                    well += usize::from(2 * fighting >= facing);
                }
            }
            if pushed {
                push(&mut bodies, &mut lots);
            }
        }
    }
    (all, well, locked)
}

#[test]
fn from_the_third_period_on_half_of_the_files_that_face_an_enemy_fight() {
    for pushed in [false, true] {
        let (all, well, locked) = long_fights(0..60, pushed);
        println!("pushed {pushed}: {well} of {all}, {locked} locked");
        assert!(all > 500 && well * 100 >= all * 95, "{well} of {all}, pushed: {pushed}");
        assert_eq!(locked, 0, "nobody is locked with another by two files for five periods");
    }
}

fn fraction_in_contact(seeds: std::ops::Range<u64>) -> (usize, usize, Vec<u64>) {
    let (mut met, mut all, mut missed) = (0, 0, Vec::new());
    for seed in seeds {
        let mut bodies = two_lines(seed, 20.0);
        for _ in 0..4 {
            period(&mut bodies);
        }
        let contacts = Contacts::of(&scene(&bodies));
        let before: Vec<usize> = (0..bodies.len()).filter(|&i| has_an_enemy_before_it(&bodies, i)).collect();
        let touching = before.iter().filter(|&&i| contacts.of_body(i).next().is_some()).count();
        if touching < before.len() {
            missed.push(seed);
        }
        met += touching;
        all += before.len();
    }
    (met, all, missed)
}

#[test]
fn lines_that_charge_each_other_meet_as_lines() {
    let (met, all, missed) = fraction_in_contact(0..60);
    assert!(all > 200, "the scenes are large enough to say something: {all}");
    assert!(
        met * 100 >= all * 99,
        "{met} of {all} who have an enemy before them are in contact; scenes {missed:?}"
    );
}

/// Who lies in one enemy already, whom he has run down, comes upon nobody else by turning flush.
#[test]
fn whoever_lies_in_one_comes_upon_no_other_by_turning_flush() {
    let mut turned = 0;
    for seed in 0..200 {
        let mut bodies = two_lines(seed, 20.0);
        let chargers: Vec<Charger> = (0..bodies.len())
            .filter(|&i| bodies[i].side == 0)
            .map(|who| {
                let targets = (0..bodies.len()).filter(|&j| bodies[j].side == 1).collect();
                Charger { who, targets, normal: NORMAL, charge: CHARGE }
            })
            .collect();
        let mut from = vec![None; bodies.len() + 1];
        let ways = aim(&scene(&bodies), &chargers);
        let mut marchers: Vec<Marcher> = bodies.iter().enumerate().map(|(i, b)| standing(i, b)).collect();
        for (charger, way) in chargers.iter().zip(&ways).filter_map(|(c, w)| Some((c, w.as_ref().ok()?))) {
            from[charger.who] = Some(bodies[charger.who].rect);
            marchers[charger.who].track = track(&bodies[charger.who].rect, way);
            marchers[charger.who].seeks = charger.targets.iter().map(|&j| j as u16).collect();
        }
        for (body, marched) in bodies.iter_mut().zip(march_together(&marchers, &SPEC.run())) {
            body.rect = marched.rect;
        }
        // One of those who came stands deep in a small body that ran before it.
        let Some(deep) = (0..bodies.len()).find(|&i| from[i].is_some()) else { continue };
        let rect = bodies[deep].rect;
        bodies.push(body(rect.centre + rect.ahead * 0.3, Facing::of(rect.ahead).about(), 1, 4, 2));
        let arrivals: Vec<Arrival> = from.iter().map(|from| Arrival { from: *from }).collect();
        let settled = settle(&scene(&bodies), &arrivals);
        turned += usize::from(settled[deep].rect != bodies[deep].rect);
        for i in 0..bodies.len() {
            for j in i + 1..bodies.len() {
                let (was, is) = (
                    bodies[i].rect.penetration(&bodies[j].rect),
                    settled[i].rect.penetration(&settled[j].rect),
                );
                assert!(
                    is <= (2.0 * SPEC.touch).max(was + 0.002),
                    "scene {seed}: {i} and {j}: {was}, then {is}"
                );
            }
        }
    }
    assert!(turned > 20, "{turned} turned");
}

/// The same scene seen in a mirror.
fn mirrored(bodies: &[Body]) -> Vec<Body> {
    let flip = |v: Vec2| Vec2::new(-v.x, v.y);
    bodies
        .iter()
        .rev()
        .map(|b| Body {
            rect: Rect { centre: flip(b.rect.centre), ahead: flip(b.rect.ahead), ..b.rect },
            ..*b
        })
        .collect()
}

#[test]
fn a_mirrored_battle_mirrors() {
    for seed in 0..40 {
        let mut bodies = two_lines(seed, 20.0);
        let mut mirror = mirrored(&bodies);
        for n in 0..3 {
            period(&mut bodies);
            period(&mut mirror);
            for (a, b) in mirrored(&bodies).iter().zip(&mirror) {
                let off = a.rect.centre.distance(b.rect.centre);
                assert!(off < 1e-5, "scene {seed}, period {n}: {off} apart");
            }
        }
    }
}

#[test]
fn a_beaten_line_goes_back_as_a_line_and_the_winners_follow_flush() {
    let mut bodies: Vec<Body> = [-6.0, 0.0, 6.0]
        .iter()
        .flat_map(|&x| {
            [body(Vec2::new(x, 0.0), Facing::NORTH, 0, 8, 3), body(Vec2::new(x, 0.0), Facing::SOUTH, 1, 8, 3)]
        })
        .collect();
    let losers = [Loser { who: 1, far: 3.0 }, Loser { who: 3, far: 3.0 }, Loser { who: 5, far: 3.0 }];
    for (loser, gave) in losers.iter().zip(fall_back(&scene(&bodies), &losers)) {
        assert_eq!((gave.went, gave.held), (3.0, None));
        bodies[loser.who].rect = gave.rect;
    }
    let winners = [0, 2, 4].map(|who| Winner { who, losers: vec![who + 1], far: 3.0 });
    for (winner, gave) in winners.iter().zip(follow_up(&scene(&bodies), &winners)) {
        assert!((gave.went - 3.0).abs() < 2.0 * SPEC.touch, "{gave:?}");
        bodies[winner.who].rect = gave.rect;
    }
    assert_apart(&bodies, "following up");
    let contacts = Contacts::of(&scene(&bodies));
    assert!((0..3).all(|k| contacts.files(2 * k, 2 * k + 1) == 8));
}
