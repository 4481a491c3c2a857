//! Watching a battle: its deeds are counted as they are done, and the table is looked at after every step.

use crate::{Breach, Health, Law};
use dice::{Dice, Die, RollId};
use ruling::RuleId;
use std::collections::{BTreeMap, BTreeSet};
use testudo::AnyBattle;
use umpire::{Bearing, ChargeEnd, Deed, Ending, Entry, Journal, Unit, UnitId};

/// Footprints that lie deeper in each other than this, in millimetres, overlap.
const DEEP: f64 = 1.0;
/// A forced move may differ by this much, in hundredths of its book's measure, without a cause: places are rounded.
const ROUNDING: u32 = 5;

/// Counts one battle while it is fought: a journal that reads no words.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    health: Health,
    seed: u64,
    turn: u16,
    /// Deeds of the step that is being carried out.
    deeds: Vec<Deed>,
    /// Charges announced this turn that have not ended.
    open: BTreeMap<UnitId, UnitId>,
    /// Those who are forbidden to charge home this turn.
    barred: BTreeSet<UnitId>,
    /// The broken, and whether they have run yet.
    broken: BTreeMap<UnitId, bool>,
    /// The rules by which something became true, each once.
    applied: Vec<&'static str>,
    /// Pairs that have fought, with the first and the last turn of their present run.
    locks: BTreeMap<[UnitId; 2], [u16; 2]>,
    /// Pairs that stand upon each other.
    overlapping: Vec<[UnitId; 2]>,
    /// Everyone after the step before.
    stood: Vec<Unit>,
    /// Whether anything has happened this turn.
    stirred: bool,
    /// Turns without anything happening, up to now.
    idle: u16,
}

impl Journal for Watch {
    fn listening(&self) -> bool {
        false
    }
    fn write(&mut self, _entry: Entry) {}
    fn deed(&mut self, deed: Deed) {
        self.deeds.push(deed);
    }
    fn applied(&mut self, rule: RuleId) {
        note(&mut self.applied, rule.as_str());
    }
}

/// Adds a rule to those that were used, unless it is there.
fn note(used: &mut Vec<&'static str>, rule: &'static str) {
    // The same constant is the same text in the same place, so most rules are found without comparing letters.
    if !used.iter().any(|known| std::ptr::eq(*known, rule)) {
        used.push(rule);
    }
}

/// Dice that remember the rules they were thrown for.
#[derive(Clone, Debug)]
pub struct Noted<D> {
    dice: D,
    rules: Vec<&'static str>,
}

impl<D> Noted<D> {
    /// Remembers what these dice are thrown for.
    pub fn new(dice: D) -> Self {
        Noted { dice, rules: Vec::new() }
    }

    /// The rules they were thrown for.
    pub fn rules(&self) -> &[&'static str] {
        &self.rules
    }
}

impl<D: Dice> Dice for Noted<D> {
    fn roll(&mut self, why: RollId, die: &'static Die) -> u8 {
        note(&mut self.rules, why.rule);
        self.dice.roll(why, die)
    }

    fn hits(&mut self, why: RollId, die: &'static Die, n: u16, at_least: u8) -> u16 {
        note(&mut self.rules, why.rule);
        self.dice.hits(why, die, n, at_least)
    }

    fn total(&mut self, why: RollId, die: &'static Die, n: u16) -> u16 {
        note(&mut self.rules, why.rule);
        self.dice.total(why, die, n)
    }
}

impl Watch {
    /// Watches the battle of a seed.
    pub fn of(seed: u64) -> Watch {
        Watch { seed, ..Watch::default() }
    }

    /// Counts a law that was broken.
    fn breach(&mut self, law: Law, units: &[UnitId]) {
        self.health.breach(Breach { seed: self.seed, turn: self.turn, law, units: units.to_vec() });
    }

