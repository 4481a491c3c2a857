//! What a side may not know.

use crate::common::Table;
use dice::Seeded;
use testudo_wrg1969::house::{Fog, House};
use testudo_wrg1969::order::{Leg, Order, Verb};
use testudo_wrg1969::state::{Command, Grade, Standing, Step};
use testudo_wrg1969::veil::{guess, veil};
use umpire::{Place, Side, Viewer};

const RED: Viewer = Viewer::Player(Side::Red);

#[test]
fn every_secret_of_the_enemy_is_taken_out_and_ones_own_are_kept() {
    let table = Table::begun(House::default());
    let (field, phase) = veil(&table.book, &table.field, &table.phase, RED);
    assert_eq!(phase.command[Side::Blue], Command::default());
    for id in field.ids() {
        let (state, truth) = (&phase.units[id.index()], &table.phase.units[id.index()]);
        if table.field.side(id) == Side::Red {
            assert_eq!(state, truth);
        } else {
            assert_eq!((state.grade, &state.order, state.carry), (None, &None, 0));
        }
    }
    assert_eq!(phase.command[Side::Red].card, table.phase.command[Side::Red].card);
    let (_, opened) = veil(&table.book, &table.field, &table.phase, Viewer::Opened);
    assert_eq!(opened, table.phase);
}

#[test]
fn a_unit_in_cover_is_out_of_the_view_until_it_is_found() {
    let mut table = Table::begun(House::default());
    table.put("b5", 11.0, 21.0, 270.0);
    let b5 = table.id("b5");
    let place = |table: &Table| veil(&table.book, &table.field, &table.phase, RED).0.unit(b5).place;
    assert_eq!(place(&table), Place::Waiting);
    table.put("a4", 16.5, 21.0, 270.0);
    assert_eq!(place(&table), Place::Table);
    let mut open = Table::begun(House { fog: Fog::Open, ..House::default() });
    open.put("b5", 11.0, 21.0, 270.0);
    assert_eq!(place(&open), Place::Table);
}

#[test]
fn with_the_generals_fog_only_what_he_sees_or_hears_is_shown() {
    let mut table = Table::begun(House { fog: Fog::General, ..House::default() });
    table.put("a0", 66.0, 10.0, 0.0);
    table.put("b3", 66.0, 38.0, 180.0);
    table.put("a5", 66.0, 33.0, 0.0);
    let b3 = table.id("b3");
    let place = |table: &Table| veil(&table.book, &table.field, &table.phase, RED).0.unit(b3).place;
    assert_eq!(place(&table), Place::Waiting, "the wood is in his way, though the horse sees them");
    table.phase.command[Side::Red].heard.push(b3);
    assert_eq!(place(&table), Place::Table);
}

#[test]
fn grades_show_after_the_first_test_or_by_the_house_rule() {
    let mut table = Table::begun(House::default());
    let b1 = table.id("b1");
    let grade = |table: &Table| veil(&table.book, &table.field, &table.phase, RED).1.units[b1.index()].grade;
    assert_eq!(grade(&table), None);
    table.phase.units[b1.index()].shown = true;
    assert_eq!(grade(&table), Some(Grade::D));
    let open = Table::begun(House { grades_hidden: false, ..House::default() });
    assert_eq!(grade(&open), Some(Grade::D));
}

#[test]
fn nothing_is_seen_of_a_secret_deployment() {
    let mut table = Table::new();
    table.phase.step = Step::Deploy;
    let seen = |table: &Table| {
        let (field, _) = veil(&table.book, &table.field, &table.phase, RED);
        field.ids().filter(|&id| field.side(id) == Side::Blue && field.on_table(id)).count()
    };
    assert_eq!(seen(&table), 0);
    table.phase.step = Step::Orders;
    assert!(seen(&table) > 0);
    let mut blind = Table::with(House { orders_after_reveal: false, ..House::default() });
    blind.phase.step = Step::Orders;
    assert_eq!(seen(&blind), 0);
}

/// Whatever of the enemy's secrets differs, the view is the same, and so is the view of a guess.
#[test]
fn views_are_equal_when_only_secrets_differ() {
    let mut table = Table::begun(House::default());
    table.put("b5", 11.0, 21.0, 270.0);
    let truth = veil(&table.book, &table.field, &table.phase, RED);

    let mut other = Table::begun(House::default());
    other.put("b5", 11.5, 21.5, 180.0);
    for id in other.field.ids().filter(|&id| other.field.side(id) == Side::Blue) {
        let state = &mut other.phase.units[id.index()];
        state.order = Some(Standing::new(Order::new(vec![Leg::new(Verb::Advance)])));
        state.waiting_order = Some(Order::new(vec![Leg::new(Verb::Hold)]));
        state.grade = Some(Grade::B);
        (state.carry, state.signals, state.may_charge) = (7, 6, true);
        state.last_score = Some((9, 1));
    }
    let command = &mut other.phase.command[Side::Blue];
    command.card.clear();
    command.riders[0].galloped = true;
    command.knows.clear();
    let theirs = veil(&other.book, &other.field, &other.phase, RED);
    assert!(truth == theirs, "red can tell them apart");

    let mut dice = Seeded::new(3);
    let guessed = guess(&table.book, &truth.0, &truth.1, RED, &mut dice);
    assert!(
        guessed
            .units
            .iter()
            .zip(truth.0.ids())
            .all(|(u, id)| { !truth.0.on_table(id) || !table.book.kit(id).is_unit() || u.grade.is_some() })
    );
    assert!(veil(&table.book, &truth.0, &guessed, RED) == truth, "a guess looks otherwise");
    let (field, phase) = veil(&table.book, &table.field, &table.phase, Viewer::Spectator);
    let guessed = guess(&table.book, &field, &phase, Viewer::Spectator, &mut dice);
    assert!(veil(&table.book, &field, &guessed, Viewer::Spectator) == (field, phase));
}
