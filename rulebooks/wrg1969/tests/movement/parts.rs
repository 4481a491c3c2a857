//! Only the files in danger evade, by the house rule `partial_evade`.

use crate::board::state::{Doing, Meant};
use crate::board::{Board, veil};
use crate::charge::answers::{self, Answer};
use crate::combat::disorder::{self, Cause};
use crate::combat::losses::{self, Loss};
use crate::data::troop::Troop;
use crate::movement::part_evades;
use crate::orders::order::{Leg, Ref, Verb};
use crate::rule;
use crate::tests::movement::table_of::{Table, kit, near};
use table::Facing;
use umpire::{Form, Side, UnitId};

/// Six files against ten of light foot, who stand so far to the east of them.
fn skirmish(troop: Troop, east: f64, gap: f64) -> (Table, UnitId, UnitId) {
    let mut t = Table::new(Vec::new());
    t.book.house.partial_evade = true;
    let red = t.add(Side::Red, kit(troop), (12, 6), (40.0, 20.0), Facing::NORTH);
    let blue =
        t.add(Side::Blue, kit(Troop::LightInfantry), (20, 10), (40.0 + east, 20.0 + gap), Facing::SOUTH);
    t.order(red, Leg::new(Verb::Advance), None);
    t.order(blue, Leg::to(Verb::Skirmish, Ref::NearestEnemy), Some(Meant::Unit(red)));
    t.state(blue).kept.order.as_mut().expect("an order").begun = false;
    (t, red, blue)
}

/// How many figures of a unit are apart from the others.
fn apart(t: &mut Table, unit: UnitId) -> u16 {
    t.state(unit).seen.apart.map_or(0, |a| a.formation.figures)
}

#[test]
fn those_an_enemy_comes_up_to_go_and_are_back_next_period() {
    let (mut t, red, blue) = skirmish(Troop::HeavyInfantry, 3.0, 3.0);
    t.normal();
    let before = t.rect(blue);
    t.bonus(&[]);
    assert_eq!((t.files(blue), apart(&mut t, blue)), (7, 6), "three files of two are before him");
    let after = t.rect(blue);
    assert!(near(after.centre.x + after.half_width, before.centre.x + before.half_width));
    assert!(near(after.front_mid().y, before.front_mid().y), "the others have not stirred");
    let ran = t.state(blue).seen.apart.expect("some ran").pose.at.vec().y / crate::data::measure::MM;
    assert!(near(ran, before.centre.y + 10.0), "{ran}");
    assert!(t.phase.fights.is_empty());
    let field = t.field().clone();
    assert_eq!(t.phase.strength(&field, blue), 20);
    let board = Board::of(&t.book, &field, &t.phase);
    assert!(disorder::causes(&board, board.body(blue).expect("there")).has(Cause::FrontBroken));
    t.with(part_evades::reunite);
    assert_eq!((t.files(blue), apart(&mut t, blue)), (10, 0));
    let again = t.rect(blue);
    assert!(again.centre.distance(before.centre) < 0.01 && t.gap(red, blue) > 0.4);
    let field = t.field().clone();
    let board = Board::of(&t.book, &field, &t.phase);
    assert!(!disorder::causes(&board, board.body(blue).expect("there")).has(Cause::FrontBroken));
}

#[test]
fn the_owner_is_asked_which_of_them_go() {
    let (mut t, _, blue) = skirmish(Troop::HeavyInfantry, 3.0, 3.0);
    t.normal();
    let rules = |t: &mut Table| -> Vec<ruling::RuleId> {
        let field = t.field().clone();
        let ask =
            answers::pending_answers(&veil::board(&t.book, &field, &t.phase, Side::Blue), &field, Side::Blue)
                .expect("he is asked");
        let Form::Sheet { picks, .. } = ask.form else { panic!("a sheet") };
        picks[0].options.iter().map(|o| o.rule).collect()
    };
    let all = [rule::ORDERS_SKIRMISH_PART, rule::MOVE_EVADE, rule::ORDERS_DISCRETION];
    assert_eq!(rules(&mut t), all);
    t.book.house.partial_evade = false;
    assert_eq!(rules(&mut t), all[1..]);
    t.book.house.partial_evade = true;
    t.bonus(&[(blue, Answer::Evade)]);
    assert_eq!((t.files(blue), apart(&mut t, blue)), (10, 0), "the whole unit went");
    assert!(near(t.moved(blue), 10.0));
}

#[test]
fn the_nearer_end_goes_with_the_middle_and_only_skirmishers_part() {
    let (mut t, _, blue) = skirmish(Troop::MediumCavalry, 0.0, 3.0);
    t.order(blue, Leg::to(Verb::Screen, Ref::NearestEnemy), None);
    t.normal();
    t.bonus(&[]);
    assert!(t.files(blue) < 10 && apart(&mut t, blue) > 0, "the middle and the nearer end");
    let (mut t, _, blue) = skirmish(Troop::MediumCavalry, 0.0, 3.0);
    t.order(blue, Leg::new(Verb::Hold), None);
    t.state(blue).kept.order.as_mut().expect("an order").begun = false;
    t.normal();
    t.bonus(&[]);
    assert_eq!(apart(&mut t, blue), 0, "only skirmishers part");
}

#[test]
fn those_who_run_may_be_caught() {
    let (mut t, red, blue) = skirmish(Troop::MediumCavalry, 1.5, 9.0);
    t.state(red).kept.may_charge = true;
    t.normal();
    assert_eq!(t.phase.threats.len(), 1);
    t.bonus(&[(blue, Answer::EvadeInPart)]);
    assert!(matches!(t.state(blue).now.doing, Doing::Evading(by) if by == red));
    assert_eq!(t.phase.fights.len(), 1, "1 + 10 is not beyond 12");
    assert_eq!(t.facing(blue), Facing::NORTH, "with their backs turned");
    let (ran, stood) = (t.field().unit(blue).formation.figures, apart(&mut t, blue));
    assert!(ran > 0 && stood > 0 && ran + stood == 20);
    // Cut down to the last man, they are not the whole unit.
    let lost = Loss::spread(blue, 20 * u32::from(ran));
    t.with(|book, phase, cx| losses::take(book, phase, &[lost], rule::CASUALTY_TABLE, cx));
    assert!(t.on_table(blue) && t.phase.fights.is_empty());
    assert_eq!((t.field().unit(blue).formation.figures, apart(&mut t, blue)), (stood, 0));
}

#[test]
fn in_contact_they_close_up_behind() {
    let (mut t, red, blue) = skirmish(Troop::HeavyInfantry, 3.0, 5.0);
    t.state(red).kept.may_charge = true;
    t.normal();
    t.bonus(&[(blue, Answer::EvadeInPart)]);
    assert!(t.phase.fights.is_empty() && apart(&mut t, blue) > 0);
    let files = t.files(blue);
    t.with(part_evades::reunite);
    assert_eq!(t.field().unit(blue).formation.figures, 20);
    assert_eq!(t.files(blue), files, "the charger stands where the others were");
}
