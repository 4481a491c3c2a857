//! The book as the engine plays it: who is asked for what, whether an answer is allowed, and what follows from it.

use crate::aftermath::rally::{may_rally, rally};
use crate::board::state::{Phase, Step};
use crate::board::{Board, Game};
use crate::charge::rules::Answer;
use crate::charge::way::{self, Way};
use crate::charge::{answers, resolve as charge};
use crate::combat::resolve as combat;
use crate::movement::check::{CHARGE, HOLDFAST, MANNERS, MARCH, March, check, may_act};
use crate::movement::resolve as movement;
use crate::play::{turn, veil};
use crate::shooting::declare::{Declared, declarations, declare, declared};
use crate::shooting::resolve as shooting;
use crate::told::choice;
use crate::{Toms, rule, setup, victory};
use dice::Dice;
use ruling::{Refusal, RuleId, RuleIndex};
use table::Facing;
use umpire::{
    Ask, Asked, Bearing, BySide, Canonical as _, Choice, Command, Cx, DigestWriter, Field, Form, Manner,
    OptionId, Pending, Plans, Rulebook, Side, Standing, UnitId, View, Viewer, voice,
};

/// A checked command.
#[derive(Clone, Debug)]
pub enum Plan {
    /// Part of the set-up.
    Setup(setup::Plan),
    /// What every unit shoots, or that it makes fire.
    Declare(Vec<(UnitId, Declared)>),
    /// A move.
    March(March),
    /// A charge.
    Charge(Way),
    /// No more moves.
    Halt,
    /// An answer to a charge.
    Answer(Answer),
    /// One of the things that wait, by its number.
    Next(usize),
    /// All that waits, in the order listed.
    AsListed,
    /// What waits is left.
    Leave,
}

impl Rulebook for Toms {
    type Phase = Phase;
    type Plan = Plan;

    const ID: &'static str = "toms";
    const RULES: u16 = 2;
    const DIGEST: u16 = 1;
    const MANNERS: &'static [Manner] = MANNERS;

    fn rules(&self) -> &RuleIndex {
        Toms::index()
    }

    fn write_phase(phase: &Phase, out: &mut DigestWriter) {
        phase.write(out);
    }

    fn pending(&self, field: &Field, phase: &Phase) -> Pending {
        let board = Board::of(self, field, phase);
        let active = phase.active;
        let decide = |rule, prompt: &'static str, form| Pending::Decide(active, Ask::new(rule, prompt, form));
        let listed = |rule, all: &'static str| choice(all, rule, Vec::new());
        match phase.step {
            Step::Over(outcome) => Pending::Over(outcome),
            Step::Declare => {
                decide(rule::TURN_DECLARE, "Declare who shoots, at whom and when.", declarations(&board))
            }
            Step::Early | Step::Late => {
                let waiting = shooting::waiting(&board, phase.step == Step::Late).into_iter();
                let mut choices: Vec<Choice> = waiting
                    .map(|id| choice(voice::name(field, id).to_string(), rule::SHOOT_ONCE, vec![id]))
                    .collect();
                choices.push(listed(rule::SHOOT_ONCE, "all, in this order"));
                decide(rule::TURN_DECLARE, "Choose the next volley.", Form::Choose(choices))
            }
            Step::Move => {
                let units = board.of_side(active).filter(|&id| may_act(&board, id)).collect();
                let form = Form::Move { units, manners: MANNERS, left: None };
                decide(rule::TURN_CHOICE, "Move, charge or hold fast, or end the moves.", form)
            }
            Step::React(charge) => {
                let answers = answers::options(&board, &charge);
                let choices = answers
                    .into_iter()
                    .map(|a| choice(a.label(), a.rule(), vec![charge.unit, charge.target]));
                let ask = Ask::new(rule::REACT_CHOICE, "Answer the charge.", Form::Choose(choices.collect()));
                Pending::Decide(board.side(charge.target), ask)
            }
            Step::Melee => melee_ask(&board),
            Step::Rally => {
                let mut choices: Vec<Choice> = may_rally(&board)
                    .into_iter()
                    .map(|id| choice(voice::name(field, id).to_string(), rule::RALLY_WHEN, vec![id]))
                    .collect();
                choices.push(listed(rule::RALLY_WHEN, "all, in this order"));
                choices.push(listed(rule::RALLY_WHEN, "nobody"));
                decide(rule::RALLY_WHEN, "Choose who tries to rally next.", Form::Choose(choices))
            }
            _ => setup::pending(&board),
        }
    }

    fn asked(&self, field: &Field, phase: &Phase) -> Asked {
        match phase.step {
            Step::Over(outcome) => Asked::Nobody(outcome),
            _ => Asked::One(waited_for(&Board::of(self, field, phase))),
        }
    }

