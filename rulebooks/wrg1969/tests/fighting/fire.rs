//! Shooting: ranges, arcs, ranks, lines of fire, priorities, charges.

use crate::board::state::{Doing, Spot};
use crate::data::kit::{Kit, Role};
use crate::data::troop::{Missile, Troop};
use crate::orders::order::{Fire, Verb};
use crate::shooting::resolve::{fire, shoots_overhead};
use crate::tests::fighting::common::{Table, archers_behind, unit};
use std::sync::Arc;
use table::Facing;
use umpire::Side::{Blue, Red};
use umpire::UnitId;

fn slingers(at: (f64, f64)) -> crate::tests::fighting::common::Spec {
    unit(Red, Troop::LightInfantry, 10, 5, at).missile(Missile::Sling)
}

#[test]
fn ten_slingers_and_galloping_horse_archers_shoot_at_each_other() {
    let archers = unit(Blue, Troop::LightCavalry, 6, 6, (30.0, 20.0)).missile(Missile::MountedCompositeBow);
    let mut table = Table::new(vec![slingers((30.0, 11.0)), archers]);
    table.state(1).now.moved = 8000;
    // Red's dice first: red 3, black 5; then the archers' own.
    table.with_dice(&[3, 5, 4, 4], fire);
    assert_eq!(table.phase.units[1].now.missile_loss, 13, "{}", table.words());
    assert_eq!((table.figures(1), table.phase.units[1].kept.carry), (6, 13));
    assert_eq!(table.phase.units[1].now.under_fire, 10);
    assert_eq!(table.phase.units[0].now.shot_at, Some(UnitId(1)));
}

#[test]
fn who_is_out_of_range_or_arc_or_hidden_behind_others_is_no_target() {
    let target = || unit(Blue, Troop::MediumInfantry, 20, 10, (30.0, 30.0));
    for (at, facing) in
        [((30.0, 14.0), Facing::NORTH), ((30.0, 20.0), Facing::SOUTH), ((8.0, 26.0), Facing::NORTH)]
    {
        let mut table = Table::new(vec![slingers(at).facing(facing), target()]);
        table.with_dice(&[], fire);
    }
    let screen = unit(Red, Troop::HeavyInfantry, 40, 20, (30.0, 25.0)).kit(|k| k.missile = None);
    let mut table = Table::new(vec![slingers((30.0, 20.0)), target().kit(|k| k.missile = None), screen]);
    table.with_dice(&[], fire);
}

#[test]
fn regular_archers_shoot_over_their_front_rank_within_half_range() {
    let archers = |y| {
        unit(Red, Troop::MediumInfantry, 12, 6, (30.0, y))
            .missile(Missile::FootSelfBow)
            .kit(|k| k.shields = false)
    };
    let foe = || unit(Blue, Troop::MediumInfantry, 40, 20, (30.0, 30.0)).kit(|k| k.missile = None);
    // Far off the front rank shoots alone; close by both ranks do.
    for (y, figures) in [(17.0, 6), (25.0, 12)] {
        let mut table = Table::new(vec![archers(y), foe()]);
        table.with_dice(&[3, 3], fire);
        assert_eq!(table.phase.units[1].now.under_fire, figures, "{}", table.words());
        assert_eq!(table.phase.units[0].now.shot_overhead, figures == 12);
    }
}

#[test]
fn a_charger_is_shot_at_only_from_more_than_half_his_charge() {
    for (from, shots) in [(9_000, 0u16), (9_010, 10)] {
        let horse = unit(Blue, Troop::HeavyCavalry, 6, 6, (30.0, 19.0)).kit(|k| k.missile = None);
        let mut table = Table::new(vec![slingers((30.0, 11.0)), horse]);
        table.state(1).now.doing = Doing::Charging(UnitId(0));
        table.state(1).now.charge_from = Some((from, 0));
        let dice: &[u8] = if shots > 0 { &[3, 3] } else { &[] };
        table.with_dice(dice, fire);
        assert_eq!(table.phase.units[1].now.under_fire, shots, "{}", table.words());
    }
}

#[test]
fn whoever_comes_to_fight_is_shot_first_and_wishes_count_among_equals() {
    let near = unit(Blue, Troop::MediumInfantry, 10, 5, (28.0, 20.0)).kit(|k| k.missile = None);
    let charger = unit(Blue, Troop::HeavyCavalry, 6, 6, (33.0, 21.5)).kit(|k| k.missile = None);
    let mut table = Table::new(vec![slingers((30.0, 11.0)), near, charger]);
    table.state(2).now.doing = Doing::Charging(UnitId(0));
    table.state(2).now.charge_from = Some((12_000, 0));
    table.state(0).kept.secret.aims_at = Some(UnitId(1));
    table.with_dice(&[1, 1], fire);
    assert_eq!(table.phase.units[0].now.shot_at, Some(UnitId(2)));
    // Without a charge both stand equal, so the owner's wish is followed.
    let near = unit(Blue, Troop::MediumInfantry, 10, 5, (28.0, 20.0)).kit(|k| k.missile = None);
    let far = unit(Blue, Troop::MediumInfantry, 10, 5, (33.0, 21.0)).kit(|k| k.missile = None);
    let mut table = Table::new(vec![slingers((30.0, 11.0)), near, far]);
    table.state(0).kept.secret.aims_at = Some(UnitId(2));
    table.with_dice(&[1, 1], fire);
    assert_eq!(table.phase.units[0].now.shot_at, Some(UnitId(2)));
}

