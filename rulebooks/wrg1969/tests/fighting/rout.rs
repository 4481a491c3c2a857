//! Running, bursting through, rallying.

use crate::common::{Table, unit};
use testudo_wrg1969::disorder::Cause;
use testudo_wrg1969::move_stage;
use testudo_wrg1969::rout::{after_move, leaves, rallies, run_length};
use testudo_wrg1969::state::{Doing, Flight};
use testudo_wrg1969::troop::Troop;
use umpire::Side::{Blue, Red};
use umpire::{Place, UnitId};

#[test]
fn the_broken_tire_period_by_period() {
    let mut table = Table::new(vec![unit(Red, Troop::HeavyCavalry, 6, 6, (30.0, 20.0))]);
    let run = |table: &Table| {
        let board = table.board();
        run_length(&table.book, &table.phase.units[0], board.body(UnitId(0)).expect("there"))
    };
    table.state(0).flight = Flight::Routing(0);
    assert_eq!(run(&table), 16.0);
    table.state(0).flight = Flight::Routing(2);
    assert_eq!(run(&table), 12.0);
    table.state(0).flight = Flight::Pursuing(UnitId(0), 0);
    assert_eq!(run(&table), 15.0);
}

/// Everybody moves, both stages.
fn move_all(table: &mut Table) {
    table.with_dice(&[], |book, phase, cx| {
        move_stage::normal(book, phase, &[], cx);
        move_stage::bonus(book, phase, &[], cx);
        after_move(book, phase, cx);
    });
}

/// Broken blue cavalry runs north from y = 20, with friends at y = 28.
fn run_into(friend: Troop, regular: bool, files: u16) -> Table {
    let runner = unit(Blue, Troop::HeavyCavalry, 6, 6, (30.0, 20.0));
    let friends = unit(Blue, friend, files * 2, files, (30.0, 28.0)).kit(|k| k.regular = regular);
    let mut table = Table::new(vec![runner, friends]);
    table.state(0).flight = Flight::Routing(0);
    move_all(&mut table);
    table
}

#[test]
fn routers_burst_through_friends_with_no_gap_near() {
    let table = run_into(Troop::MediumInfantry, true, 40);
    assert!(table.phase.units[1].causes.has(Cause::BurstThrough));
    assert_eq!((table.phase.units[0].flight, table.place(0)), (Flight::Routing(1), (30.0, 36.0)));
    let table = run_into(Troop::MediumInfantry, false, 40);
    assert_eq!(table.phase.units[1].flight, Flight::Routing(0), "barbarians join the rout");
}

#[test]
fn routers_swerve_to_a_gap_for_five_inches() {
    let table = run_into(Troop::MediumInfantry, false, 4);
    assert_eq!(table.phase.units[1].flight, Flight::None, "there is a gap beside them");
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
    table.state(1).flight = Flight::Routing(1);
    table.state(0).flight = Flight::Pursuing(UnitId(1), 1);
    table.with_dice(&[], rallies);
    assert_eq!(table.phase.units[1].flight, Flight::Rallying(0));
    assert_eq!(table.phase.units[0].flight, Flight::Rallying(10_000));
    // Whoever is told to rally does so in the next period's movement.
    table.with_dice(&[], rallies);
    assert_eq!(table.phase.units[0].flight, Flight::Rallying(10_000));
    for i in 0..2 {
        table.state(i).rallies = true;
    }
    // A period later both are formed again, and may countercharge but not charge.
    table.with_dice(&[], rallies);
    for state in &table.phase.units {
        assert_eq!((state.flight, state.rallied), (Flight::None, true));
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
    table.state(1).flight = Flight::Routing(1);
    table.state(0).flight = Flight::Pursuing(UnitId(1), 1);
    table.state(2).flight = Flight::Routing(0);
    table.with_dice(&[], rallies);
    assert_eq!(table.phase.units[1].flight, Flight::Routing(1));
    assert_eq!(table.phase.units[2].flight, Flight::Routing(0));
    assert_eq!(table.phase.units[0].flight, Flight::Pursuing(UnitId(1), 1));
}

#[test]
fn fresh_friends_between_them_and_the_enemy_stop_the_broken() {
    let mut table = Table::new(vec![
        unit(Red, Troop::HeavyCavalry, 6, 6, (30.0, 5.0)),
        unit(Blue, Troop::LightCavalry, 6, 6, (30.0, 40.0)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 32.0)),
    ]);
    table.state(1).flight = Flight::Routing(1);
    table.with_dice(&[], rallies);
    assert!(table.words().contains("stops running"));
}

#[test]
fn a_charger_whose_target_evaded_rallies_back() {
    let mut table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 10.0)),
        unit(Blue, Troop::LightInfantry, 10, 5, (30.0, 30.0)),
    ]);
    table.state(0).doing = Doing::Charging(UnitId(1));
    table.state(1).doing = Doing::Evading(UnitId(0));
    table.with_dice(&[], rallies);
    assert_eq!(table.phase.units[0].flight, Flight::Rallying(3000));
    assert!(table.phase.units[1].rallied);
}

#[test]
fn who_is_pursued_off_the_table_is_gone() {
    for (caught, place) in [(true, Place::Fled), (false, Place::Off)] {
        let mut table = Table::new(vec![
            unit(Red, Troop::HeavyCavalry, 6, 6, (30.0, 46.0)),
            unit(Blue, Troop::LightCavalry, 6, 6, (30.0, 47.5)),
        ]);
        table.state(1).flight = Flight::Routing(1);
        if caught {
            table.fight(0, 1, [false, false], 1);
        }
        table.with_dice(&[], |_, phase, cx| leaves(phase, UnitId(1), cx));
        assert_eq!(table.field.unit(UnitId(1)).place, place);
        assert_eq!(table.phase.units[1].away.is_some(), !caught);
    }
}
