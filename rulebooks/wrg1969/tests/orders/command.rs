//! What generals do in a period, and how orders travel.

use crate::board::state::{Carrier, Event as Learnt, Flight, General, Message, Running};
use crate::board::veil;
use crate::data::reaction::Reaction;
use crate::house::{Digest, House};
use crate::orders::command::{self, Plan};
use crate::orders::messengers::{self, Goal};
use crate::orders::order::Verb;
use crate::orders::{general, interception, knowledge, riders};
use crate::tests::orders::common::{Table, said};
use crate::{combat, rule};
use ruling::Refusal;
use ruling::proves;
use umpire::{BySide, Command, Entry, Event, Form, OptionId, Place, Side, UnitId};

const A0: &str = "a0";

fn lines(lines: &[(u16, &str)]) -> Command {
    Command::Sheet { lines: lines.iter().map(|(n, t)| (*n, (*t).to_owned())).collect(), picks: Vec::new() }
}

fn check(table: &Table, command: &Command) -> Result<Plan, Vec<Refusal>> {
    command::check(&table.book, &table.field, &table.phase, Side::Red, command)
}

fn refused(table: &Table, command: &Command) -> Refusal {
    check(table, command).expect_err("refused").remove(0)
}

fn carry_out(table: &mut Table, command: &Command) {
    let plan = check(table, command).unwrap_or_else(|e| panic!("{e:?}"));
    table.resolve(|book, phase, cx| command::resolve(book, phase, BySide([Some(plan), None]), cx));
}

/// The sheet with the option whose words these are picked, wherever it stands.
fn pick(table: &Table, words: &str) -> Command {
    let ask = command::pending(
        &veil::board(&table.book, &table.field, &table.phase, Side::Red),
        &table.field,
        Side::Red,
    );
    let Some(Form::Sheet { picks, .. }) = ask.map(|a| a.form) else { panic!("a sheet") };
    for (n, pick) in picks.iter().enumerate() {
        if let Some(option) = pick.options.iter().position(|o| o.label.contains(words)) {
            return Command::Sheet { lines: Vec::new(), picks: vec![(n as u16, OptionId(option as u16))] };
        }
    }
    panic!("nobody can {words}: {picks:#?}")
}

/// Something has happened, so that new orders have grounds.
fn something_happens(table: &mut Table) {
    let b1 = table.id("b1");
    table.phase.command[Side::Red].events.push((1, Learnt::Did(b1)));
}

#[test]
fn a_new_order_needs_something_learnt_and_names_only_what_is_known() {
    proves!(rule::ORDERS_CHANGE_JUSTIFY, rule::ORDERS_KNOWLEDGE);
    let mut table = Table::begun(House::default());
    let order = lines(&[(4, "Attack the Chariots")]);
    assert_eq!(refused(&table, &order).rule, rule::ORDERS_CHANGE_JUSTIFY);
    something_happens(&mut table);
    assert!(check(&table, &order).is_ok());
    let b3 = table.id("b3");
    table.phase.command[Side::Red].knows.retain(|id| *id != b3);
    assert_eq!(refused(&table, &order).rule, rule::ORDERS_KNOWLEDGE);
    let waits = lines(&[(4, "Hold until both the Chariots charge and period 3 begins, then advance")]);
    assert_eq!(refused(&table, &waits).rule, rule::ORDERS_KNOWLEDGE, "its triggers name them too");
    let free = Table::begun(House { justify_orders: false, ..House::default() });
    assert!(check(&free, &order).is_ok());
}

