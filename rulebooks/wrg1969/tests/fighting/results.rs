//! Results over several periods, and factors that are easily overlooked.

use crate::aftermath;
use crate::board::state::{Doing, Flight, General, Running, Step};
use crate::board::veil;
use crate::charge::answers::{self, may_countercharge, must_evade};
use crate::data::feature::Kind;
use crate::data::kit::{Kit, Role};
use crate::data::reaction::{Occasion, Reaction};
use crate::data::troop::{Missile, Troop};
use crate::movement::intent;
use crate::nerve::factors;
use crate::nerve::resolve::{count_down_all, throw_all};
use crate::nerve::rules::Line;
use crate::orders::order::Verb;
use crate::rule;
use crate::shooting::resolve::fire;
use crate::tests::fighting::common::{Table, unit};
use crate::tests::fighting::react::{alone, settled, times};
use dice::Seeded;
use ruling::proves;
use table::Facing;
use umpire::Side::{Blue, Red};
use umpire::{BySide, Cx, Form, Plans, Rulebook as _, UnitId};

/// `wrg1969.reaction.effect.advance_on_enemy`: it charges if it then passes a closing test.
#[test]
fn who_advances_on_the_enemy_may_pass_a_test_to_charge() {
    let mut table = alone();
    table.state(0).kept.order = None;
    let advance = Running { reaction: Reaction::AdvanceOnEnemy, periods: 2, run: 0, since: 0 };
    table.state(0).seen.running = Some(advance);
    // Grade C without an order: 12 - 1 is 11, another advance.
    let result = settled(&mut table, 0, Occasion::Closing, &[4, 4, 4]);
    assert_eq!((result, table.phase.units[0].seen.running), (Some(Reaction::AdvanceOnEnemy), Some(advance)));
    assert!(table.phase.units[0].kept.may_charge);
    // 6 - 1 is 5: it retires and does not charge.
    assert_eq!(settled(&mut table, 0, Occasion::Closing, &[2, 2, 2]), Some(Reaction::Retire));
    assert!(!table.phase.units[0].kept.may_charge);
}

/// `wrg1969.reaction.barred`: a test that changes nothing does not shorten what runs.
#[test]
fn a_result_runs_to_the_end_of_its_last_period_whatever_is_tested_in_it() {
    let mut table = alone();
    table.state(0).seen.running = Some(Running { reaction: Reaction::Retire, periods: 1, run: 1, since: 0 });
    assert_eq!(settled(&mut table, 0, Occasion::Charged, &[4, 4, 4]), Some(Reaction::Retire));
    assert!(table.phase.units[0].seen.running.is_some(), "it still retires");
    count_down_all(&mut table.phase);
    assert!(table.phase.units[0].seen.running.is_none());
}

/// `wrg1969.move.uncontrolled`: out of an uncontrolled advance the first period of pursuit is the second.
#[test]
fn those_who_pursue_out_of_control_are_reined_in_sooner() {
    for (tired, flight) in [(false, Flight::Pursuing(UnitId(1), 1)), (true, Flight::None)] {
        let mut table = alone();
        table.state(0).kept.order = None;
        (table.state(0).seen.flight, table.state(0).seen.tired) = (Flight::Pursuing(UnitId(1), 1), tired);
        // Grade C without an order: 12 - 1, advance on the enemy; that is no worse than going on.
        settled(&mut table, 0, Occasion::MissileLoss, &[4, 4, 4]);
        assert_eq!(table.phase.units[0].seen.flight, flight, "{}", table.words());
    }
}

/// `wrg1969.reaction.def.states`: on the flank is all that is behind the front and not in the rear quarter.
#[test]
fn an_enemy_behind_the_end_of_a_long_line_is_on_its_flank() {
    let line = || unit(Red, Troop::MediumInfantry, 40, 20, (30.0, 20.0));
    for (at, flank, rear) in [((33.5, 17.5), 1, 0), ((30.5, 16.0), 0, 1), ((36.0, 20.0), 1, 0)] {
        let table = Table::new(vec![line(), unit(Blue, Troop::HeavyCavalry, 2, 2, at)]);
        let found = [Line::EnemyOnFlank, Line::EnemyInRear].map(|l| times(&table, 0, l));
        assert_eq!(found, [flank, rear], "{at:?}");
    }
}

