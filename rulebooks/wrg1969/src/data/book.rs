//! The book as one battle plays it: what both sides may know.

use crate::data::feature::Feature;
use crate::data::kit::Kit;
use crate::data::tables::tables;
use crate::house::House;
use ruling::RuleIndex;
use table::Vec2;
use umpire::{BySide, Side, UnitId};

/// The rulebook with its house rules, the kit of every unit and the ground.
#[derive(Clone, Debug)]
pub struct Wrg1969 {
    /// The house rules in force.
    pub house: House,
    /// The size of the table, in inches.
    pub size: Vec2,
    /// What each unit is and carries, by its number on the roster.
    pub kits: Vec<Kit>,
    /// The features of the ground.
    pub features: Vec<Feature>,
    /// Large units, each with a part that may break from it (`wrg1969.after.large_unit`).
    pub parts: Vec<(UnitId, UnitId)>,
    /// How deep each side's deployment zone is, in inches from its edge: red's is the south, blue's the north.
    pub zones: BySide<f64>,
}

impl Default for Wrg1969 {
    fn default() -> Self {
        Wrg1969::new(House::default())
    }
}

impl Wrg1969 {
    /// The book with these house rules, a bare table and nobody on it.
    pub fn new(house: House) -> Self {
        let setup = &tables().setup;
        Wrg1969 {
            house,
            size: Vec2::new(setup.width, setup.depth),
            kits: Vec::new(),
            features: Vec::new(),
            parts: Vec::new(),
            zones: BySide::each(|_| setup.zone),
        }
    }

    /// The rules as played.
    pub fn index() -> &'static RuleIndex {
        crate::data::tables::rules()
    }

    /// What a unit is and carries.
    #[inline]
    pub fn kit(&self, id: UnitId) -> &Kit {
        &self.kits[id.index()]
    }

    /// The parts that may break from a large unit.
    pub fn parts_of(&self, id: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        self.parts.iter().filter(move |(whole, _)| *whole == id).map(|(_, part)| *part)
    }

    /// The feature with an id.
    pub fn feature(&self, id: &str) -> Option<&Feature> {
        self.features.iter().find(|feature| feature.id == id)
    }

    /// The least and the greatest y of a side's deployment zone, in inches (`wrg1969.setup.deploy`).
    pub fn zone(&self, side: Side) -> (f64, f64) {
        match side {
            Side::Red => (0.0, self.zones[side]),
            Side::Blue => (self.size.y - self.zones[side], self.size.y),
        }
    }
}
