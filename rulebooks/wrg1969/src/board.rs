//! The board: every body on the table as the rules see it, in inches.
//!
//! A [`Board`] is made from a field and a phase when something is judged or carried out. Every chapter works on a
//! board; what it works out is rounded to the grid once, when it is kept.

use crate::Wrg1969;
use crate::feature::{Kind, MM, Outline};
use crate::kit::Kit;
use crate::order::Leg;
use crate::rates::{self, Mover};
use crate::rule;
use crate::state::{Doing, Flight, Phase, Reaction, UnitState};
use crate::tables::tables;
use crate::troop::Troop;
use ruling::ledger;
use table::{Facing, Formation, Point, Pose, Rect, Vec2};
use umpire::{Field, Place, Side, UnitId};

/// Bodies nearer than this touch.
pub const TOUCH: f64 = 0.05;
/// By how much files give at each end of a front among friends: without it a unit in line could not wheel at all.
pub const JOSTLE: f64 = 0.2;

/// A unit, an engine, a general or a messenger on the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body<'a> {
    /// Its number on the field.
    pub id: UnitId,
    /// Whose it is.
    pub side: Side,
    /// What it is and carries.
    pub kit: &'a Kit,
    /// Its figures now, in this place.
    pub figures: u16,
    /// Those of its figures who are apart from the others (`wrg1969.orders.skirmish_part`).
    pub elsewhere: u16,
    /// Its files.
    pub files: u16,
    /// Its footprint, in inches; the standard is its centre.
    pub rect: Rect,
    /// The way it faces.
    pub facing: Facing,
}

impl Body<'_> {
    /// Its troop type.
    #[inline]
    pub fn troop(&self) -> Troop {
        self.kit.troop
    }

    /// How it moves.
    #[inline]
    pub fn mover(&self) -> Mover {
        self.kit.mover()
    }

    /// Where its standard is: the middle of its footprint (`wrg1969.geo.unit`).
    #[inline]
    pub fn standard(&self) -> Vec2 {
        self.rect.centre
    }

    /// All its figures.
    #[inline]
    pub fn strength(&self) -> u16 {
        self.figures + self.elsewhere
    }

    /// How many ranks it has, a short one counted whole.
    #[inline]
    pub fn ranks(&self) -> u16 {
        self.figures.div_ceil(self.files.max(1)).max(1)
    }

    /// How many figures stand in the front rank.
    #[inline]
    pub fn front_rank(&self) -> u16 {
        self.files.min(self.figures)
    }

    /// How many figures stand in the last rank.
    pub fn last_rank(&self) -> u16 {
        self.figures.saturating_sub((self.ranks() - 1) * self.files)
    }

    /// The front of one figure, in inches.
    #[inline]
    pub fn file_width(&self) -> f64 {
        tables().troop(self.kit.troop).front
    }

    /// Its normal move.
    #[inline]
    pub fn normal(&self) -> f64 {
        rates::normal(self.mover())
    }

    /// Its charge move; nothing for engines.
    #[inline]
    pub fn charge(&self) -> f64 {
        rates::charge(self.mover()).unwrap_or(0.0)
    }

    /// How far off its front a point lies, seen from the middle of its front edge, in degrees, right positive; what
    /// lies there itself is straight ahead.
    #[inline]
    pub fn bearing(&self, p: Vec2) -> f64 {
        if rates::within(self.rect.front_mid().distance(p), 0.0) {
            0.0
        } else {
            table::bearing(&self.rect, p)
        }
    }

    /// How far off its facing a point lies, seen from its standard, in degrees, right positive.
    pub fn off_front(&self, p: Vec2) -> f64 {
        self.facing.turn_to(Facing::of(p - self.rect.centre))
    }

    /// Whether a point lies within 45 degrees of its front (`wrg1969.reaction.def.states`).
    pub fn faces(&self, p: Vec2) -> bool {
        rates::within(self.off_front(p).abs(), 45.0)
    }

    /// How far apart two footprints are, edge to edge (`wrg1969.geo.measure`).
    #[inline]
    pub fn gap(&self, other: &Body<'_>) -> f64 {
        self.rect.gap(&other.rect)
    }

    /// How far apart two standards are.
    #[inline]
    pub fn apart(&self, other: &Body<'_>) -> f64 {
        self.rect.centre.distance(other.rect.centre)
    }

    /// The same body somewhere else, facing another way.
    pub fn at(&self, centre: Vec2, facing: Facing) -> Self {
        Body { rect: Rect { centre, ahead: facing.vec(), ..self.rect }, facing, ..*self }
    }

    /// The same body moved without turning.
    pub fn moved(&self, by: Vec2) -> Self {
        Body { rect: self.rect.moved(by), ..*self }
    }

    /// The same body facing the other way on the spot.
    pub fn about(&self) -> Self {
        self.at(self.rect.centre, self.facing.about())
    }

    /// Whether its figures have turned by a quarter, so that its ranks and files have changed places.
    pub fn is_sideways(&self) -> bool {
        let base = tables().troop(self.kit.troop);
        let wide = |figure: f64| (2.0 * self.rect.half_width - f64::from(self.files) * figure).abs() < 0.01;
        base.front != base.depth && wide(base.depth)
    }

    /// How wide and how deep a figure stands, seen the way the unit faces.
    pub fn base(&self) -> (f64, f64) {
        let base = tables().troop(self.kit.troop);
        if self.is_sideways() { (base.depth, base.front) } else { (base.front, base.depth) }
    }

    /// The same body drawn up in so many files of so many figures, its front edge and the middle of it unmoved.
    pub fn drawn_up(&self, figures: u16, files: u16) -> Self {
        let files = files.clamp(1, figures.max(1));
        let (front, depth) = self.base();
        let ranks = figures.div_ceil(files).max(1);
        let (half_width, half_depth) = (f64::from(files) * front / 2.0, f64::from(ranks) * depth / 2.0);
        let centre = self.rect.front_mid() - self.rect.ahead * half_depth;
        Body { figures, files, rect: Rect { centre, half_width, half_depth, ..self.rect }, ..*self }
    }

    /// Its formation as the table keeps it.
    pub fn formation(&self) -> Formation {
        let plain = formation(self.kit.troop, self.figures, self.files);
        match self.is_sideways() {
            false => plain,
            true => Formation { file_width: plain.rank_depth, rank_depth: plain.file_width, ..plain },
        }
    }

    /// Its pose as the table keeps it.
    pub fn pose(&self) -> Pose {
        pose_at(self.rect.centre, self.facing)
    }
}

