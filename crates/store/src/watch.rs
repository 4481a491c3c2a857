//! Hearing of decisions that other nodes have written.

use crate::StoreError;
use crate::open::{Pool, Store};
use sqlx::postgres::PgListener;

/// Where PostgreSQL announces them.
pub(crate) const CHANNEL: &str = "testudo_step";

/// The battles in which something happens, this node's own included.
///
/// SQLite is for one node, which knows what it writes: there nothing is ever announced.
#[derive(Debug)]
pub struct Changes {
    listener: Option<PgListener>,
}

impl Store {
    /// Listens from now on.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub async fn changes(&self) -> Result<Changes, StoreError> {
        let listener = match &self.pool {
            Pool::Sqlite { .. } => None,
            Pool::Postgres(pool) => {
                let mut listener = PgListener::connect_with(pool).await?;
                listener.listen(CHANNEL).await?;
                Some(listener)
            }
        };
        Ok(Changes { listener })
    }
}

impl Changes {
    /// The next battle in which something happened; nothing when some announcements may have been lost, and any
    /// battle may have gone on.
    ///
    /// # Errors
    /// When the database cannot be reached; it may be tried again.
    pub async fn next(&mut self) -> Result<Option<String>, StoreError> {
        match &mut self.listener {
            None => std::future::pending().await,
            Some(listener) => Ok(listener.try_recv().await?.map(|note| note.payload().to_owned())),
        }
    }
}
