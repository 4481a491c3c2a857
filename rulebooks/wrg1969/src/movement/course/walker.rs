//! The walker: a unit taken over the ground step by step, paying for what is under it.

use crate::Wrg1969;
use crate::board::going::{Ground, Lines};
use crate::board::{Body, formation};
use crate::data::measure::NEAR;
use crate::data::moves::{self, Mover};
use crate::data::tables::tables;
use crate::movement::course::{AtEdge, Course, DIGITS, Drawn, Mark};
use crate::movement::rules as movement;
use table::{Bounds, Facing, Rect, Solid, Vec2};

/// How far a unit is walked at a time where the ground is not open.
const PACE: f64 = 0.1;
/// And how far where it is the same at the end of the step: no figure is less deep than this.
const LONG_PACE: f64 = 0.4;
/// How far beside its way the ground is looked at.
const BESIDE: f64 = 0.5;
/// How far the outer corner of a wheel is walked at a time.
const ARC: f64 = 0.4;

/// A unit on its way.
#[derive(Clone, Debug)]
pub struct Walker<'a> {
    body: Body<'a>,
    ground: Ground<'a>,
    mover: Mover,
    size: Vec2,
    edge: AtEdge,
    whole: f64,
    left: f64,
    facing: Facing,
    rect: Rect,
    drawn: Drawn,
    lines: Lines,
    course: Course,
}

impl<'a> Walker<'a> {
    /// A unit about to go, with so much to spend of a whole allowance of that kind of move.
    pub fn new(
        book: &'a Wrg1969,
        body: &Body<'a>,
        drawn: Drawn,
        (left, whole): (f64, f64),
        edge: AtEdge,
    ) -> Self {
        let ground = Ground::around(book, &body.rect, left);
        let lines = ground.lines(&body.rect);
        let course = Course { left, ..Course::still(body, drawn) };
        Walker {
            body: *body,
            ground,
            mover: body.mover(),
            size: book.size,
            edge,
            whole,
            left,
            facing: body.facing,
            rect: body.rect,
            drawn,
            lines,
            course,
        }
    }

    /// Where it is.
    pub fn rect(&self) -> &Rect {
        &self.rect
    }

    /// The way it faces.
    pub fn facing(&self) -> Facing {
        self.facing
    }

    /// How it is drawn up.
    pub fn drawn(&self) -> Drawn {
        self.drawn
    }

    /// Whether it goes on wheels.
    pub fn is_wheeled(&self) -> bool {
        self.mover.troop.is_wheeled()
    }

    /// What it can still spend.
    pub fn left(&self) -> f64 {
        self.left
    }

    /// Whether it can go on.
    pub fn goes(&self) -> bool {
        !self.course.stopped && self.left > NEAR
    }

    /// The way it has gone.
    pub fn done(mut self) -> Course {
        self.course.left = self.left.max(0.0);
        self.course
    }

    /// Goes round something impassable on one side: 5 of what is left is lost, the rest is run along it.
    pub fn swerve(&mut self, side: Vec2) {
        let left = (self.left - tables().moves.swerve).max(0.0);
        self.left = left;
        self.course.stopped = false;
        self.go(side, left);
        self.course.stopped = true;
    }

    /// Steps aside without turning, at a price; whoever cannot pay it, or would step into the impassable, stops.
    pub fn sidestep(&mut self, by: Vec2, cost: f64) {
        let next = self.rect.moved(by);
        if cost > self.left + NEAR || self.ground.is_blocked(&next, by) {
            self.spend(self.left.min(cost));
            self.mark(0.0);
            self.course.stopped = true;
            return;
        }
        // It is aside at once, and stands there until it has paid.
        self.rect = next;
        self.settle(by.len());
        self.spend(cost);
        self.mark(0.0);
    }

