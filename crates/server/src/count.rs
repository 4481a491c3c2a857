//! How much there is of each: connections, sockets, work and bytes, by address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How much each address has.
#[derive(Clone, Debug, Default)]
pub struct Count {
    of: Arc<Mutex<Held>>,
}

#[derive(Debug, Default)]
struct Held {
    each: HashMap<IpAddr, usize>,
    all: usize,
}

/// A part of it, until it is dropped.
#[derive(Debug)]
pub struct Part {
    count: Count,
    address: IpAddr,
    size: usize,
}

impl Count {
    /// One more for an address; nothing if it has `most` already.
    pub fn one(&self, address: IpAddr, most: usize) -> Option<Part> {
        self.part(address, 1, most, usize::MAX)
    }

    /// So much more for an address; nothing if it would have more than `each`, or all together more than `all`.
    pub fn part(&self, address: IpAddr, size: usize, each: usize, all: usize) -> Option<Part> {
        self.add(address, size, each, all).then(|| Part { count: self.clone(), address, size })
    }

    /// The same for whoever gives it [back](Self::take) himself; says whether there was room.
    pub fn add(&self, address: IpAddr, size: usize, each: usize, all: usize) -> bool {
        let mut held = self.of.lock().unwrap_or_else(PoisonError::into_inner);
        let (now, total) = (held.each.get(&address).copied().unwrap_or(0), held.all);
        let fits = |now: usize, most: usize| now.checked_add(size).is_some_and(|sum| sum <= most);
        let room = fits(now, each) && fits(total, all);
        if room && size > 0 {
            held.each.insert(address, now + size);
            held.all = total + size;
        }
        room
    }

    /// Takes away what was added.
    pub fn take(&self, address: IpAddr, size: usize) {
        let mut held = self.of.lock().unwrap_or_else(PoisonError::into_inner);
        held.all = held.all.saturating_sub(size);
        match held.each.get_mut(&address) {
            Some(now) if *now > size => *now -= size,
            // An address without any is forgotten: nobody can fill the memory with addresses.
            _ => drop(held.each.remove(&address)),
        }
    }

    /// How much there is in all.
    pub fn all(&self) -> usize {
        self.of.lock().unwrap_or_else(PoisonError::into_inner).all
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        self.count.take(self.address, self.size);
    }
}

/// How many addresses are remembered before those at rest are forgotten.
const REMEMBERED: usize = 1000;

/// Turns: each address has so many at a time, first come, first served.
#[derive(Clone, Debug)]
pub struct Turns {
    of: Arc<Mutex<HashMap<IpAddr, Arc<Semaphore>>>>,
    each: usize,
}

impl Turns {
    /// So many for each address at a time.
    pub fn new(each: usize) -> Self {
        Turns { of: Arc::default(), each }
    }

    /// Waits for a turn of an address; it lasts until it is dropped.
    pub async fn turn(&self, address: IpAddr) -> Option<OwnedSemaphorePermit> {
        let own = {
            let mut of = self.of.lock().unwrap_or_else(PoisonError::into_inner);
            if of.len() > REMEMBERED {
                // Whoever has a turn or waits for one holds on to it.
                of.retain(|_, turns| Arc::strong_count(turns) > 1);
            }
            Arc::clone(of.entry(address).or_insert_with(|| Arc::new(Semaphore::new(self.each))))
        };
        own.acquire_owned().await.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn an_address_has_so_many_and_no_more() {
        let count = Count::default();
        let (here, there) = (IpAddr::from([127, 0, 0, 1]), IpAddr::from([127, 0, 0, 2]));
        let held: Vec<_> = (0..3).map(|_| count.one(here, 2)).collect();
        assert_eq!(held.iter().flatten().count(), 2);
        assert!(count.one(there, 2).is_some());
        assert_eq!(count.all(), 2);
        assert!(count.part(there, 8, 10, 9).is_none(), "all together have too much");
        assert!(count.part(there, 8, 10, 10).is_some());
        assert!(count.part(there, usize::MAX, usize::MAX, usize::MAX).is_none());
        drop(held);
        assert_eq!(count.all(), 0);
        assert!(count.of.lock().unwrap().each.is_empty());
    }

    #[tokio::test]
    async fn an_address_waits_for_its_own_turns_alone() {
        let turns = Turns::new(1);
        let (here, there) = (IpAddr::from([127, 0, 0, 1]), IpAddr::from([127, 0, 0, 2]));
        let first = turns.turn(here).await;
        assert!(first.is_some());
        let soon = Duration::from_millis(20);
        assert!(tokio::time::timeout(soon, turns.turn(here)).await.is_err());
        assert!(turns.turn(there).await.is_some());
        drop(first);
        assert!(turns.turn(here).await.is_some());
    }
}
