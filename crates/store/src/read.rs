//! Reading.

use crate::open::{Store, reading};
use crate::{BattleRow, Hash, ReasonRow, Seating, ShareRow, Standing, StepRow, StoreError, TokenRow};
use sqlx::{ColumnIndex, Decode, Row, Type};

/// A battle stands as its last decision left it.
const BATTLE: &str = "SELECT b.id, b.engine, b.book, b.scenario, b.name, b.text, b.seed, b.red, b.blue,
       COALESCE(s.n, 0), COALESCE(s.turn, b.turn), COALESCE(s.waiting, b.waiting), COALESCE(s.written, b.written),
       b.rules, b.chosen, b.secret, b.taken, b.round
     FROM battles b
     LEFT JOIN steps s ON s.battle = b.id AND s.n = (SELECT MAX(n) FROM steps WHERE battle = b.id)
     WHERE b.id = $1";
const STEPS: &str = "SELECT side, command, faces, digest, turn, waiting, written
     FROM steps WHERE battle = $1 AND n > $2 ORDER BY n";
const TOKEN: &str = "SELECT battle, role FROM tokens WHERE hash = $1";
const TOKENS: &str = "SELECT hash, role FROM tokens WHERE battle = $1 ORDER BY hash";
const SHARES: &str = "SELECT side, promise, share FROM shares WHERE battle = $1 ORDER BY side";
const ROUND: &str = "SELECT round FROM battles WHERE id = $1";
const REASONS: &str =
    "SELECT n, step, side, turn, active, text, units FROM reasons WHERE battle = $1 ORDER BY n";

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

    /// Who sits in a battle, and what they have given to the dice.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn seating(&self, battle: &str) -> Result<Seating, StoreError> {
        reading!(&self.pool, pool => {
            let round = sqlx::query(ROUND).bind(battle).fetch_optional(pool).await?;
            let round = round.map_or(Ok(0), |row| small(row.try_get(0)?))?;
            let mut tokens = Vec::new();
            for row in sqlx::query(TOKENS).bind(battle).fetch_all(pool).await? {
                tokens.push(TokenRow { hash: bytes(row.try_get(0)?)?, role: row.try_get(1)? });
            }
            let mut shares = Vec::new();
            for row in sqlx::query(SHARES).bind(battle).fetch_all(pool).await? {
                let share = row.try_get::<Option<Vec<u8>>, _>(2)?.map(bytes).transpose()?;
                shares.push(ShareRow { side: row.try_get(0)?, promise: bytes(row.try_get(1)?)?, share });
            }
            Ok(Seating { tokens, shares, round })
        })
    }

    /// Why the computer's generals decided as they did, in the order of their decisions.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn reasons(&self, battle: &str) -> Result<Vec<ReasonRow>, StoreError> {
        reading!(&self.pool, pool => {
            let mut reasons = Vec::new();
            for row in sqlx::query(REASONS).bind(battle).fetch_all(pool).await? {
                let units: String = row.try_get(6)?;
                reasons.push(ReasonRow {
                    n: small(row.try_get(0)?)?,
                    step: small(row.try_get(1)?)?,
                    side: row.try_get(2)?,
                    turn: small(row.try_get(3)?)?,
                    active: row.try_get(4)?,
                    text: row.try_get(5)?,
                    units: units.split(' ').filter_map(|unit| unit.parse().ok()).collect(),
                });
            }
            Ok(reasons)
        })
    }
}

fn battle<R: Row>(row: &R) -> Result<BattleRow, StoreError>
where
    usize: ColumnIndex<R>,
    String: for<'r> Decode<'r, R::Database> + Type<R::Database>,
    i64: for<'r> Decode<'r, R::Database> + Type<R::Database>,
    Vec<u8>: for<'r> Decode<'r, R::Database> + Type<R::Database>,
    Option<Vec<u8>>: for<'r> Decode<'r, R::Database> + Type<R::Database>,
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
        rules: row.try_get(13)?,
        chosen: row.try_get::<i64, _>(14)? != 0,
        secret: row.try_get::<Option<Vec<u8>>, _>(15)?.map(bytes).transpose()?,
        taken: small(row.try_get(16)?)?,
        round: small(row.try_get(17)?)?,
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

/// Thirty-two bytes.
fn bytes(bytes: Vec<u8>) -> Result<[u8; 32], sqlx::Error> {
    let length = bytes.len();
    bytes.try_into().map_err(|_| sqlx::Error::Decode(format!("{length} bytes, not 32").into()))
}

pub(crate) fn small(n: i64) -> Result<u32, sqlx::Error> {
    u32::try_from(n).map_err(|e| sqlx::Error::Decode(e.into()))
}
