//! Battles in bulk: fought on all cores, counted, compared and drawn.
//!
//! A [`Plan`] says what is fought; [`Plan::run`] fights it and hands over one [`Row`] a battle, in order, so that
//! the same plan gives the same rows whatever the number of jobs, and memory does not grow with the number of
//! battles. Rows are counted by a [`Summary`], written by a [`Sheet`], compared by [`sweep`] and drawn by [`page`].

pub mod arena;
mod interval;
pub mod page;
mod plan;
mod row;
mod sheet;
mod summary;
pub mod sweep;

pub use interval::{Interval, mcnemar, wilson};
pub use plan::{Fault, Plan};
pub use row::{Fall, Row};
pub use sheet::{Sheet, SheetError};
pub use summary::{Figures, Summary};
