//! After hand-to-hand: who breaks, is pushed back, follows, rallies back or fights on.

use crate::data::reaction::Grade;
use crate::data::tables::tables;
use crate::data::troop::Troop;
use crate::house::House;
use crate::rule;
use ruling::RuleId;

/// One side of a fight when the blows have been struck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fought {
    /// The troop type.
    pub troop: Troop,
    /// Its figures at the start of the period.
    pub figures: u32,
    /// Men lost hand-to-hand this period.
    pub melee_losses: u32,
    /// Men lost to missiles this period.
    pub missile_losses: u32,
    /// Whether it stood when contact was made.
    pub standing: bool,
    /// Its grade.
    pub grade: Grade,
    /// In how many periods running before this it was pushed back.
    pub pushed_back_before: u32,
    /// Whether it is disorganised.
    pub disorganised: bool,
    /// Whether it can run if it breaks.
    pub can_run: bool,
}

impl Fought {
    /// Whether it lost a man a figure, missiles counted (`wrg1969.after`, `wrg1969.after.missiles`).
    fn lost_one_per_figure(&self) -> bool {
        let lost = self.melee_losses.saturating_add(self.missile_losses);
        lost >= self.figures
    }

    /// Whether it rides or drives into a fight: cavalry, camels and chariots, not elephants.
    pub fn rides(&self) -> bool {
        self.troop.is_mounted() && self.troop != Troop::Elephant
    }

    /// Whether it is foot that stood when contact was made.
    pub fn stands_on_foot(&self) -> bool {
        self.standing && self.troop.is_infantry()
    }

    /// Whether it is steady close-order foot, which light cavalry cannot break.
    fn is_steady(&self) -> bool {
        self.troop.is_close_infantry() && !self.disorganised
    }
}

/// By which rule a fight is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// Attacking horse against standing foot.
    MountedVStanding,
    /// Some are mounted and no foot stood.
    Mounted,
    /// All are foot or elephants.
    Push,
}

impl Case {
    /// The rule.
    pub const fn rule(self) -> RuleId {
        match self {
            Case::MountedVStanding => rule::AFTER_MOUNTED_V_STANDING,
            Case::Mounted => rule::AFTER_MOUNTED,
            Case::Push => rule::AFTER_INFANTRY_PUSH,
        }
    }
}

/// The case of one unit against another (`wrg1969.after.precedence`).
pub fn case(a: &Fought, b: &Fought) -> Case {
    let rides_down =
        |horse: &Fought, foot: &Fought| horse.rides() && !horse.standing && foot.stands_on_foot();
    if rides_down(a, b) || rides_down(b, a) {
        Case::MountedVStanding
    } else if !a.rides() && !b.rides() {
        Case::Push
    } else {
        Case::Mounted
    }
}

/// The case of a unit by its cases against each enemy in contact with it (`wrg1969.after.several`).
///
/// Foot that horse rides down as it stands is judged by that; horse is judged by it only if it meets nobody else.
pub fn case_of_several(house: &House, rides: bool, cases: &[Case]) -> Case {
    let (any, all) = (|case| cases.contains(&case), |case| cases.iter().all(|&c| c == case));
    if all(Case::Push) {
        Case::Push
    } else if all(Case::MountedVStanding)
        || any(Case::MountedVStanding) && !(rides && house.horse_in_mixed_fight_may_break)
    {
        Case::MountedVStanding
    } else {
        Case::Mounted
    }
}

/// What becomes of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fate {
    /// It fights on.
    FightOn,
    /// It stands while the enemy rides off.
    Hold,
    /// It breaks.
    Break,
    /// It goes after the broken.
    Pursue,
    /// It is pushed back.
    PushBack,
    /// It follows up.
    FollowUp,
    /// It rallies back from standing foot.
    RallyBackFar,
    /// It rallies back from a drawn fight.
    RallyBackNear,
    /// It breaks with nowhere to run: half surrender.
    HalfSurrender,
}

