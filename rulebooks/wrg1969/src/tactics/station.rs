//! Where troops belong in the array.

use crate::data::kit::Kit;
use crate::data::reaction::Grade;
use crate::data::troop::{Missile, Troop};
use crate::shooting::rules::max_range;

/// A place in the array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Station {
    /// In the line of battle: close-order foot, and elephants.
    Line,
    /// Beside or behind the line: foot that shoots.
    Shooters,
    /// In front of the line: loose-order foot.
    Screen,
    /// On the wings, to charge: horse and chariots.
    Wing,
    /// On the wings, to skirmish: light horse.
    Outriders,
    /// Where they command the ground: engines.
    Engines,
}

/// Where troops with such a kit belong.
pub fn station(kit: &Kit) -> Station {
    match kit.troop {
        Troop::LightInfantry => Station::Screen,
        Troop::LightCavalry => Station::Outriders,
        troop if troop.is_engine() => Station::Engines,
        troop if troop.is_close_infantry() && range(kit) > 0.0 => Station::Shooters,
        troop if troop.is_infantry() || troop == Troop::Elephant => Station::Line,
        _ => Station::Wing,
    }
}

/// How far they shoot with anything better than what is thrown by hand; nothing if they have no such thing.
pub fn range(kit: &Kit) -> f64 {
    match kit.missile {
        None | Some(Missile::HandHurled) => 0.0,
        Some(missile) => max_range(missile, false),
    }
}

/// The grade such troops mostly have, for those whose grade nobody has seen.
pub const fn likely_grade(kit: &Kit) -> Grade {
    if kit.regular { Grade::C } else { Grade::D }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_has_a_place() {
        let of = |troop| station(&Kit::usual(troop, true));
        assert_eq!(of(Troop::HeavyInfantry), Station::Line);
        assert_eq!(of(Troop::Elephant), Station::Line);
        assert_eq!(of(Troop::Chariot), Station::Wing);
        assert_eq!(of(Troop::LightCavalry), Station::Outriders);
        assert_eq!(of(Troop::StoneThrower), Station::Engines);
        let bows = Some(Missile::FootCompositeBow);
        let archers = Kit { missile: bows, ..Kit::usual(Troop::MediumInfantry, true) };
        assert_eq!((station(&archers), range(&archers)), (Station::Shooters, 18.0));
        assert_eq!(station(&Kit { troop: Troop::LightInfantry, ..archers }), Station::Screen);
    }
}
