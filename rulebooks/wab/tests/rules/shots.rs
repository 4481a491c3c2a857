//! Shots: who may be shot at, bolts, and where nobody may measure.

use crate::small::{Small, small, unit};
use testudo_wab::state::Step as At;
use umpire::{Command, Shown};

fn archers(head: &str, blue: &str) -> Small {
    let red = unit("P1", "sparabara", 16, 8, 24.0, 10.0, "");
    let mut small = small(head, ("achaemenid", &red), ("republican_roman", blue));
    while *small.step() != At::Shoot {
        match small.step() {
            At::Declare => small.pick("No more"),
            _ => small.done(),
        };
    }
    assert_eq!(small.step(), &At::Shoot, "{}", small.words());
    small
}

fn shoot(small: &Small, at: &str) -> Command {
    Command::Shoot(vec![(small.id("P1"), small.id(at))])
}

#[test]
fn targets_are_enemies_in_range_and_in_the_arc() {
    let blue = unit("R1", "hastati", 18, 6, 24.0, 25.0, "")
        + &unit("R2", "hastati", 18, 6, 40.0, 11.0, "")
        + &unit("R3", "hastati", 18, 6, 24.0, 45.0, "");
    let small = archers("", &blue);
    let refused = |at: &str| small.refused(&shoot(&small, at));
    assert!(refused("R1").is_empty());
    assert_eq!(refused("R2"), ["wab.shoot.arc"]);
    assert_eq!(refused("R3"), ["wab.shoot.range"]);
    assert_eq!(refused("P1"), ["wab.shoot.target"]);
}

#[test]
fn where_nobody_measures_a_volley_may_fall_short() {
    let blue = unit("R3", "hastati", 18, 6, 24.0, 45.0, "");
    let mut small = archers("house = { premeasure = false }", &blue);
    let volley = shoot(&small, "R3");
    small.submit(&volley).said("falls short of Hastati (R3) [wab.basics.measure]");
    let ruler = small.battle.book().ruler();
    assert!(!ruler.free_measuring);
    let (field, phase) = (small.battle.field(), small.battle.phase());
    let shown = small.battle.book().regions(field, phase, small.id("P1"));
    assert_eq!(shown.len(), 1, "only its own move is shown");
}

#[test]
fn a_bolt_goes_from_rank_to_rank() {
    let red = unit("R8", "scorpion", 1, 1, 24.0, 10.0, "");
    let blue = unit("G1", "warriors", 20, 5, 24.0, 30.0, "");
    let mut small = small("", ("republican_roman", &red), ("gallic", &blue));
    small.rig("wab.combat.hit", 6).rig("wab.troops.artillery", 6);
    small.done();
    let shot = Command::Shoot(vec![(small.id("R8"), small.id("G1"))]);
    small.submit(&shot);
    // One in each of the four ranks: strength 5, 4, 3 and 2 all wound on a six.
    small.said("1 shots, 1 hits, 4 fall");
    assert_eq!(small.state("G1").models, 16);
}
