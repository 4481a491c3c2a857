//! The computer's generals.
//!
//! A [`Player`] sees what its side may see ([`AnyView`](testudo::AnyView)) and nothing else, and always answers
//! what it is asked with a legal command. Each book supplies the craft of its generals: how its troops are usually led,
//! what else might be tried, what a position is worth, and why. One engine uses it for all books: a recruit does what
//! comes first to mind, and veterans and strategoi play ideas out against each other in battles they imagine, further
//! or less far. [`General`] is for generals who are written elsewhere, and [`fight`] lets two of them fight a battle out.

mod books;
mod budget;
mod candidates;
mod concession;
mod contest;
mod craft;
mod dba;
mod dials;
mod fates;
mod fight;
mod general;
mod luck;
mod mind;
mod outlook;
mod pace;
mod player;
mod random;
mod reason;
mod search;
mod toms;
mod wab;
mod wrg1969;
mod wrg6;

pub use budget::Budget;
pub use fight::{Fought, Illegal, fight, fight_noted, fight_recorded, fight_watched};
pub use general::General;
pub use outlook::{Outlook, outlook};
pub use pace::Pace;
pub use player::{Lead, Level, Player};
pub use reason::{Proposal, Reason, foreseen};
