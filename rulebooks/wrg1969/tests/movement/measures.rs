//! Scales, bases and the distances that are always the same.

use crate::board::state::{Doing, Flight, Threat};
use crate::charge::answers::Answer;
use crate::data::feature::Kind;
use crate::data::measure::MM;
use crate::data::troop::Troop;
use crate::orders::order::{Leg, Verb};
use crate::scenario::read as scenario;
use crate::tests::movement::table_of::{Table, kit, near, square};
use form::Source;
use table::Facing;
use umpire::{Side, UnitId};

const N: Facing = Facing::NORTH;

#[test]
fn models_are_as_deep_as_they_need() {
    let models = [(Troop::Elephant, 2.5), (Troop::Chariot, 2.5), (Troop::LightDartEngine, 1.5)];
    for (troop, depth) in models {
        let mut t = Table::new(Vec::new());
        let unit = t.add(Side::Red, kit(troop), (2, 2), (20.0, 20.0), N);
        let rect = t.rect(unit);
        assert!(near(2.0 * rect.half_depth, depth) && near(2.0 * rect.half_width, 3.0), "{troop:?}");
    }
}

#[test]
fn an_inch_of_the_file_is_an_inch_of_the_table_and_no_other_scale_is_played() {
    let (_, text) = scenario::bundled().iter().find(|(id, _)| *id == "medway").expect("bundled");
    let (book, field, _) = scenario::read(&Source { name: "medway", text }).expect("a good file");
    assert_eq!((book.size.x, book.size.y), (72.0, 48.0));
    let front = field.unit(UnitId(1)).formation;
    assert!(near(front.width() / MM, 5.0), "ten files of half an inch");
    let small = text.replace("periods = 14", "scale = \"mm\", periods = 14");
    let faults = scenario::read(&Source { name: "medway", text: &small }).expect_err("it is not played");
    assert!(faults.iter().any(|f| f.to_string().contains("scale")), "{faults:?}");
}

#[test]
fn evading_rallying_back_and_stepping_back_go_their_fixed_distances() {
    for (troop, back) in [(Troop::MediumCavalry, 10.0), (Troop::MediumInfantry, 3.0), (Troop::Elephant, 3.0)]
    {
        let mut t = Table::new(Vec::new());
        let unit = t.add(Side::Red, kit(troop), (4, 4), (40.0, 30.0), N);
        let length = crate::movement::rules::rally_back(kit(troop).mover());
        t.state(unit).seen.flight = Flight::Rallying((length * 1000.0) as i32);
        t.normal();
        assert!(near(t.front_y(unit), 30.0 - back), "{troop:?}: {}", t.front_y(unit));
    }
    let mut t = Table::new(Vec::new());
    let light = t.add(Side::Red, kit(Troop::LightInfantry), (10, 5), (40.0, 30.0), N);
    let horse = t.add(Side::Blue, kit(Troop::MediumCavalry), (6, 6), (40.0, 42.0), Facing::SOUTH);
    t.state(horse).now.doing = Doing::Charging(light);
    t.phase.threats.push(Threat { charger: horse, target: light, gap: 12_000, touched: false });
    let before = t.rect(light).centre.y;
    t.bonus(&[(light, Answer::Evade)]);
    assert!(near(before - t.rect(light).centre.y, 10.0));
}

#[test]
fn a_unit_pays_for_the_worst_ground_that_any_part_of_it_is_in() {
    let moved = |x: f64| {
        let mut t = Table::new(vec![square(Kind::Bog, (10.0, 0.0), (30.0, 60.0))]);
        let foot = t.add(Side::Red, kit(Troop::MediumInfantry), (20, 10), (x, 20.0), N);
        t.order(foot, Leg::new(Verb::Advance), None);
        t.normal();
        (t.moved(foot), t.state(foot).now.hindered)
    };
    assert!(near(moved(40.0).0, 6.0) && !moved(40.0).1, "open ground");
    assert!(near(moved(32.0).0, 3.0) && moved(32.0).1, "one end of it in the bog");
    assert!(near(moved(20.0).0, 3.0) && moved(20.0).1, "all of it");
}
