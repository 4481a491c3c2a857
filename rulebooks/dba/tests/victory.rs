//! Winning and losing, and the end of time.

use crate::board::state::{Phase, Step};
use crate::data::troop::Troop::*;
use crate::house::House;
use crate::rule;
use crate::tests::small;
use crate::victory::{self, Losses};
use ruling::proves;

use small::Small;
use umpire::{BySide, Command, Pending, Place, Side};

/// Losses of so many elements.
fn lost(elements: i32) -> Losses {
    Losses { elements, ..Losses::default() }
}

#[test]
fn four_elements_lose_if_the_enemy_has_lost_fewer() {
    let house = House::default();
    let winner = |red: Losses, blue: Losses| victory::winner(&house, &BySide([red, blue]));
    assert_eq!(winner(lost(3), lost(0)), None);
    assert_eq!(winner(lost(4), lost(3)), Some(Side::Blue));
    assert_eq!(winner(lost(4), lost(4)), None);
    assert_eq!(winner(lost(4), lost(5)), Some(Side::Red));
    let six = House { elements_to_lose: 6, ..House::default() };
    assert_eq!(victory::winner(&six, &BySide([lost(5), lost(0)])), None);
}

#[test]
fn a_lost_general_loses_unless_the_enemy_has_lost_as_much() {
    let house = House::default();
    let general = Losses { elements: 1, general: true, camp: false };
    assert_eq!(victory::winner(&house, &BySide([general, lost(0)])), Some(Side::Blue));
    assert_eq!(victory::winner(&house, &BySide([general, lost(1)])), None);
    let mild = House { general_kill_wins: false, ..House::default() };
    assert_eq!(victory::winner(&mild, &BySide([general, lost(0)])), None);
}

#[test]
fn a_taken_camp_counts_as_two() {
    let house = House::default();
    let camp = Losses { elements: 2, general: false, camp: true };
    assert_eq!(camp.count(&house), 4);
    assert_eq!(victory::winner(&house, &BySide([camp, lost(3)])), Some(Side::Blue));
}

#[test]
fn those_who_fled_count_and_scythed_chariots_and_followers_do_not() {
    let mut table = Small::default();
    for (i, troop) in [Blades, ScythedChariots, LightHorse].into_iter().enumerate() {
        table.red(troop, 300.0 + 300.0 * i as f64, 1000.0, 0.0);
    }
    table.camp(Side::Red, 1000.0, 0.0);
    let battle = table.battle();
    let mut field = battle.field().clone();
    for (i, place) in [Place::Destroyed, Place::Destroyed, Place::Fled, Place::Fled].into_iter().enumerate() {
        let unit = umpire::UnitId(i as u16);
        field.apply(&umpire::Event::Left { unit, place, rule: rule::DESTROYED_REMOVE });
    }
    assert_eq!(victory::losses(battle.book(), &field, battle.phase(), Side::Red), lost(2));
    assert_eq!(victory::losses(battle.book(), &field, battle.phase(), Side::Blue), lost(0));
}

#[test]
fn the_battle_ends_at_the_end_of_the_bound_in_which_the_general_falls() {
    proves!(rule::VICTORY_WIN, rule::VICTORY_COUNT);
    let mut table = Small::default();
    table.red(Warband, 1000.0, 1000.0, 0.0);
    let general = table.blue(Spears, 1000.0, 1060.0, 180.0);
    table.general(general);
    let end = table.play(&[], &[6, 1]);
    let Pending::Over(outcome) = end.battle.pending() else { panic!("over") };
    assert_eq!((outcome.winner, outcome.rule), (Some(Side::Red), rule::VICTORY_WIN));
    let words = end.rulings().last().expect("a ruling");
    assert_eq!(words.text, "Rome won in bound 3: the enemy general was lost.");
    assert!(words.also.contains(&rule::VICTORY_COUNT));
    let mut battle = end.battle.clone();
    let after = battle.submit(Side::Red, &Command::Done, &mut dice::Scripted::new([]), &mut umpire::Silent);
    assert!(after.is_err());
}

#[test]
fn a_camp_and_two_elements_decide_a_battle() {
    proves!(rule::VICTORY_CAMP);
    let mut table = Small::default();
    table.red(Blades, 1020.0, 970.0, 0.0);
    table.camp(Side::Blue, 900.0, 1000.0);
    let lost: Vec<_> = [300.0, 600.0].map(|x| table.blue(Spears, x, 2000.0, 180.0)).to_vec();
    let mut battle = table.battle();
    let mut field = battle.field().clone();
    for unit in lost {
        field.apply(&umpire::Event::Left { unit, place: Place::Destroyed, rule: rule::DESTROYED_REMOVE });
    }
    let book = std::sync::Arc::clone(battle.book());
    battle = umpire::Battle::new(book, field, battle.phase().clone());
    let (mut dice, mut journal) = (dice::Scripted::new([3, 2]), Vec::new());
    battle.submit(Side::Red, &Command::Done, &mut dice, &mut journal).expect("movement ends");
    assert_eq!(dice.finish(), Ok(()));
    assert!(matches!(battle.pending(), Pending::Over(o) if o.winner == Some(Side::Red)));
    let cites = |entry: &umpire::Entry| matches!(entry, umpire::Entry::Ruling(r) if r.also.contains(&rule::VICTORY_CAMP));
    assert!(journal.iter().any(cites));
}

#[test]
fn time_runs_out_after_the_last_bound() {
    proves!(rule::VICTORY_TIME);
    let mut table = Small::default();
    table.house.max_bounds = 3;
    let end = table.play(&[], &[]);
    let Phase { step: Step::Over(outcome), .. } = end.phase() else { panic!("over") };
    assert_eq!((outcome.winner, outcome.rule), (None, rule::VICTORY_TIME));
    table.house.max_bounds = 4;
    assert_eq!(table.play(&[], &[5]).phase().pips.total(), 5);
}
