//! Steering: how a unit reforms, turns, wheels and marches for its objective (`wrg1969.geo.path`).

use crate::board::{Board, Body, JOSTLE, TOUCH};
use crate::data::feature::{Feature, Outline};
use crate::data::measure::{NEAR, within};
use crate::data::tables::tables;
use crate::data::troop::Troop;
use crate::movement::course::{AtEdge, Course, Walker, plainly, wheel_to};
use crate::movement::rules::wheel_cost;
use crate::orders::order::Ref;
use table::{Convex, Facing, Rect, Vec2, segments_meet};

/// A place on the way that must be passed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Via {
    /// Where.
    pub place: Vec2,
    /// How wide a front it lets through.
    pub width: Option<f64>,
}

/// A place to go to.
#[derive(Clone, Debug, PartialEq)]
pub struct To {
    /// Where.
    pub place: Vec2,
    /// How far short of it the standard stops.
    pub short: f64,
    /// The way to face there.
    pub face: Option<Facing>,
    /// By which way.
    pub via: Vec<Via>,
}

impl To {
    /// Straight to a place.
    pub fn straight(place: Vec2) -> To {
        To { place, short: 0.0, face: None, via: Vec::new() }
    }
}

/// What a unit makes for.
#[derive(Clone, Debug, PartialEq)]
pub enum Aim {
    /// It stands, facing this way if that is not as it faces.
    Stand(Option<Facing>),
    /// It stands, and wheels to face this way; if that is too far its figures turn.
    Face(Facing),
    /// It goes straight in a direction.
    Along(Facing),
    /// It goes to a place.
    To(To),
    /// It goes so far straight back without turning.
    Back(f64),
}

/// How a unit marches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct March {
    /// What it may spend.
    pub allowance: f64,
    /// The files it is told to take.
    pub files: Option<u16>,
    /// What it does at the edge of the table.
    pub edge: AtEdge,
}

/// A march worked out: the course, and how the figures are turned at its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Marched {
    /// The course.
    pub course: Course,
    /// Quarters turned and the files before, if they are turned.
    pub turned: Option<(u8, u16)>,
}

/// A unit that marches, with the turns of its figures.
struct Marcher<'b, 'a> {
    board: &'b Board<'a>,
    body: &'b Body<'a>,
    walker: Walker<'a>,
    turned: Option<(u8, u16)>,
    has_turned: bool,
    allowance: f64,
}

/// Works out a march.
pub fn march<'a>(board: &Board<'a>, body: &Body<'a>, how: &March, aim: &Aim) -> Marched {
    let turned = board.state(body.id).seen.turned;
    let drawn = plainly(board, body);
    let sideways = drawn.sideways;
    let walker = Walker::new(board.book, body, drawn, (how.allowance, how.allowance), how.edge);
    let mut marcher = Marcher { board, body, walker, turned, has_turned: false, allowance: how.allowance };
    if let Some(files) = how.files {
        if sideways {
            marcher.turn_back();
        }
        marcher.reform(files);
    }
    match aim {
        Aim::Stand(face) => marcher.stand(*face),
        Aim::Face(facing) => marcher.face_along(*facing),
        Aim::Back(length) => {
            let back = -marcher.walker.rect().ahead;
            marcher.walker.go(back, length.min(tables().moves.back));
        }
        _ if must_be_hauled(&marcher, aim) => {
            if hands(board, body) >= tables().moves.wheeled_figures {
                marcher.walker.haul_over();
            }
        }
        Aim::Along(facing) => {
            marcher.face_along(*facing);
            marcher.walker.ahead(how.allowance);
        }
        Aim::To(to) => marcher.make_for(to),
    }
    Marched { turned: marcher.turned, course: marcher.walker.done() }
}

/// Whether a wheeled unit begins the period at an obstacle that lies on its way.
fn must_be_hauled(marcher: &Marcher<'_, '_>, aim: &Aim) -> bool {
    let way = match aim {
        Aim::Along(facing) => *facing,
        Aim::To(to) => {
            Facing::of(to.via.first().map_or(to.place, |v| v.place) - marcher.walker.rect().centre)
        }
        _ => return false,
    };
    let ahead = within(marcher.walker.facing().turn_to(way).abs(), 45.0);
    ahead && marcher.walker.is_wheeled() && marcher.walker.at_obstacle()
}

