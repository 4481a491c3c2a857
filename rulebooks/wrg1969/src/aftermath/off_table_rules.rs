//! Troops off the table: whether they come back, and when.

use crate::data::measure::within;
use crate::data::tables::tables;
use dice::{AVERAGE, D6, Dice, Die, RollId};
use table::Vec2;

/// Whether a standard is over the edge of a table of some size (`wrg1969.geo.leave`); on the edge it is not.
pub fn is_off(size: Vec2, standard: Vec2) -> bool {
    !within(beyond(size, standard), 0.0)
}

/// How far beyond the edge of a table a place is; less than nothing if it is on it.
pub fn beyond(size: Vec2, at: Vec2) -> f64 {
    (-at.x).max(at.x - size.x).max(-at.y).max(at.y - size.y)
}

/// The die that troops off the table throw (`wrg1969.offtable.return`).
pub fn die(regular: bool) -> &'static Die {
    if regular { &AVERAGE } else { &D6 }
}

/// What one throw to return came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Throw {
    /// They are back at once.
    Back,
    /// They come back after so many periods.
    After(u8),
    /// They stay away this period.
    Away,
}

/// Throws once for troops off the table, and again for the delay where the first die says so.
pub fn throw(regular: bool, why: RollId, dice: &mut dyn Dice) -> Throw {
    let leave = &tables().leave;
    match dice.roll(why, die(regular)) {
        face if face == leave.returns_now_on => Throw::Back,
        face if face == leave.delayed_return_on => Throw::After(dice.roll(why, die(regular))),
        _ => Throw::Away,
    }
}

/// In which period after they left troops return; none if never.
///
/// Who was pursued off never returns (`wrg1969.offtable.never`).
pub fn returns(regular: bool, pursued_off: bool, why: RollId, dice: &mut dyn Dice) -> Option<u8> {
    if pursued_off {
        return None;
    }
    for period in 1..=tables().leave.rolls {
        match throw(regular, why, dice) {
            Throw::Back => return Some(period),
            Throw::After(delay) => return Some(period + delay),
            Throw::Away => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::{Scripted, exact};

    const WHY: RollId = RollId::new("wrg1969.offtable.return", 0);

    #[test]
    fn a_standard_on_the_edge_is_on_the_table_whatever_its_last_digits_say() {
        let size = Vec2::new(72.0, 48.0);
        let off = |x, y| is_off(size, Vec2::new(x, y));
        assert!(!off(0.0, 20.0) && !off(72.0 + 1e-7, 48.0) && !off(-1e-7, -1e-7));
        assert!(off(-0.01, 20.0) && off(72.01, 20.0) && off(36.0, -0.01) && off(36.0, 48.01));
    }

    #[test]
    fn dice_are_thrown_until_they_say() {
        for (faces, wanted) in
            [(&[4][..], Some(1)), (&[6, 3, 2], Some(4)), (&[1, 2, 4], Some(3)), (&[1, 2, 5], None)]
        {
            let mut dice = Scripted::new(faces.iter().copied());
            assert_eq!(returns(false, false, WHY, &mut dice), wanted);
            assert_eq!(dice.finish(), Ok(()));
        }
        assert_eq!(returns(true, true, WHY, &mut Scripted::new([])), None);
    }

    #[test]
    fn one_body_of_regulars_in_27_is_gone_and_eight_of_27_barbarians() {
        let never = |regular| {
            let odds = exact(1000, |dice| returns(regular, false, WHY, dice)).expect("few paths");
            odds.probability(&None).to_string()
        };
        assert_eq!([true, false].map(never), ["1/27", "8/27"]);
    }
}
