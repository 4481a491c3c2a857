//! The board: every body on the table as the rules see it. A pace is a millimetre.

use crate::Wrg6;
use crate::disorder::{Animal, Cause, Causes, Fright, fright};
use crate::kit::{Kit, Land};
use crate::order::Area;
use crate::phase::{General, Phase, State};
use crate::rule;
use crate::troop::{Training, Troop};
use ruling::ledger;
use table::{Convex, Edge, Foothold, Piece, Rect, Shape, Solid, Vec2, distance};
use umpire::{Field, Side, UnitId};

/// A battle as a chapter looks at it.
#[derive(Clone, Copy, Debug)]
pub struct Board<'a> {
    /// The book.
    pub book: &'a Wrg6,
    /// The field.
    pub field: &'a Field,
    /// The phase.
    pub phase: &'a Phase,
}

/// How much of a body must lie on a piece of ground to be in it.
const FOOTHOLD: Foothold = Foothold { area: 1.0, depth: 0.5 };

impl<'a> Board<'a> {
    /// The board of a battle.
    pub fn of(book: &'a Wrg6, field: &'a Field, phase: &'a Phase) -> Board<'a> {
        Board { book, field, phase }
    }

    /// Every body on the table.
    pub fn bodies(self) -> impl Iterator<Item = UnitId> + use<'a> {
        self.field.ids().filter(move |&id| self.field.on_table(id))
    }

