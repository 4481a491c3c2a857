//! What comes of an idea: both sides fight on as they are led, with the same dice for every idea, so that the ideas
//! are compared and not their luck. What has done better than the usual is looked at longer. Nothing is hidden in this
//! game, and the dice are the general's own.

use super::super::clash::{Clash, ROUGH};
use super::super::stance::{GUESSES, Lead, STEADY, Stance};
use super::super::{Judged, judged, usual, with};
use super::{Effort, Thought};
use crate::fates::Fates;
use crate::strategos::Found;
use umpire::{Asked, Command, Cx, Place, Plans, Rulebook, Side, Silent, UnitId, View};
use wab::Wab;
use wab::api::board::Step;
use wab::api::combat;
use wab::api::data::Trait;
use wab::api::data::tables;

/// How many ideas besides the first are looked at longer.
const BEST: usize = 2;
/// No idea is dropped after fewer courses than this.
const FEWEST: u64 = 1;
/// No course goes on for more decisions than this.
const LONGEST: usize = 600;
/// What a battle is worth that nobody wins: little more than a defeat.
const DRAWN: f64 = -0.5;
/// The share of its worth that a unit in flight has lost while it may rally, and when it may not.
const FLEEING: [f64; 2] = [0.7, 0.95];
/// The share of its worth that a unit has lost with all of its men but one.
const THINNED: f64 = 0.3;

/// How many standard errors of a gain may be luck.
const LUCK: f64 = 1.0;
/// As how many courses of dice the first sight of an idea counts, and how far it is off as a rule.
const FIRST_SIGHT: (f64, f64) = (3.0, 0.25);
/// At the start of a battle of eight turns a lead beyond what victory takes by this share of an army is worth half a
/// victory; the fewer turns are left, the less will do.
const HALF: f64 = 0.2;
/// What winning weighs against not losing.
const VICTORY: f64 = 0.75;

/// An idea, and how its side stood at the end of each course.
struct Idea {
    judged: Judged,
    then: Stance,
    /// What it seemed to be worth at first sight, as an end of a course.
    seems: f64,
    ends: Vec<f64>,
}

impl Idea {
    /// All it came to: in the same courses, of two ideas the greater is the better.
    fn sum(&self) -> f64 {
        self.ends.iter().sum()
    }

    /// What it gains on another in the same courses and at first sight, less what may be luck.
    fn gain(&self, other: &Idea) -> f64 {
        let courses = self.ends.iter().zip(&other.ends).map(|(a, b)| a - b);
        let n = courses.clone().count() as f64;
        let (k, off) = FIRST_SIGHT;
        let mean = (courses.clone().sum::<f64>() + k * (self.seems - other.seems)) / (n + k);
        let spread = courses.map(|gain| (gain - mean) * (gain - mean)).sum::<f64>() + k * off * off;
        mean - LUCK * (spread / (n + k) / (n + k)).sqrt()
    }

    /// In how many courses its side ended ahead.
    fn ahead(&self) -> usize {
        self.ends.iter().filter(|&&end| end > 0.0).count()
    }
}

/// A battle to be imagined.
pub struct Imagined<'a> {
    /// How it stands.
    pub view: &'a View<Wab>,
    /// Who imagines it.
    pub side: Side,
    /// How both sides are led.
    pub lead: Lead,
    /// The seed of its dice.
    pub seed: u64,
}

/// The command that ends best; the first, unless another does better by more than luck.
pub fn best(imagined: &Imagined<'_>, thoughts: Vec<Thought>, effort: &Effort) -> Found {
    let (view, side) = (imagined.view, imagined.side);
    let points = f64::from(view.book.points.max(1));
    let scaled = |lead: f64| lead / (lead.abs() + HALF);
    let idea = |Thought { command, then, seems }| {
        Some(Idea {
            judged: judged(view, side, command)?,
            then,
            seems: scaled(seems / points),
            ends: Vec::new(),
        })
    };
    let mut ideas: Vec<Idea> = thoughts.into_iter().filter_map(idea).collect();
    let (mut course, mut steps) = (0, 0);
    // Half of the effort is for all ideas, half for those that have done better than the first.
    for most in [effort.steps / 2, effort.steps] {
        while ideas.len() > 1 && (course < FEWEST || steps < most) {
            if course > 0 && effort.is_over() {
                break;
            }
            for idea in &mut ideas {
                let (end, taken) = imagined.played_out(idea, effort.turns, course);
                idea.ends.push(end);
                steps += taken;
            }
            course += 1;
        }
        if let [first, others @ ..] = &mut ideas[..] {
            others.sort_by(|a, b| b.sum().total_cmp(&a.sum()));
            let better = others.iter().filter(|other| other.sum() > first.sum()).count();
            // The next best stays to be told of, but is not looked at longer if it does worse.
            if better == 0 {
                break;
            }
            ideas.truncate(1 + better.min(BEST));
        }
    }
    ideas.truncate(2);
    if ideas.len() == 2 && ideas[1].gain(&ideas[0]) > 0.0 {
        ideas.swap(0, 1);
    }
    let mut found = ideas.into_iter().map(|idea| (idea.ahead(), idea.judged.0));
    let (ahead, command) = found.next().unwrap_or((0, Command::Done));
    let next = found.next().map(|(ahead, command)| (command, ahead));
    Found::compared(command, ahead, next, course as usize)
}

