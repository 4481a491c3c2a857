//! Scenarios: a battle with everyone in place, or two armies about to deploy.
//!
//! `file` is the form of a scenario file, `read` reads one (with `force` for the armies and `land` for the ground), and
//! `pairing` writes one for two armies on ground laid from a seed.

pub mod file;
mod force;
mod land;
pub mod pairing;
pub mod read;
