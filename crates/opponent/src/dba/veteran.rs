//! The veteran: weighs many moves by exact odds on the board each would leave behind.
//!
//! Every legal proposal is carried out on a copy of the field and the result judged; the best for its PIPs is taken
//! while it is better than standing still.

mod ideas;

use super::judge::{carried_out, stand};
use super::scene::{Order, Scene};
use dba::api::movement::MovePlan;
use umpire::Command;

/// How many proposals it looks at in earnest.
const LOOKS: usize = 90;
/// A move must gain at least so much, in elements.
const GAIN: f32 = 0.004;

/// How far a battle goes while it waits for the enemy with its guns, as [`super::scene::PATIENCE`]: longer than a
/// recruit, who then comes under its fire.
pub const PATIENCE: [f32; 2] = [0.53, 0.63];

/// The next move, or the end of movement.
pub fn movement(scene: &Scene<'_>) -> Command {
    let best = ranked(scene).into_iter().next().filter(|(gain, _)| *gain > GAIN);
    best.map_or(Command::Done, |(_, order)| order.command())
}

/// The moves it looks at, each with what it gains for its PIPs, the best first.
pub fn ranked(scene: &Scene<'_>) -> Vec<(f32, Order)> {
    let still = stand(scene, scene.field.clone(), scene.phase.clone());
    let mut orders = ideas::ideas(scene);
    orders.sort_by(|a, b| b.promise.total_cmp(&a.promise));
    let looked = orders.into_iter().filter_map(|order| Some((scene.check(&order)?, order))).take(LOOKS);
    let gain = |plan: &MovePlan| {
        let price = f32::from(plan.price.total().max(1));
        let (field, phase) = carried_out(scene, plan);
        (stand(scene, field, phase) - still) / price
    };
    let mut ranked: Vec<(f32, Order)> = looked.map(|(plan, order)| (gain(&plan), order)).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    ranked
}
