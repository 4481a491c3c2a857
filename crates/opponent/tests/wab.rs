//! Battles of Warhammer Ancient Battles between the computer's generals.

use dice::Seeded;
use opponent::{General as _, Level, Player, Proposal, fight};
use testudo::Scenario;
use testudo_opponent as opponent;
use umpire::{Asked, BySide, Command, Entry, Side, Silent, Viewer};

/// Who wins a scenario with these generals and this seed.
fn winner(text: &Scenario, levels: [Level; 2], seed: u64) -> Option<Side> {
    let mut battle = text.muster().unwrap_or_else(|e| panic!("{e}"));
    let mut players = BySide::each(|side| Player::new(levels[side as usize], seed, side));
    let fought = fight(&mut battle, &mut players, &mut Seeded::new(seed));
    fought.unwrap_or_else(|e| panic!("{}, seed {seed}: {e}", text.name)).outcome.winner
}

#[test]
fn a_recruit_beats_a_random_general() {
    let scenario = Scenario::bundled("wab/clastidium").expect("it is bundled");
    let (mut won, mut lost) = (0, 0);
    for seed in 0..30 {
        for recruit in Side::ALL {
            let levels = if recruit == Side::Red {
                [Level::Recruit, Level::Random]
            } else {
                [Level::Random, Level::Recruit]
            };
            match winner(&scenario, levels, seed) {
                Some(side) if side == recruit => won += 1,
                Some(_) => lost += 1,
                None => {}
            }
        }
    }
    assert!(won > 2 * lost, "won {won}, lost {lost}");
}

#[test]
fn recruits_come_to_blows() {
    let book = testudo::book("wab").expect("it is on the shelf");
    let (mut battles, mut with_blows, mut charges, mut met) = (0, 0, 0, 0);
    for scenario in (book.scenarios)() {
        let start = Scenario { book, name: scenario.id.to_owned(), text: scenario.text.to_owned() };
        for seed in 1..=5 {
            let mut battle = start.muster().unwrap_or_else(|e| panic!("{e}"));
            let mut players = BySide::each(|side| Player::new(Level::Recruit, seed, side));
            let (mut dice, mut journal) = (Seeded::new(seed), Vec::new());
            while let Asked::One(side) = battle.asked() {
                let command = players[side].decide(&battle.view(Viewer::Player(side)), side);
                battle.submit(side, &command, &mut dice, &mut journal).expect("it is legal");
            }
            let told = |rule: &str| {
                let of = |e: &&Entry| matches!(e, Entry::Ruling(r) if r.rule.as_str() == rule);
                journal.iter().filter(of).count()
            };
            battles += 1;
            with_blows += usize::from(told("wab.combat.attacks") > 0);
            charges += told("wab.charge.declare");
            met += told("wab.charge.contact");
        }
    }
    assert!(with_blows * 20 >= battles * 19, "{with_blows} of {battles} battles came to blows");
    assert!(met * 2 >= charges, "{met} of {charges} charges struck home");
}

#[test]
fn pitched_battles_of_every_pair_of_lists_end() {
    let book = testudo::book("wab").expect("it is on the shelf");
    let lists: Vec<String> = (book.armies)().into_iter().map(|a| a.id).collect();
    for (i, red) in lists.iter().enumerate() {
        for (j, blue) in lists.iter().enumerate() {
            let seed = (5 * i + j) as u64;
            let text = book.between(red, blue, seed).expect("both lists are there");
            let scenario = Scenario { book, name: format!("{red} against {blue}"), text };
            winner(&scenario, [Level::Recruit, Level::Random], seed);
        }
    }
}

/// All that both generals say of their decisions in a battle.
fn reasons(scenario: &Scenario, level: Level, seed: u64) -> Vec<String> {
    let mut battle = scenario.muster().unwrap_or_else(|e| panic!("{e}"));
    let mut players = BySide::each(|side| Player::new(level, seed, side));
    let mut dice = Seeded::new(seed);
    let mut told: Vec<String> = Vec::new();
    while let Asked::One(side) = battle.asked() {
        let view = battle.view(Viewer::Player(side));
        let Proposal { command, reason } = players[side].propose(&view, side);
        if let (Command::Move { units, .. }, Some(reason)) = (&command, &reason) {
            assert!(reason.units.contains(&units[0]), "{}", reason.text);
        }
        told.extend(reason.map(|reason| reason.text));
        battle
            .submit(side, &command, &mut dice, &mut Silent)
            .unwrap_or_else(|r| panic!("{command:?}: {r:?}"));
    }
    told
}

#[test]
fn generals_say_why_with_the_odds_that_decided() {
    let scenarios = ["wab/clastidium", "wab/trebia"].map(|id| Scenario::bundled(id).expect("it is bundled"));
    for level in [Level::Recruit, Level::Veteran] {
        let told: Vec<String> = scenarios.iter().flat_map(|scenario| reasons(scenario, level, 3)).collect();
        let tells = |what: &str| told.iter().any(|text| text.contains(what) && text.contains('%'));
        assert!(tells("wins the round") && tells("charges") && tells("shoots at"), "{told:#?}");
    }
}

#[test]
fn a_veteran_makes_up_its_mind_once_and_alike() {
    let scenario = Scenario::bundled("wab/clastidium").expect("it is bundled");
    let mut battle = scenario.muster().unwrap_or_else(|e| panic!("{e}"));
    let mut dice = Seeded::new(5);
    let mut veteran = Player::new(Level::Veteran, 9, Side::Blue);
    assert_eq!(veteran.lead(), None);
    let mut first = None;
    for _ in 0..20 {
        let Asked::One(side) = battle.asked() else { break };
        let view = battle.view(Viewer::Player(side));
        let command = if side == Side::Blue {
            let mut twin = veteran.clone();
            let command = veteran.decide(&view, side);
            // Nobody plans while the armies are laid out.
            if let (None, Some(lead)) = (first, veteran.lead()) {
                assert_eq!((twin.decide(&view, side), twin.lead()), (command.clone(), Some(lead)));
                // Told how to lead, it does not think about that again.
                let mut told = Player::new(Level::Veteran, 10, Side::Blue).led(Some(lead));
                told.decide(&view, side);
                assert_eq!(told.lead(), Some(lead));
                first = Some(lead);
            }
            assert_eq!(veteran.lead(), first);
            command
        } else {
            Player::new(Level::Recruit, 1, side).decide(&view, side)
        };
        battle
            .submit(side, &command, &mut dice, &mut Silent)
            .unwrap_or_else(|r| panic!("{command:?}: {r:?}"));
    }
    assert!(first.is_some(), "the Gauls move first");
}
