//! Stores to test, and what is put into them.
#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each test file uses its own part of it, and a test may panic"
)]

use std::sync::atomic::{AtomicU32, Ordering};
use testudo_store::{BattleRow, Standing, StepRow};

/// A store to test, and the folder that must outlive it.
pub struct Place {
    pub address: String,
    _folder: Option<tempfile::TempDir>,
}

/// Every database there is here.
pub fn places() -> Vec<Place> {
    let folder = tempfile::tempdir().unwrap();
    let address = format!("sqlite:{}", folder.path().join("battles.db").display());
    let sqlite = Place { address, _folder: Some(folder) };
    let postgres = std::env::var("TESTUDO_PG_URL").ok().map(|address| Place { address, _folder: None });
    std::iter::once(sqlite).chain(postgres).collect()
}

/// A name no other test uses, on a server that may remember earlier runs.
pub fn name() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    format!("{:x}-{}-{}", time.as_nanos(), std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

pub fn battle(id: &str) -> BattleRow {
    BattleRow {
        id: id.to_owned(),
        engine: "1".into(),
        book: "b".into(),
        scenario: "b/s".into(),
        name: "A battle, with 'quotes' and ü".into(),
        text: "line\nline".into(),
        rules: "3".into(),
        seed: u64::MAX - 5,
        chosen: true,
        secret: Some([8; 32]),
        taken: 2,
        round: 1,
        red: "here".into(),
        blue: "ai:recruit".into(),
        steps: 0,
        standing: standing(0),
    }
}

pub fn standing(turn: u32) -> Standing {
    Standing { turn, waiting: "red".into(), since: 1_700_000_000 + i64::from(turn) }
}

pub fn step(n: u32) -> StepRow {
    StepRow {
        side: "red".into(),
        command: format!("\"{n}\""),
        faces: vec![1, 6, 0, 255],
        digest: format!("{n:016x}"),
        standing: standing(n),
    }
}
