//! Troop types and sets of them.

/// A troop type, in the order of the troop table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Troop {
    /// Engines that throw stones or bolts.
    Artillery,
    /// Nimble foot at home in bad going.
    Auxilia,
    /// Swordsmen and other heavy fighters on foot.
    Blades,
    /// Massed archers and crossbows.
    Bows,
    /// Camel riders.
    Camelry,
    /// Horsemen who fight in close order without charging home.
    Cavalry,
    /// Guns.
    Cannon,
    /// Musketeers who ride to the fight.
    Dragoons,
    /// War elephants.
    Elephants,
    /// Skirmishers with rifles.
    Jaeger,
    /// Horsemen who charge home with the lance, and heavy chariots.
    Knights,
    /// Skirmishing horse.
    LightHorse,
    /// Foot with musket and bayonet.
    Muskets,
    /// Pikemen.
    Pikes,
    /// Horsemen who rely on the pistol.
    Pistols,
    /// Skirmishing foot.
    Psiloi,
    /// Foot with breech-loading or rifled muskets.
    Rifles,
    /// Chariots with blades on the wheels.
    ScythedChariots,
    /// Foot with arquebus or matchlock.
    Shot,
    /// Spearmen in close order.
    Spears,
    /// Wagons made into moving forts.
    WarWagons,
    /// Fierce foot that charge in a mass.
    Warband,
    /// Those who hold the camp.
    CampFollowers,
}

/// Whether troops are on foot or mounted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Arm {
    /// On foot, guns and wagons included.
    Foot,
    /// On horses, camels, elephants or chariots.
    Mounted,
}

/// What the ground is to those on it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Going {
    /// Good going.
    Good,
    /// Bad going.
    Bad,
}

impl Troop {
    /// How many types there are.
    pub const COUNT: usize = 23;

    /// Every type, in the order of the troop table.
    pub const ALL: [Troop; Troop::COUNT] = [
        Troop::Artillery,
        Troop::Auxilia,
        Troop::Blades,
        Troop::Bows,
        Troop::Camelry,
        Troop::Cavalry,
        Troop::Cannon,
        Troop::Dragoons,
        Troop::Elephants,
        Troop::Jaeger,
        Troop::Knights,
        Troop::LightHorse,
        Troop::Muskets,
        Troop::Pikes,
        Troop::Pistols,
        Troop::Psiloi,
        Troop::Rifles,
        Troop::ScythedChariots,
        Troop::Shot,
        Troop::Spears,
        Troop::WarWagons,
        Troop::Warband,
        Troop::CampFollowers,
    ];

    /// Every type's word, in the same order.
    pub const KEYS: [&'static str; Troop::COUNT] = [
        "artillery",
        "auxilia",
        "blades",
        "bows",
        "camelry",
        "cavalry",
        "cannon",
        "dragoons",
        "elephants",
        "jaeger",
        "knights",
        "light_horse",
        "muskets",
        "pikes",
        "pistols",
        "psiloi",
        "rifles",
        "scythed_chariots",
        "shot",
        "spears",
        "war_wagons",
        "warband",
        "camp_followers",
    ];

    /// The word used in files, questions and answers.
    pub const fn key(self) -> &'static str {
        Troop::KEYS[self as usize]
    }

    /// Reads that word.
    ///
    /// ```
    /// use testudo_dba::api::data::Troop;
    /// assert_eq!(Troop::parse("light_horse"), Some(Troop::LightHorse));
    /// assert_eq!(Troop::parse("hussars"), None);
    /// ```
    pub fn parse(key: &str) -> Option<Troop> {
        Troop::ALL.into_iter().find(|t| t.key() == key)
    }
}

impl Arm {
    /// The word used in files, questions and answers.
    pub const fn key(self) -> &'static str {
        match self {
            Arm::Foot => "foot",
            Arm::Mounted => "mounted",
        }
    }
}

impl Going {
    /// The word used in files, questions and answers.
    pub const fn key(self) -> &'static str {
        match self {
            Going::Good => "good",
            Going::Bad => "bad",
        }
    }
}

/// A set of troop types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TroopSet(u32);

umpire::canonical! { struct TroopSet(bits); }

impl TroopSet {
    /// Whether a type is in it.
    #[inline]
    pub const fn has(self, troop: Troop) -> bool {
        self.0 & (1 << troop as u8) != 0
    }

    /// Puts a type in.
    #[inline]
    pub const fn add(&mut self, troop: Troop) {
        self.0 |= 1 << troop as u8;
    }

    /// Takes a type out.
    #[inline]
    pub const fn remove(&mut self, troop: Troop) {
        self.0 &= !(1 << troop as u8);
    }

    /// What is in either.
    #[inline]
    pub const fn or(self, other: TroopSet) -> TroopSet {
        TroopSet(self.0 | other.0)
    }

    /// What is in this one and not in the other.
    #[inline]
    pub const fn without(self, other: TroopSet) -> TroopSet {
        TroopSet(self.0 & !other.0)
    }

    /// Whether nothing is in both.
    #[inline]
    pub const fn is_apart_from(self, other: TroopSet) -> bool {
        self.0 & other.0 == 0
    }

    /// Whether it is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The types in it, in the order of the troop table.
    pub fn iter(self) -> impl Iterator<Item = Troop> {
        Troop::ALL.into_iter().filter(move |t| self.has(*t))
    }
}

impl FromIterator<Troop> for TroopSet {
    fn from_iter<I: IntoIterator<Item = Troop>>(troops: I) -> Self {
        let mut set = TroopSet::default();
        troops.into_iter().for_each(|t| set.add(t));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_its_place_and_its_word() {
        for (i, troop) in Troop::ALL.into_iter().enumerate() {
            assert_eq!(troop as usize, i);
            assert_eq!(Troop::parse(troop.key()), Some(troop));
        }
        assert_eq!(Troop::parse("Blades"), None);
    }

    #[test]
    fn sets_hold_what_was_put_in() {
        let mut set: TroopSet = [Troop::Blades, Troop::CampFollowers].into_iter().collect();
        assert!(set.has(Troop::Blades) && set.has(Troop::CampFollowers) && !set.has(Troop::Bows));
        set.remove(Troop::Blades);
        set.add(Troop::Artillery);
        assert_eq!(set.iter().collect::<Vec<_>>(), [Troop::Artillery, Troop::CampFollowers]);
        let guns: TroopSet = [Troop::Artillery, Troop::Cannon].into_iter().collect();
        assert!(!set.is_apart_from(guns) && set.without(guns).is_apart_from(guns));
        assert_eq!(set.or(guns).iter().count(), 3);
        assert!(TroopSet::default().is_empty() && !set.is_empty());
    }
}
