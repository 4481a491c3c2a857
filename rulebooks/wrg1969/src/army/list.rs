//! Army lists, and armies drawn from them.

use crate::army::people::People;
use crate::army::points::{Commander, Purchase, usual_grade};
use crate::data::kit::Kit;
use crate::data::reaction::Grade;
use crate::data::tables::tables;

/// An army list.
#[derive(Clone, Debug)]
pub struct ArmyList {
    /// Its short name, such as `roman_early`.
    pub id: String,
    /// Its name in words.
    pub name: String,
    /// Whose army it is.
    pub people: People,
    /// The first year; BC is negative.
    pub from: i32,
    /// The last year.
    pub to: i32,
    /// What it is like.
    pub summary: String,
    /// Its lines.
    pub lines: Vec<Line>,
    /// The units of an army of it that is ready to play.
    pub ready: Vec<Company>,
}

impl ArmyList {
    /// An army of 1,000 points that is ready to play.
    pub fn ready(&'static self) -> Army {
        Army {
            list: self,
            name: self.name.clone(),
            limit: tables().points.per_general,
            subordinates: 0,
            companies: self.ready.clone(),
        }
    }
}

/// A line of an army list: one sort of troops.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its short name.
    pub id: String,
    /// Its name in words.
    pub name: String,
    /// What they are and carry.
    pub kit: Kit,
    /// The grades they may have, best first; none for engines.
    pub grades: Vec<Grade>,
    /// How many figures an army has of them, at least and at most.
    pub figures: [u16; 2],
    /// How many figures a unit of them has, at least and at most.
    pub unit: [u16; 2],
    /// Who they were, where there is something to say.
    pub note: String,
}

impl Line {
    /// The grade of those of whom nothing is said.
    pub fn usual_grade(&self) -> Option<Grade> {
        let usual = usual_grade(self.kit.troop, self.kit.regular);
        usual.filter(|grade| self.grades.contains(grade)).or(self.grades.last().copied())
    }
}

/// One unit of an army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Company {
    /// Its line, by number.
    pub line: usize,
    /// What it is called.
    pub name: String,
    /// Its figures.
    pub figures: u16,
    /// Its files.
    pub files: u16,
    /// Its grade; none for engines.
    pub grade: Option<Grade>,
    /// Whether the general commands it in person.
    pub led: bool,
}

impl Company {
    /// Itself as something to be paid for.
    pub fn purchase(&self, line: &Line) -> Purchase {
        let kit = &line.kit;
        let commander = Commander::of(kit.troop, self.led);
        Purchase {
            troop: kit.troop,
            regular: kit.regular,
            grade: self.grade,
            figures: self.figures,
            bow_and_shafted: kit.bow_and_shafted(),
            shieldless: !kit.shields,
            commander,
        }
    }
}

/// An army that is lawful.
#[derive(Clone, Debug)]
pub struct Army {
    /// The list.
    pub list: &'static ArmyList,
    /// What its player calls it.
    pub name: String,
    /// The points agreed on.
    pub limit: i32,
    /// How many subordinate generals it has.
    pub subordinates: u16,
    /// Its units.
    pub companies: Vec<Company>,
}

impl Army {
    /// What it costs.
    pub fn total(&self) -> i32 {
        total(self.list, self.subordinates, &self.companies)
    }
}

/// What generals and units cost; what cannot be bought costs nothing.
pub fn total(list: &ArmyList, subordinates: u16, companies: &[Company]) -> i32 {
    let points = &tables().points;
    let generals = i32::from(points.commander_in_chief)
        + i32::from(points.subordinate_general) * i32::from(subordinates);
    let price = |company: &Company| {
        let purchase = company.purchase(&list.lines[company.line]);
        purchase.price().map_or(0, |price| price.total(company.figures))
    };
    generals + companies.iter().map(price).sum::<i32>()
}
