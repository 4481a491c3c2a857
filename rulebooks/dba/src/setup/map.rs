//! The umpire's automatic map: a legal one for any home topography, drawn from a seed.

use crate::data::scale::{MM, in_paces};
use crate::data::tables::{Terrain, Topography, tables};
use crate::rule;
use crate::setup::choice;
use dice::{D66, Dice, RollId, Seeded};
use table::{Convex, Facing, Ground, Point, Polygon, TableEdge, Vec2};
use umpire::{Piece, Side};

/// So many maps are drawn before the sure one is taken.
const MAPS: u32 = 100;
/// So many places are tried for one area.
const PLACES: u32 = 40;

/// Rolls the seed of a map: four throws of two dice read as tens and units.
pub fn seed(dice: &mut dyn Dice, side: Side) -> u64 {
    let why = RollId::new(rule::SETUP_TERRAIN.as_str(), side as u8);
    (0..4).fold(0, |seed, _| {
        let face = dice.roll(why, &D66);
        seed * 36 + D66.position(face).unwrap_or(0) as u64
    })
}

/// The map of a seed: always one that [`choice::check`] allows.
pub fn draw(topography: &Topography, corner: Point, seed: u64) -> Ground {
    let mut chance = Seeded::new(seed);
    for _ in 0..MAPS {
        let kinds = kinds(topography, &mut chance);
        if let Some(pieces) = lay(&kinds, corner, &mut chance)
            && let Ok(ground) = choice::check(topography, corner, &pieces)
        {
            return ground;
        }
    }
    choice::check(topography, corner, &sure(topography, corner))
        .unwrap_or(Ground { corner, pieces: Vec::new() })
}

/// Which kinds lie on the map, those that need most room first.
fn kinds(topography: &Topography, chance: &mut Seeded) -> Vec<Terrain> {
    let (limits, country) = (&tables().map, topography);
    let between = |chance: &mut Seeded, least: usize, most: usize| {
        least + chance.below((most - least + 1) as u32) as usize
    };
    let most: usize = country.compulsory.iter().map(|&k| choice::most_of(limits, country, k)).sum();
    let most = most.min(limits.compulsory_most);
    // More roads than two make no better country.
    let most = if country.compulsory == [Terrain::Road] { most.min(2) } else { most };
    let must = between(chance, limits.compulsory_least, most);
    let mut kinds: Vec<Terrain> = Vec::new();
    while kinds.len() < must {
        kinds.push(country.compulsory[chance.below(country.compulsory.len() as u32) as usize]);
    }
    let least = limits.pieces_least.saturating_sub(must);
    let room = limits.pieces_most - must;
    let wanted = must + between(chance, least, limits.optional_most.min(room));
    let shut = |kinds: &[Terrain], kind: Terrain| {
        let full = kinds.iter().filter(|&&k| k == kind).count() >= choice::most_of(limits, country, kind);
        let other =
            |e: &&Vec<Terrain>| e.contains(&kind) && e.iter().any(|k| *k != kind && kinds.contains(k));
        full || country.either.iter().any(|e| other(&e))
    };
    while kinds.len() < wanted {
        let open: Vec<Terrain> = country.optional.iter().copied().filter(|&k| !shut(&kinds, k)).collect();
        if open.is_empty() {
            break;
        }
        kinds.push(open[chance.below(open.len() as u32) as usize]);
    }
    kinds.sort_by_key(|kind| match kind {
        Terrain::Waterway => 0,
        Terrain::River => 1,
        Terrain::Road => 2,
        _ => 3,
    });
    kinds
}

/// A place for each kind; nothing if one finds none.
fn lay(kinds: &[Terrain], corner: Point, chance: &mut Seeded) -> Option<Vec<Piece>> {
    let mut map = Map { size: in_paces(corner.vec()), water: None, river: Vec::new(), areas: Vec::new() };
    let mut pieces = Vec::with_capacity(kinds.len());
    for &kind in kinds {
        let (points, width) = match kind {
            Terrain::Waterway => (map.waterway(chance), None),
            Terrain::River => {
                let width = f64::from(80 + 10 * chance.below(5));
                (map.river(chance), Some(width))
            }
            Terrain::Road => (map.road(chance), Some(tables().road_width)),
            _ => (map.area(chance)?, None),
        };
        pieces.push(piece(kind, &points, width));
    }
    Some(pieces)
}

