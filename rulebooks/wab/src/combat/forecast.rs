//! A round of combat seen ahead: hits, wounds, saves, result and Break test as one exact chain.
//!
//! The same functions that fight the round are walked step by step, and equal states are merged between the steps.

use crate::aftermath::rules::{Beaten, Fate};
use crate::combat::attacks::{Turn, attacks_left};
use crate::combat::rules::{Blows, PATHS};
use crate::combat::score;
use crate::combat::score::Round;
use crate::data::tables::tables;
use crate::house::House;
use crate::nerve::rules::roll;
use crate::rule;
use dice::{Dice, Dist, Odds, TooManyPaths, Weight};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Blows of one side at a moment of the round.
#[derive(Clone, Copy, Debug)]
pub struct Stroke {
    /// Whose, 0 or 1.
    pub side: usize,
    /// When.
    pub turn: Turn,
    /// Men in front and behind.
    pub men: [u16; 2],
    /// Attacks of each.
    pub each: [u16; 2],
    /// Attacks besides.
    pub extra: u16,
    /// What they roll; the number of attacks follows from the men who are left.
    pub blows: Blows,
}

/// A round between two units, as it begins.
#[derive(Clone, Debug)]
pub struct Duel {
    /// Everybody's blows.
    pub strokes: Vec<Stroke>,
    /// The models of each.
    pub models: [u16; 2],
    /// Wounds of a model of each.
    pub wounds: [u16; 2],
    /// What each adds to its wounds in the result.
    pub bonus: [i16; 2],
    /// Who has a musician.
    pub musicians: [bool; 2],
    /// Each as it would stand if beaten.
    pub beaten: [Beaten; 2],
}

/// How a round ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// Drawn.
    Draw,
    /// That side lost, and this became of it.
    Beaten(usize, Fate),
    /// That side was killed to the last man.
    WipedOut(usize),
}

/// A state on the way: wounds taken by each, as the step began and now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    before: [u16; 2],
    taken: [u16; 2],
}

/// How a round was scored: all that a Break test still depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Scored {
    /// Nobody won.
    Draw,
    /// That side was killed to the last man.
    WipedOut(usize),
    /// Both musicians roll; what the loser would be, whoever it is.
    RollOff([Loser; 2]),
    /// That side lost.
    Lost(usize, Loser),
}

/// A loser: by how much, and what is left of it, as far as that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Loser {
    by: u16,
    models: u16,
    own: u16,
}

impl Duel {
    /// The exact odds of its end.
    ///
    /// # Errors
    /// If there are more paths than anyone asks for.
    pub fn odds(&self, house: &House) -> Result<Dist<End>, TooManyPaths> {
        self.walked(house, Dist::certain(Way::default()), Dist::certain)
    }

    /// The odds of its end in `f64`, for generals who weigh many rounds.
    ///
    /// # Errors
    /// If there are more paths than anyone asks for.
    pub fn quick_odds(&self, house: &House) -> Result<Odds<End>, TooManyPaths> {
        self.walked(house, Dist::certain(Way::default()).odds(), |n| Dist::certain(n).odds())
    }

    fn walked<W: Weight>(
        &self,
        house: &House,
        start: Dist<Way, W>,
        certain: impl Fn(u16) -> Dist<u16, W>,
    ) -> Result<Dist<End, W>, TooManyPaths> {
        let mut strokes = self.strokes.clone();
        strokes.sort_by_key(|s| std::cmp::Reverse(s.turn));
        let mut ways = start;
        for step in strokes.chunk_by(|a, b| a.turn == b.turn) {
            ways = ways.map(|w| Way { before: w.taken, ..*w });
            for stroke in step {
                ways = self.struck(&ways, stroke, &certain)?;
            }
        }
        ways.map(|way| self.scored(house, way)).then(PATHS, |scored, dice| self.end(house, *scored, dice))
    }

    /// One body of fighters strikes: the chain of each number of attacks is walked once.
    fn struck<W: Weight>(
        &self,
        ways: &Dist<Way, W>,
        stroke: &Stroke,
        certain: &impl Fn(u16) -> Dist<u16, W>,
    ) -> Result<Dist<Way, W>, TooManyPaths> {
        let (me, enemy) = (stroke.side, 1 - stroke.side);
        let most = self.models[enemy] * self.wounds[enemy];
        let attacks = |way: &Way| {
            let dead = way.before[me] / self.wounds[me].max(1);
            attacks_left(stroke.men, stroke.each, stroke.extra, dead)
        };
        let mut chains: BTreeMap<u16, Dist<u16, W>> = BTreeMap::new();
        for (way, _) in ways.iter() {
            if let Entry::Vacant(place) = chains.entry(attacks(way)) {
                let chain = stroke.blows.chain(&certain(*place.key()))?;
                place.insert(chain);
            }
        }
        Ok(ways.onward(|way| {
            chains[&attacks(way)].map(|unsaved| {
                let mut taken = way.taken;
                taken[enemy] = (taken[enemy] + unsaved).min(most);
                Way { taken, ..*way }
            })
        }))
    }

