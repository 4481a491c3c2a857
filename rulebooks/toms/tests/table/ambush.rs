//! Units hidden in woods: out of sight until found.

use crate::small::{Small, ahead, march, told, unit};
use testudo_toms::rule;
use testudo_toms::veil::UNKNOWN;
use umpire::{Form, Place, Rulebook, Side, UnitId, Viewer};

const WOOD: &str =
    "[terrain]\npieces = [{ kind = \"wood\", polygon = [[30, 30], [42, 30], [42, 44], [30, 44]] }]\n";

fn small() -> Small {
    let red = [unit("greek.hoplite", 16, 36.0, 16.0, 0.0, "")];
    let blue = [unit("persian.archer", 16, 36.0, 38.0, 180.0, ", hidden = true")];
    Small::new(&red, &blue, WOOD)
}

#[test]
fn the_enemy_sees_nothing_of_an_ambush() {
    let mut small = small();
    let view = small.battle.view(Viewer::Player(Side::Red));
    assert_eq!(view.field.unit(UnitId(2)).place, Place::Waiting);
    assert_eq!(
        (view.field.card(UnitId(2)).class, view.field.card(UnitId(2)).name.as_str()),
        (UNKNOWN, "unknown")
    );
    assert_eq!(small.battle.view(Viewer::Player(Side::Blue)).field.unit(UnitId(2)).place, Place::Table);
    // In its owner's turn nothing asked of him names it to others.
    small.done(Side::Red, &[]);
    small.done(Side::Red, &[]);
    let named =
        |viewer: Viewer| match small.battle.view(viewer).pending.ask(Side::Blue).map(|a| a.form.clone()) {
            Some(Form::Sheet { picks, .. }) => picks.iter().any(|p| p.unit == Some(UnitId(2))),
            _ => panic!("a sheet is asked"),
        };
    assert!(named(Viewer::Player(Side::Blue)));
    assert!(!named(Viewer::Player(Side::Red)) && !named(Viewer::Spectator));
    // It cannot be told from a battle in which something else hides there.
    let other = small.battle.resample(Side::Red, &mut dice::Seeded::new(5));
    let red = Viewer::Player(Side::Red);
    assert!(small.battle.view(red).same(&other.view(red)));
    assert!(small.battle.book().rules().get(rule::WOODS_HIDDEN.as_str()).is_some());
}

#[test]
fn what_an_ambush_declares_is_kept_from_the_enemy() {
    let mut small = small();
    small.done(Side::Red, &[]);
    small.done(Side::Red, &[]);
    let prepare = umpire::Command::Sheet { lines: Vec::new(), picks: vec![(0, umpire::OptionId(1))] };
    let journal = small.play(Side::Blue, prepare, &[]);
    assert!(told(&journal).contains("makes fire ready"));
    let heard = small.battle.overheard(Viewer::Player(Side::Red), &journal);
    assert!(!told(&heard).contains("makes fire ready"), "{}", told(&heard));
    let phase = small.battle.view(Viewer::Player(Side::Red)).phase;
    assert_eq!(phase.states[2], testudo_toms::phase::State::default());
}

#[test]
fn a_move_halts_eight_inches_from_the_wood_and_may_go_on() {
    let mut small = small();
    small.done(Side::Red, &[]);
    let journal = small.play(Side::Red, march(0, &[ahead(10.0)]), &[]);
    assert!(told(&journal).contains("B1 Archer comes to light"), "{}", told(&journal));
    assert_eq!(small.at(0).1, 21.35);
    assert!(!small.board().is_hidden(UnitId(2)));
    let no = small.refused(Side::Red, &march(0, &[ahead(5.0)]));
    assert_eq!(no[0].rule, rule::MOVE_RATE);
    small.play(Side::Red, march(0, &[ahead(4.6)]), &[]);
    assert!((small.at(0).1 - 25.95).abs() < 0.002);
}

#[test]
fn shooting_gives_an_ambush_away() {
    let red = [unit("greek.hoplite", 16, 36.0, 16.0, 0.0, "")];
    let blue = [unit("persian.archer", 16, 36.0, 31.0, 180.0, ", hidden = true")];
    let mut small = Small::new(&red, &blue, WOOD);
    small.done(Side::Red, &[]);
    small.done(Side::Red, &[]);
    let journal = small.play(Side::Blue, crate::small::shoot(0, 0, 0), &[1; 16]);
    assert!(told(&journal).contains("comes to light"), "{}", told(&journal));
    assert_eq!(small.battle.view(Viewer::Player(Side::Red)).field.unit(UnitId(2)).place, Place::Table);
}
