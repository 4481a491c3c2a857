//! Camps attacked, held, shot at, taken and recovered.

use crate::board::state::Holder;
use crate::board::{Board, camp};
use crate::data::troop::Troop::*;
use crate::tests::small;
use crate::{movement, rule};
use ruling::proves;

use dice::Scripted;
use small::Small;
use umpire::{Command, Place, Side, Silent, Step};

/// Blue's camp from (900, 1000) to (1140, 1200), and its followers' number.
fn with_camp() -> (Small, umpire::UnitId) {
    let mut table = Small::default();
    let followers = table.camp(Side::Blue, 900.0, 1000.0);
    (table, followers)
}

#[test]
fn followers_beaten_abandon_the_camp_and_the_attacker_goes_in() {
    proves!(
        rule::TACTICAL_CAMP,
        rule::CAMP_ABANDON,
        rule::CAMP_ATTACK,
        rule::CAMP_FOLLOWERS,
        rule::OUTCOME_BEATEN_CAMP_FOLLOWERS
    );
    let (mut table, followers) = with_camp();
    let blades = table.red(Blades, 940.0, 970.0, 0.0);
    let end = table.play(&[], &[3, 2, 3]);
    assert_eq!(end.field().unit(followers).place, Place::Fled);
    assert_eq!(end.factor(followers, rule::TACTICAL_CAMP), 2);
    // Straight ahead until wholly inside, shifted to the right by as little as needed.
    assert_eq!(end.at(blades), (980, 1030, 0));
    let camp = end.phase().camps[Side::Blue].expect("a camp");
    assert_eq!((camp.holder, camp.taken, camp.followers), (Holder::Element(blades), true, false));
    assert_eq!(end.battle.standing().losses.0, [0, 2]);
    assert!(end.cites(rule::CAMP_ABANDON) && end.cites(rule::CAMP_ATTACK) && end.cites(rule::CAMP_FOLLOWERS));
    assert!(end.cites(rule::OUTCOME_BEATEN_CAMP_FOLLOWERS));
}

#[test]
fn followers_doubled_are_destroyed_and_count_nothing() {
    let (mut table, followers) = with_camp();
    table.red(Blades, 1020.0, 970.0, 0.0);
    let end = table.play(&[], &[6, 1, 3]);
    assert_eq!(end.field().unit(followers).place, Place::Destroyed);
    assert_eq!(end.battle.standing().losses.0, [0, 2]);
}

#[test]
fn the_value_of_a_camp_is_a_house_rule() {
    let (mut table, _) = with_camp();
    table.house.camp_value = 1;
    table.red(Blades, 1020.0, 970.0, 0.0);
    assert_eq!(table.play(&[], &[3, 2, 3]).battle.standing().losses.0, [0, 1]);
}

#[test]
fn elephants_sack_a_camp_without_going_in() {
    let (mut table, _) = with_camp();
    let elephants = table.red(Elephants, 1020.0, 920.0, 0.0);
    let end = table.play(&[], &[3, 2, 3]);
    assert_eq!(end.at(elephants), (1020, 920, 0));
    let camp = end.phase().camps[Side::Blue].expect("a camp");
    assert_eq!((camp.holder, camp.taken), (Holder::Nobody, true));
}

#[test]
fn the_attacker_may_lose_and_recoils() {
    let (mut table, followers) = with_camp();
    let auxilia = table.red(Auxilia, 1020.0, 960.0, 0.0);
    let end = table.play(&[], &[1, 6, 3]);
    assert!(end.field().on_table(followers));
    assert!(end.is_lost(auxilia), "4 against 9 is doubled");
    let end = table.play(&[], &[2, 5, 3]);
    assert_eq!(end.at(auxilia), (1020, 880, 0));
    assert!(end.phase().contacts.is_empty());
}

#[test]
fn only_the_first_of_several_attacks() {
    proves!(rule::COMBAT_TOTAL, rule::COMBAT_BASIC);
    let (mut table, followers) = with_camp();
    table.red(Blades, 900.0, 970.0, 0.0);
    let second = table.red(Blades, 1060.0, 970.0, 0.0);
    table.phase.contacts.push((second, followers));
    let end = table.play(&[], &[2, 4, 3]);
    assert_eq!(end.rulings().filter(|r| r.rule == rule::COMBAT_TOTAL).count(), 1);
    assert_eq!(end.factor(second, rule::COMBAT_BASIC), 5);
    // Without a first one it is the one with the longer touch.
    table.phase.contacts.clear();
    let end = table.play(&[], &[2, 4, 3]);
    assert_eq!(end.factor(second, rule::COMBAT_BASIC), 5);
}

#[test]
fn bows_beside_the_attacker_overlap_the_camp_and_nobody_else_does() {
    proves!(rule::TACTICAL_CAMP_OVERLAP);
    let (mut table, followers) = with_camp();
    table.red(Blades, 1020.0, 970.0, 0.0);
    table.red(Bows, 1180.0, 960.0, 0.0);
    table.red(Blades, 860.0, 970.0, 0.0);
    let end = table.play(&[], &[1, 6, 3]);
    assert_eq!(end.factor(followers, rule::TACTICAL_CAMP_OVERLAP), -1);
    assert_eq!(end.factor(followers, rule::TACTICAL_OVERLAP), 0);
}

