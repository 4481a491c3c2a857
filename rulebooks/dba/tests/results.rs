//! What results do on the table: recoil, flight, pursuit, and in what order.

use crate::board::state::Phase;
use crate::board::{Board, geometry};
use crate::data::tables::Terrain;
use crate::data::troop::Troop::*;
use crate::tests::small;
use crate::{aftermath, rule};
use ruling::proves;

use small::Small;
use umpire::{Cx, Event, Motion, Place, Side};

#[test]
fn a_recoil_goes_straight_back_by_the_own_depth() {
    proves!(rule::RECOIL_MOVE);
    let mut table = Small::default();
    let cavalry = table.red(Cavalry, 1000.0, 1000.0, 0.0);
    table.blue(Blades, 1000.0, 1090.0, 180.0);
    let end = table.play(&[], &[1, 2, 3]);
    assert_eq!(end.at(cavalry), (1000, 880, 0));
    assert_eq!(end.moves(cavalry), [rule::RECOIL_MOVE]);
}

#[test]
fn a_recoil_pushes_the_second_rank_and_the_supporter_survives_a_loss() {
    proves!(rule::RECOIL_PUSH, rule::RECOIL_SUPPORTERS);
    let mut table = Small::default();
    let front = table.red(Spears, 1000.0, 1000.0, 0.0);
    let rear = table.red(Spears, 1000.0, 940.0, 0.0);
    table.blue(Blades, 1000.0, 1060.0, 180.0);
    let end = table.play(&[], &[2, 3, 3]);
    assert_eq!((end.at(front), end.at(rear)), ((1000, 940, 0), (1000, 880, 0)));
    assert_eq!(end.moves(rear), [rule::RECOIL_PUSH]);
    let end = table.play(&[], &[1, 6, 3]);
    assert_eq!((end.is_lost(front), end.at(rear)), (false, (1000, 880, 0)));
    // Warband destroy the first rank: the second does not stir.
    let mut table = Small::default();
    let front = table.red(Spears, 1000.0, 1000.0, 0.0);
    let rear = table.red(Spears, 1000.0, 940.0, 0.0);
    let warband = table.blue(Warband, 1000.0, 1060.0, 180.0);
    let end = table.play(&[], &[1, 5, 3]);
    assert!(end.is_lost(front) && end.cites(rule::RECOIL_SUPPORTERS));
    assert_eq!((end.at(rear), end.at(warband)), ((1000, 940, 0), (1000, 1000, 180)));
}

#[test]
fn mounted_recoil_through_friends_behind_them() {
    proves!(rule::PASS_RECOIL);
    let mut table = Small::default();
    let cavalry = table.red(Cavalry, 1000.0, 1000.0, 0.0);
    let spears = table.red(Spears, 1000.0, 910.0, 0.0);
    table.blue(Blades, 1000.0, 1090.0, 180.0);
    let end = table.play(&[], &[1, 2, 3]);
    assert_eq!((end.at(cavalry), end.at(spears)), ((1000, 820, 0), (1000, 910, 0)));
    assert_eq!(end.moves(cavalry), [rule::PASS_RECOIL]);
}

#[test]
fn a_recoil_off_the_table_or_into_a_camp_is_fatal() {
    proves!(rule::RECOIL_BLOCKED, rule::RECOIL_ORDER);
    let mut table = Small::default();
    let blades = table.red(Blades, 1000.0, 50.0, 0.0);
    table.blue(Blades, 1000.0, 110.0, 180.0);
    let end = table.play(&[], &[1, 2, 3]);
    assert!(end.is_lost(blades) && end.cites(rule::RECOIL_BLOCKED) && end.cites(rule::RECOIL_ORDER));
    assert!(
        end.text().contains("could not recoil over the edge of the table and were destroyed"),
        "{}",
        end.text()
    );
    let mut table = Small::default();
    table.camp(Side::Red, 900.0, 0.0);
    let blades = table.red(Blades, 1000.0, 250.0, 0.0);
    table.blue(Blades, 1000.0, 310.0, 180.0);
    assert!(table.play(&[], &[1, 2, 3]).is_lost(blades));
}

