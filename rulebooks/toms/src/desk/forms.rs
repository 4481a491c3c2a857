//! Fields that several questions share, and reading them.

use crate::Toms;
use crate::board::state::Face;
use crate::data::faults::under;
use crate::data::lists::words;
use crate::data::troop::{Body, Missile, Profile};
use crate::rule;
use dice::{D6, Dist, Fraction};
use form::{Answer, Fault, Field, Filled, Kind, Node};
use ruling::{Factor, RuleId, Tally};
use serde_json::{Value, json};

/// A field for a troop type.
pub(super) fn unit_field() -> Field {
    Field::new("unit", Kind::one_of(words()), "the troop type, such as greek.hoplite")
}

/// A field for statistics that differ from the list.
pub(super) fn profile_field() -> Field {
    let int = |name, most, help| Field::new(name, Kind::int(0..=most), help).optional();
    let yes = |name, help| Field::new(name, Kind::Bool, help).optional();
    let fields = [
        int("points", 1000, "what a figure costs"),
        int("move", 100, "how many inches it moves"),
        int("charge", 100, "how many inches it charges"),
        int("range", 100, "how many inches it shoots"),
        yes("armour", "whether it wears armour"),
        int("shield", 6, "what its shields save on, 0 for none"),
        yes("cavalry", "whether it counts as cavalry"),
        yes("trained", "whether it is trained"),
        int("crew", 4, "how many serve an engine"),
        Field::new("missile", Kind::one_of(Missile::ALL.map(Missile::key)), "what it shoots").optional(),
        Field::new("body", Kind::one_of(Body::ALL.map(Body::key)), "what it is").optional(),
        int("lines", 3, "how many lines of it strike"),
        yes("fights_on_foot", "whether it fights on foot"),
        yes("auxiliary", "whether it is an auxiliary"),
        yes("siege_engine", "whether it is a siege engine"),
        yes("flammable", "whether it burns well"),
    ];
    Field::new("profile", Kind::record(fields), "statistics that differ from the list").or(Node::record([]))
}

/// A field that is no unless it says yes.
pub(super) fn flag(name: &'static str, help: &'static str) -> Field {
    Field::new(name, Kind::Bool, help).or(false)
}

/// A field for a whole number with a default.
pub(super) fn whole(name: &'static str, most: i64, help: &'static str) -> Field {
    Field::new(name, Kind::int(0..=most), help).or(0)
}

/// A field for a face, the front unless it says otherwise.
pub(super) fn face_field(name: &'static str, help: &'static str) -> Field {
    Field::new(name, Kind::one_of(Face::ALL.map(Face::key)), help).or("front")
}

/// The face in a field.
pub(super) fn face(form: &Filled, name: &str) -> Face {
    Face::ALL[form.choice(name)]
}

/// The fields of a body of troops.
pub(super) fn body_fields() -> Vec<Field> {
    let count = |name, help| Field::new(name, Kind::int(1..=99), help).optional();
    vec![
        unit_field(),
        count("men", "figures, lives or crew now"),
        count("start", "figures, lives or crew at the start"),
        flag("general", "whether a general is with it"),
        profile_field(),
    ]
}

/// A body of troops in one field.
pub(super) fn body_field(
    name: &'static str,
    more: impl IntoIterator<Item = Field>,
    help: &'static str,
) -> Field {
    Field::new(name, Kind::record(body_fields().into_iter().chain(more)), help)
}

/// A body of troops.
#[derive(Clone, Copy, Debug)]
pub(super) struct Troops {
    pub who: Profile,
    pub men: u16,
    pub start: u16,
    pub general: bool,
}

/// The type in a form, with the statistics that differ.
pub(super) fn who(book: &Toms, form: &Filled) -> Result<Profile, Vec<Fault>> {
    let mut who = book.profiles[form.choice("unit")];
    let changes = form.record("profile");
    let int = |name: &str| changes.opt(name).map(|a| a.int() as u16);
    let yes = |name: &str| changes.opt(name).map(Answer::bool);
    let set = |field: &mut u16, name: &str| *field = int(name).unwrap_or(*field);
    set(&mut who.points, "points");
    set(&mut who.pace, "move");
    set(&mut who.charge, "charge");
    set(&mut who.range, "range");
    let set = |field: &mut bool, name: &str| *field = yes(name).unwrap_or(*field);
    set(&mut who.armour, "armour");
    set(&mut who.cavalry, "cavalry");
    set(&mut who.trained, "trained");
    set(&mut who.fights_on_foot, "fights_on_foot");
    set(&mut who.auxiliary, "auxiliary");
    set(&mut who.siege_engine, "siege_engine");
    set(&mut who.flammable, "flammable");
    let set = |field: &mut u8, name: &str| *field = int(name).map_or(*field, |n| n as u8);
    set(&mut who.shield, "shield");
    set(&mut who.crew, "crew");
    set(&mut who.lines, "lines");
    if let Some(missile) = changes.opt("missile") {
        who.missile = Missile::ALL[missile.choice()];
    }
    if let Some(body) = changes.opt("body") {
        who.body = Body::ALL[body.choice()];
    }
    Ok(who)
}

