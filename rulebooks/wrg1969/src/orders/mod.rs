//! The chapter "Orders and command": orders written, sent, understood and obeyed.
//!
//! To be read in this order: the order, the language it is written in, names and references, the sheet before the battle,
//! orders in force and their triggers, what the generals do each period, messengers and riders and who intercepts them,
//! signals, delays, what a general knows, and the general himself.

pub mod advice;
pub mod command;
pub mod delays;
pub mod drawn;
mod examples;
pub mod general;
pub mod interception;
pub mod knowledge;
pub mod language;
pub mod messengers;
pub mod names;
pub mod order;
pub mod places;
pub mod reading;
pub mod reference;
pub mod riders;
pub mod sheet;
pub mod signals;
pub mod standing;
pub mod triggers;
pub mod validate;