/// `wrg1969.reaction.def.rear_support`: within the supporter's own normal move, however far his standard is.
#[test]
fn light_horse_supports_from_its_own_move_away() {
    let table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 12, 6, (30.0, 30.0)),
        unit(Red, Troop::LightCavalry, 6, 6, (30.0, 13.5)),
    ]);
    let found = [Line::FriendsNear, Line::FriendsInSight, Line::RearSupport].map(|l| times(&table, 0, l));
    assert_eq!(found, [0, 1, 1]);
}

/// `wrg1969.reaction.special`: cover counts against an enemy the unit sees.
#[test]
fn nobody_is_behind_cover_from_an_enemy_he_does_not_see() {
    for (seen, counts) in [(true, true), (false, false)] {
        let at = if seen { (30.0, 16.0) } else { (30.0, 34.0) };
        let mut table = Table::new(vec![
            unit(Red, Troop::MediumInfantry, 12, 6, (30.0, 21.0)),
            unit(Blue, Troop::MediumInfantry, 12, 6, at).facing(Facing::NORTH),
        ]);
        table.square(Kind::Wood, (20.0, 20.0), (40.0, 40.0));
        let board = table.board();
        let test = factors::test(&board, board.body(UnitId(0)).expect("there"), Occasion::Voluntary);
        assert_eq!(test.expect("a unit").special.behind_cover, counts);
    }
}

/// `wrg1969.reaction.within`: what is not in view does not count, the general's death neither.
#[test]
fn the_death_of_a_general_out_of_view_makes_nobody_test() {
    for (hill, tests) in [(false, 1), (true, 0)] {
        let rider = unit(Red, Troop::HeavyCavalry, 1, 1, (40.0, 10.0));
        let mut table = Table::new(vec![
            unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 10.0)),
            rider.kit(|k| *k = Kit::rider(Role::General, true)),
        ]);
        if hill {
            table.square(Kind::Hill, (34.0, 5.0), (38.0, 15.0));
        }
        table.phase.command[Red].general = Some(General::new(UnitId(1)));
        table.with_dice(&[], |_, phase, cx| {
            crate::orders::general::falls(phase, Red, UnitId(1), "fell", cx);
        });
        let dice: &[u8] = if hill { &[] } else { &[3, 3, 3] };
        table.with_dice(dice, |book, phase, cx| throw_all(book, phase, &[], &[], cx));
        assert_eq!(table.phase.thrown.len(), tests);
    }
}

/// Skirmishers with horse that does not charge half an inch before them.
fn pressed() -> Table {
    let slingers = unit(Red, Troop::LightInfantry, 10, 5, (30.0, 19.25)).missile(Missile::Sling);
    let mut table = Table::new(vec![slingers, unit(Blue, Troop::HeavyCavalry, 6, 6, (30.0, 26.0))]);
    for i in [0, 1] {
        table.order(i, if i == 0 { Verb::Skirmish } else { Verb::Advance });
        if let Some(standing) = &mut table.state(i).kept.order {
            standing.begun = true;
        }
    }
    table
}

/// `wrg1969.orders.evade`: the duty is towards those who charge; `wrg1969.reaction.when.first_contact`: who was not
/// tested yet still is.
#[test]
fn skirmishers_whom_nobody_charges_need_not_run_and_are_not_pressed() {
    let mut table = pressed();
    let mut dice = Seeded::new(1);
    let mut cx = Cx::new(&mut table.field, &mut dice, &mut table.journal);
    table.book.resolve(&mut table.phase, Plans::Both(BySide([None, None])), &mut cx);
    assert_eq!(table.phase.step, Step::BonusPoint, "{}", table.words());
    assert_eq!(table.phase.threats.len(), 1);
    let state = &table.phase.units[0];
    assert_eq!((state.now.charged, state.seen.has_met_enemy), (false, false));
    let must = |table: &Table| {
        let board = table.board();
        let [slingers, horse] = [0, 1].map(|i| *board.body(UnitId(i)).expect("there"));
        must_evade(&board, &slingers, &horse)
    };
    assert!(!must(&table));
    let ask = answers::pending_answers(
        &veil::board(&table.book, &table.field, &table.phase, Red),
        &table.field,
        Red,
    )
    .expect("a choice");
    let Form::Sheet { picks, .. } = ask.form else { panic!("a sheet") };
    assert_eq!(picks[0].options.len(), 2, "it may evade or stand");
    table.state(1).now.doing = Doing::Charging(UnitId(0));
    assert!(must(&table));
}

