//! Troops in words: what a list offers and what a card shows.

use crate::army::gear::Gear;
use crate::army::kit::Kit;
use crate::army::list::{Choice, Entry, lists};
use crate::data::tables::tables;
use crate::data::troop::{Missile, Order, Piece, Profile, Traits, Weapon};

impl Kit {
    /// Its characteristics by their names; the Movement is that in armour.
    pub fn row(&self) -> Vec<(&'static str, u8)> {
        let worn = Profile { m: self.movement(), ..self.profile };
        Profile::NAMES.into_iter().zip(worn.values()).collect()
    }

    /// Its weapons.
    pub fn weapons_in_words(&self) -> String {
        weapons(&self.weapons)
    }

    /// Its missile weapons and how far they reach.
    pub fn missiles_in_words(&self) -> String {
        missiles(&self.missiles, self.engine)
    }

    /// Its armour.
    pub fn armour_in_words(&self) -> String {
        armour(&self.armour)
    }
}

impl Entry {
    /// What may be bought: sizes and points, profile, gear, special rules and options.
    pub fn in_words(&self) -> String {
        let [least, most] = self.size;
        let size = if least == most { least.to_string() } else { format!("{least}-{most}") };
        let limit = self.limit.map_or_else(String::new, |n| format!(", at most {n} of them"));
        let mut parts = vec![
            format!("{size} {} (`{}`), {} points each{limit}", self.name, self.id, self.points),
            profile(&self.profile),
            format!("{} order", self.orders.iter().map(|o: &Order| o.key()).collect::<Vec<_>>().join(" or ")),
            weapons(&self.weapons),
            missiles(&self.missiles, self.engine),
            armour(&self.armour),
            traits(self.traits),
        ];
        let hated = lists().iter().filter(|l| self.hates.contains(&l.id)).map(|l| l.name.as_str());
        let hated: Vec<&str> = hated.collect();
        if !hated.is_empty() {
            parts.push(format!("hates {}", hated.join(" and ")));
        }
        if self.command {
            parts.push(format!("leader, standard, musician {} points each", tables().points.command));
        }
        if !self.options.is_empty() {
            let options: Vec<String> = self.options.iter().map(option).collect();
            parts.push(format!("options: {}", options.join(", ")));
        }
        parts.retain(|part| !part.is_empty());
        parts.join("; ")
    }
}

/// An option: its word in files, its points, and what changes where the word does not say it.
fn option(choice: &Choice) -> String {
    let mut what: Vec<String> = choice.sets.iter().map(|(name, value)| format!("{name} {value}")).collect();
    what.extend(choice.adds.iter().map(|&g| gear(g)));
    what.extend(choice.drops.iter().map(|&g| format!("no {}", gear(g))));
    what.extend(choice.mount.map(|troop| format!("as {}", troop.key().replace('_', " "))));
    what.extend(choice.needs.as_ref().map(|need| format!("with `{need}`")));
    let what = if what.is_empty() { String::new() } else { format!(" ({})", what.join(", ")) };
    format!("`{}` {:+}{what}", choice.id, choice.points)
}

fn gear(gear: Gear) -> String {
    match gear {
        Gear::Weapon(w) => tables().weapon(w).name.clone(),
        Gear::Missile(m) => tables().missile(m).name.clone(),
        Gear::Piece(p) => tables().piece(p).name.clone(),
        Gear::Trait(one) => one.key().replace('_', " "),
    }
}

fn profile(profile: &Profile) -> String {
    let each = Profile::NAMES.iter().zip(profile.values()).map(|(name, value)| format!("{name} {value}"));
    each.collect::<Vec<_>>().join(", ")
}

fn weapons(weapons: &[Weapon]) -> String {
    weapons.iter().map(|&w| tables().weapon(w).name.as_str()).collect::<Vec<_>>().join(", ")
}

fn missiles(missiles: &[Missile], engine: bool) -> String {
    let bolt = engine.then(|| format!("bolt thrower, {} inches", tables().bolt.0));
    let each = missiles
        .iter()
        .map(|&m| tables().missile(m))
        .map(|row| format!("{}, {} inches", row.name, row.range));
    bolt.into_iter().chain(each).collect::<Vec<_>>().join("; ")
}

fn armour(pieces: &[Piece]) -> String {
    pieces.iter().map(|&p| tables().piece(p).name.as_str()).collect::<Vec<_>>().join(", ")
}

fn traits(traits: Traits) -> String {
    traits.iter().map(|one| one.key().replace('_', " ")).collect::<Vec<_>>().join(", ")
}
