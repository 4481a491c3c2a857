//! What a battle of `toms` costs. Each bench asserts its answer first.
//!
//! Run with `cargo bench -p testudo-benches --bench toms`.

use dice::Seeded;
use opponent::{Level, Player};
use std::time::Duration;
use testudo::AnyBattle;
use testudo_benches::{best, bundled, ratio, recruit_battles, tell};
use toms::attack::{Attack, odds};
use umpire::{Side, Viewer};

fn main() {
    exact_volley();
    for name in ["toms/plataea", "toms/sicily"] {
        recruit_battles(name, 100, Duration::from_millis(1));
    }
    first_decisions(bundled("toms/plataea"));
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

/// The first decision after the word to begin, by each level that answers at once.
fn first_decisions(mut start: AnyBattle) {
    let begin =
        Player::new(Level::Recruit, 1, Side::Red).decide(&start.view(Viewer::Player(Side::Red)), Side::Red);
    start.submit(Side::Red, &begin, &mut Seeded::new(1), &mut umpire::Silent).expect("the battle may begin");
    let view = start.view(Viewer::Player(Side::Red));
    for (level, limit) in [(Level::Recruit, 1), (Level::Veteran, 50)] {
        let decide = || Player::new(level, 1, Side::Red).decide(&view, Side::Red);
        assert_eq!(decide(), decide(), "the same seed, the same decision");
        let took = best(3, 10, decide);
        let limit = Duration::from_millis(limit);
        tell(
            &format!("the first decision of a {level}"),
            took,
            &format!("the limit of {limit:?}"),
            ratio(took, limit),
        );
    }
}
