//! Bodies: units, engines, generals and messengers with their footprints, in inches.

use crate::data::kit::Kit;
use crate::data::measure::{MM, within};
use crate::data::moves::{self, Mover};
use crate::data::tables::tables;
use crate::data::troop::Troop;
use table::{Facing, Formation, Point, Pose, Rect, Vec2};
use umpire::{Side, UnitId};

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
        moves::normal(self.mover())
    }

    /// Its charge move; nothing for engines.
    #[inline]
    pub fn charge(&self) -> f64 {
        moves::charge(self.mover()).unwrap_or(0.0)
    }

    /// How far off its front a point lies, seen from the middle of its front edge, in degrees, right positive; what
    /// lies there itself is straight ahead.
    #[inline]
    pub fn bearing(&self, p: Vec2) -> f64 {
        if within(self.rect.front_mid().distance(p), 0.0) { 0.0 } else { table::bearing(&self.rect, p) }
    }

    /// How far off its facing a point lies, seen from its standard, in degrees, right positive.
    pub fn off_front(&self, p: Vec2) -> f64 {
        self.facing.turn_to(Facing::of(p - self.rect.centre))
    }

    /// Whether a point lies within 45 degrees of its front (`wrg1969.reaction.def.states`).
    pub fn faces(&self, p: Vec2) -> bool {
        within(self.off_front(p).abs(), 45.0)
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
    let grid = |inches: f64| (inches * MM * Point::PER_MM).round() as i32;
    Formation {
        files: files.clamp(1, figures.max(1)),
        figures,
        file_width: grid(base.front),
        rank_depth: grid(base.depth),
    }
}
