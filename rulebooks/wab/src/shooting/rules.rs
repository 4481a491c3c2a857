//! Missiles: what is needed to hit, with which strength, and how many shoot.

use crate::combat::rules::{Blows, save_modifier, to_save, to_wound};
use crate::data::tables::{Cover, Massed, MoveNote, tables};
use crate::data::troop::Missile;
use crate::house::{House, MoveNote as NoteRead, SaveColumn, SevenPlus};
use crate::rule;
use ruling::Tally;

/// How far a target is for a weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Band {
    /// Within half the range.
    Short,
    /// Within the range.
    Long,
    /// Beyond it.
    OutOfRange,
}

impl Band {
    /// The band of a distance (`wab.shoot.range`).
    pub fn of(range: f64, distance: f64) -> Band {
        if distance > range {
            Band::OutOfRange
        } else if distance > range / 2.0 {
            Band::Long
        } else {
            Band::Short
        }
    }

    /// The word used in answers.
    pub const fn key(self) -> &'static str {
        match self {
            Band::Short => "short",
            Band::Long => "long",
            Band::OutOfRange => "out_of_range",
        }
    }
}

/// A shooter, a weapon and a target.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    /// Ballistic Skill.
    pub bs: u8,
    /// The weapon.
    pub missile: Missile,
    /// How far the target is, in inches.
    pub distance: f64,
    /// Whether the shooter moved.
    pub moved: bool,
    /// Whether it shoots in answer to a charge.
    pub stand_and_shoot: bool,
    /// Whether the target is a single character.
    pub single_character: bool,
    /// The target's cover.
    pub cover: Cover,
    /// Whether the target skirmishes.
    pub skirmishers: bool,
    /// Whether the target is a light chariot that moved.
    pub moving_light_chariot: bool,
    /// Whether the target is large.
    pub large_target: bool,
    /// Whether the shooter is shaken by fear.
    pub shaken: bool,
}

/// Why nobody shoots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoShot {
    /// BS 0.
    BsZero,
    /// The weapon does not shoot after a move.
    Moved,
    /// Too far.
    OutOfRange,
}

impl NoShot {
    /// The word used in answers.
    pub const fn key(self) -> &'static str {
        match self {
            NoShot::BsZero => "bs_zero",
            NoShot::Moved => "moved",
            NoShot::OutOfRange => "out_of_range",
        }
    }
}

/// A shot worked out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shot {
    /// The weapon.
    pub missile: Missile,
    /// Its band.
    pub band: Band,
    /// 7 less BS.
    pub base: i8,
    /// The modifiers.
    pub modifiers: Tally,
    /// What they are for, in words.
    pub causes: Vec<&'static str>,
    /// The score needed, which may be more than 6.
    pub needed: i8,
    /// The strength of a hit.
    pub strength: u8,
    /// What it does to a save.
    pub save_modifier: i8,
    /// How many shots each man has.
    pub shots_each: u8,
    /// The score of a second die, if the house asks for one; 7 cannot be rolled.
    pub second: Option<u8>,
}

impl Shot {
    /// So many of these shots at a target of a toughness and a save.
    pub fn blows(&self, shots: u16, toughness: u8, save: u8) -> Blows {
        Blows {
            attacks: shots,
            hit: self.needed.clamp(2, 6) as u8,
            second: self.second,
            reroll: None,
            wound: to_wound(self.strength, toughness),
            save: to_save(save, self.save_modifier),
        }
    }
}

/// Works out a shot.
///
/// # Errors
/// Why there is none.
pub fn aim(house: &House, aim: &Aim) -> Result<Shot, NoShot> {
    let t = tables();
    let row = t.missile(aim.missile);
    // In answer to a charge the enemy comes into range.
    let distance = if aim.stand_and_shoot { aim.distance.min(row.range) } else { aim.distance };
    let band = Band::of(row.range, distance);
    if aim.bs == 0 {
        return Err(NoShot::BsZero);
    }
    if aim.moved && row.move_note == MoveNote::No {
        return Err(NoShot::Moved);
    }
    if band == Band::OutOfRange {
        return Err(NoShot::OutOfRange);
    }
    let base = t.shooting_base - aim.bs as i8;
    let (modifiers, causes) = modifiers(house, aim, band);
    let mut needed = (i16::from(base) - modifiers.total()).max(i16::from(t.shooting_least)) as i8;
    if aim.shaken {
        needed = needed.max(6);
    }
    let (shots_each, printed) = stones(house, aim.missile, band, aim.moved);
    let over = (needed - 6).max(0) as u8;
    let (strength, second) = match house.seven_plus {
        _ if over == 0 => (printed, None),
        SevenPlus::WeakerHits => (printed.saturating_sub(over), None),
        SevenPlus::SecondDie => (printed, Some((3 + over).min(7))),
    };
    Ok(Shot {
        missile: aim.missile,
        band,
        base,
        modifiers,
        causes,
        needed,
        strength,
        save_modifier: pierces(house, aim.missile, band, strength),
        shots_each,
        second,
    })
}

