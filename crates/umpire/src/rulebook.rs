//! What a rulebook is to the engine.

use crate::digest::AsHashed;
use crate::{
    Ask, Asked, Bearing, BySide, Command, Cx, DigestWriter, Field, Manner, Pending, Side, UnitId, View,
    Viewer,
};
use dice::Dice;
use ruling::{Refusal, RuleIndex};
use std::hash::Hash;
use table::Rect;

/// Checked decisions, ready to be carried out together.
#[derive(Clone, Debug)]
pub enum Plans<P> {
    /// One side decided.
    One(Side, P),
    /// Both did, sealed; a side that was asked nothing has no plan.
    Both(BySide<Option<P>>),
}

impl<P> Plans<P> {
    /// Each plan by itself, red's before blue's: for books that never ask both sides at once.
    pub fn each(self) -> impl Iterator<Item = P> {
        let (one, both) = match self {
            Plans::One(_, plan) => (Some(plan), BySide([None, None])),
            Plans::Both(both) => (None, both),
        };
        one.into_iter().chain(both.0.into_iter().flatten())
    }
}

/// How the battle stands, for everyone to see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The present turn (bound, period), from 1; 0 during the set-up.
    pub turn: u16,
    /// What the book calls a turn.
    pub turn_word: &'static str,
    /// Whose turn it is, where turns alternate.
    pub active: Option<Side>,
    /// What the current part of the turn is called.
    pub phase: &'static str,
    /// Losses as the book counts them.
    pub losses: BySide<i32>,
}

/// A rule set: a state machine over a field and its own phase.
///
/// A value of the type is the book as one battle plays it, with its house rules.
pub trait Rulebook: Send + Sync + Sized + 'static {
    /// The book's place in its own sequence of play.
    type Phase: Clone + Eq + Hash + Send + Sync + std::fmt::Debug + 'static;
    /// A checked command, worked out once.
    type Plan: Clone + Send + Sync + std::fmt::Debug + 'static;

    /// The book's short name.
    const ID: &'static str;

    /// The version of its rules, kept with every saved battle; raised when a change of the rules makes the same
    /// commands and dice do something else.
    const RULES: u16;

    /// The version of what [`Rulebook::write_phase`] writes; raised when those bytes change.
    const DIGEST: u16 = 0;

    /// The ways of moving, by number.
    const MANNERS: &'static [Manner];

    /// The rules as played.
    fn rules(&self) -> &RuleIndex;

    /// Writes the phase into the battle's digest: all that decides how the battle goes on.
    fn write_phase(phase: &Self::Phase, out: &mut DigestWriter) {
        phase.hash(&mut AsHashed(out));
    }

    /// Who must decide what.
    fn pending(&self, field: &Field, phase: &Self::Phase) -> Pending;

    /// Whom the battle waits for; a book may know it without making up the question.
    fn asked(&self, field: &Field, phase: &Self::Phase) -> Asked {
        Asked::from(&self.pending(field, phase))
    }

    /// What one side is asked; a book may make it up without the other's question.
    fn ask(&self, field: &Field, phase: &Self::Phase, side: Side) -> Option<Ask> {
        match self.pending(field, phase) {
            Pending::Decide(who, ask) if who == side => Some(ask),
            Pending::Sealed(mut asks) => asks[side].take(),
            _ => None,
        }
    }

    /// What one side is asked, and what it may know of the field and the phase; a book may find both at one look.
    fn show(&self, field: &Field, phase: &Self::Phase, side: Side) -> (Option<Ask>, Field, Self::Phase) {
        let (seen, known) = self.veil(field, phase, Viewer::Player(side));
        (self.ask(field, phase, side), seen, known)
    }

    /// What someone sees of a question put to another, from the field and phase as he may know them: the question
    /// itself, unless it would give something away.
    fn overseen(&self, pending: Pending, field: &Field, phase: &Self::Phase) -> Pending {
        let _ = (field, phase);
        pending
    }

    /// Judges a command without changing anything.
    ///
    /// # Errors
    /// Every reason why it is not allowed.
    fn check(
        &self,
        field: &Field,
        phase: &Self::Phase,
        side: Side,
        command: &Command,
    ) -> Result<Self::Plan, Vec<Refusal>>;

    /// Carries out what was decided, up to the next decision.
    fn resolve(&self, phase: &mut Self::Phase, plans: Plans<Self::Plan>, cx: &mut Cx<'_>);

    /// How the battle stands.
    fn standing(&self, field: &Field, phase: &Self::Phase) -> Standing;

    /// How a unit on the table bears itself, for everyone to see.
    fn bearing(&self, field: &Field, phase: &Self::Phase, unit: UnitId) -> Bearing {
        let _ = (field, phase, unit);
        Bearing::InHand
    }

    /// The ground a unit stands on, in millimetres; a book says so where it is not what the formation covers.
    fn footprint(&self, field: &Field, phase: &Self::Phase, unit: UnitId) -> Rect {
        let _ = phase;
        *field.shape(unit)
    }

    /// Whether a unit is on its way through friends, by a rule that lets it run through them, and so may lie upon them
    /// for the moment.
    fn is_passing(&self, field: &Field, phase: &Self::Phase, unit: UnitId) -> bool {
        let _ = (field, phase, unit);
        false
    }

    /// The units a viewer knows, in the order in which he calls them by number, where numbers of their own would
    /// tell of units he does not know; nothing where everyone is called by his own.
    fn known(&self, field: &Field, phase: &Self::Phase, viewer: Viewer) -> Option<Vec<UnitId>> {
        let _ = (field, phase, viewer);
        None
    }

    /// What a viewer may know of the field and the phase, units by the numbers he calls them.
    fn veil(&self, field: &Field, phase: &Self::Phase, viewer: Viewer) -> (Field, Self::Phase);

    /// Fills what a view hides with a guess that fits it.
    fn guess(&self, view: &View<Self>, dice: &mut dyn Dice) -> (Field, Self::Phase);
}
