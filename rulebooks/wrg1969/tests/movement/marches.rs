//! Marches by order, verb by verb.

use crate::board::Board;
use crate::board::state::{Doing, Meant};
use crate::combat::disorder::Cause;
use crate::data::feature::Kind;
use crate::data::kit::Kit;
use crate::data::troop::{Missile, Troop};
use crate::movement::intent::{Go, Intent};
use crate::orders::order::{Leg, Ref, Rel, Shape, Verb};
use crate::orders::places;
use crate::rule;
use crate::tests::movement::table_of::{Table, kit, line, near, point, square};
use ruling::proves;
use table::Facing;
use umpire::Side;

const N: Facing = Facing::NORTH;
const S: Facing = Facing::SOUTH;

fn to_point(x: i32, y: i32) -> (Leg, Option<Meant>) {
    (Leg::to(Verb::MoveTo, Ref::Point(x * 1000, y * 1000)), Some(Meant::Point(x * 1000, y * 1000)))
}

#[test]
fn a_march_goes_straight_for_its_whole_move() {
    let mut t = Table::new(Vec::new());
    let foot = t.add(Side::Red, kit(Troop::MediumInfantry), (20, 10), (40.0, 10.0), N);
    let (leg, meant) = to_point(40, 40);
    t.order(foot, leg, meant);
    t.normal();
    assert!(near(t.front_y(foot), 16.0) && near(t.moved(foot), 6.0));
    assert_eq!(t.state(foot).now.doing, Doing::Marching);
}

#[test]
fn pace_caps_a_march_and_nothing_quickens_it() {
    for (pace, far) in [(3000, 3.0), (9000, 6.0)] {
        let mut t = Table::new(Vec::new());
        let foot = t.add(Side::Red, kit(Troop::MediumInfantry), (20, 10), (40.0, 10.0), N);
        let (leg, meant) = to_point(40, 40);
        t.order(foot, Leg { pace: Some(pace), ..leg }, meant);
        t.normal();
        assert!(near(t.moved(foot), far));
    }
}

#[test]
fn a_unit_wheels_and_then_has_its_objective_straight_ahead() {
    let mut t = Table::new(Vec::new());
    let foot = t.add(Side::Red, Kit::usual(Troop::MediumInfantry, false), (20, 10), (40.0, 10.0), N);
    let (leg, meant) = to_point(60, 40);
    t.order(foot, leg, meant);
    t.normal();
    let rect = t.rect(foot);
    let way = table::Vec2::new(60.0, 40.0) - rect.centre;
    assert!(rect.ahead.cross(way).abs() / way.len() < 0.003, "within a tenth of a degree");
    assert!(t.state(foot).now.causes.has(Cause::ChangedDirection), "barbarians turn in disorder");
}

#[test]
fn figures_turn_when_a_wheel_would_not_do_and_turn_back_on_arrival() {
    let mut t = Table::new(Vec::new());
    let foot = t.add(Side::Red, kit(Troop::MediumInfantry), (20, 10), (40.0, 20.0), N);
    let (leg, meant) = to_point(50, 19);
    t.order(foot, leg, meant);
    t.normal();
    let rect = t.rect(foot);
    assert!(near(rect.half_width, 0.75) && near(rect.half_depth, 2.5), "ranks became files: {rect:?}");
    assert!(rect.centre.x > 45.0);
    t.next_period();
    t.normal();
    assert!(near(t.rect(foot).centre.x, 50.0));
    t.next_period();
    t.normal();
    let rect = t.rect(foot);
    assert!(near(rect.half_width, 2.5), "it turned back: {rect:?}");
    assert!(t.facing(foot).turn_to(N).abs() < 10.0);
}

