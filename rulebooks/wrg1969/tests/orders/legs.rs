//! How orders begin, what they mean, and how they end.

use crate::board::sight;
use crate::board::state::{Flight, Meant, Running};
use crate::data::reaction::Reaction;
use crate::house::{Ambiguity, House};
use crate::orders::order::{Ref, Verb, Where};
use crate::orders::{reference, standing};
use crate::tests::orders::common::{Table, said};
use std::sync::Arc;
use umpire::{Side, UnitId};

#[test]
fn the_written_order_begins_and_its_references_are_found() {
    let mut table = Table::begun(House::default());
    table.begin();
    let a1 = table.standing("a1").expect("an order");
    let hill = table.book.features.iter().position(|f| f.id == "hill_north").expect("a hill");
    assert_eq!(a1.meant, Some(Meant::Feature(hill as u16)));
    // The archers keep the place they had beside the cohort: two behind it, five to its right.
    assert_eq!(table.standing("a3").expect("an order").offset, Some((-2000, 5000)));
    assert_eq!(table.standing("a4").expect("an order").meant, Some(Meant::Unit(table.id("b1"))));
}

#[test]
fn a_description_that_fits_several_things_means_the_farthest_unless_the_umpire_is_kind() {
    for (ambiguity, meant) in [(Ambiguity::Exploit, "wood_east"), (Ambiguity::Kind, "wood_west")] {
        let mut table = Table::begun(House { ambiguity, ..House::default() });
        table.order("a4", "March to the wood");
        table.begin();
        let standing = table.standing("a4").expect("an order");
        let Some(Meant::Feature(i)) = standing.meant else { panic!("{standing:?}") };
        assert_eq!(table.book.features[usize::from(i)].id, meant);
        assert_eq!(table.phase.command[Side::Red].doubts.len(), 1);
    }
    let mut table = Table::begun(House { ambiguity: Ambiguity::Random, ..House::default() });
    table.order("a4", "March to the wood");
    table.begin();
    assert!(table.standing("a4").expect("an order").meant.is_some());
}

#[test]
fn where_a_thing_is_narrows_what_fits() {
    let table = Table::begun(House::default());
    let board = table.board();
    let a4 = board.body(table.id("a4")).expect("on the table");
    let woods = |place| {
        reference::candidates(&board, table.field.roster(), a4, &Ref::Kind("wood".into(), place)).len()
    };
    // The slingers face north: one wood is to the left in front, the other to the right.
    assert_eq!(
        (woods(Where::Any), woods(Where::Left), woods(Where::Right), woods(Where::Behind)),
        (2, 1, 1, 0)
    );
    assert_eq!(woods(Where::Nearest), 1);
    let horse = Ref::EnemyKind("cavalry".into(), Where::Any);
    assert_eq!(reference::candidates(&board, table.field.roster(), a4, &horse).len(), 1);
    let beyond = Ref::Point(500_000, 0);
    assert!(reference::candidates(&board, table.field.roster(), a4, &beyond).is_empty());
}

#[test]
fn a_leg_ends_at_its_goal_or_by_its_trigger_and_the_order_is_then_struck_out() {
    let mut table = Table::begun(House::default());
    table.order("a4", "March to the west wood. Then hold until signal 1.");
    table.begin();
    table.put("a4", 11.0, 17.0, 0.0);
    assert!(table.judge().is_empty());
    assert_eq!(table.standing("a4").expect("an order").leg, 1);
    table.begin();
    let a4 = table.id("a4");
    table.phase.units[a4.index()].kept.signals = 1 << 1;
    assert_eq!(table.judge(), [a4]);
    assert!(table.standing("a4").is_none());
}

#[test]
fn triggers_are_judged_from_what_the_unit_itself_sees() {
    type Happening = fn(&mut Table);
    let cases: [(&str, Happening); 9] = [
        ("period 1 begins", |_| {}),
        ("the enemy is within 12 inches", |t| t.put("b1", 32.0, 22.0, 180.0)),
        ("attacked", |t| {
            let a1 = t.id("a1");
            t.phase.units[a1.index()].now.charged = true;
        }),
        ("shot at", |t| {
            let a1 = t.id("a1");
            t.phase.units[a1.index()].now.under_fire = 5;
        }),
        ("Cohort II breaks", |t| {
            let a2 = t.id("a2");
            t.phase.units[a2.index()].now.broke_now = true;
        }),
        ("the Cantiaci retire", |t| {
            let b1 = t.id("b1");
            t.phase.units[b1.index()].seen.running =
                Some(Running { reaction: Reaction::Retire, periods: 2, run: 0, since: 0 });
        }),
        ("below half strength", |t| {
            let a1 = t.id("a1");
            t.phase.units[a1.index()].seen.original = 60;
        }),
        ("both the Cantiaci are in view and period 1", |_| {}),
        ("not (the enemy elephants are in view)", |_| {}),
    ];
    for (condition, happens) in cases {
        let mut table = Table::begun(House::default());
        table.order("a1", &format!("Hold. If {condition}, advance."));
        let before = table.phase.period;
        table.phase.period = 0;
        if !condition.contains("period 1") && !condition.starts_with("not") {
            table.begin();
            table.judge();
            assert_eq!(
                table.standing("a1").expect("an order").condition,
                None,
                "{condition} is true too early"
            );
        }
        table.phase.period = before;
        happens(&mut table);
        table.judge();
        let standing = table.standing("a1").expect("an order");
        assert_eq!(standing.condition, Some(0), "{condition}");
        assert_eq!(standing.current().map(|l| l.verb), Some(Verb::Advance));
    }
}

