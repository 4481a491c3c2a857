//! Golden playthroughs: every bundled scenario has one beside its book, and plays as it did.

use std::path::Path;
use testudo::{Scenario, shelf};
use testudo_testkit::Golden;

#[test]
fn every_scenario_plays_as_its_golden_file_says() {
    let rulebooks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks");
    let mut wrong = Vec::new();
    for book in shelf() {
        for card in (book.scenarios)() {
            let name = format!("{}/{}", book.id, card.id);
            let scenario = Scenario { book, name, text: card.text.to_owned() };
            let folder = rulebooks.join(book.id).join("tests/playthroughs");
            wrong.extend(Golden::of(&folder, card.id).check(&scenario).err());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