#[test]
fn support_does_not_help_against_a_camp_but_psiloi_do() {
    proves!(rule::SUPPORT_PSILOI);
    let (mut table, _) = with_camp();
    let spears = table.red(Spears, 1020.0, 970.0, 0.0);
    let rear = table.red(Spears, 1020.0, 910.0, 0.0);
    let end = table.play(&[], &[1, 3, 3]);
    assert_eq!(end.factor(spears, rule::SUPPORT_SAME), 0);
    assert_eq!(end.at(rear), (1020, 850, 0));
    let (mut table, _) = with_camp();
    let spears = table.red(Spears, 1020.0, 970.0, 0.0);
    table.red(Psiloi, 1020.0, 900.0, 0.0);
    assert_eq!(table.play(&[], &[1, 3, 3]).factor(spears, rule::SUPPORT_PSILOI), 1);
}

#[test]
fn a_garrison_fights_in_place_of_the_followers_and_cannot_recoil() {
    proves!(rule::TACTICAL_CAMP, rule::CAMP_RECOIL, rule::CAMP_GOING);
    let (mut table, followers) = with_camp();
    let garrison = table.blue(Spears, 1020.0, 1100.0, 180.0);
    table.hold(Side::Blue, Holder::Element(garrison));
    let blades = table.red(Blades, 1020.0, 970.0, 0.0);
    let end = table.play(&[], &[6, 1, 3]);
    assert_eq!(end.factor(garrison, rule::TACTICAL_CAMP), 2);
    assert!(end.is_lost(garrison) && !end.field().on_table(followers));
    assert!(end.cites(rule::CAMP_RECOIL) && end.cites(rule::CAMP_GOING));
    assert_eq!(end.at(blades), (1020, 1030, 0));
    assert_eq!(end.battle.standing().losses.0, [0, 3]);
}

#[test]
fn a_garrison_that_wins_does_not_pursue() {
    let (mut table, _) = with_camp();
    let garrison = table.blue(Warband, 1020.0, 1100.0, 180.0);
    table.hold(Side::Blue, Holder::Element(garrison));
    table.red(Cavalry, 1020.0, 940.0, 0.0);
    let end = table.play(&[], &[1, 4, 3]);
    assert_eq!(end.at(garrison), (1020, 1100, 180));
}

#[test]
fn a_camp_shot_empty_is_open_but_not_taken() {
    proves!(rule::CAMP_TARGET);
    let (mut table, followers) = with_camp();
    table.red(Bows, 1020.0, 860.0, 0.0);
    let end = table.play(&[], &[6, 2, 3]);
    assert_eq!(end.field().unit(followers).place, Place::Fled);
    let camp = end.phase().camps[Side::Blue].expect("a camp");
    assert_eq!((camp.holder, camp.taken), (Holder::Nobody, false));
    assert_eq!(end.battle.standing().losses.0, [0, 0]);
    assert!(end.cites(rule::CAMP_TARGET));
}

#[test]
fn an_occupant_shoots_all_round_from_the_nearest_edge() {
    let (mut table, _) = with_camp();
    let garrison = table.blue(Bows, 1020.0, 1100.0, 0.0);
    table.hold(Side::Blue, Holder::Element(garrison));
    let cavalry = table.red(Cavalry, 700.0, 1100.0, 90.0);
    let end = table.play(&[], &[3, 2, 3]);
    assert_eq!(end.at(cavalry), (580, 1100, 90));
}

#[test]
fn an_owner_who_wins_back_the_camp_recovers_it() {
    let (mut table, _) = with_camp();
    table.phase.active = Side::Blue;
    let enemy = table.red(Spears, 1020.0, 1100.0, 180.0);
    table.hold(Side::Blue, Holder::Element(enemy));
    {
        let camp = table.phase.camps[Side::Blue].as_mut().expect("a camp");
        (camp.taken, camp.followers) = (true, false);
    }
    let blades = table.blue(Blades, 1020.0, 970.0, 0.0);
    let end = table.play(&[], &[6, 1, 3]);
    assert!(end.is_lost(enemy));
    let camp = end.phase().camps[Side::Blue].expect("a camp");
    assert_eq!((camp.holder, camp.taken), (Holder::Element(blades), false));
    assert_eq!(end.battle.standing().losses.0, [1, 0]);
}

#[test]
fn an_attacker_that_leaves_makes_room_only_for_the_next_bound() {
    let (mut table, followers) = with_camp();
    let cavalry = table.red(Cavalry, 980.0, 940.0, 0.0);
    let blades = table.red(Blades, 1140.0, 970.0, 0.0);
    let back = Command::Move {
        manner: movement::manner::BREAK_OFF,
        units: vec![cavalry],
        path: vec![Step::Back(250 * 2500)],
    };
    let mut battle = table.battle();
    let mut dice = Scripted::new([3]);
    battle.submit(Side::Red, &back, &mut dice, &mut Silent).expect("it may break off");
    battle.submit(Side::Red, &Command::Done, &mut dice, &mut Silent).expect("it may stop");
    // Nobody fought: the only die was for blue's PIPs.
    assert_eq!((dice.finish(), battle.phase().active), (Ok(()), Side::Blue));
    assert!(battle.field().on_table(followers));
    // In that next bound the blades, who merely touched, attack.
    let board = Board::of(battle.book(), battle.field(), battle.phase());
    assert_eq!(camp::attacker(&board, battle.phase(), Side::Blue), Some(blades));
}