#[test]
fn whoever_blocks_a_recoil_is_named() {
    proves!(rule::RECOIL_BLOCKED);
    // An enemy close behind them, and friends who face another way and may not be pushed.
    let behind = |enemy: bool| {
        let mut table = Small::default();
        let blades = table.red(Blades, 1000.0, 1000.0, 0.0);
        table.blue(Blades, 1000.0, 1060.0, 180.0);
        let other = if enemy {
            table.blue(Psiloi, 1000.0, 920.0, 180.0)
        } else {
            table.red(Blades, 1000.0, 940.0, 90.0)
        };
        let end = table.play(&[], &[1, 2, 3]);
        assert!(end.is_lost(blades), "{}", end.text());
        let label = end.field().card(other).label.clone();
        (end.text(), label)
    };
    let (told, label) = behind(true);
    assert!(told.contains(&format!("({label}) behind them")), "{told}");
    let (told, label) = behind(false);
    assert!(told.contains(&format!("({label}), who could be neither passed nor pushed")), "{told}");
}

#[test]
fn elephants_trample_the_friends_they_cannot_pass() {
    let mut table = Small::default();
    let elephants = table.red(Elephants, 1000.0, 1000.0, 0.0);
    let pikes = table.red(Pikes, 1000.0, 890.0, 0.0);
    table.blue(Blades, 1000.0, 1110.0, 180.0);
    let end = table.play(&[], &[1, 5, 3]);
    assert_eq!(end.at(elephants), (1000, 840, 0));
    assert!(end.is_lost(pikes));
    table.house.elephant_trample = false;
    let end = table.play(&[], &[1, 5, 3]);
    assert_eq!(end.at(pikes), (1000, 730, 0));
}

#[test]
fn friends_on_the_flank_of_the_winner_draw_back_with_the_loser() {
    proves!(rule::RECOIL_FLANKERS);
    let mut table = Small::default();
    let front = table.red(Blades, 1000.0, 1000.0, 0.0);
    table.blue(Blades, 1000.0, 1060.0, 180.0);
    // Blue's left is to the east.
    let flanker = table.red(Cavalry, 1140.0, 1110.0, 270.0);
    let end = table.play(&[], &[1, 6, 3]);
    assert_eq!((end.at(front), end.at(flanker)), ((1000, 940, 0), (1260, 1110, 270)));
    assert!(end.cites(rule::RECOIL_FLANKERS));
    // They stay if the one in front holds.
    let end = table.play(&[], &[3, 1, 3]);
    assert_eq!(end.at(flanker), (1140, 1110, 270));
}

#[test]
fn the_loser_the_flankers_and_the_pursuer_move_in_that_order() {
    let mut table = Small::default();
    let front = table.red(Cavalry, 1000.0, 1000.0, 0.0);
    let knights = table.blue(Knights, 1000.0, 1120.0, 180.0);
    let flanker = table.red(Cavalry, 1140.0, 1140.0, 270.0);
    let end = table.play(&[], &[1, 4, 3]);
    let order: Vec<_> = end
        .journal
        .iter()
        .filter_map(|entry| match entry {
            umpire::Entry::Event(Event::Moved { unit, motion, .. }) => Some((*unit, *motion)),
            _ => None,
        })
        .collect();
    assert_eq!(order, [(front, Motion::Recoil), (flanker, Motion::Recoil), (knights, Motion::Pursuit)]);
    assert_eq!(end.at(knights), (1000, 1000, 180));
}

#[test]
fn a_pursuer_meets_again_the_enemy_that_recoiled_less_far() {
    proves!(rule::PURSUIT_WHO);
    let mut table = Small::default();
    let knights = table.red(Knights, 1000.0, 1000.0, 0.0);
    let blades = table.blue(Blades, 1000.0, 1090.0, 180.0);
    let end = table.play(&[], &[4, 1, 3]);
    assert_eq!((end.at(blades), end.at(knights)), ((1000, 1150, 180), (1000, 1060, 0)));
    assert_eq!(end.phase().contacts, [(knights, blades)]);
    let (a, b) = (*end.board().base(knights).expect("there"), *end.board().base(blades).expect("there"));
    assert_eq!(geometry::contact(&a, &b), Some(geometry::Contact::Front));
    assert!(end.cites(rule::PURSUIT_WHO));
}

