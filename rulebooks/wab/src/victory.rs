//! Broken armies and victory points.

use crate::Wab;
use crate::board::state::Phase;
use crate::data::tables::tables;
use crate::data::troop::Trait;
use umpire::{Field, Place, Side, UnitId};

/// What a side has lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// Points of units destroyed, fled or fleeing.
    pub points: u32,
    /// Whether the general is lost.
    pub general: bool,
    /// Whether the army standard is lost.
    pub army_standard: bool,
    /// Standards of units ridden down.
    pub standards: u32,
    /// Whether the army is broken.
    pub broken: bool,
}

impl Losses {
    /// What the enemy scores for them (`wab.victory.points`).
    pub fn worth(&self) -> u32 {
        let p = &tables().points;
        let if_so = |yes: bool, points: u32| if yes { points } else { 0 };
        self.points
            + if_so(self.general, p.general)
            + if_so(self.army_standard, p.army_standard)
            + self.standards * p.standard
    }
}

/// How decisive a victory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// Nobody won.
    Draw,
    /// A win.
    Win,
    /// A decisive one.
    Decisive,
}

impl Grade {
    /// The word used in answers.
    pub const fn key(self) -> &'static str {
        match self {
            Grade::Draw => "draw",
            Grade::Win => "win",
            Grade::Decisive => "decisive",
        }
    }
}

/// Who won a battle of armies of a size, the first or the second, and how.
pub fn verdict(army: u32, losses: [Losses; 2]) -> (Option<usize>, Grade) {
    match [losses[0].broken, losses[1].broken] {
        [true, false] => return (Some(1), Grade::Decisive),
        [false, true] => return (Some(0), Grade::Decisive),
        _ => {}
    }
    let scored = [losses[1].worth(), losses[0].worth()];
    let margin = scored[0].abs_diff(scored[1]);
    let [win, decisive] = tables().points.tenths;
    let winner = usize::from(scored[1] > scored[0]);
    if 10 * margin < win * army || margin == 0 {
        (None, Grade::Draw)
    } else if 10 * margin < decisive * army {
        (Some(winner), Grade::Win)
    } else {
        (Some(winner), Grade::Decisive)
    }
}

/// The models at which an army of so many is broken (`wab.victory.army_break`).
pub fn breaks_at(starting: u32) -> u32 {
    starting / 4
}

/// The models of a side still in the battle: fleers and pursuers off the table count (`wab.victory.army_break`).
pub fn present(book: &Wab, field: &Field, phase: &Phase, side: Side) -> u32 {
    let here = |place: Place| matches!(place, Place::Table | Place::Off);
    field
        .ids()
        .filter(|&id| field.side(id) == side && here(field.unit(id).place))
        .map(|id| if book.kit(id).character { 1 } else { u32::from(phase.unit(id).models) })
        .sum()
}

/// The units a side has lost so far or that flee, and their points (`wab.victory.points`).
pub fn forfeited(book: &Wab, field: &Field, phase: &Phase, side: Side) -> Vec<(UnitId, u32)> {
    let is_lost = |id: &UnitId| {
        let host = phase.unit(*id).with.unwrap_or(*id);
        matches!(field.unit(*id).place, Place::Destroyed | Place::Fled) || phase.unit(host).fleeing
    };
    let ids = field.ids().filter(|&id| field.side(id) == side).filter(is_lost);
    ids.map(|id| (id, book.kit(id).points)).collect()
}

/// What a side has lost so far (`wab.victory.points`).
pub fn losses(book: &Wab, field: &Field, phase: &Phase, side: Side) -> Losses {
    let mut losses = Losses::default();
    for (id, points) in forfeited(book, field, phase, side) {
        losses.points += points;
        losses.standards += u32::from(phase.unit(id).standard_taken);
    }
    for id in field.ids().filter(|&id| field.side(id) == side) {
        let gone = matches!(field.unit(id).place, Place::Destroyed | Place::Fled);
        losses.general |= gone && book.kit(id).has(Trait::General);
        losses.army_standard |= gone && book.kit(id).has(Trait::ArmyStandard);
    }
    losses
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_of_a_tenth_wins_and_of_a_half_decides() {
        let lost = |points: u32| Losses { points, ..Losses::default() };
        let verdict = |red: u32, blue: u32| verdict(1000, [lost(red), lost(blue)]);
        assert_eq!(verdict(0, 99), (None, Grade::Draw));
        assert_eq!(verdict(0, 100), (Some(0), Grade::Win));
        assert_eq!(verdict(600, 101), (Some(1), Grade::Win));
        assert_eq!(verdict(600, 100), (Some(1), Grade::Decisive));
        let broken = Losses { broken: true, ..lost(0) };
        assert_eq!(super::verdict(1000, [broken, lost(900)]), (Some(1), Grade::Decisive));
        assert_eq!(super::verdict(1000, [broken, broken]), (None, Grade::Draw));
    }
}
