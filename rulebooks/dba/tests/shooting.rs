//! Shooting: who can, who must, in what order, and what comes of it.

use crate::data::tables::Terrain;
use crate::data::troop::Troop::*;
use crate::rule;
use crate::tests::small;
use ruling::proves;

use small::{Played, Small, choose};
use umpire::{Command, Form, Pending, Side, UnitId};

/// The rules of the refusals that a command meets after the movement.
fn refused(table: &Small, command: &Command) -> Vec<ruling::RuleId> {
    let (mut battle, mut dice) = (table.battle(), dice::Scripted::new([]));
    battle.submit(Side::Red, &Command::Done, &mut dice, &mut umpire::Silent).expect("movement ends");
    let before = battle.digest();
    let reasons = battle.submit(Side::Red, command, &mut dice, &mut umpire::Silent).expect_err("refused");
    assert_eq!((battle.digest(), dice.finish()), (before, Ok(())), "a refusal changes nothing");
    reasons.iter().map(|r| r.rule).collect()
}

/// The shooters offered after the movement.
fn offered(table: &Small) -> Vec<(UnitId, Vec<UnitId>, UnitId)> {
    let (mut battle, mut dice) = (table.battle(), dice::Scripted::new([]));
    battle.submit(Side::Red, &Command::Done, &mut dice, &mut umpire::Silent).expect("movement ends");
    let Pending::Decide(_, ask) = battle.pending() else { panic!("a decision") };
    let Form::Shoot(shooters) = ask.form else { panic!("{ask:?}") };
    shooters.into_iter().map(|s| (s.unit, s.targets, s.usual)).collect()
}

fn shots(end: &Played) -> usize {
    end.rulings().filter(|r| r.rule == rule::SHOOT_COMBINE).count()
}

#[test]
fn those_with_one_target_shoot_without_being_asked() {
    proves!(rule::SHOOT_COMBINE);
    let mut table = Small::default();
    table.red(Bows, 1000.0, 1000.0, 0.0);
    let knights = table.blue(Knights, 1000.0, 1200.0, 180.0);
    let end = table.play(&[], &[4, 2, 5]);
    assert_eq!(end.at(knights), (1000, 1320, 180));
    let ruling = end.rulings().find(|r| r.rule == rule::SHOOT_COMBINE).expect("a shot");
    assert_eq!(
        ruling.text,
        "Bows (R1) shot at Knights (B2), 8 (4+4) against 5 (3+2): Knights were beaten and had to recoil."
    );
}

#[test]
fn only_those_with_a_range_shoot_and_only_within_it() {
    for (troop, range) in
        [(Artillery, 500.0), (Bows, 200.0), (Cannon, 1000.0), (Jaeger, 300.0), (Shot, 100.0)]
    {
        let at = |range: f64| {
            let mut table = Small::default();
            let front = if matches!(troop, Artillery | Cannon) { 80.0 } else { 40.0 };
            table.red(troop, 1000.0, 1000.0, 0.0);
            table.blue(Spears, 1000.0, 1000.0 + front + range + 30.0, 180.0);
            table
        };
        assert_eq!(shots(&at(range).play(&[], &[3, 5, 3])), 1, "{troop:?}");
        assert_eq!(shots(&at(range + 1.0).play(&[], &[3])), 0, "{troop:?}");
    }
    let mut table = Small::default();
    table.red(Psiloi, 1000.0, 1000.0, 0.0);
    table.red(WarWagons, 1200.0, 1000.0, 0.0);
    table.blue(Spears, 1100.0, 1150.0, 180.0);
    assert_eq!(shots(&table.play(&[], &[3])), 0);
}

#[test]
fn war_wagons_shoot_all_round_where_the_house_lets_them() {
    let mut table = Small::default();
    table.house.war_wagons_shoot = true;
    table.red(WarWagons, 1000.0, 1000.0, 0.0);
    table.blue(Spears, 1000.0, 700.0, 0.0);
    assert_eq!(shots(&table.play(&[], &[1, 6, 3])), 1);
}

#[test]
fn the_arc_is_one_base_wider_to_each_side() {
    let at = |x: f64| {
        let mut table = Small::default();
        table.red(Bows, 1000.0, 1000.0, 0.0);
        table.blue(Spears, x, 1100.0, 180.0);
        table
    };
    assert_eq!(shots(&at(1310.0).play(&[], &[2, 6, 3])), 1);
    assert_eq!(shots(&at(1325.0).play(&[], &[3])), 0);
}