/// What a hit of a strength does to a save (`wab.shoot.save_column`).
pub fn pierces(house: &House, missile: Missile, band: Band, strength: u8) -> i8 {
    let row = tables().missile(missile);
    let short = usize::from(band == Band::Short);
    let column = match house.missile_save_column {
        SaveColumn::Total => row.save[short] - save_modifier(row.strength[short]),
        SaveColumn::Extra => row.save[short],
    };
    column + save_modifier(strength)
}

/// The modifiers to hit, and what they are for (`wab.shoot.modifiers`).
fn modifiers(house: &House, aim: &Aim, band: Band) -> (Tally, Vec<&'static str>) {
    let m = &tables().modifiers;
    let row = tables().missile(aim.missile);
    let free = row.move_note == MoveNote::Free && house.move_and_shoot_note == NoteRead::NoPenalty;
    let far = band == Band::Long && row.long_range_penalty;
    let all = [
        (aim.stand_and_shoot, m.charging_enemy, "a charging enemy", rule::REACT_STAND_AND_SHOOT),
        (far, m.long_range, "long range", rule::SHOOT_RANGE),
        (aim.moved && !free, m.moving, "having moved", rule::SHOOT_MOVE_AND_SHOOT),
        (aim.single_character, m.single_character, "a single man", rule::SHOOT_MODIFIERS),
        (aim.cover == Cover::Soft, m.soft_cover, "soft cover", rule::SHOOT_MODIFIERS),
        (aim.cover == Cover::Hard, m.hard_cover, "hard cover", rule::SHOOT_MODIFIERS),
        (aim.skirmishers, m.skirmishers, "skirmishers", rule::SHOOT_MODIFIERS),
        (aim.moving_light_chariot, m.moving_light_chariot, "moving chariots", rule::SHOOT_MODIFIERS),
        (aim.large_target, m.large_target, "a large target", rule::SHOOT_MODIFIERS),
    ];
    let mut tally = Tally::default();
    let mut causes = Vec::new();
    for (_, value, words, rule) in all.into_iter().filter(|(due, ..)| *due) {
        tally.add(rule, value);
        causes.push(words);
    }
    (tally, causes)
}

/// How many shots a man has, and how strong they are as printed: only slings have more than one (`wab.shoot.sling`).
pub fn stones(house: &House, missile: Missile, band: Band, moved: bool) -> (u8, u8) {
    let row = tables().missile(missile);
    let short = usize::from(band == Band::Short);
    if row.shots_short < 2 || band != Band::Short {
        return (1, row.strength[short]);
    }
    if moved && house.sling_double_stationary {
        return (1, row.strength[0]);
    }
    (row.shots_short, house.sling_short_strength as u8)
}

/// Who of a unit shoots: in front, and behind where missiles are massed (`wab.shoot.who`, `wab.shoot.massed`).
pub fn shooters(models: u16, files: u16, missile: Missile, moved: bool, skirmish: bool) -> (u16, u16) {
    if skirmish {
        return (models, 0);
    }
    let front = files.min(models);
    let massed = match tables().missile(missile).massed {
        Massed::Always => true,
        Massed::Stationary => !moved,
        Massed::No => false,
    };
    (front, if massed { (models - front).div_ceil(2) } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(bs: u8, missile: Missile, distance: f64, moved: bool) -> Result<i8, NoShot> {
        let plain = Aim {
            bs,
            missile,
            distance,
            moved,
            stand_and_shoot: false,
            single_character: false,
            cover: Cover::None,
            skirmishers: false,
            moving_light_chariot: false,
            large_target: false,
            shaken: false,
        };
        aim(&House::default(), &plain).map(|shot| shot.needed)
    }

    #[test]
    fn who_cannot_shoot_is_told_why() {
        assert_eq!(at(3, Missile::Bow, 10.0, false), Ok(4));
        assert_eq!(at(0, Missile::Bow, 10.0, false), Err(NoShot::BsZero));
        assert_eq!(at(3, Missile::Crossbow, 10.0, true), Err(NoShot::Moved));
        assert_eq!(at(3, Missile::Bow, 24.1, false), Err(NoShot::OutOfRange));
        assert_eq!(at(10, Missile::Bow, 10.0, false), Ok(2), "a one always misses");
    }
}