#[test]
fn a_messenger_rides_from_the_next_period_and_the_unit_acts_in_the_one_after_he_arrives() {
    for (digest, acts) in [(Digest::Arrival, 3), (Digest::Full, 4)] {
        let mut table = Table::begun(House { digest, ..House::default() });
        something_happens(&mut table);
        carry_out(&mut table, &lines(&[(4, "Hold the road")]));
        let a5 = table.id("a5");
        let rider = table.phase.command[Side::Red].riders[0].clone();
        assert!(matches!(&rider.carries, Some((unit, Message::Order(_))) if *unit == a5));
        let a0 = table.id(A0);
        assert_eq!(
            messengers::goal(&table.book, &table.phase, rider.figure),
            Goal::With(a0),
            "dictation takes a period"
        );
        table.next_period();
        assert_eq!(messengers::goal(&table.book, &table.phase, rider.figure), Goal::To(a5));
        let label = table.field.card(rider.figure).label.clone();
        table.put(&label, 56.0, 9.5, 0.0);
        table.next_period();
        assert!(table.wrote("reached Gallic horse (a5) with an order, in force from period"));
        while table.phase.period < acts {
            assert_ne!(table.standing("a5").map(|s| s.order.legs[0].target.is_some()), Some(true));
            table.next_period();
        }
        assert!(table.standing("a5").expect("the new one").order.legs[0].target.is_some(), "{digest:?}");
        let line = table.phase.command[Side::Red].sheet.last().expect("written").clone();
        assert_eq!((line.carrier, line.period, line.acted), (Carrier::Messenger, 1, Some(acts)));
    }
}

#[test]
fn a_gallop_is_had_once_a_trip() {
    let table = Table::begun(House::default());
    let board = table.board();
    let rider = board.body(table.phase.command[Side::Red].riders[0].figure).expect("on the table");
    let general = board.body(table.id(A0)).expect("on the table");
    assert_eq!(messengers::allowance(rider, false, 24.0), (24.0, true));
    assert_eq!(messengers::allowance(rider, true, 24.0), (16.0, false));
    assert_eq!(messengers::allowance(rider, false, 10.0), (16.0, false));
    assert_eq!(messengers::allowance(general, false, 30.0), (18.0, true));
}

#[test]
fn a_messenger_cut_down_takes_his_order_with_him() {
    let mut table = Table::begun(House::default());
    something_happens(&mut table);
    carry_out(&mut table, &lines(&[(4, "Hold the road")]));
    let unit = table.phase.command[Side::Red].riders[0].figure;
    table.field.apply(&Event::Left { unit, place: Place::Destroyed, rule: rule::ORDERS_MESSENGERS_NUMBER });
    table.next_period();
    let rider = &table.phase.command[Side::Red].riders[0];
    assert_eq!((rider.alive, rider.carries.clone()), (false, None));
    assert!(table.wrote("was cut down"));
}

#[test]
fn a_rider_in_the_enemys_way_fights_for_his_life_and_holds_nobody_up() {
    let mut table = Table::begun(House::default());
    let rider = table.phase.command[Side::Red].riders[0].figure;
    let label = table.field.card(rider).label.clone();
    table.put(&label, 28.0, 39.0, 0.0);
    table.resolve(interception::intercept);
    assert!(table.wrote("Cantiaci (b1) caught"));
    let b1 = table.id("b1");
    assert_eq!(table.phase.opponents(rider).collect::<Vec<_>>(), [b1]);
    let board = table.board();
    let (there, foe) = (board.body(rider).expect("on the table"), board.body(b1).expect("on the table"));
    assert!(there.gap(foe) <= 0.05 && there.rect.penetration(&foe.rect) <= 0.0);
    table.resolve(combat::resolve::fight);
    table.resolve(interception::get_away);
    assert!(table.phase.fights.is_empty());
    let unit = &table.phase.units[b1.index()].now;
    assert_eq!((unit.melee_loss, unit.melee_dealt), (0, 0), "no part of the unit's own fight");
    if table.field.on_table(rider) {
        let board = table.board();
        let (there, foe) = (board.body(rider).expect("on the table"), board.body(b1).expect("on the table"));
        assert!(there.gap(foe) > 0.5, "he rode clear");
        table.resolve(interception::intercept);
        assert!(table.phase.fights.is_empty(), "and is not caught anew");
    }
}

