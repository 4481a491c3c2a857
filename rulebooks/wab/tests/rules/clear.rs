//! Nobody ends upon anybody: rallies, failed charges, charges past skirmishers, characters who join and leave.

use crate::data::tables::Cover;
use crate::movement::manner;
use crate::tests::rules::small::{Small, ahead, romans_and_gauls, small, unit};
use table::{Facing, Pose, Vec2};
use umpire::{Command, Step};

/// The pairs of units that stand upon each other.
fn overlaps(small: &Small) -> Vec<String> {
    let board = small.board();
    let label = |i: usize| small.battle.field().card(board.bodies[i].id).label.clone();
    let mut pairs = Vec::new();
    for i in 0..board.bodies.len() {
        for j in 0..i {
            if board.bodies[i].rect.overlaps(&board.bodies[j].rect, 0.03) {
                pairs.push(format!("{} on {}", label(i), label(j)));
            }
        }
    }
    pairs
}

#[test]
fn skirmishers_who_rally_among_friends_form_up_clear_of_them() {
    ruling::proves!(crate::rule::RALLY_AFTER);
    // The velites flee and stop close before friends; spread out where they stand they would lie upon them.
    let red = unit("R3", "velites", 16, 8, 24.0, 24.0, ", facing = 0")
        + &unit("R1", "hastati", 24, 12, 24.0, 15.3, "")
        + &unit("R2", "hastati", 12, 2, 18.0, 20.5, "");
    let blue = unit("G1", "warriors", 20, 5, 24.0, 33.5, "");
    let mut small = romans_and_gauls("first = \"blue\"", &red, &blue);
    small.rig("wab.flee.distance", 3).rig("wab.rally.test", 1).rig("wab.panic.friends_fleeing", 1);
    small.pick("charge Velites").pick("Flee").fight_on();
    while !small.words().contains("passed a rally test") {
        small.submit(&Command::Choose(umpire::OptionId(0)));
    }
    assert!(!small.state("R3").fleeing, "{}", small.words());
    assert_eq!(overlaps(&small), Vec::<String>::new(), "{}", small.words());
    small.said("(R3) formed up").said("inches aside");
}

#[test]
fn skirmishers_whose_charge_fails_do_not_end_upon_friends() {
    ruling::proves!(crate::rule::CHARGE_FAILED);
    let red = unit("R3", "velites", 8, 8, 24.0, 18.0, "") + &unit("R1", "hastati", 18, 6, 24.0, 22.5, "");
    let blue = unit("G3", "youths", 8, 8, 24.0, 27.5, "");
    let mut small = romans_and_gauls("", &red, &blue);
    small.rig("wab.flee.distance", 6);
    small.pick("(R3) charge").pick("Flee").said("Velites (R3) fell short in their charge and went");
    small.said("stopped by Hastati (R1) [wab.charge.failed]");
    assert_eq!(overlaps(&small), Vec::<String>::new());
}

#[test]
fn a_charge_that_would_end_upon_skirmishing_friends_is_not_offered() {
    let offered = |y: f64| {
        let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "") + &unit("R3", "velites", 8, 8, 24.0, y, "");
        let small = romans_and_gauls("", &red, &unit("G1", "warriors", 20, 5, 24.0, 27.0, ""));
        small.options().iter().any(|o| o.contains("(R1) charge"))
    };
    assert!(offered(22.0), "it goes through them and ends beyond");
    assert!(!offered(26.5), "it would end upon them");
}

#[test]
fn soft_cover_is_a_wood_before_the_target_as_well_as_a_hedge() {
    let cover = |terrain: &str| {
        let red = unit("P1", "immortals", 18, 6, 24.0, 10.0, "");
        let blue = unit("G1", "warriors", 20, 5, 24.0, 24.0, "");
        let head = format!("terrain = [{terrain}]");
        let small = small(&head, ("achaemenid", &red), ("gallic", &blue));
        let board = small.board();
        let [from, to] = ["P1", "G1"].map(|l| *board.body(small.id(l)).expect("it stands"));
        crate::board::sight::cover(&board, &from, &to)
    };
    let wood = |y: f64| {
        format!(
            "{{ kind = \"wood\", polygon = [[14, {}], [34, {}], [34, {y}], [14, {y}]] }}",
            y - 1.5,
            y - 1.5
        )
    };
    assert_eq!(cover(&wood(23.9)), Cover::Soft, "close behind the wood");
    assert_eq!(cover(&wood(22.0)), Cover::None, "two inches beyond it");
    assert_eq!(cover("{ kind = \"hedge\", line = [[14, 23.9], [34, 23.9]] }"), Cover::Soft);
    assert_eq!(cover(&wood(25.0)), Cover::Soft, "in it");
}

