//! Turning to face: flank, rear, supporters pushed, other attackers that follow, no room, wagons, camps.

use crate::board::geometry::Contact;
use crate::board::state::Holder;
use crate::rule;
use crate::tests::movement::common::*;
use ruling::proves;
use umpire::{Motion, Side};

#[test]
fn one_struck_on_the_flank_swings_about_the_shared_corner() {
    proves!(rule::CONTACT_TURN_TO_FACE);
    let mut table = Table::default();
    let blades = table.blue(Blades, 1000.0, 1000.0, 0.0);
    let horse = table.red(Cavalry, 860.0, 950.0, 90.0);
    table.face();
    assert_eq!(table.at(blades), (950, 950, 270));
    assert_eq!(table.touch(horse, blades), Some(Contact::Front));
    assert_eq!(table.moves(blades), [(Motion::Turn, rule::CONTACT_TURN_TO_FACE)]);
}

#[test]
fn one_struck_from_behind_turns_about_in_its_place() {
    let mut table = Table::default();
    let blades = table.blue(Blades, 1000.0, 1000.0, 0.0);
    let horse = table.red(Cavalry, 1000.0, 910.0, 0.0);
    table.face();
    assert_eq!(table.at(blades), (1000, 1000, 180));
    assert_eq!(table.touch(horse, blades), Some(Contact::Front));
}

#[test]
fn one_already_fighting_to_its_front_does_not_turn() {
    let mut table = Table::default();
    let blades = table.blue(Blades, 1000.0, 1000.0, 0.0);
    table.red(Spears, 1000.0, 1060.0, 180.0);
    table.red(Cavalry, 860.0, 950.0, 90.0);
    table.face();
    assert_eq!(table.at(blades), (1000, 1000, 0));
}

#[test]
fn supporters_behind_it_are_moved_back_just_enough() {
    proves!(rule::CONTACT_TURN_TO_FACE);
    let mut table = Table::default();
    let front = table.blue(Pikes, 1000.0, 1000.0, 0.0);
    let second = table.blue(Pikes, 1000.0, 940.0, 0.0);
    let third = table.blue(Pikes, 1000.0, 880.0, 0.0);
    table.red(Cavalry, 860.0, 950.0, 90.0);
    table.face();
    assert_eq!(table.at(front), (950, 950, 270));
    assert_eq!((table.at(second), table.at(third)), ((1000, 840, 0), (1000, 780, 0)));
    assert_eq!(table.moves(third), [(Motion::Pushed, rule::CONTACT_TURN_TO_FACE)]);
}

#[test]
fn with_no_room_nothing_moves() {
    // A friend behind that faces another way.
    let mut table = Table::default();
    let blades = table.blue(Blades, 1000.0, 1000.0, 0.0);
    let friend = table.blue(Psiloi, 980.0, 885.0, 90.0);
    table.red(Cavalry, 860.0, 950.0, 90.0);
    table.face();
    assert_eq!((table.at(blades), table.at(friend)), ((1000, 1000, 0), (980, 885, 90)));
    assert!(table.moves(blades).is_empty());
    // A friend that could be moved but for the camp behind it.
    let mut table = Table::default();
    table.camp(Side::Blue, 900.0, 690.0);
    let blades = table.blue(Blades, 1000.0, 1000.0, 0.0);
    let friend = table.blue(Psiloi, 1000.0, 930.0, 0.0);
    table.red(Cavalry, 860.0, 950.0, 90.0);
    table.face();
    assert_eq!((table.at(blades), table.at(friend)), ((1000, 1000, 0), (1000, 930, 0)));
}

#[test]
fn an_attacker_on_the_far_flank_follows_to_the_rear() {
    proves!(rule::CONTACT_FOLLOW_TURN);
    let mut table = Table::default();
    let blades = table.blue(Blades, 1000.0, 1000.0, 0.0);
    let first = table.red(Cavalry, 860.0, 950.0, 90.0);
    let second = table.red(Cavalry, 1140.0, 950.0, 270.0);
    table.face();
    assert_eq!(table.at(blades), (950, 950, 270));
    assert_eq!(table.at(second), (1040, 950, 270));
    assert_eq!(table.touch(first, blades), Some(Contact::Front));
    assert_eq!(table.touch(second, blades), Some(Contact::Rear));
    assert_eq!(table.moves(second), [(Motion::Conform, rule::CONTACT_FOLLOW_TURN)]);
}

#[test]
fn an_attacker_on_a_flank_follows_along_it_when_the_rear_was_first() {
    let mut table = Table::default();
    let blades = table.blue(Blades, 1000.0, 1000.0, 0.0);
    let rear = table.red(Spears, 1000.0, 940.0, 0.0);
    let flank = table.red(Cavalry, 860.0, 950.0, 90.0);
    table.phase.contacts = vec![(rear, blades), (flank, blades)];
    table.face();
    assert_eq!(table.at(blades), (1000, 1000, 180));
    assert_eq!(table.touch(rear, blades), Some(Contact::Front));
    assert_eq!(table.at(flank), (860, 1050, 90));
    assert_eq!(table.touch(flank, blades), Some(Contact::RightFlank));
}

#[test]
fn a_follower_with_no_room_is_out_of_contact() {
    let mut table = Table::default();
    let blades = table.blue(Blades, 1000.0, 1000.0, 0.0);
    table.red(Cavalry, 860.0, 950.0, 90.0);
    let second = table.red(Cavalry, 1140.0, 950.0, 270.0);
    // In the way of the second as it goes ahead: beside the blades' new place.
    table.blue(Psiloi, 1040.0, 810.0, 90.0);
    table.face();
    assert_eq!(table.at(blades), (950, 950, 270));
    assert_eq!(table.at(second), (1140, 950, 270));
    assert_eq!(table.phase.contacts.iter().filter(|c| c.0 == second).count(), 0);
}

#[test]
fn the_first_to_strike_is_faced() {
    let mut table = Table::default();
    let blades = table.blue(Blades, 1000.0, 1000.0, 0.0);
    let left = table.red(Cavalry, 860.0, 950.0, 90.0);
    let right = table.red(Cavalry, 1140.0, 950.0, 270.0);
    table.phase.contacts = vec![(right, blades), (left, blades)];
    table.face();
    assert_eq!(table.touch(right, blades), Some(Contact::Front));
    assert_eq!(table.at(blades), (1050, 950, 90));
}

#[test]
fn war_wagons_never_turn_but_show_the_edge_first_contacted() {
    let mut table = Table::default();
    let wagons = table.blue(WarWagons, 1000.0, 1000.0, 0.0);
    let horse = table.red(Cavalry, 860.0, 1000.0, 90.0);
    let other = table.red(Cavalry, 1000.0, 860.0, 0.0);
    table.phase.contacts = vec![(horse, wagons), (other, wagons)];
    table.face();
    assert!(table.moves(wagons).is_empty());
    assert_eq!(table.touch(horse, wagons), Some(Contact::Front));
    assert_eq!(table.touch(other, wagons), Some(Contact::LeftFlank));
}

#[test]
fn the_occupant_of_a_camp_never_turns() {
    let mut table = Table::default();
    table.camp(Side::Blue, 900.0, 900.0);
    let inside = table.blue(Blades, 1000.0, 1000.0, 0.0);
    table.hold(Side::Blue, Holder::Element(inside));
    table.red(Cavalry, 840.0, 1000.0, 90.0);
    table.face();
    assert_eq!(table.at(inside), (1000, 1000, 0));
    assert!(table.moves(inside).is_empty());
}
