//! Coming into contact: snapping, flanks, zones, conforming, camps, breaking off.

use crate::board::geometry::Contact;
use crate::board::state::Holder;
use crate::contact::rules::flank_start;
use crate::movement;
use crate::rule;
use crate::tests::movement::common::*;
use ruling::proves;
use umpire::{Motion, Side};

#[test]
fn a_straight_advance_ends_in_front_contact() {
    proves!(rule::MOVE_SINGLE, rule::CONTACT_SNAP);
    let mut table = Table::default();
    let blades = table.red(Blades, 1000.0, 1000.0, 0.0);
    let enemy = table.blue(Spears, 1000.0, 1200.0, 180.0);
    let plan = table.order(SINGLE, &[blades], &[forward(200.0)]);
    assert!(plan.is_snapped() && (plan.spent - 140.0).abs() < 0.01, "{}", plan.spent);
    assert_eq!(table.at(blades), (1000, 1140, 0));
    assert_eq!(table.phase.contacts, [(blades, enemy)]);
    assert!(table.phase.marks[blades.index()].moved_into.has(enemy));
    assert_eq!(
        table.moves(blades),
        [(Motion::March, rule::MOVE_SINGLE), (Motion::Conform, rule::CONTACT_SNAP)]
    );
}

#[test]
fn an_oblique_advance_lines_up_if_the_rate_allows() {
    let mut table = Table::default();
    let blades = table.red(Blades, 1030.0, 1000.0, 5.0);
    let enemy = table.blue(Spears, 1000.0, 1150.0, 180.0);
    table.order(SINGLE, &[blades], &[forward(200.0)]);
    assert_eq!(table.touch(blades, enemy), Some(Contact::Front));
    assert_eq!(table.at(blades), (1000, 1090, 0));
}

#[test]
fn without_the_rate_to_line_up_it_halts_a_pace_short() {
    let mut table = Table::default();
    let blades = table.red(Blades, 1060.0, 1000.0, 0.0);
    table.blue(Spears, 1000.0, 1240.0, 180.0);
    let plan = table.order(SINGLE, &[blades], &[forward(200.0)]);
    assert!(!plan.is_snapped() && plan.contacts.is_empty());
    assert!((plan.spent - 179.0).abs() < 0.01, "{}", plan.spent);
    assert_eq!(table.at(blades), (1060, 1179, 0));
    table.phase.marks[blades.index()].moves = 0;
    // From there a new move goes on into contact.
    table.order(SINGLE, &[blades], &[forward(50.0)]);
    assert_eq!(table.at(blades), (1000, 1180, 0));
}

#[test]
fn guns_never_move_into_contact() {
    proves!(rule::CONTACT_WHO);
    let mut table = Table::default();
    let guns = table.red(Artillery, 1000.0, 1000.0, 0.0);
    table.blue(Spears, 1000.0, 1200.0, 180.0);
    let plan = table.order(SINGLE, &[guns], &[forward(200.0)]);
    assert!(plan.contacts.is_empty());
    assert_eq!(table.at(guns), (1000, 1089, 0));
    table.phase.marks[guns.index()].moves = 0;
    assert_eq!(table.refused(SINGLE, &[guns], &[forward(20.0)]), [rule::CONTACT_WHO]);
}

#[test]
fn wagons_move_into_contact_unless_they_shoot() {
    for shoots in [false, true] {
        let mut table = Table::default();
        table.house.war_wagons_shoot = shoots;
        let wagons = table.red(WarWagons, 1000.0, 1000.0, 0.0);
        let enemy = table.blue(Spears, 1000.0, 1200.0, 180.0);
        let plan = table.order(SINGLE, &[wagons], &[forward(200.0)]);
        assert_eq!(plan.contacts.is_empty(), shoots);
        assert_eq!(table.touch(wagons, enemy).is_some(), !shoots);
    }
}

