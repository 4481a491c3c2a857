//! Every path of a rule, each with its weight.

use crate::row::{Read, Row, Throw, capped};
use crate::{Count, Dice, Die, Dist, Odds, RollId, Seeded, Weight};
use std::collections::BTreeMap;
use std::fmt;

/// The exact distribution of what a rule function gives, by running it along every path of its dice.
///
/// The function must ask for the same dice whenever it is shown the same faces. One that may roll for ever
/// (until a 6 falls, until two dice differ) has no end of paths: [`sample`](crate::sample()) it.
///
/// ```
/// use testudo_dice::{D6, RollId, exact};
/// let why = RollId::new("book.melee", 0);
/// let margin = exact(36, |dice| i16::from(dice.roll(why, &D6)) - i16::from(dice.roll(why, &D6)))?;
/// assert_eq!(margin.chance(|m| *m > 0).to_string(), "5/12");
/// # Ok::<(), testudo_dice::TooManyPaths>(())
/// ```
///
/// # Errors
/// [`TooManyPaths`] if there are more than `limit` paths.
///
/// # Panics
/// If the function rolls differently along the same path.
pub fn exact<T: Ord>(limit: usize, mut run: impl FnMut(&mut dyn Dice) -> T) -> Result<Dist<T>, TooManyPaths> {
    step(&[((), Count::ONE)], &Count::ONE, limit, |(), dice| run(dice))
}

/// Like [`exact`], in `f64`: for search, where speed counts and the last bit does not.
///
/// # Errors
/// [`TooManyPaths`] if there are more than `limit` paths.
///
/// # Panics
/// If the function rolls differently along the same path.
pub fn odds<T: Ord>(limit: usize, mut run: impl FnMut(&mut dyn Dice) -> T) -> Result<Odds<T>, TooManyPaths> {
    step(&[((), 1.0)], &1.0, limit, |(), dice| run(dice))
}

/// Walks a step from each of these states, merging equal results.
pub(crate) fn step<T, U: Ord, W: Weight>(
    states: &[(T, W)],
    whole: &W,
    limit: usize,
    mut run: impl FnMut(&T, &mut dyn Dice) -> U,
) -> Result<Dist<U, W>, TooManyPaths> {
    let mut walk = Walk::new(limit);
    let mut gathered = Gathered { parts: BTreeMap::new(), whole: W::ONE };
    for (state, weight) in states {
        walk.start = weight.clone();
        loop {
            walk.depth = 0;
            let result = run(state, &mut walk);
            if walk.stray.is_some() {
                return Err(TooManyPaths { limit });
            }
            let (part, path_whole) = walk.weigh();
            gathered.add(result, part, path_whole);
            if !walk.advance() {
                break;
            }
        }
    }
    Ok(Dist::gathered(gathered.parts, gathered.whole.times(whole)))
}

/// Goes from each of these states along the odds of what follows, merging equal results.
pub(crate) fn onward<T, U: Ord, W: Weight>(
    states: &[(T, W)],
    whole: &W,
    mut next: impl FnMut(&T) -> Dist<U, W>,
) -> Dist<U, W> {
    let mut gathered = Gathered { parts: BTreeMap::new(), whole: W::ONE };
    for (state, weight) in states {
        let (outcomes, of) = next(state).into_parts();
        for (outcome, part) in outcomes {
            gathered.add(outcome, &weight.times(&part), &of);
        }
    }
    Dist::gathered(gathered.parts, gathered.whole.times(whole))
}

/// A source that plays the paths of a rule one after the other.
struct Walk<W> {
    /// The throws met so far, each worked out once.
    rows: Vec<Row<W>>,
    /// The present path; the branches before `depth` have been taken in this run.
    path: Vec<Branch<W>>,
    depth: usize,
    /// How many branches of the path have their running weights.
    weighed: usize,
    /// Results not yet tried at the branches of the path.
    untried: usize,
    walked: usize,
    limit: usize,
    /// Where faces come from once there are too many paths: the run is void, but must still end.
    stray: Option<Seeded>,
    /// The weight a path starts with, and the whole of one without dice.
    start: W,
    one: W,
}

struct Branch<W> {
    row: usize,
    result: usize,
    /// The products of parts and wholes from the first branch to this one.
    part: W,
    whole: W,
}

impl<W: Weight> Walk<W> {
    fn new(limit: usize) -> Self {
        let stray = (limit == 0).then(|| Seeded::new(0));
        Walk {
            rows: Vec::new(),
            path: Vec::new(),
            depth: 0,
            weighed: 0,
            untried: 0,
            walked: 0,
            limit,
            stray,
            start: W::ONE,
            one: W::ONE,
        }
    }

