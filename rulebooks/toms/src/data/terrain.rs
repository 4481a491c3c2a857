//! The kinds of terrain.

use table::KindId;

/// The kinds of terrain (`toms.move.difficult`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Terrain {
    /// Trees.
    Wood,
    /// A contour of a hill.
    Hill,
    /// A contour with trees on it.
    WoodedHill,
    /// Stones and scrub.
    Rough,
    /// A marsh.
    Marsh,
    /// A stream.
    Stream,
    /// A wall, a hedge, a ditch.
    Obstacle,
    /// What nobody enters.
    Impassable,
}

impl Terrain {
    /// All kinds, by number.
    pub const ALL: [Terrain; 8] = [
        Terrain::Wood,
        Terrain::Hill,
        Terrain::WoodedHill,
        Terrain::Rough,
        Terrain::Marsh,
        Terrain::Stream,
        Terrain::Obstacle,
        Terrain::Impassable,
    ];

    /// The word used in files.
    pub const fn key(self) -> &'static str {
        match self {
            Terrain::Wood => "wood",
            Terrain::Hill => "hill",
            Terrain::WoodedHill => "wooded_hill",
            Terrain::Rough => "rough",
            Terrain::Marsh => "marsh",
            Terrain::Stream => "stream",
            Terrain::Obstacle => "obstacle",
            Terrain::Impassable => "impassable",
        }
    }

    /// Whether trees grow on it.
    pub const fn is_wood(self) -> bool {
        matches!(self, Terrain::Wood | Terrain::WoodedHill)
    }

    /// Whether it rises above the plain.
    pub const fn is_hill(self) -> bool {
        matches!(self, Terrain::Hill | Terrain::WoodedHill)
    }

    /// Whether it is hard to cross.
    pub const fn is_difficult(self) -> bool {
        !matches!(self, Terrain::Hill | Terrain::Impassable)
    }

    /// The kind of a piece of terrain.
    pub fn of(kind: KindId) -> Terrain {
        Terrain::ALL.get(usize::from(kind.0)).copied().unwrap_or(Terrain::Rough)
    }
}
