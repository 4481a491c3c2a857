//! The terrain of a scenario.

use crate::board::ground::FOOTHOLD;
use crate::data::scale::MM;
use crate::data::tables::{Terrain, tables};
use crate::rule;
use crate::scenario::file::KINDS;
use form::{Answer, Fault, Filled};
use ruling::under;
use table::{Band, Ground, KindId, Piece, Point, Polygon, Shape, Vec2};

/// The table of a scenario, with the terrain that has no faults.
pub fn ground(size: u16, scenario: &Filled, faults: &mut Vec<Fault>) -> Ground {
    let side = f64::from(size) * MM;
    let mut ground = Ground::bare(side, side);
    let Some(terrain) = scenario.opt("terrain") else { return ground };
    for (i, form) in terrain.record().records("pieces").enumerate() {
        let id = form.opt("id").map_or_else(|| format!("T{}", i + 1), |id| id.text().to_owned());
        if ground.pieces.iter().any(|p| p.id == id) {
            faults.push(form.fault("id", format!("another piece is called `{id}` too")));
        }
        if let Some(shape) = shape(form, faults) {
            if !lies_on(&ground, &shape) {
                faults.push(form.fault("kind", under(rule::SCALE_TABLE, format!("{id} leaves the table"))));
            }
            let kind = KindId(KINDS[form.choice("kind")] as u8);
            let crest = form.opt("crest").map(points);
            ground.pieces.push(Piece { id, kind, shape, crest });
        }
    }
    ground
}

/// The points of a list, on the grid.
pub fn points(list: &Answer) -> Vec<Point> {
    places(list).into_iter().map(|p| Point::round(p * MM)).collect()
}

/// The points of a list, in paces.
pub fn places(list: &Answer) -> Vec<Vec2> {
    let place = |pair: &Answer| match pair.list() {
        [x, y] => Vec2::new(x.number(), y.number()),
        _ => Vec2::default(),
    };
    list.list().iter().map(place).collect()
}

fn shape(form: &Filled, faults: &mut Vec<Fault>) -> Option<Shape> {
    let kind = KINDS[form.choice("kind")];
    let is_hill = matches!(kind, Terrain::GentleHill | Terrain::SteepHill);
    if form.has("crest") && !is_hill {
        faults.push(form.fault("crest", "only hills have a crest"));
    }
    if !matches!(kind, Terrain::River | Terrain::Road) {
        for band in ["polyline", "width"].into_iter().filter(|name| form.has(name)) {
            faults.push(form.fault(band, "only rivers and roads have one"));
        }
        let Some(outline) = form.opt("polygon") else {
            faults.push(form.fault("polygon", "missing; give the corners of the area"));
            return None;
        };
        let area = Polygon::new(&points(outline));
        return area.map(Shape::Area).map_err(|e| faults.push(outline.fault(e.to_string()))).ok();
    }
    if form.has("polygon") {
        faults.push(form.fault("polygon", "a river or road has a `polyline`"));
    }
    let width = width(kind, form, faults);
    let Some(line) = form.opt("polyline") else {
        faults.push(form.fault("polyline", "missing; give the middle line"));
        return None;
    };
    let band = Band::new(&points(line), width? * MM);
    band.map(Shape::Band).map_err(|e| faults.push(line.fault(e.to_string()))).ok()
}

/// How wide a river or a road is: a road has its one width, a river may not be too wide.
fn width(kind: Terrain, form: &Filled, faults: &mut Vec<Fault>) -> Option<f64> {
    let given = form.opt("width").map(Answer::number);
    let (road, most) = (tables().road_width, tables().river_width_most);
    let wrong = match (kind, given) {
        (Terrain::Road, None) => return Some(road),
        (Terrain::Road, Some(w)) if w != road => {
            under(rule::TERRAIN_ROAD, format!("a road is {road} paces wide"))
        }
        (Terrain::River, Some(w)) if w > most => {
            under(rule::TERRAIN_RIVER, format!("a river is at most {most} paces wide"))
        }
        (_, Some(w)) => return Some(w),
        (_, None) => "missing; say how wide the river is".to_owned(),
    };
    faults.push(form.fault("width", wrong));
    None
}

/// Whether a shape lies on the table: areas wholly, bands with their middle line.
fn lies_on(ground: &Ground, shape: &Shape) -> bool {
    let points = match shape {
        Shape::Area(area) => area.outline(),
        Shape::Band(band) => band.line(),
    };
    points.iter().all(|&p| ground.nearest_edge(p).1 >= -FOOTHOLD.depth)
}
