//! The contest: ideas are played out in the same battles, the worse half is dropped round by round, and the first idea
//! stays first unless another does better by more than luck.

use crate::luck::mean_and_error;

/// What an idea's first sight is off by, as a rule.
const OFF: f64 = 0.25;

/// What a contest goes by.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// In how many battles all ideas together are played out.
    pub battles: u32,
    /// How many standard errors of a gain may be luck.
    pub luck: f64,
    /// As how many battles the first sight of an idea counts.
    pub sight: f64,
}

/// An idea, what it seems to be worth at first sight, and what it came to in each battle so far.
#[derive(Clone, Debug)]
pub struct Entry<T> {
    /// The idea.
    pub idea: T,
    /// What it seems to come to before anything is played out.
    pub seems: f64,
    /// What it came to, battle by battle: the battles of all ideas begin alike and have the same dice.
    pub came: Vec<f64>,
}

impl<T> Entry<T> {
    /// An idea that has not been played out yet.
    pub fn new(idea: T, seems: f64) -> Self {
        Entry { idea, seems, came: Vec::new() }
    }

    /// What it came to on average.
    pub fn mean(&self) -> f64 {
        mean_and_error(self.came.iter().copied()).0
    }

    /// What it gains on another in the same battles and at first sight, less what may be luck.
    fn gain(&self, other: &Self, terms: &Terms) -> f64 {
        let gains = self.came.iter().zip(&other.came).map(|(a, b)| a - b);
        let n = gains.clone().count() as f64 + terms.sight;
        if n == 0.0 {
            return 0.0;
        }
        let mean = (gains.clone().sum::<f64>() + terms.sight * (self.seems - other.seems)) / n;
        let spread = gains.map(|gain| (gain - mean) * (gain - mean)).sum::<f64>() + terms.sight * OFF * OFF;
        mean - terms.luck * (spread / n / n).sqrt()
    }
}

/// Plays ideas out and puts the best first and the next best second; the others follow as they fared.
///
/// `play` gives what an idea comes to in the battle of a number, or `None` when there is no more time. After the first
/// round `join` may make one idea more of those that do better than the first.
pub fn contest<T>(
    mut field: Vec<Entry<T>>,
    terms: &Terms,
    mut play: impl FnMut(&T, u32) -> Option<f64>,
    join: impl FnOnce(&T, &[&T]) -> Option<T>,
) -> Vec<Entry<T>> {
    let mut dropped = Vec::new();
    let mut join = Some(join);
    let mut fought = 0;
    let rounds = (field.len() as u32).next_power_of_two().ilog2();
    for _ in 0..rounds {
        let courses = (terms.battles / rounds / field.len() as u32).max(1);
        let was_in_time = (0..courses).all(|_| {
            let all = one_more(&mut field, fought, &mut play);
            fought += u32::from(all);
            all
        });
        if !was_in_time {
            break;
        }
        sort(&mut field);
        let better = field[1..].iter().filter(|entry| entry.mean() > field[0].mean()).count();
        if better == 0 && terms.sight == 0.0 {
            break;
        }
        let joined = join.take().filter(|_| better > 1).and_then(|join| {
            let good: Vec<&T> = field[1..=better].iter().map(|entry| &entry.idea).collect();
            join(&field[0].idea, &good)
        });
        dropped.extend(field.drain(1 + (field.len() - 1).div_ceil(2).max(1)..));
        if let Some(idea) = joined {
            let mut entry = Entry::new(idea, field[0].seems);
            if (0..fought).all(|n| play(&entry.idea, n).map(|came| entry.came.push(came)).is_some()) {
                field.push(entry);
            }
        }
    }
    let gains = (1..field.len()).map(|i| (i, field[i].gain(&field[0], terms)));
    let best = gains.max_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, gain)| *gain > 0.0);
    if let Some((best, _)) = best {
        field.swap(0, best);
    }
    field.extend(dropped);
    sort(&mut field);
    field
}

/// Plays every idea out in one more battle; says whether there was time for all of them.
fn one_more<T>(field: &mut [Entry<T>], n: u32, play: &mut impl FnMut(&T, u32) -> Option<f64>) -> bool {
    let all: Option<Vec<f64>> = field.iter().map(|entry| play(&entry.idea, n)).collect();
    let Some(all) = all else { return false };
    field.iter_mut().zip(all).for_each(|(entry, came)| entry.came.push(came));
    true
}

/// Sorts all but the first, the best first.
fn sort<T>(field: &mut [Entry<T>]) {
    if let [_, others @ ..] = field {
        others.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERMS: Terms = Terms { battles: 64, luck: 1.0, sight: 0.0 };

    fn field(worth: &[f64]) -> Vec<Entry<f64>> {
        worth.iter().map(|worth| Entry::new(*worth, 0.0)).collect()
    }

    fn alone(_: &f64, _: &[&f64]) -> Option<f64> {
        None
    }

    /// A die that falls alike for all ideas.
    fn die(n: u32) -> f64 {
        f64::from(n * 7 % 5) / 4.0
    }

    #[test]
    fn the_best_idea_comes_first_and_the_next_best_second() {
        let placed =
            contest(field(&[0.1, 0.3, 0.9, 0.2, 0.5]), &TERMS, |worth, n| Some(worth * die(n)), alone);
        let order: Vec<f64> = placed.iter().map(|entry| entry.idea).collect();
        assert_eq!(order[..2], [0.9, 0.5]);
        assert_eq!(placed.len(), 5);
    }

    #[test]
    fn what_may_be_luck_is_not_believed() {
        // Ahead once and behind once: the mean is a little better, and says nothing.
        let play = |worth: &f64, n: u32| Some(if *worth > 0.0 { [1.0, -0.9][n as usize % 2] } else { 0.0 });
        let placed = contest(field(&[0.0, 1.0]), &TERMS, play, alone);
        assert_eq!(placed[0].idea, 0.0);
        let bold = Terms { luck: 0.0, ..TERMS };
        assert_eq!(contest(field(&[0.0, 1.0]), &bold, play, alone)[0].idea, 1.0);
    }

    #[test]
    fn without_time_the_first_stays_first() {
        let placed = contest(field(&[0.0, 1.0]), &TERMS, |_, _| None, alone);
        assert_eq!((placed[0].idea, placed[0].came.len()), (0.0, 0));
        let mut left = 5;
        let placed = contest(
            field(&[0.0, 1.0]),
            &TERMS,
            |worth, _| {
                left -= 1;
                (left >= 0).then_some(*worth)
            },
            alone,
        );
        // A battle that was not fought by all of them does not count.
        assert_eq!(placed.iter().map(|entry| entry.came.len()).collect::<Vec<_>>(), [2, 2]);
    }

    #[test]
    fn good_ideas_are_tried_together() {
        let sum = |first: &f64, good: &[&f64]| Some(first + good.iter().copied().sum::<f64>());
        let placed = contest(field(&[0.0, 0.2, 0.3, -0.1]), &TERMS, |worth, _| Some(*worth), sum);
        assert_eq!(placed[0].idea, 0.5);
        assert_eq!(placed[0].came.len(), placed[1].came.len());
    }

    #[test]
    fn it_costs_no_more_than_its_battles_allow() {
        let mut played = 0;
        let play = |worth: &f64, _| {
            played += 1;
            Some(*worth)
        };
        contest(field(&[0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]), &TERMS, play, alone);
        assert!(played <= 64, "{played}");
    }
}
