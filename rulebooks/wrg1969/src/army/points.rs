//! Points: what troops cost, and what an army may be made of.

use crate::data::reaction::Grade;
use crate::data::tables::tables;
use crate::data::troop::Troop;
use crate::rule;
use ruling::RuleId;

/// Who commands a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Commander {
    /// An officer or a chief of its own.
    #[default]
    Unit,
    /// The commander of a specialist part inside another unit.
    SubUnit,
    /// The general in person.
    General,
    /// Nobody: engines.
    None,
}

impl Commander {
    /// Who commands troops that the general leads in person, or not; engines have nobody.
    pub const fn of(troop: Troop, led: bool) -> Self {
        if troop.is_engine() {
            Commander::None
        } else if led {
            Commander::General
        } else {
            Commander::Unit
        }
    }

    /// Every one, in order.
    pub const ALL: [Commander; 4] =
        [Commander::Unit, Commander::SubUnit, Commander::General, Commander::None];

    /// Every one's word, in the same order.
    pub const KEYS: [&'static str; 4] = ["unit", "sub_unit", "general", "none"];
}

/// A unit to be paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purchase {
    /// Its type.
    pub troop: Troop,
    /// Whether it is regular.
    pub regular: bool,
    /// Its grade; engines have none.
    pub grade: Option<Grade>,
    /// Its figures.
    pub figures: u16,
    /// Whether it has a bow and a shafted weapon.
    pub bow_and_shafted: bool,
    /// Whether it has no shields.
    pub shieldless: bool,
    /// Who commands it.
    pub commander: Commander,
}

/// What a unit costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// Each figure.
    pub per_figure: i32,
    /// Its commander.
    pub command: i32,
}

impl Price {
    /// What so many figures and their commander cost.
    pub fn total(&self, figures: u16) -> i32 {
        self.per_figure * i32::from(figures) + self.command
    }
}

/// What cannot be bought, and the word of the form to blame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotForSale {
    /// The field: `troop`, `class` or `commander`.
    pub field: &'static str,
    /// The rule.
    pub rule: RuleId,
    /// Why.
    pub why: String,
}

/// The grade of troops of whom nothing is said: C for regulars, D for barbarians and elephants, none for engines.
pub const fn usual_grade(troop: Troop, regular: bool) -> Option<Grade> {
    match troop {
        _ if troop.is_engine() => None,
        Troop::Elephant => Some(Grade::D),
        _ if regular => Some(Grade::C),
        _ => Some(Grade::D),
    }
}

impl Purchase {
    /// So many figures of a type as they usually are.
    pub const fn usual(troop: Troop, regular: bool, figures: u16) -> Self {
        let commander = if troop.is_engine() { Commander::None } else { Commander::Unit };
        Purchase {
            troop,
            regular,
            grade: usual_grade(troop, regular),
            figures,
            bow_and_shafted: false,
            shieldless: false,
            commander,
        }
    }

    /// What it costs.
    ///
    /// # Errors
    /// Everything that cannot be had: troops, a grade, or the general's company.
    pub fn price(&self) -> Result<Price, Vec<NotForSale>> {
        let faults = self.faults();
        if !faults.is_empty() {
            return Err(faults);
        }
        let (points, kind) = (&tables().points, usize::from(!self.regular));
        let per_figure = self.base().unwrap_or(0) + self.graded() + self.extras();
        let command = match self.commander {
            _ if self.troop.is_engine() => 0,
            Commander::Unit => points.unit_commander[kind],
            Commander::SubUnit => points.sub_unit_commander[kind],
            Commander::General | Commander::None => 0,
        };
        Ok(Price { per_figure: i32::from(per_figure), command: i32::from(command) })
    }

    fn base(&self) -> Option<i16> {
        tables().troop(self.troop).points[usize::from(!self.regular)]
    }

    /// What the grade adds (`wrg1969.points.variation`); elephants and engines have no choice of one.
    fn graded(&self) -> i16 {
        if self.troop.is_engine() || self.troop == Troop::Elephant {
            return 0;
        }
        self.grade.and_then(|grade| tables().points.grade(self.regular, grade)).unwrap_or(0)
    }

    /// What weapons and shields add (`wrg1969.points.extras`).
    fn extras(&self) -> i16 {
        if self.troop.is_model() {
            return 0;
        }
        let (points, kind) = (&tables().points, usize::from(!self.regular));
        let bow = if self.bow_and_shafted { points.bow_and_shafted[kind] } else { 0 };
        let bare = self.shieldless && self.troop != Troop::SuperHeavyCavalry;
        bow + if bare { points.shieldless[kind] } else { 0 }
    }

