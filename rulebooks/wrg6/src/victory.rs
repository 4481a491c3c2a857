//! Victory: when an army breaks, and who has won.

use crate::house::House;

/// How the battle stands by points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// What each side's army cost.
    pub total: [u32; 2],
    /// What each has lost, in halves of a point.
    pub lost_halves: [u32; 2],
}

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Which armies broke.
    pub broken: [bool; 2],
    /// Whether it is over.
    pub over: bool,
    /// The winner, if it is over and there is one.
    pub winner: Option<usize>,
}

/// Judges the end of a period (`wrg6.victory.army`).
pub fn judge(house: &House, count: Count, period: u16) -> Ended {
    let share = |i: usize| (u64::from(count.lost_halves[i]), 2 * u64::from(count.total[i].max(1)));
    let broken = [0, 1].map(|i| {
        let (lost, total) = share(i);
        lost * 1000 >= u64::from(house.army_break_fraction.0) * total
    });
    let over = broken[0] || broken[1] || period >= house.period_limit;
    let winner = match broken {
        [true, false] => Some(1),
        [false, true] => Some(0),
        _ => {
            let ((a, a_of), (b, b_of)) = (share(0), share(1));
            match (a * b_of).cmp(&(b * a_of)) {
                std::cmp::Ordering::Less => Some(0),
                std::cmp::Ordering::Greater => Some(1),
                std::cmp::Ordering::Equal => None,
            }
        }
    };
    Ended { broken, over, winner: winner.filter(|_| over) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(lost: [u32; 2], period: u16) -> Ended {
        judge(&House::default(), Count { total: [1000, 800], lost_halves: lost }, period)
    }

    #[test]
    fn the_smaller_share_lost_wins_when_time_is_up_or_both_break() {
        assert!(!end([900, 700], 3).over);
        assert_eq!(end([900, 760], 24).winner, Some(0));
        assert_eq!(end([1000, 800], 5), Ended { broken: [true, true], over: true, winner: None });
        assert_eq!(end([1100, 800], 5).winner, Some(1));
        assert_eq!(end([0, 0], 24).winner, None);
    }
}