impl Fate {
    /// The word used in answers.
    pub const fn key(self) -> &'static str {
        match self {
            Fate::FightOn => "fight_on",
            Fate::Hold => "hold",
            Fate::Break => "break",
            Fate::Pursue => "pursue",
            Fate::PushBack => "push_back_3",
            Fate::FollowUp => "follow_up",
            Fate::RallyBackFar => "rally_back_10",
            Fate::RallyBackNear => "rally_back_5",
            Fate::HalfSurrender => "half_surrender",
        }
    }

    /// Whether it breaks, with or without room to run.
    pub const fn breaks(self) -> bool {
        matches!(self, Fate::Break | Fate::HalfSurrender)
    }

    /// What the enemy of one who suffers this does.
    pub const fn answer(self) -> Fate {
        match self {
            Fate::Break | Fate::HalfSurrender => Fate::Pursue,
            Fate::PushBack => Fate::FollowUp,
            _ => Fate::FightOn,
        }
    }
}

/// How often running a grade is pushed back before it breaks (`wrg1969.after.push_break`).
pub fn pushes_to_break(grade: Grade) -> u32 {
    tables().after.push_backs_to_break[grade as usize].into()
}

/// Those a unit fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Against {
    /// Men they lost to it hand-to-hand this period.
    pub inflicted: u32,
    /// Whether they are light cavalry alone.
    pub light_cavalry: bool,
    /// Whether there is foot among them that stood when contact was made.
    pub foot_stood: bool,
}

/// What a unit suffers that lost what it lost, if anything.
///
/// Each unit is judged by itself, by all it lost and all it inflicted in the fight.
pub fn suffers(house: &House, case: Case, unit: &Fought, against: &Against) -> Option<Fate> {
    let inflicted = against.inflicted;
    let (lost, ratio) = (unit.melee_losses, tables().after.mounted_break_ratio);
    if lost <= inflicted || !unit.lost_one_per_figure() {
        return None;
    }
    let twice = lost >= inflicted.saturating_mul(ratio);
    let breaks = match case {
        Case::MountedVStanding => unit.stands_on_foot(),
        Case::Mounted => twice,
        Case::Push => {
            let nobody_stood = !unit.standing && !against.foot_stood;
            let rash = house.moving_foot_may_break && nobody_stood && twice;
            rash || unit.pushed_back_before.saturating_add(1) >= pushes_to_break(unit.grade)
        }
    };
    if !breaks {
        return (case == Case::Push).then_some(Fate::PushBack);
    }
    if against.light_cavalry && unit.is_steady() {
        return None;
    }
    if unit.can_run {
        return Some(Fate::Break);
    }
    Some(Fate::HalfSurrender)
}

/// What becomes of each side of a fight between two units, in its nth period.
pub fn judge(house: &House, period: u32, sides: [&Fought; 2]) -> (Case, [Fate; 2]) {
    let [a, b] = sides;
    let case = case(a, b);
    let loses = |me: &Fought, enemy: &Fought| {
        let against = Against {
            inflicted: enemy.melee_losses,
            light_cavalry: enemy.troop == Troop::LightCavalry,
            foot_stood: enemy.stands_on_foot(),
        };
        suffers(house, case, me, &against)
    };
    if let Some(fate) = loses(a, b) {
        return (case, [fate, fate.answer()]);
    }
    if let Some(fate) = loses(b, a) {
        return (case, [fate.answer(), fate]);
    }
    let drawn = |unit: &Fought| match case {
        Case::MountedVStanding if unit.stands_on_foot() => Fate::Hold,
        Case::MountedVStanding => Fate::RallyBackFar,
        Case::Mounted if period >= tables().after.drawn_periods.into() => Fate::RallyBackNear,
        Case::Mounted | Case::Push => Fate::FightOn,
    };
    (case, [drawn(a), drawn(b)])
}

