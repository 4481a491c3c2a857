//! The choice of terrain: whether a map is one that a defender may lay (`dba.terrain.choice`).

use crate::board::ground;
use crate::data::scale::{MM, NEAR};
use crate::data::tables::{MapLimits, Terrain, Topography, tables};
use crate::data::troop::Troop;
use crate::rule;
use ruling::Refusal;
use table::{Band, Bounds, Convex, Ground, KindId, Piece, Point, Polygon, Shape, TableEdge, Vec2};

/// An outline or a middle line with more points than this is refused unread.
const POINTS_MOST: usize = 64;

/// The ground that the pieces make on a table, if a defender with this home topography may lay them.
///
/// # Errors
/// Every fault of the map, each naming the piece.
pub fn check(topography: &Topography, corner: Point, laid: &[umpire::Piece]) -> Result<Ground, Vec<Refusal>> {
    let most = tables().map.pieces_most;
    if laid.len() > most {
        let many = Refusal::new(rule::TERRAIN_CHOICE, "too many pieces");
        return Err(vec![many.needs(most as f64, laid.len() as f64, "pieces at most")]);
    }
    let mut faults = Vec::new();
    let mut pieces = Vec::with_capacity(laid.len());
    for (i, piece) in laid.iter().enumerate() {
        let id = format!("T{}", i + 1);
        match shaped(id.clone(), piece) {
            Ok(piece) => pieces.push(piece),
            Err(what) => faults.push(Refusal::new(rule::TERRAIN_CHOICE, format!("piece {id}: {what}"))),
        }
    }
    let ground = Ground { corner, pieces };
    // Numbers and places are judged only once every piece has a shape.
    if faults.is_empty() {
        numbers(topography, &ground, &mut faults);
        for piece in &ground.pieces {
            place(&ground, piece, &mut faults);
        }
        gaps(&ground, &mut faults);
        quarters(&ground, &mut faults);
    }
    if faults.is_empty() { Ok(ground) } else { Err(faults) }
}

/// A kind of terrain in words.
fn words(terrain: Terrain) -> String {
    terrain.key().replace('_', " ")
}

/// What players call a piece.
fn named(piece: &Piece) -> String {
    format!("{} ({})", words(ground::terrain(piece)), piece.id)
}

fn fault(piece: &Piece, what: &str) -> Refusal {
    Refusal::new(rule::TERRAIN_CHOICE, format!("{}: {what}", named(piece)))
}

/// The piece with its shape: rivers and roads are bands, all else are areas.
fn shaped(id: String, laid: &umpire::Piece) -> Result<Piece, String> {
    let terrain = Terrain::ALL.get(usize::from(laid.kind)).filter(|&&t| t != Terrain::Open);
    let &terrain = terrain.ok_or("there is no such kind of terrain")?;
    if laid.points.len() > POINTS_MOST {
        return Err(format!("at most {POINTS_MOST} points make an outline"));
    }
    let is_band = matches!(terrain, Terrain::River | Terrain::Road);
    let shape = match laid.width {
        Some(width) if is_band => Band::new(&laid.points, f64::from(width) / Point::PER_MM).map(Shape::Band),
        None if !is_band => Polygon::new(&laid.points).map(Shape::Area),
        Some(_) => return Err(format!("{} is an area and has no width", words(terrain))),
        None => return Err(format!("a {} needs a width", words(terrain))),
    };
    let shape = shape.map_err(|e| e.to_string())?;
    Ok(Piece { id, kind: KindId(laid.kind), shape, crest: None })
}

