//! The computer's generals.
//!
//! A [`Player`] sees what its side may see ([`AnyView`](testudo::AnyView)) and nothing else, and always answers
//! what it is asked with a legal command. Each book's tactical sense stands beside its rules; here are the
//! generals who use it, and [`fight`], which lets two of them fight a battle out.

mod dba;
mod fight;
mod pace;
mod player;
mod toms;
mod wab;
mod wrg1969;
mod wrg6;

pub use fight::{Fought, Illegal, fight, fight_recorded, fight_watched};
pub use pace::Pace;
pub use player::{Level, Player};
