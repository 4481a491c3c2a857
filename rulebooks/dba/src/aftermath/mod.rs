//! What comes after a fight.
//!
//! To be read in this order: the outcome table and who pursues (`rules`), recoil, flight, pursuit, the fall of a camp
//! (`camp`), and all of them carried out in the order of the book (`resolve`).

pub mod camp;
pub mod flight;
pub mod pursuit;
pub mod recoil;
pub mod resolve;
pub mod rules;
