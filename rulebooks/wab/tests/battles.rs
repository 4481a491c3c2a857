//! Whole battles, fought by generals who do anything legal.

mod common;

use common::{fight, muster};
use testudo_wab::scenario::bundled;
use testudo_wab::state::Phase;
use umpire::{Battle, Field, Place};

/// What is wrong with a battle in progress, if anything is.
fn sound(field: &Field, phase: &Phase) -> Result<(), String> {
    for id in field.ids() {
        let (unit, state) = (field.unit(id), phase.unit(id));
        if unit.place != Place::Table {
            continue;
        }
        let label = &field.card(id).label;
        if state.models == 0 {
            return Err(format!("{label} stands without a man"));
        }
        let guests = phase.characters(id).filter(|&c| field.on_table(c)).count() as u16;
        if state.with.is_none() && unit.formation.figures != state.models + guests {
            return Err(format!(
                "{label} shows {} for {} and {guests}",
                unit.formation.figures, state.models
            ));
        }
        if state.fleeing && phase.is_engaged(id) {
            return Err(format!("{label} flees and fights"));
        }
    }
    for contact in &phase.contacts {
        if contact.units.iter().any(|&u| !field.on_table(u) || phase.unit(u).with.is_some()) {
            return Err(format!("{:?} are in contact and not there", contact.units));
        }
    }
    Ok(())
}

#[test]
fn random_battles_of_every_scenario_end() {
    for (name, text) in bundled() {
        for seed in 0..25 {
            let mut battle: Battle<_> = muster(text);
            fight(&mut battle, seed, |battle| {
                let fault = sound(battle.field(), battle.phase());
                assert_eq!(fault, Ok(()), "{name}, seed {seed}, {:?}", battle.phase().step);
            });
        }
    }
}

#[test]
fn a_battle_is_the_same_for_the_same_dice() {
    let (_, text) = bundled()[0];
    let digest = |seed| {
        let mut battle = muster(text);
        fight(&mut battle, seed, |_| {});
        battle.digest()
    };
    assert_eq!(digest(3), digest(3));
    assert_ne!(digest(3), digest(4));
}
