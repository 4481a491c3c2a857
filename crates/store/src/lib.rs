//! Battles on disk: SQLite by default, PostgreSQL for several nodes.
//!
//! The store keeps texts, numbers and bytes and knows nothing of what they mean. A battle is a row with what it
//! began with and a row for each decision since. [`Store::append`] says that a decision is on disk, or that
//! somebody else wrote its number first.
//!
//! ```no_run
//! # async fn example() -> Result<(), testudo_store::StoreError> {
//! let store = testudo_store::Store::open("sqlite:battles.db").await?;
//! if let Some(battle) = store.battle("k3v9").await? {
//!     let steps = store.steps("k3v9", 0).await?;
//!     assert_eq!(battle.steps as usize, steps.len());
//! }
//! # Ok(())
//! # }
//! ```

mod admin;
mod alone;
mod error;
mod migrate;
mod open;
mod read;
mod row;
mod seats;
mod tidy;
mod watch;
mod write;

pub use error::StoreError;
pub use open::Store;
pub use row::{
    Appended, BattleRow, Claimed, CodeKind, CodeRow, Hash, Listed, ReasonRow, Seating, Secret, ShareRow,
    Standing, StepRow, TokenRow,
};
pub use watch::{Change, Changes};
