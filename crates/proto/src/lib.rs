//! Stored and wire forms of battles: the only place where battles meet serde.
//!
//! A saved battle is a text file: a header line, a line for each decision with its dice and the digest
//! afterwards, and an end line. Loading it is replaying it. A screen gets a [`WireView`]: everything it draws,
//! made from a view and so without what it may not know.

mod any;
mod api;
mod change;
mod command;
mod encode;
mod entry;
mod fair;
mod message;
mod muster;
mod saved;
mod scene;
mod seats;
mod tutorial;
mod view;

pub use any::{WireRehearsal, phrase};
#[cfg(feature = "ts")]
pub use api::FormField;
pub use api::{
    ApiError, ArmyInfo, BattleInfo, BookInfo, CreatedBattle, ImportBattle, NewBattle, OutlookQuery,
    QuestionInfo, ReplayQuery, ReportQuery, RuleInfo, ScenarioInfo, SocketQuery, Tokens, WireChoiceOfBattle,
    WireFault, WireLinks, WireOutlook, WireReplay, WireReplayStep, WireReport, WireRole, WireRoll, WireSeat,
    WireSetting, WireThrow,
};
pub use change::WireChange;
pub use command::{WireCommand, WirePiece, WirePose, WireStep};
pub use entry::{WireCast, WireEntry, WireFactor, WireMotion, WireRefusal, WireTally};
pub use fair::{Proof, SavedDice, Unfair, WireDice, WireDiceSource, hex, prove, unhex};
pub use message::{
    ClientMsg, ServerMsg, WireBack, WireBattle, WireErrorCode, WireHint, WireJournalStep, WirePresence,
    WireReason, WireSide, WireViews, WireWay, WireWhy,
};
pub use muster::{
    MusterDraft, MusterEntry, MusterFile, MusterLine, MusterOffer, MusterPart, MusterRoll, MusterShare,
    WireArmy,
};
pub use saved::{
    End, FORMAT, Header, SaveError, Saved, read_saved, write_end, write_header, write_saved, write_step,
};
pub use scene::Scene;
pub use seats::{ClaimSeat, ClaimedSeat, NewCode, SeatCode, WireCodeKind, WireInvitations};
pub use tutorial::{Asking, Cue, Deed, Lesson, Pointer, Tutorial};
pub use view::{
    WireAsk, WireBadge, WireBudget, WireChoice, WireExample, WireFigure, WireForm, WireLayKind, WireLine,
    WireLineAsk, WireLineRead, WireManner, WireOdds, WirePending, WirePickAsk, WirePreview, WireRegion,
    WireRemark, WireShooter, WireSides, WireSite, WireSlot, WireSnag, WireTable, WireTerm, WireTerrain,
    WireUnit, WireView, WireWorded,
};
