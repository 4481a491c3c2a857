//! Rout and pursuit from the turn to the rally: who strikes when, who rallies, and who does not.

use crate::aftermath::rout::{after_move, breaks, is_fresh, leaves, rallies};
use crate::board::state::{Doing, Flight, General, Running};
use crate::combat::disorder::Cause;
use crate::combat::resolve::{fight, meet, turning_strike};
use crate::data::kit::{Kit, Role};
use crate::data::reaction::Reaction;
use crate::data::troop::Troop;
use crate::movement::normal;
use crate::orders::order::Verb;
use crate::rule;
use crate::tests::fighting::common::{Spec, Table, unit};
use ruling::proves;
use std::sync::Arc;
use table::Facing;
use umpire::Side::{Blue, Red};
use umpire::{Place, UnitId};

fn runs(table: &mut Table, i: u16, reaction: Reaction) {
    table.state(i).seen.running = Some(Running { reaction, periods: 2, run: 0, since: 0 });
}

/// Red horse upon blue foot that has just broken.
fn just_broken() -> Table {
    let mut table = Table::new(vec![
        unit(Red, Troop::MediumCavalry, 6, 6, (30.0, 19.25)),
        unit(Blue, Troop::MediumInfantry, 40, 10, (30.0, 21.5)),
    ]);
    table.fight(0, 1, [false, false], 1);
    table.state(1).seen.flight = Flight::Routing(0);
    table.state(0).seen.flight = Flight::Pursuing(UnitId(1), 0);
    table
}

/// `wrg1969.pursuit.strikes`: as the enemy turns and again at the end, each time without reply; both move between.
#[test]
fn the_first_period_of_pursuit_has_a_blow_before_and_one_after_the_run() {
    proves!(rule::PURSUIT_STRIKES);
    let mut table = just_broken();
    // Men of 40 figures, and what the horse has lost.
    let fell = |t: &Table| (40 - t.figures(1)) * 20 + u16::from(t.phase.units[1].kept.carry);
    let unhurt = |t: &Table| (t.figures(0), t.phase.units[0].kept.carry) == (6, 0);
    table.with_dice(&[3, 3], turning_strike);
    let at_the_turn = fell(&table);
    assert!(at_the_turn > 0 && unhurt(&table), "{}", table.words());
    table.with_dice(&[3, 3], |book, phase, cx| {
        normal::normal(book, phase, &[], cx);
        normal::bonus(book, phase, &[], cx);
        after_move(book, phase, cx);
        meet(book, phase, cx);
        fight(book, phase, cx);
    });
    assert!(fell(&table) > at_the_turn && unhurt(&table), "{}", table.words());
    // Eight less two, from where it stood; the pursuer has kept up, 20 less three allowing.
    let front = table.place(1).1;
    assert!((27.0..28.0).contains(&front), "{front}");
    assert_eq!(table.phase.units[1].seen.flight, Flight::Routing(1));
    assert_eq!(table.phase.units[0].seen.flight, Flight::Pursuing(UnitId(1), 1));
    // Caught at the end of the period it does not rally, and in the next nobody strikes before the run.
    table.with_dice(&[], rallies);
    assert_eq!(table.phase.units[1].seen.flight, Flight::Routing(1));
    table.with_dice(&[], turning_strike);
}

/// `wrg1969.rout.outdistance`: out of contact at the end of the movement.
#[test]
fn slow_pursuers_are_outrun_in_the_first_period() {
    proves!(rule::ROUT_OUTDISTANCE);
    let mut table = Table::new(vec![
        unit(Red, Troop::HeavyInfantry, 20, 10, (30.0, 19.25)),
        unit(Blue, Troop::LightInfantry, 10, 5, (30.0, 20.75)),
    ]);
    table.fight(0, 1, [false, false], 1);
    table.state(1).seen.flight = Flight::Routing(0);
    table.state(0).seen.flight = Flight::Pursuing(UnitId(1), 0);
    table.with_dice(&[], |book, phase, cx| {
        normal::normal(book, phase, &[], cx);
        normal::bonus(book, phase, &[], cx);
        after_move(book, phase, cx);
        meet(book, phase, cx);
        fight(book, phase, cx);
        rallies(book, phase, cx);
    });
    assert_eq!(table.phase.units[1].seen.flight, Flight::Rallying(0));
    assert_eq!(table.phase.units[0].seen.flight, Flight::Rallying(3000));
}

