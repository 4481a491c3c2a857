//! Disorder: its causes, what cures each, and the beasts that frighten one another.

use crate::data::tables::tables;
use crate::rule;
use binding::choice;
use ruling::RuleId;

choice! {
    /// A cause of disorder; those up to `FootCaughtMovingByMounted` end with what caused them, the rest need a rally.
    Cause {
        /// In difficult terrain.
        DifficultTerrain => "difficult_terrain",
        /// Infantry still on their animals.
        InfantryMounted => "infantry_mounted",
        /// Passing through friends.
        PenalisedInterpenetration => "penalised_interpenetration",
        /// Horses or camels near elephants.
        NearElephants => "horses_or_camels_near_elephants",
        /// Horses near camels.
        NearCamels => "horses_near_camels",
        /// Elephants near a dummy.
        NearDummy => "elephants_near_dummy",
        /// Elephants shot at with fire.
        ShotByFire => "elephants_shot_by_fire",
        /// Animals near the first bang or rocket.
        NearBang => "animals_near_first_bang_or_rocket",
        /// Charged in flank and not yet turned.
        ChargedInFlank => "charged_in_flank_before_turned",
        /// Foot caught moving by mounted.
        FootCaughtMovingByMounted => "foot_caught_moving_by_mounted",
        /// It broke.
        Broke => "broke",
        /// It evaded.
        Evaded => "evaded",
        /// It charged far and struck nobody.
        ChargedInVain => "charged_beyond_normal_without_contact",
        /// It ceased to pursue.
        CeasedPursuit => "ceased_pursuit",
        /// It met a new enemy in pursuit.
        NewEnemyInPursuit => "contacted_new_enemy_in_pursuit",
        /// It looted.
        Looted => "looted",
        /// It recoiled over difficult terrain.
        RecoiledOverDifficult => "recoiled_over_difficult_terrain",
        /// It recoiled from a mounted charge.
        RecoiledFromMounted => "recoiled_from_mounted_charge",
        /// It did not drive back chariots or elephants.
        DidNotDriveBack => "failed_to_recoil_chariots_or_elephants",
        /// It came off ships.
        Disembarked => "disembarked",
        /// It was caught mounting or dismounting.
        CaughtMounting => "caught_mounting_or_dismounting",
        /// It recoiled from a charge in flank before it had turned.
        RecoiledFromFlank => "recoiled_from_flank_charge_before_turned",
        /// Impetuous, it changed direction or formation.
        ImpetuousTurned => "impetuous_changed_direction_or_formation",
        /// A test made it retire in disorder.
        RetiredDisordered => "retired_disordered",
    }
}

impl Cause {
    /// Whether only rallying cures it.
    pub const fn needs_rally(self) -> bool {
        self as u8 >= Cause::Broke as u8
    }

    /// The rule that lists it.
    pub const fn rule(self) -> RuleId {
        if self.needs_rally() { rule::DISORDER_RALLY } else { rule::DISORDER_CESSATION }
    }
}

/// The causes that disorder a body: a set, for a cause twice is one (`wrg6.disorder.count`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Causes(u32);

impl Causes {
    /// Adds a cause.
    pub fn add(&mut self, cause: Cause) {
        self.0 |= 1 << cause as u32;
    }

    /// Takes a cause away.
    pub fn end(&mut self, cause: Cause) {
        self.0 &= !(1 << cause as u32);
    }

    /// Whether it is among them.
    pub const fn has(self, cause: Cause) -> bool {
        self.0 & (1 << cause as u32) != 0
    }

    /// How many there are.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Takes away all that rallying cures (`wrg6.rally.move`).
    pub fn rally(&mut self) {
        self.0 &= (1 << Cause::Broke as u32) - 1;
    }

    /// All of both.
    pub const fn with(self, other: Causes) -> Causes {
        Causes(self.0 | other.0)
    }

    /// Each of them, in order.
    pub fn iter(self) -> impl Iterator<Item = Cause> {
        Cause::ALL.iter().copied().filter(move |cause| self.has(*cause))
    }
}

choice! {
    /// A kind of animal.
    Animal {
        /// Horses.
        Horse => "horse",
        /// Camels.
        Camel => "camel",
        /// Elephants.
        Elephant => "elephant",
    }
}

choice! {
    /// A breed of horses.
    Breed {
        /// Indian, used to elephants from birth.
        Indian => "indian",
        /// Arab, used to camels from birth.
        Arab => "arab",
        /// Any other.
        Other => "other",
    }
}

choice! {
    /// What may frighten animals.
    Fright {
        /// Elephants.
        Elephant => "elephant",
        /// Camels.
        Camel => "camel",
        /// Dummy elephants.
        DummyElephant => "dummy_elephant",
        /// The first bang or rocket.
        FirstBangOrRocket => "first_bang_or_rocket",
    }
}

/// Within what distance something disorders animals, if it does (`wrg6.disorder.beasts`).
pub fn fright(animal: Animal, breed: Breed, near: Fright, familiar: bool) -> Option<f64> {
    let table = &tables().beasts;
    let elephants = if familiar { table.elephants_familiar } else { table.elephants_unfamiliar };
    match (animal, near) {
        (Animal::Horse, Fright::Elephant) => (breed != Breed::Indian).then_some(elephants),
        (Animal::Camel, Fright::Elephant) => Some(elephants),
        (Animal::Horse, Fright::Camel) => (breed != Breed::Arab).then_some(table.camels),
        (Animal::Elephant, Fright::DummyElephant) => Some(table.dummies),
        (_, Fright::FirstBangOrRocket) => Some(table.bangs),
        _ => None,
    }
}

umpire::canonical! { struct Causes(bits); }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_list_the_same_causes() {
        let listed: Vec<&str> = tables().disorder.iter().flatten().map(String::as_str).collect();
        let known: Vec<&str> = Cause::ALL.iter().map(|cause| cause.key()).collect();
        assert_eq!(listed, known);
        assert_eq!(Cause::ALL.iter().filter(|c| !c.needs_rally()).count(), tables().disorder[0].len());
    }

    #[test]
    fn rallying_cures_one_kind_only() {
        let mut causes = Causes::default();
        for cause in [Cause::DifficultTerrain, Cause::Evaded, Cause::Evaded, Cause::Looted] {
            causes.add(cause);
        }
        assert_eq!(causes.count(), 3);
        causes.rally();
        assert_eq!(causes.iter().collect::<Vec<_>>(), [Cause::DifficultTerrain]);
    }

    #[test]
    fn each_beast_has_its_own_fears() {
        let of = |animal, breed, near| fright(animal, breed, near, false);
        assert_eq!(of(Animal::Horse, Breed::Arab, Fright::Camel), None);
        assert_eq!(of(Animal::Horse, Breed::Indian, Fright::Camel), Some(30.0));
        assert_eq!(of(Animal::Elephant, Breed::Other, Fright::DummyElephant), Some(60.0));
        assert_eq!(of(Animal::Camel, Breed::Other, Fright::Camel), None);
        assert_eq!(of(Animal::Elephant, Breed::Other, Fright::FirstBangOrRocket), Some(60.0));
    }
}
