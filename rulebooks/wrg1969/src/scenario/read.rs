//! Reads a scenario file: the book, the field and the phase in which the battle begins.

use crate::Wrg1969;
use crate::board::state::{Command, General, Messenger, Phase, Step, UnitState};
use crate::house::House;
use crate::scenario::file::fields;
use crate::scenario::force::Force;
use crate::scenario::{land, stand, start, written};
use form::Fault;
use form::Filled;
use form::Source;
use form::fill;
use form::parse_toml;
use std::sync::Arc;
use table::Vec2;
use umpire::BySide;
use umpire::Field;
use umpire::Roster;
use umpire::Side;
use umpire::UnitId;
/// The scenarios that come with the book: their ids and texts.
pub fn bundled() -> &'static [(&'static str, &'static str)] {
    &[
        ("medway", include_str!("../../data/scenarios/medway.toml")),
        ("raphia", include_str!("../../data/scenarios/raphia.toml")),
        ("carrhae", include_str!("../../data/scenarios/carrhae.toml")),
        ("kadesh", include_str!("../../data/scenarios/kadesh.toml")),
        ("mons_graupius", include_str!("../../data/scenarios/mons_graupius.toml")),
    ]
}

/// Reads a scenario file: the book with its house rules and its ground, the field and the phase in which the battle
/// begins.
///
/// # Errors
/// Everything that is wrong with it, each with its place in the text.
pub fn read(source: &Source<'_>) -> Result<(Wrg1969, Field, Phase), Vec<Fault>> {
    let node = parse_toml(source.text).map_err(|fault| vec![fault])?;
    let form = fill(&fields(), &node)?;
    let mut faults = Vec::new();
    let mut book = Wrg1969::new(House::read(form.record("house"))?);
    // Ten yards an inch: the other scale is not played.
    if let Some([width, depth]) = form.opt("table").map(form::Answer::list) {
        book.size = Vec2::new(width.number(), depth.number());
    }
    book.features = land::features(&book, &form, &mut faults);
    let forces = BySide::each(|side| Force::read(&book, side, form.record(side.as_str()), &mut faults));
    for side in Side::ALL {
        book.zones[side] = forces[side].zone;
        forces[side].judge_points(&book, &form, &mut faults);
    }
    twins(&forces, &form, &mut faults);
    let placed = stand::all_or_none(&forces, &form, &mut faults);
    stand::judge(&book, &forces, &form, &mut faults);
    let ground = land::ground(&book, &form, &mut faults);
    let mut cards = Vec::new();
    let mut units = Vec::new();
    let mut states = Vec::new();
    for side in Side::ALL {
        for figure in &forces[side].figures {
            cards.push(figure.card(side));
            units.push(figure.unit());
            let original = if figure.kit.detached { 0 } else { figure.figures };
            states.push(UnitState::new(figure.grade, original));
            book.kits.push(figure.kit.clone());
        }
    }
    let names = BySide::each(|side| forces[side].name.clone());
    let field = Field::new(Arc::new(ground), Arc::new(Roster { names, cards }), units);
    let step = if placed { Step::Orders } else { Step::Deploy };
    let mut phase = Phase::new(step, states);
    for side in Side::ALL {
        phase.command[side] = command(&field, &forces[side]);
    }
    for side in Side::ALL {
        let number = |label: &str| crate::scenario::force::number(&field, label);
        let pairs = forces[side].parts().filter_map(|(whole, part)| Some((number(whole)?, number(part)?)));
        book.parts.extend(pairs);
    }
    written::orders(&book, &field, &form, &forces, &mut phase, &mut faults);
    start::states(&book, &field, &form, &mut phase, &mut faults);
    if faults.is_empty() { Ok((book, field, phase)) } else { Err(faults) }
}

/// No two figures have one label.
fn twins(forces: &BySide<Force>, form: &Filled, faults: &mut Vec<Fault>) {
    let mut seen: Vec<&str> = Vec::new();
    for side in Side::ALL {
        for figure in &forces[side].figures {
            if seen.contains(&figure.label.as_str()) {
                let what = format!("another unit is called `{}` too", figure.label);
                faults.push(figure.fault(form, side, "id", what));
            }
            seen.push(&figure.label);
        }
    }
}

/// A side's generals and messengers as the battle begins; what they know they learn once everyone stands.
fn command(field: &Field, force: &Force) -> Command {
    let number = |label: &str| {
        let mut ids = field.ids();
        ids.find(|&id| field.card(id).label == label).unwrap_or(UnitId(0))
    };
    let general = |label: &str, units: &[String]| General {
        units: units.iter().map(|unit| number(unit)).collect(),
        ..General::new(number(label))
    };
    let riders = force.messengers().map(|(rider, of)| Messenger::new(number(rider), force.side, number(of)));
    Command {
        general: Some(general(force.general(), &[])),
        subordinates: force.subordinates.iter().map(|(label, units)| general(label, units)).collect(),
        riders: riders.collect(),
        ..Command::default()
    }
}
