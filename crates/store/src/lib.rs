//! Battles on disk.
