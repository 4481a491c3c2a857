//! Charges: in reach, declared, answered and driven home.
//!
//! [`rules`] says how the charged may answer; [`reach`] who could charge whom; [`resolve`] who may declare, on which
//! way, and the answers on the table; [`facing`] turns the charged to face; [`assault`] is step 6 and [`outcome`] tells
//! what became of each charge.

pub mod assault;
pub mod facing;
mod outcome;
pub mod reach;
pub mod resolve;
pub mod rules;