/// How many hands there are to get wheels over an obstacle: all the crews of chariots; an engine's crew and the
/// foot beside it (`wrg1969.terrain.wheeled_how`).
fn hands(board: &Board<'_>, body: &Body<'_>) -> u16 {
    let crews = body.figures * u16::from(body.kit.crew);
    let beside = |b: &&Body<'_>| {
        b.side == body.side && b.id != body.id && b.troop().is_infantry() && within(b.gap(body), 1.0)
    };
    let helpers: u16 =
        if body.troop().is_engine() { board.units().filter(beside).map(|b| b.figures).sum() } else { 0 };
    crews + helpers
}

/// Changes a unit's formation, if there is room for it where it stands; whether there is.
pub fn change<'a>(
    board: &Board<'_>,
    body: &Body<'_>,
    walker: &mut Walker<'a>,
    change: impl FnOnce(&mut Walker<'a>),
) -> bool {
    let before = walker.clone();
    change(walker);
    let free = has_room(board, body, before.rect(), walker.rect());
    if !free {
        *walker = before;
    }
    free
}

/// Whether a footprint changed on the spot lies on nobody who was not under it before.
fn has_room(board: &Board<'_>, body: &Body<'_>, from: &Rect, to: &Rect) -> bool {
    let light = |b: &Body<'_>| b.troop() == Troop::LightInfantry;
    let passes = |b: &Body<'_>| b.side == body.side && (light(b) || light(body) || board.routing(b.id));
    board.troops().filter(|b| b.id != body.id && !passes(b)).all(|b| {
        let give = if b.side == body.side { JOSTLE } else { 0.0 };
        let deep = |r: &Rect| r.narrower(give).penetration(&b.rect.narrower(give));
        deep(to) <= deep(from).max(TOUCH) + NEAR
    })
}

