//! The book as the engine plays it.

use crate::board::Board;
use crate::decision::{self, Plan};
use crate::phase::{Phase, Step};
use crate::{Toms, march, veil, victory};
use dice::Dice;
use ruling::{Refusal, RuleIndex};
use umpire::{
    Asked, BySide, Command, Cx, Field, Manner, Pending, Plans, Rulebook, Side, Standing, UnitId, View, Viewer,
};

impl Rulebook for Toms {
    type Phase = Phase;
    type Plan = Plan;

    const ID: &'static str = "toms";
    const MANNERS: &'static [Manner] = march::MANNERS;

    fn rules(&self) -> &RuleIndex {
        Toms::index()
    }

    fn pending(&self, field: &Field, phase: &Phase) -> Pending {
        decision::pending(self, field, phase)
    }

    fn asked(&self, field: &Field, phase: &Phase) -> Asked {
        match phase.step {
            Step::Over(outcome) => Asked::Nobody(outcome),
            _ => Asked::One(decision::asked(&Board::of(self, field, phase))),
        }
    }

    fn overseen(&self, _pending: Pending, field: &Field, phase: &Phase) -> Pending {
        // What is asked may name an ambush, so onlookers see what would be asked if there were none.
        decision::pending(self, field, phase)
    }

    fn check(
        &self,
        field: &Field,
        phase: &Phase,
        side: Side,
        command: &Command,
    ) -> Result<Plan, Vec<Refusal>> {
        decision::check(self, field, phase, side, command)
    }

    fn resolve(&self, phase: &mut Phase, plans: Plans<Plan>, cx: &mut Cx<'_>) {
        plans.each().for_each(|plan| decision::resolve(self, phase, plan, cx));
    }

    fn standing(&self, field: &Field, phase: &Phase) -> Standing {
        let board = Board::of(self, field, phase);
        Standing {
            turn: phase.round(),
            turn_word: "turn",
            active: (phase.turn > 0).then_some(phase.active),
            phase: part(&phase.step),
            losses: BySide::each(|side| victory::loss(&board, side).lost as i32),
        }
    }

    fn known(&self, field: &Field, phase: &Phase, viewer: Viewer) -> Option<Vec<UnitId>> {
        veil::known(field, phase, viewer)
    }

    fn veil(&self, field: &Field, phase: &Phase, viewer: Viewer) -> (Field, Phase) {
        veil::veil(field, phase, viewer)
    }

    fn guess(&self, view: &View<Self>, dice: &mut dyn Dice) -> (Field, Phase) {
        veil::guess(self, &view.field, &view.phase, view.viewer, dice)
    }
}

/// What a part of the turn or of the set-up is called.
fn part(step: &Step) -> &'static str {
    match step {
        Step::Generals(_) => "generals",
        Step::Begin => "ready",
        Step::Deploy(_) => "deployment",
        Step::Hide(_) => "ambushes",
        Step::Declare => "declarations",
        Step::Early => "early shooting",
        Step::Move => "moves",
        Step::React(_) => "answer to a charge",
        Step::Late => "late shooting",
        Step::Melee => "melee",
        Step::Rally => "rally",
        Step::Over(_) => "over",
    }
}
