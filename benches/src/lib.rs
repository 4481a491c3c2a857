//! Timing for benches: the best of several rounds, a line each, with a ratio to something measured in the same run.

use std::hint::black_box;
use std::time::{Duration, Instant};

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
