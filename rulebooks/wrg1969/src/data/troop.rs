//! Troop types, and the words for what they carry.

/// Gives an enum its list, its words and the reading of them.
macro_rules! words {
    ($name:ident, $count:literal, { $($variant:ident => $key:literal,)* }) => {
        impl $name {
            /// How many there are.
            pub const COUNT: usize = $count;

            /// Every one, in order.
            pub const ALL: [$name; $name::COUNT] = [$($name::$variant),*];

            /// Every one's word, in the same order.
            pub const KEYS: [&'static str; $name::COUNT] = [$($key),*];

            /// The word used in files, questions and answers.
            pub const fn key(self) -> &'static str {
                $name::KEYS[self as usize]
            }

            /// Reads that word.
            pub fn parse(key: &str) -> Option<$name> {
                $name::ALL.into_iter().find(|one| one.key() == key)
            }
        }
    };
}

/// A troop type (`wrg1969.troops.classes`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Troop {
    /// Heavy cavalry on armoured horses.
    SuperHeavyCavalry,
    /// Close-order cavalry in metal.
    HeavyCavalry,
    /// Close-order cavalry.
    MediumCavalry,
    /// Loose-order cavalry.
    LightCavalry,
    /// Close-order infantry in metal.
    HeavyInfantry,
    /// Close-order infantry.
    MediumInfantry,
    /// Loose-order infantry.
    LightInfantry,
    /// Elephants.
    Elephant,
    /// Chariots.
    Chariot,
    /// Chariots with a crew of four.
    AssyrianChariot,
    /// A light thrower of darts.
    LightDartEngine,
    /// A heavy thrower of darts.
    HeavyDartEngine,
    /// A thrower of stones.
    StoneThrower,
}

words!(Troop, 13, {
    SuperHeavyCavalry => "super_heavy_cavalry",
    HeavyCavalry => "heavy_cavalry",
    MediumCavalry => "medium_cavalry",
    LightCavalry => "light_cavalry",
    HeavyInfantry => "heavy_infantry",
    MediumInfantry => "medium_infantry",
    LightInfantry => "light_infantry",
    Elephant => "elephant",
    Chariot => "chariot",
    AssyrianChariot => "assyrian_chariot",
    LightDartEngine => "light_dart_engine",
    HeavyDartEngine => "heavy_dart_engine",
    StoneThrower => "stone_thrower",
});

impl Troop {
    /// Whether it is cavalry of any weight; camel riders are, chariots and elephants are not.
    #[inline]
    pub const fn is_cavalry(self) -> bool {
        matches!(
            self,
            Troop::SuperHeavyCavalry | Troop::HeavyCavalry | Troop::MediumCavalry | Troop::LightCavalry
        )
    }

    /// Whether it is infantry of any weight.
    #[inline]
    pub const fn is_infantry(self) -> bool {
        matches!(self, Troop::HeavyInfantry | Troop::MediumInfantry | Troop::LightInfantry)
    }

    /// Whether it is infantry in close order, heavy or medium.
    #[inline]
    pub const fn is_close_infantry(self) -> bool {
        matches!(self, Troop::HeavyInfantry | Troop::MediumInfantry)
    }

    /// Whether it is light cavalry or light infantry.
    #[inline]
    pub const fn is_light(self) -> bool {
        matches!(self, Troop::LightCavalry | Troop::LightInfantry)
    }

    /// Whether it is a chariot of either sort.
    #[inline]
    pub const fn is_chariot(self) -> bool {
        matches!(self, Troop::Chariot | Troop::AssyrianChariot)
    }

    /// Whether it is an engine.
    #[inline]
    pub const fn is_engine(self) -> bool {
        matches!(self, Troop::LightDartEngine | Troop::HeavyDartEngine | Troop::StoneThrower)
    }

    /// Whether it is a model with a crew: an elephant, a chariot or an engine.
    #[inline]
    pub const fn is_model(self) -> bool {
        matches!(self, Troop::Elephant) || self.is_chariot() || self.is_engine()
    }

    /// Whether it is cavalry, elephants or chariots: what the rules call mounted.
    #[inline]
    pub const fn is_mounted(self) -> bool {
        matches!(self, Troop::Elephant) || self.is_cavalry() || self.is_chariot()
    }

