//! Movement: the chapters "Movement" and "Coming upon an ambush".
//!
//! `rules` says how far units go, `check` judges a move, `resolve` makes it, and `ambush` brings to light the units it
//! comes upon.

pub mod ambush;
pub mod check;
pub mod resolve;
pub mod rules;
