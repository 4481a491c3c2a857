//! Writing: battles one by one, decisions in batches.
//!
//! A decision is acknowledged when it is on disk, and the disk takes its time to say so. Decisions that arrive
//! meanwhile, of whichever battles, go together in the next transaction: the wait is shared.

use crate::open::{Pool, Store, writing};
use crate::{Appended, BattleRow, CodeRow, StepRow, StoreError, TokenRow};
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::{mpsc, oneshot};

/// The most decisions in one transaction.
const BATCH: usize = 128;

/// Seconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |time| i64::try_from(time.as_secs()).unwrap_or(i64::MAX))
}

/// A decision on its way to the disk.
#[derive(Debug)]
pub(crate) struct Append {
    battle: String,
    n: u32,
    step: StepRow,
    reply: oneshot::Sender<Result<Appended, StoreError>>,
}

/// Writes a decision of a battle; the value says whether its number was free.
macro_rules! insert_step {
    ($tx:ident, $battle:expr, $n:expr, $step:expr) => {
        sqlx::query(
            "INSERT INTO steps (battle, n, side, command, faces, digest, turn, waiting, written, kept)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING",
        )
        .bind($battle)
        .bind(i64::from($n))
        .bind(&$step.side)
        .bind(&$step.command)
        .bind(&$step.faces)
        .bind(&$step.digest)
        .bind(i64::from($step.standing.turn))
        .bind(&$step.standing.waiting)
        .bind($step.standing.since)
        .bind(now())
        .execute(&mut *$tx)
        .await?
        .rows_affected()
            == 1
    };
}

/// Writes a code.
macro_rules! insert_code {
    ($tx:ident, $battle:expr, $code:expr) => {
        sqlx::query("INSERT INTO codes (hash, battle, role, kind, until) VALUES ($1, $2, $3, $4, $5)")
            .bind(&$code.hash[..])
            .bind($battle)
            .bind(&$code.role)
            .bind($code.kind.as_str())
            .bind($code.until)
            .execute(&mut *$tx)
            .await?
    };
}

/// Tells other nodes that something has changed in a battle.
macro_rules! announce {
    ($pool:expr, $tx:ident, $battle:expr) => {
        if matches!($pool, crate::open::Pool::Postgres(_)) {
            sqlx::query("SELECT pg_notify($1, $2)")
                .bind(crate::watch::CHANNEL)
                .bind($battle)
                .execute(&mut *$tx)
                .await?;
        }
    };
}

pub(crate) use {announce, insert_code};

impl Store {
    /// Keeps a new battle with its tokens, its invitations and the decisions it begins with; its standing is that before them.
    ///
    /// # Errors
    /// When it cannot be written; nothing of it is kept then.
    pub async fn create(
        &self,
        b: &BattleRow,
        tokens: &[TokenRow],
        codes: &[CodeRow],
        steps: &[StepRow],
    ) -> Result<(), StoreError> {
        writing!(&self.pool, tx => {
            sqlx::query(
                "INSERT INTO battles
                 (id, engine, book, scenario, name, text, seed, red, blue, turn, waiting, written,
                  rules, chosen, secret, taken, round)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)",
            )
            .bind(&b.id).bind(&b.engine).bind(&b.book).bind(&b.scenario).bind(&b.name).bind(&b.text)
            .bind(b.seed.cast_signed()).bind(&b.red).bind(&b.blue)
            .bind(i64::from(b.standing.turn)).bind(&b.standing.waiting).bind(b.standing.since)
            .bind(&b.rules).bind(i64::from(b.chosen)).bind(b.secret.map(Vec::from))
            .bind(i64::from(b.taken)).bind(i64::from(b.round))
            .execute(&mut *tx)
            .await?;
            for token in tokens {
                sqlx::query("INSERT INTO tokens (hash, battle, role) VALUES ($1, $2, $3)")
                    .bind(&token.hash[..]).bind(&b.id).bind(&token.role)
                    .execute(&mut *tx)
                    .await?;
            }
            for code in codes {
                insert_code!(tx, &b.id, code);
            }
            for (n, step) in (1u32..).zip(steps) {
                let _ = insert_step!(tx, &b.id, n, step);
            }
        });
        Ok(())
    }

    /// Keeps a battle's `n`th decision (from 1), unless another has that number.
    ///
    /// # Errors
    /// When it cannot be written. Whether it is kept is then not known: read before trying again.
    pub async fn append(&self, battle: &str, n: u32, step: StepRow) -> Result<Appended, StoreError> {
        let (reply, answer) = oneshot::channel();
        let append = Append { battle: battle.to_owned(), n, step, reply };
        self.appends.send(append).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }
}

/// Writes decisions as they come, as many at a time as have come.
pub(crate) async fn writer(pool: Pool, mut queue: mpsc::Receiver<Append>) {
    let mut batch = Vec::with_capacity(BATCH);
    while queue.recv_many(&mut batch, BATCH).await > 0 {
        // Always in one order, so that two nodes never wait for each other in a ring.
        batch.sort_by(|a, b| (&a.battle, a.n).cmp(&(&b.battle, b.n)));
        match keep(&pool, &batch).await {
            Ok(done) => {
                for (append, appended) in batch.drain(..).zip(done) {
                    // Whoever asked may have gone; the decision is kept all the same.
                    let _ = append.reply.send(Ok(appended));
                }
            }
            // One of them may be to blame: the others must not suffer for it.
            Err(error) => {
                tracing::warn!(%error, decisions = batch.len(), "a batch was not kept; trying one at a time");
                for append in batch.drain(..) {
                    let done = keep(&pool, std::slice::from_ref(&append)).await;
                    let _ = append.reply.send(done.map(|appended| appended[0]));
                }
            }
        }
    }
}

async fn keep(pool: &Pool, batch: &[Append]) -> Result<Vec<Appended>, StoreError> {
    let mut done = Vec::with_capacity(batch.len());
    writing!(pool, tx => {
        for a in batch {
            if !insert_step!(tx, &a.battle, a.n, a.step) {
                done.push(Appended::Taken);
                continue;
            }
            announce!(pool, tx, &a.battle);
            done.push(Appended::Kept);
        }
    });
    Ok(done)
}
