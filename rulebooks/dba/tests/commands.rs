//! Armies of several commands: their dice, their generals, their groups, and when they have lost.

use crate::board::state::{Phase, Step};
use crate::movement::check::{check, movable};
use crate::movement::group::joined_to;
use crate::movement::manner::{GROUP, SINGLE};
use crate::play::bound::begin_bound;
use crate::{Dba, board::Board, rule, scenario, victory};
use dice::Scripted;
use form::Source;
use ruling::proves;
use table::{Facing, Point, Pose};
use umpire::{Cx, Entry, Event, Field, Place, Shown, Side, Step as Leg, UnitId};

const GAUGAMELA: &str = include_str!("../data/scenarios/gaugamela.toml");

fn faults(text: &str) -> String {
    let source = Source { name: "test.toml", text };
    source.lines(&scenario::read::read(&source).err().unwrap_or_default())
}

/// Gaugamela in its first bound, Macedon's, with these dice of PIPs, and what was told.
fn first_bound(faces: [u8; 2]) -> (Dba, Field, Phase, Vec<Entry>) {
    let source = Source { name: "gaugamela.toml", text: GAUGAMELA };
    let (book, mut field, mut phase) =
        scenario::read::read(&source).unwrap_or_else(|no| panic!("{}", source.lines(&no)));
    let mut journal = Vec::new();
    let mut dice = Scripted::new(faces);
    begin_bound(&book, &mut phase, &mut Cx::new(&mut field, &mut dice, &mut journal));
    assert_eq!(dice.finish(), Ok(()), "one die for each command");
    (book, field, phase, journal)
}

fn find(field: &Field, label: &str) -> UnitId {
    field.ids().find(|&id| field.card(id).label == label).expect("such an element")
}

fn forward(paces: f64) -> Leg {
    Leg::Forward((paces * crate::data::scale::MM * Point::PER_MM) as i32)
}

#[test]
fn each_command_throws_its_own_die_and_tells_it() {
    proves!(rule::ARMY_COMMANDS, rule::PIPS_ROLL);
    let (book, _, phase, journal) = first_bound([4, 1]);
    assert_eq!((phase.step.clone(), phase.pips.of(0), phase.pips.of(1)), (Step::Move, 4, 1));
    let told = |entry: &Entry| match entry {
        Entry::Ruling(r) if r.also.contains(&rule::ARMY_COMMANDS) => Some(r.text.clone()),
        _ => None,
    };
    let told: Vec<String> = journal.iter().filter_map(told).collect();
    assert_eq!(told, ["Alexander rolled 4 for PIPs.", "Parmenion rolled 1 for PIPs."]);
    let (_, field, _, _) = first_bound([4, 1]);
    let left: Vec<(u16, u16)> = book.budgets(&field, &phase).iter().map(|b| (b.left, b.of)).collect();
    assert_eq!(left, [(4, 4), (1, 1)]);
}

#[test]
fn a_command_spends_its_own_pips_on_its_own_elements() {
    proves!(rule::ARMY_COMMANDS);
    let (book, field, mut phase, _) = first_bound([4, 1]);
    let (right, left) = (find(&field, "M1"), find(&field, "M13"));
    phase.pips.pay(1, 1);
    let board = Board::of(&book, &field, &phase);
    let able = movable(&board, &phase);
    assert!(able.contains(&right) && !able.contains(&left), "Parmenion has nothing left");
    let no = check(&board, &phase, Side::Red, SINGLE, &[left], &[forward(50.0)]).expect_err("no PIPs");
    assert_eq!(no[0].rule, rule::PIPS_COST);
    assert!(check(&board, &phase, Side::Red, SINGLE, &[right], &[forward(50.0)]).is_ok());
}

