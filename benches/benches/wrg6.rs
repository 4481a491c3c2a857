//! What a battle of `wrg6` costs. Each bench asserts its answer first.
//!
//! Run with `cargo bench -p testudo-benches --bench wrg6`.

use dice::Seeded;
use opponent::{Level, Player, fight};
use std::time::Duration;
use testudo::{AnyBattle, Scenario};
use testudo_benches::{best, tell};
use umpire::BySide;

fn main() {
    for id in ["zama", "carrhae", "telamon"] {
        let start = Scenario::bundled(&format!("wrg6/{id}")).expect("bundled").muster().expect("good");
        one_battle(id, &start);
    }
}

fn battle_to_its_end(start: &AnyBattle, seed: u64) -> u64 {
    let mut battle = start.clone();
    let mut players = BySide::each(|side| Player::new(Level::Recruit, seed, side));
    let fought = fight(&mut battle, &mut players, &mut Seeded::new(seed)).expect("every command is legal");
    assert!(fought.outcome.winner.is_some(), "seed {seed} has no winner");
    battle.digest()
}

/// A hundred battles a second on one core are 10 ms each.
fn one_battle(id: &str, start: &AnyBattle) {
    assert_eq!(battle_to_its_end(start, 7), battle_to_its_end(start, 7), "the same seed, the same battle");
    let mut seed = 0;
    let took = best(3, 20, || {
        seed = seed % 20 + 1;
        battle_to_its_end(start, seed)
    });
    let aim = Duration::from_millis(10);
    tell(
        &format!("one recruit v recruit battle of {id}, one core"),
        took,
        "the aim of 10 ms",
        took.as_secs_f64() / aim.as_secs_f64(),
    );
}