/// Broken light horse, with an enemy upon it so that only a friend or its general can stop it.
fn caught(friend: Spec) -> Table {
    let mut table = Table::new(vec![
        unit(Red, Troop::HeavyCavalry, 6, 6, (30.0, 29.25)),
        unit(Blue, Troop::LightCavalry, 6, 6, (30.0, 30.75)).facing(Facing::NORTH),
        friend,
        unit(Red, Troop::MediumInfantry, 20, 10, (60.0, 5.0)),
    ]);
    table.fight(0, 1, [false, false], 1);
    table.state(1).seen.flight = Flight::Routing(1);
    table.state(0).seen.flight = Flight::Pursuing(UnitId(1), 1);
    table
}

fn stops(table: &mut Table) -> bool {
    table.with_dice(&[], rallies);
    table.phase.units[1].seen.flight == Flight::Rallying(0)
}

/// `wrg1969.rout.fresh`, one condition after the other.
#[test]
fn only_fresh_friends_whom_they_have_passed_stop_the_broken() {
    proves!(rule::ROUT_FRESH);
    // The nearest enemy is one inch and a half to the south; the friend's middle lies just this side of him.
    let friend = |at: (f64, f64)| unit(Blue, Troop::MediumInfantry, 12, 4, at).facing(Facing::WEST);
    let with = |at: (f64, f64), change: fn(&mut Table)| {
        let mut table = caught(friend(at));
        change(&mut table);
        stops(&mut table)
    };
    let between = (34.35, 29.6);
    assert!(with(between, |_| {}));
    assert!(!with((34.0, 33.0), |_| {}), "behind them");
    assert!(!with((34.0, 26.0), |_| {}), "beyond the enemy");
    assert!(!with((44.0, 29.6), |_| {}), "far aside");
    assert!(!with(between, |t| t.state(2).seen.flight = Flight::Routing(1)));
    assert!(!with(between, |t| runs(t, 2, Reaction::Retreat)));
    assert!(!with(between, |t| t.state(2).now.causes.add(Cause::Terrain)));
    assert!(!with(between, |t| t.fight(3, 2, [false, false], 1)));
    for (original, fresh) in [(18, true), (19, false)] {
        let mut table = caught(friend(between));
        table.state(2).seen.original = original;
        assert_eq!(stops(&mut table), fresh, "12 of {original}: two thirds or more");
        let board = table.board();
        assert_eq!(is_fresh(&board, board.body(UnitId(2)).expect("there")), fresh);
    }
}

/// `wrg1969.rout.run`: their general meets them, within an inch; who leaves the field for good is not stopped.
#[test]
fn a_general_stops_the_broken_if_he_is_free_and_upon_them() {
    proves!(rule::ROUT_RUN);
    let with = |at: (f64, f64), change: fn(&mut Table)| {
        let mut figure = unit(Blue, Troop::HeavyCavalry, 1, 1, at);
        figure.kit = Kit::rider(Role::General, false);
        let mut table = caught(figure);
        table.phase.command[Blue].general = Some(General::new(UnitId(2)));
        change(&mut table);
        stops(&mut table)
    };
    assert!(with((31.0, 30.75), |_| {}));
    assert!(!with((31.2, 30.75), |_| {}), "more than an inch off");
    let dead = |t: &mut Table| {
        t.phase.command[Blue].general = Some(General { free: false, ..General::new(UnitId(2)) });
    };
    assert!(!with((31.0, 30.75), dead));
    assert!(!with((31.0, 30.75), |t| runs(t, 1, Reaction::LeaveField)));
    assert!(!with((31.0, 30.75), |t| t.state(1).seen.flight = Flight::Routing(0)), "it has not run yet");
}

