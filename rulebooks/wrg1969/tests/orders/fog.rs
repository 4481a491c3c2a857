//! What a side may not know.

use crate::aftermath::rout;
use crate::board::state::{Carrier, Command, Due, Flight, Message, Standing, Step, Thrown, Written};
use crate::board::veil::veil;
use crate::data::reaction::{Grade, Occasion};
use crate::house::{Fog, House};
use crate::nerve;
use crate::orders::order::{Leg, Order, Ref, Verb};
use crate::orders::{general, messengers};
use crate::play::guess::guess;
use crate::tests::orders::common::Table;
use dice::Seeded;
use umpire::{Entry, Place, Side, UnitId, Viewer};

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
            assert_eq!((state.kept.grade, &state.kept.order, state.kept.carry), (None, &None, 0));
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
    let grade =
        |table: &Table| veil(&table.book, &table.field, &table.phase, RED).1.units[b1.index()].kept.grade;
    assert_eq!(grade(&table), None);
    table.phase.units[b1.index()].seen.shown = true;
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

/// What a side reads of its own sheet never tells how the umpire could have read it, until the battle is over.
#[test]
fn readings_of_an_ambiguous_order_are_kept_even_from_its_writer() {
    let mut table = Table::begun(House::default());
    let a1 = table.id("a1");
    let command = &mut table.phase.command[Side::Red];
    command.sheet[0].other.push(Order::new(vec![Leg::new(Verb::Advance)]));
    command.doubts.push((a1, 1, Ref::NearestEnemy));
    let own = |table: &Table| veil(&table.book, &table.field, &table.phase, RED).1.command[Side::Red].clone();
    assert!(own(&table).sheet[0].other.is_empty() && own(&table).doubts.is_empty());
    table.phase.step = Step::Over(umpire::Outcome {
        winner: None,
        rule: crate::rule::VICTORY_END,
        reason: "the agreed time is up",
        ending: umpire::Ending::Time,
    });
    assert!(!own(&table).sheet[0].other.is_empty() && !own(&table).doubts.is_empty());
    let blue = veil(&table.book, &table.field, &table.phase, Viewer::Player(Side::Blue)).1;
    assert_eq!(blue, table.phase, "everything is opened");
}

/// A unit marching to the rear is seen to go back; its order is not seen.
#[test]
fn going_back_shows_and_the_order_does_not() {
    let mut table = Table::begun(House::default());
    table.order("b1", "Retire to the point (28, 47), then advance");
    let b1 = table.id("b1");
    let order = |table: &Table| {
        veil(&table.book, &table.field, &table.phase, RED).1.units[b1.index()].kept.order.clone()
    };
    assert_eq!(order(&table), None);
    table.phase.units[b1.index()].now.moved = 4000;
    let seen = order(&table).expect("it is seen");
    assert_eq!((seen.order.legs.len(), seen.order.legs[0].target.clone()), (1, None));
}

/// The journal tells each side its own orders, reports and scores, and the enemy no more than the table shows.
#[test]
fn the_journal_keeps_secrets_too() {
    let mut table = Table::begun(House::default());
    let heard = |table: &Table, side: Side, words: &str| {
        table.journal.iter().any(|e| match e {
            Entry::Ruling(r) => r.heard_by(Some(side)).is_some_and(|r| r.text.contains(words)),
            _ => false,
        })
    };
    for (words, whose) in [("Cross the brook", Side::Red), ("Britons, signal 1 to all", Side::Blue)] {
        assert!(heard(&table, whose, words), "{words}");
        assert!(!heard(&table, whose.other(), words), "{words}");
    }
    let a1 = table.id("a1");
    table.resolve(|book, phase, cx| {
        nerve::resolve::throw(book, phase, a1, Occasion::Closing, cx);
        let thrown = phase.thrown[0];
        let test = nerve::resolve::test_of(&crate::board::Board::of(book, cx.field(), phase), &thrown);
        nerve::resolve::settle(book, phase, (thrown, &test.expect("a unit")), None, cx);
    });
    assert!(heard(&table, Side::Red, "tested before closing, threw"));
    assert!(heard(&table, Side::Blue, "Cohort I (a1), grade B, tested and "));
    assert!(!heard(&table, Side::Blue, "threw") && !heard(&table, Side::Blue, "clos"));
}

