//! Deployment: both sides place everything in secret, each in its zone (`wrg1969.setup.deploy`).

use crate::board::state::{Phase, Step};
use crate::data::feature::Outline;
use crate::data::measure::MM;
use crate::data::tables::tables;
use crate::setup::usual::{Deployment, to_place, usual};
use crate::{Wrg1969, rule};
use ruling::Refusal;
use table::Point;
use table::Pose;
use table::Rect;
use table::Vec2;
use table::penetration;
use umpire::Ask;
use umpire::BySide;
use umpire::Command;
use umpire::Cx;
use umpire::Event;
use umpire::Field;
use umpire::Form;
use umpire::Ruling;
use umpire::Side;
use umpire::UnitId;
/// Footprints deeper in one another than this overlap.
const OVERLAP: f64 = 0.02;

/// What a footprint may stick out, in inches.
const SLACK: f64 = 0.001;

/// How far the first messenger stands beside his general, and the others beyond him.
const FIRST: f64 = 1.0;

const NEXT: f64 = 1.2;

/// Why a footprint may not stand where it does.
#[derive(Clone, Debug, PartialEq)]
pub enum Trouble {
    /// It is not wholly on the table.
    OffTable,
    /// It is in a feature that nobody can enter, by its id.
    Impassable(String),
    /// It is so many inches from its own edge.
    OutsideZone(f64),
}

/// What is wrong with where a side's footprint stands, in inches.
pub fn troubles(book: &Wrg1969, side: Side, rect: &Rect) -> Vec<Trouble> {
    let mut troubles = Vec::new();
    let corners = rect.corners();
    let on_table =
        |p: &Vec2| p.x >= -SLACK && p.y >= -SLACK && p.x <= book.size.x + SLACK && p.y <= book.size.y + SLACK;
    if !corners.iter().all(on_table) {
        troubles.push(Trouble::OffTable);
    }
    for feature in book.features.iter().filter(|feature| feature.is_impassable()) {
        if let Outline::Area(contours) = &feature.outline
            && contours.iter().any(|contour| contour.overlap_area(rect) > OVERLAP)
        {
            troubles.push(Trouble::Impassable(feature.id.clone()));
        }
    }
    let depth = |p: &Vec2| if side == Side::Red { p.y } else { book.size.y - p.y };
    let deepest = corners.iter().map(depth).fold(f64::NEG_INFINITY, f64::max);
    if deepest > book.zones[side] + SLACK {
        troubles.push(Trouble::OutsideZone(deepest));
    }
    troubles
}

/// Whether two footprints overlap: deeper than a mere touch.
pub fn overlap(a: &Rect, b: &Rect) -> bool {
    penetration(a, b) > OVERLAP
}

/// Where a general's messenger begins: beside him, left and right in turn.
pub fn beside(general: Pose, number: u16) -> Pose {
    let away = FIRST + NEXT * f64::from(number / 2);
    let side = if number.is_multiple_of(2) { -away } else { away };
    let right = general.facing.vec().right();
    Pose::new(general.at.vec() + right * (side * MM), general.facing)
}

/// The outline of a side's zone on the table.
pub fn zone(book: &Wrg1969, side: Side) -> Vec<Point> {
    let (least, most) = book.zone(side);
    let corners = [(0.0, least), (book.size.x, least), (book.size.x, most), (0.0, most)];
    corners.map(|(x, y)| Point::round(Vec2::new(x, y) * MM)).to_vec()
}

/// Both sides are asked to deploy.
pub fn ask(book: &Wrg1969, field: &Field, side: Side) -> Ask {
    let form = Form::Place { units: to_place(book, field, side), zone: zone(book, side), may_decline: false };
    Ask::new(rule::SETUP_DEPLOY, "Deploy your army in your zone, unseen by the enemy.", form)
}

/// Judges a deployment; `Done` has the umpire draw up the army as usual.
///
/// # Errors
/// Every reason why it is not allowed, naming the units.
pub fn check(
    book: &Wrg1969,
    field: &Field,
    side: Side,
    command: &Command,
) -> Result<Deployment, Vec<Refusal>> {
    let places = match command {
        Command::Place(places) => places.clone(),
        Command::Done => usual(book, field, side),
        _ => return Err(vec![Refusal::new(rule::SETUP_DEPLOY, "this is the time to deploy")]),
    };
    let mut faults = roll_call(book, field, side, &places);
    if faults.is_empty() {
        faults = judge(book, field, side, &places);
    }
    if faults.is_empty() { Ok(places) } else { Err(faults) }
}

