//! What a side may not know of the enemy, and orders that nobody may give.

use crate::Wrg6;
use crate::board::Board;
use crate::board::state::{Phase, Step};
use crate::movement::written;
use crate::orders::sheet;
use crate::tests::small;
use small::{B, Put, R, area, foot, id, scenario};
use std::sync::Arc;
use umpire::{Battle, Command, Field, Side, View, Viewer};

/// What red sees of a battle.
fn seen(book: &Wrg6, field: &Field, phase: &Phase) -> View<Wrg6> {
    Battle::new(Arc::new(book.clone()), field.clone(), phase.clone()).view(Viewer::Player(Side::Red))
}

#[test]
fn bodies_and_lone_generals_out_of_sight_do_not_show() {
    let village = area("village", [300, 450], [1200, 60]);
    for (ground, shows) in [("", true), (village.as_str(), false)] {
        let enemy = Put("blue", "B1", "LI", "regular C", 6, 1, "javelin", [900, 600], "C W S", "");
        let (book, field, mut phase) = scenario(ground, &[foot("red", "R1", [900, 300], ""), enemy]);
        phase.step = Step::Move;
        let general = &mut phase.command[Side::Blue].generals[0];
        (general.with, general.at) = (None, table::Point::round(table::Vec2::new(900.0, 700.0)));
        let view = seen(&book, &field, &phase);
        assert_eq!(view.field.on_table(B), shows);
        assert_eq!(view.phase.command[Side::Blue].generals.len(), usize::from(shows));
    }
}

#[test]
fn whoever_is_out_of_sight_excuses_nobody_from_his_pace() {
    let village = area("village", [700, 302], [400, 28]);
    let horse = Put("red", "R1", "HC", "regular C", 10, 2, "lance", [900, 300], "C Q A", "");
    let (book, field, mut phase) = scenario(&village, &[horse, foot("blue", "B1", [900, 334], "")]);
    phase.step = Step::Move;
    let view = seen(&book, &field, &phase);
    assert!(!view.field.on_table(B), "the village hides them");
    for words in ["halt", "ahead 10", "ahead 30"] {
        let truly = written::judge(Board::of(&book, &field, &phase), R, words).is_ok();
        let seemingly = written::judge(Board::of(&view.book, &view.field, &view.phase), R, words).is_ok();
        assert_eq!((truly, seemingly), (words == "ahead 30", words == "ahead 30"), "{words}");
    }
}

#[test]
fn losses_carried_and_what_the_enemy_is_asked_are_his_own_affair() {
    let (book, field, mut phase) =
        scenario("", &[foot("red", "R1", [900, 300], ""), foot("blue", "B1", [900, 600], "")]);
    (phase.units[1].kept.carried, phase.units[1].kept.shot_casualties) = (13, 7);
    (phase.units[0].kept.carried, phase.units[0].kept.shot_casualties) = (11, 5);
    phase.asked[Side::Blue] = false;
    let view = seen(&book, &field, &phase);
    let known = |id| (view.phase.state(id).kept.carried, view.phase.state(id).kept.shot_casualties);
    assert_eq!((known(R), known(B)), ((11, 5), (0, 0)));
    assert!(view.phase.asked[Side::Blue], "whether he has anything to decide does not show");
}

#[test]
fn a_field_that_nobody_shows_is_hidden() {
    let (book, field, mut phase) =
        scenario("", &[foot("red", "R1", [900, 300], ""), foot("blue", "B1", [900, 600], "")]);
    for state in &mut phase.units {
        state.kept.secret = 1;
        (state.now.tested, state.now.row, state.now.moved) = (true, 4, 70);
    }
    let view = seen(&book, &field, &phase);
    assert!(view.field.on_table(B));
    assert_eq!([R, B].map(|id| view.phase.state(id).kept.secret), [1, 0]);
    let theirs = &view.phase.state(B).now;
    assert_eq!((theirs.tested, theirs.row, theirs.moved), (false, 0, 70), "only what shows is shown");
}

#[test]
fn generals_order_their_own_command_and_nobody_off_the_table() {
    let bodies = [
        foot("red", "R1", [300, 100], ""),
        foot("red", "R2", [900, 300], "general = 'sub'"),
        foot("red", "R3", [1050, 300], ""),
        foot("blue", "B1", [900, 1100], ""),
    ];
    let (book, field, mut phase) = scenario("", &bodies);
    phase.step = Step::Orders;
    let mine = id(&field, "R2");
    phase.command[Side::Red].generals[1].command = vec![mine];
    let board = Board::of(&book, &field, &phase);
    let sheet = sheet::of(board, Side::Red);
    let gives = |general: u16, words: &str| {
        let command = Command::Sheet { lines: vec![(general, words.to_owned())], picks: Vec::new() };
        sheet.read(board, Side::Red, &command).is_ok()
    };
    assert!(gives(0, "R3: C Q A") && gives(1, "R2: C Q A"));
    assert!(!gives(1, "R3: C Q A"), "not of his command");
    assert!(!gives(0, "R3: RF Q A"), "flank marches begin off the table");
    assert!(!gives(0, "B1: C Q A") && !gives(0, "R3 C Q A") && !gives(0, "R3: C A Q"));
}