#[test]
fn a_leg_waits_until_all_it_waits_for_is_true() {
    let mut table = Table::begun(House::default());
    table.order("a1", "When period 3 begins and the Cantiaci are in view, advance");
    table.begin();
    table.judge();
    table.begin();
    assert!(!table.standing("a1").expect("an order").begun);
    table.phase.period = 3;
    table.judge();
    table.begin();
    assert!(table.standing("a1").expect("an order").begun);
}

#[test]
fn a_friend_passes_when_he_comes_from_behind_the_front() {
    let mut table = Table::begun(House::default());
    for unit in ["a1", "a2"] {
        let id = table.id(unit);
        table.phase.units[id.index()].kept.stood[0] = table.field.unit(id).pose;
    }
    table.order("a1", "Hold until Cohort II passes, then advance");
    table.begin();
    table.put("a2", 42.0, 9.0, 0.0);
    table.judge();
    assert_eq!(table.standing("a1").expect("an order").leg, 0);
    table.put("a2", 42.0, 13.0, 0.0);
    table.judge();
    assert_eq!(table.standing("a1").expect("an order").leg, 1);
}

#[test]
fn an_attack_is_done_when_its_enemy_has_broken_or_its_ground_is_taken() {
    let mut table = Table::begun(House::default());
    table.order("a5", "Attack the Chariots. Then hold.");
    table.begin();
    let b3 = table.id("b3");
    table.judge();
    assert_eq!(table.standing("a5").expect("an order").leg, 0);
    table.phase.units[b3.index()].seen.flight = Flight::Routing(0);
    table.judge();
    assert_eq!(table.standing("a5").expect("an order").leg, 1);

    table.order("a1", "Take the long hill. Then hold.");
    table.begin();
    table.put("a1", 38.0, 38.0, 0.0);
    table.judge();
    assert_eq!(table.standing("a1").expect("an order").leg, 0, "there are enemies on it");
    for (label, x) in [("b1", 5.0), ("b2", 60.0), ("b5", 65.0)] {
        table.put(label, x, 45.0, 180.0);
    }
    table.judge();
    assert_eq!(table.standing("a1").expect("an order").leg, 1);
}

#[test]
fn an_enemy_out_of_view_is_sought_where_he_was_last_seen() {
    let mut table = Table::begun(House::default());
    table.put("b5", 20.0, 30.0, 180.0);
    table.order("a4", "Attack the Slingers");
    table.begin();
    table.judge();
    assert_eq!(table.standing("a4").expect("an order").seen_at, Some((20_000, 30_000)));
    // In the depth of the wood he is hidden.
    table.put("b5", 11.0, 21.0, 270.0);
    table.judge();
    assert_eq!(table.standing("a4").expect("an order").meant, Some(Meant::Point(20_000, 30_000)));
}

#[test]
fn the_first_condition_written_fires_once_and_the_others_stay_armed() {
    let mut table = Table::begun(House::default());
    table.order("a1", "Hold. If period 1 begins, advance. If period 1 begins, retire to the ford.");
    table.judge();
    assert_eq!(table.standing("a1").expect("an order").condition, Some(0));
    table.judge();
    assert_eq!(table.standing("a1").expect("an order").condition, Some(1));
    table.judge();
    assert_eq!(table.standing("a1").expect("an order").used, 0b11);
}

#[test]
fn a_new_order_waits_for_a_reaction_to_end_and_is_void_if_it_names_unseen_ground() {
    let mut table = Table::begun(House::default());
    let a1 = table.id("a1");
    let advance = Arc::new(said(&table, Side::Red, "Advance"));
    table.phase.units[a1.index()].seen.running =
        Some(Running { reaction: Reaction::Halt, periods: 1, run: 0, since: 0 });
    assert!(standing::receive(&table.book, &table.field, &mut table.phase, a1, advance.clone()));
    assert_eq!(table.standing("a1").expect("the old one").order.legs[0].verb, Verb::Attack);
    standing::wake(&mut table.phase);
    assert_eq!(table.standing("a1").expect("the old one").order.legs[0].verb, Verb::Attack);
    table.phase.units[a1.index()].seen.running = None;
    standing::wake(&mut table.phase);
    assert_eq!(table.standing("a1").expect("the new one").order, advance);

    // From behind the hill the brook is out of view.
    table.put("a1", 36.0, 46.5, 0.0);
    let ford = Arc::new(said(&table, Side::Red, "March to the ford [ford]"));
    assert!(!standing::receive(&table.book, &table.field, &mut table.phase, a1, ford));
    assert_eq!(table.standing("a1").expect("still").order, advance);
    table.phase.units[a1.index()].seen.flight = Flight::Routing(1);
    assert!(!standing::receive(&table.book, &table.field, &mut table.phase, a1, advance));
}

