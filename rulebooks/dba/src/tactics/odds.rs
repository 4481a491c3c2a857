//! What a fight is worth before anyone fights it: the odds of the thirty-six throws, the results of the outcome rows.

use crate::aftermath::rules::{Defeat, outcome};
use crate::combat::rules::Role;
use crate::combat::rules::fighter::Fighter;
use crate::data::tables::{Circumstance, Effect, Level, tables};
use crate::data::troop::{Arm, Going, Troop};
use crate::house::House;
use crate::{Dba, combat, victory};
use std::sync::OnceLock;

/// What a recoil costs, as a share of an element.
pub const RECOIL: f32 = 0.12;
/// What a flight of 600 paces costs.
pub const FLIGHT: f32 = 0.3;
/// How much more than another element the general's is worth.
pub const GENERAL: f32 = 1.6;

const LEAST: i16 = -8;
const TOTALS: usize = 28;

/// How the thirty-six throws fall for every two totals: equal, the first beaten, doubled, the second beaten, doubled.
static THROWS: [[[u8; 5]; TOTALS]; TOTALS] = throws_of_all();

const fn throws_of_all() -> [[[u8; 5]; TOTALS]; TOTALS] {
    let mut all = [[[0; 5]; TOTALS]; TOTALS];
    let mut i = 0;
    while i < TOTALS * TOTALS * 36 {
        let (pair, throw) = (i / 36, i % 36);
        let (a, b) = (pair / TOTALS, pair % TOTALS);
        let x = LEAST + a as i16 + 1 + (throw / 6) as i16;
        let y = LEAST + b as i16 + 1 + (throw % 6) as i16;
        let way = if x == y {
            0
        } else if x < y {
            if 2 * x <= y { 2 } else { 1 }
        } else if 2 * y <= x {
            4
        } else {
            3
        };
        all[a][b][way] += 1;
        i += 1;
    }
    all
}

/// In how many of the thirty-six throws two totals without dice end equal, the first beaten, the first doubled, the
/// second beaten, the second doubled.
#[inline]
pub fn throws(first: i16, second: i16) -> [u8; 5] {
    let at = |total: i16| (total - LEAST).clamp(0, TOTALS as i16 - 1) as usize;
    THROWS[at(first)][at(second)]
}

/// One side of a fight as it is weighed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contender {
    /// Its troop type.
    pub troop: Troop,
    /// Its factors in all, without the die.
    pub total: i16,
    /// The going it is in.
    pub going: Going,
    /// How it came to fight.
    pub how: Circumstance,
    /// Whether a recoil or a flight would be its end: held on a flank, nowhere to go, in a camp.
    pub trapped: bool,
    /// What its loss costs its side, in elements.
    pub worth: f32,
}

impl Contender {
    /// A type by itself in good going: its factor against an enemy and no more.
    #[inline]
    pub fn plain(house: &House, troop: Troop, enemy: Troop) -> Self {
        let total = i16::from(tables().troop(troop).versus(house.arm(enemy)));
        let worth = worth(troop, false);
        Contender { troop, total, going: Going::Good, how: Circumstance::InContact, trapped: false, worth }
    }

    /// A fighter with all its factors.
    pub fn of(book: &Dba, role: Role, me: &Fighter, enemy: &Fighter, trapped: bool) -> Self {
        let how = match role {
            Role::Fights if me.moved_into_contact => Circumstance::MovedIntoContact,
            Role::Fights => Circumstance::InContact,
            Role::Shoots | Role::IsShotAt { .. } => Circumstance::Shot,
        };
        let worth = match me.troop {
            Troop::CampFollowers => f32::from(book.house.camp_value),
            troop => worth(troop, me.general),
        };
        Contender {
            troop: me.troop,
            total: combat::rules::factors(book, role, me, enemy).total(),
            going: me.going,
            how,
            trapped: trapped || me.in_camp,
            worth,
        }
    }
}

/// What the loss of an element costs its side, in elements.
#[inline]
pub fn worth(troop: Troop, general: bool) -> f32 {
    let own = if victory::counts(troop) { 1.0 } else { 0.2 };
    if general { own + GENERAL } else { own }
}

/// What each side of a fight stands to lose, in elements: the mean over the thirty-six throws.
pub fn stakes(house: &House, a: &Contender, b: &Contender) -> [f32; 2] {
    let throws = throws(a.total, b.total);
    let mut lost = [0.0; 2];
    for (i, (loser, winner)) in [(a, b), (b, a)].into_iter().enumerate() {
        let ways = [
            (Level::Equal, throws[0]),
            (Level::Beaten, throws[1 + 2 * i]),
            (Level::Doubled, throws[2 + 2 * i]),
        ];
        for (level, n) in ways.into_iter().filter(|(_, n)| *n > 0) {
            lost[i] += f32::from(n) / 36.0 * cost(house, level, loser, winner);
        }
    }
    lost
}

/// How much more the second side stands to lose than the first.
#[inline]
pub fn balance(house: &House, a: &Contender, b: &Contender) -> f32 {
    let [own, theirs] = stakes(house, a, b);
    theirs - own
}

