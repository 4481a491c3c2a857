//! Setting up by turns: terrain, scouting, and where bodies may stand.

use crate::board::state::Step;
use crate::tests::small;
use crate::{Wrg6, rule};
use dice::{Scripted, Seeded};
use ruling::proves;
use small::id;
use std::sync::Arc;
use umpire::{Battle, Command, Place, Shown as _, Side, Viewer};

/// A battle that is set up by turns.
fn by_turns(red: &str, blue: &str) -> Battle<Wrg6> {
    let text = format!(
        "book = 'wrg6'\nid = 't'\nname = 't'\nby_turns = true\n[red]\nname = 'red'\n{red}\n[blue]\nname = 'blue'\n{blue}\n"
    );
    let (book, field, phase) = crate::scenario::read(&form::Source { name: "t", text: &text })
        .unwrap_or_else(|faults| panic!("{}", faults[0]));
    Battle::new(Arc::new(book), field, phase)
}

fn foot(side: &str, label: &str, more: &str) -> String {
    format!(
        "[[{side}.body]]\nid = '{label}'\nname = '{label}'\ntroop = 'HI'\ntraining = 'regular'\nclass = 'C'\n\
         figures = 24\nranks = 3\nweapons = ['pike']\nshield = true\n{more}\n"
    )
}

fn horse(side: &str, label: &str) -> String {
    foot(side, label, "order = 'L Q S'").replace("'HI'", "'LC'").replace("pike", "javelin")
}

#[test]
fn terrain_is_named_by_turns_and_kept_on_a_three() {
    proves!(rule::SETUP_TERRAIN);
    let chief = "order = 'C W H'\ngeneral = 'g'\ncinc = true";
    let mut battle = by_turns(&foot("red", "R1", chief), &foot("blue", "B1", chief));
    assert_eq!(battle.phase().step, Step::Terrain(Side::Red));
    let piece = |wide: f64| umpire::Piece {
        kind: 2,
        points: [(700.0, 500.0), (700.0 + wide, 500.0), (700.0 + wide, 650.0), (700.0, 650.0)]
            .map(|(x, y)| table::Point::round(table::Vec2::new(x, y)))
            .to_vec(),
        width: None,
    };
    let mut journal = Vec::new();
    let mut dice = Scripted::new([3, 2]);
    let refused = battle.submit(Side::Red, &Command::Lay(vec![piece(401.0)]), &mut dice, &mut journal);
    assert_eq!(refused.expect_err("too wide")[0].rule.as_str(), "wrg6.setup.terrain");
    let two = Command::Lay(vec![piece(100.0), piece(90.0)]);
    assert!(battle.submit(Side::Red, &two, &mut dice, &mut journal).is_err(), "one at a time");
    let one = Command::Lay(vec![piece(200.0)]);
    battle.submit(Side::Red, &one, &mut dice, &mut journal).expect("a good piece");
    assert_eq!((battle.field().ground().pieces.len(), battle.phase().step), (1, Step::Terrain(Side::Blue)));
    battle.submit(Side::Blue, &one, &mut dice, &mut journal).expect("a good piece");
    assert_eq!(battle.field().ground().pieces.len(), 1, "2 takes it away");
    battle.submit(Side::Red, &Command::Done, &mut dice, &mut journal).expect("enough");
    battle.submit(Side::Blue, &Command::Done, &mut dice, &mut journal).expect("enough");
    assert_eq!(battle.phase().step, Step::Begin);
}

/// Takes every question as it is offered until the battle stands at a step.
fn done_until(battle: &mut Battle<Wrg6>, until: impl Fn(Step) -> bool) {
    let mut dice = Seeded::new(1);
    for _ in 0..40 {
        if until(battle.phase().step) {
            return;
        }
        for side in Side::ALL {
            if battle.phase().asked[side] {
                battle.submit(side, &Command::Done, &mut dice, &mut Vec::new()).expect("as offered");
            }
        }
    }
    panic!("it never comes to that");
}

