//! Close combat on the table: who fights, and what bears on it where they stand.

use crate::data::tables::Terrain;
use crate::data::troop::Troop::*;
use crate::rule;
use crate::tests::small;
use ruling::proves;

use small::{Small, choose};

#[test]
fn a_combat_is_written_down_with_its_factors_dice_and_totals() {
    proves!(
        rule::COMBAT_TOTAL,
        rule::COMBAT_BASIC,
        rule::OUTCOME_BEATEN_PIKES_SPEARS,
        rule::RESULT_ORDER,
        rule::OUTCOME_LEVEL
    );
    let mut table = Small::default();
    let blades = table.red(Blades, 1000.0, 1000.0, 0.0);
    let spears = table.blue(Spears, 1000.0, 1060.0, 180.0);
    let end = table.play(&[], &[4, 2, 3]);
    let ruling = end.rulings().find(|r| r.rule == rule::COMBAT_TOTAL).expect("a combat");
    assert_eq!(
        ruling.text,
        "Blades (R1) scored 9 (5+4) against Spears (B2) with 6 (4+2): Spears were beaten and had to recoil."
    );
    assert_eq!(end.factor(blades, rule::COMBAT_BASIC), 5);
    assert_eq!(end.at(spears), (1000, 1120, 180));
    assert_eq!(ruling.rolls.iter().map(|r| r.2).collect::<Vec<_>>(), [4, 2]);
    assert!(end.cites(rule::OUTCOME_BEATEN_PIKES_SPEARS) && end.cites(rule::RESULT_ORDER));
}

#[test]
fn equal_totals_leave_both_where_they_are() {
    proves!(rule::OUTCOME_EQUAL_OTHERS);
    let mut table = Small::default();
    let blades = table.red(Blades, 1000.0, 1000.0, 0.0);
    let spears = table.blue(Spears, 1000.0, 1060.0, 180.0);
    let end = table.play(&[], &[1, 2, 3]);
    assert_eq!((end.at(blades), end.at(spears)), ((1000, 1000, 0), (1000, 1060, 180)));
    assert!(end.cites(rule::OUTCOME_EQUAL_OTHERS));
    assert!(end.phase().contacts.len() == 1);
}

#[test]
fn two_scythed_chariots_at_equal_totals_destroy_each_other() {
    let mut table = Small::default();
    let red = table.red(ScythedChariots, 1000.0, 1000.0, 0.0);
    let blue = table.blue(ScythedChariots, 1000.0, 1160.0, 180.0);
    let end = table.play(&[], &[2, 2, 3]);
    assert!(end.is_lost(red) && end.is_lost(blue));
    assert_eq!(end.battle.standing().losses.0, [0, 0]);
}

#[test]
fn the_element_directly_behind_supports() {
    proves!(rule::SUPPORT_SAME);
    let mut table = Small::default();
    let front = table.red(Spears, 1000.0, 1000.0, 0.0);
    table.red(Spears, 1000.0, 940.0, 0.0);
    table.blue(Blades, 1000.0, 1060.0, 180.0);
    let end = table.play(&[], &[3, 3, 3]);
    assert_eq!(end.factor(front, rule::SUPPORT_SAME), 1);
}

#[test]
fn support_fails_in_bad_going_and_for_a_supporter_who_was_shot_at() {
    proves!(rule::SUPPORT_SAME);
    let mut table = Small::default();
    let front = table.red(Pikes, 1000.0, 1000.0, 0.0);
    let rear = table.red(Pikes, 1000.0, 940.0, 0.0);
    table.blue(Blades, 1000.0, 1060.0, 180.0);
    assert_eq!(table.play(&[], &[3, 4, 3]).factor(front, rule::SUPPORT_SAME), 3);
    table.phase.marks[rear.index()].shot_at_by.add(Bows);
    assert_eq!(table.play(&[], &[3, 1, 3]).factor(front, rule::SUPPORT_SAME), 0);
    table.phase.marks[rear.index()].shot_at_by = Default::default();
    table.area(Terrain::Rough, (900.0, 900.0), (1100.0, 950.0));
    assert_eq!(table.play(&[], &[3, 1, 3]).factor(front, rule::SUPPORT_SAME), 0);
}

