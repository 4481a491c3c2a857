//! The board: every body on the table as the rules see it. A pace is a millimetre.

pub mod contact;
pub mod fighting_files;
mod sight;
pub mod state;

use crate::Wrg6;
use crate::board::state::{General, Phase, State};
use crate::data::disorder::{Animal, Cause, Causes, Fright, fright};
use crate::data::kit::{Kit, Land};
use crate::data::lengths::HAIR;
use crate::data::troop::{Training, Troop};
use crate::orders::order::Area;
use table::{Foothold, Piece, Rect, Shape, Solid, Vec2, distance};
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
const FOOTHOLD: Foothold = Foothold { area: 1.0, depth: HAIR };

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

    /// The distance between two bodies (`wrg6.reaction.distance`).
    #[inline]
    pub fn gap(self, a: UnitId, b: UnitId) -> f64 {
        distance(self.rect(a), self.rect(b))
    }

    /// Whether two bodies are within a distance of each other.
    pub fn within(self, a: UnitId, b: UnitId, paces: f64) -> bool {
        self.may_be_within(a, b, paces) && distance(self.rect(a), self.rect(b)) <= paces
    }

    /// Whether two bodies may be within a distance of each other, by a rough measure that leaves nobody out.
    pub fn may_be_within(self, a: UnitId, b: UnitId, paces: f64) -> bool {
        let (p, q) = (self.rect(a), self.rect(b));
        let far = p.radius() + q.radius() + paces;
        let d = p.centre - q.centre;
        d.dot(d) <= far * far
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

    /// Whether a body defends an obstacle against an enemy: it is in an enclosed field or a fortification and he is not.
    pub fn defends_obstacle(self, id: UnitId, enemy: UnitId) -> bool {
        let inside = |area: &table::Polygon, id: UnitId| area.contains(self.rect(id).centre);
        self.field.ground().pieces.iter().any(|piece| match &piece.shape {
            Shape::Area(area) => {
                Land::of(piece.kind).is_enclosed() && inside(area, id) && !inside(area, enemy)
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

    /// Whether a body lets friends through: light infantry that does not fight.
    pub fn steps_aside(self, id: UnitId) -> bool {
        self.kit(id).is_li() && !self.phase.in_contact(id)
    }

    /// All that disorders a body now: what lasts, the ground it is on and the beasts near it.
    pub fn causes(self, id: UnitId) -> Causes {
        let (kit, mut causes) = (self.kit(id), self.state(id).seen.causes);
        if kit.troop.minds_going() && self.difficult(self.rect(id)) {
            causes.add(Cause::DifficultTerrain);
        }
        if kit.on_animals && (self.phase.in_contact(id) || self.phase.charges_on(id).next().is_some()) {
            causes.add(Cause::InfantryMounted);
        }
        let Some(animal) = kit.animal() else { return causes };
        if animal == Animal::Elephant && self.state(id).seen.shot.burnt {
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

    /// The sector in which a point lies, as a side sees it (`wrg6.orders.area`).
    pub fn sector_of(self, side: Side, p: Vec2) -> Area {
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

    /// The direction directly away from an enemy (`wrg6.geo.d10`).
    pub fn away_from(self, id: UnitId, enemy: UnitId) -> Vec2 {
        let from = self.rect(enemy).front_mid();
        table::away_from(from, self.rect(id).centre).unwrap_or(self.rect(enemy).ahead)
    }

    /// Whether a charge from somewhere would strike a body's flank or rear (`wrg6.geo.d6`).
    pub fn shows_flank(self, body: UnitId, from: Vec2) -> bool {
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

/// The direction of a side's advance.
pub fn forward(side: Side) -> Vec2 {
    match side {
        Side::Red => Vec2::new(0.0, 1.0),
        Side::Blue => Vec2::new(0.0, -1.0),
    }
}

impl Wrg6 {
    /// What a body is and carries now, on its animals or off them (`wrg6.mount`).
    #[inline]
    pub fn kit_now(&self, phase: &Phase, id: UnitId) -> &Kit {
        let kit = self.kit(id);
        if phase.state(id).seen.changed { kit.other.as_deref().unwrap_or(kit) } else { kit }
    }
}
