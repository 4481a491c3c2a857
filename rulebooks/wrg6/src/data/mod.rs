//! What the book prints: troop types, weapons and ground, its tables, and the arithmetic that reads only them.
//!
//! [`troop`], [`occasion`] and [`kit`] are the words; [`tables`] are the figures, [`lookup`] what they say of a type;
//! [`formation`], [`casualties`], [`disorder`] and [`points`] reckon with them. [`lengths`] has the
//! tolerances. [`book`] holds one battle's kit.

pub mod book;
pub mod casualties;
pub mod disorder;
pub mod formation;
pub mod kit;
pub mod lengths;
pub mod lookup;
pub mod occasion;
pub mod points;
pub mod tables;
pub mod troop;
