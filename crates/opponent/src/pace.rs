//! How long decisions take.

use std::time::Duration;

/// Steps to each doubling of time.
const STEPS: f64 = 8.0;

/// How long a player's decisions took.
#[derive(Clone, Debug, PartialEq)]
pub struct Pace {
    // How many decisions took how long, in eighths of a doubling of nanoseconds.
    counts: Vec<u32>,
    /// How many decisions.
    pub decisions: u32,
    /// All the time they took.
    pub total: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Pace { counts: vec![0; 320], decisions: 0, total: Duration::ZERO }
    }
}

impl Pace {
    /// Counts a decision.
    pub fn add(&mut self, time: Duration) {
        let step = (time.as_nanos().max(1) as f64).log2() * STEPS;
        let last = self.counts.len() - 1;
        self.counts[(step as usize).min(last)] += 1;
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

    /// The time that a share of the decisions does not exceed, to within a tenth.
    ///
    /// ```
    /// use std::time::Duration;
    /// let mut pace = testudo_opponent::Pace::default();
    /// [1, 1, 1, 100].into_iter().for_each(|ms| pace.add(Duration::from_millis(ms)));
    /// assert!(pace.quantile(0.5) < Duration::from_micros(1200));
    /// assert!(pace.quantile(0.95) > Duration::from_millis(90));
    /// ```
    pub fn quantile(&self, share: f64) -> Duration {
        let wanted = share * f64::from(self.decisions);
        let mut seen = 0;
        for (step, n) in self.counts.iter().enumerate() {
            seen += n;
            if *n > 0 && f64::from(seen) >= wanted {
                return Duration::from_nanos(((step as f64 + 1.0) / STEPS).exp2() as u64);
            }
        }
        Duration::ZERO
    }
}
