//! Dice beside the rulings they were thrown for: whoever writes the journal also watches the dice.

use crate::{Entry, Journal, Ruling, Side, Throw, UnitId};
use dice::{Dice, Die, RollId};
use ruling::RuleId;
use std::cell::RefCell;
use std::rc::Rc;

/// Dice that fell together: for what, what each had to reach, and their faces.
#[derive(Debug)]
struct Fall {
    why: RollId,
    die: &'static Die,
    need: Option<u8>,
    faces: Vec<u8>,
    /// Whether a ruling was written since: what falls now is another throw.
    closed: bool,
}

type Thrown = Rc<RefCell<Vec<Fall>>>;

/// Dice that are watched.
#[derive(Debug)]
pub struct Watched<D> {
    /// The dice themselves.
    pub dice: D,
    thrown: Thrown,
}

impl<D: Dice> Watched<D> {
    fn fall(&mut self, why: RollId, die: &'static Die, n: u16, need: Option<u8>) -> Vec<u8> {
        let faces: Vec<u8> = (0..n).map(|_| self.dice.roll(why, die)).collect();
        if n > 0 {
            self.thrown.borrow_mut().push(Fall { why, die, need, faces: faces.clone(), closed: false });
        }
        faces
    }
}

impl<D: Dice> Dice for Watched<D> {
    fn roll(&mut self, why: RollId, die: &'static Die) -> u8 {
        let face = self.dice.roll(why, die);
        let mut thrown = self.thrown.borrow_mut();
        match thrown.last_mut() {
            // Dice thrown one by one for the same thing are one throw.
            Some(last) if last.why == why && last.need.is_none() && !last.closed => last.faces.push(face),
            _ => thrown.push(Fall { why, die, need: None, faces: vec![face], closed: false }),
        }
        face
    }

    fn hits(&mut self, why: RollId, die: &'static Die, n: u16, at_least: u8) -> u16 {
        let faces = self.fall(why, die, n, Some(at_least));
        faces.iter().map(|&face| u16::from(face >= at_least)).sum()
    }

    fn total(&mut self, why: RollId, die: &'static Die, n: u16) -> u16 {
        let faces = self.fall(why, die, n, None);
        faces.iter().fold(0, |sum: u16, &face| sum.saturating_add(face.into()))
    }
}

/// A journal whose rulings show their dice.
#[derive(Debug)]
pub struct Witness {
    /// What was written.
    pub entries: Vec<Entry>,
    /// The throws that belonged to rulings, whether those show them or not.
    told: Vec<Throw>,
    thrown: Thrown,
}

impl Witness {
    /// Every throw, whether a ruling shows it or not: nobody is to see them before everything is opened.
    pub fn cast(&self) -> Vec<Throw> {
        let left = self.thrown.borrow().iter().map(|fall| throw(&[], fall)).collect::<Vec<_>>();
        self.told.iter().cloned().chain(left).collect()
    }
}

impl Journal for Witness {
    fn listening(&self) -> bool {
        true
    }

    fn write(&mut self, mut entry: Entry) {
        if let Entry::Ruling(ruling) = &mut entry {
            let mut thrown = self.thrown.borrow_mut();
            let fallen = std::mem::take(&mut *thrown);
            let whose = whose(ruling, &fallen);
            for mut fall in fallen {
                if !whose.has(ruling, &fall) {
                    // It may belong to a ruling that is yet to be written: where several shoot at once, say.
                    fall.closed = true;
                    thrown.push(fall);
                    continue;
                }
                let throw = throw(&ruling.needs, &fall);
                // A ruling that tells its dice itself knows best.
                if ruling.rolls.is_empty() {
                    ruling.throws.push(throw.clone());
                }
                self.told.push(throw);
            }
        }
        self.entries.push(entry);
    }
}

/// For which units the dice of a ruling were thrown.
#[derive(Debug)]
enum Whose {
    /// For those that have factors in it.
    Tallied,
    /// For the first of several for which dice were thrown by its rules.
    First(u16),
}

