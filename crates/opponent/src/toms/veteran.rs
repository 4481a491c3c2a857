//! The veteran: plays what it could do out on copies of the table and takes what ends best.
//!
//! Every idea is followed by both sides fighting on, with the same dice for every idea, so that the ideas are compared
//! and not their luck. The better ideas are looked at longer. What the view hides is guessed anew for each course of
//! dice.

use super::recruit::{self, Thought};
use super::scene::Scene;
use super::stance::{self, Bearing, Stance};
use super::{answer, charges, moves};
use crate::fates::Fates;
use crate::strategos::Found;
use dice::Seeded;
use std::time::Instant;
use toms::Toms;
use toms::api::board::Board;
use toms::api::board::{Phase, Step};
use toms::api::movement::{HOLDFAST, MARCH};
use toms::api::{charge, victory};
use umpire::{Asked, Command, Cx, Field, Plans, Rulebook, Side, Silent, UnitId, View};

/// How many ideas are looked at in each round, and how many courses of dice each is played out with.
const ROUNDS: [(usize, u32); 3] = [(8, 5), (3, 7), (1, 8)];
/// How many standard errors a gain must be worth to be believed.
const LUCK: f64 = 0.7;
/// How many player turns ahead.
const TURNS: u16 = 5;
/// How many charges are thought of beside those of the stances.
const CHARGES: usize = 3;
/// What winning counts beside the losses.
const VICTORY: f64 = 0.5;

/// An idea: a decision, the stance its side goes on with, and how it has done against the first.
struct Idea {
    thought: Thought,
    then: Stance,
    // What it gained on the first idea, course by course: the sum and the sum of squares.
    gain: f64,
    squares: f64,
    // In how many courses its side ended better off than the enemy.
    ahead: usize,
}

impl Idea {
    fn of(thought: Thought, then: Stance) -> Idea {
        Idea { thought, then, gain: 0.0, squares: 0.0, ahead: 0 }
    }

    /// The gain it has shown, less what may be luck after so many courses.
    fn promise(&self, courses: u32) -> f64 {
        let n = f64::from(courses.max(1));
        let mean = self.gain / n;
        let spread = (self.squares / n - mean * mean).max(0.0);
        mean - LUCK * (spread / n).sqrt()
    }
}

/// What a veteran does.
pub fn command(view: &View<Toms>, scene: &Scene<'_>, whims: &mut Seeded) -> Command {
    search(view, scene, 1, None, whims).command
}

/// Plays ideas out so many times as often as a veteran does, as long as there is time.
pub fn search(
    view: &View<Toms>,
    scene: &Scene<'_>,
    times: u32,
    until: Option<Instant>,
    whims: &mut Seeded,
) -> Found {
    let thorough = times > 1;
    let way = if thorough { way(view, scene, until, whims) } else { stance::USUAL };
    let apart = if thorough { &stance::APART[..] } else { &[] };
    let enemies = if thorough { &stance::ENEMIES[..] } else { &[stance::RECRUIT, stance::USUAL] };
    let usual = recruit::thought(scene, &way);
    let mut others = ideas(scene, &usual, &way, apart);
    let mut usual = Idea::of(usual, way);
    let mut played = 0;
    'rounds: for (most, courses) in ROUNDS {
        others.truncate(if thorough { 2 * most } else { most });
        if others.is_empty() {
            break;
        }
        for course in 0..courses * times {
            if played > 0 && until.is_some_and(|until| Instant::now() >= until) {
                break 'rounds;
            }
            let seed = u64::from(whims.below(u32::MAX));
            let start = view.book.guess(view, &mut Seeded::stream(seed, 1));
            // The enemy may be a recruit or know better.
            let enemy = enemies[course as usize % enemies.len()];
            let last = scene.board.phase.turn + TURNS;
            let value = |idea: &Idea| {
                played_out(&view.book, scene.side, start.clone(), last, idea, &enemy, &mut Fates::new(seed))
            };
            let plain = value(&usual);
            usual.ahead += usize::from(plain > 0.0);
            for idea in &mut others {
                let came = value(idea);
                idea.ahead += usize::from(came > 0.0);
                idea.gain += came - plain;
                idea.squares += (came - plain) * (came - plain);
            }
            played += 1;
        }
        others.sort_by(|a, b| b.promise(played).total_cmp(&a.promise(played)));
    }
    let best = others.into_iter().next();
    let (chosen, next) = match best {
        Some(best) if best.promise(played) > 0.0 => (best, Some(usual)),
        best => (usual, best),
    };
    let next = next.map(|idea| (idea.thought.command, idea.ahead));
    Found::compared(chosen.thought.command, chosen.ahead, next, played as usize)
}

/// How many ways of going on a strategos compares in each round, and in how many courses.
const WAYS: [(usize, u32); 4] = [(16, 8), (6, 16), (3, 32), (2, 32)];

