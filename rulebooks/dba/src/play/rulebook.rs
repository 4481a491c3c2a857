//! Decisions: who is asked for what, whether an answer is allowed, and what follows from it.
//!
//! After each decision the machine runs on by itself, through every part of the bound in which nobody has
//! anything to decide, up to the next question or the end of the battle.

use crate::board::Board;
use crate::board::state::{Phase, Step};
use crate::contact::facing;
use crate::movement::check::{anyone_movable, check, movable};
use crate::movement::manner::MANNERS;
use crate::movement::plan::MovePlan;
use crate::play::bound::{after_aiming, begin_bound, end_bound};
use crate::play::veil;
use crate::setup::steps;
use crate::shooting::{self, declare, shots, targets};
use crate::{Dba, combat, movement, rule, told, victory};
use dice::Dice;
use ruling::{Measure, Refusal, RuleId, RuleIndex};
use umpire::{
    Ask, Asked, BySide, Canonical as _, Choice, Command, Cx, DigestWriter, Field, Form, Manner, OptionId,
    Pending, Plans, Rulebook, Side, Standing, UnitId, View, Viewer,
};

/// A checked command.
#[derive(Clone, Debug)]
pub enum Plan {
    /// Part of the set-up.
    Setup(steps::Plan),
    /// A tactical move.
    Move(MovePlan),
    /// No more moves in this bound.
    Halt,
    /// Who shoots at whom.
    Aim(Vec<(UnitId, UnitId)>),
    /// The shot or the combat that comes next, by its number among those waiting.
    Next(usize),
}

impl Rulebook for Dba {
    type Phase = Phase;
    type Plan = Plan;

    const ID: &'static str = "dba";
    const RULES: u16 = 2;
    const DIGEST: u16 = 1;
    const MANNERS: &'static [Manner] = MANNERS;

    fn rules(&self) -> &RuleIndex {
        Dba::index()
    }

    fn write_phase(phase: &Phase, out: &mut DigestWriter) {
        phase.write(out);
    }

    fn pending(&self, field: &Field, phase: &Phase) -> Pending {
        let board = || Board::of(self, field, phase);
        let (side, ask) = match &phase.step {
            Step::Over(outcome) => return Pending::Over(*outcome),
            Step::Move => {
                let form = Form::Move {
                    units: movable(&board(), phase),
                    manners: MANNERS,
                    left: Some(Measure { amount: f64::from(phase.pips.total()), unit: "PIPs" }),
                };
                (
                    phase.active,
                    Ask::new(rule::PIPS_COST, "Move elements and groups, or end the movement.", form),
                )
            }
            Step::Targets(side) => {
                let shooters = targets::shooters(&board(), phase, *side);
                (
                    *side,
                    Ask::new(rule::SHOOT_MUST, "Choose a target for every shooter.", Form::Shoot(shooters)),
                )
            }
            Step::Replies(side) => {
                let guns = targets::replies(&board(), phase, *side);
                (*side, Ask::new(rule::SHOOT_WHEN, "Choose whom your guns reply to.", Form::Shoot(guns)))
            }
            Step::Shoot => {
                let choices = shots::waiting(&board(), phase).into_iter().map(|i| {
                    let shot = &phase.shots[i];
                    let units = shot.shooters.iter().copied().chain([shot.target]).collect();
                    Choice { label: told::shot(field, shot).into(), rule: rule::SHOOT_ORDER, units }
                });
                let form = Form::Choose(choices.collect());
                (phase.active, Ask::new(rule::SHOOT_ORDER, "Choose the next shot.", form))
            }
            Step::Fight => {
                let choices = phase.pairs.iter().map(|pair| Choice {
                    label: told::pair(field, pair.active, pair.inactive).into(),
                    rule: rule::COMBAT_WHO,
                    units: vec![pair.active, pair.inactive],
                });
                let form = Form::Choose(choices.collect());
                (phase.active, Ask::new(rule::COMBAT_WHO, "Choose the next combat.", form))
            }
            Step::Invader
            | Step::Terrain
            | Step::Edge
            | Step::Camp(_)
            | Step::Deploy(_)
            | Step::Swap
            | Step::Begin => return steps::pending(self, field, phase),
        };
        Pending::Decide(side, ask)
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
        match (&phase.step, command) {
            (Step::Move, Command::Move { manner, units, path }) => {
                let board = Board::of(self, field, phase);
                check(&board, phase, side, *manner, units, path).map(Plan::Move)
            }
            (Step::Move, Command::Done) => Ok(Plan::Halt),
            (Step::Targets(_), Command::Shoot(_) | Command::Done) => {
                let board = Board::of(self, field, phase);
                let shooters = targets::shooters(&board, phase, side);
                aim(&board, phase, side, &shooters, command).map(Plan::Aim)
            }
            (Step::Replies(_), Command::Shoot(_) | Command::Done) => {
                let board = Board::of(self, field, phase);
                let guns = targets::replies(&board, phase, side);
                aim(&board, phase, side, &guns, command).map(Plan::Aim)
            }
            (Step::Shoot, Command::Choose(OptionId(option))) => {
                let board = Board::of(self, field, phase);
                let waiting = shots::waiting(&board, phase);
                let chosen = waiting.get(usize::from(*option)).copied();
                chosen.map(Plan::Next).ok_or_else(|| refuse(rule::SHOOT_ORDER, "there is no such shot"))
            }
            (Step::Fight, Command::Choose(OptionId(option))) => {
                let i = usize::from(*option);
                (i < phase.pairs.len())
                    .then_some(Plan::Next(i))
                    .ok_or_else(|| refuse(rule::COMBAT_WHO, "there is no such combat"))
            }
            (Step::Move, _) => Err(refuse(rule::BOUND_SEQUENCE, "this is the time for moves")),
            (Step::Targets(_) | Step::Replies(_), _) => {
                Err(refuse(rule::BOUND_SEQUENCE, "this is the time to choose targets"))
            }
            (Step::Shoot, _) => Err(refuse(rule::BOUND_SEQUENCE, "this is the time to choose the next shot")),
            (Step::Fight, _) => {
                Err(refuse(rule::BOUND_SEQUENCE, "this is the time to choose the next combat"))
            }
            (Step::Over(_), _) => Err(refuse(rule::VICTORY_WIN, "the battle is over")),
            _ => steps::check(self, field, phase, side, command).map(Plan::Setup),
        }
    }

