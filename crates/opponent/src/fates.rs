//! Dice for battles that are compared: each unit's throws of a turn fall alike whatever else is thrown, so that ideas
//! differ by what they do and little by luck.

use dice::{Dice, Die, RollId, spread};

/// Dice that depend on the course, the turn, and what is thrown for whom.
pub struct Fates {
    seed: u64,
    turn: u16,
    // How often each thing was thrown in this turn.
    thrown: Vec<(u64, u64)>,
}

impl Fates {
    /// The dice of a course.
    pub fn new(seed: u64) -> Self {
        Fates { seed, turn: 0, thrown: Vec::with_capacity(32) }
    }

    /// What is thrown from now on is thrown in this turn.
    pub fn in_turn(&mut self, turn: u16) {
        if self.turn != turn {
            self.turn = turn;
            self.thrown.clear();
        }
    }
}

impl Dice for Fates {
    fn roll(&mut self, why: RollId, die: &'static Die) -> u8 {
        let rule =
            why.rule.bytes().fold(u64::from(why.side), |h, b| h.wrapping_mul(31).wrapping_add(b.into()));
        let key = spread(rule ^ (u64::from(why.unit.unwrap_or(u16::MAX)) << 40));
        let n = match self.thrown.iter_mut().find(|(k, _)| *k == key) {
            Some((_, n)) => {
                *n += 1;
                *n
            }
            None => {
                self.thrown.push((key, 0));
                0
            }
        };
        let word = spread(self.seed ^ key ^ spread(n ^ (u64::from(self.turn) << 32)));
        let mut at = ((word >> 32) * u64::from(die.sides())) >> 32;
        for &(face, weight) in die.faces {
            if at < u64::from(weight) {
                return face;
            }
            at -= u64::from(weight);
        }
        die.faces[0].0
    }
}
