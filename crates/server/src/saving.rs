//! A battle of the store as one file that replays alone.

use crate::back;
use crate::live::{Live, LoadError, record};
use crate::seat::Roles;
use proto::{End, FORMAT, Header};
use store::{Store, StoreError};
use umpire::{Pending, Side};

/// Why a battle cannot be written to a file.
#[derive(Debug, thiserror::Error)]
pub enum SaveFailure {
    /// There is none.
    #[error("there is no such battle")]
    Unknown,
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It is not a battle this program knows.
    #[error("{0}")]
    Broken(String),
}

/// A battle as a saved file: all that is open. One that no longer replays is written as far as it does.
///
/// # Errors
/// When there is none, or it cannot be read.
pub async fn saved(store: &Store, id: &str) -> Result<Vec<u8>, SaveFailure> {
    let row = store.battle(id).await?.ok_or(SaveFailure::Unknown)?;
    let (steps, seating) = (store.steps(id, 0).await?, store.seating(id).await?);
    let written = tokio::task::spawn_blocking(move || write(row, &seating, &steps)).await;
    written.map_err(|_| SaveFailure::Broken("it cannot be judged".to_owned()))?
}

/// The decisions of a battle up to a step as someone has numbered them.
pub fn upto(
    row: store::BattleRow,
    steps: &mut Vec<store::StepRow>,
    upto: u32,
    roles: Roles,
) -> Result<(), LoadError> {
    let mut whole = Live::begin(row.clone())?;
    // As far as it replays.
    let follows = steps.iter().take_while(|step| whole.follow(step).is_ok()).count();
    steps.truncate(follows);
    let viewer = whole.reader(roles);
    let mut live = Live::begin(row)?;
    let mut kept = 0;
    for (n, step) in steps.iter().enumerate() {
        live.follow(step)?;
        if live.seq(viewer) > upto {
            break;
        }
        kept = n + 1;
    }
    steps.truncate(kept);
    Ok(())
}

/// The file of a battle and its decisions.
pub fn write(
    row: store::BattleRow,
    seating: &store::Seating,
    steps: &[store::StepRow],
) -> Result<Vec<u8>, SaveFailure> {
    let broken = |error: LoadError| SaveFailure::Broken(error.to_string());
    let words = |error: std::io::Error| SaveFailure::Broken(error.to_string());
    let mut live = Live::begin(row).map_err(broken)?;
    live.fair.hear(seating);
    let mut open = Vec::new();
    let mut follows = 0;
    for step in steps {
        // As far as it replays.
        if live.follow(step).is_err() {
            break;
        }
        follows += 1;
    }
    for step in back::standing(&steps[..follows]) {
        open.push(record(step, live.battle()).map_err(SaveFailure::Broken)?);
    }
    // A sealed decision is not in the file until the envelopes are opened.
    let sealed = Side::ALL.into_iter().filter(|side| live.sealed()[*side]).count();
    open.truncate(open.len().saturating_sub(sealed));
    let (row, battle) = (live.row(), live.battle());
    let (seed, dice) = live.fair.saved(live.over());
    let header = Header {
        testudo: FORMAT,
        engine: row.engine.clone(),
        book: row.book.clone(),
        rules: row.rules.parse().ok(),
        scenario: row.scenario.clone(),
        text: row.text.clone(),
        seed,
        dice,
        red: row.red.clone(),
        blue: row.blue.clone(),
    };
    let mut out = Vec::new();
    proto::write_header(&mut out, &header).map_err(words)?;
    for (i, record) in open.iter().enumerate() {
        proto::write_step(&mut out, i + 1, record, battle.manners()).map_err(words)?;
    }
    if let Pending::Over(outcome) = battle.pending() {
        let end = End::new(open.len(), battle.digest(), &outcome);
        proto::write_end(&mut out, end).map_err(words)?;
    }
    Ok(out)
}
