//! Where troops belong in a line of battle.

use crate::data::troop::Troop;

/// A part of the line of battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Station {
    /// Heavy foot, elephants and wagons: the middle of the line.
    Centre,
    /// Guns: at an end of the middle, with a field of fire.
    Battery,
    /// Light foot: beside the middle, or in bad going.
    Flank,
    /// Mounted troops and dragoons: the wings.
    Wing,
}

/// Where a type belongs.
pub fn station(troop: Troop) -> Station {
    match troop {
        Troop::Blades
        | Troop::Pikes
        | Troop::Spears
        | Troop::Warband
        | Troop::Muskets
        | Troop::Rifles
        | Troop::Shot
        | Troop::Bows
        | Troop::Elephants
        | Troop::WarWagons
        | Troop::CampFollowers => Station::Centre,
        Troop::Artillery | Troop::Cannon => Station::Battery,
        Troop::Auxilia | Troop::Psiloi | Troop::Jaeger => Station::Flank,
        Troop::Camelry
        | Troop::Cavalry
        | Troop::Dragoons
        | Troop::Knights
        | Troop::LightHorse
        | Troop::Pistols
        | Troop::ScythedChariots => Station::Wing,
    }
}

/// How deep so many elements of a type should stand: pikes always in pairs, others when there are enough of them.
pub fn ranks(troop: Troop, count: usize) -> usize {
    match troop {
        Troop::Pikes => 2,
        Troop::Muskets if count >= 6 => 2,
        Troop::Warband if count >= 8 => 2,
        _ => 1,
    }
}
