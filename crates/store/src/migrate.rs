//! The tables, version by version.

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// The versions of the tables: what each is called, and how it is made from the one before.
pub(crate) type Versions = [(&'static str, &'static str); 3];

/// For SQLite.
pub(crate) const SQLITE: Versions = [
    ("battles", include_str!("../migrations/sqlite/0001_battles.sql")),
    ("seats and dice", include_str!("../migrations/sqlite/0002_seats_and_dice.sql")),
    ("touched", include_str!("../migrations/sqlite/0003_touched.sql")),
];

/// For PostgreSQL.
pub(crate) const POSTGRES: Versions = [
    ("battles", include_str!("../migrations/postgres/0001_battles.sql")),
    ("seats and dice", include_str!("../migrations/postgres/0002_seats_and_dice.sql")),
    ("touched", include_str!("../migrations/postgres/0003_touched.sql")),
];

/// What brings tables of any earlier version up to date.
pub(crate) fn migrator(versions: &Versions) -> Migrator {
    let version = |(n, (name, sql)): (i64, &(&'static str, &'static str))| {
        Migration::new(n, (*name).into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations((1..).zip(versions).map(version).collect())
}
