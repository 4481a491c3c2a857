//! Flight: the run, what stops it, what it goes round, and the edge.

use crate::aftermath::flight::{Flight, decide};
use crate::board::state::{Camp, Holder};
use crate::board::{Base, Board};
use crate::data::tables::Terrain;
use crate::data::troop::Troop::*;
use crate::tests::chapters::{bare, blue, house, red, stands, with};
use crate::{Dba, rule};
use table::{Facing, Ground, Vec2};
use umpire::{Side, UnitId};

const HERE: [f64; 2] = [1000.0, 1500.0];

fn on(ground: &Ground, bases: &[Base]) -> Flight {
    let book = Dba::default();
    decide(&Board::new(&book, ground, bases.to_vec()), &bases[0], false)
}

/// Psiloi flee south from the middle among others.
fn flee(others: &[Base]) -> Flight {
    let bases: Vec<Base> = [red(0, Psiloi, HERE, 0.0)].into_iter().chain(others.iter().copied()).collect();
    on(&bare(), &bases)
}

fn halts(flight: Flight) -> (Base, f64) {
    match flight {
        Flight::Halts { to, distance } => (to, distance),
        other => panic!("{other:?}"),
    }
}

/// The turn from straight away, clockwise, in whole degrees.
fn swerve(to: &Base) -> f64 {
    Facing::SOUTH.turn_to(to.facing).round()
}

#[test]
fn it_turns_about_and_runs_600() {
    let (to, distance) = halts(flee(&[blue(1, Blades, [1000.0, 1570.0], 180.0)]));
    assert!(stands(&to, [1000.0, 900.0], 180.0) && distance == 600.0);
}

#[test]
fn it_runs_off_the_table_where_nothing_stops_it() {
    let at = |y| on(&bare(), &[red(0, LightHorse, [1000.0, y], 0.0)]);
    assert!(matches!(at(500.0), Flight::OffTable { .. }));
    assert!(matches!(at(659.0), Flight::OffTable { .. }));
    assert_eq!(halts(at(660.0)).1, 600.0);
}

#[test]
fn it_swerves_round_an_enemy_by_the_least_turn() {
    let ahead = |x| halts(flee(&[blue(1, Blades, [x, 1100.0], 90.0)])).0;
    let (right, left) = (ahead(1050.0), ahead(950.0));
    // Clockwise of south is west, away from an enemy to the east.
    assert!(swerve(&right) > 0.0 && swerve(&left) < 0.0);
    assert_eq!(swerve(&right), -swerve(&left));
    assert!((right.rect.centre.distance(Vec2::new(1000.0, 1500.0)) - 600.0).abs() < 1e-9);
    // Straight ahead, the clockwise turn comes first.
    assert!(swerve(&ahead(1000.0)) > 0.0);
    // Even one degree less would meet it.
    let enemy = blue(1, Blades, [1050.0, 1100.0], 90.0);
    let tighter = red(0, Psiloi, HERE, 180.0 + swerve(&right) - 1.0);
    let path = table::swept(&tighter.rect, tighter.rect.ahead * 600.0);
    assert!(table::penetration(&path, &enemy.rect) > 0.5);
}

#[test]
fn it_passes_friends_but_does_not_halt_on_them() {
    let through = halts(flee(&[red(1, Blades, [1000.0, 1200.0], 0.0)]));
    assert!(stands(&through.0, [1000.0, 900.0], 180.0));
    // A friend where it would end: it swerves to have its full run.
    let (to, distance) = halts(flee(&[red(1, Blades, [1000.0, 900.0], 0.0)]));
    assert!(distance == 600.0 && swerve(&to) != 0.0);
    assert!(!to.overlaps(&red(1, Blades, [1000.0, 900.0], 0.0).rect));
}

#[test]
fn a_friend_that_faces_another_way_is_an_obstacle() {
    let (to, _) = halts(flee(&[red(1, Blades, [1000.0, 1200.0], 90.0)]));
    assert!(swerve(&to) != 0.0);
    // Its own facing before it turned is what counts: the opposite way is passed.
    let (to, _) = halts(flee(&[red(1, Blades, [1000.0, 1200.0], 180.0)]));
    assert_eq!(swerve(&to), 0.0);
}

