//! Seats that change hands, shares of the dice, and the generals' reasons.

use crate::open::{Store, reading, writing};
use crate::write::{announce, insert_code};
use crate::{Claimed, CodeKind, CodeRow, Hash, ReasonRow, Secret, StoreError};
use sqlx::Row as _;

/// Empties a seat: nothing opens it any more. A share of the dice that was promised and not opened went with its
/// holder, so that all begin theirs anew.
macro_rules! empty {
    ($tx:ident, $battle:expr, $role:expr) => {{
        for sql in [
            "DELETE FROM tokens WHERE battle = $1 AND role = $2",
            "DELETE FROM codes WHERE battle = $1 AND role = $2 AND claimed IS NULL",
        ] {
            sqlx::query(sql).bind($battle).bind($role).execute(&mut *$tx).await?;
        }
        let unopened = "DELETE FROM shares WHERE battle = $1
             AND EXISTS (SELECT 1 FROM shares WHERE battle = $1 AND share IS NULL)";
        if sqlx::query(unopened).bind($battle).execute(&mut *$tx).await?.rows_affected() > 0 {
            let again = "UPDATE battles SET round = round + 1 WHERE id = $1";
            sqlx::query(again).bind($battle).execute(&mut *$tx).await?;
        }
    }};
}

/// Lets nobody else change the seats of a battle meanwhile.
macro_rules! lock {
    ($tx:ident, $battle:expr) => {
        sqlx::query("UPDATE battles SET round = round WHERE id = $1").bind($battle).execute(&mut *$tx).await?
    };
}

/// Whether anybody holds a seat.
macro_rules! is_taken {
    ($tx:ident, $battle:expr, $role:expr) => {
        sqlx::query("SELECT 1 FROM tokens WHERE battle = $1 AND role = $2 LIMIT 1")
            .bind($battle)
            .bind($role)
            .fetch_optional(&mut *$tx)
            .await?
            .is_some()
    };
}

impl Store {
    /// Keeps a code in the place of earlier ones of its kind to the same seat; says whether it could be given: nobody is
    /// invited to a seat that is taken. Codes that hold no longer are forgotten.
    ///
    /// # Errors
    /// When it cannot be written.
    pub async fn add_code(&self, battle: &str, code: &CodeRow, now: i64) -> Result<bool, StoreError> {
        let given = writing!(&self.pool, tx => {
            lock!(tx, battle);
            if code.kind == CodeKind::Invite && is_taken!(tx, battle, &code.role) {
                return Ok(false);
            }
            let before = "DELETE FROM codes WHERE battle = $1
                 AND ((role = $2 AND kind = $3 AND claimed IS NULL) OR (until <> 0 AND until < $4))";
            sqlx::query(before).bind(battle).bind(&code.role).bind(code.kind.as_str()).bind(now)
                .execute(&mut *tx)
                .await?;
            insert_code!(tx, battle, code);
            true
        });
        Ok(given)
    }