/// A piece with its points in paces.
fn piece(kind: Terrain, points: &[Vec2], width: Option<f64>) -> Piece {
    Piece {
        kind: kind as u8,
        points: points.iter().map(|&p| Point::round(p * MM)).collect(),
        width: width.map(|w| (w * MM * Point::PER_MM) as i32),
    }
}

/// What lies on the map so far, in paces.
struct Map {
    size: Vec2,
    water: Option<TableEdge>,
    river: Vec<Vec2>,
    areas: Vec<Polygon>,
}

impl Map {
    /// A point so far along an edge (0 to 1, from west or south) and so far in from it.
    fn at(&self, edge: TableEdge, along: f64, ahead: f64) -> Vec2 {
        let Vec2 { x, y } = self.size;
        match edge {
            TableEdge::North => Vec2::new(along * x, y - ahead),
            TableEdge::South => Vec2::new(along * x, ahead),
            TableEdge::East => Vec2::new(x - ahead, along * y),
            TableEdge::West => Vec2::new(ahead, along * y),
        }
    }

    /// Some of the four edges in a random order, without the one under water.
    fn dry_edge(&self, chance: &mut Seeded) -> TableEdge {
        loop {
            let edge = TableEdge::ALL[chance.below(4) as usize];
            if self.water != Some(edge) {
                return edge;
            }
        }
    }

    fn waterway(&mut self, chance: &mut Seeded) -> Vec<Vec2> {
        let edge = TableEdge::ALL[chance.below(4) as usize];
        self.water = Some(edge);
        let limits = &tables().map;
        let share = 0.05 * f64::from(chance.below(11));
        let depth = (limits.waterway_least + (limits.waterway_most - limits.waterway_least) * share).round();
        let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, depth), (0.0, depth)];
        let points: Vec<Vec2> = corners.map(|(along, ahead)| self.at(edge, along, ahead)).to_vec();
        self.areas.extend(polygon(&points));
        points
    }

    /// A line from one edge to another with a bend or two.
    fn winding(&self, from: TableEdge, to: TableEdge, chance: &mut Seeded) -> Vec<Vec2> {
        let share = |chance: &mut Seeded| 0.2 + 0.01 * f64::from(chance.below(61));
        let (start, end) = (self.at(from, share(chance), 0.0), self.at(to, share(chance), 0.0));
        let sway = |chance: &mut Seeded| {
            (f64::from(chance.below(17)) - 8.0) * 0.01 * (self.size.x + self.size.y) / 2.0
        };
        let across = (end - start).right() * (1.0 / end.distance(start));
        let bend = |at: f64, sway: f64| {
            let p = start.lerp(end, at) + across * sway;
            Vec2::new(p.x.clamp(0.0, self.size.x), p.y.clamp(0.0, self.size.y))
        };
        let sways = [sway(chance), sway(chance)];
        vec![start, bend(0.35, sways[0]), bend(0.65, sways[1]), end]
    }

    fn river(&mut self, chance: &mut Seeded) -> Vec<Vec2> {
        let from = self.dry_edge(chance);
        // It runs to the sea where there is one.
        let to =
            self.water.unwrap_or_else(|| if chance.below(3) == 0 { next(from) } else { from.opposite() });
        self.river = self.winding(from, to, chance);
        self.river.clone()
    }

    fn road(&mut self, chance: &mut Seeded) -> Vec<Vec2> {
        let from = self.dry_edge(chance);
        let opposite = from.opposite();
        let to = if self.water == Some(opposite) { next(from) } else { opposite };
        self.winding(from, to, chance)
    }

    /// A rounded area that keeps clear of the others and of the river.
    fn area(&mut self, chance: &mut Seeded) -> Option<Vec<Vec2>> {
        for attempt in 0..PLACES {
            let points = self.blob(attempt, chance);
            let Some(area) = polygon(&points) else { continue };
            let gap = tables().map.gap * MM;
            let apart = self.areas.iter().all(|other| choice::nearer(&area, other, gap).is_none());
            let bank = 100.0 * MM;
            let dry =
                self.river.windows(2).all(|w| area.distance(&Convex::segment([w[0] * MM, w[1] * MM])) > bank);
            let on_table =
                points.iter().all(|p| p.x >= 0.0 && p.y >= 0.0 && p.x <= self.size.x && p.y <= self.size.y);
            if apart && dry && on_table {
                self.areas.push(area);
                return Some(points);
            }
        }
        None
    }

    /// Eight corners round an oval; later attempts are smaller.
    fn blob(&self, attempt: u32, chance: &mut Seeded) -> Vec<Vec2> {
        let room = if attempt < PLACES / 2 { 15 } else { 4 };
        let long = f64::from(260 + 20 * chance.below(room)) / 2.0;
        let wide = long * (0.7 + 0.05 * f64::from(chance.below(7)));
        let share = |chance: &mut Seeded| 0.05 + 0.01 * f64::from(chance.below(91));
        let centre = Vec2::new(share(chance) * self.size.x, share(chance) * self.size.y);
        let lie = Facing::degrees(f64::from(chance.below(36)) * 10.0).vec();
        let corner = |k: u32, chance: &mut Seeded| {
            let round =
                Facing::degrees(f64::from(k) * 45.0).vec() * (0.86 + 0.02 * f64::from(chance.below(8)));
            let p = centre + lie * (round.y * long) + lie.right() * (round.x * wide);
            Vec2::new(p.x.round(), p.y.round())
        };
        (0..8).map(|k| corner(k, chance)).collect()
    }
}

