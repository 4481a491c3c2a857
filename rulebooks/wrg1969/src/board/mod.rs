//! The board: every body on the table as the rules see it, in inches.
//!
//! A [`Board`] is made from a field and a phase when something is judged or carried out. Every chapter works on a
//! board; what it works out is rounded to the grid once, when it is kept.

pub mod body;
pub mod cover;
pub mod formation;
pub mod going;
pub mod ranks;
pub mod sight;
pub mod state;
pub mod track;
pub mod veil;

pub use crate::board::body::{Body, formation, pose_at};
pub use crate::data::measure::in_inches;

use crate::Wrg1969;
use crate::board::state::{Doing, Flight, Phase, UnitState};
use crate::data::feature::{Kind, Outline, holds};
use crate::data::measure::in_mils;
use crate::data::reaction::Reaction;
use crate::orders::order::Leg;
use table::Vec2;
use umpire::{Field, Place, Side, UnitId};

/// Bodies nearer than this touch.
pub const TOUCH: f64 = 0.05;
/// By how much files give at each end of a front among friends: without it a unit in line could not wheel at all.
pub const JOSTLE: f64 = 0.2;

/// Everyone on the table.
#[derive(Clone, Debug)]
pub struct Board<'a> {
    /// The book.
    pub book: &'a Wrg1969,
    /// What is remembered of every unit.
    pub phase: &'a Phase,
    /// Everyone on the table, by number.
    pub bodies: Vec<Body<'a>>,
}

impl<'a> Board<'a> {
    /// The board of a battle.
    pub fn of(book: &'a Wrg1969, field: &Field, phase: &'a Phase) -> Self {
        let mut bodies = Vec::with_capacity(phase.units.len());
        for (id, (unit, shape)) in field.ids().zip(field.standing()) {
            if unit.place == Place::Table {
                bodies.push(Body {
                    id,
                    side: field.side(id),
                    kit: book.kit(id),
                    figures: unit.formation.figures,
                    elsewhere: phase.units[id.index()].strength(0),
                    files: unit.formation.files,
                    rect: in_inches(shape),
                    facing: unit.pose.facing,
                });
            }
        }
        Board { book, phase, bodies }
    }

    /// The body of someone on the table.
    pub fn body(&self, id: UnitId) -> Option<&Body<'a>> {
        // While everybody is on the table, each has the place of his number.
        match self.bodies.get(id.index()) {
            Some(body) if body.id == id => Some(body),
            _ => self.bodies.binary_search_by_key(&id, |b| b.id).ok().map(|i| &self.bodies[i]),
        }
    }

    /// What is remembered of someone.
    #[inline]
    pub fn state(&self, id: UnitId) -> &'a UnitState {
        &self.phase.units[id.index()]
    }

    /// Everyone who is a unit in the sense of reactions: no engines, generals or messengers.
    pub fn units(&self) -> impl Iterator<Item = &Body<'a>> {
        self.bodies.iter().filter(|b| b.kit.is_unit())
    }

    /// Units and engines, without riders.
    pub fn troops(&self) -> impl Iterator<Item = &Body<'a>> {
        self.bodies.iter().filter(|b| b.kit.is_troops())
    }

    /// The units of the other side.
    pub fn enemy_units(&self, side: Side) -> impl Iterator<Item = &Body<'a>> {
        self.units().filter(move |b| b.side != side)
    }

    /// The units of the same side, without this one.
    pub fn friendly_units(&self, of: &Body<'_>) -> impl Iterator<Item = &Body<'a>> {
        let (side, id) = (of.side, of.id);
        self.units().filter(move |b| b.side == side && b.id != id)
    }

    /// Units and engines, the first of each side, then the second, and so on: an order that no side gains by.
    pub fn in_turn(&self) -> Vec<&Body<'a>> {
        let of = |side: Side| self.troops().filter(move |b| b.side == side);
        let mut ranked: Vec<(usize, &Body<'a>)> =
            Side::ALL.into_iter().flat_map(|side| of(side).enumerate()).collect();
        ranked.sort_by_key(|(place, body)| (*place, body.side));
        ranked.into_iter().map(|(_, body)| body).collect()
    }

    /// Puts someone somewhere else on this board.
    pub fn set(&mut self, body: Body<'a>) {
        if let Ok(i) = self.bodies.binary_search_by_key(&body.id, |b| b.id) {
            self.bodies[i] = body;
        }
    }

    /// Takes someone off this board.
    pub fn remove(&mut self, id: UnitId) {
        self.bodies.retain(|b| b.id != id);
    }

    /// Enemies in hand-to-hand contact with a unit.
    pub fn opponents(&self, id: UnitId) -> impl Iterator<Item = UnitId> + use<'a> {
        self.phase.opponents(id)
    }

    /// Whether a unit is in close fighting.
    pub fn engaged(&self, id: UnitId) -> bool {
        self.phase.engaged(id)
    }

    /// How many of a unit's figures are its specialists, the rearmost of it (`wrg1969.troops.subunit`).
    pub fn specialists(&self, body: &Body<'_>) -> u16 {
        let lost = self.state(body.id).seen.part_lost;
        let began = body.kit.part.as_ref().map_or(0, |part| part.figures);
        began.saturating_sub(lost).min(body.figures)
    }

    /// Whether a unit is broken.
    pub fn routing(&self, id: UnitId) -> bool {
        self.state(id).is_broken()
    }

    /// The height of a place: 0 for the plain, one more for each contour (`wrg1969.geo.levels`).
    pub fn level(&self, p: Vec2) -> u8 {
        let height = |outline: &Outline| match outline {
            Outline::Area(contours) => contours.iter().filter(|c| holds(c, p)).count() as u8,
            _ => 0,
        };
        let hills = self.book.features.iter().filter(|f| f.kind == Kind::Hill);
        hills.map(|f| height(&f.outline)).max().unwrap_or(0)
    }

    /// The nearest of some bodies to another that fits, standard to standard; of equals the first.
    pub fn nearest<'b>(
        of: &Body<'_>,
        among: impl Iterator<Item = &'b Body<'a>>,
        fits: impl Fn(&Body<'a>) -> bool,
    ) -> Option<&'b Body<'a>>
    where
        'a: 'b,
    {
        let mut best: Option<(i64, &Body<'a>)> = None;
        for body in among {
            let far = in_mils(of.apart(body));
            if best.is_none_or(|(nearest, _)| far < nearest) && fits(body) {
                best = Some((far, body));
            }
        }
        best.map(|(_, body)| body)
    }
}