#[test]
fn pikes_lose_their_support_on_charging_bows() {
    proves!(rule::SUPPORT_SAME, rule::CONTACT_JUST_MOVED);
    let mut table = Small::default();
    let front = table.red(Pikes, 1000.0, 1000.0, 0.0);
    table.red(Pikes, 1000.0, 940.0, 0.0);
    let bows = table.blue(Bows, 1000.0, 1070.0, 180.0);
    assert_eq!(table.play(&[], &[3, 1, 3]).factor(front, rule::SUPPORT_SAME), 3);
    table.moved_into(front, bows);
    let end = table.play(&[], &[3, 4, 3]);
    assert_eq!(end.factor(front, rule::SUPPORT_SAME), 0);
    assert!(end.cites(rule::CONTACT_JUST_MOVED));
}

#[test]
fn muskets_that_charge_mounted_have_no_support() {
    proves!(rule::SUPPORT_NO_CHARGE_MOUNTED);
    let mut table = Small::default();
    let front = table.red(Muskets, 1000.0, 1000.0, 0.0);
    table.red(Muskets, 1000.0, 940.0, 0.0);
    let cavalry = table.blue(Cavalry, 1000.0, 1090.0, 180.0);
    table.moved_into(front, cavalry);
    let end = table.play(&[], &[3, 3, 3]);
    assert_eq!(end.factor(front, rule::SUPPORT_SAME), 0);
    assert!(end.cites(rule::SUPPORT_NO_CHARGE_MOUNTED));
}

#[test]
fn psiloi_support_against_mounted_and_by_a_house_rule_their_neighbours_too() {
    proves!(rule::SUPPORT_PSILOI);
    let mut table = Small::default();
    let left = table.red(Blades, 1000.0, 1000.0, 0.0);
    table.red(Blades, 1160.0, 1000.0, 0.0);
    table.red(Psiloi, 1160.0, 930.0, 0.0);
    table.blue(Cavalry, 1000.0, 1090.0, 180.0);
    assert_eq!(table.play(&[], &[3, 3, 3]).factor(left, rule::SUPPORT_PSILOI), 0);
    table.house.psiloi_support_neighbours = true;
    assert_eq!(table.play(&[], &[3, 3, 3]).factor(left, rule::SUPPORT_PSILOI), 1);
}

#[test]
fn shot_with_pikes_beside_stand_up_to_a_charge_of_mounted() {
    proves!(rule::TACTICAL_SHOT_PIKES);
    let mut table = Small::default();
    table.phase.active = umpire::Side::Blue;
    let shot = table.red(Shot, 1000.0, 1000.0, 0.0);
    table.red(Pikes, 1160.0, 1010.0, 0.0);
    let cavalry = table.blue(Cavalry, 1000.0, 1100.0, 180.0);
    assert_eq!(table.play(&[], &[3, 2, 3]).factor(shot, rule::TACTICAL_SHOT_PIKES), 0);
    table.moved_into(cavalry, shot);
    assert_eq!(table.play(&[], &[3, 2, 3]).factor(shot, rule::TACTICAL_SHOT_PIKES), 1);
}

#[test]
fn the_general_fights_better() {
    proves!(rule::TACTICAL_GENERAL);
    let mut table = Small::default();
    let blades = table.red(Blades, 1000.0, 1000.0, 0.0);
    table.blue(Blades, 1000.0, 1060.0, 180.0);
    table.general(blades);
    assert_eq!(table.play(&[], &[3, 4, 3]).factor(blades, rule::TACTICAL_GENERAL), 1);
}

#[test]
fn an_enemy_corner_on_corner_overlaps_unless_it_has_its_own_fight() {
    proves!(rule::TACTICAL_OVERLAP, rule::OVERLAP_CORNER);
    let mut table = Small::default();
    let blades = table.red(Blades, 1000.0, 1000.0, 0.0);
    table.blue(Blades, 1000.0, 1060.0, 180.0);
    table.blue(Blades, 1160.0, 1060.0, 180.0);
    let end = table.play(&[], &[4, 3, 3]);
    assert_eq!(end.factor(blades, rule::TACTICAL_OVERLAP), -1);
    assert!(end.cites(rule::OVERLAP_CORNER));
    let neighbour = table.red(Blades, 1160.0, 1000.0, 0.0);
    let end = table.play(&[choose(0)], &[3, 3, 3, 3, 3]);
    assert_eq!(end.factor(blades, rule::TACTICAL_OVERLAP), 0);
    assert_eq!(end.factor(neighbour, rule::TACTICAL_OVERLAP), 0);
}

#[test]
fn an_enemy_side_by_side_overlaps_even_while_it_fights_another() {
    proves!(rule::TACTICAL_OVERLAP, rule::OVERLAP_SIDE);
    let mut table = Small::default();
    let blades = table.red(Blades, 1000.0, 1000.0, 0.0);
    table.blue(Blades, 1000.0, 1060.0, 180.0);
    table.blue(Blades, 1160.0, 1000.0, 180.0);
    table.red(Blades, 1160.0, 940.0, 0.0);
    let end = table.play(&[choose(1)], &[3, 3, 4, 3, 3]);
    assert_eq!(end.factor(blades, rule::TACTICAL_OVERLAP), -1);
    assert!(end.cites(rule::OVERLAP_SIDE));
}

