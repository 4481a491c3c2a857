//! Stored and wire forms of battles: the only place where battles meet serde.
//!
//! A saved battle is a text file: a header line, a line for each decision with its dice and the digest
//! afterwards, and an end line. Loading it is replaying it.

mod command;
mod saved;

pub use command::{WireCommand, WirePose, WireStep};
pub use saved::{End, FORMAT, Header, SaveError, Saved, read_saved, write_end, write_header, write_step};