/// The type in a form that has no other statistics.
pub(super) fn listed(book: &Toms, form: &Filled) -> Result<Profile, Vec<Fault>> {
    let who = book.profiles[form.choice("unit")];
    Ok(who)
}

/// The body of troops in a form.
pub(super) fn troops(book: &Toms, form: &Filled) -> Result<Troops, Vec<Fault>> {
    let who = who(book, form)?;
    let number = |name: &str, least: u16, most: u16| -> Result<Option<u16>, Vec<Fault>> {
        let Some(answer) = form.opt(name) else { return Ok(None) };
        let n = u16::try_from(answer.int()).ok().filter(|n| (least..=most).contains(n));
        let wrong = || vec![answer.fault(format!("must be from {least} to {most}, not {}", answer.int()))];
        n.map(Some).ok_or_else(wrong)
    };
    let men = number("men", 1, who.most())?.unwrap_or(who.typical);
    let usual = if who.is_model() { who.typical } else { men };
    let start = number("start", men, who.most())?.unwrap_or(usual.max(men));
    let general = form.bool("general");
    if general && who.is_model() {
        let what = under(rule::GENERAL_ATTACH, "no general rides with elephants or engines");
        return Err(vec![form.fault("general", what)]);
    }
    Ok(Troops { who, men, start, general })
}

/// Factors of several tallies, one after the other.
pub(super) fn factors<'a>(tallies: impl IntoIterator<Item = &'a Tally>) -> Value {
    let all: Vec<Factor> = tallies.into_iter().flat_map(|t| t.factors().iter().copied()).collect();
    binding::desk::factors(&all)
}

/// The rules that apply, each once.
pub(super) fn applied(list: impl IntoIterator<Item = (bool, RuleId)>) -> Value {
    let mut rules: Vec<RuleId> = Vec::new();
    for (applies, rule) in list {
        if applies && !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    binding::desk::rules(rules)
}

/// A length as answers print it.
pub(super) fn number(x: f64) -> Value {
    binding::desk::number(x, 9)
}

/// An exact chance in lowest terms.
pub(super) fn chance(part: u128, of: u128) -> Value {
    Fraction::new(part, of).to_string().into()
}

/// A field for dice: lists of faces by name.
pub(super) fn dice_field(names: &[&'static str]) -> Field {
    let list = |name: &&'static str| {
        Field::new(name, Kind::list(Kind::int(1..=6), ..=64), "the faces thrown").or(Node::list([]))
    };
    Field::new("dice", Kind::record(names.iter().map(list)), "dice thrown at the table").optional()
}

/// The faces of a list, once there are as many as the rules want.
pub(super) fn faces(dice: &Filled, name: &str, wanted: usize) -> Result<Vec<u8>, Vec<Fault>> {
    let list = dice.list(name);
    if list.len() != wanted {
        return Err(vec![dice.fault(name, format!("{wanted} dice are needed, not {}", list.len()))]);
    }
    Ok(list.iter().map(|a| a.int() as u8).collect())
}

/// Joins the entries of records into one.
pub(super) fn join(parts: impl IntoIterator<Item = Value>) -> Value {
    let mut whole = json!({});
    for part in parts {
        if let (Value::Object(whole), Value::Object(part)) = (&mut whole, part) {
            whole.extend(part);
        }
    }
    whole
}

/// The chance that any of so many dice shows so much or more.
pub(super) fn any(dice: u16, at_least: u8) -> Fraction {
    Dist::hits(&D6, dice, at_least).chance(|&n| n > 0)
}

/// Whether any of the dice thrown shows so much, if they were thrown.
pub(super) fn thrown(form: &Filled, name: &str, dice: u16, at_least: u8) -> Result<Option<bool>, Vec<Fault>> {
    let Some(record) = form.opt("dice").map(Answer::record) else { return Ok(None) };
    let list = faces(record, name, usize::from(dice))?;
    Ok(Some(list.iter().any(|&f| f >= at_least)))
}
