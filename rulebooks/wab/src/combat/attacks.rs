//! Striking: how many attacks, how strong, and in what order.

use crate::data::tables::tables;
use crate::data::troop::Weapon;
use crate::house::House;

/// Models about to strike.
#[derive(Clone, Copy, Debug)]
pub struct Fighters {
    /// The models of the unit.
    pub models: u16,
    /// Its files.
    pub files: u16,
    /// Front-rank models that touch the enemy.
    pub contact: u16,
    /// Characters with the unit who touch it too: the men behind them strike.
    pub guests: u16,
    /// Attacks of each.
    pub attacks: u8,
    /// What they fight with.
    pub weapon: Weapon,
    /// Whether they ride or drive.
    pub mounted: bool,
    /// Whether they skirmish.
    pub skirmish: bool,
    /// Whether they charged.
    pub charged: bool,
    /// Whether it is the first round.
    pub first_round: bool,
    /// Whether they are frenzied.
    pub frenzied: bool,
    /// Whether a leader is with them.
    pub leader: bool,
    /// Whether they are a march column.
    pub column: bool,
    /// Whether they are a phalanx.
    pub phalanx: bool,
    /// Whether the enemy is on their front.
    pub frontal: bool,
}

/// What they strike with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Volume {
    /// Front-rank models that strike.
    pub front: u16,
    /// Second-rank models that strike.
    pub rear: u16,
    /// Attacks in all.
    pub attacks: u16,
    /// Added to Strength.
    pub strength: u8,
    /// Whether misses are rolled again.
    pub reroll: bool,
}

impl Fighters {
    /// Attacks of a front-rank model.
    pub fn each_front(&self) -> u16 {
        let weapon = tables().weapon(self.weapon);
        u16::from(self.attacks + weapon.extra_attacks) + u16::from(self.frenzied)
    }

    /// Attacks of a second-rank model (`wab.combat.weapons`).
    pub fn each_rear(&self) -> u16 {
        1 + u16::from(self.frenzied)
    }

    /// How many second-rank models strike.
    pub fn second_rank(&self) -> u16 {
        let weapon = tables().weapon(self.weapon);
        let deep = (weapon.two_ranks_standing && !self.charged)
            || (weapon.two_ranks_first_round && self.first_round)
            || (weapon.two_ranks_phalanx && self.phalanx);
        if !deep || self.mounted || self.skirmish || self.column || !self.frontal {
            return 0;
        }
        let touching = self.contact + self.guests;
        touching.min(self.models.saturating_sub(self.files)).min(self.files + self.guests)
    }

    /// Strength the weapon adds.
    pub fn strength(&self) -> u8 {
        let weapon = tables().weapon(self.weapon);
        let first = if self.first_round && !self.mounted { weapon.first_round_strength } else { 0 };
        let charging = if self.charged && self.mounted { weapon.mounted_charging_strength } else { 0 };
        weapon.strength + first + charging
    }

    /// Whether the weapon lets misses be rolled again.
    pub fn rerolls(&self) -> bool {
        let weapon = tables().weapon(self.weapon);
        weapon.reroll_first_round && self.first_round && (self.mounted || self.skirmish)
    }

    /// All they strike with (`wab.combat.attacks`).
    pub fn volume(&self) -> Volume {
        let rear = self.second_rank();
        let attacks = self.contact * self.each_front() + rear * self.each_rear();
        Volume {
            front: self.contact,
            rear,
            attacks: attacks + u16::from(self.leader && self.contact > 0),
            strength: self.strength(),
            reroll: self.rerolls(),
        }
    }
}

/// The attacks left when so many of the men have fallen before they strike, front rank first: those behind strike over
/// them. Attacks besides are lost with the last man; where no men are counted they stand alone (`wab.combat.casualties`).
pub fn attacks_left(men: [u16; 2], each: [u16; 2], extra: u16, dead: u16) -> u16 {
    let front = men[0].saturating_sub(dead);
    let rear = men[1].saturating_sub(dead.saturating_sub(men[0]));
    let stand = front + rear > 0 || men == [0, 0];
    front * each[0] + rear * each[1] + if stand { extra } else { 0 }
}

/// When a body of fighters strikes: the greater, the earlier; equals strike together (`wab.combat.order`).
///
/// Chargers, then by Initiative and momentum; double-handed weapons last unless they charge. Where the house says so
/// pikes and kontoi with the enemy in front strike before chargers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Turn(i8, u8, bool);

/// What settles when fighters strike.
#[derive(Clone, Copy, Debug)]
pub struct Striker {
    /// What they fight with.
    pub weapon: Weapon,
    /// Whether the enemy is on their front.
    pub frontal: bool,
    /// Whether they charged.
    pub charged: bool,
    /// Their Initiative.
    pub initiative: u8,
    /// Whether they have momentum.
    pub momentum: bool,
}

impl Turn {
    /// Before everyone: impact hits.
    pub const IMPACT: Turn = Turn(i8::MAX, 0, false);