    /// The result of a throw on the present path; `None` when there are too many paths.
    #[inline]
    fn result(&mut self, throw: Throw) -> Option<u16> {
        if self.stray.is_some() {
            return None;
        }
        if self.depth == self.path.len() {
            self.branch(throw)?;
        }
        let branch = &self.path[self.depth];
        let row = &self.rows[branch.row];
        assert!(row.throw.same(&throw), "a rule rolled differently along the same path");
        self.depth += 1;
        Some(capped(row.results[branch.result].0))
    }

    fn branch(&mut self, throw: Throw) -> Option<()> {
        // Each result not yet tried is one path at the least.
        let room = self.limit.saturating_sub(self.walked + self.untried);
        if throw.at_least_results() > room {
            self.stray = Some(Seeded::new(0));
            return None;
        }
        let row = self.rows.iter().position(|row| row.throw.same(&throw)).unwrap_or_else(|| {
            self.rows.push(Row::new(throw, &self.rows));
            self.rows.len() - 1
        });
        let results = self.rows[row].results.len();
        if results > room {
            self.stray = Some(Seeded::new(0));
            return None;
        }
        self.untried += results - 1;
        self.path.push(Branch { row, result: 0, part: W::ONE, whole: W::ONE });
        Some(())
    }

    /// The part and the whole of the path just run. Only the branches changed since the last are multiplied.
    fn weigh(&mut self) -> (&W, &W) {
        assert!(self.depth == self.path.len(), "a rule rolled differently along the same path");
        for i in self.weighed..self.path.len() {
            let (before, rest) = self.path.split_at_mut(i);
            let (part, whole) = before.last().map_or((&self.start, &self.one), |b| (&b.part, &b.whole));
            let row = &self.rows[rest[0].row];
            rest[0].part = part.times(&row.results[rest[0].result].1);
            rest[0].whole = whole.times(&row.whole);
        }
        self.weighed = self.path.len();
        self.path.last().map_or((&self.start, &self.one), |b| (&b.part, &b.whole))
    }

    /// Turns to the next path; false when all are walked.
    fn advance(&mut self) -> bool {
        self.walked += 1;
        while let Some(branch) = self.path.last_mut() {
            if branch.result + 1 < self.rows[branch.row].results.len() {
                branch.result += 1;
                self.untried -= 1;
                self.weighed = self.path.len() - 1;
                return true;
            }
            self.path.pop();
        }
        self.weighed = 0;
        false
    }

    fn stray(&mut self) -> &mut Seeded {
        self.stray.get_or_insert_with(|| Seeded::new(0))
    }
}

impl<W: Weight> Dice for Walk<W> {
    fn roll(&mut self, why: RollId, die: &'static Die) -> u8 {
        let face = self.result(Throw { die, read: Read::Face });
        face.map_or_else(|| self.stray().roll(why, die), |face| face as u8)
    }

    fn hits(&mut self, why: RollId, die: &'static Die, n: u16, at_least: u8) -> u16 {
        let hits = self.result(Throw { die, read: Read::Hits { n, at_least } });
        hits.unwrap_or_else(|| self.stray().hits(why, die, n, at_least))
    }

    fn total(&mut self, why: RollId, die: &'static Die, n: u16) -> u16 {
        let total = self.result(Throw { die, read: Read::Total { n } });
        total.unwrap_or_else(|| self.stray().total(why, die, n))
    }
}

/// Results met so far, their parts all of one whole.
struct Gathered<T, W> {
    parts: BTreeMap<T, W>,
    whole: W,
}

impl<T: Ord, W: Weight> Gathered<T, W> {
    fn add(&mut self, result: T, part: &W, whole: &W) {
        if *whole != self.whole {
            let part = self.bring_to_common(part, whole);
            self.parts.entry(result).or_insert(W::ZERO).add(&part);
        } else {
            self.parts.entry(result).or_insert(W::ZERO).add(part);
        }
    }

    /// Paths with other dice have another whole: scales both sides to a common one.
    fn bring_to_common(&mut self, part: &W, whole: &W) -> W {
        let (ours, theirs) = W::to_common(&self.whole, whole);
        if ours != W::ONE {
            self.parts.values_mut().for_each(|sum| *sum = sum.times(&ours));
            self.whole = self.whole.times(&ours);
        }
        part.times(&theirs)
    }
}

/// A rule has more paths than were allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyPaths {
    /// How many were allowed.
    pub limit: usize,
}

impl fmt::Display for TooManyPaths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "more than {} paths of dice", self.limit)
    }
}

impl std::error::Error for TooManyPaths {}
