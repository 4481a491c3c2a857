//! The same battles under other terms: which change of a scenario matters, and how sure that is.
//!
//! Every variant is fought with the same seeds, so that the dice are common to all and only the change differs.

use crate::{Fault, Plan, Summary, mcnemar};
use form::{Need, Value};
use std::sync::atomic::AtomicBool;
use testudo::{Scenario, ScenarioError};
use umpire::Side;

/// A change to one field of a scenario, with the values to try.
///
/// ```
/// let change: testudo_simulate::sweep::Change = "house.camps = true, false".parse().expect("a change");
/// assert_eq!((change.path.as_str(), change.values.len()), ("house.camps", 2));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The way to the field: names and, in lists, numbers from 0, with dots between.
    pub path: String,
    /// What to write there: a TOML value, `+n` or `-n` to add to a number, or `off` to take the field out.
    pub values: Vec<String>,
}

impl std::str::FromStr for Change {
    type Err = String;

    fn from_str(text: &str) -> Result<Change, String> {
        let (path, values) = text.split_once('=').ok_or("give FIELD=VALUE,VALUE…")?;
        let values: Vec<String> = values.split(',').map(|v| v.trim().to_owned()).collect();
        if path.trim().is_empty() || values.iter().any(String::is_empty) {
            return Err("give FIELD=VALUE,VALUE…".to_owned());
        }
        Ok(Change { path: path.trim().to_owned(), values })
    }
}

/// Why a scenario cannot be changed so.
#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    /// The field or the value does not fit.
    #[error("--sweep {path}: {what}")]
    Change {
        /// Which field.
        path: String,
        /// What is wrong.
        what: String,
    },
    /// The changed scenario cannot be played.
    #[error("--sweep {variant}: {why}")]
    Scenario {
        /// Which variant.
        variant: String,
        /// Why.
        why: ScenarioError,
    },
    /// The battles could not be fought.
    #[error(transparent)]
    Fought(#[from] Fault),
}

/// A variant and what came of it.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The change in words; the scenario as it is has none.
    pub name: String,
    /// Its battles.
    pub summary: Summary,
    /// Battles that red won here but not as the scenario is, and the other way round.
    pub turned: [u32; 2],
    /// How likely so uneven a turn is by chance alone.
    pub chance: f64,
}

/// The scenario with a change made to it.
///
/// # Errors
/// When there is no such field, or the value does not fit.
pub fn changed(scenario: &Scenario, path: &str, value: &str) -> Result<Scenario, SweepError> {
    let wrong = |what: String| SweepError::Change { path: path.to_owned(), what };
    let mut file: toml::Value =
        toml::from_str::<toml::Table>(&scenario.text).map_err(|e| wrong(e.to_string()))?.into();
    let (way, last) = path.rsplit_once('.').unwrap_or(("", path));
    let mut at = &mut file;
    for step in way.split('.').filter(|step| !step.is_empty()) {
        at = match at {
            toml::Value::Table(table) => {
                table.entry(step).or_insert_with(|| toml::Value::Table(toml::Table::new()))
            }
            toml::Value::Array(list) => {
                let n = list.len();
                let item = step.parse::<usize>().ok().and_then(|i| list.get_mut(i));
                item.ok_or_else(|| wrong(format!("`{step}` is not one of {n} items, counted from 0")))?
            }
            _ => return Err(wrong(format!("there is nothing below `{step}`"))),
        };
    }
    let usual = if way == "house" { usual(scenario, last).map_err(wrong)? } else { None };
    match at {
        toml::Value::Table(table) => match written(table.get(last), usual, value).map_err(wrong)? {
            Some(new) => drop(table.insert(last.to_owned(), new)),
            None => drop(table.remove(last)),
        },
        toml::Value::Array(list) => {
            let n = list.len();
            let i = last.parse::<usize>().ok().filter(|i| *i < n);
            let i = i.ok_or_else(|| wrong(format!("`{last}` is not one of {n} items, counted from 0")))?;
            match written(list.get(i), None, value).map_err(wrong)? {
                Some(new) => list[i] = new,
                None => drop(list.remove(i)),
            }
        }
        _ => return Err(wrong(format!("there is nothing below `{way}`"))),
    }
    let text = toml::to_string(&file).map_err(|e| wrong(e.to_string()))?;
    Ok(Scenario { text, ..scenario.clone() })
}

