//! How an army might be led, and which way ends best.

use super::super::stance::{GUESSES, Lead, STEADY, Stance, TEMPERS};
use super::Effort;
use super::foresight::Imagined;
use umpire::{Side, View};
use wab::Wab;

/// The tempers that end best for a side, the best first: each is tried so many times, then the better half as often
/// again, and the last few more often.
pub fn ranked(
    view: &View<Wab>,
    side: Side,
    enemy: [Stance; GUESSES],
    effort: &Effort,
    times: u64,
    seed: u64,
) -> [Stance; GUESSES] {
    let mut left: Vec<(Stance, f64)> = TEMPERS.map(|temper| (temper, 0.0)).into();
    let mut course = 0;
    'tried: loop {
        for _ in 0..times * (TEMPERS.len() / left.len()) as u64 {
            let mut ends = Vec::with_capacity(left.len());
            for (own, _) in &left {
                if effort.is_over() {
                    break 'tried;
                }
                let lead = Lead { own: *own, enemy };
                ends.push(Imagined { view, side, lead, seed }.fought_out(course));
            }
            left.iter_mut().zip(ends).for_each(|((_, sum), end)| *sum += end);
            course += 1;
        }
        left.sort_by(|a, b| b.1.total_cmp(&a.1));
        if left.len() <= GUESSES {
            break;
        }
        left.truncate(left.len().div_ceil(2).max(GUESSES));
    }
    // Who had no time to try them keeps steady, which stands first.
    left.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut best = left.into_iter().map(|(temper, _)| temper);
    std::array::from_fn(|_| best.next().unwrap_or(STEADY))
}
