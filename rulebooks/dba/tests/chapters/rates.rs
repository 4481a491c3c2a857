//! Rates, legs, further moves, breaking off and PIPs.

use crate::data::troop::Going;
use crate::data::troop::Troop::{self, *};
use crate::movement::rules::{Allowance, Asked, Formation, Further, General, Paid, Way};
use crate::tests::chapters::{house, red};
use crate::{Dba, movement, rule};

fn asked(
    troop: Troop,
    way: Way,
    crosses_river: bool,
    formation: Formation,
    with_skirmishers: bool,
) -> Allowance {
    movement::rules::allowance(&Asked { troop, way, formation, crosses_river, with_skirmishers })
}

fn paces(troop: Troop, way: Way, river: bool, formation: Formation, skirmishers: bool) -> Option<f64> {
    asked(troop, way, river, formation, skirmishers).paces
}

#[test]
fn the_river_holds_back_singles_and_columns_and_stops_lines() {
    assert_eq!(paces(LightHorse, Way::Good, true, Formation::Single, true), Some(100.0));
    assert_eq!(paces(Cannon, Way::Good, true, Formation::Column, true), Some(100.0));
    assert_eq!(paces(Cavalry, Way::Good, true, Formation::Group, true), None);
    // A bridge or a ford is road.
    assert_eq!(paces(Spears, Way::Road, true, Formation::Column, true), Some(400.0));
}

#[test]
fn only_skirmishers_take_a_line_into_bad_going() {
    assert_eq!(paces(Psiloi, Way::Bad, false, Formation::Group, true), Some(300.0));
    assert_eq!(paces(Psiloi, Way::Bad, false, Formation::Group, false), None);
    assert_eq!(paces(Auxilia, Way::Bad, false, Formation::Group, true), None);
    assert_eq!(paces(Auxilia, Way::Bad, false, Formation::Column, true), Some(300.0));
    assert_eq!(paces(Spears, Way::Road, false, Formation::Group, true), None);
}

#[test]
fn guns_keep_out_of_bad_going_and_followers_never_move() {
    for gun in [Artillery, Cannon, WarWagons] {
        let bad = asked(gun, Way::Bad, false, Formation::Single, true);
        assert!(bad.paces.is_none() && bad.rules.contains(&rule::MOVE_UNABLE));
        assert_eq!(paces(gun, Way::Road, false, Formation::Single, true), Some(300.0));
    }
    let still = asked(CampFollowers, Way::Good, false, Formation::Single, true);
    assert!(still.paces.is_none() && still.rules.contains(&rule::CAMP_FOLLOWERS));
}

#[test]
fn legs_cost_by_the_farther_front_corner() {
    let at = |x, y, facing| red(0, Blades, [x, y], facing).rect;
    assert_eq!(movement::rules::leg(&at(1000.0, 1000.0, 0.0), &at(1000.0, 1200.0, 0.0)), 200.0);
    let about = movement::rules::leg(&at(1000.0, 1000.0, 0.0), &at(1000.0, 1000.0, 180.0));
    assert!((about - 170.880_074_906).abs() < 1e-6);
    assert!(movement::rules::within(200.5, 200.0) && !movement::rules::within(200.6, 200.0));
}

#[test]
fn wheels_split_into_legs_of_thirty_degrees() {
    let legs = |degrees| movement::rules::wheel(1.0, degrees).0;
    assert_eq!([1.0, 30.0, 31.0, 60.0, 180.0].map(legs), [1.0, 1.0, 2.0, 2.0, 6.0]);
    let (one, two) = (movement::rules::wheel(2.0, 30.0).1, movement::rules::wheel(2.0, 60.0).1);
    assert!((two - 2.0 * one).abs() < 1e-9);
}

fn again(troop: Troop) -> Further {
    Further {
        troop,
        moves_made: 1,
        own_first_bound: false,
        all_road: false,
        ends_in_contact: false,
        ends_engaged: false,
        near_enemy: false,
    }
}

