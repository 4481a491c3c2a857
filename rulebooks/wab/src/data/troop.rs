//! Troops: what they are, how they stand, what they carry.

use binding::choice;

choice! {
    /// What a model is.
    Troop {
        /// Men on foot.
        Infantry => "infantry",
        /// Riders.
        Cavalry => "cavalry",
        /// Light chariots.
        LightChariot => "light_chariot",
        /// Heavy and scythed chariots.
        HeavyChariot => "heavy_chariot",
        /// Elephants.
        Elephant => "elephant",
        /// Engines with their crew.
        Artillery => "artillery",
        /// A character on foot, where a question asks about one.
        Character => "character",
    }
}

impl Troop {
    /// Whether it is a chariot.
    pub fn is_chariot(self) -> bool {
        matches!(self, Troop::LightChariot | Troop::HeavyChariot)
    }

    /// Whether it rides or drives.
    pub fn is_mounted(self) -> bool {
        matches!(self, Troop::Cavalry | Troop::LightChariot | Troop::HeavyChariot)
    }

    /// Whether its units may be small: they are excused from the tests of five.
    pub fn is_excused_from_five(self) -> bool {
        matches!(self, Troop::LightChariot | Troop::HeavyChariot | Troop::Elephant | Troop::Artillery)
    }

    /// Whether it may counter-charge and be counter-charged.
    pub fn counter_charges(self) -> bool {
        matches!(self, Troop::Cavalry | Troop::LightChariot)
    }
}

choice! {
    /// How a unit stands.
    Order {
        /// Base to base.
        Close => "close",
        /// Base to base, freer to move.
        Open => "open",
        /// Scattered.
        Skirmish => "skirmish",
    }
}

choice! {
    /// A weapon of close combat.
    Weapon {
        /// A sword, an axe, a club.
        HandWeapon => "hand_weapon",
        /// One in each hand.
        TwoHandWeapons => "two_hand_weapons",
        /// One for both hands.
        DoubleHandedWeapon => "double_handed_weapon",
        /// A thrusting spear.
        ThrustingSpear => "thrusting_spear",
        /// A throwing spear.
        ThrowingSpear => "throwing_spear",
        /// A pilum.
        HeavyThrowingSpear => "heavy_throwing_spear",
        /// A pike.
        Pike => "pike",
        /// A kontos.
        Kontos => "kontos",
        /// A lance.
        Lance => "lance",
    }
}

choice! {
    /// A missile weapon.
    Missile {
        /// Thrown rocks.
        ThrownRocks => "thrown_rocks",
        /// Javelins.
        Javelin => "javelin",
        /// Darts.
        Darts => "darts",
        /// Handguns.
        Handgun => "handgun",
        /// Light crossbows.
        LightCrossbow => "light_crossbow",
        /// Short bows.
        ShortBow => "short_bow",
        /// Slings.
        Sling => "sling",
        /// Bows.
        Bow => "bow",
        /// Staff slings.
        StaffSling => "staff_sling",
        /// Crossbows.
        Crossbow => "crossbow",
        /// Long bows.
        LongBow => "long_bow",
    }
}

choice! {
    /// A piece of armour.
    Piece {
        /// A shield.
        Shield => "shield",
        /// A buckler.
        Buckler => "buckler",
        /// A large shield.
        LargeShield => "large_shield",
        /// A pavise.
        Pavise => "pavise",
        /// Light armour.
        LightArmour => "light_armour",
        /// Heavy armour.
        HeavyArmour => "heavy_armour",
        /// Partial plate.
        PartialPlate => "partial_plate",
        /// Full plate.
        FullPlate => "full_plate",
        /// Half cloth barding.
        HalfClothBarding => "half_cloth_barding",
        /// Full cloth barding.
        FullClothBarding => "full_cloth_barding",
        /// Half plate barding.
        HalfPlateBarding => "half_plate_barding",
        /// Full plate barding.
        FullPlateBarding => "full_plate_barding",
    }
}