/// How many of each kind.
fn numbers(topography: &Topography, ground: &Ground, faults: &mut Vec<Refusal>) {
    let (limits, country) = (&tables().map, topography);
    let kinds: Vec<Terrain> = ground.pieces.iter().map(ground::terrain).collect();
    let compulsory = kinds.iter().filter(|k| country.compulsory.contains(k)).count();
    let mut bounds = |what: &'static str, has: usize, least: usize, most: usize| {
        let fault = || Refusal::new(rule::TERRAIN_CHOICE, what);
        if has < least {
            faults.push(fault().needs(least as f64, has as f64, "pieces at least"));
        } else if has > most {
            faults.push(fault().needs(most as f64, has as f64, "pieces at most"));
        }
    };
    bounds("the map", kinds.len(), limits.pieces_least, limits.pieces_most);
    bounds("compulsory pieces", compulsory, limits.compulsory_least, limits.compulsory_most);
    bounds("optional pieces", kinds.len() - compulsory, 0, limits.optional_most);
    for (i, piece) in ground.pieces.iter().enumerate() {
        let kind = kinds[i];
        let nth = kinds[..=i].iter().filter(|&&k| k == kind).count();
        if !country.compulsory.contains(&kind) && !country.optional.contains(&kind) {
            faults.push(fault(piece, &format!("{} country has none", topography.name)));
        } else if nth > most_of(limits, country, kind) {
            faults.push(fault(piece, "one too many of this kind"));
        }
    }
    for either in &country.either {
        let there: Vec<String> = either.iter().filter(|k| kinds.contains(k)).map(|&k| words(k)).collect();
        if there.len() > 1 {
            let what = format!("{}: a map has only one of these kinds", there.join(" and "));
            faults.push(Refusal::new(rule::TERRAIN_CHOICE, what));
        }
    }
}

/// How many of a kind a map may have.
pub fn most_of(limits: &MapLimits, country: &Topography, kind: Terrain) -> usize {
    if limits.once.contains(&kind) {
        1
    } else if country.compulsory.contains(&kind) {
        limits.same_compulsory_most
    } else {
        limits.same_optional_most
    }
}

/// Whether one piece lies where and as large as it may.
fn place(ground: &Ground, piece: &Piece, faults: &mut Vec<Refusal>) {
    match (&piece.shape, ground::terrain(piece)) {
        (Shape::Band(river), Terrain::River) => river_place(ground, piece, river, faults),
        (Shape::Band(road), _) => road_place(ground, piece, road, faults),
        (Shape::Area(water), Terrain::Waterway) => waterway_place(ground, piece, water, faults),
        (Shape::Area(area), _) => area_place(ground, piece, area, faults),
    }
}

fn river_place(ground: &Ground, piece: &Piece, river: &Band, faults: &mut Vec<Refusal>) {
    let (width, most) = (river.width() / MM, tables().river_width_most);
    if width > most {
        let wide = format!("{}: too wide", named(piece));
        faults.push(Refusal::new(rule::TERRAIN_RIVER, wide).needs(most, width, "paces at most"));
    }
    if !on_table(ground, river.line()) {
        faults.push(fault(piece, "its middle line leaves the table"));
    }
    let ends = [river.line().first(), river.line().last()].map(|end| end.map(|&p| mouths(ground, p)));
    let runs_through = match ends {
        // Two ends at one edge only are no crossing; an end in a waterway is good anywhere.
        [Some(from), Some(to)] => match (from, to) {
            (Some(from), Some(to)) => from.is_empty() || to.is_empty() || from != to || from.len() > 1,
            _ => false,
        },
        _ => false,
    };
    if !runs_through {
        let what = format!("{}: it must run from one table edge to another, or to a waterway", named(piece));
        faults.push(Refusal::new(rule::TERRAIN_RIVER, what));
    }
}

/// The table edges a river's end lies on, none of them for a waterway; nothing for an end in open country.
fn mouths(ground: &Ground, end: Vec2) -> Option<Vec<TableEdge>> {
    let at_edge = |edge: &TableEdge| ground.distance_to_edge(*edge, end).abs() <= NEAR * MM;
    let edges: Vec<TableEdge> = TableEdge::ALL.into_iter().filter(at_edge).collect();
    let in_water = || ground.at(end).any(|p| ground::terrain(p) == Terrain::Waterway);
    if !edges.is_empty() { Some(edges) } else { in_water().then(Vec::new) }
}

