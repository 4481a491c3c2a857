//! Casualties counted in men: a table by factor and figures, and figures taken off for what has added up.

/// Men that fall to so many figures with a total of factors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CasualtyTable {
    least: i16,
    rows: Vec<Vec<u16>>,
}

impl CasualtyTable {
    /// A table whose first row is for the factor `least`; each row is for 1, 2, 3 and so on figures, ten at least.
    ///
    /// # Panics
    /// If it has no rows, or a row fewer than ten columns.
    pub fn new(least: i16, rows: Vec<Vec<u16>>) -> Self {
        assert!(!rows.is_empty() && rows.iter().all(|row| row.len() >= 10), "a table needs ten columns");
        CasualtyTable { least, rows }
    }

    /// The lowest factor.
    #[inline]
    pub fn least(&self) -> i16 {
        self.least
    }

    /// The highest factor.
    #[inline]
    pub fn most(&self) -> i16 {
        self.least + self.rows.len() as i16 - 1
    }

    /// The row of a factor; beyond the table its first or last row.
    #[inline]
    pub fn row(&self, factor: i16) -> &[u16] {
        &self.rows[(factor.clamp(self.least, self.most()) - self.least) as usize]
    }

    /// The men that fall; factors beyond the table read its first or last row.
    ///
    /// Figures beyond the last column count as many tens as fit and the column of the rest.
    ///
    /// ```
    /// use testudo_mechanics::CasualtyTable;
    /// let table = CasualtyTable::new(3, vec![vec![2, 3, 5, 6, 8, 9, 11, 13, 14, 16]]);
    /// assert_eq!((table.men(3, 32), table.men(9, 10), table.men(3, 0)), (3 * 16 + 3, 16, 0));
    /// ```
    pub fn men(&self, factor: i16, figures: u32) -> u32 {
        let row = self.row(factor);
        let cell = |column: u32| column.checked_sub(1).map_or(0, |i| u32::from(row[i as usize]));
        if figures as usize <= row.len() {
            cell(figures)
        } else {
            (figures / 10).saturating_mul(cell(10)).saturating_add(cell(figures % 10))
        }
    }
}

/// Figures taken off for men lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Removal {
    /// Men lost and carried together.
    pub total: u32,
    /// Figures taken off.
    pub figures: u32,
    /// Men carried towards the next.
    pub carry: u32,
    /// Whether nobody is left.
    pub destroyed: bool,
}

/// Takes figures of so many men each off a unit of so many, or of any number, that carried some.
///
/// ```
/// let lost = testudo_mechanics::remove(20, 19, 20, Some(12));
/// assert_eq!((lost.figures, lost.carry, lost.destroyed), (1, 19, false));
/// ```
pub fn remove(men: u32, carry: u32, men_a_figure: u32, of: Option<u32>) -> Removal {
    let total = men.saturating_add(carry);
    let figures = total / men_a_figure.max(1);
    match of {
        Some(all) if figures >= all => Removal { total, figures: all, carry: 0, destroyed: true },
        _ => Removal { total, figures, carry: total % men_a_figure.max(1), destroyed: false },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_longer_row_is_read_as_far_as_it_goes() {
        let row: Vec<u16> = (1..=20).map(|n| if n > 10 { 2 * n } else { n }).collect();
        let table = CasualtyTable::new(-1, vec![row.clone(), row]);
        assert_eq!([10, 11, 20, 21, 32].map(|n| table.men(0, n)), [10, 22, 40, 21, 32]);
        assert_eq!((table.least(), table.most()), (-1, 0));
    }

    #[test]
    fn a_unit_loses_no_more_than_it_has() {
        assert_eq!(
            remove(252, 0, 20, Some(9)),
            Removal { total: 252, figures: 9, carry: 0, destroyed: true }
        );
        assert_eq!(remove(30, 10, 20, Some(2)), Removal { total: 40, figures: 2, carry: 0, destroyed: true });
        assert_eq!(remove(30, 15, 20, None), Removal { total: 45, figures: 2, carry: 5, destroyed: false });
    }
}
