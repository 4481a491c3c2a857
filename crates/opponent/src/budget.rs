//! How much a general may spend on one decision.

use std::time::{Duration, Instant};

/// How far a strategos may go in one decision, and a veteran who plays ideas out.
///
/// ```
/// use std::time::Duration;
/// use testudo_opponent::Budget;
/// let live = Budget { time: Some(Duration::from_secs(1)), ..Budget::default() };
/// assert_eq!(live.battles, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// How many battles it imagines in its longest search, and fewer in the others; what suits the book if nothing is
    /// said.
    pub battles: Option<u32>,
    /// How long it thinks at most. Without it the same seed gives the same decision on every machine.
    pub time: Option<Duration>,
}

impl Budget {
    /// What suits live play: as many battles as suit the book, and a second at most.
    pub const LIVE: Budget = Budget { battles: None, time: Some(Duration::from_secs(1)) };

    /// When a decision must be made that is begun now.
    pub(crate) fn until(&self) -> Option<Instant> {
        self.time.map(|time| Instant::now() + time)
    }
}
