//! The charge-bonus point: who is charged, who may evade or countercharge, and who must.

use crate::board::Board;
use crate::board::state::{Doing, Fight, Flight, Meant};
use crate::charge;
use crate::charge::answers::{self, Answer};
use crate::combat::disorder::Cause;
use crate::data::feature::Kind;
use crate::data::kit::Kit;
use crate::data::reaction::Reaction;
use crate::data::troop::Troop;
use crate::orders::order::{Charge, Leg, Ref, Verb};
use crate::rule;
use crate::tests::movement::table_of::{Table, charged, kit, line, near, slingers, square};
use ruling::proves;
use table::Facing;
use umpire::{Side, UnitId};

const N: Facing = Facing::NORTH;
const S: Facing = Facing::SOUTH;

fn fight(t: &mut Table, red: UnitId, blue: UnitId) {
    t.phase.fights.push(Fight { red, blue, periods: 1, red_stood: false, blue_stood: false, thin: 0 });
}

/// Asks something of two units as the table stands.
fn of_both<T>(t: &mut Table, (one, two): (UnitId, UnitId), ask: AskBoth<T>) -> T {
    let field = t.field().clone();
    let board = Board::of(&t.book, &field, &t.phase);
    let [one, two] = [one, two].map(|id| *board.body(id).expect("on the table"));
    ask(&board, &one, &two)
}