choice! {
    /// What is special about a unit.
    Trait {
        /// The army's general.
        General => "general",
        /// The army's standard bearer.
        ArmyStandard => "army_standard",
        /// Drilled.
        Drilled => "drilled",
        /// A warband.
        Warband => "warband",
        /// Has a ferocious charge.
        FerociousCharge => "ferocious_charge",
        /// Frenzied.
        Frenzy => "frenzy",
        /// Stubborn.
        Stubborn => "stubborn",
        /// Hates its enemies.
        Hatred => "hatred",
        /// Fights as a phalanx.
        Phalanx => "phalanx",
        /// A phalanx of hoplites, which may be smaller.
        Hoplites => "hoplites",
        /// Light cavalry.
        LightCavalry => "light_cavalry",
        /// Feigns flight.
        FeignedFlight => "feigned_flight",
        /// Used to elephants.
        UsedToElephants => "used_to_elephants",
        /// Causes terror in mounted troops.
        TerrorMounted => "terror_mounted",
        /// Causes fear in foot.
        FearFoot => "fear_foot",
        /// Causes fear in everyone.
        CausesFear => "causes_fear",
        /// Causes terror in everyone.
        CausesTerror => "causes_terror",
        /// A large target.
        LargeTarget => "large_target",
        /// Stampedes.
        Stampede => "stampede",
        /// A scythed chariot.
        ScythedChariot => "scythed_chariot",
    }
}

/// The word of a list that means this, if one does.
pub fn parse<T: Copy>(all: &[T], key: fn(T) -> &'static str, word: &str) -> Option<T> {
    all.iter().copied().find(|&one| key(one) == word)
}

/// A set of traits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Traits(u32);

impl Traits {
    /// Whether it holds a trait.
    pub fn has(self, one: Trait) -> bool {
        self.0 & (1 << one as u32) != 0
    }

    /// Puts a trait in.
    pub fn add(&mut self, one: Trait) {
        self.0 |= 1 << one as u32;
    }

    /// Takes a trait out.
    pub fn remove(&mut self, one: Trait) {
        self.0 &= !(1 << one as u32);
    }

    /// Those it holds, in the order of [`Trait`].
    pub fn iter(self) -> impl Iterator<Item = Trait> {
        Trait::ALL.iter().copied().filter(move |&one| self.has(one))
    }
}

impl FromIterator<Trait> for Traits {
    fn from_iter<I: IntoIterator<Item = Trait>>(traits: I) -> Self {
        let mut set = Traits::default();
        traits.into_iter().for_each(|one| set.add(one));
        set
    }
}

/// The nine characteristics of a model (`wab.basics.profile`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Profile {
    /// Movement in inches, before armour.
    pub m: u8,
    /// Weapon Skill.
    pub ws: u8,
    /// Ballistic Skill.
    pub bs: u8,
    /// Strength.
    pub s: u8,
    /// Toughness.
    pub t: u8,
    /// Wounds.
    pub w: u8,
    /// Initiative.
    pub i: u8,
    /// Attacks.
    pub a: u8,
    /// Leadership.
    pub ld: u8,
}

impl Profile {
    /// The names of the characteristics, as lists print them.
    pub const NAMES: [&'static str; 9] = ["M", "WS", "BS", "S", "T", "W", "I", "A", "Ld"];

    /// The characteristics in the order of their names.
    pub fn values(&self) -> [u8; 9] {
        [self.m, self.ws, self.bs, self.s, self.t, self.w, self.i, self.a, self.ld]
    }

    /// The characteristic of that name.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut u8> {
        Some(match name {
            "M" => &mut self.m,
            "WS" => &mut self.ws,
            "BS" => &mut self.bs,
            "S" => &mut self.s,
            "T" => &mut self.t,
            "W" => &mut self.w,
            "I" => &mut self.i,
            "A" => &mut self.a,
            "Ld" => &mut self.ld,
            _ => return None,
        })
    }
}

umpire::canonical! {
    enum Weapon {
        0 => HandWeapon,
        1 => TwoHandWeapons,
        2 => DoubleHandedWeapon,
        3 => ThrustingSpear,
        4 => ThrowingSpear,
        5 => HeavyThrowingSpear,
        6 => Pike,
        7 => Kontos,
        8 => Lance,
    }
}
