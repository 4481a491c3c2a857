//! The book as the engine plays it: what is decided in each step, and what follows.

use crate::board::state::{Phase, Step};
use crate::board::{JOSTLE, TOUCH, veil};
use crate::charge::answers::{self, Answers};
use crate::data::measure::MM;
use crate::movement::intent::{self, Intent};
use crate::orders::{command, sheet, standing};
use crate::play::choices::{self, Chosen};
use crate::play::{guess, period, questions};
use crate::setup::deploy;
use crate::setup::usual::Deployment;
use crate::victory::resolve;
use crate::{Wrg1969, rule};
use dice::Dice;
use ruling::{Refusal, RuleIndex};
use table::Rect;
use umpire::{
    Ask, Asked, Bearing, BySide, Command, Cx, Field, Manner, OptionId, Pending, Place, Plans, Rulebook, Side,
    Standing, UnitId, View, Viewer,
};

/// A checked decision.
#[derive(Clone, Debug)]
pub enum Plan {
    /// A deployment.
    Deploy(Deployment),
    /// First orders and the signal card.
    Orders(sheet::Sheet),
    /// The battle begins.
    Begin,
    /// What the generals do.
    Command(command::Plan),
    /// What the units mean to do.
    Intent(Vec<(UnitId, Intent)>),
    /// How those charged answer.
    Answers(Answers),
    /// A choice of the fighting part.
    Chosen(Chosen),
}

impl Rulebook for Wrg1969 {
    type Phase = Phase;
    type Plan = Plan;

    const ID: &'static str = "wrg1969";
    const RULES: u16 = 4;
    // Units move as their orders read; nobody moves them by hand.
    const MANNERS: &'static [Manner] = &[];

    fn rules(&self) -> &RuleIndex {
        Wrg1969::index()
    }

    fn pending(&self, field: &Field, phase: &Phase) -> Pending {
        questions::pending(self, field, phase)
    }

    fn asked(&self, field: &Field, phase: &Phase) -> Asked {
        questions::asked(self, field, phase)
    }

    fn ask(&self, field: &Field, phase: &Phase, side: Side) -> Option<Ask> {
        questions::ask(self, field, phase, side)
    }

    fn show(&self, field: &Field, phase: &Phase, side: Side) -> (Option<Ask>, Field, Phase) {
        questions::show(self, field, phase, side)
    }

    fn check(&self, field: &Field, phase: &Phase, side: Side, given: &Command) -> Result<Plan, Vec<Refusal>> {
        match &phase.step {
            Step::Deploy => deploy::check(self, field, side, given).map(Plan::Deploy),
            Step::Orders => sheet::check(self, field, phase, side, given).map(Plan::Orders),
            Step::Begin => match given {
                Command::Choose(OptionId(0)) | Command::Done => Ok(Plan::Begin),
                _ => Err(vec![Refusal::new(rule::SETUP_DEPLOY, "the battle waits to begin")]),
            },
            Step::Command => command::check(self, field, phase, side, given).map(Plan::Command),
            Step::Intent => intent::check(self, field, phase, side, given).map(Plan::Intent),
            Step::BonusPoint => answers::check_answers(self, field, phase, side, given).map(Plan::Answers),
            Step::Melee | Step::After | Step::React | Step::Steady => {
                choices::check(self, field, phase, side, given).map(Plan::Chosen)
            }
            Step::Over(_) => Err(vec![Refusal::new(rule::VICTORY_END, "the battle is over")]),
        }
    }

