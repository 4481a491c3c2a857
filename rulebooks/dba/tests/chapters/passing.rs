//! Who may go through whom.

use crate::data::troop::Troop::{self, *};
use crate::movement::passing::{Faces, may_pass, moves_through, recoils_through};
use crate::tests::chapters::{blue, house, red};
use crate::{Dba, rule};
use table::Facing;

fn moves(book: &Dba, mover: Troop, met: Troop) -> bool {
    moves_through(&book.house, mover, met, Faces::Same)
}

fn recoils(book: &Dba, mover: Troop, met: Troop) -> bool {
    recoils_through(&book.house, mover, met, Faces::Same).is_some()
}

#[test]
fn light_foot_pass_anyone_and_mounted_pass_them() {
    let book = Dba::default();
    for light in [Psiloi, Dragoons, Jaeger] {
        for met in Troop::ALL {
            assert_eq!(moves(&book, light, met), met != CampFollowers, "{light:?} {met:?}");
        }
        for mover in [Camelry, Cavalry, Elephants, Knights, LightHorse, Pistols, ScythedChariots] {
            assert!(moves(&book, mover, light) && !moves(&book, mover, Blades));
        }
    }
}

#[test]
fn shot_and_four_others_pass_each_other() {
    let book = Dba::default();
    for other in [Shot, Pikes, Blades, Psiloi, Dragoons] {
        assert!(moves(&book, Shot, other) && moves(&book, other, Shot), "{other:?}");
    }
    assert!(!moves(&book, Shot, Spears) && !moves(&book, Spears, Shot) && !moves(&book, Pikes, Blades));
}

#[test]
fn facing_matters() {
    let house = &Dba::default().house;
    assert!(moves_through(house, Knights, Dragoons, Faces::Opposite));
    assert!(!moves_through(house, Knights, Dragoons, Faces::Other));
    assert_eq!(recoils_through(house, Bows, Rifles, Faces::Opposite), None);
    assert_eq!(recoils_through(house, Bows, Rifles, Faces::Same), Some(rule::PASS_RECOIL));
    let mover = red(0, Psiloi, [1000.0, 1000.0], 0.0);
    let facing = |degrees| red(1, Blades, [1000.0, 1200.0], degrees);
    let passes = |met| may_pass(house, &mover, Facing::NORTH, &met);
    assert!(passes(facing(0.0)) && passes(facing(180.05)) && !passes(facing(90.0)) && !passes(facing(0.3)));
    assert!(!passes(blue(1, Blades, [1000.0, 1200.0], 0.0)));
}

#[test]
fn recoils_have_their_own_rights() {
    let book = Dba::default();
    let not_through = [Pikes, Muskets, Elephants, CampFollowers];
    for met in Troop::ALL {
        assert_eq!(recoils(&book, Knights, met), !not_through.contains(&met), "{met:?}");
    }
    for mover in [Blades, Rifles] {
        assert!([Blades, Rifles, Spears].iter().all(|&met| recoils(&book, mover, met)));
    }
    for mover in [Pikes, Muskets, Bows] {
        assert!(
            recoils(&book, mover, Blades) && recoils(&book, mover, Rifles) && !recoils(&book, mover, Spears)
        );
    }
    assert!(!recoils(&book, Spears, Blades) && !recoils(&book, Warband, Warband));
}

#[test]
fn rights_of_moving_cover_recoils_unless_the_house_says_no() {
    let by = |book: &Dba, mover, met| recoils_through(&book.house, mover, met, Faces::Same);
    assert_eq!(by(&Dba::default(), Psiloi, Spears), Some(rule::PASS_RECOIL_BY_RIGHT));
    let strict = house(|h| h.rights_cover_recoil = false);
    assert_eq!(by(&strict, Psiloi, Spears), None);
    assert_eq!(by(&strict, Knights, Psiloi), Some(rule::PASS_RECOIL));
}

#[test]
fn mounted_dragoons_recoil_as_mounted_do() {
    let strict = house(|h| h.rights_cover_recoil = false);
    let mounted = house(|h| {
        h.rights_cover_recoil = false;
        h.dragoons_mounted = true;
    });
    assert!(!recoils(&strict, Dragoons, Spears) && recoils(&mounted, Dragoons, Spears));
    assert!(!recoils(&mounted, Dragoons, Pikes));
}
