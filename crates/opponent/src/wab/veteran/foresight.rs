//! What comes of an idea: both sides fight on as recruits would, with the same dice for every idea, so that the ideas
//! are compared and not their luck. The better ideas are looked at longer. Nothing is hidden in this game, and the dice
//! are the general's own.

use super::super::decide;
use crate::Level;
use crate::fates::Fates;
use crate::luck::mean_and_error;
use std::sync::Arc;
use umpire::{Asked, Command, Cx, Place, Plans, Rulebook, Side, Silent, UnitId, View};
use wab::Wab;
use wab::tables::tables;
use wab::troop::Trait;

/// With how many courses of dice the ideas of each round are fought out, and how many are left after it.
const ROUNDS: [(u64, usize); 3] = [(3, 3), (4, 2), (8, 2)];
/// How many player turns ahead.
const TURNS: u16 = 4;
/// No course goes on for more decisions than this.
const LONGEST: usize = 200;
/// How many standard errors of a gain may be luck.
const LUCK: f64 = 1.0;
/// So many standard errors apart two ideas need no closer look.
const CLEAR: f64 = 2.5;
/// The share of its worth that a unit in flight has lost while it may rally, and when it may not.
const FLEEING: [f64; 2] = [0.7, 0.95];
/// The share of its worth that a unit has lost with all of its men but one.
const THINNED: f64 = 0.3;

/// An idea, and how its side stood at the end of each course.
struct Idea {
    command: Command,
    ends: Vec<f64>,
}

impl Idea {
    /// All it came to: in the same courses, of two ideas the greater is the better.
    fn sum(&self) -> f64 {
        self.ends.iter().sum()
    }

    /// What it gains on another in the same courses, and the standard error of that.
    fn gain(&self, other: &Idea) -> (f64, f64) {
        mean_and_error(self.ends.iter().zip(&other.ends).map(|(a, b)| a - b))
    }
}

/// The command that ends best; the first, unless another does better by more than luck.
pub fn best(view: &View<Wab>, side: Side, commands: Vec<Command>) -> Command {
    let mut ideas: Vec<Idea> =
        commands.into_iter().map(|command| Idea { command, ends: Vec::new() }).collect();
    let mut course = 0;
    for (courses, keep) in ROUNDS {
        if ideas.len() < 2 || view.phase.turn == 0 {
            break;
        }
        for course in course..course + courses {
            ideas.iter_mut().for_each(|idea| idea.ends.push(played_out(view, side, &idea.command, course)));
        }
        course += courses;
        ideas[1..].sort_by(|a, b| b.sum().total_cmp(&a.sum()));
        ideas.truncate(keep);
        let (gain, error) = ideas[1].gain(&ideas[0]);
        if course > ROUNDS[0].0 && gain.abs() > CLEAR * (error + 1e-3) {
            break;
        }
    }
    let better = ideas.get(1).is_some_and(|other| {
        let (gain, error) = other.gain(&ideas[0]);
        gain > LUCK * error
    });
    let chosen = ideas.into_iter().nth(usize::from(better));
    chosen.map_or(Command::Done, |idea| idea.command)
}

/// How a side stands after a command and some player turns of one course of dice.
fn played_out(view: &View<Wab>, side: Side, command: &Command, course: u64) -> f64 {
    let mut view = view.clone();
    let book = Arc::clone(&view.book);
    let mut dice = Fates::new((u64::from(view.seq) << 20) ^ course);
    let (mut who, mut command) = (side, command.clone());
    let (mut active, mut turns) = (view.phase.active, 0);
    for _ in 0..LONGEST {
        dice.in_turn(2 * view.phase.turn + u16::from(view.phase.active == Side::Blue));
        let Ok(plan) = book.check(&view.field, &view.phase, who, &command) else { break };
        let plans = Plans::One(who, plan);
        book.resolve(&mut view.phase, plans, &mut Cx::new(&mut view.field, &mut dice, &mut Silent));
        turns += u16::from(view.phase.active != active);
        active = view.phase.active;
        let Asked::One(next) = book.asked(&view.field, &view.phase) else { break };
        if turns == TURNS {
            break;
        }
        who = next;
        view.pending = book.pending(&view.field, &view.phase);
        command = decide(Level::Recruit, &view, who);
    }
    standing(&view, side)
}

/// How a side stands: what the enemy has lost less what it has lost itself, as shares of an army, and who has won.
fn standing(view: &View<Wab>, side: Side) -> f64 {
    let won = match view.book.asked(&view.field, &view.phase) {
        Asked::Nobody(outcome) => outcome.winner.map_or(0.0, |w| if w == side { 1.0 } else { -1.0 }),
        _ => 0.0,
    };
    won + (lost(view, side.other()) - lost(view, side)) / f64::from(view.book.points.max(1))
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
    let worth = |id: UnitId| {
        let kit = view.book.kit(id);
        let general = u32::from(kit.has(Trait::General)) * points.general;
        kit.points + general + u32::from(kit.has(Trait::ArmyStandard)) * points.army_standard
    };
    let ids = view.field.ids().filter(|&id| view.field.side(id) == side);
    ids.map(|id| share(id) * f64::from(worth(id))).sum()
}
