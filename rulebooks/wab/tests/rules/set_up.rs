//! Set-up and the end: edges, the first turn, ground laid from a seed, armies, the last turn.

use crate::common::muster;
use crate::small::{romans_and_gauls, unit};
use dice::Scripted;
use table::{Facing, Pose, Vec2};
use testudo_wab::army;
use testudo_wab::scenario::pairing;
use testudo_wab::state::Step as At;
use umpire::{Command, Entry, OptionId, Pending, Side, Silent};

const DEPLOYING: &str = "book = \"wab\"\nid = \"t\"\nname = \"t\"\n\
    [red]\nname = \"red\"\nlist = \"republican_roman\"\nunits = [{ id = \"R1\", unit = \"hastati\", size = 12 }]\n\
    [blue]\nname = \"blue\"\nlist = \"gallic\"\nunits = [{ id = \"G1\", unit = \"warriors\", size = 20 }]\n";

fn choose(i: u16) -> Command {
    Command::Choose(OptionId(i))
}

#[test]
fn the_higher_roll_chooses_its_edge_and_the_other_places_first() {
    let mut battle = muster(DEPLOYING);
    let mut dice = Scripted::new([3, 3, 2, 5, 6, 1]);
    battle.submit(Side::Red, &choose(0), &mut dice, &mut Silent).expect("it begins");
    assert_eq!(battle.phase().step, At::Edge(Side::Blue));
    battle.submit(Side::Blue, &choose(0), &mut dice, &mut Silent).expect("blue takes the south");
    assert_eq!((&battle.phase().step, battle.phase().south), (&At::Deploy(Side::Red), Side::Blue));
    let place = |id: u16, y: f64, facing| {
        Command::Place(vec![(umpire::UnitId(id), Pose::new(Vec2::new(36.0, y) * 25.4, facing))])
    };
    let refused = battle.submit(Side::Red, &place(0, 6.0, Facing::NORTH), &mut dice, &mut Silent);
    assert!(refused.is_err(), "the south is not red's");
    battle.submit(Side::Red, &place(0, 42.0, Facing::SOUTH), &mut dice, &mut Silent).expect("in its zone");
    battle.submit(Side::Blue, &place(1, 6.0, Facing::NORTH), &mut dice, &mut Silent).expect("in its zone");
    assert_eq!(battle.phase().step, At::FirstTurn(Side::Red));
    let mut journal: Vec<Entry> = Vec::new();
    battle.submit(Side::Red, &choose(1), &mut dice, &mut journal).expect("red gives it away");
    let says = |e: &Entry| matches!(e, Entry::Ruling(r) if r.rule.as_str() == "wab.setup.first_turn");
    assert!(journal.iter().any(says));
    assert_eq!((battle.phase().first, battle.phase().turn), (Side::Blue, 1));
    assert_eq!(dice.finish(), Ok(()));
}

#[test]
fn ground_is_laid_from_a_seed_and_the_same_for_the_same() {
    let army =
        |id| army::read(&form::parse_toml(army::ready(id).expect("one")).expect("TOML")).expect("legal");
    let (romans, gauls) = (army("republican_roman"), army("gallic"));
    let text = pairing(&romans, &gauls, 5);
    assert_eq!(text, pairing(&romans, &gauls, 5));
    assert_ne!(text, pairing(&romans, &gauls, 6));
    let pieces = text.matches("kind = ").count();
    assert!((4..=6).contains(&pieces), "D3+3 pieces: {pieces}");
    muster(&text);
}

#[test]
fn a_unit_of_four_is_too_small() {
    let few = "book = \"wab\"\narmy = \"republican_roman\"\nname = \"few\"\npoints = 500\nunits = [\
        { unit = \"consul\", size = 1 }, { unit = \"equites\", size = 4 }, { unit = \"hastati\", size = 20 }]\n";
    let faults = army::read(&form::parse_toml(few).expect("TOML")).expect_err("too few horsemen");
    let said: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert!(said.iter().any(|f| f.contains("has 4 models, allowed 5")), "{said:?}");
}

#[test]
fn the_battle_ends_with_the_last_turn() {
    let red = unit("R1", "hastati", 12, 6, 24.0, 6.0, "");
    let mut small = romans_and_gauls("turns = 1", &red, &unit("G1", "warriors", 20, 5, 24.0, 44.0, ""));
    small.done();
    small.done();
    let Pending::Over(outcome) = small.battle.pending() else { panic!("{:?}", small.step()) };
    assert_eq!((outcome.winner, outcome.rule.as_str()), (None, "wab.victory.length"));
    small.said("a draw");
}
