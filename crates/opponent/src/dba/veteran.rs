//! The veteran: weighs many moves by exact odds on the board each would leave behind.
//!
//! Every legal proposal is carried out on a copy of the field and the result judged; the best for its PIPs is taken
//! while it is better than standing still.

mod ideas;
pub mod judge;

use super::scene::{Order, Scene};
use dba::facing;
use dba::movement::{self, MovePlan};
use dba::phase::Phase;
use dice::{Dice, Die, RollId};
use umpire::{Command, Cx, Field, Silent};

/// How many proposals it looks at in earnest.
const LOOKS: usize = 90;
/// A move must gain at least so much, in elements.
const GAIN: f32 = 0.004;

/// The next move, or the end of movement.
pub fn movement(scene: &Scene<'_>) -> Command {
    let best = ranked(scene).into_iter().next().filter(|(gain, _)| *gain > GAIN);
    best.map_or(Command::Done, |(_, order)| order.command())
}

/// The moves it looks at, each with what it gains for its PIPs, the best first.
pub fn ranked(scene: &Scene<'_>) -> Vec<(f32, Order)> {
    let still = judge::stand(scene, scene.field.clone(), scene.phase.clone());
    let mut orders = ideas::ideas(scene);
    orders.sort_by(|a, b| b.promise.total_cmp(&a.promise));
    let looked = orders.into_iter().filter_map(|order| Some((scene.check(&order)?, order))).take(LOOKS);
    let gain = |plan: &MovePlan| {
        let price = f32::from(plan.price.total().max(1));
        let (field, phase) = carried_out(scene, plan);
        (judge::stand(scene, field, phase) - still) / price
    };
    let mut ranked: Vec<(f32, Order)> = looked.map(|(plan, order)| (gain(&plan), order)).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    ranked
}

/// Moves roll no dice.
struct NoDice;

impl Dice for NoDice {
    fn roll(&mut self, _why: RollId, _die: &'static Die) -> u8 {
        1
    }
}

/// The field and the phase after a move.
pub fn carried_out(scene: &Scene<'_>, plan: &MovePlan) -> (Field, Phase) {
    let (mut field, mut phase) = (scene.field.clone(), scene.phase.clone());
    movement::carry_out(scene.book, &mut phase, plan, &mut Cx::new(&mut field, &mut NoDice, &mut Silent));
    (field, phase)
}

/// The field and the phase once everyone who is struck in flank or rear has turned.
pub fn turned(scene: &Scene<'_>, mut field: Field, mut phase: Phase) -> (Field, Phase) {
    facing::turn_to_face(scene.book, &mut phase, &mut Cx::new(&mut field, &mut NoDice, &mut Silent));
    (field, phase)
}
