//! The ground of a scenario.

use crate::data::feature::{self, Feature, Kind, Outline};
use crate::data::measure::MM;
use crate::{Wrg1969, rule};
use form::{Answer, Fault, Filled};
use ruling::under;
use table::{Ground, Polygon, Vec2};

/// The features that have no faults.
pub fn features(book: &Wrg1969, scenario: &Filled, faults: &mut Vec<Fault>) -> Vec<Feature> {
    let mut features: Vec<Feature> = Vec::new();
    for form in scenario.records("terrain") {
        let id = form.text("id").to_owned();
        if features.iter().any(|other| other.id == id) {
            faults
                .push(form.fault("id", under(rule::SETUP_TERRAIN, format!("another feature is `{id}` too"))));
        }
        let kind = Kind::ALL[form.choice("kind")];
        superfluous(kind, form, faults);
        let Some(outline) = outline(kind, form, faults) else { continue };
        if points(&outline).into_iter().any(|p| !on_table(book.size, p)) {
            let what = under(rule::SETUP_TABLE, format!("`{id}` leaves the table"));
            faults.push(form.fault("id", what));
        }
        features.push(Feature {
            name: form.opt("name").map_or_else(|| id.clone(), |name| name.text().to_owned()),
            id,
            kind,
            outline,
            width: form.opt("width").map_or(0.0, Answer::number),
            closed: form.bool("closed"),
            value: u16::try_from(form.int("value")).expect("the form limits values"),
        });
    }
    features
}

/// The table as the screen draws it.
pub fn ground(book: &Wrg1969, scenario: &Filled, faults: &mut Vec<Fault>) -> Ground {
    feature::ground(book.size, &book.features).unwrap_or_else(|(i, error)| {
        let written = scenario.records("terrain").find(|form| form.text("id") == book.features[i].id);
        if let Some(form) = written {
            faults.push(form.fault("id", error.to_string()));
        }
        Ground::bare(book.size.x * MM, book.size.y * MM)
    })
}

fn on_table(size: Vec2, p: Vec2) -> bool {
    (0.0..=size.x).contains(&p.x) && (0.0..=size.y).contains(&p.y)
}

fn points(outline: &Outline) -> Vec<Vec2> {
    match outline {
        Outline::Area(contours) => contours.iter().flat_map(|contour| contour.outline().to_vec()).collect(),
        Outline::Line(line) => line.clone(),
        Outline::Point(at) => vec![*at],
    }
}

/// What is written of a feature that such a feature does not have.
fn superfluous(kind: Kind, form: &Filled, faults: &mut Vec<Fault>) {
    let is_line = !kind.is_area() && !kind.is_crossing();
    let wrong = [
        ("polygon", !kind.is_area(), "only areas have corners"),
        ("contours", kind != Kind::Hill, "only hills have contours"),
        ("line", !is_line, "only streams, ditches, hedges, walls and roads are lines"),
        ("at", !kind.is_crossing(), "only fords and bridges are points"),
        ("width", !kind.is_crossing(), "only fords and bridges have a width"),
    ];
    for (name, _, what) in wrong.into_iter().filter(|(name, wrong, _)| *wrong && form.has(name)) {
        faults.push(form.fault(name, what));
    }
    if form.bool("closed") && kind != Kind::Stream {
        faults.push(form.fault("closed", under(rule::TERRAIN_FORDS, "only a stream may be closed")));
    }
}

fn outline(kind: Kind, form: &Filled, faults: &mut Vec<Fault>) -> Option<Outline> {
    let mut missing = |name: &str, what: &str| {
        faults.push(form.fault(name, format!("missing; give {what}")));
        None
    };
    if kind.is_crossing() {
        if !form.has("width") {
            return missing("width", "how wide it is");
        }
        return match form.opt("at") {
            Some(at) => Some(Outline::Point(place(at))),
            None => missing("at", "where it is"),
        };
    }
    if !kind.is_area() {
        return match form.opt("line") {
            Some(line) => Some(Outline::Line(places(line))),
            None => missing("line", "the points of the line"),
        };
    }
    match (form.opt("polygon"), form.opt("contours")) {
        (Some(_), Some(contours)) => {
            faults.push(contours.fault("a hill has either `polygon` or `contours`"));
            None
        }
        (Some(outline), None) => Some(Outline::Area(vec![area(outline, faults)?])),
        (None, Some(contours)) => nested(contours, faults).map(Outline::Area),
        (None, None) => missing("polygon", "the corners of the area"),
    }
}

fn nested(contours: &Answer, faults: &mut Vec<Fault>) -> Option<Vec<Polygon>> {
    let mut areas: Vec<Polygon> = Vec::new();
    for contour in contours.list() {
        let area = area(contour, faults)?;
        if let Some(lower) = areas.last()
            && !area.outline().iter().all(|&p| lower.contains(p))
        {
            let what = under(rule::SETUP_TERRAIN, "a contour lies within the one below it");
            faults.push(contour.fault(what));
        }
        areas.push(area);
    }
    Some(areas)
}

fn area(corners: &Answer, faults: &mut Vec<Fault>) -> Option<Polygon> {
    feature::area(&places(corners)).map_err(|error| faults.push(corners.fault(error.to_string()))).ok()
}

fn places(list: &Answer) -> Vec<Vec2> {
    list.list().iter().map(place).collect()
}

fn place(pair: &Answer) -> Vec2 {
    match pair.list() {
        [x, y] => Vec2::new(x.number(), y.number()),
        _ => Vec2::default(),
    }
}
