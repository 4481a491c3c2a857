//! Points of survivors, and the end.

use crate::board::state::Flight;
use crate::data::troop::Troop;
use crate::tests::fighting::common::{Table, unit};
use crate::victory::resolve::{figures_lost, outcome, stands, survivors, totals};
use umpire::Side::{Blue, Red};

fn table() -> Table {
    Table::new(vec![
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 10.0)),
        unit(Blue, Troop::MediumInfantry, 30, 15, (30.0, 40.0)),
    ])
}

#[test]
fn figures_and_commanders_on_the_table_count() {
    let mut table = table();
    assert_eq!(survivors(&table.book, &table.field, &table.phase, Red), 20 * 4 + 10);
    assert_eq!(survivors(&table.book, &table.field, &table.phase, Blue), 30 * 3 + 25);
    table.state(0).seen.original = 25;
    assert_eq!(figures_lost(&table.book, &table.field, &table.phase, Red), 5);
}

#[test]
fn the_battle_ends_with_time_or_with_the_last_unbroken_unit() {
    let mut table = table();
    assert_eq!(outcome(&table.book, &table.field, &table.phase), None);
    table.phase.period = table.book.house.periods;
    let over = outcome(&table.book, &table.field, &table.phase).expect("time is up");
    assert_eq!(over.winner, Some(Blue));
    table.phase.period = 3;
    table.state(1).seen.flight = Flight::Routing(0);
    assert!(!stands(&table.book, &table.field, &table.phase, Blue));
    let over = outcome(&table.book, &table.field, &table.phase).expect("a side is finished");
    assert_eq!(over.winner, Some(Blue), "survivors count as usual");
    assert_eq!(totals(&table.book, &table.field, &table.phase).0, [90.0, 115.0]);
}
