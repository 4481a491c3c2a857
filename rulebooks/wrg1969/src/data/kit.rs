//! What a unit is and carries, for everyone to see.

use crate::data::moves::{Mover, usual_haul};
use crate::data::tables::{CrewWeapon, tables};
use crate::data::troop::{Hand, Haul, Missile, Troop};

/// What a figure on the roster is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Role {
    /// A unit of troops.
    Unit,
    /// The commander in chief and his guards.
    General,
    /// A subordinate general and his guards.
    Subordinate,
    /// A messenger.
    Messenger,
}

/// What a unit is and carries.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Kit {
    /// Whether it is a unit at all.
    pub role: Role,
    /// Its type.
    pub troop: Troop,
    /// Whether it is regular (`wrg1969.troops.regular`).
    pub regular: bool,
    /// Whether it rides camels (`wrg1969.troops.camels`).
    pub camel: bool,
    /// What it shoots or throws.
    pub missile: Option<Missile>,
    /// What it fights with.
    pub hand: Hand,
    /// A second class of hand weapon, used as freely (`wrg1969.melee.weapon_choice`).
    pub second: Option<Hand>,
    /// Whether its thrusting spears are long (`wrg1969.melee.spears`).
    pub long_spear: bool,
    /// Whether it has shields.
    pub shields: bool,
    /// Whether it is fully armoured (`wrg1969.shield.armoured`).
    pub armoured: bool,
    /// The crew of each model; 0 for others.
    pub crew: u8,
    /// Who moves an engine.
    pub haul: Haul,
    /// Whether the general commands it in person (`wrg1969.points.command`).
    pub led: bool,
    /// The specialists inside it.
    pub part: Option<Part>,
    /// Whether it is a part of a large unit, which is a body of its own once it breaks (`wrg1969.after.large_unit`).
    pub detached: bool,
}

/// A specialist part inside a unit (`wrg1969.troops.subunit`): its figures are the unit's rearmost.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    /// Their type.
    pub troop: Troop,
    /// How many of the unit's figures they are at the start.
    pub figures: u16,
    /// What they shoot or throw.
    pub missile: Option<Missile>,
    /// What they fight with.
    pub hand: Hand,
    /// Whether they have shields.
    pub shields: bool,
}

impl Kit {
    /// A unit of a type with what it usually has (`wrg1969.troops.weapons`).
    pub fn usual(troop: Troop, regular: bool) -> Kit {
        let hand = usual_hand(troop);
        Kit {
            role: Role::Unit,
            troop,
            regular,
            camel: false,
            missile: usual_missile(troop, hand),
            hand,
            second: None,
            long_spear: false,
            shields: !troop.is_model() && troop != Troop::SuperHeavyCavalry,
            armoured: troop == Troop::SuperHeavyCavalry,
            crew: tables().troop(troop).crew,
            haul: usual_haul(troop),
            led: false,
            part: None,
            detached: false,
        }
    }

    /// The figure of a general or a messenger (`wrg1969.base.depth_models`, `wrg1969.orders.messengers.number`).
    pub fn rider(role: Role, regular: bool) -> Kit {
        let command = &tables().command;
        let troop = if role == Role::Messenger { command.messenger } else { command.general };
        Kit { role, ..Kit::usual(troop, regular) }
    }

    /// Whether it is a unit in the sense of reactions: not an engine, a general or a messenger.
    #[inline]
    pub fn is_unit(&self) -> bool {
        self.role == Role::Unit && !self.troop.is_engine()
    }

    /// Whether it is a unit of troops or an engine, and not a rider by himself.
    #[inline]
    pub fn is_troops(&self) -> bool {
        self.role == Role::Unit
    }

    /// How it moves.
    #[inline]
    pub fn mover(&self) -> Mover {
        Mover { troop: self.troop, camel: self.camel, haul: self.haul }
    }

