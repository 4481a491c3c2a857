//! The outcome table against the figures of the sheet.

use crate::aftermath::rules::{Defeat, Fate, outcome};
use crate::data::tables::{Circumstance, Effect, Level, tables};
use crate::data::troop::{Going, Troop};
use crate::house::{House, ShotGoing};
use form::{Value, parse_toml};

#[test]
fn the_rows_give_the_whole_outcome_matrix() {
    let matrix = parse_toml(include_str!("../outcome_matrix.toml")).expect("test data is TOML");
    let house = House::default();
    let mut cells = 0;
    for level in [Level::Beaten, Level::Doubled] {
        let losers = matrix.get(level.key()).expect("a level");
        for (loser, winner) in Troop::ALL.into_iter().flat_map(|l| Troop::ALL.map(|w| (l, w))) {
            let cell = losers.get(loser.key()).and_then(|row| row.get(winner.key())).expect("a cell");
            let Value::Text(letters) = &cell.value else { panic!("letters") };
            let cases = [Going::Good, Going::Bad].into_iter().flat_map(|g| Circumstance::ALL.map(|c| (g, c)));
            for (letter, (going, how)) in letters.chars().zip(cases).filter(|(letter, _)| *letter != '-') {
                let Fate { effect, row: rule, .. } =
                    outcome(&house, &Defeat { level, loser, winner, going, how });
                let expected = match letter {
                    'N' => Effect::None,
                    'R' => Effect::Recoil,
                    'F' => Effect::Flee,
                    'D' => Effect::Destroyed,
                    _ => Effect::AbandonCamp,
                };
                assert_eq!(effect, expected, "{level:?} {loser:?} by {winner:?} {going:?} {how:?}");
                assert!(rule.as_str().starts_with(&format!("dba.outcome.{}.", level.key())), "{rule}");
                cells += 1;
            }
        }
    }
    assert_eq!(cells, 4692);
}

#[test]
fn equal_totals_harm_only_scythed_chariots() {
    for troop in Troop::ALL {
        let (house, winner) = (House::default(), Troop::Blades);
        let (level, going, how) = (Level::Equal, Going::Bad, Circumstance::MovedIntoContact);
        let Fate { effect, row: rule, .. } =
            outcome(&house, &Defeat { level, loser: troop, winner, going, how });
        let (expected, row) = match troop {
            Troop::ScythedChariots => (Effect::Destroyed, "dba.outcome.equal.scythed_chariots"),
            _ => (Effect::None, "dba.outcome.equal.others"),
        };
        assert_eq!((effect, rule.as_str()), (expected, row));
    }
}

#[test]
fn house_rules_change_outcomes() {
    let usual = House::default();
    let beaten_shot = |house: &House, winner, how| {
        let (level, loser, going) = (Level::Beaten, Troop::Shot, Going::Bad);
        outcome(house, &Defeat { level, loser, winner, going, how }).effect
    };
    let rifles_only = House { shot_good_going: ShotGoing::RiflesOnly, ..usual.clone() };
    assert_eq!(beaten_shot(&usual, Troop::Cavalry, Circumstance::InContact), Effect::Recoil);
    assert_eq!(beaten_shot(&rifles_only, Troop::Cavalry, Circumstance::InContact), Effect::Destroyed);
    assert_eq!(beaten_shot(&rifles_only, Troop::Rifles, Circumstance::Shot), Effect::Recoil);

    let mounted = House { dragoons_mounted: true, ..usual.clone() };
    let bows_by_dragoons = |house: &House, how| {
        let (loser, winner) = (Troop::Bows, Troop::Dragoons);
        outcome(house, &Defeat { level: Level::Beaten, loser, winner, going: Going::Good, how }).effect
    };
    assert_eq!(bows_by_dragoons(&usual, Circumstance::InContact), Effect::Recoil);
    assert_eq!(bows_by_dragoons(&mounted, Circumstance::InContact), Effect::Destroyed);
    assert_eq!(bows_by_dragoons(&mounted, Circumstance::Shot), Effect::Recoil);

    // A doubled element that never fares better than a beaten one: one case alone changes.
    let no_better = House { doubled_no_better: true, ..usual.clone() };
    let mut changed = Vec::new();
    for (loser, winner) in Troop::ALL.into_iter().flat_map(|l| Troop::ALL.map(|w| (l, w))) {
        for going in [Going::Good, Going::Bad] {
            for how in Circumstance::ALL {
                let lost = Defeat { level: Level::Doubled, loser, winner, going, how };
                let doubled = |house| outcome(house, &lost).effect;
                let possible = how != Circumstance::Shot || tables().troop(winner).range > 0;
                if possible && doubled(&usual) != doubled(&no_better) {
                    assert_eq!(doubled(&no_better), Effect::Destroyed);
                    changed.push((loser, winner, going));
                }
            }
        }
    }
    assert_eq!(changed, [(Troop::Dragoons, Troop::Warband, Going::Good); 2]);
}
