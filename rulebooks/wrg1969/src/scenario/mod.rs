//! Scenario files: a battle with everyone in place and orders written, or two armies about to deploy.
//!
//! Orders in a file are what each side's sheet offers: a player may take them as they are or write their own.

pub mod file;
pub mod force;
pub mod land;
pub mod pairing;
pub mod read;
pub mod stand;
pub mod start;
pub mod written;
