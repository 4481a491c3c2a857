//! The armies of a scenario.

use crate::Wab;
use crate::army::kit::Kit;
use crate::army::{enlist, list};
use crate::board::state::State;
use crate::board::{bodies, shape};
use crate::data::length::{NEAR, to_table};
use crate::data::troop::{Order, Trait, Troop};
use form::{Fault, Filled};
use table::{Facing, Pose, Rect, Vec2};
use umpire::{BySide, Place, Side, Unit, UnitCard};

/// A unit of a scenario.
#[derive(Debug)]
pub(super) struct Enlisted {
    label: String,
    name: String,
    pub(super) kit: Kit,
    files: u16,
    pub(super) with: Option<String>,
    /// The middle of its front and the way it faces.
    pub(super) place: Option<(Vec2, Facing)>,
    path: Filled,
}

/// A side's army.
#[derive(Debug)]
pub(super) struct Force {
    pub(super) name: String,
    pub(super) units: Vec<Enlisted>,
}

impl Force {
    /// Reads an army.
    pub(super) fn read(side: Side, form: &Filled, faults: &mut Vec<Fault>) -> Force {
        let list = &list::lists()[form.choice("list")];
        let mut units: Vec<Enlisted> = Vec::new();
        for unit in form.records("units") {
            match read_unit(list, side, unit) {
                Ok(enlisted) => {
                    if units.iter().any(|u| u.label == enlisted.label) {
                        faults.push(unit.fault("id", "another unit is called so too"));
                    }
                    units.push(enlisted);
                }
                Err(mut wrong) => faults.append(&mut wrong),
            }
        }
        let generals = units.iter().filter(|u| u.kit.has(Trait::General)).count();
        if generals > 1 {
            faults.push(form.fault("units", "an army has one general"));
        }
        Force { name: form.text("name").to_owned(), units }
    }
}

fn read_unit(list: &list::ArmyList, side: Side, form: &Filled) -> Result<Enlisted, Vec<Fault>> {
    let (bought, kit) = enlist::enlist(list, form)?;
    let files = form.opt("files").map_or_else(|| usual_files(&kit), |f| f.int() as u16).min(kit.size);
    let with = form.opt("with").map(|w| w.text().to_owned());
    if with.is_some() && !kit.character {
        return Err(vec![form.fault("with", "only characters are with a unit")]);
    }
    let facing = form.opt("facing").map_or(if side == Side::Red { 0.0 } else { 180.0 }, |f| f.number());
    let place = match (form.opt("x"), form.opt("y")) {
        (Some(x), Some(y)) => Some((Vec2::new(x.number(), y.number()), Facing::degrees(facing))),
        (None, None) => None,
        (None, _) => return Err(vec![form.fault("x", "is missing")]),
        (_, None) => return Err(vec![form.fault("y", "is missing")]),
    };
    let name = form.opt("name").map_or_else(|| bought.entry.name.clone(), |n| n.text().to_owned());
    Ok(Enlisted { label: form.text("id").to_owned(), name, kit, files, with, place, path: form.clone() })
}

/// How wide a unit stands unless the file says otherwise.
fn usual_files(kit: &Kit) -> u16 {
    match (kit.order, kit.troop) {
        (Order::Skirmish, _) => kit.size,
        (_, Troop::Infantry) => (kit.size / 3).clamp(4, 8),
        (_, Troop::Cavalry) => kit.size.min(6),
        _ => kit.size,
    }
}

impl Enlisted {
    /// What is wrong with it, at its place in the file.
    pub(super) fn fault(&self, field: &str, what: String) -> Fault {
        self.path.fault(field, what)
    }

    /// Its card.
    pub(super) fn card(&self, side: Side) -> UnitCard {
        UnitCard {
            side,
            label: self.label.clone(),
            name: self.name.clone(),
            class: self.kit.troop as u16,
            general: self.kit.has(Trait::General),
        }
    }

    /// The unit as it begins, with room for so many characters.
    pub(super) fn unit(&self, guests: u16) -> Unit {
        let places = self.kit.size + guests;
        let formation = bodies::formation(&self.kit, false, places, self.files);
        let mut unit = Unit::waiting(formation);
        if let Some((front, facing)) = self.place {
            let rect =
                bodies::footprint(&self.kit, &State::new(self.kit.size), places, self.files, unit.pose);
            let at = shape::at_front(front, facing, rect.half_width * 2.0, rect.half_depth * 2.0);
            unit.pose = bodies::pose(&at, facing);
            unit.place = Place::Table;
        }
        if self.with.is_some() {
            unit.place = Place::Table;
        }
        unit
    }
}

/// Everyone stands on the table and on nobody else.
pub(super) fn judge(
    book: &Wab,
    forces: &BySide<Force>,
    units: &[Unit],
    states: &[State],
    faults: &mut Vec<Fault>,
) {
    let all: Vec<&Enlisted> = forces.0.iter().flat_map(|f| &f.units).collect();
    let rect = |i: usize| -> Option<Rect> {
        let unit = &units[i];
        let stands = all[i].place.is_some() && states[i].with.is_none();
        let formation = unit.formation;
        stands.then(|| {
            bodies::footprint(&all[i].kit, &states[i], formation.figures, formation.files, unit.pose)
        })
    };
    for i in 0..all.len() {
        let Some(mine) = rect(i) else { continue };
        let inside =
            |p: Vec2| p.x >= -NEAR && p.y >= -NEAR && p.x <= book.size.x + NEAR && p.y <= book.size.y + NEAR;
        if !mine.corners().into_iter().all(inside) {
            faults.push(all[i].fault("x", "stands over the table's edge".to_owned()));
        }
        if book.features.iter().any(|f| f.stops(all[i].kit.troop) && f.holds(&mine)) {
            faults.push(all[i].fault("x", "stands where nobody can".to_owned()));
        }
        for (j, other) in all.iter().enumerate().take(i) {
            if rect(j).is_some_and(|r| mine.overlaps(&r, NEAR)) {
                faults.push(all[i].fault("x", format!("stands on {}", other.label)));
            }
        }
    }
    let placed = all.iter().filter(|u| u.place.is_some()).count();
    let lost = all.iter().find(|u| u.place.is_none() && u.with.is_none()).filter(|_| placed > 0);
    if let Some(unit) = lost {
        faults.push(unit.fault("x", "is missing: all units have a place or none has".to_owned()));
    }
}

/// The pose of a character who begins with a unit: the middle of its front.
pub(super) fn guest_pose(kit: &Kit, host: &Rect, facing: Facing) -> Pose {
    let size = bodies::footprint(kit, &State::new(1), 1, 1, Pose::default());
    let at = shape::at_front(host.front_mid(), facing, size.half_width * 2.0, size.half_depth * 2.0);
    Pose::new(to_table(at.centre), facing)
}
