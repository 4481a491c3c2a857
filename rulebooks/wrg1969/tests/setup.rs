//! Deployment: sealed, in one's zone, nobody on another.

use crate::army::lists::list;
use crate::board::state::{Phase, Step};
use crate::data::measure::MM;
use crate::scenario::pairing::pairing;
use crate::scenario::read::read;
use crate::setup::deploy::{ask, beside, check, resolve};
use crate::setup::usual::{to_place, usual};
use crate::{Wrg1969, rule};
use dice::Seeded;
use form::Source;
use ruling::proves;
use table::{Facing, Pose, Vec2};
use umpire::{Asked, BySide, Command, Cx, Field, Form, Place, Rulebook, Side, Silent, UnitId};

fn meeting() -> (Wrg1969, Field, Phase) {
    let army = |id: &str| list(id).expect("there is such a list").ready();
    let text = pairing(&army("roman_early"), &army("gallic"));
    read(&Source { name: "pairing", text: &text }).expect("a good pairing")
}

fn pose(x: f64, y: f64) -> Pose {
    Pose::new(Vec2::new(x, y) * MM, Facing::NORTH)
}

fn refused(change: impl FnOnce(&mut Vec<(UnitId, Pose)>)) -> Vec<(String, &'static str)> {
    let (book, field, _) = meeting();
    let mut places = usual(&book, &field, Side::Red);
    change(&mut places);
    let why = check(&book, &field, Side::Red, &Command::Place(places)).expect_err("it is not allowed");
    why.into_iter().map(|refusal| (refusal.what.to_string(), refusal.rule.as_str())).collect()
}

#[test]
fn both_sides_are_asked_sealed_each_for_its_own_zone() {
    proves!(rule::SETUP_DEPLOY);
    let (book, field, phase) = meeting();
    assert_eq!(book.asked(&field, &phase), Asked::Sealed(BySide([true; 2])));
    for side in Side::ALL {
        let ask = ask(&book, &field, side);
        let Form::Place { units, zone, may_decline } = &ask.form else { panic!("a form of places") };
        assert_eq!((ask.rule, *may_decline), (rule::SETUP_DEPLOY, false));
        assert!(units.iter().all(|&id| field.side(id) == side));
        let ys: Vec<f64> = zone.iter().map(|p| (p.vec().y / MM).round()).collect();
        let expected = if side == Side::Red { [0.0, 0.0, 15.0, 15.0] } else { [45.0, 45.0, 60.0, 60.0] };
        assert_eq!(ys, expected);
    }
}

#[test]
fn the_usual_deployment_is_lawful_and_the_same_turned_about() {
    let army = list("parthian").expect("there is such a list").ready();
    let text = pairing(&army, &army);
    let (book, field, _) = read(&Source { name: "pairing", text: &text }).expect("a good pairing");
    let red = check(&book, &field, Side::Red, &Command::Done).expect("it is lawful");
    let blue = check(&book, &field, Side::Blue, &Command::Done).expect("it is lawful");
    for ((_, a), (_, b)) in red.iter().zip(&blue) {
        let turned = Vec2::new(96.0 * MM, 60.0 * MM) - b.at.vec();
        assert!(a.at.vec().distance(turned) < 1e-3, "{a:?} {b:?}");
        assert_eq!((a.facing, b.facing), (Facing::NORTH, Facing::SOUTH));
    }
}

#[test]
fn places_outside_the_zone_and_on_others_are_refused() {
    proves!(rule::SETUP_DEPLOY, rule::SETUP_TABLE);
    let deep = refused(|places| places[0].1 = pose(20.0, 16.0));
    assert_eq!(deep, [("too far from the base edge".to_owned(), "wrg1969.setup.deploy")]);
    let off = refused(|places| places[0].1 = pose(0.5, 5.0));
    assert_eq!(off[0], ("off the table".to_owned(), "wrg1969.setup.table"));
    let on = refused(|places| places[1].1 = places[0].1);
    assert_eq!(on[0], ("two units overlap".to_owned(), "wrg1969.setup.deploy"));
}

#[test]
fn everyone_is_placed_once_and_only_one_s_own() {
    let missing = refused(|places| places.truncate(places.len() - 1));
    assert_eq!(missing[0].0, "this unit has no place");
    let twice = refused(|places| places.push(places[0]));
    assert_eq!(twice[0].0, "this unit has more than one place");
    let stranger = refused(|places| places.push((UnitId(40), pose(5.0, 5.0))));
    assert_eq!(stranger[0].0, "this is not yours to place");
    let (book, field, _) = meeting();
    let wrong = check(&book, &field, Side::Red, &Command::Swap(Vec::new())).expect_err("it is not allowed");
    assert_eq!(wrong[0].what, "this is the time to deploy");
}

#[test]
fn once_both_have_deployed_everyone_is_on_the_table_and_orders_are_next() {
    let (book, mut field, mut phase) = meeting();
    let plan = |side: Side| Some(usual(&book, &field, side));
    let plans = BySide::each(plan);
    let mut dice = Seeded::new(1);
    let mut silent = Silent;
    resolve(&book, &mut phase, plans, &mut Cx::new(&mut field, &mut dice, &mut silent));
    assert_eq!(phase.step, Step::Orders);
    assert!(field.ids().all(|id| field.unit(id).place == Place::Table));
    for side in Side::ALL {
        let command = &phase.command[side];
        let general = command.general.as_ref().expect("a general").figure;
        for (n, rider) in command.riders.iter().enumerate() {
            let expected = beside(field.unit(general).pose, u16::try_from(n).expect("few"));
            assert_eq!(field.unit(rider.figure).pose, expected);
        }
        assert_eq!(
            to_place(&book, &field, side).len() + 3,
            field.ids().filter(|&id| field.side(id) == side).count()
        );
    }
}
