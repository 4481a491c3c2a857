//! Who does not shoot, though an enemy is in range.

use crate::board::state::{Doing, Flight, Running};
use crate::data::reaction::Reaction;
use crate::data::troop::{Missile, Troop};
use crate::orders::order::{Charge, Fire, Verb};
use crate::rule;
use crate::shooting::resolve::fire;
use crate::tests::fighting::common::{Spec, Table, unit};
use ruling::proves;
use std::sync::Arc;
use umpire::Side::{Blue, Red};
use umpire::UnitId;

fn slingers() -> Spec {
    unit(Red, Troop::LightInfantry, 10, 5, (30.0, 10.0)).missile(Missile::Sling)
}

/// Whether slingers ten inches from foot without missiles shoot, after a change to the table.
fn shoot(change: impl FnOnce(&mut Table)) -> bool {
    let mut table = Table::new(vec![
        slingers(),
        unit(Blue, Troop::HeavyInfantry, 20, 10, (30.0, 20.0)),
        unit(Blue, Troop::HeavyInfantry, 20, 10, (60.0, 40.0)),
    ]);
    change(&mut table);
    table.with_any_dice(fire);
    table.phase.units[0].now.shot_at.is_some()
}

fn runs(reaction: Reaction) -> impl Fn(&mut Table) {
    move |t| t.state(0).seen.running = Some(Running { reaction, periods: 2, run: 0, since: 0 })
}

/// `wrg1969.fire.on_move`: charging troops never fire, nor do those who pursue, run wild or run away.
#[test]
fn who_charges_pursues_or_runs_does_not_shoot() {
    assert!(shoot(|_| {}));
    assert!(!shoot(|t| t.state(0).now.doing = Doing::Charging(UnitId(1))));
    assert!(!shoot(|t| t.state(0).now.doing = Doing::Countercharging(UnitId(1))));
    assert!(!shoot(|t| t.state(0).seen.flight = Flight::Pursuing(UnitId(2), 1)));
    assert!(!shoot(|t| t.state(0).seen.flight = Flight::Routing(1)));
    assert!(!shoot(runs(Reaction::UncontrolledAdvance)));
    assert!(shoot(runs(Reaction::Halt)), "a halt does not keep them from it");
}

/// An order to hold their fire, in this leg.
#[test]
fn who_is_told_to_hold_his_fire_does_not_shoot() {
    for (word, shoots) in [(Fire::Hold, false), (Fire::Free, true)] {
        let told = shoot(|t| {
            t.order(0, Verb::Hold);
            if let Some(standing) = &mut t.state(0).kept.order {
                Arc::make_mut(&mut standing.order).legs[0].fire = word;
            }
        });
        assert_eq!(told, shoots);
    }
}

/// `wrg1969.fire.hand_hurled`: what is thrown in or just before close combat is part of the fighting.
#[test]
fn javelins_are_not_thrown_by_those_in_contact() {
    proves!(rule::FIRE_HAND_HURLED);
    for (periods, fights) in [(0, false), (0, true), (1, true)] {
        let mut table = Table::new(vec![
            unit(Red, Troop::LightInfantry, 10, 5, (30.0, 10.0)),
            unit(Blue, Troop::HeavyInfantry, 20, 10, (30.0, 13.5)),
            unit(Blue, Troop::HeavyInfantry, 20, 10, (60.0, 40.0)),
        ]);
        if fights {
            table.fight(0, 2, [true, false], periods);
        }
        table.with_any_dice(fire);
        assert_eq!(table.phase.units[0].now.shot_at.is_some(), !fights, "{periods}");
    }
    // Slingers may have shot at others before they came to blows, but not in a fight that went on.
    for (periods, shoots) in [(0, true), (1, false)] {
        assert_eq!(shoot(|t| t.fight(0, 2, [true, false], periods)), shoots, "{periods}");
    }
}

/// `wrg1969.fire.priority`: one who marches up to attack them comes before one who shoots at them.
#[test]
fn who_marches_up_to_attack_is_shot_at_first() {
    proves!(rule::FIRE_PRIORITY);
    let shot_at = |verb: Verb, advanced: bool| {
        let mut table = Table::new(vec![
            slingers(),
            unit(Blue, Troop::HeavyInfantry, 20, 10, (30.0, 20.0)),
            unit(Blue, Troop::LightInfantry, 10, 10, (36.0, 18.0)).missile(Missile::Sling),
        ]);
        table.order(1, verb);
        if let Some(standing) = &mut table.state(1).kept.order {
            (standing.begun, Arc::make_mut(&mut standing.order).legs[0].charge) = (true, Charge::AtWill);
        }
        table.state(1).now.advanced = advanced;
        (table.state(2).last.shot_at, table.state(2).last.shot_with) = (Some(UnitId(0)), 10);
        table.with_any_dice(fire);
        table.phase.units[0].now.shot_at
    };
    assert_eq!(shot_at(Verb::Advance, true), Some(UnitId(1)));
    assert_eq!(shot_at(Verb::Advance, false), Some(UnitId(2)), "he stood");
    assert_eq!(shot_at(Verb::Skirmish, true), Some(UnitId(2)), "he came nearer to shoot");
}
