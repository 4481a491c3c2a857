//! The one search of all books and levels: first how the army is led, then what is done now.
//!
//! A recruit does what comes to mind first; veterans and strategoi are the same search with other dials.

use crate::Lead;
use crate::candidates::merged;
use crate::contest::{Entry, Terms, contest};
use crate::craft::{Craft, Thought};
use crate::dials::TO_THE_END;
use crate::mind::{Course, Mind, Opening};
use crate::player::FOES;
use crate::reason::{Reason, told, units};
use umpire::{Command, Side, View};

/// What a search came to.
#[derive(Debug)]
pub struct Found {
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
    /// What a contest came to.
    fn of<C: Craft>(placed: &[Entry<Opening<C>>]) -> Option<Found> {
        let best = placed.first()?;
        let command = best.idea.thought.command.clone();
        let other =
            |entry: &&Entry<Opening<C>>| entry.idea.thought.command != command && !entry.came.is_empty();
        let fared = placed[1..].iter().find(other).map(|next| {
            // Only battles in which both were played out are told.
            let of = best.came.len().min(next.came.len());
            let ahead = |entry: &Entry<_>| entry.came[..of].iter().filter(|came| **came > 0.0).count();
            Fared { ahead: ahead(best), next: (next.idea.thought.command.clone(), ahead(next)), of }
        });
        Some(Found { command, fared: fared.filter(|fared| fared.of > 0) })
    }

    /// Why it is the best: what can be said of it at once, and how it fared.
    pub fn reason<C: Craft>(&self, plain: Option<Reason>, view: &View<C>, side: Side) -> Option<Reason> {
        let Some(Fared { ahead, next, of }) = &self.fared else { return plain };
        let ask = view.pending.ask(side);
        let command = told(&view.field, ask, &self.command);
        let (words, mut about) = match plain {
            Some(Reason { text, units }) => (text + ";", units),
            None => (command + ":", units(&self.command)),
        };
        let text = format!(
            "{words} ahead in {ahead} of {of} imagined battles, against {} of {of} for the next best ({})",
            next.1,
            told(&view.field, ask, &next.0),
        );
        about.extend(units(&next.0));
        about.sort_unstable();
        about.dedup();
        Some(Reason { text, units: about })
    }
}

/// What fares best; `None` where nothing comes to mind.
pub fn search<C: Craft>(mind: &mut Mind<'_, C>, lead: &mut Option<Lead>) -> Option<Found> {
    let foes = foes(mind, lead);
    if C::is_planning(mind.view) {
        let ideas = C::ideas(mind, &C::usual(mind.level));
        let course = Course { way: C::usual(mind.level), foes, turns: TO_THE_END };
        return best(mind, ideas, &course, mind.dials.plan);
    }
    let way = way(mind, &foes, lead);
    let ideas = C::ideas(mind, &way);
    let course = Course { way, foes, turns: turns(mind) };
    best(mind, ideas, &course, mind.dials.battles)
}

/// For how many turns ideas are played out: from the set-up to the end.
fn turns<C: Craft>(mind: &Mind<'_, C>) -> u16 {
    let begun = mind.view.book.standing(&mind.view.field, &mind.view.phase).turn > 0;
    if begun { mind.dials.turns } else { TO_THE_END }
}

fn best<C: Craft>(
    mind: &mut Mind<'_, C>,
    ideas: Vec<Thought<C>>,
    course: &Course<C>,
    battles: u32,
) -> Option<Found> {
    let terms = Terms { battles, luck: mind.dials.luck, sight: mind.dials.sight };
    if let [only] = &ideas[..] {
        return Some(Found { command: only.command.clone(), fared: None });
    }
    let entry = |thought: Thought<C>| {
        let seems = thought.seems;
        Entry::new(mind.opening(thought), seems)
    };
    let field: Vec<_> = ideas.into_iter().map(entry).collect();
    let (view, side) = (mind.view, mind.side);
    let join = |first: &Opening<C>, good: &[&Opening<C>]| {
        if !C::JOINS {
            return None;
        }
        let others = good.iter().map(|idea| &idea.thought.command);
        let command = merged(&first.thought.command, others)?;
        let thought = Thought::of(view, side, command, first.thought.then)?;
        Some(Opening { thought, begun: None })
    };
    Found::of(&contest(field, &terms, |idea, n| mind.play(idea, course, n), join))
}

/// The ways of leading a side's army in the order in which they fare, by their numbers; none if there was no time to try
/// them.
fn ranked<C: Craft>(mind: &mut Mind<'_, C>, side: Side, foes: &[C::Stance], battles: u32) -> Vec<usize> {
    let (ways, turns) = (C::ways(mind.view, mind.side, mind.level), mind.dials.ways_turns);
    // Whole battles to the end tell enough by themselves; a few turns may be luck.
    let luck = if turns == TO_THE_END { 0.0 } else { mind.dials.luck };
    let field = (0..ways.len()).map(|n| Entry::new(n, 0.0)).collect();
    let play = |n: &usize, number: u32| mind.led(side, &ways[*n], foes, turns, number);
    let placed = contest(field, &Terms { battles, luck, sight: 0.0 }, play, |_, _| None);
    placed.into_iter().filter(|entry| !entry.came.is_empty()).map(|entry| entry.idea).collect()
}

/// How the army is led: as it was before, where that is kept.
fn way<C: Craft>(mind: &mut Mind<'_, C>, foes: &[C::Stance], lead: &mut Option<Lead>) -> C::Stance {
    let ways = C::ways(mind.view, mind.side, mind.level);
    if ways.is_empty() || mind.dials.ways == 0 {
        return C::usual(mind.level);
    }
    if let Some(kept) = lead.filter(|_| C::KEEPS_LEAD)
        && let Some(way) = ways.get(usize::from(kept.own))
    {
        return *way;
    }
    let Some(own) = ranked(mind, mind.side, foes, mind.dials.ways).first().copied() else { return ways[0] };
    if C::KEEPS_LEAD {
        let number = |foe: &C::Stance| Some(ways.iter().position(|way| way == foe)? as u8);
        let guessed: Option<Vec<u8>> = foes.iter().map(number).collect();
        let foes = guessed.and_then(|foes| <[u8; FOES]>::try_from(foes).ok());
        *lead = Some(Lead { own: own as u8, foes });
    }
    ways[own]
}

/// How the enemy may lead his army: as was guessed before, as would be best for him, or as anybody may.
fn foes<C: Craft>(mind: &mut Mind<'_, C>, lead: &Option<Lead>) -> Vec<C::Stance> {
    let ways = C::ways(mind.view, mind.side, mind.level);
    let anybody = C::foes(mind);
    if !C::KEEPS_LEAD || ways.is_empty() {
        return anybody;
    }
    if let Some(kept) = lead {
        let known =
            |foes: [u8; FOES]| foes.iter().filter_map(|n| ways.get(usize::from(*n)).copied()).collect();
        return kept.foes.map_or(anybody, known);
    }
    if mind.dials.wary == 0 {
        return anybody;
    }
    let enemy = mind.side.other();
    let ranked = mind.hurried(3, |mind| ranked(mind, enemy, &anybody, mind.dials.wary));
    if ranked.is_empty() { anybody } else { ranked.into_iter().take(FOES).map(|n| ways[n]).collect() }
}
