//! Battles of Tom's Ancient Warfare Rules, fought out by the computer's generals.

use dice::Seeded;
use testudo::{AnyBattle, Scenario};
use testudo_opponent::{Fought, General as _, Level, Player, fight, fight_recorded};
use umpire::{Asked, BySide, Side, Viewer};

const SCENARIOS: [&str; 4] = ["toms/plataea", "toms/sicily", "toms/marathon", "toms/himera"];

fn muster(name: &str) -> AnyBattle {
    Scenario::bundled(name).expect("bundled").muster().unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn fought(start: &AnyBattle, levels: [Level; 2], seed: u64) -> (AnyBattle, Fought) {
    let mut battle = start.clone();
    let mut players = BySide::each(|side| Player::new(levels[side as usize], seed, side));
    let fought = fight(&mut battle, &mut players, &mut Seeded::new(seed));
    let fought = fought.unwrap_or_else(|e| panic!("seed {seed}: {e}"));
    (battle, fought)
}

#[test]
fn battles_of_every_scenario_end_in_sound_states() {
    for name in SCENARIOS {
        let start = muster(name);
        for seed in 1..=6 {
            for level in Level::QUICK {
                let (battle, _) = fought(&start, [level, level], seed);
                let AnyBattle::Toms(battle) = &battle else { panic!("{name} is of another book") };
                let board = toms::api::board::Board::of(battle.book(), battle.field(), battle.phase());
                assert_eq!(board.is_sound(), Ok(()), "{name}, {level}, seed {seed}");
                assert!(battle.phase().round() <= 12);
            }
        }
    }
}

#[test]
fn pick_up_battles_between_all_lists_end() {
    let book = testudo::book("toms").expect("there is such a book");
    for (i, red) in ["greek", "persian", "carthaginian"].into_iter().enumerate() {
        for (j, blue) in ["greek", "persian", "carthaginian"].into_iter().enumerate() {
            let text = book.between(red, blue, (7 * i + j) as u64).expect("both lists are there");
            let start = Scenario::from_text("pairing", &text).expect("reads").muster().expect("good");
            for seed in 1..=5 {
                fought(&start, [Level::Recruit, Level::Recruit], seed);
                fought(&start, [Level::Random, Level::Random], seed);
            }
        }
    }
}

#[test]
fn a_ready_army_of_any_points_takes_the_field() {
    for points in [50, 120, 300, 500] {
        let text = format!(
            "book = \"toms\"\nid = \"p\"\nname = \"P\"\n[house]\narmy_points = {points}\n[terrain]\nrandom = true\n\
             [red]\narmy = \"greek\"\n[blue]\narmy = \"carthaginian\"\n"
        );
        let start = Scenario::from_text("points", &text).expect("reads").muster().expect("good");
        fought(&start, [Level::Recruit, Level::Veteran], u64::from(points as u16));
    }
}

fn wins(levels: [Level; 2], better: Side, battles: u64) -> (usize, usize) {
    let (mut won, mut lost) = (0, 0);
    for name in SCENARIOS {
        let start = muster(name);
        for seed in 1..=battles {
            match fought(&start, levels, seed).1.outcome.winner {
                Some(side) if side == better => won += 1,
                Some(_) => lost += 1,
                None => {}
            }
        }
    }
    (won, lost)
}

#[test]
fn a_recruit_beats_a_random_general() {
    let red = wins([Level::Recruit, Level::Random], Side::Red, 40);
    let blue = wins([Level::Random, Level::Recruit], Side::Blue, 40);
    let (won, lost) = (red.0 + blue.0, red.1 + blue.1);
    assert!(won > 11 * lost, "won {won}, lost {lost}");
}

#[test]
fn a_veteran_beats_a_recruit() {
    let red = wins([Level::Veteran, Level::Recruit], Side::Red, 5);
    let blue = wins([Level::Recruit, Level::Veteran], Side::Blue, 5);
    let (won, lost) = (red.0 + blue.0, red.1 + blue.1);
    assert!(won > lost, "won {won}, lost {lost}");
}

#[test]
fn equal_generals_both_have_a_chance() {
    for name in SCENARIOS {
        let start = muster(name);
        let red = |seed: &u64| {
            let fought = fought(&start, [Level::Recruit, Level::Recruit], *seed).1;
            fought.outcome.winner == Some(Side::Red)
        };
        let won = (1..=200).filter(red).count();
        assert!((60..=140).contains(&won), "{name}: red wins {won} of 200");
    }
}

#[test]
fn battles_of_two_hundred_points_last_five_to_nine_turns() {
    for name in SCENARIOS {
        let start = muster(name);
        let turns = |seed: u64| fought(&start, [Level::Recruit; 2], seed).0.standing().turn;
        let mut all: Vec<_> = (1..=100).map(turns).collect();
        all.sort_unstable();
        assert!((5..=9).contains(&all[50]), "{name}: half of the battles are over in turn {}", all[50]);
    }
}

/// In how many of so many battles of a scenario between recruits somebody was told of a rule.
fn battles_with(name: &str, rules: &[&str], battles: u64) -> usize {
    let start = muster(name);
    let told = |&seed: &u64| {
        let mut battle = start.clone();
        let mut players = BySide::each(|side| Player::new(Level::Recruit, seed, side));
        let (mut dice, mut journal) = (Seeded::new(seed), Vec::new());
        while let Asked::One(side) = battle.asked() {
            let command = players[side].decide(&battle.view(Viewer::Player(side)), side);
            battle.submit(side, &command, &mut dice, &mut journal).expect("it is legal");
        }
        let is_told =
            |e: &umpire::Entry| matches!(e, umpire::Entry::Ruling(r) if rules.contains(&r.rule.as_str()));
        journal.iter().any(is_told)
    };
    (1..=battles).filter(told).count()
}

#[test]
fn what_a_battle_advertises_matters_in_it() {
    let often = |name: &str, rules: &[&str], least: usize| {
        let battles = battles_with(name, rules, 40);
        assert!(battles >= least, "{name}: {rules:?} in {battles} of 40 battles");
    };
    often("toms/sicily", &["toms.elephant.flame", "toms.flame.dice"], 30);
    often("toms/sicily", &["toms.elephant.touch"], 30);
    often("toms/sicily", &["toms.woods.hidden"], 20);
    often("toms/himera", &["toms.woods.hidden"], 20);
}

#[test]
fn a_battle_replays_to_the_same_end() {
    for name in SCENARIOS {
        let start = muster(name);
        let mut battle = start.clone();
        let mut players = BySide::each(|side| Player::new(Level::Recruit, 3, side));
        let mut steps = Vec::new();
        fight_recorded(&mut battle, &mut players, &mut Seeded::new(3), |_, step, _| steps.push(step))
            .expect("every command is legal");
        let mut again = start;
        again.replay(&steps, &mut umpire::Silent).expect("it replays");
        assert_eq!(again.digest(), battle.digest(), "{name}");
    }
}

/// What recruits and veterans say of their decisions in a battle, by the word it is about.
#[test]
fn generals_say_why_with_the_odds() {
    for level in [Level::Recruit, Level::Veteran] {
        let mut said: Vec<String> = Vec::new();
        let mut silent = 0;
        for (scenario, seed) in [("toms/sicily", 4), ("toms/plataea", 5), ("toms/marathon", 6)] {
            let mut battle = muster(scenario);
            let mut players = BySide::each(|side| Player::new(level, seed, side));
            let mut dice = Seeded::new(seed);
            while let Asked::One(side) = battle.asked() {
                let view = battle.view(Viewer::Player(side));
                let proposal = players[side].propose(&view, side);
                match proposal.reason {
                    Some(reason) => {
                        assert!(reason.units.iter().all(|id| view.field().has(*id)), "{}", reason.text);
                        said.push(reason.text);
                    }
                    None => silent += 1,
                }
                battle.submit(side, &proposal.command, &mut dice, &mut umpire::Silent).expect("it is legal");
            }
        }
        let has = |words: &str| said.iter().any(|text| text.contains(words));
        assert!(has("to bring to a test") && has("inches of") && has("strikes its"), "{level}: {said:?}");
        assert!(silent < said.len(), "{level} is silent {silent} times");
    }
}
