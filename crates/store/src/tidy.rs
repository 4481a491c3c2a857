//! Keeping SQLite's log short.
//!
//! The log is moved into the tables beside the writer, which costs it nothing. But as long as somebody writes, the log
//! is never moved whole and so never begins anew; when it has become long, the writer waits a moment for that.

use crate::StoreError;
use crate::write::Append;
use sqlx::sqlite::SqlitePool;
use sqlx::{Executor as _, Row as _};
use std::time::Duration;
use tokio::sync::mpsc;

/// How often the log is looked at.
const PAUSE: Duration = Duration::from_millis(500);
/// The pages of a log that is long: four megabytes.
const LONG: i64 = 1024;

/// Moves what the log holds into the tables now and then, as long as the store is open.
pub(crate) async fn keep_short(read: SqlitePool, write: SqlitePool, open: mpsc::WeakSender<Append>) {
    let mut last = 0;
    loop {
        tokio::time::sleep(PAUSE).await;
        if open.upgrade().is_none() {
            return;
        }
        let tidied = async {
            let pages: i64 =
                sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(&read).await?.try_get(1)?;
            // Nothing was written meanwhile: nobody will notice.
            let resting = pages > 0 && pages == last;
            last = pages;
            if pages > LONG || resting {
                cut(&write).await?;
                last = 0;
            }
            Ok::<_, StoreError>(())
        };
        if let Err(error) = tidied.await {
            tracing::warn!(%error, "the log cannot be tidied away");
        }
    }
}

/// Moves all of the log into the tables and cuts it off; gives up at once if somebody still reads from it.
pub(crate) async fn cut(write: &SqlitePool) -> Result<(), StoreError> {
    let mut connection = write.acquire().await?;
    connection.execute("PRAGMA busy_timeout = 100").await?;
    let cut = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").await;
    connection.execute("PRAGMA busy_timeout = 10000").await?;
    cut?;
    Ok(())
}
