//! Stored and wire forms of battles: the only place where battles meet serde.
//!
//! A saved battle is a text file: a header line, a line for each decision with its dice and the digest
//! afterwards, and an end line. Loading it is replaying it. A screen gets a [`WireView`]: everything it draws,
//! made from a view and so without what it may not know.

mod any;
mod api;
mod command;
mod entry;
mod message;
mod saved;
mod showing;
mod tutorial;
mod view;

#[cfg(feature = "ts")]
pub use api::FormField;
pub use api::{
    ApiError, ArmyInfo, BattleInfo, BookInfo, CreatedBattle, ImportBattle, NewBattle, QuestionInfo,
    ReplayQuery, RuleInfo, ScenarioInfo, Tokens, WireChoiceOfBattle, WireFault, WireLinks, WireReplay,
    WireReplayStep, WireRole, WireSeat, WireSetting,
};
pub use command::{WireCommand, WirePiece, WirePose, WireStep};
pub use entry::{WireEntry, WireFactor, WireRefusal, WireTally};
pub use message::{
    ClientMsg, ServerMsg, WireBattle, WireErrorCode, WireJournalStep, WirePresence, WireReason, WireSide,
    WireViews, WireWhy,
};
pub use saved::{End, FORMAT, Header, SaveError, Saved, read_saved, write_end, write_header, write_step};
pub use tutorial::{Asking, Cue, Deed, Lesson, Pointer, Tutorial};
pub use view::{
    WireAsk, WireBadge, WireBudget, WireChoice, WireForm, WireLayKind, WireLine, WireLineAsk, WireLineRead,
    WireManner, WireOdds, WirePending, WirePickAsk, WirePreview, WireRegion, WireShooter, WireSides,
    WireSite, WireSlot, WireSnag, WireTable, WireTerm, WireTerrain, WireUnit, WireView,
};
