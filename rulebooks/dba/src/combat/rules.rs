//! Combat: the factors of both sides, the dice, and what comes of them.
//!
//! One [`Clash`] serves play, exact odds and the umpire's desk: it holds both sides' factors and, for each way in
//! which the totals can compare, what each side suffers.

pub mod fighter;
pub mod support;
pub mod withheld;

use crate::aftermath::rules::{self, Defeat, outcome, outcome_in_camp};
use crate::board::geometry::in_range;
use crate::combat::rules::fighter::{Aid, Fighter};
use crate::data::tables::{Circumstance, Effect, Level, Tactical, tables};
use crate::data::troop::{Arm, Troop};
use crate::{Dba, rule};
use arrayvec::ArrayVec;
use dice::{D6, Dice, RollId};
use ruling::{Factor, RuleId, Tally};
use umpire::{Side, UnitId};

/// How two elements fight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Hand to hand.
    Close,
    /// The first shoots at the second from a distance.
    Shot {
        /// How far, in paces.
        distance: f64,
    },
    /// Each is the main shooter at the other.
    Exchange {
        /// How far, in paces.
        distance: f64,
    },
}

/// What one side does in a combat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Role {
    /// It fights hand to hand.
    Fights,
    /// It shoots and is not shot at.
    Shoots,
    /// It is shot at by the enemy from a distance, whether or not it shoots back.
    IsShotAt {
        /// How far, in paces.
        distance: f64,
    },
}

impl Kind {
    /// What each side does.
    pub fn roles(self) -> [Role; 2] {
        match self {
            Kind::Close => [Role::Fights; 2],
            Kind::Shot { distance } => [Role::Shoots, Role::IsShotAt { distance }],
            Kind::Exchange { distance } => [Role::IsShotAt { distance }; 2],
        }
    }
}

/// The factors of one side, in the order in which they are always listed; without the die.
pub fn factors(book: &Dba, role: Role, me: &Fighter, enemy: &Fighter) -> Tally {
    let (house, table) = (&book.house, tables());
    let tactical = &table.tactical;
    let (my_arm, enemy_arm) = (house.arm(me.troop), house.arm(enemy.troop));
    let close = role == Role::Fights;
    let mut tally = Tally::default();
    let mut count = |factor: Factor, times: u8| tally.add(factor.rule, factor.value * times as i8);

    count(Factor { rule: rule::COMBAT_BASIC, value: table.troop(me.troop).versus(enemy_arm) }, 1);
    if close && let Some(support) = support::factor(book, me, enemy) {
        count(support, 1);
    }
    if me.in_camp && my_arm == Arm::Foot {
        count(tactical.camp, 1);
    }
    if close && charged_beside_pikes(me, enemy, enemy_arm) {
        count(tactical.shot_pikes, 1);
    }
    if me.general && role != Role::Shoots {
        count(tactical.general, 1);
    }
    if close && (me.uphill || me.river_bank) {
        count(tactical.uphill_bank, 1);
    }
    if let Role::IsShotAt { distance } = role
        && me.is_in_the_open()
        && shooters(enemy, distance).any(|s| tells_in_the_open(tactical, s))
    {
        count(tactical.open_ground, 1);
    }
    match (close, me.in_camp) {
        (true, true) => count(tactical.camp_overlap, me.camp_overlaps),
        (true, false) => count(tactical.overlap, flanked(book, me)),
        (false, _) => {}
    }
    if let Role::IsShotAt { .. } = role {
        count(tactical.aiding, enemy.aided_by.iter().flatten().count() as u8);
    }
    let hindered = me.in_bad_going() && !table.troop(me.troop).bad_going_exempt;
    let rides_in = close && my_arm == Arm::Mounted && enemy.in_bad_going();
    if hindered && (close || house.bad_going_in_shooting) {
        count(tactical.bad_going, 1);
    } else if rides_in {
        count(tactical.enemy_in_bad_going, 1);
    }
    tally
}

/// Shot that mounted have just charged, with Pikes beside them or behind.
fn charged_beside_pikes(me: &Fighter, enemy: &Fighter, enemy_arm: Arm) -> bool {
    let pikes_behind = me.support.is_some_and(|s| s.troop == Troop::Pikes);
    me.troop == Troop::Shot
        && enemy_arm == Arm::Mounted
        && enemy.moved_into_contact
        && (me.pikes_beside || pikes_behind)
}

/// All who shoot on one side, each with its own distance.
pub fn shooters(main: &Fighter, distance: f64) -> impl Iterator<Item = Aid> {
    std::iter::once(Aid { troop: main.troop, distance }).chain(main.aided_by.into_iter().flatten())
}

/// Whether a shooter's fire costs those in the open a factor: some from anywhere, others only when near.
pub fn tells_in_the_open(tactical: &Tactical, shooter: Aid) -> bool {
    let near = in_range(shooter.distance, tactical.open_ground_near);
    tactical.open_ground_by.has(shooter.troop) || (near && tactical.open_ground_near_by.has(shooter.troop))
}

/// How often the factor for flanks and rear counts: once for each at most, unless the house counts every enemy.
fn flanked(book: &Dba, me: &Fighter) -> u8 {
    let edges = [me.left, me.right, me.rear];
    match book.house.one_flank_factor {
        true => edges.map(|n| n.min(1)).iter().sum(),
        false => edges.iter().sum(),
    }
}

/// What comes of a combat when the totals compare in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// How the totals compare.
    pub level: Level,
    /// Which side has the lower, 0 or 1.
    pub lower: Option<usize>,
    /// What each side suffers, before any recoil proves blocked.
    pub results: [Effect; 2],
    /// Whether each side pursues.
    pub pursues: [bool; 2],
    /// The rules that say so.
    pub rules: ArrayVec<RuleId, 8>,
}

