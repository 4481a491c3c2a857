//! Going: what the ground under a footprint costs, and what stands in the way (`wrg1969.geo.going`).

use crate::Wrg1969;
use crate::board::sight::nearest_point;
use crate::data::feature::{Feature, Kind, Outline};
use crate::data::measure::{NEAR, within};
use crate::data::moves::{self, Going, Mover};
use table::{
    Bounds, Convex, Polygon, Rect, Solid, Vec2, crossing, distance_segments, distance_to_segment, penetration,
};

/// How wide the slope inside a contour is.
const SLOPE: f64 = 3.0;
/// How wide a road is.
const ROAD: f64 = 2.0;
/// How near a standard must pass a ford, a bridge or the line of a road to use it (`wrg1969.terrain.ford_width`).
const BY_IT: f64 = 1.0;
/// A footprint deeper across a line than this lies across it; one that only touches it does not.
pub const ACROSS: f64 = 0.005;

/// The features that a move may come upon, each with a bit of its own.
#[derive(Clone, Debug)]
pub struct Ground<'a> {
    book: &'a Wrg1969,
    near: Vec<&'a Feature>,
    /// Those of them that the present step may come upon.
    live: Lines,
}

/// Features, such as the lines under a footprint, by their place among those near.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lines(u128);

impl Lines {
    const ALL: Lines = Lines(u128::MAX);

    /// These but not those.
    pub fn without(self, those: Lines) -> Lines {
        Lines(self.0 & !those.0)
    }

    /// The places of the features.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(next)
        })
    }
}

impl<'a> Ground<'a> {
    /// The ground that a footprint can come upon within a reach.
    pub fn around(book: &'a Wrg1969, rect: &Rect, reach: f64) -> Self {
        let far = rect.radius() * 2.0 + reach;
        let near = |f: &&Feature| match f.kind {
            // Roads and crossings matter only where they lead through something else.
            Kind::Road | Kind::Ford | Kind::Bridge | Kind::FieldDefences => false,
            _ => nearest_point(f, rect.centre).distance(rect.centre) <= far,
        };
        Ground { book, near: book.features.iter().filter(near).take(128).collect(), live: Lines::ALL }
    }

    /// Looks from now on only at what lies in a box.
    pub fn look_at(&mut self, bounds: &Bounds) {
        let seen = self.near.iter().enumerate().filter(|(_, f)| lies_in(f, bounds));
        self.live = Lines(seen.fold(0, |all, (i, _)| all | 1 << i));
    }

    /// Looks at everything near again.
    pub fn look_round(&mut self) {
        self.live = Lines::ALL;
    }

