//! Results of a round: each bonus, and where it is lost.

use crate::combat::bonuses;
use crate::combat::score::Claims;
use crate::tests::rules::small::{Small, romans_and_gauls, small, unit};
use umpire::Side;

/// Two units meet, blue charging, and fight a round without a wound.
fn round(head: &str, red: (&str, &str), blue: (&str, &str)) -> Small {
    let mut small = small(&format!("first = \"blue\"\n{head}"), red, blue);
    small.bloodless().rig("wab.break.test", 1).rig("wab.panic.flank", 1);
    small.rig("wab.fear.charged", 1);
    small.pick("(Y1) charge").pick("Hold");
    small
}

/// What a side claims of the combat as it stands.
fn claims(small: &Small, side: Side) -> Claims {
    let board = small.board();
    let units: Vec<_> = small.battle.phase().contacts.iter().flat_map(|c| c.units).collect();
    assert!(!units.is_empty(), "{}", small.words());
    bonuses::of(&board, &units, side).claims
}

fn hastati() -> String {
    unit("R1", "hastati", 18, 6, 24.0, 20.0, "")
}

/// Somebody, so many files wide, is met by spearmen on some ground: what it claims.
fn red_claims(head: &str, entry: &str, files: u16) -> Claims {
    let red = unit("R1", entry, 16, files, 24.0, 20.0, "");
    let blue = unit("Y1", "african_spearmen", 18, 6, 24.0, 23.0, "");
    claims(&round(head, ("republican_roman", &red), ("carthaginian", &blue)), Side::Red)
}

const WOOD: &str = "terrain = [{ kind = \"wood\", polygon = [[15, 10], [33, 10], [33, 20.5], [15, 20.5]] }]";
const HEDGE: &str = "terrain = [{ kind = \"hedge\", line = [[15, 19], [33, 19]] }]";

#[test]
fn close_order_and_ranks_count_for_foot_on_good_ground() {
    let plain = red_claims("", "hastati", 4);
    assert_eq!((plain.close_order, plain.ranks), (true, 2));
    let horse = red_claims("", "equites", 4);
    assert_eq!((horse.close_order, horse.ranks), (false, 0));
    let heavy = unit("R1", "cataphracts", 12, 6, 24.0, 20.0, "");
    let blue = unit("Y1", "african_spearmen", 18, 6, 24.0, 23.0, "");
    let heavy = claims(&round("", ("successor", &heavy), ("carthaginian", &blue)), Side::Red);
    assert!(!heavy.close_order, "it is for foot, however close the horse rides");
    let scattered = red_claims("", "velites", 4);
    assert_eq!((scattered.close_order, scattered.ranks), (false, 0));
    for ground in [WOOD, HEDGE] {
        let bad = red_claims(ground, "hastati", 4);
        assert_eq!((bad.close_order, bad.ranks), (false, 0), "{ground}");
    }
    let column = red_claims("", "hastati", 3);
    assert_eq!((column.close_order, column.ranks), (false, 0), "a march column");
}

/// Somebody charges the flank, or the rear, of hastati: what they claim and what it claims.
fn from_behind(head: &str, list: &str, entry: &str, size: u16, rear: bool) -> [Claims; 2] {
    let (x, y, facing) = if rear { (24.0, 11.0, 0) } else { (32.0, 19.0, 270) };
    let files = size.min(5);
    let blue = unit("Y1", entry, size, files, x, y, &format!(", facing = {facing}"));
    let small = round(head, ("republican_roman", &hastati()), (list, &blue));
    [Side::Red, Side::Blue].map(|side| claims(&small, side))
}

#[test]
fn flank_and_rear_are_worth_something_and_cost_the_ranks() {
    let [red, blue] = from_behind("", "carthaginian", "scutarii", 20, false);
    assert_eq!((blue.flank, blue.rear, red.ranks, red.close_order), (true, false, 0, true));
    let [red, blue] = from_behind("", "carthaginian", "scutarii", 20, true);
    assert_eq!((blue.flank, blue.rear, red.ranks), (false, true, 0));
    let [red, blue] = from_behind("", "gallic", "youths", 10, false);
    assert_eq!((blue.flank, red.ranks), (false, 2), "skirmishers earn nothing");
    for (list, entry) in [("gallic", "chariots"), ("carthaginian", "elephants")] {
        let [red, blue] = from_behind("", list, entry, 1, false);
        assert_eq!((blue.flank, red.ranks), (true, 0), "one is enough of {entry}");
    }
}

