//! Where everyone stands in a scenario, and what may be wrong with it.

use crate::board::formation;
use crate::data::kit::Role;
use crate::data::measure::MM;
use crate::scenario::force::{Figure, Force};
use crate::setup::deploy::{self, Trouble};
use crate::{Wrg1969, rule};
use form::{Fault, Filled};
use ruling::under;
use table::Rect;
use umpire::{BySide, Side};

/// Whether everyone has a place; if only some have, the others are at fault.
pub fn all_or_none(forces: &BySide<Force>, form: &Filled, faults: &mut Vec<Fault>) -> bool {
    let all = || Side::ALL.into_iter().flat_map(|side| forces[side].figures.iter().map(move |f| (side, f)));
    let placed = all().any(|(_, figure)| figure.pose.is_some());
    if placed {
        for (side, figure) in
            all().filter(|(_, f)| f.pose.is_none() && f.kit.role != Role::Messenger && !f.kit.detached)
        {
            let what = "missing; others have a place, so this one needs one too".to_owned();
            faults.push(figure.fault(form, side, "x", what));
        }
    }
    placed
}

/// Everyone on the table, in his zone, off impassable ground, and nobody on another.
pub fn judge(book: &Wrg1969, forces: &BySide<Force>, form: &Filled, faults: &mut Vec<Fault>) {
    let mut seen: Vec<(&Figure, Rect)> = Vec::new();
    for side in Side::ALL {
        for figure in &forces[side].figures {
            let Some(rect) = footprint(figure) else { continue };
            let mut fault = |what: String| faults.push(figure.fault(form, side, "x", what));
            for trouble in deploy::troubles(book, side, &rect) {
                let label = &figure.label;
                match trouble {
                    Trouble::OffTable => fault(under(rule::SETUP_TABLE, format!("{label} is off the table"))),
                    Trouble::Impassable(id) => {
                        fault(under(
                            rule::TERRAIN_FORDS,
                            format!("{label} stands in `{id}`, which is impassable"),
                        ));
                    }
                    // A scenario may put troops where it likes.
                    Trouble::OutsideZone(_) => {}
                }
            }
            if figure.kit.is_troops() {
                for (other, there) in &seen {
                    if deploy::overlap(&rect, there) {
                        fault(under(rule::GEO_UNIT, format!("{} overlaps {}", figure.label, other.label)));
                    }
                }
                seen.push((figure, rect));
            }
        }
    }
}

fn footprint(figure: &Figure) -> Option<Rect> {
    let pose = figure.pose?;
    let block = formation(figure.kit.troop, figure.figures, figure.files);
    Some(Rect::new(pose.at.vec() * (1.0 / MM), pose.facing, block.width() / MM, block.depth() / MM))
}
