//! Set-up and the end: edges, the first turn, ground laid from a seed, armies, the last turn.

use crate::army::file;
use crate::board::state::Step as At;
use crate::scenario::pairing::pairing;
use crate::tests::common::muster;
use crate::tests::rules::small::{Small, romans_and_gauls, unit};
use crate::victory;
use dice::Scripted;
use table::{Facing, Pose, Vec2};
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
    ruling::proves!(crate::rule::SETUP_TABLE, crate::rule::SETUP_FIRST_TURN);
    let mut dice = Scripted::new([3, 3, 2, 5, 6, 1]);
    let mut journal: Vec<Entry> = Vec::new();
    battle.submit(Side::Red, &choose(0), &mut dice, &mut journal).expect("it begins");
    let laid =
        |e: &Entry| matches!(e, Entry::Ruling(r) if r.text.starts_with("The table was 72 by 48 inches"));
    assert!(journal.iter().any(laid));
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
        |id| file::read(&form::parse_toml(file::ready(id).expect("one")).expect("TOML")).expect("legal");
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
    ruling::proves!(crate::rule::BASICS_UNIT);
    let few = "book = \"wab\"\narmy = \"republican_roman\"\nname = \"few\"\npoints = 500\nunits = [\
        { unit = \"consul\", size = 1 }, { unit = \"equites\", size = 4 }, { unit = \"hastati\", size = 20 }]\n";
    let faults = file::read(&form::parse_toml(few).expect("TOML")).expect_err("too few horsemen");
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
    small.said("The battle was drawn");
}

/// Hastati cut down eight youths, all the Gauls have but for their chief.
fn nearly_all_lost(head: &str) -> Small {
    let red = unit("R1", "hastati", 32, 8, 24.0, 20.0, "");
    let blue = unit("G3", "youths", 8, 8, 24.0, 26.0, "") + &unit("G5", "war_chief", 1, 1, 4.0, 44.0, "");
    let mut small = romans_and_gauls(head, &red, &blue);
    small.deadly(Side::Red).harmless(Side::Blue).rig("wab.panic.friends_broken", 1);
    small.pick("charge").pick("Hold");
    assert!(!small.stands("G3"), "{}", small.words());
    small
}

#[test]
fn an_army_of_a_quarter_of_its_models_is_broken_unless_the_house_says_otherwise() {
    let small = nearly_all_lost("");
    let Pending::Over(outcome) = small.battle.pending() else { panic!("{:?}", small.step()) };
    assert_eq!((outcome.winner, outcome.rule.as_str()), (Some(Side::Red), "wab.victory.army_break"));
    small.said("red won decisively");
    let small = nearly_all_lost("house = { army_break = false }");
    assert!(matches!(small.battle.pending(), Pending::Decide(Side::Blue, _)));
}

#[test]
fn what_is_lost_is_counted_with_the_general_and_the_army_standard() {
    ruling::proves!(crate::rule::FLEE_CAUGHT);
    // The chief and the bearer are ridden down in flight; a fleeing unit counts as lost while it flees.
    let red = unit("R4", "equites", 6, 6, 24.0, 20.0, "");
    let blue = unit("G5", "war_chief", 1, 1, 24.0, 27.0, "") + &unit("G1", "warriors", 16, 4, 4.0, 40.0, "");
    let mut small = romans_and_gauls("", &red, &blue);
    small.rig("wab.flee.distance", 1).rig("wab.panic.general", 6).rig("wab.panic.friends_broken", 1);
    small.rig("wab.rally.test", 6);
    small.pick("charge War chief").pick("Flee").said("[wab.flee.caught]").said("(G1) failed a panic test");
    let lost = |small: &Small| {
        let battle = &small.battle;
        victory::losses(battle.book(), battle.field(), battle.phase(), Side::Blue)
    };
    let points = |label: &str| small.battle.book().kit(small.id(label)).points;
    let all = lost(&small);
    assert_eq!((all.points, all.general, all.army_standard), (points("G5") + points("G1"), true, false));
    assert_eq!(all.worth(), points("G5") + points("G1") + 100);
}

#[test]
fn characters_are_placed_last_and_nobody_on_another() {
    let text = DEPLOYING
        .replace("size = 12 }]", "size = 12 }, { id = \"R5\", unit = \"consul\" }]")
        .replace("size = 20 }]", "size = 20 }, { id = \"G2\", unit = \"warriors\", size = 20 }]");
    let mut battle = muster(&text);
    let mut dice = Scripted::new([5, 2, 6, 1]);
    let mut submit = |battle: &mut umpire::Battle<crate::Wab>, side, command: &Command| {
        battle.submit(side, command, &mut dice, &mut Silent).is_ok()
    };
    let at = |id: u16, x: f64, y: f64, facing| {
        Command::Place(vec![(umpire::UnitId(id), Pose::new(Vec2::new(x, y) * 25.4, facing))])
    };
    assert!(submit(&mut battle, Side::Red, &choose(0)));
    assert!(submit(&mut battle, Side::Red, &choose(0)), "red takes the south");
    assert!(submit(&mut battle, Side::Blue, &at(2, 36.0, 42.0, Facing::SOUTH)));
    assert!(!submit(&mut battle, Side::Red, &at(1, 30.0, 6.0, Facing::NORTH)), "the consul comes last");
    assert!(!submit(&mut battle, Side::Red, &at(2, 30.0, 6.0, Facing::NORTH)), "not his unit");
    assert!(submit(&mut battle, Side::Red, &at(0, 36.0, 6.0, Facing::NORTH)));
    assert!(!submit(&mut battle, Side::Blue, &at(3, 36.0, 42.0, Facing::SOUTH)), "someone stands there");
    assert!(!submit(&mut battle, Side::Blue, &at(3, 0.5, 42.0, Facing::SOUTH)), "over the table's edge");
    assert!(submit(&mut battle, Side::Blue, &at(3, 20.0, 42.0, Facing::SOUTH)));
    assert!(submit(&mut battle, Side::Red, &at(1, 30.0, 6.0, Facing::NORTH)));
}

#[test]
fn only_those_who_are_gone_are_lost_with_their_standard_and_their_rank() {
    // A bearer who flees counts his points while he flees, not his standard; a unit off the table is no general.
    let red = unit("R4", "equites", 6, 6, 24.0, 20.0, "");
    let blue = unit("G6", "army_standard_bearer", 1, 1, 24.0, 35.0, "")
        + &unit("G3", "youths", 6, 3, 40.0, 44.0, "")
        + &unit("G1", "warriors", 16, 4, 4.0, 40.0, "");
    let mut small = romans_and_gauls("", &red, &blue);
    small.rig("wab.flee.distance", 6).rig("wab.rally.test", 6).rig("wab.panic.friends_fleeing", 1);
    small.pick("charge Bearer").pick("Flee");
    let losses = |small: &Small| {
        let battle = &small.battle;
        victory::losses(battle.book(), battle.field(), battle.phase(), Side::Blue)
    };
    let bearer = small.battle.book().kit(small.id("G6")).points;
    let lost = losses(&small);
    assert_eq!((lost.points, lost.army_standard, lost.general), (bearer, !small.stands("G6"), false));
    let left = |small: &Small| {
        let battle = &small.battle;
        victory::present(battle.book(), battle.field(), battle.phase(), Side::Blue)
    };
    assert_eq!(left(&small), 6 + 16 + u32::from(small.stands("G6")));
}
