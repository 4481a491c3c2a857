//! Tactical sense: charges tried in thought leave the table as it was and are weighed over every throw.

use crate::board::state::Phase;
use crate::data::reaction::Occasion;
use crate::scenario::read as scenario;
use crate::tactics::clash::Thought;
use crate::{Wrg1969, rule};
use form::Source;
use table::{Facing, Pose, Vec2};
use umpire::{Event, Field, UnitId};

fn medway() -> (Wrg1969, Field, Phase) {
    let (name, text) = scenario::bundled()[0];
    scenario::read(&Source { name, text }).expect("a good scenario")
}

fn unit(field: &Field, label: &str) -> UnitId {
    field.ids().find(|&id| field.card(id).label == label).expect("there is such a unit")
}

/// Puts a unit somewhere, in inches.
fn put(field: &mut Field, id: UnitId, x: f64, y: f64, facing: Facing) {
    let pose = Pose::new(Vec2::new(x, y) * 25.4, facing);
    field.apply(&Event::Placed { unit: id, pose, rule: rule::SETUP_DEPLOY });
}

#[test]
fn a_charge_in_thought_changes_nothing_and_is_certain_of_its_odds() {
    let (book, mut field, phase) = medway();
    let (horse, slingers) = (unit(&field, "a5"), unit(&field, "b5"));
    put(&mut field, slingers, 56.0, 20.0, Facing::SOUTH);
    let mut thought = Thought::new(&book, &field, &phase);
    let first = thought.charge(horse, slingers, false).expect("both are on the table");
    assert_eq!(thought.charge(horse, slingers, false), Some(first));
    assert!(first.men[1] > first.men[0] && first.gain() > 0.0, "{first:?}");
    assert!(first.breaks.iter().chain(&first.pushed).all(|p| (0.0..=1.0).contains(p)), "{first:?}");
}

#[test]
fn a_flank_is_a_better_target_than_a_front() {
    let (book, mut field, phase) = medway();
    let (cohort, tribe) = (unit(&field, "a1"), unit(&field, "b1"));
    let mut gain = |facing: Facing| {
        put(&mut field, cohort, 32.0, 10.0, Facing::NORTH);
        put(&mut field, tribe, 32.0, 22.0, facing);
        let mut thought = Thought::new(&book, &field, &phase);
        thought.charge(cohort, tribe, false).expect("both are on the table").gain()
    };
    assert!(gain(Facing::NORTH) > gain(Facing::SOUTH));
}

#[test]
fn nerve_is_weighed_over_every_throw() {
    let (book, field, phase) = medway();
    let thought = Thought::new(&book, &field, &phase);
    let odds = thought.nerve(unit(&field, "b1"), Occasion::Charged).expect("foot tests");
    let sum = odds.obeys + odds.stands + odds.yields + odds.runs + odds.wild;
    assert!((sum - 1.0).abs() < 1e-9 && odds.inspired <= odds.obeys, "{odds:?}");
}
