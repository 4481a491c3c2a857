//! What a body is and carries, and the kinds of ground.

use crate::data::disorder::{Animal, Breed};
use crate::data::points;
use crate::data::points::Cost;
use crate::data::tables::tables;
use crate::data::troop::{Class, Hand, Missile, Mover, Training, Troop};
use binding::choice;
use table::Formation;

choice! {
    /// A kind of ground (`wrg6.setup.terrain`).
    Land {
        /// A gentle hill of one level.
        GentleHill => "gentle_hill",
        /// A steep hill of two levels.
        SteepHill => "steep_hill",
        /// A wood.
        Wood => "wood",
        /// Rough ground.
        Rough => "rough",
        /// A marsh.
        Marsh => "marsh",
        /// A village.
        Village => "village",
        /// An enclosed field, whose edge is an obstacle.
        Field => "enclosed_field",
        /// A river.
        River => "river",
        /// A road.
        Road => "road",
        /// A fortification, whose wall is an obstacle.
        Fortification => "fortification",
    }
}

impl Land {
    /// The kind with a number.
    pub fn of(kind: table::KindId) -> Land {
        Land::ALL[usize::from(kind.0).min(Land::ALL.len() - 1)]
    }

    /// Whether it slows and disorders (`wrg6.terrain.difficult`).
    pub const fn is_difficult(self) -> bool {
        matches!(self, Land::SteepHill | Land::Wood | Land::Rough | Land::Marsh | Land::Village | Land::River)
    }

    /// Whether it hides and shelters.
    pub const fn is_cover(self) -> bool {
        matches!(self, Land::Wood | Land::Village | Land::Fortification)
    }

    /// Its level (`wrg6.terrain.height`).
    pub const fn level(self) -> i32 {
        match self {
            Land::GentleHill => 1,
            Land::SteepHill => 2,
            _ => 0,
        }
    }

    /// Whether chariots and artillery may not enter it.
    pub const fn bars_wheels(self) -> bool {
        matches!(self, Land::Wood | Land::Village | Land::Marsh | Land::Fortification)
    }

    /// Whether its edge is an obstacle that those inside defend (`wrg6.melee.tactical.obstacle`).
    pub const fn is_enclosed(self) -> bool {
        matches!(self, Land::Field | Land::Fortification)
    }
}

/// What a body is and carries; both sides may know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kit {
    /// Its troop type.
    pub troop: Troop,
    /// Its training.
    pub training: Training,
    /// Whether it has shields.
    pub shield: bool,
    /// Its weapons as the lists name them.
    pub weapons: Vec<String>,
    /// What it fights hand-to-hand with.
    pub hands: Vec<Hand>,
    /// What it shoots with.
    pub missile: Option<Missile>,
    /// Whether its chariots have scythes.
    pub scythed: bool,
    /// The breed of its horses.
    pub breed: Breed,
    /// What moves it.
    pub mover: Mover,
    /// Whether it is infantry on its animals.
    pub on_animals: bool,
    /// Whether its beasts are dressed up as elephants (`wrg6.disorder.beasts`).
    pub dummy: bool,
    /// What it is after mounting or dismounting, if it may (`wrg6.mount`).
    pub other: Option<Box<Kit>>,
}

