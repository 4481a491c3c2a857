//! Battles in bulk: fought on all cores, counted, compared and drawn.
//!
//! A [`Plan`] says what is fought; [`Plan::run`] fights it and hands over one [`Row`] a battle, in order, so that
//! the same plan gives the same rows whatever the number of jobs, and memory does not grow with the number of
//! battles. Rows are counted by a [`Summary`], written to a [`RowFile`], compared by [`sweep`] and drawn by [`page`].

pub mod arena;
mod health;
mod interval;
pub mod page;
mod plan;
mod row;
mod rows;
mod summary;
pub mod sweep;
mod watch;

pub use health::{Breach, Health, Law};
pub use interval::{Interval, mcnemar, wilson};
pub use plan::{Fault, Plan};
pub use row::{Fall, Row};
pub use rows::{RowFile, RowsError};
pub use summary::{Figures, Summary};
pub use watch::{Noted, Watch};