#[test]
fn close_order_is_lost_in_the_flank_where_the_house_says_so() {
    let house = "house = { close_order_lost_when_flanked = true }";
    assert!(!from_behind(house, "carthaginian", "scutarii", 20, false)[0].close_order);
    assert!(from_behind(house, "gallic", "youths", 10, false)[0].close_order);
}

#[test]
fn fewer_than_five_earn_nothing_in_the_flank() {
    let [red, blue] = from_behind("", "gallic", "chieftain", 1, false);
    assert_eq!((blue.flank, red.ranks), (false, 2));
}

#[test]
fn a_phalanx_denies_momentum_only_at_its_front() {
    let momentum = |x: f64, y: f64, facing: u16| {
        let red = unit("X1", "phalangites", 24, 6, 24.0, 20.0, "");
        let blue = unit("Y1", "scutarii", 20, 5, x, y, &format!(", facing = {facing}"));
        let mut small = small("first = \"blue\"", ("successor", &red), ("carthaginian", &blue));
        small.bloodless().rig("wab.panic.flank", 1);
        small.pick("(Y1) charge").pick("Hold");
        claims(&small, Side::Blue).momentum
    };
    assert!(!momentum(24.0, 26.0, 180));
    assert!(momentum(32.0, 19.0, 270));
}

#[test]
fn a_phalanx_needs_men_and_a_second_rank() {
    let phalanx = |list: &str, entry: &str, size: u16, files: u16| {
        let red = unit("X1", entry, size, files, 24.0, 20.0, "");
        let small =
            small("", (list, &red), ("republican_roman", &unit("R1", "hastati", 12, 6, 24.0, 40.0, "")));
        let board = small.board();
        board.body(small.id("X1")).is_some_and(|b| b.is_phalanx(small.battle.book()))
    };
    assert!(phalanx("successor", "phalangites", 16, 8));
    assert!(!phalanx("successor", "phalangites", 16, 9), "no second rank is complete");
    assert!(phalanx("achaemenid", "greek_hoplites", 12, 6), "hoplites may be fewer");
    assert!(!phalanx("carthaginian", "african_spearmen", 16, 8), "they do not fight so");
}

#[test]
fn a_phalanx_that_loses_too_many_is_none() {
    let red = unit("P1", "sparabara", 24, 12, 24.0, 10.0, "");
    let blue = unit("X1", "phalangites", 16, 5, 24.0, 22.0, "");
    let mut small = small("", ("achaemenid", &red), ("successor", &blue));
    small
        .rig_next("wab.combat.hit", &[6])
        .rig("wab.combat.hit", 1)
        .rig("wab.combat.wound", 6)
        .rig("wab.combat.save", 1);
    small.done();
    let volley = umpire::Command::Shoot(vec![(small.id("P1"), small.id("X1"))]);
    small.submit(&volley).said("1 fell");
    let board = small.board();
    assert!(board.body(small.id("X1")).is_some_and(|b| !b.is_phalanx(small.battle.book())));
}

#[test]
fn horse_has_no_momentum_in_a_wood() {
    ruling::proves!(crate::rule::RESULT_SCORE);
    let in_wood = |list: &str, entry: &str, size: u16| {
        let blue = unit("Y1", entry, size, size.min(5), 24.0, 22.0, "");
        let wide = "terrain = [{ kind = \"wood\", polygon = [[10, 20.2], [38, 20.2], [38, 30], [10, 30]] }]";
        let small = round(wide, ("republican_roman", &hastati()), (list, &blue));
        small.words().lines().find(|l| l.contains("won the round")).map(str::to_owned)
    };
    // Close order and two ranks against momentum; in the wood the riders have none.
    assert_eq!(
        in_wood("carthaginian", "spanish_cavalry", 5).as_deref(),
        Some("red won the round by 3 [wab.result.score]")
    );
    // Foot has it there, and nothing else.
    assert_eq!(
        in_wood("carthaginian", "scutarii", 20).as_deref(),
        Some("red won the round by 2 [wab.result.score]")
    );
}

/// Both sides stand equal, each with or without a musician.
fn tied(head: &str, red: bool, blue: bool) -> Small {
    let music = |yes: bool| if yes { ", command = [\"musician\"]" } else { "" };
    let red = unit("R4", "equites", 6, 6, 24.0, 15.0, music(red));
    let blue = unit("G4", "noble_cavalry", 6, 6, 24.0, 25.0, music(blue));
    let mut small = romans_and_gauls(head, &red, &blue);
    small.bloodless().rig("wab.break.test", 1);
    small.rig_next("wab.result.tie", &[3, 2]);
    small.pick("charge").pick("Counter-charge");
    small
}