    /// What it looks at, each with its place.
    fn live(&self) -> impl Iterator<Item = (usize, &'a Feature)> + '_ {
        let all = Lines(self.live.0 & !u128::MAX.checked_shl(self.near.len() as u32).unwrap_or(0));
        all.iter().map(|i| (i, self.near[i]))
    }

    /// How far a footprint can go in any direction with the same ground under it, and nothing in its way.
    pub fn alike(&self, rect: &Rect) -> f64 {
        let least = |all: f64, (_, f): (usize, &Feature)| all.min(to_change(f, rect.centre));
        self.live().fold(f64::INFINITY, least) - rect.radius() - ACROSS
    }

    /// What each inch counts for a footprint that moves in a direction: the worst going under any part of it.
    pub fn multiplier(&self, mover: Mover, rect: &Rect, direction: Vec2) -> f64 {
        match self.live().find_map(|(_, f)| self.going(f, rect, direction)) {
            Some(going) => moves::multiplier(mover, going),
            None => 1.0,
        }
    }

    /// The slow going that a feature makes under a footprint, if it does.
    fn going(&self, feature: &Feature, rect: &Rect, direction: Vec2) -> Option<Going> {
        let Outline::Area(areas) = &feature.outline else { return None };
        let slow = match feature.kind {
            Kind::Hill => return areas.iter().find_map(|contour| slope(contour, rect, direction)),
            Kind::Wood => Going::Wood,
            Kind::Village => Going::Village,
            Kind::Bog => Going::Bog,
            Kind::Broken => Going::Broken,
            _ => return None,
        };
        let on_road = || slow == Going::Village && self.on_road(rect, direction);
        (areas.iter().any(|area| overlaps(area, rect)) && !on_road()).then_some(slow)
    }

    /// Whether a footprint follows a road that it fits (`wrg1969.terrain.road`).
    fn on_road(&self, rect: &Rect, direction: Vec2) -> bool {
        let fits = within(2.0 * rect.half_width, ROAD);
        let along = |road: &Feature| {
            let ahead = rect.centre + direction * rect.half_depth;
            [rect.centre, ahead].iter().all(|&p| within(nearest_point(road, p).distance(p), BY_IT))
        };

        fits && self.book.features.iter().any(|f| f.kind == Kind::Road && along(f))
    }

    /// Whether horses cannot gallop where a footprint lies (`wrg1969.terrain.no_bonus`).
    pub fn stops_gallop(&self, rect: &Rect) -> bool {
        self.near.iter().any(|f| match &f.outline {
            Outline::Area(areas) => {
                matches!(f.kind, Kind::Wood | Kind::Village | Kind::Bog)
                    && areas.iter().any(|a| overlaps(a, rect))
            }
            _ => false,
        })
    }

    /// The obstacles a footprint lies across.
    pub fn lines(&self, rect: &Rect) -> Lines {
        let across = |f: &Feature| f.kind.is_obstacle() && !f.closed && lies_across(f, rect);
        let bits = self.live().filter(|(_, f)| across(f));
        Lines(bits.fold(0, |all, (i, _)| all | 1 << i))
    }

    /// The obstacles a footprint lies across or touches.
    pub fn touched(&self, rect: &Rect) -> Lines {
        let wider = Rect { half_depth: rect.half_depth + 0.05, half_width: rect.half_width, ..*rect };
        self.lines(&wider)
    }

    /// Whether a ford, a bridge or a road leads a footprint through an obstacle free of charge.
    pub fn led_through(&self, line: usize, rect: &Rect, direction: Vec2) -> bool {
        self.near.get(line).is_some_and(|feature| leads_through(self.book, feature, rect, direction))
    }

    /// Whether impassable ground lies under a footprint (`wrg1969.terrain.fords`).
    pub fn is_blocked(&self, rect: &Rect, direction: Vec2) -> bool {
        let blocks = |f: &Feature| {
            f.is_impassable() && covers(f, rect) && !leads_through(self.book, f, rect, direction)
        };
        self.live().any(|(_, f)| blocks(f))
    }
}

/// Whether any of a feature may lie in a box.
fn lies_in(feature: &Feature, bounds: &Bounds) -> bool {
    match &feature.outline {
        Outline::Point(at) => bounds.contains(*at),
        Outline::Line(line) => line.windows(2).any(|w| Bounds::of(w).is_some_and(|b| b.meets(bounds))),
        Outline::Area(areas) => areas.iter().any(|area| area.bounds().meets(bounds)),
    }
}

/// How far from a place the ground that a feature makes may change: at its outline, and where its slope ends.
fn to_change(feature: &Feature, p: Vec2) -> f64 {
    match &feature.outline {
        Outline::Point(at) => at.distance(p),
        Outline::Line(line) => {
            let to = |w: &[Vec2]| distance_to_segment(p, [w[0], w[1]]);
            line.windows(2).map(to).fold(f64::INFINITY, f64::min)
        }
        Outline::Area(areas) => {
            let to = |area: &Polygon| match (area.contains(p), feature.kind) {
                (true, Kind::Hill) => area.outline_distance(p) - SLOPE,
                // A road may lead through it.
                (true, Kind::Village) => 0.0,
                _ => area.outline_distance(p),
            };
            areas.iter().map(to).fold(f64::INFINITY, f64::min)
        }
    }
}

fn overlaps(area: &Polygon, rect: &Rect) -> bool {
    /// A quarter of a disc of this radius is more than enough.
    const PLAINLY: f64 = 0.2;
    if !area.bounds().meets(&rect.bounds()) {
        return false;
    }
    let roomy = rect.half_width.min(rect.half_depth) > PLAINLY;
    let deep = |c: Vec2| area.contains(c) && area.outline_distance(c) > PLAINLY;
    area.contains(rect.centre)
        || (roomy && rect.corners().into_iter().any(deep))
        || area.overlap_area(rect) > 0.01
}

fn covers(feature: &Feature, rect: &Rect) -> bool {
    match &feature.outline {
        Outline::Area(areas) => areas.iter().any(|area| overlaps(area, rect)),
        _ => lies_across(feature, rect),
    }
}

fn lies_across(feature: &Feature, rect: &Rect) -> bool {
    let Outline::Line(line) = &feature.outline else { return false };
    let around = Bounds::disc(rect.centre, rect.radius());
    // Most stretches lie wholly beyond one edge of the footprint.
    let beyond = |p: f64, q: f64, half: f64| p.min(q) >= half || p.max(q) <= -half;
    let passes = |a: Vec2, b: Vec2| {
        let ((u, v), (s, t)) = (rect.local(a), rect.local(b));
        beyond(u, s, rect.half_width) || beyond(v, t, rect.half_depth)
    };
    line.windows(2).any(|w| {
        Bounds::of(w).is_some_and(|b| b.meets(&around))
            && !passes(w[0], w[1])
            && penetration(rect, &Convex::segment([w[0], w[1]])) > ACROSS
    })
}

/// The slope of a contour under a footprint: up or across; downhill is open going.
fn slope(contour: &Polygon, rect: &Rect, direction: Vec2) -> Option<Going> {
    if !overlaps(contour, rect) || !on_strip(contour, rect) {
        return None;
    }
    let inward = contour.bank(rect.front_mid()).inward;
    match inward.dot(direction) {
        up if up > 0.5 + NEAR => Some(Going::SlopeUp),
        down if down < -0.5 - NEAR => None,
        _ => Some(Going::SlopeAcross),
    }
}

/// Whether any part of a footprint that overlaps a contour lies on the strip inside its edge.
fn on_strip(contour: &Polygon, rect: &Rect) -> bool {
    let c = rect.corners();
    let near = |corner: &Vec2| !within(SLOPE, contour.outline_distance(*corner));
    if c.iter().any(near) || !contour.encloses(rect) {
        return true;
    }
    let sides = [[c[0], c[1]], [c[1], c[2]], [c[2], c[3]], [c[3], c[0]]];
    contour.edges().any(|edge| sides.iter().any(|&side| !within(SLOPE, distance_segments(edge, side))))
}

/// Whether a crossing or a road serves a footprint at an obstacle: it fits, and its standard passes by it.
fn leads_through(book: &Wrg1969, over: &Feature, rect: &Rect, direction: Vec2) -> bool {
    let passes = |at: Vec2| {
        let d = at - rect.centre;
        within(d.cross(direction).abs(), BY_IT) && d.dot(direction).abs() <= rect.radius() + 3.0
    };
    let front = 2.0 * rect.half_width;
    let serves = |f: &Feature| match &f.outline {
        Outline::Point(at) if f.kind.is_crossing() => {
            within(front, f.width) && within(nearest_point(over, *at).distance(*at), BY_IT) && passes(*at)
        }
        Outline::Line(road) if f.kind == Kind::Road && !over.is_impassable() => {
            within(front, ROAD) && meetings(road, over).any(passes)
        }
        _ => false,
    };

    book.features.iter().any(serves)
}

/// Where a road goes over a line.
fn meetings<'a>(road: &'a [Vec2], over: &'a Feature) -> impl Iterator<Item = Vec2> + 'a {
    let line: &[Vec2] = match &over.outline {
        Outline::Line(line) => line,
        _ => &[],
    };
    road.windows(2).flat_map(move |r| {
        let place = move |l: &[Vec2]| crossing([r[0], r[1]], [l[0], l[1]]).map(|t| r[0].lerp(r[1], t));
        line.windows(2).filter_map(place)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::feature::area;
    use crate::data::troop::Troop;
    use crate::house::House;
    use table::Facing;

    fn feature(kind: Kind, outline: Outline, width: f64) -> Feature {
        Feature {
            id: format!("{kind:?}"),
            name: String::new(),
            kind,
            outline,
            width,
            closed: false,
            value: 0,
        }
    }

    fn square(x0: f64, y0: f64, x1: f64, y1: f64) -> Outline {
        let corners = [Vec2::new(x0, y0), Vec2::new(x1, y0), Vec2::new(x1, y1), Vec2::new(x0, y1)];
        Outline::Area(vec![area(&corners).expect("a square")])
    }

    fn book(features: Vec<Feature>) -> Wrg1969 {
        Wrg1969 { features, ..Wrg1969::new(House::default()) }
    }

    fn at(x: f64, y: f64, width: f64) -> Rect {
        Rect::new(Vec2::new(x, y), Facing::NORTH, width, 1.5)
    }

    const NORTH: Vec2 = Vec2::new(0.0, 1.0);

    #[test]
    fn the_worst_going_under_any_part_counts() {
        let book = book(vec![feature(Kind::Wood, square(10.0, 10.0, 20.0, 20.0), 0.0)]);
        let (foot, horse) = (Mover::new(Troop::MediumInfantry), Mover::new(Troop::MediumCavalry));
        let ground = Ground::around(&book, &at(8.0, 12.0, 5.0), 6.0);
        let cost = |mover, rect: Rect| ground.multiplier(mover, &rect, NORTH);
        assert_eq!((cost(foot, at(8.0, 12.0, 5.0)), cost(horse, at(8.0, 12.0, 5.0))), (2.0, 4.0));
        assert_eq!(cost(horse, at(7.0, 12.0, 5.0)), 1.0);
        assert!(ground.stops_gallop(&at(9.0, 12.0, 5.0)) && !ground.stops_gallop(&at(3.0, 12.0, 5.0)));
        assert!(Ground::around(&book, &at(60.0, 12.0, 5.0), 6.0).near.is_empty());
    }

    #[test]
    fn slopes_are_slow_up_and_across_and_level_within() {
        let book = book(vec![feature(Kind::Hill, square(10.0, 10.0, 40.0, 30.0), 0.0)]);
        let foot = Mover::new(Troop::MediumInfantry);
        let cost = |x, y, way: Vec2| {
            let rect = at(x, y, 4.0);
            Ground::around(&book, &rect, 6.0).multiplier(foot, &rect, way)
        };
        assert_eq!(cost(25.0, 11.0, NORTH), 2.0, "up");
        assert_eq!(cost(25.0, 11.0, -NORTH), 1.0, "down");
        assert_eq!(cost(25.0, 11.0, Vec2::new(1.0, 0.0)), 2.0, "across");
        assert_eq!(cost(25.0, 20.0, NORTH), 1.0, "level ground inside");
        assert_eq!(cost(25.0, 5.0, NORTH), 1.0, "the plain");
    }

    #[test]
    fn fords_help_those_who_fit_and_pass_by() {
        let stream = Outline::Line(vec![Vec2::new(0.0, 20.0), Vec2::new(60.0, 20.0)]);
        let ford = feature(Kind::Ford, Outline::Point(Vec2::new(30.0, 20.0)), 4.0);
        let book = book(vec![feature(Kind::Stream, stream, 0.0), ford]);
        let led = |rect: Rect| Ground::around(&book, &rect, 6.0).led_through(0, &rect, NORTH);
        assert!(led(at(30.0, 19.5, 4.0)) && led(at(31.0, 19.5, 4.0)));
        assert!(!led(at(31.1, 19.5, 4.0)) && !led(at(30.0, 19.5, 5.0)));
        let ground = Ground::around(&book, &at(30.0, 15.0, 4.0), 6.0);
        assert_eq!(ground.lines(&at(30.0, 19.25, 4.0)).iter().count(), 0, "it only touches");
        assert_eq!(ground.touched(&at(30.0, 19.25, 4.0)).iter().count(), 1);
        assert_eq!(ground.lines(&at(30.0, 19.5, 4.0)).iter().count(), 1);
    }

    #[test]
    fn rivers_stop_all_but_those_at_the_bridge() {
        let bridge = feature(Kind::Bridge, Outline::Point(Vec2::new(30.0, 21.0)), 2.0);
        let book = book(vec![feature(Kind::River, square(0.0, 20.0, 60.0, 22.0), 0.0), bridge]);
        let blocked = |rect: Rect| Ground::around(&book, &rect, 6.0).is_blocked(&rect, NORTH);
        assert!(blocked(at(20.0, 20.0, 2.0)) && blocked(at(30.0, 20.0, 4.0)));
        assert!(!blocked(at(30.0, 20.0, 2.0)) && !blocked(at(20.0, 19.2, 2.0)));
    }

    #[test]
    fn a_road_leads_through_a_village_and_over_a_wall() {
        let road = || Outline::Line(vec![Vec2::new(30.0, 0.0), Vec2::new(30.0, 40.0)]);
        let wall = Outline::Line(vec![Vec2::new(0.0, 12.0), Vec2::new(60.0, 12.0)]);
        let book = book(vec![
            feature(Kind::Village, square(25.0, 15.0, 35.0, 25.0), 0.0),
            feature(Kind::Wall, wall, 0.0),
            feature(Kind::Road, road(), 0.0),
        ]);
        let foot = Mover::new(Troop::MediumInfantry);
        let cost = |rect: Rect| Ground::around(&book, &rect, 6.0).multiplier(foot, &rect, NORTH);
        assert_eq!(
            (cost(at(30.0, 20.0, 2.0)), cost(at(30.0, 20.0, 3.0)), cost(at(32.0, 20.0, 2.0))),
            (1.0, 2.0, 2.0)
        );
        let narrow = at(30.0, 11.5, 2.0);
        assert!(Ground::around(&book, &narrow, 6.0).led_through(1, &narrow, NORTH));
    }
}
