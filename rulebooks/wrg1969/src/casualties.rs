//! Casualties: the table of men lost, and figures taken off for them.

use crate::rule;
use crate::tables::tables;
use ruling::ledger;

/// Men to a figure (`wrg1969.scale.figure`).
pub const MEN: u32 = 20;

/// What the casualty table says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    /// The row read.
    pub row: i16,
    /// Whether the total lay outside the table.
    pub clamped: bool,
    /// Enemy men lost.
    pub men: u32,
}

/// The men that so many figures kill with a total of factors (`wrg1969.casualty.table`).
///
/// ```
/// use testudo_wrg1969::casualties::men;
/// assert_eq!(men(3, 32).men, 3 * 16 + 3);
/// assert_eq!((men(14, 10).row, men(14, 10).men), (12, 126));
/// ```
pub fn men(total: i16, figures: u32) -> Blow {
    let table = &tables().casualty;
    let row = total.clamp(table.least, table.most());
    let clamped = row != total;
    if clamped || figures == 0 {
        ledger::cite(rule::CASUALTY_CLAMP);
    }
    ledger::cite(rule::CASUALTY_TABLE);
    let cell = |column: u32| column.checked_sub(1).map_or(0, |i| u32::from(table.row(row)[i as usize]));
    let columns = table.row(row).len() as u32;
    let men = if figures <= columns {
        cell(figures)
    } else {
        // As many tens as fit, and the column of what is left.
        ledger::cite(rule::CASUALTY_OVER20);
        (figures / 10).saturating_mul(cell(10)).saturating_add(cell(figures % 10))
    };
    Blow { row, clamped, men }
}

/// Figures taken off for men lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Removal {
    /// Men lost and carried together.
    pub total: u32,
    /// Figures taken off.
    pub figures: u32,
    /// Men carried towards the next.
    pub carry: u8,
    /// Whether nobody is left.
    pub destroyed: bool,
}

/// Takes figures off a unit of so many, or of any number, that carried some men (`wrg1969.casualty.removal`).
///
/// ```
/// use testudo_wrg1969::casualties::remove;
/// let lost = remove(20, 19, Some(12));
/// assert_eq!((lost.figures, lost.carry, lost.destroyed), (1, 19, false));
/// ```
pub fn remove(men: u32, carry: u8, of: Option<u32>) -> Removal {
    ledger::cite(rule::CASUALTY_REMOVAL);
    let total = men.saturating_add(u32::from(carry));
    let figures = total / MEN;
    match of {
        Some(all) if figures >= all => Removal { total, figures: all, carry: 0, destroyed: true },
        _ => Removal { total, figures, carry: (total % MEN) as u8, destroyed: false },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tens_and_the_rest_above_twenty_figures() {
        assert_eq!([20, 21, 29, 30, 32, 40].map(|n| men(3, n).men), [32, 34, 46, 48, 51, 64]);
        assert_eq!((men(-5, 20).men, men(-5, 30).men), (3, 3));
        assert_eq!(men(12, 105).men, 10 * 126 + 63);
    }

    #[test]
    fn totals_outside_the_table_use_its_last_rows() {
        assert_eq!(men(40, 16), Blow { row: 12, clamped: true, men: 202 });
        assert_eq!(men(-30, 12), Blow { row: -5, clamped: true, men: 2 });
        assert_eq!(men(12, 0), Blow { row: 12, clamped: false, men: 0 });
    }

    #[test]
    fn more_figures_never_kill_fewer_and_higher_totals_neither() {
        for total in -5..=12 {
            for n in 0..20 {
                assert!(men(total, n).men <= men(total, n + 1).men);
                assert!(men(total, n).men <= men(total + 1, n).men);
            }
        }
    }

    #[test]
    fn a_unit_loses_no_more_than_it_has() {
        assert_eq!(remove(252, 0, Some(9)), Removal { total: 252, figures: 9, carry: 0, destroyed: true });
        assert_eq!(remove(30, 10, Some(2)), Removal { total: 40, figures: 2, carry: 0, destroyed: true });
        assert_eq!(remove(30, 10, None), Removal { total: 40, figures: 2, carry: 0, destroyed: false });
    }
}
