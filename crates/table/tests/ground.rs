//! Laws of terrain: areas and lengths against brute force, bands, hills, stable hashes.

use proptest::prelude::*;
use testudo_table::{
    Band, Convex, Facing, Foothold, Ground, KindId, Piece, Point, Polygon, Rect, Shape, ShapeError,
    TableEdge, Vec2, cast_to_shape, is_simple, swept,
};

fn at(x: f64, y: f64) -> Point {
    Point::round(Vec2::new(x, y))
}

/// A wood with a bay: concave, and its bay narrows inwards.
fn horseshoe() -> Polygon {
    let corners = [
        (0.0, 0.0),
        (120.0, 0.0),
        (120.0, 90.0),
        (80.0, 90.0),
        (70.0, 30.0),
        (50.0, 30.0),
        (40.0, 90.0),
        (0.0, 90.0),
    ];
    Polygon::new(&corners.map(|(x, y)| at(x, y))).expect("simple")
}

fn river() -> Band {
    Band::new(&[at(-50.0, 20.0), at(40.0, 60.0), at(90.0, 10.0), at(150.0, 70.0)], 20.0).expect("a band")
}

fn any_rect() -> impl Strategy<Value = Rect> {
    (-40.0..160.0, -40.0..130.0, any::<u32>(), 5.0..60.0, 5.0..60.0)
        .prop_map(|(x, y, facing, w, d)| Rect::new(Vec2::new(x, y), Facing(facing), w, d))
}

/// A star-shaped ring of any radii: always simple, seldom convex.
fn any_polygon() -> impl Strategy<Value = Polygon> {
    prop::collection::vec(20.0..80.0, 3..12).prop_map(|radii: Vec<f64>| {
        let n = radii.len() as f64;
        let ring: Vec<Point> = radii
            .iter()
            .enumerate()
            .map(|(i, r)| {
                Point::round(Vec2::new(60.0, 45.0) + Facing::degrees(360.0 * i as f64 / n).vec() * *r)
            })
            .collect();
        Polygon::new(&ring).expect("a star is simple")
    })
}

/// Evenly spread points of a footprint.
fn grid(rect: &Rect, n: i32) -> impl Iterator<Item = Vec2> {
    let rect = *rect;
    let share = move |i: i32| (f64::from(i) + 0.5) / f64::from(n) * 2.0 - 1.0;
    (0..n * n).map(move |i| rect.place(share(i % n) * rect.half_width, share(i / n) * rect.half_depth))
}