#[test]
fn two_ranks_of_friends_are_not_passed_at_once() {
    let ranks = [red(1, Blades, [1000.0, 1200.0], 0.0), red(2, Blades, [1000.0, 1140.0], 0.0)];
    let (to, _) = halts(flee(&ranks));
    assert!(swerve(&to) != 0.0);
    let apart = [ranks[0], red(2, Blades, [1000.0, 1050.0], 0.0)];
    assert_eq!(swerve(&halts(flee(&apart)).0), 0.0);
}

/// Enemies in a ring so tight that no heading is free.
fn ring(gap: f64) -> Vec<Base> {
    let far = 120.0 + gap;
    let [x, y] = HERE;
    vec![
        blue(1, Elephants, [x - 160.0, y - far], 0.0),
        blue(2, Elephants, [x, y - far], 0.0),
        blue(3, Elephants, [x + 160.0, y - far], 0.0),
        blue(4, Elephants, [x - 160.0 - far, y], 90.0),
        blue(5, Elephants, [x + 160.0 + far, y], 270.0),
        blue(6, Elephants, [x - 160.0 - far, y - 160.0], 90.0),
        blue(7, Elephants, [x + 160.0 + far, y - 160.0], 270.0),
    ]
}

#[test]
fn hemmed_in_it_takes_the_longest_run_or_is_destroyed() {
    let (to, distance) = halts(flee(&ring(160.0)));
    assert!((80.0..600.0).contains(&distance));
    assert!(ring(160.0).iter().all(|e| !to.overlaps(&e.rect)));
    let mut tight = ring(10.0);
    tight.extend([blue(8, Elephants, [830.0, 1500.0], 90.0), blue(9, Elephants, [1170.0, 1500.0], 270.0)]);
    assert_eq!(flee(&tight), Flight::Destroyed { rule: rule::FLEE_PATH });
}

#[test]
fn held_on_the_flank_it_is_destroyed_unless_the_house_lets_it_try() {
    let runner = red(0, Psiloi, HERE, 0.0);
    let ground = bare();
    let held = |book: &Dba| decide(&Board::new(book, &ground, vec![runner]), &runner, true);
    assert_eq!(held(&Dba::default()), Flight::Destroyed { rule: rule::FLEE_HELD });
    assert_eq!(halts(held(&house(|h| h.flanked_flee_destroyed = false))).1, 600.0);
}

#[test]
fn what_it_overlaps_as_it_turns_does_not_stop_it() {
    // Friends beside it: a swerve turns its corners into them.
    let beside = [
        red(1, Blades, [840.0, 1510.0], 90.0),
        red(2, Blades, [1160.0, 1510.0], 90.0),
        blue(3, Blades, [1000.0, 1200.0], 90.0),
    ];
    let (to, distance) = halts(flee(&beside));
    assert!(distance == 600.0 && swerve(&to) != 0.0);
}

#[test]
fn rivers_and_water_stop_it_and_woods_do_not() {
    let over = |terrain| on(&with(terrain, [0.0, 1000.0], [2400.0, 1200.0]), &[red(0, Psiloi, HERE, 0.0)]);
    assert!(stands(&halts(over(Terrain::Woods)).0, [1000.0, 900.0], 180.0));
    let (to, distance) = halts(over(Terrain::Waterway));
    // Along the shore it finds room for its whole run.
    assert!(distance == 600.0 && swerve(&to).abs() > 45.0);
}

#[test]
fn camps_are_gone_round_and_garrisons_are_lost() {
    let (book, ground) = (Dba::default(), bare());
    let runner = red(0, Psiloi, HERE, 0.0);
    let mut board = Board::new(&book, &ground, vec![runner]);
    let outline = [[880.0, 1000.0], [1120.0, 1000.0], [1120.0, 1200.0], [880.0, 1200.0]];
    board.camps[Side::Red] = Some(Camp::new(&outline.map(|[x, y]| Vec2::new(x, y))));
    assert!(swerve(&halts(decide(&board, &runner, false)).0) > 0.0);
    let mut camp = Camp::new(&runner.rect.corners());
    camp.holder = Holder::Element(UnitId(0));
    board.camps[Side::Red] = Some(camp);
    assert_eq!(decide(&board, &runner, false), Flight::Destroyed { rule: rule::CAMP_RECOIL });
}
