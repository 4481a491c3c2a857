//! Fields that several questions share, and reading them.

use crate::data::moves::Mover;
use crate::data::reaction::Grade;
use crate::data::troop::{Hand, Missile, Troop};
use crate::house::House;
use binding::desk;
use form::{Answer, Fault, Field, Filled, Kind};
use ruling::RuleId;
use serde_json::Value;

/// An answer with the rules it rests on.
pub fn resting(mut answer: Value, rules: impl IntoIterator<Item = RuleId>) -> Value {
    if let Value::Object(said) = &mut answer {
        let mut list: Vec<RuleId> = Vec::new();
        rules.into_iter().for_each(|rule| {
            if !list.contains(&rule) {
                list.push(rule)
            }
        });
        said.insert("rules".into(), desk::rules(list));
    }
    answer
}

/// More of anything than this is surely a mistake.
pub const MANY: i64 = 1_000_000;

/// Distances and numbers farther out than this are surely mistakes.
const FAR: f64 = 1_000_000.0;

/// A whole number of things, at least so many.
pub fn count(least: i64) -> Kind {
    Kind::int(least..=MANY)
}

/// A length.
pub fn inches() -> Kind {
    Kind::number(0.0..=FAR).in_unit("inches")
}

/// A field for a length.
pub fn length(name: &'static str, help: &'static str) -> Field {
    Field::new(name, inches(), help)
}

/// A field for a whole number of things that is nothing unless it says more.
pub fn none_or_more(name: &'static str, help: &'static str) -> Field {
    Field::new(name, count(0), help).or(0)
}

/// A field that is no unless it says yes.
pub fn flag(name: &'static str, help: &'static str) -> Field {
    Field::new(name, Kind::Bool, help).or(false)
}

/// A field that is yes unless it says no.
pub fn usually(name: &'static str, help: &'static str) -> Field {
    Field::new(name, Kind::Bool, help).or(true)
}

/// Any troop type.
pub fn any_troop() -> Kind {
    Kind::one_of(Troop::KEYS)
}

/// A field for a troop type.
pub fn troop_field(name: &'static str, help: &'static str) -> Field {
    Field::new(name, any_troop(), help)
}

/// The troop type in a field.
pub fn troop(form: &Filled, name: &str) -> Troop {
    Troop::ALL[form.choice(name)]
}

/// A field for a missile weapon.
pub fn missile_field() -> Field {
    Field::new("weapon", Kind::one_of(Missile::KEYS), "the missile weapon")
}

/// The missile weapon in a field.
pub fn missile(answer: &Answer) -> Missile {
    Missile::ALL[answer.choice()]
}

/// A field for a hand weapon.
pub fn hand_field() -> Field {
    Field::new("weapon", Kind::one_of(Hand::KEYS), "the hand weapon")
}

/// The hand weapon in a field.
pub fn hand(form: &Filled) -> Hand {
    Hand::ALL[form.choice("weapon")]
}

/// A field for a grade.
pub fn grade_field(help: &'static str) -> Field {
    Field::new("class", Kind::one_of(Grade::KEYS), help)
}

/// The grade in a field.
pub fn grade(answer: &Answer) -> Grade {
    Grade::ALL[answer.choice()]
}

/// A field for whether cavalry rides camels.
pub fn camel_field(name: &'static str) -> Field {
    flag(name, "whether they ride camels")
}

/// Troops and whether they ride camels: light, medium and heavy cavalry may.
pub fn mover(form: &Filled, name: &str, camel: &str) -> Result<Mover, Vec<Fault>> {
    let (troop, on_camels) = (troop(form, name), form.bool(camel));
    if on_camels && (!troop.is_cavalry() || troop == Troop::SuperHeavyCavalry) {
        let fault = form.fault(camel, format!("{} never ride camels", troop.name()));
        return Err(vec![fault]);
    }
    Ok(Mover::new(troop).camel(on_camels))
}

/// A number of things that a form holds; its kind keeps it small.
pub fn number_of(answer: &Answer) -> u32 {
    u32::try_from(answer.int()).unwrap_or(0)
}

/// Men carried towards the next figure.
pub fn carry_field() -> Field {
    Field::new("carry", Kind::int(0..=19).in_unit("men"), "the men the target already carries").or(0)
}

/// Figures of the target.
pub fn target_figures_field() -> Field {
    Field::new("target_figures", count(1), "the figures of the target").optional()
}

/// A red and a black die.
pub fn dice_field() -> Field {
    Field::new("dice", dice_kind(), "the dice thrown").optional()
}

/// A red and a black die.
pub fn dice_kind() -> Kind {
    let die = |name, help| Field::new(name, Kind::int(1..=6), help);
    Kind::record([die("red", "the red die"), die("black", "the black die")])
}

/// A red and a black face, if those dice have them.
pub fn faces(form: &Filled, dice: [&'static dice::Die; 2]) -> Result<[u8; 2], Vec<Fault>> {
    let mut faults = Vec::new();
    let mut faces = [0; 2];
    for (i, name) in ["red", "black"].into_iter().enumerate() {
        faces[i] = form.int(name) as u8;
        if !dice[i].has(faces[i]) {
            let shown: Vec<String> = dice[i].faces.iter().map(|(face, _)| face.to_string()).collect();
            faults.push(form.fault(name, format!("no {} on that die, only {}", faces[i], shown.join(", "))));
        }
    }
    if faults.is_empty() { Ok(faces) } else { Err(faults) }
}

/// The fault of something that is not there and must be.
pub fn missing(form: &Filled, name: &str, give: &str) -> Vec<Fault> {
    vec![form.fault(name, "missing").help(format!("give {give}"))]
}

/// A question that the desk answers.
pub type Question = desk::Question<House>;

/// A number as answers print it: to nine decimals.
pub fn number(x: f64) -> Value {
    desk::number(x, 9)
}