#[test]
fn scouts_see_the_enemy_placed_and_bodies_stand_in_the_sectors_of_their_orders() {
    proves!(rule::SETUP_SCOUTING);
    let chief = "order = 'C W H'\ngeneral = 'g'\ncinc = true";
    let red = foot("red", "R1", chief) + &horse("red", "R2");
    let mut battle = by_turns(&red, &foot("blue", "B1", chief));
    done_until(&mut battle, |step| matches!(step, Step::Deploy(_)));
    assert_eq!(battle.phase().step, Step::Deploy(Some(Side::Blue)), "red has the horse");
    done_until(&mut battle, |step| step == Step::Deploy(Some(Side::Red)));
    let view = battle.view(Viewer::Player(Side::Red));
    assert!(view.field.on_table(id(&view.field, "B1")), "red sees it");
    let (r1, r2) = (id(battle.field(), "R1"), id(battle.field(), "R2"));
    let sector = |unit| view.book.regions(&view.field, &view.phase, unit).remove(0).outline;
    assert!(sector(r1).iter().all(|p| p.x > 500.0), "the screen shows the centre");
    assert!(sector(r2).iter().all(|p| p.x < 700.0), "and the left");
    let at = |x: f64, y: f64| table::Pose::new(table::Vec2::new(x, y), table::Facing::NORTH);
    let place = |a, b| Command::Place(vec![(r1, a), (r2, b)]);
    let mut dice = Seeded::new(1);
    for (bad, why) in [
        (place(at(900.0, 200.0), at(900.0, 60.0)), "the horse belongs on the left"),
        (place(at(900.0, 400.0), at(300.0, 200.0)), "beyond the zone"),
        (place(at(610.0, 200.0), at(590.0, 200.0)), "upon each other"),
        (Command::Place(vec![(r1, at(900.0, 200.0))]), "one is left out"),
    ] {
        let refused = battle.submit(Side::Red, &bad, &mut dice, &mut Vec::new());
        assert_eq!(refused.expect_err(why)[0].rule.as_str(), "wrg6.setup.deploy", "{why}");
    }
    let good = place(at(900.0, 200.0), at(300.0, 200.0));
    battle.submit(Side::Red, &good, &mut dice, &mut Vec::new()).expect("all in their sectors");
    assert!(Side::ALL.into_iter().all(|_| battle.field().on_table(r1) && battle.field().on_table(r2)));
    assert_eq!(battle.standing().turn, 1);
}

#[test]
fn whoever_is_ordered_round_a_flank_is_not_placed() {
    let chief = "order = 'C W H'\ngeneral = 'g'\ncinc = true";
    let red = foot("red", "R1", chief) + &foot("red", "R2", "order = 'C Q A'");
    let mut battle = by_turns(&red, &foot("blue", "B1", chief));
    done_until(&mut battle, |step| step == Step::Begin);
    let orders = Command::Sheet { lines: vec![(1, "LF Q A".to_owned())], picks: Vec::new() };
    let mut dice = Seeded::new(1);
    battle.submit(Side::Red, &orders, &mut dice, &mut Vec::new()).expect("it waits off the table");
    battle.submit(Side::Blue, &Command::Done, &mut dice, &mut Vec::new()).expect("as offered");
    assert_eq!(battle.phase().step, Step::Deploy(None), "nobody scouts");
    let r2 = id(battle.field(), "R2");
    assert_eq!(battle.field().unit(r2).place, Place::Waiting, "not on the table yet");
    assert!(battle.phase().state(r2).kept.away.is_some_and(|away| away.marching));
    done_until(&mut battle, |step| matches!(step, Step::First | Step::Move));
    assert!(battle.field().on_table(id(battle.field(), "R1")));
}

#[test]
fn each_side_names_six_pieces_that_lie_on_the_table() {
    let chief = "order = 'C W H'\ngeneral = 'g'\ncinc = true";
    let mut battle = by_turns(&foot("red", "R1", chief), &foot("blue", "B1", chief));
    let piece = |x: f64, y: f64| umpire::Piece {
        kind: 2,
        points: [(x, y), (x + 50.0, y), (x + 50.0, y + 50.0), (x, y + 50.0)]
            .map(|(x, y)| table::Point::round(table::Vec2::new(x, y)))
            .to_vec(),
        width: None,
    };
    let mut dice = Scripted::new([1; 12]);
    let off = Command::Lay(vec![piece(1770.0, 300.0)]);
    let refused = battle.submit(Side::Red, &off, &mut dice, &mut Vec::new());
    assert_eq!(refused.expect_err("partly off the table")[0].rule.as_str(), "wrg6.setup.terrain");
    for n in 0..6 {
        for side in Side::ALL {
            assert_eq!(battle.phase().step, Step::Terrain(side), "piece {n}");
            let lay = Command::Lay(vec![piece(700.0, 500.0)]);
            battle.submit(side, &lay, &mut dice, &mut Vec::new()).expect("a good piece");
        }
    }
    assert_eq!(battle.phase().step, Step::Begin, "six each");
}

#[test]
fn blue_stands_before_its_own_edge_and_flank_marchers_nowhere() {
    let chief = "order = 'C W H'\ngeneral = 'g'\ncinc = true";
    let blue = foot("blue", "B1", chief) + &foot("blue", "B2", "order = 'LF Q A'");
    let mut battle = by_turns(&foot("red", "R1", chief), &blue);
    done_until(&mut battle, |step| matches!(step, Step::Deploy(_)));
    let (b1, b2) = (id(battle.field(), "B1"), id(battle.field(), "B2"));
    let at = |y: f64| table::Pose::new(table::Vec2::new(900.0, y), table::Facing::SOUTH);
    let mut dice = Seeded::new(1);
    let mut place = |places: Vec<_>| {
        battle.submit(Side::Blue, &Command::Place(places), &mut dice, &mut Vec::new()).is_ok()
    };
    assert!(!place(vec![(b1, at(600.0))]), "240 short of the middle");
    assert!(!place(vec![(b1, at(1000.0)), (b2, at(1100.0))]), "it marches");
    assert!(place(vec![(b1, at(1000.0))]));
}