    fn overseen(&self, _pending: Pending, field: &Field, phase: &Phase) -> Pending {
        // What is asked may name an ambush, so onlookers see what would be asked if there were none.
        self.pending(field, phase)
    }

    fn check(
        &self,
        field: &Field,
        phase: &Phase,
        side: Side,
        command: &Command,
    ) -> Result<Plan, Vec<Refusal>> {
        let board = Board::of(self, field, phase);
        match (&phase.step, command) {
            (Step::Declare, Command::Sheet { lines, picks }) if lines.is_empty() => {
                declared(&board, picks).map(Plan::Declare)
            }
            (Step::Declare, Command::Done) => Ok(Plan::Declare(Vec::new())),
            (Step::Early | Step::Late, Command::Choose(option)) => {
                let waiting = shooting::waiting(&board, phase.step == Step::Late).len();
                one_of(rule::SHOOT_ONCE, *option, waiting, false)
            }
            (Step::Move, Command::Move { manner, units, path }) => moved(&board, side, *manner, units, path),
            (Step::Move, Command::Charge { unit, target }) => {
                way::best(&board, side, *unit, *target).map(Plan::Charge)
            }
            (Step::Move, Command::Done) => Ok(Plan::Halt),
            (Step::React(charge), Command::Choose(option)) => {
                let answers = answers::options(&board, charge);
                match answers.get(usize::from(option.0)) {
                    Some(&answer) => Ok(Plan::Answer(answer)),
                    None => refuse(rule::REACT_CHOICE, "there is no such answer"),
                }
            }
            (Step::React(_), Command::Done) => Ok(Plan::Answer(Answer::Nothing)),
            (Step::Melee, Command::Choose(option)) => match &phase.combat {
                Some(combat) => {
                    let blows = combat::next_blows(&board, combat).len();
                    one_of(rule::MELEE_ORDER, *option, blows, false)
                }
                None => {
                    let combats = combat::combats(&board);
                    let optional = combats.iter().any(|units| !combat::is_due(&board, units));
                    one_of(rule::MELEE_ORDER, *option, combats.len(), optional)
                }
            },
            (Step::Rally, Command::Choose(option)) => {
                one_of(rule::RALLY_WHEN, *option, may_rally(&board).len(), true)
            }
            (Step::Generals(_) | Step::Begin | Step::Deploy(_) | Step::Hide(_), _) => {
                setup::check(&board, side, command).map(Plan::Setup)
            }
            (Step::Over(_), _) => refuse(rule::VICTORY_ARMY_BREAKS, "the battle is over"),
            _ => refuse(rule::TURN_ORDER, "this is not the time for that"),
        }
    }

    fn resolve(&self, phase: &mut Phase, plans: Plans<Plan>, cx: &mut Cx<'_>) {
        plans.each().for_each(|plan| carry_out(&mut Game { book: self, phase, cx }, plan));
    }

    fn bearing(&self, field: &Field, phase: &Phase, unit: UnitId) -> Bearing {
        if Board::of(self, field, phase).is_broken(unit) { Bearing::Broken } else { Bearing::InHand }
    }