/// `wrg1969.rout.from_charge`: a charger who touches those who broke before him is in his first period of pursuit.
#[test]
fn who_catches_those_that_broke_before_his_charge_pursues_them() {
    proves!(rule::ROUT_FROM_CHARGE);
    let charge = |broken: bool, touching: bool| {
        let mut table = Table::new(vec![
            unit(Red, Troop::MediumCavalry, 6, 6, (30.0, 19.25)),
            unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 20.75)),
        ]);
        table.state(0).now.doing = Doing::Charging(UnitId(1));
        if broken {
            (table.state(1).seen.flight, table.state(1).now.broke_now) = (Flight::Routing(0), true);
        }
        if touching {
            table.fight(0, 1, [false, false], 0);
        }
        table.with_dice(&[], after_move);
        (table.phase.units[0].seen.flight, table.phase.units[0].seen.has_won)
    };
    assert_eq!(charge(true, true), (Flight::Pursuing(UnitId(1), 1), true));
    assert_eq!(charge(true, false), (Flight::None, true), "they got away, but it broke them");
    assert_eq!(charge(false, true), (Flight::None, false));
}

/// `wrg1969.move.evade.after`, `wrg1969.geo.bonus_stage`: evaded or run from; not one who merely fell short or fights.
#[test]
fn a_charger_rallies_back_only_if_his_target_got_away() {
    let back = |change: fn(&mut Table)| {
        let mut table = Table::new(vec![
            unit(Red, Troop::MediumCavalry, 6, 6, (30.0, 10.0)),
            unit(Blue, Troop::LightInfantry, 10, 5, (30.0, 30.0)),
            unit(Blue, Troop::MediumInfantry, 20, 10, (40.0, 11.0)),
        ]);
        table.state(0).now.doing = Doing::Charging(UnitId(1));
        change(&mut table);
        table.with_dice(&[], rallies);
        table.phase.units[0].seen.flight
    };
    assert_eq!(back(|_| {}), Flight::None, "it fell short");
    assert_eq!(back(|t| t.state(1).now.doing = Doing::Evading(UnitId(0))), Flight::Rallying(10_000));
    assert_eq!(back(|t| t.state(1).seen.flight = Flight::Routing(0)), Flight::Rallying(10_000));
    let met = |t: &mut Table| {
        t.state(1).now.doing = Doing::Evading(UnitId(0));
        t.fight(0, 2, [false, true], 1);
    };
    assert_eq!(back(met), Flight::None, "it has met another");
}

/// `wrg1969.pursuit.cease`: the prey destroyed or rallied ends it, and so does another enemy who has come to blows.
#[test]
fn pursuit_ends_with_its_prey_and_a_new_enemy_is_fought() {
    proves!(rule::PURSUIT_CEASE);
    let after = |change: fn(&mut Table)| {
        let mut table = Table::new(vec![
            unit(Red, Troop::MediumCavalry, 6, 6, (30.0, 19.25)),
            unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 20.75)),
            unit(Blue, Troop::MediumInfantry, 20, 10, (40.0, 20.75)),
        ]);
        table.fight(0, 1, [false, false], 1);
        table.state(0).seen.flight = Flight::Pursuing(UnitId(1), 1);
        table.state(1).seen.flight = Flight::Routing(1);
        change(&mut table);
        table.with_dice(&[], rallies);
        table.phase.units[0].seen.flight
    };
    assert_eq!(after(|_| {}), Flight::Pursuing(UnitId(1), 1), "still upon them");
    assert_eq!(after(|t| t.state(1).seen.flight = Flight::None), Flight::None, "they have turned to fight");
    assert_eq!(after(|t| t.phase.fights.clear()), Flight::Rallying(10_000));
    let another = |t: &mut Table| {
        t.phase.fights.clear();
        t.fight(0, 2, [false, true], 1);
    };
    assert_eq!(after(another), Flight::None);
    // Before it has moved it has lost nobody.
    let fresh = |t: &mut Table| {
        t.phase.fights.clear();
        t.state(0).seen.flight = Flight::Pursuing(UnitId(1), 0);
        t.state(1).seen.flight = Flight::Routing(0);
    };
    assert_eq!(after(fresh), Flight::Pursuing(UnitId(1), 0));
}

