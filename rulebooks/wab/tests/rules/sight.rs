//! Lines of sight: from every man of the front rank, round and over whoever stands between.

use crate::tests::rules::small::{Small, small, unit};
use umpire::{Rulebook as _, Side, Viewer};

/// Archers, who look for a target eighteen inches away past whatever stands between.
fn archers(head: &str, red: &str, blue: &str) -> Small {
    let red = unit("P1", "sparabara", 16, 8, 24.0, 10.0, "") + red;
    small(head, ("achaemenid", &red), ("successor", blue))
}

fn sees(small: &Small, label: &str) -> bool {
    let board = small.board();
    let (from, to) = (board.body(small.id("P1")), board.body(small.id(label)));
    crate::board::sight::sees(&board, from.expect("they stand"), to.expect("it stands"), false)
}

fn target() -> String {
    unit("A1", "phalangites", 16, 4, 24.0, 28.0, "")
}

#[test]
fn one_man_of_the_front_rank_who_sees_is_enough() {
    // A wall of friends before all but the file on the right.
    let wall = |width: u16, x: f64| unit("P2", "levy", 20, width, x, 14.0, "");
    assert!(sees(&archers("", "", &target()), "A1"));
    assert!(!sees(&archers("", &wall(20, 24.0), &target()), "A1"));
    let seven = 24.0 - 10.0 * 20.0 / 25.4 + 3.0 * 20.0 / 25.4 - 0.2;
    assert!(sees(&archers("", &wall(20, seven), &target()), "A1"), "past the end of the wall");
}

#[test]
fn whoever_can_be_seen_aslant_between_two_walls_is_seen() {
    // One wall before all but the two files on the right, another farther off that leaves open what only they see.
    let walls = |open: f64| {
        let half = 10.0 * 20.0 / 25.4;
        let wall = |label: &str, x: f64, y: f64| unit(label, "levy", 20, 20, x, y, "");
        wall("P2", 25.4 - half, 14.0) + &wall("P3", open + half, 22.0)
    };
    assert!(sees(&archers("", &walls(24.1), &target()), "A1"));
    assert!(!sees(&archers("", &walls(23.4), &target()), "A1"));
}

#[test]
fn skirmishers_hide_nobody() {
    let screen = unit("P3", "foot_archers", 20, 20, 24.0, 14.0, "");
    assert!(sees(&archers("", &screen, &target()), "A1"));
}

#[test]
fn buildings_woods_and_hills_hide_whom_they_stand_before() {
    let over = |kind: &str, from: f64, to: f64| {
        let area = format!("[[10, {from}], [38, {from}], [38, {to}], [10, {to}]]");
        let head = format!("terrain = [{{ kind = \"{kind}\", polygon = {area} }}]");
        sees(&archers(&head, "", &target()), "A1")
    };
    assert!(!over("building", 14.0, 14.5));
    assert!(over("water", 14.0, 20.0) && over("rough", 14.0, 20.0));
    assert!(over("wood", 14.0, 15.9), "two inches of wood are seen through");
    assert!(!over("wood", 14.0, 16.5));
    assert!(!over("hill", 14.0, 20.0));
    assert!(over("hill", 9.0, 20.0), "from the hill itself");
    assert!(over("hill", 20.0, 30.0), "up to it");
}

#[test]
fn from_a_hill_one_sees_over_those_below() {
    let wall = unit("P2", "levy", 20, 20, 24.0, 16.0, "");
    let hill = |to: f64| {
        let head = format!(
            "terrain = [{{ kind = \"hill\", polygon = [[10, 5], [38, 5], [38, {to}], [10, {to}]] }}]"
        );
        sees(&archers(&head, &wall, &target()), "A1")
    };
    assert!(hill(12.0));
    assert!(!hill(17.0), "those between stand as high");
}

#[test]
fn elephants_are_seen_over_all_but_elephants() {
    let beasts = unit("A7", "elephants", 1, 1, 24.0, 28.0, "");
    let wall = unit("P2", "levy", 20, 20, 24.0, 14.0, "");
    assert!(sees(&archers("", &wall, &beasts), "A7"));
    let others = unit("A6", "elephants", 3, 3, 24.0, 20.0, "");
    assert!(!sees(&archers("", "", &(beasts + &others)), "A7"));
}

#[test]
fn what_lies_beside_the_arc_is_not_seen() {
    // The arc opens at 45 degrees from the corners: eight files reach 3.15 inches, and eight inches on eleven.
    let beside = |x: f64| sees(&archers("", "", &unit("A1", "phalangites", 16, 4, x, 18.0, "")), "A1");
    let edge = 24.0 + 80.0 / 25.4 + 40.0 / 25.4;
    // The far rank, three inches behind the front at 18, reaches furthest into it.
    let deep = 8.0 + 80.0 / 25.4;
    assert!(beside(edge + deep - 0.1));
    assert!(!beside(edge + deep + 0.1));
}

#[test]
fn what_an_owner_keeps_of_a_unit_is_hidden_until_it_is_shown() {
    let small = small(
        "",
        ("republican_roman", &unit("R1", "hastati", 18, 6, 24.0, 20.0, "")),
        ("gallic", &unit("G1", "warriors", 20, 5, 24.0, 40.0, "")),
    );
    let (book, field) = (small.battle.book(), small.battle.field());
    let mut phase = small.battle.phase().clone();
    for id in field.ids() {
        phase.unit_mut(id).kept.secret = 7;
    }
    let secrets = |viewer: Viewer| {
        let (_, veiled) = book.veil(field, &phase, viewer);
        ["R1", "G1"].map(|label| veiled.unit(small.id(label)).kept.secret)
    };
    assert_eq!(secrets(Viewer::Player(Side::Red)), [7, 0]);
    assert_eq!(secrets(Viewer::Player(Side::Blue)), [0, 7]);
    assert_eq!(secrets(Viewer::Spectator), [0, 0]);
    assert_eq!(secrets(Viewer::Opened), [7, 7]);
    let (_, veiled) = book.veil(field, small.battle.phase(), Viewer::Spectator);
    assert_eq!(&veiled, small.battle.phase(), "nothing else is hidden");
}