    fn standing(&self, field: &Field, phase: &Phase) -> Standing {
        let board = Board::of(self, field, phase);
        Standing {
            turn: phase.round(),
            turn_word: "turn",
            active: (phase.turn > 0).then_some(phase.active),
            phase: part(&phase.step),
            losses: BySide::each(|side| victory::loss(&board, side).halves().div_ceil(2) as i32),
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

fn melee_ask(board: &Board<'_>) -> Pending {
    let field = board.field;
    if let Some(combat) = &board.phase.combat {
        let (side, next) = combat::chooser(board, combat).unwrap_or((board.phase.active, Vec::new()));
        let mut choices: Vec<Choice> = next
            .into_iter()
            .map(|(a, b)| {
                let label = format!("{} against {}", voice::name(field, a), voice::name(field, b));
                choice(label, rule::MELEE_ORDER, vec![a, b])
            })
            .collect();
        choices.push(choice("all, in this order", rule::MELEE_ORDER, Vec::new()));
        let ask = Ask::new(rule::MELEE_ORDER, "Choose the next blow.", Form::Choose(choices));
        return Pending::Decide(side, ask);
    }
    let combats = combat::combats(board);
    let optional = combats.iter().any(|units| !combat::is_due(board, units));
    let mut choices: Vec<Choice> = combats
        .into_iter()
        .map(|units| choice(voice::names(field, units.iter().copied()), rule::MELEE_ORDER, units))
        .collect();
    choices.push(choice("all, in this order", rule::MELEE_ORDER, Vec::new()));
    if optional {
        choices.push(choice("leave those that need not be fought", rule::MELEE_CONTINUE, Vec::new()));
    }
    let ask = Ask::new(rule::MELEE_ORDER, "Choose the next combat.", Form::Choose(choices));
    Pending::Decide(board.phase.active, ask)
}

/// Whom the battle waits for, when it is not over.
fn waited_for(board: &Board<'_>) -> Side {
    match board.phase.step {
        Step::React(charge) => board.side(charge.target),
        Step::Melee => match &board.phase.combat {
            Some(combat) => combat::chooser(board, combat).map_or(board.phase.active, |(side, _)| side),
            None => board.phase.active,
        },
        Step::Generals(side) | Step::Deploy(side) | Step::Hide(side) => side,
        _ => board.phase.active,
    }
}

fn refuse<T>(rule: RuleId, what: &'static str) -> Result<T, Vec<Refusal>> {
    Err(vec![Refusal::new(rule, what)])
}

/// One of so many things, all of them in the order listed, or the extra last option.
fn one_of(rule: RuleId, option: OptionId, count: usize, extra: bool) -> Result<Plan, Vec<Refusal>> {
    let i = usize::from(option.0);
    if i < count {
        Ok(Plan::Next(i))
    } else if i == count {
        Ok(Plan::AsListed)
    } else if extra && i == count + 1 {
        Ok(Plan::Leave)
    } else {
        refuse(rule, "there is no such option")
    }
}

/// Judges a move, a holdfast or a charge by its manner.
fn moved(
    board: &Board<'_>,
    side: Side,
    manner: u8,
    units: &[UnitId],
    path: &[umpire::Step],
) -> Result<Plan, Vec<Refusal>> {
    match (manner, units) {
        (MARCH, &[unit]) => check(board, side, unit, path, false).map(Plan::March),
        (HOLDFAST, &[unit]) => check(board, side, unit, path, true).map(Plan::March),
        (CHARGE, &[unit, target]) => {
            let turn = match path {
                [] => Facing::NORTH,
                [umpire::Step::Turn(turn)] => *turn,
                _ => return refuse(rule::CHARGE_PATH, "a charge is one turn and straight ahead"),
            };
            way::check(board, side, unit, target, turn).map(Plan::Charge)
        }
        (MARCH | HOLDFAST, _) => refuse(rule::TURN_CHOICE, "units move one at a time"),
        (CHARGE, _) => refuse(rule::CHARGE_PATH, "one unit charges one target"),
        _ => refuse(rule::TURN_CHOICE, "there is no such way of moving"),
    }
}

/// Carries out a decision, up to the next one.
fn carry_out(game: &mut Game<'_, '_>, plan: Plan) {
    match plan {
        Plan::Setup(plan) => {
            if setup::resolve(game, plan) {
                turn::first(game);
            }
        }
        Plan::Declare(all) => {
            for (unit, declared) in all {
                declare(game, unit, declared);
            }
            turn::compulsory(game);
        }
        Plan::March(march) => movement::carry_out(game, &march),
        Plan::Charge(way) => charge::declare(game, &way),
        Plan::Halt => {
            game.phase.as_listed = false;
            game.phase.step = Step::Late;
        }
        Plan::Answer(answer) => {
            if let Step::React(charge) = game.phase.step {
                game.phase.step = Step::Move;
                charge::answered(game, &charge, answer);
            }
        }
        Plan::Next(i) => next(game, i),
        Plan::AsListed => match (&mut game.phase.combat, game.phase.step) {
            (Some(_), Step::Melee) => {
                let side = waited_for(&game.board());
                if let Some(combat) = &mut game.phase.combat {
                    combat.as_listed[side] = true;
                }
            }
            _ => game.phase.as_listed = true,
        },
        Plan::Leave if game.phase.step == Step::Rally => {
            for unit in may_rally(&game.board()) {
                game.phase.state_mut(unit).now.rallied = true;
            }
        }
        Plan::Leave => turn::leave_the_rest(game),
    }
    turn::run_on(game);
}

fn next(game: &mut Game<'_, '_>, i: usize) {
    match game.phase.step {
        Step::Early | Step::Late => {
            let late = game.phase.step == Step::Late;
            if let Some(&unit) = shooting::waiting(&game.board(), late).get(i) {
                shooting::carry_out(game, unit);
            }
        }
        Step::Melee => {
            let board = game.board();
            if let Some(combat) = &game.phase.combat {
                if let Some(&(striker, target)) = combat::next_blows(&board, combat).get(i) {
                    combat::strike(game, striker, target);
                }
            } else if let Some(units) = combat::combats(&board).into_iter().nth(i) {
                turn::open(game, units);
            }
        }
        Step::Rally => {
            if let Some(&unit) = may_rally(&game.board()).get(i) {
                rally(game, unit);
            }
        }
        _ => {}
    }
}