/// `wrg1969.offtable.never`: pursued off means broken and chased; who evades or marches off may come back.
#[test]
fn only_the_broken_are_pursued_off() {
    for (broken, place) in [(true, Place::Fled), (false, Place::Off)] {
        let mut table = Table::new(vec![
            unit(Red, Troop::HeavyCavalry, 6, 6, (30.0, 46.0)),
            unit(Blue, Troop::LightCavalry, 6, 6, (30.0, 47.5)),
        ]);
        table.fight(0, 1, [false, false], 1);
        table.state(1).seen.flight = if broken { Flight::Routing(1) } else { Flight::None };
        table.with_dice(&[], |_, phase, cx| leaves(phase, UnitId(1), cx));
        assert_eq!(table.field.unit(UnitId(1)).place, place);
    }
    let mut table = Table::new(vec![unit(Blue, Troop::LightCavalry, 6, 6, (30.0, 47.5))]);
    runs(&mut table, 0, Reaction::LeaveField);
    table.with_dice(&[], |_, phase, cx| leaves(phase, UnitId(0), cx));
    assert_eq!(table.field.unit(UnitId(0)).place, Place::Fled, "told to leave the field");
}

/// `wrg1969.move.uncontrolled`: out of an uncontrolled advance the first period counts as the second; what a unit was
/// told, and what was on its way to it, is lost when it breaks.
#[test]
fn who_breaks_forgets_his_orders_and_is_tired_if_he_ran_wild() {
    for (reaction, tired) in [(Reaction::UncontrolledAdvance, true), (Reaction::Halt, false)] {
        let mut table = Table::new(vec![unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 10.0))]);
        table.order(0, Verb::Attack);
        table.state(0).kept.waiting_order = table.state(0).kept.order.as_ref().map(|s| Arc::clone(&s.order));
        table.state(0).seen.square = true;
        runs(&mut table, 0, reaction);
        table.with_dice(&[], |book, phase, cx| breaks(book, phase, UnitId(0), rule::ROUT_RUN, cx));
        let state = &table.phase.units[0];
        assert_eq!((state.seen.tired, state.seen.running, state.seen.square), (tired, None, false));
        assert!(state.kept.order.is_none() && state.kept.waiting_order.is_none());
    }
    // Who leaves the field for good still does.
    let mut table = Table::new(vec![unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 10.0))]);
    runs(&mut table, 0, Reaction::LeaveField);
    table.with_dice(&[], |book, phase, cx| breaks(book, phase, UnitId(0), rule::ROUT_RUN, cx));
    assert!(table.phase.units[0].seen.running.is_some());
}

/// `wrg1969.rally`: evaders rally where they stand and may not charge next period; others are not held up.
#[test]
fn evaders_and_those_who_rallied_may_not_charge_next_period() {
    let mut table = Table::new(vec![
        unit(Red, Troop::LightInfantry, 10, 5, (30.0, 10.0)),
        unit(Red, Troop::LightInfantry, 10, 5, (40.0, 10.0)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 30.0)),
    ]);
    table.state(0).now.doing = Doing::Evading(UnitId(2));
    table.state(1).now.doing = Doing::Marching;
    table.state(1).seen.rallied = true;
    table.with_dice(&[], rallies);
    assert_eq!((table.phase.units[0].seen.rallied, table.phase.units[1].seen.rallied), (true, false));
}
