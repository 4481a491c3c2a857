//! Single moves and what they cost: rates, going, roads, rivers, friends in the way, PIPs, moving again.

use crate::board::state::Holder;
use crate::data::tables::Terrain;
use crate::movement;
use crate::rule;
use crate::tests::movement::common::*;
use ruling::proves;
use umpire::{Side, UnitId};

#[test]
fn a_single_element_goes_any_way_within_its_rate() {
    proves!(rule::MOVE_RATES);
    let mut table = Table::default();
    let horse = table.red(LightHorse, 1000.0, 1000.0, 0.0);
    let plan = table.order(SINGLE, &[horse], &[to(1000.0, 1300.0, 0.0), to(1160.0, 1300.0, 0.0)]);
    assert!((plan.spent - 460.0).abs() < 1e-6 && plan.rate == 500.0);
    assert_eq!(table.at(horse), (1160, 1300, 0));
    assert_eq!((table.phase.pips.total(), table.phase.marks[horse.index()].moves), (5, 1));
    assert_eq!(table.phase.marks[horse.index()].start, Some(pose(1000.0, 1000.0, 0.0)));
    assert_eq!(table.moves(horse).len(), 2);
    let mut table = Table::default();
    let blades = table.red(Blades, 1000.0, 1000.0, 0.0);
    let plan = table.check(SINGLE, &[blades], &[back(50.0), shift(-60.0), turn(10.0)]).expect("any way");
    let end = plan.ends()[0];
    assert!((end.rect.centre.x - 940.0).abs() < 1e-6 && (end.rect.centre.y - 950.0).abs() < 1e-6);
}

#[test]
fn too_long_a_move_is_refused_with_the_measure() {
    proves!(rule::MOVE_MEASURE);
    let mut table = Table::default();
    let blades = table.red(Blades, 1000.0, 1000.0, 0.0);
    let no = table.refusal(SINGLE, &[blades], &[forward(230.0)]);
    assert_eq!(no.rule, rule::MOVE_MEASURE);
    assert_eq!((no.needs.map(|m| m.amount), no.has.map(|m| m.amount)), (Some(230.0), Some(200.0)));
    assert!(table.check(SINGLE, &[blades], &[forward(200.4)]).is_ok());
    assert_eq!(table.at(blades), (1000, 1000, 0), "judging moves nobody");
}

#[test]
fn an_about_turn_in_a_line_is_looked_at_only_at_its_end() {
    proves!(rule::MOVE_SWEEP);
    let mut table = Table::default();
    let blades = table.red(Blades, 1000.0, 1000.0, 0.0);
    table.red(Blades, 1160.0, 1000.0, 0.0);
    table.red(Blades, 840.0, 1000.0, 0.0);
    let plan = table.order(SINGLE, &[blades], &[turn(180.0)]);
    assert!((plan.spent - 170.88).abs() < 0.001);
    assert_eq!(table.at(blades), (1000, 1000, 180));
    let mut table = Table::default();
    let blades = table.red(Blades, 1000.0, 1000.0, 0.0);
    table.red(Blades, 1000.0, 1075.0, 0.0);
    assert_eq!(table.refused(SINGLE, &[blades], &[turn(90.0)])[0], rule::MOVE_SWEEP);
}

#[test]
fn friends_camps_and_the_edge_are_in_the_way() {
    proves!(rule::MOVE_SWEEP, rule::MOVE_OFF_TABLE);
    let mut table = Table::default();
    let blades = table.red(Blades, 1000.0, 1000.0, 0.0);
    let spears = table.red(Spears, 1050.0, 1150.0, 0.0);
    let no = table.check(SINGLE, &[blades], &[forward(200.0)]).expect_err("a friend");
    assert_eq!((no[0].rule, no[0].units.clone()), (rule::MOVE_SWEEP, vec![blades.0, spears.0]));
    assert!(table.check(SINGLE, &[blades], &[forward(90.0)]).is_ok(), "up to it");
    let mut table = Table::default();
    table.camp(Side::Red, 900.0, 300.0);
    let blades = table.red(Blades, 1000.0, 620.0, 180.0);
    assert_eq!(table.refused(SINGLE, &[blades], &[forward(150.0)])[0], rule::MOVE_SWEEP);
    let mut table = Table::default();
    let horse = table.red(LightHorse, 1000.0, 2200.0, 0.0);
    assert!(table.refused(SINGLE, &[horse], &[forward(300.0)]).contains(&rule::MOVE_OFF_TABLE));
}

