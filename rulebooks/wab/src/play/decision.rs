//! What is asked, what may be answered, and what an answer does.

use crate::aftermath::{give_ground, rally};
use crate::board::bodies::Board;
use crate::board::game::Game;
use crate::board::state::{Declaration, Next, Phase, Step};
use crate::charge::{advance, answers, declare};
use crate::combat::prepare;
use crate::data::tables::tables;
use crate::movement::manner::MANNERS;
use crate::movement::remaining;
use crate::play::offers::{offers, question};
use crate::play::plan::Plan;
use crate::play::sequence;
use crate::{Wab, aftermath, rule, setup, shooting, victory};
use dice::Dice;
use ruling::{Refusal, RuleIndex};
use table::Rect;
use umpire::{
    Ask, Asked, Bearing, BySide, Canonical as _, Command, Cx, DigestWriter, Field, Form, Manner, OptionId,
    Pending, Plans, Rulebook, Shooter, Side, Standing, UnitId, View, Viewer,
};

impl Rulebook for Wab {
    type Phase = Phase;
    type Plan = Plan;

    const ID: &'static str = "wab";
    const RULES: u16 = 2;
    const DIGEST: u16 = 1;
    const MANNERS: &'static [Manner] = MANNERS;

    fn rules(&self) -> &RuleIndex {
        Wab::index()
    }

    fn write_phase(phase: &Phase, out: &mut DigestWriter) {
        phase.write(out);
    }

    fn pending(&self, field: &Field, phase: &Phase) -> Pending {
        let side = match (&phase.step, asked(field, phase)) {
            (Step::Over(outcome), _) => return Pending::Over(*outcome),
            (_, side) => side.unwrap_or(phase.active),
        };
        Pending::Decide(side, ask(&Board::of(self, field, phase), field, side))
    }

