//! Shooting: the chapters "Shooting", "Hills and woods" and "Ballistae".
//!
//! `rules` says how far missiles reach and what stops them, `sight` finds the line of fire, `declare` is what a side
//! says at the start of its turn, `resolve` shoots the volleys and `ballista` the bolts.

pub mod ballista;
pub mod declare;
pub mod resolve;
pub mod rules;
pub mod sight;
