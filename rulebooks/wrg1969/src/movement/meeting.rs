//! Two units head-on: where they meet, in which stage, and who is tested at the bonus point.

use crate::board::state::Stage;
use crate::data::measure::{NEAR, within};
use crate::data::tables::tables;

/// One of two units head-on, in the open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comer {
    /// Its move in the normal stage; nothing if it stands.
    pub normal: f64,
    /// What a charge would add.
    pub bonus: f64,
    /// Whether it charges.
    pub charges: bool,
    /// Whether it countercharges when charged.
    pub countercharges: bool,
}

/// How two units met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// When they touched.
    pub stage: Stage,
    /// How far each went.
    pub moved: [f64; 2],
    /// What is left between them.
    pub gap: f64,
    /// Who was tested at the bonus point.
    pub tested: [bool; 2],
}

/// Both come on at once, each at its own even pace, and stop when they touch.
pub fn meet(gap: f64, both: [Comer; 2]) -> Meeting {
    let paces = both.map(|c| c.normal);
    if !both.iter().any(|c| c.charges) {
        let moved = share((gap - tables().moves.standoff).max(0.0), paces);
        return Meeting { stage: Stage::None, moved, gap: gap - moved[0] - moved[1], tested: [false; 2] };
    }
    let moved = share(gap, paces);
    let left = gap - moved[0] - moved[1];
    if left <= NEAR {
        return Meeting { stage: Stage::Normal, moved, gap: 0.0, tested: [false; 2] };
    }
    let [a, b] = both;
    let mutual = a.charges && b.charges;
    // An enemy who charges too comes half the way.
    let reach = |c: Comer| if mutual { a.bonus + b.bonus } else { c.bonus };
    let threatens = both.map(|c| c.charges && within(left, reach(c)));
    let tested = [threatens[1], threatens[0]];
    let runs = [0, 1].map(|i| {
        let goes = both[i].charges || (both[i].countercharges && tested[i]);
        if goes { both[i].bonus } else { 0.0 }
    });
    let further = share(left, runs);
    let (moved, left) = ([moved[0] + further[0], moved[1] + further[1]], left - further[0] - further[1]);
    match left <= NEAR {
        true => Meeting { stage: Stage::Bonus, moved, gap: 0.0, tested },
        false => Meeting { stage: Stage::None, moved, gap: left, tested },
    }
}

/// How far each comes at these paces until the way is used up, or until both have gone their whole pace.
fn share(way: f64, paces: [f64; 2]) -> [f64; 2] {
    let together = paces[0] + paces[1];
    if together <= way + NEAR { paces } else { paces.map(|pace| way * pace / together) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comer(normal: f64, bonus: f64, charges: bool) -> Comer {
        Comer { normal, bonus, charges, countercharges: false }
    }

    #[test]
    fn chargers_meet_in_proportion_to_their_bonuses() {
        let met = meet(30.0, [comer(8.0, 10.0, true), comer(8.0, 12.0, true)]);
        assert_eq!((met.stage, met.tested), (Stage::Bonus, [true, true]));
        assert!((met.moved[0] - (8.0 + 14.0 * 10.0 / 22.0)).abs() < 1e-12);
    }

    #[test]
    fn one_who_falls_short_runs_his_whole_charge() {
        let met = meet(19.0, [comer(8.0, 10.0, true), comer(0.0, 2.0, false)]);
        assert_eq!((met.stage, met.moved, met.gap, met.tested), (Stage::None, [18.0, 0.0], 1.0, [false; 2]));
    }

    #[test]
    fn nobody_countercharges_who_is_not_reached() {
        let ready = Comer { countercharges: true, ..comer(0.0, 8.0, false) };
        let met = meet(19.0, [comer(8.0, 10.0, true), ready]);
        assert_eq!((met.stage, met.moved), (Stage::None, [18.0, 0.0]));
        let met = meet(17.0, [comer(8.0, 10.0, true), ready]);
        assert_eq!((met.stage, met.moved, met.tested), (Stage::Bonus, [13.0, 4.0], [false, true]));
    }

    #[test]
    fn those_who_do_not_charge_keep_off() {
        let met = meet(10.0, [comer(6.0, 2.0, false), comer(6.0, 2.0, false)]);
        assert_eq!((met.moved, met.gap), ([4.75, 4.75], 0.5));
        let near = meet(0.3, [comer(6.0, 2.0, false), comer(0.0, 2.0, false)]);
        assert_eq!((near.moved, near.gap), ([0.0, 0.0], 0.3));
    }
}
