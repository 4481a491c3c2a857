//! One server to a file.

use crate::StoreError;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection as _, Executor as _};
use std::time::Duration;

/// A lock beside a file of battles; it ends with the process that holds it, however that ends.
#[derive(Debug)]
pub(crate) struct Alone {
    /// An empty database whose only use is that one process at a time may write to it.
    _lock: SqliteConnection,
}

impl Alone {
    /// Takes the lock.
    pub(crate) async fn hold(path: &str) -> Result<Self, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(format!("{path}.lock"))
            .create_if_missing(true)
            .busy_timeout(Duration::ZERO);
        let mut lock = SqliteConnection::connect_with(&options).await?;
        match lock.execute("BEGIN EXCLUSIVE").await {
            Ok(_) => Ok(Alone { _lock: lock }),
            Err(sqlx::Error::Database(error)) if error.message().contains("locked") => {
                Err(StoreError::InUse(path.to_owned()))
            }
            Err(error) => Err(error.into()),
        }
    }
}
