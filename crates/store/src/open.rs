//! Opening a store.

use crate::StoreError;
use crate::write::{Append, writer};
use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::postgres::{PgPool, PgPoolOptions};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use std::time::Duration;
use tokio::sync::mpsc;

/// How long to wait for a database that is busy or far away.
const PATIENCE: Duration = Duration::from_secs(10);
/// How many decisions may wait for the disk.
const QUEUE: usize = 1024;

/// One of the two databases.
#[derive(Clone, Debug)]
pub(crate) enum Pool {
    /// A file: any number read, one writes.
    Sqlite { read: SqlitePool, write: SqlitePool },
    /// A server.
    Postgres(PgPool),
}

/// Runs the same expression on whichever database it is; `$pool` is where to read.
macro_rules! reading {
    ($of:expr, $pool:ident => $body:expr) => {
        match $of {
            crate::open::Pool::Sqlite { read: $pool, .. } => $body,
            crate::open::Pool::Postgres($pool) => $body,
        }
    };
}

/// Runs the same expression in a transaction that writes, and commits it.
macro_rules! writing {
    ($of:expr, $tx:ident => $body:expr) => {
        match $of {
            // SQLite must be told at once: a reader that becomes a writer later may find itself outdated.
            crate::open::Pool::Sqlite { write, .. } => {
                let mut $tx = write.begin_with("BEGIN IMMEDIATE").await?;
                let done = $body;
                $tx.commit().await?;
                done
            }
            crate::open::Pool::Postgres(pool) => {
                let mut $tx = pool.begin().await?;
                let done = $body;
                $tx.commit().await?;
                done
            }
        }
    };
}

pub(crate) use {reading, writing};

/// Battles on disk.
#[derive(Clone, Debug)]
pub struct Store {
    pub(crate) pool: Pool,
    pub(crate) appends: mpsc::Sender<Append>,
}

impl Store {
    /// Opens `sqlite:PATH` (made if it is not there) or `postgres://…`, and brings its tables up to date.
    ///
    /// # Errors
    /// When the address is of neither kind, or the database cannot be reached or set up.
    pub async fn open(address: &str) -> Result<Self, StoreError> {
        let pool = if let Some(path) = address.strip_prefix("sqlite:") {
            sqlite(path.strip_prefix("//").unwrap_or(path)).await?
        } else if address.starts_with("postgres://") || address.starts_with("postgresql://") {
            postgres(address).await?
        } else {
            return Err(StoreError::Address(address.to_owned()));
        };
        let (appends, queue) = mpsc::channel(QUEUE);
        tokio::spawn(writer(pool.clone(), queue));
        if let Pool::Sqlite { read, .. } = &pool {
            tokio::spawn(checkpoint(read.clone(), appends.downgrade()));
        }
        Ok(Store { pool, appends })
    }
}

async fn sqlite(path: &str) -> Result<Pool, StoreError> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .foreign_keys(true)
        .busy_timeout(PATIENCE)
        // Readers do not wait for the writer, and what is acknowledged survives the loss of power.
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full);
    // The writer does not stop to tidy the log into the tables: see `checkpoint`.
    let writing = options.clone().pragma("wal_autocheckpoint", "0");
    let write = SqlitePoolOptions::new().max_connections(1).connect_with(writing).await?;
    migrator(include_str!("../migrations/sqlite/0001_battles.sql")).run(&write).await?;
    let read = SqlitePoolOptions::new().max_connections(4).connect_with(options).await?;
    Ok(Pool::Sqlite { read, write })
}

/// Moves what the log holds into the tables now and then, beside the writer, as long as the store is open.
async fn checkpoint(pool: SqlitePool, open: mpsc::WeakSender<Append>) {
    const PAUSE: Duration = Duration::from_secs(2);
    loop {
        tokio::time::sleep(PAUSE).await;
        if open.upgrade().is_none() {
            return;
        }
        if let Err(error) = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&pool).await {
            tracing::warn!(%error, "the log cannot be tidied away");
        }
    }
}

async fn postgres(address: &str) -> Result<Pool, StoreError> {
    let pool = PgPoolOptions::new().max_connections(8).acquire_timeout(PATIENCE).connect(address).await?;
    migrator(include_str!("../migrations/postgres/0001_battles.sql")).run(&pool).await?;
    Ok(Pool::Postgres(pool))
}

fn migrator(battles: &'static str) -> Migrator {
    let first = Migration::new(1, "battles".into(), MigrationType::Simple, battles.into_sql_str(), false);
    Migrator::with_migrations(vec![first])
}
