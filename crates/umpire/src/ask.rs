//! What is pending: who must decide what.

use crate::{BySide, Manner, OptionId, Side, UnitId};
use ruling::{Measure, RuleId, ledger};
use std::borrow::Cow;
use table::Point;

/// What the battle waits for.
#[derive(Clone, Debug, PartialEq)]
pub enum Pending {
    /// One side decides.
    Decide(Side, Ask),
    /// Both sides decide without seeing each other's choice; a side with nothing to decide has no ask.
    Sealed(BySide<Option<Ask>>),
    /// Nothing: the battle is over.
    Over(Outcome),
}

impl Pending {
    /// What a side is asked, if it is asked anything.
    pub fn ask(&self, side: Side) -> Option<&Ask> {
        match self {
            Pending::Decide(who, ask) => (*who == side).then_some(ask),
            Pending::Sealed(asks) => asks[side].as_ref(),
            Pending::Over(_) => None,
        }
    }

    /// The lines of a sheet in the making, each with its number and what is asked for there.
    pub fn written<'a>(
        &'a self,
        side: Side,
        lines: &'a [(u16, String)],
    ) -> impl Iterator<Item = (u16, &'a str, &'a LineAsk)> {
        let asked = match self.ask(side).map(|ask| &ask.form) {
            Some(Form::Sheet { lines, .. }) => lines.as_slice(),
            _ => &[],
        };
        lines.iter().filter_map(|(n, text)| Some((*n, text.as_str(), asked.get(usize::from(*n))?)))
    }
}

/// Whom the battle waits for, without the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// One side.
    One(Side),
    /// Those sides for whom it is true, sealed.
    Sealed(BySide<bool>),
    /// Nobody: the battle is over.
    Nobody(Outcome),
}

impl From<&Pending> for Asked {
    fn from(pending: &Pending) -> Self {
        match pending {
            Pending::Decide(side, _) => Asked::One(*side),
            Pending::Sealed(asks) => Asked::Sealed(BySide::each(|side| asks[side].is_some())),
            Pending::Over(outcome) => Asked::Nobody(*outcome),
        }
    }
}

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// The rule that ended it.
    pub rule: RuleId,
    /// Why, in a few words.
    pub reason: &'static str,
    /// What kind of end it was.
    pub ending: Ending,
}

/// The kinds of ends a battle has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// It was fought out.
    Fought,
    /// Its time ran out.
    Time,
    /// A side conceded.
    Conceded,
}

/// A question to a player.
#[derive(Clone, Debug, PartialEq)]
pub struct Ask {
    /// The rule that asks.
    pub rule: RuleId,
    /// The question in words.
    pub prompt: Cow<'static, str>,
    /// What an answer looks like.
    pub form: Form,
}

impl Ask {
    /// A question under a rule.
    pub fn new(rule: RuleId, prompt: impl Into<Cow<'static, str>>, form: Form) -> Self {
        ledger::cite(rule);
        form.rules().for_each(ledger::cite);
        Ask { rule, prompt: prompt.into(), form }
    }
}

/// A unit that can shoot, and at whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shooter {
    /// The unit.
    pub unit: UnitId,
    /// Its possible targets.
    pub targets: Vec<UnitId>,
    /// The one offered unless the player chooses another.
    pub usual: UnitId,
}

/// The shape of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// Terrain pieces of these kinds (number and name); [`crate::Command::Lay`], or `Done` for the umpire's own map.
    Lay(Vec<(u8, &'static str)>),
    /// A pose for each of these units inside an outline; [`crate::Command::Place`].
    Place {
        /// Who is to be placed.
        units: Vec<UnitId>,
        /// Where they may stand.
        zone: Vec<Point>,
        /// Whether `Done` leaves them off the table.
        may_decline: bool,
    },
    /// Pairs of units to exchange; [`crate::Command::Swap`] or `Done`.
    Swap {
        /// Among these.
        units: Vec<UnitId>,
        /// At most so many pairs.
        pairs: u8,
    },
    /// Moves, one at a time, until `Done`; [`crate::Command::Move`].
    Move {
        /// Units that may still move.
        units: Vec<UnitId>,
        /// The ways of moving.
        manners: &'static [Manner],
        /// What is left to spend, where moves are paid for.
        left: Option<Measure>,
    },
    /// A target for every shooter; [`crate::Command::Shoot`].
    Shoot(Vec<Shooter>),
    /// A sheet of lines to write and picks to make, all at once; [`crate::Command::Sheet`], or `Done` for the sheet
    /// as it is offered.
    Sheet {
        /// Lines to write, by number.
        lines: Vec<LineAsk>,
        /// Picks to make, by number.
        picks: Vec<PickAsk>,
    },
    /// One of several options; [`crate::Command::Choose`].
    Choose(Vec<Choice>),
}

impl Form {
    /// The rules of what is offered, which a player sees beside it.
    fn rules(&self) -> impl Iterator<Item = RuleId> + '_ {
        let (lines, picks, choices): (&[LineAsk], &[PickAsk], &[Choice]) = match self {
            Form::Sheet { lines, picks } => (lines, picks, &[]),
            Form::Choose(choices) => (&[], &[], choices),
            _ => (&[], &[], &[]),
        };
        let picks = picks.iter().flat_map(|pick| &pick.options);
        lines.iter().map(|line| line.rule).chain(picks.chain(choices).map(|choice| choice.rule))
    }
}

/// A line of a sheet to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineAsk {
    /// The unit it is for, if it is for one.
    pub unit: Option<UnitId>,
    /// What it is: "order for Cohort I", "signal 2".
    pub label: Cow<'static, str>,
    /// What stands there now; the answer unless the player writes another.
    pub now: String,
    /// The rule.
    pub rule: RuleId,
}

/// A pick of a sheet to make.
#[derive(Clone, Debug, PartialEq)]
pub struct PickAsk {
    /// The unit it is for, if it is for one.
    pub unit: Option<UnitId>,
    /// What is picked: "formation", "answer to the charge".
    pub label: Cow<'static, str>,
    /// The options, by number.
    pub options: Vec<Choice>,
    /// The one taken unless the player picks another.
    pub usual: OptionId,
}

/// One option of several.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The words shown.
    pub label: Cow<'static, str>,
    /// The rule that allows it.
    pub rule: RuleId,
    /// The units it is about.
    pub units: Vec<UnitId>,
}
