//! The chapter "Reaction tests": the rules (when a test is due, its dice, factors and charts), the factors as the table
//! gives them, and the test on the table with what comes of it.

pub mod factors;
pub mod resolve;
pub mod rules;
