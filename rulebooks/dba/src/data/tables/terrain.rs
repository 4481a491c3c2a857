//! Terrain: its kinds, what they are to troops, and the topographies that have them.

use super::tables;
use crate::data::troop::{Troop, TroopSet};
use binding::Sheet;

/// A kind of terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Terrain {
    /// Ground with nothing on it.
    Open,
    /// A hill that does not slow anyone.
    GentleHill,
    /// A hill that is bad going.
    SteepHill,
    /// Woods.
    Woods,
    /// Marsh.
    Marsh,
    /// Rough or broken ground.
    Rough,
    /// Sand dunes.
    Dunes,
    /// An oasis.
    Oasis,
    /// A river that can be forded.
    River,
    /// Sea, lake or great river.
    Waterway,
    /// A road.
    Road,
}

/// What a kind of terrain is to troops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TerrainGoing {
    /// Good going.
    Good,
    /// Bad going.
    Bad,
    /// A road, whatever it runs through.
    Road,
    /// A river to cross.
    River,
    /// Closed to everyone.
    Impassable,
}

/// How a kind of terrain breaks a line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hides {
    /// Where the line crosses the crown of the hill.
    Crown,
    /// Where too much of the line is inside.
    Inside,
}

impl Terrain {
    /// How many kinds there are.
    pub const COUNT: usize = 11;

    /// Every kind.
    pub const ALL: [Terrain; Terrain::COUNT] = [
        Terrain::Open,
        Terrain::GentleHill,
        Terrain::SteepHill,
        Terrain::Woods,
        Terrain::Marsh,
        Terrain::Rough,
        Terrain::Dunes,
        Terrain::Oasis,
        Terrain::River,
        Terrain::Waterway,
        Terrain::Road,
    ];

    /// Every kind's word, in the same order.
    pub const KEYS: [&'static str; Terrain::COUNT] = [
        "open",
        "gentle_hill",
        "steep_hill",
        "woods",
        "marsh",
        "rough",
        "dunes",
        "oasis",
        "river",
        "waterway",
        "road",
    ];

    /// The word used in files, questions and answers.
    pub const fn key(self) -> &'static str {
        Terrain::KEYS[self as usize]
    }

    /// Reads that word.
    pub fn parse(key: &str) -> Option<Terrain> {
        Terrain::ALL.into_iter().find(|t| t.key() == key)
    }

    /// What it is to a troop type (`dba.terrain.classes`).
    #[inline]
    pub fn going(self, troop: Troop) -> TerrainGoing {
        let row = &tables().terrain[self as usize];
        if row.good_to.has(troop) { TerrainGoing::Good } else { row.going }
    }

    /// How it breaks a line of sight, if it does (`dba.terrain.sight`).
    #[inline]
    pub fn hides(self) -> Option<Hides> {
        tables().terrain[self as usize].hides
    }
}

impl TerrainGoing {
    /// The word used in files, questions and answers.
    pub const fn key(self) -> &'static str {
        match self {
            TerrainGoing::Good => "good",
            TerrainGoing::Bad => "bad",
            TerrainGoing::Road => "road",
            TerrainGoing::River => "river",
            TerrainGoing::Impassable => "impassable",
        }
    }

    fn parse(key: &str) -> Option<TerrainGoing> {
        use TerrainGoing::{Bad, Good, Impassable, River, Road};
        [Good, Bad, Road, River, Impassable].into_iter().find(|g| g.key() == key)
    }
}

/// What the tables say of a kind of terrain.
#[derive(Clone, Copy, Debug)]
pub struct TerrainRow {
    going: TerrainGoing,
    good_to: TroopSet,
    hides: Option<Hides>,
}

impl TerrainRow {
    /// Reads a row.
    pub fn read(sheet: &Sheet<'_>) -> TerrainRow {
        let hides = |word: &str| match word {
            "crown" => Some(Hides::Crown),
            "inside" => Some(Hides::Inside),
            _ => None,
        };
        TerrainRow {
            going: sheet.at("going").word(TerrainGoing::parse),
            good_to: sheet.words("good_to", Troop::parse),
            hides: sheet.opt("hides").map(|s| s.word(hides)),
        }
    }
}

/// The country an army comes from (`dba.terrain.choice`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topography {
    /// Its name, such as "arable".
    pub name: String,
    /// The kinds of which at least one piece must be there.
    pub compulsory: Vec<Terrain>,
    /// The kinds of which there may be pieces.
    pub optional: Vec<Terrain>,
    /// Kinds of which only one may be on the same map.
    pub either: Vec<Vec<Terrain>>,
}

impl Topography {
    /// Reads a topography.
    pub fn read(name: &str, sheet: &Sheet<'_>) -> Topography {
        let either = sheet.opt("either");
        let kinds = |s: Sheet<'_>| s.items().map(|s| s.word(Terrain::parse)).collect();
        Topography {
            name: name.to_owned(),
            compulsory: sheet.words("compulsory", Terrain::parse),
            optional: sheet.words("optional", Terrain::parse),
            either: either.iter().flat_map(Sheet::items).map(kinds).collect(),
        }
    }
}

/// What a map may hold (`dba.terrain.choice`); lengths in paces.
#[derive(Clone, Debug)]
pub struct MapLimits {
    /// The fewest pieces.
    pub pieces_least: usize,
    /// The most pieces.
    pub pieces_most: usize,
    /// The fewest compulsory pieces.
    pub compulsory_least: usize,
    /// The most compulsory pieces.
    pub compulsory_most: usize,
    /// The most optional pieces.
    pub optional_most: usize,
    /// The most pieces of one compulsory kind.
    pub same_compulsory_most: usize,
    /// The most pieces of one optional kind.
    pub same_optional_most: usize,
    /// Kinds of which there is one piece at the most.
    pub once: Vec<Terrain>,
    /// How far areas lie apart at the least.
    pub gap: f64,
    /// How far an area is across at the least.
    pub across_least: f64,
    /// The most that an area's length and width add up to.
    pub length_and_width_most: f64,
    /// The most widths in an area's length.
    pub length_by_width_most: f64,
    /// The least depth of a waterway.
    pub waterway_least: f64,
    /// The greatest depth of a waterway.
    pub waterway_most: f64,
    /// How many quarters of the table must hold part of some piece.
    pub quarters_with_any: usize,
    /// How many must hold part of bad going, river or waterway.
    pub quarters_with_bad_or_water: usize,
}

impl MapLimits {
    /// Reads the limits.
    pub fn read(map: &Sheet<'_>) -> MapLimits {
        let (count, paces) = (|name: &str| map.at(name).int(), |name: &str| map.at(name).number());
        MapLimits {
            pieces_least: count("pieces_least"),
            pieces_most: count("pieces_most"),
            compulsory_least: count("compulsory_least"),
            compulsory_most: count("compulsory_most"),
            optional_most: count("optional_most"),
            same_compulsory_most: count("same_compulsory_most"),
            same_optional_most: count("same_optional_most"),
            once: map.words("once", Terrain::parse),
            gap: paces("gap"),
            across_least: paces("across_least"),
            length_and_width_most: paces("length_and_width_most"),
            length_by_width_most: paces("length_by_width_most"),
            waterway_least: paces("waterway_least"),
            waterway_most: paces("waterway_most"),
            quarters_with_any: count("quarters_with_any"),
            quarters_with_bad_or_water: count("quarters_with_bad_or_water"),
        }
    }
}