#[test]
fn nothing_goes_through_a_gap_narrower_than_its_front() {
    proves!(rule::MOVE_GAP);
    let mut table = Table::default();
    let blades = table.red(Blades, 1000.0, 1000.0, 0.0);
    table.red(Spears, 860.0, 1100.0, 0.0);
    table.red(Spears, 1140.0, 1100.0, 0.0);
    assert_eq!(table.refused(SINGLE, &[blades], &[forward(200.0)]), [rule::MOVE_GAP]);
    let mut table = Table::default();
    let blades = table.red(Blades, 1000.0, 1000.0, 0.0);
    table.red(Spears, 840.0, 1100.0, 0.0);
    table.red(Spears, 1160.0, 1100.0, 0.0);
    assert!(table.check(SINGLE, &[blades], &[forward(200.0)]).is_ok(), "just as wide is enough");
}

#[test]
fn any_bad_going_off_road_slows_the_whole_move() {
    proves!(rule::MOVE_MIXED_GOING);
    let mut table = Table::default();
    table.area(Terrain::Woods, (800.0, 1250.0), (1200.0, 1600.0));
    let horse = table.red(Cavalry, 1000.0, 1000.0, 0.0);
    let no = table.refusal(SINGLE, &[horse], &[forward(300.0)]);
    assert_eq!((no.rule, no.has.map(|m| m.amount)), (rule::MOVE_MIXED_GOING, Some(200.0)));
    assert!(table.check(SINGLE, &[horse], &[forward(185.0)]).is_ok());
    let auxilia = {
        let mut table = Table::default();
        table.area(Terrain::Woods, (800.0, 1250.0), (1200.0, 1600.0));
        let auxilia = table.red(Auxilia, 1000.0, 1000.0, 0.0);
        table.check(SINGLE, &[auxilia], &[forward(300.0)]).map(|p| p.rate)
    };
    assert_eq!(auxilia.ok(), Some(300.0));
}

#[test]
fn guns_keep_out_of_bad_going_but_for_a_road() {
    proves!(rule::MOVE_UNABLE);
    let mut table = Table::default();
    table.area(Terrain::Woods, (700.0, 1150.0), (1300.0, 1600.0));
    let guns = table.red(Artillery, 1000.0, 1000.0, 0.0);
    assert!(table.refused(SINGLE, &[guns], &[forward(150.0)]).contains(&rule::MOVE_UNABLE));
    let mut table = Table::default();
    table.area(Terrain::Woods, (700.0, 1150.0), (1300.0, 1600.0));
    table.band(Terrain::Road, 100.0, &[(1000.0, 0.0), (1000.0, 2400.0)]);
    let guns = table.red(Artillery, 1000.0, 1000.0, 0.0);
    let plan = table.order(SINGLE, &[guns], &[forward(290.0)]);
    assert_eq!((plan.rate, plan.price.total()), (300.0, 2));
    assert_eq!(table.at(guns), (1000, 1290, 0));
}

#[test]
fn the_road_rate_is_for_the_road_alone() {
    proves!(rule::MOVE_MEASURE);
    let mut table = Table::default();
    table.band(Terrain::Road, 100.0, &[(1000.0, 0.0), (1000.0, 2400.0)]);
    let blades = table.red(Blades, 1000.0, 1000.0, 0.0);
    assert_eq!(table.check(SINGLE, &[blades], &[forward(400.0)]).map(|p| p.rate).ok(), Some(400.0));
    let no = table.refusal(SINGLE, &[blades], &[forward(200.0), shift(100.0)]);
    assert_eq!((no.rule, no.has.map(|m| m.amount)), (rule::MOVE_MEASURE, Some(200.0)));
    // Facing along it within 15 degrees.
    assert!(table.check(SINGLE, &[blades], &[turn(14.0), turn(-14.0), forward(300.0)]).is_ok());
    assert!(table.check(SINGLE, &[blades], &[turn(16.0), turn(-16.0), forward(300.0)]).is_err());
}

