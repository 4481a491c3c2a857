//! Those charged answer: they stand, evade or countercharge.

use crate::aftermath::flight;
use crate::board::state::{Doing, Flight, Meant};
use crate::board::{Board, veil};
use crate::charge::answers::{self, Answer};
use crate::combat::disorder::Cause;
use crate::data::feature::Kind;
use crate::data::troop::Troop;
use crate::orders::order::{Leg, Ref, Verb};
use crate::tests::movement::table_of::{Table, charged, kit, near, slingers, square};
use table::Facing;
use umpire::{Command, Form, OptionId, Side};

const N: Facing = Facing::NORTH;
const S: Facing = Facing::SOUTH;

#[test]
fn light_foot_without_javelins_must_evade_horse() {
    let (mut t, red, blue) = charged(Troop::MediumCavalry, slingers(), (10, 5), 11.0);
    t.normal();
    assert_eq!(t.phase.threats.len(), 1);
    t.bonus(&[]);
    assert!(matches!(t.state(blue).now.doing, Doing::Evading(by) if by == red));
    assert!(t.phase.fights.is_empty(), "3 + 10 is beyond 12");
    assert!(near(t.moved(blue), 10.0) && near(t.moved(red), 20.0));
    assert_eq!(t.facing(blue), S, "it faces the enemy again");
}

#[test]
fn caught_with_backs_turned_when_not_beyond_the_charge() {
    for (gap, caught) in [(9.5, true), (10.0, true), (10.2, false)] {
        let (mut t, _, blue) = charged(Troop::MediumCavalry, slingers(), (10, 5), gap);
        t.normal();
        t.bonus(&[]);
        assert_eq!(!t.phase.fights.is_empty(), caught, "{gap}");
        assert_eq!(t.facing(blue), if caught { N } else { S }, "{gap}");
    }
}

#[test]
fn three_deep_they_cannot_run() {
    let (mut t, _, blue) = charged(Troop::MediumCavalry, slingers(), (10, 4), 11.0);
    t.normal();
    t.bonus(&[(blue, Answer::Stand)]);
    assert_eq!(t.phase.fights.len(), 1);
}

#[test]
fn javelins_let_light_foot_choose() {
    let (mut t, _, blue) = charged(Troop::MediumCavalry, kit(Troop::LightInfantry), (10, 5), 11.0);
    t.normal();
    let field = t.field().clone();
    let asks = |side| answers::pending_answers(&veil::board(&t.book, &field, &t.phase, side), &field, side);
    assert!(asks(Side::Red).is_none());
    let ask = asks(Side::Blue).expect("blue is asked");
    let Form::Sheet { picks, .. } = &ask.form else { panic!("a sheet") };
    assert_eq!(picks[0].options.len(), 2);
    let evade = Command::Sheet { lines: Vec::new(), picks: vec![(0, OptionId(1))] };
    let told = answers::check_answers(&t.book, &field, &t.phase, Side::Blue, &evade).expect("it may");
    assert_eq!(told.met, [(blue, Answer::Evade)]);
    let wrong = Command::Sheet { lines: Vec::new(), picks: vec![(4, OptionId(1))] };
    assert!(answers::check_answers(&t.book, &field, &t.phase, Side::Blue, &wrong).is_err());
    t.bonus(&[]);
    assert_eq!(t.phase.fights.len(), 1, "unless told it stands");
}

#[test]
fn an_order_forbids_running() {
    let (mut t, _, blue) = charged(Troop::MediumCavalry, slingers(), (10, 5), 11.0);
    t.order(blue, Leg { evade: false, ..Leg::new(Verb::Hold) }, None);
    t.normal();
    t.bonus(&[]);
    assert_eq!(t.phase.fights.len(), 1);
}