/// The rules by which both sides of a fight came to their fates.
pub fn rules(case: Case, sides: [&Fought; 2], fates: [Fate; 2]) -> Vec<RuleId> {
    let missiles = sides.iter().any(|side| side.missile_losses > 0);
    let horse = |me: usize, enemy: usize| {
        sides[me].troop == Troop::LightCavalry && sides[enemy].troop.is_close_infantry()
    };
    let mut rules = vec![rule::AFTER_PRECEDENCE, case.rule()];
    rules.extend(missiles.then_some(rule::AFTER_MISSILES));
    rules.extend((horse(0, 1) || horse(1, 0)).then_some(rule::AFTER_LIGHT_CAVALRY));
    let broke = fates.iter().any(|fate| fate.breaks());
    rules.extend((case == Case::Push && broke).then_some(rule::AFTER_PUSH_BREAK));
    rules.extend(fates.contains(&Fate::HalfSurrender).then_some(rule::AFTER_TRAPPED));
    rules
}

/// Those who break with nowhere to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trapped {
    /// Figures that surrender.
    pub surrender: u32,
    /// Figures that break out and are pursued.
    pub break_out: u32,
    /// Whether the general surrenders with them.
    pub general_surrenders: bool,
}

/// Half surrender, an odd figure breaks out, the general by what his figure has lost (`wrg1969.after.trapped`).
pub fn trapped(figures: u32, general_losses: Option<u32>) -> Trapped {
    let surrender = figures / 2;
    let general_surrenders = general_losses.is_some_and(|lost| lost >= tables().after.general_surrenders);
    Trapped { surrender, break_out: figures - surrender, general_surrenders }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(troop: Troop, figures: u32, melee_losses: u32) -> Fought {
        Fought {
            troop,
            figures,
            melee_losses,
            missile_losses: 0,
            standing: false,
            grade: Grade::C,
            pushed_back_before: 0,
            disorganised: false,
            can_run: true,
        }
    }

    fn fates(period: u32, a: Fought, b: Fought) -> [Fate; 2] {
        judge(&House::default(), period, [&a, &b]).1
    }

    #[test]
    fn the_case_is_chosen_by_who_attacked_whom() {
        use Troop::{Chariot, Elephant, HeavyCavalry, MediumInfantry};
        let moving = |troop| unit(troop, 10, 0);
        let stood = |troop| Fought { standing: true, ..unit(troop, 10, 0) };
        assert_eq!(case(&moving(HeavyCavalry), &stood(MediumInfantry)), Case::MountedVStanding);
        assert_eq!(case(&stood(MediumInfantry), &moving(Chariot)), Case::MountedVStanding);
        assert_eq!(case(&stood(HeavyCavalry), &moving(MediumInfantry)), Case::Mounted);
        assert_eq!(case(&moving(HeavyCavalry), &moving(MediumInfantry)), Case::Mounted);
        assert_eq!(case(&moving(Elephant), &stood(MediumInfantry)), Case::Push);
        assert_eq!(case(&moving(Elephant), &stood(HeavyCavalry)), Case::Mounted);
        let several = [Case::Push, Case::MountedVStanding];
        assert_eq!(case_of_several(&House::default(), false, &several), Case::MountedVStanding);
        assert_eq!(
            case_of_several(&House::default(), true, &[Case::Mounted, Case::MountedVStanding]),
            Case::Mounted
        );
        assert_eq!(case_of_several(&House::default(), true, &several[1..]), Case::MountedVStanding);
        assert_eq!(case_of_several(&House::default(), false, &[Case::Push, Case::Mounted]), Case::Mounted);
        assert_eq!(case_of_several(&House::default(), false, &several[..1]), Case::Push);
    }

    #[test]
    fn who_stood_and_who_did_not() {
        let stood = |troop| Fought { standing: true, ..unit(troop, 10, 0) };
        let moving = |troop| unit(troop, 10, 0);
        let (horse, foot) = (Troop::HeavyCavalry, Troop::MediumInfantry);
        assert_eq!(case(&stood(horse), &stood(foot)), Case::Mounted, "the horse did not attack");
        assert_eq!(case(&moving(horse), &stood(horse)), Case::Mounted, "no foot");
        let mixed = [Case::Mounted, Case::MountedVStanding];
        let house = House { horse_in_mixed_fight_may_break: false, ..House::default() };
        assert_eq!(case_of_several(&house, true, &mixed), Case::MountedVStanding);
        assert_eq!(case_of_several(&House::default(), true, &mixed), Case::Mounted);
    }

    #[test]
    fn attacking_horse_is_never_broken_by_the_foot_that_stood() {
        let foot = Fought { standing: true, ..unit(Troop::MediumInfantry, 20, 0) };
        assert_eq!(fates(1, unit(Troop::HeavyCavalry, 12, 60), foot), [Fate::RallyBackFar, Fate::Hold]);
    }

    #[test]
    fn light_cavalry_fights_on_against_steady_foot_that_moved() {
        let foot = unit(Troop::HeavyInfantry, 10, 30);
        let light = unit(Troop::LightCavalry, 9, 1);
        assert_eq!(fates(1, light, foot), [Fate::FightOn; 2]);
        assert_eq!(fates(3, light, foot), [Fate::RallyBackNear; 2]);
        assert_eq!(fates(1, light, Fought { disorganised: true, ..foot }), [Fate::Pursue, Fate::Break]);
        let loose = unit(Troop::LightInfantry, 10, 30);
        assert_eq!(fates(1, light, loose), [Fate::Pursue, Fate::Break]);
    }

    #[test]
    fn each_grade_is_pushed_so_often() {
        let at = |grade, before| {
            let loser = Fought { grade, pushed_back_before: before, ..unit(Troop::MediumInfantry, 10, 12) };
            fates(1, loser, unit(Troop::MediumInfantry, 10, 11))[0]
        };
        for (grade, pushes) in [(Grade::A, 4), (Grade::B, 4), (Grade::C, 3), (Grade::D, 2), (Grade::E, 2)] {
            assert_eq!(at(grade, pushes - 2), Fate::PushBack, "{grade:?}");
            assert_eq!(at(grade, pushes - 1), Fate::Break, "{grade:?}");
        }
    }

    #[test]
    fn moving_foot_breaks_at_once_only_where_the_house_says_so() {
        let (loser, winner) = (unit(Troop::MediumInfantry, 10, 20), unit(Troop::MediumInfantry, 10, 10));
        assert_eq!(fates(1, loser, winner), [Fate::PushBack, Fate::FollowUp]);
        let house = House { moving_foot_may_break: true, ..House::default() };
        assert_eq!(judge(&house, 1, [&loser, &winner]).1, [Fate::Break, Fate::Pursue]);
        let close = unit(Troop::MediumInfantry, 10, 19);
        assert_eq!(judge(&house, 1, [&close, &winner]).1[0], Fate::PushBack, "less than twice");
        let stood = |unit: Fought| Fought { standing: true, ..unit };
        assert_eq!(judge(&house, 1, [&stood(loser), &winner]).1, [Fate::PushBack, Fate::FollowUp]);
        assert_eq!(judge(&house, 1, [&loser, &stood(winner)]).1, [Fate::PushBack, Fate::FollowUp]);
    }

    #[test]
    fn equal_losses_move_nobody_however_many_fell_to_missiles() {
        let shot = Fought { missile_losses: 50, ..unit(Troop::MediumCavalry, 10, 0) };
        assert_eq!(fates(1, shot, unit(Troop::MediumCavalry, 10, 0)), [Fate::FightOn; 2]);
    }

    #[test]
    fn who_cannot_run_half_surrenders() {
        let loser = Fought { can_run: false, ..unit(Troop::HeavyCavalry, 10, 20) };
        assert_eq!(fates(1, loser, unit(Troop::HeavyCavalry, 10, 5)), [Fate::HalfSurrender, Fate::Pursue]);
        assert_eq!(trapped(15, Some(9)), Trapped { surrender: 7, break_out: 8, general_surrenders: false });
        assert!(trapped(15, Some(10)).general_surrenders && !trapped(2, None).general_surrenders);
    }
}
