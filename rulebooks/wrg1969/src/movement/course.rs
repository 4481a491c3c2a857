//! Courses: a unit's way in one stage, walked over the ground and paid for inch by inch (`wrg1969.geo.path`).

mod walker;

pub use walker::{Walker, wheel_to};

use crate::board::{Board, Body};
use crate::data::tables::tables;
use table::{Formation, Rect};

/// Sums and places that differ by less are the same but for their last digits.
const DIGITS: f64 = 1e-9;

/// Room for the points of most ways.
const MARKS: usize = 16;

/// What happens at the edge of the table (`wrg1969.move.edge`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtEdge {
    /// The unit stops.
    Stops,
    /// It leaves when its standard crosses.
    Leaves,
}

/// How a unit is drawn up on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// Files, counted across the way it faces.
    pub files: u16,
    /// Whether its figures have turned by a quarter, so that ranks and files have changed places.
    pub sideways: bool,
    /// By how many quarters clockwise its figures have turned on this way.
    pub quarters: u8,
}

impl Drawn {
    /// The block as the table keeps it.
    pub fn formation(self, body: &Body<'_>) -> Formation {
        let plain = crate::board::formation(body.troop(), body.figures, self.files);
        match self.sideways {
            false => plain,
            true => Formation { file_width: plain.rank_depth, rank_depth: plain.file_width, ..plain },
        }
    }

    /// Its width and its depth, in inches.
    pub fn size(self, body: &Body<'_>) -> (f64, f64) {
        let base = tables().troop(body.troop());
        let ranks = body.figures.div_ceil(self.files.max(1)).max(1);
        let (across, along) = if self.sideways { (base.depth, base.front) } else { (base.front, base.depth) };
        (f64::from(self.files) * across, f64::from(ranks) * along)
    }
}

/// A point of the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// What the way cost so far.
    pub cost: f64,
    /// How far it is, in inches.
    pub inches: f64,
    /// The footprint.
    pub rect: Rect,
    /// How it is drawn up.
    pub drawn: Drawn,
}

/// A way, walked.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// Its points, the start first.
    pub marks: Vec<Mark>,
    /// Whether a multiplier or an obstacle was paid.
    pub hindered: bool,
    /// By how much the unit changed direction, in degrees.
    pub turned: f64,
    /// What could still be spent where it ended.
    pub left: f64,
    /// Whether something impassable, an obstacle or the edge stopped it.
    pub stopped: bool,
}

impl Course {
    /// The way of someone who stays where it is.
    pub fn still(body: &Body<'_>, drawn: Drawn) -> Course {
        let start = Mark { cost: 0.0, inches: 0.0, rect: body.rect, drawn };
        let mut marks = Vec::with_capacity(MARKS);
        marks.push(start);
        Course { marks, hindered: false, turned: 0.0, left: 0.0, stopped: false }
    }

    /// Where it ends.
    pub fn end(&self) -> Rect {
        self.last().rect
    }

    /// The last point.
    pub fn last(&self) -> Mark {
        self.marks[self.marks.len() - 1]
    }

    /// How many of its points are reached when so much is spent; sums that differ in their last digits are the same.
    fn reached(&self, cost: f64) -> usize {
        self.marks.partition_point(|m| m.cost <= cost + DIGITS)
    }

    /// The point reached when so much is spent.
    pub fn at_cost(&self, cost: f64) -> Mark {
        let next = self.reached(cost);
        if next == 0 || next == self.marks.len() {
            return if next == 0 { self.marks[0] } else { self.last() };
        }
        let (a, b) = (&self.marks[next - 1], &self.marks[next]);
        let t = ((cost - a.cost) / (b.cost - a.cost)).clamp(0.0, 1.0);
        let ahead = a.rect.ahead.lerp(b.rect.ahead, t);
        let len = ahead.len();
        let ahead = if len > 1e-6 { ahead * (1.0 / len) } else { a.rect.ahead };
        let rect = Rect { centre: a.rect.centre.lerp(b.rect.centre, t), ahead, ..a.rect };
        Mark { cost, inches: a.inches + (b.inches - a.inches) * t, rect, drawn: a.drawn }
    }

    /// What is still owed for an obstacle when so much is spent.
    pub fn owed_at(&self, cost: f64) -> f64 {
        let next = self.reached(cost);
        match (next.checked_sub(1).map(|i| &self.marks[i]), self.marks.get(next)) {
            (Some(a), Some(b)) if b.inches <= a.inches => b.cost - cost,
            _ => 0.0,
        }
    }

    /// The same way ended when so much is spent.
    pub fn cut(mut self, cost: f64) -> Course {
        let last = self.at_cost(cost);
        if self.last().cost > cost {
            self.marks.retain(|m| m.cost <= cost);
            self.marks.push(last);
        }
        self
    }

    /// The footprints after each of so many equal parts of what it cost, the start first
    /// (`wrg1969.geo.substeps`); one if it stands.
    pub fn track(&self, substeps: u16) -> Vec<Rect> {
        let cost = self.last().cost;
        let end = self.end();
        if cost <= 0.0 {
            // What costs nothing is done at the start.
            return vec![end];
        }
        let part = |k: u16| self.at_cost(cost * f64::from(k) / f64::from(substeps)).rect;
        let mut track: Vec<Rect> = (0..substeps).map(part).collect();
        track.push(end);
        track
    }

    /// The point after so many of its sub-steps.
    pub fn after(&self, progress: f64, substeps: u16) -> Mark {
        self.at_cost(self.last().cost * progress / f64::from(substeps.max(1)))
    }
}

/// How a unit is drawn up as it stands.
pub fn plainly(board: &Board<'_>, body: &Body<'_>) -> Drawn {
    let sideways = board.state(body.id).still_sideways().is_some() && body.is_sideways();
    Drawn { files: body.files, sideways, quarters: 0 }
}

#[cfg(test)]
mod tests;
