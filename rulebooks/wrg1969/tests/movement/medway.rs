//! The ford of the Medway valley: what the scenario is meant to show.

use crate::Wrg1969;
use crate::board::Board;
use crate::board::state::{Doing, Phase, Standing};
use crate::movement::normal;
use crate::orders::{sheet, standing};
use crate::scenario::read::{bundled, read};
use dice::Seeded;
use table::Rect;
use umpire::{BySide, Cx, Field, Silent, UnitId};

struct Battle {
    book: Wrg1969,
    field: Field,
    phase: Phase,
}

impl Battle {
    fn new() -> Battle {
        let (name, text) = bundled()[0];
        let (book, field, mut phase) = read(&form::Source { name, text }).expect("a good scenario");
        for state in &mut phase.units {
            if let Some(standing) = state.kept.order.take() {
                state.kept.order = Some(Standing::new(standing.order));
            }
        }
        phase.period = 1;
        Battle { book, field, phase }
    }

    fn id(&self, label: &str) -> UnitId {
        let at =
            self.field.roster().cards.iter().position(|c| c.label == label).expect("a unit of that label");
        UnitId(at as u16)
    }

    fn rect(&self, label: &str) -> Rect {
        let board = Board::of(&self.book, &self.field, &self.phase);
        board.body(self.id(label)).expect("on the table").rect
    }

    fn period(&mut self) {
        let mut dice = Seeded::new(5);
        let mut journal = Silent;
        let mut cx = Cx::new(&mut self.field, &mut dice, &mut journal);
        for (i, state) in self.phase.units.iter_mut().enumerate() {
            state.now.doing = Doing::Standing;
            (state.now.moved, state.now.hindered) = (0, false);
            state.kept.stood = [cx.field().unit(UnitId(i as u16)).pose; 2];
        }
        if self.phase.period == 1 {
            sheet::resolve(&self.book, &mut self.phase, BySide::default(), &mut cx);
        }
        standing::begin_legs(&self.book, &mut self.phase, &mut cx);
        normal::normal(&self.book, &mut self.phase, &[], &mut cx);
        normal::bonus(&self.book, &mut self.phase, &[], &mut cx);
        self.phase.period += 1;
    }
}

#[test]
fn the_first_cohort_narrows_at_the_ford_and_crosses_dry() {
    let mut b = Battle::new();
    let a1 = b.id("a1");
    let mut hindered = false;
    for _ in 0..6 {
        b.period();
        hindered |= b.phase.units[a1.index()].now.hindered && b.rect("a1").centre.y < 31.0;
    }
    assert_eq!(b.field.unit(a1).formation.files, 8);
    assert!(!hindered, "it did not wade");
    assert!(b.rect("a1").centre.y > 28.0, "{:?}", b.rect("a1"));
}

#[test]
fn the_light_horse_stops_at_the_brook_and_crosses_four_beyond() {
    let mut b = Battle::new();
    b.period();
    let front = b.rect("b4").front_mid().y;
    assert!((front - 30.0).abs() < 0.6, "it reaches the brook: {front}");
    b.period();
    let rect = b.rect("b4");
    assert!((rect.front_mid().y - 26.0).abs() < 0.6, "{rect:?}");
}

#[test]
fn the_chariots_take_a_period_over_the_brook() {
    let mut b = Battle::new();
    let b3 = b.id("b3");
    let mut crossing = 0;
    for _ in 0..5 {
        b.period();
        if b.phase.units[b3.index()].now.hindered {
            crossing += 1;
        }
    }
    assert!(crossing >= 1, "they were man-handled over");
    let board = Board::of(&b.book, &b.field, &b.phase);
    assert!(board.body(b3).is_none_or(|c| c.standard().y < 30.0));
}

#[test]
fn the_horse_waits_for_its_signal() {
    let mut b = Battle::new();
    let before = b.rect("a5");
    b.period();
    b.period();
    assert_eq!(b.rect("a5"), before);
}