    fn faults(&self) -> Vec<NotForSale> {
        let mut faults = Vec::new();
        let mut fault = |field, rule: RuleId, why: String| {
            faults.push(NotForSale { field, rule, why });
        };
        let (name, kind) = (self.troop.name(), if self.regular { "regular" } else { "barbarian" });
        if self.base().is_none() {
            let rule = if self.troop == Troop::AssyrianChariot {
                rule::POINTS_ASSYRIAN_CHARIOT
            } else {
                rule::POINTS_VALUES
            };
            fault("troop", rule, format!("{name} are never {kind}"));
        }
        match self.grade {
            Some(_) if self.troop.is_engine() => {
                fault("class", rule::TYPES_ENGINES, "engines have no grade".to_owned());
            }
            None if !self.troop.is_engine() => {
                fault("class", rule::POINTS_GRADES, format!("{name} need a grade"));
            }
            Some(Grade::D) if self.troop == Troop::Elephant => {}
            Some(_) if self.troop == Troop::Elephant => {
                fault("class", rule::TYPES_ELEPHANTS, "elephants are grade D".to_owned());
            }
            Some(grade) if tables().points.grade(self.regular, grade).is_none() => {
                let why = format!("grade {} is not open to {kind} troops", grade.key());
                fault("class", rule::POINTS_GRADES, why);
            }
            _ => {}
        }
        if self.commander == Commander::General {
            let points = &tables().points;
            if !self.grade.is_some_and(|grade| points.general_unit_grades.contains(&grade)) {
                let why = "a unit that the general leads is grade A or B".to_owned();
                fault("commander", rule::ARMY_GENERAL, why);
            } else if self.figures > points.general_unit_figures {
                let most = points.general_unit_figures;
                let why =
                    format!("a unit that the general leads has at most {most} figures, not {}", self.figures);
                fault("commander", rule::ARMY_GENERAL, why);
            }
        }
        faults
    }
}

/// How many generals an army of so many points has (`wrg1969.army.general`).
pub fn generals_allowed(points: i32) -> i32 {
    (points / tables().points.per_general).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn price(purchase: Purchase) -> (i32, i32) {
        let price = purchase.price().expect("there are such troops");
        (price.per_figure, price.command)
    }

    fn blamed(purchase: Purchase) -> Vec<&'static str> {
        purchase.price().err().unwrap_or_default().into_iter().map(|fault| fault.field).collect()
    }

    #[test]
    fn figures_grades_extras_and_commanders_add_up() {
        let barbarian = Purchase {
            grade: Some(Grade::E),
            shieldless: true,
            bow_and_shafted: true,
            ..Purchase::usual(Troop::HeavyInfantry, false, 10)
        };
        assert_eq!(price(barbarian), (8, 25));
        let cataphracts = Purchase {
            grade: Some(Grade::A),
            shieldless: true,
            ..Purchase::usual(Troop::SuperHeavyCavalry, true, 8)
        };
        assert_eq!(price(cataphracts), (14, 10));
        assert_eq!(price(Purchase::usual(Troop::StoneThrower, true, 1)), (25, 0));
        assert_eq!(price(Purchase::usual(Troop::Elephant, false, 3)), (25, 25));
        let part =
            Purchase { commander: Commander::SubUnit, ..Purchase::usual(Troop::LightInfantry, false, 6) };
        assert_eq!(price(part), (3, 15));
    }

    #[test]
    fn what_there_is_not_cannot_be_bought() {
        assert_eq!(blamed(Purchase::usual(Troop::StoneThrower, false, 1)), ["troop"]);
        assert_eq!(blamed(Purchase::usual(Troop::Elephant, true, 1)), ["troop"]);
        assert_eq!(blamed(Purchase::usual(Troop::AssyrianChariot, false, 4)), ["troop"]);
        let grade = |troop, regular, grade| Purchase { grade, ..Purchase::usual(troop, regular, 10) };
        assert_eq!(blamed(grade(Troop::LightInfantry, false, Some(Grade::A))), ["class"]);
        assert_eq!(blamed(grade(Troop::LightInfantry, true, Some(Grade::D))), ["class"]);
        assert_eq!(blamed(grade(Troop::Elephant, false, Some(Grade::C))), ["class"]);
        assert_eq!(blamed(grade(Troop::LightDartEngine, true, Some(Grade::C))), ["class"]);
        let led = |grade, figures| Purchase {
            commander: Commander::General,
            grade: Some(grade),
            ..Purchase::usual(Troop::HeavyCavalry, true, figures)
        };
        assert_eq!(blamed(led(Grade::C, 10)), ["commander"]);
        assert_eq!(blamed(led(Grade::A, 16)), ["commander"]);
        assert_eq!(price(led(Grade::A, 15)), (12, 0));
    }
}
