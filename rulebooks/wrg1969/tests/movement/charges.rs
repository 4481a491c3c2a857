//! Charges: permission, course, contact, and the charge-bonus point.

use crate::board::Board;
use crate::board::state::{Doing, Fight, Meant};
use crate::combat::disorder::Cause;
use crate::data::feature::Kind;
use crate::data::reaction::Reaction;
use crate::data::troop::Troop;
use crate::movement::intent::{Aiming, Intent};
use crate::orders::order::{Leg, Ref, Verb};
use crate::tests::movement::table_of::{Table, kit, line, near, square};
use table::Facing;
use umpire::{Side, UnitId};

const N: Facing = Facing::NORTH;
const S: Facing = Facing::SOUTH;

/// A charger of a type ordered at an enemy so far off, who stands.
fn facing_off(charger: Troop, target: Troop, gap: f64) -> (Table, UnitId, UnitId) {
    let mut t = Table::new(Vec::new());
    let red = t.add(Side::Red, kit(charger), (12, 6), (40.0, 20.0), N);
    let blue = t.add(Side::Blue, kit(target), (20, 10), (40.0, 20.0 + gap), S);
    t.order(red, Leg::to(Verb::Attack, Ref::NearestEnemy), Some(Meant::Unit(blue)));
    t.state(red).kept.may_charge = true;
    (t, red, blue)
}

#[test]
fn a_charge_needs_its_test_and_its_order() {
    let (mut t, red, _) = facing_off(Troop::MediumCavalry, Troop::HeavyInfantry, 5.0);
    t.state(red).kept.may_charge = false;
    t.normal();
    assert!(t.phase.fights.is_empty());
    assert_eq!(t.state(red).now.doing, Doing::Marching);
    let (mut t, red, blue) = facing_off(Troop::MediumCavalry, Troop::HeavyInfantry, 5.0);
    t.order(red, Leg::to(Verb::MoveTo, Ref::NearestEnemy), Some(Meant::Unit(blue)));
    t.normal();
    assert!(t.phase.fights.is_empty(), "a march never charges");
    let (mut t, red, _) = facing_off(Troop::MediumCavalry, Troop::HeavyInfantry, 5.0);
    t.state(red).seen.rallied = true;
    t.normal();
    assert!(t.phase.fights.is_empty(), "who rallied may not charge");
}

#[test]
fn contact_in_the_normal_move_leaves_no_test() {
    let (mut t, red, blue) = facing_off(Troop::MediumCavalry, Troop::HeavyInfantry, 5.0);
    t.normal();
    assert!(t.phase.threats.is_empty());
    let fight = t.phase.fights[0];
    assert_eq!((fight.red, fight.blue, fight.red_stood, fight.blue_stood), (red, blue, false, true));
    assert!(t.gap(red, blue) < 0.02);
    assert_eq!(t.state(red).now.charge_from, Some((5000, 0)));
}

#[test]
fn the_bonus_point_comes_after_the_normal_move() {
    let (mut t, red, blue) = facing_off(Troop::MediumCavalry, Troop::HeavyInfantry, 15.0);
    t.normal();
    assert!(t.phase.fights.is_empty());
    let threat = t.phase.threats[0];
    assert_eq!((threat.charger, threat.target, threat.touched), (red, blue, false));
    assert!(near(f64::from(threat.gap) / 1000.0, 7.0));
    assert_eq!(t.state(red).seen.run_left, 12_000);
    t.bonus(&[]);
    assert_eq!(t.phase.fights.len(), 1);
    assert!(near(t.moved(red), 15.0) && t.phase.threats.is_empty());
}

#[test]
fn out_of_reach_it_marches_on_as_ordered() {
    let (mut t, red, _) = facing_off(Troop::HeavyInfantry, Troop::HeavyInfantry, 6.5);
    t.normal();
    assert_eq!(t.state(red).now.doing, Doing::Marching);
    assert!(near(t.moved(red), 4.0) && t.phase.threats.is_empty());
}

#[test]
fn foot_reaches_exactly_its_charge_move() {
    let (mut t, _, _) = facing_off(Troop::HeavyInfantry, Troop::HeavyInfantry, 6.0);
    t.normal();
    assert_eq!(t.phase.threats.len(), 1);
    t.bonus(&[]);
    assert_eq!(t.phase.fights.len(), 1, "exactly on the distance is within it");
}

#[test]
fn no_gallop_through_woods() {
    let (mut t, red, _) = facing_off(Troop::MediumCavalry, Troop::HeavyInfantry, 15.0);
    t.book.features.push(square(Kind::Wood, (38.0, 30.0), (42.0, 31.0)));
    t.normal();
    assert!(t.phase.threats.is_empty() && t.phase.fights.is_empty(), "the normal move alone does not reach");
    assert_ne!(t.state(red).now.doing, Doing::Charging(UnitId(1)));
}