#[test]
fn an_enemy_on_the_flank_costs_one_and_makes_a_recoil_fatal() {
    proves!(rule::TACTICAL_OVERLAP, rule::RECOIL_BLOCKED);
    let mut table = Small::default();
    let blades = table.red(Blades, 1000.0, 1000.0, 0.0);
    table.blue(Blades, 1000.0, 1060.0, 180.0);
    table.blue(Blades, 1110.0, 950.0, 270.0);
    let end = table.play(&[], &[1, 3, 3]);
    assert_eq!(end.factor(blades, rule::TACTICAL_OVERLAP), -1);
    assert!(end.is_lost(blades) && end.cites(rule::RECOIL_BLOCKED));
}

#[test]
fn flank_and_rear_each_count_and_a_house_rule_counts_every_enemy() {
    proves!(rule::TACTICAL_OVERLAP);
    let mut table = Small::default();
    let blades = table.red(Blades, 1000.0, 1000.0, 0.0);
    table.blue(Blades, 1000.0, 1060.0, 180.0);
    table.blue(Blades, 1110.0, 950.0, 270.0);
    table.blue(Blades, 1160.0, 1060.0, 180.0);
    table.blue(Blades, 1000.0, 940.0, 0.0);
    assert_eq!(table.play(&[], &[5, 3, 3]).factor(blades, rule::TACTICAL_OVERLAP), -2);
    table.house.one_flank_factor = false;
    // The one at the corner is free: it overlaps as well as the one on the flank.
    assert_eq!(table.play(&[], &[6, 3, 3]).factor(blades, rule::TACTICAL_OVERLAP), -3);
}

#[test]
fn uphill_counts_for_the_higher_of_the_two() {
    proves!(rule::TACTICAL_UPHILL_BANK, rule::TERRAIN_HILLS);
    let mut table = Small::default();
    let low = table.red(Blades, 1000.0, 1000.0, 0.0);
    let high = table.blue(Blades, 1000.0, 1060.0, 180.0);
    table.area(Terrain::GentleHill, (800.0, 1000.0), (1200.0, 1400.0));
    let end = table.play(&[], &[4, 3, 3]);
    let factors = [low, high].map(|id| end.factor(id, rule::TACTICAL_UPHILL_BANK));
    assert_eq!(factors, [0, 1]);
    assert!(end.cites(rule::TERRAIN_HILLS));
}

#[test]
fn the_bank_of_a_river_is_defended_against_those_in_it() {
    proves!(rule::TACTICAL_UPHILL_BANK, rule::TACTICAL_BANK);
    let mut table = Small::default();
    let dry = table.red(Blades, 1000.0, 1000.0, 0.0);
    let wet = table.blue(Blades, 1000.0, 1060.0, 180.0);
    table.band(Terrain::River, 100.0, &[(0.0, 1090.0), (2400.0, 1090.0)]);
    let end = table.play(&[], &[3, 4, 3]);
    assert_eq!([dry, wet].map(|id| end.factor(id, rule::TACTICAL_UPHILL_BANK)), [1, 0]);
    assert!(end.cites(rule::TACTICAL_BANK));
}

#[test]
fn bad_going_hinders_heavy_foot_and_the_horse_that_ride_against_it() {
    proves!(rule::TACTICAL_BAD_GOING, rule::TACTICAL_ENEMY_IN_BAD_GOING, rule::TERRAIN_IN);
    let mut table = Small::default();
    let blades = table.red(Blades, 1000.0, 1000.0, 0.0);
    let cavalry = table.blue(Cavalry, 1000.0, 1090.0, 180.0);
    table.area(Terrain::Woods, (900.0, 900.0), (1100.0, 1010.0));
    let end = table.play(&[], &[3, 3, 3]);
    assert_eq!([blades, cavalry].map(|id| end.factor(id, rule::TACTICAL_BAD_GOING)), [-2, 0]);
    // The horse stand in the open, and the factor says so.
    assert_eq!([blades, cavalry].map(|id| end.factor(id, rule::TACTICAL_ENEMY_IN_BAD_GOING)), [0, -2]);
    assert!(end.cites(rule::TERRAIN_IN));
}

