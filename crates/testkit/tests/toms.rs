//! The laws every rulebook must keep, held by pick-up battles of Tom's Ancient Warfare Rules: sides that set up by the
//! rules, on land the umpire rolls for.

use opponent::Level;
use testudo::{Scenario, book};
use testudo_testkit::conformance;

#[test]
fn pick_up_battles_of_toms_keep_every_law() {
    let toms = book("toms").expect("there is such a book");
    for (seed, (red, blue)) in
        [("greek", "persian"), ("carthaginian", "greek"), ("persian", "carthaginian")].into_iter().enumerate()
    {
        let seed = seed as u64;
        let text = (toms.pairing)(red, blue, seed).expect("both lists are there");
        let scenario = Scenario { book: toms, name: format!("toms: {red} against {blue}"), text };
        for level in Level::QUICK {
            conformance::check(&scenario, level, seed);
        }
    }
}