#[test]
fn a_touch_in_the_normal_move_waits_for_the_answer() {
    let (mut t, red, blue) = charged(Troop::MediumCavalry, slingers(), (10, 5), 4.0);
    t.normal();
    assert!(t.phase.fights.is_empty());
    let threat = t.phase.threats[0];
    assert!(threat.touched && threat.target == blue);
    assert!(
        (t.state(red).seen.run_left - 16_000).abs() < 30,
        "20 less the 4 it used: {}",
        t.state(red).seen.run_left
    );
    t.bonus(&[]);
    assert_eq!(t.phase.fights.len(), 1, "10 is not beyond 16");
    let (mut t, _, blue) = charged(Troop::HeavyInfantry, kit(Troop::LightInfantry), (10, 5), 3.0);
    t.normal();
    assert!(t.phase.fights.is_empty() && t.phase.threats[0].touched);
    t.bonus(&[(blue, Answer::Stand)]);
    assert_eq!(t.phase.fights.len(), 1, "it stood after all");
    let (mut t, _, blue) = charged(Troop::HeavyInfantry, kit(Troop::LightInfantry), (10, 5), 3.0);
    t.normal();
    t.bonus(&[(blue, Answer::Evade)]);
    assert!(t.phase.fights.is_empty());
}

#[test]
fn skirmishers_evade_of_themselves() {
    let (mut t, red, blue) = charged(Troop::HeavyInfantry, kit(Troop::LightInfantry), (10, 5), 5.0);
    t.order(blue, Leg::to(Verb::Skirmish, Ref::NearestEnemy), Some(Meant::Unit(red)));
    t.state(blue).kept.order.as_mut().expect("an order").begun = false;
    t.normal();
    t.bonus(&[]);
    assert!(matches!(t.state(blue).now.doing, Doing::Evading(_)));
}

#[test]
fn skirmishers_leave_before_one_who_does_not_charge() {
    let (mut t, red, blue) = charged(Troop::HeavyInfantry, slingers(), (10, 5), 3.0);
    t.state(red).kept.may_charge = false;
    t.order(blue, Leg::to(Verb::Skirmish, Ref::NearestEnemy), Some(Meant::Unit(red)));
    t.state(blue).kept.order.as_mut().expect("an order").begun = false;
    t.normal();
    assert!(t.phase.threats.iter().any(|t| t.target == blue && t.touched), "{:?}", t.phase.threats);
    let before = t.rect(red);
    t.bonus(&[]);
    assert!(t.phase.fights.is_empty() && t.rect(red) == before, "he does not follow");
    assert!(near(t.moved(blue), 10.0));
}

#[test]
fn horse_countercharges_if_steady() {
    let (mut t, red, blue) = charged(Troop::MediumCavalry, kit(Troop::MediumCavalry), (12, 6), 18.0);
    t.normal();
    t.state(blue).kept.last_score = Some((6, 3));
    t.bonus(&[(blue, Answer::Countercharge)]);
    assert_eq!(t.state(blue).now.doing, Doing::Countercharging(red));
    assert!((t.front_y(red) - 33.0).abs() < 0.1, "they meet midway: {}", t.front_y(red));
    let field = t.field().clone();
    let board = Board::of(&t.book, &field, &t.phase);
    assert!(board.state(blue).is_charging());
}

/// `wrg1969.move.countercharge.how`: touched within the charger's normal move, and steady before.
#[test]
fn light_horse_that_is_touched_and_stands_counts_as_countercharging_if_steady() {
    for (score, counters) in [(6, true), (5, false)] {
        let (mut t, red, blue) = charged(Troop::MediumCavalry, kit(Troop::LightCavalry), (6, 6), 6.0);
        t.state(blue).kept.last_score = Some((score, 2));
        t.normal();
        assert!(t.phase.threats.iter().any(|t| t.target == blue && t.touched));
        t.bonus(&[(blue, Answer::Stand)]);
        assert_eq!(t.phase.fights.len(), 1);
        assert_eq!(t.state(blue).now.doing == Doing::Countercharging(red), counters);
    }
}

#[test]
fn countercharge_needs_a_score_of_six_and_the_enemy_in_front() {
    let may = |score: Option<(i16, u16)>, charger: Troop, facing: Facing| {
        let (mut t, red, blue) = charged(charger, kit(Troop::HeavyCavalry), (12, 6), 8.0);
        t.state(blue).kept.last_score = score;
        let field = t.field().clone();
        let board = Board::of(&t.book, &field, &t.phase);
        let body = board.body(blue).expect("there");
        let body = body.at(body.standard(), facing);
        answers::may_countercharge(&board, &body, board.body(red).expect("there"))
    };
    assert!(may(Some((6, 3)), Troop::MediumCavalry, S) && may(Some((9, 2)), Troop::MediumCavalry, S));
    assert!(!may(Some((5, 3)), Troop::MediumCavalry, S) && !may(Some((9, 1)), Troop::MediumCavalry, S));
    assert!(!may(None, Troop::MediumCavalry, S) && may(Some((9, 3)), Troop::MediumInfantry, S));
    assert!(!may(Some((9, 3)), Troop::MediumCavalry, Facing::EAST));
}

