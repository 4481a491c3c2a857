//! Casualties: the table of men that fall, and figures taken off for them.

use crate::data::tables::tables;
use crate::house::House;
use mechanics::Removal;

/// The row of the casualty table that a total is read in; nothing below its first, where nobody falls.
pub fn row(total: i16) -> Option<i16> {
    let table = &tables().casualties;
    (total >= table.least()).then(|| total.min(table.most()))
}

/// The casualties that so many figures inflict with a total of factors (`wrg6.casualties.table`).
pub fn inflicted(total: i16, figures: u32) -> u32 {
    row(total).map_or(0, |row| tables().casualties.men(row, figures))
}

/// How many casualties take off a figure or model.
pub fn each(house: &House, model: bool) -> u32 {
    u32::from(if model { house.casualties_per_model } else { house.casualties_per_figure })
}

/// Takes figures or models off a body for casualties (`wrg6.casualties.remove`).
pub fn remove(house: &House, model: bool, strength: u32, carried: u32, casualties: u32) -> Removal {
    mechanics::remove(casualties, carried, each(house, model), Some(strength))
}

/// Whole steps of half a casualty a figure or two a model (`wrg6.casualties.perfigure`).
pub fn steps(casualties: u32, strength: u32, model: bool) -> u32 {
    if model { casualties / (2 * strength.max(1)) } else { casualties.saturating_mul(2) / strength.max(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_figures_never_do_less_and_higher_totals_neither() {
        for total in -4..=13 {
            for n in 0..60 {
                assert!(inflicted(total, n) <= inflicted(total, n + 1), "{n} figures at {total}");
                assert!(inflicted(total, n) <= inflicted(total + 1, n), "{n} figures at {total}");
            }
        }
    }

    #[test]
    fn half_a_casualty_a_figure_is_two_a_model() {
        assert_eq!([steps(11, 24, false), steps(12, 24, false), steps(29, 20, false)], [0, 1, 2]);
        assert_eq!([steps(5, 3, true), steps(6, 3, true), steps(12, 3, true)], [0, 1, 2]);
    }
}
