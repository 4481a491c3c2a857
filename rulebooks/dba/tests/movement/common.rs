//! A table on which tests of movement set out a few elements and order them about.

use dice::Scripted;
use ruling::{Refusal, RuleId};
use std::sync::Arc;
use table::{Band, Facing, Ground, KindId, Piece, Point, Polygon, Pose, Shape, TableEdge, Vec2};
use testudo_dba::board::{self, Base, Board, MM};
use testudo_dba::house::House;
use testudo_dba::movement::{self, MovePlan};
use testudo_dba::phase::{Camp, Fronts, Holder, Marks, Phase, Step as At};
use testudo_dba::tables::Terrain;
use testudo_dba::troop::Troop;
use testudo_dba::{Dba, facing};
use umpire::{BySide, Cx, Entry, Event, Field, Motion, Place, Roster, Side, Step, Unit, UnitCard, UnitId};

pub use testudo_dba::movement::{BREAK_OFF, COLUMN, ENTER_CAMP, FORM_COLUMN, GROUP, LEAVE_CAMP, SINGLE};
pub use testudo_dba::rule;
pub use testudo_dba::troop::Troop::*;

/// The table: red is active, in its second bound, with six PIPs.
pub struct Table {
    pub book: Dba,
    pub phase: Phase,
    pub journal: Vec<Entry>,
    ground: Ground,
    cards: Vec<UnitCard>,
    units: Vec<Unit>,
    field: Option<Field>,
}

impl Default for Table {
    fn default() -> Self {
        let phase = Phase {
            step: At::Move,
            bound: 3,
            active: Side::Red,
            invader: Side::Red,
            rolled: 6,
            pips: 6,
            marks: Vec::new(),
            contacts: Vec::new(),
            fronts: Fronts::default(),
            camps: BySide::default(),
            edges: BySide([TableEdge::South, TableEdge::North]),
            shots: Vec::new(),
            pairs: Vec::new(),
        };
        let ground = Ground::bare(2400.0 * MM, 2400.0 * MM);
        let mut table = Table {
            book: Dba::new(House::default()),
            phase,
            journal: Vec::new(),
            ground,
            cards: Vec::new(),
            units: Vec::new(),
            field: None,
        };
        // Generals in corners where they are in nobody's way.
        for (side, x, y) in [(Side::Red, 1200.0, 80.0), (Side::Blue, 1200.0, 2320.0)] {
            let id = table.stand(side, Cavalry, x, y, if side == Side::Red { 0.0 } else { 180.0 });
            table.cards[id.index()].general = true;
        }
        table
    }
}

/// Where an element stands, in whole paces and degrees.
pub type Spot = (i32, i32, i32);

impl Table {
    pub fn red(&mut self, troop: Troop, x: f64, y: f64, facing: f64) -> UnitId {
        self.stand(Side::Red, troop, x, y, facing)
    }

    pub fn blue(&mut self, troop: Troop, x: f64, y: f64, facing: f64) -> UnitId {
        self.stand(Side::Blue, troop, x, y, facing)
    }

    fn stand(&mut self, side: Side, troop: Troop, x: f64, y: f64, facing: f64) -> UnitId {
        assert!(self.field.is_none(), "the table is set out before the first order");
        let id = UnitId(self.cards.len() as u16);
        let label = format!("{}{}", if side == Side::Red { "R" } else { "B" }, id.0);
        let name = troop.name().to_owned();
        self.cards.push(UnitCard { side, label, name, class: troop as u16, general: false });
        let mut unit = Unit::waiting(board::formation(&self.book.house, troop));
        unit.pose = pose(x, y, facing);
        unit.place = Place::Table;
        self.units.push(unit);
        self.phase.marks.push(Marks::default());
        id
    }

    /// Makes an element its side's general in place of the one in the corner.
    pub fn general(&mut self, id: UnitId) {
        let side = self.cards[id.index()].side;
        self.lose_general(side);
        self.cards[id.index()].general = true;
    }

    /// Takes a side's general off the table.
    pub fn lose_general(&mut self, side: Side) {
        let id = self.cards.iter().position(|c| c.side == side && c.general).expect("a general");
        self.units[id].place = Place::Destroyed;
        self.cards[id].general = false;
    }

