//! What can go wrong with a store.

/// Why a store cannot be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The address is of neither database.
    #[error("store: `{0}` is neither sqlite:PATH nor postgres://…")]
    Address(String),
    /// The tables cannot be set up.
    #[error("store: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// The database reports an error.
    #[error("store: {0}")]
    Database(#[from] sqlx::Error),
    /// The writer has stopped.
    #[error("store: closed")]
    Closed,
}
