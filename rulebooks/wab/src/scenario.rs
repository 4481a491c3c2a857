//! Scenario files: a battle with everyone in place, or two armies about to deploy.

mod file;
mod force;
mod land;
mod pairing;

use crate::Wab;
use crate::house::House;
use crate::state::{Phase, State, Step};
use crate::troop::Trait;
use force::Force;
use form::{Answer, Fault, Source, fill, parse_toml};
use std::sync::Arc;
use table::Vec2;
use umpire::{BySide, Field, Roster, Side, Unit, UnitCard, UnitId};

pub use file::fields;
pub use pairing::pairing;

/// The scenarios that come with the book: their ids and texts.
pub fn bundled() -> &'static [(&'static str, &'static str)] {
    &[
        ("clastidium", include_str!("../data/scenarios/clastidium.toml")),
        ("trebia", include_str!("../data/scenarios/trebia.toml")),
        ("cannae", include_str!("../data/scenarios/cannae.toml")),
        ("magnesia", include_str!("../data/scenarios/magnesia.toml")),
        ("gaugamela", include_str!("../data/scenarios/gaugamela.toml")),
        ("gabiene", include_str!("../data/scenarios/gabiene.toml")),
    ]
}

/// Reads a scenario file: the book with its house rules, ground and units, the field and the phase in which the
/// battle begins.
///
/// # Errors
/// Everything that is wrong with it, each with its place in the text.
///
/// ```
/// use testudo_wab::scenario::{bundled, read};
/// let (name, text) = bundled()[0];
/// let (book, field, _) = read(&form::Source { name, text }).expect("a good scenario");
/// assert_eq!((book.size.x, field.roster().names.0[0].as_str()), (48.0, "Romans"));
/// ```
pub fn read(source: &Source<'_>) -> Result<(Wab, Field, Phase), Vec<Fault>> {
    let node = parse_toml(source.text).map_err(|fault| vec![fault])?;
    let form = fill(&fields(), &node)?;
    let mut faults = Vec::new();
    let mut book = Wab::new(House::read(form.record("house"))?);
    if let Some([width, depth]) = form.opt("table").map(Answer::list) {
        book.size = Vec2::new(width.number(), depth.number());
    }
    book.turns = form.opt("turns").map_or(book.turns, |n| n.int() as u16);
    book.points = form.opt("points").map_or(book.points, |n| n.int() as u32);
    book.zone = form.opt("zone").map_or(book.zone, |n| n.number());
    book.features = land::features(&book, &form, &mut faults);
    let ground = match crate::terrain::ground(book.size, &book.features) {
        Ok(ground) => ground,
        Err(error) => return Err(vec![form.fault("terrain", error.to_string())]),
    };
    let forces = BySide::each(|side| Force::read(side, form.record(side.as_str()), &mut faults));
    if !faults.is_empty() {
        return Err(faults);
    }
    let (mut cards, mut units, mut states) = (Vec::new(), Vec::new(), Vec::new());
    for side in Side::ALL {
        for unit in &forces[side].units {
            cards.push(unit.card(side));
            states.push(State::new(unit.kit.size));
            book.kits.push(unit.kit.clone());
        }
    }
    let number = |label: &str| cards.iter().position(|c: &umpire::UnitCard| c.label == label);
    let mut i = 0;
    for side in Side::ALL {
        for unit in &forces[side].units {
            if let Some(host) = &unit.with {
                match number(host) {
                    Some(n) if cards[n].side == side && !book.kits[n].character => {
                        states[i].with = Some(UnitId(n as u16));
                    }
                    _ => faults.push(unit.fault("with", format!("there is no unit `{host}` to be with"))),
                }
            }
            i += 1;
        }
    }
    let mut i = 0;
    for side in Side::ALL {
        for unit in &forces[side].units {
            let guests = states.iter().filter(|s| s.with == Some(UnitId(i as u16))).count() as u16;
            units.push(unit.unit(guests));
            i += 1;
        }
    }
    for i in 0..units.len() {
        let Some(host) = states[i].with.map(|h: UnitId| h.index()) else { continue };
        let (there, formation) = (units[host].pose, units[host].formation);
        let rect = crate::board::footprint(
            &book.kits[host],
            &states[host],
            formation.figures,
            formation.files,
            there,
        );
        units[i].pose = force::guest_pose(&book.kits[i], &rect, there.facing);
    }
    force::judge(&book, &forces, &units, &states, &mut faults);
    if !faults.is_empty() {
        return Err(faults);
    }
    // Beasts that may stampede apart have cards of their own, at the end of the roster.
    for herd in 0..book.kits.len() {
        let kit = book.kits[herd].clone();
        for n in (1..kit.size).filter(|_| kit.has(Trait::Stampede)) {
            let label = format!("{}-{}", cards[herd].label, n + 1);
            cards.push(UnitCard { label, general: false, ..cards[herd].clone() });
            states.push(State::new(0));
            units.push(Unit::waiting(crate::board::formation(&kit, false, 1, 1)));
            book.kits.push(kit.beast(UnitId(herd as u16)));
        }
    }
    let names = BySide::each(|side| forces[side].name.clone());
    let starting = BySide::each(|side| forces[side].units.iter().map(|u| u32::from(u.kit.size)).sum());
    let field = Field::new(Arc::new(ground), Arc::new(Roster { names, cards }), units);
    let first = Side::ALL[form.choice("first")];
    let mut phase = Phase::new(Step::Begin, states, starting);
    (phase.first, phase.active) = (first, first);
    Ok((book, field, phase))
}
