//! A walk along a path: straight stretches, wheels, turns, changes of ranks, and columns that wind.

use crate::board::bodies::{Board, Body};
use crate::board::shape::{at_front, wheeled};
use crate::board::{room, shape, terrain};
use crate::data::formation::Block;
use crate::data::length::{NEAR, from_table, inches};
use crate::data::tables::tables;
use crate::data::troop::{Trait, Troop};
use crate::movement::manner::{Go, Movement, pace, rank_change};
use crate::movement::rules::{Marcher, Pace, Watcher, Written, may_march};
use crate::{movement, rule};
use ruling::{Refusal, RuleId};
use table::{Facing, Point, Rect, Vec2};
use umpire::Step as Leg;

/// The most legs of one move.
const LEGS: usize = 24;

/// A unit on its way.
struct Walk<'a, 'b> {
    board: &'a Board<'b>,
    body: &'a Body<'b>,
    rect: Rect,
    facing: Facing,
    files: u16,
    written: Written,
    refusals: Vec<Refusal>,
    /// Whether it has made a quarter turn.
    quartered: bool,
}

/// Judges a walk along a path in a manner.
///
/// # Errors
/// Every reason why it is not allowed.
pub fn walk(board: &Board<'_>, body: &Body<'_>, manner: u8, path: &[Leg]) -> Result<Movement, Vec<Refusal>> {
    let mut walk = Walk::begin(board, body, manner)?;
    for leg in path.iter().take(LEGS) {
        walk.step(leg);
        if !walk.refusals.is_empty() {
            break;
        }
    }
    if path.len() > LEGS {
        walk.refusals.push(Refusal::new(rule::MOVE_RATE, format!("a move has at most {LEGS} legs")));
    }
    walk.end(manner)
}

impl<'a, 'b> Walk<'a, 'b> {
    fn begin(board: &'a Board<'b>, body: &'a Body<'b>, manner: u8) -> Result<Self, Vec<Refusal>> {
        let (mut rect, mut files) = (body.rect, body.files);
        let change = rank_change(manner);
        if change != 0 {
            let ranks = body.ranks() as i16 + change;
            if ranks < 1 || ranks > body.places as i16 {
                let what = "it cannot have so many ranks";
                return Err(vec![Refusal::new(rule::MANOEUVRE_CHANGE_FORMATION, what)]);
            }
            files = body.places.div_ceil(ranks as u16);
            let block = Block::of(body.places, files, body.kit.troop, body.order());
            rect = at_front(rect.front_mid(), body.facing, inches(block.width), inches(block.depth));
        }
        let written = Written {
            movement: body.kit.movement(),
            pace: pace(manner),
            troop: if body.is_lone() { Troop::Character } else { body.kit.troop },
            order: body.order(),
            drilled: body.kit.has(Trait::Drilled),
            light_cavalry: body.kit.has(Trait::LightCavalry),
            legs: Vec::new(),
            wheels: Vec::new(),
            about_faces: 0,
            rank_change: change.unsigned_abs() as u8,
            reform: false,
        };
        Ok(Walk {
            board,
            body,
            rect,
            facing: body.facing,
            files,
            written,
            refusals: Vec::new(),
            quartered: false,
        })
    }

    fn refuse(&mut self, refusal: Refusal) {
        self.refusals.push(refusal.about(self.body.id.0));
    }

    /// Whether it goes where it likes: skirmishers and characters alone.
    fn is_free(&self) -> bool {
        self.body.skirmishes() || self.body.is_lone()
    }

    /// Whether it is a column one model wide, which may bend (`wab.fast_march.snake`).
    fn winds(&self) -> bool {
        self.body.is_column() && self.files == 1
    }

    fn step(&mut self, leg: &Leg) {
        let far = |n: i32| inches(f64::from(n) / Point::PER_MM);
        match *leg {
            Leg::Forward(n) if n >= 0 => self.straight(self.rect.ahead, far(n)),
            Leg::Back(n) if n >= 0 && self.is_free() => self.straight(-self.rect.ahead, far(n)),
            Leg::Shift(n) if self.is_free() => {
                let way = if n < 0 { -self.rect.right() } else { self.rect.right() };
                self.straight(way, far(n).abs());
            }
            Leg::To(pose) if self.is_free() => {
                let by = from_table(pose.at) - self.rect.centre;
                if by.len() > NEAR {
                    self.straight(by * (1.0 / by.len()), by.len());
                }
                self.facing = pose.facing;
                self.rect.ahead = self.facing.vec();
            }
            Leg::WheelLeft(angle) => self.wheel(-angle.to_degrees()),
            Leg::WheelRight(angle) => self.wheel(angle.to_degrees()),
            Leg::Turn(angle) => self.turn(angle),
            _ => self.refuse(
                Refusal::new(rule::MOVE_RATE, "formed troops go forward and wheel")
                    .instead("forward, wheel_left, wheel_right, turn"),
            ),
        }
    }

