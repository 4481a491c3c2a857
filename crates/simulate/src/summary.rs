//! Many battles, counted.

use crate::{Health, Interval, Row, wilson};
use opponent::{Level, Pace};
use std::collections::BTreeMap;
use umpire::{BySide, Side, UnitId};

/// How often each number came up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    counts: BTreeMap<i64, u32>,
    n: u32,
}

impl Figures {
    /// Counts one more.
    pub fn add(&mut self, figure: impl Into<i64>) {
        *self.counts.entry(figure.into()).or_default() += 1;
        self.n += 1;
    }

    /// Counts all of another.
    pub fn join(&mut self, other: &Figures) {
        for (figure, n) in other.counts() {
            *self.counts.entry(figure).or_default() += n;
        }
        self.n += other.n;
    }

    /// Each number and how often it came up, from the least.
    pub fn counts(&self) -> impl Iterator<Item = (i64, u32)> + '_ {
        self.counts.iter().map(|(figure, n)| (*figure, *n))
    }

    /// How many were counted.
    pub fn n(&self) -> u32 {
        self.n
    }

    /// Their mean; 0 of none.
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.counts().map(|(figure, n)| figure as f64 * f64::from(n)).sum();
        sum / f64::from(self.n.max(1))
    }

    /// The least number that a share of them does not exceed; 0 of none.
    ///
    /// ```
    /// let mut turns = testudo_simulate::Figures::default();
    /// [3, 5, 5, 9].into_iter().for_each(|turn| turns.add(turn));
    /// assert_eq!((turns.mean(), turns.quantile(0.5), turns.quantile(1.0)), (5.5, 5, 9));
    /// ```
    pub fn quantile(&self, share: f64) -> i64 {
        let wanted = share * f64::from(self.n);
        let mut seen = 0;
        for (figure, n) in self.counts() {
            seen += n;
            if f64::from(seen) >= wanted {
                return figure;
            }
        }
        0
    }
}

/// What came of many battles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// How many were fought.
    pub battles: u32,
    /// How many each side won.
    pub won: BySide<u32>,
    /// For each pair of players (of red, of blue): battles, won by red, won by blue.
    pub by_players: BTreeMap<[Level; 2], [u32; 3]>,
    /// Why they ended, and how often.
    pub reasons: BTreeMap<&'static str, u32>,
    /// Whether they were fought as battles.
    pub health: Health,
    /// How many turns they took.
    pub turns: Figures,
    /// How many decisions they took.
    pub steps: Figures,
    /// In which turn they were decided.
    pub decided: Figures,
    /// Each side's losses.
    pub losses: BySide<Figures>,
    /// How long decisions of each player took.
    pub pace: BTreeMap<Level, Pace>,
    falls: BTreeMap<UnitId, Figures>,
    before: BTreeMap<(UnitId, UnitId), u32>,
}

impl Summary {
    /// Counts one more battle.
    pub fn add(&mut self, row: &Row) {
        self.battles += 1;
        if let Some(side) = row.winner {
            self.won[side] += 1;
        }
        let pair = self.by_players.entry(row.levels.0).or_default();
        pair[0] += 1;
        if let Some(side) = row.winner {
            pair[1 + side as usize] += 1;
        }
        *self.reasons.entry(row.reason).or_default() += 1;
        self.health.join(&row.health);
        self.turns.add(row.turns);
        self.steps.add(row.steps as i64);
        self.decided.add(row.decided);
        for side in Side::ALL {
            self.losses[side].add(row.losses[side]);
            self.pace.entry(row.levels[side]).or_default().join(&row.pace[side]);
        }
        for fall in &row.falls {
            self.falls.entry(fall.unit).or_default().add(fall.turn);
            if let Some(enemy) = fall.before {
                *self.before.entry((fall.unit, enemy)).or_default() += 1;
            }
        }
    }

    /// How many nobody won.
    pub fn drawn(&self) -> u32 {
        self.battles - self.won[Side::Red] - self.won[Side::Blue]
    }

    /// How often a side won, of all battles.
    pub fn share(&self, side: Side) -> Interval {
        wilson(self.won[side], self.battles)
    }

    /// How many battles a player won from whichever side, and how many it fought against another.
    pub fn player(&self, who: Level, against: Level) -> (u32, u32) {
        let mut won = (0, 0);
        for (&[red, blue], &[n, by_red, by_blue]) in &self.by_players {
            if [red, blue] == [who, against] {
                won = (won.0 + by_red, won.1 + n);
            }
            if [red, blue] == [against, who] && who != against {
                won = (won.0 + by_blue, won.1 + n);
            }
        }
        won
    }

    /// Every unit that was lost before an enemy, that enemy, and in how many battles.
    pub fn lost_before(&self) -> impl Iterator<Item = (UnitId, UnitId, u32)> + '_ {
        self.before.iter().map(|(&(unit, enemy), &n)| (unit, enemy, n))
    }

    /// The share of battles in which a unit was still there after a turn.
    pub fn survival(&self, unit: UnitId, turn: u16) -> f64 {
        let fallen = self.falls.get(&unit).map_or(0, |falls| {
            falls.counts().take_while(|(fell, _)| *fell <= i64::from(turn)).map(|(_, n)| n).sum()
        });
        1.0 - f64::from(fallen) / f64::from(self.battles.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Fall;

    fn row(battle: u32, winner: Option<Side>, levels: [Level; 2]) -> Row {
        Row {
            battle,
            seed: 1,
            levels: BySide(levels),
            winner,
            reason: "the general fell",
            turns: 4,
            steps: 40,
            losses: BySide([3, 1]),
            falls: vec![Fall { unit: UnitId(2), turn: 3, before: Some(UnitId(9)) }],
            decided: 2,
            digest: "0".parse().expect("a digest"),
            pace: BySide::default(),
            health: crate::Health::default(),
        }
    }

    #[test]
    fn a_player_is_counted_from_both_sides() {
        let (recruit, veteran) = (Level::Recruit, Level::Veteran);
        let mut summary = Summary::default();
        summary.add(&row(0, Some(Side::Red), [veteran, recruit]));
        summary.add(&row(1, Some(Side::Blue), [recruit, veteran]));
        summary.add(&row(2, None, [veteran, recruit]));
        summary.add(&row(3, Some(Side::Red), [recruit, veteran]));
        assert_eq!(summary.player(veteran, recruit), (2, 4));
        assert_eq!(summary.player(recruit, veteran), (1, 4));
        assert_eq!((summary.drawn(), summary.won), (1, BySide([2, 1])));
    }

    #[test]
    fn a_unit_is_there_until_it_falls() {
        let mut summary = Summary::default();
        summary.add(&row(0, None, [Level::Recruit, Level::Recruit]));
        summary.add(&Row { falls: Vec::new(), ..row(1, None, [Level::Recruit, Level::Recruit]) });
        assert_eq!([2, 3].map(|turn| summary.survival(UnitId(2), turn)), [1.0, 0.5]);
        assert_eq!(summary.survival(UnitId(0), 9), 1.0);
        assert_eq!(summary.lost_before().collect::<Vec<_>>(), [(UnitId(2), UnitId(9), 1)]);
    }
}