#[test]
fn a_formation_is_changed_only_where_there_is_room_for_it() {
    for (friend_at, files) in [(43.8, 4), (46.0, 10)] {
        let mut t = Table::new(Vec::new());
        let foot = t.add(Side::Red, kit(Troop::MediumInfantry), (20, 4), (40.0, 20.0), N);
        let friend = t.add(Side::Red, kit(Troop::MediumInfantry), (20, 10), (friend_at, 20.0), N);
        let (leg, meant) = to_point(40, 40);
        t.order(foot, Leg { formation: Some(Shape::Files(10)), ..leg }, meant);
        t.normal();
        let rect = t.rect(foot);
        assert!(near(rect.half_width, f64::from(files) * 0.25) && t.moved(foot) > 2.0, "{rect:?}");
        assert!(rect.penetration(&t.rect(friend)) < 0.05, "{rect:?}");
    }
}

#[test]
fn a_unit_goes_about_for_what_lies_behind() {
    let mut t = Table::new(Vec::new());
    let foot = t.add(Side::Red, kit(Troop::MediumInfantry), (20, 10), (40.0, 30.0), N);
    let leg = Leg::to(Verb::RetireTo, Ref::Point(40_000, 5_000));
    t.order(foot, leg, Some(Meant::Point(40_000, 5_000)));
    t.normal();
    assert_eq!(t.facing(foot), S);
    assert!(near(t.moved(foot), 6.0));
}

#[test]
fn move_south_west_marches_off_the_table() {
    let mut t = Table::new(Vec::new());
    let foot = t.add(Side::Red, kit(Troop::MediumInfantry), (20, 10), (3.0, 3.0), Facing::degrees(225.0));
    t.order(foot, Leg { bearing: Some(225_000), ..Leg::new(Verb::MoveDir) }, None);
    t.normal();
    assert!(!t.on_table(foot));
    assert!(t.state(foot).kept.away.is_some() && t.state(foot).kept.order.is_none());
}

#[test]
fn nobody_who_does_not_charge_comes_nearer_than_half_an_inch() {
    let mut t = Table::new(Vec::new());
    let foot = t.add(Side::Red, kit(Troop::MediumInfantry), (20, 10), (40.0, 20.0), N);
    let enemy = t.add(Side::Blue, kit(Troop::MediumInfantry), (20, 10), (40.0, 23.0), S);
    t.order(foot, Leg::new(Verb::Advance), None);
    t.normal();
    let gap = t.gap(foot, enemy);
    assert!((0.48..0.53).contains(&gap), "{gap}");
    assert!(t.phase.fights.is_empty() && t.phase.threats.is_empty());
}

#[test]
fn friends_give_way_and_light_infantry_passes() {
    let mut t = Table::new(Vec::new());
    let behind = t.add(Side::Red, kit(Troop::MediumInfantry), (20, 10), (40.0, 20.0), N);
    t.add(Side::Red, kit(Troop::HeavyInfantry), (20, 10), (40.0, 24.0), N);
    t.order(behind, Leg::new(Verb::Advance), None);
    t.normal();
    assert!(t.front_y(behind) <= 22.52, "stopped by friends: {}", t.front_y(behind));
    let mut t = Table::new(Vec::new());
    let light = t.add(Side::Red, kit(Troop::LightInfantry), (10, 5), (40.0, 20.0), N);
    t.add(Side::Red, kit(Troop::HeavyInfantry), (20, 10), (40.0, 24.0), N);
    t.order(light, Leg::new(Verb::Advance), None);
    t.normal();
    assert!(near(t.front_y(light), 28.0));
}

#[test]
fn a_route_by_the_ford_narrows_the_front() {
    let mut t = Table::new(vec![
        line(Kind::Stream, &[(0.0, 20.0), (90.0, 20.0)]),
        point(Kind::Ford, (40.0, 20.0), 4.0),
    ]);
    let foot = t.add(Side::Red, kit(Troop::MediumInfantry), (20, 10), (40.0, 17.0), N);
    let (leg, meant) = to_point(40, 40);
    t.order(foot, Leg { route: vec![Ref::Feature("ford".into())], ..leg }, meant);
    t.normal();
    assert_eq!(t.files(foot), 8);
    let cost = (0.25f64 + 0.375 * 0.375).sqrt();
    assert!(near(t.moved(foot), 6.0 - cost), "only the change of formation was paid: {}", t.moved(foot));
    assert!(!t.state(foot).now.hindered);
    assert_eq!(t.state(foot).kept.order.as_ref().map(|o| o.route), Some(1));
}