/// `wrg1969.orders.messengers.number`: messengers not employed guard their general; they are caught with him, fight
/// beside him and fall before him.
#[test]
fn messengers_not_employed_guard_their_general() {
    proves!(rule::ORDERS_MESSENGERS_NUMBER, rule::GENERAL_RISK);
    let mut table = Table::begun(House::default());
    let (a0, b1) = (table.id(A0), table.id("b1"));
    table.put(A0, 28.0, 36.0, 0.0);
    let riders: Vec<UnitId> = table.phase.command[Side::Red].riders.iter().map(|r| r.figure).collect();
    for (n, rider) in riders.iter().enumerate() {
        let label = table.field.card(*rider).label.clone();
        table.put(&label, 27.0 + n as f64, 37.5 + n as f64 * 0.3, 0.0);
    }
    assert_eq!(general::guard(&table.phase, &table.field, a0), riders);
    table.put("b1", 28.0, 39.0, 180.0);
    table.resolve(interception::intercept);
    assert_eq!(table.phase.opponents(a0).collect::<Vec<_>>(), [b1], "caught with those who ride beside him");
    assert!(riders.iter().all(|r| table.phase.opponents(*r).next().is_none()));
    table.resolve(combat::resolve::fight);
    assert!(table.wrote("with 4 figures, factor"), "they fight beside him");
    table.phase.command[Side::Red].general.as_mut().expect("he is").lost = (0, 1);
    let living = |table: &Table| table.phase.command[Side::Red].riders.iter().filter(|r| r.alive).count();
    let before = living(&table);
    table.resolve(|_, phase, cx| general::share(phase, a0, 20 * before as u32, cx));
    assert_eq!(living(&table), 0, "all his guard fell");
    assert!(table.phase.command[Side::Red].general.as_ref().expect("he is").free, "and he did not");
    table.resolve(|_, phase, cx| general::share(phase, a0, 20, cx));
    assert!(!table.phase.command[Side::Red].general.as_ref().expect("he was").free);
}

/// `wrg1969.orders.messengers`: those with nothing to carry keep at hand, whatever place they have in the list of units.
#[test]
fn idle_messengers_are_at_hand_in_every_battle() {
    for (id, text) in crate::scenario::read::bundled() {
        let source = form::Source { name: id, text };
        let (book, mut field, mut phase) = crate::scenario::read::read(&source).expect("it is sound");
        let (mut dice, mut journal) = (dice::Seeded::new(1), umpire::Silent);
        for _ in 0..3 {
            let mut cx = umpire::Cx::new(&mut field, &mut dice, &mut journal);
            crate::orders::riders::normal(&book, &mut phase, &mut cx);
        }
        let board = crate::board::Board::of(&book, &field, &phase);
        for rider in Side::ALL.into_iter().flat_map(|side| &phase.command[side].riders) {
            assert!(crate::orders::messengers::is_free(&board, rider), "{id}: {:?}", rider.figure);
        }
    }
}

/// `wrg1969.orders.change.justify`: an enemy who comes on or shoots in the general's view is an event, in each period.
#[test]
fn an_enemy_who_comes_on_justifies_an_order() {
    let mut table = Table::begun(House::default());
    let seen = |table: &Table, id: UnitId| table.phase.command[Side::Red].in_view.contains(&id);
    let enemy = table.field.ids().find(|&id| table.field.side(id) == Side::Blue && seen(&table, id));
    let enemy = enemy.expect("somebody is in view");
    for _ in 0..2 {
        let before = table.phase.command[Side::Red].events.len();
        table.phase.units[enemy.index()].now.advanced = true;
        let Table { book, field, phase, .. } = &mut table;
        crate::orders::knowledge::observe(book, field, phase, &[]);
        assert!(table.phase.command[Side::Red].events.len() > before);
    }
}

#[test]
fn a_general_inside_a_unit_is_not_caught_alone() {
    let mut table = Table::begun(House::default());
    let (a0, a1) = (table.id(A0), table.id("a1"));
    table.put("a1", 28.0, 37.4, 0.0);
    table.put(A0, 28.0, 37.9, 0.0);
    table.phase.command[Side::Red].general.as_mut().expect("he lives").with = Some(a1);
    table.resolve(interception::intercept);
    assert_eq!(table.phase.opponents(a0).count(), 0);
    table.phase.command[Side::Red].general.as_mut().expect("he lives").with = None;
    table.resolve(interception::intercept);
    assert_eq!(table.phase.opponents(a0).count(), 1);
}

