//! What a general sees, and what blows and volleys are worth to him.

use toms::Toms;
use toms::api::board::Board;
use toms::api::board::Face;
use toms::api::board::Phase;
use toms::api::combat;
use toms::api::combat::{Peril, Threat, save};
use toms::api::data::Missile;
use toms::api::nerve;
use umpire::{Field, Side, UnitId};

/// A general's view of the table.
pub struct Scene<'a> {
    /// What he sees.
    pub board: Board<'a>,
    /// His side.
    pub side: Side,
}

/// The chance that a die shows so much or more.
pub fn die(at_least: u8) -> f64 {
    f64::from(7 - at_least.clamp(1, 7)) / 6.0
}

/// The chance that a save of that number fails.
fn unsaved(save: u8) -> f64 {
    if save == 0 { 1.0 } else { 1.0 - die(save) }
}

/// The part of a bolt's dice that count: with four crew more than half the shots miss.
const BOLTS: f64 = 0.45;
/// What is left of a broken unit's worth to the enemy, since it may rally.
const BROKEN: f64 = 0.7;

/// How many turns an ambush waits, and at what part of their range those in it begin to shoot.
const PATIENCE: u16 = 4;
const AMBUSH: f64 = 0.6;

/// What a general is worth in points while there are others, and alone.
const GENERAL: f64 = 18.0;
const LAST_GENERAL: f64 = 40.0;

impl<'a> Scene<'a> {
    /// The scene as a side may know it.
    pub fn of(book: &'a Toms, field: &'a Field, phase: &'a Phase, side: Side) -> Self {
        Scene { board: Board::of(book, field, phase), side }
    }

    /// The men a volley is expected to kill.
    pub fn volley(&self, shooter: UnitId, target: UnitId, steady: bool, obscured: bool, face: Face) -> f64 {
        let board = &self.board;
        let (who, at, men) = (board.profile(shooter), board.profile(target), board.men(target));
        if who.is_engine() {
            let dice = f64::from(board.men(shooter).min(4));
            return dice * die(combat::bolt(&board.book.house, at).needs) * BOLTS;
        }
        let dice = combat::volley_dice(who, board.men(shooter), false).total();
        let save = save(&board.book.house, at, men, Threat::missiles(face, obscured)).save;
        f64::from(dice) * die(combat::volley(at, steady).needs) * unsaved(save)
    }

    /// The men a unit's blows are expected to kill.
    pub fn blow(&self, striker: UnitId, target: UnitId, charging: bool, face: Face, front: bool) -> f64 {
        let board = &self.board;
        let (who, at, men) = (board.profile(striker), board.profile(target), board.men(target));
        let needs = combat::blow(&board.book.house, who, at, charging, face);
        let dice = combat::blow_dice(who, board.men(striker), front, board.general(striker)).total()
            + i16::from(needs.extra);
        let peril = if who.is_elephant() { Peril::Elephant } else { Peril::Melee };
        let save = save(&board.book.house, at, men, Threat::close(peril, face)).save;
        f64::from(dice) * die(needs.needs) * unsaved(save)
    }

    /// What one man, life or crewman of a unit is worth in points.
    pub fn worth(&self, unit: UnitId) -> f64 {
        f64::from(self.board.points(unit)) / f64::from(self.board.start(unit).max(1))
    }

    /// The points that so many losses cost a unit: the men, and the rest of it as likely as it then breaks.
    pub fn harm(&self, unit: UnitId, lost: f64) -> f64 {
        let board = &self.board;
        let (men, start) = (f64::from(board.men(unit)), f64::from(board.start(unit)));
        let lost = lost.min(men);
        let worth = self.worth(unit);
        if !board.obeys(unit) {
            // Who runs already is lost unless he rallies, and losses forbid that.
            return lost * worth * 0.3 + lost.min(1.0) * (men - lost) * worth * (1.0 - BROKEN);
        }
        // How likely the losses bring a test: not before half, surely a little beyond it.
        let needed = (men - start / 2.0).max(0.5);
        let tests = (1.5 * (lost / needed) - 0.75).clamp(0.0, 1.0);
        let left = men - lost;
        let breaks = tests * self.breaks(unit, left * 2.0 < start);
        worth * (lost + breaks * left * BROKEN)
    }