#[test]
fn an_obstacle_is_paid_of_the_whole_charge() {
    let (mut t, red, _) = facing_off(Troop::MediumCavalry, Troop::HeavyInfantry, 4.0);
    t.book.features.push(line(Kind::Ditch, &[(0.0, 22.0), (90.0, 22.0)]));
    t.normal();
    assert!(t.phase.fights.is_empty(), "2 to it, 15 of 20 for it");
    assert!(
        t.state(red).seen.run_left > 2900 && t.state(red).seen.run_left < 3100,
        "{}",
        t.state(red).seen.run_left
    );
    t.bonus(&[]);
    assert_eq!(t.phase.fights.len(), 1);
    assert!(t.state(red).now.hindered && t.state(red).now.causes.has(Cause::MountedTerrain));
}

#[test]
fn the_owner_names_another_target_or_none() {
    let intent = |charge| Intent { charge, ..Intent::default() };
    let (mut t, red, _) = facing_off(Troop::MediumCavalry, Troop::HeavyInfantry, 5.0);
    t.normal_with(&[(red, intent(Aiming::Nobody))]);
    assert!(t.phase.fights.is_empty());
    let mut t = Table::new(Vec::new());
    let red = t.add(Side::Red, kit(Troop::MediumCavalry), (12, 6), (40.0, 20.0), N);
    t.add(Side::Blue, kit(Troop::HeavyInfantry), (8, 4), (37.5, 26.0), S);
    let other = t.add(Side::Blue, kit(Troop::HeavyInfantry), (8, 4), (43.5, 27.0), S);
    t.order(red, Leg { charge: crate::orders::order::Charge::AtWill, ..Leg::new(Verb::Advance) }, None);
    t.state(red).kept.may_charge = true;
    t.normal_with(&[(red, intent(Aiming::At(other)))]);
    assert!(t.state(red).now.charge_from.is_some());
    assert!(matches!(t.state(red).now.doing, Doing::Charging(_)));
}

#[test]
fn a_charger_conforms_to_the_edge_it_touches() {
    let mut t = Table::new(Vec::new());
    let red = t.add(Side::Red, kit(Troop::MediumCavalry), (12, 6), (40.0, 20.0), N);
    let blue = t.add(Side::Blue, kit(Troop::HeavyInfantry), (20, 10), (40.0, 25.0), Facing::degrees(200.0));
    t.order(red, Leg::to(Verb::Attack, Ref::NearestEnemy), Some(Meant::Unit(blue)));
    t.state(red).kept.may_charge = true;
    let before = t.rect(blue);
    t.normal();
    assert_eq!(t.phase.fights.len(), 1);
    assert!(t.facing(red).turn_to(Facing::degrees(20.0)).abs() < 0.01, "flush: {:?}", t.facing(red));
    assert!(t.gap(red, blue) < 0.02);
    assert_eq!(t.rect(blue), before, "the unit charged is not moved");
}

#[test]
fn two_chargers_meet_between_them() {
    let (mut t, red, blue) = facing_off(Troop::MediumCavalry, Troop::MediumCavalry, 14.0);
    t.order(blue, Leg::to(Verb::Attack, Ref::NearestEnemy), Some(Meant::Unit(red)));
    t.state(blue).kept.may_charge = true;
    t.normal();
    assert_eq!(t.phase.fights.len(), 1);
    assert!((t.front_y(red) - 27.0).abs() < 0.05, "{}", t.front_y(red));
    let fight = t.phase.fights[0];
    assert!(!fight.red_stood && !fight.blue_stood);
}

#[test]
fn chargers_too_far_apart_to_reach_alone_meet_in_the_bonus_stage() {
    let (mut t, red, blue) = facing_off(Troop::MediumCavalry, Troop::MediumCavalry, 19.0);
    t.order(blue, Leg::to(Verb::Attack, Ref::NearestEnemy), Some(Meant::Unit(red)));
    t.state(blue).kept.may_charge = true;
    t.normal();
    let mut targets: Vec<UnitId> = t.phase.threats.iter().map(|t| t.target).collect();
    targets.sort();
    assert_eq!(targets, [red, blue], "both are charged");
    t.bonus(&[]);
    assert_eq!(t.phase.fights.len(), 1);
    assert!((t.front_y(red) - 29.5).abs() < 0.05, "{}", t.front_y(red));
}

#[test]
fn friends_standing_in_the_way_stop_a_charge() {
    let (mut t, red, blue) = facing_off(Troop::MediumCavalry, Troop::HeavyInfantry, 15.0);
    t.add(Side::Red, kit(Troop::HeavyInfantry), (8, 4), (40.0, 26.0), N);
    t.normal();
    assert!(t.phase.threats.iter().all(|t| t.target != blue));
    t.bonus(&[]);
    assert!(t.phase.fights.is_empty() && t.front_y(red) < 24.6);
}