#[test]
fn without_the_ford_foot_wades_and_is_disorganised() {
    let mut t = Table::new(vec![line(Kind::Stream, &[(0.0, 20.0), (90.0, 20.0)])]);
    let foot = t.add(Side::Red, kit(Troop::MediumInfantry), (20, 10), (40.0, 19.0), N);
    t.order(foot, Leg::new(Verb::Advance), None);
    t.normal();
    assert!(near(t.front_y(foot), 22.0), "1 to it, 3 for it, 2 beyond");
    assert!(t.state(foot).now.hindered && t.state(foot).now.causes.has(Cause::Terrain));
}

#[test]
fn chariots_need_a_period_to_get_over_the_brook() {
    let mut t = Table::new(vec![line(Kind::Stream, &[(0.0, 20.0), (90.0, 20.0)])]);
    let chariots = t.add(Side::Red, kit(Troop::Chariot), (4, 4), (40.0, 18.0), N);
    let few = t.add(Side::Red, kit(Troop::Chariot), (2, 2), (60.0, 18.0), N);
    for id in [chariots, few] {
        t.order(id, Leg::new(Verb::Advance), None);
    }
    t.normal();
    assert!(near(t.front_y(chariots), 20.0), "{}", t.front_y(chariots));
    t.next_period();
    t.normal();
    let rear = t.rect(chariots).place(0.0, -1.25).y;
    assert!((20.0..20.1).contains(&rear), "8 men get it over: {rear}");
    assert!(near(t.front_y(few), 20.0), "4 men do not");
}

#[test]
fn rivers_are_marched_round() {
    let mut t = Table::new(vec![square(Kind::Lake, (35.0, 20.0), (45.0, 30.0))]);
    let foot = t.add(Side::Red, kit(Troop::LightInfantry), (10, 5), (39.0, 15.0), N);
    let (leg, meant) = to_point(39, 50);
    t.order(foot, leg, meant);
    for _ in 0..9 {
        t.normal();
        t.next_period();
    }
    assert!(t.rect(foot).centre.distance(table::Vec2::new(39.0, 50.0)) < 1.5, "{:?}", t.rect(foot));
}

#[test]
fn the_owner_may_halt_reform_turn_or_step_back() {
    let intent = |go, formation| Intent { go, formation, ..Intent::default() };
    let run = |given: Intent| {
        let mut t = Table::new(Vec::new());
        let foot = t.add(Side::Red, kit(Troop::MediumInfantry), (20, 10), (40.0, 20.0), N);
        t.order(foot, Leg::new(Verb::Advance), None);
        t.normal_with(&[(foot, given)]);
        (t.front_y(foot), t.files(foot), t.facing(foot), t.state(foot).seen.square)
    };
    assert_eq!(run(intent(Go::Halt, None)), (20.0, 10, N, false));
    assert!(near(run(intent(Go::Back(3000), None)).0, 17.0));
    assert_eq!(run(intent(Go::Turn(2), None)).2, S);
    let column = run(intent(Go::On, Some(Shape::Column)));
    assert_eq!(column.1, 4);
    assert!(column.0 > 22.0 && column.0 < 26.0, "what is left may be marched");
    let square = run(intent(Go::On, Some(Shape::Square)));
    assert!(square.3 && square.1 == 5);
}

