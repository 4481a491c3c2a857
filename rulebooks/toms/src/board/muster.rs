//! A unit as it is mustered: its footprint and its first counters.

use crate::board::state;
use crate::data::scale::grid;
use crate::data::troop::{Card, Profile};
use table::Formation;
use umpire::Unit;

/// A unit's footprint as the table keeps it: as many cards as it musters, all of them full.
fn formation(who: &Profile, card: Card, count: u16) -> Formation {
    let (width, depth) = who.footprint(card, count);
    if who.is_model() {
        return Formation { files: 1, figures: 1, file_width: grid(width), rank_depth: grid(depth) };
    }
    let each = card.figures(who.body);
    let ranks = each / card.files;
    let cards = count.max(1).div_ceil(each);
    Formation {
        files: card.files,
        figures: cards * each,
        file_width: grid(width / f64::from(card.files)),
        rank_depth: grid(card.short / f64::from(ranks)),
    }
}

/// A unit as it is mustered, waiting.
pub fn fresh(who: &Profile, card: Card, figures: u16, general: bool) -> Unit {
    let mut unit = Unit::waiting(formation(who, card, figures));
    let strength = who.strength(figures) as i16;
    let marks = [
        (state::MEN, strength),
        (state::START, strength),
        (state::GENERAL, i16::from(general)),
        (state::AUXILIARY, i16::from(who.auxiliary || who.siege_engine)),
        (state::FLAMMABLE, i16::from(who.flammable)),
    ];
    for (mark, value) in marks {
        unit.marks[usize::from(mark.0)] = value;
    }
    unit
}