#[test]
fn nobody_in_contact_shoots_or_is_shot_at_but_one_in_overlap_is() {
    proves!(rule::SHOOT_COMBINE);
    let mut table = Small::default();
    table.red(Bows, 1240.0, 900.0, 0.0);
    table.red(Spears, 1000.0, 1000.0, 0.0);
    table.blue(Bows, 1000.0, 1070.0, 180.0);
    let free = table.blue(Spears, 1160.0, 1060.0, 180.0);
    let end = table.play(&[], &[3, 2, 3, 3, 3]);
    assert_eq!(shots(&end), 1);
    assert!(end.rulings().any(|r| r.rule == rule::SHOOT_COMBINE && r.tallies[1].0 == free));
}

#[test]
fn elements_and_woods_block_the_sight() {
    let mut table = Small::default();
    table.red(Rifles, 1000.0, 1000.0, 0.0);
    table.blue(Spears, 1000.0, 1300.0, 180.0);
    assert_eq!(shots(&table.play(&[], &[2, 6, 3])), 1);
    let mut wooded = table.clone();
    wooded.area(Terrain::Woods, (800.0, 1100.0), (1200.0, 1200.0));
    assert_eq!(shots(&wooded.play(&[], &[3])), 0);
    table.red(Spears, 1000.0, 1150.0, 0.0);
    assert_eq!(shots(&table.play(&[], &[3])), 0);
}

#[test]
fn guns_shoot_in_their_own_bound_unless_they_moved() {
    let mut table = Small::default();
    let gun = table.red(Cannon, 1000.0, 1000.0, 0.0);
    table.blue(Spears, 1000.0, 1400.0, 180.0);
    assert_eq!(shots(&table.play(&[], &[2, 6, 3])), 1);
    table.phase.marks[gun.index()].moves = 1;
    assert_eq!(shots(&table.play(&[], &[3])), 0);
    table.phase.marks[gun.index()].moves = 0;
    table.phase.active = Side::Blue;
    assert_eq!(shots(&table.play(&[], &[3])), 0);
}

#[test]
fn a_gun_shot_at_replies_and_the_two_are_one_combat() {
    proves!(rule::SHOOT_MUTUAL);
    let mut table = Small::default();
    let gun = table.blue(Cannon, 1000.0, 1300.0, 180.0);
    let rifles = table.red(Rifles, 1000.0, 1000.0, 0.0);
    let end = table.play(&[], &[1, 5, 3]);
    assert_eq!(shots(&end), 1);
    assert!(end.cites(rule::SHOOT_MUTUAL));
    // Either may suffer, here the one who shot first: 4 against 8 is doubled.
    assert!(end.is_lost(rifles) && end.field().on_table(gun));
}

#[test]
fn a_gun_chooses_among_those_who_shoot_at_it() {
    proves!(rule::SHOOT_ONE_SIDED);
    let mut table = Small::default();
    let gun = table.blue(Cannon, 1000.0, 1300.0, 180.0);
    let near = table.red(Rifles, 900.0, 1000.0, 0.0);
    let far = table.red(Rifles, 1100.0, 980.0, 0.0);
    // It replies to the aiding one: then it is shot at by the main one without an answer.
    let end = table.play(&[Command::Shoot(vec![(gun, far)]), choose(0)], &[4, 4, 6, 1, 3]);
    assert_eq!(shots(&end), 2);
    assert!(end.cites(rule::SHOOT_ONE_SIDED) && !end.cites(rule::SHOOT_MUTUAL));
    assert_eq!(end.at(near), (900, 1000, 0));
}

