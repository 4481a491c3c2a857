//! Weapons: those that shoot, those that strike, and the rows of the tables in which they stand.

use super::{Spacing, Troop, by_key};
use binding::choice;

choice! {
    /// A weapon that shoots (`wrg6.shooting.ranges`).
    Missile {
        /// A hand syphon.
        PersonalFireSyphon => "personal_fire_syphon",
        /// A pot of naphtha.
        NaphthaBomb => "naphtha_bomb",
        /// Javelins.
        Javelin => "javelin",
        /// A syphon that two men carry.
        TwoManFireSyphon => "two_man_fire_syphon",
        /// Darts.
        Dart => "dart",
        /// Slings.
        Sling => "sling",
        /// Hand guns.
        HandFirearm => "hand_firearm",
        /// Organ guns.
        OrganGun => "organ_gun",
        /// Bows on horseback.
        MountedBow => "mounted_bow",
        /// Longbows on horseback.
        MountedLongbow => "mounted_longbow",
        /// Bows on foot.
        FootBow => "foot_bow",
        /// Crossbows on horseback.
        MountedCrossbow => "mounted_crossbow",
        /// Staff slings.
        StaffSling => "staff_sling",
        /// Longbows on foot.
        FootLongbow => "foot_longbow",
        /// Crossbows on foot.
        FootCrossbow => "foot_crossbow",
        /// Stone-throwers.
        StoneEngine => "stone_engine",
        /// Bolt-shooters.
        BoltEngine => "bolt_engine",
        /// Bombards.
        Bombard => "bombard",
        /// Rockets.
        Rocket => "rocket",
    }
}

choice! {
    /// A row of the weapon factors of shooting (`wrg6.shooting.weapon`).
    MissileRow {
        /// Javelins, darts, bows.
        JavelinDartBow => "javelin_dart_bow",
        /// Slings, longbows.
        SlingLongbow => "sling_longbow",
        /// Crossbows, staff slings.
        CrossbowStaffSling => "crossbow_staff_sling",
        /// Artillery, firearms, incendiaries.
        ArtilleryFirearmIncendiary => "artillery_firearm_incendiary",
    }
}

choice! {
    /// What a body fights hand-to-hand with (`wrg6.melee.weapon`).
    Hand {
        /// Lances.
        Lance => "lance",
        /// Anything else on horse or camel.
        CavalryOther => "cavalry_other",
        /// Pikes.
        Pike => "pike",
        /// Long thrusting spears.
        LongThrustingSpear => "long_thrusting_spear",
        /// Heavy throwing weapons.
        HeavyThrowingWeapon => "heavy_throwing_weapon",
        /// Anything else on foot.
        InfantryOther => "infantry_other",
        /// Two-handed cutting or concussive weapons.
        TwoHandedCutting => "two_handed_cutting",
        /// Two-handed pole weapons that cut and thrust.
        TwoHandedCutAndThrust => "two_handed_cut_and_thrust",
        /// Light spears.
        LightSpear => "light_spear",
        /// Javelins.
        Javelin => "javelin",
        /// Elephants.
        Elephant => "elephant",
        /// Chariots.
        Chariot => "chariot",
    }
}

choice! {
    /// A row of the weapon factors hand-to-hand.
    HandRow {
        /// Lances that charge.
        LanceCharging => "lance_charging",
        /// Other cavalry.
        OtherCavalry => "other_cavalry",
        /// Pikes and long thrusting spears.
        PikeLongSpear => "pike_long_spear",
        /// Heavy throwing weapons.
        HeavyThrowing => "heavy_throwing",
        /// Two-handed weapons.
        TwoHanded => "two_handed",
        /// Other infantry.
        OtherInfantry => "other_infantry",
        /// Elephants and the horses of chariots.
        Beast => "beast",
        /// Crews.
        Crew => "crew",
        /// What light spears and javelins add.
        ExtraLightSpear => "extra_light_spear",
        /// What scythes add.
        ExtraScythed => "extra_scythed",
    }
}

impl Missile {
    /// Whether it is a fire weapon, which elephants cannot bear (`wrg6.disorder.beasts`).
    pub const fn is_fire(self) -> bool {
        use Missile::{NaphthaBomb, PersonalFireSyphon, TwoManFireSyphon};
        self.bangs() || matches!(self, PersonalFireSyphon | NaphthaBomb | TwoManFireSyphon)
    }

    /// Whether it bangs or flies as a rocket.
    pub const fn bangs(self) -> bool {
        matches!(self, Missile::HandFirearm | Missile::OrganGun | Missile::Bombard | Missile::Rocket)
    }
}

impl Hand {
    /// Whether troops of a type can fight with it.
    pub fn fits(self, troop: Troop) -> bool {
        let rides = matches!(troop.spacing(), Spacing::Mounted);
        let foot = !troop.is_mounted();
        match self {
            Hand::Lance | Hand::CavalryOther => rides,
            Hand::Pike | Hand::LongThrustingSpear | Hand::HeavyThrowingWeapon | Hand::InfantryOther => foot,
            Hand::TwoHandedCutting | Hand::TwoHandedCutAndThrust | Hand::LightSpear | Hand::Javelin => {
                rides || foot
            }
            Hand::Elephant => troop == Troop::Elephant,
            Hand::Chariot => troop.is_chariot(),
        }
    }
}

impl Hand {
    /// The word of the army lists; sidearms have none.
    pub fn listed(word: &str) -> Option<Hand> {
        by_key(Hand::ALL, Hand::key, word)
    }
}
