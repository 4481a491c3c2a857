//! Ancient Wargames Rules, 1st edition, 1969: written orders, simultaneous moves, reaction tests, casualties in men.
//!
//! One module a chapter. Everything inside is measured in inches; 1 inch is 10 yards.

pub mod after;
pub mod army;
pub mod board;
pub mod breaking_through;
pub mod casualties;
pub mod desk;
pub mod disorder;
pub mod command;
pub mod factors;
pub mod feature;
pub mod fire_factors;
pub mod formation;
pub mod melee;
pub mod losses;
pub mod general;
pub mod going;
pub mod course;
pub mod fire;
pub mod cover;
pub mod house;
pub mod kit;
pub mod knowledge;
pub mod language;
pub mod leave;
pub mod meeting;
pub mod melee_factors;
pub mod messengers;
pub mod names;
pub mod order;
pub mod order_check;
pub mod order_sheet;
pub mod orders;
pub mod points;
pub mod rates;
pub mod reaction;
pub mod refs;
pub mod rule;
pub mod scenario;
pub mod scores;
pub mod setup;
pub mod shields;
pub mod sight;
pub mod signals;
pub mod state;
pub mod tables;
pub mod timeline;
pub mod triggers;
pub mod troop;
pub mod veil;
pub mod after_combat;
pub mod circumstances;
pub mod react;
pub mod rout;
pub mod victory;

mod book;

pub use book::Wrg1969;