#[test]
fn a_river_is_crossed_singly_at_100_paces_or_by_its_bridge() {
    proves!(rule::MOVE_RIVER);
    let mut table = Table::default();
    table.band(Terrain::River, 100.0, &[(0.0, 1200.0), (2400.0, 1200.0)]);
    let blades = table.red(Blades, 1000.0, 1100.0, 0.0);
    let no = table.refusal(SINGLE, &[blades], &[forward(150.0)]);
    assert_eq!((no.rule, no.has.map(|m| m.amount)), (rule::MOVE_RIVER, Some(100.0)));
    assert!(table.check(SINGLE, &[blades], &[forward(100.0)]).is_ok());
    let mut table = Table::default();
    table.band(Terrain::River, 100.0, &[(0.0, 1200.0), (2400.0, 1200.0)]);
    table.band(Terrain::Road, 100.0, &[(1000.0, 0.0), (1000.0, 2400.0)]);
    let blades = table.red(Blades, 1000.0, 1100.0, 0.0);
    let plan = table.order(SINGLE, &[blades], &[forward(300.0)]);
    assert_eq!(plan.rate, 400.0);
    assert_eq!(table.at(blades), (1000, 1400, 0));
}

#[test]
fn water_is_never_entered() {
    proves!(rule::MOVE_SWEEP);
    let mut table = Table::default();
    table.area(Terrain::Waterway, (0.0, 1200.0), (2400.0, 1500.0));
    let horse = table.red(Cavalry, 1000.0, 1000.0, 0.0);
    assert!(table.refused(SINGLE, &[horse], &[forward(300.0)]).contains(&rule::MOVE_SWEEP));
}

#[test]
fn mounted_ride_through_skirmishers_who_face_with_or_against_them() {
    proves!(rule::PASS_MOVE, rule::PASS_ROOM, rule::MOVE_SWEEP);
    let mut table = Table::default();
    let horse = table.red(Cavalry, 1000.0, 1000.0, 0.0);
    table.red(Psiloi, 1000.0, 1110.0, 180.0);
    let plan = table.order(SINGLE, &[horse], &[forward(300.0)]);
    assert_eq!(table.at(horse), (1000, 1300, 0));
    assert!(plan.rules.contains(&rule::PASS_MOVE) && plan.rules.contains(&rule::PASS_ROOM));
    let mut table = Table::default();
    let horse = table.red(Cavalry, 1000.0, 1000.0, 0.0);
    table.red(Psiloi, 1000.0, 1150.0, 90.0);
    assert_eq!(table.refused(SINGLE, &[horse], &[forward(350.0)]), [rule::PASS_MOVE]);
    let mut table = Table::default();
    let blades = table.red(Blades, 1000.0, 1000.0, 0.0);
    table.red(Psiloi, 1000.0, 1080.0, 0.0);
    assert!(table.refused(SINGLE, &[blades], &[forward(180.0)]).contains(&rule::MOVE_SWEEP));
}