/// The way of going on that comes out best at the end of the battle.
fn way(view: &View<Toms>, scene: &Scene<'_>, until: Option<Instant>, whims: &mut Seeded) -> Stance {
    let idea = |then: &Stance| (0.0, Idea::of(recruit::thought(scene, then), *then));
    let mut ways: Vec<(f64, Idea)> = stance::GRAND.iter().map(idea).collect();
    for (most, courses) in WAYS {
        ways.sort_by(|a, b| b.0.total_cmp(&a.0));
        ways.truncate(most);
        for course in 0..courses {
            if until.is_some_and(|until| Instant::now() >= until) {
                break;
            }
            let seed = u64::from(whims.below(u32::MAX));
            let start = view.book.guess(view, &mut Seeded::stream(seed, 1));
            let enemy = stance::ENEMIES[course as usize % stance::ENEMIES.len()];
            for (sum, idea) in &mut ways {
                let mut dice = Fates::new(seed);
                *sum += played_out(&view.book, scene.side, start.clone(), u16::MAX, idea, &enemy, &mut dice);
            }
        }
    }
    ways.into_iter().max_by(|a, b| a.0.total_cmp(&b.0)).map_or(stance::USUAL, |(_, idea)| idea.then)
}

/// What else could be done, no two of them the same decision.
fn ideas(scene: &Scene<'_>, usual: &Thought, way: &Stance, apart: &[Bearing]) -> Vec<Idea> {
    let mut ideas: Vec<Idea> = Vec::new();
    let mut go_on = |thought: Thought, then: Stance| {
        let known = |idea: &Idea| idea.thought.command == thought.command;
        if thought.command != usual.command && !ideas.iter().any(known) {
            ideas.push(Idea::of(thought, then));
        }
    };
    if let (Step::Move, Some(unit)) = (scene.board.phase.step, mover(&usual.command)) {
        for &bearing in apart {
            let then = Stance { apart: Some((unit, bearing)), ..*way };
            let march = moves::march_of(scene, &then, unit).or_else(|| moves::stay(scene, unit, MARCH));
            if let Some(thought) = march {
                go_on(thought, then);
            }
        }
    }
    let mut add = |thought: Thought| go_on(thought, *way);
    match scene.board.phase.step {
        Step::React(charge) => {
            let options = charge::options(&scene.board, &charge);
            (0..options.len()).for_each(|i| add(answer::thought(&options, i)));
        }
        Step::Declare => {
            stance::OTHERS.iter().for_each(|stance| add(recruit::thought(scene, stance)));
            for target in scene.board.enemies(scene.side) {
                add(recruit::thought(scene, &Stance { mark: Some(target), ..stance::USUAL }));
            }
        }
        Step::Move => {
            let wishes = charges::wishes(scene, &stance::USUAL);
            match mover(&usual.command) {
                // What else the unit could do that is to move next.
                Some(unit) => {
                    let own = wishes.iter().filter(|wish| wish.unit == unit);
                    own.filter_map(|wish| charges::thought(scene, wish)).take(CHARGES).for_each(&mut add);
                    let marches = stance::OTHERS.iter().chain([&stance::USUAL]);
                    marches.filter_map(|stance| moves::march_of(scene, stance, unit)).for_each(&mut add);
                    let stays = [MARCH, HOLDFAST].into_iter();
                    stays.filter_map(|manner| moves::stay(scene, unit, manner)).for_each(&mut add);
                }
                // Nobody wants to move; somebody might charge all the same.
                None => {
                    let all = wishes.iter().filter_map(|wish| charges::thought(scene, wish));
                    all.take(CHARGES).for_each(&mut add);
                }
            }
        }
        _ => {}
    }
    if matches!(scene.board.phase.step, Step::Move | Step::Declare) {
        // Whole ways to go on come first: they are few.
        let plans = stance::OTHERS.map(|then| Idea::of(recruit::thought(scene, &then), then));
        ideas.splice(0..0, plans);
    }
    ideas
}

/// Who moves or charges by a command.
fn mover(command: &Command) -> Option<UnitId> {
    match command {
        Command::Charge { unit, .. } => Some(*unit),
        Command::Move { units, .. } => units.first().copied(),
        _ => None,
    }
}

/// What an idea comes to, for the side that has it.
fn played_out(
    book: &Toms,
    side: Side,
    (mut field, mut phase): (Field, Phase),
    last: u16,
    idea: &Idea,
    enemy: &Stance,
    dice: &mut Fates,
) -> f64 {
    let mut plan = idea.thought.plan.clone();
    let mut who = side;
    loop {
        dice.in_turn(phase.turn);
        book.resolve(&mut phase, Plans::One(who, plan), &mut Cx::new(&mut field, dice, &mut Silent));
        who = match book.asked(&field, &phase) {
            Asked::One(who) if phase.turn <= last => who,
            asked => return standing(&Board::of(book, &field, &phase), side, asked),
        };
        let stance = if who == side { &idea.then } else { enemy };
        plan = recruit::thought(&Scene::of(book, &field, &phase, who), stance).plan;
    }
}

/// How a side stands: the enemy's losses less its own, as shares of their points, and who has won.
pub fn standing(board: &Board<'_>, side: Side, asked: Asked) -> f64 {
    let share = |side: Side| {
        let loss = victory::loss(board, side);
        let figures = f64::from(loss.casualties) / f64::from(victory::Loss::PARTS);
        (0.6 * f64::from(loss.lost) + 0.4 * figures) / f64::from(loss.points.max(1))
    };
    let won = match asked {
        Asked::Nobody(outcome) => match outcome.winner {
            Some(winner) if winner == side => VICTORY,
            Some(_) => -VICTORY,
            None => 0.0,
        },
        _ => 0.0,
    };
    share(side.other()) - share(side) + won
}
