//! Reaction tests, steps 2 to 4.
//!
//! [`rules`] has the factors, dice and results; [`resolve`] reads the factors off the table, throws and obeys.

pub mod resolve;
pub mod rules;