#[test]
fn one_that_cannot_line_up_gets_no_nearer() {
    proves!(rule::CONTACT_LEGAL);
    let mut table = Table::default();
    let blades = table.red(Blades, 1150.0, 1139.0, 0.0);
    table.red(Spears, 985.0, 1100.0, 0.0);
    table.red(Spears, 1315.0, 1100.0, 0.0);
    table.blue(Spears, 1000.0, 1200.0, 180.0);
    assert_eq!(table.refused(SINGLE, &[blades], &[forward(20.0)]), [rule::CONTACT_LEGAL]);
}

#[test]
fn a_flank_is_struck_only_from_beside_or_behind() {
    // From beside.
    let mut table = Table::default();
    let horse = table.red(Cavalry, 700.0, 1200.0, 90.0);
    let enemy = table.blue(Spears, 1000.0, 1200.0, 0.0);
    table.order(SINGLE, &[horse], &[to(860.0, 1150.0, 90.0)]);
    assert_eq!(table.touch(horse, enemy), Some(Contact::LeftFlank));
    assert_eq!(table.at(horse), (860, 1150, 90));
    // In its own frame: beside, or nowhere ahead of its front and partly beside; not from before it.
    let enemy = table.base(enemy);
    let from = |x: f64, y: f64| enemy.at(table::Vec2::new(x, y), table::Facing::SOUTH);
    let may = |x: f64, y: f64, edge: Contact| flank_start(&from(x, y), &enemy, edge);
    assert!(may(840.0, 1400.0, Contact::LeftFlank), "wholly beside, though ahead");
    assert!(!may(850.0, 1400.0, Contact::LeftFlank), "ahead and not wholly beside");
    assert!(may(900.0, 1140.0, Contact::LeftFlank), "behind and partly beside");
    assert!(!may(1000.0, 1140.0, Contact::LeftFlank), "squarely behind");
    assert!(may(1160.0, 1400.0, Contact::RightFlank) && !may(1160.0, 1400.0, Contact::LeftFlank));
    assert!(may(1000.0, 1140.0, Contact::Rear) && !may(1000.0, 1150.0, Contact::Rear));
}

#[test]
fn the_rear_is_struck_from_behind_it() {
    proves!(rule::CONTACT_KINDS);
    let mut table = Table::default();
    let horse = table.red(Cavalry, 1010.0, 1000.0, 0.0);
    let enemy = table.blue(Spears, 1000.0, 1200.0, 0.0);
    table.order(SINGLE, &[horse], &[forward(300.0)]);
    assert_eq!(table.touch(horse, enemy), Some(Contact::Rear));
    assert_eq!(table.at(horse), (1000, 1110, 0));
}

#[test]
fn overlap_needs_a_friend_in_front_contact() {
    let mut table = Table::default();
    let friend = table.red(Blades, 1000.0, 1140.0, 0.0);
    let enemy = table.blue(Spears, 1000.0, 1200.0, 180.0);
    let blades = table.red(Blades, 1165.0, 1000.0, 0.0);
    table.order(SINGLE, &[blades], &[forward(141.0), shift(-5.0)]);
    assert_eq!(table.touch(friend, enemy), Some(Contact::Front));
    assert_eq!(table.touch(blades, enemy), Some(Contact::LeftOverlap));
    assert!(table.phase.marks[blades.index()].moved_into.is_empty(), "overlap is not contact");
    let mut table = Table::default();
    table.blue(Spears, 1000.0, 1200.0, 180.0);
    let blades = table.red(Blades, 1150.0, 1000.0, 0.0);
    let plan = table.check(SINGLE, &[blades], &[forward(150.0)]).expect("it halts short");
    assert!(!plan.is_snapped());
}

#[test]
fn the_cheapest_pose_wins_and_front_before_flank() {
    let mut table = Table::default();
    let blades = table.red(Blades, 1080.0, 1000.0, 0.0);
    let (one, two) = (table.blue(Spears, 1000.0, 1120.0, 180.0), table.blue(Spears, 1160.0, 1120.0, 180.0));
    table.order(SINGLE, &[blades], &[forward(100.0)]);
    assert_eq!(table.touch(blades, one), Some(Contact::Front), "equal costs: the lower number");
    assert_ne!(table.touch(blades, two), Some(Contact::Front));
}

