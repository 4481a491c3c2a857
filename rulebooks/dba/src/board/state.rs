//! The book's place in its own sequence of play.

use crate::data::scale::{MM, in_paces};
use crate::data::troop::TroopSet;
use table::{Convex, Edge, Point, Pose, Rect, TableEdge, Vec2};
use umpire::{BySide, Canonical, DigestWriter, Outcome, Side, UnitId, canonical};

/// A set of elements, by number: as many as two armies of three commands have, with their followers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct UnitSet(u128);

impl UnitSet {
    /// Everyone.
    pub const ALL: UnitSet = UnitSet(u128::MAX);

    /// Whether an element is in it.
    pub fn has(self, id: UnitId) -> bool {
        self.0 & (1 << id.0) != 0
    }
    /// Puts an element in.
    pub fn add(&mut self, id: UnitId) {
        self.0 |= 1 << id.0;
    }
    /// Takes an element out.
    fn remove(&mut self, id: UnitId) {
        self.0 &= !(1 << id.0);
    }
    /// Whether it is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl Canonical for UnitSet {
    /// In four bytes, as long as no element beyond the thirty-second is in it.
    fn write(&self, out: &mut DigestWriter) {
        (self.0 as u32).write(out);
        let rest = self.0 >> u32::BITS;
        if rest != 0 {
            out.raw(&rest.to_le_bytes());
        }
    }
}

/// The most commands an army is divided into (`dba.army.commands`).
pub const COMMANDS: usize = 3;

/// PIPs by command; an army that is not divided has one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Purse([u8; COMMANDS]);

impl Purse {
    /// What a command has left.
    pub fn of(self, command: usize) -> u8 {
        self.0[command]
    }
    /// Gives a command its PIPs.
    pub fn give(&mut self, command: usize, pips: u8) {
        self.0[command] = pips;
    }
    /// Takes what a command pays.
    pub fn pay(&mut self, command: usize, pips: u8) {
        self.0[command] = self.0[command].saturating_sub(pips);
    }
    /// All of them together.
    pub fn total(self) -> u8 {
        self.0.iter().sum()
    }
}

impl From<u8> for Purse {
    /// The PIPs of an army that is not divided.
    fn from(pips: u8) -> Purse {
        Purse([pips, 0, 0])
    }
}

impl Canonical for Purse {
    /// In one byte, as long as only the first command has any.
    fn write(&self, out: &mut DigestWriter) {
        let [first, rest @ ..] = self.0;
        first.write(out);
        if rest != [0; COMMANDS - 1] {
            out.raw(&rest);
        }
    }
}

/// What happened to an element in the present bound; cleared when the bound ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Marks {
    /// How many tactical moves it made.
    pub moves: u8,
    /// Whether one of them was a break-off.
    pub broke_off: bool,
    /// The enemies (and camps, by their followers' number) it moved into contact with.
    pub moved_into: UnitSet,
    /// Where it stood when its last move began.
    pub start: Option<Pose>,
    /// The types that shot at it, mainly or in aid.
    pub shot_at_by: TroopSet,
    /// Whether it has shot.
    pub has_shot: bool,
    /// Whether it has fought.
    pub has_fought: bool,
}

/// Which edge each War Wagons element presents as its front: quarter turns clockwise from its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fronts {
    right: UnitSet,
    rear: UnitSet,
    left: UnitSet,
}

impl Fronts {
    /// Makes an edge the front of an element.
    pub fn set(&mut self, id: UnitId, edge: Edge) {
        for set in [&mut self.right, &mut self.rear, &mut self.left] {
            set.remove(id);
        }
        match edge {
            Edge::Front => {}
            Edge::Right => self.right.add(id),
            Edge::Rear => self.rear.add(id),
            Edge::Left => self.left.add(id),
        }
    }

    /// Whether everyone has its own front.
    pub fn is_own(&self) -> bool {
        *self == Fronts::default()
    }

    /// How many quarter turns clockwise from its own the front of an element is.
    #[inline]
    pub fn quarters(&self, id: UnitId) -> u32 {
        if !UnitSet(self.right.0 | self.rear.0 | self.left.0).has(id) {
            0
        } else if self.right.has(id) {
            1
        } else if self.rear.has(id) {
            2
        } else {
            3
        }
    }
}

/// Who holds a camp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Holder {
    /// Its Camp Followers.
    Followers,
    /// An element of either side.
    Element(UnitId),
    /// Nobody.
    Nobody,
}

/// A camp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Camp {
    corners: [Point; 8],
    count: u8,
    // The upright box around it.
    low: Point,
    high: Point,
    /// Who holds it now.
    pub holder: Holder,
    /// Whether its followers are still with it.
    pub followers: bool,
    /// Whether the enemy has taken it and it has not been recovered since.
    pub taken: bool,
    /// Whether its attacker left it this bound: nobody else attacks it before the next.
    pub spared: bool,
}

impl Camp {
    /// A camp held by its followers, with its outline in paces (3 to 8 corners of a convex polygon).
    pub fn new(outline: &[Vec2]) -> Self {
        let mut corners = [Point::default(); 8];
        for (to, from) in corners.iter_mut().zip(outline) {
            *to = Point::round(*from * MM);
        }
        let count = outline.len().min(8);
        let over = |pick: fn(i32, i32) -> i32| {
            let box_corner = |a: Point, b: &Point| Point { x: pick(a.x, b.x), y: pick(a.y, b.y) };
            corners[..count].iter().fold(corners[0], box_corner)
        };
        Camp {
            corners,
            count: count as u8,
            low: over(i32::min),
            high: over(i32::max),
            holder: Holder::Followers,
            followers: true,
            taken: false,
            spared: false,
        }
    }

