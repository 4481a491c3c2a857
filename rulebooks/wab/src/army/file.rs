//! Army files: an army as its player writes it down, and the armies that are ready to play.

use crate::army::check::{Reason, check, unit_fields};
use crate::army::enlist;
use crate::army::list::{ArmyList, KEYS, lists};
use form::{Answer, Fault, Field, Filled, Kind, Node, fill};
use ruling::Refusal;

/// The fields of an army file.
pub fn fields() -> Vec<Field> {
    let mut unit = vec![Field::new("name", Kind::Text, "what the unit is called").optional()];
    unit.extend(unit_fields());
    unit.extend(enlist::fields());
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
/// use testudo_wab::api::army::{read, ready};
/// let army = read(&form::parse_toml(ready("gallic").expect("there is one"))?).expect("a good army");
/// assert!(army.total <= 1500);
/// # Ok::<(), form::Fault>(())
/// ```
pub fn read(node: &Node) -> Result<Army, Vec<Fault>> {
    let form = fill(&fields(), node)?;
    let list = &lists()[form.choice("army")];
    let points = form.int("points") as u32;
    let written: Vec<&Filled> = form.records("units").collect();
    let mut units = Vec::with_capacity(written.len());
    let mut faults = Vec::new();
    for unit in &written {
        match enlist::enlist(list, unit) {
            Ok((bought, _)) => units.push(bought),
            Err(wrong) => faults.extend(wrong),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let verdict = check(list, points, &units);
    if verdict.reasons.is_empty() {
        let name = form.opt("name").map_or(list.name.as_str(), |n| n.text()).to_owned();
        return Ok(Army { list, name, points, total: verdict.total, form });
    }
    Err(verdict.reasons.iter().map(|reason| fault(&form, &written, reason)).collect())
}

/// The fault of a file for a reason why its army is not legal.
pub(super) fn fault(form: &Filled, units: &[&Filled], reason: &Reason) -> Fault {
    let refusal = Refusal::new(reason.rule, reason.words.clone());
    let what = format!("{} [{}]", refusal.what, refusal.rule);
    match reason.unit {
        Some(i) => units[i].fault("troop", what),
        None => form.fault("units", what),
    }
}

impl Army {
    /// Its units as lines of a scenario file, labelled with a letter and a number.
    pub fn lines(&self, letter: char) -> Vec<String> {
        let line = |(i, unit): (usize, &Filled)| {
            let said: Vec<String> = unit
                .answers()
                .filter(|(name, _)| unit.has(name))
                .map(|(name, answer)| format!("{name} = {}", written(name, answer)))
                .collect();
            format!("{{ id = \"{letter}{}\", {} }}", i + 1, said.join(", "))
        };
        self.form.records("units").enumerate().map(line).collect()
    }
}

/// What a field of a unit holds, as a file writes it.
fn written(name: &str, answer: &Answer) -> String {
    let text = |a: &Answer| format!("\"{}\"", a.text().replace(['"', '\\'], "'"));
    match name {
        "figures" | "files" | "each" => answer.int().to_string(),
        "profile" => {
            let of: Vec<String> =
                answer.record().answers().map(|(name, a)| format!("{name} = {}", a.int())).collect();
            format!("{{ {} }}", of.join(", "))
        }
        "name" | "troop" | "order" => text(answer),
        _ => format!("[{}]", answer.list().iter().map(text).collect::<Vec<_>>().join(", ")),
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
        "byzantine" => include_str!("../../data/ready/byzantine.toml"),
        "english" => include_str!("../../data/ready/english.toml"),
        "french" => include_str!("../../data/ready/french.toml"),
        "swiss" => include_str!("../../data/ready/swiss.toml"),
        "free" => include_str!("../../data/ready/free.toml"),
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

    #[test]
    fn an_army_file_states_order_names_and_units_of_its_own() {
        let units = "{ unit = 'general' }, { unit = 'levy', size = 40 },
            { unit = 'horse_archers', name = 'Saka', size = 6, files = 3, order = 'skirmish', hates = ['gallic'] },
            { unit = 'takabara', size = 12, profile = { WS = 4 }, gear = ['darts', 'causes_fear'],
              without = ['javelin'], each = 9 }";
        let text = format!("book = 'wab'\narmy = 'achaemenid'\npoints = 500\nunits = [{units}]");
        let text = text.replace("'general'", "'satrap'");
        let army = |text: &str| read(&form::parse_toml(text).expect("it is TOML"));
        let asked = army(&text).map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>());
        // A satrap of 150 points is more than a quarter of 500.
        assert!(asked.is_err_and(|said| said.len() == 1 && said[0].contains("characters")));
        let army = army(&text.replace("points = 500", "points = 700")).expect("a good army");
        assert_eq!(army.total, 150 + 40 * 3 + 6 * 17 + 12 * 9);
        let lines = army.lines('R');
        assert!(
            lines[2].contains("name = \"Saka\"") && lines[2].contains("order = \"skirmish\""),
            "{lines:?}"
        );
        let text = crate::scenario::pairing::pairing(&army, &army, 1).replace("\"B", "\"C");
        let (book, _, _) = crate::scenario::read::read(&form::Source { name: "t", text: &text })
            .unwrap_or_else(|f| panic!("{f:?}\n{text}"));
        let (saka, takabara) = (&book.kits[2], &book.kits[3]);
        assert!(saka.skirmishes() && saka.hated == ["gallic"]);
        assert_eq!(takabara.profile.ws, 4);
        assert_eq!(takabara.missiles, [crate::data::troop::Missile::Darts]);
        assert!(takabara.has(crate::data::troop::Trait::CausesFear));
        assert_eq!(takabara.points, 108);
    }
}
