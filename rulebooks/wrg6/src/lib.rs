//! War Games Rules 3000 BC to 1485 AD, 6th edition: order codes, nine steps a period, reaction tests, casualties in men.
//!
//! One module a chapter. Everything inside is measured in paces; 1 pace is 1 mm on the table.

pub mod after;
pub mod army;
pub mod assault;
pub mod battle_end;
pub mod board;
pub mod casualties;
pub mod charge;
pub mod charging;
pub mod contact;
pub mod desk;
pub mod detour;
pub mod disorder;
pub mod duel;
pub mod fight;
pub mod files;
pub mod flight;
pub mod forced;
pub mod formation;
pub mod generals;
pub mod house;
pub mod kit;
pub mod losses;
pub mod marches;
pub mod marching;
pub mod melee;
pub mod normal;
pub mod objective;
pub mod order;
pub mod period;
pub mod phase;
pub mod points;
pub mod pursuit;
pub mod rates;
pub mod react;
pub mod reaction;
pub mod reading;
pub mod recoil;
pub mod riding;
pub mod rout;
pub mod rule;
pub mod scenario;
pub mod setup;
pub mod sheet;
pub mod shooting;
pub mod tables;
pub mod tactics;
pub mod telling;
pub mod troop;
pub mod veil;
pub mod victory;
pub mod volley;
pub mod words;

mod book;
mod play;
mod screen;

pub use book::Wrg6;
