//! What a battle of `wab` costs, and the exact odds of a round. Each bench asserts its answer first.
//!
//! Run with `cargo bench -p testudo-benches --bench wab`. The odds are held against the Python library icepool, where
//! `python3` has it (`pip install icepool`).

use std::process::Command;
use std::time::Duration;
use testudo_benches::{best, ratio, recruit_battles, tell};
use wab::api::aftermath::{Beaten, Fate};
use wab::api::combat::Blows;
use wab::api::combat::{Duel, End, Stroke};
use wab::api::combat::{Striker, Turn};
use wab::api::data::Weapon;
use wab::api::house::House;

/// The bundled battles, the small ones first.
const BATTLES: [&str; 6] =
    ["wab/clastidium", "wab/trebia", "wab/magnesia", "wab/cannae", "wab/gaugamela", "wab/gabiene"];

fn main() {
    for name in BATTLES {
        recruit_battles(name, 40, Duration::from_millis(5));
    }
    one_side_of_twenty();
    twenty_against_twenty();
}

/// A round in which so many men of each side strike once: hits on 4, wounds on 4, saves on 5.
fn round(men: [u16; 2]) -> Duel {
    let striker =
        Striker { weapon: Weapon::HandWeapon, frontal: true, charged: false, initiative: 3, momentum: false };
    let stroke = |side: usize| Stroke {
        side,
        turn: Turn::of(&House::default(), &striker),
        men: [men[side], 0],
        each: [1, 1],
        extra: 0,
        blows: Blows { attacks: 0, hit: 4, second: None, reroll: None, wound: 4, save: 5 },
    };
    Duel {
        strokes: (0..2).filter(|&side| men[side] > 0).map(stroke).collect(),
        models: [40, 40],
        wounds: [1, 1],
        bonus: [0, 0],
        musicians: [false, false],
        beaten: [Beaten::plain(7, 40); 2],
    }
}

fn one_side_of_twenty() {
    let (duel, house) = (round([20, 0]), House::default());
    let breaks = |duel: &Duel| {
        duel.odds(&house).expect("few paths").probability(&End::Beaten(1, Fate::Breaks)).to_f64()
    };
    let ours = breaks(&duel);
    let took = best(5, 50, || breaks(&duel));
    tell(
        "20 attacks to the Break test, exact",
        took,
        "the aim of 1 ms",
        ratio(took, Duration::from_millis(1)),
    );
    against_icepool(ours, took);
    let quick = best(5, 200, || duel.quick_odds(&house).expect("few paths"));
    tell("the same in f64, for generals", quick, "the exact odds", ratio(quick, took));
}

fn twenty_against_twenty() {
    let (duel, house) = (round([20, 20]), House::default());
    let odds = duel.odds(&house).expect("few paths");
    let breaks = |i| odds.probability(&End::Beaten(i, Fate::Breaks));
    assert_eq!(breaks(0), breaks(1), "equal units have equal odds");
    let took = best(5, 10, || duel.odds(&house));
    tell(
        "20 attacks against 20 at once, exact",
        took,
        "the aim of 1 ms",
        ratio(took, Duration::from_millis(1)),
    );
}

/// The same question as icepool is asked it: twenty attacks, hits, wounds, saves, and a Break test on 7 less the wounds.
const PEER: &str = r#"
import time
try:
    from icepool import d6, Die, Vector
    import icepool
except ImportError:
    print("absent")
    raise SystemExit
def chain(n):
    hit = icepool.coin(1, 2)
    hits = n @ hit
    wounds = hits @ icepool.coin(1, 2)
    unsaved = wounds @ icepool.coin(2, 3)
    broken = unsaved.map(lambda k: (2 @ d6).map(lambda r: k > 0 and r > 7 - k))
    return broken.probability(True)
best = 1e9
for _ in range(5):
    begin = time.perf_counter()
    p = chain(20)
    best = min(best, time.perf_counter() - begin)
print(best, float(p))
"#;

/// Puts the same question to icepool in this run, and holds its answer against ours.
#[expect(clippy::print_stdout, reason = "a bench tells what it measured")]
fn against_icepool(ours: f64, took: Duration) {
    let said = Command::new("python3").args(["-c", PEER]).output().ok();
    let words = said.filter(|o| o.status.success()).map(|o| String::from_utf8_lossy(&o.stdout).into_owned());
    let numbers: Vec<f64> =
        words.iter().flat_map(|w| w.split_whitespace()).filter_map(|w| w.parse().ok()).collect();
    let [seconds, theirs] = numbers[..] else {
        println!("icepool is not here to be compared with (pip install icepool)");
        return;
    };
    assert!((ours - theirs).abs() < 1e-9, "we say {ours}, icepool says {theirs}");
    let theirs = Duration::from_secs_f64(seconds);
    tell("the same chain in icepool", theirs, "our time", ratio(theirs, took));
}