    /// The score of a round, with everything left out that makes no difference to what follows.
    fn scored(&self, house: &House, way: &Way) -> Scored {
        let gone = |i: usize| way.taken[i] >= self.models[i] * self.wounds[i];
        match [gone(0), gone(1)] {
            [true, false] => return Scored::WipedOut(0),
            [false, true] => return Scored::WipedOut(1),
            [true, true] => return Scored::Draw,
            _ => {}
        }
        let scores = [way.taken[1] as i16 + self.bonus[0], way.taken[0] as i16 + self.bonus[1]];
        match score::round(house, scores, self.musicians) {
            Round::First(by) => Scored::Lost(1, self.loser(way, 1, by)),
            Round::Second(by) => Scored::Lost(0, self.loser(way, 0, by)),
            Round::RollOff => Scored::RollOff([self.loser(way, 0, 1), self.loser(way, 1, 1)]),
            Round::Draw => Scored::Draw,
        }
    }

    fn loser(&self, way: &Way, side: usize, by: u16) -> Loser {
        let lost = way.taken[side] / self.wounds[side].max(1);
        let unit = &self.beaten[side];
        let own = unit.own.saturating_sub(lost);
        // Of its numbers it matters only whether it is outnumbered by those it fears, or has twice the enemy's.
        let twice = 2 * unit.enemies;
        let own = if own >= twice { twice } else { own.min(unit.feared) };
        Loser { by, models: (self.models[side] - lost).min(tables().five), own }
    }

    fn end(&self, house: &House, scored: Scored, dice: &mut dyn Dice) -> End {
        let (side, loser) = match scored {
            Scored::Draw => return End::Draw,
            Scored::WipedOut(side) => return End::WipedOut(side),
            Scored::Lost(side, loser) => (side, loser),
            Scored::RollOff(losers) => match score::roll_off(dice) {
                Round::First(_) => (1, losers[1]),
                Round::Second(_) => (0, losers[0]),
                Round::Draw | Round::RollOff => return End::Draw,
            },
        };
        let unit = &self.beaten[side];
        let beaten = Beaten { difference: loser.by, models: loser.models, own: loser.own, ..*unit };
        End::Beaten(side, beaten.fate(house, roll(rule::BREAK_TEST, side as u8, 0), dice))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::attacks::Striker;
    use crate::data::troop::Weapon;

    fn stroke(side: usize, men: u16, initiative: u8) -> Stroke {
        Stroke {
            side,
            turn: Turn::of(
                &House::default(),
                &Striker {
                    weapon: Weapon::HandWeapon,
                    frontal: true,
                    charged: false,
                    initiative,
                    momentum: false,
                },
            ),
            men: [men, 0],
            each: [1, 1],
            extra: 0,
            blows: Blows { attacks: 0, hit: 4, second: None, reroll: None, wound: 4, save: 5 },
        }
    }

    fn duel(strokes: Vec<Stroke>) -> Duel {
        Duel {
            strokes,
            models: [20, 20],
            wounds: [1, 1],
            bonus: [3, 3],
            musicians: [false, false],
            beaten: [Beaten::plain(7, 20); 2],
        }
    }

    #[test]
    fn equal_units_that_strike_together_have_equal_odds() {
        let odds = duel(vec![stroke(0, 6, 3), stroke(1, 6, 3)]).odds(&House::default()).expect("few paths");
        let broken = |i| odds.probability(&End::Beaten(i, Fate::Breaks));
        assert_eq!(broken(0), broken(1));
        assert!(odds.probability(&End::Draw) > dice::Fraction::ZERO);
        assert_eq!(odds.chance(|_| true).to_string(), "1");
    }

    #[test]
    fn quick_odds_are_the_exact_ones_rounded() {
        let duel = duel(vec![stroke(0, 8, 5), stroke(1, 6, 3)]);
        let exact = duel.odds(&House::default()).expect("few paths");
        let quick = duel.quick_odds(&House::default()).expect("few paths");
        assert_eq!(exact.len(), quick.len());
        for (end, chance) in exact.iter() {
            assert!((quick.probability(end) - chance.to_f64()).abs() < 1e-12, "{end:?}");
        }
    }

    #[test]
    fn what_is_left_of_a_loser_matters_only_where_a_rule_asks() {
        // Twice the numbers give ground as long as they stay twice as many.
        let mut many = duel(vec![stroke(1, 10, 3)]);
        many.beaten[0].enemies = 9;
        many.bonus = [0, 9];
        let house = House { give_ground_two_to_one: true, ..House::default() };
        let odds = many.odds(&house).expect("few paths");
        assert!(odds.probability(&End::Beaten(0, Fate::GivesGround)) > dice::Fraction::ZERO);
        assert!(odds.probability(&End::Beaten(0, Fate::Breaks)) > dice::Fraction::ZERO);
    }

    #[test]
    fn who_strikes_first_has_the_better_of_it() {
        let odds = duel(vec![stroke(0, 6, 5), stroke(1, 6, 3)]).odds(&House::default()).expect("few paths");
        let lost = |i: usize| odds.chance(move |end| matches!(end, End::Beaten(who, _) if *who == i));
        assert!(lost(1) > lost(0));
    }

    #[test]
    fn one_blow_is_the_product_of_its_chances() {
        let alone = duel(vec![stroke(0, 1, 3)]).odds(&House::default()).expect("few paths");
        // A wound wins by one: 1/2 x 1/2 x 2/3, and Ld 7 less 1 fails 21 times in 36.
        let broken = alone.probability(&End::Beaten(1, Fate::Breaks));
        assert_eq!(broken.to_string(), "7/72");
    }
}
