//! Hand-to-hand: who fights, where they strike, what falls together.

use crate::aftermath::rout::pursue;
use crate::board::state::{Doing, Flight, Running};
use crate::combat::disorder::Cause;
use crate::combat::engagement::{Which, strikes_of, touch};
use crate::combat::losses::{Loss, take};
use crate::combat::resolve::{break_off, caught_breaking_off, fight, meet, turning_strike};
use crate::data::feature::Kind;
use crate::data::reaction::Reaction;
use crate::data::shields::Quarter;
use crate::data::troop::{Hand, Troop};
use crate::movement::room;
use crate::rule;
use crate::tests::fighting::common::{Spec, Table, archers_behind, unit};
use ruling::proves;
use table::{Edge, Facing};
use umpire::Side::{Blue, Red};
use umpire::{Entry, UnitId};

fn legion(figures: u16, files: u16, at: (f64, f64)) -> Spec {
    unit(Red, Troop::MediumInfantry, figures, files, at).kit(|k| k.hand = Hand::HeavyThrowing)
}

/// Two bodies front to front: the legion's front edge and the enemy's at y = 20.
fn facing(legion_files: u16, foe_files: u16) -> Table {
    let mut table = Table::new(vec![
        legion(legion_files * 2, legion_files, (30.0, 19.25)),
        unit(Blue, Troop::MediumInfantry, foe_files * 2, foe_files, (30.0, 20.75)),
    ]);
    table.fight(0, 1, [false, true], 0);
    table
}

fn figures(table: &Table, i: u16) -> Vec<u32> {
    let board = table.board();
    let body = board.body(UnitId(i)).expect("on the table");
    strikes_of(&board, body).iter().map(|s| s.blows.figures).collect()
}

#[test]
fn a_rank_and_a_half_of_pila_against_one_rank_of_barbarians() {
    let table = facing(10, 10);
    assert_eq!((figures(&table, 0), figures(&table, 1)), (vec![15], vec![10]));
}

#[test]
fn the_longer_line_overlaps_three_on_the_right_and_one_on_the_left() {
    // Ten files against four: four in contact, three beyond his unshielded end, one beyond the other.
    let table = facing(10, 4);
    assert_eq!(figures(&table, 0), [(4 + 3 + 1) * 3 / 2]);
    assert_eq!(figures(&table, 1), [4]);
}

#[test]
fn losses_fall_together_and_ranks_close_up_behind_the_front() {
    let mut table = facing(10, 10);
    // Regulars: two average dice; barbarians: an average red and an ordinary black one.
    table.with_dice(&[3, 3, 3, 3], fight);
    let lost = table.phase.units[1].now.melee_loss;
    assert!(lost > 0 && table.phase.units[0].now.melee_dealt == lost, "{}", table.words());
    assert_eq!(u32::from(table.phase.units[1].kept.carry), u32::from(lost) % 20);
    assert_eq!(table.figures(1), 20 - lost / 20);
    assert_eq!(table.phase.fights[0].periods, 1);
    let front = table.board().body(UnitId(1)).expect("there").rect.front_mid();
    assert!((front.y - 20.0).abs() < 1e-3 && (front.x - 30.0).abs() < 1e-3);
}

#[test]
fn an_attack_in_flank_is_answered_by_those_who_turn() {
    // Red's front lies along the right flank of a blue unit that faces south: its right is the west.
    let mut table = Table::new(vec![
        legion(6, 3, (28.75, 20.75)).facing(Facing::EAST),
        unit(Blue, Troop::MediumInfantry, 20, 10, (32.0, 20.75)),
    ]);
    table.fight(0, 1, [false, true], 0);
    let board = table.board();
    let (red, blue) = (board.body(UnitId(0)).expect("there"), board.body(UnitId(1)).expect("there"));
    let met = touch(&red.rect, &blue.rect);
    assert_eq!((met.mine, met.theirs), (Edge::Front, Edge::Right));
    let strike = strikes_of(&board, red)[0];
    assert_eq!(strike.blows.target_side, Quarter::UnshieldedFlank);
    assert_eq!(strikes_of(&board, blue)[0].blows.figures, 2, "the end figure of each rank");
    drop(board);
    table.with_dice(&[3, 3, 3, 3], fight);
    assert!(table.phase.units[1].now.causes.has(Cause::FrontBroken));
}

