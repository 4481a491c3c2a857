//! The rules of the book in our own words.

use form::{Field, Kind, Node, fill, parse_toml};
use ruling::{Rule, RuleId, RuleIndex, Status};
use std::sync::OnceLock;

/// The rules as played, in the order of the book.
pub fn rules() -> &'static RuleIndex {
    static RULES: OnceLock<RuleIndex> = OnceLock::new();
    RULES.get_or_init(|| {
        let ledger = parse_toml(include_str!("../../data/ledger.toml")).expect("ledger.toml is TOML");
        read(include_str!("../../data/rules.toml"), ledger.get("rules"))
    })
}

fn read(text: &str, cited: Option<&Node>) -> RuleIndex {
    let fields = [
        Field::new("id", Kind::Text, "its name"),
        Field::new("title", Kind::Text, "a heading"),
        Field::new("text", Kind::Text, "the rule"),
        Field::new("status", Kind::one_of(["stated", "repaired", "ruling"]), "how firm it is"),
        Field::new("source", Kind::Text, "where it is from"),
        Field::new("toggles", Kind::list(Kind::Text, ..), "its house rules").or(Node::list([])),
    ];
    let file = [Field::new("rule", Kind::list(Kind::record(fields), ..), "the rules")];
    let node = parse_toml(text).expect("rules.toml is TOML");
    let form = fill(&file, &node).expect("rules.toml is a list of rules");
    let rules = form.records("rule").map(|rule| {
        // Rule names are words of the program; they are read once and stay.
        let id = RuleId::new(rule.text("id").to_owned().leak());
        Rule {
            id,
            title: rule.text("title").to_owned(),
            text: rule.text("text").trim_end().to_owned(),
            status: Status::parse(rule.text("status")).expect("the form knows only these words"),
            source: rule.text("source").to_owned(),
            toggles: rule.list("toggles").iter().map(|t| t.text().to_owned()).collect(),
            exercised: cited.is_some_and(|rules| rules.get(id.as_str()).is_some()),
        }
    });
    RuleIndex::new(rules.collect()).expect("rules.toml has every rule once")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_in_the_ledger_is_exercised() {
        let rule = |id: &str| {
            format!("[[rule]]\nid = '{id}'\ntitle = 'T'\ntext = 'X.'\nstatus = 'ruling'\nsource = ''\n")
        };
        let ledger = parse_toml("[rules]\n\"b.two\" = [\"a test\"]\n").expect("test data is TOML");
        let index = read(&(rule("b.one") + &rule("b.two")), ledger.get("rules"));
        let exercised: Vec<bool> = index.all().iter().map(|rule| rule.exercised).collect();
        assert_eq!(exercised, [false, true]);
    }
}