/// Two sides ready to fight.
#[derive(Clone, Debug)]
pub struct Clash {
    who: [Option<(Side, UnitId)>; 2],
    /// The factors of each side.
    pub tallies: [Tally; 2],
    /// Equal, then the first side beaten and doubled, then the second.
    ends: [End; 5],
}

/// A combat fought.
#[derive(Clone, Debug)]
pub struct Combat {
    /// The factors of each side.
    pub tallies: [Tally; 2],
    /// The dice.
    pub faces: [u8; 2],
    /// The totals with the dice.
    pub scores: [i16; 2],
    /// What comes of it.
    pub end: End,
}

impl Clash {
    /// Works out both sides' factors and what each way of ending would do.
    pub fn new(book: &Dba, kind: Kind, sides: [&Fighter; 2]) -> Clash {
        let roles = kind.roles();
        let [a, b] = sides;
        let ends = [
            (Level::Equal, None),
            (Level::Beaten, Some(0)),
            (Level::Doubled, Some(0)),
            (Level::Beaten, Some(1)),
            (Level::Doubled, Some(1)),
        ];
        Clash {
            who: [a.who, b.who],
            tallies: [factors(book, roles[0], a, b), factors(book, roles[1], b, a)],
            ends: ends.map(|(level, lower)| end(book, kind, sides, level, lower)),
        }
    }

    /// Whether a factor counts for either side.
    pub fn counts(&self, rule: RuleId) -> bool {
        self.tallies.iter().any(|tally| tally.factors().iter().any(|factor| factor.rule == rule))
    }

    /// How a throw of the dice ends.
    pub fn decide(&self, faces: [u8; 2]) -> &End {
        &self.ends[self.way(self.scores(faces))]
    }

    /// The totals with the dice (`dba.combat.total`).
    pub fn scores(&self, faces: [u8; 2]) -> [i16; 2] {
        [0, 1].map(|i| self.tallies[i].total() + i16::from(faces[i]))
    }

    fn way(&self, [a, b]: [i16; 2]) -> usize {
        match (Level::of(a, b), a < b) {
            (Level::Equal, _) => 0,
            (Level::Beaten, true) => 1,
            (Level::Doubled, true) => 2,
            (Level::Beaten, false) => 3,
            (Level::Doubled, false) => 4,
        }
    }

    /// Every way in which it can end, and in how many of the 36 throws it does.
    pub fn odds(&self) -> [(u8, &End); 5] {
        let mut ways = [0; 5];
        for a in 1..=6 {
            for b in 1..=6 {
                ways[self.way(self.scores([a, b]))] += 1;
            }
        }
        [0, 1, 2, 3, 4].map(|i| (ways[i], &self.ends[i]))
    }

    /// Rolls a die for each side and decides.
    pub fn fight(&self, dice: &mut dyn Dice) -> Combat {
        let faces = [0, 1].map(|i| dice.roll(self.roll(i), &D6));
        let end = self.decide(faces).clone();
        Combat { tallies: self.tallies.clone(), faces, scores: self.scores(faces), end }
    }

    fn roll(&self, i: usize) -> RollId {
        match self.who[i] {
            Some((side, unit)) => RollId::new(rule::COMBAT_TOTAL.as_str(), side as u8).unit(unit.0),
            None => RollId::new(rule::COMBAT_TOTAL.as_str(), i as u8),
        }
    }
}

/// Fights a combat; of a shot the first side is the main shooter.
pub fn fight(book: &Dba, kind: Kind, a: &Fighter, b: &Fighter, dice: &mut dyn Dice) -> Combat {
    Clash::new(book, kind, [a, b]).fight(dice)
}

/// What comes of totals that compare so, with `lower` the side whose total is the lower.
fn end(book: &Dba, kind: Kind, sides: [&Fighter; 2], level: Level, lower: Option<usize>) -> End {
    let mut rules: ArrayVec<RuleId, 8> = ArrayVec::new();
    let mut apply = |rule: RuleId| {
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    };
    apply(rule::OUTCOME_LEVEL);
    let mut results = [Effect::None; 2];
    for i in [0, 1].into_iter().filter(|&i| lower != Some(1 - i)) {
        let (loser, winner) = (sides[i], sides[1 - i]);
        let how = match kind {
            Kind::Close if loser.moved_into_contact => Circumstance::MovedIntoContact,
            Kind::Close => Circumstance::InContact,
            Kind::Shot { .. } | Kind::Exchange { .. } => Circumstance::Shot,
        };
        if i == 0 && matches!(kind, Kind::Shot { .. }) {
            // Nobody shoots at the shooter: it suffers nothing.
            apply(rule::SHOOT_ONE_SIDED);
            continue;
        }
        let lost = Defeat { level, loser: loser.troop, winner: winner.troop, going: loser.going, how };
        let fate =
            if loser.in_camp { outcome_in_camp(&book.house, &lost) } else { outcome(&book.house, &lost) };
        results[i] = fate.effect;
        apply(fate.row);
        if let Some(camp) = fate.camp {
            apply(camp);
        }
    }
    if let Kind::Exchange { .. } = kind {
        apply(rule::SHOOT_MUTUAL);
    }
    let pursues = [0, 1].map(|i| {
        kind == Kind::Close
            && results[i] == Effect::None
            && rules::pursues(book, sides[i].troop, results[1 - i], sides[i].in_camp)
    });
    if pursues != [false; 2] {
        apply(rule::PURSUIT_WHO);
    }
    End { level, lower, results, pursues, rules }
}
