//! Whoever commands a side: one of the computer's players, or a general written elsewhere.

use crate::Proposal;
use testudo::{AnyDecision, AnyView};
use umpire::Side;

/// A general: answers what its side is asked from what its side may see, and from nothing else.
///
/// ```
/// use testudo::{AnyDecision, AnyView, Scenario};
/// use testudo_opponent::{General, Level, Player, fight};
/// use umpire::{BySide, Command, Side};
///
/// /// Never does anything but what must be done.
/// struct Idle(Player);
///
/// impl General for Idle {
///     fn think<'v>(&mut self, view: &'v AnyView, side: Side) -> AnyDecision<'v> {
///         match view.check(side, &Command::Done) {
///             Ok(()) => AnyDecision::Plain(Command::Done),
///             Err(_) => self.0.think(view, side),
///         }
///     }
/// }
///
/// let mut battle = Scenario::bundled("toms/first_battle").unwrap().muster().unwrap();
/// let recruit = |side| Player::new(Level::Recruit, 1, side);
/// let mut generals: BySide<Box<dyn General>> =
///     BySide([Box::new(Idle(recruit(Side::Red))), Box::new(recruit(Side::Blue))]);
/// let fought = fight(&mut battle, &mut generals, &mut dice::Seeded::new(1)).unwrap();
/// assert_ne!(fought.outcome.winner, Some(Side::Red));
/// ```
pub trait General {
    /// What it does, with what it found out about its own decision as it judged it.
    fn think<'v>(&mut self, view: &'v AnyView, side: Side) -> AnyDecision<'v>;

    /// What it does and why, for whoever may read it.
    fn propose(&mut self, view: &AnyView, side: Side) -> Proposal {
        Proposal { command: self.think(view, side).into_command(), reason: None }
    }
}

impl<G: General + ?Sized> General for Box<G> {
    fn think<'v>(&mut self, view: &'v AnyView, side: Side) -> AnyDecision<'v> {
        (**self).think(view, side)
    }

    fn propose(&mut self, view: &AnyView, side: Side) -> Proposal {
        (**self).propose(view, side)
    }
}
