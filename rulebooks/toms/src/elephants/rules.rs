//! Random headings.

use crate::data::tables::tables;

/// The heading that two dice give, in degrees clockwise from north.
pub fn scatter(first: u8, second: u8) -> f64 {
    f64::from((first - 1) * 6 + (second - 1)) * tables().elephant.scatter
}
