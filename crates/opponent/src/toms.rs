//! The generals of Tom's Ancient Warfare Rules.
//!
//! The recruit follows a [`stance::Stance`]: quick rules of thumb for shooting, charging and marching. The veteran
//! plays each stance out on copies of the table, both sides fighting on, and takes what ends best; the strategos first
//! finds the stance that wins most battles to their end, then weighs what single units might do besides.

mod answer;
mod charges;
mod declare;
mod deploy;
mod moves;
mod recruit;
mod scene;
mod stance;
mod veteran;
mod why;

use crate::craft::{Craft, Thought, ask_anew, planned};
use crate::dials::{self, ByLevel};
use crate::mind::Mind;
use crate::reason::Reason;
use crate::{Level, candidates};
use dice::Seeded;
use scene::Scene;
use stance::Stance;
use toms::Toms;
use toms::api::board::{Board, Phase, Step};
use toms::api::play::Plan;
use umpire::{Asked, Command, Decision, Form, OptionId, Rulebook as _, Side, View};

impl Craft for Toms {
    type Stance = Stance;
    type Memory = ();

    const DIALS: ByLevel = dials::TOMS;
    const RECRUIT: Stance = stance::RECRUIT;
    const TICKS: u16 = 2;

    fn at_once<'v>(level: Level, view: &'v View<Toms>, side: Side, _: &mut Seeded) -> Decision<'v, Toms> {
        let scene = Scene::of(&view.book, &view.field, &view.phase, side);
        let form = view.pending.ask(side).map(|ask| &ask.form);
        let wish = match view.phase.step {
            Step::Generals(_) => deploy::general(&scene, form),
            Step::Deploy(_) => deploy::places(&scene, form),
            Step::Begin | Step::Hide(_) => Command::Done,
            _ => recruit::thought(&scene, &Toms::usual(level)).command,
        };
        view.judge(side, wish).unwrap_or_else(|_| anything(view, side))
    }

    fn hasty(view: &mut View<Toms>, side: Side, stance: &Stance, whims: &mut Seeded) -> Plan {
        if is_setting_up(view) {
            ask_anew(view);
            let plan = planned(view, side, Toms::at_once(Level::Recruit, view, side, whims));
            return plan.expect("some answer to every question is legal");
        }
        recruit::thought(&Scene::of(&view.book, &view.field, &view.phase, side), stance).plan
    }

    fn tick(phase: &Phase) -> u16 {
        phase.turn
    }

    fn worth(view: &View<Toms>, side: Side) -> f64 {
        let board = Board::of(&view.book, &view.field, &view.phase);
        let asked: Asked = view.book.asked(&view.field, &view.phase);
        veteran::standing(&board, side, asked)
    }

    fn why(_: Level, view: &View<Toms>, side: Side, command: &Command) -> Option<Reason> {
        why::reason(view, side, command)
    }

    fn is_weighty(view: &View<Toms>, level: Level) -> bool {
        is_fought_over(view) || (level == Level::Strategos && is_setting_up(view))
    }

    fn usual(level: Level) -> Stance {
        if level >= Level::Veteran { stance::USUAL } else { stance::RECRUIT }
    }

    fn ways(view: &View<Toms>, _: Side, level: Level) -> &'static [Stance] {
        if level == Level::Strategos && is_fought_over(view) { &stance::GRAND } else { &[] }
    }

    fn foes(mind: &mut Mind<'_, Toms>) -> Vec<Stance> {
        match mind.level {
            Level::Strategos => stance::ENEMIES.to_vec(),
            _ => vec![stance::RECRUIT, stance::USUAL],
        }
    }

    fn ideas(mind: &mut Mind<'_, Toms>, way: &Stance) -> Vec<Thought<Toms>> {
        if is_fought_over(mind.view) { veteran::ideas(mind, way) } else { candidates::of(mind, way) }
    }
}

/// Whether armies, generals or ambushes are still being laid out.
fn is_setting_up(view: &View<Toms>) -> bool {
    matches!(view.phase.step, Step::Generals(_) | Step::Deploy(_) | Step::Begin | Step::Hide(_))
}

/// Whether something is asked that decides the battle.
fn is_fought_over(view: &View<Toms>) -> bool {
    matches!(view.phase.step, Step::Declare | Step::Move | Step::React(_))
}

/// The first plain thing that is legal: an answer to every question when nothing better comes to mind.
fn anything(view: &View<Toms>, side: Side) -> Decision<'_, Toms> {
    let choices = match view.pending.ask(side).map(|ask| &ask.form) {
        Some(Form::Choose(choices)) => choices.len(),
        _ => 0,
    };
    let plain = (0..choices).map(|i| Command::Choose(OptionId(i as u16)));
    let found = plain.chain([Command::Done]).find_map(|c| view.judge(side, c).ok());
    found.unwrap_or_else(|| Command::Done.into())
}