#[test]
fn an_uncontrolled_advance_charges_without_a_test() {
    let (mut t, red, _) = facing_off(Troop::MediumInfantry, Troop::HeavyInfantry, 7.5);
    t.state(red).kept.may_charge = false;
    t.run(red, Reaction::UncontrolledAdvance);
    t.normal();
    assert_eq!(t.phase.threats.len(), 1);
    t.bonus(&[]);
    assert_eq!(t.phase.fights.len(), 1);
    let (mut t, red, _) = facing_off(Troop::MediumInfantry, Troop::HeavyInfantry, 7.5);
    t.run(red, Reaction::UncontrolledAdvance);
    if let Some(running) = &mut t.state(red).seen.running {
        running.run = 1;
    }
    t.state(red).kept.may_charge = false;
    t.normal();
    t.bonus(&[]);
    assert!(near(t.moved(red), 5.0) && t.phase.fights.is_empty(), "its second period is 3 slower");
}

#[test]
fn units_in_contact_stay() {
    let (mut t, red, blue) = facing_off(Troop::MediumCavalry, Troop::HeavyInfantry, 5.0);
    t.normal();
    t.next_period();
    let before = (t.rect(red), t.rect(blue));
    t.order(blue, Leg::to(Verb::MoveTo, Ref::Point(0, 0)), Some(Meant::Point(0, 0)));
    t.normal();
    assert_eq!((t.rect(red), t.rect(blue)), before);
}

/// `wrg1969.geo.charge_way`: the wheel is for reaching the enemy, never for bringing the whole front upon him.
#[test]
fn a_charger_that_reaches_straight_on_does_not_wheel() {
    // The foot stands square before the right end of the horse only.
    let mut t = Table::new(Vec::new());
    let red = t.add(Side::Red, kit(Troop::MediumCavalry), (12, 6), (40.0, 20.0), N);
    let blue = t.add(Side::Blue, kit(Troop::HeavyInfantry), (20, 10), (44.0, 30.0), S);
    t.order(red, Leg::to(Verb::Attack, Ref::NearestEnemy), Some(Meant::Unit(blue)));
    t.state(red).kept.may_charge = true;
    t.normal();
    t.bonus(&[]);
    assert_eq!(t.phase.fights.len(), 1);
    assert_eq!(t.facing(red), N);
}

#[test]
fn who_cannot_wheel_and_reach_goes_straight_at_whoever_is_ahead() {
    let mut t = Table::new(Vec::new());
    let red = t.add(Side::Red, kit(Troop::HeavyInfantry), (20, 10), (40.0, 20.0), N);
    let blue = t.add(Side::Blue, kit(Troop::HeavyInfantry), (20, 10), (44.4, 25.9), S);
    t.order(red, Leg::to(Verb::Attack, Ref::NearestEnemy), Some(Meant::Unit(blue)));
    t.state(red).kept.may_charge = true;
    t.normal();
    t.bonus(&[]);
    assert_eq!(t.phase.fights.len(), 1);
    assert_eq!(t.facing(red), N);
    let shared = t.rect(red).fr().x - t.rect(blue).fr().x;
    assert!((shared - 1.0).abs() < 0.02, "it slides until two figures meet them: {shared}");
}

/// `wrg1969.geo.charge_way`: a charge that a friend bars from the start is not offered.
#[test]
fn nobody_is_asked_to_charge_through_friends() {
    let (mut t, red, blue) = facing_off(Troop::MediumCavalry, Troop::HeavyInfantry, 8.0);
    let friend = t.add(Side::Red, kit(Troop::HeavyInfantry), (20, 10), (40.0, 26.5), N);
    let lights = t.add(Side::Red, kit(Troop::LightInfantry), (10, 5), (40.0, 20.0), N);
    t.order(lights, Leg::to(Verb::Attack, Ref::NearestEnemy), Some(Meant::Unit(blue)));
    t.state(lights).kept.may_charge = true;
    let targets = |t: &mut Table, of: UnitId| {
        let field = t.field().clone();
        let board = Board::of(&t.book, &field, &t.phase);
        let found = crate::charge::way::targets(&board, board.body(of).expect("on the table"));
        found.into_iter().map(|(id, _)| id).collect::<Vec<_>>()
    };
    assert_eq!(targets(&mut t, red), []);
    t.phase.fights.push(Fight {
        red: friend,
        blue,
        periods: 1,
        red_stood: false,
        blue_stood: false,
        thin: 0,
    });
    assert_eq!(targets(&mut t, red), []);
    assert_eq!(targets(&mut t, lights), [blue], "light infantry passes");
}

/// `wrg1969.reaction.when.charged`: of two who charge each other both are charged, whichever is looked at first.
#[test]
fn both_of_two_who_charge_each_other_are_charged() {
    let (mut t, red, blue) = facing_off(Troop::MediumCavalry, Troop::MediumCavalry, 10.0);
    t.normal();
    assert_eq!(
        [red, blue].map(|id| t.state(id).now.charged),
        [false, false],
        "out of reach of the normal move"
    );
    let (mut t, red, blue) = facing_off(Troop::MediumCavalry, Troop::MediumCavalry, 10.0);
    t.order(blue, Leg::to(Verb::Attack, Ref::NearestEnemy), Some(Meant::Unit(red)));
    t.state(blue).kept.may_charge = true;
    t.normal();
    assert_eq!(t.phase.fights.len(), 1);
    assert_eq!([red, blue].map(|id| t.state(id).now.charged), [true, true]);
}
