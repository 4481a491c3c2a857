//! Units hidden in woods: out of sight until found.

use crate::board::state::Flame;
use crate::rule;
use crate::tests::table::small::{Small, ahead, march, told, unit};
use ruling::proves;
use umpire::{Form, Rulebook, Side, UnitId, Viewer};

const WOOD: &str =
    "[terrain]\npieces = [{ kind = \"wood\", polygon = [[30, 30], [42, 30], [42, 44], [30, 44]] }]\n";

fn small() -> Small {
    let red = [unit("greek.hoplite", 16, 36.0, 16.0, 0.0, "")];
    let blue = [unit("persian.archer", 16, 36.0, 38.0, 180.0, ", hidden = true")];
    Small::new(&red, &blue, WOOD)
}

/// The numbers: hoplites 0, the two watchers 1 and 2 in everyone's eyes; the ambush 3 in its owner's.
#[test]
fn the_enemy_sees_nothing_of_an_ambush() {
    let mut small = small();
    let names = |small: &Small, viewer: Viewer| -> Vec<String> {
        let field = small.battle.view(viewer).field;
        field.ids().map(|id| format!("{} {}", field.card(id).label, field.card(id).name)).collect()
    };
    let seen = ["R1 Hoplite", "R2 Archer", "B1 Archer"];
    assert_eq!(names(&small, Viewer::Player(Side::Red)), seen);
    assert_eq!(names(&small, Viewer::Spectator), seen);
    assert_eq!(names(&small, Viewer::Player(Side::Blue)), [&seen[..], &["B2 Archer"]].concat());
    // In its owner's turn nothing asked of him names it to others.
    small.done(Side::Red, &[]);
    small.done(Side::Red, &[]);
    let picks =
        |viewer: Viewer| match small.battle.view(viewer).pending.ask(Side::Blue).map(|a| a.form.clone()) {
            Some(Form::Sheet { picks, .. }) => {
                let mut named: Vec<UnitId> = picks.iter().filter_map(|p| p.unit).collect();
                named.dedup();
                named
            }
            _ => panic!("a sheet is asked"),
        };
    assert_eq!(picks(Viewer::Player(Side::Blue)), [UnitId(2), UnitId(3)]);
    assert_eq!(picks(Viewer::Player(Side::Red)), [UnitId(2)]);
    assert_eq!(picks(Viewer::Spectator), [UnitId(2)]);
    // It cannot be told from a battle in which something else hides there, or nobody.
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
    let prepare = umpire::Command::Sheet { lines: Vec::new(), picks: vec![(2, umpire::OptionId(1))] };
    let journal = small.play(Side::Blue, prepare, &[]);
    assert!(told(&journal).contains("made fire ready"));
    let heard = small.battle.overheard(Viewer::Player(Side::Red), &journal);
    assert!(!told(&heard).contains("made fire ready"), "{}", told(&heard));
    let phase = small.battle.view(Viewer::Player(Side::Red)).phase;
    assert!(phase.states.iter().all(|state| state.seen.flame == Flame::None));
}

/// Two in ambush: the second of the list is found first, and gets the next label and the next number.
#[test]
fn who_is_found_gets_the_next_label_and_number() {
    let red = [unit("greek.cataphract", 8, 50.0, 16.0, 0.0, "")];
    let blue = [
        unit("persian.spearman", 8, 20.0, 42.0, 180.0, ", hidden = true"),
        unit("persian.archer", 16, 54.0, 42.0, 180.0, ", hidden = true"),
    ];
    let woods = "[terrain]\npieces = [{ kind = \"wood\", polygon = [[14, 38], [26, 38], [26, 46], [14, 46]] }, \
                 { kind = \"wood\", polygon = [[48, 38], [60, 38], [60, 46], [48, 46]] }]\n";
    let mut small = Small::new(&red, &blue, woods);
    small.done(Side::Red, &[]);
    let journal = small.play(Side::Red, march(0, &[ahead(14.0)]), &[]);
    assert!(told(&journal).contains("Archer (B2) came to light"), "{}", told(&journal));
    let view = |side: Side| small.battle.view(Viewer::Player(side)).field;
    let label = |side: Side, id: u16| view(side).card(UnitId(id)).label.clone();
    assert_eq!((view(Side::Red).units().len(), label(Side::Red, 3)), (4, "B2".to_owned()));
    assert_eq!((label(Side::Blue, 3), label(Side::Blue, 4)), ("B2".to_owned(), "B3".to_owned()));
    // What it did before it came to light is nobody else's business.
    let heard = small.battle.overheard(Viewer::Player(Side::Red), &journal);
    let of_it = |e: &&umpire::Entry| matches!(e, umpire::Entry::Event(e) if e.unit() == Some(UnitId(3)));
    assert_eq!(heard.iter().filter(of_it).count(), 1);
}

#[test]
fn a_general_in_ambush_steadies_nobody() {
    let red = [unit("greek.hoplite", 16, 36.0, 16.0, 0.0, "")];
    let blue = [
        unit("persian.archer", 16, 36.0, 38.0, 180.0, ", hidden = true, general = true"),
        unit("persian.spearman", 16, 36.0, 27.5, 180.0, ""),
    ];
    let small = Small::new(&red, &blue, WOOD);
    let board = small.board();
    let (hides, stands) = (UnitId(2), UnitId(3));
    assert!(board.is_hidden(hides) && board.distance(hides, stands) < 10.0);
    assert_eq!((board.generals_within(hides, 10.0), board.generals_within(stands, 10.0)), (1, 0));
}

#[test]
fn a_move_halts_eight_inches_from_the_wood_and_may_go_on() {
    proves!(rule::MOVE_RATE, rule::TURN_REVEAL);
    let mut small = small();
    small.done(Side::Red, &[]);
    let journal = small.play(Side::Red, march(0, &[ahead(10.0)]), &[]);
    assert!(told(&journal).contains("Archer (B2) came to light"), "{}", told(&journal));
    assert_eq!(small.at(0).1, 21.35);
    assert!(!small.board().is_hidden(UnitId(2)));
    let no = small.refused(Side::Red, &march(0, &[ahead(5.0)]));
    assert_eq!(no[0].rule, rule::MOVE_RATE);
    small.play(Side::Red, march(0, &[ahead(4.6)]), &[]);
    assert!((small.at(0).1 - 25.95).abs() < 0.002);
}

#[test]
fn shooting_gives_an_ambush_away() {
    proves!(rule::WOODS_HIDDEN);
    let red = [unit("greek.hoplite", 16, 36.0, 16.0, 0.0, "")];
    let blue = [unit("persian.archer", 16, 36.0, 31.0, 180.0, ", hidden = true")];
    let mut small = Small::new(&red, &blue, WOOD);
    small.done(Side::Red, &[]);
    small.done(Side::Red, &[]);
    let journal = small.play(Side::Blue, crate::tests::table::small::shoot(1, 0, 0), &[1; 16]);
    assert!(told(&journal).contains("came to light"), "{}", told(&journal));
    assert_eq!(small.battle.view(Viewer::Player(Side::Red)).field.units().len(), 4);
}
