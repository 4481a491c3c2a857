//! Reaction tests: factors looked up on the table, occasions, results.

use crate::common::{Table, unit};
use table::Facing;
use testudo_wrg1969::circumstances::{self, in_charge_reach};
use testudo_wrg1969::order::Verb;
use testudo_wrg1969::react::{
    below_half, count_down_all, may_close_with, settle, strengths, test_of, throw, throw_all,
};
use testudo_wrg1969::reaction::{Cinc, Line, Occasion, Test};
use testudo_wrg1969::state::{Flight, General, Reaction, Running};
use testudo_wrg1969::troop::{Missile, Troop};
use umpire::Side::{Blue, Red};
use umpire::UnitId;

fn test(table: &Table, i: u16) -> Test {
    let board = table.board();
    circumstances::test(&board, board.body(UnitId(i)).expect("there"), Occasion::Voluntary).expect("a unit")
}

fn times(table: &Table, i: u16, line: Line) -> u8 {
    test(table, i).sheet.times(line)
}

#[test]
fn friends_and_enemies_are_counted_by_distance_state_and_facing() {
    let mut table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 10.0)),
        unit(Red, Troop::MediumInfantry, 20, 10, (36.0, 10.0)),
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 7.0)),
        unit(Red, Troop::MediumInfantry, 20, 10, (60.0, 10.0)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 24.0)),
        unit(Blue, Troop::HeavyCavalry, 6, 6, (36.0, 22.0)).facing(Facing::EAST),
        unit(Blue, Troop::LightInfantry, 10, 5, (30.0, 40.0)),
    ]);
    table.state(4).advanced = true;
    let sheet = test(&table, 0).sheet;
    let told = |line| sheet.times(line);
    assert_eq!(told(Line::FriendsNear), 2);
    assert_eq!(told(Line::FriendsInSight), 1);
    assert_eq!(told(Line::RearSupport), 1);
    assert_eq!(told(Line::EnemiesNearFacing), 1);
    assert_eq!(
        (told(Line::EnemyShowsFlank), told(Line::EnemyCavalry), told(Line::EnemyAdvancing)),
        (1, 1, 1)
    );
    assert_eq!((told(Line::EnemiesInSight), told(Line::EnemyInRear), told(Line::EnemyOnFlank)), (1, 0, 0));
    // A friend who breaks counts against them and no longer for them.
    table.state(1).flight = Flight::Routing(0);
    assert_eq!((times(&table, 0, Line::FriendsNear), times(&table, 0, Line::FriendsRouting)), (1, 1));
    table.state(5).flight = Flight::Routing(0);
    assert_eq!((times(&table, 0, Line::EnemiesRouting), times(&table, 0, Line::EnemyCavalry)), (1, 0));
}

#[test]
fn a_units_own_state_tells() {
    let archers = unit(Red, Troop::MediumInfantry, 12, 6, (30.0, 10.0))
        .missile(Missile::FootSelfBow)
        .kit(|k| k.shields = false);
    let mut table = Table::new(vec![archers, unit(Blue, Troop::HeavyCavalry, 6, 6, (30.0, 5.0))]);
    table.state(0).under_fire = [10, 0];
    let lines = [Line::Bows, Line::Shieldless, Line::UnderFire, Line::EnemyInRear];
    assert_eq!(lines.map(|line| times(&table, 0, line)), [1; 4]);
    // A test at the bonus point looks at last period's fire.
    let board = table.board();
    let charged = circumstances::test(&board, board.body(UnitId(0)).expect("there"), Occasion::Charged)
        .expect("a unit");
    assert_eq!((charged.sheet.times(Line::UnderFire), charged.pressed), (0, true));
}

#[test]
fn the_general_steadies_those_he_is_with_or_near() {
    let mut table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 10.0)),
        unit(Red, Troop::MediumInfantry, 20, 10, (36.0, 10.0)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 40.0)),
    ]);
    table.phase.command[Red].general = Some(General { with: Some(UnitId(1)), ..General::new(UnitId(1)) });
    assert_eq!((test(&table, 0).special.cinc, test(&table, 1).special.cinc), (Cinc::Near, Cinc::With));
    assert!(test(&table, 1).has_order && !test(&table, 0).has_order, "he is their order");
    table.state(1).flight = Flight::Routing(0);
    assert_eq!(test(&table, 0).special.cinc, Cinc::None);
}

#[test]
fn a_secure_flank_needs_a_steady_friend_on_that_side() {
    let table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 10.0)),
        unit(Red, Troop::MediumInfantry, 20, 10, (35.5, 10.0)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 40.0)),
    ]);
    assert_eq!((test(&table, 0).special.secure_flanks, test(&table, 1).special.secure_flanks), (1, 1));
}

