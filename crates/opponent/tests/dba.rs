//! The generals of De Bellis Antiquitatis: always legal, always done, the better one better.

use opponent::{Fought, Level, Player, fight};
use testudo::{AnyBattle, Scenario};
use testudo_opponent as opponent;
use umpire::{BySide, Form, Pending, Side, Silent, Viewer};

fn bundled(id: &str) -> AnyBattle {
    Scenario::bundled(id).expect("it is bundled").muster().expect("it is good")
}

/// Two armies of these lists that set up by the rules.
fn pitched(red: &str, blue: &str) -> AnyBattle {
    let text = format!(
        "book = \"dba\"\nid = \"pitched\"\nname = \"{red} against {blue}\"\nsummary = \"A battle.\"\n\
         [red]\nname = \"Red\"\narmy = \"{red}\"\n[blue]\nname = \"Blue\"\narmy = \"{blue}\"\n"
    );
    let scenario = Scenario::from_text("pitched", &text).expect("the file is good");
    scenario.muster().expect("the armies are good")
}

fn lists() -> Vec<String> {
    let armies = testudo::book("dba").expect("it is on the shelf").armies;
    armies().into_iter().map(|army| army.id).collect()
}

/// Fights a battle out; a command that the umpire refuses fails the test.
fn fought(start: &AnyBattle, levels: [Level; 2], seed: u64) -> Fought {
    let mut battle = start.clone();
    let mut players = BySide::each(|side| Player::new(levels[side as usize], seed, side));
    fight(&mut battle, &mut players, &mut dice::Seeded::new(seed))
        .unwrap_or_else(|e| panic!("seed {seed}: {e}"))
}

/// Plays the set-up alone; every decision must be legal.
fn set_up(start: &AnyBattle, level: Level, seed: u64) {
    let mut battle = start.clone();
    let mut dice = dice::Seeded::new(seed);
    let mut players = BySide::each(|side| Player::new(level, seed, side));
    for _ in 0..20 {
        let Pending::Decide(side, ask) = battle.pending() else { panic!("nobody is asked") };
        if matches!(ask.form, Form::Move { .. }) {
            return;
        }
        let command = players[side].decide(&battle.view(Viewer::Player(side)), side);
        battle
            .submit(side, &command, &mut dice, &mut Silent)
            .unwrap_or_else(|e| panic!("seed {seed}: {command:?}: {e:?}"));
    }
    panic!("the set-up does not end");
}

#[test]
fn every_list_deploys_on_any_ground() {
    let lists = lists();
    assert_eq!(lists.len(), 50);
    for (i, red) in lists.iter().enumerate() {
        let start = pitched(red, &lists[(i * 7 + 3) % lists.len()]);
        for seed in 0..4 {
            set_up(&start, Level::Recruit, seed);
            set_up(&start, Level::Veteran, 100 + seed);
        }
    }
}

#[test]
fn random_generals_keep_the_rules_and_finish() {
    let starts = [
        bundled("dba/zama"),
        bundled("dba/lutzen"),
        pitched("hussite", "swiss"),
        pitched("zulu", "british_colonial"),
    ];
    for seed in 0..40 {
        let end = fought(&starts[seed as usize % starts.len()], [Level::Random; 2], seed);
        assert!(end.steps > 0);
    }
}

#[test]
fn recruits_come_to_blows() {
    let starts = [bundled("dba/zama"), bundled("dba/lutzen")];
    let mut decided = 0;
    for seed in 0..200 {
        let end = fought(&starts[seed as usize % 2], [Level::Recruit; 2], seed);
        decided += usize::from(end.outcome.winner.is_some());
    }
    assert!(decided >= 180, "only {decided} of 200 battles have a winner");
}

#[test]
fn recruits_of_every_list_keep_the_rules() {
    let lists = lists();
    let mut decided = 0;
    for (i, red) in lists.iter().enumerate() {
        let start = pitched(red, &lists[(i * 13 + 5) % lists.len()]);
        decided += usize::from(fought(&start, [Level::Recruit; 2], i as u64).outcome.winner.is_some());
    }
    assert!(decided >= 40, "only {decided} of 50 battles have a winner");
}

#[test]
fn the_same_seed_gives_the_same_battle() {
    let start = bundled("dba/zama");
    for level in [Level::Random, Level::Recruit, Level::Veteran] {
        assert_eq!(fought(&start, [level; 2], 11), fought(&start, [level; 2], 11));
    }
}

/// How often a general of one level beat one of another, and how often it lost, the sides taken in turn.
fn score(starts: &[AnyBattle], better: Level, worse: Level, seeds: std::ops::Range<u64>) -> (usize, usize) {
    let (mut wins, mut losses) = (0, 0);
    for seed in seeds {
        for side in Side::ALL {
            let mut levels = [worse; 2];
            levels[side as usize] = better;
            match fought(&starts[seed as usize % starts.len()], levels, seed).outcome.winner {
                Some(winner) if winner == side => wins += 1,
                Some(_) => losses += 1,
                None => {}
            }
        }
    }
    (wins, losses)
}

#[test]
fn a_recruit_beats_a_random_general() {
    let starts = [bundled("dba/zama"), bundled("dba/lutzen")];
    let (wins, losses) = score(&starts, Level::Recruit, Level::Random, 0..30);
    assert!(wins > 2 * losses, "{wins} won, {losses} lost");
}

#[test]
fn a_veteran_beats_a_recruit() {
    let starts = [bundled("dba/zama"), bundled("dba/lutzen")];
    let (wins, losses) = score(&starts, Level::Veteran, Level::Recruit, 400..420);
    assert!(wins > losses, "{wins} won, {losses} lost");
}
