//! The reaction test: occasions, dice, factors and what comes of it.

mod line;

pub use line::{Line, Lines, tally};

use crate::aftermath::rules::is_below_half;
use crate::data::casualties::steps;
use crate::data::occasion::{Column, Occasion};
use crate::data::tables::tables;
use crate::data::troop::{Class, Training, Troop};
use crate::house::{FirstTest, House};
use crate::orders::order::Posture;
use crate::rule;
use binding::choice;
use dice::{Dice, Die, RollId};
use mechanics::{Befallen, Counts, occasions_due};
use ruling::{RuleId, Tally};

choice! {
    /// What a test makes a body do.
    Outcome {
        /// Out of hand.
        Impetuous => "impetuous",
        /// As ordered.
        Obey => "obey",
        /// No advance this period.
        NoAdvance => "no_advance",
        /// Shaken, no advance.
        ShakenNoAdvance => "shaken_no_advance",
        /// Shaken, retiring for two periods.
        ShakenRetire => "shaken_retire",
        /// The same in disorder.
        ShakenRetireDisordered => "shaken_retire_disordered",
        /// Broken.
        Break => "break",
        /// Routers rally.
        Rally => "rally",
        /// Routers run on.
        RoutContinues => "rout_continues",
        /// The charge goes in.
        Charge => "charge",
        /// It does not.
        NoCharge => "no_charge",
        /// Any response that orders permit.
        AnyAnswer => "any_response",
        /// Evade.
        MustEvade => "must_evade",
        /// No counter-charge.
        NoCountercharge => "no_countercharge",
        /// Shaken, receiving at the halt.
        ShakenHalt => "shaken_halt",
    }
}

/// A test to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// Who tests.
    pub troop: Troop,
    /// Their class.
    pub class: Class,
    /// Their training.
    pub training: Training,
    /// Their figures now.
    pub strength: u32,
    /// Their figures at first.
    pub original: u32,
    /// Why.
    pub occasion: Occasion,
    /// Their posture.
    pub posture: Posture,
    /// Whether they are shaken.
    pub shaken: bool,
    /// Whether they are routing.
    pub routing: bool,
    /// Whether they must recoil.
    pub recoiling: bool,
    /// Whether they would charge the front of close formation foot.
    pub target_close_foot: bool,
    /// The factors that apply.
    pub lines: Lines,
}

/// How many dice a test has (`wrg6.reaction.dice`).
pub fn dice_count(strength: u32, original: u32) -> u16 {
    tables().reaction.dice.of(strength, original)
}

/// The row of a total for troops of a class and training (`wrg6.reaction.results`).
pub fn row(class: Class, training: Training, total: i16) -> u8 {
    tables().reaction.column(class, training).above(total) as u8 + 1
}

/// The rule of a column of instructions.
pub const fn column_rule(column: Column) -> RuleId {
    match column {
        Column::NoCharge => rule::REACTION_COLUMN_NO_CHARGE,
        Column::Initiate => rule::REACTION_COLUMN_INITIATE,
        Column::Charged => rule::REACTION_COLUMN_CHARGED,
    }
}

impl Test {
    /// The rules that it rests on beside its occasion and its factors.
    pub fn rules(&self) -> Vec<RuleId> {
        let mut rules =
            vec![rule::REACTION_DICE, rule::REACTION_RESULTS, column_rule(self.occasion.column())];
        let counts = |line: &Line| self.lines.times(*line) != 0;
        if line::GENERALS.iter().filter(|line| counts(line)).count() > 1 {
            rules.push(rule::REACTION_FACTOR_GENERALS);
        }
        if Line::ALL.iter().any(|line| line.counts() == Counts::Choice && counts(line)) {
            rules.push(rule::REACTION_FACTOR_CHOICE);
        }
        if counts(&Line::ShotHalfCasualties) {
            rules.push(rule::CASUALTIES_PERFIGURE);
        }
        if line::BY_HEADING.iter().any(counts) {
            rules.push(rule::REACTION_ADVANCING);
        }
        if line::BY_DISTANCE.iter().any(counts) {
            rules.push(rule::REACTION_DISTANCE);
        }
        rules
    }

    /// Adds the lines that follow from the rest: lights, mounted charged by foot, shooting (the casualties and the
    /// strength on which they fell), being unsteady.
    pub fn derive(&mut self, charger_foot: bool, (shot_casualties, strength_then): (u32, u32)) {
        let (troop, occasion) = (self.troop, self.occasion);
        let lights = troop.is_light() && matches!(occasion, Occasion::First | Occasion::InitiateCharge);
        self.lines.note(Line::LightTroops, lights);
        let by_foot = occasion == Occasion::Charged && charger_foot && troop.is_mounted();
        self.lines.note(Line::MountedChargedByFoot, by_foot);
        let halves = steps(shot_casualties, strength_then, troop.is_model());
        self.lines.count(Line::ShotHalfCasualties, halves);
        if self.shaken || self.routing || occasion == Occasion::Surprise {
            self.lines.note(Line::SurprisedShakenOrRouting, true);
        }
    }