#[test]
fn the_broken_are_struck_from_behind_and_do_not_reply() {
    let mut table = Table::new(vec![
        legion(20, 10, (30.0, 19.25)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 20.75)).facing(Facing::NORTH),
    ]);
    table.fight(0, 1, [false, true], 2);
    table.state(1).seen.flight = Flight::Routing(0);
    table.state(0).seen.flight = Flight::Pursuing(UnitId(1), 0);
    table.with_dice(&[3, 3], turning_strike);
    assert_eq!(table.phase.units[0].now.melee_loss, 0);
    assert!(
        table.phase.units[1].now.melee_loss > 0 && table.words().contains("in the rear"),
        "{}",
        table.words()
    );
    // At the end of the period they strike again if they are still in touch.
    table.with_dice(&[3, 3], fight);
    assert_eq!(table.phase.units[0].now.melee_loss, 0);
}

#[test]
fn caught_evaders_do_not_strike() {
    let mut table = Table::new(vec![
        unit(Red, Troop::HeavyCavalry, 6, 6, (30.0, 19.25)),
        unit(Blue, Troop::LightInfantry, 10, 5, (30.0, 20.75)).facing(Facing::NORTH),
    ]);
    table.fight(0, 1, [false, false], 0);
    table.state(0).now.doing = Doing::Charging(UnitId(1));
    table.state(1).now.doing = Doing::Evading(UnitId(0));
    table.with_dice(&[4, 4], fight);
    assert_eq!(table.phase.units[0].now.melee_loss, 0);
}

#[test]
fn lapping_round_adds_blows_on_the_flanks_from_the_second_period() {
    let mut table = facing(10, 4);
    table.phase.fights[0].periods = 1;
    table.state(0).now.laps = true;
    let board = table.board();
    let strikes = strikes_of(&board, board.body(UnitId(0)).expect("there"));
    let told: Vec<(Quarter, u32)> = strikes.iter().map(|s| (s.blows.target_side, s.blows.figures)).collect();
    assert_eq!(told, [(Quarter::Front, 12), (Quarter::UnshieldedFlank, 3), (Quarter::ShieldedFlank, 1)]);
}

/// `wrg1969.melee.lap.how`: of an enemy struck from behind the left-hand end is his shielded one.
#[test]
fn those_who_lap_round_an_enemys_rear_find_his_shields_on_their_left() {
    let mut table = Table::new(vec![
        legion(20, 10, (30.0, 19.25)),
        unit(Blue, Troop::MediumInfantry, 8, 4, (30.0, 20.75)).facing(Facing::NORTH),
    ]);
    table.fight(0, 1, [false, true], 1);
    table.state(0).now.laps = true;
    let board = table.board();
    let strikes = strikes_of(&board, board.body(UnitId(0)).expect("there"));
    let struck: Vec<(Quarter, u32)> =
        strikes.iter().map(|s| (s.blows.target_side, s.blows.figures)).collect();
    assert_eq!(struck[1..], [(Quarter::ShieldedFlank, 1), (Quarter::UnshieldedFlank, 3)]);
}

#[test]
fn those_who_stand_apart_no_longer_fight_and_pursuers_in_touch_do() {
    let mut table = Table::new(vec![
        legion(20, 10, (30.0, 10.0)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 20.75)),
        legion(20, 10, (45.0, 19.25)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (45.0, 20.75)).facing(Facing::NORTH),
    ]);
    table.fight(0, 1, [false, true], 1);
    table.state(3).seen.flight = Flight::Routing(1);
    table.state(2).seen.flight = Flight::Pursuing(UnitId(3), 1);
    table.with_dice(&[], meet);
    let pairs: Vec<_> = table.phase.fights.iter().map(|f| (f.red, f.blue)).collect();
    assert_eq!(pairs, [(UnitId(2), UnitId(3))]);
}

#[test]
fn an_engine_left_alone_is_taken() {
    let mut table = Table::new(vec![
        unit(Red, Troop::StoneThrower, 1, 1, (30.0, 18.75)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 20.75)),
    ]);
    table.fight(0, 1, [true, false], 0);
    table.with_dice(&[], meet);
    assert!(!table.field.on_table(UnitId(0)) && table.phase.fights.is_empty());
}