#[test]
fn followers_keep_their_place_and_supports_stay_behind() {
    let mut t = Table::new(Vec::new());
    let lead = t.add(Side::Red, kit(Troop::MediumInfantry), (20, 10), (40.0, 20.0), N);
    let follow = t.add(Side::Red, kit(Troop::MediumInfantry), (12, 6), (50.0, 20.0), N);
    let support = t.add(Side::Red, kit(Troop::MediumInfantry), (20, 10), (40.0, 16.5), N);
    t.order(lead, Leg::new(Verb::Advance), None);
    let friend = |verb| Leg::to(verb, Ref::Friend("u0".into()));
    t.order(follow, friend(Verb::Follow), Some(Meant::Unit(lead)));
    let away = t.rect(follow).centre - t.rect(lead).centre;
    if let Some(order) = &mut t.state(follow).kept.order {
        order.offset = Some(((away.y * 1000.0) as i32, (away.x * 1000.0) as i32));
    }
    t.order(support, friend(Verb::Support), Some(Meant::Unit(lead)));
    for _ in 0..3 {
        t.normal();
        t.next_period();
    }
    let ((a, b), c) = ((t.rect(lead), t.rect(follow)), t.rect(support));
    assert!(near(a.centre.y - b.centre.y, -away.y) && near(b.centre.x - a.centre.x, 10.0), "{a:?} {b:?}");
    let rear = a.centre.y - a.half_depth;
    assert!((rear - (c.centre.y + c.half_depth) - 2.0).abs() < 0.3, "its front 2 behind his rear: {c:?}");
}

#[test]
fn skirmishers_come_into_range_and_step_back_when_too_near() {
    let skirmishers = |front: f64| {
        let mut t = Table::new(Vec::new());
        let sling = Kit { missile: Some(Missile::Sling), ..kit(Troop::LightInfantry) };
        let light = t.add(Side::Red, sling, (10, 5), (40.0, front), N);
        let enemy = t.add(Side::Blue, kit(Troop::HeavyInfantry), (20, 10), (40.0, 40.0), S);
        t.order(light, Leg::to(Verb::Skirmish, Ref::NearestEnemy), Some(Meant::Unit(enemy)));
        t.normal();
        t.gap(light, enemy)
    };
    assert!(near(skirmishers(25.0), 9.0), "three quarters of the range of a sling");
    assert!(near(skirmishers(30.0), 10.0), "well placed, it stands");
    assert!(near(skirmishers(36.0), 7.0), "three inches back");
}

#[test]
fn holders_turn_to_face_whoever_has_them_in_reach() {
    let mut t = Table::new(Vec::new());
    let foot = t.add(Side::Red, kit(Troop::MediumInfantry), (20, 10), (40.0, 20.0), N);
    t.add(Side::Blue, kit(Troop::MediumCavalry), (10, 5), (40.0, 6.0), N);
    t.order(foot, Leg::new(Verb::Hold), None);
    t.normal();
    assert_eq!(t.facing(foot), S);
}

#[test]
fn screens_keep_six_ahead_of_their_friend() {
    let mut t = Table::new(Vec::new());
    let friend = t.add(Side::Red, kit(Troop::HeavyInfantry), (20, 10), (40.0, 20.0), N);
    let screen = t.add(Side::Red, kit(Troop::LightInfantry), (10, 5), (40.0, 22.0), N);
    t.order(screen, Leg::to(Verb::Screen, Ref::Friend("u0".into())), Some(Meant::Unit(friend)));
    t.normal();
    assert!(near(t.rect(screen).centre.y, 26.0), "{:?}", t.rect(screen));
}

#[test]
fn the_same_battle_mirrored_goes_the_same_way() {
    let run = |flip: bool| {
        let mut t = Table::new(vec![square(Kind::Wood, (43.0, 25.0), (53.0, 35.0))]);
        let y = |y: f64| if flip { 60.0 - y } else { y };
        let x = |x: f64| if flip { 96.0 - x } else { x };
        let (one, other) = if flip { (S, N) } else { (N, S) };
        let (a, b) = if flip { (Side::Blue, Side::Red) } else { (Side::Red, Side::Blue) };
        let foot = t.add(a, kit(Troop::MediumInfantry), (20, 10), (x(46.0), y(20.0)), one);
        let horse = t.add(b, kit(Troop::MediumCavalry), (12, 6), (x(47.0), y(36.5)), other);
        for id in [foot, horse] {
            t.order(id, Leg::new(Verb::Advance), None);
        }
        t.normal();
        [foot, horse].map(|id| {
            let c = t.rect(id).centre;
            ((x(c.x) * 1000.0).round() as i64, (y(c.y) * 1000.0).round() as i64)
        })
    };
    assert_eq!(run(false), run(true));
}

