//! The laws every rulebook must keep, held by Tom's Ancient Warfare Rules.

use opponent::Level;
use testudo::{Scenario, book};
use testudo_testkit::conformance;

#[test]
fn scenarios_of_toms_keep_every_law() {
    for name in ["toms/plataea", "toms/sicily", "toms/marathon", "toms/himera"] {
        let scenario = Scenario::bundled(name).expect("bundled");
        for level in Level::QUICK {
            for seed in 1..=3 {
                conformance::check(&scenario, level, seed);
            }
        }
    }
}

#[test]
fn pick_up_battles_of_toms_keep_every_law() {
    let toms = book("toms").expect("there is such a book");
    for (seed, (red, blue)) in
        [("greek", "persian"), ("carthaginian", "greek"), ("persian", "carthaginian")].into_iter().enumerate()
    {
        let seed = seed as u64;
        let text = (toms.pairing)(red, blue, seed).expect("both lists are there");
        let scenario = Scenario { book: toms, name: format!("toms: {red} against {blue}"), text };
        conformance::check(&scenario, Level::Recruit, seed);
        conformance::check(&scenario, Level::Random, seed);
    }
}
