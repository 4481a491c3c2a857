//! Who leads: the chance that a side wins, from battles fought on from the end of each turn.

use super::chronicle::Chronicle;
use opponent::{Budget, outlook};
use umpire::Side;

/// The chance of red at the end of a turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lead {
    /// Which turn.
    pub turn: u16,
    /// Red's chance, from 0 to 1; even battles count half.
    pub red: f64,
    /// By how much it may be wrong, nineteen times of twenty.
    pub error: f64,
}

/// Red's chances over the battle, from so many battles fought on from the end of each turn: the same for the same
/// battle, on every machine. The last turn of a battle that is over is what came of it.
pub fn leads(chronicle: &Chronicle, battles: u32) -> Vec<Lead> {
    if battles == 0 {
        return Vec::new();
    }
    let turns: Vec<_> = chronicle.turns.iter().filter(|turn| !turn.steps.is_empty()).collect();
    // Each turn has a seed of its own, so that they can be fought side by side.
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(turns.len().max(1));
    let share = turns.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let parts: Vec<_> = turns
            .chunks(share)
            .map(|part| scope.spawn(move || part.iter().map(|turn| lead(turn, battles)).collect::<Vec<_>>()))
            .collect();
        parts.into_iter().filter_map(|part| part.join().ok()).flatten().collect()
    })
}

fn lead(turn: &super::chronicle::Turn, battles: u32) -> Lead {
    if let Some((winner, _)) = turn.end.over {
        let red = match winner {
            Some(Side::Red) => 1.0,
            Some(Side::Blue) => 0.0,
            None => 0.5,
        };
        return Lead { turn: turn.number, red, error: 0.0 };
    }
    let budget = Budget { battles: Some(battles), time: None };
    let fought = outlook(&turn.view, u64::from(turn.number), budget);
    let n = f64::from(fought.battles.max(1));
    let [won, lost] = Side::ALL.map(|side| f64::from(fought.won[side]));
    let red = (won + (n - won - lost) / 2.0) / n;
    // A share of none or all is not certain either: two battles more, one won and one lost.
    let cautious = (red * n + 1.0) / (n + 2.0);
    Lead { turn: turn.number, red, error: 1.96 * (cautious * (1.0 - cautious) / n).sqrt() }
}