#[test]
fn everyone_who_can_must_shoot_at_a_target_it_can_reach() {
    proves!(
        rule::SHOOT_MUST,
        rule::SHOOT_ARC,
        rule::SHOOT_RANGE,
        rule::SHOOT_COMBINE,
        rule::SHOOT_WHO,
        rule::BOUND_SEQUENCE
    );
    let mut table = Small::default();
    let bows = table.red(Bows, 1000.0, 1000.0, 0.0);
    let spears = table.red(Spears, 1400.0, 1000.0, 0.0);
    let near = table.blue(Spears, 900.0, 1110.0, 180.0);
    let right = table.blue(Spears, 1140.0, 1130.0, 180.0);
    let aside = table.blue(Spears, 1500.0, 1100.0, 180.0);
    let far = table.blue(Spears, 1000.0, 1800.0, 180.0);
    assert_eq!(offered(&table), [(bows, vec![near, right], near)]);
    let shoot = |list: &[(UnitId, UnitId)]| Command::Shoot(list.to_vec());
    assert_eq!(refused(&table, &shoot(&[])), [rule::SHOOT_MUST]);
    assert_eq!(refused(&table, &shoot(&[(bows, aside)])), [rule::SHOOT_ARC]);
    assert_eq!(refused(&table, &shoot(&[(bows, far)])), [rule::SHOOT_RANGE]);
    assert_eq!(refused(&table, &shoot(&[(bows, near), (bows, right)])), [rule::SHOOT_COMBINE]);
    assert_eq!(refused(&table, &shoot(&[(bows, near), (spears, near)])), [rule::SHOOT_WHO]);
    assert_eq!(refused(&table, &shoot(&[(bows, near), (near, bows)])), [rule::SHOOT_WHO]);
    assert_eq!(refused(&table, &shoot(&[(bows, near), (UnitId(99), near)])), [rule::SHOOT_WHO]);
    assert_eq!(refused(&table, &shoot(&[(bows, spears)])), [rule::SHOOT_COMBINE]);
    assert_eq!(refused(&table, &choose(0)), [rule::BOUND_SEQUENCE]);
    let end = table.play(&[shoot(&[(bows, right)])], &[4, 1, 3]);
    assert_eq!(end.at(right), (1140, 1190, 180));
}

#[test]
fn refusals_tell_contact_sight_and_the_time_of_guns_apart() {
    proves!(rule::SHOOT_CONTACT, rule::SHOOT_SIGHT, rule::SHOOT_WHEN);
    let mut table = Small::default();
    let bows = table.red(Bows, 1000.0, 1000.0, 0.0);
    let gun = table.red(Cannon, 1300.0, 960.0, 0.0);
    table.phase.marks[gun.index()].moves = 1;
    let near = table.blue(Spears, 900.0, 1110.0, 180.0);
    let right = table.blue(Spears, 1140.0, 1130.0, 180.0);
    let hidden = table.blue(Spears, 900.0, 1175.0, 180.0);
    table.red(Spears, 400.0, 1000.0, 0.0);
    let fighting = table.blue(Spears, 400.0, 1060.0, 180.0);
    let shoot = |list: &[(UnitId, UnitId)]| Command::Shoot(list.to_vec());
    assert_eq!(refused(&table, &shoot(&[(bows, fighting)])), [rule::SHOOT_CONTACT]);
    assert_eq!(refused(&table, &shoot(&[(bows, hidden)])), [rule::SHOOT_SIGHT]);
    assert_eq!(refused(&table, &shoot(&[(bows, near), (gun, right)])), [rule::SHOOT_WHEN]);
}

#[test]
fn three_at_most_shoot_at_one_target_and_the_nearest_is_the_main_shooter() {
    proves!(rule::SHOOT_COMBINE, rule::TACTICAL_AIDING);
    let mut table = Small::default();
    let shooters = [840.0, 1000.0, 1160.0].map(|x| table.red(Bows, x, 1000.0, 0.0));
    let fourth = table.red(Bows, 1320.0, 1000.0, 0.0);
    let target = table.blue(Spears, 1080.0, 1150.0, 180.0);
    // Four with one target: which three is a choice.
    assert_eq!(offered(&table).len(), 4);
    let all: Vec<(UnitId, UnitId)> = shooters.iter().chain([&fourth]).map(|&s| (s, target)).collect();
    assert_eq!(refused(&table, &Command::Shoot(all.clone())), [rule::SHOOT_COMBINE]);
    let end = table.play(&[Command::Shoot(all[..3].to_vec())], &[4, 4, 3]);
    assert_eq!(end.factor(target, rule::TACTICAL_AIDING), -2);
    let ruling = end.rulings().find(|r| r.rule == rule::SHOOT_COMBINE).expect("a shot");
    assert_eq!(ruling.tallies[0].0, shooters[1], "of the two straight ahead the lower number");
    // Left to the umpire, the fourth is excused.
    let end = table.play(&[Command::Done], &[4, 4, 3]);
    assert_eq!(end.factor(target, rule::TACTICAL_AIDING), -2);
}

