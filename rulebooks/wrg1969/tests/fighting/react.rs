//! Reaction tests: factors looked up on the table, occasions, results.

use crate::aftermath::leaving::below_half;
use crate::board::state::{Doing, Flight, General, Running, Threat};
use crate::combat::disorder::{Cause, causes};
use crate::combat::losses::destroy;
use crate::combat::resolve::turning_strike;
use crate::data::feature::Kind;
use crate::data::kit::{Kit, Role};
use crate::data::reaction::{Occasion, Reaction};
use crate::data::troop::{Missile, Troop};
use crate::movement::normal;
use crate::nerve::factors::{self, in_charge_reach};
use crate::nerve::resolve::{
    count_down_all, may_close_with, may_test, note_sightings, note_surprises, settle, strengths, test_of,
    throw, throw_all,
};
use crate::nerve::rules::{Cinc, Line, Test};
use crate::orders::general::share;
use crate::orders::order::Verb;
use crate::tests::fighting::common::{Table, unit};
use std::sync::Arc;
use table::Facing;
use umpire::Side::{Blue, Red};
use umpire::UnitId;

pub fn test(table: &Table, i: u16) -> Test {
    let board = table.board();
    factors::test(&board, board.body(UnitId(i)).expect("there"), Occasion::Voluntary).expect("a unit")
}

pub fn times(table: &Table, i: u16, line: Line) -> i16 {
    test(table, i).sheet.times(line)
}

#[test]
fn friends_and_enemies_are_counted_by_distance_state_and_facing() {
    let mut table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 10.0)),
        unit(Red, Troop::MediumInfantry, 20, 10, (36.0, 10.0)),
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 7.0)),
        unit(Red, Troop::MediumInfantry, 20, 10, (60.0, 10.0)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 24.0)),
        unit(Blue, Troop::HeavyCavalry, 6, 6, (36.0, 22.0)).facing(Facing::EAST),
        unit(Blue, Troop::LightInfantry, 10, 5, (30.0, 40.0)),
    ]);
    table.state(4).now.advanced = true;
    let sheet = test(&table, 0).sheet;
    let told = |line| sheet.times(line);
    assert_eq!(told(Line::FriendsNear), 2);
    assert_eq!(told(Line::FriendsInSight), 1);
    assert_eq!(told(Line::RearSupport), 1);
    assert_eq!(told(Line::EnemiesNearFacing), 1);
    assert_eq!(
        (told(Line::EnemyShowsFlank), told(Line::EnemyCavalry), told(Line::EnemyAdvancing)),
        (1, 1, 1)
    );
    assert_eq!((told(Line::EnemiesInSight), told(Line::EnemyInRear), told(Line::EnemyOnFlank)), (1, 0, 0));
    // A friend who breaks counts against them and no longer for them.
    table.state(1).seen.flight = Flight::Routing(0);
    assert_eq!((times(&table, 0, Line::FriendsNear), times(&table, 0, Line::FriendsRouting)), (1, 1));
    table.state(5).seen.flight = Flight::Routing(0);
    assert_eq!((times(&table, 0, Line::EnemiesRouting), times(&table, 0, Line::EnemyCavalry)), (1, 0));
}

#[test]
fn a_units_own_state_tells() {
    let archers = unit(Red, Troop::MediumInfantry, 12, 6, (30.0, 10.0))
        .missile(Missile::FootSelfBow)
        .kit(|k| k.shields = false);
    let mut table = Table::new(vec![archers, unit(Blue, Troop::HeavyCavalry, 6, 6, (30.0, 5.0))]);
    table.state(0).now.under_fire = 10;
    let lines = [Line::Bows, Line::Shieldless, Line::UnderFire, Line::EnemyInRear];
    assert_eq!(lines.map(|line| times(&table, 0, line)), [1; 4]);
    // A test at the bonus point looks at last period's fire.
    let board = table.board();
    let charged =
        factors::test(&board, board.body(UnitId(0)).expect("there"), Occasion::Charged).expect("a unit");
    assert_eq!((charged.sheet.times(Line::UnderFire), charged.pressed), (0, true));
}

