//! Hearing of what other nodes have written.

use crate::StoreError;
use crate::open::{Pool, Store};
use sqlx::postgres::PgListener;

/// Where PostgreSQL announces battles in which something happened.
pub(crate) const CHANNEL: &str = "testudo_step";
/// Where nodes tell each other who is connected to them.
const PRESENCE: &str = "testudo_presence";

/// What happens on all nodes, this one's own doings included.
///
/// SQLite is for one node, which knows what it writes: there nothing is ever announced.
#[derive(Debug)]
pub struct Changes {
    listener: Option<PgListener>,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Something happened in a battle.
    In(String),
    /// A node says who is connected to it, in its own words.
    Presence(String),
    /// Some announcements may have been lost: anything may have happened.
    Anything,
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
                listener.listen_all([CHANNEL, PRESENCE]).await?;
                Some(listener)
            }
        };
        Ok(Changes { listener })
    }

    /// Whether there may be other nodes.
    pub fn is_shared(&self) -> bool {
        matches!(self.pool, Pool::Postgres(_))
    }

    /// Tells all nodes who is connected to this one; with a file there are no others.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub async fn tell_presence(&self, words: &str) -> Result<(), StoreError> {
        if let Pool::Postgres(pool) = &self.pool {
            sqlx::query("SELECT pg_notify($1, $2)").bind(PRESENCE).bind(words).execute(pool).await?;
        }
        Ok(())
    }
}

impl Changes {
    /// The next thing that happened.
    ///
    /// # Errors
    /// When the database cannot be reached; it may be tried again.
    pub async fn next(&mut self) -> Result<Change, StoreError> {
        match &mut self.listener {
            None => std::future::pending().await,
            Some(listener) => Ok(match listener.try_recv().await? {
                None => Change::Anything,
                Some(note) if note.channel() == PRESENCE => Change::Presence(note.payload().to_owned()),
                Some(note) => Change::In(note.payload().to_owned()),
            }),
        }
    }
}
