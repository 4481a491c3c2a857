//! Anything legal that comes to mind.

use super::is_legal;
use dice::Seeded;
use table::{Facing, Point};
use umpire::{Command, Form, OptionId, Side, Step, UnitId, View};
use wab::Wab;

/// How often it thinks of a move before it stands.
const TRIES: u32 = 6;

/// An answer to any question but where to deploy.
pub(super) fn answer(view: &View<Wab>, side: Side, form: &Form, whims: &mut Seeded) -> Command {
    match form {
        Form::Choose(choices) => Command::Choose(OptionId(whims.below(choices.len().max(1) as u32) as u16)),
        Form::Shoot(list) => {
            let shooter = &list[whims.below(list.len() as u32) as usize];
            let target = shooter.targets[whims.below(shooter.targets.len() as u32) as usize];
            Command::Shoot(vec![(shooter.unit, target)])
        }
        Form::Move { units, manners, .. } => {
            let moves = (0..TRIES).map(|_| any_move(units, manners.len() as u32, whims));
            let moves: Vec<Command> = moves.collect();
            moves.into_iter().find(|c| is_legal(view, side, c)).unwrap_or(Command::Done)
        }
        _ => Command::Done,
    }
}

fn any_move(units: &[UnitId], manners: u32, whims: &mut Seeded) -> Command {
    let unit = units[whims.below(units.len() as u32) as usize];
    let manner = match whims.below(3) {
        0 => whims.below(manners) as u8,
        way => way as u8 - 1,
    };
    let far = f64::from(whims.below(100)) / 10.0;
    let mut path = vec![Step::Forward((far * wab::terrain::MM * Point::PER_MM) as i32)];
    let angle = Facing::degrees(f64::from(whims.below(60)));
    match whims.below(5) {
        0 => path.insert(0, Step::WheelLeft(angle)),
        1 => path.insert(0, Step::WheelRight(angle)),
        2 => path.insert(0, Step::Turn(Facing(whims.below(4) << 30))),
        _ => {}
    }
    let other = units[whims.below(units.len() as u32) as usize];
    Command::Move { manner, units: vec![unit, other], path }
}