    /// The turn of fighters.
    pub fn of(house: &House, striker: &Striker) -> Turn {
        let Striker { weapon, frontal, charged, initiative, momentum } = *striker;
        let reach = tables().weapon(weapon).strikes;
        let stage = match reach {
            1.. if frontal && house.long_weapons_first => 1 + reach,
            ..=-1 if !charged => reach,
            _ => i8::from(charged),
        };
        Turn(stage, initiative, momentum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_behind_strike_over_the_fallen() {
        assert_eq!(attacks_left([6, 6], [1, 1], 1, 3), 3 + 6 + 1);
        assert_eq!(attacks_left([6, 6], [1, 1], 1, 8), 4 + 1);
        assert_eq!(attacks_left([6, 0], [1, 1], 1, 6), 0);
        assert_eq!(attacks_left([0, 0], [1, 1], 3, 6), 3);
    }

    const FOOT: Fighters = Fighters {
        models: 18,
        files: 6,
        contact: 6,
        guests: 0,
        attacks: 1,
        weapon: Weapon::ThrustingSpear,
        mounted: false,
        skirmish: false,
        charged: false,
        first_round: true,
        frenzied: false,
        leader: false,
        column: false,
        phalanx: false,
        frontal: true,
    };

    #[test]
    fn a_second_rank_strikes_where_its_weapon_and_its_place_let_it() {
        assert_eq!(FOOT.second_rank(), 6);
        for nobody in [
            Fighters { charged: true, ..FOOT },
            Fighters { mounted: true, ..FOOT },
            Fighters { skirmish: true, ..FOOT },
            Fighters { column: true, ..FOOT },
            Fighters { frontal: false, ..FOOT },
            Fighters { phalanx: true, charged: true, ..FOOT },
            Fighters { weapon: Weapon::HandWeapon, ..FOOT },
        ] {
            assert_eq!(nobody.second_rank(), 0, "{nobody:?}");
        }
        let pikes = Fighters { weapon: Weapon::Pike, charged: true, ..FOOT };
        assert_eq!((pikes.second_rank(), Fighters { phalanx: true, ..pikes }.second_rank()), (0, 6));
        let pila = Fighters { weapon: Weapon::HeavyThrowingSpear, charged: true, ..FOOT };
        assert_eq!((pila.second_rank(), Fighters { first_round: false, ..pila }.second_rank()), (6, 0));
    }

    #[test]
    fn strength_and_second_tries_come_with_the_weapon_the_round_and_the_horse() {
        let strength = |weapon, mounted, charged, first_round| {
            Fighters { weapon, mounted, charged, first_round, ..FOOT }.strength()
        };
        assert_eq!(strength(Weapon::HeavyThrowingSpear, false, false, true), 1);
        assert_eq!(strength(Weapon::HeavyThrowingSpear, false, false, false), 0);
        assert_eq!(strength(Weapon::HeavyThrowingSpear, true, false, true), 0);
        assert_eq!(strength(Weapon::Lance, true, true, true), 2);
        assert_eq!(strength(Weapon::Lance, true, false, true), 0);
        assert_eq!(strength(Weapon::ThrustingSpear, false, true, true), 0);
        assert_eq!(strength(Weapon::DoubleHandedWeapon, false, false, false), 1);
        let rerolls = |weapon, mounted, skirmish, first_round| {
            Fighters { weapon, mounted, skirmish, first_round, ..FOOT }.rerolls()
        };
        assert!(rerolls(Weapon::ThrowingSpear, true, false, true));
        assert!(rerolls(Weapon::ThrowingSpear, false, true, true));
        assert!(!rerolls(Weapon::ThrowingSpear, false, false, true));
        assert!(!rerolls(Weapon::ThrowingSpear, true, false, false));
        assert!(!rerolls(Weapon::Lance, true, false, true));
    }

    const STRIKER: Striker =
        Striker { weapon: Weapon::HandWeapon, frontal: true, charged: false, initiative: 3, momentum: false };

    #[test]
    fn double_handed_weapons_strike_last_unless_they_charge() {
        let turn = |weapon, charged| Turn::of(&House::default(), &Striker { weapon, charged, ..STRIKER });
        assert!(turn(Weapon::DoubleHandedWeapon, false) < turn(Weapon::HandWeapon, false));
        assert_eq!(turn(Weapon::DoubleHandedWeapon, true), turn(Weapon::HandWeapon, true));
    }

    #[test]
    fn chargers_strike_before_pikes_unless_the_house_says_otherwise() {
        let pikes = Striker { weapon: Weapon::Pike, ..STRIKER };
        let kontoi = Striker { weapon: Weapon::Kontos, charged: true, initiative: 4, ..STRIKER };
        let swords = Striker { charged: true, initiative: 5, ..STRIKER };
        let axes = Striker { weapon: Weapon::DoubleHandedWeapon, initiative: 9, ..STRIKER };
        let printed = House::default();
        let [p, k, s, a] = [pikes, kontoi, swords, axes].map(|one| Turn::of(&printed, &one));
        assert!(Turn::IMPACT > s && s > k && k > p && p > a);
        let long = House { long_weapons_first: true, ..printed };
        let [p, k, s, a] = [pikes, kontoi, swords, axes].map(|one| Turn::of(&long, &one));
        assert!(Turn::IMPACT > p && p > k && k > s && s > a);
        assert!(Turn::of(&long, &Striker { frontal: false, ..pikes }) < s);
    }
}