    /// Whether it goes on wheels (`wrg1969.terrain.wheeled`).
    #[inline]
    pub const fn is_wheeled(self) -> bool {
        self.is_chariot() || self.is_engine()
    }
}

/// The column under which missiles and blows find a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Column {
    /// Super heavy cavalry.
    SuperHeavyCavalry,
    /// Heavy cavalry.
    HeavyCavalry,
    /// Medium cavalry.
    MediumCavalry,
    /// Light cavalry.
    LightCavalry,
    /// Heavy infantry.
    HeavyInfantry,
    /// Medium infantry.
    MediumInfantry,
    /// Light infantry, and engines.
    LightInfantry,
    /// Elephants.
    Elephant,
    /// Chariots.
    Chariot,
}

words!(Column, 9, {
    SuperHeavyCavalry => "SHC",
    HeavyCavalry => "HC",
    MediumCavalry => "MC",
    LightCavalry => "LC",
    HeavyInfantry => "HI",
    MediumInfantry => "MI",
    LightInfantry => "LI",
    Elephant => "El",
    Chariot => "Ch",
});

/// A missile weapon (`wrg1969.fire.ranges`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Missile {
    /// Javelins and the like.
    HandHurled,
    /// A plain bow on horseback.
    MountedSelfBow,
    /// A composite bow on horseback.
    MountedCompositeBow,
    /// A sling.
    Sling,
    /// A plain bow on foot.
    FootSelfBow,
    /// A composite bow on foot.
    FootCompositeBow,
    /// A sling on a staff.
    StaffSling,
    /// A crossbow.
    Crossbow,
    /// A light thrower of darts.
    LightDartEngine,
    /// A heavy thrower of darts.
    HeavyDartEngine,
    /// A thrower of stones.
    StoneThrower,
}

words!(Missile, 11, {
    HandHurled => "hand_hurled",
    MountedSelfBow => "mounted_self_bow",
    MountedCompositeBow => "mounted_composite_bow",
    Sling => "sling",
    FootSelfBow => "foot_self_bow",
    FootCompositeBow => "foot_composite_bow",
    StaffSling => "staff_sling",
    Crossbow => "crossbow",
    LightDartEngine => "light_dart_engine",
    HeavyDartEngine => "heavy_dart_engine",
    StoneThrower => "stone_thrower",
});

impl Missile {
    /// Whether it is a bow, self or composite; a crossbow is none (`wrg1969.reaction.factor.bows`).
    #[inline]
    pub const fn is_bow(self) -> bool {
        self.is_foot_bow() || matches!(self, Missile::MountedSelfBow | Missile::MountedCompositeBow)
    }

    /// Whether it is a bow of foot, which may shoot overhead (`wrg1969.fire.overhead`).
    #[inline]
    pub const fn is_foot_bow(self) -> bool {
        matches!(self, Missile::FootSelfBow | Missile::FootCompositeBow)
    }

    /// Whether it is an engine.
    #[inline]
    pub const fn is_engine(self) -> bool {
        matches!(self, Missile::LightDartEngine | Missile::HeavyDartEngine | Missile::StoneThrower)
    }

    /// Whether it may be used while moving forward (`wrg1969.fire.on_move`).
    #[inline]
    pub const fn on_the_move(self) -> bool {
        !self.is_engine() && !matches!(self, Missile::StaffSling | Missile::Crossbow)
    }

    /// Whether it takes both hands (`wrg1969.shield.use`).
    #[inline]
    pub const fn is_two_handed(self) -> bool {
        self.is_bow() || matches!(self, Missile::StaffSling | Missile::Crossbow)
    }
}

/// A hand weapon, by its row of factors (`wrg1969.melee.factors`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Hand {
    /// Cavalry with lance or two-handed kontos.
    CavalryKontos,
    /// Cavalry with short spear or javelins.
    CavalrySpear,
    /// Cavalry with bow and sword.
    CavalryBow,
    /// The two-handed pike.
    Pike,
    /// A thrusting spear, long or short.
    ThrustingSpear,
    /// Pilum, heavy throwing spear or francisca.
    HeavyThrowing,
    /// Light javelins and sword.
    LightJavelin,
    /// Two-handed axe or mace.
    TwoHandedAxe,
    /// What slingers, archers and engine crews draw.
    MissileSidearm,
    /// An elephant and its crew.
    Elephant,
    /// A chariot and its crew.
    Chariot,
}

