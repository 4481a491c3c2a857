//! Redirected charges: who may turn to another target, how often, and who may not.

use crate::board::state::Step as At;
use crate::tests::rules::small::{romans_and_gauls, unit};

#[test]
fn a_target_that_flees_out_of_reach_frees_its_charger_to_turn_to_another() {
    ruling::proves!(crate::rule::CHARGE_REDIRECT);
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("G1", "youths", 8, 4, 23.0, 27.0, "") + &unit("G2", "warriors", 20, 5, 28.0, 27.0, "");
    let mut small = romans_and_gauls("", &red, &blue);
    small.rig("wab.flee.distance", 6);
    small.pick("charge Youths").pick("Flee");
    assert_eq!(small.step(), &At::Redirect(vec![small.id("R1")]));
    small.pick("charge Warriors (G2) instead").pick("Hold").said("upon the front of Warriors (G2)");
}

#[test]
fn chargers_who_lost_the_same_target_redirect_in_the_order_their_owner_likes() {
    let red = unit("R1", "hastati", 18, 6, 22.0, 20.0, "") + &unit("R2", "hastati", 18, 6, 27.5, 20.0, "");
    let blue = unit("G1", "youths", 8, 4, 24.8, 26.0, "")
        + &unit("G2", "warriors", 20, 5, 19.0, 26.5, "")
        + &unit("G3", "warriors", 20, 5, 30.5, 26.5, "");
    let mut small = romans_and_gauls("", &red, &blue);
    small.rig("wab.flee.distance", 6).rig("wab.panic.friends_broken", 1);
    small.pick("(R1) charge Youths").pick("Hold").pick("(R2) charge Youths").pick("Flee");
    assert_eq!(small.step(), &At::Redirect(vec![small.id("R1"), small.id("R2")]));
    small.pick("(R2) charge Warriors (G3) instead").pick("Hold");
    assert_eq!(small.step(), &At::Redirect(vec![small.id("R1")]));
    small.pick("(R1) charge Warriors (G2) instead").pick("Hold").fight_on();
    small.said("upon the front of Warriors (G2)").said("upon the front of Warriors (G3)");
}

#[test]
fn a_charger_does_not_turn_to_another_where_the_house_forbids_it() {
    ruling::proves!(crate::rule::CHARGE_FAILED);
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("G1", "youths", 8, 4, 23.0, 27.0, "") + &unit("G2", "warriors", 20, 5, 28.0, 27.0, "");
    let mut small = romans_and_gauls("house = { redirect_charges = false }", &red, &blue);
    small.rig("wab.flee.distance", 6).rig("wab.panic.friends_fleeing", 1);
    small.pick("charge Youths").pick("Flee").said("[wab.charge.failed]");
}

#[test]
fn a_charger_turns_to_another_only_once() {
    ruling::proves!(crate::rule::CHARGE_FAILED);
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("G1", "youths", 8, 4, 19.5, 27.0, "")
        + &unit("G2", "youths", 8, 4, 28.5, 27.0, "")
        + &unit("G3", "warriors", 16, 4, 24.0, 27.0, "");
    let mut small = romans_and_gauls("", &red, &blue);
    small.rig("wab.flee.distance", 6).rig("wab.panic.friends_fleeing", 1);
    small.pick("charge Youths with javelins (G1)").pick("Flee").pick("javelins (G2) instead").pick("Flee");
    small.said("[wab.charge.failed]");
    assert!(!matches!(small.step(), At::Redirect(_)));
}

#[test]
fn a_target_that_flees_and_stays_in_reach_is_caught() {
    ruling::proves!(crate::rule::FLEE_CAUGHT);
    let red = unit("R4", "equites", 6, 6, 24.0, 15.0, "");
    let blue = unit("G1", "youths", 8, 4, 24.0, 22.0, "") + &unit("G2", "warriors", 20, 5, 31.0, 24.0, "");
    let mut small = romans_and_gauls("", &red, &blue);
    small.rig("wab.flee.distance", 1);
    small.pick("charge Youths").pick("Flee");
    // It must charge them: it is not asked for another target.
    small.fight_on().said("[wab.flee.caught]");
    assert!(!small.stands("G1"));
}
