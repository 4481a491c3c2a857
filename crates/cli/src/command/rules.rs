//! `testudo rules`: the rules as played.

use super::find_book;
use crate::{Verdict, args::Rules, output};
use anyhow::bail;
use output::{HEADING, SMALL};
use ruling::Rule;
use serde_json::{Value, json};

/// Prints a book's rules, or those whose id begins as asked.
pub fn run(args: &Rules) -> anyhow::Result<Verdict> {
    let book = find_book(&args.book)?;
    let all = (book.rules)().all();
    let chosen: Vec<&Rule> = match &args.rule {
        None => all.iter().collect(),
        Some(id) => match all.iter().find(|r| r.id.as_str() == id) {
            Some(rule) => vec![rule],
            None => {
                let stem = format!("{}.", id.trim_end_matches('.'));
                let some: Vec<&Rule> = all.iter().filter(|r| r.id.as_str().starts_with(&stem)).collect();
                if some.is_empty() {
                    match form::nearest(id, all.iter().map(|r| r.id.as_str())) {
                        Some(near) => bail!("rule: `{}` has no rule `{id}`; did you mean `{near}`?", book.id),
                        None => bail!("rule: `{}` has no rule `{id}`", book.id),
                    }
                }
                some
            }
        },
    };
    if args.json {
        output::json(&chosen.iter().map(|r| as_json(r)).collect::<Vec<_>>().into())?;
        return Ok(Verdict::Yes);
    }
    for rule in chosen {
        output::line(format!("{HEADING}{}{HEADING:#}  {SMALL}{}{SMALL:#}", rule.title, rule.id))?;
        let mut about = rule.status.as_str().to_owned();
        if !rule.source.is_empty() {
            about += &format!(", {}", rule.source);
        }
        if !rule.toggles.is_empty() {
            about += &format!("; house rules: {}", rule.toggles.join(", "));
        }
        for part in rule.text.trim().lines() {
            output::line(format!("  {part}"))?;
        }
        output::line(format!("  {SMALL}({about}){SMALL:#}\n"))?;
    }
    Ok(Verdict::Yes)
}

fn as_json(rule: &Rule) -> Value {
    let mut value = json!({
        "id": rule.id.as_str(), "title": rule.title, "text": rule.text.trim(),
        "status": rule.status.as_str(), "source": rule.source, "exercised": rule.exercised,
    });
    match rule.toggles.as_slice() {
        [] => {}
        [one] => value["toggle"] = json!(one),
        many => value["toggle"] = json!(many),
    }
    value
}
