//! The chapter "Movement".
//!
//! To be read in this order: the rules (rates, evading, wheels), the course of a move over the ground, steering it, where
//! an order leads, what owners say before the move, what troops do that have no choice, everyone's plan, the normal
//! stage, how all move together, who gives way where there is no room, contact, and how lines close up. The bonus stage is in `charge`.

pub mod closing;
pub mod contact;
pub mod course;
pub mod destination;
pub mod forced;
pub mod intent;
pub mod meeting;
pub mod normal;
pub mod overlap;
pub mod part_evades;
pub mod plan;
pub mod room;
pub mod rules;
pub mod running;
pub mod steer;
pub mod together;
