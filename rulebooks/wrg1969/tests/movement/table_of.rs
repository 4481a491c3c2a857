//! A small table to move on.

use crate::Wrg1969;
use crate::board::state::{Meant, Phase, Running, Standing, Step, UnitState};
use crate::board::{Board, formation};
use crate::charge::answers::Answer;
use crate::data::feature::{Feature, Kind, Outline, area};
use crate::data::kit::Kit;
use crate::data::measure::MM;
use crate::data::reaction::Grade;
use crate::data::troop::{Hand, Missile, Troop};
use crate::house::House;
use crate::movement::intent::Intent;
use crate::movement::normal;
use crate::orders::order::{Leg, Order, Ref, Verb};
use dice::Seeded;
use std::sync::Arc;
use table::{Facing, Ground, Pose, Rect, Vec2};
use umpire::{BySide, Cx, Field, Place, Roster, Side, Silent, Unit, UnitCard, UnitId};

/// A table being laid out.
pub struct Table {
    pub book: Wrg1969,
    pub phase: Phase,
    cards: Vec<UnitCard>,
    units: Vec<Unit>,
    field: Option<Field>,
}

impl Table {
    pub fn new(features: Vec<Feature>) -> Table {
        let book = Wrg1969 { features, ..Wrg1969::new(House::default()) };
        let mut phase = Phase::new(Step::Intent, Vec::new());
        phase.period = 3;
        Table { book, phase, cards: Vec::new(), units: Vec::new(), field: None }
    }

    /// Puts a unit on the table, the middle of its front at a place.
    pub fn add(
        &mut self,
        side: Side,
        kit: Kit,
        (figures, files): (u16, u16),
        front: (f64, f64),
        facing: Facing,
    ) -> UnitId {
        let id = UnitId(self.units.len() as u16);
        let formation = formation(kit.troop, figures, files);
        let depth = formation.depth() / MM;
        let centre = Vec2::new(front.0, front.1) - facing.vec() * (depth / 2.0);
        let pose = Pose::new(centre * MM, facing);
        let class = kit.class();
        self.cards.push(UnitCard {
            side,
            label: format!("u{}", id.0),
            name: format!("unit {}", id.0),
            class,
            general: false,
        });
        self.units.push(Unit { pose, place: Place::Table, ..Unit::waiting(formation) });
        self.book.kits.push(kit);
        let mut state = UnitState::new(Some(Grade::C), figures);
        state.kept.stood = [pose; 2];
        self.phase.units.push(state);
        id
    }

    pub fn state(&mut self, id: UnitId) -> &mut UnitState {
        &mut self.phase.units[id.index()]
    }

    /// Gives a unit an order whose leg has begun and means something.
    pub fn order(&mut self, id: UnitId, leg: Leg, meant: Option<Meant>) {
        let standing = Standing { begun: true, meant, ..Standing::new(Order::new(vec![leg])) };
        self.state(id).kept.order = Some(standing);
    }

    pub fn run(&mut self, id: UnitId, reaction: crate::data::reaction::Reaction) {
        self.state(id).seen.running = Some(Running { reaction, periods: 2, run: 0, since: 0 });
    }

    pub fn field(&mut self) -> &Field {
        let (book, cards, units) = (&self.book, &self.cards, &self.units);
        self.field.get_or_insert_with(|| {
            let roster = Roster { names: BySide::each(|_| String::new()), cards: cards.clone() };
            let ground = Ground::bare(book.size.x * MM, book.size.y * MM);
            Field::new(Arc::new(ground), Arc::new(roster), units.clone())
        })
    }