#[test]
fn of_equally_near_shooters_the_higher_factor_is_the_main_one() {
    proves!(rule::SHOOT_COMBINE);
    let mut table = Small::default();
    table.red(Bows, 1000.0, 1000.0, 0.0);
    let rifles = table.red(Rifles, 1160.0, 1000.0, 0.0);
    table.blue(Spears, 1080.0, 1150.0, 180.0);
    let end = table.play(&[], &[2, 6, 3]);
    let ruling = end.rulings().find(|r| r.rule == rule::SHOOT_COMBINE).expect("a shot");
    assert_eq!(ruling.tallies[0].0, rifles);
}

#[test]
fn the_usual_target_of_the_other_side_is_who_shoots_at_it() {
    proves!(rule::SHOOT_MUTUAL, rule::COMBAT_BASIC);
    let mut table = Small::default();
    let bows = table.red(Bows, 1000.0, 1000.0, 0.0);
    table.red(Spears, 1200.0, 1060.0, 0.0);
    let back = table.blue(Bows, 1060.0, 1200.0, 180.0);
    // Blue's Bows would have the Spears nearer; Red's Bows shoot at them, so they shoot back.
    let end = table.play(&[Command::Done], &[3, 3, 3]);
    assert_eq!(shots(&end), 1);
    assert!(end.cites(rule::SHOOT_MUTUAL));
    assert_eq!([bows, back].map(|id| end.factor(id, rule::COMBAT_BASIC)), [2, 2]);
}

#[test]
fn a_shot_is_one_sided_when_the_target_shoots_elsewhere_or_not_at_all() {
    proves!(rule::SHOOT_ONE_SIDED);
    let mut table = Small::default();
    let bows = table.red(Bows, 1000.0, 1000.0, 0.0);
    table.blue(Elephants, 1000.0, 1250.0, 180.0);
    let end = table.play(&[], &[1, 6, 3]);
    assert_eq!(end.at(bows), (1000, 1000, 0));
    assert!(end.cites(rule::SHOOT_ONE_SIDED));
}

#[test]
fn shots_are_carried_out_in_the_order_chosen_and_tested_again() {
    // Two targets, one behind the other's flank: the first shot drives its target out of the second's range.
    let mut table = Small::default();
    let left = table.red(Bows, 1000.0, 1000.0, 0.0);
    let right = table.red(Bows, 1400.0, 1000.0, 0.0);
    let a = table.blue(Bows, 1000.0, 1210.0, 180.0);
    let b = table.blue(Spears, 1400.0, 1100.0, 180.0);
    // Red: left at a, right at b; blue: a back at left, as one combat.
    let end = table.play(&[choose(1)], &[4, 1, 4, 4, 3]);
    assert_eq!((end.at(a), end.at(b)), ((1000, 1210, 180), (1400, 1160, 180)));
    assert_eq!((end.at(left), end.at(right)), ((1000, 1000, 0), (1400, 1000, 0)));
    assert!(end.phase().shots.is_empty());
}

#[test]
fn a_shooter_no_longer_able_drops_out_and_a_shot_can_be_lost() {
    proves!(rule::SHOOT_ORDER);
    let mut table = Small::default();
    // Red's Bows at blue's Spears; blue's Bows at red's Bows from the flank, first.
    let red = table.red(Bows, 1000.0, 1000.0, 0.0);
    let spears = table.blue(Spears, 1000.0, 1250.0, 180.0);
    let blue = table.blue(Bows, 1230.0, 1200.0, 180.0);
    let shots_first = [Command::Shoot(vec![(red, spears)]), choose(1)];
    let end = table.play(&shots_first, &[1, 3, 3]);
    assert_eq!(end.at(red), (1000, 920, 0), "{}", end.text());
    assert!(end.rulings().any(|r| r.rule == rule::SHOOT_ORDER), "the Spears are out of range now");
    assert_eq!(end.at(spears), (1000, 1250, 180));
    assert_eq!(end.at(blue), (1230, 1200, 180));
}