proptest! {
    #[test]
    fn the_overlap_area_agrees_with_counting(polygon in any_polygon(), rect in any_rect()) {
        for polygon in [polygon, horseshoe()] {
            let whole = 4.0 * rect.half_width * rect.half_depth;
            let counted = grid(&rect, 60).filter(|&p| polygon.contains(p)).count() as f64 / 3600.0 * whole;
            let area = polygon.overlap_area(&rect);
            prop_assert!(area >= -1e-9 && area <= whole + 1e-9);
            prop_assert!((area - counted).abs() < whole * 0.03, "{} {}", area, counted);
        }
    }

    #[test]
    fn areas_of_parts_add_up(polygon in any_polygon(), rect in any_rect(), way in any::<u32>()) {
        let whole = polygon.overlap_area(&rect);
        let keep = Facing(way).vec();
        let part = |keep| Convex::from(rect).clip(rect.centre, keep).map_or(0.0, |half| polygon.overlap_area(&half));
        prop_assert!((part(keep) + part(-keep) - whole).abs() < 1e-6);
        // A six-cornered shape takes the way in two parts.
        let six = testudo_table::swept(&rect, keep * 30.0);
        let quick = six.corners().len() < 6;
        let halves = [keep.right(), -keep.right()].map(|k| six.clip(six.middle(), k).map_or(0.0, |h| polygon.overlap_area(&h)));
        prop_assert!(quick || (halves[0] + halves[1] - polygon.overlap_area(&six)).abs() < 1e-6);
    }

    #[test]
    fn the_length_inside_agrees_with_counting(polygon in any_polygon(), a in any_rect(), b in any_rect()) {
        let line = [a.centre, b.centre];
        let inside = (0..1000).filter(|&i| polygon.contains(line[0].lerp(line[1], (f64::from(i) + 0.5) / 1000.0))).count();
        let length = line[0].distance(line[1]);
        prop_assert!((polygon.length_inside(line) - inside as f64 / 1000.0 * length).abs() < length * 0.02 + 1e-9);
    }

    #[test]
    fn enclosed_means_no_area_outside(polygon in any_polygon(), rect in any_rect()) {
        let outside = 4.0 * rect.half_width * rect.half_depth - polygon.overlap_area(&rect);
        prop_assert!(polygon.encloses(&rect) == (outside < 1e-6) || outside < 1e-3);
    }

    #[test]
    fn a_band_is_what_lies_near_its_line(rect in any_rect()) {
        let river = river();
        let deep = river.penetration(&rect);
        let deepest = grid(&rect, 40).map(|p| 10.0 - river.along(p).distance).fold(f64::NEG_INFINITY, f64::max);
        prop_assert!(deepest <= deep + 1e-9);
        prop_assert!(deep < deepest + 3.0);
        prop_assert_eq!(river.overlaps(&rect, 0.0), deep > 0.0);
    }

    #[test]
    fn a_run_stops_at_the_bank(rect in any_rect(), way in any::<u32>(), polygon in any_polygon()) {
        let direction = Facing(way).vec();
        let river = Shape::Band(river());
        let wood = Shape::Area(polygon);
        for shape in [river, wood] {
            if shape.lies_under(&rect, Foothold::default()) {
                continue;
            }
            let run = cast_to_shape(&rect, direction, 200.0, &shape, 0.0);
            let steps = (0..2000).map(|i| f64::from(i) * 0.1);
            let met = steps.clone().find(|&d| shape.lies_under(&rect.moved(direction * d), Foothold { area: 1e-3, depth: 1e-3 }));
            if let Some(met) = met {
                prop_assert!(run.is_some_and(|run| run <= met + 1e-6), "{:?} {}", run, met);
            }
            if let Some(run) = run {
                prop_assert!(shape.distance(&rect.moved(direction * run)) < 1e-5);
            }
        }
    }

    #[test]
    fn a_hill_rises_from_its_outline_to_its_crest(p in (5.0..115.0, 5.0..85.0)) {
        let outline = Polygon::new(&[at(0.0, 0.0), at(120.0, 0.0), at(120.0, 90.0), at(0.0, 90.0)]).expect("simple");
        let crest = Some(vec![at(40.0, 45.0), at(80.0, 45.0)]);
        let hill = Piece { id: "hill".into(), kind: KindId(1), shape: Shape::Area(outline), crest };
        let p = Vec2::new(p.0, p.1);
        let height = hill.height(p);
        prop_assert!(height > 0.0 && height <= 1.0);
        let top = Vec2::new(p.x.clamp(40.0, 80.0), 45.0);
        prop_assert!(hill.height(p.lerp(top, 0.5)) >= height);
        prop_assert!(hill.height(top) > 1.0 - 1e-9);
    }
}

#[test]
fn outlines_that_are_no_shape_are_refused() {
    let bow_tie = [at(0.0, 0.0), at(10.0, 10.0), at(10.0, 0.0), at(0.0, 10.0)];
    assert_eq!(Polygon::new(&bow_tie), Err(ShapeError::NotSimple));
    let folded = [at(0.0, 0.0), at(10.0, 0.0), at(5.0, 0.0), at(5.0, 5.0)];
    assert!(!is_simple(&folded));
    assert_eq!(Polygon::new(&bow_tie[..2]), Err(ShapeError::TooFewPoints));
    assert_eq!(Band::new(&[at(1.0, 1.0), at(1.0, 1.0)], 5.0), Err(ShapeError::TooFewPoints));
    assert_eq!(Band::new(&bow_tie, 0.0), Err(ShapeError::NoWidth));
    let far = Point { x: i32::MAX, y: i32::MIN };
    assert!(is_simple(&[far, at(0.0, 0.0), Point { x: i32::MIN, y: i32::MAX - 1 }]));
}

