//! Nerve: Leadership, panic, fear and terror (the chapter on psychology).
//!
//! `rules` is the arithmetic: whose Leadership, which target, who need not test. On the table: `leadership` (leaders near,
//! and the test itself), `panic` (who must test when, and who flees), `fear` (who frightens whom).

pub mod fear;
pub mod leadership;
pub mod panic;
pub mod rules;
