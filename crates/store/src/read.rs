//! Reading.

use crate::open::{Store, reading};
use crate::{BattleRow, Hash, Standing, StepRow, StoreError};
use sqlx::{ColumnIndex, Decode, Row, Type};

const BATTLE: &str =
    "SELECT id, engine, book, scenario, name, text, seed, red, blue, steps, turn, waiting, changed
     FROM battles WHERE id = $1";
const STEPS: &str = "SELECT side, command, faces, digest FROM steps WHERE battle = $1 AND n > $2 ORDER BY n";
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
    let small = |column: usize| -> Result<u32, sqlx::Error> {
        u32::try_from(row.try_get::<i64, _>(column)?).map_err(|e| sqlx::Error::Decode(e.into()))
    };
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
        steps: small(9)?,
        standing: Standing { turn: small(10)?, waiting: row.try_get(11)? },
        changed: row.try_get(12)?,
    })
}

fn step<R: Row>(row: &R) -> Result<StepRow, StoreError>
where
    usize: ColumnIndex<R>,
    String: for<'r> Decode<'r, R::Database> + Type<R::Database>,
    Vec<u8>: for<'r> Decode<'r, R::Database> + Type<R::Database>,
{
    Ok(StepRow {
        side: row.try_get(0)?,
        command: row.try_get(1)?,
        faces: row.try_get(2)?,
        digest: row.try_get(3)?,
    })
}
