//! The ground of a scenario.

use crate::Wab;
use crate::board::area;
use crate::board::terrain::{Feature, Kind};
use form::{Answer, Fault, Filled};
use table::{Convex, Vec2};

/// The features that have no faults.
pub(super) fn features(book: &Wab, scenario: &Filled, faults: &mut Vec<Fault>) -> Vec<Feature> {
    let mut features = Vec::new();
    for form in scenario.records("terrain") {
        let kind = Kind::ALL[form.choice("kind")];
        let (wanted, other) = if kind.is_line() { ("line", "polygon") } else { ("polygon", "line") };
        if form.opt(other).is_some() {
            faults.push(form.fault(other, format!("a {} has a {wanted}", kind.key().replace('_', " "))));
        }
        let Some(points) = form.opt(wanted).map(points) else {
            faults.push(form.fault(wanted, "is missing"));
            continue;
        };
        let on = |p: &Vec2| p.x >= 0.0 && p.y >= 0.0 && p.x <= book.size.x && p.y <= book.size.y;
        if !points.iter().all(on) {
            faults.push(form.fault(wanted, "leaves the table"));
        }
        let parts: Vec<Convex> = if kind.is_line() {
            points.windows(2).map(|pair| Convex::segment([pair[0], pair[1]])).collect()
        } else {
            area::parts(&points).unwrap_or_default()
        };
        if parts.is_empty() {
            faults.push(form.fault(wanted, "is no outline: it encloses nothing, or crosses itself"));
        }
        features.push(Feature { kind, parts, outline: points });
    }
    features
}

fn points(list: &Answer) -> Vec<Vec2> {
    let point = |p: &Answer| Vec2::new(p.list()[0].number(), p.list()[1].number());
    list.list().iter().map(point).collect()
}
