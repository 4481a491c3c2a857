//! What an operator does: list, delete, prune, back up, find out whether all is well.

use crate::open::{Pool, Store, reading, writing};
use crate::read::small;
use crate::{Listed, StoreError};
use sqlx::Row as _;
use std::path::Path;

/// Every battle with its last decision, and when that was taken.
const LIST: &str = "SELECT id, scenario, red, blue, n, waiting, touched FROM (
       SELECT b.id, b.scenario, b.red, b.blue, COALESCE(s.n, 0) AS n, COALESCE(s.waiting, b.waiting) AS waiting,
              CASE WHEN s.kept > s.written THEN s.kept ELSE COALESCE(s.written, b.written) END AS touched
         FROM battles b
         LEFT JOIN steps s ON s.battle = b.id AND s.n = (SELECT MAX(n) FROM steps WHERE battle = b.id)
     ) AS listed WHERE touched < $1 ORDER BY touched, id";

impl Store {
    /// The battles whose last decision was taken before a time, the oldest first.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn untouched_since(&self, time: i64) -> Result<Vec<Listed>, StoreError> {
        reading!(&self.pool, pool => {
            let mut listed = Vec::new();
            for row in sqlx::query(LIST).bind(time).fetch_all(pool).await? {
                listed.push(Listed {
                    id: row.try_get(0)?,
                    scenario: row.try_get(1)?,
                    red: row.try_get(2)?,
                    blue: row.try_get(3)?,
                    steps: small(row.try_get(4)?)?,
                    waiting: row.try_get(5)?,
                    touched: row.try_get(6)?,
                });
            }
            Ok(listed)
        })
    }

    /// How many battles are kept.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn count(&self) -> Result<u64, StoreError> {
        reading!(&self.pool, pool => {
            let count: i64 = sqlx::query("SELECT COUNT(*) FROM battles").fetch_one(pool).await?.try_get(0)?;
            Ok(count.cast_unsigned())
        })
    }

    /// Deletes a battle with all that belongs to it; says whether there was one.
    ///
    /// # Errors
    /// When it cannot be written.
    pub async fn delete(&self, battle: &str) -> Result<bool, StoreError> {
        let gone = writing!(&self.pool, tx => {
            let gone = sqlx::query("DELETE FROM battles WHERE id = $1").bind(battle).execute(&mut *tx).await?;
            crate::write::announce!(&self.pool, tx, battle);
            gone.rows_affected() > 0
        });
        Ok(gone)
    }

    /// Deletes a battle unless a decision was taken in it since a time; says whether it did. Between listing old battles
    /// and deleting them somebody may have come back.
    ///
    /// # Errors
    /// When it cannot be written.
    pub async fn delete_untouched(&self, battle: &str, since: i64) -> Result<bool, StoreError> {
        let gone = writing!(&self.pool, tx => {
            let old = "DELETE FROM battles WHERE id = $1
                 AND NOT EXISTS (SELECT 1 FROM steps WHERE battle = $1 AND kept >= $2)";
            let gone = sqlx::query(old).bind(battle).bind(since).execute(&mut *tx).await?;
            crate::write::announce!(&self.pool, tx, battle);
            gone.rows_affected() > 0
        });
        Ok(gone)
    }

    /// Finds out whether anything can be written, by writing something and removing it again.
    ///
    /// # Errors
    /// When nothing can be written.
    pub async fn probe(&self) -> Result<(), StoreError> {
        // A page or two, so that it is not only overwritten what is there.
        const PAD: usize = 8192;
        let id = i64::from(std::process::id());
        writing!(&self.pool, tx => {
            sqlx::query("INSERT INTO probes (id, pad) VALUES ($1, $2) ON CONFLICT DO NOTHING")
                .bind(id).bind(vec![0u8; PAD])
                .execute(&mut *tx)
                .await?;
        });
        writing!(&self.pool, tx => {
            sqlx::query("DELETE FROM probes WHERE id = $1").bind(id).execute(&mut *tx).await?;
        });
        Ok(())
    }

    /// Writes a copy of all battles as they stand now into a new file, while the server goes on.
    ///
    /// # Errors
    /// When the file is there already or cannot be written; PostgreSQL has tools of its own for this.
    pub async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        match &self.pool {
            Pool::Sqlite { read, .. } => {
                sqlx::query("VACUUM INTO $1").bind(to.display().to_string()).execute(read).await?;
                Ok(())
            }
            Pool::Postgres(_) => Err(StoreError::Unsupported("back PostgreSQL up with pg_dump")),
        }
    }

    /// Lets go of the database: what is acknowledged is on disk, and a file's log is moved into it.
    pub async fn close(&self) {
        match &self.pool {
            Pool::Sqlite { read, write } => {
                if let Err(error) = crate::tidy::cut(write).await {
                    tracing::warn!(%error, "the log cannot be tidied away");
                }
                read.close().await;
                write.close().await;
            }
            Pool::Postgres(pool) => pool.close().await,
        }
    }
}
