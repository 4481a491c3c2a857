//! The book as the engine plays it.

use crate::board::Board;
use crate::phase::{Phase, Step};
use crate::sheet::Plan;
use crate::{Wrg6, period, veil};
use dice::Dice;
use ruling::{Refusal, RuleIndex};
use umpire::{
    Ask, Asked, BySide, Command, Cx, Field, Manner, Pending, Plans, Rulebook, Side, Standing, View, Viewer,
};

impl Rulebook for Wrg6 {
    type Phase = Phase;
    type Plan = Plan;

    const ID: &'static str = "wrg6";
    // Moves are written on the sheet; nobody moves bodies by hand.
    const MANNERS: &'static [Manner] = &[];

    fn rules(&self) -> &RuleIndex {
        Wrg6::index()
    }

    fn pending(&self, field: &Field, phase: &Phase) -> Pending {
        period::pending(self, field, phase)
    }

    fn asked(&self, _: &Field, phase: &Phase) -> Asked {
        match phase.step {
            Step::Over(outcome) => Asked::Nobody(outcome),
            _ => Asked::Sealed(phase.asked),
        }
    }

    fn ask(&self, field: &Field, phase: &Phase, side: Side) -> Option<Ask> {
        period::ask(Board::of(self, field, phase), side)
    }

    fn check(
        &self,
        field: &Field,
        phase: &Phase,
        side: Side,
        command: &Command,
    ) -> Result<Plan, Vec<Refusal>> {
        period::check(self, field, phase, side, command)
    }

    fn resolve(&self, phase: &mut Phase, plans: Plans<Plan>, cx: &mut Cx<'_>) {
        period::resolve(self, phase, plans, cx);
    }

    fn standing(&self, field: &Field, phase: &Phase) -> Standing {
        let lost = |side: Side| {
            let figures = |id: &umpire::UnitId| {
                let unit = field.unit(*id);
                let here = matches!(unit.place, umpire::Place::Destroyed | umpire::Place::Fled);
                let left = if here { 0 } else { unit.formation.figures };
                i32::from(phase.state(*id).original.saturating_sub(left))
            };
            field.ids().filter(|&id| field.side(id) == side).map(|id| figures(&id)).sum()
        };
        Standing {
            turn: phase.period,
            turn_word: "period",
            active: None,
            phase: part(&phase.step),
            losses: BySide::each(lost),
        }
    }

    fn veil(&self, field: &Field, phase: &Phase, viewer: Viewer) -> (Field, Phase) {
        veil::veil(self, field, phase, viewer)
    }

    fn guess(&self, view: &View<Self>, _: &mut dyn Dice) -> (Field, Phase) {
        (view.field.clone(), veil::guess(self, &view.field, &view.phase, view.viewer))
    }
}

/// What a part of the period is called.
fn part(step: &Step) -> &'static str {
    match step {
        Step::Terrain(_) => "terrain",
        Step::Deploy(_) => "deployment",
        Step::Begin => "orders",
        Step::First => "first tests",
        Step::Declare => "charges declared",
        Step::Charged => "charges received",
        Step::Other => "other tests",
        Step::Respond => "answers",
        Step::Move => "moves",
        Step::Orders => "new orders",
        Step::Shoot | Step::Challenged(_) => "shooting and fighting",
        Step::Over(_) => "over",
    }
}
