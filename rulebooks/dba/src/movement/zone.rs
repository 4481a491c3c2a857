//! Zones of control on the board: whose zones a mover comes into, and what it may do then.

use crate::board::geometry::{self, faces, together};
use crate::board::state::UnitSet;
use crate::board::{Base, Board, camp};
use crate::data::scale::{HAIR, NEAR, WIDTH};
use crate::data::tables::tables;
use crate::movement::leg::Leg;
use crate::movement::rules::Formation;
use smallvec::SmallVec;
use table::{Rect, Vec2};
use umpire::{Side, UnitId};

/// The most zones one move can have to do with, as many as a set of them holds: more than an army has.
const MOST: usize = 63;
/// The zones of an army: one for each element, unless it has War Wagons.
pub type Zones = SmallVec<[Zone; 12]>;

/// The ground straight ahead of one edge of an enemy (`dba.zoc.area`).
#[derive(Clone, Copy, Debug)]
pub struct Zone {
    /// Whose it is.
    pub enemy: UnitId,
    // The enemy's footprint, turned so that the edge is its front.
    front: Rect,
    // The ground it covers when nothing cuts it short.
    whole: Rect,
    // How deep it is; measured only when a mover comes near.
    depth: Option<f64>,
}

impl Zone {
    /// Whether any part of a footprint is in it.
    fn holds(&mut self, board: &Board<'_>, moving: UnitSet, rect: &Rect) -> bool {
        if !self.whole.overlaps(rect, 0.0) {
            return false;
        }
        let depth =
            *self.depth.get_or_insert_with(|| depth(board, self.enemy, &self.front, &self.whole, moving));
        ahead(&self.front, depth).overlaps(rect, 0.0)
    }

    /// The ground it covers, as far as is known.
    fn ground(&self) -> Rect {
        self.depth.map_or(self.whole, |depth| ahead(&self.front, depth))
    }

    /// How far it is from a mover's front edge to the edge that controls the zone, middle to middle.
    fn distance(&self, rect: &Rect) -> f64 {
        rect.front_mid().distance(self.front.front_mid())
    }

    /// Whether a mover stands in front contact with the edge that controls it.
    fn is_met_by(&self, base: &Base) -> bool {
        together(base.rect.fl(), self.front.fr()) && together(base.rect.fr(), self.front.fl())
    }

    /// Whether a mover stands square opposite: facing the other way, on the same centre line.
    fn is_opposite(&self, base: &Base) -> bool {
        let facing = table::Facing::of(self.front.ahead);
        let (u, v) = self.front.local(base.rect.centre);
        faces(base.facing, facing, 180.0) && u.abs() <= NEAR && v > 0.0
    }
}

/// The ground straight ahead of an edge down to a depth: its far edge is in it, its sides are not.
fn ahead(front: &Rect, depth: f64) -> Rect {
    let half_depth = (depth + HAIR) / 2.0;
    let centre = front.place(0.0, front.half_depth + half_depth);
    Rect { centre, half_width: front.half_width - HAIR, half_depth, ..*front }
}

/// The zones of a side's enemies that reach into a circle.
pub fn zones(board: &Board<'_>, side: Side, centre: Vec2, radius: f64) -> Zones {
    let mut found = Zones::new();
    for enemy in board.enemies(side) {
        let reach = radius + enemy.rect.radius() + tables().zone + WIDTH;
        let d = enemy.rect.centre - centre;
        if d.dot(d) > reach * reach || board.camp_of(enemy.id).is_some() {
            continue;
        }
        for &edge in geometry::controlling_edges(enemy) {
            let front = geometry::fronting(&enemy.rect, edge);
            let zone = Zone { enemy: enemy.id, front, whole: ahead(&front, tables().zone), depth: None };
            if found.len() < MOST {
                found.push(zone);
            }
        }
    }
    found
}

/// How deep the zone ahead of an edge is: the first element or held camp that it meets cuts it short. The movers
/// themselves do not, since they are what it holds.
fn depth(board: &Board<'_>, enemy: UnitId, front: &Rect, whole: &Rect, moving: UnitSet) -> f64 {
    let mut depth = tables().zone;
    for other in board.others(enemy).filter(|b| !moving.has(b.id)) {
        if whole.overlaps(&other.rect, 0.0)
            && let Some(at) = geometry::ahead_of(front, &other.rect)
        {
            depth = depth.min(at);
        }
    }
    for side in Side::ALL {
        if camp::held_by(board, side).is_some()
            && let Some(outline) = board.outline(side)
            && let Some(at) = geometry::ahead_of(front, &outline)
        {
            depth = depth.min(at);
        }
    }
    depth
}

/// How a move stands to the zones it has come into: kept up leg by leg (`dba.zoc.effect`).
#[derive(Clone, Debug)]
pub struct Hold {
    /// The zones in reach.
    pub zones: Zones,
    moving: UnitSet,
    // Sets of zones by place in that list.
    started: u64,
    entered: u64,
    // Those from whose enemy some leg led away.
    farther: u64,
    // How far the single mover was from each at the start of the leg, or on entering.
    last: Vec<f64>,
    // Since the first zone: only straight ahead, for a group also sideways.
    ahead: bool,
    // The whole move: only straight back.
    back: bool,
}

