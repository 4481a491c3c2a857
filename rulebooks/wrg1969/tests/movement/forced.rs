//! What a unit does that has no choice.

use crate::board::state::{Doing, Fight, Flight};
use crate::data::reaction::Reaction;
use crate::data::troop::Troop;
use crate::movement::intent::{Go, Intent};
use crate::tests::movement::table_of::{Table, kit, near};
use table::Facing;
use umpire::{Side, UnitId};

const N: Facing = Facing::NORTH;
const S: Facing = Facing::SOUTH;

fn before_enemy(troop: Troop, gap: f64) -> (Table, UnitId, UnitId) {
    let mut t = Table::new(Vec::new());
    let red = t.add(Side::Red, kit(troop), (12, 6), (40.0, 20.0), N);
    let blue = t.add(Side::Blue, kit(Troop::HeavyInfantry), (20, 10), (40.0, 20.0 + gap), S);
    (t, red, blue)
}

#[test]
fn retreat_and_retire_go_straight_away_and_stop_at_the_edge() {
    for reaction in [Reaction::Retreat, Reaction::Retire] {
        let (mut t, red, _) = before_enemy(Troop::MediumInfantry, 10.0);
        t.run(red, reaction);
        t.normal();
        assert_eq!(t.facing(red), S);
        assert!(near(t.rect(red).centre.y, 20.0 - 0.75 - 6.0));
        for _ in 0..4 {
            t.next_period();
            t.run(red, reaction);
            t.normal();
        }
        assert!(t.on_table(red) && t.front_y(red) < 0.05, "{}", t.front_y(red));
    }
}

#[test]
fn leaving_the_field_goes_over_the_edge_for_good() {
    let (mut t, red, _) = before_enemy(Troop::MediumInfantry, 10.0);
    for _ in 0..4 {
        if !t.on_table(red) {
            break;
        }
        t.run(red, Reaction::LeaveField);
        t.normal();
        t.next_period();
    }
    assert!(!t.on_table(red) && t.state(red).seen.gone_for_good);
}

#[test]
fn halted_units_stand_whatever_their_order() {
    let (mut t, red, _) = before_enemy(Troop::MediumInfantry, 10.0);
    t.order(red, crate::orders::order::Leg::new(crate::orders::order::Verb::Advance), None);
    t.run(red, Reaction::Halt);
    t.normal();
    assert_eq!((t.front_y(red), t.state(red).now.doing), (20.0, Doing::Standing));
}

#[test]
fn falling_back_never_comes_nearer_to_the_enemy() {
    let (mut t, red, _) = before_enemy(Troop::MediumInfantry, 10.0);
    t.add(Side::Red, kit(Troop::HeavyInfantry), (20, 10), (60.0, 28.0), N);
    t.add(Side::Red, kit(Troop::HeavyInfantry), (20, 10), (30.0, 8.0), N);
    t.run(red, Reaction::FallBack);
    t.normal();
    let rect = t.rect(red);
    assert!(
        rect.centre.y < 16.0 && rect.centre.x < 40.0,
        "to the friends behind, not those beside the enemy: {rect:?}"
    );
}

#[test]
fn an_advance_on_the_enemy_stops_short_of_him() {
    let (mut t, red, blue) = before_enemy(Troop::MediumInfantry, 4.0);
    t.run(red, Reaction::AdvanceOnEnemy);
    t.normal();
    let gap = t.gap(red, blue);
    assert!((0.48..0.53).contains(&gap), "{gap}");
    let (mut t, red, _) = before_enemy(Troop::MediumInfantry, 4.0);
    t.run(red, Reaction::AdvanceOnEnemy);
    t.state(red).kept.may_charge = true;
    t.normal();
    assert_eq!(t.phase.fights.len(), 1, "unless it passed a test to close");
}

#[test]
fn routers_run_in_both_stages_and_tire() {
    let (mut t, red, _) = before_enemy(Troop::MediumCavalry, 10.0);
    t.state(red).seen.flight = Flight::Routing(0);
    t.normal();
    assert!(near(t.moved(red), 8.0));
    t.bonus(&[]);
    assert!(near(t.moved(red), 18.0), "{}", t.moved(red));
    assert_eq!(t.facing(red), S);
}

#[test]
fn a_rally_back_keeps_facing_and_stops_before_friends() {
    let (mut t, red, _) = before_enemy(Troop::MediumCavalry, 5.0);
    t.state(red).seen.flight = Flight::Rallying(10_000);
    t.normal();
    assert_eq!(t.facing(red), N);
    assert!(near(t.front_y(red), 10.0));
    let (mut t, red, _) = before_enemy(Troop::MediumCavalry, 5.0);
    t.add(Side::Red, kit(Troop::HeavyInfantry), (20, 10), (40.0, 8.0), N);
    t.state(red).seen.flight = Flight::Rallying(10_000);
    t.normal();
    assert!(near(t.rect(red).centre.y - 1.5, 8.0), "{:?}", t.rect(red));
}

#[test]
fn a_melee_is_broken_off_by_turning_and_going() {
    let (mut t, red, blue) = before_enemy(Troop::MediumCavalry, 0.0);
    t.phase.fights.push(Fight { red, blue, periods: 1, red_stood: false, blue_stood: true, thin: 0 });
    let off = Intent { go: Go::BreakOff, ..Intent::default() };
    t.normal_with(&[(red, off)]);
    assert_eq!(t.facing(red), S);
    assert!(near(t.moved(red), 8.0));
}

#[test]
fn a_unit_that_ran_rallies_facing_the_enemy() {
    let (mut t, red, _) = before_enemy(Troop::MediumInfantry, 10.0);
    t.state(red).seen.flight = Flight::Routing(1);
    let facing = t.facing(red);
    t.normal();
    t.bonus(&[]);
    assert_eq!(t.facing(red), facing, "it runs on as it turned");
    t.next_period();
    t.state(red).seen.flight = Flight::Rallying(0);
    let before = t.rect(red).centre;
    t.normal();
    assert!(t.rect(red).centre.distance(before) < 0.01);
    let enemy = t.rect(UnitId(1)).centre - before;
    assert!(t.facing(red).turn_to(Facing::of(enemy)).abs() < 0.01, "{:?}", t.facing(red));
}