    /// Whether a point, in paces, lies in the upright box around the camp or no farther from it than a pace.
    #[inline]
    pub fn is_near(&self, p: Vec2) -> bool {
        // In steps of the grid, since nearly all that is asked is far away.
        const PACE: f64 = MM * Point::PER_MM;
        let within = |low: i32, at: f64, high: i32| {
            let at = at * PACE;
            f64::from(low) - PACE <= at && at <= f64::from(high) + PACE
        };
        within(self.low.x, p.x, self.high.x) && within(self.low.y, p.y, self.high.y)
    }

    /// Whether a footprint, in paces, may touch the upright box around the camp.
    #[inline]
    pub fn may_meet(&self, rect: &Rect) -> bool {
        const PACE: f64 = MM * Point::PER_MM;
        // No corner is farther from the middle than both half sides together, and a pace for rounding.
        let reach = (rect.half_width + rect.half_depth + 1.0) * PACE;
        let within = |low: i32, at: f64, high: i32| {
            let at = at * PACE;
            f64::from(low) - reach <= at && at <= f64::from(high) + reach
        };
        within(self.low.x, rect.centre.x, self.high.x) && within(self.low.y, rect.centre.y, self.high.y)
    }

    /// Its outline, in paces.
    pub fn outline(&self) -> Convex {
        let mut points = [Vec2::default(); 8];
        let n = usize::from(self.count);
        for (to, from) in points.iter_mut().zip(&self.corners) {
            *to = in_paces(from.vec());
        }
        Convex::from_corners(&points[..n]).expect("a camp's outline is convex")
    }

    /// The element inside, if one is.
    pub fn garrison(&self) -> Option<UnitId> {
        match self.holder {
            Holder::Element(id) => Some(id),
            _ => None,
        }
    }
}

/// A shot declared: a target and up to three who shoot at it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shot {
    /// Who is shot at (the followers' number for a camp).
    pub target: UnitId,
    /// Who shoots at it, in the order declared.
    pub shooters: Vec<UnitId>,
}

/// Two elements that will fight: the active side's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    /// The active side's element.
    pub active: UnitId,
    /// The other side's.
    pub inactive: UnitId,
}

/// Where in the sequence of play the battle is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// About to roll for invader: how a battle of two armies starts.
    Invader,
    /// The defender lays terrain.
    Terrain,
    /// The invader says which edge is 4, 5 and 6.
    Edge,
    /// A side places its camp.
    Camp(Side),
    /// A side deploys.
    Deploy(Side),
    /// The defender may exchange places.
    Swap,
    /// Everything stands in its place and the first bound is about to begin: how a scenario starts.
    Begin,
    /// The active side moves.
    Move,
    /// A side declares targets.
    Targets(Side),
    /// A side's guns that are shot at reply.
    Replies(Side),
    /// The active side chooses the next shot.
    Shoot,
    /// The active side chooses the next combat.
    Fight,
    /// The battle is over.
    Over(Outcome),
}

/// The whole phase.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Phase {
    /// Where in the sequence of play.
    pub step: Step,
    /// The number of the bound, both sides' counted, from 1; 0 during the set-up.
    pub bound: u16,
    /// Whose bound it is.
    pub active: Side,
    /// Who invades.
    pub invader: Side,
    /// PIPs rolled this bound, by command.
    pub rolled: Purse,
    /// PIPs left.
    pub pips: Purse,
    /// This bound's marks, by element.
    pub marks: Vec<Marks>,
    /// Contacts in the order in which they were made: who, upon whom. Kept while they last.
    pub contacts: Vec<(UnitId, UnitId)>,
    /// The War Wagons' present fronts.
    pub fronts: Fronts,
    /// The camps.
    pub camps: BySide<Option<Camp>>,
    /// Each side's table edge.
    pub edges: BySide<TableEdge>,
    /// Shots declared and not yet carried out.
    pub shots: Vec<Shot>,
    /// Combats listed and not yet fought.
    pub pairs: Vec<Pair>,
}

// What of the phase is in a battle's digest: everything.
canonical! {
    struct Marks { moves, broke_off, moved_into, start, shot_at_by, has_shot, has_fought }
    struct Fronts { right, rear, left }
    enum Holder { 0 => Followers, 1 => Element(id), 2 => Nobody }
    struct Camp { corners, count, low, high, holder, followers, taken, spared }
    struct Shot { target, shooters }
    struct Pair { active, inactive }
    enum Step {
        0 => Invader,
        1 => Terrain,
        2 => Edge,
        3 => Camp(side),
        4 => Deploy(side),
        5 => Swap,
        6 => Begin,
        7 => Move,
        8 => Targets(side),
        9 => Replies(side),
        10 => Shoot,
        11 => Fight,
        12 => Over(outcome),
    }
    struct Phase {
        step,
        bound,
        active,
        invader,
        rolled,
        pips,
        marks,
        contacts,
        fronts,
        camps,
        edges,
        shots,
        pairs,
    }
}