impl Imagined<'_> {
    /// How a side stands after a decision and some player turns of one course of dice, and how many decisions that took.
    ///
    /// Both sides go on as they are led. The charges of the last turn are made, and
    /// what they come to is reckoned and not thrown: that takes much of the luck out of it.
    fn played_out(&self, idea: &Idea, turns: u16, course: u64) -> (f64, usize) {
        let (mut plan, then, side) = (idea.judged.1.clone(), idea.then, self.side);
        let mut dice = self.dice(course);
        // What is asked is not worked out anew: a recruit sees it from the step.
        let mut view = self.view.clone();
        // Decided in the enemy's turn it ends a turn sooner: in a turn of its own, never at the enemy's last word.
        let turns = turns - u16::from(view.phase.active != side);
        let (mut who, mut active, mut left) = (side, view.phase.active, turns);
        let mut steps = 0;
        while steps < LONGEST {
            steps += 1;
            resolve(&mut view, who, plan, &mut dice);
            if view.phase.active != active {
                active = view.phase.active;
                left -= 1;
            }
            let Asked::One(next) = view.book.asked(&view.field, &view.phase) else { break };
            if left == 0 || (left == 1 && view.phase.step == Step::Remaining) {
                break;
            }
            let own = if left == turns { then } else { self.lead.own };
            let stance = if next == side { own } else { self.enemy(course) };
            let Some((_, decided)) = usual(&view, next, stance) else { break };
            (who, plan) = (next, decided);
        }
        (worth(&view, side), steps)
    }

    /// How a side stands at the end of a course of dice.
    pub fn fought_out(&self, course: u64) -> f64 {
        let mut dice = self.dice(course);
        let mut view = self.view.clone();
        for _ in 0..LONGEST {
            let Asked::One(who) = view.book.asked(&view.field, &view.phase) else { break };
            let stance = if who == self.side { self.lead.own } else { self.enemy(course) };
            let Some((_, decided)) = usual(&view, who, stance) else { break };
            resolve(&mut view, who, decided, &mut dice);
        }
        worth(&view, self.side)
    }

    /// How the enemy goes about it in a course.
    fn enemy(&self, course: u64) -> Stance {
        self.lead.enemy[course as usize % GUESSES]
    }

    fn dice(&self, course: u64) -> Fates {
        Fates::new((self.seed << 20) ^ course)
    }
}

/// Carries a decision out.
fn resolve(view: &mut View<Wab>, who: Side, plan: <Wab as Rulebook>::Plan, dice: &mut Fates) {
    dice.in_turn(2 * view.phase.turn + u16::from(view.phase.active == Side::Blue));
    let mut silent = Silent;
    let mut cx = Cx::new(&mut view.field, dice, &mut silent);
    view.book.resolve(&mut view.phase, Plans::One(who, plan), &mut cx);
}

/// What a battle is worth to a side, from -1 for a defeat to 1 for a victory.
fn worth(view: &View<Wab>, side: Side) -> f64 {
    if let Asked::Nobody(outcome) = view.book.asked(&view.field, &view.phase) {
        return outcome.winner.map_or(DRAWN, |winner| if winner == side { 1.0 } else { -1.0 });
    }
    let lead = lost(view, side.other()) - lost(view, side) + combats(view, side);
    let lead = lead / f64::from(view.book.points.max(1));
    let turns = f64::from(view.book.turns.saturating_sub(view.phase.turn)) + 0.5;
    let half = HALF * (turns / 8.0).sqrt();
    let beyond = |margin: f64| (lead - margin) / ((lead - margin).abs() + half);
    let margin = f64::from(tables().points.tenths[0]) / 10.0;
    VICTORY * beyond(margin) + (1.0 - VICTORY) * beyond(-margin)
}

/// What the combats that go on are likely to come to.
fn combats(view: &View<Wab>, side: Side) -> f64 {
    with(view, side, STEADY, |scene| {
        let clash = Clash::new(scene, ROUGH, Vec::new());
        combat::combats(&view.phase.contacts).iter().map(|units| clash.value(side, units[0])).sum()
    })
}

/// What a side has lost: units gone, and a part of those that flee or are thinned.
fn lost(view: &View<Wab>, side: Side) -> f64 {
    let share = |id: UnitId| {
        let state = view.phase.unit(id);
        let host = state.with.unwrap_or(id);
        let (with, kit) = (view.phase.unit(host), view.book.kit(host));
        match view.field.unit(id).place {
            Place::Destroyed | Place::Fled => 1.0,
            _ if with.fleeing => {
                FLEEING[usize::from(with.models < tables().five && !kit.troop.is_excused_from_five())]
            }
            _ => THINNED * (1.0 - f64::from(state.models) / f64::from(state.starting.max(1))),
        }
    };
    let points = &tables().points;
    let points_of = |id: UnitId| {
        let kit = view.book.kit(id);
        let general = u32::from(kit.has(Trait::General)) * points.general;
        kit.points + general + u32::from(kit.has(Trait::ArmyStandard)) * points.army_standard
    };
    let ids = view.field.ids().filter(|&id| view.field.side(id) == side);
    ids.map(|id| share(id) * f64::from(points_of(id))).sum()
}