impl<'a> Marcher<'_, 'a> {
    fn change(&mut self, how: impl FnOnce(&mut Walker<'a>)) -> bool {
        change(self.board, self.body, &mut self.walker, how)
    }

    /// Takes so many files, if there is room for them; figures that had turned sideways stand in files again.
    fn reform(&mut self, files: u16) {
        if self.change(|walker| walker.reform(files)) && !self.walker.drawn().sideways {
            self.turned = self.turned.filter(|(quarters, _)| quarters % 2 == 0);
        }
    }

    fn turn(&mut self, quarters: u8) {
        if self.has_turned || quarters.is_multiple_of(4) {
            return;
        }
        let files = self.turned.map_or(self.walker.drawn().files, |(_, files)| files);
        let all = (self.turned.map_or(0, |(q, _)| q) + quarters) % 4;
        if all == 0 {
            return self.turn_back();
        }
        self.walker.turn(quarters);
        self.turned = Some((all, files));
        self.has_turned = true;
    }

    /// Turns the figures back to their own front.
    fn turn_back(&mut self) {
        if let Some((quarters, files)) = self.turned.filter(|_| !self.has_turned)
            && self.change(|walker| walker.turn_back(quarters, files))
        {
            self.turned = None;
            self.has_turned = true;
        }
    }

    /// Stands: turned figures turn back, unless something is to be faced.
    fn stand(&mut self, face: Option<Facing>) {
        match face {
            Some(facing) => {
                let off = self.walker.facing().turn_to(facing);
                if !within(off.abs(), 45.0) {
                    self.turn(quarters(off));
                }
            }
            None => self.turn_back(),
        }
    }

    /// Turns its figures if a wheel would not do.
    fn turn_for(&mut self, off: f64, wheel: f64) {
        // Back to its own front, if that is nearer to the way it goes.
        if let Some((q, _)) = self.turned {
            let back = off + 90.0 * f64::from(q);
            let back = if back > 180.0 { back - 360.0 } else { back };
            if back.abs() + 1.0 + NEAR < off.abs() {
                return self.turn_back();
            }
        }
        let dear = wheel_cost(2.0 * self.walker.rect().half_width, wheel) > self.allowance + NEAR;
        if !within(off.abs(), 90.0) || dear {
            self.turn(quarters(off));
        }
    }

    fn face_along(&mut self, facing: Facing) {
        let off = self.walker.facing().turn_to(facing);
        self.turn_for(off, off);
        let rest = self.walker.facing().turn_to(facing);
        if rest.abs() >= 1.0 {
            self.walker.wheel(rest);
        }
    }

    /// Goes to a place by the way given, and faces there as told.
    fn make_for(&mut self, to: &To) {
        for via in &to.via {
            if let Some(width) = via.width {
                self.narrow(via.place, width);
            }
            if !self.go_to(via.place, 0.0) {
                return;
            }
        }
        if !self.go_to(to.place, to.short) {
            return;
        }
        self.turn_back();
        if let Some(facing) = to.face {
            let rest = self.walker.facing().turn_to(facing);
            if !within(rest.abs(), 90.0) {
                self.turn(quarters(rest));
            }
            let rest = self.walker.facing().turn_to(facing);
            if rest.abs() >= 1.0 {
                self.walker.wheel(rest);
            }
        }
    }

    /// Narrows to the most files that fit a ford, a bridge or a road, in the period in which the front would
    /// reach it (`wrg1969.terrain.ford_width`).
    fn narrow(&mut self, place: Vec2, width: f64) {
        let rect = self.walker.rect();
        let to_it = rect.front_mid().distance(place);
        if within(2.0 * rect.half_width, width) || to_it > self.walker.left() {
            return;
        }
        let files = ((width + NEAR) / self.body.file_width()).floor().max(1.0) as u16;
        self.reform(files);
    }

    /// Goes to a place, round what is impassable; whether it is there.
    fn go_to(&mut self, place: Vec2, short: f64) -> bool {
        let avoided = avoided(self.board, self.body);
        for _ in 0..8 {
            let centre = self.walker.rect().centre;
            if within(centre.distance(place), short + 0.05) {
                return true;
            }
            if !self.walker.goes() {
                return false;
            }
            let next = waypoint(self.board, self.walker.rect(), place, &avoided);
            let off = self.walker.facing().turn_to(Facing::of(next - centre));
            let wheel = wheel_to(self.walker.rect(), self.walker.facing(), next);
            self.turn_for(off, wheel);
            let wheel = wheel_to(self.walker.rect(), self.walker.facing(), next);
            self.walker.wheel(wheel);
            let rect = *self.walker.rect();
            let stop = if next == place { short } else { 0.0 };
            let to_it = (next - rect.centre).dot(rect.ahead) - stop;
            if to_it <= 0.0 {
                return next == place && self.walker.goes();
            }
            self.walker.ahead(to_it);
            if next == place {
                let left = (place - self.walker.rect().centre).dot(rect.ahead) - short;
                return left <= 0.05;
            }
        }
        false
    }
}

/// The quarters clockwise nearest to an angle, at least one.
fn quarters(off: f64) -> u8 {
    let turns = if within(off.abs(), 135.0) { 1 } else { 2 };
    if off < 0.0 { 4 - turns } else { turns }
}

/// Where to go first for a place: the place itself, or the corner of something impassable on the shortest way
/// round it.
fn waypoint(board: &Board<'_>, rect: &Rect, place: Vec2, avoided: &[String]) -> Vec2 {
    let from = rect.centre;
    let in_way =
        |f: &&Feature| (f.is_impassable() || avoided.contains(&f.id)) && !crossed_by(board, f, from, place);
    for feature in board.book.features.iter().filter(in_way) {
        let (Some(wide), Some(tight)) = (hull(feature, rect.radius() + 0.5), hull(feature, 0.3)) else {
            continue;
        };
        // Beside it already, only the thing itself is in the way.
        let seen = if wide.contains(from) { &tight } else { &wide };
        if tight.contains(from) || wide.contains(place) || !cuts(seen, [from, place]) {
            continue;
        }
        if let Some(corner) = way_round(&wide, seen, from, place).filter(|&c| on_table(board, c)) {
            return corner;
        }
    }
    place
}

