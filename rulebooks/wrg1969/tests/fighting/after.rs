//! After hand-to-hand: pushes, follow-ups, breaks, rallies back.

use crate::aftermath::resolve::{judge, may_stand, settle};
use crate::aftermath::rules::Fate;
use crate::board::state::Flight;
use crate::combat::disorder::{Cause, causes};
use crate::combat::losses::{Loss, take};
use crate::data::troop::Troop;
use crate::orders::order::Verb;
use crate::tests::fighting::common::{Table, unit};
use std::sync::Arc;
use umpire::Side::{Blue, Red};
use umpire::UnitId;

/// Two bodies of foot, of which blue lost more; red stood.
fn beaten() -> Table {
    let mut table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 19.25)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 20.75)),
    ]);
    table.fight(0, 1, [true, false], 1);
    table.tally(1, 30, 5);
    table.tally(0, 5, 30);
    table
}

#[test]
fn foot_that_lost_more_than_a_man_a_figure_is_pushed_back_and_followed() {
    let mut table = beaten();
    assert_eq!(table.fates(), [Fate::FollowUp, Fate::PushBack]);
    table.settle(&[], &[]);
    assert_eq!((table.place(0), table.place(1)), ((30.0, 22.25), (30.0, 23.75)));
    assert!(table.phase.units[0].seen.following_up && table.phase.units[0].seen.has_won);
    assert_eq!((table.phase.units[1].seen.pushed_back, table.phase.fights.len()), (1, 1));
}

#[test]
fn a_second_push_breaks_poor_troops_who_are_then_pursued() {
    let mut table = beaten();
    table.state(1).seen.pushed_back = 1;
    table.order(1, Verb::Advance);
    table.settle(&[], &[]);
    let blue = &table.phase.units[1];
    assert_eq!(
        (blue.seen.flight, blue.kept.order.is_none(), blue.now.broke_now),
        (Flight::Routing(0), true, true)
    );
    assert_eq!(table.phase.units[0].seen.flight, Flight::Pursuing(UnitId(1), 0));
}

#[test]
fn foot_ordered_to_hold_may_test_to_stand() {
    let mut table = beaten();
    assert!(may_stand(&table.board(), &judge(&table.board())).is_empty());
    table.order(0, Verb::Hold);
    assert_eq!(may_stand(&table.board(), &judge(&table.board())), [UnitId(0)]);
    // Three regulars' dice of 3 are no rash score.
    table.settle(&[3, 3, 3], &[UnitId(0)]);
    assert_eq!(table.place(0), (30.0, 19.25));
    assert!(table.phase.fights.is_empty() && table.phase.units[0].kept.order.is_some());
}

#[test]
fn horse_that_cannot_break_standing_foot_rallies_back() {
    let mut table = Table::new(vec![
        unit(Red, Troop::HeavyCavalry, 6, 6, (30.0, 19.25)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 20.75)),
    ]);
    table.fight(0, 1, [false, true], 1);
    table.tally(0, 30, 5);
    table.tally(1, 5, 30);
    assert_eq!(table.fates(), [Fate::RallyBackFar, Fate::Hold]);
    table.settle(&[], &[]);
    assert_eq!(table.phase.units[0].seen.flight, Flight::Rallying(10_000));
    assert!(table.phase.units[0].now.causes.has(Cause::Repulsed) && table.phase.fights.is_empty());
    // It tells in the next period too.
    table.state(0).last.causes = std::mem::take(&mut table.state(0).now.causes);
    let board = table.board();
    let causes = causes(&board, board.body(UnitId(0)).expect("there"));
    assert!(causes.has(Cause::Repulsed));
}

#[test]
fn horse_breaks_standing_foot_that_lost_more() {
    let mut table = Table::new(vec![
        unit(Red, Troop::HeavyCavalry, 6, 6, (30.0, 19.25)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 20.75)),
    ]);
    table.fight(0, 1, [false, true], 1);
    table.tally(0, 4, 21);
    table.tally(1, 21, 4);
    assert_eq!(table.fates(), [Fate::Pursue, Fate::Break]);
}

