//! The book as the engine plays it.

use crate::decision::{self, Plan};
use crate::game::Game;
use crate::remaining::MANNERS;
use crate::state::{Phase, Step};
use crate::{Wab, turn};
use dice::Dice;
use ruling::{Refusal, RuleIndex};
use umpire::{
    Asked, BySide, Command, Cx, Field, Manner, Pending, Plans, Rulebook, Side, Standing, View, Viewer,
};

impl Rulebook for Wab {
    type Phase = Phase;
    type Plan = Plan;

    const ID: &'static str = "wab";
    const MANNERS: &'static [Manner] = MANNERS;

    fn rules(&self) -> &RuleIndex {
        Wab::index()
    }

    fn pending(&self, field: &Field, phase: &Phase) -> Pending {
        decision::pending(self, field, phase)
    }

    fn asked(&self, field: &Field, phase: &Phase) -> Asked {
        match (&phase.step, decision::asked(field, phase)) {
            (Step::Over(outcome), _) => Asked::Nobody(*outcome),
            (_, side) => Asked::One(side.unwrap_or(phase.active)),
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
        let mut game = Game { book: self, phase, cx };
        plans.each().for_each(|plan| decision::resolve(&mut game, plan));
    }

    fn standing(&self, field: &Field, phase: &Phase) -> Standing {
        Standing {
            turn: phase.turn,
            turn_word: "turn",
            active: (phase.turn > 0).then_some(phase.active),
            phase: part(&phase.step),
            losses: BySide::each(|side| turn::losses(self, field, phase, side).points as i32),
        }
    }

    // Nothing is hidden in this game: declarations, answers and dice are open.
    fn veil(&self, field: &Field, phase: &Phase, _viewer: Viewer) -> (Field, Phase) {
        (field.clone(), phase.clone())
    }

    fn guess(&self, view: &View<Self>, _dice: &mut dyn Dice) -> (Field, Phase) {
        (view.field.clone(), view.phase.clone())
    }
}

/// What a part of the turn is called.
fn part(step: &Step) -> &'static str {
    match step {
        Step::Deploy(_) | Step::Edge(_) | Step::FirstTurn(_) => "deployment",
        Step::Begin => "ready",
        Step::Declare | Step::React { .. } | Step::Redirect(_) => "charges",
        Step::Regroup(_) | Step::Face(..) => "forming up",
        Step::Chargers => "chargers",
        Step::Remaining => "movement",
        Step::Shoot => "shooting",
        Step::Combat | Step::Prepare(_) => "close combat",
        Step::Pursue { .. } | Step::Follow(..) => "pursuit",
        Step::Over(_) => "over",
    }
}
