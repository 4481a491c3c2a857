//! After the fight: who holds, recoils or breaks, and who is shaken.

use crate::board::state::Fate;
use crate::data::tables::tables;
use crate::house::House;

/// A body when blows have been struck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fought {
    /// What it received hand-to-hand.
    pub received: u32,
    /// What it inflicted.
    pub inflicted: u32,
    /// Its figures or models at the start of the step.
    pub strength: u32,
    /// Whether it is of models.
    pub model: bool,
    /// Whether it was shaken before.
    pub shaken: bool,
}

/// Whether so many casualties are at least so many halves a figure, or so many a model.
fn at_least(casualties: u32, strength: u32, model: bool, (halves, models): (u32, u32)) -> bool {
    if model { casualties >= models * strength } else { 2 * casualties >= halves * strength }
}

impl Fought {
    /// What becomes of it (`wrg6.melee.after`).
    pub fn outcome(&self, house: &House) -> Fate {
        let table = &tables().after;
        if self.received <= self.inflicted {
            return Fate::Hold;
        }
        let recoils = at_least(self.received, self.strength, self.model, table.recoil);
        let heavy = (2 * u32::from(house.break_per_figure), table.break_per_model);
        let crushed = self.received >= u32::from(house.break_ratio) * self.inflicted
            && at_least(self.received, self.strength, self.model, heavy);
        if (self.shaken && recoils) || crushed {
            Fate::Break
        } else if recoils {
            Fate::Recoil
        } else {
            Fate::Hold
        }
    }

    /// Whether so one-sided a fight shakes it (`wrg6.shaken.melee`).
    pub fn is_shaken_by_it(&self) -> bool {
        let table = &tables().after;
        self.received > 0
            && self.received >= table.shaken_ratio * self.inflicted
            && at_least(self.received, self.strength, self.model, table.shaken)
    }
}

/// Whether a body is below half its strength (`wrg6.shaken.half`).
pub fn is_below_half(strength: u32, original: u32) -> bool {
    mechanics::is_below_half(strength, original)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fought(received: u32, inflicted: u32) -> Fought {
        Fought { received, inflicted, strength: 24, model: false, shaken: false }
    }

    #[test]
    fn the_house_sets_what_breaks() {
        let hard = House { break_ratio: 3, break_per_figure: 2, ..House::default() };
        assert_eq!(fought(48, 20).outcome(&House::default()), Fate::Break);
        assert_eq!(fought(48, 20).outcome(&hard), Fate::Recoil);
        assert_eq!(fought(48, 16).outcome(&hard), Fate::Break);
    }

    #[test]
    fn nothing_inflicted_is_one_sided_enough() {
        assert!(fought(12, 0).is_shaken_by_it() && !fought(11, 0).is_shaken_by_it());
        assert!(!Fought { strength: 0, ..fought(0, 0) }.is_shaken_by_it());
    }
}
