//! Close combat.
//!
//! To be read in this order: the factors and what comes of the totals (`rules`, with who fights and who supports from
//! behind), how elements stand as they fight (`fighters`), and the combats of a bound (`resolve`).

pub mod fighters;
pub mod resolve;
pub mod rules;