impl Kit {
    /// A body with weapons as the lists name them (`wrg6.weapons.keys`).
    ///
    /// # Errors
    /// The weapon that does not fit.
    pub fn new(troop: Troop, training: Training, shield: bool, weapons: &[String]) -> Result<Kit, String> {
        let (mut hands, mut missile) = (Vec::new(), None);
        for weapon in weapons {
            let rides = troop.is_mounted();
            let shot = match (weapon.as_str(), rides) {
                ("bow", true) => Some(Missile::MountedBow),
                ("bow", false) => Some(Missile::FootBow),
                ("longbow", true) => Some(Missile::MountedLongbow),
                ("longbow", false) => Some(Missile::FootLongbow),
                ("crossbow", true) => Some(Missile::MountedCrossbow),
                ("crossbow", false) => Some(Missile::FootCrossbow),
                (word, _) => crate::data::troop::by_key(Missile::ALL, Missile::key, word),
            };
            let hand = Hand::listed(weapon).filter(|hand| hand.fits(troop));
            if shot.is_none() && hand.is_none() {
                return Err(format!("{} have no `{weapon}`", troop.name()));
            }
            missile = missile.or(shot);
            hands.extend(hand);
        }
        let usual = match troop {
            Troop::Elephant => Hand::Elephant,
            _ if troop.is_chariot() => Hand::Chariot,
            _ if troop.is_mounted() => Hand::CavalryOther,
            _ => Hand::InfantryOther,
        };
        if matches!(usual, Hand::Elephant | Hand::Chariot) {
            hands.clear();
        }
        if hands.is_empty() {
            hands.push(usual);
        }
        let mover = Mover::of(troop).unwrap_or(match missile {
            Some(Missile::BoltEngine) | None => Mover::ManhandledBoltShooter,
            Some(_) => Mover::OxDrawn,
        });
        let weapons = weapons.to_vec();
        let breed = Breed::Other;
        let (scythed, on_animals, dummy, other) = (false, false, false, None);
        Ok(Kit {
            troop,
            training,
            shield,
            weapons,
            hands,
            missile,
            scythed,
            breed,
            mover,
            on_animals,
            dummy,
            other,
        })
    }

    /// Whether something can move it: only engines need a mover, and only light bolt-shooters are moved by hand
    /// (`wrg6.move.distances`).
    pub fn may_be_moved_by(&self, mover: Mover) -> bool {
        let by_hand = self.missile == Some(Missile::BoltEngine);
        let fits = match mover {
            Mover::ManhandledBoltShooter | Mover::MuleCartsAndPackAnimals => by_hand,
            Mover::OxDrawn => true,
            _ => false,
        };
        self.troop == Troop::Artillery && fits
    }

    /// The same infantry on its animals (`wrg6.mount`).
    pub fn mounted(&self) -> Kit {
        Kit { mover: Mover::CamelryAndMountedInfantry, on_animals: true, other: None, ..self.clone() }
    }

    /// Of some weapons, those that foot of a type can fight or shoot with.
    pub fn carried_afoot(foot: Troop, weapons: &[String]) -> Vec<String> {
        let fits = |weapon: &&String| {
            Kit::new(foot, Training::Regular, false, std::slice::from_ref(*weapon)).is_ok()
        };
        weapons.iter().filter(fits).cloned().collect()
    }

    /// Whether it rides now.
    pub fn rides(&self) -> bool {
        self.on_animals || self.troop.is_mounted()
    }

    /// What it costs in a class.
    pub fn cost(&self, class: Class, figures: u32) -> Cost {
        let extras = [(self.shield, "shield"), (self.scythed, "scythes")];
        let extras = extras.into_iter().filter(|(has, _)| *has).map(|(_, name)| name);
        let weapons = self.weapons.iter().map(String::as_str);
        points::cost(self.troop, class, self.training, figures, weapons.chain(extras))
    }

    /// Its block of figures on the table: a pace is a millimetre.
    pub fn formation(&self, figures: u16, files: u16) -> Formation {
        let row = tables().troop(self.troop);
        let grid = |paces: f64| (paces * table::Point::PER_MM) as i32;
        Formation { files, figures, file_width: grid(row.frontage), rank_depth: grid(row.depth) }
    }

    /// Its normal move.
    pub fn normal(&self) -> f64 {
        f64::from(tables().rates(self.mover).normal)
    }

    /// Its charge, if it can.
    pub fn charge(&self) -> Option<f64> {
        tables().rates(self.mover).charge.map(f64::from)
    }

    /// The animals it has, if any.
    pub fn animal(&self) -> Option<Animal> {
        if self.troop == Troop::Elephant {
            Some(Animal::Elephant)
        } else if self.troop.is_camelry() {
            Some(Animal::Camel)
        } else if self.troop.has_horses() {
            Some(Animal::Horse)
        } else {
            None
        }
    }

    /// Whether it is light infantry, through which friends pass (`wrg6.move.interpenetrate`).
    pub fn is_li(&self) -> bool {
        self.troop == Troop::LightInfantry
    }
}
