//! Running, bursting through, rallying.

use crate::aftermath::flight::run_length;
use crate::aftermath::rout::{after_move, leaves, rallies};
use crate::board::state::{Doing, Flight};
use crate::charge::answers::Answer;
use crate::combat::disorder::Cause;
use crate::data::feature::{Kind, Outline};
use crate::data::troop::Troop;
use crate::movement::normal;
use crate::tests::fighting::common::{Table, unit};
use table::{Facing, Vec2};
use umpire::Side::{Blue, Red};
use umpire::{Place, UnitId};

#[test]
fn the_broken_tire_period_by_period() {
    let mut table = Table::new(vec![unit(Red, Troop::HeavyCavalry, 6, 6, (30.0, 20.0))]);
    let run = |table: &Table| {
        let board = table.board();
        run_length(&table.book, &table.phase.units[0], board.body(UnitId(0)).expect("there"))
    };
    table.state(0).seen.flight = Flight::Routing(0);
    assert_eq!(run(&table), 16.0);
    table.state(0).seen.flight = Flight::Routing(2);
    assert_eq!(run(&table), 12.0);
    table.state(0).seen.flight = Flight::Pursuing(UnitId(0), 0);
    assert_eq!(run(&table), 15.0);
}

/// Everybody moves, both stages.
fn move_all(table: &mut Table) {
    table.with_dice(&[], |book, phase, cx| {
        normal::normal(book, phase, &[], cx);
        normal::bonus(book, phase, &[], cx);
        after_move(book, phase, cx);
    });
}

/// Broken blue cavalry runs north from y = 20, with friends at y = 28.
fn run_into(friend: Troop, regular: bool, files: u16) -> Table {
    let runner = unit(Blue, Troop::HeavyCavalry, 6, 6, (30.0, 20.0));
    let friends = unit(Blue, friend, files * 2, files, (30.0, 28.0)).kit(|k| k.regular = regular);
    let mut table = Table::new(vec![runner, friends]);
    table.state(0).seen.flight = Flight::Routing(0);
    move_all(&mut table);
    table
}

#[test]
fn routers_burst_through_friends_with_no_gap_near() {
    let table = run_into(Troop::MediumInfantry, true, 40);
    assert!(table.phase.units[1].now.causes.has(Cause::BurstThrough));
    assert_eq!((table.phase.units[0].seen.flight, table.place(0)), (Flight::Routing(1), (30.0, 36.0)));
    let table = run_into(Troop::MediumInfantry, false, 40);
    assert_eq!(table.phase.units[1].seen.flight, Flight::Routing(0), "barbarians join the rout");
}

#[test]
fn routers_swerve_to_a_gap_for_five_inches() {
    let table = run_into(Troop::MediumInfantry, false, 4);
    assert_eq!(table.phase.units[1].seen.flight, Flight::None, "there is a gap beside them");
    // One inch of friends and half of three horsemen's front aside; 16 less 5 ahead.
    let (x, y) = table.place(0);
    assert!(((x - 30.0).abs() - 2.125).abs() < 0.05 && (y - 31.0).abs() < 0.01, "{x} {y}");
}

#[test]
fn who_outruns_pursuit_rallies_and_the_pursuer_rallies_back() {
    let mut table = Table::new(vec![
        unit(Red, Troop::HeavyCavalry, 6, 6, (30.0, 10.0)),
        unit(Blue, Troop::LightCavalry, 6, 6, (30.0, 30.0)),
    ]);
    table.state(1).seen.flight = Flight::Routing(1);
    table.state(0).seen.flight = Flight::Pursuing(UnitId(1), 1);
    table.with_dice(&[], rallies);
    assert_eq!(table.phase.units[1].seen.flight, Flight::Rallying(0));
    assert_eq!(table.phase.units[0].seen.flight, Flight::Rallying(10_000));
    // Whoever is told to rally does so in the next period's movement.
    table.with_dice(&[], rallies);
    assert_eq!(table.phase.units[0].seen.flight, Flight::Rallying(10_000));
    for i in 0..2 {
        table.state(i).seen.rallies = true;
    }
    // A period later both are formed again, and may countercharge but not charge.
    table.with_dice(&[], rallies);
    for state in &table.phase.units {
        assert_eq!((state.seen.flight, state.seen.rallied), (Flight::None, true));
    }
}

