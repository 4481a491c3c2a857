//! How bodies charge, meet, close up and give ground.
//!
//! A body is a rectangle of files and ranks whose point of reference is the middle of its front edge. Each procedure
//! takes a picture of the table, a [`Scene`], and gives new places and named reasons; books decide who may charge,
//! answer and follow, apply the moves and tell the reasons. Contact is worked out from where bodies stand and never
//! kept. No result depends on the order in which bodies are listed, and a mirrored scene has a mirrored result.

mod aim;
mod close_up;
mod contacts;
mod give_ground;
mod settle;

pub use aim::{Barred, Charger, Way, aim, aim_beside};
pub use close_up::{Closed, close_up, turned_to_face};
pub use contacts::{Contacts, Stretch, upon};
pub use give_ground::{Gave, Loser, Winner, fall_back, follow_up};
pub use settle::{Arrival, Settled, settle};

use crate::march::{Courtesy, MarchSpec};
use std::cmp::Ordering;
use table::{Convex, Edge, Facing, Rect, Vec2, penetration};

/// Numbers that differ by no more are equal: places are rounded when they are kept, and otherwise on either side of a
/// mirror, so that what was level once may be off by some hundredths of this.
const SAME: f64 = 1e-3;

/// How a book's bodies come into contact, in the unit of its bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactSpec {
    /// Footprints overlap when they penetrate deeper than this; nobody may stand twice as deep in anybody.
    pub touch: f64,
    /// Footprints this far apart still touch.
    pub graze: f64,
    /// Men step forward this far to fill a shallow step in the line.
    pub arm: f64,
    /// How many files a charger brings on to the edge it strikes.
    pub grip: f64,
    /// How many files a charger may slide when it turns flush, and how many at a later closing up.
    pub slide: [f64; 2],
    /// How many degrees a charger may turn to stand flush, and how many at a later closing up.
    pub turn: [f64; 2],
    /// How many files a charge or a follow-up may side-step.
    pub side_step: f64,
    /// How many tucked files come out in one closing up.
    pub unfold: u16,
    /// A contact in which neither side has more files than this is weak: it pins nobody.
    pub weak: u16,
}

/// A body on the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Where it stands.
    pub rect: Rect,
    /// Its side.
    pub side: u8,
    /// In how many files it stands.
    pub files: u16,
    /// In how many it was drawn up: fewer stand *tucked*.
    pub full: u16,
    /// How many figures it has.
    pub figures: u16,
    /// The width of a file.
    pub file_width: f64,
    /// The depth of a rank.
    pub rank_depth: f64,
    /// How far it may slide along its front when the line closes up; 0 if it is ordered to hold.
    pub closes_up: f64,
}

/// Why a body cannot do better: somebody by his place in the list, the ground, or its orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Held {
    /// A body stands in the way.
    By(usize),
    /// The ground bars it.
    Ground,
    /// It is ordered to hold.
    Orders,
}

/// The table as a procedure sees it.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// Every body, both sides.
    pub bodies: &'a [Body],
    /// Ground that nobody enters.
    pub ground: &'a [Convex],
    /// How the book's bodies come into contact.
    pub spec: &'a ContactSpec,
}

impl ContactSpec {
    /// How charges run, and those who give ground: whose front comes upon a friend stops.
    pub fn run(&self) -> MarchSpec {
        MarchSpec { standoff: 0.0, touch: 1.5 * self.touch, jostle: 0.0, friends: Courtesy::FrontStops }
    }
}

impl Body {
    /// Its footprint in so many files with the middle of its front there, facing that way.
    fn drawn_up(&self, front: Vec2, ahead: Vec2, files: u16) -> Rect {
        let ranks = self.figures.div_ceil(files.max(1)).max(1);
        let half_depth = f64::from(ranks) * self.rank_depth / 2.0;
        let half_width = f64::from(files) * self.file_width / 2.0;
        Rect { centre: front - ahead * half_depth, ahead, half_width, half_depth }
    }

    /// The same body somewhere else.
    fn at(&self, rect: Rect) -> Body {
        Body { rect, ..*self }
    }
}

impl Scene<'_> {
    /// Whether two bodies of the list are enemies.
    fn enemies(&self, i: usize, j: usize) -> bool {
        self.bodies[i].side != self.bodies[j].side
    }

    /// How deep two bodies may stand in each other: a move may begin and end so.
    fn slack(&self) -> f64 {
        1.5 * self.spec.touch
    }

    /// Who a footprint would lie in, deeper than `slack`, of those that are asked about; the deepest.
    fn upon(&self, rect: &Rect, slack: f64, who: impl Fn(usize) -> bool) -> Option<(Held, f64)> {
        let bodies = self.bodies.iter().enumerate().filter(|(j, _)| who(*j));
        let bodies = bodies.map(|(j, body)| (Held::By(j), rect.penetration(&body.rect)));
        let ground = self.ground.iter().map(|rock| (Held::Ground, penetration(rect, rock)));
        let deep = bodies.chain(ground).filter(|(_, depth)| *depth > slack);
        deep.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))
    }

    /// Who a body put there would lie in, deeper than may be and deeper than it did in that one before; the deepest.
    fn newly_upon(&self, i: usize, to: &Rect, before: &[Body]) -> Option<(Held, f64)> {
        let was = &before[i].rect;
        let bodies = (0..self.bodies.len()).filter(|&j| j != i).map(|j| {
            let deep = to.penetration(&self.bodies[j].rect);
            (Held::By(j), deep, deep > self.slack() && deep > was.penetration(&before[j].rect) + SAME)
        });
        let ground = self.ground.iter().map(|rock| {
            let deep = penetration(to, rock);
            (Held::Ground, deep, deep > self.slack() && deep > penetration(was, rock) + SAME)
        });
        let wrong = bodies.chain(ground).filter(|(.., wrong)| *wrong).map(|(by, deep, _)| (by, deep));
        wrong.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))
    }
}

/// How two lengths or shares compare; what differs only in the last digits is equal, on either side of a mirror.
fn compare(a: f64, b: f64) -> Ordering {
    if (a - b).abs() <= SAME { Ordering::Equal } else { a.total_cmp(&b) }
}

/// The cosine of an angle in degrees, the same on every machine.
fn cosine(degrees: f64) -> f64 {
    Facing::degrees(degrees).vec().y
}

/// The way an edge looks.
fn outward(rect: &Rect, edge: Edge) -> Vec2 {
    match edge {
        Edge::Front => rect.ahead,
        Edge::Left => -rect.right(),
        Edge::Right => rect.right(),
        Edge::Rear => -rect.ahead,
    }
}

/// A vector of unit length.
fn unit(v: Vec2) -> Vec2 {
    v * (1.0 / v.len())
}