#[test]
fn the_general_steadies_those_he_is_with_or_near() {
    let mut table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 10.0)),
        unit(Red, Troop::MediumInfantry, 20, 10, (36.0, 10.0)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 40.0)),
    ]);
    table.phase.command[Red].general = Some(General { with: Some(UnitId(1)), ..General::new(UnitId(1)) });
    assert_eq!((test(&table, 0).special.cinc, test(&table, 1).special.cinc), (Cinc::Near, Cinc::With));
    assert!(test(&table, 1).has_order && !test(&table, 0).has_order, "he is their order");
    table.state(1).seen.flight = Flight::Routing(0);
    assert_eq!(test(&table, 0).special.cinc, Cinc::None);
}

#[test]
fn a_secure_flank_needs_a_steady_friend_on_that_side() {
    let table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 10.0)),
        unit(Red, Troop::MediumInfantry, 20, 10, (35.5, 10.0)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 40.0)),
    ]);
    assert_eq!((test(&table, 0).special.secure_flanks, test(&table, 1).special.secure_flanks), (1, 1));
}

#[test]
fn the_first_enemy_in_charge_reach_makes_a_unit_test_once() {
    let mut table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 10.0)),
        unit(Blue, Troop::HeavyCavalry, 6, 6, (30.0, 28.0)),
    ]);
    let reach = |table: &Table| {
        let board = table.board();
        in_charge_reach(&board, board.body(UnitId(0)).expect("there"))
    };
    assert!(reach(&table));
    table.with_dice(&[3, 3, 3], |book, phase, cx| throw_all(book, phase, &[], &[], cx));
    assert_eq!(table.phase.thrown.len(), 1, "the foot are out of nobody's reach but the horse's");
    assert_eq!((table.phase.thrown[0].occasion, table.phase.thrown[0].dice), (Occasion::FirstContact, 9));
    table.with_dice(&[], |book, phase, cx| throw_all(book, phase, &[], &[], cx));
    assert!(table.phase.thrown.is_empty());
}

pub fn settled(table: &mut Table, i: u16, occasion: Occasion, dice: &[u8]) -> Option<Reaction> {
    table.phase.thrown.clear();
    table.with_dice(dice, |book, phase, cx| {
        throw(book, phase, UnitId(i), occasion, cx);
        let thrown = phase.thrown[0];
        let test = {
            let board = crate::board::Board::of(book, cx.field(), phase);
            test_of(&board, &thrown).expect("a unit")
        };
        settle(book, phase, (thrown, &test), None, cx)
    })
}

/// Red foot under an order to attack, with one enemy far off: no factors but -1.
pub fn alone() -> Table {
    let mut table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 10.0)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 40.0)),
    ]);
    table.order(0, Verb::Attack);
    table
}

#[test]
fn results_run_for_their_periods_and_do_what_they_say_to_the_order() {
    let mut table = alone();
    // Grade C: 9 - 1 = 8 carry on; 6 - 1 = 5 halt; 4 + ... cannot be thrown with three average dice.
    assert_eq!(settled(&mut table, 0, Occasion::Voluntary, &[3, 3, 3]), Some(Reaction::CarryOn));
    assert!(table.phase.units[0].kept.order.is_some() && table.phase.units[0].seen.running.is_none());
    assert_eq!(settled(&mut table, 0, Occasion::Voluntary, &[2, 2, 2]), Some(Reaction::Halt));
    let halt = Running { reaction: Reaction::Halt, periods: 2, run: 0, since: 1 };
    assert_eq!(table.phase.units[0].seen.running, Some(halt));
    assert!(table.phase.units[0].kept.order.is_some(), "suspended");
    // It is counted from the next period on.
    count_down_all(&mut table.phase);
    assert_eq!(table.phase.units[0].seen.running, Some(halt));
    for left in [Some(1), None] {
        table.phase.period += 1;
        count_down_all(&mut table.phase);
        assert_eq!(table.phase.units[0].seen.running.map(|r| r.periods), left);
    }
}