#[test]
fn one_shot_at_only_from_behind_turns_about_before_it_recoils() {
    proves!(rule::SHOOT_REAR);
    let mut table = Small::default();
    table.red(Bows, 1000.0, 1000.0, 0.0);
    let spears = table.blue(Spears, 1000.0, 1150.0, 0.0);
    let end = table.play(&[], &[4, 1, 3]);
    assert_eq!(end.at(spears), (1000, 1210, 180));
    assert!(end.cites(rule::SHOOT_REAR));
    table.house.rear_shot_turns = false;
    let end = table.play(&[], &[4, 1, 3]);
    assert_eq!(end.at(spears), (1000, 1090, 0));
}

#[test]
fn rifles_tell_in_the_open_and_bad_going_hinders_by_a_house_rule() {
    proves!(rule::TACTICAL_OPEN_GROUND, rule::TACTICAL_BAD_GOING);
    let mut table = Small::default();
    table.red(Rifles, 1000.0, 1000.0, 0.0);
    let spears = table.blue(Spears, 1000.0, 1300.0, 180.0);
    assert_eq!(table.play(&[], &[2, 6, 3]).factor(spears, rule::TACTICAL_OPEN_GROUND), -1);
    table.area(Terrain::Rough, (900.0, 1280.0), (1100.0, 1500.0));
    let end = table.play(&[], &[2, 6, 3]);
    let factors = [rule::TACTICAL_OPEN_GROUND, rule::TACTICAL_BAD_GOING].map(|r| end.factor(spears, r));
    assert_eq!(factors, [0, -2]);
    table.house.bad_going_in_shooting = false;
    assert_eq!(table.play(&[], &[2, 6, 3]).factor(spears, rule::TACTICAL_BAD_GOING), 0);
}

#[test]
fn a_general_shot_at_is_steadier_but_shoots_no_better() {
    proves!(rule::TACTICAL_GENERAL);
    let mut table = Small::default();
    let bows = table.red(Bows, 1000.0, 1000.0, 0.0);
    let knights = table.blue(Knights, 1000.0, 1200.0, 180.0);
    table.general(bows);
    table.general(knights);
    let end = table.play(&[], &[3, 4, 3]);
    assert_eq!([bows, knights].map(|id| end.factor(id, rule::TACTICAL_GENERAL)), [0, 1]);
}

#[test]
fn a_second_rank_that_was_shot_at_does_not_support() {
    let mut table = Small::default();
    table.phase.active = Side::Blue;
    let front = table.red(Pikes, 1000.0, 1000.0, 0.0);
    let rear = table.red(Pikes, 1000.0, 940.0, 0.0);
    table.blue(Blades, 1000.0, 1060.0, 180.0);
    table.blue(Bows, 1250.0, 930.0, 270.0);
    // The Bows see the second rank past the first.
    let end = table.play(&[], &[1, 6, 3, 3, 3]);
    assert_eq!(shots(&end), 1);
    assert_eq!(end.factor(front, rule::SUPPORT_SAME), 0);
    assert_eq!(end.at(rear), (1000, 880, 0));
}

#[test]
fn ground_that_hides_a_target_is_told_from_an_element_in_the_way() {
    proves!(rule::SHOOT_SIGHT, rule::TERRAIN_SIGHT);
    let mut table = Small::default();
    let gun = table.red(Cannon, 1000.0, 1000.0, 0.0);
    let hidden = table.blue(Spears, 1000.0, 1400.0, 180.0);
    table.red(Bows, 400.0, 1000.0, 0.0);
    table.blue(Spears, 340.0, 1150.0, 180.0);
    table.blue(Spears, 500.0, 1150.0, 180.0);
    table.blue(Spears, 1100.0, 1200.0, 180.0);
    let shoot = Command::Shoot(vec![(gun, hidden)]);
    assert!(refused(&table, &shoot).contains(&rule::SHOOT_SIGHT));
    let mut table = Small::default();
    let gun = table.red(Cannon, 1000.0, 1000.0, 0.0);
    let hidden = table.blue(Spears, 1000.0, 1400.0, 180.0);
    table.red(Bows, 400.0, 1000.0, 0.0);
    table.blue(Spears, 340.0, 1150.0, 180.0);
    table.blue(Spears, 500.0, 1150.0, 180.0);
    table.area(Terrain::Woods, (900.0, 1150.0), (1100.0, 1300.0));
    assert!(refused(&table, &Command::Shoot(vec![(gun, hidden)])).contains(&rule::TERRAIN_SIGHT));
}
