//! `testudo armies`: the army lists of a book.

use super::find_book;
use crate::{Verdict, args::Armies, output};
use anyhow::bail;
use serde_json::{Value, json};
use testudo::ArmyCard;

/// Lists a book's armies, or one whole.
pub fn run(args: &Armies) -> anyhow::Result<Verdict> {
    let book = find_book(&args.book)?;
    let mut armies = (book.armies)();
    if let Some(id) = &args.army {
        if !armies.iter().any(|a| a.id == *id) {
            match form::nearest(id, armies.iter().map(|a| a.id.as_str())) {
                Some(near) => bail!("army: `{}` has no army `{id}`; did you mean `{near}`?", book.id),
                None => bail!("army: `{}` has no army `{id}`", book.id),
            }
        }
        armies.retain(|a| a.id == *id);
    }
    if args.json {
        output::json(&armies.iter().map(as_json).collect::<Vec<_>>().into())?;
    } else if args.army.is_some() {
        for army in &armies {
            output::line(format!("{} ({})", army.name, years(army)))?;
            for line in &army.lines {
                output::line(format!("  {line}"))?;
            }
        }
    } else {
        output::table(
            &["army", "name", "years"],
            armies.iter().map(|a| vec![a.id.clone(), a.name.clone(), years(a)]),
        )?;
    }
    Ok(Verdict::Yes)
}

fn as_json(army: &ArmyCard) -> Value {
    json!({"id": army.id, "name": army.name, "from": army.years.0, "to": army.years.1, "lines": army.lines})
}

fn years(army: &ArmyCard) -> String {
    let year = |y: i32| if y < 0 { format!("{} BC", -y) } else { format!("AD {y}") };
    format!("{} to {}", year(army.years.0), year(army.years.1))
}
