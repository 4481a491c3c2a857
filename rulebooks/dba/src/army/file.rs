//! Army files: an army as its player writes it down.

use crate::army::check::{self, Reason, check};
use crate::army::chosen::{Army, Counts};
use crate::data::lists::{ArmyList, choices, chosen};
use crate::data::tables::tables;
use crate::data::troop::Troop;
use form::{Fault, Field, Filled, Kind, Node, fill};

/// The fields of an army file.
pub fn fields() -> Vec<Field> {
    let ids = choices().map(|list| list.id.as_str());
    vec![
        Field::new("book", Kind::one_of(["dba"]), "the rulebook"),
        Field::new("army", Kind::one_of(ids), "the army list"),
        Field::new("name", Kind::Text, "what the army is called").optional(),
        Field::new("general", Kind::one_of(Troop::KEYS), "the troop type the general is with"),
        Field::new(
            "elements",
            Kind::map(Troop::KEYS, Kind::int(0..=99)),
            "how many elements of each troop type, the general's included",
        ),
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
/// general = "cavalry"
/// [elements]
/// cavalry = 2
/// blades = 6
/// spears = 2
/// psiloi = 2
/// "#;
/// let army = read(&form::parse_toml(file)?).expect("a good army");
/// assert_eq!((army.name.as_str(), army.troops().len()), ("Polybian Roman", 12));
/// # Ok::<(), form::Fault>(())
/// ```
pub fn read(node: &Node) -> Result<Army, Vec<Fault>> {
    let form = fill(&fields(), node)?;
    let list = chosen(form.choice("army"));
    let general = Troop::ALL[form.choice("general")];
    let mut elements = Counts::default();
    for (key, n) in form.map("elements") {
        let troop = Troop::parse(key).expect("the form knows only troop types");
        elements.set(troop, u16::try_from(n.int()).expect("the form limits counts"));
    }
    let faults = faults(&form, list, &elements, general);
    if !faults.is_empty() {
        return Err(faults);
    }
    let name = form.opt("name").map_or(list.name.as_str(), |name| name.text()).to_owned();
    Ok(Army { list, name, general, elements })
}

/// The faults of the army, each where it is written.
fn faults(form: &Filled, list: &ArmyList, elements: &Counts, general: Troop) -> Vec<Fault> {
    let written = |fault: check::Fault| match fault.reason {
        Reason::Total => form.fault("elements", fault.to_string()),
        Reason::General => form.fault("general", fault.to_string()),
        Reason::Troops => {
            let named = |key: &str| Troop::parse(key).is_some_and(|t| fault.troops.has(t));
            match form.map("elements").iter().find(|(key, n)| named(key) && n.int() > 0) {
                Some((_, n)) => n.fault(fault.to_string()),
                None => form.fault("elements", fault.to_string()),
            }
        }
    };
    check(list, elements, &[general], tables().army_size).into_iter().map(written).collect()
}
