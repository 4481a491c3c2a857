//! The tolerances of the book, in paces: lengths that no rule prints.

/// The tolerance: what lies, comes or reaches no deeper or farther than this does not count.
pub const HAIR: f64 = 0.5;

/// What reckoning leaves over: a distance that is exceeded by no more is not exceeded.
pub const LEFT_OVER: f64 = 0.01;
