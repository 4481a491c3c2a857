//! Stored and wire forms of battles: the only place where battles meet serde.
//!
//! A saved battle is a text file: a header line, a line for each decision with its dice and the digest
//! afterwards, and an end line. Loading it is replaying it. A screen gets a [`WireView`]: everything it draws,
//! made from a view and so without what it may not know.

mod command;
mod entry;
mod saved;
mod view;

pub use command::{WireCommand, WirePiece, WirePose, WireStep};
pub use entry::{WireEntry, WireFactor, WireRefusal, WireTally};
pub use saved::{End, FORMAT, Header, SaveError, Saved, read_saved, write_end, write_header, write_step};
pub use view::{
    WireAsk, WireBadge, WireBudget, WireChoice, WireForm, WireLine, WireLineAsk, WireManner, WireOdds, WirePending,
    WirePickAsk, WirePreview, WireRegion, WireShooter, WireSides, WireSite, WireTable, WireTerrain, WireUnit, WireView,
};
