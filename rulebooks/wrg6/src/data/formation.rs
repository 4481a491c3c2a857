//! Bodies: their blocks of files and ranks, and how many of them fight.

use crate::data::tables::tables;
use crate::data::troop::{Hand, Troop};
use crate::house::House;
use crate::rule;
use ruling::Refusal;

/// A block of figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its files.
    pub files: u32,
    /// Its true ranks.
    pub ranks: u32,
    /// The figures of its last rank.
    pub rear_rank: u32,
}

impl Block {
    /// Figures drawn up in a wished number of ranks (`wrg6.formation.bases`).
    pub fn of(figures: u32, ranks: u32) -> Block {
        Block::in_files(figures, figures.max(1).div_ceil(ranks.max(1)))
    }

    /// Figures drawn up in so many files.
    pub fn in_files(figures: u32, files: u32) -> Block {
        let (figures, files) = (figures.max(1), files.max(1));
        let ranks = figures.div_ceil(files);
        Block { files, ranks, rear_rank: figures - (ranks - 1) * files }
    }

    /// Its frontage and depth in paces.
    pub fn size(self, troop: Troop) -> (f64, f64) {
        let row = tables().troop(troop);
        (f64::from(self.files) * row.frontage, f64::from(self.ranks) * row.depth)
    }
}

/// Why so many figures in so many files make no body; nothing if they do (`wrg6.formation.size`).
pub fn faults(troop: Troop, figures: u32, files: u32) -> Vec<Refusal> {
    let block = Block::in_files(figures, files);
    let mut refusals = Vec::new();
    let mut refuse = |wrong: bool, words: String| {
        if wrong {
            refusals.push(Refusal::new(rule::FORMATION_SIZE, words));
        }
    };
    let (least, most, what) = if troop.is_model() { (1, 10, "models") } else { (6, 60, "figures") };
    refuse(!(least..=most).contains(&figures), format!("a body has {least} to {most} {what}, not {figures}"));
    refuse(block.ranks > 8, format!("a body is at most 8 ranks deep, not {}", block.ranks));
    refuse(block.ranks > 1 && files < 2, "two files at least, if it is deeper than one rank".to_owned());
    let column = is_march_column(files, block.ranks);
    refuse(
        3 * files < block.ranks && !column,
        format!("{files} files are fewer than a third of {} ranks", block.ranks),
    );
    refusals
}

/// Whether a block is a march column, which cannot charge (`wrg6.formation.size`).
pub fn is_march_column(files: u32, ranks: u32) -> bool {
    files == 2 && ranks > 6
}

/// How many ranks fight with a weapon, in halves (`wrg6.melee.ranks`).
pub fn half_ranks(house: &House, weapon: Hand, first_contact: bool) -> u32 {
    match weapon {
        Hand::Pike => 2 * u32::from(house.pike_ranks),
        Hand::LongThrustingSpear => 2 * u32::from(house.long_spear_ranks),
        Hand::HeavyThrowingWeapon if first_contact => tables().heavy_throwing_half_ranks,
        _ => 2,
    }
}

/// How many figures fight: files in contact and at most one overlapping on each side, in so many half ranks.
pub fn fighting(contact: u32, overlap_left: u32, overlap_right: u32, half_ranks: u32) -> u32 {
    let files = contact + overlap_left.min(1) + overlap_right.min(1);
    (files * half_ranks).div_ceil(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_neither_too_small_nor_too_narrow() {
        assert!(faults(Troop::HeavyInfantry, 24, 8).is_empty());
        assert!(faults(Troop::Elephant, 1, 1).is_empty());
        assert_eq!(faults(Troop::HeavyInfantry, 5, 5).len(), 1);
        assert_eq!(faults(Troop::HeavyInfantry, 61, 8).len(), 1);
        assert_eq!(faults(Troop::HeavyInfantry, 54, 6).len(), 1, "nine ranks");
        // Deeper than one rank with one file is also narrower than a third.
        assert_eq!(faults(Troop::HeavyInfantry, 6, 1).len(), 2);
        assert!(faults(Troop::HeavyInfantry, 16, 2).is_empty(), "a march column");
    }
}