    /// Changes formation about its standard, if it can pay (`wrg1969.move.reform`).
    pub fn reform(&mut self, files: u16) {
        let files = files.clamp(1, self.body.figures.max(1));
        let (troop, figures) = (self.body.troop(), u32::from(self.body.figures));
        if files == self.drawn.files && !self.drawn.sideways {
            return;
        }
        let to = formation::block(troop, figures, files.into());
        let from =
            formation::Block { width: 2.0 * self.rect.half_width, depth: 2.0 * self.rect.half_depth, ..to };
        let cost = formation::reform_cost(&from, &to);
        if cost > self.left + NEAR {
            return;
        }
        self.spend(cost);
        // The old formation until it is paid for.
        self.mark(0.0);
        self.drawn = Drawn { files, sideways: false, ..self.drawn };
        self.rect = Rect { half_width: to.width / 2.0, half_depth: to.depth / 2.0, ..self.rect };
        self.settle(0.0);
    }

    /// Turns every figure in place by so many quarters clockwise (`wrg1969.move.turn`).
    pub fn turn(&mut self, quarters: u8) {
        if quarters.is_multiple_of(4) {
            return;
        }
        self.facing = self.facing + Facing(u32::from(quarters % 4) << 30);
        self.drawn.quarters = (self.drawn.quarters + quarters) % 4;
        self.rect.ahead = self.facing.vec();
        if quarters % 2 == 1 {
            let ranks = self.body.figures.div_ceil(self.drawn.files.max(1)).max(1);
            self.drawn = Drawn { files: ranks, sideways: !self.drawn.sideways, ..self.drawn };
            (self.rect.half_width, self.rect.half_depth) = (self.rect.half_depth, self.rect.half_width);
        }
        self.course.turned += 90.0 * f64::from(if quarters % 4 == 3 { 1 } else { quarters % 4 });
        self.settle(0.0);
    }

    /// Turns back a unit that marched sideways, to the files it had.
    pub fn turn_back(&mut self, quarters: u8, files: u16) {
        self.turn(4 - quarters % 4);
        if quarters % 2 == 1 {
            // Men may have fallen since.
            let files = files.min(self.body.figures.max(1));
            self.drawn = Drawn { files, sideways: false, ..self.drawn };
            let (width, depth) = self.drawn.size(&self.body);
            (self.rect.half_width, self.rect.half_depth) = (width / 2.0, depth / 2.0);
            self.settle(0.0);
        }
    }

    /// Faces anywhere on the spot, as those do who run.
    pub fn face(&mut self, facing: Facing) {
        self.facing = facing;
        self.rect.ahead = facing.vec();
        self.settle(0.0);
    }

    /// Wheels by an angle, right positive: the flank on that side stands (`wrg1969.move.wheel`).
    pub fn wheel(&mut self, degrees: f64) {
        let front = 2.0 * self.rect.half_width;
        let arc = movement::wheel_cost(front, degrees);
        if arc <= 0.0 || !self.goes() {
            return;
        }
        let steps = (arc / ARC).ceil().max(1.0);
        let each = degrees / steps;
        // No part of it comes farther from its flank than its diagonal.
        let reach = 3.0 * self.rect.radius() + BESIDE;
        self.ground.look_at(&Bounds::disc(self.rect.centre, reach));
        self.wheel_by(each, steps, arc / steps);
        self.ground.look_round();
    }

    /// Wheels in equal steps, each of so many degrees and so long an arc.
    fn wheel_by(&mut self, each: f64, steps: f64, arc: f64) {
        for _ in 0..steps as u32 {
            let price = self.ground.multiplier(self.mover, &self.rect, self.rect.ahead);
            let cost = arc * price;
            let share = (self.left / cost).min(1.0);
            let next = wheeled(&self.rect, self.facing, each * share);
            if self.ground.is_blocked(&next.0, next.0.ahead) || !self.pay_for(&next.0, next.0.ahead) {
                self.course.stopped = true;
                return;
            }
            self.course.hindered |= price > 1.0;
            self.course.turned += (each * share).abs();
            (self.rect, self.facing) = next;
            self.spend(cost * share);
            self.settle(arc * share);
            if share < 1.0 {
                return;
            }
        }
    }

    /// Goes straight ahead.
    pub fn ahead(&mut self, length: f64) {
        self.go(self.rect.ahead, length);
    }