#[test]
fn a_test_while_a_result_runs_changes_it_only_for_the_worse() {
    let mut table = alone();
    table.state(0).seen.running = Some(Running { reaction: Reaction::Retire, periods: 2, run: 0, since: 0 });
    assert_eq!(settled(&mut table, 0, Occasion::MissileLoss, &[4, 4, 4]), Some(Reaction::Retire));
    assert!(table.phase.units[0].kept.order.is_some());
}

#[test]
fn a_unit_that_passes_its_closing_test_may_charge() {
    let mut table = alone();
    assert_eq!(settled(&mut table, 0, Occasion::Closing, &[3, 3, 3]), Some(Reaction::CarryOn));
    assert!(table.phase.units[0].kept.may_charge);
    assert_eq!(settled(&mut table, 0, Occasion::Closing, &[2, 2, 2]), Some(Reaction::Halt));
    assert!(!table.phase.units[0].kept.may_charge);
}

#[test]
fn a_unit_under_fire_breaks_where_another_would_retreat() {
    for (pressed, result) in [(true, Reaction::Break), (false, Reaction::Retreat)] {
        let mut table = alone();
        table.state(0).now.under_fire = u16::from(pressed);
        // Below half: one die, and three sixths lost.
        table.state(0).seen.original = 50;
        assert_eq!(settled(&mut table, 0, Occasion::Voluntary, &[2]), Some(result));
        assert_eq!(table.phase.units[0].is_broken(), pressed);
        assert!(table.phase.units[0].kept.order.is_none());
    }
}

#[test]
fn who_falls_below_half_tests_at_once_and_may_leave_for_good() {
    let mut table = alone();
    table.state(0).seen.original = 50;
    let mut before = strengths(&table.field, &table.phase);
    before[0] = 25;
    table.with_dice(&[2], |book, phase, cx| below_half(book, phase, &before, cx));
    let state = &table.phase.units[0];
    assert_eq!(state.seen.running.map(|r| r.reaction), Some(Reaction::LeaveField));
    assert!(state.seen.gone_for_good);
}

#[test]
fn only_enemies_in_reach_whom_the_order_allows_may_be_charged() {
    let mut table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 10.0)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 18.0)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (37.0, 14.0)),
    ]);
    let may = |table: &Table| {
        let board = table.board();
        may_close_with(&board, board.body(UnitId(0)).expect("there"))
    };
    let begin = |table: &mut Table| {
        if let Some(standing) = &mut table.state(0).kept.order {
            standing.begun = true;
        }
    };
    assert!(may(&table).is_empty(), "without an order nobody charges");
    table.order(0, Verb::Advance);
    begin(&mut table);
    assert_eq!(may(&table), [UnitId(1)], "straight ahead only");
    table.order(0, Verb::Hold);
    begin(&mut table);
    assert!(may(&table).is_empty());
}

/// Blue foot has come out of a wood, three inches from red.
fn ambush() -> Table {
    let mut table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 10.0)),
        unit(Blue, Troop::MediumInfantry, 8, 4, (30.0, 14.0)),
    ]);
    table.square(Kind::Wood, (20.0, 16.0), (40.0, 30.0));
    table.state(0).kept.hidden_from_it = vec![UnitId(1)];
    table.state(1).kept.stood[0] = Table::pose((30.0, 20.0), Facing::SOUTH);
    for state in &mut table.phase.units {
        state.seen.has_met_enemy = true;
    }
    table.order(0, Verb::Hold);
    table
}