    fn asked(&self, field: &Field, phase: &Phase) -> Asked {
        match (&phase.step, asked(field, phase)) {
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
        if asked(field, phase) != Some(side) {
            return Err(vec![Refusal::new(rule::TURN_SEQUENCE, "it is not your decision")]);
        }
        let board = Board::of(self, field, phase);
        match (&phase.step, command) {
            (Step::Deploy(_), Command::Place(places)) => {
                setup::check(&board, field, side, places).map(|(unit, pose)| Plan::Place(unit, pose))
            }
            (Step::Remaining, Command::Done) => Ok(Plan::Stand),
            (Step::Remaining, Command::Move { manner, units, path }) => {
                remaining::check(&board, *manner, units, path).map(Plan::Move)
            }
            (Step::Shoot, Command::Done) => Ok(Plan::HoldFire),
            (Step::Shoot, Command::Shoot(shots)) => check_shots(&board, shots),
            (Step::Declare, Command::Done) => done(&board, field),
            (Step::Declare, Command::Charge { unit, target }) => {
                let wished = Declaration::Charge(*unit, *target);
                if declare::declarations(&board).contains(&wished) {
                    return Ok(Plan::Declare(wished));
                }
                let (why, what) = declare::forbids(&board, *unit);
                let refusal = Refusal::new(why, what);
                Err(vec![refusal.about(unit.0).about(target.0).instead("one of the charges offered")])
            }
            (_, Command::Choose(OptionId(i))) => {
                let mut offers = offers(&board, field);
                let n = offers.len();
                if usize::from(*i) < n {
                    return Ok(offers.swap_remove(usize::from(*i)).1);
                }
                let what = format!("there is no option {i}");
                Err(vec![
                    Refusal::new(question(field, &phase.step).0, what)
                        .instead(format!("0 to {}", n.max(1) - 1)),
                ])
            }
            (step, _) => {
                let wanted = match step {
                    Step::Deploy(_) => "place one unit",
                    Step::Remaining => "move, or done",
                    Step::Shoot => "shoot, or done",
                    _ => "choose one of the options",
                };
                Err(vec![
                    Refusal::new(question(field, step).0, "that is no answer to what is asked")
                        .instead(wanted),
                ])
            }
        }
    }

    fn resolve(&self, phase: &mut Phase, plans: Plans<Plan>, cx: &mut Cx<'_>) {
        let mut game = Game { book: self, phase, cx };
        for plan in plans.each() {
            let next = carry_out(&mut game, plan);
            sequence::run_on(&mut game, next);
        }
    }

    /// Skirmishers stand with gaps between them, and with none beyond the last.
    fn footprint(&self, field: &Field, phase: &Phase, unit: UnitId) -> Rect {
        let shape = *field.shape(unit);
        if !self.kit(unit).skirmishes() || phase.unit(unit).fleeing {
            return shape;
        }
        let less = tables().skirmish_gap / 2.0;
        Rect { half_width: shape.half_width - less, half_depth: shape.half_depth - less, ..shape }
    }

    fn bearing(&self, _field: &Field, phase: &Phase, unit: UnitId) -> Bearing {
        match phase.unit(unit).fleeing {
            _ if self.kit(unit).character => Bearing::NoTroops,
            true => Bearing::Broken,
            false => Bearing::InHand,
        }
    }

    fn standing(&self, field: &Field, phase: &Phase) -> Standing {
        Standing {
            turn: phase.turn,
            turn_word: "turn",
            active: (phase.turn > 0).then_some(phase.active),
            phase: part(&phase.step),
            losses: BySide::each(|side| victory::losses(self, field, phase, side).points as i32),
        }
    }

    // Declarations, answers and dice are open; of a unit others are shown what is seen of it, and no more.
    fn veil(&self, field: &Field, phase: &Phase, viewer: Viewer) -> (Field, Phase) {
        let mut phase = phase.clone();
        for id in field.ids() {
            let all = viewer == Viewer::Opened || viewer == Viewer::Player(field.side(id));
            if !all {
                *phase.unit_mut(id) = phase.unit(id).shown();
            }
        }
        (field.clone(), phase)
    }

    fn guess(&self, view: &View<Self>, _dice: &mut dyn Dice) -> (Field, Phase) {
        (view.field.clone(), view.phase.clone())
    }
}

/// Who decides now.
fn asked(field: &Field, phase: &Phase) -> Option<Side> {
    let active = phase.active;
    Some(match &phase.step {
        Step::Deploy(side) | Step::Edge(side) | Step::FirstTurn(side) => *side,
        Step::Begin => phase.first,
        Step::Declare | Step::Redirect(_) | Step::Chargers | Step::Remaining | Step::Shoot | Step::Combat => {
            active
        }
        Step::Answer { target, .. } => field.side(*target),
        Step::Regroup(unit) | Step::Face(unit, _) | Step::Pursue { unit, .. } | Step::Follow(unit, _) => {
            field.side(*unit)
        }
        Step::Prepare(query) => field.side(prepare::decides(*query)),
        Step::Over(_) => return None,
    })
}

fn ask(board: &Board<'_>, field: &Field, side: Side) -> Ask {
    let phase = board.phase;
    match &phase.step {
        Step::Deploy(_) => setup::ask(board.book, field, phase, side),
        Step::Remaining => Ask::new(
            rule::MOVE_SEQUENCE,
            "Move your units, or end the moves.",
            Form::Move { units: remaining::movers(board), manners: MANNERS, left: None },
        ),
        Step::Shoot => {
            let list = shooting::resolve::shooters(board).into_iter();
            let shooter =
                |(unit, targets): (UnitId, Vec<UnitId>)| Shooter { unit, usual: targets[0], targets };
            Ask::new(
                rule::SHOOT_SEQUENCE,
                "Choose who shoots, and at whom.",
                Form::Shoot(list.map(shooter).collect()),
            )
        }
        step => {
            let (rule, prompt) = question(field, step);
            let choices = offers(board, field).into_iter().map(|(choice, _)| choice).collect();
            Ask::new(rule, prompt, Form::Choose(choices))
        }
    }
}

/// Nothing more to declare, where that is offered.
fn done(board: &Board<'_>, field: &Field) -> Result<Plan, Vec<Refusal>> {
    let last = offers(board, field).pop();
    match last {
        Some((_, plan @ Plan::Declare(Declaration::Done))) => Ok(plan),
        _ => Err(vec![Refusal::new(rule::FRENZY_CHARGE, "a frenzied unit must charge first")]),
    }
}

fn check_shots(board: &Board<'_>, shots: &[(UnitId, UnitId)]) -> Result<Plan, Vec<Refusal>> {
    let able = shooting::resolve::shooters(board);
    let mut refusals = Vec::new();
    for (i, (unit, target)) in shots.iter().enumerate() {
        let Some((_, targets)) = able.iter().find(|(u, _)| u == unit) else {
            let (why, what) = shooting::resolve::idle(board, *unit);
            refusals.push(Refusal::new(why, what).about(unit.0));
            continue;
        };
        if !targets.contains(target) {
            let why = board
                .body(*unit)
                .zip(board.body(*target))
                .and_then(|(u, t)| shooting::resolve::forbids(board, u, t));
            let why = why.unwrap_or(rule::SHOOT_TARGET);
            refusals.push(Refusal::new(why, "that is no target for it").about(unit.0).about(target.0));
        }
        if shots[..i].iter().any(|(u, _)| u == unit) {
            refusals.push(Refusal::new(rule::SHOOT_SEQUENCE, "it shoots once").about(unit.0));
        }
    }
    if shots.is_empty() {
        refusals.push(Refusal::new(rule::SHOOT_SEQUENCE, "nobody is named").instead("done"));
    }
    if refusals.is_empty() { Ok(Plan::Shoot(shots.to_vec())) } else { Err(refusals) }
}

/// Carries out a decision, and says what follows it.
fn carry_out(game: &mut Game<'_, '_>, plan: Plan) -> Next {
    match (game.phase.step.clone(), plan) {
        (_, Plan::Begin) => setup::begin(game),
        (Step::Edge(side), Plan::Edge(south)) => setup::take_edge(game, side, south),
        (Step::FirstTurn(side), Plan::FirstTurn(takes)) => setup::take_first_turn(game, side, takes),
        (_, Plan::Place(unit, pose)) => setup::place(game, unit, pose),
        (_, Plan::Declare(declaration)) => declare::declare(game, declaration),
        (Step::Answer { charger, target, .. }, Plan::Answer(answer)) => {
            answers::answer(game, charger, target, answer);
            Next::Declarations
        }
        (_, Plan::Redirect(unit, target)) => declare::redirect(game, unit, target),
        (Step::Regroup(unit), Plan::Width(files)) => rally::widen(game, unit, files),
        (Step::Face(unit, files), Plan::Face(facing)) => rally::form_up(game, unit, files, facing),
        (_, Plan::Charger(unit)) => {
            advance::move_charger(game, unit);
            Next::Chargers
        }
        (_, Plan::Move(movement)) => remaining::carry_out(game, movement),
        (_, Plan::Stand) => remaining::finish(game),
        (_, Plan::Shoot(shots)) => {
            for (unit, target) in shots {
                if game.stands(unit) && game.stands(target) {
                    shooting::resolve::volley(game, unit, target, false);
                }
            }
            shooting::resolve::go_on(game)
        }
        (_, Plan::HoldFire) => shooting::resolve::finish(game),
        (_, Plan::Combat(which)) => prepare::begin(game, which),
        (Step::Prepare(query), Plan::Settle(answer)) => prepare::settle(game, query, answer),
        (Step::Pursue { unit, .. }, Plan::Pursue(after)) => aftermath::resolve::choose(game, unit, after),
        (Step::Follow(unit, target), Plan::Follow(follows)) => {
            give_ground::follow(game, unit, target, follows)
        }
        // A plan is made for the step it is carried out in.
        _ => Next::Ask,
    }
}

/// What a part of the turn is called.
fn part(step: &Step) -> &'static str {
    match step {
        Step::Deploy(_) | Step::Edge(_) | Step::FirstTurn(_) => "deployment",
        Step::Begin => "ready",
        Step::Declare | Step::Answer { .. } | Step::Redirect(_) => "charges",
        Step::Regroup(_) | Step::Face(..) => "forming up",
        Step::Chargers => "chargers",
        Step::Remaining => "movement",
        Step::Shoot => "shooting",
        Step::Combat | Step::Prepare(_) => "close combat",
        Step::Pursue { .. } | Step::Follow(..) => "pursuit",
        Step::Over(_) => "over",
    }
}