    /// The enemies of a side on the table.
    pub fn enemies(self, side: Side) -> impl Iterator<Item = UnitId> + use<'a> {
        self.bodies().filter(move |&id| self.field.side(id) != side)
    }

    /// The other bodies of its side on the table.
    pub fn friends(self, of: UnitId) -> impl Iterator<Item = UnitId> + use<'a> {
        let side = self.field.side(of);
        self.bodies().filter(move |&id| id != of && self.field.side(id) == side)
    }

    /// A body's kit.
    #[inline]
    pub fn kit(self, id: UnitId) -> &'a Kit {
        self.book.kit_now(self.phase, id)
    }

    /// A body's state.
    #[inline]
    pub fn state(self, id: UnitId) -> &'a State {
        self.phase.state(id)
    }

    /// A body's side.
    #[inline]
    pub fn side(self, id: UnitId) -> Side {
        self.field.side(id)
    }

    /// A body's footprint.
    #[inline]
    pub fn rect(self, id: UnitId) -> &'a Rect {
        self.field.shape(id)
    }

    /// A body's figures or models now.
    #[inline]
    pub fn strength(self, id: UnitId) -> u16 {
        self.field.unit(id).formation.figures
    }

    /// The distance between two bodies (`wrg6.geo.d11`).
    #[inline]
    pub fn gap(self, a: UnitId, b: UnitId) -> f64 {
        distance(self.rect(a), self.rect(b))
    }

    /// Whether two bodies are within a distance of each other.
    pub fn within(self, a: UnitId, b: UnitId, paces: f64) -> bool {
        ledger::cite(rule::GEO_D11);
        self.may_be_within(a, b, paces) && distance(self.rect(a), self.rect(b)) <= paces
    }

    /// Whether two bodies may be within a distance of each other, by a rough measure that leaves nobody out.
    pub fn may_be_within(self, a: UnitId, b: UnitId, paces: f64) -> bool {
        let (p, q) = (self.rect(a), self.rect(b));
        let far = p.radius() + q.radius() + paces;
        let d = p.centre - q.centre;
        d.dot(d) <= far * far
    }

    /// The level of the ground at a point (`wrg6.terrain.height`).
    pub fn level_at(self, p: Vec2) -> i32 {
        self.field.ground().at(p).map(|piece| Land::of(piece.kind).level()).max().unwrap_or(0)
    }

    /// A body's level: that under the middle of its front.
    pub fn level(self, id: UnitId) -> i32 {
        ledger::cite(rule::TERRAIN_HEIGHT);
        self.level_at(self.rect(id).front_mid())
    }

    /// The pieces of ground on which a shape stands.
    pub fn under<S: Solid>(self, shape: &S) -> impl Iterator<Item = &'a Piece> {
        let ground: &'a table::Ground = self.field.ground();
        let around = shape.bounds();
        let hull = shape.hull();
        ground
            .pieces
            .iter()
            .filter(move |p| p.shape.bounds().meets(&around) && p.shape.lies_under(&hull, FOOTHOLD))
    }

    /// Whether a shape touches difficult ground.
    pub fn difficult<S: Solid>(self, shape: &S) -> bool {
        self.under(shape).any(|piece| Land::of(piece.kind).is_difficult())
    }

    /// Whether a body is in cover: its middle in a wood or village (`wrg6.geo.d9`).
    pub fn in_cover(self, id: UnitId) -> bool {
        ledger::cite(rule::GEO_D9);
        self.field.ground().at(self.rect(id).centre).any(|piece| Land::of(piece.kind).is_cover())
    }

    /// Whether a body is in cover from a shooter: in a wood or village, or behind an obstacle that the line between them
    /// crosses within 10 paces of its front (`wrg6.geo.d9`).
    pub fn in_cover_from(self, id: UnitId, shooter: UnitId) -> bool {
        let (front, to) = (self.rect(id).front_mid(), self.rect(shooter).front_mid());
        let Some(way) = table::away_from(front, to) else { return self.in_cover(id) };
        let near = [front, front + way * 10.0_f64.min(front.distance(to))];
        let shields = |piece: &Piece| match &piece.shape {
            Shape::Area(area) if Land::of(piece.kind) == Land::Field => {
                area.contains(near[0]) != area.contains(near[1])
            }
            _ => false,
        };
        self.in_cover(id) || self.field.ground().pieces.iter().any(shields)
    }

    /// Whether a body defends an obstacle against an enemy: it is in an enclosed field and he is not.
    pub fn defends_obstacle(self, id: UnitId, enemy: UnitId) -> bool {
        let inside = |area: &table::Polygon, id: UnitId| area.contains(self.rect(id).centre);
        self.field.ground().pieces.iter().any(|piece| match &piece.shape {
            Shape::Area(area) => {
                Land::of(piece.kind) == Land::Field && inside(area, id) && !inside(area, enemy)
            }
            Shape::Band(_) => false,
        })
    }

    /// Whether friends may pass straight through each other: light infantry and all others, regulars among themselves
    /// (`wrg6.move.interpenetrate`).
    pub fn may_pass(self, a: UnitId, b: UnitId) -> bool {
        let regular = |id: UnitId| self.kit(id).training == Training::Regular;
        self.kit(a).is_li() || self.kit(b).is_li() || (regular(a) && regular(b))
    }

    /// All that disorders a body now: what lasts, the ground it is on and the beasts near it.
    pub fn causes(self, id: UnitId) -> Causes {
        let (kit, mut causes) = (self.kit(id), self.state(id).causes);
        if kit.troop.minds_going() && self.difficult(self.rect(id)) {
            causes.add(Cause::DifficultTerrain);
        }
        if kit.on_animals && (self.phase.in_contact(id) || self.phase.charges_on(id).next().is_some()) {
            causes.add(Cause::InfantryMounted);
        }
        let Some(animal) = kit.animal() else { return causes };
        if animal == Animal::Elephant && self.state(id).burnt {
            causes.add(Cause::ShotByFire);
        }
        let familiar = self.book.familiar[self.side(id)];
        for other in self.bodies().filter(|&other| other != id) {
            let (near, cause) = match self.kit(other).troop {
                _ if animal == Animal::Elephant && self.kit(other).dummy => {
                    (Fright::DummyElephant, Cause::NearDummy)
                }
                Troop::Elephant => (Fright::Elephant, Cause::NearElephants),
                troop if troop.is_camelry() => (Fright::Camel, Cause::NearCamels),
                _ => continue,
            };
            if fright(animal, kit.breed, near, familiar).is_some_and(|limit| self.within(id, other, limit)) {
                causes.add(cause);
            }
        }
        causes
    }

    /// Whether a body is disordered.
    pub fn disordered(self, id: UnitId) -> bool {
        !self.causes(id).is_empty()
    }

    /// The sector in which a point lies, as a side sees it (`wrg6.geo.d1`).
    pub fn sector_of(self, side: Side, p: Vec2) -> Area {
        ledger::cite(rule::GEO_D1);
        let third = self.field.ground().width() / 3.0;
        let (west, east) = match side {
            Side::Red => (Area::Left, Area::Right),
            Side::Blue => (Area::Right, Area::Left),
        };
        if p.x < third {
            west
        } else if p.x > 2.0 * third {
            east
        } else {
            Area::Centre
        }
    }

    /// Whether one body sees another (`wrg6.geo.d8`).
    pub fn sees(self, from: UnitId, to: UnitId) -> bool {
        ledger::cite(rule::GEO_D8);
        let ground = self.field.ground();
        let (a, b) = (self.rect(from), self.rect(to));
        let around = a.bounds().join(&b.bounds());
        let blocks = |land: Land| land.is_cover() || land.level() > 0;
        let between = |piece: &Piece| blocks(Land::of(piece.kind)) && piece.shape.bounds().meets(&around);
        if !ground.pieces.iter().any(between) {
            return true;
        }
        if self.deep_in_wood(b) && distance(a, b) > 100.0 {
            return false;
        }
        let high = self.level(from).max(self.level(to));
        let ends = a.edge(Edge::Front);
        ends.iter().any(|&eye| b.corners().iter().any(|&corner| self.clear([eye, corner], high)))
    }

    /// Whether a body sees a place.
    pub fn sees_place(self, from: UnitId, at: Vec2) -> bool {
        ledger::cite(rule::GEO_D8);
        let high = self.level(from).max(self.level_at(at));
        self.rect(from).edge(Edge::Front).iter().any(|&eye| self.clear([eye, at], high))
    }

    /// Whether a body stands deeper than 20 paces in a wood.
    fn deep_in_wood(self, rect: &Rect) -> bool {
        let deep = |piece: &Piece| match &piece.shape {
            Shape::Area(area) => area.contains(rect.centre) && area.outline_distance(rect.centre) > 20.0,
            Shape::Band(_) => false,
        };
        self.field.ground().pieces.iter().any(|p| Land::of(p.kind) == Land::Wood && deep(p))
    }

    /// Whether nothing on the ground blocks a line of sight between eyes at a level.
    fn clear(self, line: [Vec2; 2], level: i32) -> bool {
        let mut wood = 0.0;
        let around = Convex::segment(line).bounds();
        for piece in &self.field.ground().pieces {
            let Shape::Area(area) = &piece.shape else { continue };
            match Land::of(piece.kind) {
                _ if !area.bounds().meets(&around) => {}
                Land::Wood => wood += area.length_inside(line),
                Land::Village if area.length_inside(line) > 20.0 => return false,
                land if land.level() > level && area.length_inside(line) > 1.0 => return false,
                _ => {}
            }
        }
        wood <= 20.0
    }

    /// How far a body could charge straight over some ground: halved where it is difficult.
    pub fn charge_over(self, id: UnitId, way: &Convex) -> Option<f64> {
        let (kit, house) = (self.kit(id), &self.book.house);
        let slowed = kit.troop.minds_going() && self.difficult(way);
        let charge = crate::rates::charge(kit.mover)?;
        Some(f64::from(crate::rates::over_difficult(house, slowed, charge)))
    }

    /// Whether a body is in an enemy's charge reach (`wrg6.charge.reach`).
    pub fn in_reach(self, enemy: UnitId, body: UnitId) -> bool {
        ledger::cite(rule::CHARGE_REACH);
        let Some(most) = self.kit(enemy).charge() else { return false };
        let (from, at) = (self.rect(enemy), self.rect(body));
        let d = from.centre - at.centre;
        let far = from.radius() + at.radius() + most;
        if d.dot(d) > far * far {
            return false;
        }
        let front = Convex::segment(from.edge(Edge::Front));
        let ahead = |p: Vec2| {
            let (u, v) = from.local(p);
            let out = v - from.half_depth;
            out >= -0.01 && u.abs() - from.half_width <= out + 0.01
        };
        let nearest = at.nearest(from.front_mid());
        let before = ahead(nearest) || at.corners().into_iter().any(ahead);
        if !before {
            return false;
        }
        let gap = distance(&front, at);
        if gap > most || !self.sees(enemy, body) {
            return false;
        }
        let way = Convex::hull_of_segments(from.edge(Edge::Front), [nearest, nearest + Vec2::new(0.1, 0.1)]);
        self.charge_over(enemy, &way).is_some_and(|reach| gap <= reach)
    }

    /// Whether any unbroken enemy in sight could charge a body, or it could charge one (`wrg6.orders.pace`). What its
    /// side does not see decides nothing for it.
    pub fn enemy_at_hand(self, id: UnitId) -> bool {
        self.enemies(self.side(id)).filter(|&enemy| !self.state(enemy).routing).any(|enemy| {
            self.in_reach(id, enemy) || self.in_reach(enemy, id) && crate::veil::shows(self, enemy)
        })
    }

    /// The nearest enemy that a body sees.
    pub fn nearest_enemy(self, id: UnitId) -> Option<UnitId> {
        let seen = self.enemies(self.side(id)).filter(|&enemy| self.sees(id, enemy));
        self.nearest_of(id, seen, |_| 0.0)
    }

    /// The nearest of some bodies, each so much farther than it is; of equals the first. Who cannot be it by a rough
    /// measure is not measured.
    pub fn nearest_of(
        self,
        id: UnitId,
        bodies: impl Iterator<Item = UnitId>,
        farther: impl Fn(UnitId) -> f64,
    ) -> Option<UnitId> {
        let mut nearest: Option<(f64, UnitId)> = None;
        for other in bodies {
            let (p, q, more) = (self.rect(id), self.rect(other), farther(other));
            let least = p.centre.distance(q.centre) - p.radius() - q.radius() - 0.01 + more;
            if nearest.is_none_or(|(far, _)| least < far) {
                let far = self.gap(id, other) + more;
                nearest = nearest.filter(|(nearest, _)| *nearest <= far).or(Some((far, other)));
            }
        }
        nearest.map(|(_, other)| other)
    }

    /// Whether a charge from somewhere would strike a body's flank or rear (`wrg6.geo.d6`).
    pub fn shows_flank(self, body: UnitId, from: Vec2) -> bool {
        ledger::cite(rule::GEO_D6);
        let rect = self.rect(body);
        rect.local(from).1 < rect.half_depth
    }

    /// Where a general is: in the middle of his body, or alone; nowhere if he is lost or off the table.
    pub fn general_at(self, general: &General) -> Option<Vec2> {
        match general.with {
            _ if general.lost => None,
            Some(with) => self.field.on_table(with).then(|| self.rect(with).centre),
            None => Some(general.at.vec()),
        }
    }

    /// How far a general is from a body.
    pub fn general_gap(self, general: &General, id: UnitId) -> Option<f64> {
        let at = self.general_at(general)?;
        match general.with {
            Some(with) if with == id => Some(0.0),
            Some(with) => Some(self.gap(with, id)),
            None => Some(self.rect(id).nearest(at).distance(at)),
        }
    }

    /// The generals with a body who can still command: whether one is, and whether he is the commander-in-chief.
    pub fn general_with(self, id: UnitId) -> Option<bool> {
        let command = &self.phase.command[self.side(id)];
        let here = command.generals.iter().filter(|general| !general.lost && general.with == Some(id));
        here.map(|general| general.cinc).max()
    }
}