#[test]
fn who_breaks_off_is_struck_without_reply_and_routed_if_still_in_touch() {
    let mut table = facing(10, 10);
    table.phase.fights[0].periods = 1;
    table.with_dice(&[3, 3], |book, phase, cx| break_off(book, phase, &[UnitId(0)], cx));
    assert!(table.phase.units[0].now.melee_loss > 0 && table.phase.units[1].now.melee_loss == 0);
    assert_eq!(table.phase.units[1].seen.flight, Flight::Pursuing(UnitId(0), 0));
    table.with_dice(&[], caught_breaking_off);
    assert_eq!(table.phase.units[0].seen.flight, Flight::Routing(1));
    // Out of touch they are merely gone.
    let mut table = facing(10, 10);
    table.with_dice(&[3, 3], |book, phase, cx| break_off(book, phase, &[UnitId(0)], cx));
    table.phase.fights.clear();
    table.with_dice(&[], caught_breaking_off);
    assert_eq!(table.phase.units[0].seen.flight, Flight::None);
}

fn weapon(table: &Table, i: u16) -> Hand {
    let board = table.board();
    strikes_of(&board, board.body(UnitId(i)).expect("there"))[0].blows.weapon
}

#[test]
fn who_has_two_weapons_uses_the_better() {
    let mut table = facing(10, 10);
    table.book.kits[0].second = Some(Hand::MissileSidearm);
    assert_eq!((weapon(&table, 0), figures(&table, 0)), (Hand::HeavyThrowing, vec![15]));
    let kit = &mut table.book.kits[0];
    (kit.hand, kit.second) = (Hand::MissileSidearm, Some(Hand::HeavyThrowing));
    assert_eq!((weapon(&table, 0), figures(&table, 0)), (Hand::HeavyThrowing, vec![15]));
    proves!(rule::MELEE_WEAPON_CHOICE);
    table.with_dice(&[3, 3, 3, 3], fight);
    let chose = |entry: &&Entry| match entry {
        Entry::Ruling(ruling) => ruling.also.contains(&rule::MELEE_WEAPON_CHOICE),
        _ => false,
    };
    assert_eq!(
        table.journal.iter().filter(chose).count(),
        1,
        "only the one with two weapons is told of his choice: {}",
        table.words()
    );
}

/// Legionaries two deep with archers in their rear rank, attacked from behind.
fn attacked_from_behind() -> Table {
    let archers = archers_behind(Troop::LightInfantry, 10);
    let mut table = Table::new(vec![
        legion(30, 10, (30.0, 20.0)).kit(|k| k.part = Some(archers)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 18.125)).facing(Facing::NORTH),
    ]);
    table.fight(0, 1, [true, false], 0);
    table
}

#[test]
fn specialists_fight_and_fall_where_they_stand() {
    let mut table = attacked_from_behind();
    {
        let board = table.board();
        let mine = strikes_of(&board, board.body(UnitId(0)).expect("there"))[0];
        assert_eq!((mine.blows.weapon, mine.blows.figures), (Hand::MissileSidearm, 10));
        let theirs = strikes_of(&board, board.body(UnitId(1)).expect("there"))[0];
        assert_eq!((theirs.blows.target, theirs.falls_on), (Troop::LightInfantry, Which::Part));
    }
    table.with_dice(&[3, 3, 3, 6], fight);
    let lost = 30 - table.figures(0);
    assert!(lost > 0 && table.phase.units[0].seen.part_lost == lost, "{}", table.words());
    // In front the legionaries alone fight, a rank and a half of them.
    let mut table = facing(10, 10);
    table.book.kits[0].part = attacked_from_behind().book.kits[0].part.clone();
    assert_eq!((figures(&table, 0), weapon(&table, 0)), (vec![10], Hand::HeavyThrowing));
}

#[test]
fn losses_that_hit_nobody_in_particular_are_shared() {
    let mut table = attacked_from_behind();
    table.phase.fights.clear();
    table.with_dice(&[], |book, phase, cx| {
        let lost = [Loss::spread(UnitId(0), 120)];
        take(book, phase, &lost, crate::rule::FIRE_TIMING, cx);
    });
    assert_eq!((table.figures(0), table.phase.units[0].seen.part_lost), (24, 2));
}

