//! What a general of this book looks at: the board, and how the battle stands.

use super::guess::two_dice;
use super::stance::Stance;
use umpire::{Side, View};
use wab::Wab;
use wab::api::board::Board;
use wab::api::data::tables;
use wab::api::nerve::panic_target;
use wab::api::victory;

/// From this share of the battle on a side that has not won minds less and less what may come.
const HURRY: f64 = 0.15;
/// What is left of the weight of losses in the last turn to a side that has not won.
const NOTHING_TO_LOSE: f64 = 0.3;

/// A decision to be made.
pub struct Scene<'a> {
    /// What the side sees.
    pub view: &'a View<Wab>,
    /// Everyone on the table.
    pub board: &'a Board<'a>,
    /// The side that decides.
    pub side: Side,
    /// What gains and losses weigh.
    pub scales: Scales,
    /// How much of the battle is over, from 0 to 1.
    pub late: f64,
    /// How often each unit on the board would panic if a friend near it broke.
    pub panics: &'a [f64],
    /// How he goes about the battle.
    pub stance: Stance,
}

/// What a point gained and a point lost weigh: who is ahead has more to lose, who is behind must dare.
#[derive(Clone, Copy, Debug)]
pub struct Scales {
    /// A point of the enemy's.
    pub gain: f64,
    /// A point of one's own.
    pub loss: f64,
    /// By how many victories the side is ahead: one is as much as a victory needs.
    pub ahead: f64,
}

impl<'a> Scene<'a> {
    /// The scene of a view.
    pub fn of(
        view: &'a View<Wab>,
        board: &'a Board<'a>,
        side: Side,
        panics: &'a [f64],
        stance: Stance,
    ) -> Scene<'a> {
        let (book, phase) = (&view.book, &view.phase);
        let lost = |side: Side| f64::from(victory::losses(book, &view.field, phase, side).worth());
        let lead = lost(side.other()) - lost(side);
        let late = f64::from(phase.turn) / f64::from(book.turns.max(1));
        let victory = f64::from(tables().points.tenths[0] * book.points.max(1));
        let scales = Scales::of(10.0 * lead / victory, late);
        Scene { view, board, side, scales, late, panics, stance }
    }

    /// Whether the battle is won as it stands.
    pub fn is_won(&self) -> bool {
        self.scales.ahead >= 1.2
    }

    /// What the charges count that a place invites: who waits for a better moment does not win.
    pub fn fear(&self) -> f64 {
        let hurry = ((self.late - HURRY) / (1.0 - HURRY)).clamp(0.0, 1.0);
        let hurry = if self.scales.ahead < 1.0 { hurry } else { 0.0 };
        self.stance.fear * (1.0 - self.stance.hurry * hurry)
    }
}

impl Scales {
    /// A side that has won has the more to lose, and one that has not the more to dare, the later it is.
    fn of(ahead: f64, late: f64) -> Scales {
        let won = (ahead - 1.0).clamp(-1.5, 1.5) * late;
        let last = if late >= 1.0 && ahead < 1.0 { NOTHING_TO_LOSE } else { 1.0 };
        Scales { gain: 1.0 - 0.25 * won, loss: (1.0 + 0.4 * won) * last, ahead }
    }
}

/// How often each unit on a board would fail a test for friends who broke.
pub fn panics(board: &Board<'_>) -> Vec<f64> {
    let fails = |b: &wab::api::board::Body<'_>| {
        let calm = b.state.fleeing || b.is_frenzied();
        if calm { 0.0 } else { 1.0 - two_dice(panic_target(board, b).total().into()) }
    };
    board.bodies.iter().map(fails).collect()
}
