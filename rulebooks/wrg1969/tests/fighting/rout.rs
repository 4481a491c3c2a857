//! Running, bursting through, rallying.

use crate::common::{Table, unit};
use table::{Facing, Pose, Vec2};
use testudo_wrg1969::disorder::Cause;
use testudo_wrg1969::feature::MM;
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

/// Blue cavalry ran north from y = 20 to y = 34 through friends at y = 28.
fn ran_through(friend: Troop, regular: bool, files: u16) -> Table {
    let runner = unit(Blue, Troop::HeavyCavalry, 6, 6, (30.0, 34.0)).facing(Facing::NORTH);
    let friends = unit(Blue, friend, files * 2, files, (30.0, 28.0)).kit(|k| k.regular = regular);
    let mut table = Table::new(vec![runner, friends]);
    table.state(0).flight = Flight::Routing(0);
    table.state(0).stood = [Pose::new(Vec2::new(30.0, 20.0) * MM, Facing::NORTH); 2];
    table.with_dice(&[], after_move);
    table
}

#[test]
fn routers_burst_through_friends_with_no_gap_near() {
    let table = ran_through(Troop::MediumInfantry, true, 40);
    assert!(table.phase.units[1].causes.has(Cause::BurstThrough));
    assert_eq!(table.phase.units[0].flight, Flight::Routing(1));
    let table = ran_through(Troop::MediumInfantry, false, 40);
    assert_eq!(table.phase.units[1].flight, Flight::Routing(0), "barbarians join the rout");
    let table = ran_through(Troop::MediumInfantry, false, 4);
    assert_eq!(table.phase.units[1].flight, Flight::None, "there is a gap beside them");
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
