//! Armies: the lists of the book, what a unit is once it is bought, and armies as players write them down.
//!
//! Read `list` first (what may be bought), then `gear` and `kit` (what a unit is then), `check` (whether an army is
//! legal), `enlist` (units as files state them), `file` (army files), `muster` (what a list offers
//! and what an army comes to) and `words` (what cards and catalogues say of troops).

pub mod check;
pub mod enlist;
pub mod file;
pub mod gear;
pub mod kit;
pub mod list;
pub mod muster;
mod words;