#[test]
fn drivers_do_not_fight_to_the_side() {
    for (at, facing, crew) in [((30.0, 18.75), Facing::NORTH, 4), ((30.0, 18.75), Facing::EAST, 3)] {
        let mut table = Table::new(vec![
            unit(Red, Troop::Elephant, 1, 1, at).facing(facing),
            unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, if crew == 4 { 20.75 } else { 20.25 })),
        ]);
        table.fight(0, 1, [true, false], 0);
        assert_eq!(figures(&table, 0), [crew]);
    }
}

#[test]
fn a_square_fights_one_deep() {
    let mut table = facing(10, 10);
    table.state(0).seen.square = true;
    assert_eq!(figures(&table, 0), [10]);
}

#[test]
fn a_single_rank_loses_those_out_of_contact_first() {
    let mut table = Table::new(vec![
        legion(10, 10, (30.0, 19.625)),
        unit(Blue, Troop::MediumInfantry, 8, 4, (31.5, 20.75)),
    ]);
    table.fight(0, 1, [true, false], 0);
    // Blue's four files stand before the last four of red.
    table.with_dice(&[], |book, phase, cx| {
        let lost = [Loss::spread(UnitId(0), 60)];
        take(book, phase, &lost, crate::rule::CASUALTY_TABLE, cx);
    });
    // Three files are gone on the left, so that the middle is a file and a half to the right.
    assert_eq!((table.figures(0), table.place(0)), (7, (30.75, 19.625)));
}

#[test]
fn a_countercharge_keeps_the_height_it_began_at() {
    let mut table = facing(10, 10);
    table.square(Kind::Hill, (10.0, 5.0), (50.0, 15.0));
    table.state(0).kept.stood[0] = Table::pose((30.0, 10.0), Facing::NORTH);
    let higher = |table: &Table| {
        let board = table.board();
        strikes_of(&board, board.body(UnitId(0)).expect("there"))[0].blows.higher_ground
    };
    assert!(!higher(&table));
    table.state(0).now.doing = Doing::Countercharging(UnitId(1));
    assert!(higher(&table));
}

#[test]
fn who_ran_wild_before_strikes_the_broken_only_once() {
    let mut table = facing(10, 10);
    table.state(1).seen.flight = Flight::Routing(0);
    table.state(0).seen.running =
        Some(Running { reaction: Reaction::UncontrolledAdvance, periods: 1, run: 1, since: 0 });
    table.with_dice(&[], |_, phase, cx| pursue(phase, UnitId(0), UnitId(1), cx));
    assert!(table.phase.units[0].seen.tired && table.phase.units[0].seen.running.is_none());
    table.with_dice(&[], turning_strike);
    assert_eq!(table.phase.units[1].now.melee_loss, 0);
}

/// `wrg1969.rout.run`: the broken run; two of them who touch do not fight each other.
#[test]
fn two_broken_enemies_who_touch_do_not_fight() {
    let make = || {
        let mut t = Table::new(vec![
            unit(Red, Troop::MediumInfantry, 20, 10, (30.0, 20.0)),
            unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 21.5)),
        ]);
        t.fight(0, 1, [false; 2], 1);
        t.state(0).seen.flight = Flight::Routing(1);
        t
    };
    let mut t = make();
    t.with_dice(&[], meet);
    assert_eq!(t.phase.fights.len(), 1, "one who runs may be cut down");
    let mut t = make();
    t.state(1).seen.flight = Flight::Routing(1);
    t.with_dice(&[], meet);
    assert_eq!(t.phase.fights.len(), 0);
}

#[test]
fn whoever_stands_upon_another_is_set_clear_and_this_is_told() {
    proves!(rule::GEO_CLEAR);
    let mut table = Table::new(vec![
        legion(20, 10, (30.0, 20.0)),
        unit(Red, Troop::LightInfantry, 10, 5, (31.0, 20.3)),
        unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 40.0)),
    ]);
    let stood = |table: &Table, i: u16| table.board().body(UnitId(i)).expect("there").rect;
    let legion = stood(&table, 0);
    assert!(room::deep(&legion, &stood(&table, 1)) > 0.5);
    table.with_dice(&[], room::stand_clear);
    assert_eq!(stood(&table, 0), legion, "the heavier stays");
    assert!(room::deep(&legion, &stood(&table, 1)) < 0.01);
    assert!(table.words().contains("was set clear of"), "{}", table.words());
    let before = stood(&table, 1);
    table.with_dice(&[], room::stand_clear);
    assert_eq!(stood(&table, 1), before, "nobody is moved who stands clear");
}
