//! Army files: an army as its player writes it down, and the armies that are ready to play.

use super::{ArmyList, Bought, KEYS, buy, check, lists, unit_fields};
use form::{Fault, Field, Filled, Kind, Node, fill};

/// The fields of an army file.
pub fn fields() -> Vec<Field> {
    let mut unit = vec![Field::new("name", Kind::Text, "what the unit is called").optional()];
    unit.extend(unit_fields());
    unit.push(Field::new("files", Kind::int(1..=200), "how many stand abreast").optional());
    vec![
        Field::new("book", Kind::one_of(["wab"]), "the rulebook"),
        Field::new("army", Kind::one_of(KEYS), "the army list"),
        Field::new("name", Kind::Text, "what the army is called").optional(),
        Field::new("points", Kind::int(100..=10_000), "the points agreed").or(1000),
        Field::new("units", Kind::list(Kind::record(unit), 1..=60), "its units"),
    ]
}

/// An army file that has no faults.
#[derive(Debug)]
pub struct Army {
    /// Its list.
    pub list: &'static ArmyList,
    /// What it is called.
    pub name: String,
    /// The points agreed.
    pub points: u32,
    /// What it costs.
    pub total: i32,
    form: Filled,
}

/// Reads an army file.
///
/// # Errors
/// Everything that is wrong with the form, or else everything that is wrong with the army.
///
/// ```
/// use testudo_wab::army::{read, ready};
/// let army = read(&form::parse_toml(ready("gallic").expect("there is one"))?).expect("a good army");
/// assert!(army.total <= 1500);
/// # Ok::<(), form::Fault>(())
/// ```
pub fn read(node: &Node) -> Result<Army, Vec<Fault>> {
    let form = fill(&fields(), node)?;
    let list = &lists()[form.choice("army")];
    let points = form.int("points") as u32;
    let units: Vec<Bought<'_>> =
        form.records("units").map(|unit| buy(list, unit)).collect::<Result<_, _>>()?;
    let verdict = check(list, points, &units);
    if verdict.reasons.is_empty() {
        let name = form.opt("name").map_or(list.name.as_str(), |n| n.text()).to_owned();
        return Ok(Army { list, name, points, total: verdict.total, form });
    }
    let written: Vec<&Filled> = form.records("units").collect();
    let fault = |r: &super::Reason| {
        let what = format!("{} [{}]", r.words, r.rule);
        match r.unit {
            Some(i) => written[i].fault("unit", what),
            None => form.fault("units", what),
        }
    };
    Err(verdict.reasons.iter().map(fault).collect())
}

impl Army {
    /// Its units as lines of a scenario file, labelled with a letter and a number.
    pub fn lines(&self, letter: char) -> Vec<String> {
        let words = |f: &Filled, name: &str| {
            let list: Vec<String> = f.list(name).iter().map(|w| format!("\"{}\"", w.text())).collect();
            list.join(", ")
        };
        self.form
            .records("units")
            .enumerate()
            .map(|(i, unit)| {
                let files = unit.opt("files").map_or(String::new(), |f| format!(", files = {}", f.int()));
                format!(
                    "{{ id = \"{letter}{}\", unit = \"{}\", size = {}, options = [{}], command = [{}]{files} }}",
                    i + 1,
                    unit.text("unit"),
                    unit.int("size"),
                    words(unit, "options"),
                    words(unit, "command"),
                )
            })
            .collect()
    }
}

/// The army of a list that is ready to play, 1500 points.
pub fn ready(list: &str) -> Option<&'static str> {
    Some(match list {
        "republican_roman" => include_str!("../../data/ready/republican_roman.toml"),
        "carthaginian" => include_str!("../../data/ready/carthaginian.toml"),
        "successor" => include_str!("../../data/ready/successor.toml"),
        "gallic" => include_str!("../../data/ready/gallic.toml"),
        "achaemenid" => include_str!("../../data/ready/achaemenid.toml"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_has_an_army_ready_to_play() {
        for key in KEYS {
            let node = form::parse_toml(ready(key).expect("there is one")).expect("it is TOML");
            let army = read(&node).unwrap_or_else(|faults| panic!("{key}: {faults:?}"));
            assert!((1400..=1500).contains(&army.total), "{key}: {}", army.total);
        }
    }

    #[test]
    fn what_is_wrong_with_an_army_is_said_in_words() {
        let node =
            form::parse_toml("book = 'wab'\narmy = 'gallic'\nunits = [{ unit = 'warriors', size = 15 }]");
        let faults = read(&node.expect("it is TOML")).expect_err("no general, too few men");
        let said: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert!(said.iter().any(|f| f.contains("generals")), "{said:?}");
        assert!(said.iter().any(|f| f.contains("15 models")), "{said:?}");
    }
}