/// What a house rule is in the book unless the file says otherwise, if it is a number.
fn usual(scenario: &Scenario, name: &str) -> Result<Option<i64>, String> {
    let fields = (scenario.book.house)();
    let Some(field) = fields.iter().find(|field| field.name == name) else {
        let book = scenario.book.id;
        let meant = form::nearest(name, fields.iter().map(|field| field.name));
        let meant = meant.map_or_else(String::new, |meant| format!("; did you mean `{meant}`?"));
        return Err(format!("`{book}` has no house rule `{name}`{meant}"));
    };
    Ok(match &field.need {
        Need::Default(node) => match node.value {
            Value::Int(n) => Some(n),
            _ => None,
        },
        Need::Required | Need::Optional => None,
    })
}

/// What is to stand in a field; nothing where it is to be taken out. `usual` is what it is while it is not there.
fn written(
    old: Option<&toml::Value>,
    usual: Option<i64>,
    value: &str,
) -> Result<Option<toml::Value>, String> {
    if value == "off" {
        return if old.is_some() {
            Ok(None)
        } else {
            Err("it is not there, so it cannot be taken out".to_owned())
        };
    }
    let signed = value.starts_with(['+', '-']).then(|| value.parse::<i64>().ok()).flatten();
    let number = match old {
        Some(toml::Value::Integer(old)) => Some(*old),
        Some(_) => None,
        None => usual,
    };
    if let (Some(_), None, None) = (signed, number, old) {
        return Err(format!(
            "it is not there and has no usual value to add {value} to; give the number itself"
        ));
    }
    if let (Some(by), Some(old)) = (signed, number) {
        return old
            .checked_add(by)
            .map(|n| Some(n.into()))
            .ok_or_else(|| "the number is too large".to_owned());
    }
    let parsed = toml::from_str::<toml::Table>(&format!("v = {value}")).ok().and_then(|mut t| t.remove("v"));
    // A word needs no quotes.
    Ok(Some(parsed.unwrap_or_else(|| toml::Value::String(value.to_owned()))))
}

/// Fights the plan as it is and once for each value of each change, telling how far it is after every battle.
/// The first variant is the scenario as it is.
///
/// # Errors
/// When a change does not fit, or its battles cannot be fought.
pub fn run(
    scenario: &Scenario,
    plan: &Plan,
    changes: &[Change],
    jobs: usize,
    stop: &AtomicBool,
    mut fought: impl FnMut(),
) -> Result<Vec<Variant>, SweepError> {
    let mut variants = vec![("as it is".to_owned(), plan.clone())];
    for change in changes {
        for value in &change.values {
            let variant = format!("{} = {value}", change.path);
            let other = changed(scenario, &change.path, value)?;
            let start = Plan::new(&other).map_err(|fault| match fault {
                Fault::Scenario(why) => SweepError::Scenario { variant: variant.clone(), why },
                other => other.into(),
            })?;
            variants.push((variant, start.like(plan)));
        }
    }
    let mut usual: Vec<bool> = Vec::new();
    let mut told = Vec::new();
    for (name, plan) in variants {
        let (mut summary, mut turned, mut red_won) = (Summary::default(), [0, 0], Vec::new());
        plan.run(jobs, stop, |row| {
            summary.add(&row);
            let won = row.winner == Some(Side::Red);
            match (won, usual.get(row.battle as usize)) {
                (true, Some(false)) => turned[0] += 1,
                (false, Some(true)) => turned[1] += 1,
                _ => {}
            }
            red_won.push(won);
            fought();
        })?;
        if told.is_empty() {
            usual = red_won;
        }
        let chance = mcnemar(turned[0], turned[1]);
        told.push(Variant { name, summary, turned, chance });
    }
    Ok(told)
}
