//! Every rule named in a rulebook is listed, and every rule listed is named.

use super::at;
use crate::rules::{self, Rule, is_word};
use crate::scan::{lines_with, scan};
use crate::tree::File;

/// The last parts of names that look like a rule's id but are names of files.
const ENDINGS: [&str; 5] = ["toml", "json", "txt", "md", "rs"];

/// Strings shaped like a rule's id that are not in the list.
pub fn unknown(book: &str, rules: &[Rule], own: &[&File]) -> Vec<String> {
    let mut wrong = Vec::new();
    for file in own.iter().filter(|file| file.is(".rs") || (file.is(".toml") && !file.is("Cargo.toml"))) {
        for (line, string) in strings(file) {
            if is_id(book, &string) && !rules.iter().any(|rule| rule.id == string) {
                wrong.push(at(file, line, &format!("`{string}` is not in {}", rules::path(book))));
            }
        }
    }
    wrong
}

/// Citations without a reader: a rule that decides something is told in a ruling, refusal, factor, badge or answer.
pub fn silent(own: &[&File]) -> Vec<String> {
    let sources = own.iter().filter(|file| file.is(".rs") && file.path.contains("/src/"));
    let each = sources.flat_map(|file| {
        let code = scan(&file.text).code;
        let lines: Vec<usize> = lines_with(&code, "ledger").collect();
        lines
            .into_iter()
            .map(move |line| at(file, line, "a book does not write the ledger: tell somebody of the rule"))
    });
    each.collect()
}

/// Rules in the list that neither the book's code nor its data cites.
pub fn uncited(book: &str, rules: &[Rule], own: &[&File]) -> Vec<String> {
    let list = rules::path(book);
    let folder = format!("rulebooks/{book}");
    let cites = |file: &&&File| {
        let code = file.is(".rs") && file.under(&format!("{folder}/src")) && !file.is("/src/rule.rs");
        let data = file.is(".toml") && file.under(&format!("{folder}/data"));
        code || (data && file.path != list && !file.is("/ledger.toml"))
    };
    let sources: Vec<(String, Vec<(usize, String)>)> = own
        .iter()
        .filter(cites)
        .map(|file| (if file.is(".rs") { scan(&file.text).code } else { String::new() }, strings(file)))
        .collect();
    let cited = |rule: &Rule| {
        let constant = rule.constant();
        sources.iter().any(|(code, strings)| {
            lines_with(code, &constant).next().is_some()
                || strings.iter().any(|(_, string)| *string == rule.id)
        })
    };
    let listed = own.iter().find(|file| file.path == list);
    let line = |rule: &Rule| {
        let id = format!("\"{}\"", rule.id);
        listed.and_then(|file| file.text.lines().position(|line| line.contains(&id))).map_or(1, |i| i + 1)
    };
    let wrong = rules.iter().filter(|rule| !cited(rule));
    wrong
        .map(|rule| format!("{list}:{}: `{}` is cited by no code and no data", line(rule), rule.id))
        .collect()
}

/// The strings of a source or data file with their lines.
fn strings(file: &File) -> Vec<(usize, String)> {
    if file.is(".rs") {
        return scan(&file.text).strings;
    }
    let line = |(i, line): (usize, &str)| {
        let inside = line.split('"').skip(1).step_by(2).map(str::to_owned);
        inside.map(move |string| (i + 1, string)).collect::<Vec<_>>()
    };
    file.text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim_start().starts_with('#'))
        .flat_map(line)
        .collect()
}

/// Whether a string is shaped like an id of that book.
fn is_id(book: &str, string: &str) -> bool {
    let mut parts = string.split('.');
    let rest: Vec<&str> = match parts.next() {
        Some(first) if first == book => parts.collect(),
        _ => return false,
    };
    let is_file = rest.len() == 1 && ENDINGS.contains(&rest[0]);
    !rest.is_empty() && rest.iter().all(|part| is_word(part)) && !is_file
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_book_does_not_write_the_ledger() {
        let source = |text: &str| file("rulebooks/any/src/a.rs", text);
        let told = source("use ruling::Refusal; // not the ledger");
        let silent_rule = source("fn f() {\n    ruling::ledger::cite(rule::A);\n}\n");
        assert!(silent(&[&told]).is_empty());
        assert_eq!(
            silent(&[&silent_rule]),
            ["rulebooks/any/src/a.rs:2: a book does not write the ledger: tell somebody of the rule"]
        );
    }

    use super::super::tests::file;
    use super::*;

    fn rules(ids: &[&str]) -> Vec<Rule> {
        ids.iter()
            .map(|id| Rule { id: (*id).to_owned(), title: "Title".to_owned(), text: String::new() })
            .collect()
    }

    #[test]
    fn ids_are_told_by_their_shape() {
        for id in ["b.zone.effect", "b.after", "b.orders.A.x_y", "b.move.toml"] {
            assert!(is_id("b", id), "{id}");
        }
        for other in ["b", "b.", "b.toml", "c.zone.effect", "b.zone. effect", "b..x", "{b}.x"] {
            assert!(!is_id("b", other), "{other}");
        }
    }

    #[test]
    fn an_unknown_id_is_found_where_it_stands() {
        let source = file(
            "rulebooks/b/src/a.rs",
            "//! b.no.where\nlet x = \"b.zone.effect\";\nlet y = \"b.no.such\";\n",
        );
        let data = file(
            "rulebooks/b/data/t.toml",
            "# \"b.no.where\"\nrule = \"b.no.data\"\nrules = [\"b.zone.effect\"]\n",
        );
        let wrong = unknown("b", &rules(&["b.zone.effect"]), &[&source, &data]);
        assert_eq!(
            wrong,
            [
                "rulebooks/b/src/a.rs:3: `b.no.such` is not in rulebooks/b/data/rules.toml",
                "rulebooks/b/data/t.toml:2: `b.no.data` is not in rulebooks/b/data/rules.toml",
            ]
        );
    }

    #[test]
    fn an_idle_rule_is_found_in_the_list() {
        let list =
            file("rulebooks/b/data/rules.toml", "[[rule]]\nid = \"b.one\"\n[[rule]]\nid = \"b.two\"\n");
        let written = file("rulebooks/b/src/rule.rs", "pub const TWO: RuleId = RuleId::new(\"b.two\");\n");
        let ledger = file("rulebooks/b/data/ledger.toml", "\"b.two\" = [\"t\"]\n");
        let test = file("rulebooks/b/tests/t.rs", "rule::TWO\n");
        let code = file("rulebooks/b/src/a.rs", "tally.add(rule::ONE, 1); // TWO\n");
        let rules = rules(&["b.one", "b.two"]);
        let wrong = uncited("b", &rules, &[&list, &written, &ledger, &test, &code]);
        assert_eq!(wrong, ["rulebooks/b/data/rules.toml:4: `b.two` is cited by no code and no data"]);
        let data = file("rulebooks/b/data/t.toml", "rule = \"b.two\"\n");
        assert!(uncited("b", &rules, &[&list, &code, &data]).is_empty());
    }
}
