//! Scenario files: a battle with everything in its place, or two armies that set up by the rules.
//!
//! If the elements have places the scenario replaces the set-up (`dba.setup.scenario`); if none has, the two
//! armies begin with the roll for invader.
//!
//! To be read in this order: the form (`file`), reading it (`read`), one side (`force`), the terrain (`land`), everyone in
//! place (`stand`), and two armies without a place (`pairing`).

pub mod file;
pub mod force;
pub mod land;
pub mod muster;
pub mod pairing;
pub mod read;
pub mod stand;