    /// What sweeps the ground: of a column that winds its first model, whom the others follow.
    fn head(&self) -> Rect {
        if !self.winds() {
            return self.rect;
        }
        let [width, depth] = self.body.base();
        at_front(self.rect.front_mid(), self.facing, width, depth)
    }

    /// A straight stretch in any direction.
    fn straight(&mut self, way: Vec2, far: f64) {
        if far > 400.0 {
            self.refuse(Refusal::new(rule::MOVE_RATE, "this is longer than any move"));
            return;
        }
        let head = self.head();
        let mut from = 0.0;
        for (to, going) in terrain::stretches(&self.board.book.features, &head, way, far) {
            self.written.legs.push((going, to - from));
            from = to;
        }
        if !room::way_is_clear(self.board, self.body, &head, way * far, None) {
            self.refuse(Refusal::new(rule::MOVE_RATE, "someone or something is in the way"));
        }
        let path = table::swept(&head, way * far);
        self.keeps_off(&head, &head.moved(way * far), |enemy| table::distance(&path, enemy));
        self.rect = self.rect.moved(way * far);
        self.stays_on_table(&head.moved(way * far));
    }

    /// No part of a unit is carried over the table's edge, not even on the way.
    fn stays_on_table(&mut self, at: &Rect) {
        if self.refusals.is_empty() && !self.board.on_table(at) {
            self.refuse(Refusal::new(rule::MOVE_RATE, "it would leave the table"));
        }
    }

    /// Nobody comes within an inch of an enemy, or nearer to one he already is so near (`wab.basics.one_inch`).
    fn keeps_off(&mut self, before: &Rect, after: &Rect, nearest: impl Fn(&Rect) -> f64) {
        let inch = tables().distances.one_inch;
        for enemy in self.board.enemies(self.body.side) {
            if !shape::may_touch(before, &enemy.rect, inch + (after.centre - before.centre).len()) {
                continue;
            }
            let was = table::distance(before, &enemy.rect);
            let least = nearest(&enemy.rect);
            let shrinks = table::distance(after, &enemy.rect) < was - NEAR;
            if least < inch - NEAR && (was >= inch - NEAR || shrinks) {
                let refusal = Refusal::new(rule::BASICS_ONE_INCH, "it would come within an inch of an enemy");
                self.refusals
                    .push(refusal.about(self.body.id.0).about(enemy.id.0).needs(inch, least, "inches"));
            }
        }
    }

    fn wheel(&mut self, degrees: f64) {
        if degrees.abs() > 180.0 {
            self.refuse(Refusal::new(rule::MANOEUVRE_WHEEL, "a wheel is at most half a turn"));
        } else if self.winds() {
            self.bend(degrees);
        } else {
            self.turn_about_corner(degrees);
        }
    }

    /// The first model turns where it stands and the others follow its path, at no cost but the way itself.
    fn bend(&mut self, degrees: f64) {
        if degrees.abs() > 90.0 {
            self.refuse(Refusal::new(rule::FAST_MARCH_SNAKE, "a column does not bend back upon itself"));
            return;
        }
        self.facing = table::turned(self.facing, degrees);
        let (width, depth) = (self.rect.half_width * 2.0, self.rect.half_depth * 2.0);
        self.rect = at_front(self.rect.front_mid(), self.facing, width, depth);
    }

    fn turn_about_corner(&mut self, degrees: f64) {
        let arc = shape::wheel_cost(&self.rect, degrees);
        let (before, was) = (self.rect, self.facing);
        let about = shape::pivot(&before, degrees);
        let going = terrain::in_wheel(&self.board.book.features, &before, was, about, degrees);
        let steps = (degrees.abs() / 6.0).ceil().max(1.0) as u16;
        for i in 1..=steps {
            let (at, way) = wheeled(&before, was, about, degrees * f64::from(i) / f64::from(steps));
            self.stays_on_table(&at);
            if !room::is_passable(self.board, self.body, &at) {
                self.refuse(Refusal::new(rule::MANOEUVRE_WHEEL, "someone or something is in the way"));
                return;
            }
            self.keeps_off(&before, &at, |enemy| table::distance(&at, enemy));
            if !self.refusals.is_empty() {
                return;
            }
            (self.rect, self.facing) = (at, way);
        }
        self.written.wheels.push((going, arc));
    }

