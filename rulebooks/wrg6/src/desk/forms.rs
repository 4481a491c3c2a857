//! Fields that several questions share, and reading them.

use crate::data::troop::{Class, Hand, Missile, Mover, Training, Troop};
use dice::Die;
use form::{Answer, Fault, Field, Filled, Kind};

/// More of anything than this is surely a mistake.
const MANY: i64 = 1_000_000;

/// A whole number of things, at least so many.
pub(super) fn count(least: i64) -> Kind {
    Kind::int(least..=MANY)
}

/// A field for a whole number of things that is nothing unless it says more.
pub(super) fn none_or_more(name: &'static str, help: &'static str) -> Field {
    Field::new(name, count(0), help).or(0)
}

/// A field for a length.
pub(super) fn paces(name: &'static str, help: &'static str) -> Field {
    Field::new(name, Kind::number(0.0..=MANY as f64).in_unit("paces"), help)
}

/// A field that is no unless it says yes.
pub(super) fn flag(name: &'static str, help: &'static str) -> Field {
    Field::new(name, Kind::Bool, help).or(false)
}

/// The words of all troop types: in full, then abbreviated.
pub(super) fn troop_words() -> impl Iterator<Item = &'static str> {
    Troop::ALL.iter().map(|t| t.key()).chain(Troop::ALL.iter().map(|t| t.abbr()))
}

/// A field for a troop type.
pub(super) fn troop_field(name: &'static str, help: &'static str) -> Field {
    Field::new(name, Kind::one_of(troop_words()), help)
}

/// The troop type in a field.
pub(super) fn troop(answer: &Answer) -> Troop {
    Troop::ALL[answer.choice() % Troop::ALL.len()]
}

/// A field for whatever moves: a troop type, or a row of the table of moves.
pub(super) fn mover_field(name: &'static str, help: &'static str) -> Field {
    let known = |word: &&str| Mover::parse(word).is_some();
    let rows = Mover::ALL.iter().map(|m| m.key()).filter(|key| Troop::parse(key).is_none());
    Field::new(name, Kind::one_of(troop_words().filter(known).chain(rows)), help)
}

/// What moves, in a field.
pub(super) fn mover(answer: &Answer) -> Mover {
    Mover::parse(answer.text()).expect("the form knows only movers")
}

/// A field for a training.
pub(super) fn training_field(name: &'static str) -> Field {
    Field::new(name, Kind::one_of(["regular", "irregular"]), "regular or irregular").or("regular")
}

/// The training in a field.
pub(super) fn training(form: &Filled, name: &str) -> Training {
    Training::ALL[form.choice(name)]
}

/// A field for a class.
pub(super) fn class_field() -> Field {
    Field::new("class", Kind::one_of(Class::ALL.iter().map(|c| c.key())), "the class")
}

/// The class in a field.
pub(super) fn class(form: &Filled) -> Class {
    Class::ALL[form.choice("class")]
}

/// A field for a weapon that shoots.
pub(super) fn missile_field() -> Field {
    Field::new("weapon", Kind::one_of(Missile::ALL.iter().map(|m| m.key())), "the weapon")
}

/// The weapon that shoots.
pub(super) fn missile(form: &Filled) -> Missile {
    Missile::ALL[form.choice("weapon")]
}

/// A field for a weapon hand-to-hand.
pub(super) fn hand_field(name: &'static str, help: &'static str) -> Field {
    Field::new(name, Kind::one_of(Hand::ALL.iter().map(|h| h.key())), help)
}

/// The weapon hand-to-hand in a field.
pub(super) fn hand(form: &Filled, name: &str) -> Hand {
    Hand::ALL[form.choice(name)]
}

/// A number of things that a form holds; its kind keeps it small.
pub(super) fn number_of(answer: &Answer) -> u32 {
    u32::try_from(answer.int()).unwrap_or(0)
}

/// Fields for a strength in figures or in models.
pub(super) fn strength_fields(names: [&'static str; 2]) -> [Field; 2] {
    let [figures, models] = names;
    [
        Field::new(figures, count(1), "the figures").optional(),
        Field::new(models, count(1), "the models").optional(),
    ]
}

/// A strength, and whether it is of models; nothing if neither is given.
pub(super) fn strength(form: &Filled, names: [&str; 2]) -> Result<Option<(u32, bool)>, Vec<Fault>> {
    match names.map(|name| form.opt(name).map(number_of)) {
        [Some(_), Some(_)] => {
            Err(vec![form.fault(names[1], format!("give `{}` or `{}`, not both", names[0], names[1]))])
        }
        [Some(figures), None] => Ok(Some((figures, false))),
        [None, Some(models)] => Ok(Some((models, true))),
        [None, None] => Ok(None),
    }
}

/// A strength that must be there.
pub(super) fn needed_strength(form: &Filled, names: [&str; 2]) -> Result<(u32, bool), Vec<Fault>> {
    strength(form, names)?.ok_or_else(|| missing(form, names[0]))
}

/// The fault of something that is not there and must be.
pub(super) fn missing(form: &Filled, name: &str) -> Vec<Fault> {
    vec![form.fault(name, "missing").help(format!("give `{name}`"))]
}

/// A present and an original strength.
pub(super) fn strengths(form: &Filled) -> Result<(u32, u32), Vec<Fault>> {
    let (now, original) = (number_of(form.get("strength")), number_of(form.get("original")));
    if now > original {
        return Err(vec![form.fault("strength", format!("more than the {original} it had at first"))]);
    }
    Ok((now, original))
}

/// A field for dice with a face each under these names.
pub(super) fn dice_field(names: &[&'static str]) -> Field {
    let fields: Vec<Field> =
        names.iter().map(|name| Field::new(name, Kind::int(1..=6), "the face thrown")).collect();
    Field::new("dice", Kind::record(fields), "the dice thrown").optional()
}

/// A face, if the die has it.
pub(super) fn face(answer: &Answer, die: &Die) -> Result<u8, Vec<Fault>> {
    let face = answer.int() as u8;
    if die.has(face) {
        return Ok(face);
    }
    let shown: Vec<String> = die.faces.iter().map(|(face, _)| face.to_string()).collect();
    Err(vec![answer.fault(format!("no {face} on that die, only {}", shown.join(", ")))])
}

/// The faces of a list, if there are so many and the die has them.
pub(super) fn faces(answer: &Answer, die: &Die, wanted: u16) -> Result<Vec<u8>, Vec<Fault>> {
    if answer.list().len() != usize::from(wanted) {
        return Err(vec![answer.fault(format!("{wanted} dice are thrown, not {}", answer.list().len()))]);
    }
    answer.list().iter().map(|answer| face(answer, die)).collect()
}

/// A plus and a minus face.
pub(super) fn plus_minus(form: &Filled, dice: [&Die; 2]) -> Result<[u8; 2], Vec<Fault>> {
    Ok([face(form.get("plus"), dice[0])?, face(form.get("minus"), dice[1])?])
}
