//! What owners are asked before the movement, those who ride, and those who come back.

use crate::board::state::{General, Meant};
use crate::board::veil;
use crate::data::kit::{Kit, Role};
use crate::data::troop::Troop;
use crate::movement::intent::{self, Aiming, Go};
use crate::orders::order::{Leg, Ref, Shape, Verb};
use crate::tests::movement::table_of::{Table, kit, near};
use dice::Scripted;
use table::Facing;
use umpire::{Command, Form, OptionId, Side};

const N: Facing = Facing::NORTH;
const S: Facing = Facing::SOUTH;

#[test]
fn the_sheet_offers_what_is_left_to_the_owner() {
    let mut t = Table::new(Vec::new());
    let red = t.add(Side::Red, kit(Troop::MediumCavalry), (12, 6), (40.0, 20.0), N);
    let blue = t.add(Side::Blue, kit(Troop::HeavyInfantry), (20, 10), (40.0, 25.0), S);
    t.order(red, Leg::to(Verb::Attack, Ref::NearestEnemy), Some(Meant::Unit(blue)));
    t.state(red).kept.may_charge = true;
    let field = t.field().clone();
    let ask = intent::pending(&veil::board(&t.book, &field, &t.phase, Side::Red), &field, Side::Red)
        .expect("red is asked");
    let Form::Sheet { picks, .. } = &ask.form else { panic!("a sheet") };
    let at = |word: &str| picks.iter().position(|p| p.label.ends_with(word)).expect("it is asked") as u16;
    let given = Command::Sheet {
        lines: Vec::new(),
        picks: vec![(at("move"), OptionId(1)), (at("formation"), OptionId(1)), (at("charge"), OptionId(1))],
    };
    let told = intent::check(&t.book, &field, &t.phase, Side::Red, &given).expect("a good sheet");
    let (unit, intent) = &told[0];
    assert_eq!((*unit, intent.go, intent.charge), (red, Go::Halt, Aiming::Nobody));
    assert_eq!(intent.formation, Some(Shape::Column));
    let wrong = Command::Sheet { lines: Vec::new(), picks: vec![(99, OptionId(0))] };
    assert!(intent::check(&t.book, &field, &t.phase, Side::Red, &wrong).is_err());
    assert!(intent::check(&t.book, &field, &t.phase, Side::Red, &Command::Done).is_ok_and(|i| i.is_empty()));
}

#[test]
fn a_formation_in_the_order_is_not_the_owners_to_change() {
    let mut t = Table::new(Vec::new());
    let red = t.add(Side::Red, kit(Troop::MediumInfantry), (20, 10), (40.0, 20.0), N);
    t.order(red, Leg { formation: Some(Shape::Files(5)), ..Leg::new(Verb::Advance) }, None);
    let field = t.field().clone();
    let ask = intent::pending(&veil::board(&t.book, &field, &t.phase, Side::Red), &field, Side::Red);
    let Some(Form::Sheet { picks, .. }) = ask.as_ref().map(|a| &a.form) else { panic!("a sheet") };
    assert!(picks.iter().all(|p| !p.label.ends_with("formation")));
    t.normal();
    assert_eq!(t.files(red), 5);
}

#[test]
fn the_general_leads_a_unit_along_his_own_path() {
    let mut t = Table::new(Vec::new());
    let red = t.add(Side::Red, kit(Troop::MediumInfantry), (20, 10), (40.0, 20.0), N);
    let figure = t.add(Side::Red, Kit::rider(Role::General, true), (1, 1), (40.0, 20.0), N);
    t.phase.command[Side::Red].general = Some(General { with: Some(red), ..General::new(figure) });
    let field = t.field().clone();
    let path = |text: &str| Command::Sheet { lines: vec![(0, text.to_owned())], picks: Vec::new() };
    assert!(intent::check(&t.book, &field, &t.phase, Side::Red, &path("up 3")).is_err());
    let told =
        intent::check(&t.book, &field, &t.phase, Side::Red, &path("right 20, ahead 3")).expect("a path");
    t.normal_with(&told);
    assert!(t.facing(red).turn_to(Facing::degrees(20.0)).abs() < 0.01);
    assert!(near(t.moved(red), 3.0 + 5.0 * 20.0f64.to_radians()));
    assert!(t.rect(figure).centre.distance(t.rect(red).centre) < 0.01, "he goes with it");
}

#[test]
fn a_general_rides_and_gallops_once() {
    let mut t = Table::new(Vec::new());
    let figure = t.add(Side::Red, Kit::rider(Role::General, true), (1, 1), (40.0, 5.0), N);
    let unit = t.add(Side::Red, kit(Troop::HeavyInfantry), (20, 10), (40.0, 50.0), N);
    t.phase.command[Side::Red].general = Some(General { riding_to: Some(unit), ..General::new(figure) });
    let start = t.rect(figure).centre.y;
    t.normal();
    assert!(near(t.rect(figure).centre.y - start, 8.0));
    t.bonus(&[]);
    assert!(near(t.rect(figure).centre.y - start, 18.0));
    t.next_period();
    t.normal();
    t.bonus(&[]);
    assert!(near(t.rect(figure).centre.y - start, 26.0), "one gallop a trip");
}

#[test]
fn troops_off_the_table_come_back_where_they_left() {
    let mut t = Table::new(Vec::new());
    let red = t.add(Side::Red, kit(Troop::MediumInfantry), (20, 10), (40.0, 0.2), S);
    t.order(red, Leg { bearing: Some(180_000), ..Leg::new(Verb::MoveDir) }, None);
    t.normal();
    assert!(!t.on_table(red));
    t.returns(Scripted::new([2]));
    assert!(!t.on_table(red), "a 2 is nothing");
    t.returns(Scripted::new([3, 2]));
    assert!(!t.on_table(red), "a 3 delays");
    t.returns(Scripted::new([]));
    assert!(!t.on_table(red));
    t.returns(Scripted::new([]));
    assert!(t.on_table(red) && t.facing(red) == N, "after two periods");
    let rect = t.rect(red);
    assert!(near(rect.centre.y, 0.75) && near(rect.centre.x, 40.0));
    assert!(t.state(red).kept.order.is_none() && t.state(red).seen.rallied);
}

#[test]
fn after_three_failures_they_are_gone() {
    let mut t = Table::new(Vec::new());
    let red = t.add(Side::Red, kit(Troop::MediumInfantry), (20, 10), (40.0, 0.2), S);
    t.order(red, Leg { bearing: Some(180_000), ..Leg::new(Verb::MoveDir) }, None);
    t.normal();
    for _ in 0..3 {
        t.returns(Scripted::new([5]));
    }
    assert!(t.state(red).seen.gone_for_good && t.state(red).kept.away.is_none());
}