#[test]
fn those_told_to_hold_their_fire_do() {
    let foe = unit(Blue, Troop::MediumInfantry, 10, 5, (30.0, 20.0)).kit(|k| k.missile = None);
    let mut table = Table::new(vec![slingers((30.0, 11.0)), foe]);
    table.order(0, Verb::Hold);
    if let Some(standing) = &mut table.state(0).kept.order {
        Arc::make_mut(&mut standing.order).legs[0].fire = Fire::Hold;
    }
    table.with_dice(&[], fire);
}

#[test]
fn a_general_is_safe_among_his_units_and_not_alone() {
    for (y, shots) in [(25.0, 0u16), (36.0, 10)] {
        let mut general = unit(Blue, Troop::HeavyCavalry, 1, 1, (30.0, 20.0))
            .kit(|k| *k = Kit::rider(Role::General, false));
        general.kit.missile = None;
        let friends = unit(Blue, Troop::MediumInfantry, 10, 5, (30.0, y)).kit(|k| k.missile = None);
        let mut table = Table::new(vec![slingers((30.0, 11.0)), general, friends]);
        let dice: &[u8] = if shots > 0 { &[3, 3] } else { &[] };
        table.with_dice(dice, fire);
        assert_eq!(table.phase.units[1].now.under_fire, shots);
    }
}

#[test]
fn engines_and_crossbows_do_not_shoot_on_the_move_but_slings_do() {
    for (missile, shoots) in [(Missile::Crossbow, false), (Missile::Sling, true)] {
        let foe = unit(Blue, Troop::MediumInfantry, 10, 5, (30.0, 20.0)).kit(|k| k.missile = None);
        let shooters = unit(Red, Troop::LightInfantry, 10, 5, (30.0, 11.0)).missile(missile);
        let mut table = Table::new(vec![shooters, foe]);
        table.state(0).now.moved = 1000;
        let dice: &[u8] = if shoots { &[3, 3] } else { &[] };
        table.with_dice(dice, fire);
    }
}

#[test]
fn specialists_behind_a_legion_shoot_over_it() {
    let archers = archers_behind(Troop::MediumInfantry, 6);
    let legion = unit(Red, Troop::MediumInfantry, 18, 6, (30.0, 22.0)).kit(|k| k.part = Some(archers));
    let foe = unit(Blue, Troop::MediumInfantry, 40, 20, (30.0, 29.0)).kit(|k| k.missile = None);
    let mut table = Table::new(vec![legion, foe]);
    table.with_dice(&[3, 3], fire);
    assert_eq!(table.phase.units[1].now.under_fire, 6, "{}", table.words());
    assert!(table.phase.units[0].now.shot_overhead);
    // Those who have fallen shoot no more.
    table.state(0).seen.part_lost = 4;
    table.state(1).now.under_fire = 0;
    table.with_dice(&[3, 3], fire);
    assert_eq!(table.phase.units[1].now.under_fire, 2, "{}", table.words());
}

#[test]
fn a_target_is_shot_at_the_moment_when_most_bear_on_it() {
    let foe = unit(Blue, Troop::LightCavalry, 6, 6, (30.0, 40.0)).kit(|k| k.missile = None);
    let mut table = Table::new(vec![slingers((30.0, 11.0)), foe]);
    table.with_dice(&[], fire);
    // It came by at twenty inches and has galloped off since.
    let passed = [35.0, 20.0, 24.0].map(|y| Table::pose((30.0, y), Facing::SOUTH));
    let formation = table.field.unit(UnitId(1)).formation;
    table.state(1).kept.secret.track = passed.map(|pose| Spot { pose, formation }).to_vec();
    table.with_dice(&[3, 3], fire);
    assert_eq!(table.phase.units[1].now.under_fire, 10, "{}", table.words());
}