#[test]
fn closing_the_door_costs_a_pip_within_the_rate_and_whatever_the_zones() {
    proves!(rule::CONTACT_FLANK_START);
    let mut table = Table::default();
    table.red(Blades, 1000.0, 1140.0, 0.0);
    let spears = table.red(Spears, 1160.0, 1140.0, 0.0);
    let enemy = table.blue(Blades, 1000.0, 1200.0, 180.0);
    table.blue(Psiloi, 1240.0, 1320.0, 180.0);
    table.lose_general(Side::Red);
    // The far corner swings 226 paces, and Spears have 200.
    assert_eq!(table.refused(SINGLE, &[spears], &[left(90.0)]), [rule::CONTACT_FLANK_START]);
    table.house.door_at_any_rate = true;
    let plan = table.order(SINGLE, &[spears], &[left(90.0)]);
    assert_eq!(plan.price.total(), 1);
    assert_eq!(table.touch(spears, enemy), Some(Contact::LeftFlank));
    assert_eq!(table.at(spears), (1110, 1250, 270));
    assert_eq!(table.phase.contacts.last(), Some(&(spears, enemy)));
    // Not if the place is taken.
    let mut table = Table::default();
    table.red(Blades, 1000.0, 1140.0, 0.0);
    let spears = table.red(Spears, 1160.0, 1140.0, 0.0);
    table.blue(Blades, 1000.0, 1200.0, 180.0);
    table.blue(Psiloi, 1150.0, 1300.0, 180.0);
    table.house.door_at_any_rate = true;
    assert_eq!(table.refused(SINGLE, &[spears], &[left(90.0)]), [rule::CONTACT_FLANK_START]);
    // Auxilia have the rate for it.
    let mut table = Table::default();
    table.red(Blades, 1000.0, 1140.0, 0.0);
    let auxilia = table.red(Auxilia, 1160.0, 1130.0, 0.0);
    let enemy = table.blue(Blades, 1000.0, 1200.0, 180.0);
    table.order(SINGLE, &[auxilia], &[left(90.0)]);
    assert_eq!(table.touch(auxilia, enemy), Some(Contact::LeftFlank));
}

#[test]
fn an_element_in_contact_is_locked() {
    proves!(rule::MOVE_LOCKED);
    let mut table = Table::default();
    let blades = table.red(Blades, 1000.0, 1140.0, 0.0);
    table.blue(Spears, 1000.0, 1200.0, 180.0);
    assert_eq!(table.refused(SINGLE, &[blades], &[back(100.0)])[0], rule::MOVE_LOCKED);
    assert!(table.with_board(movement::check::movable).contains(&blades), "it may break off");
    let mut table = Table::default();
    let blades = table.red(Blades, 1000.0, 1140.0, 0.0);
    table.blue(Spears, 1000.0, 1200.0, 180.0);
    table.blue(Cavalry, 860.0, 1090.0, 90.0);
    assert_eq!(table.refused(SINGLE, &[blades], &[back(100.0)])[0], rule::MOVE_LOCKED);
    assert!(table.refused(BREAK_OFF, &[blades], &[back(200.0)]).contains(&rule::MOVE_LOCKED));
    assert!(!table.with_board(movement::check::movable).contains(&blades));
    // One that is itself upon a flank moves freely.
    let mut table = Table::default();
    let horse = table.red(Cavalry, 860.0, 1150.0, 90.0);
    table.blue(Spears, 1000.0, 1200.0, 0.0);
    assert!(table.check(SINGLE, &[horse], &[back(100.0)]).is_ok());
}

