//! Battles played on from here, to see what comes of an idea.

use super::answers::Answers;
use super::stance::Stance;
use super::{recruit, score};
use crate::fates::Fates;
use dice::Seeded;
use umpire::{Cx, Field, Rulebook, Side, Silent, View};
use wrg6::Wrg6;
use wrg6::api::board::Board;
use wrg6::api::board::{Phase, Step};
use wrg6::api::orders;
use wrg6::api::orders::{Plan, Sheet};
use wrg6::api::play;
use wrg6::api::setup;

/// What the margin counts in a battle that is over: who wins by more has been lucky less often.
const MARGIN: f64 = 0.25;

/// How many steps a period has at most, and how many setting up by turns takes.
const STEPS: u32 = 12;
const SET_UP: u32 = 24;

/// A battle that looks to a side like the one it fights.
pub struct Trial<'a> {
    book: &'a Wrg6,
    field: Field,
    phase: Phase,
    side: Side,
    seed: u64,
}

/// How a battle is played on.
#[derive(Clone, Copy)]
pub struct Course<'s> {
    /// Its number: battles of one number have the same dice.
    pub number: u64,
    /// For how many periods.
    pub periods: u16,
    /// How one's own army goes on.
    pub own: &'s Stance,
    /// How the enemy does.
    pub enemy: &'s Stance,
}

impl<'a> Trial<'a> {
    /// What the side may know, with the rest guessed.
    pub fn new(view: &'a View<Wrg6>, side: Side, whims: &mut Seeded) -> Trial<'a> {
        let (field, phase) = view.book.guess(view, whims);
        Trial { book: &view.book, field, phase, side, seed: u64::from(whims.below(1 << 30)) }
    }

    /// The plan that some answers come to.
    pub fn plan(&self, answers: &Answers) -> Plan {
        let board = Board::of(self.book, &self.field, &self.phase);
        answers.plan(board, self.side, &orders::of(board, self.side))
    }

    /// What a plan comes to, from -1 for a defeat to 1 for a victory.
    pub fn fate(&self, plan: &Plan, course: Course<'_>) -> f64 {
        let (mut field, mut phase) = (self.field.clone(), self.phase.clone());
        let mut dice = Fates::new(self.seed ^ course.number.rotate_left(40));
        let last = phase.period.saturating_add(course.periods);
        let mut first = Some(plan);
        // However a battle goes, it is played on for no more steps than its periods have.
        let limit = u32::from(self.book.house.period_limit);
        for _ in 0..SET_UP + STEPS * limit {
            if phase.period >= last || matches!(phase.step, Step::Over(_)) {
                break;
            }
            dice.in_turn(phase.period);
            let mut silent = Silent;
            let mut cx = Cx::new(&mut field, &mut dice, &mut silent);
            let fill = |board: Board<'_>, side: Side, sheet: &Sheet| match first {
                Some(plan) if side == self.side => plan.clone(),
                _ if matches!(board.phase.step, Step::Deploy(_)) => {
                    Plan { places: setup::drawn_up(board, side), ..Plan::default() }
                }
                _ => {
                    let stance = if side == self.side { course.own } else { course.enemy };
                    recruit::fill(board, side, sheet, stance).plan(board, side, sheet)
                }
            };
            play::play(self.book, &mut phase, fill, &mut cx);
            first = None;
        }
        self.worth(&field, &phase)
    }

    /// What a battle is worth to the side: won or lost, or by how much more of its points the enemy has lost. The less
    /// is left of the battle, the more a lead is worth.
    fn worth(&self, field: &Field, phase: &Phase) -> f64 {
        let count = play::count(self.book, field, phase);
        let lead = score::lead(&count, self.side);
        let limit = f64::from(self.book.house.period_limit.max(1));
        let left = 1.0 - f64::from(phase.period).min(limit) / limit;
        let lead = lead / (lead.abs() + 0.05 + 0.3 * left);
        match phase.step {
            Step::Over(outcome) => {
                let won = outcome.winner.map_or(0.0, |winner| if winner == self.side { 1.0 } else { -1.0 });
                MARGIN * lead + (1.0 - MARGIN) * won
            }
            _ => lead,
        }
    }
}
