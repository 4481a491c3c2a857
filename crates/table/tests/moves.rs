//! Laws of motion: legs, stops that are free, formations in their footprint.

use proptest::prelude::*;
use testudo_table::{
    Convex, Edge, Facing, Formation, Ground, Leg, Point, Pose, Reach, Rect, Solid, Vec2, clear_of,
    first_stop, free_run, last_stop, nearest_edge, penetration, reach, span, wheel_arc, wheel_chords,
};

const WIDTH: f64 = 40.0;
const DEPTH: f64 = 15.0;

fn any_pose() -> impl Strategy<Value = Pose> {
    (-100.0..100.0, -100.0..100.0, any::<u32>()).prop_map(|(x, y, f)| Pose::new(Vec2::new(x, y), Facing(f)))
}

fn any_rect() -> impl Strategy<Value = Rect> {
    (any_pose(), 5.0..60.0, 5.0..60.0).prop_map(|(pose, w, d)| Rect::at(pose, w, d))
}

fn any_leg() -> impl Strategy<Value = Leg> {
    let march = (any_pose(), any_pose()).prop_map(|(a, b)| Leg::march(a, WIDTH, DEPTH, b));
    let ahead = (any_pose(), -100.0..100.0).prop_map(|(a, by)| Leg::ahead(a, WIDTH, DEPTH, by));
    let shift = (any_pose(), -100.0..100.0).prop_map(|(a, by)| Leg::shift(a, WIDTH, DEPTH, by));
    let side = prop_oneof![Just(Edge::Left), Just(Edge::Right)];
    let wheel =
        (any_pose(), side, 0.0..180.0).prop_map(|(a, side, by)| Leg::wheel(a, WIDTH, DEPTH, side, by));
    let turn = (any_pose(), -180.0..180.0).prop_map(|(a, by)| Leg::turn(a, WIDTH, DEPTH, by));
    prop_oneof![march, ahead, shift, wheel, turn]
}

