//! A round of combat seen ahead: hits, wounds, saves, result and Break test as one exact chain.
//!
//! The same functions that fight the round are walked step by step, and equal states are merged between the steps.

use crate::blows::{Blows, PATHS};
use crate::breaking::{Beaten, Fate};
use crate::house::House;
use crate::leadership::roll;
use crate::result::{self, Round};
use crate::rule;
use crate::striking::{Turn, attacks_left};
use dice::{Dist, TooManyPaths};

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

/// A state on the way: wounds taken by each, as the step began and now, and what was rolled last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    before: [u16; 2],
    taken: [u16; 2],
    rolled: u16,
}

impl Duel {
    /// The exact odds of its end.
    ///
    /// # Errors
    /// If there are more paths than anyone asks for.
    pub fn odds(&self, house: &House) -> Result<Dist<End>, TooManyPaths> {
        let mut strokes = self.strokes.clone();
        strokes.sort_by_key(|s| std::cmp::Reverse(s.turn));
        let mut ways = Dist::certain(Way::default());
        for step in strokes.chunk_by(|a, b| a.turn == b.turn) {
            ways = ways.map(|w| Way { before: w.taken, rolled: 0, ..*w });
            for stroke in step {
                ways = self.struck(&ways, stroke)?;
            }
        }
        ways.then(PATHS, |way, dice| self.end(house, way, dice))
    }

    fn struck(&self, ways: &Dist<Way>, stroke: &Stroke) -> Result<Dist<Way>, TooManyPaths> {
        let (me, enemy) = (stroke.side, 1 - stroke.side);
        let (side, blows) = (me as u8, stroke.blows);
        let most = self.models[enemy] * self.wounds[enemy];
        ways.then(PATHS, |way, dice| {
            let dead = way.before[me] / self.wounds[me].max(1);
            let attacks = attacks_left(stroke.men, stroke.each, stroke.extra, dead);
            Way { rolled: blows.hits(attacks, side, dice), ..*way }
        })?
        .then(PATHS, |way, dice| Way { rolled: blows.wounds(way.rolled, side, dice), ..*way })?
        .then(PATHS, |way, dice| {
            let mut taken = way.taken;
            taken[enemy] = (taken[enemy] + blows.unsaved(way.rolled, side, dice)).min(most);
            Way { taken, rolled: 0, ..*way }
        })
    }

    fn end(&self, house: &House, way: &Way, dice: &mut dyn dice::Dice) -> End {
        let gone = |i: usize| way.taken[i] >= self.models[i] * self.wounds[i];
        match [gone(0), gone(1)] {
            [true, false] => return End::WipedOut(0),
            [false, true] => return End::WipedOut(1),
            [true, true] => return End::Draw,
            _ => {}
        }
        let scores = [way.taken[1] as i16 + self.bonus[0], way.taken[0] as i16 + self.bonus[1]];
        let mut round = result::round(house, scores, self.musicians);
        if round == Round::RollOff {
            round = result::roll_off(dice);
        }
        let (loser, by) = match round {
            Round::First(by) => (1, by),
            Round::Second(by) => (0, by),
            Round::Draw | Round::RollOff => return End::Draw,
        };
        let models = self.models[loser] - way.taken[loser] / self.wounds[loser].max(1);
        let lost = self.models[loser] - models;
        let unit = &self.beaten[loser];
        let beaten = Beaten { difference: by, models, own: unit.own.saturating_sub(lost), ..*unit };
        End::Beaten(loser, beaten.fate(house, roll(rule::BREAK_TEST, loser as u8, 0), dice))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::leadership::Leaders;
    use crate::troop::Weapon;

    fn beaten() -> Beaten {
        Beaten {
            leaders: Leaders { own: 7, general: None },
            difference: 0,
            models: 20,
            excused: false,
            formed: true,
            own: 20,
            enemies: 20,
            feared: 0,
            hatred: false,
            stubborn: false,
            stubborn_used: false,
            frenzied: false,
            ferocious: false,
            standard: false,
            ranks: 0,
        }
    }

    fn stroke(side: usize, men: u16, initiative: u8) -> Stroke {
        Stroke {
            side,
            turn: Turn::of(Weapon::HandWeapon, true, false, initiative, false),
            men: [men, 0],
            each: [1, 1],
            extra: 0,
            blows: Blows { attacks: 0, hit: 4, second: None, reroll: false, wound: 4, save: 5 },
        }
    }

    fn duel(strokes: Vec<Stroke>) -> Duel {
        Duel {
            strokes,
            models: [20, 20],
            wounds: [1, 1],
            bonus: [3, 3],
            musicians: [false, false],
            beaten: [beaten(), beaten()],
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
