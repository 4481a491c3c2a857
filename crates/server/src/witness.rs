//! Dice beside the rulings they were thrown for: whoever writes the journal also watches the dice.

use dice::{Dice, Die, RollId};
use std::cell::RefCell;
use std::rc::Rc;
use umpire::{Entry, Journal, Ruling, Side};

type Thrown = Rc<RefCell<Vec<(RollId, u8)>>>;

/// Dice that are watched.
#[derive(Debug)]
pub struct Watched<D> {
    /// The dice themselves.
    pub dice: D,
    thrown: Thrown,
}

impl<D: Dice> Dice for Watched<D> {
    fn roll(&mut self, why: RollId, die: &'static Die) -> u8 {
        let face = self.dice.roll(why, die);
        self.thrown.borrow_mut().push((why, face));
        face
    }
}

/// A journal whose rulings show their dice.
#[derive(Debug)]
pub struct Witness {
    /// What was written.
    pub entries: Vec<Entry>,
    thrown: Thrown,
}

impl Journal for Witness {
    fn listening(&self) -> bool {
        true
    }

    fn write(&mut self, mut entry: Entry) {
        if let Entry::Ruling(ruling) = &mut entry {
            let thrown = std::mem::take(&mut *self.thrown.borrow_mut());
            // A ruling that tells its dice itself knows best.
            if ruling.rolls.is_empty() {
                for (why, face) in thrown {
                    if rests_on(ruling, why.rule) {
                        let side = if why.side == 0 { Side::Red } else { Side::Blue };
                        ruling.rolls.push((side, None, face));
                    }
                }
            }
        }
        self.entries.push(entry);
    }
}

/// Whether a rule entered into a ruling: dice thrown under another are no part of it, and might give it away.
fn rests_on(ruling: &Ruling, rule: &str) -> bool {
    let tallied = ruling.tallies.iter().flat_map(|(_, tally)| tally.factors()).map(|factor| factor.rule);
    std::iter::once(ruling.rule).chain(ruling.also.iter().copied()).chain(tallied).any(|r| r.as_str() == rule)
}

/// Dice and the journal that watches them.
pub fn watched<D: Dice>(dice: D) -> (Watched<D>, Witness) {
    let thrown = Thrown::default();
    (Watched { dice, thrown: thrown.clone() }, Witness { entries: Vec::new(), thrown })
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::{D6, Scripted};
    use ruling::RuleId;

    const SHOOT: RuleId = RuleId::new("book.shoot");
    const SECRET: RuleId = RuleId::new("book.secret");

    #[test]
    fn a_ruling_shows_the_dice_thrown_under_its_rules_and_no_others() {
        let (mut dice, mut journal) = watched(Scripted::new([3, 6, 2, 5]));
        dice.roll(RollId::new(SECRET.as_str(), 1), &D6);
        assert_eq!(dice.hits(RollId::new(SHOOT.as_str(), 0), &D6, 2, 4), 1);
        journal.write(Entry::Ruling(Ruling::new(SHOOT, "a volley")));
        dice.roll(RollId::new(SHOOT.as_str(), 0), &D6);
        journal.write(Entry::Ruling(Ruling::new(SHOOT, "told").rolled(Side::Blue, None, 5)));
        let rolls = |i: usize| match &journal.entries[i] {
            Entry::Ruling(ruling) => ruling.rolls.clone(),
            _ => Vec::new(),
        };
        assert_eq!(rolls(0), [(Side::Red, None, 6), (Side::Red, None, 2)]);
        assert_eq!(rolls(1), [(Side::Blue, None, 5)]);
    }
}