fn road_place(ground: &Ground, piece: &Piece, road: &Band, faults: &mut Vec<Refusal>) {
    let (width, wanted) = (road.width() / MM, tables().road_width);
    if (width - wanted).abs() > NEAR {
        let what = format!("{}: a road has one width", named(piece));
        faults.push(Refusal::new(rule::TERRAIN_ROAD, what).needs(wanted, width, "paces"));
    }
    if !on_table(ground, road.line()) {
        faults.push(fault(piece, "its middle line leaves the table"));
    }
}

fn on_table(ground: &Ground, points: &[Vec2]) -> bool {
    points.iter().all(|&p| ground.nearest_edge(p).1 >= -NEAR * MM)
}

fn waterway_place(ground: &Ground, piece: &Piece, water: &Polygon, faults: &mut Vec<Refusal>) {
    let limits = &tables().map;
    if !on_table(ground, water.outline()) {
        faults.push(fault(piece, "a part of it is off the table"));
    }
    let fits = |&edge: &TableEdge| {
        let depths = shore_depths(ground, water, edge);
        let (least, most) = (limits.waterway_least - NEAR, limits.waterway_most + NEAR);
        depths.is_some_and(|depths| depths.iter().all(|&d| least <= d && d <= most))
    };
    if !TableEdge::ALL.iter().any(fits) {
        let (least, most) = (limits.waterway_least, limits.waterway_most);
        let what = format!("it must lie along one whole table edge, {least} to {most} paces deep");
        faults.push(fault(piece, &what));
    }
}

/// How deep the water is, in paces, at each bend of its shore and at both ends of a table edge; nothing if it does
/// not fill the edge.
fn shore_depths(ground: &Ground, water: &Polygon, edge: TableEdge) -> Option<Vec<f64>> {
    let (out, inset) = (edge.outward(), NEAR * MM);
    let far = ground.width() + ground.depth();
    let column = |p: Vec2| {
        let from = p + out * ground.distance_to_edge(edge, p);
        // A hair inside the side edges, where the outline itself would be measured.
        let clamped = Vec2::new(
            if out.x == 0.0 { from.x.clamp(inset, ground.width() - inset) } else { from.x },
            if out.y == 0.0 { from.y.clamp(inset, ground.depth() - inset) } else { from.y },
        );
        [clamped, clamped - out * far]
    };
    let corners = [Vec2::default(), ground.corner.vec()];
    let ends = corners.map(|c| c + out * ground.distance_to_edge(edge, c));
    let mut depths = Vec::new();
    for p in ends.into_iter().chain(water.outline().iter().copied()) {
        let line = column(p);
        let whole = water.contains(line[0]) && water.stretches(line).count() == 1;
        if !whole {
            return None;
        }
        depths.push(water.length_inside(line) / MM);
    }
    Some(depths)
}

fn area_place(ground: &Ground, piece: &Piece, area: &Polygon, faults: &mut Vec<Refusal>) {
    let limits = &tables().map;
    if !on_table(ground, area.outline()) {
        faults.push(fault(piece, "a part of it is off the table"));
    }
    let (length, width) = length_and_width(area);
    let mut limit = |what: &str, bad: bool, needs: f64, has: f64, unit: &'static str| {
        if bad {
            faults.push(fault(piece, what).needs(needs, has, unit));
        }
    };
    let least = limits.across_least;
    limit("too narrow", width < least - NEAR, least, width, "paces across");
    let most = limits.length_by_width_most * width;
    limit("too long for its width", length > most + NEAR, most, length, "paces long at most");
    let most = limits.length_and_width_most;
    limit(
        "too large",
        length + width > most + NEAR,
        most,
        length + width,
        "paces of length and width at most",
    );
}