    /// The points that so many dice thrown at a unit cost its side by the danger to a general in it.
    pub fn danger(&self, unit: UnitId, dice: f64) -> f64 {
        let board = &self.board;
        if !board.general(unit) {
            return 0.0;
        }
        let generals = board.of_side(board.side(unit)).filter(|&id| board.general(id)).count();
        let value = if generals > 1 { GENERAL } else { LAST_GENERAL };
        // Each die kills him with two sixes.
        value * (dice / 36.0).min(0.8)
    }

    /// The points that fire shot at an elephant is likely to cost its side: who is maddened is lost to it.
    pub fn maddens(&self, elephant: UnitId) -> f64 {
        let board = &self.board;
        let dice = nerve::dice(nerve::nerve_of(board, elephant)).total().clamp(0, 4);
        let (_, number) = nerve::number(board.profile(elephant), nerve::Trigger::FlameAtElephant.into());
        let holds = (0..dice).fold(1.0, |holds, _| holds * (1.0 - die(number)));
        (1.0 - holds) * f64::from(board.points(elephant))
    }

    /// The chance that a unit fails an ordinary test.
    fn breaks(&self, unit: UnitId, below_half: bool) -> f64 {
        let nerve = nerve::Nerve { below_half, ..nerve::nerve_of(&self.board, unit) };
        let dice = nerve::dice(nerve).total().clamp(0, 4);
        let trigger = if self.board.profile(unit).is_elephant() {
            nerve::Trigger::ElephantWounded
        } else {
            nerve::Trigger::HalfCasualties
        };
        let (_, number) = nerve::number(self.board.profile(unit), trigger.into());
        1.0 - (0..dice).fold(1.0, |holds, _| holds * (1.0 - die(number)))
    }

    /// The gap between two units, near enough.
    pub fn gap(&self, a: UnitId, b: UnitId) -> f64 {
        let (one, other) = (self.board.rect(a), self.board.rect(b));
        (one.centre.distance(other.centre) - one.half_depth - other.half_depth).max(0.0)
    }

    /// The nearest enemy he sees that is not a broken one, and how far it is; failing that any.
    pub fn nearest(&self, unit: UnitId) -> Option<(UnitId, f64)> {
        let all = self.board.enemies(self.side).map(|id| {
            let far = self.gap(unit, id);
            (id, far, if self.board.is_broken(id) { far + 100.0 } else { far })
        });
        all.min_by(|a, b| a.2.total_cmp(&b.2)).map(|(id, far, _)| (id, far))
    }

    /// Whether a unit in ambush does best to stay there: no enemy is near enough to spring it on, and the battle has
    /// not passed it by.
    pub fn lies_in_wait(&self, unit: UnitId) -> bool {
        let board = &self.board;
        if !board.is_hidden(unit) || board.phase.round() > PATIENCE {
            return false;
        }
        let who = board.profile(unit);
        let spring = f64::from(who.charge).max(f64::from(who.range) * AMBUSH);
        self.nearest(unit).is_some_and(|(_, gap)| gap > spring)
    }

    /// How far a unit may go and no enemy could charge it yet; less than nothing if one can.
    pub fn out_of_reach(&self, unit: UnitId) -> Option<f64> {
        let board = &self.board;
        let comes = |&id: &UnitId| {
            let free = board.obeys(id) && !board.is_engaged(id);
            free && !self.is_shooter(id) && !board.profile(id).is_engine()
        };
        let room = |id: UnitId| self.gap(unit, id) - f64::from(board.profile(id).charge);
        board.enemies(self.side).filter(comes).map(room).min_by(f64::total_cmp)
    }

    /// Whether a unit's business is to shoot from afar.
    pub fn is_shooter(&self, unit: UnitId) -> bool {
        matches!(self.board.profile(unit).missile, Missile::Bow | Missile::Sling)
            && !self.board.profile(unit).is_elephant()
    }

    /// How many enemy dice can be shot at a place from where the enemy stands.
    pub fn under_fire(&self, unit: UnitId) -> u16 {
        let near = |&id: &UnitId| {
            self.is_shooter(id)
                && self.board.obeys(id)
                && self.gap(unit, id) <= f64::from(self.board.profile(id).range)
        };
        self.board.enemies(self.side).filter(near).map(|id| self.board.men(id)).sum()
    }
}