/// `wrg1969.orders.reference`: what an order names must be seen when it comes, not when the unit is free to act on it.
#[test]
fn an_order_that_waits_is_judged_by_what_was_seen_when_it_came() {
    let mut table = Table::begun(House::default());
    let a1 = table.id("a1");
    let ford = Arc::new(said(&table, Side::Red, "March to the ford [ford]"));
    let halt = Some(Running { reaction: Reaction::Halt, periods: 1, run: 0, since: 0 });
    let receive =
        |table: &mut Table| standing::receive(&table.book, &table.field, &mut table.phase, a1, ford.clone());

    // Behind the hill it is void at once, though the unit could not act on it yet.
    let seen_from = table.field.unit(a1).pose;
    table.put("a1", 36.0, 46.5, 0.0);
    table.phase.units[a1.index()].seen.running = halt;
    assert!(!receive(&mut table));
    assert_eq!(table.phase.units[a1.index()].kept.waiting_order, None);

    // Seen when it came, it holds wherever the unit is when it is free.
    let at = seen_from.at.vec() * (1.0 / crate::data::measure::MM);
    table.put("a1", at.x, at.y, 0.0);
    assert!(receive(&mut table));
    table.put("a1", 36.0, 46.5, 0.0);
    table.phase.units[a1.index()].seen.running = None;
    standing::wake(&mut table.phase);
    assert_eq!(table.standing("a1").expect("the new one").order, ford);
}

#[test]
fn sight_is_cut_by_woods_and_by_higher_ground_and_cover_hides() {
    let mut table = Table::begun(House::default());
    let sees = |table: &Table, a: &str, b: &str| {
        let board = table.board();
        let (a, b) =
            (board.body(table.id(a)).expect("on the table"), board.body(table.id(b)).expect("on the table"));
        sight::sees(&board, a, b)
    };
    assert!(sees(&table, "a1", "b1"), "he stands on the hill");
    table.put("b1", 36.0, 46.0, 180.0);
    assert!(!sees(&table, "a1", "b1"), "the hill is higher than both");
    table.put("b1", 11.0, 29.0, 180.0);
    table.put("a1", 11.0, 10.0, 0.0);
    assert!(!sees(&table, "a1", "b1"), "the wood is between them");
    table.put("b5", 11.0, 21.0, 270.0);
    table.put("a1", 26.0, 21.0, 270.0);
    assert!(!sees(&table, "a1", "b5"), "he is hidden in the wood");
    assert!(sight::hidden(&table.board(), table.id("b5")));
    table.put("a1", 20.0, 21.0, 270.0);
    table.put("b5", 14.5, 21.0, 270.0);
    assert!(sees(&table, "a1", "b5"), "at the edge he shows");
    let b5 = table.id("b5");
    table.put("b5", 11.0, 21.0, 270.0);
    table.put("a1", 26.0, 21.0, 270.0);
    table.phase.units[b5.index()].now.shot_at = Some(UnitId(1));
    assert!(sees(&table, "a1", "b5"), "he shot");
}

/// `wrg1969.orders.reference`: a place named for good was in view on receipt, and need not be when its leg begins.
#[test]
fn a_later_leg_goes_to_a_place_that_is_out_of_view_when_it_begins() {
    let mut table = Table::begun(House::default());
    table.order(
        "a4",
        "March to the west wood. Then retire to the point (38, 4). Then hold the long hill [hill_north].",
    );
    table.begin();
    let hill = table.book.features.iter().position(|f| f.id == "hill_north").expect("a hill") as u16;
    for (at, meant) in [((11.0, 21.0), Meant::Point(38_000, 4_000)), ((38.0, 4.0), Meant::Feature(hill))] {
        table.put("a4", at.0, at.1, 0.0);
        table.judge();
        table.begin();
        assert_eq!(table.standing("a4").expect("an order").meant, Some(meant));
    }
}

/// `wrg1969.orders.reference`: an enemy named who is lost is looked for where he was last seen, and that is all.
#[test]
fn skirmishing_against_an_enemy_who_is_gone_ends_where_he_was_last_seen() {
    let mut table = Table::begun(House::default());
    table.order("a4", "Skirmish against the enemy unit [b4]");
    table.begin();
    table.judge();
    let (a4, b4) = (table.id("a4"), table.id("b4"));
    let rule = crate::rule::GEO_LEAVE;
    table.field.apply(&umpire::Event::Left { unit: b4, place: umpire::Place::Off, rule });
    assert!(table.judge().is_empty(), "it goes there first");
    table.put("a4", 12.0, 40.0, 0.0);
    assert_eq!(table.judge(), [a4]);
}