    fn resolve(&self, phase: &mut Phase, plans: Plans<Plan>, cx: &mut Cx<'_>) {
        let both = match plans {
            Plans::Both(both) => both,
            Plans::One(side, plan) => {
                let mut both = BySide::default();
                both[side] = Some(plan);
                both
            }
        };
        match phase.step {
            Step::Deploy => deploy::resolve(self, phase, both.map(|p| part(p, deployment)), cx),
            Step::Begin => period::begin_period(self, phase, cx),
            Step::Orders => {
                sheet::resolve(self, phase, both.map(|p| part(p, sheet)), cx);
                period::begin_period(self, phase, cx);
            }
            Step::Command => {
                command::resolve(self, phase, both.map(|p| part(p, commands)), cx);
                standing::begin_legs(self, phase, cx);
                phase.step = Step::Intent;
                if period::nobody_asked(self, phase, cx) {
                    period::normal_stage(self, phase, &[], cx);
                }
            }
            Step::Intent => {
                let intents = all(both, |p| if let Plan::Intent(list) = p { list } else { Vec::new() });
                period::normal_stage(self, phase, &intents, cx);
            }
            Step::BonusPoint => {
                let answers =
                    all(both, |p| if let Plan::Answers(told) = p { vec![told] } else { Vec::new() });
                for unit in answers.iter().flat_map(|told| &told.hold_fire) {
                    phase.units[unit.index()].kept.secret.spares_chargers = true;
                }
                let mut told = Answers::default();
                for answers in answers {
                    told.met.extend(answers.met);
                    told.through.extend(answers.through);
                }
                period::bonus_stage(self, phase, &told, cx);
            }
            Step::Melee => {
                for id in all(both, |p| chosen(p).units) {
                    phase.units[id.index()].now.laps = true;
                }
                period::hand_to_hand(self, phase, cx);
            }
            Step::After => {
                let stand = all(both, |p| chosen(p).units);
                period::after(self, phase, &stand, cx);
            }
            Step::React => {
                let chosen: Vec<Chosen> = both.0.into_iter().flatten().map(chosen).collect();
                let asked: Vec<UnitId> = chosen.iter().flat_map(|c| c.units.clone()).collect();
                let closing: Vec<UnitId> = chosen.iter().flat_map(|c| c.closing.clone()).collect();
                period::test_all(self, phase, &asked, &closing, cx);
            }
            Step::Steady => {
                let chosen: Vec<Chosen> = both.0.into_iter().flatten().map(chosen).collect();
                period::steadied(self, phase, &chosen, cx);
            }
            Step::Over(_) => {}
        }
    }

    /// Files at both ends of a front give by a fifth of an inch among friends, and who touches may press a little.
    fn footprint(&self, field: &Field, _phase: &Phase, unit: UnitId) -> Rect {
        let rect = field.shape(unit).narrower((JOSTLE + TOUCH) * MM);
        Rect { half_depth: (rect.half_depth - TOUCH * MM / 2.0).max(rect.half_depth / 2.0), ..rect }
    }

    /// The broken run through friends, and rally clear of them.
    fn is_passing(&self, _field: &Field, phase: &Phase, unit: UnitId) -> bool {
        phase.units[unit.index()].is_broken()
    }

    fn bearing(&self, field: &Field, phase: &Phase, unit: UnitId) -> Bearing {
        // A part of a large unit is nobody until it breaks from it.
        let inside = self.kit(unit).detached && field.unit(unit).place == Place::Waiting;
        match phase.units[unit.index()].is_broken() {
            _ if inside || !self.kit(unit).is_unit() => Bearing::NoTroops,
            true => Bearing::Broken,
            false => Bearing::InHand,
        }
    }

    fn standing(&self, field: &Field, phase: &Phase) -> Standing {
        Standing {
            turn: phase.period,
            turn_word: "period",
            active: None,
            phase: called(&phase.step),
            losses: BySide::each(|side| resolve::figures_lost(self, field, phase, side)),
        }
    }

    fn veil(&self, field: &Field, phase: &Phase, viewer: Viewer) -> (Field, Phase) {
        veil::veil(self, field, phase, viewer)
    }

    fn guess(&self, view: &View<Self>, dice: &mut dyn Dice) -> (Field, Phase) {
        (view.field.clone(), guess::guess(self, &view.field, &view.phase, view.viewer, dice))
    }
}

/// What a part of the period or of the set-up is called.
fn called(step: &Step) -> &'static str {
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

fn part<T>(plan: Option<Plan>, read: impl Fn(Plan) -> Option<T>) -> Option<T> {
    plan.and_then(read)
}

fn deployment(plan: Plan) -> Option<Deployment> {
    if let Plan::Deploy(places) = plan { Some(places) } else { None }
}

fn sheet(plan: Plan) -> Option<sheet::Sheet> {
    if let Plan::Orders(sheet) = plan { Some(sheet) } else { None }
}

fn commands(plan: Plan) -> Option<command::Plan> {
    if let Plan::Command(plan) = plan { Some(plan) } else { None }
}

fn chosen(plan: Plan) -> Chosen {
    if let Plan::Chosen(chosen) = plan { chosen } else { Chosen::default() }
}

fn all<T>(both: BySide<Option<Plan>>, read: impl Fn(Plan) -> Vec<T>) -> Vec<T> {
    both.0.into_iter().flatten().flat_map(read).collect()
}