#[test]
fn a_broken_unit_receives_nothing_and_the_messenger_waits_for_it() {
    let mut table = Table::begun(House::default());
    something_happens(&mut table);
    carry_out(&mut table, &lines(&[(4, "Hold the road")]));
    let (a5, rider) = (table.id("a5"), table.phase.command[Side::Red].riders[0].figure);
    table.next_period();
    table.phase.units[a5.index()].seen.flight = Flight::Routing(1);
    let label = table.field.card(rider).label.clone();
    table.put(&label, 56.0, 9.0, 0.0);
    table.next_period();
    assert!(table.phase.command[Side::Red].riders[0].carries.is_some());
    table.phase.units[a5.index()].seen.flight = Flight::None;
    table.next_period();
    assert!(table.phase.command[Side::Red].riders[0].carries.is_none());
}

#[test]
fn a_general_does_one_thing_and_needs_a_free_messenger() {
    proves!(rule::ORDERS_CHANGE_DELAY, rule::ORDERS_MESSENGERS_NUMBER, rule::ORDERS_REPORT);
    let mut table = Table::begun(House::default());
    something_happens(&mut table);
    let two = lines(&[(0, "Advance"), (4, "Advance")]);
    assert_eq!(refused(&table, &two).rule, rule::ORDERS_CHANGE_DELAY);
    let Command::Sheet { picks, .. } = pick(&table, "give signal 2") else { panic!("a sheet") };
    let both = Command::Sheet { lines: vec![(0, "Advance".into())], picks };
    assert_eq!(refused(&table, &both).rule, rule::ORDERS_CHANGE_DELAY);
    for rider in &mut table.phase.command[Side::Red].riders {
        rider.alive = false;
    }
    assert_eq!(refused(&table, &lines(&[(0, "Advance")])).rule, rule::ORDERS_MESSENGERS_NUMBER);
    // Clear of the hill everyone the units see is in the general's view too.
    table.put("b4", 12.0, 31.0, 180.0);
    table.observe();
    let runner = pick(&table, "send a runner");
    assert_eq!(refused(&table, &runner).rule, rule::ORDERS_REPORT);
    let none = Command::Sheet { lines: Vec::new(), picks: vec![(99, OptionId(0))] };
    assert_eq!(refused(&table, &none).rule, rule::ORDERS_CHANGE_DELAY);
    assert!(refused(&table, &Command::Choose(OptionId(0))).what.contains("sheet"));
}

#[test]
fn a_signal_reaches_those_who_see_it_within_25_and_their_own_trigger_comes_first() {
    let mut table = Table::begun(House::default());
    table.put("a1", 38.0, 30.0, 0.0);
    table.put("a2", 38.0, 31.1, 0.0);
    table.order("a3", "Hold until signal 2, then advance");
    let signal = pick(&table, "give signal 2");
    carry_out(&mut table, &signal);
    assert!(table.wrote("Romans' general gave a signal by his standard."));
    let tells = |e: &Entry, side: Side| match e {
        Entry::Ruling(r) => r.heard_by(Some(side)).is_some_and(|r| r.text.contains("signal 2")),
        _ => false,
    };
    assert!(table.journal.iter().any(|e| tells(e, Side::Red)));
    assert!(!table.journal.iter().any(|e| tells(e, Side::Blue)), "its number stays secret");
    let has =
        |table: &Table, label: &str| table.phase.units[table.id(label).index()].kept.signals & 1 << 2 != 0;
    assert_eq!((has(&table, "a1"), has(&table, "a2"), has(&table, "a3")), (true, false, true));
    table.next_period();
    assert_eq!(table.standing("a1").expect("an order").order.legs[0].verb, Verb::RetireTo);
    assert_eq!(table.standing("a2").expect("an order").order.legs[0].verb, Verb::Support);
    assert_eq!(table.standing("a3").expect("an order").order.legs[0].verb, Verb::Hold);
    assert_eq!(table.phase.command[Side::Red].given, 1 << 2);
}

