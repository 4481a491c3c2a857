//! The rules of a book in our own words.

use form::{Field, Kind, Node, fill, parse_toml};
use ruling::{CONCEDE, Rule, RuleId, RuleIndex, Status};

/// Reads the rules of a book in their order; those that its ledger names are exercised.
///
/// # Panics
/// If either file is not what the project's own files always are.
pub fn read_rules(rules: &str, ledger: &str) -> RuleIndex {
    let ledger = parse_toml(ledger).expect("ledger.toml is TOML");
    let cited = ledger.get("rules");
    let fields = [
        Field::new("id", Kind::Text, "its name"),
        Field::new("title", Kind::Text, "a heading"),
        Field::new("text", Kind::Text, "the rule"),
        Field::new(
            "status",
            Kind::one_of(["stated", "stated in part", "repaired", "ruling"]),
            "how firm it is",
        ),
        Field::new("source", Kind::Text, "where it is from"),
        Field::new("toggles", Kind::list(Kind::Text, ..), "its house rules").or(Node::list([])),
    ];
    let file = [Field::new("rule", Kind::list(Kind::record(fields), ..), "the rules")];
    let node = parse_toml(rules).expect("rules.toml is TOML");
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
    RuleIndex::new(rules.chain([concede()]).collect()).expect("rules.toml has every rule once")
}

/// The one rule that the umpire adds to every book.
fn concede() -> Rule {
    Rule {
        id: CONCEDE,
        title: "Conceding".to_owned(),
        text: "A side that is asked to decide something may concede the battle instead. The other side wins."
            .to_owned(),
        status: Status::Ruling,
        source: String::new(),
        toggles: Vec::new(),
        exercised: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_in_the_ledger_is_exercised() {
        let rule = |id: &str| {
            format!("[[rule]]\nid = '{id}'\ntitle = 'T'\ntext = 'X.'\nstatus = 'ruling'\nsource = ''\n")
        };
        let index = read_rules(&(rule("b.one") + &rule("b.two")), "[rules]\n\"b.two\" = [\"a test\"]\n");
        let exercised: Vec<bool> = index.all().iter().map(|rule| rule.exercised).collect();
        assert_eq!(exercised, [false, true, true], "the last is the umpire's own");
    }
}
