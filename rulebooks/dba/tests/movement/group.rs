//! Groups and columns: wheels, shifts, bends, going, contact of a whole block.

use crate::board::geometry::{self, Contact};
use crate::data::tables::Terrain;
use crate::rule;
use crate::tests::movement::common::*;
use ruling::proves;
use umpire::{Motion, UnitId};

/// A line of red elements side by side from here to the right.
fn line(table: &mut Table, troop: crate::data::troop::Troop, x: f64, y: f64, count: usize) -> Vec<UnitId> {
    (0..count).map(|i| table.red(troop, x + 160.0 * i as f64, y, 0.0)).collect()
}

fn is_joined(table: &mut Table, a: UnitId, b: UnitId) -> bool {
    let (a, b) = (table.base(a), table.base(b));
    geometry::joined(&a, &b)
}

#[test]
fn a_group_advances_as_a_block_for_one_pip() {
    proves!(rule::MOVE_GROUP);
    let mut table = Table::default();
    let mut units = line(&mut table, Blades, 800.0, 450.0, 6);
    units.extend([table.red(Spears, 1120.0, 390.0, 0.0), table.red(Spears, 1280.0, 390.0, 0.0)]);
    let plan = table.order(GROUP, &units, &[forward(200.0)]);
    assert_eq!((plan.price.total(), plan.rate), (1, 200.0));
    assert_eq!((table.at(units[0]), table.at(units[7])), ((800, 650, 0), (1280, 590, 0)));
    assert_eq!(table.moves(units[3]), [(Motion::March, rule::MOVE_GROUP)]);
    assert!(units.iter().all(|id| table.phase.marks[id.index()].moves == 1));
}

#[test]
fn the_slowest_sets_the_pace() {
    proves!(rule::MOVE_MEASURE);
    let mut table = Table::default();
    let units = [table.red(Cavalry, 1000.0, 500.0, 0.0), table.red(Blades, 1160.0, 530.0, 0.0)];
    assert_eq!(table.refused(GROUP, &units, &[forward(250.0)]), [rule::MOVE_MEASURE]);
    assert!(table.check(GROUP, &units, &[forward(200.0)]).is_ok());
}

#[test]
fn only_those_joined_and_facing_one_way_are_a_group() {
    proves!(rule::MOVE_GROUP);
    let mut table = Table::default();
    let a = table.red(Blades, 1000.0, 500.0, 0.0);
    let b = table.red(Blades, 1170.0, 500.0, 0.0);
    let c = table.red(Blades, 840.0, 500.0, 5.0);
    assert_eq!(table.refused(GROUP, &[a, b], &[forward(50.0)]), [rule::MOVE_GROUP]);
    assert!(table.refused(GROUP, &[a, c], &[forward(50.0)]).contains(&rule::MOVE_GROUP));
    assert_eq!(table.refused(GROUP, &[a], &[forward(50.0)]), [rule::MOVE_GROUP]);
    let mut table = Table::default();
    let units = line(&mut table, Blades, 1000.0, 500.0, 2);
    assert_eq!(table.refused(GROUP, &units, &[back(50.0)]), [rule::MOVE_GROUP]);
    assert_eq!(table.refused(GROUP, &units, &[turn(90.0)]), [rule::MOVE_GROUP]);
    assert_eq!(table.refused(GROUP, &units, &[shift(90.0)])[0], rule::MOVE_GROUP);
}

#[test]
fn a_group_with_a_locked_element_does_not_move() {
    proves!(rule::MOVE_LOCKED);
    let mut table = Table::default();
    let units = line(&mut table, Blades, 1000.0, 1140.0, 2);
    table.blue(Spears, 1000.0, 1200.0, 180.0);
    assert!(table.refused(GROUP, &units, &[forward(10.0)]).contains(&rule::MOVE_LOCKED));
    assert!(table.check(SINGLE, &[units[1]], &[back(100.0)]).is_ok());
}