/// `wrg1969.orders.change.timeline`: with a full period to digest, a signal's order is acted on a period later.
#[test]
fn a_signals_order_is_digested_too() {
    for (digest, acts) in [(Digest::Arrival, 2), (Digest::Full, 3)] {
        let mut table = Table::begun(House { digest, ..House::default() });
        let signal = pick(&table, "give signal 2");
        carry_out(&mut table, &signal);
        while table.standing("a1").expect("an order").order.legs[0].verb != Verb::RetireTo {
            assert!(table.phase.period < acts);
            table.next_period();
        }
        assert_eq!(table.phase.period, acts);
    }
}

/// `wrg1969.geo.general`: friends let a rider through, enemies do not.
#[test]
fn nobody_rides_through_the_enemy() {
    for (enemy, through) in [("a2", true), ("b2", false)] {
        let mut table = Table::begun(House::default());
        something_happens(&mut table);
        carry_out(&mut table, &lines(&[(4, "Hold the road")]));
        table.next_period();
        let rider = table.phase.command[Side::Red].riders[0].figure;
        let label = table.field.card(rider).label.clone();
        table.put("a2", 10.0, 6.0, 0.0);
        table.put(enemy, 56.0, 15.0, 0.0);
        table.put(&label, 56.0, 19.0, 0.0);
        table.resolve(riders::normal);
        let y = table.board().body(rider).expect("on the table").standard().y;
        assert_eq!(y < 15.0, through, "{enemy}: {y}");
        assert!(y < 18.0, "he comes up to them");
    }
}

#[test]
fn the_general_joins_a_unit_leads_it_himself_and_leaves_it_without_an_order() {
    let mut table = Table::begun(House::default());
    let (a0, a1) = (table.id(A0), table.id("a1"));
    let ride = pick(&table, "ride to Cohort I");
    carry_out(&mut table, &ride);
    assert_eq!(messengers::goal(&table.book, &table.phase, a0), Goal::To(a1));
    messengers::gallops(&mut table.phase, a0);
    assert!(messengers::has_galloped(&table.phase, a0));
    table.put(A0, 32.0, 10.0, 0.0);
    let halt = Running { reaction: Reaction::Halt, periods: 2, run: 0, since: 1 };
    let waits = Some(said(&table, Side::Red, "Advance").into());
    let state = &mut table.phase.units[a1.index()];
    (state.seen.running, state.kept.waiting_order) = (Some(halt), waits);
    table.next_period();
    let state = &mut table.phase.units[a1.index()];
    state.seen.running = None;
    assert_eq!(state.kept.waiting_order, None, "he strikes out what waited");
    assert_eq!(messengers::goal(&table.book, &table.phase, a0), Goal::With(a1));
    assert!(table.standing("a1").is_none() && table.phase.under_order(a1), "he is the order");
    let leave = pick(&table, "leave his unit");
    carry_out(&mut table, &leave);
    assert!(!table.phase.under_order(a1));

    // With an order dictated in the period before, the unit has that when he leaves.
    let general = table.phase.command[Side::Red].general.as_mut().expect("a general");
    general.with = Some(a1);
    something_happens(&mut table);
    carry_out(&mut table, &lines(&[(0, "Hold")]));
    assert!(
        table.phase.command[Side::Red].riders.iter().all(|r| r.carries.is_none()),
        "he tells them himself"
    );
    table.next_period();
    let leave = pick(&table, "leave his unit");
    carry_out(&mut table, &leave);
    assert_eq!(table.standing("a1").expect("an order").order.legs[0].verb, Verb::Hold);
}

