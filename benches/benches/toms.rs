//! What a battle of `toms` costs. Each bench asserts its answer first.
//!
//! Run with `cargo bench -p testudo-benches --bench toms`.

use dice::Seeded;
use opponent::{Level, Player, fight};
use std::time::Duration;
use testudo::{AnyBattle, Scenario};
use testudo_benches::{best, tell};
use toms::attack::{Attack, odds};
use umpire::{BySide, Side, Viewer};

fn main() {
    exact_volley();
    for id in ["plataea", "sicily"] {
        let start = Scenario::bundled(&format!("toms/{id}")).expect("bundled").muster().expect("good");
        whole_battles(id, &start);
    }
    let plataea = Scenario::bundled("toms/plataea").expect("bundled").muster().expect("good");
    first_decisions(plataea);
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

fn battle_to_its_end(start: &AnyBattle, seed: u64) -> u64 {
    let mut battle = start.clone();
    let mut players = BySide::each(|side| Player::new(Level::Recruit, seed, side));
    fight(&mut battle, &mut players, &mut Seeded::new(seed)).expect("every command is legal");
    battle.digest()
}

fn whole_battles(id: &str, start: &AnyBattle) {
    assert_eq!(battle_to_its_end(start, 7), battle_to_its_end(start, 7), "the same seed, the same battle");
    let mut seed = 0;
    let took = best(5, 100, || {
        seed = seed % 100 + 1;
        battle_to_its_end(start, seed)
    });
    let rate = 1.0 / took.as_secs_f64();
    tell(
        &format!("a recruit battle of {id}, one core ({rate:.0} a second)"),
        took,
        "the limit of 1 ms",
        ratio(took, Duration::from_millis(1)),
    );
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

fn ratio(a: Duration, b: Duration) -> f64 {
    a.as_secs_f64() / b.as_secs_f64()
}
