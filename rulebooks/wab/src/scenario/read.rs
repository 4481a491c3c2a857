//! Reading a scenario file.

use crate::Wab;
use crate::board::bodies;
use crate::board::state::{Phase, State, Step};
use crate::data::troop::Trait;
use crate::house::House;
use crate::scenario::file::fields;
use crate::scenario::force::{self, Force};
use crate::scenario::land;
use form::{Answer, Fault, Source, fill, parse_toml};
use std::sync::Arc;
use table::Vec2;
use umpire::{BySide, Field, Roster, Side, Unit, UnitCard, UnitId};

/// The scenarios that come with the book: their ids and texts.
pub fn bundled() -> &'static [(&'static str, &'static str)] {
    &[
        ("clastidium", include_str!("../../data/scenarios/clastidium.toml")),
        ("trebia", include_str!("../../data/scenarios/trebia.toml")),
        ("cannae", include_str!("../../data/scenarios/cannae.toml")),
        ("magnesia", include_str!("../../data/scenarios/magnesia.toml")),
        ("gaugamela", include_str!("../../data/scenarios/gaugamela.toml")),
        ("gabiene", include_str!("../../data/scenarios/gabiene.toml")),
        ("telamon", include_str!("../../data/scenarios/telamon.toml")),
        ("alesia", include_str!("../../data/scenarios/alesia.toml")),
        ("dyrrhachion", include_str!("../../data/scenarios/dyrrhachion.toml")),
        ("morgarten", include_str!("../../data/scenarios/morgarten.toml")),
        ("agincourt", include_str!("../../data/scenarios/agincourt.toml")),
    ]
}

/// Reads a scenario file: the book with its house rules, ground and units, the field and the phase in which the
/// battle begins.
///
/// # Errors
/// Everything that is wrong with it, each with its place in the text.
///
/// ```
/// use testudo_wab::api::scenario::{bundled, read};
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
    let ground = match crate::board::terrain::ground(book.size, &book.features) {
        Ok(ground) => ground,
        Err(error) => return Err(vec![form.fault("terrain", error.to_string())]),
    };
    let forces = BySide::each(|side| Force::read(side, form.record(side.as_str()), &mut faults));
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut muster = Muster::default();
    muster.enlist(&mut book, &forces);
    muster.join(&book, &forces, &mut faults);
    muster.place(&book, &forces);
    force::judge(&book, &forces, &muster.units, &muster.states, &mut faults);
    if !faults.is_empty() {
        return Err(faults);
    }
    muster.add_beasts(&mut book);
    let Muster { cards, units, states } = muster;
    let names = BySide::each(|side| forces[side].name.clone());
    let starting = BySide::each(|side| forces[side].units.iter().map(|u| u32::from(u.kit.size)).sum());
    let field = Field::new(Arc::new(ground), Arc::new(Roster { names, cards }), units);
    let first = Side::ALL[form.choice("first")];
    let mut phase = Phase::new(Step::Begin, states, starting);
    (phase.first, phase.active) = (first, first);
    Ok((book, field, phase))
}

/// Everyone in a scenario, by number.
#[derive(Default)]
struct Muster {
    cards: Vec<UnitCard>,
    units: Vec<Unit>,
    states: Vec<State>,
}

impl Muster {
    /// Writes everyone down, the red side first.
    fn enlist(&mut self, book: &mut Wab, forces: &BySide<Force>) {
        for side in Side::ALL {
            for unit in &forces[side].units {
                self.cards.push(unit.card(side));
                self.states.push(State::new(unit.kit.size));
                book.kits.push(unit.kit.clone());
            }
        }
    }

    /// Characters join the units they begin with.
    fn join(&mut self, book: &Wab, forces: &BySide<Force>, faults: &mut Vec<Fault>) {
        let everyone =
            Side::ALL.into_iter().flat_map(|side| forces[side].units.iter().map(move |u| (side, u)));
        for (i, (side, unit)) in everyone.enumerate() {
            let Some(label) = &unit.with else { continue };
            let host = self.cards.iter().position(|card| card.label == *label);
            match host.filter(|&n| self.cards[n].side == side && !book.kits[n].character) {
                Some(n) => self.states[i].with = Some(UnitId(n as u16)),
                None => faults.push(unit.fault("with", format!("there is no unit `{label}` to be with"))),
            }
        }
    }

    /// Everyone stands in place, characters at the front of their units.
    fn place(&mut self, book: &Wab, forces: &BySide<Force>) {
        for (i, unit) in forces.0.iter().flat_map(|force| &force.units).enumerate() {
            let guests = self.states.iter().filter(|s| s.with == Some(UnitId(i as u16))).count() as u16;
            self.units.push(unit.unit(guests));
        }
        for i in 0..self.units.len() {
            let Some(host) = self.states[i].with.map(UnitId::index) else { continue };
            let (pose, formation) = (self.units[host].pose, self.units[host].formation);
            let (kit, state) = (&book.kits[host], &self.states[host]);
            let rect = bodies::footprint(kit, state, formation.figures, formation.files, pose);
            self.units[i].pose = force::guest_pose(&book.kits[i], &rect, pose.facing);
        }
    }

    /// Beasts that may stampede apart have cards of their own, at the end of the roster.
    fn add_beasts(&mut self, book: &mut Wab) {
        for herd in 0..book.kits.len() {
            let kit = book.kits[herd].clone();
            for n in (1..kit.size).filter(|_| kit.has(Trait::Stampede)) {
                let label = format!("{}-{}", self.cards[herd].label, n + 1);
                self.cards.push(UnitCard { label, general: false, ..self.cards[herd].clone() });
                self.states.push(State::new(0));
                self.units.push(Unit::waiting(bodies::formation(&kit, false, 1, 1)));
                book.kits.push(kit.beast(UnitId(herd as u16)));
            }
        }
    }
}