type AskBoth<T> = fn(&Board<'_>, &crate::board::Body<'_>, &crate::board::Body<'_>) -> T;

/// `wrg1969.geo.bonus_point`: one who charges him comes to meet him, one who charges another does not.
#[test]
fn an_enemy_who_charges_somebody_else_is_not_in_reach_of_both_bonuses() {
    let (mut t, red, blue) = charged(Troop::MediumCavalry, kit(Troop::MediumCavalry), (12, 6), 18.0);
    let other = t.add(Side::Red, kit(Troop::HeavyInfantry), (20, 10), (40.0, 55.0), S);
    // He turns his back on the charger and charges those behind him.
    t.with(|_, _, cx| {
        let to = umpire::Event::Moved {
            unit: blue,
            to: table::Pose::new(cx.field().unit(blue).pose.at.vec(), N),
            motion: umpire::Motion::Turn,
            rule: crate::rule::MOVE_TURN,
        };
        cx.apply(to);
    });
    t.order(blue, Leg::to(Verb::Attack, Ref::NearestEnemy), Some(Meant::Unit(other)));
    t.state(blue).kept.may_charge = true;
    t.normal();
    assert!(near(t.moved(red), 8.0) && near(t.moved(blue), 8.0));
    assert!(!t.phase.threats.iter().any(|threat| threat.charger == red), "18 is beyond 12");
    assert!(t.phase.threats.iter().any(|threat| threat.charger == blue && threat.target == other));
}

/// Broken troops are no target of a charge: nobody tests who runs already.
#[test]
fn whoever_runs_is_not_charged() {
    let (mut t, _, blue) = charged(Troop::MediumCavalry, kit(Troop::HeavyInfantry), (20, 10), 15.0);
    let behind = t.add(Side::Blue, kit(Troop::HeavyInfantry), (20, 10), (40.0, 38.0), S);
    t.normal();
    assert_eq!(t.phase.threats[0].target, blue);
    let (mut t, _, blue) = charged(Troop::MediumCavalry, kit(Troop::HeavyInfantry), (20, 10), 15.0);
    t.state(blue).seen.flight = Flight::Routing(1);
    t.normal();
    assert!(t.phase.threats.iter().all(|threat| threat.target != blue), "{behind:?}");
}

/// `wrg1969.orders.evade`: heavy or medium horse that charges; not light horse, nor chariots, nor foot.
#[test]
fn light_foot_must_run_only_from_heavy_or_medium_horse() {
    let must = |charger: Troop, target: Kit, charges: bool| {
        let (mut t, red, blue) = charged(charger, target, (10, 5), 8.0);
        t.state(red).now.doing = if charges { Doing::Charging(blue) } else { Doing::Marching };
        of_both(&mut t, (blue, red), answers::must_evade)
    };
    for (troop, runs) in [
        (Troop::SuperHeavyCavalry, true),
        (Troop::HeavyCavalry, true),
        (Troop::MediumCavalry, true),
        (Troop::LightCavalry, false),
        (Troop::Chariot, false),
        (Troop::HeavyInfantry, false),
    ] {
        assert_eq!(must(troop, slingers(), true), runs, "{troop:?}");
    }
    assert!(!must(Troop::HeavyCavalry, slingers(), false), "he does not charge");
    assert!(!must(Troop::HeavyCavalry, kit(Troop::LightInfantry), true), "they have javelins");
    assert!(!must(Troop::HeavyCavalry, kit(Troop::LightCavalry), true), "they ride");
}

/// `wrg1969.orders.evade`: cover, an obstacle or a hill helps them to stand.
#[test]
fn light_foot_helped_by_the_ground_need_not_run() {
    let must = |lay: fn(&mut Table)| {
        let (mut t, red, blue) = charged(Troop::HeavyCavalry, slingers(), (10, 5), 8.0);
        lay(&mut t);
        t.state(red).now.doing = Doing::Charging(blue);
        of_both(&mut t, (blue, red), answers::must_evade)
    };
    assert!(must(|_| {}));
    assert!(!must(|t| t.book.features.push(square(Kind::Wood, (30.0, 27.0), (50.0, 35.0)))), "in a wood");
    assert!(!must(|t| t.book.features.push(line(Kind::Hedge, &[(30.0, 27.5), (50.0, 27.5)]))), "behind it");
    assert!(must(|t| t.book.features.push(line(Kind::Hedge, &[(30.0, 22.0), (50.0, 22.0)]))), "far from it");
    assert!(!must(|t| t.book.features.push(square(Kind::Hill, (30.0, 26.0), (50.0, 40.0)))), "uphill");
    assert!(must(|t| t.book.features.push(square(Kind::Hill, (30.0, 10.0), (50.0, 24.0)))), "downhill");
}

/// House rule `forbidding_evade_lifts_duty`.
#[test]
fn an_order_not_to_evade_takes_the_duty_unless_the_house_keeps_it() {
    for (lifts, gap) in [(true, 11.0), (false, 11.0), (true, 4.0), (false, 4.0)] {
        let (mut t, red, blue) = charged(Troop::MediumCavalry, slingers(), (10, 5), gap);
        t.book.house.forbidding_evade_lifts_duty = lifts;
        t.order(blue, Leg { evade: false, ..Leg::new(Verb::Hold) }, None);
        t.normal();
        t.bonus(&[]);
        assert_eq!(t.state(blue).now.doing == Doing::Evading(red), !lifts, "{gap}");
    }
}

/// House rule `halted_foot_stands`.
#[test]
fn foot_that_has_marched_was_moving_when_it_is_met_unless_the_house_has_it_stand() {
    for (stands, gap, stood) in [(false, 20.0, false), (true, 20.0, true), (true, 6.0, false)] {
        let (mut t, red, blue) = charged(Troop::MediumCavalry, kit(Troop::MediumInfantry), (20, 10), gap);
        t.book.house.halted_foot_stands = stands;
        let place = Ref::Point(40_000, 10_000);
        t.order(blue, Leg::to(Verb::MoveTo, place), Some(Meant::Point(40_000, 10_000)));
        t.normal();
        t.bonus(&[]);
        let fight = t.phase.fights[0];
        assert_eq!((fight.red, fight.blue_stood), (red, stood), "{gap}");
    }
}

/// `wrg1969.move.evade`: the right type, thin enough, willing, and not otherwise bound.
#[test]
fn who_is_bound_otherwise_cannot_evade() {
    let may = |change: fn(&mut Table, UnitId, UnitId)| {
        let (mut t, red, blue) = charged(Troop::HeavyCavalry, kit(Troop::LightInfantry), (10, 5), 8.0);
        change(&mut t, red, blue);
        of_both(&mut t, (blue, red), |board, me, _| answers::may_evade(board, me))
    };
    assert!(may(|_, _, _| {}));
    assert!(!may(|t, _, b| t.state(b).seen.flight = Flight::Routing(0)));
    assert!(!may(|t, r, b| t.state(b).seen.flight = Flight::Pursuing(r, 1)));
    assert!(!may(|t, _, b| t.state(b).seen.square = true));
    assert!(!may(fight));
    for reaction in [Reaction::Retreat, Reaction::UncontrolledAdvance, Reaction::LeaveField] {
        let (mut t, red, blue) = charged(Troop::HeavyCavalry, kit(Troop::LightInfantry), (10, 5), 8.0);
        t.run(blue, reaction);
        assert!(!of_both(&mut t, (blue, red), |board, me, _| answers::may_evade(board, me)), "{reaction:?}");
    }
    assert!(may(|t, _, b| t.run(b, Reaction::Halt)), "a halt does not bind the light");
    // Camel riders and close-order troops cannot at all; chariots however deep they stand.
    for (target, drawn, can) in [
        (Kit { camel: true, ..kit(Troop::LightCavalry) }, (6, 6), false),
        (kit(Troop::MediumCavalry), (6, 6), false),
        (kit(Troop::LightCavalry), (6, 2), false),
        (kit(Troop::Chariot), (6, 2), true),
    ] {
        let (mut t, red, blue) = charged(Troop::HeavyCavalry, target, drawn, 8.0);
        assert_eq!(
            of_both(&mut t, (blue, red), |board, me, _| answers::may_evade(board, me)),
            can,
            "{drawn:?}"
        );
    }
}

/// `wrg1969.orders.countercharge`: it overrides a halt and a retreat of another kind, never rout or flight.
#[test]
fn cavalry_countercharges_unless_forbidden_bound_or_too_slow_to_wheel() {
    let may = |change: &dyn Fn(&mut Table, UnitId, UnitId)| {
        let (mut t, red, blue) = charged(Troop::MediumCavalry, kit(Troop::HeavyCavalry), (12, 6), 12.0);
        t.state(blue).kept.last_score = Some((6, 3));
        change(&mut t, red, blue);
        of_both(&mut t, (blue, red), answers::may_countercharge)
    };
    assert!(may(&|_, _, _| {}));
    let forbidden = Leg { countercharge: false, ..Leg::new(Verb::Hold) };
    assert!(!may(&|t, _, b| t.order(b, forbidden.clone(), None)));
    assert!(may(&|t, _, b| t.order(b, Leg::new(Verb::Hold), None)));
    for (reaction, can) in [
        (Reaction::Halt, true),
        (Reaction::Retire, true),
        (Reaction::FallBack, true),
        (Reaction::AdvanceOnEnemy, true),
        (Reaction::Retreat, false),
        (Reaction::UncontrolledAdvance, false),
        (Reaction::LeaveField, false),
    ] {
        assert_eq!(may(&|t, _, b| t.run(b, reaction)), can, "{reaction:?}");
    }
    assert!(!may(&|t, _, b| t.state(b).seen.flight = Flight::Routing(0)));
    assert!(!may(&|t, r, _| t.state(r).seen.flight = Flight::Routing(1)), "nobody charges who runs");
    assert!(!may(&fight));
    // Twelve in one rank are nine inches wide: a wheel of 45 degrees takes seven, one of 60 more than ten.
    let turns = |x: f64, gap: f64| {
        let mut t = Table::new(Vec::new());
        let red = t.add(Side::Red, kit(Troop::MediumCavalry), (6, 6), (40.0 - x, 30.0 - gap), N);
        let blue = t.add(Side::Blue, kit(Troop::HeavyCavalry), (24, 24), (40.0, 30.0), S);
        t.state(blue).kept.last_score = Some((6, 3));
        of_both(&mut t, (blue, red), answers::may_countercharge)
    };
    assert!(turns(2.0, 12.0) && !turns(14.0, 16.0), "it cannot wheel so far in time");
}

/// `wrg1969.move.countercharge`: whoever can wheel to face in time, horse or foot.
#[test]
fn any_troops_that_can_face_in_time_may_countercharge() {
    let may = |charger: Troop, target: Troop| {
        let (mut t, red, blue) = charged(charger, kit(target), (12, 6), 12.0);
        t.state(blue).kept.last_score = Some((9, 3));
        of_both(&mut t, (blue, red), answers::may_countercharge)
    };
    assert!(may(Troop::HeavyCavalry, Troop::LightCavalry) && may(Troop::HeavyCavalry, Troop::MediumInfantry));
    assert!(may(Troop::Chariot, Troop::HeavyCavalry) && may(Troop::HeavyCavalry, Troop::Chariot));
    assert!(!may(Troop::HeavyCavalry, Troop::StoneThrower), "engines do not");
}

/// `wrg1969.orders.skirmish`: an enemy on the march who has come up to them; not one who stands there.
#[test]
fn only_skirmishers_run_from_one_who_does_not_charge() {
    let pressed = |verb: Verb, marches: bool, gap: f64| {
        let (mut t, red, blue) = charged(Troop::HeavyInfantry, slingers(), (10, 5), gap);
        t.state(red).kept.may_charge = false;
        if !marches {
            t.order(red, Leg::new(Verb::Hold), None);
        }
        t.order(blue, Leg::to(verb, Ref::NearestEnemy), Some(Meant::Unit(red)));
        t.state(blue).kept.order.as_mut().expect("an order").begun = false;
        t.normal();
        t.phase.threats.iter().any(|threat| threat.target == blue)
    };
    assert!(pressed(Verb::Skirmish, true, 3.0) && pressed(Verb::Screen, true, 3.0));
    assert!(!pressed(Verb::Hold, true, 3.0), "no skirmishers");
    assert!(!pressed(Verb::Skirmish, false, 0.4), "he stands");
    assert!(!pressed(Verb::Skirmish, true, 7.0), "he has not come up");
}

/// `wrg1969.reaction.effect.retire`, `wrg1969.reaction.effect.retreat`: those who retire turn about to meet an attack
/// from behind, those who retreat or run keep their backs turned.
#[test]
fn who_retires_turns_to_face_an_attack_from_behind() {
    proves!(rule::REACTION_EFFECT_RETIRE);
    let faces_after = |change: &dyn Fn(&mut Table, UnitId), from: Facing| {
        let mut t = Table::new(Vec::new());
        let place = if from == N { (40.0, 20.0) } else { (35.9, 23.0) };
        let red = t.add(Side::Red, kit(Troop::MediumCavalry), (6, 6), place, from);
        let blue = t.add(Side::Blue, kit(Troop::MediumInfantry), (20, 10), (40.0, 23.0), N);
        t.order(red, Leg::to(Verb::Attack, Ref::NearestEnemy), Some(Meant::Unit(blue)));
        t.state(red).kept.may_charge = true;
        change(&mut t, blue);
        t.normal();
        t.bonus(&[]);
        assert_eq!(t.phase.fights.len(), 1);
        t.facing(blue)
    };
    let by_order = |verb: Verb| {
        let place = Ref::Point(40_000, 58_000);
        move |t: &mut Table, b: UnitId| {
            t.order(b, Leg::to(verb, place.clone()), Some(Meant::Point(40_000, 58_000)));
        }
    };
    let runs = |reaction| move |t: &mut Table, b: UnitId| t.run(b, reaction);
    assert_eq!(faces_after(&by_order(Verb::RetireTo), N), S, "by order");
    assert_eq!(faces_after(&by_order(Verb::MoveTo), N), N, "a march is no retirement");
    assert_eq!(faces_after(&runs(Reaction::Retire), N), S, "by a result");
    assert_eq!(faces_after(&runs(Reaction::Retreat), N), N);
    let leaves = |facing: bool| {
        move |t: &mut Table, b: UnitId| {
            t.run(b, Reaction::LeaveField);
            t.state(b).seen.leaves_facing = facing;
        }
    };
    assert_eq!((faces_after(&leaves(true), N), faces_after(&leaves(false), N)), (S, N));
}

/// `wrg1969.move.evade.through`: evading light infantry harms nobody.
#[test]
fn light_foot_evades_through_friends_without_harm() {
    for (target, upset) in [(kit(Troop::LightInfantry), false), (kit(Troop::LightCavalry), true)] {
        let drawn = if target.troop == Troop::LightInfantry { (10, 5) } else { (6, 6) };
        let (mut t, _, blue) = charged(Troop::MediumCavalry, target, drawn, 11.0);
        let behind = t.add(Side::Blue, kit(Troop::HeavyInfantry), (20, 10), (40.0, 34.5), S);
        let beside = t.add(Side::Blue, kit(Troop::HeavyInfantry), (20, 10), (52.0, 34.5), S);
        t.normal();
        t.bonus(&[(blue, Answer::Evade)]);
        assert_eq!(t.state(behind).now.causes.has(Cause::PassedThrough), upset);
        assert!(!t.state(beside).now.causes.has(Cause::PassedThrough), "they were not in the way");
    }
}

fn targets(t: &mut Table, of: UnitId) -> Vec<UnitId> {
    let field = t.field().clone();
    let board = Board::of(&t.book, &field, &t.phase);
    let found = charge::way::targets(&board, board.body(of).expect("on the table"));
    found.into_iter().map(|(id, _)| id).collect()
}

/// `wrg1969.move.charge.declare`: permission, and nothing that keeps them.
#[test]
fn a_square_an_engaged_unit_and_one_that_rallied_do_not_charge() {
    let charges = |change: fn(&mut Table, UnitId, UnitId)| {
        let (mut t, red, blue) = charged(Troop::MediumInfantry, kit(Troop::MediumInfantry), (20, 10), 5.0);
        change(&mut t, red, blue);
        targets(&mut t, red) == [blue]
    };
    assert!(charges(|_, _, _| {}));
    assert!(!charges(|t, r, _| t.state(r).kept.may_charge = false));
    assert!(!charges(|t, r, _| t.state(r).seen.rallied = true));
    assert!(!charges(|t, r, _| t.state(r).seen.square = true));
    assert!(!charges(fight));
    assert!(
        !charges(|t, _, _| t.book.features.push(square(Kind::Wood, (20.0, 21.0), (60.0, 26.0)))),
        "unseen"
    );
}

/// What the order lets a unit charge.
#[test]
fn an_order_says_whom_a_unit_may_charge() {
    let table = |leg: Leg, meant: fn(UnitId, UnitId) -> Meant| {
        let mut t = Table::new(Vec::new());
        let red = t.add(Side::Red, kit(Troop::MediumCavalry), (12, 6), (40.0, 20.0), N);
        let ahead = t.add(Side::Blue, kit(Troop::MediumInfantry), (20, 10), (40.0, 30.0), S);
        let aside = t.add(Side::Blue, kit(Troop::MediumInfantry), (20, 10), (50.0, 28.0), S);
        let friend = t.add(Side::Red, kit(Troop::MediumInfantry), (20, 10), (60.0, 26.0), N);
        t.order(red, leg, Some(meant(ahead, friend)));
        t.state(red).kept.may_charge = true;
        (t, red, ahead, aside, friend)
    };
    let attack = |charge| Leg { charge, ..Leg::to(Verb::Attack, Ref::NearestEnemy) };
    let (mut t, red, ahead, aside, _) = table(attack(Charge::OrderedTarget), |a, _| Meant::Unit(a));
    assert_eq!(targets(&mut t, red), [ahead]);
    t.order(red, attack(Charge::AtWill), Some(Meant::Unit(ahead)));
    let mut both = targets(&mut t, red);
    both.sort();
    assert_eq!(both, [ahead, aside]);
    t.order(red, attack(Charge::Never), Some(Meant::Unit(ahead)));
    assert_eq!(targets(&mut t, red), []);
    t.order(red, Leg { charge: Charge::AtWill, ..Leg::new(Verb::Hold) }, None);
    assert_eq!(targets(&mut t, red), [], "who holds charges nobody");
    t.order(red, Leg::new(Verb::Advance), None);
    assert_eq!(targets(&mut t, red), [ahead], "the other is more than 22.5 degrees off");
    t.state(red).kept.order.as_mut().expect("an order").begun = false;
    assert_eq!(targets(&mut t, red), [], "it waits");
    // Support goes in only against those who fight the friend.
    let support = Leg { charge: Charge::AtWill, ..Leg::new(Verb::Support) };
    let (mut t, red, _, aside, friend) = table(support, |_, f| Meant::Unit(f));
    assert_eq!(targets(&mut t, red), []);
    fight(&mut t, friend, aside);
    assert_eq!(targets(&mut t, red), [aside]);
    // Whoever is in the feature that is attacked.
    let (mut t, red, ahead, _, _) = table(attack(Charge::OrderedTarget), |_, _| Meant::Feature(0));
    t.book.features.push(square(Kind::Broken, (35.0, 29.0), (45.0, 34.0)));
    assert_eq!(targets(&mut t, red), [ahead]);
    // Advancing on the enemy of its own accord it may go for anyone.
    let (mut t, red, _, _, _) = table(attack(Charge::Never), |a, _| Meant::Unit(a));
    t.run(red, Reaction::AdvanceOnEnemy);
    assert_eq!(targets(&mut t, red).len(), 2);
}
