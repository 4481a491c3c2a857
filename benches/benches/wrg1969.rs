//! What a battle of `wrg1969` costs. Each bench asserts its answer first.
//!
//! Run with `cargo bench -p testudo-benches --bench wrg1969`.

use mechanics::{Courtesy, Ended, MarchSpec, Marcher, march_together};
use std::time::Duration;
use table::{Facing, Rect, Vec2};
use testudo_benches::{best, ratio, recruit_battles, tell};

/// What one battle may take: a hundred of them a second on a core.
const LIMIT: Duration = Duration::from_millis(10);

fn main() {
    for name in ["wrg1969/medway", "wrg1969/raphia"] {
        recruit_battles(name, 20, LIMIT);
    }
    march_of_many();
}

/// Two lines of so many units each that march at one another.
fn lines(units: u16) -> Vec<Marcher> {
    let marcher = |n: u16, side: u8| {
        let (facing, y) = if side == 0 { (Facing::NORTH, 0.0) } else { (Facing::SOUTH, 8.0) };
        let start = Rect::new(Vec2::new(6.0 * f64::from(n), y), facing, 5.0, 1.5);
        let track = (0..=20).map(|k| start.moved(facing.vec() * (0.3 * f64::from(k)))).collect();
        Marcher {
            id: n,
            side,
            track,
            times: Vec::new(),
            right_of_way: 1,
            to_go: 6.0,
            passes_friends: false,
            seeks: Vec::new(),
            chases: Vec::new(),
        }
    };
    (0..units).flat_map(|n| [marcher(n, 0), marcher(n, 1)]).collect()
}

fn march_of_many() {
    let spec = MarchSpec { standoff: 0.5, touch: 0.01, jostle: 0.2, friends: Courtesy::Wait { patience: 2 } };
    let (few, many) = (lines(10), lines(80));
    assert!(march_together(&many, &spec).iter().all(|m| m.ended == Ended::Stopped), "all meet");
    let short = best(5, 50, || march_together(&few, &spec));
    let long = best(5, 10, || march_together(&many, &spec));
    tell("160 units marching together", long, "eight times what 20 take", ratio(long, short * 8));
}
