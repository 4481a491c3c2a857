//! Many recruit battles in a row, for a profiler: `cargo bench -p testudo-benches --bench battles -- 300`.

use dice::Seeded;
use opponent::{Level, Player, fight};
use testudo::Scenario;
use umpire::BySide;

fn main() {
    let n: u64 = std::env::args().filter_map(|a| a.parse().ok()).next().unwrap_or(300);
    let zama = Scenario::bundled("dba/zama").expect("bundled").muster().expect("good");
    let (mut steps, mut turns) = (0, 0);
    for seed in 1..=n {
        let mut battle = zama.clone();
        let mut players = BySide::each(|side| Player::new(Level::Recruit, seed, side));
        steps += fight(&mut battle, &mut players, &mut Seeded::new(seed)).expect("legal").steps;
        turns += usize::from(battle.standing().turn);
    }
    eprintln!("{n} battles, {} steps and {} bounds each", steps / n as usize, turns / n as usize);
}
