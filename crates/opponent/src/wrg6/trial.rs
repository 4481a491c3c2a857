//! Battles played on from here, to see what comes of an idea.

use super::answers::Answers;
use super::recruit;
use crate::fates::Fates;
use dice::Seeded;
use umpire::{Cx, Field, Rulebook, Side, Silent, View};
use wrg6::Wrg6;
use wrg6::board::Board;
use wrg6::phase::{Phase, Step};
use wrg6::sheet::Sheet;
use wrg6::{battle_end, period};

/// A battle that looks to a side like the one it fights.
pub struct Trial<'a> {
    book: &'a Wrg6,
    field: Field,
    phase: Phase,
    side: Side,
    seed: u64,
}

impl<'a> Trial<'a> {
    /// What the side may know, with the rest guessed.
    pub fn new(view: &'a View<Wrg6>, side: Side, whims: &mut Seeded) -> Trial<'a> {
        let (field, phase) = view.book.guess(view, whims);
        Trial { book: &view.book, field, phase, side, seed: u64::from(whims.below(1 << 30)) }
    }

    /// How much more of its points the enemy loses than one's own army in a battle of that number, played on for so
    /// many periods with recruits in command. Whatever the answers, its dice fall alike.
    pub fn fate(&self, answers: &Answers, world: u64, periods: u16) -> f64 {
        let (mut field, mut phase) = (self.field.clone(), self.phase.clone());
        let mut dice = Fates::new(self.seed ^ world.rotate_left(40));
        let last = phase.period + periods;
        let mut first = Some(answers);
        while phase.period < last && !matches!(phase.step, Step::Over(_)) {
            dice.in_turn(phase.period);
            let mut silent = Silent;
            let mut cx = Cx::new(&mut field, &mut dice, &mut silent);
            let fill = |board: Board<'_>, side: Side, sheet: &Sheet| match first {
                Some(answers) if side == self.side => answers.plan(board, side, sheet),
                _ => recruit::fill(board, side, sheet).plan(board, side, sheet),
            };
            period::play(self.book, &mut phase, fill, &mut cx);
            first = None;
        }
        self.balance(&field, &phase)
    }

    fn balance(&self, field: &Field, phase: &Phase) -> f64 {
        let count = battle_end::count(self.book, field, phase);
        let lost = |side: Side| {
            let i = side as usize;
            f64::from(count.lost_halves[i]) / f64::from(2 * count.total[i].max(1))
        };
        let won = match phase.step {
            Step::Over(outcome) => outcome.winner.map_or(0.0, |w| if w == self.side { 0.25 } else { -0.25 }),
            _ => 0.0,
        };
        lost(self.side.other()) - lost(self.side) + won
    }
}