    /// A camp 240 by 200 with its lower left corner here, held by its followers; gives their number.
    pub fn camp(&mut self, side: Side, x: f64, y: f64) -> UnitId {
        let corners = [(x, y), (x, y + 200.0), (x + 240.0, y + 200.0), (x + 240.0, y)];
        self.phase.camps[side] = Some(Camp::new(&corners.map(|(x, y)| Vec2::new(x, y))));
        self.stand(side, CampFollowers, x + 120.0, y + 100.0, 0.0)
    }

    /// Says who holds a camp.
    pub fn hold(&mut self, camp: Side, holder: Holder) {
        self.phase.camps[camp].as_mut().expect("a camp").holder = holder;
    }

    /// A rectangle of terrain.
    pub fn area(&mut self, terrain: Terrain, from: (f64, f64), to: (f64, f64)) {
        let corners = [from, (to.0, from.1), to, (from.0, to.1)];
        let corners = corners.map(|(x, y)| Point::round(Vec2::new(x, y) * MM));
        self.lay(terrain, Shape::Area(Polygon::new(&corners).expect("a plain rectangle")));
    }

    /// A straight road or river.
    pub fn band(&mut self, terrain: Terrain, width: f64, points: &[(f64, f64)]) {
        let points: Vec<Point> = points.iter().map(|&(x, y)| Point::round(Vec2::new(x, y) * MM)).collect();
        self.lay(terrain, Shape::Band(Band::new(&points, width * MM).expect("a plain band")));
    }

    fn lay(&mut self, terrain: Terrain, shape: Shape) {
        let id = terrain.key().to_owned();
        self.ground.pieces.push(Piece { id, kind: KindId(terrain as u8), shape, crest: None });
    }

    fn ready(&mut self) {
        if self.field.is_none() {
            let names = BySide(["Rome".into(), "Carthage".into()]);
            let roster = Roster { names, cards: self.cards.clone() };
            let field = Field::new(Arc::new(self.ground.clone()), Arc::new(roster), self.units.clone());
            testudo_dba::results::keep_contacts(&self.book, &mut self.phase, &field);
            self.field = Some(field);
        }
    }

    /// The board as it stands, for questions.
    pub fn with_board<T>(&mut self, ask: impl FnOnce(&Board<'_>, &Phase) -> T) -> T {
        self.ready();
        let field = self.field.as_ref().expect("just made");
        ask(&Board::of(&self.book, field, &self.phase), &self.phase)
    }

    /// Judges an order.
    pub fn check(&mut self, manner: u8, units: &[UnitId], path: &[Step]) -> Result<MovePlan, Vec<Refusal>> {
        let side = self.phase.active;
        self.with_board(|board, phase| movement::check(board, phase, side, manner, units, path))
    }

    /// Gives an order that must be allowed, and carries it out.
    pub fn order(&mut self, manner: u8, units: &[UnitId], path: &[Step]) -> MovePlan {
        let plan = match self.check(manner, units, path) {
            Ok(plan) => plan,
            Err(no) => {
                panic!("refused: {}", no.iter().map(|n| n.to_string()).collect::<Vec<_>>().join("; "))
            }
        };
        self.with_cx(|book, phase, cx| movement::carry_out(book, phase, &plan, cx));
        self.sound();
        plan
    }

    /// Movement is over: everyone turns to face.
    pub fn face(&mut self) {
        self.with_cx(facing::turn_to_face);
        self.sound();
    }

    fn with_cx(&mut self, act: impl FnOnce(&Dba, &mut Phase, &mut Cx<'_>)) {
        self.ready();
        let mut dice = Scripted::new([]);
        let field = self.field.as_mut().expect("just made");
        let mut cx = Cx::new(field, &mut dice, &mut self.journal);
        act(&self.book, &mut self.phase, &mut cx);
    }

    /// No two bases overlap, and all are on the table.
    fn sound(&mut self) {
        self.with_board(|board, _| {
            for (i, a) in board.bases.iter().enumerate() {
                assert!(testudo_dba::ground::on_table(board, &a.rect), "{a:?} is off the table");
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
    pub fn touch(&mut self, a: UnitId, b: UnitId) -> Option<testudo_dba::geometry::Contact> {
        let (a, b) = (self.base(a), self.base(b));
        testudo_dba::geometry::contact(&a, &b)
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
