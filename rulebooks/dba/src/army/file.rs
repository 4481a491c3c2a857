//! Army files: an army as its player writes it down.

use crate::army::check::{self, Reason, check};
use crate::army::chosen::{Army, Counts};
use crate::data::lists::{ArmyList, choices, chosen};
use crate::data::tables::tables;
use crate::data::troop::Troop;
use form::{Answer, Fault, Field, Filled, Kind, Node, fill};

/// The fields of an army file.
pub fn fields() -> Vec<Field> {
    let ids = choices().map(|list| list.id.as_str());
    let unit = [
        Field::new("troop", Kind::one_of(Troop::KEYS), "its troop type"),
        Field::new("figures", Kind::int(1..=99).in_unit("elements"), "how many elements of it").or(1),
        Field::new("general", Kind::Bool, "whether the general is with it").or(false),
    ];
    vec![
        Field::new("book", Kind::one_of(["dba"]), "the rulebook"),
        Field::new("army", Kind::one_of(ids), "the army list"),
        Field::new("name", Kind::Text, "what the army is called").optional(),
        Field::new("units", Kind::list(Kind::record(unit), 1..=200), "its elements").optional(),
        Field::new(
            "general",
            Kind::one_of(Troop::KEYS),
            "instead of `general` in a unit: the general's type",
        )
        .optional(),
        Field::new(
            "elements",
            Kind::map(Troop::KEYS, Kind::int(0..=99)),
            "instead of units: how many elements of each troop type, the general's included",
        )
        .optional(),
    ]
}

/// Reads an army file.
///
/// # Errors
/// Everything that is wrong with the form, or else everything in which the army does not fit its list.
///
/// ```
/// use testudo_dba::api::army::read;
/// let file = r#"
/// book = "dba"
/// army = "polybian_roman"
/// units = [
///     { troop = "cavalry", general = true },
///     { troop = "cavalry" },
///     { troop = "blades", figures = 6 },
///     { troop = "spears", figures = 2 },
///     { troop = "psiloi", figures = 2 },
/// ]
/// "#;
/// let army = read(&form::parse_toml(file)?).expect("a good army");
/// assert_eq!((army.name.as_str(), army.troops().len()), ("Polybian Roman", 12));
/// # Ok::<(), form::Fault>(())
/// ```
pub fn read(node: &Node) -> Result<Army, Vec<Fault>> {
    let draft = Draft::read(node)?;
    let Some(general) = draft.general else {
        let what = "missing; give the troop type that the general is with, or say which unit has the general";
        return Err(vec![draft.form.fault("general", what)]);
    };
    let faults = draft.faults();
    if !faults.is_empty() {
        return Err(faults);
    }
    let Draft { list, elements, .. } = draft;
    let name = draft.form.opt("name").map_or(list.name.as_str(), |name| name.text()).to_owned();
    Ok(Army { list, name, general, elements })
}

/// An army as it is written, whether it fits its list or not.
pub(super) struct Draft {
    /// The file.
    pub form: Filled,
    /// Its list.
    pub list: &'static ArmyList,
    /// Its elements.
    pub elements: Counts,
    /// The type of the general's element, where the file says it.
    pub general: Option<Troop>,
}

impl Draft {
    pub(super) fn read(node: &Node) -> Result<Draft, Vec<Fault>> {
        let form = fill(&fields(), node)?;
        let list = chosen(form.choice("army"));
        let mut elements = Counts::default();
        let mut general = form.opt("general").map(|of| Troop::ALL[of.choice()]);
        match (form.opt("units"), form.opt("elements")) {
            (Some(_), Some(_)) => {
                return Err(vec![form.fault("elements", "an army has `units` or `elements`, not both")]);
            }
            (None, None) => return Err(vec![form.fault("units", "missing; give its elements")]),
            (None, Some(counts)) => {
                for (key, n) in counts.map() {
                    let troop = Troop::parse(key).expect("the form knows only troop types");
                    elements.set(troop, u16::try_from(n.int()).expect("the form limits counts"));
                }
            }
            (Some(_), None) => {
                let mut led = None;
                for unit in form.records("units") {
                    let troop = Troop::ALL[unit.choice("troop")];
                    let n = u16::try_from(unit.int("figures")).expect("the form limits counts");
                    elements.set(troop, elements.of(troop) + n);
                    if unit.bool("general") && led.replace(troop).is_some() {
                        return Err(vec![unit.fault("general", "an army has one general")]);
                    }
                }
                general = general.or(led);
            }
        }
        Ok(Draft { form, list, elements, general })
    }

    /// Its units, where it is written in units.
    pub(super) fn units(&self) -> impl Iterator<Item = &Filled> {
        self.form.opt("units").into_iter().flat_map(|units| units.list()).map(Answer::record)
    }

    /// The faults of the army, each where it is written.
    pub(super) fn faults(&self) -> Vec<Fault> {
        let generals: Vec<Troop> = self.general.into_iter().collect();
        let found = check(self.list, &self.elements, &generals, tables().army_size);
        found.into_iter().map(|fault| self.placed(&fault)).collect()
    }

    fn placed(&self, fault: &check::Fault) -> Fault {
        let whole = if self.form.has("units") { "units" } else { "elements" };
        match fault.reason {
            Reason::Total => self.form.fault(whole, fault.to_string()),
            Reason::General if self.form.has("general") => self.form.fault("general", fault.to_string()),
            Reason::General => match self.units().find(|unit| unit.bool("general")) {
                Some(unit) => unit.fault("general", fault.to_string()),
                None => self.form.fault(whole, fault.to_string()),
            },
            Reason::Troops => {
                let counted = self.form.opt("elements").into_iter().flat_map(|all| all.map());
                let named = |key: &str| Troop::parse(key).is_some_and(|troop| fault.troops.has(troop));
                let mut counted = counted.filter(|(key, n)| named(key) && n.int() > 0);
                let mut units = self.units();
                if let Some((_, n)) = counted.next() {
                    n.fault(fault.to_string())
                } else if let Some(unit) =
                    units.find(|unit| fault.troops.has(Troop::ALL[unit.choice("troop")]))
                {
                    unit.fault("troop", fault.to_string())
                } else {
                    self.form.fault(whole, fault.to_string())
                }
            }
        }
    }
}
