//! The laws hold whatever the players may see: every fog of the books that have one.

use opponent::Level;
use testudo::Scenario;
use testudo_testkit::conformance;

/// A bundled scenario with one more house rule.
fn with_rule(name: &str, rule: &str) -> Scenario {
    let scenario = Scenario::bundled(name).expect("it is bundled");
    assert!(scenario.text.contains("house = {"), "{name}");
    let text = scenario.text.replacen("house = {", &format!("house = {{ {rule},"), 1);
    Scenario { name: format!("{name} with {rule}"), text, ..scenario }
}

#[test]
fn every_fog_keeps_every_law() {
    let rules = [
        "fog = \"general\"",
        "fog = \"open\"",
        "orders_after_reveal = false",
        "grades_hidden = false",
        "ambiguity = \"random\"",
        "justify_orders = false",
        "partial_evade = true",
    ];
    for (i, rule) in rules.into_iter().enumerate() {
        for name in ["wrg1969/medway", "wrg1969/mons_graupius"] {
            conformance::check(&with_rule(name, rule), Level::Recruit, 1 + i as u64);
        }
        conformance::check(&with_rule("wrg1969/kadesh", rule), Level::Veteran, 1);
    }
}

/// Two armies of the book that deploy in secret.
#[test]
fn a_secret_deployment_keeps_every_law() {
    let book = testudo::book("wrg1969").expect("there is such a book");
    let armies = (book.armies)();
    let text = book.between(&armies[0].id, &armies[1].id, 3).expect("there are such lists");
    for rule in ["orders_after_reveal = false", "fog = \"general\""] {
        let text = match text.contains("house = {") {
            true => text.replacen("house = {", &format!("house = {{ {rule},"), 1),
            false => {
                text.replacen("book = \"wrg1969\"", &format!("book = \"wrg1969\"\nhouse = {{ {rule} }}"), 1)
            }
        };
        assert!(text.contains(rule));
        conformance::check(&Scenario { book, name: rule.to_owned(), text }, Level::Recruit, 2);
    }
}
