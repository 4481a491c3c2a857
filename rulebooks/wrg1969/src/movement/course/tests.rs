//! Courses walked over small pieces of ground.

use crate::Wrg1969;
use crate::data::feature::{Feature, Kind, Outline};
use crate::data::kit::Kit;
use crate::data::troop::Troop;
use crate::house::House;
use crate::movement::course::walker::wheeled;
use crate::movement::course::*;
use table::{Facing, Vec2};
use umpire::{Side, UnitId};

fn stream(y: f64) -> Feature {
    let outline = Outline::Line(vec![Vec2::new(0.0, y), Vec2::new(96.0, y)]);
    Feature {
        id: "brook".into(),
        name: String::new(),
        kind: Kind::Stream,
        outline,
        width: 0.0,
        closed: false,
        value: 0,
    }
}

fn book(features: Vec<Feature>) -> Wrg1969 {
    Wrg1969 { features, ..Wrg1969::new(House::default()) }
}

fn body(kit: &Kit, figures: u16, files: u16, front_y: f64) -> Body<'_> {
    let rect = Rect::new(Vec2::new(40.0, front_y), Facing::NORTH, 1.0, 0.0);
    let body = Body {
        id: UnitId(0),
        side: Side::Red,
        kit,
        figures,
        elsewhere: 0,
        files,
        rect,
        facing: Facing::NORTH,
    };
    body.drawn_up(figures, files)
}

fn walk<'a>(book: &'a Wrg1969, body: &Body<'a>, allowance: f64) -> Walker<'a> {
    let drawn = Drawn { files: body.files, sideways: false, quarters: 0 };
    Walker::new(book, body, drawn, (allowance, allowance), AtEdge::Leaves)
}

fn front(rect: &Rect) -> f64 {
    rect.front_mid().y
}

#[test]
fn foot_pays_half_its_move_for_the_brook() {
    let (book, kit) = (book(vec![stream(20.0)]), Kit::usual(Troop::MediumInfantry, true));
    let cohort = body(&kit, 20, 10, 18.0);
    let mut walker = walk(&book, &cohort, 6.0);
    walker.ahead(6.0);
    let course = walker.done();
    assert!(
        (front(&course.end()) - 21.0).abs() < 0.05,
        "2 to it, 3 for it, 1 beyond: {}",
        front(&course.end())
    );
    assert!(course.hindered && course.left < 0.01);
}

#[test]
fn horse_that_cannot_pay_stops_and_crosses_next_period() {
    let (book, kit) = (book(vec![stream(20.0)]), Kit::usual(Troop::LightCavalry, false));
    let horse = body(&kit, 9, 9, 10.0);
    let mut walker = walk(&book, &horse, 16.0);
    walker.ahead(16.0);
    let course = walker.done();
    assert!((front(&course.end()) - 20.0).abs() < 0.01, "{}", front(&course.end()));
    assert!(course.stopped && !course.hindered);
    let again = Body { rect: course.end(), ..horse };
    let mut walker = walk(&book, &again, 16.0);
    walker.ahead(16.0);
    let course = walker.done();
    assert!((front(&course.end()) - 24.0).abs() < 0.05, "4 beyond: {}", front(&course.end()));
    assert!(course.hindered);
    let astride = Body { rect: course.end().moved(Vec2::new(0.0, -3.5)), ..horse };
    let mut walker = walk(&book, &astride, 16.0);
    walker.ahead(16.0);
    assert!(
        (front(&walker.done().end()) - front(&astride.rect) - 16.0).abs() < 0.01,
        "astride costs no more"
    );
}

#[test]
fn wheels_are_manhandled() {
    let (book, kit) = (book(vec![stream(20.0)]), Kit::usual(Troop::Chariot, false));
    let chariots = body(&kit, 4, 4, 16.0);
    let mut walker = walk(&book, &chariots, 8.0);
    walker.ahead(8.0);
    let course = walker.done();
    assert!((front(&course.end()) - 20.0).abs() < 0.01);
    let at_it = Body { rect: course.end(), ..chariots };
    let mut walker = walk(&book, &at_it, 8.0);
    assert!(walker.at_obstacle());
    walker.haul_over();
    let course = walker.done();
    let rear = course.end().place(0.0, -course.end().half_depth).y;
    assert!((20.0..20.1).contains(&rear), "{rear}");
    assert!(course.left <= 0.0 && course.hindered);
}

