//! Elephants: terror, berserk runs and the fall.
//!
//! `rules` is the random heading, `path` the units that a run or a fall crosses, `terror` the tests of units that elephants come
//! near, `berserk` the run. The touch and the fall themselves stand in `aftermath::casualties`.

pub mod berserk;
pub mod path;
pub mod rules;
pub mod terror;