#[test]
fn a_unit_in_line_wheels_past_the_friends_beside_it() {
    let mut t = Table::new(Vec::new());
    let foot = t.add(Side::Red, kit(Troop::MediumInfantry), (20, 10), (40.0, 20.0), N);
    t.add(Side::Red, kit(Troop::HeavyInfantry), (20, 10), (35.0, 20.0), N);
    t.order(foot, Leg::to(Verb::MoveTo, Ref::Point(43_000, 30_000)), Some(Meant::Point(43_000, 30_000)));
    t.normal();
    assert!(
        t.moved(foot) > 5.9,
        "its rear swings into the files beside it, and they give: {}",
        t.moved(foot)
    );
}

#[test]
fn skirmishers_wheel_to_face_their_target() {
    let mut t = Table::new(Vec::new());
    let slingers = t.add(
        Side::Red,
        Kit { missile: Some(Missile::Sling), ..kit(Troop::LightInfantry) },
        (10, 5),
        (30.0, 30.0),
        N,
    );
    let enemy = t.add(Side::Blue, kit(Troop::HeavyInfantry), (20, 10), (38.0, 31.0), Facing::degrees(260.0));
    t.order(slingers, Leg::to(Verb::Skirmish, Ref::NearestEnemy), Some(Meant::Unit(enemy)));
    t.normal();
    assert_eq!(t.files(slingers), 5, "in the formation it had");
    assert!(t.facing(slingers).turn_to(Facing::degrees(80.0)).abs() < 20.0, "{:?}", t.facing(slingers));
}

/// `wrg1969.geo.substeps`: both stages are cut into as many steps as the house says.
#[test]
fn a_stage_has_as_many_sub_steps_as_the_house_says() {
    for substeps in [5u16, 20, 100] {
        let mut t = Table::new(Vec::new());
        t.book.house.substeps = substeps;
        let unit = t.add(Side::Red, kit(Troop::MediumInfantry), (20, 10), (40.0, 20.0), Facing::NORTH);
        t.order(unit, Leg::new(Verb::Advance), None);
        t.normal();
        let track = t.state(unit).kept.secret.track.clone();
        assert_eq!(track.len(), usize::from(substeps) + 1, "its start and the end of each");
        let y = |n: usize| track[n].pose.at.vec().y / crate::data::measure::MM;
        for n in 0..track.len() {
            let gone = 6.0 * n as f64 / f64::from(substeps);
            assert!(near(y(n), y(0) + gone), "{substeps}, {n}: {}", y(n));
        }
        t.bonus(&[]);
        assert_eq!(t.state(unit).kept.secret.track.len(), 2 * usize::from(substeps) + 1);
    }
}

/// `wrg1969.geo.collision`: there is room for either of two columns, not for both: of friends the first of the army
/// forms his, of enemies neither.
#[test]
fn two_who_would_form_into_the_same_gap_do_not_both() {
    proves!(rule::GEO_COLLISION);
    let formed = |side: Side, gap: f64| {
        let mut t = Table::new(Vec::new());
        let one = t.add(Side::Red, kit(Troop::MediumInfantry), (20, 10), (40.0, 20.0), Facing::NORTH);
        let two = t.add(side, kit(Troop::MediumInfantry), (20, 10), (40.0, 21.5 + gap), Facing::NORTH);
        let column = || Intent { formation: Some(Shape::Column), ..Intent::default() };
        t.normal_with(&[(one, column()), (two, column())]);
        [t.files(one), t.files(two)]
    };
    assert_eq!(formed(Side::Red, 2.5), [4, 4]);
    assert_eq!(formed(Side::Red, 1.5), [4, 10]);
    assert_eq!(formed(Side::Blue, 1.5), [10, 10]);
}

