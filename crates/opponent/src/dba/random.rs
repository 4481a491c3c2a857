//! Any legal command that comes to mind: the yardstick the others must beat.

use super::blocks;
use super::contacts;
use super::scene::{Order, Scene, back, forward, manner, wheel};
use dice::Seeded;
use table::Facing;
use umpire::{Command, Step};

/// How many moves come to mind.
const THOUGHTS: usize = 8;

/// One of the legal moves that come to mind, or the end of movement, each as likely.
pub fn movement(scene: &Scene<'_>, whims: &mut Seeded) -> Command {
    let mut legal: Vec<Order> = (0..THOUGHTS).filter_map(|_| thought(scene, whims)).collect();
    legal.retain(|order| scene.check(order).is_some());
    let pick = whims.below(legal.len() as u32 + 1) as usize;
    if pick < legal.len() { legal.swap_remove(pick).command() } else { Command::Done }
}

fn thought(scene: &Scene<'_>, whims: &mut Seeded) -> Option<Order> {
    let i = *scene.free.get(whims.below(scene.free.len() as u32) as usize)?;
    let base = scene.base(i);
    let rate = scene.rate(base.troop);
    let some = |whims: &mut Seeded| rate * f64::from(1 + whims.below(10)) / 10.0;
    match whims.below(7) {
        0 | 1 => {
            let blocks = blocks::blocks(scene);
            let block = blocks.get(whims.below(blocks.len() as u32) as usize)?;
            let units = block.who.iter().map(|&i| scene.base(i).id).collect();
            let by = whims.below(60);
            let path = match by {
                0..20 => vec![wheel(f64::from(by) - 10.5), forward(some(whims) / 2.0)],
                _ => vec![forward(some(whims))],
            };
            let manner = if block.is_joined() { manner::GROUP } else { manner::SINGLE };
            Some(Order { manner, units, path, promise: 0.0 })
        }
        2 | 3 => {
            let mut orders = Vec::new();
            contacts::of_one(scene, i, &mut orders);
            let n = whims.below(orders.len() as u32) as usize;
            (!orders.is_empty()).then(|| orders.swap_remove(n))
        }
        4 => Some(Order::single(
            base,
            vec![Step::Turn(Facing(whims.below(8) << 29)), forward(some(whims) / 2.0)],
            0.0,
        )),
        5 if scene.tie(i).front.is_some() => {
            let mut order = Order::single(base, vec![back(some(whims).max(200.0))], 0.0);
            order.manner = manner::BREAK_OFF;
            Some(order)
        }
        5 => Some(Order::single(base, vec![back(some(whims))], 0.0)),
        _ => Some(Order::single(base, vec![forward(some(whims))], 0.0)),
    }
}
