//! The bound: its parts in order, PIPs, what is asked and what may be known.

use crate::board::state::{Marks, Step};
use crate::data::troop::Troop::*;
use crate::play::veil;
use crate::tests::small::{self, sound};
use crate::{Dba, rule, scenario};
use ruling::proves;

use small::{Small, choose};
use std::sync::Arc;
use umpire::{Battle, Command, Entry, Form, Pending, Place, Rulebook, Side, Viewer};

#[test]
fn a_bound_ends_with_the_roll_for_the_next() {
    proves!(rule::BOUND_SEQUENCE, rule::PIPS_ROLL);
    let table = Small::default();
    let end = table.play(&[], &[4]);
    let standing = end.battle.standing();
    assert_eq!((standing.turn, standing.active, standing.phase), (4, Some(Side::Blue), "movement"));
    let heading = end.journal.iter().find_map(|entry| match entry {
        Entry::Heading { rule, text } => Some((*rule, text.as_str())),
        _ => None,
    });
    assert_eq!(heading, Some((rule::BOUND_SEQUENCE, "Bound 4, Carthage: 4 PIPs")));
    let roll = end.rulings().find(|r| r.rule == rule::PIPS_ROLL).expect("a roll");
    assert_eq!(roll.rolls, [(Side::Blue, None, 4)]);
    let Pending::Decide(Side::Blue, ask) = end.battle.pending() else { panic!("blue moves") };
    assert!(matches!(ask.form, Form::Move { left: Some(m), .. } if m.to_string() == "4 PIPs"));
}

#[test]
fn marks_last_for_one_bound() {
    let mut table = Small::default();
    let knights = table.red(Knights, 1000.0, 1000.0, 0.0);
    let bows = table.blue(Bows, 1000.0, 1100.0, 180.0);
    table.moved_into(knights, bows);
    let end = table.play(&[], &[3, 2, 3]);
    assert!(end.phase().marks.iter().all(|m| *m == Marks::default()));
}

#[test]
fn combats_are_asked_for_only_while_there_is_a_choice() {
    let mut table = Small::default();
    for x in [600.0, 1000.0, 1400.0] {
        table.red(Blades, x, 1000.0, 0.0);
        table.blue(Blades, x, 1060.0, 180.0);
    }
    let (mut battle, mut dice) = (table.battle(), dice::Scripted::new([3, 3, 3, 3, 3, 3, 2]));
    let mut submit = |battle: &mut Battle<Dba>, command: &Command| {
        battle.submit(Side::Red, command, &mut dice, &mut umpire::Silent)
    };
    submit(&mut battle, &Command::Done).expect("movement ends");
    let Pending::Decide(Side::Red, ask) = battle.pending() else { panic!("red chooses") };
    let Form::Choose(choices) = ask.form else { panic!("a choice") };
    assert_eq!(choices[1].label, "Blades (R3) against Blades (B4)");
    for bad in [choose(3), Command::Done, Command::Shoot(Vec::new())] {
        assert!(submit(&mut battle, &bad).is_err());
    }
    submit(&mut battle, &choose(2)).expect("the third");
    submit(&mut battle, &choose(0)).expect("the first, and the last by itself");
    assert_eq!(battle.phase().step, Step::Move);
    assert_eq!(battle.phase().pips.total(), 2);
    assert_eq!(dice.finish(), Ok(()));
}

#[test]
fn each_part_refuses_what_belongs_to_another() {
    proves!(rule::BOUND_SEQUENCE, rule::SHOOT_ORDER, rule::COMBAT_WHO);
    let mut table = Small::default();
    let bows = table.red(Bows, 1000.0, 1000.0, 0.0);
    let (book, battle) = (Dba::default(), table.battle());
    let mut phase = battle.phase().clone();
    let mut check = |step: Step, command: &Command| {
        phase.step = step;
        let reasons = book.check(battle.field(), &phase, Side::Red, command).expect_err("refused");
        reasons[0].rule
    };
    let shoot = Command::Shoot(vec![(bows, bows)]);
    assert_eq!(check(Step::Move, &shoot), rule::BOUND_SEQUENCE);
    assert_eq!(check(Step::Targets(Side::Red), &choose(0)), rule::BOUND_SEQUENCE);
    assert_eq!(check(Step::Replies(Side::Red), &choose(0)), rule::BOUND_SEQUENCE);
    assert_eq!(check(Step::Shoot, &Command::Done), rule::BOUND_SEQUENCE);
    assert_eq!(check(Step::Shoot, &choose(9)), rule::SHOOT_ORDER);
    assert_eq!(check(Step::Fight, &Command::Done), rule::BOUND_SEQUENCE);
    assert_eq!(check(Step::Fight, &choose(0)), rule::COMBAT_WHO);
}