#[test]
fn those_who_break_before_a_charge_run_at_once() {
    let (mut t, red, blue) = charged(Troop::MediumCavalry, kit(Troop::MediumInfantry), (20, 10), 15.0);
    t.normal();
    t.state(blue).seen.flight = Flight::Routing(0);
    t.bonus(&[]);
    assert!(near(t.moved(blue), 6.0), "a charge move less 2: {}", t.moved(blue));
    assert_eq!(t.facing(blue), N);
    assert_eq!(t.phase.fights.len(), 0, "7 + 6 is beyond 12: {}", t.gap(red, blue));
    let (mut t, red, blue) = charged(Troop::MediumCavalry, kit(Troop::MediumInfantry), (20, 10), 10.0);
    t.normal();
    t.state(blue).seen.flight = Flight::Routing(0);
    t.bonus(&[]);
    assert_eq!(t.phase.fights.len(), 1, "2 + 6 is not");
    assert!(t.gap(red, blue) < 0.02 && near(t.moved(blue), 6.0), "routers are never stopped by the pursuer");
}

#[test]
fn light_horse_evading_upsets_close_order_friends() {
    let (mut t, _, blue) = charged(Troop::MediumCavalry, kit(Troop::LightCavalry), (6, 6), 11.0);
    let behind = t.add(Side::Blue, kit(Troop::HeavyInfantry), (20, 10), (40.0, 36.0), S);
    let light = t.add(Side::Blue, kit(Troop::LightInfantry), (10, 5), (40.0, 34.0), S);
    t.normal();
    t.bonus(&[(blue, Answer::Evade)]);
    assert!(
        t.state(behind).now.causes.has(Cause::PassedThrough)
            && !t.state(light).now.causes.has(Cause::PassedThrough)
    );
}

#[test]
fn what_cannot_be_passed_costs_evaders_five() {
    let (mut t, _, blue) = charged(Troop::HeavyInfantry, kit(Troop::LightInfantry), (10, 5), 5.0);
    t.book.features.push(square(Kind::Lake, (30.0, 30.0), (60.0, 40.0)));
    t.normal();
    let before = t.rect(blue).centre;
    t.bonus(&[(blue, Answer::Evade)]);
    let after = t.rect(blue).centre;
    assert!(after.y < 30.0 && (after - before).len() < 5.1, "{after:?}");
}

#[test]
fn evaders_run_off_the_table() {
    let mut t = Table::new(Vec::new());
    let red = t.add(Side::Red, kit(Troop::MediumCavalry), (12, 6), (40.0, 40.0), N);
    let blue = t.add(Side::Blue, slingers(), (10, 5), (40.0, 54.0), S);
    t.order(red, Leg::to(Verb::Attack, Ref::NearestEnemy), Some(Meant::Unit(blue)));
    t.state(red).kept.may_charge = true;
    t.normal();
    t.bonus(&[]);
    assert!(!t.on_table(blue) && t.on_table(red));
    assert!(t.front_y(red) <= 60.01, "chargers stop at the edge");
}

#[test]
fn a_pursuer_keeps_touching_as_far_as_he_can() {
    let (mut t, red, blue) = charged(Troop::MediumCavalry, kit(Troop::MediumInfantry), (20, 10), 5.0);
    t.normal();
    t.next_period();
    t.state(blue).seen.flight = Flight::Routing(0);
    t.state(red).seen.flight = Flight::Pursuing(blue, 0);
    t.normal();
    t.bonus(&[]);
    assert!(near(t.moved(blue), 6.0) && t.gap(red, blue) < 0.03, "{} {}", t.moved(blue), t.gap(red, blue));
    let field = t.field().clone();
    let board = Board::of(&t.book, &field, &t.phase);
    let body = board.body(red).expect("there");
    assert_eq!(flight::run_length(&t.book, board.state(red), body), 17.0);
}