/// `wrg1969.geo.path`: an order that names a road or a brook leads to the nearest point of it, one that names an area to
/// its near edge, and holding it to its middle.
#[test]
fn an_order_leads_to_the_nearest_point_of_a_line_and_the_near_edge_of_an_area() {
    proves!(rule::GEO_PATH);
    let brook = line(Kind::Stream, &[(0.0, 14.0), (68.0, 14.0)]);
    let wood = square(Kind::Wood, (30.0, 30.0), (50.0, 44.0));
    for (feature, verb, goal) in
        [(0, Verb::MoveTo, (30.0, 14.0)), (1, Verb::MoveTo, (30.6, 30.8)), (1, Verb::Hold, (40.0, 37.0))]
    {
        let mut t = Table::new(vec![brook.clone(), wood.clone()]);
        let red = t.add(Side::Red, kit(Troop::LightInfantry), (8, 4), (30.0, 20.0), Facing::NORTH);
        t.order(red, Leg::to(verb, Ref::Point(0, 0)), Some(Meant::Feature(feature)));
        for _ in 0..8 {
            t.normal();
            t.next_period();
        }
        let at = t.rect(red).centre;
        assert!((at.x - goal.0).hypot(at.y - goal.1) < 1.2, "{feature} {verb:?}: {at:?}");
    }
}

/// `wrg1969.geo.path`: behind a brook or a wood is the side far from the enemy, wherever the unit comes from.
#[test]
fn behind_is_the_side_far_from_the_enemy() {
    let brook = line(Kind::Stream, &[(0.0, 14.0), (68.0, 14.0)]);
    let wood = square(Kind::Wood, (30.0, 30.0), (50.0, 44.0));
    for (feature, enemy, from, goal) in [
        (0, Some((40.0, 40.0)), 20.0, (30.0, 10.5)),
        (0, Some((40.0, 40.0)), 8.0, (30.0, 10.5)),
        (0, Some((30.0, 2.0)), 8.0, (30.0, 17.5)),
        (0, None, 20.0, (30.0, 10.5)),
        (1, Some((40.0, 55.0)), 20.0, (40.0, 27.5)),
    ] {
        let mut t = Table::new(vec![brook.clone(), wood.clone()]);
        let red = t.add(Side::Red, kit(Troop::LightInfantry), (8, 4), (30.0, from), Facing::NORTH);
        if let Some(enemy) = enemy {
            t.add(Side::Blue, kit(Troop::LightInfantry), (8, 4), enemy, Facing::SOUTH);
        }
        let field = t.field().clone();
        let board = Board::of(&t.book, &field, &t.phase);
        let body = board.body(red).expect("on the table");
        let at = places::beside(&board, body, &Meant::Feature(feature), Rel::Behind).expect("a place");
        assert!((at.x - goal.0).hypot(at.y - goal.1) < 1.0, "{feature} {enemy:?} {from}: {at:?}");
    }
}

/// `wrg1969.geo.path`: an enemy who stands close beside a unit that is to attack him is faced, and charged in the next
/// period: they do not stand side by side for ever.
#[test]
fn an_enemy_close_beside_is_faced_and_then_charged() {
    proves!(rule::GEO_PATH);
    let mut t = Table::new(Vec::new());
    let red = t.add(Side::Red, kit(Troop::MediumCavalry), (10, 5), (40.0, 20.0), N);
    let blue = t.add(Side::Blue, kit(Troop::HeavyInfantry), (8, 4), (43.4, 18.0), S);
    assert!(t.gap(red, blue) < 1.0, "{}", t.gap(red, blue));
    t.order(red, Leg::to(Verb::Attack, Ref::NearestEnemy), Some(Meant::Unit(blue)));
    t.order(blue, Leg::new(Verb::Hold), None);
    t.normal();
    assert!(t.facing(red).turn_to(Facing::EAST).abs() < 1.0, "{:?}", t.facing(red));
    t.next_period();
    t.state(red).kept.may_charge = true;
    t.normal();
    t.bonus(&[]);
    assert_eq!(t.phase.opponents(red).collect::<Vec<_>>(), [blue]);
}
