//! The strategos: fights every command worth a thought out in battles it imagines, and takes what fares best.
//!
//! It knows no book. From its own view it makes whole battles, what the view hides guessed anew for each. In each of
//! them every candidate is carried out and both sides play on as recruits for some turns, with the same dice whatever
//! the candidate; where nothing is hidden, what its own side does before the first die is thought through as a veteran
//! would. Half of the candidates are dropped, the rest fought out further, until the [`Budget`] is spent.
//! The veteran's choice is never dropped: another must do better than it by more than chance would have it.

mod candidates;
mod imagined;

use crate::luck::mean_and_error;
use crate::player::answer;
use crate::reason::{Reason, told, units};
use crate::{Level, toms, wrg6, wrg1969};
use dice::Seeded;
use imagined::{Fate, Imagined, Opening};
pub(crate) use imagined::{asked, hasty};
use std::time::{Duration, Instant};
use testudo::AnyView;
use umpire::{Command, Side};

/// How far a strategos may go in one decision, and a veteran who plans a battle.
///
/// ```
/// use std::time::Duration;
/// use testudo_opponent::Budget;
/// let live = Budget { time: Some(Duration::from_secs(1)), ..Budget::default() };
/// assert_eq!(live.battles, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// How many battles it imagines at most; what suits the book if nothing is said.
    pub battles: Option<u32>,
    /// How long it thinks at most. Without it the same seed gives the same decision on every machine.
    pub time: Option<Duration>,
}

impl Budget {
    /// What suits live play: as many battles as suit the book, and a second at most.
    pub const LIVE: Budget = Budget { battles: None, time: Some(Duration::from_secs(1)) };

    /// How many times as long as a veteran he thinks who fights ideas out.
    pub(crate) fn times(&self) -> u32 {
        self.battles.map_or(TIMES, |battles| (battles / COURSES).max(1))
    }

    /// When a decision must be made that is begun now.
    pub(crate) fn until(&self) -> Option<Instant> {
        self.time.map(|time| Instant::now() + time)
    }
}

/// What a search came to.
#[derive(Debug)]
pub(crate) struct Found {
    /// The command that fared best.
    pub command: Command,
    /// How it fared, and the next best; nothing if there was no choice.
    fared: Option<Fared>,
}

/// How often the command chosen and the next best came out ahead, of how many battles.
#[derive(Debug)]
struct Fared {
    ahead: usize,
    next: (Command, usize),
    of: usize,
}

impl Found {
    /// What fared best and how often it came out ahead, the next best, and in how many battles.
    pub fn compared(command: Command, ahead: usize, next: Option<(Command, usize)>, of: usize) -> Found {
        Found { command, fared: next.filter(|_| of > 0).map(|next| Fared { ahead, next, of }) }
    }

    /// Why it is the best, in words.
    pub fn reason(&self, view: &AnyView, side: Side) -> Option<Reason> {
        let Fared { ahead, next, of } = self.fared.as_ref()?;
        let ask = view.pending().ask(side);
        let text = format!(
            "{}: ahead in {ahead} of {of} imagined battles, against {} of {of} for the next best ({})",
            told(view.field(), ask, &self.command),
            next.1,
            told(view.field(), ask, &next.0),
        );
        let mut about = units(&self.command);
        about.extend(units(&next.0));
        Some(Reason { text, units: about })
    }
}

/// How a book is searched.
struct Depth {
    /// How many battles are imagined.
    battles: u32,
    /// How many turns each goes on.
    turns: u16,
}

fn depth(view: &AnyView) -> Depth {
    match view {
        AnyView::Dba(_) => Depth { battles: 240, turns: 3 },
        AnyView::Wab(_) | AnyView::Toms(_) => Depth { battles: 48, turns: 2 },
        AnyView::Wrg6(_) | AnyView::Wrg1969(_) => Depth { battles: 24, turns: 2 },
    }
}

/// A candidate and how it fared in each imagined battle so far.
struct Candidate {
    command: Command,
    /// What follows from it in every battle, where nothing is hidden.
    opening: Option<Opening>,
    fates: Vec<Fate>,
}

/// Searches for the best command, as far as a general of that level goes.
pub(crate) fn search(level: Level, view: &AnyView, side: Side, budget: Budget, whims: &mut Seeded) -> Found {
    let until = budget.until();
    // One number for all its battles: what it draws does not depend on how far it gets.
    let seed = u64::from(whims.below(u32::MAX));
    if let Some(found) = weighed(level, view, side, budget, until, seed) {
        return found;
    }
    let depth = depth(view);
    let imagined = Imagined { view, side, seed, turns: depth.turns, until };
    let first = answer(Level::Veteran, view, side, whims).into_command();
    let commands = candidates::of(view, side, first, &mut Seeded::stream(seed, 1));
    compare(&imagined, commands, budget.battles.unwrap_or(depth.battles))
}

/// Whether a plan for the whole army is asked for, which a veteran searches for too.
pub(crate) fn is_planning(view: &AnyView) -> bool {
    match view {
        AnyView::Wrg1969(view) => wrg1969::is_planning(view),
        AnyView::Wrg6(view) => wrg6::is_planning(view),
        _ => false,
    }
}

