//! Golden playthroughs: every bundled scenario has one beside its book, and plays as it did.

use opponent::Level;
use std::path::Path;
use testudo::{Scenario, shelf};
use testudo_testkit::{check_golden, playthrough};

#[test]
fn every_scenario_plays_as_its_golden_file_says() {
    let rulebooks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks");
    for book in shelf() {
        for card in (book.scenarios)() {
            let name = format!("{}/{}", book.id, card.id);
            let scenario = Scenario { book, name, text: card.text.to_owned() };
            let file = rulebooks.join(book.id).join("tests/playthroughs").join(format!("{}.txt", card.id));
            check_golden(&file, &playthrough(&scenario, Level::Recruit, 7));
        }
    }
}