#[test]
fn going_through_needs_room_beyond_and_a_rate_to_reach_it() {
    proves!(rule::PASS_ROOM, rule::MOVE_SWEEP);
    let mut table = Table::default();
    let horse = table.red(Cavalry, 1000.0, 1000.0, 0.0);
    table.red(Psiloi, 1000.0, 1110.0, 0.0);
    table.red(Spears, 1000.0, 1200.0, 0.0);
    assert!(table.refused(SINGLE, &[horse], &[forward(390.0)]).contains(&rule::PASS_ROOM));
    let mut table = Table::default();
    let psiloi = table.red(Psiloi, 1000.0, 1000.0, 0.0);
    table.red(Elephants, 1000.0, 1260.0, 0.0);
    let no = table.refused(SINGLE, &[psiloi], &[forward(290.0)]);
    assert!(no.contains(&rule::PASS_ROOM), "it would need 380 paces: {no:?}");
    let mut table = Table::default();
    let horse = table.red(Cavalry, 1000.0, 1000.0, 0.0);
    table.red(Psiloi, 1000.0, 1110.0, 0.0);
    assert!(table.refused(SINGLE, &[horse], &[forward(100.0)]).contains(&rule::MOVE_SWEEP), "ends on top");
}

#[test]
fn a_move_costs_a_pip_and_extras_each_by_its_rule() {
    proves!(rule::PIPS_COST, rule::PIPS_HEAVY, rule::PIPS_COMMAND, rule::PIPS_SECLUDED);
    let rules = |table: &mut Table, id: UnitId| {
        let price = table.check(SINGLE, &[id], &[forward(50.0)]).expect("allowed").price;
        price.factors().iter().map(|f| f.rule).collect::<Vec<_>>()
    };
    let mut table = Table::default();
    let elephants = table.red(Elephants, 1000.0, 1000.0, 0.0);
    let far = table.red(Elephants, 1000.0, 2000.0, 0.0);
    let scouts = table.red(LightHorse, 500.0, 700.0, 0.0);
    table.area(Terrain::Woods, (600.0, 400.0), (1000.0, 600.0));
    assert_eq!(rules(&mut table, elephants), [rule::PIPS_COST, rule::PIPS_HEAVY]);
    assert_eq!(rules(&mut table, far), [rule::PIPS_COST, rule::PIPS_HEAVY, rule::PIPS_COMMAND]);
    assert_eq!(rules(&mut table, scouts), [rule::PIPS_COST, rule::PIPS_COMMAND], "600 away and out of sight");
    table.phase.bound = 1;
    assert_eq!(rules(&mut table, far), [rule::PIPS_COST], "no extras in the first bound");
    table.phase.bound = 3;
    table.phase.pips = 2.into();
    let no = table.refusal(SINGLE, &[far], &[forward(50.0)]);
    assert_eq!((no.needs.map(|m| m.amount), no.has.map(|m| m.amount)), (Some(3.0), Some(2.0)));
    let mut table = Table::default();
    let general = table.red(Blades, 1000.0, 1000.0, 0.0);
    let psiloi = table.red(Psiloi, 1000.0, 1400.0, 0.0);
    table.replace_general(Side::Red, general);
    table.area(Terrain::Woods, (800.0, 900.0), (1200.0, 1100.0));
    assert_eq!(rules(&mut table, psiloi), [rule::PIPS_COST, rule::PIPS_SECLUDED]);
    assert_eq!(rules(&mut table, general), [rule::PIPS_COST], "his own element pays nothing for that");
    let mut table = Table::default();
    let blades = table.red(Blades, 1000.0, 1000.0, 0.0);
    table.lose_general(Side::Red);
    assert_eq!(rules(&mut table, blades), [rule::PIPS_COST, rule::PIPS_COMMAND]);
    table.phase.pips = 0.into();
    assert!(table.with_board(movement::check::movable).is_empty());
}

#[test]
fn an_element_moves_once_a_bound() {
    proves!(rule::MOVE_ONCE);
    let mut table = Table::default();
    let blades = table.red(Blades, 1000.0, 1000.0, 0.0);
    table.order(SINGLE, &[blades], &[forward(100.0)]);
    assert_eq!(table.refused(SINGLE, &[blades], &[forward(10.0)]), [rule::MOVE_ONCE]);
    assert!(!table.with_board(movement::check::movable).contains(&blades));
}

