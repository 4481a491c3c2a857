//! Nerve: the chapters "Break tests" and "Panic".
//!
//! `rules` says what is rolled and what breaks, `resolve` takes the tests that an event calls for, and `panic` is the
//! end of a turn, when broken friends and elephants frighten.

pub mod panic;
pub mod resolve;
pub mod rules;
