//! Laws of solid shapes: symmetry, invariance, and agreement with brute force.

use proptest::prelude::*;
use testudo_table::{
    Convex, Edge, Facing, Rect, Solid, Tolerance, Vec2, cast, clearance, common_stretch, distance,
    line_inside, penetration, segments_meet, shortest_between, span, swept, zone,
};

fn any_rect() -> impl Strategy<Value = Rect> {
    (-80.0..80.0, -80.0..80.0, any::<u32>(), 5.0..60.0, 5.0..60.0)
        .prop_map(|(x, y, facing, w, d)| Rect::new(Vec2::new(x, y), Facing(facing), w, d))
}

fn any_convex() -> impl Strategy<Value = Convex> {
    let corners = prop::collection::vec((-60.0..60.0, -60.0..60.0), 3..8);
    corners.prop_filter_map("no hull", |points| {
        let points: Vec<Vec2> = points.into_iter().map(|(x, y)| Vec2::new(x, y)).collect();
        Convex::hull(&points).filter(|hull| hull.area() > 1.0)
    })
}

fn any_point() -> impl Strategy<Value = Vec2> {
    (-120.0..120.0, -120.0..120.0).prop_map(|(x, y)| Vec2::new(x, y))
}

fn spin(p: Vec2, about: Facing, by: Vec2) -> Vec2 {
    let north = about.vec();
    north.right() * p.x + north * p.y + by
}

fn spin_rect(rect: &Rect, about: Facing, by: Vec2) -> Rect {
    Rect { centre: spin(rect.centre, about, by), ahead: spin(rect.ahead, about, Vec2::default()), ..*rect }
}

/// Points spread evenly over a shape's edges.
fn rim(shape: &Convex) -> Vec<Vec2> {
    let along = |[a, b]: [Vec2; 2]| (0..200).map(move |i| a.lerp(b, f64::from(i) / 200.0));
    shape.edges().flat_map(along).collect()
}