#[test]
fn an_enemy_out_of_cover_close_by_surprises_those_not_warned() {
    let mut table = ambush();
    table.with_dice(&[], |book, phase, cx| note_surprises(book, phase, cx.field()));
    assert_eq!(table.phase.units[0].kept.secret.surprised_by, Some(UnitId(1)));
    let sheet = test(&table, 0).sheet;
    assert_eq!(sheet.times(Line::JustSighted), 1);
    assert!(
        crate::nerve::rules::tally(&sheet)
            .factors()
            .iter()
            .any(|f| f.rule == Line::JustSighted.rule() && f.value == -1)
    );
    table.with_dice(&[3, 3, 3], |book, phase, cx| throw_all(book, phase, &[], &[], cx));
    assert_eq!(table.phase.thrown[0].occasion, Occasion::Surprise);
    let mut table = ambush();
    if let Some(standing) = &mut table.state(0).kept.order {
        Arc::make_mut(&mut standing.order).legs[0].warned_of = vec!["wood".into()];
    }
    table.with_dice(&[], |book, phase, cx| note_surprises(book, phase, cx.field()));
    table.with_dice(&[], |book, phase, cx| throw_all(book, phase, &[], &[], cx));
    assert!(table.phase.thrown.is_empty(), "they were warned of the wood");
}

#[test]
fn whoever_charges_out_of_cover_has_just_been_sighted() {
    let mut table = ambush();
    table.with_dice(&[], |book, phase, cx| note_sightings(book, phase, cx.field()));
    assert_eq!(times(&table, 0, Line::JustSighted), 1);
    assert_eq!(
        table.phase.units[0].kept.hidden_from_it,
        [UnitId(1)],
        "what is hidden is settled at the end of the period"
    );
}

/// `wrg1969.reaction.when.surprise`: what counts is what the unit itself had seen; a friend who saw him warns nobody.
#[test]
fn an_enemy_whom_only_a_friend_had_seen_surprises() {
    let mut table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 8, 4, (30.0, 10.0)),
        unit(Blue, Troop::MediumInfantry, 8, 4, (30.0, 20.0)),
        unit(Red, Troop::LightCavalry, 4, 4, (30.0, 32.0)),
    ]);
    table.square(Kind::Wood, (24.0, 14.0), (36.0, 18.0));
    table.with_dice(&[], |book, phase, cx| note_surprises(book, phase, cx.field()));
    assert_eq!(table.phase.units[0].kept.hidden_from_it, [UnitId(1)], "the wood is between them");
    assert!(table.phase.units[2].kept.hidden_from_it.is_empty(), "the horse beyond it sees him");
    let at = Table::pose((30.0, 13.0), Facing::SOUTH);
    table.field.apply(&umpire::Event::Moved {
        unit: UnitId(1),
        to: at,
        motion: umpire::Motion::March,
        rule: crate::rule::MOVE_DISTANCES,
    });
    table.with_dice(&[], |book, phase, cx| note_surprises(book, phase, cx.field()));
    assert_eq!(table.phase.units[0].kept.secret.surprised_by, Some(UnitId(1)));
    assert_eq!(table.phase.units[2].kept.secret.surprised_by, None);
}

#[test]
fn a_friend_destroyed_counts_as_broken() {
    let mut table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 10.0)),
        unit(Red, Troop::MediumInfantry, 20, 10, (40.0, 10.0)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 46.0)),
    ]);
    table.with_dice(&[], |_, phase, cx| {
        destroy(phase, UnitId(1), umpire::Place::Destroyed, crate::rule::FIRE_TIMING, cx);
    });
    table.with_dice(&[3, 3, 3], |book, phase, cx| throw_all(book, phase, &[], &[], cx));
    assert_eq!(table.phase.thrown[0].occasion, Occasion::FriendBreaks);
}

