//! Orders in a general's own English, and what the unit does on the table.

use super::common::Table;
use crate::board::state::Doing;
use crate::house::House;
use crate::movement::normal;
use umpire::UnitId;

/// The Medway, where one unit alone has an order.
fn ordered(label: &str, sentence: &str) -> Table {
    let mut table = Table::begun(House::default());
    table.phase.units.iter_mut().for_each(|state| state.kept.order = None);
    table.order(label, sentence);
    table
}

/// Lets periods go by: everyone moves as ordered, and what ends a leg is judged.
fn pass(table: &mut Table, periods: u16) {
    for _ in 0..periods {
        for i in 0..table.phase.units.len() {
            let pose = table.field.unit(UnitId(i as u16)).pose;
            let state = &mut table.phase.units[i];
            (state.now.doing, state.now.moved, state.now.hindered) = (Doing::Standing, 0, false);
            state.kept.stood = [pose; 2];
        }
        table.begin();
        table.resolve(|book, phase, cx| {
            normal::normal(book, phase, &[], cx);
            normal::bonus(book, phase, &[], cx);
        });
        table.judge();
        table.phase.period += 1;
    }
}

/// Where the middle of a unit is, in inches.
fn at(table: &Table, label: &str) -> (f64, f64) {
    let centre = table.board().body(table.id(label)).expect("on the table").rect.centre;
    (centre.x, centre.y)
}

#[test]
fn a_distance_is_marched_and_no_more() {
    let mut table = ordered("a1", "Advance 9 inches and halt there.");
    let before = at(&table, "a1").1;
    pass(&mut table, 4);
    let went = at(&table, "a1").1 - before;
    assert!((went - 9.0).abs() < 0.3, "{went}");
}

#[test]
fn what_is_forbidden_is_not_done() {
    let front = |table: &Table| table.board().body(table.id("a1")).expect("on the table").rect.front_mid().y;
    let mut held = ordered("a1", "Advance, but do not cross the brook.");
    let mut free = ordered("a1", "Advance.");
    pass(&mut held, 6);
    pass(&mut free, 6);
    assert!(front(&held) < 29.5 && front(&held) > 26.0, "{}", front(&held));
    assert!(front(&free) > 31.0, "without the prohibition it crosses: {}", front(&free));
}

#[test]
fn a_place_beside_a_friend_is_taken() {
    let mut table = ordered("a5", "Take post on the right of Cohort II.");
    let before = at(&table, "a5").0;
    pass(&mut table, 4);
    let (horse, cohort) = (at(&table, "a5").0, at(&table, "a2").0);
    assert!(horse < before - 2.0 && horse > cohort + 2.0, "{before} {horse} {cohort}");
}

#[test]
fn who_is_told_to_fall_back_goes_away_from_the_enemy() {
    let mut table = ordered("a1", "Fall back 5 inches.");
    let before = at(&table, "a1").1;
    pass(&mut table, 2);
    assert!(at(&table, "a1").1 < before - 3.0, "{:?}", at(&table, "a1"));
}

#[test]
fn who_stops_while_shot_at_goes_on_afterwards() {
    let mut table = ordered("a1", "Advance. While shot at, hold.");
    pass(&mut table, 1);
    let start = at(&table, "a1").1;
    let a1 = table.id("a1");
    table.phase.units[a1.index()].now.under_fire = 12;
    table.judge();
    pass(&mut table, 1);
    let under_fire = at(&table, "a1").1;
    assert!((under_fire - start).abs() < 0.5, "{start} {under_fire}");
    table.phase.units[a1.index()].now.under_fire = 0;
    table.judge();
    pass(&mut table, 2);
    assert!(at(&table, "a1").1 > under_fire + 3.0);
}

#[test]
fn who_may_not_charge_before_a_signal_goes_on_meanwhile() {
    let mut table = ordered("a1", "Advance and do not charge before signal 1.");
    let from = at(&table, "a1").1;
    pass(&mut table, 1);
    assert!(at(&table, "a1").1 > from + 3.0, "the advance is not forbidden");
    let a1 = table.id("a1");
    let leg = |table: &Table| table.standing("a1").expect("an order").leg;
    assert_eq!(leg(&table), 0);
    table.phase.units[a1.index()].kept.signals = 1 << 1;
    table.judge();
    assert_eq!(leg(&table), 1);
}
