//! Army files: an army as its player writes it down.

use crate::army::check::check;
use crate::army::list::{Army, ArmyList, Company};
use crate::army::lists::lists;
use crate::data::reaction::Grade;
use crate::data::tables::tables;
use form::{Answer, Fault, Field, Filled, Kind, Node, fill};

/// The fields of an army file.
pub fn fields() -> Vec<Field> {
    let ids = lists().iter().map(|list| list.id.as_str());
    let unit = [
        Field::new("troop", Kind::Text, "the line of the list").formerly("line"),
        Field::new("name", Kind::Text, "what the unit is called").optional(),
        Field::new("figures", Kind::int(1..=500).in_unit("figures"), "how many figures it has"),
        Field::new("files", Kind::int(1..=500).in_unit("files"), "how many stand abreast").optional(),
        Field::new("grade", Kind::one_of(Grade::KEYS), "its grade").optional(),
        Field::new("led", Kind::Bool, "whether the general commands it in person").or(false),
    ];
    vec![
        Field::new("book", Kind::one_of(["wrg1969"]), "the rulebook"),
        Field::new("army", Kind::one_of(ids), "the army list"),
        Field::new("name", Kind::Text, "what the army is called").optional(),
        Field::new("points", Kind::int(100..=20_000).in_unit("points"), "the points agreed on")
            .or(i64::from(tables().points.per_general)),
        Field::new("subordinates", Kind::int(0..=20), "how many subordinate generals it has").or(0),
        Field::new("units", Kind::list(Kind::record(unit), 1..=100), "its units"),
    ]
}

/// Reads an army file.
///
/// # Errors
/// Everything that is wrong with the form, or else everything that is wrong with the army.
pub fn read(node: &Node) -> Result<Army, Vec<Fault>> {
    let draft = Draft::read(node)?;
    let faults = draft.faults();
    if !faults.is_empty() {
        return Err(faults);
    }
    let Draft { form, list, limit, subordinates, units } = draft;
    let name = form.opt("name").map_or(list.name.as_str(), |name| name.text()).to_owned();
    let companies = units.into_iter().flatten().collect();
    Ok(Army { list, name, limit, subordinates, companies })
}

/// An army as it is written, lawful or not.
pub(super) struct Draft {
    /// The file.
    pub form: Filled,
    /// Its list.
    pub list: &'static ArmyList,
    /// The points agreed on.
    pub limit: i32,
    /// How many subordinate generals it has.
    pub subordinates: u16,
    /// Its units, or why the list has none such.
    pub units: Vec<Result<Company, Fault>>,
}

impl Draft {
    pub(super) fn read(node: &Node) -> Result<Draft, Vec<Fault>> {
        let form = fill(&fields(), node)?;
        let list = &lists()[form.choice("army")];
        let units = form.records("units").enumerate().map(|(i, unit)| company(list, unit, i)).collect();
        let limit = i32::try_from(form.int("points")).expect("the form limits points");
        let subordinates = u16::try_from(form.int("subordinates")).expect("the form limits generals");
        Ok(Draft { list, limit, subordinates, units, form })
    }

    /// Its units that the list has, each with where it is written.
    pub(super) fn companies(&self) -> (Vec<Company>, Vec<&Filled>) {
        let written = self.units.iter().zip(self.form.records("units"));
        written.filter_map(|(unit, form)| Some((unit.clone().ok()?, form))).unzip()
    }

    /// Everything that is wrong with it, each where it is written.
    pub(super) fn faults(&self) -> Vec<Fault> {
        let (companies, written) = self.companies();
        let placed = |fault: crate::army::check::Fault| match fault.company.and_then(|i| written.get(i)) {
            Some(unit) => unit.fault(fault.field, fault.to_string()),
            None => self.form.fault(fault.field, fault.to_string()),
        };
        let unknown: Vec<Fault> = self.units.iter().filter_map(|unit| unit.as_ref().err().cloned()).collect();
        if !unknown.is_empty() {
            // What the army lacks cannot be said before it is known what it has.
            return unknown;
        }
        check(self.list, self.limit, self.subordinates, &companies).into_iter().map(placed).collect()
    }
}

fn company(list: &ArmyList, unit: &Filled, number: usize) -> Result<Company, Fault> {
    let id = unit.text("troop");
    let Some(line) = list.lines.iter().position(|line| line.id == id) else {
        let ids = list.lines.iter().map(|line| line.id.as_str());
        let fault = unit.fault("troop", format!("{} has no line `{id}`", list.name));
        return Err(match form::nearest(id, ids) {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None => fault,
        });
    };
    let at = &list.lines[line];
    let count = |answer: &Answer| u16::try_from(answer.int()).expect("the form limits figures");
    let figures = count(unit.get("figures"));
    // Two ranks, models one.
    let files = if at.kit.troop.is_model() { figures } else { figures.div_ceil(2) };
    Ok(Company {
        line,
        name: unit
            .opt("name")
            .map_or_else(|| format!("{} {}", at.name, number + 1), |name| name.text().to_owned()),
        figures,
        files: unit.opt("files").map_or(files, count),
        grade: match unit.opt("grade") {
            Some(grade) => Some(Grade::ALL[grade.choice()]),
            None => at.usual_grade(),
        },
        led: unit.bool("led"),
    })
}
