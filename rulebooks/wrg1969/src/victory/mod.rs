//! The chapter "Winning": points and who wins by them, and what is left and held on the table.

pub mod resolve;
pub mod rules;
