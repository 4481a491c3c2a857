//! The book as the engine plays it.

use crate::period::{self, Plan};
use crate::state::{Phase, Step};
use crate::{Wrg1969, asked, veil, victory};
use dice::Dice;
use ruling::{Refusal, RuleIndex};
use umpire::{
    Ask, Asked, BySide, Command, Cx, Field, Manner, Pending, Plans, Rulebook, Side, Standing, View, Viewer,
};

impl Rulebook for Wrg1969 {
    type Phase = Phase;
    type Plan = Plan;

    const ID: &'static str = "wrg1969";
    // Units move as their orders read; nobody moves them by hand.
    const MANNERS: &'static [Manner] = &[];

    fn rules(&self) -> &RuleIndex {
        Wrg1969::index()
    }

    fn pending(&self, field: &Field, phase: &Phase) -> Pending {
        period::pending(self, field, phase)
    }

    fn asked(&self, field: &Field, phase: &Phase) -> Asked {
        asked::asked(self, field, phase)
    }

    fn ask(&self, field: &Field, phase: &Phase, side: Side) -> Option<Ask> {
        period::ask(self, field, phase, side)
    }

    fn show(&self, field: &Field, phase: &Phase, side: Side) -> (Option<Ask>, Field, Phase) {
        veil::show(self, field, phase, side)
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
        Standing {
            turn: phase.period,
            turn_word: "period",
            active: None,
            phase: part(&phase.step),
            losses: BySide::each(|side| victory::figures_lost(self, field, phase, side)),
        }
    }

    fn veil(&self, field: &Field, phase: &Phase, viewer: Viewer) -> (Field, Phase) {
        veil::veil(self, field, phase, viewer)
    }

    fn guess(&self, view: &View<Self>, dice: &mut dyn Dice) -> (Field, Phase) {
        (view.field.clone(), veil::guess(self, &view.field, &view.phase, view.viewer, dice))
    }
}

/// What a part of the period or of the set-up is called.
fn part(step: &Step) -> &'static str {
    match step {
        Step::Deploy => "deployment",
        Step::Orders => "orders",
        Step::Begin => "ready",
        Step::Command => "command",
        Step::Intent => "intent",
        Step::BonusPoint => "charge",
        Step::Melee => "hand-to-hand",
        Step::After => "after hand-to-hand",
        Step::React | Step::Steady => "reactions",
        Step::Over(_) => "over",
    }
}
