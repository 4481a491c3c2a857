//! What the other side may not know: troops not yet deployed, and ambushes.

use crate::board::{self, pose};
use crate::land::{self, Terrain};
use crate::phase::{Phase, State};
use crate::setup::is_in_zone;
use crate::tables::tables;
use crate::{Toms, rule};
use dice::{D12, Dice, RollId};
use std::sync::Arc;
use table::{Facing, Rect, Shape, Vec2};
use umpire::{Field, Place, Roster, Side, Unit, UnitCard, UnitId, Viewer};

/// The class on the card of a unit that the viewer knows nothing of.
pub const UNKNOWN: u16 = u16::MAX;

/// Whether a viewer may not know a unit.
fn is_secret(field: &Field, viewer: Viewer, id: UnitId) -> bool {
    let own = match viewer {
        Viewer::Opened => true,
        Viewer::Player(side) => field.side(id) == side,
        Viewer::Spectator => false,
    };
    let unit = field.unit(id);
    !own && (unit.place == Place::Waiting || (unit.place == Place::Table && unit.mark(board::HIDDEN) != 0))
}

/// The field and the phase without what a viewer may not know.
pub fn veil(book: &Toms, field: &Field, phase: &Phase, viewer: Viewer) -> (Field, Phase) {
    let secret = |id: UnitId| is_secret(field, viewer, id);
    if !field.ids().any(secret) {
        return (field.clone(), phase.clone());
    }
    let cards = field.ids().map(|id| {
        let card = field.card(id);
        if secret(id) {
            UnitCard { name: "unknown".to_owned(), class: UNKNOWN, general: false, ..card.clone() }
        } else {
            card.clone()
        }
    });
    let roster = Roster { names: field.roster().names.clone(), cards: cards.collect() };
    let blank = Unit::waiting(board::formation(&book.profiles[0], book.card, 1));
    let seen = field.veiled(Arc::new(roster), |id| secret(id).then_some(blank));
    let mut phase = phase.clone();
    for id in field.ids().filter(|&id| secret(id)) {
        *phase.state_mut(id) = State::default();
    }
    (seen, phase)
}

/// The field with troops that fit their lists in place of what is unknown: waiting before the battle, afterwards
/// in ambush where a wood has room for them.
pub fn guess(book: &Toms, field: &Field, phase: &Phase, dice: &mut dyn Dice) -> (Field, Phase) {
    let unknown = |id: UnitId| field.card(id).class == UNKNOWN;
    if !field.ids().any(unknown) {
        return (field.clone(), phase.clone());
    }
    let mut cards = field.roster().cards.clone();
    let mut units: Vec<Unit> = field.units().to_vec();
    for id in field.ids().filter(|&id| unknown(id)) {
        let card = &mut cards[id.index()];
        let class = some_class(book, card.side, dice);
        card.class = class;
        let who = &book.profiles[usize::from(class)];
        card.name = who.name.to_owned();
        let start = who.strength(who.typical);
        let unit = &mut units[id.index()];
        *unit = Unit::waiting(board::formation(who, book.card, start));
        unit.marks[usize::from(board::MEN.0)] = start as i16;
        unit.marks[usize::from(board::START.0)] = start as i16;
        if phase.turn > 0 {
            ambush(field, phase, card.side, unit);
        }
    }
    let roster = Roster { names: field.roster().names.clone(), cards };
    let guessed = field.veiled(Arc::new(roster), |id| unknown(id).then(|| units[id.index()]));
    (guessed, phase.clone())
}

/// Some type of a side's list that stands on foot.
fn some_class(book: &Toms, side: Side, dice: &mut dyn Dice) -> u16 {
    let list = tables().lists[usize::from(book.lists[side])];
    let of_list: Vec<usize> = (0..book.profiles.len())
        .filter(|&i| book.profiles[i].list == list && !book.profiles[i].is_model())
        .collect();
    let why = RollId::new(rule::WOODS_HIDDEN.as_str(), side as u8);
    let pick = usize::from(dice.roll(why, &D12)) % of_list.len().max(1);
    of_list.get(pick).map_or(0, |&i| i as u16)
}

/// Puts a unit in ambush in some wood of its zone, if one has room.
fn ambush(field: &Field, phase: &Phase, side: Side, unit: &mut Unit) {
    let setup = &tables().setup;
    let zone =
        if phase.south == side { (0.0, setup.depth) } else { (setup.height - setup.depth, setup.height) };
    let shape = unit.formation;
    for wood in land::pieces(field.ground(), Terrain::is_wood) {
        let Shape::Area(area) = &wood.shape else { continue };
        let bounds = area.bounds();
        let steps = |i: u32, low: f64, high: f64| low + (high - low) * f64::from(i) / 8.0;
        for (i, j) in (1..8).flat_map(|i| (1..8).map(move |j| (i, j))) {
            let at = Vec2::new(steps(i, bounds.min.x, bounds.max.x), steps(j, bounds.min.y, bounds.max.y));
            let centre = at * (1.0 / board::MM);
            let base = Rect::new(centre, Facing::NORTH, shape.width() / board::MM, shape.depth() / board::MM);
            if is_in_zone(&base, zone) && land::is_inside(wood, &base) {
                unit.pose = pose(centre, Facing::NORTH);
                unit.place = Place::Table;
                unit.marks[usize::from(board::HIDDEN.0)] = 1;
                return;
            }
        }
    }
}