proptest! {
    #[test]
    fn penetration_is_symmetric_and_the_quick_form_agrees(a in any_rect(), b in any_rect()) {
        let depth = penetration(&a, &b);
        prop_assert!((depth - penetration(&b, &a)).abs() < 1e-9);
        prop_assert_eq!(a.penetration(&b), b.penetration(&a));
        prop_assert!((penetration(&Convex::from(a), &b) - depth).abs() < 1e-9);
        // Far apart the quick form may stop at the bounding circles.
        if depth > 0.0 {
            prop_assert!((a.penetration(&b) - depth).abs() < 1e-9);
        } else {
            prop_assert!(a.penetration(&b) <= 1e-9);
        }
    }

    #[test]
    fn penetration_is_the_least_push_that_parts(a in any_rect(), b in any_convex()) {
        let depth = penetration(&a, &b);
        if depth <= 0.1 {
            return Ok(());
        }
        let axes = (0..a.axes()).map(|i| a.axis(i)).chain((0..b.axes()).map(|i| b.axis(i)));
        let pushes = axes.flat_map(|axis| [axis, -axis]);
        let parted = |by: f64| pushes.clone().any(|way| penetration(&a.moved(way * by), &b) <= 1e-9);
        prop_assert!(parted(depth));
        prop_assert!(!parted(depth - 0.05));
    }

    #[test]
    fn measures_do_not_depend_on_where_the_table_stands(
        a in any_rect(), b in any_rect(), about in any::<u32>(), by in any_point(), p in any_point()
    ) {
        let about = Facing(about);
        let (c, d) = (spin_rect(&a, about, by), spin_rect(&b, about, by));
        prop_assert!((penetration(&a, &b) - penetration(&c, &d)).abs() < 1e-6);
        prop_assert!((distance(&a, &b) - distance(&c, &d)).abs() < 1e-6);
        let (u, v) = a.local(p);
        let border = ((u.abs() - a.half_width).max(0.0) - (v.abs() - a.half_depth)).abs().min(u.abs());
        if border > 1e-6 {
            prop_assert_eq!(zone(&a, p), zone(&c, spin(p, about, by)));
        }
    }

    #[test]
    fn distance_is_symmetric_and_agrees_with_the_rims(a in any_rect(), b in any_convex()) {
        let between = distance(&a, &b);
        prop_assert!((between - distance(&b, &a)).abs() < 1e-9);
        if penetration(&a, &b) < -1e-9 {
            let (hull, far) = (a.hull(), rim(&b));
            let brute = rim(&hull).iter().flat_map(|p| far.iter().map(|q| p.distance(*q))).fold(f64::INFINITY, f64::min);
            prop_assert!(between <= brute + 1e-9);
            prop_assert!(brute < between + 1.0, "{brute} {between}");
            let [p, q] = shortest_between(&a, &b).expect("apart");
            prop_assert!((p.distance(q) - between).abs() < 1e-6);
            prop_assert!(a.nearest(p).distance(p) < 1e-6 && b.nearest(q).distance(q) < 1e-6);
        } else {
            prop_assert_eq!(between, 0.0);
        }
    }

    #[test]
    fn the_nearest_point_is_nearest(a in any_convex(), p in any_point()) {
        let near = a.nearest(p);
        if a.contains(p) {
            prop_assert_eq!(near, p);
        } else {
            prop_assert!(rim(&a).iter().all(|q| p.distance(*q) >= p.distance(near) - 1e-9));
        }
    }

    #[test]
    fn what_is_common_is_mutual(a in any_rect(), b in any_rect(), slide in -30.0..30.0) {
        // Bring b flush to a's right, then ask both ways.
        let exact = Tolerance { length: 0.125, angle: 0.1 };
        let right = a.right();
        let b = Rect { ahead: -right, ..b };
        let b = Rect { centre: a.place(a.half_width + b.half_depth, slide), ..b };
        let [mine, theirs] = [a.edge(Edge::Right), b.edge(Edge::Front)];
        let (one, other) = (common_stretch(mine, theirs, exact), common_stretch(theirs, mine, exact));
        let common = (a.half_depth.min(slide + b.half_width) - (-a.half_depth).max(slide - b.half_width)).max(0.0);
        prop_assert!((one - other).abs() < 1e-9 && (one - common).abs() < 1e-9);
    }

    #[test]
    fn a_cut_keeps_what_lies_on_its_side(a in any_convex(), at in any_point(), way in any::<u32>(), p in any_point()) {
        let keep = Facing(way).vec();
        let both = [a.clip(at, keep), a.clip(at, -keep)].map(|part| part.map_or(0.0, |part| part.area()));
        prop_assert!((both[0] + both[1] - a.area()).abs() < 1e-6 || a.corners().len() == Convex::MOST);
        if let Some(part) = a.clip(at, keep) && (p - at).dot(keep).abs() > 1e-6 {
            let inside = part.nearest(p).distance(p) < 1e-9;
            let asked = a.contains(p) && (p - at).dot(keep) > 0.0;
            prop_assert!(inside == asked || a.nearest(p).distance(p) < 1e-6);
        }
    }

    #[test]
    fn a_hull_holds_its_points(points in prop::collection::vec(any_point(), 1..9)) {
        if let Some(hull) = Convex::hull(&points) {
            prop_assert!(points.iter().all(|&p| hull.nearest(p).distance(p) < 1e-9));
            prop_assert!(hull.corners().iter().all(|c| points.contains(c)));
        }
    }

    #[test]
    fn a_cast_agrees_with_small_steps(a in any_rect(), b in any_convex(), way in any::<u32>(), slack in 0.0..0.5) {
        let direction = Facing(way).vec();
        let overlap = |run: f64| penetration(&a.moved(direction * run), &b) > slack;
        let brute = (0..=3000).map(|i| f64::from(i) * 0.1).find(|&run| overlap(run));
        match (cast(&a, direction, 300.0, &b, slack), brute) {
            (Some(exact), Some(stepped)) => {
                prop_assert!(exact <= stepped + 1e-6);
                prop_assert!(exact > stepped - 0.1 - 1e-6 || !overlap(stepped - 0.1));
                prop_assert!(exact == 0.0 || !overlap(exact - 1e-6));
                prop_assert!(overlap(exact + 1e-6) || exact < stepped - 0.1);
            }
            // Steps may pass over a graze shorter than themselves.
            (Some(_), None) => {
                let met = span(&a, direction, &b, slack).expect("cast found it");
                prop_assert!(met.leave - met.enter.max(0.0) <= 0.1 + 1e-6 || met.enter > 299.8);
            }
            (None, stepped) => prop_assert_eq!(stepped, None),
        }
    }

    #[test]
    fn a_cleared_shape_overlaps_no_more(a in any_rect(), b in any_rect(), way in any::<u32>()) {
        let direction = Facing(way).vec();
        let clear = clearance(&a, direction, &b, 0.0);
        prop_assert!(penetration(&a.moved(direction * (clear + 1e-9)), &b) <= 1e-6);
        if clear > 0.01 {
            prop_assert!(penetration(&a.moved(direction * (clear - 0.01)), &b) > 0.0 || span(&a, direction, &b, 0.0).is_none_or(|s| s.leave - s.enter < 0.01));
        }
    }

    #[test]
    fn a_swept_path_is_all_places_between(a in any_rect(), by in any_point(), b in any_rect()) {
        let path = swept(&a, by);
        for i in 0..=20 {
            let on_way = a.moved(by * (f64::from(i) / 20.0));
            prop_assert!(on_way.corners().iter().all(|&p| path.nearest(p).distance(p) < 1e-6));
        }
        let length = by.len();
        prop_assume!(length > 1.0);
        let met = cast(&a, by * (1.0 / length), length, &b, 0.0).is_some();
        let depth = penetration(&path, &b);
        prop_assert!(met == (depth > 0.0) || depth.abs() < 1e-6);
    }

    #[test]
    fn a_line_is_inside_where_its_points_are(a in any_convex(), p in any_point(), q in any_point()) {
        let length = p.distance(q);
        prop_assume!(length > 1.0);
        let inside = line_inside([p, q], &a);
        let meets = a.contains(p) || a.edges().any(|edge| segments_meet(edge, [p, q]));
        if let Some(part) = inside {
            prop_assert!(meets);
            prop_assert!(a.contains(p.lerp(q, (part.enter + part.leave) / 2.0 / length)));
        }
        for i in 0..100 {
            let at = length * (f64::from(i) + 0.5) / 100.0;
            let held = inside.is_some_and(|s| s.enter <= at && at <= s.leave);
            let near_end = inside.is_some_and(|s| (s.enter - at).abs() < 1e-6 || (s.leave - at).abs() < 1e-6);
            let point = p.lerp(q, at / length);
            let near_rim = a.edges().any(|edge| testudo_table::distance_to_segment(point, edge) < 1e-6);
            prop_assert!(held == a.contains(point) || near_end || near_rim);
        }
    }
}

