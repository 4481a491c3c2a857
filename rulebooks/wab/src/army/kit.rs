//! What a unit is once it is bought: its profile, arms and armour with all options.

use super::{Category, Choice, Entry};
use crate::armour;
use crate::moving;
use crate::tables::tables;
use crate::troop::{Missile, Order, Piece, Profile, Trait, Traits, Troop, Weapon, parse};
use umpire::UnitId;

/// Something an option adds or takes away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gear {
    /// A weapon.
    Weapon(Weapon),
    /// A missile weapon.
    Missile(Missile),
    /// A piece of armour.
    Piece(Piece),
    /// A trait.
    Trait(Trait),
}

impl Gear {
    /// Reads its word.
    pub fn parse(word: &str) -> Option<Gear> {
        parse(Weapon::ALL, Weapon::key, word)
            .map(Gear::Weapon)
            .or_else(|| parse(Missile::ALL, Missile::key, word).map(Gear::Missile))
            .or_else(|| parse(Piece::ALL, Piece::key, word).map(Gear::Piece))
            .or_else(|| parse(Trait::ALL, Trait::key, word).map(Gear::Trait))
    }
}

/// The command of a unit (`wab.basics.command`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Command {
    /// A leader.
    pub leader: bool,
    /// A standard bearer.
    pub standard: bool,
    /// A musician.
    pub musician: bool,
}

impl Command {
    /// The words used in files.
    pub const KEYS: [&'static str; 3] = ["leader", "standard", "musician"];

    /// Those named.
    pub fn of<'a>(words: impl IntoIterator<Item = &'a str>) -> Command {
        let mut command = Command::default();
        for word in words {
            match word {
                "leader" => command.leader = true,
                "standard" => command.standard = true,
                _ => command.musician = true,
            }
        }
        command
    }

    /// How many they are.
    pub fn count(self) -> usize {
        [self.leader, self.standard, self.musician].into_iter().filter(|yes| *yes).count()
    }

    /// Those still there when so many models are left: the standard falls last, before it the musician.
    pub fn left(self, models: u16) -> Command {
        let behind = |others: u16| models > others;
        let standard = u16::from(self.standard);
        Command {
            standard: self.standard && behind(0),
            musician: self.musician && behind(standard),
            leader: self.leader && behind(standard + u16::from(self.musician)),
        }
    }
}

/// A unit as it was bought.
#[derive(Clone, Debug)]
pub struct Kit {
    /// Its name in words.
    pub name: String,
    /// What it is.
    pub troop: Troop,
    /// Whether it is a character.
    pub character: bool,
    /// Its characteristics.
    pub profile: Profile,
    /// How it stands.
    pub order: Order,
    /// Its weapons.
    pub weapons: Vec<Weapon>,
    /// Its missile weapon.
    pub missile: Option<Missile>,
    /// Whether it is a bolt thrower.
    pub engine: bool,
    /// Javelins an elephant's crew throws.
    pub crew: u16,
    /// Its armour.
    pub armour: Vec<Piece>,
    /// What is special about it.
    pub traits: Traits,
    /// Its command.
    pub command: Command,
    /// What it cost.
    pub points: u32,
    /// Its models when bought.
    pub size: u16,
    /// The unit a beast belongs to until it stampedes by itself.
    pub herd: Option<UnitId>,
}

impl Kit {
    /// An entry bought with its options.
    pub fn buy(entry: &Entry, size: u16, options: &[&Choice], command: Command, order: Order) -> Kit {
        let (_, points) = super::cost(entry, size, options, command.count());
        let crew = if entry.troop == Troop::Elephant { tables().elephant_crew.0 } else { 0 };
        let mut kit = Kit {
            name: entry.name.clone(),
            troop: entry.troop,
            character: entry.category == Category::Characters,
            profile: entry.profile,
            order,
            weapons: entry.weapons.clone(),
            missile: entry.missile,
            engine: entry.engine,
            crew,
            armour: entry.armour.clone(),
            traits: entry.traits,
            command,
            points: points.max(0) as u32,
            size,
            herd: None,
        };
        for option in options {
            kit.take(option);
        }
        kit
    }

    /// One beast of a unit, which has a card of its own for when it breaks loose; its points stay with the unit.
    pub fn beast(&self, herd: UnitId) -> Kit {
        Kit { points: 0, size: 0, command: Command::default(), herd: Some(herd), ..self.clone() }
    }

    fn take(&mut self, option: &Choice) {
        for gear in &option.drops {
            match *gear {
                Gear::Weapon(w) => self.weapons.retain(|&x| x != w),
                Gear::Missile(m) => self.missile = self.missile.filter(|&x| x != m),
                Gear::Piece(p) => self.armour.retain(|&x| x != p),
                Gear::Trait(_) => {}
            }
        }
        for gear in &option.adds {
            match *gear {
                Gear::Weapon(w) => self.weapons.push(w),
                Gear::Missile(m) => self.missile = Some(m),
                Gear::Piece(p) => self.armour.push(p),
                Gear::Trait(one) => self.traits.add(one),
            }
        }
        for (name, value) in &option.sets {
            if let Some(field) = self.profile.get_mut(name) {
                *field = *value;
            }
        }
        if let Some(mount) = option.mount {
            // A rider has his horse's Movement (`wab.basics.profile`).
            self.profile.m = 8;
            self.troop = mount;
            self.order = Order::Open;
        }
        if let Some(shots) = option.shots {
            self.crew = shots;
        }
    }

    /// Movement after armour.
    pub fn movement(&self) -> u8 {
        moving::movement(self.profile.m, armour::slowed(&self.armour))
    }

    /// Whether it has a trait.
    #[inline]
    pub fn has(&self, one: Trait) -> bool {
        self.traits.has(one)
    }

    /// Whether it skirmishes.
    #[inline]
    pub fn skirmishes(&self) -> bool {
        self.order == Order::Skirmish
    }

    /// Whether it shoots at all.
    pub fn shoots(&self) -> bool {
        self.engine || (self.missile.is_some() && (self.profile.bs > 0 || self.crew > 0))
    }
}