fn next(edge: TableEdge) -> TableEdge {
    match edge {
        TableEdge::North => TableEdge::East,
        TableEdge::East => TableEdge::South,
        TableEdge::South => TableEdge::West,
        TableEdge::West => TableEdge::North,
    }
}

fn polygon(points: &[Vec2]) -> Option<Polygon> {
    let corners: Vec<Point> = points.iter().map(|&p| Point::round(p * MM)).collect();
    Polygon::new(&corners).ok()
}

/// The plainest map there is: squares in three corners of the table, a road or a shore where the country wants one.
fn sure(topography: &Topography, corner: Point) -> Vec<Piece> {
    let country = topography;
    let (size, side) = (in_paces(corner.vec()), 200.0);
    let square = |kind: Terrain, share: (f64, f64)| {
        let (x, y) = (share.0 * size.x - side / 2.0, share.1 * size.y - side / 2.0);
        let corners = [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)];
        piece(kind, &corners.map(|(dx, dy)| Vec2::new(x + dx, y + dy)), None)
    };
    let shares = [(0.25, 0.75), (0.75, 0.75), (0.75, 0.3)];
    let squares =
        |kinds: &[Terrain]| kinds.iter().zip(shares).map(|(&k, at)| square(k, at)).collect::<Vec<_>>();
    match country.compulsory[0] {
        Terrain::Road => {
            let line = [Vec2::new(0.0, size.y / 2.0), Vec2::new(size.x, size.y / 2.0)];
            let road = piece(Terrain::Road, &line, Some(tables().road_width));
            [vec![road], squares(&[Terrain::Woods, Terrain::Rough])].concat()
        }
        Terrain::Waterway => {
            let shore = tables().map.waterway_least;
            let line = [(0.0, 0.0), (size.x, 0.0), (size.x, shore), (0.0, shore)];
            let water = piece(Terrain::Waterway, &line.map(|(x, y)| Vec2::new(x, y)), None);
            [vec![water], squares(&[Terrain::Woods, Terrain::SteepHill])].concat()
        }
        Terrain::GentleHill => squares(&[Terrain::Rough, Terrain::Rough, Terrain::GentleHill]),
        kind => squares(&[kind; 3]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plainest_map_of_every_country_is_legal_on_any_table() {
        for topography in &tables().topographies {
            for size in [1600.0, 2400.0, 9600.0] {
                let corner = Ground::bare(size * MM, size * MM).corner;
                let checked = choice::check(topography, corner, &sure(topography, corner));
                assert!(checked.is_ok(), "{} on {size}: {checked:?}", topography.name);
            }
        }
    }
}
