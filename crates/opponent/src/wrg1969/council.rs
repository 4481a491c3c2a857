//! The council before the battle: plans for the whole army are fought out in thought.
//!
//! At first many plans are tried once each, to learn which of their parts are good; then the plans that those parts make
//! up are fought out against each other until the best is found.

use super::plan::Plan;
use super::plans::{Merits, Parts};
use super::scene::Scene;
use super::{campaign, plans, trial};
use crate::Level;
use crate::craft::Thought;
use crate::dials::TO_THE_END;
use crate::mind::{Course, Mind, Opening};
use dice::Seeded;
use umpire::{Command, Form, LineAsk};
use wrg1969::Wrg1969;

/// How many plans are compared at most when it is known which parts are good, and one more for how many battles.
const COMPARED: usize = 8;
const EACH: usize = 16;
/// How many plans the enemy is thought to choose from, and how often he is taken for a recruit: once in so many.
const FEARED: usize = 16;
const SIMPLE: usize = 4;

/// The plans that are worth comparing, the usual one of a veteran first.
pub fn ideas(mind: &mut Mind<'_, Wrg1969>, lines: &[LineAsk]) -> Vec<Thought<Wrg1969>> {
    let (view, side) = (mind.view, mind.side);
    let [veteran, recruit] = [Level::Veteran, Level::Recruit].map(|level| Scene::of(level, view, side));
    let usual = Plan::of(&veteran);
    let options = plans::options(&veteran);
    let merits = studied(mind, lines, &options, mind.dials.study);
    let sheet = |parts: &Parts| campaign::sheet(&veteran, &plans::made(&usual, parts), lines);
    let mut thoughts: Vec<Thought<Wrg1969>> = Vec::with_capacity(COMPARED);
    let mut add = |command: Command| {
        if thoughts.iter().all(|known| known.command != command) {
            thoughts.extend(Thought::of(view, side, command, None));
        }
        thoughts.len()
    };
    add(campaign::sheet(&veteran, &usual, lines));
    add(sheet(&merits.best(&options)));
    let mut known = add(campaign::sheet(&recruit, &Plan::of(&recruit), lines));
    let compared = COMPARED.min(2 + mind.dials.plan as usize / EACH);
    for parts in merits.next_best(&options) {
        if known >= compared {
            break;
        }
        known = add(sheet(&parts));
    }
    thoughts
}

/// The parts of a plan that seem good in so many battles, the later ones more like those that fared well.
fn studied(mind: &mut Mind<'_, Wrg1969>, lines: &[LineAsk], options: &Parts, battles: u32) -> Merits {
    let (view, side) = (mind.view, mind.side);
    let scene = Scene::of(Level::Veteran, view, side);
    let usual = Plan::of(&scene);
    let course = Course { way: None, foes: vec![None], turns: TO_THE_END };
    let mut whims = Seeded::stream(mind.seed, 2);
    let mut fought: Vec<(Parts, f64)> = Vec::new();
    let mut merits = Merits::of(&fought);
    // There must be time left to compare the best.
    mind.hurried(2, |mind| {
        for n in 0..battles {
            let early = n < battles / 2;
            let like = if early { plans::parts(&usual) } else { merits.best(options) };
            let parts = plans::like(&like, options, if early { 1 } else { 2 }, &mut whims);
            let command = campaign::sheet(&scene, &plans::made(&usual, &parts), lines);
            if let Some(thought) = Thought::of(view, side, command, None) {
                let Some(came) = mind.play(&Opening { thought, begun: None }, &course, n) else { break };
                fought.push((parts, came));
            }
            if n + 1 >= battles / 2 && n % 8 == 7 {
                merits = Merits::of(&fought);
            }
        }
    });
    Merits::of(&fought)
}

/// What the enemy may write: as a recruit, or what he would find out in a council of his own, as far as it can be
/// guessed.
pub fn foes(mind: &mut Mind<'_, Wrg1969>) -> Vec<Option<Parts>> {
    let battles = mind.dials.wary;
    if battles == 0 || mind.view.phase.step != wrg1969::api::board::Step::Orders {
        return vec![None];
    }
    let enemy = mind.side.other();
    let mut whims = Seeded::stream(mind.seed, 3);
    let view = trial::seen_by(&trial::world(mind.view, mind.side, &mut whims), enemy);
    let Some(Form::Sheet { lines, .. }) = view.pending.ask(enemy).map(|ask| &ask.form) else {
        return vec![None];
    };
    let mut council = Mind::new(&view, enemy, mind.level, mind.dials, None, mind.seed ^ 1);
    mind.lend(&mut council, 3);
    let options = plans::options(&Scene::of(Level::Veteran, &view, enemy));
    let merits = studied(&mut council, lines, &options, battles);
    mind.take_back(&council);
    let feared = |n: usize| {
        let parts = plans::like(&merits.best(&options), &options, 4, &mut whims);
        (!n.is_multiple_of(SIMPLE)).then_some(parts)
    };
    (0..FEARED).map(feared).collect()
}