#[test]
fn breaking_off_takes_speed_and_at_least_200_paces() {
    proves!(rule::MOVE_BREAKOFF);
    let mut table = Table::default();
    let horse = table.red(Cavalry, 1000.0, 1110.0, 0.0);
    let enemy = table.blue(Spears, 1000.0, 1200.0, 180.0);
    let no = table.refusal(BREAK_OFF, &[horse], &[back(150.0)]);
    assert_eq!((no.rule, no.needs.map(|m| m.amount)), (rule::MOVE_BREAKOFF, Some(200.0)));
    assert_eq!(table.refused(BREAK_OFF, &[horse], &[back(450.0)]), [rule::MOVE_BREAKOFF]);
    assert_eq!(table.refused(BREAK_OFF, &[horse], &[forward(200.0)]), [rule::MOVE_BREAKOFF]);
    let plan = table.order(BREAK_OFF, &[horse], &[back(200.0)]);
    assert_eq!(plan.breaks_off, Some(enemy));
    assert_eq!((table.at(horse), table.at(enemy)), ((1000, 910, 0), (1000, 1200, 180)));
    assert!(table.phase.contacts.is_empty());
    assert_eq!(table.refused(SINGLE, &[horse], &[back(20.0)]), [rule::MOVE_BREAKOFF]);
    let mut table = Table::default();
    let blades = table.red(Blades, 1000.0, 1140.0, 0.0);
    table.blue(Spears, 1000.0, 1200.0, 180.0);
    assert_eq!(table.refused(BREAK_OFF, &[blades], &[back(200.0)]), [rule::MOVE_BREAKOFF], "no faster");
    let mut table = Table::default();
    let blades = table.red(Blades, 1000.0, 1000.0, 0.0);
    assert_eq!(table.refused(BREAK_OFF, &[blades], &[back(200.0)]), [rule::MOVE_BREAKOFF], "from nobody");
}

#[test]
fn no_break_off_out_of_a_contact_made_this_bound() {
    proves!(rule::MOVE_BREAKOFF);
    let mut table = Table::default();
    let horse = table.red(Cavalry, 1000.0, 1000.0, 0.0);
    table.blue(Spears, 1000.0, 1200.0, 180.0);
    table.order(SINGLE, &[horse], &[forward(200.0)]);
    assert_eq!(table.refused(BREAK_OFF, &[horse], &[back(200.0)]), [rule::MOVE_BREAKOFF]);
}

#[test]
fn a_pursuing_enemy_goes_after_who_breaks_off() {
    let mut table = Table::default();
    let horse = table.red(Cavalry, 1000.0, 1110.0, 0.0);
    let enemy = table.blue(Knights, 1000.0, 1230.0, 180.0);
    table.order(BREAK_OFF, &[horse], &[back(300.0)]);
    assert_eq!((table.at(horse), table.at(enemy)), ((1000, 810, 0), (1000, 1110, 180)));
}

#[test]
fn a_zone_lets_one_come_on_line_up_or_go_back() {
    proves!(rule::ZOC_EFFECT);
    let set_out = |x: f64, facing: f64| {
        let mut table = Table::default();
        let enemy = table.blue(Spears, 1000.0, 1200.0, 180.0);
        let horse = table.red(LightHorse, x, 1000.0, facing);
        (table, horse, enemy)
    };
    // Across the zone: refused, by name.
    let (mut table, horse, enemy) = set_out(700.0, 90.0);
    let no = table.refusal(SINGLE, &[horse], &[forward(480.0)]);
    assert_eq!((no.rule, no.units), (rule::ZOC_EFFECT, vec![horse.0, enemy.0]));
    // Straight ahead into it and no farther from the enemy: allowed.
    assert!(table.check(SINGLE, &[horse], &[forward(290.0)]).is_ok());
    // From within: forward, lined up, back, but not sideways out.
    let (mut table, horse, _) = set_out(1050.0, 0.0);
    let plan = table.check(SINGLE, &[horse], &[forward(30.0)]).expect("straight ahead");
    assert!(plan.rules.contains(&rule::ZOC_AREA) && plan.rules.contains(&rule::ZOC_EFFECT));
    assert!(table.check(SINGLE, &[horse], &[to(1000.0, 1000.0, 0.0)]).is_ok(), "square opposite");
    assert!(table.check(SINGLE, &[horse], &[back(200.0)]).is_ok());
    assert_eq!(table.refused(SINGLE, &[horse], &[shift(200.0)]), [rule::ZOC_EFFECT]);
    assert_eq!(table.refused(SINGLE, &[horse], &[back(100.0), shift(100.0)]), [rule::ZOC_EFFECT]);
    assert!(table.check(SINGLE, &[horse], &[forward(200.0)]).is_ok_and(|p| p.contacts.len() == 1));
}