    fn resolve(&self, phase: &mut Phase, plans: Plans<Plan>, cx: &mut Cx<'_>) {
        for plan in plans.each() {
            carry_out(self, phase, plan, cx);
            run_on(self, phase, cx);
        }
    }

    fn standing(&self, field: &Field, phase: &Phase) -> Standing {
        Standing {
            turn: phase.bound,
            turn_word: "bound",
            active: (phase.bound > 0).then_some(phase.active),
            phase: part(&phase.step),
            losses: BySide::each(|side| victory::losses(self, field, phase, side).count(&self.house)),
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

fn refuse(rule: RuleId, what: &'static str) -> Vec<Refusal> {
    vec![Refusal::new(rule, what)]
}

/// The targets a player gave, judged, or the usual ones.
fn aim(
    board: &Board<'_>,
    phase: &Phase,
    side: Side,
    shooters: &[umpire::Shooter],
    command: &Command,
) -> Result<Vec<(UnitId, UnitId)>, Vec<Refusal>> {
    match command {
        Command::Shoot(list) => declare::judge(board, phase, side, shooters, list).map(|()| list.clone()),
        _ => Ok(declare::usual(phase, shooters)),
    }
}

/// Carries out a decision.
fn carry_out(book: &Dba, phase: &mut Phase, plan: Plan, cx: &mut Cx<'_>) {
    match plan {
        Plan::Setup(plan) => {
            if steps::resolve(book, phase, plan, cx) == steps::Stands::Ready {
                begin_bound(book, phase, cx);
            }
        }
        Plan::Move(plan) => movement::resolve::carry_out(book, phase, &plan, cx),
        Plan::Halt => end_movement(book, phase, cx),
        Plan::Aim(list) => {
            declare::declare(phase, &list);
            phase.step = after_aiming(phase);
        }
        Plan::Next(i) if phase.step == Step::Shoot => shooting::resolve::carry_out(book, phase, i, cx),
        Plan::Next(i) => {
            let pair = phase.pairs.remove(i);
            combat::resolve::carry_out(book, phase, pair, cx);
        }
    }
}

/// Runs through everything that needs no decision.
fn run_on(book: &Dba, phase: &mut Phase, cx: &mut Cx<'_>) {
    loop {
        match phase.step {
            Step::Move => {
                if phase.pips.total() > 0 && anyone_movable(&Board::of(book, cx.field(), phase), phase) {
                    return;
                }
                end_movement(book, phase, cx);
            }
            Step::Targets(_) | Step::Replies(_) | Step::Shoot => {
                let board = Board::of(book, cx.field(), phase);
                if !aim_on(&board, phase) {
                    return;
                }
                shots::strike_out(phase, cx.field());
                match shots::waiting(&board, phase)[..] {
                    [] => {
                        phase.pairs = combat::resolve::pairs(&board, phase);
                        phase.step = Step::Fight;
                    }
                    [only] => shooting::resolve::carry_out(book, phase, only, cx),
                    _ => return,
                }
            }
            Step::Fight => {
                combat::resolve::strike_out(book, phase, cx);
                match phase.pairs.len() {
                    0 => end_bound(book, phase, cx),
                    1 => {
                        let pair = phase.pairs.remove(0);
                        combat::resolve::carry_out(book, phase, pair, cx);
                    }
                    _ => return,
                }
            }
            _ => return,
        }
    }
}

/// Declares every shot that needs no decision; whether none is left that does. Nobody moves meanwhile.
fn aim_on(board: &Board<'_>, phase: &mut Phase) -> bool {
    loop {
        let shooters = match phase.step {
            Step::Targets(side) => targets::shooters(board, phase, side),
            Step::Replies(side) => targets::replies(board, phase, side),
            _ => return true,
        };
        if !declare::is_settled(phase, &shooters) {
            return false;
        }
        declare::declare(phase, &declare::usual(phase, &shooters));
        phase.step = after_aiming(phase);
    }
}

/// Movement is over: those attacked in flank or rear turn, then targets are chosen.
fn end_movement(book: &Dba, phase: &mut Phase, cx: &mut Cx<'_>) {
    facing::turn_to_face(book, phase, cx);
    phase.step = Step::Targets(phase.active);
}
