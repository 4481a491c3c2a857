//! Many recruit battles in a row, for a profiler: `cargo bench -p testudo-benches --bench battles -- 300`.
//!
//! Named scenarios are fought instead of Zama, `pairings` stands for every army list against the next. The checksum
//! is the same as long as every battle ends the same.

use dice::Seeded;
use opponent::{Level, Player, fight};
use testudo::{AnyBattle, Scenario};
use umpire::BySide;

fn main() {
    let n: u64 = std::env::args().find_map(|a| a.parse().ok()).unwrap_or(300);
    let mut names: Vec<String> =
        std::env::args().skip(1).filter(|a| a == "pairings" || a.contains('/')).collect();
    if names.is_empty() {
        names.push("dba/zama".to_owned());
    }
    for name in names {
        if name == "pairings" {
            tell(&name, (1..=n).map(|seed| (seed, pairing(seed))));
        } else {
            let start = testudo_benches::bundled(&name);
            tell(&name, (1..=n).map(|seed| (seed, start.clone())));
        }
    }
}

/// The battle of one army list against another.
fn pairing(seed: u64) -> AnyBattle {
    let book = testudo::book("dba").expect("on the shelf");
    let armies = (book.armies)();
    let army = |n: u64| armies[n as usize % armies.len()].id.as_ref();
    let text = book.between(army(seed), army(seed * 7 + 3), seed).expect("both lists are there");
    Scenario::from_text("pairing", &text).expect("reads").muster().expect("good")
}

/// Fights battles to their ends and prints what came of them all.
fn tell(name: &str, battles: impl Iterator<Item = (u64, AnyBattle)>) {
    let (mut count, mut steps, mut turns, mut sum) = (0, 0, 0, 0_u64);
    for (seed, mut battle) in battles {
        let mut players = BySide::each(|side| Player::new(Level::Recruit, seed, side));
        steps += fight(&mut battle, &mut players, &mut Seeded::new(seed)).expect("legal").steps;
        turns += usize::from(battle.standing().turn);
        sum = sum.rotate_left(1) ^ battle.digest().hash();
        count += 1;
    }
    let n = count.max(1);
    eprintln!(
        "{name}: {count} battles, {} steps and {} bounds each, checksum {sum:016x}",
        steps / n,
        turns / n
    );
}