#[test]
fn others_do_not_pursue_and_elephants_only_unless_the_house_forbids_it() {
    let mut table = Small::default();
    let blades = table.red(Blades, 1000.0, 1000.0, 0.0);
    table.blue(Spears, 1000.0, 1060.0, 180.0);
    assert_eq!(table.play(&[], &[6, 1, 3]).at(blades), (1000, 1000, 0));
    let mut table = Small::default();
    let elephants = table.red(Elephants, 1000.0, 1000.0, 0.0);
    table.blue(Spears, 1000.0, 1110.0, 180.0);
    assert_eq!(table.play(&[], &[6, 3, 3]).at(elephants), (1000, 1060, 0));
    table.house.elephants_pursue = false;
    assert_eq!(table.play(&[], &[6, 3, 3]).at(elephants), (1000, 1000, 0));
}

#[test]
fn a_pursuer_lines_up_with_a_new_enemy_or_halts_a_pace_short() {
    proves!(rule::PURSUIT_NEW_ENEMY);
    let mut table = Small::default();
    let knights = table.red(Knights, 1000.0, 1000.0, 0.0);
    table.blue(Spears, 1000.0, 1090.0, 180.0);
    // Half a base to the side and turned a little: near enough.
    let next = table.blue(Blades, 1040.0, 1160.0, 190.0);
    let end = table.play(&[], &[6, 1, 3]);
    let (a, b) = (*end.board().base(knights).expect("there"), *end.board().base(next).expect("there"));
    assert_eq!(geometry::contact(&a, &b), Some(geometry::Contact::Front), "{}", end.text());
    assert!(!end.phase().marks[knights.index()].moved_into.has(next));
    // Too far to the side to line up.
    let mut table = Small::default();
    let knights = table.red(Knights, 1000.0, 1000.0, 0.0);
    table.blue(Spears, 1000.0, 1090.0, 180.0);
    table.blue(Blades, 1120.0, 1160.0, 180.0);
    let end = table.play(&[], &[6, 1, 3]);
    assert_eq!(end.at(knights), (1000, 1069, 0));
    assert_eq!(end.moves(knights), [rule::PURSUIT_NEW_ENEMY]);
}

#[test]
fn a_pursuer_takes_a_new_enemy_in_the_flank_it_faces() {
    let mut table = Small::default();
    let knights = table.red(Knights, 1000.0, 1000.0, 0.0);
    table.blue(Spears, 1000.0, 1090.0, 180.0);
    let next = table.blue(Blades, 1010.0, 1170.0, 90.0);
    let end = table.play(&[], &[6, 1, 3]);
    let (a, b) = (*end.board().base(knights).expect("there"), *end.board().base(next).expect("there"));
    assert_eq!(geometry::contact(&a, &b), Some(geometry::Contact::RightFlank), "{}", end.text());
}

#[test]
fn a_pursuit_stops_at_friends_held_camps_rivers_and_the_edge() {
    let pursue = |set: &dyn Fn(&mut Small), y: f64| {
        let mut table = Small::default();
        let knights = table.red(Knights, 1000.0, y, 0.0);
        table.blue(Spears, 1000.0, y + 90.0, 180.0);
        set(&mut table);
        let end = table.play(&[], &[6, 1, 3]);
        end.at(knights).1
    };
    assert_eq!(pursue(&|_| (), 1000.0), 1120);
    assert_eq!(pursue(&|t| _ = t.red(Blades, 1100.0, 1150.0, 0.0), 1000.0), 1060);
    assert_eq!(pursue(&|t| _ = t.camp(Side::Blue, 900.0, 1130.0), 1000.0), 1070);
    let water = pursue(&|t| t.area(Terrain::Waterway, (0.0, 1140.0), (2400.0, 2400.0)), 1000.0);
    assert!((1080..=1081).contains(&water), "{water}");
    assert_eq!(pursue(&|_| (), 2270.0), 2340);
}