#[test]
fn a_break_at_the_end_of_a_period_is_felt_at_the_end_of_the_next() {
    let mut table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 10.0)),
        unit(Red, Troop::MediumInfantry, 20, 10, (40.0, 10.0)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 46.0)),
    ]);
    table.state(1).now.under_fire = 1;
    table.state(1).seen.original = 60;
    assert_eq!(settled(&mut table, 1, Occasion::MissileLoss, &[2]), Some(Reaction::Break));
    // A period later it is remembered once.
    (table.state(1).now.broke_now, table.state(0).seen.has_met_enemy) = (false, true);
    table.with_dice(&[3, 3, 3], |book, phase, cx| throw_all(book, phase, &[], &[], cx));
    assert_eq!(table.phase.thrown[0].occasion, Occasion::FriendBreaks);
    table.with_dice(&[], |book, phase, cx| throw_all(book, phase, &[], &[], cx));
}

#[test]
fn two_men_a_figure_are_counted_on_those_present_before_the_fire() {
    for (lost, tests) in [(39, 0), (40, 1)] {
        let mut table = alone();
        table.state(0).seen.has_met_enemy = true;
        (table.state(0).now.missile_loss, table.state(0).now.before_fire) = (lost, 20);
        table.state(0).seen.original = 30;
        let dice: &[u8] = if tests > 0 { &[3, 3, 3] } else { &[] };
        table.with_dice(dice, |book, phase, cx| throw_all(book, phase, &[], &[], cx));
        assert_eq!(table.phase.thrown.len(), tests);
    }
}

#[test]
fn pursuers_may_be_tested_from_their_second_period_on_and_reined_in() {
    let mut table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 19.25)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 20.75)).facing(Facing::NORTH),
    ]);
    table.fight(0, 1, [false, false], 1);
    table.state(1).seen.flight = Flight::Routing(2);
    for (run, may) in [(1, false), (2, true)] {
        table.state(0).seen.flight = Flight::Pursuing(UnitId(1), run);
        assert_eq!(may_test(&table.board(), Red).contains(&UnitId(0)), may);
    }
    // Grade C without an order: 6 + 2 for the routers is 8, fall back.
    assert_eq!(settled(&mut table, 0, Occasion::Voluntary, &[2, 2, 2]), Some(Reaction::FallBack));
    assert_eq!(table.phase.units[0].seen.flight, Flight::None);
}

#[test]
fn below_half_other_results_are_carried_out_too() {
    let mut table = alone();
    table.state(0).seen.original = 41;
    let mut before = strengths(&table.field, &table.phase);
    before[0] = 21;
    table.state(0).kept.grade = Some(crate::data::reaction::Grade::A);
    // 5, less 1 for the enemy in sight and 3 sixths: 1, worse than halt; the general with them makes it 4.
    table.phase.command[Red].general = Some(General { with: Some(UnitId(0)), ..General::new(UnitId(0)) });
    table.with_dice(&[4], |book, phase, cx| below_half(book, phase, &before, cx));
    assert_eq!(
        table.phase.units[0].seen.running.map(|r| r.reaction),
        Some(Reaction::Halt),
        "{}",
        table.words()
    );
}

#[test]
fn who_leaves_the_field_goes_as_the_chart_says() {
    // One die: 2 and 5 of grade C, less 1 and 3: break or retreat, and retire.
    for (die, fired_on, facing, broken) in
        [(2, false, false, false), (5, false, false, false), (2, true, false, true)]
    {
        let mut table = alone();
        table.state(0).seen.original = 41;
        table.state(0).now.under_fire = u16::from(fired_on);
        let mut before = strengths(&table.field, &table.phase);
        before[0] = 21;
        table.with_dice(&[die], |book, phase, cx| below_half(book, phase, &before, cx));
        let state = &table.phase.units[0];
        assert_eq!(state.seen.running.map(|r| r.reaction), Some(Reaction::LeaveField), "{}", table.words());
        assert_eq!(
            (state.seen.leaves_facing, state.is_broken(), state.kept.order.is_none()),
            (facing, broken, true)
        );
    }
}

