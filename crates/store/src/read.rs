//! Reading.

use crate::open::{Store, reading};
use crate::{BattleRow, Hash, Standing, StepRow, StoreError};
use sqlx::{ColumnIndex, Decode, Row, Type};

/// A battle stands as its last decision left it.
const BATTLE: &str = "SELECT b.id, b.engine, b.book, b.scenario, b.name, b.text, b.seed, b.red, b.blue,
       COALESCE(s.n, 0), COALESCE(s.turn, b.turn), COALESCE(s.waiting, b.waiting), COALESCE(s.written, b.written)
     FROM battles b
     LEFT JOIN steps s ON s.battle = b.id AND s.n = (SELECT MAX(n) FROM steps WHERE battle = b.id)
     WHERE b.id = $1";
const STEPS: &str = "SELECT side, command, faces, digest, turn, waiting, written
     FROM steps WHERE battle = $1 AND n > $2 ORDER BY n";
const TOKEN: &str = "SELECT battle, role FROM tokens WHERE hash = $1";

impl Store {
    /// A battle.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn battle(&self, id: &str) -> Result<Option<BattleRow>, StoreError> {
        reading!(&self.pool, pool => {
            let row = sqlx::query(BATTLE).bind(id).fetch_optional(pool).await?;
            row.map(|row| battle(&row)).transpose()
        })
    }

    /// The decisions of a battle after the first `after`.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn steps(&self, id: &str, after: u32) -> Result<Vec<StepRow>, StoreError> {
        reading!(&self.pool, pool => {
            let rows = sqlx::query(STEPS).bind(id).bind(i64::from(after)).fetch_all(pool).await?;
            rows.iter().map(step).collect()
        })
    }

    /// The battle that a token opens and what it allows there.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn token(&self, hash: &Hash) -> Result<Option<(String, String)>, StoreError> {
        reading!(&self.pool, pool => {
            let row = sqlx::query(TOKEN).bind(&hash[..]).fetch_optional(pool).await?;
            Ok(row.map(|row| Ok::<_, sqlx::Error>((row.try_get(0)?, row.try_get(1)?))).transpose()?)
        })
    }
}

fn battle<R: Row>(row: &R) -> Result<BattleRow, StoreError>
where
    usize: ColumnIndex<R>,
    String: for<'r> Decode<'r, R::Database> + Type<R::Database>,
    i64: for<'r> Decode<'r, R::Database> + Type<R::Database>,
{
    Ok(BattleRow {
        id: row.try_get(0)?,
        engine: row.try_get(1)?,
        book: row.try_get(2)?,
        scenario: row.try_get(3)?,
        name: row.try_get(4)?,
        text: row.try_get(5)?,
        seed: row.try_get::<i64, _>(6)?.cast_unsigned(),
        red: row.try_get(7)?,
        blue: row.try_get(8)?,
        steps: small(row.try_get(9)?)?,
        standing: standing(row, 10)?,
    })
}

fn step<R: Row>(row: &R) -> Result<StepRow, StoreError>
where
    usize: ColumnIndex<R>,
    String: for<'r> Decode<'r, R::Database> + Type<R::Database>,
    Vec<u8>: for<'r> Decode<'r, R::Database> + Type<R::Database>,
    i64: for<'r> Decode<'r, R::Database> + Type<R::Database>,
{
    Ok(StepRow {
        side: row.try_get(0)?,
        command: row.try_get(1)?,
        faces: row.try_get(2)?,
        digest: row.try_get(3)?,
        standing: standing(row, 4)?,
    })
}

/// The standing in three columns from `first`.
fn standing<R: Row>(row: &R, first: usize) -> Result<Standing, StoreError>
where
    usize: ColumnIndex<R>,
    String: for<'r> Decode<'r, R::Database> + Type<R::Database>,
    i64: for<'r> Decode<'r, R::Database> + Type<R::Database>,
{
    let turn = small(row.try_get(first)?)?;
    Ok(Standing { turn, waiting: row.try_get(first + 1)?, since: row.try_get(first + 2)? })
}

fn small(n: i64) -> Result<u32, sqlx::Error> {
    u32::try_from(n).map_err(|e| sqlx::Error::Decode(e.into()))
}