#[test]
fn warband_that_supported_go_along() {
    proves!(rule::PURSUIT_SUPPORTERS);
    let mut table = Small::default();
    let front = table.red(Warband, 1000.0, 1000.0, 0.0);
    let rear = table.red(Warband, 1000.0, 940.0, 0.0);
    let third = table.red(Warband, 1000.0, 880.0, 0.0);
    table.blue(Spears, 1000.0, 1060.0, 180.0);
    let end = table.play(&[], &[6, 1, 3]);
    assert_eq!([front, rear, third].map(|id| end.at(id).1), [1060, 1000, 880]);
    assert_eq!(end.moves(rear), [rule::PURSUIT_SUPPORTERS]);
}

#[test]
fn light_horse_doubled_flee_six_hundred_paces() {
    proves!(rule::FLEE_MOVE, rule::OUTCOME_DOUBLED_LIGHT_HORSE_DRAGOONS);
    let mut table = Small::default();
    let horse = table.red(LightHorse, 1000.0, 1000.0, 0.0);
    table.blue(Spears, 1000.0, 1090.0, 180.0);
    let end = table.play(&[], &[1, 6, 3]);
    assert_eq!(end.at(horse), (1000, 400, 180));
    assert_eq!(end.moves(horse), [rule::FLEE_MOVE]);
}

#[test]
fn a_flight_goes_round_what_is_in_the_way() {
    proves!(rule::FLEE_PATH);
    let mut table = Small::default();
    let horse = table.red(LightHorse, 1000.0, 1000.0, 0.0);
    table.red(Spears, 1000.0, 700.0, 0.0);
    table.blue(Spears, 1000.0, 1090.0, 180.0);
    let end = table.play(&[], &[1, 6, 3]);
    assert_eq!(end.moves(horse), [rule::FLEE_PATH]);
}

#[test]
fn a_flight_off_the_table_is_a_loss() {
    proves!(rule::FLEE_EDGE);
    let mut table = Small::default();
    let horse = table.red(LightHorse, 1000.0, 500.0, 0.0);
    table.blue(Spears, 1000.0, 590.0, 180.0);
    let end = table.play(&[], &[1, 6, 3]);
    assert_eq!(end.field().unit(horse).place, Place::Fled);
    assert!(end.cites(rule::FLEE_EDGE));
    assert_eq!(end.battle.standing().losses.0, [1, 0]);
}

#[test]
fn one_held_on_the_flank_cannot_flee() {
    proves!(rule::FLEE_HELD);
    let mut table = Small::default();
    let horse = table.red(LightHorse, 1000.0, 1000.0, 0.0);
    table.blue(Spears, 1000.0, 1090.0, 180.0);
    table.blue(Spears, 1110.0, 980.0, 270.0);
    let end = table.play(&[], &[1, 6, 3]);
    assert!(end.is_lost(horse) && end.cites(rule::FLEE_HELD));
}

#[test]
fn war_wagons_beaten_by_most_suffer_nothing() {
    let mut table = Small::default();
    let wagons = table.red(WarWagons, 1000.0, 1000.0, 0.0);
    table.blue(Knights, 1000.0, 1140.0, 180.0);
    let end = table.play(&[], &[1, 4, 3]);
    assert_eq!(end.at(wagons), (1000, 1000, 0));
}

#[test]
fn a_pursuing_enemy_goes_after_one_who_breaks_off() {
    let mut table = Small::default();
    let warband = table.blue(Warband, 1000.0, 1000.0, 180.0);
    let rear = table.blue(Warband, 1000.0, 1060.0, 180.0);
    let spears = table.blue(Spears, 1300.0, 1000.0, 180.0);
    let battle = table.battle();
    let (mut field, mut phase): (_, Phase) = (battle.field().clone(), battle.phase().clone());
    let (mut dice, mut journal) = (dice::Scripted::new([]), Vec::new());
    let mut cx = Cx::new(&mut field, &mut dice, &mut journal);
    aftermath::resolve::pursue_break_off(battle.book(), &mut phase, warband, &mut cx);
    aftermath::resolve::pursue_break_off(battle.book(), &mut phase, spears, &mut cx);
    assert_eq!(dice.finish(), Ok(()));
    let board = Board::of(battle.book(), &field, &phase);
    let y = [warband, rear, spears].map(|id| board.base(id).expect("there").rect.centre.y);
    assert_eq!(y, [940.0, 1000.0, 1000.0]);
}
