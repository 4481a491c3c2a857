//! What every handler has at hand.

use crate::config::Limits;
use crate::count::{Count, Part, Turns};
use crate::error::Failure;
use crate::hub::Hub;
use crate::metrics::{Metrics, one_more};
use crate::pace::{Caller, Pace};
use crate::queue::Load;
use crate::readable::Readable;
use crate::task::{Means, Thinkers};
use std::sync::Arc;
use std::time::Duration;
use store::Store;
use tokio::sync::{Mutex, OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::Instant;

/// How long the answers to "is all well?" and "how many are there?" hold.
const HEALTH: Duration = Duration::from_secs(2);

/// What every handler has at hand.
#[derive(Clone, Debug)]
pub struct App {
    /// Where battles are kept.
    pub store: Store,
    /// The battles in memory.
    pub hub: Hub,
    /// The server's limits.
    pub limits: Limits,
    /// Who asks how often.
    pub pace: Arc<Pace>,
    /// The sockets that are open, by address.
    pub sockets: Count,
    /// The connections that are open, by address.
    pub connections: Count,
    /// Which battles can be gone on with.
    pub readable: Arc<Readable>,
    /// What the server has done.
    pub metrics: Arc<Metrics>,
    /// What waits to be sent to all clients.
    pub load: Load,
    /// Whether a proxy stands before the server, whose word on the caller's address is taken.
    pub proxied: bool,
    /// Whether the server is to stop.
    stop: Arc<watch::Sender<bool>>,
    /// How much heavy work may be done at once, and who has asked for how much.
    work: Arc<Semaphore>,
    workers: Count,
    turns: Turns,
    health: Arc<Mutex<Option<(Instant, bool)>>>,
    kept: Arc<Mutex<Option<(Instant, u64)>>>,
}

impl App {
    /// A server's state over a store.
    pub fn new(store: Store, limits: Limits) -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let metrics = Arc::new(Metrics::default());
        let pace = Arc::new(Pace::new(&limits));
        let readable = Arc::new(Readable::default());
        let means = Means {
            store: store.clone(),
            limits,
            thinkers: Thinkers::new(cores),
            pace: Arc::clone(&pace),
            judges: Turns::new((cores / 2).max(1)),
            memory: Count::default(),
            readable: Arc::clone(&readable),
            metrics: Arc::clone(&metrics),
        };
        App {
            store,
            hub: Hub::new(means),
            limits,
            pace,
            sockets: Count::default(),
            connections: Count::default(),
            readable,
            metrics,
            load: Load::new(limits.queues_per_address, limits.queues_size),
            proxied: false,
            stop: Arc::new(watch::Sender::new(false)),
            work: Arc::new(Semaphore::new(cores)),
            workers: Count::default(),
            turns: Turns::new(1),
            health: Arc::default(),
            kept: Arc::default(),
        }
    }

    /// Does work that takes a while, aside from the tasks that must answer quickly. One address may have so much of
    /// it waiting, and one piece of it done at a time: nobody waits for long behind a greedy one.
    ///
    /// # Errors
    /// What the work reports, or that it cannot be done.
    pub async fn aside<T: Send + 'static>(
        &self,
        caller: Caller,
        work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        self.place(caller)?.aside(work).await
    }

    /// A place among those of an address whose work waits or is done.
    ///
    /// # Errors
    /// When it has too much waiting already.
    pub fn place(&self, caller: Caller) -> Result<Place, Failure> {
        let part = self.workers.one(caller.0, self.limits.work_per_address).ok_or_else(|| {
            one_more(&self.metrics.refusals.work);
            Failure::busy("you have too much under way; wait a little")
        })?;
        Ok(Place { app: self.clone(), caller, part })
    }

    /// Whether battles can be written. The answer holds a moment, so that asking costs little.
    pub async fn is_well(&self) -> bool {
        const PATIENCE: Duration = Duration::from_secs(5);
        let mut health = self.health.lock().await;
        if let Some((when, well)) = *health
            && when.elapsed() < HEALTH
        {
            return well;
        }
        let well = match tokio::time::timeout(PATIENCE, self.store.probe()).await {
            Ok(Ok(())) => true,
            Ok(Err(error)) => {
                tracing::error!(%error, "nothing can be written");
                false
            }
            Err(_) => {
                tracing::error!("the store does not answer");
                false
            }
        };
        if !well {
            one_more(&self.metrics.store_errors);
        }
        *health = Some((Instant::now(), well));
        well
    }

    /// How many battles are kept, if the store can be read. The answer holds a moment, so that asking costs little.
    pub async fn kept(&self) -> Option<u64> {
        let mut kept = self.kept.lock().await;
        if let Some((when, count)) = *kept
            && when.elapsed() < HEALTH
        {
            return Some(count);
        }
        *kept = self.store.count().await.ok().map(|count| (Instant::now(), count));
        kept.map(|(_, count)| count)
    }

    /// Stops the server: nobody new is let in, and everyone connected is told.
    pub fn stop(&self) {
        self.stop.send_replace(true);
    }

    /// Waits until the server is to stop.
    pub async fn stopping(&self) {
        let mut stop = self.stop.subscribe();
        // The sender lives as long as this.
        let _ = stop.wait_for(|stop| *stop).await;
    }
}

