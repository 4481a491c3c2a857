//! How long decisions take.

use std::time::Duration;

/// How long a player's decisions took.
#[derive(Clone, Debug, PartialEq)]
pub struct Pace {
    // How many decisions took how long: eight equal steps between each power of two nanoseconds and the next.
    counts: Vec<u32>,
    /// How many decisions.
    pub decisions: u32,
    /// All the time they took.
    pub total: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Pace { counts: vec![0; 64 * 8], decisions: 0, total: Duration::ZERO }
    }
}

impl Pace {
    /// Counts a decision.
    pub fn add(&mut self, time: Duration) {
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX).max(1);
        let doublings = nanos.ilog2();
        let eighth = (u128::from(nanos) << 3 >> doublings) & 7;
        self.counts[doublings as usize * 8 + eighth as usize] += 1;
        self.decisions += 1;
        self.total += time;
    }

    /// Counts all decisions of another.
    pub fn join(&mut self, other: &Pace) {
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            *mine += theirs;
        }
        self.decisions += other.decisions;
        self.total += other.total;
    }

    /// The time that a share of the decisions does not exceed, to within an eighth.
    ///
    /// ```
    /// use std::time::Duration;
    /// let mut pace = testudo_opponent::Pace::default();
    /// [1, 1, 1, 100].into_iter().for_each(|ms| pace.add(Duration::from_millis(ms)));
    /// assert!(pace.quantile(0.5) < Duration::from_micros(1150));
    /// assert!(pace.quantile(0.95) > Duration::from_millis(90));
    /// ```
    pub fn quantile(&self, share: f64) -> Duration {
        let wanted = share * f64::from(self.decisions);
        let mut seen = 0;
        for (step, n) in self.counts.iter().enumerate() {
            seen += n;
            if *n > 0 && f64::from(seen) >= wanted {
                let above = (9 + step as u128 % 8) << (step / 8) >> 3;
                return Duration::from_nanos(u64::try_from(above).unwrap_or(u64::MAX));
            }
        }
        Duration::ZERO
    }
}