#[test]
fn anyone_moves_again_wholly_by_road_but_not_into_contact() {
    proves!(rule::MOVE_AGAIN_ROAD, rule::MOVE_ROAD, rule::MOVE_ONCE);
    let mut table = Table::default();
    table.band(Terrain::Road, 100.0, &[(1000.0, 0.0), (1000.0, 2400.0)]);
    let blades = table.red(Blades, 1000.0, 400.0, 0.0);
    table.blue(Spears, 1000.0, 1460.0, 180.0);
    table.order(SINGLE, &[blades], &[forward(400.0)]);
    let plan = table.order(SINGLE, &[blades], &[forward(300.0)]);
    assert!(plan.rules.contains(&rule::MOVE_AGAIN_ROAD) && plan.rules.contains(&rule::MOVE_ROAD));
    assert_eq!((table.at(blades), table.phase.pips.total()), ((1000, 1100, 0), 4));
    assert_eq!(table.refused(SINGLE, &[blades], &[forward(390.0)]), [rule::MOVE_ONCE], "into contact");
    assert_eq!(table.refused(SINGLE, &[blades], &[shift(120.0)]), [rule::MOVE_ONCE], "off the road");
}

#[test]
fn light_horse_move_again_while_no_enemy_is_near() {
    proves!(rule::MOVE_AGAIN_LIGHT_HORSE, rule::MOVE_ONCE);
    let mut table = Table::default();
    let horse = table.red(LightHorse, 1000.0, 400.0, 0.0);
    table.blue(Psiloi, 1000.0, 1700.0, 0.0);
    table.order(SINGLE, &[horse], &[forward(500.0)]);
    table.order(SINGLE, &[horse], &[forward(400.0)]);
    assert_eq!(table.at(horse), (1000, 1300, 0));
    let no = table.refused(SINGLE, &[horse], &[forward(200.0)]);
    assert_eq!(no, [rule::MOVE_AGAIN_LIGHT_HORSE], "100 from the enemy");
    table.house.light_horse_further_moves = false;
    assert_eq!(table.refused(SINGLE, &[horse], &[back(100.0)]), [rule::MOVE_ONCE]);
}

#[test]
fn psiloi_move_again_in_their_first_bound() {
    proves!(rule::MOVE_AGAIN_PSILOI);
    let mut table = Table::default();
    let psiloi = table.red(Psiloi, 1000.0, 400.0, 0.0);
    table.phase.bound = 1;
    table.order(SINGLE, &[psiloi], &[forward(300.0)]);
    table.order(SINGLE, &[psiloi], &[forward(300.0)]);
    assert_eq!(table.at(psiloi), (1000, 1000, 0));
    table.phase.bound = 3;
    assert_eq!(table.refused(SINGLE, &[psiloi], &[forward(10.0)]), [rule::MOVE_AGAIN_PSILOI]);
}

#[test]
fn warband_move_a_second_time_into_the_fight() {
    proves!(rule::MOVE_AGAIN_WARBAND);
    let mut table = Table::default();
    let warband = table.red(Warband, 1000.0, 700.0, 0.0);
    table.blue(Blades, 1000.0, 1100.0, 180.0);
    table.order(SINGLE, &[warband], &[forward(180.0)]);
    assert_eq!(table.refused(SINGLE, &[warband], &[forward(50.0)]), [rule::MOVE_AGAIN_WARBAND]);
    table.order(SINGLE, &[warband], &[forward(180.0)]);
    assert_eq!(table.at(warband), (1000, 1040, 0));
    assert_eq!(table.phase.marks[warband.index()].moves, 2);
    let mut table = Table::default();
    let (front, rear) = (table.red(Warband, 1000.0, 1040.0, 0.0), table.red(Warband, 1000.0, 700.0, 0.0));
    table.blue(Blades, 1000.0, 1100.0, 180.0);
    table.order(SINGLE, &[rear], &[forward(150.0)]);
    table.order(SINGLE, &[rear], &[forward(130.0)]);
    let (front, rear) = (table.base(front), table.base(rear));
    assert!(crate::board::geometry::behind(&rear, &front), "in support of Warband in contact");
}

