//! The book as the engine plays it.

use crate::decision::{self, Plan};
use crate::phase::{Phase, Step};
use crate::{Dba, movement, veil, victory};
use dice::Dice;
use ruling::{Refusal, RuleIndex};
use umpire::{
    Asked, BySide, Command, Cx, Field, Manner, Pending, Plans, Rulebook, Side, Standing, View, Viewer,
};

impl Rulebook for Dba {
    type Phase = Phase;
    type Plan = Plan;

    const ID: &'static str = "dba";
    const MANNERS: &'static [Manner] = movement::MANNERS;

    fn rules(&self) -> &RuleIndex {
        Dba::index()
    }

    fn pending(&self, field: &Field, phase: &Phase) -> Pending {
        decision::pending(self, field, phase)
    }

    fn asked(&self, field: &Field, phase: &Phase) -> Asked {
        match phase.step {
            Step::Move | Step::Shoot | Step::Fight => Asked::One(phase.active),
            Step::Targets(side) | Step::Replies(side) => Asked::One(side),
            Step::Over(outcome) => Asked::Nobody(outcome),
            _ => Asked::from(&self.pending(field, phase)),
        }
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
        Standing {
            turn: phase.bound,
            turn_word: "bound",
            active: (phase.bound > 0).then_some(phase.active),
            phase: part(&phase.step),
            losses: BySide::each(|side| victory::losses(field, phase, side).count(&self.house)),
        }
    }

    fn veil(&self, field: &Field, phase: &Phase, viewer: Viewer) -> (Field, Phase) {
        (veil::veil(&self.house, field, viewer), phase.clone())
    }

    fn guess(&self, view: &View<Self>, dice: &mut dyn Dice) -> (Field, Phase) {
        (veil::guess(self, &view.field, dice), view.phase.clone())
    }
}

/// What a part of the bound or of the set-up is called.
fn part(step: &Step) -> &'static str {
    match step {
        Step::Invader => "invader",
        Step::Terrain => "terrain",
        Step::Edge => "edges",
        Step::Camp(_) => "camps",
        Step::Deploy(_) => "deployment",
        Step::Swap => "exchanges",
        Step::Begin => "ready",
        Step::Move => "movement",
        Step::Targets(_) => "targets",
        Step::Replies(_) => "replies",
        Step::Shoot => "shooting",
        Step::Fight => "close combat",
        Step::Over(_) => "over",
    }
}
