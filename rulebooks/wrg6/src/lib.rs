//! War Games Rules 3000 BC to 1485 AD, 6th edition: order codes, nine steps a period, reaction tests, casualties in men.
//!
//! One module a chapter. Everything inside is measured in paces; 1 pace is 1 mm on the table.

pub mod after;
pub mod casualties;
pub mod charge;
pub mod desk;
pub mod disorder;
pub mod formation;
pub mod generals;
pub mod house;
pub mod melee;
pub mod order;
pub mod points;
pub mod rates;
pub mod reaction;
pub mod rule;
pub mod shooting;
pub mod tables;
pub mod troop;
pub mod victory;
