//! Whole battles, fought by generals who do anything legal.

use crate::Wab;
use crate::board::bodies::Board;
use crate::board::state::Phase;
use crate::scenario::read::bundled;
use crate::tests::common::{fight, muster};
use umpire::{Battle, Field, Place};

/// How deep footprints may overlap, in inches: rounding, and ranks thinned by losses.
const SLACK: f64 = 0.1;

/// What is wrong with a battle in progress, if anything is.
fn sound(book: &Wab, field: &Field, phase: &Phase) -> Result<(), String> {
    let board = Board::of(book, field, phase);
    for (i, a) in board.bodies.iter().enumerate() {
        for b in &board.bodies[..i] {
            if a.rect.overlaps(&b.rect, SLACK) {
                let [a, b] = [a, b].map(|x| &field.card(x.id).label);
                return Err(format!("{a} stands upon {b}"));
            }
        }
    }
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
                let fault = sound(battle.book(), battle.field(), battle.phase());
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
