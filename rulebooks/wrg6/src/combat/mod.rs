//! Hand-to-hand combat, step 9.
//!
//! [`rules`] has the weapon rows and every factor, [`resolve`] strikes on the table, [`losses`] takes figures off.

pub mod losses;
pub mod resolve;
pub mod rules;
