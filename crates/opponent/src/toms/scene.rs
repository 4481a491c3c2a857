//! What a general sees, and what blows and volleys are worth to him.

use crate::Level;
use toms::Toms;
use toms::board::Board;
use toms::kill;
use toms::place::Face;
use toms::shield::{Peril, save};
use umpire::{Form, Pending, Side, UnitId, View};

/// A general's view of the table.
pub struct Scene<'a> {
    /// How well he plays.
    pub level: Level,
    /// What he sees.
    pub board: Board<'a>,
    /// His side.
    pub side: Side,
    pending: &'a Pending,
}

/// The chance that a die shows so much or more.
fn die(at_least: u8) -> f64 {
    f64::from(7 - at_least.clamp(1, 7)) / 6.0
}

/// The chance that a save of that number fails.
fn unsaved(save: u8) -> f64 {
    if save == 0 { 1.0 } else { 1.0 - die(save) }
}

impl<'a> Scene<'a> {
    /// The scene of a view.
    pub fn of(level: Level, view: &'a View<Toms>, side: Side) -> Self {
        let board = Board::of(&view.book, &view.field, &view.phase);
        Scene { level, board, side, pending: &view.pending }
    }

    /// What he is asked.
    pub fn form(&self) -> Option<&'a Form> {
        self.pending.ask(self.side).map(|ask| &ask.form)
    }

    /// The men a volley is expected to kill.
    pub fn volley(&self, shooter: UnitId, target: UnitId, steady: bool, obscured: bool, face: Face) -> f64 {
        let board = &self.board;
        let (who, at, men) = (board.profile(shooter), board.profile(target), board.men(target));
        if who.is_engine() {
            // More than half the bolts miss.
            let dice = f64::from(board.men(shooter).min(4));
            return dice * die(kill::bolt(&board.book.house, at).needs) * 0.45;
        }
        let dice = kill::volley_dice(who, board.men(shooter), false).total();
        let save = save(&board.book.house, at, men, Peril::Missile, face, obscured).save;
        let lost = f64::from(dice) * die(kill::volley(at, steady).needs) * unsaved(save);
        lost.min(f64::from(men))
    }

    /// The men a unit's blows are expected to kill.
    pub fn blow(&self, striker: UnitId, target: UnitId, charging: bool, face: Face, front: bool) -> f64 {
        let board = &self.board;
        let (who, at, men) = (board.profile(striker), board.profile(target), board.men(target));
        let needs = kill::blow(&board.book.house, who, at, charging, face);
        let dice = kill::blow_dice(who, board.men(striker), front, board.general(striker)).total()
            + i16::from(needs.extra);
        let peril = if who.is_elephant() { Peril::Elephant } else { Peril::Melee };
        let save = save(&board.book.house, at, men, peril, face, false).save;
        let lost = f64::from(dice) * die(needs.needs) * unsaved(save);
        lost.min(f64::from(men))
    }

    /// What one man, life or crewman of a unit is worth in points.
    pub fn worth(&self, unit: UnitId) -> f64 {
        f64::from(self.board.points(unit)) / f64::from(self.board.start(unit).max(1))
    }

    /// The nearest enemy he sees and how far it is, measured between centres.
    pub fn nearest(&self, unit: UnitId) -> Option<(UnitId, f64)> {
        let at = self.board.rect(unit).centre;
        let far = |&id: &UnitId| self.board.rect(id).centre.distance(at);
        let all = self.board.enemies(self.side).map(|id| (id, far(&id)));
        all.min_by(|a, b| a.1.total_cmp(&b.1))
    }
}
