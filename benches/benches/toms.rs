//! What a battle of `toms` costs. Each bench asserts its answer first.
//!
//! Run with `cargo bench -p testudo-benches --bench toms`.

use std::time::Duration;
use testudo_benches::{best, ratio, recruit_battles, tell};
use toms::api::combat::{Attack, odds};

fn main() {
    exact_volley();
    for name in ["toms/plataea", "toms/sicily"] {
        recruit_battles(name, 100, Duration::from_millis(1));
    }
}

/// The odds of sixteen steady archers at hoplites with a general, exactly.
fn exact_volley() {
    let volley = Attack { dice: 16, needs: 4, save: 5, men: 16, general: true };
    let all = odds(&volley).expect("no more states than an attack has");
    assert_eq!(all.chance(|_| true).to_string(), "1");
    let took = best(5, 20, || odds(&volley));
    let limit = Duration::from_millis(5);
    tell("exact odds of a volley of 16 at a general", took, "the limit of 5 ms", ratio(took, limit));
}
