//! The way of a charge: whom it passes, what stops it, and where it cannot close.

use crate::charge::approach;
use crate::data::armour::Face;
use crate::tests::rules::small::{romans_and_gauls, unit};

#[test]
fn a_charge_that_falls_short_passes_scattered_friends_and_enters_a_wood() {
    ruling::proves!(crate::rule::CHARGE_FAILED);
    let falls_short = |head: &str, friend: &str| {
        let red = unit("R1", "hastati", 18, 6, 24.0, 10.0, "") + friend;
        let blue = unit("G1", "warriors", 20, 5, 24.0, 40.0, "");
        let mut small = romans_and_gauls(&format!("house = {{ premeasure = false }}\n{head}"), &red, &blue);
        small.pick("(R1) charge").pick("Hold").fight_on().said("[wab.charge.failed]");
        small.front("R1").1 - 10.0
    };
    assert!((falls_short("", &unit("R3", "velites", 8, 8, 24.0, 11.2, "")) - 4.0).abs() < 0.01);
    // It passes them, but does not end upon them.
    let stopped = falls_short("", &unit("R3", "velites", 8, 8, 24.0, 12.0, ""));
    assert!((stopped - (2.0 - 20.0 / 25.4)).abs() < 0.05, "{stopped}");
    let wood = "terrain = [{ kind = \"wood\", polygon = [[10, 12], [38, 12], [38, 13.9], [10, 13.9]] }]";
    assert!((falls_short(wood, "") - 3.0).abs() < 0.01, "two inches to the wood and one in it");
}

#[test]
fn enemies_scattered_before_the_target_are_in_the_way() {
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("G1", "warriors", 20, 5, 24.0, 27.0, "") + &unit("G3", "youths", 8, 8, 24.0, 24.0, "");
    let small = romans_and_gauls("", &red, &blue);
    assert_eq!(small.options().len(), 2, "{:?}", small.options());
    assert!(small.options()[0].contains("charge Youths"));
}

#[test]
fn scattered_chargers_need_a_clear_way_too() {
    let offered = |head: &str| {
        let red = unit("R3", "velites", 8, 4, 24.0, 20.0, "");
        let small = romans_and_gauls(head, &red, &unit("G1", "warriors", 20, 5, 24.0, 26.0, ""));
        small.options().iter().any(|o| o.contains("(R3) charge"))
    };
    assert!(offered(""));
    assert!(!offered("terrain = [{ kind = \"water\", polygon = [[10, 22], [38, 22], [38, 23], [10, 23]] }]"));
}

#[test]
fn a_charger_does_not_wheel_through_friends() {
    let offered = |friend: &str| {
        let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "") + friend;
        let small = romans_and_gauls("", &red, &unit("G1", "warriors", 20, 5, 28.9, 23.6, ", facing = 215"));
        small.options().iter().any(|o| o.contains("(R1) charge"))
    };
    assert!(offered(""));
    assert!(!offered(&unit("R2", "hastati", 12, 3, 21.2, 23.4, "")), "they stand before its outer corner");
}

#[test]
fn where_closing_flush_would_overlap_others_a_charger_stays_at_an_angle() {
    let closes = |friend: &str| {
        let red = unit("R1", "hastati", 18, 6, 24.0, 10.0, "") + friend;
        let small = romans_and_gauls("", &red, &unit("G1", "warriors", 20, 5, 24.0, 26.0, ""));
        let board = small.board();
        let (charger, target) =
            board.body(small.id("R1")).zip(board.body(small.id("G1"))).expect("they stand");
        // Its right front corner touches the middle of their front.
        let facing = table::Facing::degrees(330.0);
        let met = table::Rect { ahead: facing.vec(), ..charger.rect };
        let point = table::Vec2::new(24.0, 26.0);
        let met = met.moved(point - met.fr());
        approach::close(&board, charger, target, &met, facing, point, Face::Front).1.to_degrees()
    };
    assert!((closes("") - 0.0).abs() < 0.01);
    assert!((closes(&unit("R2", "hastati", 12, 3, 18.5, 25.9, "")) - 330.0).abs() < 0.01);
}
