//! What every handler has at hand.

use crate::config::Limits;
use crate::error::Failure;
use crate::hub::Hub;
use crate::pace::Pace;
use crate::task::Means;
use std::sync::Arc;
use store::Store;
use tokio::sync::Semaphore;

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
    /// The sockets that may still be opened.
    pub sockets: Arc<Semaphore>,
    /// Whether a proxy stands before the server, whose word on the caller's address is taken.
    pub proxied: bool,
    /// How much heavy work may be done at once.
    work: Arc<Semaphore>,
}

impl App {
    /// A server's state over a store.
    pub fn new(store: Store, limits: Limits) -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let thinkers = Arc::new(Semaphore::new(cores));
        let hub = Hub::new(Means { store: store.clone(), limits, thinkers });
        App {
            store,
            hub,
            limits,
            pace: Arc::new(Pace::new(&limits)),
            sockets: Arc::new(Semaphore::new(limits.sockets)),
            proxied: false,
            work: Arc::new(Semaphore::new(cores)),
        }
    }

    /// Does work that takes a while, aside from the tasks that must answer quickly.
    ///
    /// # Errors
    /// What the work reports, or that it cannot be done.
    pub async fn aside<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let _turn = self.work.clone().acquire_owned().await.map_err(|_| Failure::broken())?;
        tokio::task::spawn_blocking(work).await.map_err(|_| Failure::broken())?
    }
}