#[test]
fn the_going_of_the_loser_decides_its_fate() {
    // Knights destroy Auxilia in the open, but not in the woods.
    let mut table = Small::default();
    table.red(Knights, 1000.0, 1000.0, 0.0);
    let auxilia = table.blue(Auxilia, 1000.0, 1100.0, 180.0);
    assert!(table.play(&[], &[4, 2, 3]).is_lost(auxilia));
    table.area(Terrain::Woods, (900.0, 1080.0), (1100.0, 1300.0));
    let end = table.play(&[], &[6, 2, 3]);
    assert_eq!(end.at(auxilia), (1000, 1180, 180));
}

#[test]
fn knights_die_on_bows_only_in_the_bound_of_their_charge() {
    let mut table = Small::default();
    let knights = table.red(Knights, 1000.0, 1000.0, 0.0);
    let bows = table.blue(Bows, 1000.0, 1100.0, 180.0);
    let end = table.play(&[], &[2, 3, 3]);
    assert_eq!(end.at(knights), (1000, 880, 0));
    table.moved_into(knights, bows);
    assert!(table.play(&[], &[2, 3, 3]).is_lost(knights));
}

#[test]
fn the_active_side_chooses_the_order_and_a_hole_made_early_tells() {
    proves!(rule::TACTICAL_OVERLAP);
    let mut table = Small::default();
    let left = table.red(Blades, 1000.0, 1000.0, 0.0);
    let right = table.red(Blades, 1160.0, 1000.0, 0.0);
    let facing_left = table.blue(Blades, 1000.0, 1060.0, 180.0);
    let facing_right = table.blue(Blades, 1160.0, 1060.0, 180.0);
    // The right hand pair first: its enemy recoils, and the left fights an enemy now overlapped.
    let end = table.play(&[choose(1)], &[4, 2, 3, 3, 5]);
    assert_eq!(end.at(facing_right), (1160, 1120, 180));
    assert_eq!(end.factor(left, rule::TACTICAL_OVERLAP), 0);
    assert_eq!(end.factor(facing_left, rule::TACTICAL_OVERLAP), -1);
    assert_eq!(end.phase().pips.total(), 5);
    assert!(end.phase().marks.iter().all(|m| !m.has_fought), "a new bound");
    assert_eq!(end.at(right), (1160, 1000, 0));
}

#[test]
fn a_pair_one_of_which_is_gone_is_struck_out() {
    proves!(rule::COMBAT_PAIRS, rule::RECOIL_ELEPHANTS);
    // Elephants recoil over a friend who faces another way and was to fight next.
    let mut table = Small::default();
    table.red(Blades, 920.0, 1000.0, 0.0);
    table.red(Blades, 1060.0, 1270.0, 270.0);
    let elephants = table.blue(Elephants, 920.0, 1110.0, 180.0);
    let trampled = table.blue(Blades, 1000.0, 1270.0, 90.0);
    let end = table.play(&[choose(0)], &[4, 1, 3]);
    assert_eq!(end.at(elephants), (920, 1270, 180));
    assert!(end.is_lost(trampled) && end.cites(rule::COMBAT_PAIRS) && end.cites(rule::RECOIL_ELEPHANTS));
}

#[test]
fn contact_made_by_pursuit_is_not_fought_in_the_same_bound() {
    proves!(rule::COMBAT_TOTAL);
    let mut table = Small::default();
    let warband = table.red(Warband, 1000.0, 1000.0, 0.0);
    table.blue(Spears, 1000.0, 1060.0, 180.0);
    let behind = table.blue(Blades, 1000.0, 1120.0, 180.0);
    let end = table.play(&[], &[6, 1, 3]);
    assert_eq!(end.at(warband), (1000, 1060, 0));
    assert!(end.phase().contacts.contains(&(warband, behind)));
    assert_eq!(end.rulings().filter(|r| r.rule == rule::COMBAT_TOTAL).count(), 1);
}

#[test]
fn one_that_could_not_turn_fights_whoever_struck_its_flank_at_minus_one() {
    proves!(rule::TACTICAL_OVERLAP);
    let mut table = Small::default();
    table.phase.active = umpire::Side::Blue;
    let blades = table.red(Blades, 1000.0, 1000.0, 0.0);
    let cavalry = table.blue(Cavalry, 1140.0, 950.0, 270.0);
    // A friend that faces another way keeps it from turning.
    table.red(Blades, 1000.0, 880.0, 90.0);
    table.moved_into(cavalry, blades);
    let end = table.play(&[], &[3, 4, 3]);
    assert_eq!(end.at(blades), (1000, 1000, 0));
    assert_eq!(end.factor(blades, rule::TACTICAL_OVERLAP), -1);
}