#[test]
fn an_element_goes_into_its_own_camp_and_comes_out_again() {
    proves!(rule::MOVE_SWEEP, rule::CAMP_ENTER, rule::CAMP_FOLLOWERS);
    let mut table = Table::default();
    let followers = table.camp(Side::Red, 900.0, 300.0);
    let blades = table.red(Blades, 1020.0, 600.0, 180.0);
    let elephants = table.red(Elephants, 1420.0, 400.0, 270.0);
    assert_eq!(table.refused(SINGLE, &[blades], &[forward(180.0)])[0], rule::MOVE_SWEEP);
    assert!(table.refused(ENTER_CAMP, &[blades], &[forward(90.0)]).contains(&rule::CAMP_ENTER));
    assert!(table.refused(ENTER_CAMP, &[elephants], &[forward(300.0)]).contains(&rule::CAMP_ENTER));
    assert_eq!(table.refused(SINGLE, &[followers], &[forward(10.0)]), [rule::CAMP_FOLLOWERS]);
    table.order(ENTER_CAMP, &[blades], &[forward(180.0)]);
    assert_eq!(table.phase.camps[Side::Red].map(|c| c.holder), Some(Holder::Element(blades)));
    assert_eq!(table.at(blades), (1020, 420, 180));
    table.phase.marks[blades.index()].moves = 0;
    assert!(table.refused(LEAVE_CAMP, &[blades], &[back(20.0)]).contains(&rule::CAMP_ENTER));
    table.order(LEAVE_CAMP, &[blades], &[back(150.0)]);
    assert_eq!(table.phase.camps[Side::Red].map(|c| c.holder), Some(Holder::Followers));
    assert_eq!(table.at(blades), (1020, 570, 180));
}

#[test]
fn an_open_enemy_camp_is_taken_by_going_in() {
    proves!(rule::CAMP_ENTER);
    let mut table = Table::default();
    table.camp(Side::Blue, 900.0, 300.0);
    let blades = table.red(Blades, 1020.0, 600.0, 180.0);
    assert!(table.refused(ENTER_CAMP, &[blades], &[forward(180.0)]).contains(&rule::CAMP_ENTER), "defended");
    table.hold(Side::Blue, Holder::Nobody);
    table.order(ENTER_CAMP, &[blades], &[forward(180.0)]);
    let camp = table.phase.camps[Side::Blue].expect("a camp");
    assert_eq!((camp.holder, camp.taken), (Holder::Element(blades), true));
}

#[test]
fn nonsense_is_refused_and_changes_nothing() {
    proves!(rule::BOUND_SEQUENCE, rule::MOVE_ONCE, rule::MOVE_SINGLE, rule::MOVE_MEASURE, rule::MOVE_WHEEL);
    let mut table = Table::default();
    let blades = table.red(Blades, 1000.0, 1000.0, 0.0);
    let enemy = table.blue(Blades, 1000.0, 2000.0, 180.0);
    assert_eq!(table.refused(SINGLE, &[UnitId(99)], &[forward(10.0)]), [rule::BOUND_SEQUENCE]);
    assert_eq!(table.refused(SINGLE, &[enemy], &[forward(10.0)]), [rule::BOUND_SEQUENCE]);
    assert_eq!(table.refused(GROUP, &[blades, blades], &[forward(10.0)]), [rule::MOVE_ONCE]);
    assert_eq!(table.refused(SINGLE, &[], &[forward(10.0)]), [rule::MOVE_SINGLE]);
    assert_eq!(table.refused(SINGLE, &[blades], &[]), [rule::MOVE_MEASURE]);
    assert_eq!(table.refused(SINGLE, &[blades], &[forward(-10.0)]), [rule::MOVE_SINGLE]);
    assert_eq!(table.refused(99, &[blades], &[forward(10.0)]), [rule::MOVE_SINGLE]);
    assert_eq!(table.refused(SINGLE, &[blades], &[left(200.0)]), [rule::MOVE_WHEEL]);
    assert_eq!(table.phase.pips.total(), 6);
}