impl Phase {
    /// All figures of a unit, wherever they are.
    pub fn strength(&self, field: &Field, id: UnitId) -> u16 {
        self.units[id.index()].strength(field.unit(id).formation.figures)
    }

    /// Whether a unit is in close fighting.
    pub fn engaged(&self, id: UnitId) -> bool {
        self.opponents(id).next().is_some()
    }

    /// Enemies in hand-to-hand contact with a unit, in the order in which the fights began.
    pub fn opponents(&self, id: UnitId) -> impl Iterator<Item = UnitId> + use<'_> {
        self.fights.iter().filter_map(move |f| match id {
            _ if f.red == id => Some(f.blue),
            _ if f.blue == id => Some(f.red),
            _ => None,
        })
    }
}

impl UnitState {
    /// All its figures, so many of whom are where the table has it.
    pub fn strength(&self, here: u16) -> u16 {
        here + self.seen.apart.map_or(0, |apart| apart.formation.figures)
    }

    /// Whether it is broken.
    pub fn is_broken(&self) -> bool {
        matches!(self.seen.flight, Flight::Routing(_))
    }

    /// Whether it goes back by a result (`wrg1969.reaction.def.states`).
    pub fn is_retiring(&self) -> bool {
        self.seen.running.is_some_and(|r| {
            matches!(r.reaction, Reaction::Retreat | Reaction::Retire | Reaction::LeaveField)
        })
    }

    /// Whether it is out of control.
    pub fn is_uncontrolled(&self) -> bool {
        self.seen.running.is_some_and(|r| r.reaction == Reaction::UncontrolledAdvance)
    }

    /// Whether it charges or countercharges this period.
    pub fn is_charging(&self) -> bool {
        matches!(self.now.doing, Doing::Charging(_) | Doing::Countercharging(_))
    }

    /// Whether it pursues.
    pub fn is_pursuing(&self) -> bool {
        matches!(self.seen.flight, Flight::Pursuing(..))
    }

    /// How far it went this period, in inches.
    pub fn inches_moved(&self) -> f64 {
        f64::from(self.now.moved) / 1000.0
    }
}

impl UnitState {
    /// The leg of its order that runs; none if it has no order or has completed it.
    pub fn leg(&self) -> Option<&Leg> {
        let standing = self.kept.order.as_ref()?;
        match standing.condition {
            Some(n) => standing.order.on.get(usize::from(n)).map(|c| &c.then),
            None => standing.order.legs.get(usize::from(standing.leg)),
        }
    }
}