#[test]
fn evaders_shoot_at_the_charger_before_they_run_unless_their_owner_spares_him() {
    for (spares, shots) in [(false, 10u16), (true, 0)] {
        let horse = unit(Blue, Troop::HeavyCavalry, 6, 6, (30.0, 13.0)).kit(|k| k.missile = None);
        let mut table = Table::new(vec![slingers((30.0, 1.0)), horse]);
        table.state(0).kept.stood[1] = Table::pose((30.0, 11.0), Facing::NORTH);
        table.state(1).kept.stood[1] = Table::pose((30.0, 19.0), Facing::SOUTH);
        table.state(0).now.doing = Doing::Evading(UnitId(1));
        table.state(1).now.doing = Doing::Charging(UnitId(0));
        table.state(1).now.charge_from = Some((15_000, 0));
        table.state(0).kept.secret.spares_chargers = spares;
        let dice: &[u8] = if spares { &[] } else { &[3, 3] };
        table.with_dice(dice, fire);
        assert_eq!(table.phase.units[1].now.under_fire, shots, "{}", table.words());
    }
}

#[test]
fn only_horse_archers_shoot_as_they_go_back() {
    for (troop, missile, shoots) in [
        (Troop::LightInfantry, Missile::Sling, false),
        (Troop::LightCavalry, Missile::MountedCompositeBow, true),
    ] {
        let foe = unit(Blue, Troop::MediumInfantry, 10, 5, (30.0, 18.0)).kit(|k| k.missile = None);
        let mut table = Table::new(vec![unit(Red, troop, 6, 6, (30.0, 11.0)).missile(missile), foe]);
        table.state(0).now.moved = 3000;
        table.state(0).kept.stood[0] = Table::pose((30.0, 14.0), Facing::NORTH);
        let dice: &[u8] = if shoots { &[3, 3] } else { &[] };
        table.with_dice(dice, fire);
    }
}

#[test]
fn a_turn_on_the_spot_keeps_crossbows_from_shooting() {
    let foe = unit(Blue, Troop::MediumInfantry, 10, 5, (30.0, 20.0)).kit(|k| k.missile = None);
    let shooters = unit(Red, Troop::LightInfantry, 10, 5, (30.0, 11.0)).missile(Missile::Crossbow);
    let mut table = Table::new(vec![shooters, foe]);
    table.state(0).kept.stood[0] = Table::pose((30.0, 11.0), Facing::EAST);
    table.with_dice(&[], fire);
}

/// Blue foot fights four red files at its right; the rest of its front is free.
fn in_melee(shooters: crate::tests::fighting::common::Spec) -> Table {
    let mut table = Table::new(vec![
        shooters,
        unit(Blue, Troop::MediumInfantry, 40, 20, (30.0, 20.75)).kit(|k| k.missile = None),
        unit(Red, Troop::MediumInfantry, 8, 4, (26.0, 19.25)).kit(|k| k.missile = None),
    ]);
    table.fight(2, 1, [true, true], 1);
    table
}

#[test]
fn those_in_melee_are_shot_at_only_where_nobody_fights() {
    let mut table = in_melee(slingers((33.0, 12.0)));
    table.with_dice(&[3, 3], fire);
    assert_eq!(table.phase.units[1].now.under_fire, 10, "{}", table.words());
    // Straight behind the friends who fight nobody has a clear line.
    let few = unit(Red, Troop::MediumInfantry, 2, 2, (26.0, 16.9)).missile(Missile::Sling);
    in_melee(few).with_dice(&[], fire);
    // Archers shoot over them at the rear ranks.
    let archers = unit(Red, Troop::MediumInfantry, 2, 2, (26.0, 16.9)).missile(Missile::FootSelfBow);
    let mut table = in_melee(archers);
    table.with_dice(&[3, 3], fire);
    assert!(table.phase.units[0].now.shot_overhead, "{}", table.words());
}

#[test]
fn a_unit_and_its_specialists_shoot_together_with_one_throw() {
    let archers = archers_behind(Troop::MediumInfantry, 6);
    let legion = unit(Red, Troop::MediumInfantry, 18, 6, (30.0, 22.0))
        .missile(Missile::Sling)
        .kit(|k| k.part = Some(archers));
    let foe = unit(Blue, Troop::MediumInfantry, 40, 20, (30.0, 29.0)).kit(|k| k.missile = None);
    let mut table = Table::new(vec![legion, foe]);
    table.with_dice(&[3, 3], fire);
    assert_eq!(table.phase.units[1].now.under_fire, 12, "{}", table.words());
    assert_eq!(table.phase.units[0].now.shot_with, 12);
}

#[test]
fn an_owner_may_keep_the_rear_ranks_from_shooting() {
    let archers = unit(Red, Troop::MediumInfantry, 12, 6, (30.0, 25.0)).missile(Missile::FootSelfBow);
    let foe = unit(Blue, Troop::MediumInfantry, 40, 20, (30.0, 30.0)).kit(|k| k.missile = None);
    let mut table = Table::new(vec![archers, foe]);
    assert!(shoots_overhead(&table.board(), table.board().body(UnitId(0)).expect("there")));
    table.state(0).kept.secret.front_rank_only = true;
    table.with_dice(&[3, 3], fire);
    assert_eq!(table.phase.units[1].now.under_fire, 6, "{}", table.words());
}
