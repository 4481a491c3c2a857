//! The sign of a unit: what it carries says more than that it goes on foot.

use crate::army::kit::Kit;
use crate::data::troop::{Missile, Order, Trait, Troop, Weapon};

/// The sign of troops on foot or on horseback by their arms; `None` where the class says it all.
pub fn of(kit: &Kit) -> Option<&'static str> {
    if kit.character {
        return None;
    }
    let has = |weapon| kit.weapons.contains(&weapon);
    let shoots = |of: &[Missile]| kit.missiles.iter().any(|m| of.contains(m));
    let bow = shoots(&[
        Missile::Bow,
        Missile::ShortBow,
        Missile::LongBow,
        Missile::Crossbow,
        Missile::LightCrossbow,
        Missile::Handgun,
    ]);
    Some(match kit.troop {
        Troop::Infantry if shoots(&[Missile::Sling, Missile::StaffSling]) => "slingers",
        Troop::Infantry if bow => "bows",
        Troop::Infantry if kit.order == Order::Skirmish => "psiloi",
        Troop::Infantry if has(Weapon::Pike) => "pikes",
        Troop::Infantry if has(Weapon::ThrustingSpear) => "spears",
        Troop::Infantry if kit.has(Trait::Warband) || kit.has(Trait::FerociousCharge) => "warband",
        Troop::Infantry if has(Weapon::ThrowingSpear) => "auxilia",
        Troop::Cavalry if bow => "horse-archers",
        Troop::Cavalry if has(Weapon::Lance) || has(Weapon::Kontos) => "cataphracts",
        Troop::Cavalry if kit.has(Trait::LightCavalry) => "light-horse",
        _ => return None,
    })
}