/// `wrg1969.orders.change.delay`: in a period in which he dictates or signals a general does not ride.
#[test]
fn a_general_on_his_way_stops_to_command() {
    proves!(rule::ORDERS_CHANGE_DELAY);
    let mut table = Table::begun(House::default());
    let (a0, a5) = (table.id(A0), table.id("a5"));
    let ride = pick(&table, "ride to Gallic horse");
    carry_out(&mut table, &ride);
    let rides = |table: &Table| messengers::goal(&table.book, &table.phase, a0) == Goal::To(a5);
    assert!(rides(&table));
    table.next_period();
    assert!(rides(&table), "he goes on without a word");
    let signal = pick(&table, "give signal 2");
    carry_out(&mut table, &signal);
    assert!(!rides(&table));
    table.next_period();
    something_happens(&mut table);
    carry_out(&mut table, &lines(&[(0, "Hold")]));
    assert!(!rides(&table));
    table.next_period();
    assert!(rides(&table));
}

#[test]
fn a_runner_brings_what_a_unit_sees_and_the_general_knows_it_once_he_has_heard() {
    let mut table = Table::begun(House::default());
    // Behind the east wood's edge the general cannot see what the horse sees.
    table.put("a5", 66.0, 33.0, 0.0);
    table.put("b3", 66.0, 38.0, 180.0);
    table.put(A0, 66.0, 10.0, 0.0);
    table.observe();
    let b3 = table.id("b3");
    assert!(!table.phase.command[Side::Red].knows.contains(&b3));
    let a5 =
        table.board().body(table.id("a5")).map(|b| knowledge::news(&table.board(), b)).expect("on the table");
    assert!(a5.contains(&b3));
    let send = {
        let ask = command::pending(
            &veil::board(&table.book, &table.field, &table.phase, Side::Red),
            &table.field,
            Side::Red,
        );
        let Some(Form::Sheet { picks, .. }) = ask.map(|a| a.form) else { panic!("a sheet") };
        let n = picks.iter().position(|p| p.label.contains("report of Gallic horse")).expect("a pick");
        Command::Sheet { lines: Vec::new(), picks: vec![(n as u16, OptionId(1))] }
    };
    carry_out(&mut table, &send);
    table.next_period();
    assert_eq!(table.phase.command[Side::Red].runners[0].arrived, None, "20 of 23 inches");
    table.next_period();
    assert_eq!(table.phase.command[Side::Red].runners[0].arrived, Some(2));
    assert!(!table.phase.command[Side::Red].knows.contains(&b3), "he has not heard it yet");
    let hear = pick(&table, "hear the report of Gallic horse");
    carry_out(&mut table, &hear);
    table.next_period();
    let command = &table.phase.command[Side::Red];
    assert!(command.knows.contains(&b3) && command.runners.is_empty());
    assert!(command.events.iter().any(|(_, e)| matches!(e, Learnt::Heard(_))));
}

#[test]
fn a_messenger_scouts_and_comes_back_with_what_he_saw() {
    let mut table = Table::begun(House::default());
    let scout = pick(&table, "look at the ford");
    carry_out(&mut table, &scout);
    let figure = table.phase.command[Side::Red].riders[0].figure;
    assert!(matches!(messengers::goal(&table.book, &table.phase, figure), Goal::Place(_)));
    let label = table.field.card(figure).label.clone();
    table.put(&label, 38.0, 27.5, 0.0);
    table.next_period();
    let a0 = table.id(A0);
    assert_eq!(messengers::goal(&table.book, &table.phase, figure), Goal::To(a0));
    table.put(&label, 38.0, 6.5, 0.0);
    table.next_period();
    let hear = pick(&table, "hear the report");
    carry_out(&mut table, &hear);
    assert!(!table.phase.command[Side::Red].heard.is_empty());
}

#[test]
fn what_happens_in_view_of_the_general_is_learnt() {
    let mut table = Table::begun(House::default());
    let before = table.phase.command[Side::Red].events.len();
    table.observe();
    assert_eq!(table.phase.command[Side::Red].events.len(), before, "nothing has happened");
    let b1 = table.id("b1");
    table.phase.units[b1.index()].seen.flight = Flight::Routing(0);
    table.observe();
    let learnt = |table: &Table| table.phase.command[Side::Red].events.last().map(|(_, e)| *e);
    assert_eq!(learnt(&table), Some(Learnt::Did(b1)));
    table.put("b1", 36.0, 46.5, 180.0);
    table.observe();
    assert!(table.phase.command[Side::Red].events.iter().any(|(_, e)| *e == Learnt::Vanished(b1)));
    let a1 = table.id("a1");
    knowledge::observe(&table.book, &table.field, &mut table.phase, &[a1]);
    assert_eq!(learnt(&table), Some(Learnt::Completed(a1)));
}

