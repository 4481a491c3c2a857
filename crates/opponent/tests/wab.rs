//! Battles of Warhammer Ancient Battles between the computer's generals.

use dice::Seeded;
use opponent::{Level, Player, fight};
use testudo::Scenario;
use testudo_opponent as opponent;
use umpire::{BySide, Side};

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
fn pitched_battles_of_every_pair_of_lists_end() {
    let book = testudo::book("wab").expect("it is on the shelf");
    let lists: Vec<String> = (book.armies)().into_iter().map(|a| a.id).collect();
    for (i, red) in lists.iter().enumerate() {
        for (j, blue) in lists.iter().enumerate() {
            let seed = (5 * i + j) as u64;
            let text = (book.pairing)(red, blue, seed).expect("both lists are there");
            let scenario = Scenario { book, name: format!("{red} against {blue}"), text };
            winner(&scenario, [Level::Recruit, Level::Random], seed);
        }
    }
}