words!(Hand, 11, {
    CavalryKontos => "cavalry_kontos",
    CavalrySpear => "cavalry_spear",
    CavalryBow => "cavalry_bow",
    Pike => "pike",
    ThrustingSpear => "thrusting_spear",
    HeavyThrowing => "heavy_throwing",
    LightJavelin => "light_javelin",
    TwoHandedAxe => "two_handed_axe",
    MissileSidearm => "missile_sidearm",
    Elephant => "elephant",
    Chariot => "chariot",
});

impl Hand {
    /// Whether it takes both hands (`wrg1969.shield.use`).
    #[inline]
    pub const fn is_two_handed(self) -> bool {
        matches!(self, Hand::CavalryKontos | Hand::Pike | Hand::TwoHandedAxe)
    }

    /// Whether it is a shafted weapon, which costs more beside a bow (`wrg1969.points.extras`).
    #[inline]
    pub const fn is_shafted(self) -> bool {
        matches!(
            self,
            Hand::CavalryKontos
                | Hand::CavalrySpear
                | Hand::Pike
                | Hand::ThrustingSpear
                | Hand::HeavyThrowing
        )
    }

    /// Whether a troop type may bear it.
    pub const fn suits(self, troop: Troop) -> bool {
        match self {
            Hand::CavalryKontos | Hand::CavalrySpear | Hand::CavalryBow => troop.is_cavalry(),
            Hand::Elephant => matches!(troop, Troop::Elephant),
            Hand::Chariot => troop.is_chariot(),
            Hand::MissileSidearm => troop.is_infantry() || troop.is_engine(),
            Hand::Pike
            | Hand::ThrustingSpear
            | Hand::HeavyThrowing
            | Hand::LightJavelin
            | Hand::TwoHandedAxe => troop.is_infantry(),
        }
    }
}

/// Who moves an engine (`wrg1969.move.distances`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Haul {
    /// Its crew: light dart engines only.
    Man,
    /// Mules: light dart engines only.
    Mule,
    /// Oxen: the others.
    Ox,
}

words!(Haul, 3, { Man => "man", Mule => "mule", Ox => "ox", });

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_its_place_and_its_word() {
        for (i, troop) in Troop::ALL.into_iter().enumerate() {
            assert_eq!(troop as usize, i);
            assert_eq!(Troop::parse(troop.key()), Some(troop));
        }
        assert_eq!(Troop::parse("MI"), None);
        assert_eq!((Troop::MediumInfantry.name(), Troop::MediumInfantry.abbr()), ("Medium infantry", "MI"));
        assert_eq!(Troop::StoneThrower.rule().as_str(), "wrg1969.troops.engines");
    }

    #[test]
    fn types_fall_into_sorts() {
        let sorts =
            |t: Troop| (t.is_cavalry(), t.is_infantry(), t.is_model(), t.is_mounted(), t.is_wheeled());
        assert_eq!(sorts(Troop::SuperHeavyCavalry), (true, false, false, true, false));
        assert_eq!(sorts(Troop::LightInfantry), (false, true, false, false, false));
        assert_eq!(sorts(Troop::Elephant), (false, false, true, true, false));
        assert_eq!(sorts(Troop::AssyrianChariot), (false, false, true, true, true));
        assert_eq!(sorts(Troop::LightDartEngine), (false, false, true, false, true));
        assert!(Troop::LightInfantry.is_light() && !Troop::LightInfantry.is_close_infantry());
    }

    #[test]
    fn weapons_fall_into_sorts() {
        assert!(
            Missile::FootSelfBow.is_bow() && !Missile::Crossbow.is_bow() && Missile::Crossbow.is_two_handed()
        );
        assert!(Missile::Sling.on_the_move() && !Missile::StaffSling.on_the_move());
        assert!(Hand::Pike.is_two_handed() && Hand::Pike.is_shafted() && !Hand::LightJavelin.is_shafted());
        assert!(Hand::CavalryBow.suits(Troop::LightCavalry) && !Hand::CavalryBow.suits(Troop::LightInfantry));
        assert!(Hand::MissileSidearm.suits(Troop::StoneThrower) && !Hand::Pike.suits(Troop::Elephant));
        assert_eq!((Hand::Pike.name(), Missile::FootCompositeBow.name()), ("Pike", "Composite bow"));
    }
}
