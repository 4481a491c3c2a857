//! The stance of everyone on the board: who fights whom, who stands beside and behind whom.

use crate::board::geometry::{self, Contact};
use crate::board::state::Phase;
use crate::board::{Base, Board, camp};
use crate::data::scale::{NEAR, NEAR_ANGLE};
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
        for (i, a) in bases.iter().enumerate() {
            for (j, b) in (i + 1..).zip(&bases[i + 1..]) {
                let d = a.rect.centre - b.rect.centre;
                if d.dot(d) > NEAR_ENOUGH || geometry::is_apart(a, b) {
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

/// The square of 380 paces: no two bases that touch are farther apart, not even War Wagons of double depth corner to
/// corner.
const NEAR_ENOUGH: f64 = 380.0 * 380.0;

fn friends(ties: &mut [Tie], [i, j]: [usize; 2], [a, b]: [&Base; 2]) {
    if a.facing.turn_to(b.facing).abs() > NEAR_ANGLE {
        return;
    }
    // Where the second stands as the first sees it: how far to its right, how far ahead.
    let (u, v) = a.rect.local(b.rect.centre);
    let (x, y) = (i as u8, j as u8);
    let level = (v + b.rect.half_depth - a.rect.half_depth).abs() <= NEAR;
    let aside = (u.abs() - a.rect.half_width - b.rect.half_width).abs() <= NEAR;
    let in_file = u.abs() <= NEAR && (v.abs() - a.rect.half_depth - b.rect.half_depth).abs() <= NEAR;
    match (level && aside, in_file) {
        (true, _) if u > 0.0 => (ties[i].right, ties[j].left) = (Some(y), Some(x)),
        (true, _) => (ties[i].left, ties[j].right) = (Some(y), Some(x)),
        (_, true) if v < 0.0 => (ties[i].behind, ties[j].before) = (Some(y), Some(x)),
        (_, true) => (ties[j].behind, ties[i].before) = (Some(x), Some(y)),
        _ => {}
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::troop::Troop;
    use table::{Facing, Rect, Vec2};
    use umpire::UnitId;

    fn blades(id: u16, side: Side, x: f64, y: f64, facing: f64) -> Base {
        let facing = Facing::degrees(facing);
        let rect = Rect::new(Vec2::new(x, y), facing, 160.0, 60.0);
        Base { id: UnitId(id), side, troop: Troop::Blades, general: false, rect, facing }
    }

    fn ties(bases: &[Base]) -> Vec<Tie> {
        let mut ties = vec![Tie::default(); bases.len()];
        for i in 0..bases.len() {
            for j in i + 1..bases.len() {
                let pair = [&bases[i], &bases[j]];
                if bases[i].side == bases[j].side {
                    friends(&mut ties, [i, j], pair)
                } else {
                    enemies(&mut ties, [i, j], pair)
                }
            }
        }
        ties
    }

    #[test]
    fn neighbours_are_known_by_where_they_stand() {
        let line = [
            blades(0, Side::Red, 1000.0, 1000.0, 0.0),
            blades(1, Side::Red, 1160.0, 1000.0, 0.0),
            blades(2, Side::Red, 1000.0, 940.0, 0.0),
            blades(3, Side::Blue, 1000.0, 1060.0, 180.0),
            blades(4, Side::Blue, 1270.0, 950.0, 270.0),
        ];
        let ties = ties(&line);
        assert_eq!((ties[0].right, ties[1].left, ties[0].left), (Some(1), Some(0), None));
        assert_eq!((ties[0].behind, ties[2].before), (Some(2), Some(0)));
        assert_eq!((ties[0].front, ties[3].front), (Some(3), Some(0)));
        assert_eq!((ties[1].overlaps, ties[1].is_engaged()), (Some(3), true));
        assert_eq!((ties[4].strikes, ties[1].held, ties[0].held), (Some(1), true, false));
    }
}