    /// Looks at the battle after a step.
    pub fn look(&mut self, now: &AnyBattle) {
        let turn = now.standing().turn;
        let deeds = std::mem::take(&mut self.deeds);
        self.stirred |= !deeds.is_empty();
        // A step may end one turn and begin the next: what it announces belongs to the one in which it ends.
        let (open, barred) = (self.open.clone(), self.barred.clone());
        for deed in &deeds {
            self.count(*deed);
        }
        self.deeds = deeds;
        self.deeds.clear();
        self.look_at_table(now);
        if turn != self.turn {
            let begun = self.open.iter().filter(|(unit, _)| !open.contains_key(unit));
            let begun: BTreeMap<UnitId, UnitId> = begun.map(|(unit, target)| (*unit, *target)).collect();
            let told: BTreeSet<UnitId> = self.barred.difference(&barred).copied().collect();
            self.open.retain(|unit, _| open.contains_key(unit));
            self.end_turn();
            (self.open, self.barred, self.turn) = (begun, told, turn);
        }
    }

    fn count(&mut self, deed: Deed) {
        let health = &mut self.health;
        match deed {
            Deed::Charge { unit, target } => {
                health.charges += 1;
                self.open.insert(unit, target);
            }
            Deed::Charged { unit, end } => {
                self.open.remove(&unit);
                health.contacts += u32::from(end == ChargeEnd::Contact);
                if end != ChargeEnd::Spent && self.barred.contains(&unit) {
                    self.breach(Law::Allowed, &[unit]);
                }
            }
            Deed::Blow { unit, target, figures } => {
                health.blows += 1;
                health.blows_by_one += u32::from(figures.is_some_and(|n| n <= 1));
                health.blows_by_three += u32::from(figures.is_some_and(|n| n <= 3));
                self.fought(unit, target);
            }
            Deed::Forced { unit, due, went, told } => {
                self.broken.entry(unit).and_modify(|ran| *ran = true);
                if !told && due.abs_diff(went) > ROUNDING {
                    self.breach(Law::Told, &[unit]);
                }
            }
            Deed::Barred { unit } => {
                self.barred.insert(unit);
            }
            Deed::Broke { unit } => {
                self.broken.insert(unit, false);
            }
            Deed::Rallied { unit } => {
                if self.broken.remove(&unit) == Some(false) {
                    self.breach(Law::Allowed, &[unit]);
                }
            }
        }
    }

    /// Two units fight in this turn.
    fn fought(&mut self, unit: UnitId, target: UnitId) {
        let turn = self.turn;
        let pair = if unit < target { [unit, target] } else { [target, unit] };
        let run = self.locks.entry(pair).or_insert([turn, 0]);
        if run[1] == turn && run[1] > 0 {
            return;
        }
        self.health.combats += 1;
        if run[1] + 1 != turn {
            run[0] = turn;
        }
        run[1] = turn;
        self.health.longest_lock = self.health.longest_lock.max(run[1] + 1 - run[0]);
    }

    /// Sees who has moved or fallen, and who stands upon whom.
    fn look_at_table(&mut self, now: &AnyBattle) {
        let field = now.field();
        let moved: Vec<UnitId> =
            field.ids().filter(|id| self.stood.get(id.index()) != Some(field.unit(*id))).collect();
        self.stirred |= !moved.is_empty();
        if moved.is_empty() {
            return;
        }
        self.stood.clear();
        self.stood.extend_from_slice(field.units());
        let troops = |id: UnitId| field.on_table(id) && now.bearing(id) != Bearing::NoTroops;
        self.overlapping.retain(|[a, b]| overlap(now, *a, *b));
        for &a in moved.iter().filter(|id| troops(**id)) {
            for b in field.ids().filter(|b| *b != a && troops(*b)) {
                let pair = if a < b { [a, b] } else { [b, a] };
                if overlap(now, a, b) && !self.overlapping.contains(&pair) {
                    self.overlapping.push(pair);
                    self.breach(Law::Apart, &pair);
                }
            }
        }
    }

    fn end_turn(&mut self) {
        for (unit, target) in std::mem::take(&mut self.open) {
            self.breach(Law::Told, &[unit, target]);
        }
        self.barred.clear();
        self.idle = if self.stirred || self.turn == 0 { 0 } else { self.idle + 1 };
        self.health.longest_idle = self.health.longest_idle.max(self.idle);
        self.stirred = false;
    }