#[test]
fn a_polygon_knows_its_middle_and_its_banks() {
    let square = Polygon::new(&[at(0.0, 0.0), at(0.0, 80.0), at(80.0, 80.0), at(80.0, 0.0)]).expect("simple");
    assert_eq!((square.area(), square.centroid()), (6400.0, Vec2::new(40.0, 40.0)));
    let bank = square.bank(Vec2::new(70.0, 40.0));
    assert_eq!((bank.distance, bank.inward), (10.0, Vec2::new(-1.0, 0.0)));
    assert!(square.shrunk_contains(0.5, Vec2::new(21.0, 40.0)));
    assert!(!square.shrunk_contains(0.5, Vec2::new(19.0, 40.0)));
    assert!(square.shrunk_meets(0.5, [Vec2::new(0.0, 40.0), Vec2::new(80.0, 40.0)]));
    assert!(!square.shrunk_meets(0.5, [Vec2::new(0.0, 10.0), Vec2::new(80.0, 10.0)]));
    assert_eq!(square.shrunk(0.5)[0].distance(square.centroid()), 800.0_f64.sqrt());
    // A line in and out of the bay has two stretches.
    let line = [Vec2::new(-10.0, 80.0), Vec2::new(130.0, 80.0)];
    assert_eq!(horseshoe().stretches(line).count(), 2);
}

#[test]
fn a_bridge_is_where_road_and_river_cross() {
    let road = Band::new(&[at(0.0, 0.0), at(0.0, 100.0)], 25.0).expect("a road");
    let river = Band::new(&[at(-50.0, 40.0), at(50.0, 40.0)], 40.0).expect("a river");
    assert_eq!(road.crossings(&river), [Vec2::new(0.0, 40.0)]);
    assert_eq!(road.along(Vec2::new(9.0, 40.0)).distance, 9.0);
}

#[test]
fn ground_answers_what_lies_where() {
    let mut ground = Ground::bare(600.0, 400.0);
    let contour = |id: &str, low: f64, high: f64| {
        let corners = [at(low, low), at(high, low), at(high, high), at(low, high)];
        let shape = Shape::Area(Polygon::new(&corners).expect("simple"));
        Piece { id: id.into(), kind: KindId(3), shape, crest: None }
    };
    ground.pieces = vec![contour("low", 100.0, 300.0), contour("high", 150.0, 250.0)];
    assert_eq!(ground.level(KindId(3), Vec2::new(120.0, 120.0)), 1);
    assert_eq!(ground.level(KindId(3), Vec2::new(200.0, 200.0)), 2);
    let base = Rect::new(Vec2::new(100.0, 200.0), Facing::NORTH, 40.0, 20.0);
    let ids: Vec<&str> = ground.under(&base, Foothold::default()).map(|p| p.id.as_str()).collect();
    assert_eq!(ids, ["low"]);
    assert_eq!(ground.under(&base, Foothold { area: 400.0, depth: 0.0 }).count(), 0);
    assert_eq!(ground.nearest_edge(Vec2::new(300.0, 390.0)), (TableEdge::North, 10.0));
    assert!(ground.on_table(&base, 0.0) && !ground.on_table(&base.moved(Vec2::new(-81.0, 0.0)), 0.125));
}

proptest! {
    #[test]
    fn the_quick_looks_agree_with_the_measured_area(rect in any_rect(), least in 0.0..200.0_f64) {
        let wood = horseshoe();
        let area = wood.overlap_area(&rect);
        prop_assert_eq!(wood.covers_more(&rect, least), area > least);
        prop_assert!(area == 0.0 || wood.meets(&rect));
    }

    #[test]
    fn a_way_straight_ahead_covers_what_a_longer_footprint_does(rect in any_rect(), length in 1.0..200.0_f64) {
        let long = Rect {
            centre: rect.centre + rect.ahead * (length / 2.0),
            half_depth: rect.half_depth + length / 2.0,
            ..rect
        };
        let way = swept(&rect, rect.ahead * length);
        prop_assert!((horseshoe().overlap_area(&way) - horseshoe().overlap_area(&long)).abs() < 1e-6);
    }

    #[test]
    fn footprints_overlap_as_deep_as_they_penetrate(a in any_rect(), b in any_rect(), slack in 0.0..5.0_f64) {
        prop_assert_eq!(a.overlaps(&b, slack), a.penetration(&b) > slack);
    }
}