#[test]
fn a_group_is_of_one_command() {
    proves!(rule::ARMY_COMMANDS);
    let (book, field, phase, _) = first_bound([4, 4]);
    // The two halves of the phalanx stand side by side.
    let (right, left) = (find(&field, "M1"), find(&field, "M15"));
    let board = Board::of(&book, &field, &phase);
    let no = check(&board, &phase, Side::Red, GROUP, &[right, left], &[forward(50.0)]).expect_err("two");
    assert_eq!(no[0].rule, rule::ARMY_COMMANDS);
    let mates = joined_to(&board, right);
    assert!(mates.len() > 6 && mates.iter().all(|&id| book.commands.of(id) == 0));
}

#[test]
fn orders_come_from_the_general_of_the_command() {
    proves!(rule::ARMY_COMMANDS, rule::PIPS_COMMAND);
    let (book, mut field, mut phase, _) = first_bound([4, 4]);
    phase.bound = 3;
    let scouts = find(&field, "M23");
    let price = |field: &Field| {
        let board = Board::of(&book, field, &phase);
        check(&board, &phase, Side::Red, SINGLE, &[scouts], &[forward(50.0)]).expect("it may").price.total()
    };
    assert_eq!(price(&field), 1, "Parmenion is near");
    // Parmenion rides far off; Alexander being near would not help.
    let (parmenion, alexander) = (find(&field, "M20"), find(&field, "M8"));
    let mm = crate::data::scale::MM;
    let far = Pose::new(table::Vec2::new(3300.0, 400.0) * mm, Facing::NORTH);
    let near = Pose::new(table::Vec2::new(520.0, 700.0) * mm, Facing::NORTH);
    for (id, to) in [(parmenion, far), (alexander, near)] {
        field.apply(&Event::Moved { unit: id, to, motion: umpire::Motion::March, rule: rule::MOVE_SINGLE });
    }
    assert_eq!(price(&field), 2, "out of his command");
}

#[test]
fn an_army_of_two_commands_bears_eight_losses_and_falls_with_its_general_in_chief() {
    proves!(rule::ARMY_COMMANDS);
    let (book, mut field, mut phase, _) = first_bound([4, 4]);
    let lose = |field: &mut Field, label: &str| {
        let unit = find(field, label);
        field.apply(&Event::Left { unit, place: Place::Destroyed, rule: rule::VICTORY_COUNT });
    };
    lose(&mut field, "M20");
    assert_eq!(victory::check(&book, &field, &phase), None, "Parmenion is not Alexander");
    for label in ["M13", "M14", "M15", "M16", "M17", "M18"] {
        lose(&mut field, label);
    }
    assert_eq!(victory::check(&book, &field, &phase), None, "seven of eight");
    let mut eighth = field.clone();
    lose(&mut eighth, "M1");
    assert_eq!(victory::check(&book, &eighth, &phase).and_then(|o| o.winner), Some(Side::Blue));
    lose(&mut field, "M8");
    phase.bound += 1;
    assert_eq!(victory::check(&book, &field, &phase).and_then(|o| o.winner), Some(Side::Blue));
}

#[test]
fn what_is_wrong_with_commands_is_said_where_it_stands() {
    proves!(rule::ARMY_COMMANDS, rule::ARMY_GENERAL);
    assert_eq!(faults(GAUGAMELA), "");
    let one = GAUGAMELA.replace("commands = 2", "commands = 1");
    assert!(
        faults(&one).contains("2 commands are named, but house rule `commands` is 1"),
        "{}",
        faults(&one)
    );
    let none = GAUGAMELA.replacen(", command = 2, general = true", ", command = 2", 1);
    assert!(faults(&none).contains("no element of command 2 has its general"), "{}", faults(&none));
    let crowd = GAUGAMELA.replace("command = 2 }", "command = 1 }");
    assert!(faults(&crowd).contains("a command has 15 at the most"), "{}", faults(&crowd));
    let unplaced = "book = \"dba\"\nid = \"x\"\nname = \"x\"\n[house]\ncommands = 2\n\
                    [red]\narmy = \"gallic\"\n[blue]\narmy = \"gallic\"\n";
    assert!(faults(unplaced).contains("need elements with places"), "{}", faults(unplaced));
}
