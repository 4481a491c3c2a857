//! After a fight: recoils and follow-ups, breaking and running, pursuit, leaving the table and coming back.
//!
//! [`rules`] says who recoils or breaks, [`resolve`] goes through step 5 in the order of the sheet; then each noun:
//! [`recoil`], [`rout`], [`flight`] with [`run`] and [`detour`], [`pursuit`], [`off_table`].

pub mod detour;
pub mod flight;
pub mod off_table;
pub mod pursuit;
pub mod recoil;
pub mod resolve;
pub mod rout;
pub mod rules;
pub mod run;
