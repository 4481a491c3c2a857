//! Battles rehearsed in thought: a veteran plays each of his choices through a few times, on the table as he sees it,
//! with what he cannot see guessed and both sides led from there as a recruit would lead them.

use super::scene::Scene;
use crate::Level;
use dice::Seeded;
use std::sync::Arc;
use umpire::{Asked, Battle, Command, Rulebook, Side, Silent, Viewer};
use wrg1969::Wrg1969;
use wrg1969::tactics::BROKEN;
use wrg1969::victory;

/// How much thought a choice is worth.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// How often each choice is played through.
    pub times: u64,
    /// For how many periods.
    pub periods: u16,
}

/// The choice that turns out best; the first of equals.
pub fn best(scene: &Scene<'_>, mut choices: Vec<Command>, effort: Effort, whims: &mut Seeded) -> Command {
    choices.dedup();
    if choices.len() < 2 {
        return choices.pop().unwrap_or(Command::Done);
    }
    let mut worth = vec![0.0; choices.len()];
    for _ in 0..effort.times {
        // Every choice meets the same enemy and the same luck.
        let (field, phase) = scene.view.book.guess(scene.view, whims);
        let start = Battle::new(Arc::clone(&scene.view.book), field, phase);
        let luck = u64::from(whims.below(u32::MAX));
        for (choice, worth) in choices.iter().zip(&mut worth) {
            *worth += outcome(&start, scene.side, choice, effort.periods, luck);
        }
    }
    let mut best = 0;
    for i in 1..choices.len() {
        if worth[i] > worth[best] {
            best = i;
        }
    }
    choices.swap_remove(best)
}

/// By how many points a side is ahead some periods after a choice; a choice that is refused is worth nothing.
fn outcome(start: &Battle<Wrg1969>, side: Side, choice: &Command, periods: u16, luck: u64) -> f64 {
    let mut battle = start.clone();
    let mut dice = Seeded::stream(luck, 0);
    let mut whims = Side::ALL.map(|s| Seeded::stream(luck, 1 + s as u64));
    if battle.submit(side, choice, &mut dice, &mut Silent).is_err() {
        return f64::NEG_INFINITY;
    }
    let until = battle.phase().period.saturating_add(periods);
    while battle.phase().period <= until {
        let asked = match battle.asked() {
            Asked::Nobody(_) => break,
            Asked::One(asked) => asked,
            Asked::Sealed(asked) if asked[Side::Red] => Side::Red,
            Asked::Sealed(_) => Side::Blue,
        };
        let view = battle.view(Viewer::Player(asked));
        let command = super::decide(Level::Recruit, &view, asked, &mut whims[asked as usize]);
        if battle.submit(asked, &command, &mut dice, &mut Silent).is_err() {
            break;
        }
    }
    lead(&battle, side)
}

/// By how many points a side is ahead; the broken are counted for what usually comes back of them.
fn lead(battle: &Battle<Wrg1969>, side: Side) -> f64 {
    let (book, field, phase) = (battle.book(), battle.field(), battle.phase());
    let totals = victory::totals(book, field, phase);
    let running = |side: Side| -> f64 {
        let broken = |id: &umpire::UnitId| {
            field.side(*id) == side && field.on_table(*id) && phase.units[id.index()].is_broken()
        };
        let worth = |id: umpire::UnitId| {
            let figures = field.unit(id).formation.figures;
            f64::from(victory::worth(book.kit(id), phase.units[id.index()].grade, figures))
        };
        field.ids().filter(broken).map(worth).sum()
    };
    let stands = |s: Side| totals[s] - BROKEN * running(s);
    stands(side) - stands(side.other())
}