fn whose(ruling: &Ruling, fallen: &[Fall]) -> Whose {
    let units =
        || fallen.iter().filter(|fall| rests_on(ruling, fall.why.rule)).filter_map(|fall| fall.why.unit);
    match units().next() {
        Some(first) if !units().any(|unit| is_tallied(ruling, unit)) => Whose::First(first),
        _ => Whose::Tallied,
    }
}

impl Whose {
    /// Whether dice are a ruling's own.
    fn has(&self, ruling: &Ruling, fall: &Fall) -> bool {
        let own = fall.why.unit.is_none_or(|unit| match self {
            Whose::Tallied => is_tallied(ruling, unit),
            Whose::First(first) => unit == *first,
        });
        own && rests_on(ruling, fall.why.rule)
    }
}

fn is_tallied(ruling: &Ruling, unit: u16) -> bool {
    ruling.tallies.iter().any(|(id, _)| id.0 == unit)
}

/// Dice as a ruling tells them, with what it says they had to reach.
fn throw(needs: &[(RuleId, u8)], Fall { why, die, need, faces, .. }: &Fall) -> Throw {
    let told = || needs.iter().find(|(rule, _)| rule.as_str() == why.rule).map(|(_, need)| *need);
    Throw {
        side: if why.side == 0 { Side::Red } else { Side::Blue },
        unit: why.unit.map(UnitId),
        rule: why.rule,
        die,
        need: need.or_else(told),
        faces: faces.clone(),
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
    (Watched { dice, thrown: thrown.clone() }, Witness { entries: Vec::new(), told: Vec::new(), thrown })
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::{D6, Scripted};
    use ruling::Tally;

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
        let ruling = |i: usize| match &journal.entries[i] {
            Entry::Ruling(ruling) => ruling.clone(),
            _ => unreachable!("only rulings were written"),
        };
        let volley = Throw {
            side: Side::Red,
            unit: None,
            rule: SHOOT.as_str(),
            die: &D6,
            need: Some(4),
            faces: vec![6, 2],
        };
        assert_eq!(ruling(0).throws, [volley]);
        assert_eq!((ruling(1).throws.len(), ruling(1).rolls), (0, vec![(Side::Blue, None, 5)]));
    }

    #[test]
    fn dice_thrown_one_by_one_are_one_throw_and_reach_what_the_ruling_says() {
        let (mut dice, mut journal) = watched(Scripted::new([3, 6, 2, 5]));
        let why = RollId::new(SHOOT.as_str(), 1).unit(7);
        for _ in 0..3 {
            dice.roll(why, &D6);
        }
        assert_eq!(dice.total(RollId::new(SHOOT.as_str(), 0), &D6, 1), 5);
        journal.write(Entry::Ruling(Ruling::new(SHOOT, "blows").needing(SHOOT, 4)));
        let Some(Entry::Ruling(told)) = journal.entries.pop() else { unreachable!("it was written") };
        let faces: Vec<_> = told.throws.iter().map(|t| (t.unit, t.need, t.faces.clone())).collect();
        assert_eq!(faces, [(Some(UnitId(7)), Some(4), vec![3, 6, 2]), (None, Some(4), vec![5])]);
    }

    #[test]
    fn dice_thrown_for_several_before_anyone_is_told_of_go_to_the_rulings_of_each() {
        let (mut dice, mut journal) = watched(Scripted::new([3, 6, 2, 5]));
        for unit in [1, 2] {
            let why = RollId::new(SHOOT.as_str(), 0).unit(unit);
            dice.roll(why, &D6);
            dice.roll(why, &D6);
        }
        for unit in [2, 1] {
            journal
                .write(Entry::Ruling(Ruling::new(SHOOT, "a volley").tally(UnitId(unit), Tally::default())));
        }
        let faces = journal.entries.iter().map(|entry| match entry {
            Entry::Ruling(ruling) => ruling.throws.iter().flat_map(|t| t.faces.clone()).collect(),
            _ => Vec::new(),
        });
        assert_eq!(faces.collect::<Vec<_>>(), [[2, 5], [3, 6]]);
        assert_eq!(journal.cast().len(), 2);
    }
}
