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

#[test]
fn a_bolt_that_hits_at_seven_or_more_is_weaker() {
    // BS 4 needs 3; long range, skirmishers and hard cover make 7, so the bolt strikes at strength 4.
    let wall = "terrain = [{ kind = \"wall\", line = [[18, 35.5], [30, 35.5]] }]";
    let red = unit("R8", "scorpion", 1, 1, 24.0, 10.0, "");
    let blue = unit("G3", "youths", 8, 8, 24.0, 36.0, "");
    let mut small = small(wall, ("republican_roman", &red), ("gallic", &blue));
    let board = small.board();
    let (bolt, youths) = (small.id("R8"), small.id("G3"));
    let shot = board.body(bolt).zip(board.body(youths));
    let (_, shot) = shot.and_then(|(b, t)| testudo_wab::shoot::shots(&board, b, t, false)).expect("in range");
    assert!(shot.needed > 6, "{}", shot.needed);
    assert_eq!(i16::from(shot.strength), 5 - i16::from(shot.needed - 6));
    // A four wounds them at strength 5 only.
    let four = testudo_wab::blows::to_wound(shot.strength, 3);
    small.rig("wab.combat.hit", 6).rig("wab.troops.artillery", four - 1).done();
    small.submit(&Command::Shoot(vec![(bolt, youths)])).said("1 shots, 1 hits, 0 fall");
}

#[test]
fn characters_in_the_front_rank_do_not_shoot() {
    let red = unit("P1", "sparabara", 16, 8, 24.0, 10.0, "");
    let satrap = "{ id = \"P9\", unit = \"satrap\", with = \"P1\" },";
    let shots = |red: &str| {
        let blue = unit("R1", "hastati", 18, 6, 24.0, 25.0, "");
        let small = small("", ("achaemenid", red), ("republican_roman", &blue));
        let board = small.board();
        let pair = board.body(small.id("P1")).zip(board.body(small.id("R1")));
        pair.and_then(|(p, r)| testudo_wab::shoot::shots(&board, p, r, false)).expect("in range").0.attacks
    };
    // Eight and half of eight behind; with the satrap seven, and half of nine.
    assert_eq!((shots(&red), shots(&(red.clone() + satrap))), (12, 12));
}

#[test]
fn scattered_men_are_in_cover_when_half_of_them_all_are() {
    // The front rank of two stands in the open, the rear one in the wood.
    let wood = "terrain = [{ kind = \"wood\", polygon = [[10, 30.9], [40, 30.9], [40, 34], [10, 34]] }]";
    let red = unit("P1", "sparabara", 16, 8, 24.0, 10.0, "");
    let blue = unit("G3", "youths", 8, 4, 24.0, 30.0, "");
    let small = small(wood, ("achaemenid", &red), ("gallic", &blue));
    let board = small.board();
    let pair = board.body(small.id("P1")).zip(board.body(small.id("G3"))).expect("both stand");
    assert_eq!(testudo_wab::sight::cover(&board, pair.0, pair.1), testudo_wab::missile::Cover::Soft);
}
