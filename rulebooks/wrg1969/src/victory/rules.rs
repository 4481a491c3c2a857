//! Scores: points of survivors and features, who wins by them, and the general's share of danger.

use crate::data::tables::tables;
use dice::Fraction;

/// Who wins by points: the first side, the second, or neither (`wrg1969.victory.draw`).
///
/// In competitions the higher total wins; elsewhere it must be a tenth higher.
pub fn winner(competition: bool, totals: [f64; 2]) -> Option<usize> {
    let [a, b] = totals;
    if a == b {
        return None;
    }
    let (ahead, higher, lower) = if a > b { (0, a, b) } else { (1, b, a) };
    // A whisker of rounding must not turn exactly a tenth into less.
    let enough = competition || higher * (1.0 + 1e-12) >= lower * tables().advantage;
    enough.then_some(ahead)
}

/// What a feature is worth to the side that controls it: half if an enemy can charge its force there.
pub fn feature_worth(value: f64, enemy_can_charge: bool) -> f64 {
    if enemy_can_charge { value / 2.0 } else { value }
}

/// The general's losses at which he falls (`wrg1969.general.risk`).
pub const FATAL: u32 = 20;

/// The general's share of the men a unit lost, he being one figure among so many (`wrg1969.general.exact`).
pub fn generals_share(men_lost: u32, figures: u32) -> Fraction {
    Fraction::new(men_lost.into(), figures.max(1).into())
}

/// Whether a general with such losses is dead.
pub fn general_falls(losses: &Fraction) -> bool {
    *losses >= Fraction::new(FATAL.into(), 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenth_is_enough_outside_competitions() {
        assert_eq!(winner(false, [550.0, 500.0]), Some(0));
        assert_eq!(winner(false, [500.0, 549.5]), None);
        assert_eq!(winner(true, [500.0, 500.5]), Some(1));
        assert_eq!(
            (winner(true, [3.0, 3.0]), winner(false, [0.0, 0.0]), winner(false, [1.0, 0.0])),
            (None, None, Some(0))
        );
        assert_eq!(winner(false, [330.0, 300.0]), Some(0));
    }

    #[test]
    fn the_share_is_exact() {
        let losses = Fraction::new(16, 1) + generals_share(40, 12);
        assert_eq!((losses.to_string(), general_falls(&losses)), ("58/3".to_owned(), false));
        assert!(general_falls(&(Fraction::new(16, 1) + generals_share(40, 10))));
    }
}