    /// What was counted, once the battle is over, with the rules that dice were thrown for.
    pub fn finish(mut self, winner: bool, ending: Ending, thrown: &[&'static str]) -> Health {
        // A battle that ends amid a charge owes nobody its outcome.
        self.open.clear();
        self.end_turn();
        let used = || self.applied.iter().chain(thrown).copied();
        Health {
            battles: 1,
            by_clock: u32::from(ending == Ending::Time),
            conceded: u32::from(ending == Ending::Conceded),
            draws: u32::from(!winner),
            without_blow: u32::from(self.health.blows == 0),
            chapters: used().filter_map(|rule| Some((chapter(rule)?, 1))).collect(),
            rules: used().map(|rule| (rule, 1)).collect(),
            ..self.health
        }
    }
}

/// The chapter that a rule stands in: the second part of its id.
fn chapter(rule: &'static str) -> Option<&'static str> {
    rule.split('.').nth(1)
}

/// Whether two units on the table stand upon each other, and neither is a friend on its way through the other.
fn overlap(now: &AnyBattle, a: UnitId, b: UnitId) -> bool {
    let field = now.field();
    let passes = || field.side(a) == field.side(b) && (now.is_passing(a) || now.is_passing(b));
    field.on_table(a)
        && field.on_table(b)
        // A quick look first: what the formations cover is never less than the ground they stand on.
        && table::penetration(field.shape(a), field.shape(b)) > DEEP
        && table::penetration(&now.footprint(a), &now.footprint(b)) > DEEP
        && !passes()
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIT: UnitId = UnitId(3);

    fn counted(deeds: &[Deed]) -> Health {
        let mut watch = Watch { turn: 1, ..Watch::default() };
        deeds.iter().for_each(|deed| watch.count(*deed));
        watch.end_turn();
        watch.health
    }

    #[test]
    fn the_broken_run_before_they_rally() {
        let ran = Deed::Forced { unit: UNIT, due: 900, went: 900, told: false };
        let (broke, rallied) = (Deed::Broke { unit: UNIT }, Deed::Rallied { unit: UNIT });
        assert_eq!(counted(&[broke, ran, rallied]).forbidden, 0);
        let forbidden = counted(&[broke, rallied]);
        assert_eq!(forbidden.forbidden, 1);
        let named = Breach { seed: 0, turn: 1, law: Law::Allowed, units: vec![UNIT] };
        assert_eq!(forbidden.breaches, [named]);
    }

    #[test]
    fn the_barred_do_not_charge_home() {
        let (charge, barred) = (Deed::Charge { unit: UNIT, target: UnitId(7) }, Deed::Barred { unit: UNIT });
        let ended = |end| Deed::Charged { unit: UNIT, end };
        assert_eq!(counted(&[charge, barred, ended(ChargeEnd::Contact)]).forbidden, 1);
        assert_eq!(counted(&[charge, barred, ended(ChargeEnd::Spent)]).forbidden, 0);
        assert_eq!(counted(&[charge, ended(ChargeEnd::Contact)]).forbidden, 0);
    }

    #[test]
    fn a_length_that_nobody_was_told_the_cause_of_is_unexplained() {
        let ran = |went, told| Deed::Forced { unit: UNIT, due: 900, went, told };
        assert_eq!(counted(&[ran(900, false), ran(600, true)]).unexplained, 0);
        assert_eq!(counted(&[ran(600, false)]).unexplained, 1);
        assert_eq!(counted(&[Deed::Charge { unit: UNIT, target: UnitId(7) }]).unexplained, 1, "no outcome");
    }

    #[test]
    fn chapters_are_counted_once_a_battle() {
        let mut watch = Watch::default();
        watch.applied(RuleId::new("book.flight.run"));
        watch.applied(RuleId::new("book.flight.edge"));
        let health = watch.finish(true, Ending::Fought, &["book.nerve.test"]);
        assert_eq!(health.chapters, BTreeMap::from([("flight", 1), ("nerve", 1)]));
        let rules = ["book.flight.edge", "book.flight.run", "book.nerve.test"];
        assert_eq!(health.rules, BTreeMap::from(rules.map(|rule| (rule, 1))));
    }
}