/// Fights commands out in imagined battles and drops the worse, until two are left or the battles are used up.
fn compare(imagined: &Imagined<'_>, commands: Vec<Command>, battles: u32) -> Found {
    if commands.len() < 2 {
        return Found { command: commands.into_iter().next().unwrap_or(Command::Done), fared: None };
    }
    let is_open = imagined.is_open();
    let candidate = |command: Command| {
        let opening = is_open.then(|| imagined.opening(&command));
        Candidate { command, opening, fates: Vec::new() }
    };
    let mut field: Vec<Candidate> = commands.into_iter().map(candidate).collect();
    let rounds = (field.len() as u32).next_power_of_two().ilog2();
    let each_round = battles / rounds;
    let mut world = 0;
    loop {
        let worlds = (each_round / field.len() as u32).max(1);
        for _ in 0..worlds {
            if !one_more(imagined, &mut field, world) {
                return best(field);
            }
            world += 1;
        }
        if field.len() <= 2 {
            return best(field);
        }
        halve(&mut field);
    }
}

/// A search of the book's own, where its veteran fights ideas out himself: the same, and more of it.
fn weighed(
    level: Level,
    view: &AnyView,
    side: Side,
    budget: Budget,
    until: Option<Instant>,
    seed: u64,
) -> Option<Found> {
    if let AnyView::Wrg1969(view) = view {
        return wrg1969::search(view, side, &wrg1969::Effort::of(level, budget.battles, until), seed);
    }
    let times = match level {
        Level::Strategos => budget.times(),
        _ => 1,
    };
    let whims = &mut Seeded::stream(seed, 1);
    match view {
        AnyView::Toms(view) => toms::search(view, side, times, until, whims),
        AnyView::Wrg6(view) => wrg6::search(view, side, times, until, whims),
        _ => None,
    }
}

/// How many times as long it thinks as a veteran who fights ideas out.
const TIMES: u32 = 4;
/// In about so many battles such a veteran fights an idea out.
const COURSES: u32 = 8;

/// Fights every candidate out in one more imagined battle; says whether there was time for all of them.
fn one_more(imagined: &Imagined<'_>, field: &mut [Candidate], world: u64) -> bool {
    let mut fates = Vec::with_capacity(field.len());
    for candidate in field.iter() {
        let Some(fate) = imagined.fate(candidate, world) else { return false };
        fates.push(fate);
    }
    for (candidate, fate) in field.iter_mut().zip(fates) {
        candidate.fates.push(fate);
    }
    true
}

/// Drops the worse half; the first, which is the veteran's, stays.
fn halve(field: &mut Vec<Candidate>) {
    let scale = scale(field);
    let keep = field.len().div_ceil(2);
    let first = field.remove(0);
    field.sort_by(|a, b| mean(b, scale).total_cmp(&mean(a, scale)));
    field.truncate(keep.max(2) - 1);
    field.insert(0, first);
}

/// The candidate that fared best, and the next best.
fn best(mut field: Vec<Candidate>) -> Found {
    if field[0].fates.is_empty() {
        return Found { command: field.swap_remove(0).command, fared: None };
    }
    let scale = scale(&field);
    let better = |c: &Candidate| advantage(c, &field[0], scale) > 0.0;
    let found = (1..field.len())
        .filter(|&i| better(&field[i]))
        .max_by(|&a, &b| mean(&field[a], scale).total_cmp(&mean(&field[b], scale)));
    let chosen = field.swap_remove(found.unwrap_or(0));
    let next = field.into_iter().max_by(|a, b| mean(a, scale).total_cmp(&mean(b, scale)));
    let ahead = |c: &Candidate| c.fates.iter().filter(|fate| fate.is_ahead()).count();
    let fared = next.map(|n| Fared {
        ahead: ahead(&chosen),
        of: chosen.fates.len(),
        next: (n.command.clone(), ahead(&n)),
    });
    Found { command: chosen.command, fared }
}

/// How large leads are in these battles: books count losses in elements, figures or points.
fn scale(field: &[Candidate]) -> f64 {
    let leads = field.iter().flat_map(|c| &c.fates).map(|fate| f64::from(fate.lead.abs()));
    let (sum, n) = leads.fold((0.0, 0.0), |(sum, n), lead| (sum + lead, n + 1.0));
    1.0 + sum / f64::max(n, 1.0)
}

fn mean(candidate: &Candidate, scale: f64) -> f64 {
    let sum: f64 = candidate.fates.iter().map(|fate| fate.value(scale)).sum();
    sum / f64::max(candidate.fates.len() as f64, 1.0)
}

/// By how much a candidate does better than another in the same battles, less what may be chance.
fn advantage(candidate: &Candidate, other: &Candidate, scale: f64) -> f64 {
    let both = candidate.fates.iter().zip(&other.fates);
    let (mean, error) = mean_and_error(both.map(|(a, b)| a.value(scale) - b.value(scale)));
    mean - CHANCE * error
}

/// How many standard errors of the difference count as chance.
const CHANCE: f64 = 1.5;
