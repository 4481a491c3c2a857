//! Fields that several questions share, and what answers are made of.

use crate::data::armour;
use crate::data::tables::Going;
use crate::data::troop::{Order, Troop};
use crate::nerve::rules::Leaders;
use crate::{Wab, rule};
use binding::desk::{cited, number as rounded};
use dice::{Dist, Fraction};
use form::{Answer, Fault, Field, Filled, Kind, Node};
use ruling::{RuleId, Tally};
use serde_json::{Value, json};

/// A question that the desk answers.
pub type Question = binding::desk::Question<Wab>;

/// A field that is no unless it says yes.
pub(super) fn flag(name: &'static str, help: &'static str) -> Field {
    Field::new(name, Kind::Bool, help).or(false)
}

/// A whole number that must be given.
pub(super) fn whole(name: &'static str, range: std::ops::RangeInclusive<i64>, help: &'static str) -> Field {
    Field::new(name, Kind::int(range), help)
}

/// A distance in inches, up to 200.
pub(super) fn inches(name: &'static str, help: &'static str) -> Field {
    Field::new(name, Kind::number(0.0..=200.0).in_unit("inches"), help)
}

/// A field for a troop type.
pub(super) fn troop_field() -> Field {
    Field::new("troop", Kind::one_of(Troop::ALL.iter().map(|t| t.key())), "what it is").or("infantry")
}

/// The troop type in it.
pub(super) fn troop(form: &Filled) -> Troop {
    Troop::ALL[form.choice("troop")]
}

/// A field for an order.
pub(super) fn order_field() -> Field {
    Field::new("order", Kind::one_of(Order::ALL.iter().map(|o| o.key())), "how it stands").or("close")
}

/// The order in it.
pub(super) fn order(form: &Filled) -> Order {
    Order::ALL[form.choice("order")]
}

/// A field for the ground.
pub(super) fn ground_field() -> Field {
    Field::new("ground", Kind::one_of(Going::ALL.map(Going::key)), "the ground")
}

/// The ground in it.
pub(super) fn ground(form: &Filled) -> Going {
    Going::ALL[form.choice("ground")]
}

/// Fields for a Movement and what armour takes off it.
pub(super) fn movement_fields() -> [Field; 2] {
    [
        whole("m", 1..=12, "its Movement as printed"),
        Field::new("armour_penalty", Kind::int(-4..=0), "what its armour takes off it").or(0),
    ]
}

/// The Movement in them.
pub(super) fn movement(form: &Filled) -> u8 {
    armour::movement(small(form, "m"), form.int("armour_penalty") as i8)
}

/// A small whole number.
pub(super) fn small(form: &Filled, name: &str) -> u8 {
    form.int(name) as u8
}

/// A whole number of models or men.
pub(super) fn count(form: &Filled, name: &str) -> u16 {
    form.int(name) as u16
}

/// Fields for a Leadership and the general.
pub(super) fn leader_fields() -> [Field; 4] {
    [
        whole("ld", 1..=10, "its Leadership"),
        order_field(),
        Field::new("general_ld", Kind::int(0..=10), "the general's Leadership, 0 for none").or(0),
        inches("general_distance", "how far he is").or(200.0),
    ]
}

/// The Leadership in them.
pub(super) fn leaders(form: &Filled) -> Leaders {
    Leaders::of(small(form, "ld"), order(form), small(form, "general_ld"), form.number("general_distance"))
}

/// The field of the dice rolled: a list of faces for each roll.
pub(super) fn dice_field(rolls: &[&'static str]) -> Field {
    let faces = || Kind::list(Kind::int(1..=6), ..=2000);
    let lists = rolls.iter().map(|roll| Field::new(roll, faces(), "faces rolled").optional());
    Field::new("dice", Kind::record(lists), "the dice rolled").optional()
}

/// The dice given, if any were.
pub(super) fn thrown(form: &Filled) -> Option<&Filled> {
    form.opt("dice").map(Answer::record)
}

/// The faces of a roll of so many dice; leaving a roll of none out is right.
pub(super) fn faces(dice: &Filled, name: &'static str, n: u16) -> Result<Vec<u8>, Vec<Fault>> {
    let faces: Vec<u8> = match dice.opt(name) {
        Some(list) => list.list().iter().map(|face| face.int() as u8).collect(),
        None => Vec::new(),
    };
    if faces.len() == usize::from(n) {
        return Ok(faces);
    }
    Err(vec![dice.fault(name, format!("takes {n} dice, not {}", faces.len()))])
}

/// What a roll of so many dice gives to a function of the rules.
pub(super) fn play<T>(
    dice: &Filled,
    name: &'static str,
    n: u16,
    run: impl FnOnce(&mut dice::Scripted) -> T,
) -> Result<T, Vec<Fault>> {
    Ok(run(&mut dice::Scripted::new(faces(dice, name, n)?)))
}

/// A list of rules with what each gives; labels are the rules' own titles.
pub(super) fn factors(list: impl IntoIterator<Item = (RuleId, Value)>) -> Value {
    let row = |(rule, value): (RuleId, Value)| {
        let label = Wab::index().get(rule.as_str()).map_or("", |r| r.title.as_str());
        let mut factor = json!({ "rule": cited(rule), "label": label, "value": value });
        if let Some(needed) = value.as_u64().filter(|_| SCORES.contains(&rule)) {
            factor["said"] = if needed == 0 { "none".into() } else { format!("{needed}+").into() };
        }
        factor
    };
    list.into_iter().map(row).collect()
}

/// Rules that give the score a die needs: they are said as `4+`, since `+4` would be something added to it.
const SCORES: [RuleId; 6] = [
    rule::COMBAT_HIT,
    rule::COMBAT_WOUND,
    rule::COMBAT_SAVE,
    rule::SHOOT_BS,
    rule::SHOOT_WOUND,
    rule::SAVE_CHART,
];

/// The factors of a sum.
pub(super) fn tallied(tally: &Tally) -> impl Iterator<Item = (RuleId, Value)> + '_ {
    tally.factors().iter().map(|f| (f.rule, Value::from(f.value)))
}

/// An exact chance or mean.
pub(super) fn chance(value: &Fraction) -> Value {
    value.to_string().into()
}

/// A chance to nine decimals, rounded half up.
pub(super) fn decimal(value: &Fraction) -> Value {
    let nano = (value.to_f64() * 1e9 + 0.5).floor() as u64;
    format!("{}.{:09}", nano / 1_000_000_000, nano % 1_000_000_000).into()
}

/// The chance of each count from 0 up, to nine decimals.
pub(super) fn distribution(odds: &Dist<u16>, most: u16) -> Value {
    (0..=most).map(|n| decimal(&odds.probability(&n))).collect()
}

/// The exact chance of each count from 0 up.
pub(super) fn chances(odds: &Dist<u16>, most: u16) -> Value {
    (0..=most).map(|n| chance(&odds.probability(&n))).collect()
}

/// A length in inches as answers print it.
pub(super) fn length(x: f64) -> Value {
    rounded(x, 6)
}

/// A list of records as a field.
pub(super) fn records(name: &'static str, fields: Vec<Field>, help: &'static str) -> Field {
    Field::new(name, Kind::list(Kind::record(fields), ..=200), help)
}

/// The field of the legs of a move.
pub(super) fn legs_field() -> Field {
    let leg = vec![ground_field(), inches("inches", "how far")];
    records("legs", leg, "straight stretches by ground").or(Node::list([]))
}

/// The legs in it.
pub(super) fn legs(form: &Filled) -> Vec<(Going, f64)> {
    form.records("legs").map(|leg| (ground(leg), leg.number("inches"))).collect()
}
