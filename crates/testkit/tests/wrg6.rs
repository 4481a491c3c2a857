//! The laws, kept by the 6th edition while it is in the workshop.

use opponent::Level;
use testudo::{Scenario, book};
use testudo_testkit::conformance;

fn scenarios() -> Vec<Scenario> {
    let book = book("wrg6").expect("the book is in the workshop");
    let scenario =
        |s: testudo::ScenarioCard| Scenario { book, name: format!("wrg6/{}", s.id), text: s.text.to_owned() };
    (book.scenarios)().into_iter().map(scenario).collect()
}

#[test]
fn bundled_scenarios_keep_every_law() {
    for scenario in scenarios() {
        conformance::check(&scenario, Level::Recruit, 1);
        conformance::check(&scenario, Level::Veteran, 2);
        conformance::check(&scenario, Level::Random, 3);
    }
}
