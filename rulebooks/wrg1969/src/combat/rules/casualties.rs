//! Casualties: the table of men lost, and figures taken off for them.

use crate::combat::rules::casualties;
use crate::data::tables::tables;
use crate::rule;
use mechanics::Removal;
use ruling::RuleId;

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
pub fn men(total: i16, figures: u32) -> Blow {
    let table = &tables().casualty;
    let row = total.clamp(table.least(), table.most());
    let clamped = row != total;
    let men = table.men(row, figures);
    Blow { row, clamped, men }
}

/// The rules by which so many figures and their total come to a blow.
pub fn rules(blow: &Blow, figures: u32) -> impl Iterator<Item = RuleId> {
    let over = figures as usize >= tables().casualty.row(blow.row).len();
    let clamped = blow.clamped || figures == 0;
    let also = [(clamped, rule::CASUALTY_CLAMP), (over, rule::CASUALTY_OVER20)];
    let also = also.into_iter().filter(|(applies, _)| *applies).map(|(_, rule)| rule);
    std::iter::once(rule::CASUALTY_TABLE).chain(also)
}

/// Takes figures off a unit of so many, or of any number, that carried some men (`wrg1969.casualty.removal`).
pub fn remove(men: u32, carry: u32, of: Option<u32>) -> Removal {
    mechanics::remove(men, carry, MEN, of)
}

/// What a volley does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    /// The random factor.
    pub random: i8,
    /// All factors together.
    pub total: i16,
    /// What the casualty table says.
    pub blow: Blow,
}

/// What a volley does with a random factor.
pub fn hit(before: i16, random: i8, figures: u32) -> Shot {
    let total = before + i16::from(random);
    Shot { random, total, blow: casualties::men(total, figures) }
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
