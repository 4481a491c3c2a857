//! A small table with a few units.

use crate::Wrg1969;
use crate::aftermath::resolve::{judge, settle};
use crate::aftermath::rules::Fate;
use crate::board::state::{Fight, Phase, Standing, Step, UnitState};
use crate::board::{Board, formation};
use crate::data::feature::{Feature, Kind, Outline, area};
use crate::data::kit::{Kit, Part};
use crate::data::measure::MM;
use crate::data::reaction::Grade;
use crate::data::troop::{Hand, Missile, Troop};
use crate::orders::order::{Leg, Order, Verb};
use dice::{Scripted, Seeded};
use std::sync::Arc;
use table::{Facing, Ground, Pose, Vec2};
use umpire::{BySide, Cx, Entry, Field, Place, Roster, Side, Unit, UnitCard, UnitId};

/// A unit to put on the table.
pub struct Spec {
    pub side: Side,
    pub kit: Kit,
    pub figures: u16,
    pub files: u16,
    pub at: (f64, f64),
    pub facing: Facing,
    pub grade: Grade,
}

/// A unit as it usually is: red faces north, blue south.
pub fn unit(side: Side, troop: Troop, figures: u16, files: u16, at: (f64, f64)) -> Spec {
    let regular = side == Side::Red && troop != Troop::Elephant;
    Spec {
        side,
        kit: Kit::usual(troop, regular),
        figures,
        files,
        at,
        facing: if side == Side::Red { Facing::NORTH } else { Facing::SOUTH },
        grade: if regular { Grade::C } else { Grade::D },
    }
}

impl Spec {
    pub fn missile(mut self, missile: Missile) -> Spec {
        self.kit.missile = Some(missile);
        self
    }

    pub fn facing(mut self, facing: Facing) -> Spec {
        self.facing = facing;
        self
    }

    pub fn kit(mut self, change: impl FnOnce(&mut Kit)) -> Spec {
        change(&mut self.kit);
        self
    }
}

/// Archers, of some type, to stand behind others in one unit.
pub fn archers_behind(troop: Troop, figures: u16) -> Part {
    let missile = Some(Missile::FootSelfBow);
    Part { troop, figures, missile, hand: Hand::MissileSidearm, shields: false }
}

pub struct Table {
    pub book: Wrg1969,
    pub field: Field,
    pub phase: Phase,
    pub journal: Vec<Entry>,
}

impl Table {
    pub fn new(specs: Vec<Spec>) -> Table {
        let mut book = Wrg1969 { size: Vec2::new(72.0, 48.0), ..Wrg1969::default() };
        let (mut cards, mut units, mut states) = (Vec::new(), Vec::new(), Vec::new());
        for (i, spec) in specs.into_iter().enumerate() {
            let pose = Pose::new(Vec2::new(spec.at.0, spec.at.1) * MM, spec.facing);
            let formation = formation(spec.kit.troop, spec.figures, spec.files);
            cards.push(UnitCard {
                side: spec.side,
                label: format!("u{i}"),
                name: format!("Unit {i}"),
                class: spec.kit.class(),
                general: false,
            });
            units.push(Unit { pose, place: Place::Table, ..Unit::waiting(formation) });
            let grade = spec.kit.is_unit().then_some(spec.grade);
            let mut state = UnitState::new(grade, spec.figures);
            state.kept.stood = [pose; 2];
            states.push(state);
            book.kits.push(spec.kit);
        }
        let ground = Arc::new(Ground::bare(book.size.x * MM, book.size.y * MM));
        let names = BySide(["Reds".to_owned(), "Blues".to_owned()]);
        let field = Field::new(ground, Arc::new(Roster { names, cards }), units);
        let mut phase = Phase::new(Step::Intent, states);
        phase.period = 1;
        Table { book, field, phase, journal: Vec::new() }
    }

