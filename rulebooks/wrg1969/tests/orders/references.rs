//! What an order means: by whom it is read, when, and from where.

use crate::board::state::{Flight, Meant, Running};
use crate::data::feature::{Feature, Kind, Outline, area};
use crate::data::reaction::Reaction;
use crate::house::{Ambiguity, House};
use crate::orders::order::{Ref, Trigger, Verb, Where};
use crate::orders::reference::{self, pick};
use crate::orders::{signals, standing};
use crate::rule;
use crate::tests::orders::common::{Table, said};
use ruling::proves;
use std::sync::Arc;
use umpire::{Side, UnitId};

fn meant(table: &Table, label: &str) -> String {
    match table.standing(label).expect("an order").meant {
        Some(Meant::Feature(i)) => table.book.features[usize::from(i)].id.clone(),
        ref other => format!("{other:?}"),
    }
}

/// `wrg1969.orders.exploit`: the farthest; of two as far, however their last digits fall, the first by its id.
#[test]
fn of_several_as_far_the_first_is_meant() {
    let farthest = |distances: &[f64]| pick(distances, Ambiguity::Exploit, &mut |_| 0);
    assert_eq!(farthest(&[3.0, 9.0, 6.0]), Some(1));
    assert_eq!(farthest(&[9.0, 9.0 + 1e-9, 6.0]), Some(0));
    let nearest = |distances: &[f64]| pick(distances, Ambiguity::Kind, &mut |_| 0);
    assert_eq!((nearest(&[6.0, 3.0, 9.0]), nearest(&[3.0, 3.0 - 1e-9])), (Some(1), Some(0)));
    assert_eq!(pick(&[1.0, 2.0, 3.0], Ambiguity::Warn, &mut |_| 0), Some(2), "a warning changes no reading");
    assert_eq!(pick(&[1.0, 2.0, 3.0], Ambiguity::Random, &mut |sides| sides - 2), Some(1));
    assert_eq!((farthest(&[]), farthest(&[4.0])), (None, Some(0)));
}

/// `wrg1969.orders.reference`: a description is read when its leg begins, from where the unit then stands.
#[test]
fn a_description_is_read_where_the_unit_stands_when_the_leg_begins() {
    for (x, wood) in [(18.0, "wood_east"), (60.0, "wood_west")] {
        let mut table = Table::begun(House::default());
        table.order("a4", "March to point (22, 14). Then march to the wood.");
        table.begin();
        table.put("a4", 22.0, 14.0, 0.0);
        table.judge();
        table.put("a4", x, 12.0, 0.0);
        table.begin();
        assert_eq!(meant(&table, "a4"), wood);
        // Once it is read it stays so, wherever the unit goes.
        table.put("a4", 78.0 - x, 12.0, 0.0);
        table.begin();
        assert_eq!(meant(&table, "a4"), wood);
    }
}

/// `wrg1969.orders.reference`: the nearest enemy is looked for every period; who runs comes last.
#[test]
fn the_nearest_enemy_is_looked_for_anew() {
    let mut table = Table::begun(House::default());
    table.order("a4", "Skirmish against the nearest enemy");
    table.begin();
    let [b1, b4] = ["b1", "b4"].map(|label| table.id(label));
    let aims_at = |table: &Table| table.standing("a4").expect("an order").meant.clone();
    assert_eq!(aims_at(&table), Some(Meant::Unit(b1)));
    table.put("b4", 22.0, 20.0, 180.0);
    table.begin();
    assert_eq!(aims_at(&table), Some(Meant::Unit(b4)));
    table.phase.units[b4.index()].seen.flight = Flight::Routing(1);
    table.begin();
    assert_eq!(aims_at(&table), Some(Meant::Unit(b1)), "one who stands comes first");
}

/// `wrg1969.orders.reference`: ground in a later leg, or in a condition, must be seen when the order comes; what is
/// described need not.
#[test]
fn ground_named_in_a_later_leg_must_be_seen_on_receipt() {
    let mut table = Table::begun(House::default());
    let a1 = table.id("a1");
    table.put("a1", 36.0, 46.5, 0.0);
    let comes = |table: &mut Table, words: &str| {
        let order = Arc::new(said(table, Side::Red, words));
        standing::receive(&table.book, &table.field, &mut table.phase, a1, order)
    };
    assert!(!comes(&mut table, "Hold until signal 1. Then march to the ford [ford]"));
    assert!(comes(&mut table, "Hold until signal 1. Then march to the wood in front"));
}

/// `wrg1969.orders.signal_card`: its own trigger on that number comes before the card, one on another does not.
#[test]
fn only_a_trigger_on_that_signal_comes_before_the_card() {
    proves!(rule::ORDERS_SIGNAL_CARD);
    let table = Table::begun(House::default());
    let order = |words: &str| said(&table, Side::Red, words);
    assert!(standing::waits_for(&order("Hold until signal 2, then advance"), 2));
    assert!(!standing::waits_for(&order("Hold until signal 1, then advance"), 2));
    assert!(!standing::waits_for(&order("Hold until an enemy is within 8 inches, then advance"), 2));
    // However deep it lies.
    let with = |trigger: Trigger| {
        let mut order = order("Hold until signal 1, then advance");
        order.legs[0].until = vec![trigger];
        standing::waits_for(&order, 2)
    };
    assert!(with(Trigger::Not(Box::new(Trigger::Signal(2)))));
    assert!(with(Trigger::All(vec![Trigger::Attacked, Trigger::Signal(2)])));
    assert!(!with(Trigger::Not(Box::new(Trigger::Signal(3)))));
    assert!(!with(Trigger::All(vec![Trigger::Attacked, Trigger::Signal(1)])));
}