    /// The die it is thrown with.
    pub fn die(&self, house: &House) -> &'static Die {
        self.training.reaction_die(house)
    }

    /// How many dice.
    pub fn dice_count(&self) -> u16 {
        dice_count(self.strength, self.original)
    }

    /// The factors that apply, as the house values them.
    pub fn factors(&self, house: &House) -> Tally {
        tally(&self.lines, house)
    }

    /// Throws: the total of dice and factors (`wrg6.reaction.total`).
    pub fn throw(&self, house: &House, why: RollId, dice: &mut dyn Dice) -> i16 {
        dice.total(why, self.die(house), self.dice_count()) as i16 + self.factors(house).total()
    }

    /// The row of a total.
    pub fn row(&self, total: i16) -> u8 {
        row(self.class, self.training, total)
    }

    /// What a row makes them do.
    pub fn outcome(&self, row: u8) -> Outcome {
        let broken_friends = self.lines.times(Line::FriendsBroken) > 0;
        let skirmishes = self.posture == Posture::Skirmish;
        match self.occasion.column() {
            Column::NoCharge => match row {
                1..=3 if self.routing => Outcome::Rally,
                _ if self.routing => Outcome::RoutContinues,
                1 => Outcome::Impetuous,
                2 | 3 => Outcome::Obey,
                4 => Outcome::NoAdvance,
                5 => Outcome::ShakenNoAdvance,
                _ if self.troop == Troop::Elephant || self.recoiling || broken_friends => Outcome::Break,
                _ => Outcome::ShakenRetire,
            },
            Column::Initiate => match row {
                1 => Outcome::Impetuous,
                2 => Outcome::Charge,
                3 if self.troop.is_mounted() && self.target_close_foot => Outcome::NoCharge,
                3 => Outcome::Charge,
                4 => Outcome::NoCharge,
                5 => Outcome::ShakenNoAdvance,
                _ if broken_friends => Outcome::Break,
                _ => Outcome::ShakenRetireDisordered,
            },
            Column::Charged => match row {
                1 => Outcome::Impetuous,
                2 => Outcome::AnyAnswer,
                3 | 4 if skirmishes => Outcome::MustEvade,
                3 if self.posture == Posture::Attack => Outcome::AnyAnswer,
                3 | 4 => Outcome::NoCountercharge,
                5 if self.shaken || skirmishes => Outcome::Break,
                5 => Outcome::ShakenHalt,
                _ => Outcome::Break,
            },
        }
    }

    /// Whether they are shaken afterwards (`wrg6.reaction.shaken_recovery`); whoever runs is shaken already.
    pub fn shaken_after(&self, row: u8) -> bool {
        is_below_half(self.strength, self.original) || row >= 5 || (row == 4 && (self.shaken || self.routing))
    }
}

/// The occasions for which a body must test, in the order of the sheet, each with its step.
pub fn due(body: &Befallen) -> impl Iterator<Item = (Occasion, u8)> {
    occasions_due(&tables().reaction.occasions, body).map(|spec| (spec.occasion, spec.moment))
}

/// Whether a first test taken is the last (`wrg6.reaction.when.first`).
pub fn was_first(house: &House, tested_first: bool) -> bool {
    tested_first && house.reaction_first_test == FirstTest::Once
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_total_has_its_row_and_rows_fall_with_it() {
        for class in Class::ALL {
            for training in Training::ALL {
                let rows: Vec<u8> = (-20..=40).map(|total| row(*class, *training, total)).collect();
                assert!(rows.is_sorted_by(|a, b| a >= b), "{class:?} {training:?}");
                assert_eq!((rows[0], rows[60]), (6, 1));
            }
        }
        let fourteen: Vec<i16> =
            (0..30).filter(|total| row(Class::D, Training::Irregular, *total) == 2).collect();
        assert_eq!(fourteen, [14]);
        for total in -5..6 {
            let row = |training| row(Class::A, training, total);
            assert_eq!(row(Training::Regular), row(Training::Irregular), "{total}");
        }
    }

    #[test]
    fn the_tables_and_the_program_know_the_same_occasions_and_instructions() {
        let listed: Vec<&str> = tables().reaction.occasions.iter().map(|spec| spec.occasion.key()).collect();
        let known: Vec<&str> = Occasion::ALL.iter().map(|o| o.key()).collect();
        assert_eq!(listed, known);
        assert!(tables().reaction.instructions.iter().all(|rows| rows.len() == 6));
    }

    #[test]
    fn the_first_test_may_be_taken_at_each_event() {
        let due = |house: &House| {
            let has_met_enemy = was_first(house, true);
            due(&Befallen { meets_enemy: true, has_met_enemy, ..Befallen::default() }).collect::<Vec<_>>()
        };
        let house = House { reaction_first_test: FirstTest::EachEvent, ..House::default() };
        assert_eq!((due(&House::default()), due(&house)), (vec![], vec![(Occasion::First, 2)]));
    }
}
