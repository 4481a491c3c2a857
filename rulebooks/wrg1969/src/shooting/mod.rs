//! The chapter "Shooting": the rules (ranges, factors, dice), who may shoot at whom, the moment of the shot, and the fire
//! phase on the table.

pub mod bearing;
pub mod moment;
pub mod resolve;
pub mod rules;