/// Two armies that have yet to set up.
fn unset() -> Battle<Dba> {
    let text = "book = \"dba\"\nid = \"test\"\nname = \"Test\"\n[red]\nname = \"Rome\"\narmy = \"polybian_roman\"\n\
                [blue]\nname = \"Carthage\"\narmy = \"carthaginian\"\n";
    let source = form::Source { name: "test", text };
    let (book, field, phase) = scenario::read::read(&source).unwrap_or_else(|faults| panic!("{faults:?}"));
    Battle::new(Arc::new(book), field, phase)
}

#[test]
fn nobody_knows_the_enemy_army_before_it_deploys() {
    let battle = unset();
    let hidden = |viewer: Viewer, side: Side| {
        let view = battle.view(viewer);
        let cards = view.field.roster().cards.iter().filter(|c| c.side == side);
        let mut classes = cards.filter(|c| c.class != CampFollowers as u16).map(|c| c.class == veil::UNKNOWN);
        let first = classes.next().expect("elements");
        assert!(classes.all(|c| c == first));
        first
    };
    assert!(!hidden(Viewer::Player(Side::Red), Side::Red) && hidden(Viewer::Player(Side::Red), Side::Blue));
    assert!(hidden(Viewer::Spectator, Side::Red) && hidden(Viewer::Spectator, Side::Blue));
    assert!(!hidden(Viewer::Opened, Side::Red) && !hidden(Viewer::Opened, Side::Blue));
}

#[test]
fn a_guess_is_an_army_of_the_list() {
    let battle = unset();
    let guess = battle.resample(Side::Red, &mut dice::Seeded::new(7));
    let cards = &guess.field().roster().cards;
    let blue: Vec<_> =
        cards.iter().filter(|c| c.side == Side::Blue && c.class < CampFollowers as u16).collect();
    assert_eq!(blue.len(), 12);
    assert_eq!(blue.iter().filter(|c| c.general).count(), 1);
    let red = |b: &Battle<Dba>| {
        let cards = b.field().roster().cards.clone();
        cards.into_iter().filter(|c| c.side == Side::Red).collect::<Vec<_>>()
    };
    assert_eq!(red(&guess), red(&battle));
    assert_eq!(guess.pending(), battle.pending());
}

#[test]
fn nothing_is_hidden_once_all_stand_on_the_table() {
    let mut table = Small::default();
    table.red(Blades, 1000.0, 1000.0, 0.0);
    table.blue(Spears, 1000.0, 1500.0, 180.0);
    let battle = table.battle();
    let view = battle.view(Viewer::Player(Side::Blue));
    assert!(view.field == *battle.field() && view.phase == *battle.phase());
}

#[test]
fn an_unsound_table_is_found_out() {
    let mut table = Small::default();
    table.red(Blades, 1000.0, 1000.0, 0.0);
    let found = |table: &Small| {
        let battle = table.battle();
        sound(battle.book(), battle.field(), battle.phase())
    };
    assert_eq!(found(&table), Ok(()));
    let mut apart = table.clone();
    apart.red(Blades, 1100.0, 1000.0, 0.0);
    assert_eq!(found(&apart), Err("Blades (R1) overlaps Blades (R2)".to_owned()));
    let mut off = table.clone();
    off.red(Blades, 20.0, 1000.0, 0.0);
    assert!(found(&off).is_err());
    let battle = table.battle();
    let mut field = battle.field().clone();
    let (unit, place) = (umpire::UnitId(0), Place::Off);
    field.apply(&umpire::Event::Left { unit, place, rule: rule::DESTROYED_REMOVE });
    assert!(sound(battle.book(), &field, battle.phase()).is_err());
}
