//! Troop types, and the words for what they are and carry.

mod weapon;

pub use weapon::{Hand, HandRow, Missile, MissileRow};

use binding::choice;

choice! {
    /// A troop type (`wrg6.troops.types`).
    Troop {
        /// Super heavy knights.
        SuperHeavyKnights => "super_heavy_knights",
        /// Super heavy cataphracts.
        SuperHeavyCataphracts => "super_heavy_cataphracts",
        /// Super heavy camels.
        SuperHeavyCamels => "super_heavy_camels",
        /// Extra heavy knights.
        ExtraHeavyKnights => "extra_heavy_knights",
        /// Extra heavy cavalry.
        ExtraHeavyCavalry => "extra_heavy_cavalry",
        /// Extra heavy camelry.
        ExtraHeavyCamelry => "extra_heavy_camelry",
        /// Heavy cavalry.
        HeavyCavalry => "heavy_cavalry",
        /// Heavy camelry.
        HeavyCamelry => "heavy_camelry",
        /// Heavy chariots.
        HeavyChariot => "heavy_chariot",
        /// Medium cavalry.
        MediumCavalry => "medium_cavalry",
        /// Medium camelry.
        MediumCamelry => "medium_camelry",
        /// Light cavalry.
        LightCavalry => "light_cavalry",
        /// Light camelry.
        LightCamelry => "light_camelry",
        /// Light chariots.
        LightChariot => "light_chariot",
        /// Super heavy infantry.
        SuperHeavyInfantry => "super_heavy_infantry",
        /// Extra heavy infantry.
        ExtraHeavyInfantry => "extra_heavy_infantry",
        /// Heavy infantry.
        HeavyInfantry => "heavy_infantry",
        /// Light heavy infantry.
        LightHeavyInfantry => "light_heavy_infantry",
        /// Medium infantry.
        MediumInfantry => "medium_infantry",
        /// Light medium infantry.
        LightMediumInfantry => "light_medium_infantry",
        /// Artillery.
        Artillery => "artillery",
        /// Light infantry.
        LightInfantry => "light_infantry",
        /// Elephants.
        Elephant => "elephant",
    }
}

choice! {
    /// A column of the weapon tables.
    Column {
        /// Super heavy knights.
        Shk => "SHK",
        /// Super heavy cataphracts and camels.
        Shc => "SHC",
        /// Extra heavy knights.
        Ehk => "EHK",
        /// Extra heavy cavalry and camelry.
        Ehc => "EHC",
        /// Heavy cavalry, camelry and chariots.
        Hc => "HC",
        /// Medium cavalry and camelry.
        Mc => "MC",
        /// Light cavalry, camelry and chariots.
        Lc => "LC",
        /// Super heavy infantry.
        Shi => "SHI",
        /// Extra heavy infantry.
        Ehi => "EHI",
        /// Heavy and light heavy infantry.
        Hi => "HI",
        /// Medium and light medium infantry and artillery.
        Mi => "MI",
        /// Light infantry.
        Li => "LI",
        /// Elephants.
        El => "EL",
    }
}

choice! {
    /// How figures of a type stand and move.
    Spacing {
        /// Shoulder to shoulder, on foot.
        Close => "close",
        /// Loosely, on foot.
        Loose => "loose",
        /// In open order, on foot.
        Open => "open",
        /// On horses or camels.
        Mounted => "mounted",
        /// Elephants and chariots.
        Vehicle => "vehicle",
        /// Engines.
        Engine => "engine",
    }
}

choice! {
    /// Who is moved by a row of the table of moves (`wrg6.move.distances`).
    Mover {
        /// Super and extra heavy knights, heavy chariots.
        KnightsAndHeavyChariots => "knights_and_heavy_chariots",
        /// Super heavy cataphracts and camels, elephants.
        CataphractsAndElephants => "cataphracts_and_elephants",
        /// Other close cavalry, light chariots.
        CavalryAndLightChariots => "cavalry_and_light_chariots",
        /// Camelry, mounted infantry.
        CamelryAndMountedInfantry => "camelry_and_mounted_infantry",
        /// Light cavalry.
        LightCavalry => "light_cavalry",
        /// Super heavy infantry.
        SuperHeavyInfantry => "super_heavy_infantry",
        /// Extra heavy infantry.
        ExtraHeavyInfantry => "extra_heavy_infantry",
        /// Heavy and medium infantry.
        HeavyOrMediumInfantry => "heavy_or_medium_infantry",
        /// All loose and open foot.
        LightFoot => "light_foot",
        /// A light bolt-shooter moved by its crew.
        ManhandledBoltShooter => "manhandled_bolt_shooter",
        /// Mule carts and pack animals.
        MuleCartsAndPackAnimals => "mule_carts_and_pack_animals",
        /// What oxen draw.
        OxDrawn => "ox_drawn",
        /// Siege towers and penthouses.
        SiegeTower => "siege_tower",
        /// Ships under oars.
        FightingShip => "fighting_ship",
        /// Ships joined together.
        JoinedShips => "joined_ships",
        /// Ships backing water.
        ShipBackingWater => "ship_backing_water",
    }
}

choice! {
    /// The class of a body, the best first.
    Class {
        /// The best.
        A => "A",
        /// Good.
        B => "B",
        /// Ordinary.
        C => "C",
        /// Poor.
        D => "D",
    }
}

choice! {
    /// Whether a body is regular.
    Training {
        /// Regular.
        Regular => "regular",
        /// Irregular.
        Irregular => "irregular",
    }
}

/// The one of a list that has this word.
pub fn by_key<T: Copy>(all: &[T], key: impl Fn(T) -> &'static str, word: &str) -> Option<T> {
    all.iter().copied().find(|one| key(*one) == word)
}

umpire::canonical! { enum Class { 0 => A, 1 => B, 2 => C, 3 => D } }