    /// Whether half of so many figures or more, of whom so many are specialists, have bows
    /// (`wrg1969.reaction.factor.bows`).
    pub fn has_bows(&self, figures: u16, specialists: u16) -> bool {
        let bows = |missile: Option<Missile>| missile.is_some_and(Missile::is_bow);
        let theirs = self.part.as_ref().is_some_and(|part| bows(part.missile));
        let with = counted(bows(self.missile), figures - specialists) + counted(theirs, specialists);
        !self.troop.is_model() && with > 0 && with * 2 >= u32::from(figures)
    }

    /// Whether most of so many figures, of whom so many are specialists, carry no shields; cavalry in full armour and
    /// crews need none (`wrg1969.reaction.factor.shieldless`).
    pub fn is_shieldless(&self, figures: u16, specialists: u16) -> bool {
        let theirs = self.part.as_ref().is_some_and(|part| !part.shields);
        let without = counted(!self.shields, figures - specialists) + counted(theirs, specialists);
        let exempt = self.troop.is_model() || self.troop == Troop::SuperHeavyCavalry;
        !exempt && without * 2 > u32::from(figures)
    }

    /// Whether a bow goes with a shafted weapon, which costs more (`wrg1969.points.extras`).
    pub fn bow_and_shafted(&self) -> bool {
        let shafted = self.hand.is_shafted() || self.second.is_some_and(Hand::is_shafted);
        !self.troop.is_model() && self.missile.is_some_and(Missile::is_bow) && shafted
    }

    /// Whether it has javelins (`wrg1969.orders.evade`, `wrg1969.disorg.14`).
    pub fn has_javelins(&self) -> bool {
        let javelins =
            |hand: Hand| matches!(hand, Hand::LightJavelin | Hand::HeavyThrowing | Hand::CavalrySpear);
        self.missile == Some(Missile::HandHurled)
            && (javelins(self.hand) || self.second.is_some_and(javelins) || self.troop.is_model())
    }

    /// What each of its figures shoots as; none if it has nothing to shoot (`wrg1969.fire.crews`).
    pub fn shoots_as(&self) -> Option<CrewWeapon> {
        let crews = &tables().crews;
        let weapon = self.missile?;
        Some(match self.troop {
            Troop::Elephant => CrewWeapon { weapon, ..crews.elephant },
            Troop::Chariot | Troop::AssyrianChariot if weapon == Missile::HandHurled => crews.chariot_celtic,
            Troop::Chariot | Troop::AssyrianChariot => CrewWeapon { weapon, ..crews.chariot_asiatic },
            Troop::LightDartEngine => crews.light_dart_engine,
            Troop::HeavyDartEngine => crews.heavy_dart_engine,
            Troop::StoneThrower => crews.stone_thrower,
            _ => CrewWeapon { figures: 1, weapon },
        })
    }

    /// The number of its class on the roster: troop types in their order, then generals, then messengers.
    pub fn class(&self) -> u16 {
        let riders = Troop::COUNT as u16;
        match self.role {
            Role::Unit => self.troop as u16,
            Role::General => riders,
            Role::Subordinate => riders + 1,
            Role::Messenger => riders + 2,
        }
    }
}

/// So many figures if they have it.
fn counted(has: bool, figures: u16) -> u32 {
    if has { figures.into() } else { 0 }
}

/// What troops of a type usually fight with.
pub const fn usual_hand(troop: Troop) -> Hand {
    match troop {
        Troop::SuperHeavyCavalry => Hand::CavalryKontos,
        Troop::HeavyCavalry | Troop::MediumCavalry | Troop::LightCavalry => Hand::CavalrySpear,
        Troop::HeavyInfantry => Hand::ThrustingSpear,
        Troop::MediumInfantry | Troop::LightInfantry => Hand::LightJavelin,
        Troop::Elephant => Hand::Elephant,
        Troop::Chariot | Troop::AssyrianChariot => Hand::Chariot,
        Troop::LightDartEngine | Troop::HeavyDartEngine | Troop::StoneThrower => Hand::MissileSidearm,
    }
}

