//! After hand-to-hand: pushes, follow-ups, breaks, rallies back.

use crate::common::{Table, unit};
use testudo_wrg1969::after::Fate;
use testudo_wrg1969::after_combat::{judge, may_stand, settle};
use testudo_wrg1969::disorder::Cause;
use testudo_wrg1969::order::Verb;
use testudo_wrg1969::state::Flight;
use testudo_wrg1969::troop::Troop;
use umpire::Side::{Blue, Red};
use umpire::UnitId;

/// Two bodies of foot, of which blue lost more; red stood.
fn beaten() -> Table {
    let mut table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 19.25)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 20.75)),
    ]);
    table.fight(0, 1, [true, false], 1);
    (table.state(1).melee_loss, table.state(1).melee_dealt) = (30, 5);
    (table.state(0).melee_loss, table.state(0).melee_dealt) = (5, 30);
    table
}

fn fates(table: &Table) -> Vec<Fate> {
    judge(&table.board()).iter().map(|j| j.fate).collect()
}

#[test]
fn foot_that_lost_more_than_a_man_a_figure_is_pushed_back_and_followed() {
    let mut table = beaten();
    assert_eq!(fates(&table), [Fate::FollowUp, Fate::PushBack]);
    table.with_dice(&[], |book, phase, cx| settle(book, phase, &[], cx));
    assert_eq!((table.place(0), table.place(1)), ((30.0, 22.25), (30.0, 23.75)));
    assert!(table.phase.units[0].following_up && table.phase.units[0].has_won);
    assert_eq!((table.phase.units[1].pushed_back, table.phase.fights.len()), (1, 1));
}

#[test]
fn a_second_push_breaks_poor_troops_who_are_then_pursued() {
    let mut table = beaten();
    table.state(1).pushed_back = 1;
    table.order(1, Verb::Advance);
    table.with_dice(&[], |book, phase, cx| settle(book, phase, &[], cx));
    let blue = &table.phase.units[1];
    assert_eq!((blue.flight, blue.order.is_none(), blue.broke_now), (Flight::Routing(0), true, true));
    assert_eq!(table.phase.units[0].flight, Flight::Pursuing(UnitId(1), 0));
}

#[test]
fn foot_ordered_to_hold_may_test_to_stand() {
    let mut table = beaten();
    assert!(may_stand(&table.board(), &judge(&table.board())).is_empty());
    table.order(0, Verb::Hold);
    assert_eq!(may_stand(&table.board(), &judge(&table.board())), [UnitId(0)]);
    // Three regulars' dice of 3 are no rash score.
    table.with_dice(&[3, 3, 3], |book, phase, cx| settle(book, phase, &[UnitId(0)], cx));
    assert_eq!(table.place(0), (30.0, 19.25));
    assert!(table.phase.fights.is_empty() && table.phase.units[0].order.is_some());
}

#[test]
fn horse_that_cannot_break_standing_foot_rallies_back() {
    let mut table = Table::new(vec![
        unit(Red, Troop::HeavyCavalry, 6, 6, (30.0, 19.25)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 20.75)),
    ]);
    table.fight(0, 1, [false, true], 1);
    (table.state(0).melee_loss, table.state(0).melee_dealt) = (30, 5);
    (table.state(1).melee_loss, table.state(1).melee_dealt) = (5, 30);
    assert_eq!(fates(&table), [Fate::RallyBackFar, Fate::Hold]);
    table.with_dice(&[], |book, phase, cx| settle(book, phase, &[], cx));
    assert_eq!(table.phase.units[0].flight, Flight::Rallying(10_000));
    assert!(table.phase.units[0].causes.has(Cause::Repulsed) && table.phase.fights.is_empty());
}

#[test]
fn horse_breaks_standing_foot_that_lost_more() {
    let mut table = Table::new(vec![
        unit(Red, Troop::HeavyCavalry, 6, 6, (30.0, 19.25)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 20.75)),
    ]);
    table.fight(0, 1, [false, true], 1);
    (table.state(0).melee_loss, table.state(0).melee_dealt) = (4, 21);
    (table.state(1).melee_loss, table.state(1).melee_dealt) = (21, 4);
    assert_eq!(fates(&table), [Fate::Pursue, Fate::Break]);
}

#[test]
fn horsemen_part_after_three_drawn_periods() {
    let mut table = Table::new(vec![
        unit(Red, Troop::HeavyCavalry, 6, 6, (30.0, 19.25)),
        unit(Blue, Troop::MediumCavalry, 6, 6, (30.0, 20.75)),
    ]);
    table.fight(0, 1, [false, false], 2);
    assert_eq!(fates(&table), [Fate::FightOn; 2]);
    table.phase.fights[0].periods = 3;
    table.with_dice(&[], |book, phase, cx| settle(book, phase, &[], cx));
    assert_eq!([0, 1].map(|i| table.phase.units[i].flight), [Flight::Rallying(5000); 2]);
}

#[test]
fn a_unit_held_on_two_opposite_sides_is_not_moved() {
    let mut table = beaten();
    let mut specs = vec![
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 19.25)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 20.75)),
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 22.25)).facing(table::Facing::SOUTH),
    ];
    specs[1].grade = testudo_wrg1969::state::Grade::A;
    let mut held = Table::new(specs);
    held.fight(0, 1, [true, false], 1);
    held.fight(2, 1, [false, false], 1);
    (held.state(1).melee_loss, held.state(1).melee_dealt) = (30, 5);
    held.with_dice(&[], |book, phase, cx| settle(book, phase, &[], cx));
    assert_eq!((held.place(1), held.phase.units[1].pushed_back), ((30.0, 20.75), 1));
    table.state(1).melee_loss = 0;
    assert_eq!(fates(&table), [Fate::FightOn; 2]);
}

#[test]
fn friends_behind_are_moved_clear() {
    let mut table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 19.25)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 20.75)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 23.25)),
    ]);
    table.fight(0, 1, [true, false], 1);
    (table.state(1).melee_loss, table.state(1).melee_dealt) = (30, 5);
    table.with_dice(&[], |book, phase, cx| settle(book, phase, &[], cx));
    assert_eq!(table.place(1), (30.0, 23.75));
    let behind = table.place(2).1;
    assert!((behind - 25.25).abs() < 0.1, "{behind}");
}