/// What befalls troops that no enemy sees, and how near a general is to his end, the enemy is not told.
#[test]
fn the_enemy_hears_nothing_of_hidden_troops_nor_of_a_generals_guard() {
    for hidden in [false, true] {
        let mut table = Table::begun(House::default());
        let (b0, b5) = (table.id("b0"), table.id("b5"));
        if hidden {
            table.put("b5", 11.0, 21.0, 270.0);
            table.put("b0", 11.0, 20.0, 270.0);
        }
        (table.phase.units[b5.index()].seen.flight, table.phase.units[b5.index()].seen.rallies) =
            (Flight::Rallying(0), true);
        let general = table.phase.command[Side::Blue].general.as_mut().expect("a general");
        general.riding_to = Some(b5);
        let at = table.field.unit(b5).pose.at.vec() * (1.0 / crate::data::measure::MM);
        table.put("b0", at.x, at.y, 270.0);
        table.resolve(|book, phase, cx| {
            rout::rallies(book, phase, cx);
            messengers::arrive(book, phase, cx);
            general::share(phase, b5, 11, cx);
        });
        let heard = |side: Side, words: &str| {
            table.journal.iter().any(|e| match e {
                Entry::Ruling(r) => r.heard_by(Some(side)).is_some_and(|r| r.text.contains(words)),
                _ => false,
            })
        };
        for words in ["Slingers (b5) rallied", "joined Slingers (b5)", "had lost 1.1 of his guard"] {
            assert!(heard(Side::Blue, words), "{words}: {:?}", table.journal);
        }
        for words in ["Slingers (b5) rallied", "joined Slingers (b5)"] {
            assert_eq!(heard(Side::Red, words), !hidden, "{words}");
        }
        assert!(!heard(Side::Red, "guard"));
        assert_eq!(table.phase.command[Side::Blue].general.as_ref().map(|g| g.figure), Some(b0));
    }
}

/// The journal keeps to the fog that is played.
#[test]
fn a_player_is_told_of_what_he_may_see() {
    for (fog, told) in [(Fog::Units, true), (Fog::General, false)] {
        let mut table = Table::begun(House { fog, ..House::default() });
        table.put("a0", 66.0, 10.0, 0.0);
        table.put("b3", 66.0, 38.0, 180.0);
        table.put("a5", 66.0, 33.0, 0.0);
        let b3 = table.id("b3");
        (table.phase.units[b3.index()].seen.flight, table.phase.units[b3.index()].seen.rallies) =
            (Flight::Rallying(0), true);
        table.resolve(rout::rallies);
        let heard = |side: Side| {
            table.journal.iter().any(|e| match e {
                Entry::Ruling(r) => r.heard_by(Some(side)).is_some_and(|r| r.text.contains("(b3) rallied")),
                _ => false,
            })
        };
        assert_eq!((heard(Side::Blue), heard(Side::Red)), (true, told));
    }
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
        state.kept.order = Some(Standing::new(Order::new(vec![Leg::new(Verb::Advance)])));
        state.kept.waiting_order = Some(Order::new(vec![Leg::new(Verb::Hold)]).into());
        state.kept.grade = Some(Grade::B);
        (state.kept.carry, state.kept.signals, state.kept.may_charge) = (7, 6, true);
        state.kept.last_score = Some((9, 1));
        (state.kept.was_hidden, state.kept.has_seen_enemy, state.kept.secret.surprised_by) =
            (false, true, Some(UnitId(1)));
        (state.kept.secret.aims_at, state.kept.secret.breaks_off) = (Some(UnitId(2)), true);
    }
    let order = Order::new(vec![Leg::new(Verb::Advance)]);
    let b1 = other.id("b1");
    let command = &mut other.phase.command[Side::Blue];
    command.card.clear();
    command.riders[0].galloped = true;
    command.riders[1].carries = Some((b1, Message::Order(order.clone().into())));
    (command.given, command.ground, command.cover_free) = (4, Vec::new(), Vec::new());
    command.knows.clear();
    command.heard.push(UnitId(3));
    command.events.push((1, crate::board::state::Event::Did(UnitId(1))));
    command.ordered_at.clear();
    command.due.push(Due { unit: b1, order: order.clone().into(), period: 3 });
    let carrier = Carrier::Messenger;
    let (other_reading, acted, order) = (vec![order.clone()], None, order.into());
    command.sheet.push(Written { unit: b1, period: 1, carrier, order, other: other_reading, acted });
    command.doubts.push((b1, 1, Ref::NearestEnemy));
    other.phase.thrown.push(Thrown { unit: b1, occasion: Occasion::Closing, dice: 9 });
    let theirs = veil(&other.book, &other.field, &other.phase, RED);
    assert!(truth == theirs, "red can tell them apart");

    let mut dice = Seeded::new(3);
    let guessed = guess(&table.book, &truth.0, &truth.1, RED, &mut dice);
    assert!(
        guessed.units.iter().zip(truth.0.ids()).all(|(u, id)| {
            !truth.0.on_table(id) || !table.book.kit(id).is_unit() || u.kept.grade.is_some()
        })
    );
    assert!(veil(&table.book, &truth.0, &guessed, RED) == truth, "a guess looks otherwise");
    let (field, phase) = veil(&table.book, &table.field, &table.phase, Viewer::Spectator);
    let guessed = guess(&table.book, &field, &phase, Viewer::Spectator, &mut dice);
    assert!(veil(&table.book, &field, &guessed, Viewer::Spectator) == (field, phase));
}