/// Everyone has one place, and nobody else has any.
fn roll_call(book: &Wrg1969, field: &Field, side: Side, places: &[(UnitId, Pose)]) -> Vec<Refusal> {
    let own = to_place(book, field, side);
    let refuse = |what: &'static str, id: UnitId| Refusal::new(rule::SETUP_DEPLOY, what).about(id.0);
    let strangers = places.iter().filter(|(id, _)| !own.contains(id));
    let mut faults: Vec<Refusal> =
        strangers.map(|&(id, _)| refuse("this is not yours to place", id)).collect();
    for &id in &own {
        match places.iter().filter(|(who, _)| *who == id).count() {
            1 => {}
            0 => faults.push(refuse("this unit has no place", id)),
            _ => faults.push(refuse("this unit has more than one place", id)),
        }
    }
    faults
}

/// A unit's footprint at a place, in inches.
fn footprint(field: &Field, id: UnitId, pose: Pose) -> Rect {
    let block = field.unit(id).formation;
    Rect::new(pose.at.vec() * (1.0 / MM), pose.facing, block.width() / MM, block.depth() / MM)
}

fn judge(book: &Wrg1969, field: &Field, side: Side, places: &[(UnitId, Pose)]) -> Vec<Refusal> {
    let mut faults = Vec::new();
    let mut stood: Vec<(UnitId, Rect)> = Vec::new();
    for &(id, pose) in places {
        let rect = footprint(field, id, pose);
        for trouble in troubles(book, side, &rect) {
            faults.push(refusal(book, side, trouble).about(id.0));
        }
        if book.kit(id).is_troops() {
            for (other, _) in stood.iter().filter(|(_, there)| overlap(&rect, there)) {
                let what = "two units overlap";
                faults.push(Refusal::new(rule::SETUP_DEPLOY, what).about(id.0).about(other.0));
            }
            stood.push((id, rect));
        }
    }
    faults
}

fn refusal(book: &Wrg1969, side: Side, trouble: Trouble) -> Refusal {
    match trouble {
        Trouble::OffTable => Refusal::new(rule::SETUP_TABLE, "off the table"),
        Trouble::Impassable(id) => {
            Refusal::new(rule::TERRAIN_FORDS, format!("in `{id}`, which is impassable"))
        }
        Trouble::OutsideZone(deepest) => {
            let refusal = Refusal::new(rule::SETUP_DEPLOY, "too far from the base edge");
            refusal.needs(book.zones[side], deepest, "inches from the base edge")
        }
    }
}

/// Opens both deployments; orders are written next.
pub fn resolve(book: &Wrg1969, phase: &mut Phase, deployments: BySide<Option<Deployment>>, cx: &mut Cx<'_>) {
    cx.heading(rule::SETUP_DEPLOY, |_| "Deployment".to_owned());
    for side in Side::ALL {
        for &(unit, pose) in deployments[side].iter().flatten() {
            cx.apply(Event::Placed { unit, pose, rule: rule::SETUP_DEPLOY });
            for (n, rider) in riders(phase, side, unit).into_iter().enumerate() {
                let pose = clear(book, beside(pose, u16::try_from(n).unwrap_or(0)));
                cx.apply(Event::Placed { unit: rider, pose, rule: rule::SETUP_DEPLOY });
            }
        }
    }
    cx.rule(|_| Ruling::new(rule::SETUP_FIRST_SIGHT, "Both sides see each other; nobody tests for it."));
    phase.step = Step::Orders;
}

/// The messengers of a general, by his figure.
fn riders(phase: &Phase, side: Side, general: UnitId) -> Vec<UnitId> {
    phase.command[side].riders.iter().filter(|rider| rider.of == general).map(|rider| rider.figure).collect()
}

/// The same place, or the nearest to it at which a rider is wholly on the table.
fn clear(book: &Wrg1969, pose: Pose) -> Pose {
    let base = tables().troop(tables().command.messenger);
    let room = base.front.max(base.depth) / 2.0;
    let at = pose.at.vec() * (1.0 / MM);
    let within = |value: f64, most: f64| value.clamp(room, (most - room).max(room));
    Pose::new(Vec2::new(within(at.x, book.size.x), within(at.y, book.size.y)) * MM, pose.facing)
}