#[test]
fn the_first_enemy_in_charge_reach_makes_a_unit_test_once() {
    let mut table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 10.0)),
        unit(Blue, Troop::HeavyCavalry, 6, 6, (30.0, 28.0)),
    ]);
    let reach = |table: &Table| {
        let board = table.board();
        in_charge_reach(&board, board.body(UnitId(0)).expect("there"))
    };
    assert!(reach(&table));
    table.with_dice(&[3, 3, 3], |book, phase, cx| throw_all(book, phase, &[], &[], cx));
    assert_eq!(table.phase.thrown.len(), 1, "the foot are out of nobody's reach but the horse's");
    assert_eq!((table.phase.thrown[0].occasion, table.phase.thrown[0].dice), (Occasion::FirstContact, 9));
    table.with_dice(&[], |book, phase, cx| throw_all(book, phase, &[], &[], cx));
    assert!(table.phase.thrown.is_empty());
}

fn settled(table: &mut Table, i: u16, occasion: Occasion, dice: &[u8]) -> Option<Reaction> {
    table.phase.thrown.clear();
    table.with_dice(dice, |book, phase, cx| {
        throw(book, phase, UnitId(i), occasion, cx);
        let thrown = phase.thrown[0];
        let test = {
            let board = testudo_wrg1969::board::Board::of(book, cx.field(), phase);
            test_of(&board, &thrown).expect("a unit")
        };
        settle(book, phase, (thrown, &test), None, cx)
    })
}

/// Red foot under an order to attack, with one enemy far off: no factors but -1.
fn alone() -> Table {
    let mut table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 10.0)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 40.0)),
    ]);
    table.order(0, Verb::Attack);
    table
}

#[test]
fn results_run_for_their_periods_and_do_what_they_say_to_the_order() {
    let mut table = alone();
    // Grade C: 9 - 1 = 8 carry on; 6 - 1 = 5 halt; 4 + ... cannot be thrown with three average dice.
    assert_eq!(settled(&mut table, 0, Occasion::Voluntary, &[3, 3, 3]), Some(Reaction::CarryOn));
    assert!(table.phase.units[0].order.is_some() && table.phase.units[0].running.is_none());
    assert_eq!(settled(&mut table, 0, Occasion::Voluntary, &[2, 2, 2]), Some(Reaction::Halt));
    let halt = Running { reaction: Reaction::Halt, periods: 2, run: 0 };
    assert_eq!(table.phase.units[0].running, Some(halt));
    assert!(table.phase.units[0].order.is_some(), "suspended");
    // It is counted from the next period on.
    count_down_all(&mut table.phase);
    assert_eq!(table.phase.units[0].running, Some(halt));
    for left in [Some(1), None] {
        table.phase.period += 1;
        count_down_all(&mut table.phase);
        assert_eq!(table.phase.units[0].running.map(|r| r.periods), left);
    }
}

#[test]
fn a_test_while_a_result_runs_changes_it_only_for_the_worse() {
    let mut table = alone();
    table.state(0).running = Some(Running { reaction: Reaction::Retire, periods: 2, run: 0 });
    assert_eq!(settled(&mut table, 0, Occasion::MissileLoss, &[4, 4, 4]), Some(Reaction::Retire));
    assert!(table.phase.units[0].order.is_some());
}

#[test]
fn a_unit_that_passes_its_closing_test_may_charge() {
    let mut table = alone();
    assert_eq!(settled(&mut table, 0, Occasion::Closing, &[3, 3, 3]), Some(Reaction::CarryOn));
    assert!(table.phase.units[0].may_charge);
    assert_eq!(settled(&mut table, 0, Occasion::Closing, &[2, 2, 2]), Some(Reaction::Halt));
    assert!(!table.phase.units[0].may_charge);
}

#[test]
fn a_unit_under_fire_breaks_where_another_would_retreat() {
    for (pressed, result) in [(true, Reaction::Break), (false, Reaction::Retreat)] {
        let mut table = alone();
        table.state(0).under_fire = [u16::from(pressed), 0];
        // Below half: one die, and three sixths lost.
        table.state(0).original = 50;
        assert_eq!(settled(&mut table, 0, Occasion::Voluntary, &[2]), Some(result));
        assert_eq!(table.phase.units[0].is_broken(), pressed);
        assert!(table.phase.units[0].order.is_none());
    }
}

#[test]
fn who_falls_below_half_tests_at_once_and_may_leave_for_good() {
    let mut table = alone();
    table.state(0).original = 50;
    let mut before = strengths(&table.field);
    before[0] = 25;
    table.with_dice(&[2], |book, phase, cx| below_half(book, phase, &before, cx));
    let state = &table.phase.units[0];
    assert_eq!(state.running.map(|r| r.reaction), Some(Reaction::LeaveField));
    assert!(state.gone_for_good);
}

#[test]
fn only_enemies_in_reach_whom_the_order_allows_may_be_charged() {
    let mut table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 10.0)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 18.0)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (36.0, 14.0)),
    ]);
    let may = |table: &Table| {
        let board = table.board();
        may_close_with(&board, board.body(UnitId(0)).expect("there"))
    };
    let begin = |table: &mut Table| {
        if let Some(standing) = &mut table.state(0).order {
            standing.begun = true;
        }
    };
    assert!(may(&table).is_empty(), "without an order nobody charges");
    table.order(0, Verb::Advance);
    begin(&mut table);
    assert_eq!(may(&table), [(UnitId(1), true)], "straight ahead only");
    table.order(0, Verb::Hold);
    begin(&mut table);
    assert!(may(&table).is_empty());
}
