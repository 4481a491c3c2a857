//! The book as one battle plays it.

use crate::army::kit::Kit;
use crate::board::terrain::Feature;
use crate::data::tables::tables;
use crate::house::House;
use ruling::RuleIndex;
use table::Vec2;
use umpire::UnitId;

/// The rulebook with its house rules, the ground and what every unit is.
#[derive(Clone, Debug)]
pub struct Wab {
    /// The house rules in force.
    pub house: House,
    /// The table's width and depth in inches.
    pub size: Vec2,
    /// The features of the ground.
    pub features: Vec<Feature>,
    /// What each unit is, by number.
    pub kits: Vec<Kit>,
    /// How many turns each side has.
    pub turns: u16,
    /// The size of the armies in points.
    pub points: u32,
    /// How deep the armies deploy.
    pub zone: f64,
}

impl Default for Wab {
    fn default() -> Self {
        Wab::new(House::default())
    }
}

impl Wab {
    /// The book with these house rules and a bare table.
    pub fn new(house: House) -> Self {
        let t = tables();
        Wab {
            house,
            size: Vec2::new(t.table[0], t.table[1]),
            features: Vec::new(),
            kits: Vec::new(),
            turns: t.turns,
            points: t.points.army,
            zone: t.deployment,
        }
    }

    /// The rules as played.
    pub fn index() -> &'static RuleIndex {
        crate::data::tables::rules()
    }

    /// What a unit is.
    #[inline]
    pub fn kit(&self, id: UnitId) -> &Kit {
        &self.kits[id.index()]
    }
}