    /// Goes straight in a direction without turning.
    pub fn go(&mut self, direction: Vec2, length: f64) {
        let (mut to_go, mut here) = (length, None);
        let way = direction * length.min(self.left).max(0.0);
        self.ground.look_at(&self.rect.bounds().join(&self.rect.moved(way).bounds()).grown(BESIDE));
        while to_go > 1e-9 && self.goes() {
            let (step, price) = self.fair_pace(direction, to_go, here);
            here = Some(price);
            to_go -= self.pace(direction, step, price);
        }
        self.ground.look_round();
    }

    /// How far it is walked at a time, and what each inch of it counts: less where the going changes under it. What it
    /// counted where it stands may be known.
    fn fair_pace(&self, direction: Vec2, to_go: f64, here: Option<f64>) -> (f64, f64) {
        let price =
            |step: f64| self.ground.multiplier(self.mover, &self.rect.moved(direction * step), direction);
        let alike = self.ground.alike(&self.rect);
        let long = alike.max(LONG_PACE).min(to_go);
        let there = price(long);
        if alike >= long || here.unwrap_or_else(|| price(0.0)) == there {
            return (long, there);
        }
        let short = PACE.min(to_go);
        (short, price(short))
    }

    /// One step straight; how far it was.
    fn pace(&mut self, direction: Vec2, step: f64, price: f64) -> f64 {
        let step = step.min(self.left / price);
        let (size, edge) = (self.size, self.edge);
        let before = self.rect;
        let halts = |ground: &Ground<'a>, length: f64| {
            let next = before.moved(direction * length);
            ground.is_blocked(&next, direction) || over_edge(&before, &next, size, edge)
        };
        let mut length = step;
        if halts(&self.ground, step) {
            length = last_free(step, |l| halts(&self.ground, l));
            self.course.stopped = true;
        }
        let fresh = |ground: &Ground<'a>, length: f64| {
            let next = before.moved(direction * length);
            ground.lines(&next).without(self.lines).iter().any(|l| !ground.led_through(l, &next, direction))
        };
        if fresh(&self.ground, length) {
            // Up to the obstacle, and over it if it can be paid.
            let to_it = last_free(length, |l| fresh(&self.ground, l));
            length = (to_it - 0.002).max(0.0);
            self.course.stopped = false;
            self.step(direction, length, price);
            let (over, before) = (self.rect.moved(direction * 0.02), self.left);
            if self.pay_for(&over, direction) {
                // It is over the line at once, and stands there until it has paid.
                let after = std::mem::replace(&mut self.left, before);
                self.rect = over;
                self.settle(0.0);
                self.left = after;
                self.mark(0.0);
            } else {
                self.course.stopped = true;
            }
            return length + 0.02;
        }
        self.step(direction, length, price);
        length
    }

    fn step(&mut self, direction: Vec2, length: f64, price: f64) {
        self.course.hindered |= price > 1.0 && length > 0.0;
        self.rect = self.rect.moved(direction * length);
        self.spend(length * price);
        self.settle(length);
    }

    /// Pays for the obstacles that a footprint comes upon; whether it could (`wrg1969.terrain.obstacle`).
    fn pay_for(&mut self, next: &Rect, direction: Vec2) -> bool {
        let met = self.ground.lines(next).without(self.lines);
        let paid = met.iter().filter(|&l| !self.ground.led_through(l, next, direction)).count();
        if paid == 0 {
            return true;
        }
        if self.mover.troop.is_wheeled() {
            return false;
        }
        let cost = moves::obstacle_cost(self.mover, self.whole) * paid as f64;
        if cost > self.left + NEAR {
            return false;
        }
        self.course.hindered = true;
        self.spend(cost);
        true
    }

    /// Wheels got over an obstacle by hand: straight on until the rear is across, the whole period
    /// (`wrg1969.terrain.wheeled_how`).
    pub fn haul_over(&mut self) {
        let direction = self.rect.ahead;
        let met = self.ground.touched(&self.rect);
        let mut over = self.rect;
        for _ in 0..400 {
            over = over.moved(direction * 0.02);
            let lines = self.ground.lines(&over);
            if met.iter().all(|l| lines.iter().all(|m| m != l))
                && over.centre.distance(self.rect.centre) > 0.1
            {
                break;
            }
        }
        if self.ground.is_blocked(&over, direction) {
            return;
        }
        let inches = over.centre.distance(self.rect.centre);
        self.rect = over;
        self.spend(self.left);
        self.course.hindered = true;
        self.settle(inches);
    }

    /// Whether it stands at an obstacle that lies ahead of it.
    pub fn at_obstacle(&self) -> bool {
        let ahead = self.rect.moved(self.rect.ahead * 0.05);
        let met = self.ground.lines(&ahead).without(self.lines);
        met.iter().any(|l| !self.ground.led_through(l, &ahead, ahead.ahead))
    }

    fn spend(&mut self, cost: f64) {
        self.left -= cost;
    }

    /// Notes where it is, after so many inches more.
    fn settle(&mut self, inches: f64) {
        self.lines = self.ground.lines(&self.rect);
        self.mark(inches);
    }

    fn mark(&mut self, inches: f64) {
        let last = self.course.last();
        let cost = self.course.left - self.left;
        let mark = Mark { cost, inches: last.inches + inches, rect: self.rect, drawn: self.drawn };
        if cost <= last.cost && inches <= 0.0 {
            // What costs nothing happens at once.
            let at = self.course.marks.len() - 1;
            self.course.marks[at] = mark;
        } else {
            self.course.marks.push(mark);
        }
    }
}