#[test]
fn cover_is_known_to_be_free_once_searched() {
    let mut table = Table::begun(House::default());
    let wood = table.book.features.iter().position(|f| f.id == "wood_west").expect("a wood");
    assert!(!table.phase.command[Side::Red].cover_free[wood]);
    table.put("a4", 11.0, 21.0, 0.0);
    table.observe();
    assert!(table.phase.command[Side::Red].cover_free[wood]);
    table.put("a4", 22.0, 11.0, 0.0);
    table.put("b4", 11.0, 21.0, 180.0);
    table.observe();
    assert!(!table.phase.command[Side::Red].cover_free[wood]);
}

/// `wrg1969.reaction.def.cover_known`: somebody unseen may have gone in.
#[test]
fn cover_that_nobody_watches_is_unknown_again() {
    let mut table = Table::begun(House::default());
    let wood = table.book.features.iter().position(|f| f.id == "wood_west").expect("a wood");
    table.put("a4", 11.0, 21.0, 0.0);
    table.observe();
    table.put("a4", 22.0, 11.0, 0.0);
    table.observe();
    assert!(table.phase.command[Side::Red].cover_free[wood], "it is in view");
    let rule = rule::GEO_LEAVE;
    for unit in table.field.ids().filter(|&id| table.field.side(id) == Side::Red).collect::<Vec<_>>() {
        table.field.apply(&Event::Left { unit, place: Place::Off, rule });
    }
    table.observe();
    assert!(!table.phase.command[Side::Red].cover_free[wood]);
}

#[test]
fn a_subordinate_commands_the_units_assigned_to_him() {
    proves!(rule::ORDERS_MESSENGERS_NUMBER);
    let mut table = Table::begun(House::default());
    let (a2, a5) = (table.id("a2"), table.id("a5"));
    let other = General { units: vec![a5], ..General::new(a2) };
    table.phase.command[Side::Red].subordinates.push(other);
    let command = &table.phase.command[Side::Red];
    assert_eq!(command.general_of(a5, 1).map(|g| g.figure), Some(a2));
    assert_eq!(command.general_of(a2, 1).map(|g| g.figure), Some(table.id(A0)));
    something_happens(&mut table);
    // Each dictates one order in a period; but the subordinate has no messenger of his own.
    let no = refused(&table, &lines(&[(0, "Advance"), (4, "Advance")]));
    assert_eq!(no.rule, rule::ORDERS_MESSENGERS_NUMBER);
    let a0 = table.id(A0);
    table.phase.command[Side::Red].general.as_mut().filter(|g| g.figure == a0).expect("he").free = false;
    table.next_period();
    let heir = |period| table.phase.command[Side::Red].general_of(a2, period).map(|g| g.figure);
    assert_eq!((heir(2), heir(3)), (None, Some(a2)), "he takes over after two periods");
}

#[test]
fn a_unit_that_acts_as_the_general_would_wish_gets_an_order_at_once() {
    proves!(rule::ORDERS_SKIRMISH);
    let mut table = Table::begun(House::default());
    let a1 = table.id("a1");
    let wish = command::read_wish(&table.book, &table.field, &table.phase, a1, "Hold").expect("an order");
    table.resolve(|book, phase, cx| command::grant_wish(book, phase, a1, wish, cx));
    assert_eq!(table.standing("a1").expect("an order").order.legs[0].verb, Verb::Hold);
    assert_eq!(table.phase.command[Side::Red].sheet.last().map(|w| w.carrier), Some(Carrier::Reaction));
    let no =
        command::read_wish(&table.book, &table.field, &table.phase, a1, "Skirmish").expect_err("not light");
    assert_eq!(no[0].rule, rule::ORDERS_SKIRMISH);
}