#[test]
fn who_moves_again() {
    let may = |m: Further| movement::rules::further_move(&Dba::default().house, &m);
    assert_eq!(may(Further { moves_made: 0, ..again(Blades) }), Ok(rule::MOVE_ONCE));
    assert_eq!(may(again(Blades)), Err(rule::MOVE_ONCE));
    assert_eq!(may(Further { moves_made: 0, ..again(CampFollowers) }), Err(rule::CAMP_FOLLOWERS));
    let road = Further { all_road: true, moves_made: 4, ..again(Blades) };
    assert_eq!(may(road), Ok(rule::MOVE_AGAIN_ROAD));
    assert_eq!(may(Further { ends_in_contact: true, ..road }), Err(rule::MOVE_ONCE));
    assert_eq!(may(Further { moves_made: 9, ..again(LightHorse) }), Ok(rule::MOVE_AGAIN_LIGHT_HORSE));
    assert_eq!(may(Further { near_enemy: true, ..again(LightHorse) }), Err(rule::MOVE_AGAIN_LIGHT_HORSE));
    let first = Further { own_first_bound: true, ..again(Psiloi) };
    assert_eq!((may(first), may(again(Psiloi))), (Ok(rule::MOVE_AGAIN_PSILOI), Err(rule::MOVE_AGAIN_PSILOI)));
    let charge = Further { ends_engaged: true, ..again(Warband) };
    assert_eq!(may(charge), Ok(rule::MOVE_AGAIN_WARBAND));
    assert_eq!(may(Further { moves_made: 2, ..charge }), Err(rule::MOVE_AGAIN_WARBAND));
    assert_eq!(may(again(Warband)), Err(rule::MOVE_AGAIN_WARBAND));
}

#[test]
fn the_house_may_hold_each_of_them_to_one_move() {
    let once = house(|h| {
        h.light_horse_further_moves = false;
        h.psiloi_first_bound = false;
        h.warband_second_move = false;
    });
    for troop in [LightHorse, Psiloi, Warband] {
        let eager = Further { own_first_bound: true, ends_engaged: true, ..again(troop) };
        assert!(movement::rules::further_move(&Dba::default().house, &eager).is_ok());
        assert_eq!(movement::rules::further_move(&once.house, &eager), Err(rule::MOVE_ONCE));
    }
}

#[test]
fn the_faster_break_off() {
    let may = |troop, enemy, far| movement::rules::may_break_off(troop, Going::Good, enemy, Going::Good, far);
    assert!(may(Cavalry, Knights, 200.0) && may(Cavalry, Knights, 400.0) && !may(Cavalry, Knights, 401.0));
    assert!(!may(Knights, Pistols, 200.0) && !may(Psiloi, Blades, 199.0) && may(Psiloi, Blades, 300.0));
    assert!(movement::rules::may_break_off(Blades, Going::Good, Cannon, Going::Bad, 200.0));
    assert!(!movement::rules::may_break_off(Cavalry, Going::Bad, Blades, Going::Good, 200.0));
}

fn paid(troops: &[Troop], general: General) -> Paid {
    let set = troops.iter().copied().collect();
    Paid { troops: set, elements: troops.len(), general, secluded: false, first_bound: false }
}

#[test]
fn pips_add_up() {
    let cost = |p: Paid| movement::rules::pips(&Dba::default().house, &p).total();
    let away = |distance, in_sight| General::Away { distance, in_sight };
    assert_eq!(cost(paid(&[Blades], away(1200.0, true))), 1);
    assert_eq!(cost(paid(&[Blades], away(1201.0, true))), 2);
    assert_eq!(cost(paid(&[Blades], away(600.0, false))), 1);
    assert_eq!(cost(paid(&[Blades], away(601.0, false))), 2);
    assert_eq!(cost(paid(&[Elephants, WarWagons], away(0.0, true))), 2);
    assert_eq!(cost(paid(&[Blades], General::Lost)), 2);
    let hidden = |p: Paid| Paid { secluded: true, ..p };
    assert_eq!(cost(hidden(paid(&[Blades], away(0.0, true)))), 2);
    assert_eq!(cost(hidden(paid(&[Blades], General::Lost))), 2);
    assert_eq!(cost(hidden(paid(&[Knights], General::Moves))), 1);
    assert_eq!(cost(hidden(paid(&[Knights, Knights], General::Moves))), 2);
    let worst = hidden(paid(&[Artillery], away(2000.0, true)));
    assert_eq!(cost(worst), 4);
    assert_eq!(cost(Paid { first_bound: true, ..worst }), 1);
    assert_eq!(movement::rules::pips(&house(|h| h.extra_pips = false).house, &worst).total(), 1);
}
