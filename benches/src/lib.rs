//! Timing for benches: the best of several rounds, a line each, with a ratio to something measured in the same run.

use dice::Seeded;
use opponent::{Level, Pace, Player, fight};
use std::hint::black_box;
use std::time::{Duration, Instant};
use testudo::{AnyBattle, Scenario};
use umpire::{BySide, Digest, Side};

/// The same as in the program.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The least time one call takes, over some rounds of many calls.
pub fn best<T>(rounds: u32, calls: u32, mut call: impl FnMut() -> T) -> Duration {
    let mut least = Duration::MAX;
    for _ in 0..rounds {
        let start = Instant::now();
        for _ in 0..calls {
            black_box(call());
        }
        least = least.min(start.elapsed() / calls);
    }
    least
}

/// Prints a line: what, how long, and the ratio to a limit or a peer.
#[expect(clippy::print_stdout, reason = "a bench tells what it measured")]
pub fn tell(what: &str, took: Duration, against: &str, ratio: f64) {
    println!("{what:<52} {:>12}   {ratio:>9.2} x {against}", format!("{took:.2?}"));
}

/// How many times the one is the other.
pub fn ratio(a: Duration, b: Duration) -> f64 {
    a.as_secs_f64() / b.as_secs_f64()
}

/// A bundled scenario, set up.
pub fn bundled(name: &str) -> AnyBattle {
    Scenario::bundled(name).expect("bundled").muster().expect("good")
}

/// Fights a battle to its end between two recruits; gives the digest it ends with.
pub fn recruits_fight(start: &AnyBattle, seed: u64) -> Digest {
    general_fights(start, Level::Recruit, seed).0
}

/// Times whole recruit battles of a bundled scenario on one core and holds them against what one may take.
pub fn recruit_battles(name: &str, battles: u32, limit: Duration) {
    let start = bundled(name);
    assert_eq!(recruits_fight(&start, 7), recruits_fight(&start, 7), "the same seed, the same battle");
    let mut seed = 0;
    let took = best(3, battles, || {
        seed = seed % u64::from(battles) + 1;
        recruits_fight(&start, seed)
    });
    let rate = 1.0 / took.as_secs_f64();
    let what = format!("a recruit battle of {name} ({rate:.0} a second)");
    tell(&what, took, &format!("the aim of {limit:?}"), ratio(took, limit));
}

/// Fights a battle to its end, a general of some level against a recruit, from the one side and the other by turns;
/// gives the digest it ends with and how long the general's decisions took.
fn general_fights(start: &AnyBattle, level: Level, seed: u64) -> (Digest, Pace) {
    let mut battle = start.clone();
    let own = Side::ALL[seed as usize % 2];
    let levels = BySide::each(|side| if side == own { level } else { Level::Recruit });
    let mut players = BySide::each(|side| Player::new(levels[side], seed, side));
    fight(&mut battle, &mut players, &mut Seeded::new(seed)).expect("every command is legal");
    (battle.digest(), players[own].pace().clone())
}

/// Times at least so many decisions of a general in battles of a bundled scenario, as many from either side, and holds
/// the time that 95 of 100 of them do not exceed against what they may take.
pub fn general_decides(name: &str, level: Level, decisions: u32, limit: Duration) {
    let start = bundled(name);
    let (end, mut pace) = general_fights(&start, level, 1);
    assert_eq!(end, general_fights(&start, level, 1).0, "the same seed, the same battle");
    let mut seed = 2;
    while pace.decisions < decisions || seed % 2 == 0 {
        pace.join(&general_fights(&start, level, seed).1);
        seed += 1;
    }
    let took = pace.quantile(0.95);
    let what = format!("95 of 100 decisions of a {level} at {name}");
    tell(&what, took, &format!("the limit of {limit:?}"), ratio(took, limit));
}
