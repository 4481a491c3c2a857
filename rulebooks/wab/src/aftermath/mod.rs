//! What comes after a fight, and after flight: Break tests, pursuit, giving ground, rallying (the chapters on Break tests,
//! fleeing and pursuit, and steps 2 and 3 of movement).
//!
//! `rules` is the arithmetic of Break tests, rallying and flight. On the table, in the order of play: `resolve` (Break
//! tests, panic, who pursues), `flight` (which way, round whom), `pursuit`, `give_ground` (and closing up), `stampede`
//! (elephants out of hand), `rally` (rallying, forming up, compulsory moves in the next turn).

pub mod flight;
pub mod give_ground;
pub mod pursuit;
pub mod rally;
pub mod resolve;
pub mod rules;
pub mod stampede;
