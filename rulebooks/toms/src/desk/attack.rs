//! One attack at the desk: its numbers, its exact odds, and what dice thrown at the table come to.

use super::forms::{Troops, applied, faces, factors, join};
use crate::combat::attack::{self, Attack, Outcome, Rolls};
use crate::combat::rules::Needs;
use crate::combat::shield::Save;
use crate::rule;
use dice::{Dist, Fraction, Scripted};
use form::{Fault, Filled};
use ruling::{RuleId, Tally};
use serde_json::{Value, json};
use umpire::Side;

/// The chance that a die shows so much or more.
pub(super) fn die(at_least: u8) -> Fraction {
    Fraction::new(u128::from(7 - at_least.clamp(1, 7)), 6)
}

/// An attack at the desk: its dice, the number needed, the save, and who is attacked.
pub(super) struct Asked<'a> {
    pub needs: Needs,
    pub dice: Tally,
    pub save: Save,
    pub target: &'a Troops,
    pub threatens: bool,
    /// The rules beside those of every attack, with whether they apply.
    pub rules: Vec<(bool, RuleId)>,
}

/// An attack answered: its numbers, its exact odds, and what came of dice thrown.
pub(super) struct Answered {
    pub answer: Value,
    pub odds: Dist<Outcome>,
    pub thrown: Option<Outcome>,
}

impl Asked<'_> {
    pub fn attack(&self) -> Attack {
        Attack {
            dice: self.dice.total().max(0) as u16,
            needs: self.needs.needs,
            save: self.save.save,
            men: self.target.men,
            general: self.target.general && self.threatens,
        }
    }

    /// The rules beside its factors, with whether they apply.
    fn applied(&self) -> impl Iterator<Item = (bool, RuleId)> {
        let who = &self.target.who;
        let of_all = [
            (true, rule::CASUALTIES),
            (true, who.rule),
            (who.is_elephant(), rule::ELEPHANT_LIVES),
            (self.attack().general, rule::GENERAL_HIT),
        ];
        let of_numbers = self.needs.rules().chain(self.save.rule()).map(|rule| (true, rule));
        of_all.into_iter().chain(of_numbers).chain(self.rules.iter().copied())
    }

    /// The numbers and the exact odds.
    fn odds(&self, outcomes: &Dist<Outcome>) -> Value {
        let attack = self.attack();
        // The fractions of large attacks have dozens of digits, so they stand apart.
        let large = attack.dice > 6;
        let tell = |f: &Fraction| if large { f.to_decimal(9) } else { f.to_string() };
        let most = attack.dice.min(attack.men);
        let falls: Vec<Fraction> = (0..=most).map(|i| outcomes.chance(|o| o.casualties == i)).collect();
        let expected = outcomes.mean(|o| o.casualties.into());
        let destroyed = outcomes.chance(|o| o.casualties >= attack.men);
        let general = outcomes.chance(|o| o.general_killed);
        let p_save = if attack.save > 0 { die(attack.save) } else { Fraction::ZERO };
        let mut answer = json!({
            "dice": attack.dice,
            "needs": attack.needs,
            "save": attack.save,
            "extra_dice": self.needs.extra,
            "p_kill": die(attack.needs).to_string(),
            "p_save": p_save.to_string(),
            "p_casualty": (die(attack.needs) * p_save.complement()).to_string(),
            "expected": tell(&expected),
            "distribution": falls.iter().map(tell).collect::<Vec<String>>(),
            "p_destroyed": tell(&destroyed),
            "p_general": tell(&general),
            "factors": factors([&self.needs.tally, &self.dice, &self.save.tally]),
        });
        if large {
            answer["exact"] = json!({
                "expected": expected.to_string(),
                "distribution": falls.iter().map(ToString::to_string).collect::<Vec<String>>(),
                "p_destroyed": destroyed.to_string(),
                "p_general": general.to_string(),
            });
        }
        answer
    }

    /// What dice thrown at the table come to, if they were thrown.
    fn thrown(&self, form: &Filled) -> Result<Option<Outcome>, Vec<Fault>> {
        let Some(dice) = form.opt("dice").map(form::Answer::record) else { return Ok(None) };
        let attack = self.attack();
        let mut all = faces(dice, "kill", usize::from(attack.dice))?;
        let kills = all.iter().filter(|&&f| f >= attack.needs).count();
        let sixes = if attack.general { all.iter().filter(|&&f| f == 6).count() } else { 0 };
        let again = faces(dice, "reroll", sixes)?;
        let left = kills - usize::from(again.contains(&6));
        let saves = faces(dice, "save", if attack.save > 0 { left } else { 0 })?;
        all.extend(again);
        all.extend(saves);
        let rolls = Rolls::of(rule::KILL_BASE, Side::Red, Side::Blue, 0);
        Ok(Some(attack::roll(&attack, rolls, &mut Scripted::new(all))))
    }

    /// The whole answer, with the rules that decided it.
    pub fn answer(&self, form: &Filled) -> Result<Answered, Vec<Fault>> {
        let wrong = |e: dice::TooManyPaths| vec![form.fault("target", e.to_string())];
        let outcomes = attack::odds(&self.attack()).map_err(wrong)?;
        let thrown = self.thrown(form)?;
        let mut answer = self.odds(&outcomes);
        if let Some(o) = thrown {
            let men = self.target.men;
            let came = json!({
                "kills": o.kills,
                "general_killed": o.general_killed,
                "saved": o.saved,
                "casualties": o.casualties,
                "men_left": men - o.casualties,
                "destroyed": o.casualties == men,
            });
            answer = join([answer, came]);
        }
        answer["rules"] = applied(self.applied());
        Ok(Answered { answer, odds: outcomes, thrown })
    }
}