#[test]
fn a_wheel_is_paid_by_its_far_corner_in_legs_of_30_degrees() {
    proves!(rule::MOVE_WHEEL);
    let mut table = Table::default();
    let units = line(&mut table, Auxilia, 1000.0, 500.0, 2);
    let plan = table.order(GROUP, &units, &[right(30.0)]);
    assert!((plan.spent - 165.644).abs() < 0.001, "{}", plan.spent);
    let pivot = table.base(units[1]).rect.fr();
    assert!(pivot.distance(table::Vec2::new(1240.0, 540.0)) < 0.01, "the right end stood still");
    assert!(is_joined(&mut table, units[0], units[1]));
    let mut table = Table::default();
    let units = line(&mut table, LightHorse, 600.0, 800.0, 4);
    let plan = table.order(GROUP, &units, &[left(31.0)]);
    assert!((plan.spent - 345.218).abs() < 0.001, "{}", plan.spent);
    assert_eq!(plan.legs().count(), 2);
    assert_eq!(table.moves(units[3])[0], (Motion::March, rule::MOVE_WHEEL));
    assert_eq!(table.refused(GROUP, &[units[0], units[1]], &[left(181.0)])[0], rule::MOVE_WHEEL);
}

#[test]
fn a_wheel_into_a_friend_or_off_the_table_is_refused() {
    proves!(rule::MOVE_SWEEP, rule::MOVE_OFF_TABLE);
    let mut table = Table::default();
    let units = line(&mut table, Auxilia, 1000.0, 500.0, 2);
    table.red(Spears, 920.0, 620.0, 0.0);
    assert!(table.refused(GROUP, &units, &[right(30.0)]).contains(&rule::MOVE_SWEEP));
    let mut table = Table::default();
    let units = line(&mut table, LightHorse, 300.0, 2300.0, 2);
    assert!(table.refused(GROUP, &units, &[right(30.0)]).contains(&rule::MOVE_OFF_TABLE));
}

#[test]
fn members_stay_joined_over_many_wheels() {
    let mut table = Table::default();
    let mut units = line(&mut table, LightHorse, 900.0, 1100.0, 4);
    units.extend([table.red(LightHorse, 900.0, 980.0, 0.0), table.red(LightHorse, 1060.0, 980.0, 0.0)]);
    for i in 0..40 {
        table.phase.pips = 6.into();
        let step = if i % 2 == 0 { left(3.3) } else { right(2.7) };
        table.order(GROUP, &units, &[step]);
        units.iter().for_each(|id| table.phase.marks[id.index()].moves = 0);
    }
    for pair in [(0, 1), (1, 2), (2, 3), (0, 4), (1, 5), (4, 5)] {
        let (a, b) = (table.base(units[pair.0]), table.base(units[pair.1]));
        let gap = if pair.1 >= 4 && pair.0 < 4 {
            a.rect.rl().distance(b.rect.fl())
        } else {
            a.rect.fr().distance(b.rect.fl())
        };
        assert!(gap < 0.01, "{pair:?}: {gap}");
    }
}

#[test]
fn a_group_shifts_once_to_come_exactly_opposite_an_enemy() {
    proves!(rule::MOVE_GROUP);
    let mut table = Table::default();
    let units = line(&mut table, Blades, 1000.0, 1000.0, 2);
    table.blue(Spears, 1040.0, 1180.0, 180.0);
    let plan = table.check(GROUP, &units, &[shift(40.0)]).expect("exactly opposite");
    assert!((plan.spent - 40.0).abs() < 1e-6);
    assert_eq!(table.refused(GROUP, &units, &[shift(30.0)]), [rule::MOVE_GROUP]);
    assert!(table.refused(GROUP, &units, &[shift(20.0), shift(20.0)]).contains(&rule::MOVE_GROUP));
    let mut table = Table::default();
    let units = line(&mut table, Blades, 1000.0, 1000.0, 2);
    table.blue(Spears, 1040.0, 1300.0, 180.0);
    assert_eq!(table.refused(GROUP, &units, &[shift(40.0)]), [rule::MOVE_GROUP], "farther than 160");
}

#[test]
fn a_line_keeps_out_of_bad_going_unless_all_are_skirmishers() {
    proves!(rule::MOVE_GROUP_GOING);
    let with = |troop| {
        let mut table = Table::default();
        table.area(Terrain::Rough, (800.0, 700.0), (1400.0, 1000.0));
        let units = line(&mut table, troop, 1000.0, 500.0, 2);
        table.check(GROUP, &units, &[forward(200.0)]).map_err(|no| no[0].rule).map(|p| p.rate)
    };
    assert_eq!(with(Auxilia), Err(rule::MOVE_GROUP_GOING));
    assert_eq!(with(Psiloi), Ok(300.0));
    let mut table = Table::default();
    table.area(Terrain::Rough, (800.0, 400.0), (1400.0, 700.0));
    let units = line(&mut table, Auxilia, 1000.0, 650.0, 2);
    assert_eq!(table.refused(GROUP, &units, &[forward(200.0)]), [rule::MOVE_GROUP_GOING], "started in it");
    assert!(table.check(SINGLE, &[units[0]], &[forward(200.0)]).is_ok());
}

