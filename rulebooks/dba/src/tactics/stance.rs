//! The stance of everyone on the board: who fights whom, who stands beside and behind whom.

use crate::board::{Base, Board};
use crate::camp;
use crate::geometry::{self, Contact};
use crate::phase::Phase;
use umpire::Side;

/// Who has to do with one base, by place among the board's bases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tie {
    /// The enemy in front contact with it.
    pub front: Option<u8>,
    /// The enemy whose flank or rear it is on.
    pub strikes: Option<u8>,
    /// Whether an enemy is on its flank or rear.
    pub held: bool,
    /// The friend beside it on the left, front corners level.
    pub left: Option<u8>,
    /// The same on the right.
    pub right: Option<u8>,
    /// The friend directly behind it.
    pub behind: Option<u8>,
    /// The friend directly before it.
    pub before: Option<u8>,
    /// The camp it attacks.
    pub camp: Option<Side>,
    /// The enemy it overlaps, corner on corner, which a friend fights.
    pub overlaps: Option<u8>,
}

impl Tie {
    /// Whether it is in front, flank or rear contact with an enemy, or attacks a camp.
    #[inline]
    pub fn is_engaged(&self) -> bool {
        self.front.is_some() || self.strikes.is_some() || self.held || self.camp.is_some()
    }
}

/// The ties of every base, worked out once.
#[derive(Clone, Debug)]
pub struct Stance {
    /// In the order of the board's bases.
    pub ties: Vec<Tie>,
}

impl Stance {
    /// Looks the whole board over.
    pub fn of(board: &Board<'_>, phase: &Phase) -> Stance {
        let bases = &board.bases;
        let mut ties = vec![Tie::default(); bases.len()];
        for i in 0..bases.len() {
            for j in i + 1..bases.len() {
                let (a, b) = (&bases[i], &bases[j]);
                let d = a.rect.centre - b.rect.centre;
                // No two bases that touch are farther apart than two diagonals of the greatest.
                if d.dot(d) > NEAR_ENOUGH {
                    continue;
                }
                if a.side == b.side {
                    friends(&mut ties, [i, j], [a, b])
                } else {
                    enemies(&mut ties, [i, j], [a, b])
                }
            }
        }
        for i in 0..ties.len() {
            let fought = |foe: &u8| ties[usize::from(*foe)].front.is_some();
            ties[i].overlaps = ties[i].overlaps.filter(fought).filter(|_| ties[i].front.is_none());
        }
        for camp in Side::ALL {
            let attacker = camp::attacker(board, phase, camp);
            if let Some(i) = attacker.and_then(|id| bases.iter().position(|b| b.id == id)) {
                ties[i].camp = Some(camp);
            }
        }
        Stance { ties }
    }
}

/// The square of 380 paces: two War Wagons of double depth corner to corner.
const NEAR_ENOUGH: f64 = 380.0 * 380.0;

fn friends(ties: &mut [Tie], [i, j]: [usize; 2], [a, b]: [&Base; 2]) {
    if a.facing.turn_to(b.facing).abs() > 0.1 {
        return;
    }
    let (x, y) = (i as u8, j as u8);
    if geometry::together(a.rect.fr(), b.rect.fl()) {
        (ties[i].right, ties[j].left) = (Some(y), Some(x));
    } else if geometry::together(a.rect.fl(), b.rect.fr()) {
        (ties[i].left, ties[j].right) = (Some(y), Some(x));
    } else if geometry::behind(b, a) {
        (ties[i].behind, ties[j].before) = (Some(y), Some(x));
    } else if geometry::behind(a, b) {
        (ties[j].behind, ties[i].before) = (Some(x), Some(y));
    }
}

fn enemies(ties: &mut [Tie], [i, j]: [usize; 2], [a, b]: [&Base; 2]) {
    for (i, j, a, b) in [(i, j, a, b), (j, i, b, a)] {
        match geometry::contact(a, b) {
            Some(Contact::Front) => {
                (ties[i].front, ties[j].front) = (Some(j as u8), Some(i as u8));
                return;
            }
            Some(Contact::LeftOverlap | Contact::RightOverlap) => ties[i].overlaps = Some(j as u8),
            Some(kind) if kind.flank_or_rear() => {
                ties[i].strikes = Some(j as u8);
                ties[j].held = true;
            }
            _ => {}
        }
    }
}
