//! A view as a picture of the table shows it: who stands where and how the battle stands, without questions and odds.

use crate::encode::{sites_of, table_of, unit_of};
use crate::view::{WireSides, WireSite, WireTable, WireUnit};
use testudo::AnyView;
use umpire::{Pending, Shown, Side, View};

/// A moment of a battle.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The names of the sides.
    pub names: WireSides<String>,
    /// The table.
    pub table: WireTable,
    /// The units.
    pub units: Vec<WireUnit>,
    /// Camps and the like.
    pub sites: Vec<WireSite>,
    /// The turn, from 1; 0 during the set-up.
    pub turn: u16,
    /// What the book calls a turn.
    pub turn_word: &'static str,
    /// Losses as the book counts them.
    pub losses: WireSides<i32>,
    /// What losses are counted in, in the plural.
    pub losses_in: &'static str,
    /// The losses that lose the battle, where the book counts to a number.
    pub loss_limits: WireSides<Option<i32>>,
    /// Who won and why, once it is over.
    pub over: Option<(Option<Side>, &'static str)>,
}

impl Scene {
    /// What any book's view shows.
    pub fn of_any(view: &AnyView) -> Self {
        match view {
            AnyView::Dba(v) => Scene::of(v),
            AnyView::Wrg1969(v) => Scene::of(v),
            AnyView::Toms(v) => Scene::of(v),
            AnyView::Wrg6(v) => Scene::of(v),
            AnyView::Wab(v) => Scene::of(v),
        }
    }

    /// What a view shows.
    pub fn of<R: Shown>(view: &View<R>) -> Self {
        let (book, field, phase) = (&*view.book, &view.field, &view.phase);
        let standing = book.standing(field, phase);
        Scene {
            names: (&field.roster().names).into(),
            table: table_of(view),
            units: field.ids().filter(|id| book.is_listed(field, *id)).map(|id| unit_of(view, id)).collect(),
            sites: sites_of(view),
            turn: standing.turn,
            turn_word: standing.turn_word,
            losses: (&standing.losses).into(),
            losses_in: book.losses_in(),
            loss_limits: (&book.loss_limits(field, phase)).into(),
            over: match &view.pending {
                Pending::Over(outcome) => Some((outcome.winner, outcome.reason)),
                _ => None,
            },
        }
    }

    /// A unit by its number.
    pub fn unit(&self, id: u16) -> Option<&WireUnit> {
        self.units.iter().find(|unit| unit.id == id)
    }

    /// The units on the table.
    pub fn on_table(&self) -> impl Iterator<Item = &WireUnit> {
        self.units.iter().filter(|unit| unit.place == "table")
    }
}

impl<T> WireSides<T> {
    /// What belongs to a side.
    pub fn of(&self, side: Side) -> &T {
        match side {
            Side::Red => &self.red,
            Side::Blue => &self.blue,
        }
    }
}
