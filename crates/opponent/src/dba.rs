//! The generals of De Bellis Antiquitatis.

mod aim;
mod blocks;
mod camps;
mod contacts;
mod deploy;
mod estimate;
mod judge;
mod order;
mod peril;
mod raid;
mod recruit;
mod route;
mod scene;
mod setup;
mod veteran;
mod why;

use crate::candidates::Candidates;
use crate::craft::{Craft, Thought, ask_anew, planned};
use crate::dials::{self, ByLevel};
use crate::mind::Mind;
use crate::reason::Reason;
use crate::{Level, candidates};
use dba::Dba;
use dba::api::board::{Phase, Step};
use dice::Seeded;
use recruit::Weighed;
use scene::Scene;
use umpire::{Asked, Command, Decision, Form, OptionId, Rulebook, Side, View};

/// A lead of so many elements is worth half a victory.
const HALF: f64 = 4.0;

impl Craft for Dba {
    /// Both sides go on in one way.
    type Stance = ();
    /// What the board was worth that the last attack left.
    type Memory = Weighed;

    const DIALS: ByLevel = dials::DBA;
    const RECRUIT: () = ();

    fn at_once<'v>(level: Level, view: &'v View<Dba>, side: Side, whims: &mut Seeded) -> Decision<'v, Dba> {
        match level {
            Level::Hasty => hasty(view, side, whims),
            _ => decide(level, view, side, whims),
        }
    }

    fn remembering<'v>(
        level: Level,
        view: &'v View<Dba>,
        side: Side,
        whims: &mut Seeded,
        memory: &mut Weighed,
    ) -> Decision<'v, Dba> {
        if level == Level::Recruit && view.phase.step == Step::Move {
            return recruit::movement(view, &Scene::of(view, side, scene::PATIENCE), memory);
        }
        Dba::at_once(level, view, side, whims)
    }

    fn hasty(view: &mut View<Dba>, side: Side, (): &(), whims: &mut Seeded) -> <Dba as Rulebook>::Plan {
        ask_anew(view);
        let first = planned(view, side, hasty(view, side, whims));
        let plan = first.or_else(|| planned(view, side, anything(view, side)));
        plan.expect("some answer to every question is legal")
    }

    fn tick(phase: &Phase) -> u16 {
        phase.bound
    }

    fn worth(view: &View<Dba>, side: Side) -> f64 {
        if let Asked::Nobody(outcome) = view.book.asked(&view.field, &view.phase) {
            return outcome.winner.map_or(0.0, |winner| if winner == side { 1.0 } else { -1.0 });
        }
        let losses = view.book.standing(&view.field, &view.phase).losses;
        let scene = Scene::of(view, side, veteran::PATIENCE);
        let board = judge::stand(&scene, view.field.clone(), view.phase.clone());
        let lead = f64::from(losses[side.other()] - losses[side]) + f64::from(board);
        lead / (lead.abs() + HALF)
    }

    fn why(_: Level, view: &View<Dba>, side: Side, command: &Command) -> Option<Reason> {
        why::reason(view, side, command)
    }

    fn ideas(mind: &mut Mind<'_, Dba>, (): &()) -> Vec<Thought<Dba>> {
        if mind.view.phase.step != Step::Move {
            return candidates::of(mind, &());
        }
        let (view, side, whims) = (mind.view, mind.side, &mut Seeded::stream(mind.seed, 1));
        let mut first = |level| decide(level, view, side, whims).into_command();
        let (veteran, recruit) = (first(Level::Veteran), first(Level::Recruit));
        let mut found = Candidates::beginning(mind, veteran, ());
        found.add(recruit);
        found.add(Command::Done);
        let best = veteran::ranked(&Scene::of(view, side, veteran::PATIENCE));
        best.into_iter().for_each(|(_, order)| found.add(order.command()));
        found.thoughts
    }

    fn is_thought_ahead(view: &View<Dba>) -> bool {
        view.phase.step == Step::Move
    }

    fn with_care(view: &mut View<Dba>, side: Side) -> Option<<Dba as Rulebook>::Plan> {
        ask_anew(view);
        planned(view, side, movement(Level::Veteran, view, side))
    }
}

/// What a general of that level does.
fn decide<'v>(level: Level, view: &'v View<Dba>, side: Side, whims: &mut Seeded) -> Decision<'v, Dba> {
    let wish = match &view.phase.step {
        Step::Move => return movement(level, view, side),
        Step::Targets(_) | Step::Replies(_) => aim::targets(view, side),
        Step::Shoot => aim::next_shot(view),
        Step::Fight => order::next_combat(view, side),
        _ => setup::decide(level, view, side, whims),
    };
    view.judge(side, wish).unwrap_or_else(|_| anything(view, side))
}

/// What comes to a recruit's mind first: so both sides go on in battles that are only imagined.
fn hasty<'v>(view: &'v View<Dba>, side: Side, whims: &mut Seeded) -> Decision<'v, Dba> {
    let wish = match &view.phase.step {
        Step::Move => return recruit::hasty(view, &Scene::of(view, side, scene::PATIENCE)),
        // The usual targets: whoever shoots back, then the nearest.
        Step::Targets(_) | Step::Replies(_) => Command::Done,
        Step::Shoot => Command::Choose(OptionId(0)),
        Step::Fight => order::by_type(view),
        _ => return decide(Level::Recruit, view, side, whims),
    };
    view.judge(side, wish).unwrap_or_else(|_| anything(view, side))
}

fn movement(level: Level, view: &View<Dba>, side: Side) -> Decision<'_, Dba> {
    match level {
        Level::Random | Level::Hasty | Level::Recruit => {
            recruit::movement(view, &Scene::of(view, side, scene::PATIENCE), &mut Weighed::default())
        }
        Level::Veteran | Level::Strategos => {
            veteran::movement(&Scene::of(view, side, veteran::PATIENCE)).into()
        }
    }
}

/// The first plain thing that is legal: an answer to every question when nothing better comes to mind.
fn anything(view: &View<Dba>, side: Side) -> Decision<'_, Dba> {
    let choices = match view.pending.ask(side).map(|ask| &ask.form) {
        Some(Form::Choose(choices)) => choices.len(),
        _ => 0,
    };
    let plain = (0..choices).map(|i| Command::Choose(OptionId(i as u16)));
    let found = plain.chain([Command::Done]).find_map(|c| view.judge(side, c).ok());
    found.unwrap_or_else(|| Command::Done.into())
}