#[test]
fn out_of_a_fight_they_are_struck_and_pursued_unless_the_enemy_is_held() {
    for (held, flight) in [(false, Flight::Routing(0)), (true, Flight::None)] {
        let mut table = Table::new(vec![
            unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 19.25)),
            unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 20.75)),
            unit(Red, Troop::MediumInfantry, 8, 4, (33.5, 19.25)),
        ]);
        table.fight(0, 1, [false, false], 1);
        if held {
            table.fight(2, 1, [false, false], 1);
        }
        table.state(0).seen.original = 41;
        let mut before = strengths(&table.field, &table.phase);
        before[0] = 21;
        table.with_dice(&[2], |book, phase, cx| below_half(book, phase, &before, cx));
        assert_eq!(table.phase.units[0].seen.flight, flight, "{}", table.words());
        assert!(table.phase.units[0].seen.gone_for_good);
        table.with_dice(&[3, 3], turning_strike);
        assert!(table.phase.units[0].now.melee_loss > 0 && table.phase.units[1].now.melee_loss == 0);
    }
}

#[test]
fn orders_against_chariots_keep_regular_foot_steady_before_them() {
    for (told, upset) in [(false, true), (true, false)] {
        let mut table = Table::new(vec![
            unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 10.0)),
            unit(Blue, Troop::Chariot, 4, 4, (30.0, 16.0)),
        ]);
        table.order(0, Verb::Hold);
        if let Some(standing) = &mut table.state(0).kept.order {
            Arc::make_mut(&mut standing.order).legs[0].against_chariots = told;
        }
        table.state(1).now.doing = Doing::Charging(UnitId(0));
        let board = table.board();
        let causes = causes(&board, board.body(UnitId(0)).expect("there"));
        assert_eq!(causes.has(Cause::ChargedByBeasts), upset);
    }
}

#[test]
fn close_order_foot_loses_its_order_going_at_horse() {
    let mut table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 10.0)),
        unit(Blue, Troop::HeavyCavalry, 6, 6, (30.0, 16.0)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (40.0, 16.0)),
    ]);
    for (target, upset) in [(1, true), (2, false)] {
        table.state(0).now.doing = Doing::Charging(UnitId(target));
        let board = table.board();
        let causes = causes(&board, board.body(UnitId(0)).expect("there"));
        assert_eq!(causes.has(Cause::FootAtCavalry), upset);
    }
}

#[test]
fn who_is_beyond_a_river_does_not_count() {
    let mut table = alone();
    assert_eq!(times(&table, 0, Line::EnemiesInSight), 1);
    table.square(Kind::River, (0.0, 24.0), (72.0, 26.0));
    assert_eq!(times(&table, 0, Line::EnemiesInSight), 0);
    // A short way round makes the river no barrier.
    table.book.features.clear();
    table.square(Kind::River, (29.0, 24.0), (31.0, 26.0));
    assert_eq!(times(&table, 0, Line::EnemiesInSight), 0, "the way round is 30 and more");
    let mut near = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 20.0)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 30.0)),
    ]);
    near.square(Kind::River, (29.0, 24.0), (31.0, 26.0));
    assert_eq!(times(&near, 0, Line::EnemiesNearFacing), 1);
}

#[test]
fn the_death_of_their_own_general_makes_units_near_him_test() {
    let general =
        || unit(Red, Troop::HeavyCavalry, 1, 1, (32.0, 10.0)).kit(|k| *k = Kit::rider(Role::General, true));
    let mut table = Table::new(vec![
        unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 10.0)),
        general(),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 46.0)),
    ]);
    table.state(0).seen.has_met_enemy = true;
    table.phase.command[Red].general = Some(General { with: Some(UnitId(0)), ..General::new(UnitId(1)) });
    // Twenty men of his share: 400 of a unit of 20 figures.
    table.with_dice(&[], |_, phase, cx| share(phase, UnitId(0), 399, cx));
    assert!(table.phase.fallen.is_empty());
    table.with_dice(&[], |_, phase, cx| share(phase, UnitId(0), 1, cx));
    assert_eq!(table.phase.fallen.len(), 1, "{}", table.words());
    assert!(!table.field.on_table(UnitId(1)));
    table.with_dice(&[3, 3, 3], |book, phase, cx| throw_all(book, phase, &[], &[], cx));
    assert_eq!(table.phase.thrown[0].occasion, Occasion::GeneralLost);
    // A subordinate whom others obey is not theirs.
    let mut fallen = table.phase.fallen[0];
    fallen.figure = UnitId(2);
    table.phase.command[Red].subordinates = vec![General::new(UnitId(2))];
    table.phase.fallen = vec![fallen];
    table.with_dice(&[], |book, phase, cx| throw_all(book, phase, &[], &[], cx));
}