/// `wrg1969.orders.change.signal`: within 25, in view, named, and not running.
#[test]
fn a_signal_reaches_only_those_who_see_it_and_are_meant() {
    let mut table = Table::begun(House::default());
    let hears = |table: &Table, number: usize, label: &str| {
        let board = table.board();
        let [general, unit] = ["a0", label].map(|l| *board.body(table.id(l)).expect("on the table"));
        signals::reaches(&board, &general, &unit, &table.phase.command[Side::Red].card[number - 1])
    };
    assert!(hears(&table, 1, "a5") && !hears(&table, 1, "a1"), "signal 1 is for the horse");
    assert!(hears(&table, 2, "a5") && hears(&table, 2, "a1"), "signal 2 for everyone");
    let a1 = table.id("a1");
    table.phase.units[a1.index()].seen.flight = Flight::Routing(1);
    assert!(!hears(&table, 2, "a1"));
    table.phase.units[a1.index()].seen.flight = Flight::None;
    table.put("a1", 38.0, 31.0, 0.0);
    assert!(hears(&table, 2, "a1"), "25 inches off");
    table.put("a1", 38.0, 31.1, 0.0);
    assert!(!hears(&table, 2, "a1"));
    table.put("a1", 38.0, 20.0, 0.0);
    let corners = [(30.0, 10.0), (46.0, 10.0), (46.0, 16.0), (30.0, 16.0)];
    let outline = Outline::Area(vec![area(&corners.map(|(x, y)| table::Vec2::new(x, y))).expect("a wood")]);
    let (id, name) = ("screen".to_owned(), "the screen".to_owned());
    table.book.features.push(Feature {
        id,
        name,
        kind: Kind::Wood,
        outline,
        width: 0.0,
        closed: false,
        value: 0,
    });
    assert!(!hears(&table, 2, "a1"), "a wood between");
}

/// `wrg1969.orders.pending`: an order that comes while a result or a forced move runs waits, and the last one counts.
#[test]
fn of_two_orders_that_wait_the_last_counts() {
    for rallies in [false, true] {
        let mut table = Table::begun(House::default());
        let a1 = table.id("a1");
        let state = &mut table.phase.units[a1.index()];
        if rallies {
            state.seen.flight = Flight::Rallying(3000);
        } else {
            state.seen.running = Some(Running { reaction: Reaction::Halt, periods: 2, run: 0, since: 0 });
        }
        for words in ["Advance", "Hold"] {
            let order = Arc::new(said(&table, Side::Red, words));
            assert!(standing::receive(&table.book, &table.field, &mut table.phase, a1, order));
        }
        standing::wake(&mut table.phase);
        assert_eq!(table.standing("a1").expect("the old one").order.legs[0].verb, Verb::Attack);
        let state = &mut table.phase.units[a1.index()];
        (state.seen.flight, state.seen.running) = (Flight::None, None);
        standing::wake(&mut table.phase);
        assert_eq!(table.standing("a1").expect("the new one").order.legs[0].verb, Verb::Hold);
    }
}

/// Kinds of enemies: an arm, a type or any; only those in view where they are said to be.
#[test]
fn an_enemy_is_described_by_his_arm_his_type_and_his_place() {
    let mut table = Table::begun(House::default());
    table.put("a4", 36.0, 20.0, 0.0);
    table.put("b4", 20.0, 29.0, 180.0);
    let found = |table: &Table, kind: &str, place: Where| -> Vec<UnitId> {
        let board = table.board();
        let from = *board.body(table.id("a4")).expect("on the table");
        let r = Ref::EnemyKind(kind.into(), place);
        let all = reference::candidates(&board, table.field.roster(), &from, &r);
        all.into_iter().filter_map(|c| if let Meant::Unit(id) = c.meant { Some(id) } else { None }).collect()
    };
    let ids = |table: &Table, labels: &[&str]| labels.iter().map(|l| table.id(l)).collect::<Vec<_>>();
    assert_eq!(found(&table, "cavalry", Where::Any), ids(&table, &["b4"]), "chariots are none");
    assert_eq!(found(&table, "infantry", Where::Any), ids(&table, &["b1", "b2", "b5"]));
    assert_eq!(found(&table, "chariot", Where::Any), ids(&table, &["b3"]));
    assert_eq!(found(&table, "chariot", Where::Left), []);
    assert_eq!(found(&table, "chariot", Where::Right), ids(&table, &["b3"]));
    assert_eq!(found(&table, "any", Where::Behind), []);
    table.put("b3", 36.0, 6.0, 0.0);
    assert_eq!(found(&table, "any", Where::Behind), ids(&table, &["b3"]));
    table.put("b5", 11.0, 21.0, 180.0);
    assert_eq!(
        found(&table, "infantry", Where::Any),
        ids(&table, &["b1", "b2"]),
        "one is hidden in the wood"
    );
}