#[test]
fn a_zone_forbids_the_flank_of_its_own_enemy_and_of_others() {
    let mut table = Table::default();
    table.blue(Spears, 1000.0, 1200.0, 180.0);
    // It stands in the zone of the first and would strike the flank of the second.
    table.blue(Spears, 1180.0, 1000.0, 0.0);
    let horse = table.red(Cavalry, 1000.0, 950.0, 90.0);
    let plan = table.check(SINGLE, &[horse], &[forward(45.0)]);
    assert!(plan.is_err() || plan.is_ok_and(|p| p.contacts.is_empty()));
}

#[test]
fn zones_are_cut_short_by_whoever_stands_in_them() {
    let mut table = Table::default();
    table.blue(Spears, 1000.0, 1200.0, 180.0);
    table.red(Psiloi, 1000.0, 1120.0, 0.0);
    let horse = table.red(LightHorse, 700.0, 1000.0, 90.0);
    assert!(table.check(SINGLE, &[horse], &[forward(480.0)]).is_ok(), "the Psiloi screen it");
}

#[test]
fn war_wagons_control_all_round_and_any_edge_can_be_their_front() {
    proves!(rule::ZOC_EFFECT);
    let mut table = Table::default();
    let wagons = table.blue(WarWagons, 1000.0, 1200.0, 180.0);
    let horse = table.red(LightHorse, 670.0, 1350.0, 180.0);
    assert!(table.check(SINGLE, &[horse], &[forward(400.0)]).is_ok(), "farther than 160 to its side");
    let mut table2 = Table::default();
    let near = table2.red(LightHorse, 800.0, 1350.0, 180.0);
    table2.blue(WarWagons, 1000.0, 1200.0, 180.0);
    assert_eq!(table2.refused(SINGLE, &[near], &[forward(400.0)]), [rule::ZOC_EFFECT]);
    drop(table2);
    table.order(SINGLE, &[horse], &[to(860.0, 1200.0, 90.0)]);
    assert_eq!(table.at(horse), (860, 1200, 90));
    assert_eq!(table.touch(horse, wagons), Some(Contact::Front), "the edge contacted is the front");
    assert_eq!(table.phase.contacts, [(horse, wagons)]);
}

#[test]
fn an_enemy_camp_is_attacked_flush_on_the_edge_reached() {
    proves!(rule::MOVE_LOCKED);
    let mut table = Table::default();
    let followers = table.camp(Side::Blue, 900.0, 1200.0);
    let blades = table.red(Blades, 860.0, 1050.0, 3.0);
    let plan = table.order(SINGLE, &[blades], &[forward(150.0)]);
    assert_eq!(plan.contacts, [(blades, followers)]);
    let (x, y, facing) = table.at(blades);
    assert_eq!((y, facing), (1170, 0));
    assert!(x >= 900, "at least half its front on the edge: {x}");
    assert!(table.phase.marks[blades.index()].moved_into.has(followers));
    // It is now in front contact: only a break-off, with no rates compared.
    table.phase.marks[blades.index()].moves = 0;
    assert_eq!(table.refused(SINGLE, &[blades], &[back(50.0)])[0], rule::MOVE_LOCKED);
    assert!(table.check(BREAK_OFF, &[blades], &[back(200.0)]).is_ok());
}

#[test]
fn the_occupant_of_a_camp_under_attack_stays_in_it() {
    proves!(rule::MOVE_LOCKED);
    let mut table = Table::default();
    table.camp(Side::Red, 900.0, 300.0);
    let inside = table.red(Blades, 1020.0, 400.0, 0.0);
    table.hold(Side::Red, Holder::Element(inside));
    table.blue(Blades, 1020.0, 530.0, 180.0);
    assert_eq!(table.refused(LEAVE_CAMP, &[inside], &[back(100.0)])[0], rule::MOVE_LOCKED);
}
