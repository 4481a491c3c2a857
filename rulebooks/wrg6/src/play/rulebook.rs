//! The book as the engine plays it: `impl Rulebook`.

use crate::board::Board;
use crate::board::state::{Phase, Step};
use crate::orders::sheet;
use crate::orders::sheet::{Plan, Sheet};
use crate::play::{period, veil};
use crate::{Wrg6, setup};
use dice::Dice;
use ruling::{Refusal, RuleIndex};
use umpire::{
    Ask, Asked, Bearing, BySide, Canonical as _, Command, Cx, DigestWriter, Field, Manner, Pending, Place,
    Plans, Rulebook, Side, Standing, UnitId, View, Viewer,
};

impl Rulebook for Wrg6 {
    type Phase = Phase;
    type Plan = Plan;

    const ID: &'static str = "wrg6";
    const DIGEST: u16 = 2;
    const RULES: u16 = 4;
    // Moves are written on the sheet; nobody moves bodies by hand.
    const MANNERS: &'static [Manner] = &[];

    fn rules(&self) -> &RuleIndex {
        Wrg6::index()
    }

    fn write_phase(phase: &Phase, out: &mut DigestWriter) {
        phase.write(out);
    }

    fn pending(&self, field: &Field, phase: &Phase) -> Pending {
        if let Step::Over(outcome) = phase.step {
            return Pending::Over(outcome);
        }
        Pending::Sealed(BySide::each(|side| self.ask(field, phase, side)))
    }

    fn asked(&self, _: &Field, phase: &Phase) -> Asked {
        match phase.step {
            Step::Over(outcome) => Asked::Nobody(outcome),
            _ => Asked::Sealed(phase.asked),
        }
    }

    fn ask(&self, field: &Field, phase: &Phase, side: Side) -> Option<Ask> {
        let board = Board::of(self, field, phase);
        let sheet = || sheet::of(board, side).ask(board, side);
        phase.asked[side].then(|| setup::ask(board, side).unwrap_or_else(sheet))
    }

    fn check(
        &self,
        field: &Field,
        phase: &Phase,
        side: Side,
        command: &Command,
    ) -> Result<Plan, Vec<Refusal>> {
        let board = Board::of(self, field, phase);
        match phase.step {
            Step::Terrain(_) | Step::Deploy(_) => setup::check(board, side, command),
            _ => sheet::of(board, side).read(board, side, command),
        }
    }

    fn resolve(&self, phase: &mut Phase, plans: Plans<Plan>, cx: &mut Cx<'_>) {
        let mut plans = match plans {
            Plans::Both(plans) => plans,
            Plans::One(side, plan) => {
                let mut both: BySide<Option<Plan>> = BySide::default();
                both[side] = Some(plan);
                both
            }
        };
        // Every step in which nobody has anything to decide is played as well.
        loop {
            let fill = |board: Board<'_>, side: Side, sheet: &Sheet| {
                plans[side].take().unwrap_or_else(|| sheet.usual(board))
            };
            period::play(self, phase, fill, cx);
            if matches!(phase.step, Step::Over(_)) {
                return;
            }
            let board = Board::of(self, cx.field(), phase);
            let sheets = || BySide::each(|side| !sheet::of(board, side).is_empty());
            phase.asked = setup::asked(phase).unwrap_or_else(sheets);
            if phase.asked.0.contains(&true) {
                return;
            }
        }
    }

    fn bearing(&self, _field: &Field, phase: &Phase, unit: UnitId) -> Bearing {
        if phase.state(unit).seen.routing { Bearing::Broken } else { Bearing::InHand }
    }

    fn standing(&self, field: &Field, phase: &Phase) -> Standing {
        let lost = |side: Side| {
            let figures = |id: &UnitId| {
                let unit = field.unit(*id);
                let here = matches!(unit.place, Place::Destroyed | Place::Fled);
                let left = if here { 0 } else { unit.formation.figures };
                i32::from(phase.state(*id).seen.original.saturating_sub(left))
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
