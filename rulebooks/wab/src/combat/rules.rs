//! Hitting, wounding and saving: one chain for blows and missiles, in play and for exact odds.

use crate::data::tables::{Impact, tables};
use crate::rule;
use dice::{D6, Dice, Dist, RollId, TooManyPaths, Weight};
use ruling::RuleId;

/// The score to hit by Weapon Skill (`wab.combat.hit`); a unit shaken by fear needs sixes.
pub fn to_hit(attacker_ws: u8, defender_ws: u8, shaken: bool) -> u8 {
    let needed =
        tables().to_hit[usize::from(attacker_ws.clamp(1, 10)) - 1][usize::from(defender_ws.clamp(1, 10)) - 1];
    if shaken { 6 } else { needed }
}

/// The score to wound by Strength and Toughness (`wab.combat.wound`); 0 if it cannot be done.
pub fn to_wound(strength: u8, toughness: u8) -> u8 {
    if strength == 0 {
        return 0;
    }
    tables().to_wound[usize::from(strength.min(10)) - 1][usize::from(toughness.clamp(1, 10)) - 1]
}

/// What a strength does to a save (`wab.save.modifier`).
pub fn save_modifier(strength: u8) -> i8 {
    match strength {
        0 => 0,
        s => tables().save_modifier[usize::from(s.min(10)) - 1],
    }
}

/// The score to save after a modifier; 0 for none, which anything worse than 6 is.
pub fn to_save(save: u8, modifier: i8) -> u8 {
    match i16::from(save) - i16::from(modifier) {
        _ if save == 0 => 0,
        needed @ ..=6 => needed.max(2) as u8,
        _ => 0,
    }
}

/// Blows or shots that are all alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blows {
    /// How many.
    pub attacks: u16,
    /// The score to hit.
    pub hit: u8,
    /// The score of a second die, where a hit needs one.
    pub second: Option<u8>,
    /// The rule by which misses are rolled once more, if one does.
    pub reroll: Option<RuleId>,
    /// The score to wound, 0 if it cannot be done.
    pub wound: u8,
    /// The score to save, 0 if there is none.
    pub save: u8,
}

/// What came of blows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Struck {
    /// Hits.
    pub hits: u16,
    /// Wounds before saves.
    pub wounds: u16,
    /// Wounds not saved.
    pub unsaved: u16,
}

/// The ways in which the four dice of a blow may fall: to hit, to hit once more, to wound, to save.
const SIDES_OF_FOUR: f64 = 1296.0;

impl Blows {
    /// How many may be expected to tell, in parts that compare blows with blows.
    pub fn weight(&self) -> u32 {
        let at_least = |score: u8| u32::from(7_u8.saturating_sub(score).min(6));
        let second = self.second.map_or(6, at_least);
        let wounds = if self.wound == 0 { 0 } else { at_least(self.wound) };
        let unsaved = if self.save == 0 { 6 } else { 6 - at_least(self.save) };
        u32::from(self.attacks) * at_least(self.hit) * second * wounds * unsaved
    }

    /// How many may be expected to tell, second tries left out.
    pub fn mean(&self) -> f64 {
        f64::from(self.weight()) / SIDES_OF_FOUR
    }

    /// How many of `n` hit.
    pub fn hits(&self, n: u16, side: u8, dice: &mut dyn Dice) -> u16 {
        let why = RollId::new(rule::COMBAT_HIT.as_str(), side);
        let mut hits = dice.hits(why, &D6, n, self.hit);
        if let Some(rule) = self.reroll {
            let again = RollId::new(rule.as_str(), side);
            hits += dice.hits(again, &D6, n - hits, self.hit);
        }
        match self.second {
            Some(at_least) => {
                dice.hits(RollId::new(rule::SHOOT_SEVEN_PLUS.as_str(), side), &D6, hits, at_least)
            }
            None => hits,
        }
    }

    /// How many of so many hits wound.
    pub fn wounds(&self, hits: u16, side: u8, dice: &mut dyn Dice) -> u16 {
        match self.wound {
            0 => 0,
            at_least => dice.hits(RollId::new(rule::COMBAT_WOUND.as_str(), side), &D6, hits, at_least),
        }
    }

    /// How many of so many wounds are not saved (`wab.combat.save`).
    pub fn unsaved(&self, wounds: u16, side: u8, dice: &mut dyn Dice) -> u16 {
        match self.save {
            0 => wounds,
            at_least => {
                let why = RollId::new(rule::COMBAT_SAVE.as_str(), 1 - side);
                wounds - dice.hits(why, &D6, wounds, at_least)
            }
        }
    }

    /// The rules their dice are thrown under.
    pub fn rules(&self) -> impl Iterator<Item = RuleId> + use<> {
        let second = self.second.map(|_| rule::SHOOT_SEVEN_PLUS);
        [rule::COMBAT_HIT, rule::COMBAT_WOUND, rule::COMBAT_SAVE].into_iter().chain(self.reroll).chain(second)
    }

    /// Rolls them all.
    pub fn strike(&self, side: u8, dice: &mut dyn Dice) -> Struck {
        let hits = self.hits(self.attacks, side, dice);
        let wounds = self.wounds(hits, side, dice);
        Struck { hits, wounds, unsaved: self.unsaved(wounds, side, dice) }
    }

    /// The exact odds of unsaved wounds: the same functions walked step by step, equal counts merged between them.
    ///
    /// # Errors
    /// If there are more paths than anyone asks for.
    pub fn odds(&self) -> Result<Dist<u16>, TooManyPaths> {
        self.chain(&Dist::certain(self.attacks))
    }

    /// The odds of unsaved wounds from the odds of so many attacks, however they are weighed.
    ///
    /// # Errors
    /// If there are more paths than anyone asks for.
    pub fn chain<W: Weight>(&self, attacks: &Dist<u16, W>) -> Result<Dist<u16, W>, TooManyPaths> {
        attacks
            .then(PATHS, |&n, dice| self.hits(n, 0, dice))?
            .then(PATHS, |&n, dice| self.wounds(n, 0, dice))?
            .then(PATHS, |&n, dice| self.unsaved(n, 0, dice))
    }

    /// The same with one blow: its chance to hit, and to go home.
    pub fn single(&self) -> Blows {
        Blows { attacks: 1, ..*self }
    }
}

/// Impact hits of one chariot (`wab.troops.chariots`).
pub fn impact_hits(kind: &Impact, side: u8, dice: &mut dyn Dice) -> u16 {
    let why = RollId::new(rule::TROOPS_CHARIOTS.as_str(), side);
    let rolled = dice.total(why, &D6, kind.dice.into());
    if kind.halved { rolled.div_ceil(2) } else { rolled }
}

/// The most paths of one step: a re-rolled block of two hundred has fewer.
pub const PATHS: usize = 200_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_save_worse_than_six_is_none() {
        assert_eq!([to_save(6, -1), to_save(5, -1), to_save(0, 0), to_save(2, 0)], [0, 6, 0, 2]);
    }

    #[test]
    fn the_chain_and_the_fractions_agree() {
        let blows =
            Blows { attacks: 6, hit: 4, second: None, reroll: Some(rule::HATRED_REROLL), wound: 3, save: 6 };
        let odds = blows.odds().expect("few paths");
        assert_eq!(odds.mean(|n| u64::from(*n)).to_string(), "5/2"); // 6 x 3/4 x 2/3 x 5/6
    }
}