/// The consul stands with hastati, all of whom may still move.
fn consul(terrain: &str, blue: &str) -> Small {
    let red =
        unit("R1", "hastati", 18, 6, 24.0, 20.0, "") + "{ id = \"R5\", unit = \"consul\", with = \"R1\" },\n";
    let blue = unit("G9", "warriors", 16, 4, 4.0, 44.0, "") + blue;
    let mut small = romans_and_gauls(&format!("terrain = [{terrain}]"), &red, &blue);
    small.no_charges();
    small
}

fn leaves_to(small: &Small, x: f64, y: f64) -> Vec<String> {
    let pose = Pose::new(Vec2::new(x, y) * 25.4, Facing::NORTH);
    small.against("R5", manner::LEAVE, &[Step::To(pose)])
}

#[test]
fn a_character_marches_at_triple_rate_as_he_leaves_his_unit() {
    ruling::proves!(crate::rule::TROOPS_CHARACTERS);
    let none = Vec::<String>::new();
    assert_eq!(leaves_to(&consul("", ""), 24.0, 31.5), none, "less than twelve inches from its front");
    assert_eq!(leaves_to(&consul("", ""), 24.0, 33.5), ["wab.troops.characters"]);
    // With the enemy near he does not march.
    let near = unit("G1", "warriors", 16, 4, 31.0, 26.0, "");
    assert_eq!(leaves_to(&consul("", &near), 24.0, 31.5), ["wab.troops.characters"]);
    assert_eq!(leaves_to(&consul("", &near), 24.0, 23.5), none);
}

#[test]
fn a_character_who_leaves_does_not_cross_deep_water() {
    ruling::proves!(crate::rule::TROOPS_CHARACTERS);
    let lake = "{ kind = \"water\", polygon = [[14, 21], [34, 21], [34, 22.5], [14, 22.5]] }";
    assert_eq!(leaves_to(&consul(lake, ""), 24.0, 24.0), ["wab.troops.characters"]);
}

#[test]
fn a_unit_without_room_for_one_more_takes_no_character() {
    ruling::proves!(crate::rule::TROOPS_CHARACTERS);
    let joins = |gap: f64| {
        let deep = 3.0 * 20.0 / 25.4;
        let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "")
            + &unit("R2", "hastati", 12, 6, 24.0, 20.0 - deep - gap, "")
            + &unit("R5", "consul", 1, 1, 30.0, 20.0, "");
        let mut small = romans_and_gauls("", &red, &unit("G9", "warriors", 16, 4, 4.0, 44.0, ""));
        small.no_charges();
        let units = vec![small.id("R5"), small.id("R1")];
        small.refused(&Command::Move { manner: manner::JOIN, units, path: Vec::new() })
    };
    assert_eq!(joins(1.5), Vec::<String>::new());
    assert_eq!(joins(0.1), ["wab.troops.characters"]);
}

#[test]
fn who_turned_has_moved_the_drilled_too() {
    let moved = |path: &[Step]| {
        let red = unit("P1", "immortals", 18, 6, 24.0, 20.0, ", command = [\"musician\"]");
        let blue = unit("G1", "warriors", 20, 5, 24.0, 44.0, "");
        let mut small = small("", ("achaemenid", &red), ("gallic", &blue));
        small.no_charges().go("P1", manner::MOVE, path);
        small.state("P1").done.moved
    };
    assert!(!moved(&[]));
    assert!(moved(&[Step::Turn(Facing::SOUTH)]), "a turn that costs the drilled nothing");
    assert!(moved(&[ahead(1.0)]));
}

#[test]
fn the_frenzied_are_beyond_hatred() {
    ruling::proves!(crate::rule::HATRED_REROLL);
    // Every blow misses, and hits and kills if it is struck again.
    let kills = |entry: &str| {
        let red = unit("G1", entry, 20, 6, 24.0, 20.0, ", hates = [\"all\"]");
        let blue = unit("R1", "hastati", 18, 6, 24.0, 26.0, "");
        let mut small = small("", ("gallic", &red), ("republican_roman", &blue));
        small.rig("wab.combat.hit", 1).rig("wab.hatred.reroll", 6).rig("wab.combat.wound", 6);
        small.rig("wab.combat.save", 1).rig("wab.break.test", 1).pick("(G1) charge").pick("Hold");
        small.state("R1").models < 18
    };
    assert!(kills("nobles"));
    assert!(!kills("fanatics"));
}

#[test]
fn elephants_in_single_file_charge() {
    let red = unit("C7", "elephants", 2, 1, 24.0, 20.0, "");
    let blue = unit("R1", "hastati", 18, 6, 24.0, 28.0, "");
    let small = small("", ("carthaginian", &red), ("republican_roman", &blue));
    assert!(small.options().iter().any(|o| o.contains("(C7) charge")), "{:?}", small.options());
}
