//! Reading a scenario file.

use crate::board::state::{Phase, Step};
use crate::data::book::Commands;
use crate::house::House;
use crate::scenario::file::{element_form, fields};
use crate::scenario::force::{self, Force};
use crate::scenario::muster::{Muster, opening};
use crate::scenario::{land, stand};
use crate::{Dba, board, rule};
use form::{Fault, Filled, Source, fill, parse_toml};
use ruling::under;
use table::{Ground, TableEdge};
use umpire::{BySide, Field, Side, Unit};

/// The scenarios that come with the book: their ids and texts.
pub fn bundled() -> &'static [(&'static str, &'static str)] {
    &[
        ("zama", include_str!("../../data/scenarios/zama.toml")),
        ("lutzen", include_str!("../../data/scenarios/lutzen.toml")),
        ("kadesh", include_str!("../../data/scenarios/kadesh.toml")),
        ("hastings", include_str!("../../data/scenarios/hastings.toml")),
        ("agincourt", include_str!("../../data/scenarios/agincourt.toml")),
        ("fontenoy", include_str!("../../data/scenarios/fontenoy.toml")),
        ("gaugamela", include_str!("../../data/scenarios/gaugamela.toml")),
    ]
}

/// Reads a scenario file: the book with its house rules, the field and the phase in which the battle begins.
///
/// # Errors
/// Everything that is wrong with it, each with its place in the text.
pub fn read(source: &Source<'_>) -> Result<(Dba, Field, Phase), Vec<Fault>> {
    let node = parse_toml(source.text).map_err(|fault| vec![fault])?;
    let form = fill(&fields(), &node)?;
    let mut faults = Vec::new();
    let house = House::read(form.record("house")).unwrap_or_else(|wrong| {
        faults.extend(wrong);
        House::default()
    });
    let ground = land::ground(house.table_size, &form, &mut faults);
    let forces = BySide::each(|side| Force::read(side, form.record(side.as_str()), &house, &mut faults));
    twins(&form, &forces, &mut faults);
    let mut book = Dba::new(house);
    book.lists = BySide::each(|side| Some(forces[side].list));
    let of = Side::ALL.iter().flat_map(|&side| forces[side].elements.iter().map(|e| e.command));
    book.commands = Commands::new(BySide::each(|side| forces[side].commands.clone()), of.collect());
    let placed = Side::ALL.iter().any(|&s| forces[s].elements.iter().any(|e| e.pose.is_some()));
    let (field, phase) = if placed {
        stand::placed(&book, ground, &form, &forces, &mut faults)
    } else {
        pitched(&book, ground, &form, &forces, &mut faults)
    };
    if faults.is_empty() { Ok((book, field, phase)) } else { Err(faults) }
}

/// No two elements have one label.
fn twins(form: &Filled, forces: &BySide<Force>, faults: &mut Vec<Fault>) {
    let mut seen: Vec<&str> = Vec::new();
    for side in Side::ALL {
        for (i, element) in forces[side].elements.iter().enumerate() {
            if seen.contains(&element.label.as_str()) {
                let what = format!("another element is called `{}` too", element.label);
                faults.push(element_form(form, side, i).map_or_else(
                    || form.fault(side.as_str(), what.clone()),
                    |element| element.fault("id", what.clone()),
                ));
            }
            seen.push(&element.label);
        }
    }
}

/// Two armies about to roll for invader.
fn pitched(
    book: &Dba,
    ground: Ground,
    form: &Filled,
    forces: &BySide<Force>,
    faults: &mut Vec<Fault>,
) -> (Field, Phase) {
    if book.house.commands > 1 {
        let what = under(rule::ARMY_COMMANDS, "armies of several commands need elements with places");
        faults.push(form.record("house").fault("commands", what));
    }
    let by_the_rules = "left out when no element has a place: the rules of setting up decide it";
    for name in ["terrain", "first"].into_iter().filter(|name| form.has(name)) {
        faults.push(form.fault(name, by_the_rules));
    }
    for side in Side::ALL {
        let record = form.record(side.as_str());
        for name in ["edge", "role", "camp"].into_iter().filter(|name| record.has(name)) {
            faults.push(record.fault(name, by_the_rules));
        }
    }
    let mut muster = Muster::default();
    for side in Side::ALL {
        for element in &forces[side].elements {
            let formation = board::formation(&book.house, element.troop);
            muster.add(forces[side].card(element), Unit::waiting(formation));
        }
    }
    if book.house.camps {
        for side in Side::ALL {
            muster.add(forces[side].followers(), Unit::waiting(force::camp_formation()));
        }
    }
    let phase = opening(Step::Invader, Side::Red, BySide([TableEdge::South, TableEdge::North]), &muster);
    (muster.field(ground, forces), phase)
}