proptest! {
    #[test]
    fn a_leg_starts_and_ends_where_it_says(leg in any_leg()) {
        let same = |a: Rect, b: Rect| a.corners().iter().zip(b.corners()).all(|(p, q)| p.distance(q) < 2e-4);
        prop_assert!(same(leg.at(0.0), leg.first()));
        prop_assert!(same(leg.at(1.0), leg.last()));
        let around = leg.bounds().grown(1e-3);
        for i in 0..=50 {
            let (t, next) = (f64::from(i) / 50.0, f64::from(i + 1) / 50.0);
            prop_assert!(leg.at(t).corners().iter().all(|&p| around.contains(p)));
            let moved = leg.at(t).corners().iter().zip(leg.at(next).corners()).map(|(p, q)| p.distance(q)).fold(0.0, f64::max);
            prop_assert!(i == 50 || moved <= leg.travel() / 50.0 + 1e-3);
        }
    }

    #[test]
    fn a_stop_is_free(base in any_rect(), others in prop::collection::vec(any_rect(), 1..6), least in 0.0..100.0, way in any::<u32>()) {
        let direction = Facing(way).vec();
        let spans = others.iter().filter_map(|o| span(&base, direction, o, 0.0));
        let deep = |run: f64| others.iter().map(|o| penetration(&base.moved(direction * run), o)).fold(f64::NEG_INFINITY, f64::max);
        let stop = first_stop(least, spans.clone());
        prop_assert!(stop >= least && deep(stop) <= 1e-6);
        let held = |i: i32| deep(least + (stop - least) * f64::from(i) / 100.0) > -1e-6;
        prop_assert!(stop == least || (0..100).all(held));
        if let Some(stop) = last_stop(least, spans.clone()) {
            prop_assert!((0.0..=least).contains(&stop) && deep(stop) <= 1e-6);
        }
        let run = free_run(least, spans);
        prop_assert!((0..=100).all(|i| deep(run * f64::from(i) / 100.0) <= 1e-6) || run == 0.0);
        prop_assert!(deep(clear_of(&base, direction, &others, 0.0)) <= 1e-6);
    }

    #[test]
    fn figures_stand_in_their_footprint_and_not_on_each_other(
        files in 1u16..12, figures in 1u16..60, w in 50_000..300_000, d in 50_000..300_000, pose in any_pose()
    ) {
        let block = Formation { files, figures, file_width: w, rank_depth: d };
        let whole = block.rect(pose);
        let bases: Vec<Rect> = (0..figures).filter_map(|i| block.figure_rect(&whole, i)).collect();
        prop_assert_eq!(bases.len(), usize::from(figures));
        prop_assert_eq!((0..block.ranks()).map(|r| block.in_rank(r)).sum::<u16>(), figures);
        for (i, base) in bases.iter().enumerate() {
            prop_assert!(base.corners().iter().all(|&p| whole.nearest(p).distance(p) < 1e-6));
            prop_assert!(bases[..i].iter().all(|other| base.penetration(other) < 1e-6));
        }
        let last = usize::from(figures - block.last_rank());
        let middle = bases[last..].iter().fold(Vec2::default(), |sum, b| sum + b.centre) * (1.0 / (bases.len() - last) as f64);
        prop_assert!(whole.local(middle).0.abs() < 1e-6);
    }

    #[test]
    fn what_reach_shows_can_be_reached(others in prop::collection::vec(any_rect(), 0..5)) {
        let start = Pose::new(Vec2::new(200.0, 200.0), Facing::NORTH);
        let shifted: Vec<Rect> = others.iter().map(|o| o.moved(Vec2::new(200.0, 280.0))).collect();
        let base = Rect::at(start, WIDTH, DEPTH);
        let obstacles: Vec<Rect> = shifted.into_iter().filter(|o| base.penetration(o) <= 0.0).collect();
        let ask = Reach { start, width: WIDTH, depth: DEPTH, allowance: 100.0, obstacles: &obstacles, slack: 0.0 };
        let outline = reach(&ask, &Ground::bare(400.0, 260.0), 3.0, |angle| wheel_arc(WIDTH, angle));
        let front = base.front_mid();
        prop_assert!(outline.len() >= 2);
        prop_assert!(outline.iter().all(|p| p.distance(front) <= 100.0 + 1e-6 && p.y <= 260.0 + 1e-6));
        prop_assert!(outline.iter().all(|&p| obstacles.iter().all(|o| o.nearest(p).distance(p) > 0.0 || Convex::from(*o).edges().any(|e| testudo_table::distance_to_segment(p, e) < 1e-6))));
    }
}

#[test]
fn half_a_turn_goes_clockwise() {
    let start = Pose::new(Vec2::new(0.0, 0.0), Facing::NORTH);
    let leg = Leg::march(start, WIDTH, DEPTH, Pose { facing: Facing::SOUTH, ..start });
    assert_eq!(leg.at(0.5).ahead, Facing::EAST.vec());
}

#[test]
fn a_wheel_leaves_its_corner_where_it_was() {
    let start = Pose::new(Vec2::new(3.0, 4.0), Facing::degrees(33.0));
    let leg = Leg::wheel(start, WIDTH, DEPTH, Edge::Left, 30.0);
    assert!((0..=10).all(|i| leg.at(f64::from(i) / 10.0).fl().distance(leg.first().fl()) < 1e-6));
    assert!((leg.chord() - wheel_chords(WIDTH, 30.0, 30.0)).abs() < 1e-3);
    assert!((leg.travel() - wheel_arc((WIDTH * WIDTH + DEPTH * DEPTH).sqrt(), 30.0)).abs() < 1e-9);
}

#[test]
fn the_nearest_edge_of_equals_is_the_front() {
    let base = Rect::new(Vec2::new(0.0, 0.0), Facing::NORTH, WIDTH, DEPTH);
    assert_eq!(nearest_edge(&base, Vec2::new(30.0, 30.0)), Edge::Front);
    assert_eq!(nearest_edge(&base, Vec2::new(-30.0, -30.0)), Edge::Left);
    assert_eq!(nearest_edge(&base, Vec2::new(0.0, -30.0)), Edge::Rear);
}

#[test]
fn poses_round_to_the_grid_once() {
    let leg = Leg::wheel(Pose::default(), WIDTH, DEPTH, Edge::Right, 17.0);
    assert_eq!(leg.end().at, Point::round(leg.at(1.0).centre));
}
