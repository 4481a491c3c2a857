//! The veteran: weighs many moves by exact odds on the board each would leave behind.
//!
//! Every legal proposal is carried out on a copy of the field and the result judged; the best for its PIPs is taken
//! while it is better than standing still.

mod ideas;
mod judge;

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
    let still = judge::stand(scene, scene.field.clone(), scene.phase.clone());
    let mut orders = ideas::ideas(scene);
    orders.sort_by(|a, b| b.promise.total_cmp(&a.promise));
    let mut best: Option<(f32, Order)> = None;
    let mut looks = 0;
    for order in orders {
        if looks == LOOKS {
            break;
        }
        let Some(plan) = scene.check(&order) else { continue };
        looks += 1;
        let price = f32::from(plan.price.total().max(1));
        let (field, phase) = carried_out(scene, &plan);
        let gain = (judge::stand(scene, field, phase) - still) / price;
        if gain > GAIN && best.as_ref().is_none_or(|(most, _)| gain > *most) {
            best = Some((gain, order));
        }
    }
    best.map_or(Command::Done, |(_, order)| order.command())
}

/// Moves roll no dice.
struct NoDice;

impl Dice for NoDice {
    fn roll(&mut self, _why: RollId, _die: &'static Die) -> u8 {
        1
    }
}

/// The field and the phase after a move.
fn carried_out(scene: &Scene<'_>, plan: &MovePlan) -> (Field, Phase) {
    let (mut field, mut phase) = (scene.field.clone(), scene.phase.clone());
    movement::carry_out(scene.book, &mut phase, plan, &mut Cx::new(&mut field, &mut NoDice, &mut Silent));
    (field, phase)
}

/// The field and the phase once everyone who is struck in flank or rear has turned.
fn turned(scene: &Scene<'_>, mut field: Field, mut phase: Phase) -> (Field, Phase) {
    facing::turn_to_face(scene.book, &mut phase, &mut Cx::new(&mut field, &mut NoDice, &mut Silent));
    (field, phase)
}