/// A place among those of an address whose work waits or is done.
#[derive(Debug)]
pub struct Place {
    app: App,
    caller: Caller,
    part: Part,
}

impl Place {
    /// Waits until nothing else of the address is being worked on; what is given back must be held meanwhile.
    ///
    /// # Errors
    /// When the server is about to end.
    pub async fn turn(self) -> Result<(Part, OwnedSemaphorePermit), Failure> {
        let turn = self.app.turns.turn(self.caller.0).await.ok_or_else(Failure::broken)?;
        Ok((self.part, turn))
    }

    /// Does work that takes a while, when it is its turn.
    ///
    /// # Errors
    /// What the work reports, or that it cannot be done.
    pub async fn aside<T: Send + 'static>(
        self,
        work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let all = Arc::clone(&self.app.work);
        let own = self.turn().await?;
        let turn = all.acquire_owned().await.map_err(|_| Failure::broken())?;
        // Who waits for it may go away; the work goes on, and so its turn is not over.
        let work = move || {
            let done = work();
            drop((turn, own));
            done
        };
        tokio::task::spawn_blocking(work).await.map_err(|_| Failure::broken())?
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{IpAddr, Ipv4Addr};
    use std::sync::mpsc;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn work_keeps_its_turn_when_nobody_waits_for_it_any_more() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&format!("sqlite:{}", folder.path().join("b.db").display())).await.unwrap();
        let app = App::new(store, Limits { work_per_address: 2, ..Limits::default() });
        let caller = Caller(IpAddr::V4(Ipv4Addr::LOCALHOST));
        let (begun, has_begun) = mpsc::channel();
        let (end, may_end) = mpsc::channel::<()>();
        let slow = {
            let app = app.clone();
            tokio::spawn(async move {
                app.aside(caller, move || {
                    begun.send(()).unwrap();
                    may_end.recv().unwrap();
                    Ok(())
                })
                .await
            })
        };
        has_begun.recv().unwrap();
        // Whoever asked has gone; the work goes on, and counts.
        slow.abort();
        assert!(slow.await.unwrap_err().is_cancelled());
        let next = {
            let app = app.clone();
            tokio::spawn(async move { app.aside(caller, || Ok(1)).await.unwrap() })
        };
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert!(!next.is_finished(), "two pieces of one caller's work are done at once");
        assert!(app.aside(caller, || Ok(2)).await.is_err(), "no more may wait");
        end.send(()).unwrap();
        assert_eq!(next.await.unwrap(), 1);
    }
}
