//! Opening a store.

use crate::StoreError;
use crate::alone::Alone;
use crate::migrate::migrator;
use crate::write::{Append, writer};
use sqlx::Connection as _;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// How long to wait for a database that is busy or far away.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often a database that does not answer is tried when a store is opened, and the pause between.
const TRIES: u32 = 5;
const PAUSE: Duration = Duration::from_secs(1);
/// How many decisions may wait for the disk.
const QUEUE: usize = 1024;
/// Bytes of a page of SQLite.
const PAGE: u64 = 4096;

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
            crate::open::Pool::Sqlite { write, .. } => {
                let mut connection = write.acquire().await?;
                let worked = async {
                    // SQLite must be told at once: a reader that becomes a writer later may find itself outdated.
                    let mut $tx =
                        sqlx::Connection::begin_with(&mut *connection, "BEGIN IMMEDIATE").await?;
                    let done = $body;
                    $tx.commit().await?;
                    Ok::<_, crate::StoreError>(done)
                };
                let worked = worked.await;
                if worked.is_err() {
                    // SQLite ends some failed transactions by itself (a full disk, a fault of the disk), and the
                    // driver then waits for their end for ever. A new connection knows nothing of them.
                    let _ = connection.close().await;
                }
                worked?
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
    /// Held as long as the store is, if it is to be the only one.
    _alone: Option<Arc<Alone>>,
}

impl Store {
    /// Opens `sqlite:PATH` (made if it is not there) or `postgres://…`, and brings its tables up to date.
    ///
    /// `sqlite:PATH?max_mb=500` lets the file grow no further than that.
    ///
    /// # Errors
    /// When the address is of neither kind, or the database cannot be reached or set up.
    pub async fn open(address: &str) -> Result<Self, StoreError> {
        Store::with(address, None).await
    }

    /// Opens a store for a server. A file is for one server, which knows what it writes: a second is refused.
    ///
    /// # Errors
    /// As for [`Store::open`], or when another server has the file open.
    pub async fn open_alone(address: &str) -> Result<Self, StoreError> {
        let alone = match address.strip_prefix("sqlite:") {
            Some(rest) => {
                let place = Place::read(rest)?;
                place.must_have_folder()?;
                let held = Alone::hold(&place.path).await;
                Some(Arc::new(held.map_err(|error| place.unopened(error))?))
            }
            None => None,
        };
        Store::with(address, alone).await
    }

    /// Opens a store that is there already, beside the server that uses it.
    ///
    /// # Errors
    /// As for [`Store::open`], or when there is no such file.
    pub async fn open_beside(address: &str) -> Result<Self, StoreError> {
        if let Some(rest) = address.strip_prefix("sqlite:") {
            Place::read(rest)?.must_exist()?;
        }
        Store::with(address, None).await
    }

    async fn with(address: &str, alone: Option<Arc<Alone>>) -> Result<Self, StoreError> {
        let pool = if let Some(rest) = address.strip_prefix("sqlite:") {
            let place = Place::read(rest)?;
            place.must_have_folder()?;
            sqlite(&place).await.map_err(|error| place.unopened(error))?
        } else if address.starts_with("postgres://") || address.starts_with("postgresql://") {
            postgres(address).await?
        } else {
            return Err(StoreError::Address(without_password(address)));
        };
        let (appends, queue) = mpsc::channel(QUEUE);
        tokio::spawn(writer(pool.clone(), queue));
        if let Pool::Sqlite { read, write } = &pool {
            tokio::spawn(crate::tidy::keep_short(read.clone(), write.clone(), appends.downgrade()));
        }
        Ok(Store { pool, appends, _alone: alone })
    }
}

/// Where a file is, and how large it may become.
struct Place {
    path: String,
    pages: Option<u64>,
}