#[test]
fn a_general_is_taken_with_a_unit_that_is_no_more_and_stays_when_it_leaves() {
    for destroyed in [true, false] {
        let general =
            unit(Red, Troop::HeavyCavalry, 1, 1, (30.0, 2.0)).kit(|k| *k = Kit::rider(Role::General, true));
        let mut table = Table::new(vec![unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 2.0)), general]);
        table.phase.command[Red].general = Some(General { with: Some(UnitId(0)), ..General::new(UnitId(1)) });
        table.with_dice(&[], |_, phase, cx| match destroyed {
            true => destroy(phase, UnitId(0), umpire::Place::Destroyed, crate::rule::FIRE_TIMING, cx),
            false => crate::aftermath::rout::leaves(phase, UnitId(0), cx),
        });
        let general = table.phase.command[Red].general.as_ref().expect("he is on the list");
        assert_eq!((general.free, general.with), (!destroyed, None));
        assert_eq!(table.field.on_table(UnitId(1)), !destroyed);
    }
}

#[test]
fn who_rallied_last_period_may_test_to_charge_in_the_next() {
    let mut table = Table::new(vec![
        unit(Red, Troop::LightInfantry, 10, 5, (30.0, 10.0)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 18.0)),
    ]);
    table.order(0, Verb::Advance);
    if let Some(standing) = &mut table.state(0).kept.order {
        standing.begun = true;
    }
    let may = |table: &Table| {
        let board = table.board();
        !may_close_with(&board, board.body(UnitId(0)).expect("there")).is_empty()
    };
    table.state(0).seen.rallied = true;
    assert!(may(&table));
    table.state(0).now.doing = Doing::Evading(UnitId(1));
    assert!(!may(&table));
}

#[test]
fn engines_upset_those_who_stand_under_their_fire() {
    for (moved, upset) in [(2_900, true), (3_000, false)] {
        let mut table = Table::new(vec![
            unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 10.0)),
            unit(Blue, Troop::StoneThrower, 1, 1, (30.0, 40.0)),
        ]);
        table.state(1).now.shot_at = Some(UnitId(0));
        table.state(0).now.moved = moved;
        let board = table.board();
        let causes = causes(&board, board.body(UnitId(0)).expect("there"));
        assert_eq!(causes.has(Cause::EngineFire), upset);
    }
}

#[test]
fn whoever_runs_wild_when_charged_goes_to_meet_the_charge() {
    let mut table = Table::new(vec![
        unit(Red, Troop::HeavyInfantry, 20, 10, (30.0, 10.0)),
        unit(Blue, Troop::HeavyCavalry, 6, 6, (30.0, 16.0)),
    ]);
    table.state(0).seen.running =
        Some(Running { reaction: Reaction::UncontrolledAdvance, periods: 2, run: 0, since: 0 });
    (table.state(1).now.doing, table.state(1).seen.run_left) = (Doing::Charging(UnitId(0)), 10_000);
    let gap = 4_500;
    table.phase.threats = vec![Threat { charger: UnitId(1), target: UnitId(0), gap, touched: false }];
    table.with_dice(&[], |book, phase, cx| normal::bonus(book, phase, &[], cx));
    assert_eq!(table.phase.units[0].now.doing, Doing::Countercharging(UnitId(1)));
    assert!(table.place(0).1 > 10.5 && table.phase.fights.len() == 1, "{:?}", table.place(0));
}
