//! The ground: features in inches, what they cost, hide and shelter.

use crate::board::shape::wheeled;
use crate::data::length::{MM, NEAR, OBSTACLE_WIDTH, ROAD_WIDTH, to_table};
use crate::data::tables::{Cover, Going, inch_cost, tables};
use crate::data::troop::{Order, Troop};
use binding::choice;
use table::{
    Band, Convex, Facing, Ground, KindId, Piece, Point, Polygon, Rect, Shape, ShapeError, Solid as _, Vec2,
    line_inside, span,
};

choice! {
    /// What a feature is.
    Kind {
        /// A wood.
        Wood => "wood",
        /// A very thick wood.
        ThickWood => "thick_wood",
        /// An ordinary hill.
        Hill => "hill",
        /// A steep hill.
        SteepHill => "steep_hill",
        /// Sheer slopes.
        SheerHill => "sheer_hill",
        /// Rough ground or marsh.
        Rough => "rough",
        /// Deep water.
        Water => "water",
        /// A building.
        Building => "building",
        /// A road.
        Road => "road",
        /// A hedge.
        Hedge => "hedge",
        /// A fence.
        Fence => "fence",
        /// A wall.
        Wall => "wall",
    }
}

impl Kind {
    /// Whether it is a line.
    pub fn is_line(self) -> bool {
        matches!(self, Kind::Road | Kind::Hedge | Kind::Fence | Kind::Wall)
    }

    /// The going in it (`wab.terrain.table`); none where nobody goes (`wab.terrain.impassable`).
    pub fn going(self) -> Option<Going> {
        match self {
            Kind::Wood | Kind::SteepHill | Kind::Rough => Some(Going::Difficult),
            Kind::ThickWood | Kind::SheerHill => Some(Going::VeryDifficult),
            Kind::Hill | Kind::Road => Some(Going::Normal),
            Kind::Hedge | Kind::Fence | Kind::Wall => Some(Going::Obstacle),
            Kind::Water | Kind::Building => None,
        }
    }

    /// Whether it is a hill.
    pub fn is_hill(self) -> bool {
        matches!(self, Kind::Hill | Kind::SteepHill | Kind::SheerHill)
    }

    /// Whether it is a wood.
    pub fn is_wood(self) -> bool {
        matches!(self, Kind::Wood | Kind::ThickWood)
    }

    /// The cover of those in it or close behind it.
    pub fn cover(self) -> Cover {
        match self {
            Kind::Wood | Kind::ThickWood | Kind::Hedge | Kind::Fence => Cover::Soft,
            Kind::Wall | Kind::Building => Cover::Hard,
            _ => Cover::None,
        }
    }
}

/// A feature of the ground.
#[derive(Clone, Debug)]
pub struct Feature {
    /// What it is.
    pub kind: Kind,
    /// The convex parts of the area, or each stretch of the line.
    pub parts: Vec<Convex>,
    /// The corners of the area, or the points of the line.
    pub outline: Vec<Vec2>,
}

impl Feature {
    /// Whether such troops cannot enter it.
    pub fn stops(&self, troop: Troop) -> bool {
        let heavy = troop.is_chariot() || matches!(troop, Troop::Elephant | Troop::Artillery);
        match self.kind.going() {
            None => true,
            Some(Going::VeryDifficult) => heavy,
            Some(_) => false,
        }
    }

    /// Whether a footprint is near enough to be in it: a quick look before the exact one.
    pub fn is_near(&self, rect: &Rect) -> bool {
        self.parts.iter().any(|part| may_touch(rect, part, 0.0))
    }

    /// Whether a footprint is in it or astride it.
    pub fn holds(&self, rect: &Rect) -> bool {
        self.parts.iter().any(|part| may_touch(rect, part, 0.0) && table::penetration(rect, part) > NEAR)
    }
}

/// Whether a footprint is near enough to a part of a feature to touch it once it has gone so far.
fn may_touch(rect: &Rect, part: &Convex, far: f64) -> bool {
    let reach = rect.radius() + far;
    let bounds = part.bounds();
    let c = rect.centre;
    c.x + reach >= bounds.min.x
        && c.x - reach <= bounds.max.x
        && c.y + reach >= bounds.min.y
        && c.y - reach <= bounds.max.y
}

/// The worst going met in a wheel about a corner (`wab.terrain.part`).
pub fn in_wheel(features: &[Feature], rect: &Rect, facing: Facing, about: Vec2, degrees: f64) -> Going {
    let reach = rect.half_width * 2.0;
    let bad = |f: &&Feature| !matches!(f.kind.going(), None | Some(Going::Normal));
    if !features.iter().filter(bad).any(|f| f.parts.iter().any(|p| may_touch(rect, p, reach))) {
        return Going::Normal;
    }
    let steps = (degrees.abs() / 6.0).ceil().max(1.0) as u16;
    let at = |i: u16| wheeled(rect, facing, about, degrees * f64::from(i) / f64::from(steps)).0;
    let found = (0..=steps).map(|i| under(features, &at(i)));
    found.max_by_key(|&going| inch_cost(going, Order::Close) as u8).unwrap_or(Going::Normal)
}

