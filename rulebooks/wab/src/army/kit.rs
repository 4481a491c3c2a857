//! What a unit is once it is bought: its profile, arms and armour with all options.

use crate::army::gear::Gear;
use crate::army::list;
use crate::army::list::{Category, Choice, Entry};
use crate::data::armour;
use crate::data::tables::{ArmourRow, tables};
use crate::data::troop::{Missile, Order, Piece, Profile, Trait, Traits, Troop, Weapon};
use umpire::UnitId;

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
    /// Its missile weapons.
    pub missiles: Vec<Missile>,
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
    /// The army list it comes from.
    pub nation: String,
    /// The army lists whose troops it hates; it hates everyone if it has the trait.
    pub hated: Vec<String>,
}

impl Kit {
    /// An entry bought with its options.
    pub fn buy(entry: &Entry, size: u16, options: &[&Choice], command: Command, order: Order) -> Kit {
        let (_, points) = list::cost(entry, size, options, command.count());
        let crew = if entry.troop == Troop::Elephant { tables().elephant_crew.0 } else { 0 };
        let mut kit = Kit {
            name: entry.name.clone(),
            troop: entry.troop,
            character: entry.category == Category::Characters,
            profile: entry.profile,
            order,
            weapons: entry.weapons.clone(),
            missiles: entry.missiles.clone(),
            engine: entry.engine,
            crew,
            armour: entry.armour.clone(),
            traits: entry.traits,
            command,
            points: points.max(0) as u32,
            size,
            herd: None,
            nation: String::new(),
            hated: entry.hates.clone(),
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

    /// Puts something by.
    pub fn drop(&mut self, gear: Gear) {
        match gear {
            Gear::Weapon(w) => self.weapons.retain(|&x| x != w),
            Gear::Missile(m) => self.missiles.retain(|&x| x != m),
            Gear::Piece(p) => self.armour.retain(|&x| x != p),
            Gear::Trait(one) => self.traits.remove(one),
        }
    }

    /// Takes something up, if it has not got it.
    pub fn add(&mut self, gear: Gear) {
        fn once<T: PartialEq>(all: &mut Vec<T>, one: T) {
            if !all.contains(&one) {
                all.push(one);
            }
        }
        match gear {
            Gear::Weapon(w) => once(&mut self.weapons, w),
            Gear::Missile(m) => once(&mut self.missiles, m),
            Gear::Piece(p) => once(&mut self.armour, p),
            Gear::Trait(one) => self.traits.add(one),
        }
    }

    fn take(&mut self, option: &Choice) {
        option.drops.iter().for_each(|&gear| self.drop(gear));
        option.adds.iter().for_each(|&gear| self.add(gear));
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
        armour::movement(self.profile.m, armour::slowed(&self.armour))
    }

    /// Whether it has a trait.
    #[inline]
    pub fn has(&self, one: Trait) -> bool {
        self.traits.has(one)
    }

    /// Whether it hates the troops of an enemy.
    pub fn hates(&self, enemy: &Kit) -> bool {
        self.has(Trait::Hatred) || self.hated.contains(&enemy.nation)
    }

    /// Whether it hates anybody.
    pub fn is_hateful(&self) -> bool {
        self.has(Trait::Hatred) || !self.hated.is_empty()
    }

    /// Whether it skirmishes.
    #[inline]
    pub fn skirmishes(&self) -> bool {
        self.order == Order::Skirmish
    }

    /// How far its missiles reach: nothing if it has none.
    pub fn range(&self) -> Option<f64> {
        if self.engine {
            return Some(tables().bolt.0);
        }
        self.missiles.iter().map(|&m| tables().missile(m).range).reduce(f64::max)
    }

    /// What nobody wears twice over, if it does: body armour or barding (`wab.save.chart`).
    pub fn worn_twice(&self) -> Option<&'static str> {
        let count =
            |is: fn(&ArmourRow) -> bool| self.armour.iter().filter(|&&p| is(tables().piece(p))).count();
        if count(|row| row.body) > 1 {
            return Some("body armour");
        }
        (count(|row| row.barding) > 1).then_some("barding")
    }

    /// Whether it shoots at all.
    pub fn shoots(&self) -> bool {
        self.engine || (!self.missiles.is_empty() && (self.profile.bs > 0 || self.crew > 0))
    }
}
