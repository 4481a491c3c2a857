//! Targets: who shoots at whom, and in what order.

use dba::Dba;
use dba::api::board::Board;
use dba::api::shooting;
use dba::api::shooting::MOST;
use dba::api::tactics;
use umpire::{Command, Form, OptionId, Pending, Shooter, Side, UnitId, View};

/// Targets for all who can shoot.
pub fn targets(view: &View<Dba>, side: Side) -> Command {
    match view.pending.ask(side).map(|ask| &ask.form) {
        Some(Form::Shoot(shooters)) => best_targets(view, shooters),
        _ => Command::Done,
    }
}

/// One shooter after another takes the target where its fire adds most.
fn best_targets(view: &View<Dba>, shooters: &[Shooter]) -> Command {
    let board = Board::of(&view.book, &view.field, &view.phase);
    // The fewer targets one has, the sooner it chooses.
    let mut order: Vec<&Shooter> = shooters.iter().collect();
    order.sort_by_key(|s| (s.targets.len(), s.unit));
    let mut lines: Vec<(UnitId, Vec<(UnitId, f64)>)> = Vec::new();
    let mut chosen = Vec::with_capacity(order.len());
    for shooter in order {
        let Some(base) = board.base(shooter.unit) else { return Command::Done };
        let mut best: Option<(f32, UnitId)> = None;
        for &target in &shooter.targets {
            let Ok(distance) = shooting::reach(&board, base, target) else { continue };
            let taken = lines.iter().find(|(t, _)| *t == target).map_or(&[][..], |(_, line)| line);
            let declared =
                view.phase.shots.iter().find(|s| s.target == target).map_or(0, |s| s.shooters.len());
            if taken.len() + declared >= MOST {
                continue;
            }
            let with = [taken, &[(shooter.unit, distance)]].concat();
            let gain = tactics::fire(&board, target, &with).0 - tactics::fire(&board, target, taken).0;
            let answers =
                target == shooter.usual && view.phase.shots.iter().any(|s| s.target == shooter.unit);
            let gain = if answers { gain + 0.05 } else { gain };
            if best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, target));
            }
        }
        let Some((_, target)) = best else { continue };
        let distance = shooting::reach(&board, base, target).unwrap_or(0.0);
        match lines.iter_mut().find(|(t, _)| *t == target) {
            Some((_, line)) => line.push((shooter.unit, distance)),
            None => lines.push((target, vec![(shooter.unit, distance)])),
        }
        chosen.push((shooter.unit, target));
    }
    Command::Shoot(chosen)
}

/// The shot to carry out next: the one likeliest to destroy its target.
pub fn next_shot(view: &View<Dba>) -> Command {
    Command::Choose(OptionId(likeliest(view)))
}

fn likeliest(view: &View<Dba>) -> u16 {
    let Pending::Decide(_, ask) = &view.pending else { return 0 };
    let Form::Choose(choices) = &ask.form else { return 0 };
    let board = Board::of(&view.book, &view.field, &view.phase);
    let mut best = (f32::NEG_INFINITY, 0);
    for (i, choice) in choices.iter().enumerate() {
        let Some(&target) = choice.units.last() else { continue };
        let Some(shot) = view.phase.shots.iter().find(|s| s.target == target) else { continue };
        let ours = shot.shooters.first().is_some_and(|&id| view.field.side(id) == view.phase.active);
        let chance = tactics::fire(&board, target, &shooting::line(&board, shot)).1;
        let promise = if ours { chance } else { -chance };
        if promise > best.0 {
            best = (promise, i as u16);
        }
    }
    best.1
}
