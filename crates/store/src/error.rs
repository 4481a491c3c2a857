//! What can go wrong with a store.

/// Why a store cannot be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The address is of neither database.
    #[error("`{0}` is neither sqlite:PATH nor postgres://…")]
    Address(String),
    /// The address has a setting that is not known or cannot be read.
    #[error("`{0}` is not a setting of a store; known: max_mb=NUMBER")]
    Setting(String),
    /// The file is not where it should be, or cannot be opened.
    #[error("cannot open {path}: {cause}")]
    File {
        /// Which file.
        path: String,
        /// Why not.
        cause: String,
    },
    /// The database does not answer.
    #[error("cannot reach {place} (tried {tries} times in {seconds} s): {cause}")]
    Unreachable {
        /// Where it should be, without a password.
        place: String,
        /// How often it was tried.
        tries: u32,
        /// For how long.
        seconds: u64,
        /// What the last try came to.
        cause: String,
    },
    /// Another server keeps its battles there.
    #[error("{0} is in use by another server; for several nodes use PostgreSQL")]
    InUse(String),
    /// The tables cannot be set up.
    #[error("{0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// The database reports an error.
    #[error("{0}")]
    Database(#[from] sqlx::Error),
    /// The database does not do this.
    #[error("{0}")]
    Unsupported(&'static str),
    /// The writer has stopped.
    #[error("closed")]
    Closed,
}
