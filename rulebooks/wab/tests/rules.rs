//! Rules on small tables: charges and answers, fights, flights.

mod common;

use common::{inches, muster, said};
use dice::{Scripted, Seeded};
use table::Facing;
use testudo_wab::Wab;
use testudo_wab::board::Board;
use testudo_wab::state::Step as At;
use umpire::{Battle, Command, Entry, Event, Form, Motion, OptionId, Pending, Rulebook, Side, Step, UnitId};

/// A table 48 inches square with these units: each "id unit size files x y more".
fn table(terrain: &str, red: &str, blue: &str) -> Battle<Wab> {
    let side = |name: &str, list: &str, units: &str| {
        format!("[{name}]\nname = \"{name}\"\nlist = \"{list}\"\nunits = [\n{units}\n]\n")
    };
    let text = format!(
        "book = \"wab\"\nid = \"t\"\nname = \"t\"\ntable = [48, 48]\nterrain = [{terrain}]\n{}{}",
        side("red", "republican_roman", red),
        side("blue", "gallic", blue),
    );
    let mut battle = muster(&text);
    battle.submit(Side::Red, &choose(0), &mut Seeded::new(1), &mut umpire::Silent).expect("it begins");
    battle
}

fn choose(i: u16) -> Command {
    Command::Choose(OptionId(i))
}

fn id(battle: &Battle<Wab>, label: &str) -> UnitId {
    let field = battle.field();
    field.ids().find(|&u| field.card(u).label == label).expect("it is there")
}

/// What was said, in one string.
fn words(entries: &[Entry]) -> String {
    let said = entries.iter().filter_map(|e| match e {
        Entry::Ruling(r) => Some(format!("{} [{}]", r.text, r.rule)),
        _ => None,
    });
    said.collect::<Vec<_>>().join("\n")
}