#[test]
fn a_unit_broken_this_period_and_one_still_caught_do_not_rally() {
    let mut table = Table::new(vec![
        unit(Red, Troop::HeavyCavalry, 6, 6, (30.0, 19.25)),
        unit(Blue, Troop::LightCavalry, 6, 6, (30.0, 20.75)),
        unit(Blue, Troop::LightCavalry, 6, 6, (60.0, 40.0)),
    ]);
    table.fight(0, 1, [false, false], 1);
    table.state(1).seen.flight = Flight::Routing(1);
    table.state(0).seen.flight = Flight::Pursuing(UnitId(1), 1);
    table.state(2).seen.flight = Flight::Routing(0);
    table.with_dice(&[], rallies);
    assert_eq!(table.phase.units[1].seen.flight, Flight::Routing(1));
    assert_eq!(table.phase.units[2].seen.flight, Flight::Routing(0));
    assert_eq!(table.phase.units[0].seen.flight, Flight::Pursuing(UnitId(1), 1));
}

#[test]
fn fresh_friends_between_them_and_the_enemy_stop_the_broken() {
    let mut table = Table::new(vec![
        unit(Red, Troop::HeavyCavalry, 6, 6, (30.0, 5.0)),
        unit(Blue, Troop::LightCavalry, 6, 6, (30.0, 40.0)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 32.0)),
    ]);
    table.state(1).seen.flight = Flight::Routing(1);
    table.with_dice(&[], rallies);
    assert!(table.words().contains("stopped running"));
}

#[test]
fn a_charger_whose_target_evaded_rallies_back() {
    let mut table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 10.0)),
        unit(Blue, Troop::LightInfantry, 10, 5, (30.0, 30.0)),
    ]);
    table.state(0).now.doing = Doing::Charging(UnitId(1));
    table.state(1).now.doing = Doing::Evading(UnitId(0));
    table.with_dice(&[], rallies);
    assert_eq!(table.phase.units[0].seen.flight, Flight::Rallying(3000));
    assert!(table.phase.units[1].seen.rallied);
}

#[test]
fn who_is_pursued_off_the_table_is_gone() {
    for (caught, place) in [(true, Place::Fled), (false, Place::Off)] {
        let mut table = Table::new(vec![
            unit(Red, Troop::HeavyCavalry, 6, 6, (30.0, 46.0)),
            unit(Blue, Troop::LightCavalry, 6, 6, (30.0, 47.5)),
        ]);
        table.state(1).seen.flight = Flight::Routing(1);
        if caught {
            table.fight(0, 1, [false, false], 1);
        }
        table.with_dice(&[], |_, phase, cx| leaves(phase, UnitId(1), cx));
        assert_eq!(table.field.unit(UnitId(1)).place, place);
        assert_eq!(table.phase.units[1].kept.away.is_some(), !caught);
    }
}

#[test]
fn pursuers_stop_at_a_stream_and_rally_back() {
    let mut table = Table::new(vec![
        unit(Red, Troop::HeavyCavalry, 6, 6, (30.0, 10.0)),
        unit(Blue, Troop::LightCavalry, 6, 6, (30.0, 18.0)).facing(Facing::NORTH),
    ]);
    table.ground(Kind::Stream, Outline::Line(vec![Vec2::new(0.0, 16.0), Vec2::new(72.0, 16.0)]));
    table.state(0).seen.flight = Flight::Pursuing(UnitId(1), 0);
    table.state(1).seen.flight = Flight::Routing(1);
    move_all(&mut table);
    let front = table.place(0).1 + 0.75;
    assert!((front - 16.0).abs() < 0.05, "{front}");
    table.with_dice(&[], |book, phase, cx| {
        crate::combat::resolve::meet(book, phase, cx);
        rallies(book, phase, cx);
    });
    assert_eq!(table.phase.units[0].seen.flight, Flight::Rallying(10_000));
}

