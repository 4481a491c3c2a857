//! The battle: what stands on the table, who must decide what, and how a decision becomes facts.
//!
//! A [`Rulebook`] is a state machine that calls a library; the engine has no branch on which book it runs.
//! A [`Battle`] holds a [`Field`] (what stands where) and the book's own phase. It says what is
//! [`Pending`], takes a [`Command`], and changes only by [`Event`]s, which are facts. Dice, players and history
//! stay outside. What a side may not see never leaves [`Battle::view`].

mod ask;
mod battle;
mod canonical;
mod command;
mod cx;
mod decision;
mod deed;
mod digest;
mod event;
mod field;
mod journal;
mod numbers;
mod reach;
mod rehearse;
mod replay;
mod rulebook;
mod shown;
mod side;
pub mod voice;
mod witness;

pub use ask::{Ask, Asked, Choice, Ending, Form, LineAsk, Outcome, Pending, PickAsk, Shooter};
pub use battle::{Battle, Submitted, View, Viewer};
pub use command::{Aim, Command, Manner, OptionId, Piece, Step};
pub use cx::Cx;
pub use decision::Decision;
pub use deed::{Bearing, ChargeEnd, Deed};
pub use digest::{Canonical, Digest, DigestError, DigestWriter};
pub use event::{Event, Motion};
pub use field::{Field, Mark, Place, Roster, Unit, UnitCard, UnitId};
pub use journal::{Entry, Journal, Ruling, Silent, Throw};
pub use numbers::Numbers;
pub use reach::Reached;
pub use rehearse::Rehearsal;
pub use replay::{Record, ReplayError, StepRecord, replay};
pub use rulebook::{Plans, Rulebook, Standing};
pub use shown::{
    Badge, Budget, CardLine, ClassLook, Drawn, Example, LineRead, Manoeuvre, OddsBar, Preview, Region,
    RegionKind, Remark, Ruler, Shown, Site, Slot, Snag, Term, TerrainLook, Worded,
};
pub use side::{BySide, Side};
pub use witness::{Watched, Witness, watched};