    /// Does something on the table.
    pub fn with(&mut self, act: impl FnOnce(&Wrg1969, &mut Phase, &mut Cx<'_>)) {
        self.field();
        let mut dice = Seeded::new(1);
        let mut journal = Silent;
        let field = self.field.as_mut().expect("made above");
        let mut cx = Cx::new(field, &mut dice, &mut journal);
        act(&self.book, &mut self.phase, &mut cx);
    }

    pub fn normal(&mut self) {
        self.normal_with(&[]);
    }

    pub fn normal_with(&mut self, intents: &[(UnitId, Intent)]) {
        self.with(|book, phase, cx| normal::normal(book, phase, intents, cx));
    }

    pub fn bonus(&mut self, answers: &[(UnitId, Answer)]) {
        self.with(|book, phase, cx| normal::bonus(book, phase, answers, cx));
    }

    /// Troops off the table throw these dice.
    pub fn returns(&mut self, mut dice: dice::Scripted) {
        self.field();
        let mut journal = Silent;
        let field = self.field.as_mut().expect("made above");
        let mut cx = Cx::new(field, &mut dice, &mut journal);
        crate::aftermath::off_table::roll(&self.book, &mut self.phase, &mut cx);
    }

    /// A new period on the same table.
    pub fn next_period(&mut self) {
        self.phase.period += 1;
        self.field();
        let field = self.field.as_ref().expect("made above");
        for (i, state) in self.phase.units.iter_mut().enumerate() {
            state.now.doing = crate::board::state::Doing::Standing;
            (state.now.moved, state.now.hindered) = (0, false);
            state.last.causes = std::mem::take(&mut state.now.causes);
            state.kept.stood = [field.unit(UnitId(i as u16)).pose; 2];
        }
    }

    /// A unit's footprint in inches.
    pub fn rect(&mut self, id: UnitId) -> Rect {
        self.field();
        let field = self.field.as_ref().expect("made above");
        let board = Board::of(&self.book, field, &self.phase);
        board.body(id).expect("on the table").rect
    }

    pub fn facing(&mut self, id: UnitId) -> Facing {
        self.field().unit(id).pose.facing
    }

    pub fn front_y(&mut self, id: UnitId) -> f64 {
        self.rect(id).front_mid().y
    }

    pub fn on_table(&mut self, id: UnitId) -> bool {
        self.field().on_table(id)
    }

    pub fn moved(&self, id: UnitId) -> f64 {
        f64::from(self.phase.units[id.index()].now.moved) / 1000.0
    }

    pub fn files(&mut self, id: UnitId) -> u16 {
        self.field().unit(id).formation.files
    }

    pub fn gap(&mut self, a: UnitId, b: UnitId) -> f64 {
        table::distance(&self.rect(a), &self.rect(b))
    }
}

pub fn kit(troop: Troop) -> Kit {
    Kit::usual(troop, true)
}

pub fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 0.06
}

pub fn line(kind: Kind, points: &[(f64, f64)]) -> Feature {
    let outline = Outline::Line(points.iter().map(|&(x, y)| Vec2::new(x, y)).collect());
    feature(kind, outline, 0.0)
}

pub fn feature(kind: Kind, outline: Outline, width: f64) -> Feature {
    Feature { id: kind.key().into(), name: kind.key().into(), kind, outline, width, closed: false, value: 0 }
}

pub fn square(kind: Kind, (x0, y0): (f64, f64), (x1, y1): (f64, f64)) -> Feature {
    let corners = [Vec2::new(x0, y0), Vec2::new(x1, y0), Vec2::new(x1, y1), Vec2::new(x0, y1)];
    feature(kind, Outline::Area(vec![area(&corners).expect("a square")]), 0.0)
}

pub fn point(kind: Kind, at: (f64, f64), width: f64) -> Feature {
    feature(kind, Outline::Point(Vec2::new(at.0, at.1)), width)
}

/// Slingers with nothing else to fight with.
pub fn slingers() -> Kit {
    Kit { missile: Some(Missile::Sling), hand: Hand::MissileSidearm, ..kit(Troop::LightInfantry) }
}

/// A charger at (40, 20) who looks north and may charge an enemy so far off.
pub fn charged(charger: Troop, target: Kit, drawn: (u16, u16), gap: f64) -> (Table, UnitId, UnitId) {
    let mut t = Table::new(Vec::new());
    let red = t.add(Side::Red, kit(charger), (12, 6), (40.0, 20.0), Facing::NORTH);
    let blue = t.add(Side::Blue, target, drawn, (40.0, 20.0 + gap), Facing::SOUTH);
    t.order(red, Leg::to(Verb::Attack, Ref::NearestEnemy), Some(Meant::Unit(blue)));
    t.state(red).kept.may_charge = true;
    (t, red, blue)
}
