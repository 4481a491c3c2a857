//! The chapters "After combat", "Rout and pursuit" and "Leaving the table": what follows a fight.
//!
//! To be read in this order: the rules of pushing and breaking, the table (who is pushed, who breaks, who follows),
//! the parts of large units, pushing back, the way of the broken, whom they break through, rout and pursuit, leaving the field by a result, and
//! troops off the table with the throws by which they return.

pub mod breaking_through;
pub mod fights;
pub mod flight;
pub mod large_unit;
pub mod leaving;
pub mod off_table;
pub mod off_table_rules;
pub mod push;
pub mod resolve;
pub mod rout;
pub mod rules;
