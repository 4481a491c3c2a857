//! Casualties: the table of men lost, and figures taken off for them.

use crate::rule;
use crate::tables::tables;
use mechanics::Removal;
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
    let row = total.clamp(table.least(), table.most());
    let clamped = row != total;
    if clamped || figures == 0 {
        ledger::cite(rule::CASUALTY_CLAMP);
    }
    ledger::cite(rule::CASUALTY_TABLE);
    if figures as usize > table.row(row).len() {
        ledger::cite(rule::CASUALTY_OVER20);
    }
    let men = table.men(row, figures);
    Blow { row, clamped, men }
}

/// Takes figures off a unit of so many, or of any number, that carried some men (`wrg1969.casualty.removal`).
///
/// ```
/// use testudo_wrg1969::casualties::remove;
/// let lost = remove(20, 19, Some(12));
/// assert_eq!((lost.figures, lost.carry, lost.destroyed), (1, 19, false));
/// ```
pub fn remove(men: u32, carry: u32, of: Option<u32>) -> Removal {
    ledger::cite(rule::CASUALTY_REMOVAL);
    ledger::cite(rule::SCALE_FIGURE);
    mechanics::remove(men, carry, MEN, of)
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
}
