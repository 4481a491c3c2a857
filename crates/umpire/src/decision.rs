//! Decisions that were judged before they are taken.

use crate::{Command, Rulebook, Side, View};
use ruling::Refusal;

/// What a side decides on a view, with the plan that came of it if it was judged there.
///
/// [`crate::Battle::take`] does not judge it again while the battle is exactly as the view shows it.
#[derive(Debug)]
pub struct Decision<'v, R: Rulebook> {
    command: Command,
    judged: Option<Judged<'v, R>>,
}

/// A plan and what it was made from, so that it is never carried out on anything else.
#[derive(Debug)]
pub(crate) struct Judged<'v, R: Rulebook> {
    pub(crate) view: &'v View<R>,
    pub(crate) side: Side,
    pub(crate) plan: R::Plan,
}

impl<R: Rulebook> From<Command> for Decision<'_, R> {
    fn from(command: Command) -> Self {
        Decision { command, judged: None }
    }
}

impl<'v, R: Rulebook> Decision<'v, R> {
    /// The command.
    pub fn command(&self) -> &Command {
        &self.command
    }

    /// The command alone.
    pub fn into_command(self) -> Command {
        self.command
    }

    /// The command, and the plan that came of it if it was judged.
    pub fn into_plan(self) -> (Command, Option<R::Plan>) {
        (self.command, self.judged.map(|judged| judged.plan))
    }

    pub(crate) fn into_parts(self) -> (Command, Option<Judged<'v, R>>) {
        (self.command, self.judged)
    }
}

impl<R: Rulebook> View<R> {
    /// Judges a side's command on what the view shows.
    ///
    /// # Errors
    /// Every reason why it would be refused.
    pub fn judge(&self, side: Side, command: Command) -> Result<Decision<'_, R>, Vec<Refusal>> {
        let plan = self.book.check(&self.field, &self.phase, side, &command)?;
        Ok(self.decided(side, command, plan))
    }

    /// A side's command with the plan that the book made of it on this very view.
    pub fn decided(&self, side: Side, command: Command, plan: R::Plan) -> Decision<'_, R> {
        Decision { command, judged: Some(Judged { view: self, side, plan }) }
    }
}
