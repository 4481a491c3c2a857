//! How long it takes to judge what each address says: nobody may keep the umpire from the others.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How many seconds' worth of judging an address may have at once.
const AT_ONCE: u32 = 10;
/// How many addresses are remembered before those at rest are forgotten.
const REMEMBERED: usize = 10_000;

/// What each address owes: the time it took to judge what it said, less what has been granted it since.
#[derive(Debug)]
pub struct Judged {
    owed: Mutex<HashMap<IpAddr, Owed>>,
    /// Milliseconds a second.
    granted: u32,
}

#[derive(Clone, Copy, Debug)]
struct Owed {
    time: Duration,
    since: Instant,
}

impl Judged {
    /// Nobody owes anything; so many milliseconds a second are granted.
    pub fn new(granted: u32) -> Self {
        Judged { owed: Mutex::default(), granted: granted.max(1) }
    }

    /// Whether an address may have something judged now.
    pub fn may(&self, address: IpAddr) -> bool {
        let owed = self.owed.lock().unwrap_or_else(PoisonError::into_inner);
        owed.get(&address).is_none_or(|owed| self.left(*owed) < self.granted() * AT_ONCE)
    }

    /// Notes how long it took.
    pub fn add(&self, address: IpAddr, time: Duration) {
        let mut owed = self.owed.lock().unwrap_or_else(PoisonError::into_inner);
        if owed.len() > REMEMBERED {
            owed.retain(|_, owed| self.left(*owed) > Duration::ZERO);
        }
        let before = owed.get(&address).map_or(Duration::ZERO, |owed| self.left(*owed));
        owed.insert(address, Owed { time: before + time, since: Instant::now() });
    }

    fn left(&self, owed: Owed) -> Duration {
        owed.time.saturating_sub(owed.since.elapsed().mul_f64(f64::from(self.granted) / 1e3))
    }

    fn granted(&self) -> Duration {
        Duration::from_millis(self.granted.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_who_has_much_judged_waits_and_others_do_not() {
        let judged = Judged::new(100);
        let (here, there) = (IpAddr::from([127, 0, 0, 1]), IpAddr::from([127, 0, 0, 2]));
        judged.add(here, Duration::from_millis(900));
        assert!(judged.may(here));
        // An hour's worth at a hundred milliseconds a second.
        judged.add(here, Duration::from_secs(360));
        assert!(!judged.may(here) && judged.may(there));
    }

    #[test]
    fn what_is_owed_is_granted_in_time() {
        let judged = Judged::new(100);
        let past = Instant::now().checked_sub(Duration::from_secs(5)).expect("the clock is older");
        let owed = Owed { time: Duration::from_millis(400), since: past };
        assert_eq!(judged.left(owed), Duration::ZERO);
    }
}