/// The chance that the loser is destroyed, from 0 to 1.
pub fn chance_of_loss(house: &House, loser: &Contender, winner: &Contender) -> f32 {
    let throws = throws(loser.total, winner.total);
    let ways = [(Level::Equal, throws[0]), (Level::Beaten, throws[1]), (Level::Doubled, throws[2])];
    let ends = |level: Level| match effect(house, level, loser, winner) {
        Effect::Destroyed | Effect::AbandonCamp => true,
        Effect::Recoil | Effect::Flee => loser.trapped,
        Effect::None => false,
    };
    ways.into_iter().filter(|(level, n)| *n > 0 && ends(*level)).map(|(_, n)| f32::from(n) / 36.0).sum()
}

fn effect(house: &House, level: Level, loser: &Contender, winner: &Contender) -> Effect {
    let Contender { going, how, .. } = *loser;
    let lost = Defeat { level, loser: loser.troop, winner: winner.troop, going, how };
    outcome(house, &lost).effect
}

fn cost(house: &House, level: Level, loser: &Contender, winner: &Contender) -> f32 {
    match effect(house, level, loser, winner) {
        Effect::None => 0.0,
        Effect::Recoil | Effect::Flee if loser.trapped => loser.worth,
        Effect::Recoil => RECOIL,
        Effect::Flee => FLIGHT,
        Effect::Destroyed | Effect::AbandonCamp => loser.worth,
    }
}

/// How two types stand to each other face to face in good going under the usual house rules, the first having come
/// on: what the second stands to lose more than the first.
#[inline]
pub fn matchup(mine: Troop, theirs: Troop) -> f32 {
    static ALL: OnceLock<[[f32; Troop::COUNT]; Troop::COUNT]> = OnceLock::new();
    let all = ALL.get_or_init(|| Troop::ALL.map(|mine| Troop::ALL.map(|theirs| meeting(mine, theirs))));
    all[mine as usize][theirs as usize]
}

fn meeting(mine: Troop, theirs: Troop) -> f32 {
    let house = House::default();
    let a = Contender { how: Circumstance::MovedIntoContact, ..Contender::plain(&house, mine, theirs) };
    balance(&house, &a, &Contender::plain(&house, theirs, mine))
}

/// Whether a type is at home in bad going.
#[inline]
pub fn likes_bad_going(troop: Troop) -> bool {
    tables().troop(troop).bad_going_exempt
}

/// Whether a type fights hand to hand rather than from afar: it closes with the enemy when it can.
#[inline]
pub fn closes(house: &House, troop: Troop) -> bool {
    house.may_contact(troop) && (house.range(troop) == 0 || house.arm(troop) == Arm::Mounted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::rules::{Clash, Kind};

    #[test]
    fn throws_are_those_of_two_dice() {
        for (a, b) in [(3, 3), (5, 2), (-1, 4), (0, 0), (9, -2)] {
            let mut ways = [0; 5];
            for (x, y) in (1..=6).flat_map(|x| (1..=6).map(move |y| (a + x, b + y))) {
                let lower = usize::from(x > y) * 2;
                ways[match Level::of(x, y) {
                    Level::Equal => 0,
                    Level::Beaten => 1 + lower,
                    Level::Doubled => 2 + lower,
                }] += 1;
            }
            assert_eq!(throws(a, b), ways, "{a} against {b}");
        }
    }

    #[test]
    fn chances_are_the_odds_of_the_combat_itself() {
        let book = Dba::default();
        for troop in Troop::ALL.into_iter().filter(|&t| t != Troop::CampFollowers) {
            for enemy in [Troop::Blades, Troop::Knights, Troop::Warband, Troop::Psiloi, Troop::Elephants] {
                let me = Fighter { moved_into_contact: book.house.may_contact(troop), ..Fighter::new(troop) };
                let it = Fighter { left: 1, ..Fighter::new(enemy) };
                let clash = Clash::new(&book, Kind::Close, [&me, &it]);
                let lost = |i: usize| {
                    let deadly =
                        |&(_, end): &(u8, &crate::combat::rules::End)| end.results[i] == Effect::Destroyed;
                    clash.odds().iter().filter(|o| deadly(o)).map(|(n, _)| f32::from(*n) / 36.0).sum::<f32>()
                };
                let a = Contender::of(&book, Role::Fights, &me, &it, false);
                let b = Contender::of(&book, Role::Fights, &it, &me, false);
                assert!((chance_of_loss(&book.house, &a, &b) - lost(0)).abs() < 1e-5, "{troop:?} {enemy:?}");
                assert!((chance_of_loss(&book.house, &b, &a) - lost(1)).abs() < 1e-5, "{troop:?} {enemy:?}");
            }
        }
    }

    #[test]
    fn hunters_like_their_prey() {
        assert!(matchup(Troop::Knights, Troop::Warband) > matchup(Troop::Knights, Troop::Elephants));
        assert!(matchup(Troop::Warband, Troop::Blades) > matchup(Troop::Spears, Troop::Blades));
        assert!(matchup(Troop::Psiloi, Troop::Elephants) > matchup(Troop::Knights, Troop::Elephants));
    }

    #[test]
    fn a_trapped_loser_stakes_the_whole_element() {
        let house = House::default();
        let free = Contender::plain(&house, Troop::Blades, Troop::Blades);
        let trapped = Contender { trapped: true, ..free };
        assert!(stakes(&house, &trapped, &free)[0] > 2.0 * stakes(&house, &free, &free)[0]);
        assert!(worth(Troop::ScythedChariots, false) < worth(Troop::Psiloi, false));
    }
}