#[test]
fn horsemen_part_after_three_drawn_periods() {
    let mut table = Table::new(vec![
        unit(Red, Troop::HeavyCavalry, 6, 6, (30.0, 19.25)),
        unit(Blue, Troop::MediumCavalry, 6, 6, (30.0, 20.75)),
    ]);
    table.fight(0, 1, [false, false], 2);
    assert_eq!(table.fates(), [Fate::FightOn; 2]);
    table.phase.fights[0].periods = 3;
    table.settle(&[], &[]);
    assert_eq!([0, 1].map(|i| table.phase.units[i].seen.flight), [Flight::Rallying(5000); 2]);
}

#[test]
fn a_unit_held_on_two_opposite_sides_is_not_moved() {
    let mut table = beaten();
    let mut specs = vec![
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 19.25)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 20.75)),
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 22.25)).facing(table::Facing::SOUTH),
    ];
    specs[1].grade = crate::data::reaction::Grade::A;
    let mut held = Table::new(specs);
    held.fight(0, 1, [true, false], 1);
    held.fight(2, 1, [false, false], 1);
    held.tally(1, 30, 5);
    held.settle(&[], &[]);
    assert_eq!((held.place(1), held.phase.units[1].seen.pushed_back), ((30.0, 20.75), 1));
    table.state(1).now.melee_loss = 0;
    assert_eq!(table.fates(), [Fate::FightOn; 2]);
}

#[test]
fn friends_behind_are_moved_clear() {
    let mut table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 19.25)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 20.75)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 23.25)),
    ]);
    table.fight(0, 1, [true, false], 1);
    table.tally(1, 30, 5);
    table.settle(&[], &[]);
    assert_eq!(table.place(1), (30.0, 23.75));
    let behind = table.place(2).1;
    assert!((behind - 25.25).abs() < 0.1, "{behind}");
}

#[test]
fn horse_among_several_may_break_though_it_rode_at_standing_foot() {
    let mut table = Table::new(vec![
        unit(Red, Troop::HeavyCavalry, 6, 6, (30.0, 19.25)),
        unit(Blue, Troop::MediumInfantry, 8, 4, (29.0, 20.75)),
        unit(Blue, Troop::HeavyCavalry, 2, 2, (31.5, 20.75)),
    ]);
    table.fight(0, 1, [false, true], 1);
    table.fight(0, 2, [false, false], 1);
    table.tally(0, 30, 5);
    assert_eq!(table.fates()[0], Fate::Break);
    // Unbroken it draws off from the foot all the same.
    table.state(0).now.melee_loss = 5;
    assert_eq!(table.fates()[0], Fate::RallyBackFar);
}

#[test]
fn light_horse_does_not_break_steady_foot_but_draws_off() {
    let mut table = Table::new(vec![
        unit(Red, Troop::LightCavalry, 6, 6, (30.0, 19.25)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 20.75)),
    ]);
    table.fight(0, 1, [false, true], 1);
    (table.state(0).now.melee_dealt, table.state(1).now.melee_loss) = (40, 40);
    assert_eq!(table.fates(), [Fate::RallyBackFar, Fate::Hold]);
    table.state(1).now.causes.add(Cause::Terrain);
    assert_eq!(table.fates(), [Fate::Pursue, Fate::Break]);
}

#[test]
fn missiles_count_towards_a_man_a_figure_and_not_towards_who_lost_more() {
    let mut table = beaten();
    (table.state(1).now.melee_loss, table.state(1).now.missile_loss) = (8, 12);
    assert_eq!(table.fates(), [Fate::FollowUp, Fate::PushBack]);
    table.tally(1, 5, 5);
    assert_eq!(table.fates(), [Fate::FightOn; 2]);
}