    /// Exchanges a code for a seat that `token` opens from now on. Asking again with the same token changes nothing,
    /// so that an answer that was lost can be asked for again.
    ///
    /// # Errors
    /// When it cannot be written.
    pub async fn claim(&self, code: &Hash, token: &Hash, now: i64) -> Result<Claimed, StoreError> {
        let claimed = writing!(&self.pool, tx => {
            let found = sqlx::query("SELECT battle, role, kind, until, claimed FROM codes WHERE hash = $1")
                .bind(&code[..])
                .fetch_optional(&mut *tx)
                .await?;
            let Some(found) = found else { return Ok(Claimed::Unknown) };
            let (battle, role): (String, String) = (found.try_get(0)?, found.try_get(1)?);
            let (kind, until): (String, i64) = (found.try_get(2)?, found.try_get(3)?);
            if let Some(by) = found.try_get::<Option<Vec<u8>>, _>(4)? {
                return Ok(if by == token[..] { Claimed::Yours { battle, role } } else { Claimed::Spent });
            }
            if until != 0 && until < now {
                return Ok(Claimed::Unknown);
            }
            lock!(tx, &battle);
            // An invitation is to an empty seat.
            if kind == CodeKind::Invite.as_str() && is_taken!(tx, &battle, &role) {
                return Ok(Claimed::Spent);
            }
            let take = "UPDATE codes SET claimed = $1 WHERE hash = $2 AND claimed IS NULL";
            let taken = sqlx::query(take).bind(&token[..]).bind(&code[..]).execute(&mut *tx).await?;
            if taken.rows_affected() == 0 {
                return Ok(Claimed::Spent);
            }
            if kind == CodeKind::Hand.as_str() {
                empty!(tx, &battle, &role);
            }
            sqlx::query("INSERT INTO tokens (hash, battle, role) VALUES ($1, $2, $3)")
                .bind(&token[..]).bind(&battle).bind(&role)
                .execute(&mut *tx)
                .await?;
            announce!(&self.pool, tx, &battle);
            Claimed::Yours { battle, role }
        });
        Ok(claimed)
    }

    /// Empties a seat.
    ///
    /// # Errors
    /// When it cannot be written.
    pub async fn vacate(&self, battle: &str, role: &str) -> Result<(), StoreError> {
        writing!(&self.pool, tx => {
            empty!(tx, battle, role);
            announce!(&self.pool, tx, battle);
        });
        Ok(())
    }

    /// Keeps the hash that promises a side's share of the dice, unless there is one.
    ///
    /// # Errors
    /// When it cannot be written.
    pub async fn promise(&self, battle: &str, side: &str, promise: &Hash) -> Result<(), StoreError> {
        writing!(&self.pool, tx => {
            sqlx::query("INSERT INTO shares (battle, side, promise) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
                .bind(battle).bind(side).bind(&promise[..])
                .execute(&mut *tx)
                .await?;
            announce!(&self.pool, tx, battle);
        });
        Ok(())
    }

    /// Opens a side's share, if it was promised so and `needed` shares were promised.
    ///
    /// # Errors
    /// When it cannot be written.
    pub async fn open_share(
        &self,
        battle: &str,
        side: &str,
        promise: &Hash,
        share: &Secret,
        needed: u32,
    ) -> Result<(), StoreError> {
        writing!(&self.pool, tx => {
            let open = "UPDATE shares SET share = $1 WHERE battle = $2 AND side = $3 AND promise = $4
                 AND share IS NULL AND (SELECT COUNT(*) FROM shares WHERE battle = $2) >= $5";
            sqlx::query(open)
                .bind(&share[..]).bind(battle).bind(side).bind(&promise[..]).bind(i64::from(needed))
                .execute(&mut *tx)
                .await?;
            announce!(&self.pool, tx, battle);
        });
        Ok(())
    }

    /// Keeps why a general decided something.
    ///
    /// # Errors
    /// When it cannot be written.
    pub async fn explain(&self, battle: &str, reason: &ReasonRow) -> Result<(), StoreError> {
        let units: Vec<String> = reason.units.iter().map(u16::to_string).collect();
        writing!(&self.pool, tx => {
            sqlx::query(
                "INSERT INTO reasons (battle, n, step, side, turn, active, text, units)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
            )
            .bind(battle).bind(i64::from(reason.n)).bind(i64::from(reason.step)).bind(&reason.side)
            .bind(i64::from(reason.turn)).bind(&reason.active).bind(&reason.text).bind(units.join(" "))
            .execute(&mut *tx)
            .await?;
        });
        Ok(())
    }

    /// Whether anybody holds a seat.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn is_taken(&self, battle: &str, role: &str) -> Result<bool, StoreError> {
        reading!(&self.pool, pool => {
            let held = sqlx::query("SELECT 1 FROM tokens WHERE battle = $1 AND role = $2 LIMIT 1")
                .bind(battle).bind(role)
                .fetch_optional(pool)
                .await?;
            Ok(held.is_some())
        })
    }
}
