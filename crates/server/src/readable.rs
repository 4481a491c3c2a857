//! Which battles still come out as they did, as far as anyone has looked.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// How many battles are remembered before all are forgotten.
const REMEMBERED: usize = 10_000;

/// What is known of battles: whether they can be gone on with.
#[derive(Debug, Default)]
pub struct Readable {
    known: Mutex<HashMap<String, bool>>,
}

impl Readable {
    /// Whether a battle can be gone on with, if anyone has looked.
    pub fn known(&self, id: &str) -> Option<bool> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).get(id).copied()
    }

    /// Notes whether a battle can be gone on with.
    pub fn note(&self, id: &str, readable: bool) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(id.to_owned(), readable);
    }
}