/// The features that a unit's order tells it to keep out of.
fn avoided(board: &Board<'_>, body: &Body<'_>) -> Vec<String> {
    let Some(leg) = board.state(body.id).leg() else { return Vec::new() };
    let fits = |f: &&Feature| {
        leg.detail.avoid.iter().any(|r| match r {
            Ref::Feature(id) => f.id == *id,
            Ref::Name(name, _) => crate::orders::language::same_name(&f.name, name),
            Ref::Kind(kind, _) => f.kind.key() == kind,
            _ => false,
        })
    };
    board.book.features.iter().filter(fits).map(|f| f.id.clone()).collect()
}

fn on_table(board: &Board<'_>, p: Vec2) -> bool {
    let size = board.book.size;
    (0.0..=size.x).contains(&p.x) && (0.0..=size.y).contains(&p.y)
}

/// Whether a ford or a bridge lies on the way over a feature.
fn crossed_by(board: &Board<'_>, feature: &Feature, from: Vec2, to: Vec2) -> bool {
    board.book.features.iter().any(|f| match f.outline {
        Outline::Point(at) => {
            f.kind.is_crossing()
                && within(crate::board::sight::nearest_point(feature, at).distance(at), 1.0)
                && within(table::distance_to_segment(at, [from, to]), 1.0)
        }
        _ => false,
    })
}

/// A feature's convex hull, with room round it.
fn hull(feature: &Feature, room: f64) -> Option<Convex> {
    let points: Vec<Vec2> = match &feature.outline {
        Outline::Area(areas) => areas.iter().flat_map(|a| a.outline().iter().copied()).collect(),
        Outline::Line(line) => line.clone(),
        Outline::Point(_) => return None,
    };
    let corners = [(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)];
    let wide: Vec<Vec2> =
        points.iter().flat_map(|&p| corners.map(|(x, y)| p + Vec2::new(x * room, y * room))).collect();
    Convex::hull(&wide)
}

/// Whether a line passes through the inside of a hull.
fn cuts(hull: &Convex, [a, b]: [Vec2; 2]) -> bool {
    let inside = |t: f64| hull.contains(a.lerp(b, t));
    let crossed = hull.edges().filter(|&e| segments_meet([a, b], e)).count();
    crossed > 0
        && (1..40).any(|k| inside(f64::from(k) / 40.0) && well_inside(hull, a.lerp(b, f64::from(k) / 40.0)))
}

fn well_inside(hull: &Convex, p: Vec2) -> bool {
    hull.edges().all(|e| table::distance_to_segment(p, e) > 0.05)
}

/// The first corner of the shortest way round a hull, among those that `near` does not hide.
fn way_round(hull: &Convex, near: &Convex, from: Vec2, to: Vec2) -> Option<Vec2> {
    let corners = hull.corners();
    let n = corners.len();
    let seen = (0..n).filter(|&i| !cuts(near, [from, corners[i]]) && from.distance(corners[i]) > 0.3);
    let along = |i: usize, j: usize| {
        let mut one = 0.0;
        let mut all = 0.0;
        for k in 0..n {
            let side = corners[k].distance(corners[(k + 1) % n]);
            all += side;
            if (k + n - i) % n < (j + n - i) % n {
                one += side;
            }
        }
        f64::min(one, all - one)
    };
    let mut best: Option<(f64, Vec2)> = None;
    for i in seen {
        for j in (0..n).filter(|&j| !cuts(hull, [to, corners[j]])) {
            let length = from.distance(corners[i]) + along(i, j) + corners[j].distance(to);
            if best.is_none_or(|(b, _)| length < b - 1e-9) {
                best = Some((length, corners[i]));
            }
        }
    }
    best.map(|(_, corner)| corner)
}
