//! The generals of the rules of 1969: always legal, always done, the better one better than chance.

use opponent::{Budget, Fought, General as _, Level, Player, fight, fight_recorded};
use std::time::Duration;
use testudo::{AnyBattle, Scenario};
use testudo_opponent as opponent;
use umpire::{Asked, BySide, Command, Entry, Side, Silent, Viewer};

const BATTLES: [&str; 5] = ["medway", "raphia", "carrhae", "kadesh", "mons_graupius"];

/// Plans are tried in few battles here, so that many can be fought.
const FEW: Budget = Budget { battles: Some(6), time: None };

fn bundled(id: &str) -> AnyBattle {
    let scenario = Scenario::bundled(&format!("wrg1969/{id}")).expect("it is bundled");
    scenario.muster().expect("it is good")
}

/// Fights a battle out; a command that the umpire refuses fails the test.
fn fought(start: &AnyBattle, levels: [Level; 2], seed: u64) -> Fought {
    let mut battle = start.clone();
    let mut players = BySide::each(|side| Player::new(levels[side as usize], seed, side).within(FEW));
    fight(&mut battle, &mut players, &mut dice::Seeded::new(seed))
        .unwrap_or_else(|e| panic!("seed {seed}: {e}"))
}

/// What a general writes when he is first asked.
fn first_command(battle: &AnyBattle, level: Level, side: Side) -> Command {
    Player::new(level, 1, side).decide(&battle.view(Viewer::Player(side)), side)
}

#[test]
fn generals_of_every_level_keep_the_rules_and_finish() {
    for (i, id) in BATTLES.iter().enumerate() {
        let start = bundled(id);
        for level in Level::QUICK {
            assert!(fought(&start, [level; 2], i as u64).steps > 20, "{id} {level}");
        }
    }
}

#[test]
fn every_list_is_deployed_and_given_orders() {
    let book = testudo::book("wrg1969").expect("it is on the shelf");
    let lists: Vec<String> = (book.armies)().into_iter().map(|army| army.id).collect();
    for (i, red) in lists.iter().enumerate() {
        let blue = &lists[(i * 3 + 1) % lists.len()];
        let text = book.between(red, blue, 1).expect("there are such lists");
        let mut battle =
            Scenario::from_text("pairing", &text).expect("a good file").muster().expect("good armies");
        let mut players = BySide::each(|side| Player::new(Level::Recruit, 7, side));
        let mut dice = dice::Seeded::new(7);
        // Both deploy, both write their orders.
        for step in 0..4 {
            let side = match battle.asked() {
                Asked::Sealed(asked) if asked[Side::Red] => Side::Red,
                _ => Side::Blue,
            };
            let command = players[side].decide(&battle.view(Viewer::Player(side)), side);
            assert_ne!(command, Command::Done, "{red} against {blue}, step {step}");
            battle.submit(side, &command, &mut dice, &mut Silent).expect("it is legal");
        }
        assert_eq!(battle.standing().turn, 1);
    }
}

#[test]
fn orders_have_a_signal_for_the_horse_and_a_recall() {
    let Command::Sheet { lines, .. } = first_command(&bundled("raphia"), Level::Recruit, Side::Red) else {
        panic!("a recruit writes orders");
    };
    let has = |words: &str| lines.iter().any(|(_, text)| text.contains(words));
    assert!(has("Hold until signal 1 is given") && has("Retire to the point") && has("Skirmish"));
}

#[test]
fn a_veteran_names_his_enemies_and_lets_every_man_fight() {
    // Without time to try any other, the usual plan.
    let none = Budget { battles: None, time: Some(Duration::ZERO) };
    let view = bundled("medway").view(Viewer::Player(Side::Blue));
    let usual = Player::new(Level::Strategos, 1, Side::Blue).within(none).decide(&view, Side::Blue);
    let Command::Sheet { lines, .. } = usual else {
        panic!("a veteran writes orders");
    };
    let has = |words: &str| lines.iter().any(|(_, text)| text.contains(words));
    assert!(has("attack the Cohort I") && has("in 30 files") && has("hold the long hill"), "{lines:?}");
}

#[test]
fn a_veteran_tries_its_plans_in_thought() {
    let view = bundled("medway").view(Viewer::Player(Side::Blue));
    let planned = Player::new(Level::Veteran, 1, Side::Blue).within(FEW).propose(&view, Side::Blue);
    let why = planned.reason.expect("it says how the plans fared").text;
    assert!(why.starts_with("these orders: ahead in ") && why.contains("imagined battles"), "{why}");
}

#[test]
fn chargers_say_what_they_may_expect() {
    let mut said = Vec::new();
    for seed in 5..9 {
        let mut battle = bundled("medway");
        let mut dice = dice::Seeded::new(seed);
        let mut players = BySide::each(|side| Player::new(Level::Recruit, seed, side));
        while let Some(side) = Side::ALL.into_iter().find(|side| battle.pending().ask(*side).is_some()) {
            let proposal = players[side].propose(&battle.view(Viewer::Player(side)), side);
            said.extend(proposal.reason.map(|reason| reason.text));
            battle.submit(side, &proposal.command, &mut dice, &mut Silent).expect("it is legal");
        }
    }
    let charges = |text: &&String| text.contains(" charges ") && text.contains("% to break it");
    assert!(said.iter().filter(charges).count() > 2, "{said:?}");
}

#[test]
fn a_veteran_joins_his_men_when_the_lines_are_about_to_meet() {
    let mut joined = 0;
    for seed in 5..9 {
        let mut battle = bundled("medway");
        let mut players = BySide::each(|side| Player::new(Level::Veteran, seed, side).within(FEW));
        fight_recorded(&mut battle, &mut players, &mut dice::Seeded::new(seed), |_, _, entries| {
            let joins = |e: &&Entry| matches!(e, Entry::Ruling(r) if r.text.contains(" joined "));
            joined += entries.iter().filter(joins).count();
        })
        .expect("every command is legal");
    }
    assert!(joined > 0, "nobody leads in person");
}

#[test]
fn the_same_seed_gives_the_same_battle() {
    let start = bundled("medway");
    for level in Level::QUICK {
        assert_eq!(fought(&start, [level; 2], 11), fought(&start, [level; 2], 11));
    }
}

#[test]
fn recruits_beat_random_generals() {
    let (mut wins, mut losses) = (0, 0);
    for id in &BATTLES[1..] {
        let start = bundled(id);
        for side in Side::ALL {
            let mut levels = [Level::Random; 2];
            levels[side as usize] = Level::Recruit;
            match fought(&start, levels, 3).outcome.winner {
                Some(winner) if winner == side => wins += 1,
                Some(_) => losses += 1,
                None => {}
            }
        }
    }
    assert!(wins >= 3 * losses, "{wins} won, {losses} lost");
}