/// `wrg1969.rally`: rallying takes the whole of a period's move.
#[test]
fn horse_that_rallies_or_pursues_does_not_countercharge() {
    let mut table = Table::new(vec![
        unit(Red, Troop::HeavyCavalry, 6, 6, (30.0, 10.0)),
        unit(Blue, Troop::HeavyCavalry, 6, 6, (30.0, 20.0)),
    ]);
    table.state(0).kept.last_score = Some((9, 1));
    let may = |table: &Table| {
        let board = table.board();
        let [me, him] = [0, 1].map(|i| *board.body(UnitId(i)).expect("there"));
        may_countercharge(&board, &me, &him)
    };
    assert!(may(&table));
    table.state(0).seen.rallies = true;
    assert!(!may(&table));
    (table.state(0).seen.rallies, table.state(0).seen.flight) = (false, Flight::Pursuing(UnitId(1), 1));
    assert!(!may(&table));
}

/// `wrg1969.reaction.effect.halt`: it stands, and may only change its formation.
#[test]
fn a_unit_that_halts_is_not_asked_where_it_goes() {
    let labels = |table: &Table| -> Vec<String> {
        let ask =
            intent::pending(&veil::board(&table.book, &table.field, &table.phase, Red), &table.field, Red)
                .expect("a sheet");
        let Form::Sheet { picks, .. } = ask.form else { panic!("a sheet") };
        picks.iter().map(|p| p.label.to_string()).collect()
    };
    let mut table = alone();
    assert_eq!(labels(&table), ["Unit 0: move", "Unit 0: formation"]);
    table.state(0).seen.running = Some(Running { reaction: Reaction::Halt, periods: 2, run: 0, since: 0 });
    assert_eq!(labels(&table), ["Unit 0: formation"]);
}

/// `wrg1969.pursuit.who`: whoever is in contact with a broken enemy pursues him.
#[test]
fn a_pursuer_whose_prey_got_away_goes_after_the_next_to_break() {
    proves!(rule::PURSUIT_WHO);
    for (touching, prey) in [(false, UnitId(1)), (true, UnitId(2))] {
        let mut table = Table::new(vec![
            unit(Red, Troop::HeavyCavalry, 6, 6, (30.0, 19.25)),
            unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 20.75)),
            unit(Blue, Troop::HeavyCavalry, 4, 4, if touching { (30.0, 17.75) } else { (30.0, 44.0) }),
        ]);
        table.fight(0, 1, [false, false], 1);
        if touching {
            table.fight(0, 2, [false, false], 1);
        }
        table.state(2).seen.flight = Flight::Routing(1);
        table.state(0).seen.flight = Flight::Pursuing(UnitId(2), 1);
        table.state(1).seen.flight = Flight::Routing(0);
        table.with_dice(&[], |book, phase, cx| aftermath::resolve::settle(book, phase, &[], cx));
        let Flight::Pursuing(after, _) = table.phase.units[0].seen.flight else { panic!("it pursues") };
        assert_eq!(after, prey, "{}", table.words());
    }
}

/// `wrg1969.fire.on_move`: chariots shoot behind them as they retreat, not as they run.
#[test]
fn the_broken_do_not_shoot() {
    for broken in [false, true] {
        let archers = unit(Blue, Troop::Chariot, 4, 4, (30.0, 28.0)).missile(Missile::MountedCompositeBow);
        let foe = unit(Red, Troop::HeavyInfantry, 20, 10, (30.0, 22.0)).kit(|k| k.missile = None);
        let mut table = Table::new(vec![foe, archers.facing(Facing::NORTH)]);
        table.state(1).kept.stood[0] = Table::pose((30.0, 24.0), Facing::NORTH);
        table.state(1).now.moved = 4_000;
        if broken {
            table.state(1).seen.flight = Flight::Routing(1);
        }
        table.with_dice(if broken { &[] } else { &[3, 3] }, fire);
    }
}
