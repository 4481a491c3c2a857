//! The chapter "Hand-to-hand fighting": the rules with factors and casualties, who strikes whom on the table, disorder,
//! the fight itself, and what becomes of those who fall.

pub mod disorder;
pub mod engagement;
pub mod losses;
pub mod resolve;
pub mod rules;
