//! A battle to try orders in: the valley of the Medway, ready for the first period.

use crate::Wrg1969;
use crate::board::Board;
use crate::board::state::{Phase, Standing, Step};
use crate::house::House;
use crate::orders::language::{Names, read};
use crate::orders::order::Order;
use crate::orders::{knowledge, names, sheet, standing, triggers};
use crate::scenario::read as scenario;
use dice::Seeded;
use form::Source;
use table::{Facing, Pose, Vec2};
use umpire::{BySide, Cx, Entry, Event, Field, Motion, Side, UnitId};

pub struct Table {
    pub book: Wrg1969,
    pub field: Field,
    pub phase: Phase,
    pub journal: Vec<Entry>,
    pub dice: Seeded,
}

impl Table {
    /// The Medway before anything is written.
    pub fn new() -> Table {
        Table::with(House::default())
    }

    pub fn with(house: House) -> Table {
        let (_, text) = scenario::bundled().iter().find(|(id, _)| *id == "medway").expect("it is bundled");
        let read = scenario::read(&Source { name: "medway", text });
        let (book, field, phase) = read.unwrap_or_else(|faults| panic!("{faults:?}"));
        let book = Wrg1969 { house, ..book };
        Table { book, field, phase, journal: Vec::new(), dice: Seeded::new(1) }
    }

    /// The same with the written orders in force and the first period begun.
    pub fn begun(house: House) -> Table {
        let mut table = Table::with(house);
        let sheet = |side: Side| {
            sheet::check(&table.book, &table.field, &table.phase, side, &umpire::Command::Done).ok()
        };
        let sheets = BySide::each(sheet);
        table.resolve(|book, phase, cx| sheet::resolve(book, phase, sheets, cx));
        (table.phase.step, table.phase.period) = (Step::Command, 1);
        table
    }

    pub fn resolve<T>(&mut self, what: impl FnOnce(&Wrg1969, &mut Phase, &mut Cx<'_>) -> T) -> T {
        let mut cx = Cx::new(&mut self.field, &mut self.dice, &mut self.journal);
        what(&self.book, &mut self.phase, &mut cx)
    }

    pub fn id(&self, label: &str) -> UnitId {
        self.field
            .ids()
            .find(|&id| self.field.card(id).label == label)
            .unwrap_or_else(|| panic!("no {label}"))
    }

    pub fn board(&self) -> Board<'_> {
        Board::of(&self.book, &self.field, &self.phase)
    }

    pub fn names(&self, side: Side) -> Names {
        names::all(&self.book, self.field.roster(), side)
    }

    /// Puts someone somewhere, in inches, facing so many degrees from north.
    pub fn put(&mut self, label: &str, x: f64, y: f64, facing: f64) {
        let unit = self.id(label);
        let to = Pose::new(Vec2::new(x, y) * crate::data::measure::MM, Facing::degrees(facing));
        let rule = crate::rule::MOVE_SIMULTANEOUS;
        self.field.apply(&Event::Moved { unit, to, motion: Motion::March, rule });
    }

    /// Gives a unit an order in words, in force at once.
    pub fn order(&mut self, label: &str, sentence: &str) {
        let unit = self.id(label);
        let readings = read(sentence, &self.names(self.field.side(unit))).unwrap_or_else(|e| panic!("{e}"));
        self.phase.units[unit.index()].kept.order = Some(Standing::new(readings[0].order.clone()));
    }

    /// The leg a unit is at, printed; nothing without an order.
    pub fn standing(&self, label: &str) -> Option<&Standing> {
        self.phase.units[self.id(label).index()].kept.order.as_ref()
    }

    pub fn begin(&mut self) {
        self.resolve(standing::begin_legs);
    }

    /// Judges triggers, as the end of a period does.
    pub fn judge(&mut self) -> Vec<UnitId> {
        triggers::judge(&self.book, &self.field, &mut self.phase)
    }

    /// The whole end of a period and the beginning of the next.
    pub fn next_period(&mut self) {
        let completed = self.judge();
        self.resolve(|book, phase, cx| crate::orders::command::end_of_period(book, phase, &completed, cx));
        self.phase.period += 1;
    }

    pub fn observe(&mut self) {
        knowledge::observe(&self.book, &self.field, &mut self.phase, &[]);
    }

    pub fn wrote(&self, words: &str) -> bool {
        self.journal.iter().any(|e| matches!(e, Entry::Ruling(r) if r.text.contains(words)))
    }
}

/// An order in words.
pub fn said(table: &Table, side: Side, sentence: &str) -> Order {
    read(sentence, &table.names(side)).unwrap_or_else(|e| panic!("{e}"))[0].order.clone()
}