#[test]
fn a_ring_that_is_not_convex_is_no_convex() {
    let at = |x: f64, y: f64| Vec2::new(x, y);
    assert_eq!(Convex::from_corners(&[at(0.0, 0.0), at(1.0, 0.0)]), None);
    assert_eq!(Convex::from_corners(&[at(0.0, 0.0), at(4.0, 0.0), at(1.0, 1.0), at(0.0, 4.0)]), None);
    let star = [0.0, 144.0, 288.0, 72.0, 216.0].map(|angle| Facing::degrees(angle).vec() * 10.0);
    assert_eq!(Convex::from_corners(&star), None);
    assert_eq!(Convex::from_corners(&[at(0.0, 0.0), at(1.0, 0.0), at(2.0, 0.0)]), None);
}

#[test]
fn a_line_blocks_by_its_middle_not_by_its_end() {
    let line = Convex::segment([Vec2::new(0.0, 0.0), Vec2::new(0.0, 100.0)]);
    let beyond = Rect::new(Vec2::new(0.0, 110.0), Facing::NORTH, 40.0, 20.0);
    assert_eq!(penetration(&line, &beyond), 0.0);
    let on_line = Rect::new(Vec2::new(0.0, 50.0), Facing::NORTH, 40.0, 20.0);
    assert_eq!(penetration(&line, &on_line), 20.0);
}