/// A footprint wheeled by an angle, right positive, about its front corner on that side.
pub fn wheeled(rect: &Rect, facing: Facing, degrees: f64) -> (Rect, Facing) {
    let u = if degrees > 0.0 { rect.half_width } else { -rect.half_width };
    let pivot = rect.place(u, rect.half_depth);
    let facing = table::turned(facing, degrees);
    let turned = Rect { ahead: facing.vec(), ..*rect };
    let corner = turned.place(u, rect.half_depth);
    (turned.moved(pivot - corner), facing)
}

/// The wheel after which a place lies straight ahead of the standard, to a tenth of a degree, right positive;
/// nothing for less than a degree (`wrg1969.geo.path`).
pub fn wheel_to(rect: &Rect, facing: Facing, place: Vec2) -> f64 {
    let off = |rect: &Rect, facing: Facing| facing.turn_to(Facing::of(place - rect.centre));
    let first = off(rect, facing);
    let sign = if first < 0.0 { -1.0 } else { 1.0 };
    let after = |tenths: u32| {
        let (r, f) = wheeled(rect, facing, sign * f64::from(tenths) / 10.0);
        off(&r, f) * sign
    };
    let past = |tenths: u32| {
        let left = after(tenths);
        (-90.0..=0.0).contains(&left)
    };
    // Whoever is past it stays past it for the next 90 degrees: tens first, then degrees, then tenths.
    let Some(ten) = (1..=18).map(|d| d * 100).find(|&d| past(d)) else { return first };
    let degree = (ten / 10 - 9..ten / 10).map(|d| d * 10).find(|&d| past(d)).unwrap_or(ten);
    let mut best = degree;
    for tenths in degree - 9..degree {
        if after(tenths).abs() < after(best).abs() {
            best = tenths;
        }
    }
    if best < 10 { 0.0 } else { sign * f64::from(best) / 10.0 }
}

/// Whether a step takes a unit over the edge: its standard if it leaves there, any corner further out if it stops.
fn over_edge(before: &Rect, next: &Rect, size: Vec2, edge: AtEdge) -> bool {
    let out = |p: Vec2| (-p.x).max(p.x - size.x).max(-p.y).max(p.y - size.y);
    match edge {
        AtEdge::Leaves => out(before.centre) > DIGITS,
        AtEdge::Stops => {
            let corners = before.corners().into_iter().zip(next.corners());
            corners.into_iter().any(|(a, b)| out(b) > DIGITS && out(b) > out(a) + DIGITS)
        }
    }
}

/// The greatest length at which something does not yet happen that happens at the whole.
fn last_free(length: f64, mut happens: impl FnMut(f64) -> bool) -> f64 {
    let (mut free, mut met) = (0.0, length);
    while met - free > 1e-4 {
        let middle = (free + met) / 2.0;
        if happens(middle) { met = middle } else { free = middle }
    }
    free
}