/// The worst going under a footprint (`wab.terrain.part`).
pub fn under(features: &[Feature], rect: &Rect) -> Going {
    let bad = |f: &&Feature| !matches!(f.kind.going(), None | Some(Going::Normal));
    let found = features.iter().filter(bad).filter(|f| f.holds(rect)).filter_map(|f| f.kind.going());
    found.max_by_key(|&going| inch_cost(going, Order::Close) as u8).unwrap_or(Going::Normal)
}

/// Stretches of a straight way by their going: where each ends, from the start, and its going.
pub fn stretches(features: &[Feature], rect: &Rect, direction: Vec2, length: f64) -> Vec<(f64, Going)> {
    let mut spans = Vec::new();
    for feature in features {
        let Some(going) = feature.kind.going().filter(|&going| going != Going::Normal) else { continue };
        for part in feature.parts.iter().filter(|part| may_touch(rect, part, length)) {
            if let Some(s) = span(rect, direction, part, NEAR) {
                let (enter, leave) = (s.enter.max(0.0), s.leave.min(length));
                if leave > enter {
                    spans.push((enter, leave, going));
                }
            }
        }
    }
    if spans.is_empty() {
        return vec![(length, Going::Normal)];
    }
    let mut cuts: Vec<f64> = spans.iter().flat_map(|s| [s.0, s.1]).chain([length]).collect();
    cuts.sort_by(f64::total_cmp);
    let mut from = 0.0;
    let mut pieces = Vec::new();
    for to in cuts {
        if to - from <= NEAR / 10.0 {
            continue;
        }
        let middle = (from + to) / 2.0;
        let inside = spans.iter().filter(|s| s.0 <= middle && middle <= s.1).map(|s| s.2);
        let going = inside.max_by_key(|&g| inch_cost(g, Order::Close) as u8).unwrap_or(Going::Normal);
        pieces.push((to, going));
        from = to;
    }
    pieces
}

/// What a straight way costs.
pub fn cost(features: &[Feature], rect: &Rect, direction: Vec2, length: f64, order: Order) -> f64 {
    if length <= 0.0 {
        return 0.0;
    }
    let mut from = 0.0;
    let mut sum = 0.0;
    for (to, going) in stretches(features, rect, direction, length) {
        sum += (to - from) * inch_cost(going, order);
        from = to;
    }
    sum
}

/// How far a straight way of at most so many inches can be paid for.
pub fn afford(
    features: &[Feature],
    rect: &Rect,
    direction: Vec2,
    most: f64,
    budget: f64,
    order: Order,
) -> f64 {
    let (mut from, mut left) = (0.0, budget);
    for (to, going) in stretches(features, rect, direction, most) {
        let each = inch_cost(going, order);
        if (to - from) * each > left {
            return from + left / each;
        }
        left -= (to - from) * each;
        from = to;
    }
    most
}

/// The stretches of obstacles that run within an inch before a front, and how much of the front each covers.
pub fn lines_before<'a>(
    features: &'a [Feature],
    rect: &'a Rect,
) -> impl Iterator<Item = ([Vec2; 2], f64)> + 'a {
    let deep = tables().distances.one_inch / 2.0;
    let strip = Rect { centre: rect.front_mid() + rect.ahead * deep, half_depth: deep + NEAR, ..*rect };
    let lines = features.iter().filter(|f| f.kind.going() == Some(Going::Obstacle));
    lines.flat_map(|f| &f.parts).filter_map(move |part| {
        let line = [part.corners()[0], part.corners()[part.corners().len() - 1]];
        let inside = line_inside(line, &strip)?;
        let way = (line[1] - line[0]) * (1.0 / line[0].distance(line[1]).max(NEAR));
        Some((line, (inside.leave - inside.enter) * way.dot(rect.right()).abs()))
    })
}

/// Whether obstacles run within an inch before at least half of a front (`wab.result.ranks_lost`).
pub fn is_lined(features: &[Feature], rect: &Rect) -> bool {
    lines_before(features, rect).map(|(_, covered)| covered).sum::<f64>() >= rect.half_width - NEAR
}

/// The height of the ground at a point: 1 on a hill.
pub fn height(features: &[Feature], p: Vec2) -> u8 {
    u8::from(features.iter().any(|f| f.kind.is_hill() && f.parts.iter().any(|part| part.contains(p))))
}

/// The table with its features as the screen draws them.
///
/// # Errors
/// If a feature cannot be drawn.
pub fn ground(size: Vec2, features: &[Feature]) -> Result<Ground, ShapeError> {
    let mut ground = Ground::bare(size.x * MM, size.y * MM);
    for (i, feature) in features.iter().enumerate() {
        let points: Vec<Point> = feature.outline.iter().map(|&c| Point::round(to_table(c))).collect();
        let shape = if feature.kind.is_line() {
            let width = if feature.kind == Kind::Road { ROAD_WIDTH } else { OBSTACLE_WIDTH };
            Shape::Band(Band::new(&points, width * MM)?)
        } else {
            Shape::Area(Polygon::new(&points)?)
        };
        let id = format!("{}{}", feature.kind.key(), i + 1);
        ground.pieces.push(Piece { id, kind: KindId(feature.kind as u8), shape, crest: None });
    }
    Ok(ground)
}
