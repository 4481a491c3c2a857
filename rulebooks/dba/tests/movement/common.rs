//! A table on which tests of movement set out a few elements and order them about.

use crate::board::state::Phase;
use crate::board::{Base, Board, contacts};
use crate::contact::facing;
use crate::data::scale::MM;
use crate::movement::plan::MovePlan;
use crate::tests::movement::small::Small;
use crate::{Dba, movement};
use dice::Scripted;
use ruling::{Refusal, RuleId};
use std::ops::{Deref, DerefMut};
use table::{Facing, Point, Pose, Vec2};
use umpire::{Cx, Entry, Event, Field, Motion, Side, Step, UnitId};

pub use crate::data::troop::Troop::*;
pub use crate::movement::manner::{BREAK_OFF, COLUMN, ENTER_CAMP, FORM_COLUMN, GROUP, LEAVE_CAMP, SINGLE};

/// The table: red is active, in its second bound, with six PIPs.
pub struct Table {
    pub journal: Vec<Entry>,
    small: Small,
    field: Option<Field>,
}

impl Default for Table {
    fn default() -> Self {
        let mut small = Small::default();
        (small.phase.rolled, small.phase.pips) = (6.into(), 6.into());
        // Generals in corners where they are in nobody's way.
        for (side, y, facing) in [(Side::Red, 80.0, 0.0), (Side::Blue, 2320.0, 180.0)] {
            let id = small.stand(side, Cavalry, 1200.0, y, facing);
            small.general(id);
        }
        Table { journal: Vec::new(), small, field: None }
    }
}

impl Deref for Table {
    type Target = Small;

    fn deref(&self) -> &Small {
        &self.small
    }
}

impl DerefMut for Table {
    fn deref_mut(&mut self) -> &mut Small {
        &mut self.small
    }
}

/// Where an element stands, in whole paces and degrees.
pub type Spot = (i32, i32, i32);

impl Table {
    /// Makes an element its side's general in place of the one in the corner.
    pub fn replace_general(&mut self, side: Side, id: UnitId) {
        self.lose_general(side);
        self.general(id);
    }

    /// Everyone on the table; nobody may join them after the first order.
    fn ready(&mut self) -> Dba {
        let book = Dba::new(self.small.house.clone());
        if self.field.is_none() {
            let field = self.small.field();
            contacts::keep_contacts(&book, &mut self.small.phase, &field);
            self.field = Some(field);
        }
        book
    }

    /// The board as it stands, for questions.
    pub fn with_board<T>(&mut self, ask: impl FnOnce(&Board<'_>, &Phase) -> T) -> T {
        let book = self.ready();
        let field = self.field.as_ref().expect("just made");
        ask(&Board::of(&book, field, &self.small.phase), &self.small.phase)
    }

    /// Judges an order.
    pub fn check(&mut self, manner: u8, units: &[UnitId], path: &[Step]) -> Result<MovePlan, Vec<Refusal>> {
        let side = self.phase.active;
        self.with_board(|board, phase| movement::check::check(board, phase, side, manner, units, path))
    }

    /// Gives an order that must be allowed, and carries it out.
    pub fn order(&mut self, manner: u8, units: &[UnitId], path: &[Step]) -> MovePlan {
        let plan = match self.check(manner, units, path) {
            Ok(plan) => plan,
            Err(no) => {
                panic!("refused: {}", no.iter().map(|n| n.to_string()).collect::<Vec<_>>().join("; "))
            }
        };
        self.with_cx(|book, phase, cx| movement::resolve::carry_out(book, phase, &plan, cx));
        self.sound();
        plan
    }

    /// Movement is over: everyone turns to face.
    pub fn face(&mut self) {
        self.with_cx(facing::turn_to_face);
        self.sound();
    }

    fn with_cx(&mut self, act: impl FnOnce(&Dba, &mut Phase, &mut Cx<'_>)) {
        let book = self.ready();
        let mut dice = Scripted::new([]);
        let field = self.field.as_mut().expect("just made");
        let mut cx = Cx::new(field, &mut dice, &mut self.journal);
        act(&book, &mut self.small.phase, &mut cx);
    }

    /// No two bases overlap, and all are on the table.
    fn sound(&mut self) {
        self.with_board(|board, _| {
            for (i, a) in board.bases.iter().enumerate() {
                assert!(crate::board::ground::on_table(board, &a.rect), "{a:?} is off the table");
                for b in &board.bases[i + 1..] {
                    assert!(!a.overlaps(&b.rect), "{a:?}\noverlaps\n{b:?}");
                }
            }
        });
    }

    /// The rules by which an order is refused.
    pub fn refused(&mut self, manner: u8, units: &[UnitId], path: &[Step]) -> Vec<RuleId> {
        match self.check(manner, units, path) {
            Ok(plan) => panic!("allowed: {:?}", plan.ends()),
            Err(no) => no.iter().map(|n| n.rule).collect(),
        }
    }

    /// The one refusal of an order.
    pub fn refusal(&mut self, manner: u8, units: &[UnitId], path: &[Step]) -> Refusal {
        let mut no = self.check(manner, units, path).expect_err("it should be refused");
        assert_eq!(no.len(), 1, "{no:?}");
        no.remove(0)
    }

    pub fn base(&mut self, id: UnitId) -> Base {
        self.with_board(|board, _| *board.base(id).expect("it is on the table"))
    }

    pub fn at(&mut self, id: UnitId) -> Spot {
        let base = self.base(id);
        let degrees = base.facing.to_degrees().round() as i32 % 360;
        (base.rect.centre.x.round() as i32, base.rect.centre.y.round() as i32, degrees)
    }

    /// How one element touches another.
    pub fn touch(&mut self, a: UnitId, b: UnitId) -> Option<crate::board::geometry::Contact> {
        let (a, b) = (self.base(a), self.base(b));
        crate::board::geometry::contact(&a, &b)
    }

    /// The motions and rules by which an element has moved.
    pub fn moves(&self, id: UnitId) -> Vec<(Motion, RuleId)> {
        let moved = |entry: &Entry| match entry {
            Entry::Event(Event::Moved { unit, motion, rule, .. }) if *unit == id => Some((*motion, *rule)),
            _ => None,
        };
        self.journal.iter().filter_map(moved).collect()
    }
}

pub fn pose(x: f64, y: f64, facing: f64) -> Pose {
    Pose::new(Vec2::new(x, y) * MM, Facing::degrees(facing))
}

fn grid(paces: f64) -> i32 {
    (paces * MM * Point::PER_MM).round() as i32
}

pub fn to(x: f64, y: f64, facing: f64) -> Step {
    Step::To(pose(x, y, facing))
}

pub fn forward(paces: f64) -> Step {
    Step::Forward(grid(paces))
}

pub fn back(paces: f64) -> Step {
    Step::Back(grid(paces))
}

pub fn shift(paces: f64) -> Step {
    Step::Shift(grid(paces))
}

pub fn left(degrees: f64) -> Step {
    Step::WheelLeft(Facing::degrees(degrees))
}

pub fn right(degrees: f64) -> Step {
    Step::WheelRight(Facing::degrees(degrees))
}

pub fn turn(degrees: f64) -> Step {
    Step::Turn(Facing::degrees(degrees))
}