/// A place and a facing as the table keeps them: what lies half way between two steps of the grid, give or take the
/// last digits, goes to the even one, so that it is the same step seen from either side of the table.
pub fn pose_at(centre: Vec2, facing: Facing) -> Pose {
    const DIGITS: f64 = 1024.0;
    let step = |inches: f64| {
        let steps = inches * MM * Point::PER_MM;
        ((steps * DIGITS).round() / DIGITS).round_ties_even() as i32
    };
    Pose { at: Point { x: step(centre.x), y: step(centre.y) }, facing }
}

/// Figures of a troop type in so many files, as the table keeps them.
pub fn formation(troop: Troop, figures: u16, files: u16) -> Formation {
    let base = tables().troop(troop);
    if troop.is_model() {
        ledger::cite(rule::BASE_DEPTH_MODELS);
    }
    let grid = |inches: f64| (inches * MM * Point::PER_MM).round() as i32;
    Formation {
        files: files.clamp(1, figures.max(1)),
        figures,
        file_width: grid(base.front),
        rank_depth: grid(base.depth),
    }
}

/// A footprint of the field in inches.
pub(crate) fn in_inches(shape: &Rect) -> Rect {
    Rect {
        centre: shape.centre * (1.0 / MM),
        half_width: shape.half_width / MM,
        half_depth: shape.half_depth / MM,
        ..*shape
    }
}

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
        let lost = self.state(body.id).part_lost;
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
            Outline::Area(contours) => contours.iter().filter(|c| c.contains(p)).count() as u8,
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
            let far = rates::in_mils(of.apart(body));
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
        here + self.apart.map_or(0, |apart| apart.formation.figures)
    }

    /// Whether it is broken.
    pub fn is_broken(&self) -> bool {
        matches!(self.flight, Flight::Routing(_))
    }

    /// Whether it goes back by a result (`wrg1969.reaction.def.states`).
    pub fn is_retiring(&self) -> bool {
        self.running.is_some_and(|r| {
            matches!(r.reaction, Reaction::Retreat | Reaction::Retire | Reaction::LeaveField)
        })
    }

    /// Whether it is out of control.
    pub fn is_uncontrolled(&self) -> bool {
        self.running.is_some_and(|r| r.reaction == Reaction::UncontrolledAdvance)
    }

    /// Whether it charges or countercharges this period.
    pub fn is_charging(&self) -> bool {
        matches!(self.doing, Doing::Charging(_) | Doing::Countercharging(_))
    }

    /// Whether it pursues.
    pub fn is_pursuing(&self) -> bool {
        matches!(self.flight, Flight::Pursuing(..))
    }

    /// How far it went this period, in inches.
    pub fn inches_moved(&self) -> f64 {
        f64::from(self.moved) / 1000.0
    }
}

impl UnitState {
    /// The leg of its order that runs; none if it has no order or has completed it.
    pub fn leg(&self) -> Option<&Leg> {
        let standing = self.order.as_ref()?;
        match standing.condition {
            Some(n) => standing.order.on.get(usize::from(n)).map(|c| &c.then),
            None => standing.order.legs.get(usize::from(standing.leg)),
        }
    }
}