    fn turn(&mut self, angle: Facing) {
        let quarter = angle == Facing::EAST || angle == Facing::WEST;
        if self.is_free() {
            self.facing = self.facing + angle;
            self.rect.ahead = self.facing.vec();
        } else if angle == Facing::SOUTH {
            self.written.about_faces += 1;
            self.facing = self.facing.about();
            self.rect.ahead = self.facing.vec();
        } else if quarter && self.quartered {
            self.refuse(Refusal::new(rule::SPECIAL_DRILLED, "one quarter turn is made in a move"));
        } else if quarter && self.body.kit.has(Trait::Drilled) {
            self.quartered = true;
            self.written.about_faces += 1;
            self.facing = self.facing + angle;
            self.files = self.body.places.div_ceil(self.files).max(1);
            let block = Block::of(self.body.places, self.files, self.body.kit.troop, self.body.order());
            self.rect = Rect::new(self.rect.centre, self.facing, inches(block.width), inches(block.depth));
        } else {
            let what = "formed troops turn about; only drilled ones make a quarter turn";
            self.refuse(Refusal::new(rule::MANOEUVRE_ABOUT_FACE, what));
        }
    }

    /// The whole way against the rules of its pace, and where it ends.
    fn end(mut self, manner: u8) -> Result<Movement, Vec<Refusal>> {
        let (board, body) = (self.board, self.body);
        let cost = movement::rules::judge(&board.book.house, &self.written);
        for &offended in &cost.offends {
            let refusal = Refusal::new(offended, offence(offended));
            self.refuse(if offended == rule::MOVE_RATE {
                refusal.needs(cost.cost, cost.allowance, "inches")
            } else {
                refusal
            });
        }
        if self.written.pace != Pace::Normal {
            let fast = self.written.pace == Pace::FastMarch;
            let (against, _) = may_march(&marcher(board, body), fast, &watchers(board, body));
            against.into_iter().for_each(|r| self.refuse(Refusal::new(r, "it may not march")));
        }
        let end = self.rect;
        self.stays_on_table(&end);
        if board.is_closed(&self.rect, body.kit.troop) {
            self.refuse(Refusal::new(rule::TERRAIN_IMPASSABLE, "such troops cannot enter that ground"));
        } else if !room::is_passable(board, body, &self.rect) {
            self.refuse(Refusal::new(rule::MOVE_RATE, "someone or something stands there"));
        } else if room::lies_on(board, body, &self.rect, None).is_some() {
            let what = "friends let each other pass where one skirmishes, but nobody stops on them";
            self.refuse(Refusal::new(rule::TROOPS_SKIRMISHERS, what));
        }
        if self.refusals.is_empty() {
            self.keeps_off(&body.rect, &end, |enemy| table::distance(&end, enemy));
        }
        if !self.refusals.is_empty() {
            return Err(self.refusals);
        }
        Ok(Movement::Go(Go {
            unit: body.id,
            manner,
            files: self.files,
            rect: self.rect,
            facing: self.facing,
            cost: cost.cost,
            slowed: self.written.slowed(),
        }))
    }
}

/// What a move does that a rule forbids, in words.
fn offence(rule: RuleId) -> &'static str {
    match rule {
        rule::MOVE_RATE => "the way is too long",
        rule::TERRAIN_IMPASSABLE => "such troops cannot cross that ground",
        rule::MANOEUVRE_ABOUT_FACE => "it turns about too often",
        rule::MANOEUVRE_CHANGE_FORMATION => "it changes too many ranks",
        rule::MARCH_TERRAIN | rule::FAST_MARCH_TERRAIN => "nobody marches over bad ground",
        rule::MARCH_OBSTACLE | rule::FAST_MARCH_OBSTACLE => "nobody marches over an obstacle",
        rule::MARCH_MANOEUVRE | rule::FAST_MARCH_MANOEUVRE => "who marches only goes forward and wheels",
        rule::MARCH_BANNED | rule::FAST_MARCH_BANNED => "such troops do not march",
        _ => "it does more than one move allows",
    }
}

fn marcher(board: &Board<'_>, body: &Body<'_>) -> Marcher {
    Marcher {
        troop: body.kit.troop,
        lone: body.is_lone(),
        order: body.kit.order,
        musician: body.command().musician,
        column: body.is_column(),
        phalanx: body.is_phalanx(board.book),
    }
}

fn watchers(board: &Board<'_>, body: &Body<'_>) -> Vec<Watcher> {
    let watcher = |e: &Body<'_>| Watcher {
        distance: body.distance(e),
        troop: e.kit.troop,
        character: e.is_lone(),
        fleeing: e.state.fleeing,
    };
    board.enemies(body.side).map(watcher).collect()
}

/// Whether a unit may march or fast march now.
pub fn can_march(board: &Board<'_>, body: &Body<'_>, fast: bool) -> bool {
    may_march(&marcher(board, body), fast, &watchers(board, body)).0.is_empty()
}