#[test]
fn a_wheel_costs_its_arc_and_is_cut_short() {
    let (book, kit) = (book(Vec::new()), Kit::usual(Troop::MediumInfantry, true));
    let cohort = body(&kit, 20, 10, 18.0);
    let mut walker = walk(&book, &cohort, 6.0);
    walker.wheel(30.0);
    assert!((walker.left() - (6.0 - 5.0 * std::f64::consts::PI / 6.0)).abs() < 1e-9);
    let fixed = walker.rect().fr();
    assert!(fixed.distance(cohort.rect.fr()) < 1e-6, "the right flank stands");
    walker.wheel(90.0);
    assert!(walker.left() < 1e-9 && walker.done().turned < 70.0);
}

#[test]
fn a_wheel_brings_the_objective_straight_ahead() {
    let rect = Rect::new(Vec2::new(40.0, 20.0), Facing::NORTH, 5.0, 1.5);
    for place in [Vec2::new(60.0, 40.0), Vec2::new(20.0, 33.0), Vec2::new(41.0, 60.0)] {
        let angle = wheel_to(&rect, Facing::NORTH, place);
        let (after, facing) = wheeled(&rect, Facing::NORTH, angle);
        let off = facing.turn_to(Facing::of(place - after.centre));
        assert!(off.abs() <= 0.1, "{place:?}: {angle} leaves {off}");
        assert!((angle * 10.0).fract().abs() < 1e-6 || (angle * 10.0).fract().abs() > 1.0 - 1e-6);
    }
    assert_eq!(wheel_to(&rect, Facing::NORTH, Vec2::new(40.2, 60.0)), 0.0, "less than a degree is not made");
}

#[test]
fn a_change_of_formation_keeps_the_standard_and_costs_a_corners_shift() {
    let (book, kit) = (book(Vec::new()), Kit::usual(Troop::MediumInfantry, true));
    let cohort = body(&kit, 20, 10, 18.0);
    let mut walker = walk(&book, &cohort, 6.0);
    walker.reform(8);
    let (wide, deep): (f64, f64) = (0.5, 0.375);
    assert!((walker.left() - (6.0 - (wide * wide + deep * deep).sqrt())).abs() < 1e-9);
    assert_eq!(walker.rect().centre, cohort.rect.centre);
    assert_eq!((walker.drawn().files, walker.rect().half_width), (8, 2.0));
}

#[test]
fn a_turn_by_a_quarter_makes_files_of_ranks() {
    let (book, kit) = (book(Vec::new()), Kit::usual(Troop::MediumInfantry, true));
    let cohort = body(&kit, 20, 10, 18.0);
    let mut walker = walk(&book, &cohort, 6.0);
    walker.turn(1);
    assert_eq!((walker.facing(), walker.left()), (Facing::EAST, 6.0));
    assert_eq!((walker.rect().half_width, walker.rect().half_depth), (0.75, 2.5));
    assert_eq!(walker.drawn(), Drawn { files: 2, sideways: true, quarters: 1 });
    let formation = walker.drawn().formation(&cohort);
    assert!((formation.width() - 1.5 * 25.4).abs() < 1e-6 && (formation.depth() - 5.0 * 25.4).abs() < 1e-6);
    walker.turn_back(1, 10);
    assert_eq!((walker.facing(), walker.rect().half_width), (Facing::NORTH, 2.5));
}

#[test]
fn slow_going_slows_the_sub_steps() {
    let corners = [(30.0, 20.0), (50.0, 20.0), (50.0, 40.0), (30.0, 40.0)].map(|(x, y)| Vec2::new(x, y));
    let wood = crate::data::feature::area(&corners).expect("a wood");
    let wood = Feature { kind: Kind::Wood, outline: Outline::Area(vec![wood]), ..stream(0.0) };
    let (book, kit) = (book(vec![wood]), Kit::usual(Troop::MediumInfantry, true));
    let cohort = body(&kit, 20, 10, 18.0);
    let mut walker = walk(&book, &cohort, 6.0);
    walker.ahead(6.0);
    let course = walker.done();
    assert!((front(&course.end()) - 22.0).abs() < 0.11, "2 in the open and 2 in the wood");
    let track = course.track(20);
    assert_eq!(track.len(), 21);
    assert!(
        (front(&track[5]) - 19.5).abs() < 0.01 && (front(&track[20]) - front(&course.end())).abs() < 1e-9
    );
}

#[test]
fn the_edge_stops_some_and_lets_others_go() {
    let (book, kit) = (book(Vec::new()), Kit::usual(Troop::MediumInfantry, true));
    let cohort = body(&kit, 20, 10, 58.0);
    let drawn = Drawn { files: 10, sideways: false, quarters: 0 };
    let end = |edge| {
        let mut walker = Walker::new(&book, &cohort, drawn, (6.0, 6.0), edge);
        walker.ahead(6.0);
        walker.done().end()
    };
    assert!((front(&end(AtEdge::Stops)) - 60.0).abs() < 0.01);
    assert!(end(AtEdge::Leaves).centre.y > 60.0);
}