/// The length and the width of an area in paces: across it where it is narrowest, and along it square to that.
pub fn length_and_width(area: &Polygon) -> (f64, f64) {
    let corners = area.outline();
    let extent = |axis: Vec2| {
        let places = corners.iter().map(|p| p.dot(axis));
        places.clone().fold(f64::NEG_INFINITY, f64::max) - places.fold(f64::INFINITY, f64::min)
    };
    let mut best = (f64::INFINITY, f64::INFINITY);
    for (i, &a) in corners.iter().enumerate() {
        for &b in &corners[i + 1..] {
            let along = (b - a) * (1.0 / a.distance(b));
            let across = extent(along.right());
            if across < best.1 {
                best = (extent(along), across);
            }
        }
    }
    let (length, width) = (best.0 / MM, best.1 / MM);
    (length.max(width), length.min(width))
}

/// Areas, waterways too, lie apart.
fn gaps(ground: &Ground, faults: &mut Vec<Refusal>) {
    let least = tables().map.gap;
    let areas: Vec<(&Piece, &Polygon)> =
        ground.pieces.iter().filter_map(|p| Some((p, area_of(p)?))).collect();
    for (i, (piece, area)) in areas.iter().enumerate() {
        for (other, with) in &areas[i + 1..] {
            if let Some(apart) = nearer(area, with, (least - NEAR) * MM) {
                let what = format!("too near {}", named(other));
                faults.push(fault(piece, &what).needs(least, apart / MM, "paces apart"));
            }
        }
    }
}

fn area_of(piece: &Piece) -> Option<&Polygon> {
    match &piece.shape {
        Shape::Area(area) => Some(area),
        Shape::Band(_) => None,
    }
}

/// The distance between two areas in millimetres where it is under `least`, 0 if one reaches into the other.
pub fn nearer(a: &Polygon, b: &Polygon, least: f64) -> Option<f64> {
    if !a.bounds().grown(least).meets(b.bounds()) {
        return None;
    }
    if a.contains(b.outline()[0]) || b.contains(a.outline()[0]) {
        return Some(0.0);
    }
    let apart = a.edges().map(|edge| b.distance(&Convex::segment(edge))).fold(f64::INFINITY, f64::min);
    (apart < least).then_some(apart)
}

/// Enough quarters of the table hold something.
fn quarters(ground: &Ground, faults: &mut Vec<Refusal>) {
    let limits = &tables().map;
    let hold = |counts: &dyn Fn(Terrain) -> bool| {
        let held = |quarter: &Convex| {
            ground.under(quarter, ground::FOOTHOLD).any(|piece| counts(ground::terrain(piece)))
        };
        quarters_of(ground).iter().filter(|q| held(q)).count()
    };
    let any = hold(&|_| true);
    let hindered =
        |t: Terrain| matches!(t, Terrain::River | Terrain::Waterway) || ground::bad(t, Troop::Blades);
    let bad = hold(&hindered);
    let mut least = |what: &'static str, needs: usize, has: usize| {
        if has < needs {
            let fault = Refusal::new(rule::TERRAIN_CHOICE, what);
            faults.push(fault.needs(needs as f64, has as f64, "table quarters"));
        }
    };
    least("too much of the table is bare", limits.quarters_with_any, any);
    least("too little bad going, river or waterway", limits.quarters_with_bad_or_water, bad);
}

fn quarters_of(ground: &Ground) -> [Convex; 4] {
    let (x, y) = (ground.width() / 2.0, ground.depth() / 2.0);
    [(0.0, 0.0), (x, 0.0), (0.0, y), (x, y)].map(|(left, low)| {
        let bounds = Bounds { min: Vec2::new(left, low), max: Vec2::new(left + x, low + y) };
        let corners = [
            bounds.min,
            Vec2::new(bounds.min.x, bounds.max.y),
            bounds.max,
            Vec2::new(bounds.max.x, bounds.min.y),
        ];
        Convex::from_corners(&corners).expect("a table has an area")
    })
}