#[test]
fn a_river_is_no_place_for_a_line_but_a_column_crosses() {
    proves!(rule::MOVE_RIVER);
    let mut table = Table::default();
    table.band(Terrain::River, 100.0, &[(0.0, 1200.0), (2400.0, 1200.0)]);
    let units = line(&mut table, Blades, 1000.0, 1100.0, 2);
    assert!(table.refused(GROUP, &units, &[forward(90.0)]).contains(&rule::MOVE_RIVER));
    let mut table = Table::default();
    table.band(Terrain::River, 100.0, &[(0.0, 1200.0), (2400.0, 1200.0)]);
    let units = [table.red(Blades, 1000.0, 1100.0, 0.0), table.red(Blades, 1000.0, 1040.0, 0.0)];
    table.order(COLUMN, &units, &[forward(95.0)]);
    assert_eq!((table.at(units[0]), table.at(units[1])), ((1000, 1195, 0), (1000, 1135, 0)));
    units.iter().for_each(|id| table.phase.marks[id.index()].moves = 0);
    assert_eq!(table.refused(COLUMN, &units, &[forward(120.0)]), [rule::MOVE_RIVER]);
}

#[test]
fn a_column_follows_its_leader_round_a_bend() {
    let mut table = Table::default();
    let units: Vec<UnitId> =
        (0..3).map(|i| table.red(Auxilia, 1000.0, 1000.0 - 80.0 * f64::from(i), 0.0)).collect();
    let plan = table.order(COLUMN, &units, &[right(30.0), forward(100.0)]);
    assert!((plan.spent - 182.822).abs() < 0.001);
    let bases: Vec<_> = units.iter().map(|&id| table.base(id)).collect();
    assert!((bases[0].facing.to_degrees() - 30.0).abs() < 1e-6);
    for pair in bases.windows(2) {
        assert!(pair[0].rect.penetration(&pair[1].rect) < 0.01, "no overlap");
        assert!(table::distance(&pair[0].rect, &pair[1].rect) < 0.01, "touching");
    }
    // It is a column still, and moves on as one.
    units.iter().for_each(|id| table.phase.marks[id.index()].moves = 0);
    table.order(COLUMN, &units, &[forward(200.0)]);
    let bases: Vec<_> = units.iter().map(|&id| table.base(id)).collect();
    assert!(geometry::behind(&bases[1], &bases[0]), "straight again behind the leader");
}

#[test]
fn a_column_turns_sharply_without_overlapping() {
    let mut table = Table::default();
    let units: Vec<UnitId> =
        (0..4).map(|i| table.red(LightHorse, 1000.0, 1000.0 - 120.0 * f64::from(i), 0.0)).collect();
    table.order(COLUMN, &units, &[left(90.0), forward(150.0)]);
    assert_eq!(table.at(units[0]).2, 270);
    let bases: Vec<_> = units.iter().map(|&id| table.base(id)).collect();
    for pair in bases.windows(2) {
        assert!(table::distance(&pair[0].rect, &pair[1].rect) < 0.01);
    }
}

#[test]
fn a_column_needs_its_elements_one_behind_another() {
    proves!(rule::MOVE_COLUMN);
    let mut table = Table::default();
    let units = line(&mut table, Blades, 1000.0, 1000.0, 2);
    assert_eq!(table.refused(COLUMN, &units, &[forward(100.0)]), [rule::MOVE_COLUMN]);
    assert_eq!(table.refused(COLUMN, &units[..1], &[forward(100.0)]), [rule::MOVE_COLUMN]);
    let mut table = Table::default();
    let units = [table.red(Blades, 1000.0, 1000.0, 0.0), table.red(Blades, 1000.0, 940.0, 0.0)];
    assert_eq!(table.refused(COLUMN, &units, &[shift(50.0)])[0], rule::MOVE_COLUMN);
}