/// What troops with a hand weapon usually throw or shoot.
pub const fn usual_missile(troop: Troop, hand: Hand) -> Option<Missile> {
    match troop {
        Troop::Elephant => Some(Missile::FootSelfBow),
        Troop::Chariot | Troop::AssyrianChariot => Some(Missile::MountedCompositeBow),
        Troop::LightDartEngine => Some(Missile::LightDartEngine),
        Troop::HeavyDartEngine => Some(Missile::HeavyDartEngine),
        Troop::StoneThrower => Some(Missile::StoneThrower),
        _ => match hand {
            Hand::CavalrySpear | Hand::HeavyThrowing | Hand::LightJavelin => Some(Missile::HandHurled),
            Hand::CavalryBow => Some(Missile::MountedCompositeBow),
            _ => None,
        },
    }
}

/// Whether troops of a type may have a missile.
pub const fn may_shoot(troop: Troop, missile: Missile) -> bool {
    use Missile::{
        Crossbow, FootCompositeBow, FootSelfBow, HandHurled, MountedCompositeBow, MountedSelfBow, Sling,
        StaffSling,
    };
    match troop {
        Troop::LightDartEngine => matches!(missile, Missile::LightDartEngine),
        Troop::HeavyDartEngine => matches!(missile, Missile::HeavyDartEngine),
        Troop::StoneThrower => matches!(missile, Missile::StoneThrower),
        Troop::Elephant => matches!(missile, FootSelfBow | HandHurled),
        Troop::Chariot | Troop::AssyrianChariot => matches!(missile, MountedCompositeBow | HandHurled),
        _ if troop.is_cavalry() => matches!(missile, HandHurled | MountedSelfBow | MountedCompositeBow),
        _ => matches!(missile, HandHurled | Sling | FootSelfBow | FootCompositeBow | StaffSling | Crossbow),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_has_what_is_usual() {
        for troop in Troop::ALL {
            let kit = Kit::usual(troop, false);
            assert!(kit.hand.suits(troop), "{troop:?}");
            assert!(kit.missile.is_none_or(|missile| may_shoot(troop, missile)), "{troop:?}");
        }
        let kit = Kit::usual(Troop::Elephant, false);
        assert_eq!(kit.shoots_as().map(|crew| crew.figures), Some(3));
        assert_eq!((kit.crew, kit.is_unit()), (4, true));
        let celts = Kit { missile: Some(Missile::HandHurled), ..Kit::usual(Troop::Chariot, false) };
        assert_eq!(celts.shoots_as(), Some(CrewWeapon { figures: 1, weapon: Missile::HandHurled }));
        assert!(celts.has_javelins());
    }

    #[test]
    fn riders_are_single_figures_of_their_own_class() {
        let general = Kit::rider(Role::General, true);
        let messenger = Kit::rider(Role::Messenger, false);
        assert_eq!((general.troop, messenger.troop), (Troop::HeavyCavalry, Troop::LightCavalry));
        assert_eq!((general.class(), messenger.class()), (13, 15));
        assert!(!general.is_unit() && !general.is_troops());
        assert!(!Kit::usual(Troop::StoneThrower, true).is_unit());
    }

    #[test]
    fn bows_count_for_the_larger_part() {
        let bows = Some(Missile::FootSelfBow);
        let archers = Part {
            troop: Troop::MediumInfantry,
            figures: 10,
            missile: bows,
            hand: Hand::MissileSidearm,
            shields: false,
        };
        let legion = Kit { part: Some(archers), ..Kit::usual(Troop::MediumInfantry, true) };
        assert!(!legion.has_bows(24, 10) && legion.has_bows(20, 10));
        assert!(legion.is_shieldless(19, 10) && !legion.is_shieldless(20, 10));
        let both =
            Kit { missile: bows, hand: Hand::ThrustingSpear, ..Kit::usual(Troop::HeavyInfantry, true) };
        assert!(both.bow_and_shafted() && both.has_bows(12, 0));
        assert!(!Kit::usual(Troop::Elephant, false).bow_and_shafted());
    }
}