#[test]
fn musicians_break_ties_where_the_house_says_so() {
    ruling::proves!(crate::rule::RESULT_SCORE);
    let house = "house = { musician_breaks_ties = true }";
    tied(house, true, false).said("red won the round by 1");
    tied(house, false, true).said("blue won the round by 1");
    tied(house, true, true).said("red won the round by 1");
    tied(house, false, false).said("The round was drawn");
    tied("", true, false).said("The round was drawn");
}

#[test]
fn units_parted_by_losses_are_brought_together() {
    // Spearmen in the rear cut down the last rank, and step up to the next.
    let red = hastati();
    let blue = unit("Y1", "african_spearmen", 18, 6, 24.0, 11.0, ", facing = 0")
        + &unit("Y2", "african_spearmen", 12, 6, 4.0, 44.0, "");
    let head = "first = \"blue\"\nhouse = { double_one_holds = true }";
    let mut small = small(head, ("republican_roman", &red), ("carthaginian", &blue));
    small
        .bloodless()
        .rig_next("wab.combat.hit", &[6; 6])
        .rig("wab.combat.wound", 6)
        .rig("wab.combat.save", 1);
    small.rig("wab.break.test", 1).rig("wab.panic.flank", 1);
    small.pick("(Y1) charge").pick("Hold").done().said("6 hits, 6 wounds");
    let rear = 20.0 - 40.0 / 25.4;
    assert_eq!(small.battle.phase().contacts.len(), 1, "{}", small.words());
    assert!((small.front("Y1").1 - rear).abs() < 0.05, "{:?}", small.front("Y1"));
}

#[test]
fn fewer_than_five_keep_no_close_order() {
    let left = |dead: usize| {
        let red = unit("R1", "hastati", 6, 6, 24.0, 20.0, "");
        let blue = unit("Y1", "african_spearmen", 18, 6, 24.0, 23.0, "");
        let mut small = small("first = \"blue\"", ("republican_roman", &red), ("carthaginian", &blue));
        small.bloodless().rig("wab.combat.wound", 6).rig("wab.combat.save", 1);
        small.rig_next("wab.combat.hit", &vec![6; dead]).rig("wab.break.test", 1).rig("wab.flee.distance", 6);
        small.pick("(Y1) charge").pick("Hold");
        let board = small.board();
        let units = [small.id("R1"), small.id("Y1")];
        bonuses::of(&board, &units, Side::Red).claims.close_order
    };
    assert_eq!((left(0), left(1)), (true, true));
}

#[test]
fn flank_and_rear_add_up_from_different_units() {
    let red = hastati();
    let blue = unit("Y1", "scutarii", 20, 5, 32.0, 19.0, ", facing = 270")
        + &unit("Y2", "scutarii", 20, 5, 24.0, 11.0, ", facing = 0");
    let mut small = small("first = \"blue\"", ("republican_roman", &red), ("carthaginian", &blue));
    small.bloodless().rig("wab.break.test", 1).rig("wab.panic.flank", 1);
    small.rig("wab.pursuit.choice", 1);
    small.pick("(Y1) charge").pick("Hold").pick("(Y2) charge").pick("Hold").pick("(Y1)");
    // Close order, two ranks, momentum, flank and rear against close order.
    small.said("blue won the round by 6");
}

#[test]
fn an_army_standard_alone_in_a_fight_counts() {
    let red = unit("R6", "army_standard_bearer", 1, 1, 24.0, 20.0, "")
        + &unit("R1", "hastati", 12, 6, 4.0, 4.0, "");
    let blue = unit("Y1", "youths", 8, 8, 24.0, 24.0, "");
    let mut small = romans_and_gauls("first = \"blue\"", &red, &blue);
    small.bloodless().rig("wab.break.test", 1);
    small.pick("charge Army standard").pick("Hold");
    // The standard against momentum.
    small.said("The round was drawn");
}

#[test]
fn chariots_have_no_momentum_in_a_wood_either() {
    let red = unit("R3", "velites", 8, 8, 24.0, 20.0, "");
    let blue = unit("Y1", "chariots", 3, 3, 24.0, 22.0, "");
    let wood = "terrain = [{ kind = \"wood\", polygon = [[10, 20.2], [38, 20.2], [38, 30], [10, 30]] }]";
    round(wood, ("republican_roman", &red), ("gallic", &blue)).said("The round was drawn");
    round("", ("republican_roman", &red), ("gallic", &blue)).said("blue won the round");
}
