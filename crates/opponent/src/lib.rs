//! The computer's generals.
//!
//! A [`Player`] sees what its side may see ([`AnyView`](testudo::AnyView)) and nothing else, and always answers
//! what it is asked with a legal command. Each book's tactical sense stands beside its rules; here are the
//! generals who use it, and [`fight`], which lets two of them fight a battle out. One engine searches for all books:
//! the strategos imagines whole battles from its view and fights each command it thinks of out in them.

mod concession;
mod dba;
mod fates;
mod fight;
mod luck;
mod outlook;
mod pace;
mod player;
mod random;
mod reason;
mod strategos;
mod toms;
mod wab;
mod wrg1969;
mod wrg6;

pub use fight::{Fought, Illegal, fight, fight_noted, fight_recorded, fight_watched};
pub use outlook::{Outlook, outlook};
pub use pace::Pace;
pub use player::{Lead, Level, Player};
pub use reason::{Proposal, Reason, foreseen};
pub use strategos::Budget;