    /// Carries something out with these dice, all of which must be used.
    pub fn with_dice<T>(
        &mut self,
        dice: &[u8],
        what: impl FnOnce(&Wrg1969, &mut Phase, &mut Cx<'_>) -> T,
    ) -> T {
        let mut dice = Scripted::new(dice.iter().copied());
        let mut cx = Cx::new(&mut self.field, &mut dice, &mut self.journal);
        let done = what(&self.book, &mut self.phase, &mut cx);
        assert_eq!(dice.finish(), Ok(()));
        done
    }

    /// Carries something out, however the dice fall.
    pub fn with_any_dice(&mut self, what: impl FnOnce(&Wrg1969, &mut Phase, &mut Cx<'_>)) {
        let mut dice = Seeded::new(1);
        let mut cx = Cx::new(&mut self.field, &mut dice, &mut self.journal);
        what(&self.book, &mut self.phase, &mut cx);
    }

    pub fn board(&self) -> Board<'_> {
        Board::of(&self.book, &self.field, &self.phase)
    }

    pub fn state(&mut self, i: u16) -> &mut UnitState {
        &mut self.phase.units[usize::from(i)]
    }

    pub fn figures(&self, i: u16) -> u16 {
        self.field.unit(UnitId(i)).formation.figures
    }

    /// Where a unit's standard is.
    pub fn place(&self, i: u16) -> (f64, f64) {
        let at = self.field.unit(UnitId(i)).pose.at.vec() * (1.0 / MM);
        ((at.x * 1000.0).round() / 1000.0, (at.y * 1000.0).round() / 1000.0)
    }

    /// What a unit lost to those in contact with it, and what it cost them.
    pub fn tally(&mut self, i: u16, lost: u16, dealt: u16) {
        (self.state(i).now.melee_loss, self.state(i).now.melee_dealt) = (lost, dealt);
    }

    /// What becomes of each who has fought.
    pub fn fates(&self) -> Vec<Fate> {
        judge(&self.board()).iter().map(|j| j.fate).collect()
    }

    /// Settles all fights with these dice; some ask to stand.
    pub fn settle(&mut self, dice: &[u8], stand: &[UnitId]) {
        self.with_dice(dice, |book, phase, cx| settle(book, phase, stand, cx));
    }

    /// Two units are in contact; who stood is said.
    pub fn fight(&mut self, red: u16, blue: u16, stood: [bool; 2], periods: u8) {
        let (red, blue) = (UnitId(red), UnitId(blue));
        self.phase.fights.push(Fight {
            red,
            blue,
            periods,
            red_stood: stood[0],
            blue_stood: stood[1],
            thin: 0,
        });
    }

    pub fn order(&mut self, i: u16, verb: Verb) {
        let order = Order::new(vec![Leg::new(verb)]);
        self.state(i).kept.order = Some(Standing::new(order));
    }

    /// Puts something on the ground.
    pub fn ground(&mut self, kind: Kind, outline: Outline) {
        let (id, name) = (kind.key().into(), kind.key().into());
        self.book.features.push(Feature { id, name, kind, outline, width: 0.0, closed: false, value: 0 });
    }

    /// Puts something between two corners on the ground.
    pub fn square(&mut self, kind: Kind, (x0, y0): (f64, f64), (x1, y1): (f64, f64)) {
        let corners = [Vec2::new(x0, y0), Vec2::new(x1, y0), Vec2::new(x1, y1), Vec2::new(x0, y1)];
        self.ground(kind, Outline::Area(vec![area(&corners).expect("a square")]));
    }

    /// A pose at a place of this table.
    pub fn pose((x, y): (f64, f64), facing: Facing) -> Pose {
        Pose::new(Vec2::new(x, y) * MM, facing)
    }

    /// Every ruling so far, in words.
    pub fn words(&self) -> String {
        let told = self.journal.iter().filter_map(|e| match e {
            Entry::Ruling(ruling) => Some(ruling.text.as_str()),
            _ => None,
        });
        told.collect::<Vec<_>>().join("\n")
    }
}