impl Hold {
    /// A move about to begin.
    pub fn new(board: &Board<'_>, zones: Zones, moving: UnitSet, start: &[Base]) -> Hold {
        let mut hold = Hold {
            zones,
            moving,
            started: 0,
            entered: 0,
            farther: 0,
            last: Vec::new(),
            ahead: true,
            back: true,
        };
        for base in start {
            hold.stand(board, &base.rect);
        }
        hold.started = hold.entered;
        if let Some(first) = start.first()
            && !hold.is_free()
        {
            hold.measure(&first.rect);
        }
        hold
    }

    /// Whether no zone has been entered.
    pub fn is_free(&self) -> bool {
        self.entered == 0
    }

    /// Whether the mover has come into a zone of an enemy.
    pub fn by(&self, enemy: UnitId) -> bool {
        self.held().any(|zone| zone.enemy == enemy)
    }

    /// Some enemy whose zone holds the mover.
    pub fn holder(&self) -> Option<UnitId> {
        self.held().next().map(|zone| zone.enemy)
    }

    fn held(&self) -> impl Iterator<Item = &Zone> {
        self.zones.iter().enumerate().filter(|(i, _)| self.entered & (1 << i) != 0).map(|(_, zone)| zone)
    }

    /// Notes the zones that hold a mover where it stands.
    pub fn stand(&mut self, board: &Board<'_>, rect: &Rect) {
        for (i, zone) in self.zones.iter_mut().enumerate() {
            if self.entered & (1 << i) == 0 && zone.holds(board, self.moving, rect) {
                self.entered |= 1 << i;
            }
        }
    }

    fn measure(&mut self, rect: &Rect) {
        self.last.clear();
        self.last.extend(self.zones.iter().map(|zone| zone.distance(rect)));
    }

    /// The zones not yet entered, by their places in the list, with the ground they can cover.
    pub fn open(&self) -> impl Iterator<Item = (usize, Rect)> {
        let open = self.zones.iter().enumerate().filter(|(i, _)| self.entered & (1 << i) == 0);
        open.map(|(i, zone)| (i, zone.ground()))
    }

    /// Whether a zone, by its place in the list, has not yet been entered.
    pub fn is_open(&self, zone: usize) -> bool {
        self.entered & (1 << zone) == 0
    }

    /// Notes that a mover may have come into a zone during a leg; `leader` is the first mover there.
    pub fn pass(&mut self, board: &Board<'_>, zone: usize, rect: &Rect, leader: impl FnOnce() -> Rect) {
        let free = self.is_free();
        if self.is_open(zone) && self.zones[zone].holds(board, self.moving, rect) {
            self.entered |= 1 << zone;
            if free {
                self.measure(&leader());
            }
        }
    }

    /// Notes the end of a leg: how the leader stood at its start and stands at its end.
    pub fn end_leg(&mut self, leg: &Leg, form: Formation, start: &Rect, end: &Rect) {
        if self.zones.is_empty() {
            return;
        }
        self.back &= leg.is_back(start);
        if self.is_free() {
            return;
        }
        self.ahead &= match form {
            Formation::Single => leg.is_ahead(start),
            Formation::Group | Formation::Column => leg.is_ahead_or_shift(start),
        };
        for (i, zone) in self.zones.iter().enumerate() {
            if zone.distance(end) > self.last[i] + HAIR {
                self.farther |= 1 << i;
            }
        }
        self.measure(end);
    }

    /// Whether the move, ended so, is one of those a zone allows.
    pub fn allows(&self, form: Formation, end: &[Base]) -> bool {
        if self.is_free() {
            return true;
        }
        let met = |zone: &Zone| end.iter().any(|base| zone.is_met_by(base));
        if form != Formation::Single {
            return self.ahead || self.held().any(met);
        }
        let opposite = |zone: &Zone| end.iter().any(|base| zone.is_opposite(base));
        let nearer = |i: usize| self.farther & (1 << i) == 0;
        let held = |i: usize| self.entered & (1 << i) != 0;
        let towards = self
            .zones
            .iter()
            .enumerate()
            .any(|(i, zone)| held(i) && nearer(i) && (self.ahead || met(zone) || opposite(zone)));
        towards || (self.started != 0 && self.back)
    }
}

/// The enemies whose zones hold a footprint where it stands.
pub fn holders(board: &Board<'_>, base: &Base) -> Vec<UnitId> {
    let mut moving = UnitSet::default();
    moving.add(base.id);
    let mut found: Vec<UnitId> = Vec::new();
    for mut zone in zones(board, base.side, base.rect.centre, base.rect.radius()) {
        if zone.holds(board, moving, &base.rect) && !found.contains(&zone.enemy) {
            found.push(zone.enemy);
        }
    }
    found
}
