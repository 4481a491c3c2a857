//! The table as a general sees it.

use crate::Level;
use table::Vec2;
use umpire::{Command, OptionId, PickAsk, Side, UnitId, View};
use wrg1969::Wrg1969;
use wrg1969::api::board::{Board, Body};
use wrg1969::api::board::{Command as Sheet, Flight, UnitState};
use wrg1969::api::orders::Order;
use wrg1969::api::tactics::{Station, likely_grade, station};
use wrg1969::api::victory::worth;

/// What a general sees, and from which side.
pub struct Scene<'a> {
    pub level: Level,
    pub view: &'a View<Wrg1969>,
    pub side: Side,
    pub board: Board<'a>,
}

impl<'a> Scene<'a> {
    pub fn of(level: Level, view: &'a View<Wrg1969>, side: Side) -> Self {
        Scene { level, view, side, board: Board::of(&view.book, &view.field, &view.phase) }
    }

    /// Whether he knows more than a recruit.
    pub fn is_veteran(&self) -> bool {
        self.level >= Level::Veteran
    }

    /// His own sheets.
    pub fn command(&self) -> &'a Sheet {
        &self.view.phase.command[self.side]
    }

    /// His units and engines on the table.
    pub fn own(&self) -> impl Iterator<Item = &Body<'a>> {
        self.board.troops().filter(|b| b.side == self.side)
    }

    /// The enemy's in view.
    pub fn foes(&self) -> impl Iterator<Item = &Body<'a>> {
        self.board.troops().filter(|b| b.side != self.side)
    }

    pub fn state(&self, id: UnitId) -> &'a UnitState {
        self.board.state(id)
    }

    pub fn station(&self, id: UnitId) -> Station {
        station(self.view.book.kit(id))
    }

    pub fn label(&self, id: UnitId) -> String {
        self.view.field.card(id).label.clone()
    }

    /// Where the middle of his army is, from west to east.
    pub fn middle(&self) -> f64 {
        let (sum, n) = self.own().fold((0.0, 0), |(sum, n), b| (sum + b.standard().x, n + 1));
        if n == 0 { self.view.book.size.x / 2.0 } else { sum / f64::from(n) }
    }

    /// A place so far from the own base edge.
    pub fn at_depth(&self, x: f64, depth: f64) -> Vec2 {
        let size = self.view.book.size;
        let depth = depth.clamp(0.0, size.y);
        Vec2::new(x.clamp(0.0, size.x), if self.side == Side::Red { depth } else { size.y - depth })
    }

    /// How far a place is from the own base edge.
    pub fn depth(&self, p: Vec2) -> f64 {
        if self.side == Side::Red { p.y } else { self.view.book.size.y - p.y }
    }

    /// What a unit is worth as it stands, in points.
    pub fn worth(&self, body: &Body<'_>) -> f64 {
        let grade =
            self.state(body.id).kept.grade.or_else(|| body.kit.is_unit().then(|| likely_grade(body.kit)));
        worth(body.kit, grade, body.figures).into()
    }

    /// What a side's units in good order are worth.
    pub fn strength(&self, side: Side) -> f64 {
        let steady = |b: &&Body<'a>| b.side == side && !self.board.routing(b.id);
        self.board.troops().filter(steady).map(|b| self.worth(b)).sum()
    }

    /// The distance to the nearest enemy in view who is not running, edge to edge.
    pub fn nearest_foe(&self, body: &Body<'_>) -> f64 {
        let steady = self.foes().filter(|f| !self.board.routing(f.id));
        steady.map(|f| f.gap(body)).fold(f64::INFINITY, f64::min)
    }

    /// Whether a unit does nothing of its own and is free to be told something.
    pub fn is_free(&self, id: UnitId) -> bool {
        let state = self.state(id);
        state.seen.running.is_none() && state.seen.flight == Flight::None && !self.board.engaged(id)
    }

    /// Whether a unit is so weak that it should be kept out of the fighting.
    pub fn is_spent(&self, body: &Body<'_>) -> bool {
        u32::from(body.figures) * 5 < u32::from(self.state(body.id).seen.original) * 3
    }

    /// How much of the battle is over, from 0 to 1.
    pub fn lateness(&self) -> f64 {
        f64::from(self.view.phase.period) / f64::from(self.view.book.house.periods.max(1))
    }

    /// An order in words.
    pub fn say(&self, names: &wrg1969::api::orders::Names, order: &Order) -> String {
        wrg1969::api::orders::print(order, names)
    }

    /// The names he may write.
    pub fn names(&self) -> wrg1969::api::orders::Names {
        wrg1969::api::orders::names_for(&self.board, &self.view.field, self.side)
    }
}

/// A filled sheet, or the sheet as it is if nothing was changed.
pub fn filled(lines: Vec<(u16, String)>, picks: Vec<(u16, OptionId)>) -> Command {
    if lines.is_empty() && picks.is_empty() { Command::Done } else { Command::Sheet { lines, picks } }
}

/// The picks for which something other than what is usual was chosen.
pub fn chosen(picks: &[PickAsk], mut choose: impl FnMut(&PickAsk) -> Option<usize>) -> Vec<(u16, OptionId)> {
    let mut made = Vec::new();
    for (n, pick) in picks.iter().enumerate() {
        let option = choose(pick).filter(|&o| o < pick.options.len()).map(|o| OptionId(o as u16));
        if let Some(option) = option.filter(|&o| o != pick.usual) {
            made.push((n as u16, option));
        }
    }
    made
}