#[test]
fn a_line_becomes_a_column_behind_its_leader() {
    proves!(rule::MOVE_COLUMN);
    let mut table = Table::default();
    let units = line(&mut table, Psiloi, 1000.0, 1000.0, 3);
    table.order(FORM_COLUMN, &[units[1], units[0], units[2]], &[forward(200.0)]);
    // The two neighbours are equally far: the left falls in first.
    assert_eq!(table.at(units[1]), (1160, 1200, 0));
    assert_eq!(table.at(units[0]), (1160, 1120, 0));
    assert_eq!(table.at(units[2]), (1160, 1040, 0));
    let mut table = Table::default();
    let units = line(&mut table, Psiloi, 1000.0, 1000.0, 3);
    let no = table.refused(FORM_COLUMN, &[units[1], units[0], units[2]], &[forward(100.0)]);
    assert_eq!(no, [rule::MOVE_COLUMN], "the last would go backwards");
}

#[test]
fn a_column_takes_the_road_at_its_rate() {
    let mut table = Table::default();
    table.band(Terrain::Road, 100.0, &[(1000.0, 0.0), (1000.0, 2400.0)]);
    table.area(Terrain::Woods, (700.0, 600.0), (1300.0, 1600.0));
    let units = [table.red(Blades, 1000.0, 500.0, 0.0), table.red(Blades, 1000.0, 440.0, 0.0)];
    let plan = table.order(COLUMN, &units, &[forward(400.0)]);
    assert_eq!(plan.rate, 400.0);
    assert_eq!((table.at(units[0]), table.at(units[1])), ((1000, 900, 0), (1000, 840, 0)));
    table.order(COLUMN, &units, &[forward(400.0)]);
    assert_eq!(table.at(units[1]), (1000, 1240, 0));
}

#[test]
fn a_group_lines_up_as_a_whole_block() {
    let mut table = Table::default();
    let units = line(&mut table, Blades, 1000.0, 1000.0, 3);
    let enemies = [table.blue(Spears, 1020.0, 1100.0, 180.0), table.blue(Spears, 1180.0, 1100.0, 180.0)];
    let plan = table.order(GROUP, &units, &[forward(100.0)]);
    assert!(plan.is_snapped());
    assert_eq!(table.touch(units[0], enemies[0]), Some(Contact::Front));
    assert_eq!(table.touch(units[1], enemies[1]), Some(Contact::Front));
    assert_eq!(table.at(units[2]), (1340, 1040, 0));
    assert_eq!(plan.contacts, [(units[0], enemies[0]), (units[1], enemies[1])]);
    assert_eq!(table.touch(units[2], enemies[1]), Some(Contact::LeftOverlap));
}

#[test]
fn a_group_in_a_zone_goes_straight_on_or_into_front_contact() {
    proves!(rule::ZOC_EFFECT);
    let mut table = Table::default();
    let units = line(&mut table, Blades, 1000.0, 1000.0, 2);
    table.blue(Spears, 1030.0, 1150.0, 180.0);
    assert!(table.check(GROUP, &units, &[forward(40.0)]).is_ok());
    assert_eq!(table.refused(GROUP, &units, &[left(10.0)]), [rule::ZOC_EFFECT]);
    assert!(table.check(GROUP, &units, &[forward(150.0)]).is_ok_and(|p| !p.contacts.is_empty()));
}

#[test]
fn a_lone_enemy_conforms_to_a_group_that_cannot() {
    proves!(rule::CONTACT_CONFORM);
    let mut table = Table::default();
    let units = line(&mut table, Blades, 1000.0, 1000.0, 2);
    let enemy = table.blue(Psiloi, 1050.0, 1245.0, 170.0);
    let plan = table.order(GROUP, &units, &[forward(200.0)]);
    let conformed = plan.conforms.expect("the enemy lines up");
    assert_eq!(conformed.id, enemy);
    assert_eq!(table.moves(enemy), [(Motion::Conform, rule::CONTACT_CONFORM)]);
    assert_eq!(plan.contacts.len(), 1);
    let with = plan.contacts[0].0;
    assert_eq!(table.touch(with, enemy), Some(Contact::Front));
    assert_eq!(table.phase.marks[enemy.index()].moves, 0);
    // One joined to a friend stays as it is.
    let mut table = Table::default();
    let units = line(&mut table, Blades, 1000.0, 1000.0, 2);
    let a = table.blue(Psiloi, 1050.0, 1240.0, 180.0);
    table.blue(Psiloi, 1210.0, 1240.0, 180.0);
    let plan = table.order(GROUP, &units, &[forward(200.0)]);
    assert!(plan.conforms.is_none() && plan.contacts.is_empty());
    assert_eq!(table.at(a), (1050, 1240, 180));
}