/// Broken blue horse runs north at a red unit at y = 30 that faces it.
fn run_at(barrier: Troop) -> Table {
    let mut table = Table::new(vec![
        unit(Blue, Troop::HeavyCavalry, 6, 6, (30.0, 20.0)),
        unit(Red, barrier, 10, 5, (30.0, 30.0)).facing(Facing::SOUTH),
    ]);
    table.state(0).seen.flight = Flight::Routing(0);
    table.with_dice(&[], |book, phase, cx| normal::normal(book, phase, &[], cx));
    table
}

#[test]
fn the_broken_ride_at_lighter_troops_who_answer_as_if_charged() {
    let mut table = run_at(Troop::LightInfantry);
    let threats: Vec<_> = table.phase.threats.iter().map(|t| (t.charger, t.target)).collect();
    assert_eq!(threats, [(UnitId(0), UnitId(1))]);
    assert!(!table.phase.units[0].is_charging());
    // Who stands has them on his spears, and they do not strike.
    table.with_dice(&[], |book, phase, cx| {
        normal::bonus(book, phase, &[(UnitId(1), Answer::Stand)], cx);
        after_move(book, phase, cx);
    });
    assert_eq!(table.phase.fights.len(), 1);
    table.with_dice(&[3, 3], crate::combat::resolve::fight);
    assert!(table.phase.units[0].now.melee_loss > 0 && table.phase.units[1].now.melee_loss == 0);
    table.with_dice(&[], |book, phase, cx| crate::aftermath::resolve::settle(book, phase, &[], cx));
    assert_eq!(table.phase.units[1].seen.flight, Flight::Pursuing(UnitId(0), 0));
}

#[test]
fn if_they_get_out_of_the_way_the_broken_ride_on() {
    let mut table = run_at(Troop::LightInfantry);
    table.with_dice(&[], |book, phase, cx| {
        normal::bonus(book, phase, &[(UnitId(1), Answer::Evade)], cx);
        after_move(book, phase, cx);
    });
    assert!(table.phase.fights.is_empty());
    assert!(table.place(0).1 > 30.0, "{:?}", table.place(0));
}

#[test]
fn close_order_foot_that_faces_them_is_ridden_round() {
    let mut table = run_at(Troop::HeavyInfantry);
    assert!(table.phase.threats.is_empty());
    table.with_dice(&[], |book, phase, cx| {
        normal::bonus(book, phase, &[], cx);
        after_move(book, phase, cx);
    });
    let (x, y) = table.place(0);
    assert!((x - 30.0).abs() > 3.5 && (y - 31.0).abs() < 0.6, "{x} {y}");
    assert!(table.phase.fights.is_empty());
}

/// Red horse pursues blue light horse that runs through blue foot.
fn pursued_through_friends() -> Table {
    let mut table = Table::new(vec![
        unit(Red, Troop::HeavyCavalry, 6, 6, (30.0, 20.0)),
        unit(Blue, Troop::LightCavalry, 6, 6, (30.0, 21.5)).facing(Facing::NORTH),
        unit(Blue, Troop::MediumInfantry, 80, 40, (30.0, 28.0)).kit(|k| k.regular = true),
    ]);
    table.fight(0, 1, [false, false], 1);
    table.state(0).seen.flight = Flight::Pursuing(UnitId(1), 0);
    table.state(1).seen.flight = Flight::Routing(1);
    table.with_dice(&[], |book, phase, cx| normal::normal(book, phase, &[], cx));
    table
}