/// Sixty foot, three deep, between two bodies of horse who both charged; only the left part lost much.
#[test]
fn a_part_of_a_large_unit_breaks_while_the_rest_fights_on() {
    let mut table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 60, 20, (30.0, 18.875)),
        unit(Blue, Troop::HeavyCavalry, 4, 4, (26.5, 20.75)),
        unit(Blue, Troop::HeavyCavalry, 4, 4, (33.5, 20.75)),
    ]);
    table.fight(0, 1, [true, false], 1);
    table.fight(0, 2, [true, false], 1);
    table.tally(0, 25, 3);
    table.phase.blows =
        vec![(UnitId(1), UnitId(0), 24), (UnitId(2), UnitId(0), 1), (UnitId(0), UnitId(1), 3)];
    assert_eq!(table.fates()[0], Fate::Hold, "25 men are less than one a figure of 60");
    table.settle(&[], &[]);
    assert!(table.words().contains("ran from the field"), "{}", table.words());
    // Six or seven files three deep face the first body.
    assert!((60 - 21..=60 - 18).contains(&table.figures(0)), "{}", table.figures(0));
    assert!(table.phase.units[1].seen.has_won && table.phase.units[0].seen.flight == Flight::None);
}

#[test]
fn whoever_is_in_contact_with_a_broken_enemy_pursues_however_he_broke() {
    let mut table = beaten();
    table.state(1).now.melee_loss = 0;
    table.state(1).seen.flight = Flight::Routing(0);
    table.settle(&[], &[]);
    assert_eq!(table.phase.units[0].seen.flight, Flight::Pursuing(UnitId(1), 0));
}

#[test]
fn who_is_told_to_stand_tests_before_he_lets_the_broken_go() {
    let mut table = beaten();
    table.state(1).seen.flight = Flight::Routing(0);
    table.order(0, Verb::Attack);
    if let Some(standing) = &mut table.state(0).kept.order {
        Arc::make_mut(&mut standing.order).legs[0].pursue = false;
    }
    table.settle(&[3, 3, 3], &[]);
    assert_eq!(table.phase.units[0].seen.flight, Flight::None);
    assert!(table.phase.fights.is_empty());
}

#[test]
fn only_pushes_in_periods_running_count() {
    let mut table = beaten();
    table.state(1).seen.pushed_back = 1;
    table.state(1).now.melee_loss = 0;
    table.settle(&[], &[]);
    assert_eq!(table.phase.units[1].seen.pushed_back, 0);
}

#[test]
fn the_winner_follows_no_farther_than_another_enemy_lets_him() {
    let mut table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 19.25)),
        unit(Blue, Troop::MediumInfantry, 12, 6, (31.0, 20.75)),
        unit(Blue, Troop::MediumInfantry, 8, 2, (28.0, 23.0)),
    ]);
    table.fight(0, 1, [true, false], 1);
    table.tally(1, 30, 5);
    table.settle(&[], &[]);
    // The other's front edge is at 21.5.
    let front = table.place(0).1 + 0.75;
    assert!((front - 21.5).abs() < 0.02, "{front}");
}

#[test]
fn the_broken_who_cannot_run_at_all_surrender_by_halves() {
    let mut table = beaten();
    table.state(1).seen.flight = Flight::Routing(2);
    table.state(0).seen.flight = Flight::Pursuing(UnitId(1), 2);
    table.settle(&[], &[]);
    assert_eq!(table.figures(1), 10);
    table.state(1).now.moved = 2000;
    table.settle(&[], &[]);
    assert_eq!(table.figures(1), 10);
    table.state(1).now.moved = 900;
    table.settle(&[], &[]);
    assert_eq!(table.figures(1), 5, "less than an inch is no way out");
}

/// `wrg1969.after.trapped`: an odd figure breaks out.
#[test]
fn the_last_figure_does_not_surrender() {
    let mut table = beaten();
    table.state(1).seen.flight = Flight::Routing(1);
    table.with_dice(&[], |book, phase, cx| {
        let lost = Loss::spread(UnitId(1), 19 * 20);
        take(book, phase, &[lost], crate::rule::FIRE_TIMING, cx);
        settle(book, phase, &[], cx);
    });
    assert!(table.field.on_table(UnitId(1)) && !table.words().contains("surrendered"), "{}", table.words());
}