fn options(battle: &Battle<Wab>) -> Vec<String> {
    match battle.pending() {
        Pending::Decide(_, ask) => match ask.form {
            Form::Choose(choices) => choices.into_iter().map(|c| c.label.into_owned()).collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn option(battle: &Battle<Wab>, label: &str) -> Command {
    let found = options(battle).iter().position(|o| o.contains(label));
    choose(found.unwrap_or_else(|| panic!("no `{label}` in {:?}", options(battle))) as u16)
}

const HASTATI: &str = "{ id = \"R1\", unit = \"hastati\", size = 18, files = 6, command = [\"standard\", \"musician\"], x = 24, y = 20 },";

#[test]
fn a_charge_in_reach_is_offered_and_closes_flush() {
    let mut battle =
        table("", HASTATI, "{ id = \"G1\", unit = \"warriors\", size = 20, files = 5, x = 25, y = 27 }");
    let charge = option(&battle, "charges");
    let mut dice = Seeded::new(3);
    said(&mut battle, Side::Red, &charge, &mut dice);
    assert!(matches!(battle.phase().step, At::React { .. }), "{:?}", battle.phase().step);
    // Warriors have no missiles and are no horse: they hold or flee.
    assert_eq!(options(&battle), ["Hold", "Flee"]);
    let r = id(&battle, "R1");
    // Nobody has anything else to declare: the charge is moved and the round fought.
    let journal = said(&mut battle, Side::Blue, &choose(0), &mut dice);
    let closed = journal.iter().find_map(|e| match e {
        Entry::Event(Event::Moved { unit, to, motion: Motion::Conform, .. }) if *unit == r => Some(*to),
        _ => None,
    });
    let to = closed.expect("it closed with its target");
    assert_eq!(to.facing, Facing::NORTH);
    // Three ranks of 20 mm behind a front at 27 inches.
    assert!((to.at.vec().y - (27.0 * 25.4 - 30.0)).abs() < 0.1, "{to:?}");
    let said = words(&journal);
    assert!(said.contains("[wab.charge.contact]") && said.contains("[wab.result.score]"), "{said}");
}

#[test]
fn a_target_out_of_reach_is_not_offered() {
    let battle =
        table("", HASTATI, "{ id = \"G1\", unit = \"warriors\", size = 20, files = 5, x = 24, y = 28.5 }");
    // Eight inches is as far as M 4 charges; nothing else can be declared, so the moves are asked.
    assert!(matches!(battle.phase().step, At::Remaining));
}

#[test]
fn a_wood_halves_the_reach_of_close_order() {
    let wood = "{ kind = \"wood\", polygon = [[18, 21], [30, 21], [30, 26], [18, 26]] }";
    let battle =
        table(wood, HASTATI, "{ id = \"G1\", unit = \"warriors\", size = 20, files = 5, x = 24, y = 27.5 }");
    assert!(matches!(battle.phase().step, At::Remaining));
}

#[test]
fn skirmishers_flee_and_the_charge_fails_or_catches() {
    let mut battle =
        table("", HASTATI, "{ id = \"G3\", unit = \"youths\", size = 8, files = 4, x = 24, y = 26 }");
    let mut dice = Seeded::new(11);
    let charge = option(&battle, "charges");
    said(&mut battle, Side::Red, &charge, &mut dice);
    let flee = option(&battle, "Flee");
    let journal = words(&said(&mut battle, Side::Blue, &flee, &mut dice));
    assert!(
        journal.contains("[wab.flee.direction]") || journal.contains("[wab.flee.off_table]"),
        "{journal}"
    );
    let youths = id(&battle, "G3");
    assert!(battle.phase().unit(youths).fleeing || !battle.field().on_table(youths));
}

#[test]
fn a_move_is_judged_by_inches_wheels_and_the_inch_between() {
    let battle =
        table("", HASTATI, "{ id = \"G1\", unit = \"warriors\", size = 20, files = 5, x = 24, y = 42 }");
    let r = id(&battle, "R1");
    let check = |manner: u8, path: Vec<Step>| {
        let command = Command::Move { manner, units: vec![r], path };
        battle.book().check(battle.field(), battle.phase(), Side::Red, &command)
    };
    let rules = |manner: u8, path: Vec<Step>| -> Vec<String> {
        match check(manner, path) {
            Ok(_) => Vec::new(),
            Err(refusals) => refusals.iter().map(|r| r.rule.to_string()).collect(),
        }
    };
    let none: [&str; 0] = [];
    assert_eq!(rules(0, vec![Step::Forward(inches(4.0))]), none);
    assert_eq!(rules(0, vec![Step::Forward(inches(4.1))]), ["wab.move.rate"]);
    assert_eq!(rules(1, vec![Step::Forward(inches(8.0))]), none);
    assert_eq!(rules(2, vec![Step::Forward(inches(8.0))]), ["wab.fast_march.column"]);
    // Drilled: one about-face is free.
    assert_eq!(rules(0, vec![Step::Turn(Facing::SOUTH), Step::Forward(inches(4.0))]), none);
    assert_eq!(rules(1, vec![Step::Turn(Facing::SOUTH)]), ["wab.march.manoeuvre"]);
    assert_eq!(rules(0, vec![Step::Shift(inches(1.0))]), ["wab.move.rate"]);
    let wheel = Step::WheelLeft(Facing::degrees(45.0));
    // 45 degrees of 120 mm are 3.7 inches.
    assert_eq!(rules(0, vec![wheel]), none);
    assert_eq!(rules(0, vec![wheel, Step::Forward(inches(1.0))]), ["wab.move.rate"]);
    assert_eq!(rules(4, vec![Step::Forward(inches(2.0))]), none);
    assert_eq!(rules(4, vec![Step::Forward(inches(2.2))]), ["wab.move.rate"]);
}

#[test]
fn a_ferocious_charge_breaks_whom_it_beats() {
    let red = "{ id = \"R1\", unit = \"hastati\", size = 12, files = 6, x = 24, y = 20 },\n\
               { id = \"R2\", unit = \"velites\", size = 8, files = 8, x = 8, y = 3 },";
    let blue = "{ id = \"G1\", unit = \"warriors\", size = 32, files = 8, command = [\"leader\", \"standard\"], x = 24, y = 27 }";
    for seed in 0..40 {
        let mut battle = table("", red, blue);
        let mut dice = Seeded::new(seed);
        // Red passes its turn; blue charges.
        let mut journal = String::new();
        for _ in 0..12 {
            let side = match battle.pending() {
                Pending::Decide(side, _) => side,
                _ => break,
            };
            let command = match battle.phase().step {
                At::Declare if side == Side::Blue => choose(0),
                At::Declare => option(&battle, "No more"),
                At::React { .. } => choose(0),
                At::Remaining | At::Shoot => Command::Done,
                _ => choose(0),
            };
            journal += &words(&said(&mut battle, side, &command, &mut dice));
            if journal.contains("wins the round") || journal.contains("is drawn") {
                break;
            }
        }
        if journal.contains("blue wins the round") {
            assert!(journal.contains("[wab.special.ferocious_charge]"), "{journal}");
            return;
        }
    }
    panic!("in forty battles the warriors never won");
}

#[test]
fn units_near_the_general_test_on_his_leadership() {
    let red = "{ id = \"R1\", unit = \"hastati\", size = 12, files = 6, x = 24, y = 20 },\n\
               { id = \"R5\", unit = \"consul\", x = 24, y = 10 },";
    let blue = "{ id = \"G1\", unit = \"warriors\", size = 20, files = 5, x = 24, y = 42 }";
    let battle = table("", red, blue);
    let board = Board::of(battle.book(), battle.field(), battle.phase());
    let hastati = board.body(id(&battle, "R1")).expect("it stands");
    // Within twelve inches of the consul they test on his Leadership.
    assert_eq!(board.leaders(hastati).best().total(), 9);
}

#[test]
fn drilled_foot_reform_without_a_die() {
    let mut one =
        table("", HASTATI, "{ id = \"G1\", unit = \"warriors\", size = 20, files = 5, x = 24, y = 42 }");
    let reform = Command::Move { manner: 3, units: vec![id(&one, "R1")], path: Vec::new() };
    // Drilled foot reform without a test: no die is rolled.
    let mut dice = Scripted::new([]);
    said(&mut one, Side::Red, &reform, &mut dice);
    assert_eq!(dice.finish(), Ok(()));
    assert!(matches!(one.phase().step, At::Regroup(_)));
}