#[test]
fn pursuers_charge_on_at_those_their_prey_ran_through() {
    let mut table = pursued_through_friends();
    let threats: Vec<_> = table.phase.threats.iter().map(|t| (t.charger, t.target)).collect();
    assert_eq!(threats, [(UnitId(0), UnitId(2))], "{:?} {:?}", table.place(0), table.place(1));
    let red = &table.phase.units[0];
    assert_eq!((red.seen.through, red.now.doing), (Some(UnitId(1)), Doing::Charging(UnitId(2))));
    table.with_dice(&[], |book, phase, cx| {
        normal::bonus(book, phase, &[], cx);
        after_move(book, phase, cx);
    });
    assert_eq!(table.phase.fights.iter().filter(|f| f.blue == UnitId(2)).count(), 1);
    // The prey rallies, unless the foot breaks at once or after one period of fighting.
    for (breaks, flight) in [(true, Flight::Routing(2)), (false, Flight::Rallying(0))] {
        let mut phase = table.phase.clone();
        phase.fights.retain(|f| f.blue != UnitId(1));
        phase.units[2].now.broke_now = breaks;
        let mut then = pursued_through_friends();
        then.phase = phase;
        then.field = table.field.clone();
        then.with_dice(&[], rallies);
        assert_eq!(then.phase.units[1].seen.flight, flight);
    }
}

#[test]
fn whoever_has_a_pursuer_behind_him_is_pursued_off() {
    let mut table = Table::new(vec![
        unit(Red, Troop::HeavyCavalry, 6, 6, (30.0, 40.0)),
        unit(Blue, Troop::LightCavalry, 6, 6, (30.0, 47.5)),
    ]);
    table.state(1).seen.flight = Flight::Routing(1);
    table.state(0).seen.flight = Flight::Pursuing(UnitId(1), 1);
    table.with_dice(&[], |_, phase, cx| leaves(phase, UnitId(1), cx));
    assert_eq!(table.field.unit(UnitId(1)).place, Place::Fled);
}

#[test]
fn a_pursuer_from_the_flank_keeps_up_with_his_prey() {
    // Blue faces west and runs east; red stands against its left flank, south of it, and faces north.
    let mut table = Table::new(vec![
        unit(Red, Troop::MediumCavalry, 4, 4, (30.0, 18.5)),
        unit(Blue, Troop::MediumInfantry, 8, 4, (30.0, 20.25)).facing(Facing::WEST),
    ]);
    table.fight(0, 1, [false, false], 1);
    table.state(1).seen.flight = Flight::Routing(0);
    table.state(0).seen.flight = Flight::Pursuing(UnitId(1), 0);
    move_all(&mut table);
    let gap = {
        let board = table.board();
        board.body(UnitId(0)).expect("there").gap(board.body(UnitId(1)).expect("there"))
    };
    assert!(gap < 0.1, "{gap} {:?} {:?}", table.place(0), table.place(1));
}

#[test]
fn the_broken_do_not_run_into_an_enemy_upon_their_rear() {
    // Both face north; red has come up behind blue.
    let mut table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 18.5)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 20.0)).facing(Facing::NORTH),
    ]);
    table.fight(0, 1, [false, false], 1);
    table.state(1).seen.flight = Flight::Routing(0);
    table.state(0).seen.flight = Flight::Pursuing(UnitId(1), 0);
    move_all(&mut table);
    // Eight less two, and the pursuer eight less three.
    assert_eq!((table.place(1), table.place(0)), ((30.0, 26.0), (30.0, 23.5)));
}

/// `wrg1969.rout.path`: the broken run with their backs to the enemy, though no enemy touches them and they had turned
/// from him before.
#[test]
fn who_breaks_with_the_enemy_behind_him_runs_on() {
    for (facing, south) in [(Facing::SOUTH, true), (Facing::NORTH, true)] {
        let mut table = Table::new(vec![
            unit(Red, Troop::LightInfantry, 10, 5, (30.0, 24.0)).facing(facing),
            unit(Blue, Troop::HeavyInfantry, 20, 10, (30.0, 34.0)),
        ]);
        (table.state(0).seen.flight, table.state(0).seen.broke_untouched) = (Flight::Routing(0), true);
        move_all(&mut table);
        let at = table.field.unit(UnitId(0)).pose.at.vec().y / crate::data::measure::MM;
        assert_eq!(at < 20.0, south, "{facing:?}: {at}");
    }
}