impl Place {
    fn read(rest: &str) -> Result<Self, StoreError> {
        let rest = rest.strip_prefix("//").unwrap_or(rest);
        let Some((path, setting)) = rest.split_once('?') else {
            return Ok(Place { path: rest.to_owned(), pages: None });
        };
        let wrong = || StoreError::Setting(setting.to_owned());
        let megabytes = setting.strip_prefix("max_mb=").ok_or_else(wrong)?.parse::<u64>();
        let pages = megabytes.map_err(|_| wrong())?.saturating_mul((1 << 20) / PAGE).max(1);
        Ok(Place { path: path.to_owned(), pages: Some(pages) })
    }
}

impl Place {
    /// The folder of a file is the operator's to make: a slip of the pen makes none.
    fn must_have_folder(&self) -> Result<(), StoreError> {
        let folder = Path::new(&self.path).parent().filter(|folder| !folder.as_os_str().is_empty());
        match folder {
            Some(folder) if !folder.is_dir() => {
                Err(self.because(format!("there is no folder {}", folder.display())))
            }
            _ => Ok(()),
        }
    }

    fn must_exist(&self) -> Result<(), StoreError> {
        if Path::new(&self.path).is_file() { Ok(()) } else { Err(self.because("there is no such file")) }
    }

    fn because(&self, cause: impl Into<String>) -> StoreError {
        StoreError::File { path: self.path.clone(), cause: cause.into() }
    }

    /// What the database says of a file, with its name.
    fn unopened(&self, error: StoreError) -> StoreError {
        match error {
            StoreError::Database(sqlx::Error::Database(error)) => self.because(error.message()),
            other => other,
        }
    }
}

/// An address as it may be shown.
fn without_password(address: &str) -> String {
    match (address.find("//"), address.rfind('@')) {
        (Some(from), Some(to)) if from < to => format!("{}//…{}", &address[..from], &address[to..]),
        _ => address.to_owned(),
    }
}

async fn sqlite(place: &Place) -> Result<Pool, StoreError> {
    let options = SqliteConnectOptions::new()
        .filename(&place.path)
        .create_if_missing(true)
        .foreign_keys(true)
        .busy_timeout(PATIENCE)
        // Readers do not wait for the writer, and what is acknowledged survives the loss of power.
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full);
    // The writer does not stop to tidy the log into the tables: see `tidy`.
    let mut writing = options.clone().pragma("wal_autocheckpoint", "0");
    if let Some(pages) = place.pages {
        writing = writing.pragma("max_page_count", pages.to_string());
    }
    let write = SqlitePoolOptions::new().max_connections(1).connect_with(writing).await?;
    migrator(&crate::migrate::SQLITE).run(&write).await?;
    crate::tidy::cut(&write).await?;
    let read = SqlitePoolOptions::new().max_connections(4).connect_with(options).await?;
    Ok(Pool::Sqlite { read, write })
}

async fn postgres(address: &str) -> Result<Pool, StoreError> {
    let options: PgConnectOptions = address.parse()?;
    reach(&options).await?;
    let pool =
        PgPoolOptions::new().max_connections(8).acquire_timeout(PATIENCE).connect_with(options).await?;
    migrator(&crate::migrate::POSTGRES).run(&pool).await?;
    Ok(Pool::Postgres(pool))
}

/// Waits until a database answers, but not for ever, and says what and where if it does not.
async fn reach(options: &PgConnectOptions) -> Result<(), StoreError> {
    let begun = Instant::now();
    let mut cause = String::new();
    for tried in 0..TRIES {
        if tried > 0 {
            tokio::time::sleep(PAUSE).await;
        }
        cause = match tokio::time::timeout(PATIENCE, PgConnection::connect_with(options)).await {
            Ok(Ok(connection)) => return Ok(connection.close().await?),
            Ok(Err(error)) => error.to_string(),
            Err(_) => "no answer".to_owned(),
        };
        tracing::warn!(host = options.get_host(), port = options.get_port(), cause, "no database yet");
    }
    let database = options.get_database().unwrap_or(options.get_username());
    let place = format!("PostgreSQL at {}:{}/{database}", options.get_host(), options.get_port());
    Err(StoreError::Unreachable { place, tries: TRIES, seconds: begun.elapsed().as_secs(), cause })
}
