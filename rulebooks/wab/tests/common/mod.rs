//! A general who does anything legal that comes to mind, and battles fought by two of them.

#![allow(dead_code, reason = "each test takes what it needs")]

use crate::Wab;
use crate::scenario::read::read;
use dice::Seeded;
use std::sync::Arc;
use table::{Facing, Point, Pose, Vec2};
use umpire::{Battle, Command, Entry, Form, OptionId, Pending, Side, Silent, Step, UnitId};

/// A battle from a scenario's text.
pub fn muster(text: &str) -> Battle<Wab> {
    let (book, field, phase) = read(&form::Source { name: "test", text }).unwrap_or_else(|faults| {
        let said: Vec<String> = faults.iter().map(ToString::to_string).collect();
        panic!("{}", said.join("\n"))
    });
    Battle::new(Arc::new(book), field, phase)
}

/// Grid steps in inches.
pub fn inches(n: f64) -> i32 {
    (n * 25.4 * Point::PER_MM) as i32
}

/// Something legal to do.
pub fn anything(battle: &Battle<Wab>, side: Side, whims: &mut Seeded) -> Command {
    let Pending::Decide(_, ask) = battle.pending() else { return Command::Done };
    let legal = |c: &Command| battle.book().check_command(battle, side, c);
    let wish = match &ask.form {
        Form::Choose(choices) => Command::Choose(OptionId(whims.below(choices.len().max(1) as u32) as u16)),
        Form::Shoot(list) => {
            let shooter = &list[whims.below(list.len() as u32) as usize];
            let target = shooter.targets[whims.below(shooter.targets.len() as u32) as usize];
            Command::Shoot(vec![(shooter.unit, target)])
        }
        Form::Move { units, manners, .. } => {
            let unit = units[whims.below(units.len() as u32) as usize];
            let tries =
                (0..12).map(|_| any_move(units, unit, manners.len() as u32, whims)).collect::<Vec<_>>();
            tries.into_iter().find(|c| legal(c)).unwrap_or(Command::Done)
        }
        Form::Place { units, .. } => {
            let unit = units[0];
            let tries: Vec<Command> = (0..400).map(|_| any_place(unit, side, whims)).collect();
            tries.into_iter().find(|c| legal(c)).unwrap_or(Command::Done)
        }
        _ => Command::Done,
    };
    if legal(&wish) { wish } else { Command::Done }
}

fn any_move(units: &[UnitId], unit: UnitId, manners: u32, whims: &mut Seeded) -> Command {
    let manner = match whims.below(3) {
        0 => whims.below(manners) as u8,
        1 => 1,
        _ => 0,
    };
    let far = f64::from(whims.below(100)) / 10.0;
    let mut path = vec![Step::Forward(inches(far))];
    match whims.below(5) {
        0 => path.insert(0, Step::WheelLeft(Facing::degrees(f64::from(whims.below(60))))),
        1 => path.insert(0, Step::WheelRight(Facing::degrees(f64::from(whims.below(60))))),
        2 => path.insert(0, Step::Turn(Facing(whims.below(4) << 30))),
        _ => {}
    }
    let second = units[whims.below(units.len() as u32) as usize];
    Command::Move { manner, units: vec![unit, second], path }
}

fn any_place(unit: UnitId, side: Side, whims: &mut Seeded) -> Command {
    let y = f64::from(whims.below(120)) / 10.0;
    let (y, facing) = match side {
        Side::Red => (y, Facing::NORTH),
        Side::Blue => (48.0 - y, Facing::SOUTH),
    };
    let at = Vec2::new(f64::from(whims.below(720)) / 10.0, y) * 25.4;
    Command::Place(vec![(unit, Pose::new(at, facing))])
}

/// Whether a command would be taken.
pub trait Check {
    /// Whether it would.
    fn check_command(&self, battle: &Battle<Wab>, side: Side, command: &Command) -> bool;
}

impl Check for Arc<Wab> {
    fn check_command(&self, battle: &Battle<Wab>, side: Side, command: &Command) -> bool {
        use umpire::Rulebook;
        self.check(battle.field(), battle.phase(), side, command).is_ok()
    }
}

/// Fights a battle to its end and gives back how many decisions it took.
pub fn fight(battle: &mut Battle<Wab>, seed: u64, mut each: impl FnMut(&Battle<Wab>)) -> usize {
    let mut dice = Seeded::new(seed);
    let mut whims = Seeded::stream(seed, 7);
    for step in 0..20_000 {
        let side = match battle.pending() {
            Pending::Over(_) => return step,
            Pending::Decide(side, _) => side,
            Pending::Sealed(_) => panic!("nothing is sealed here"),
        };
        let command = anything(battle, side, &mut whims);
        battle.submit(side, &command, &mut dice, &mut Silent).unwrap_or_else(|refusals| {
            panic!("step {step}: {side} {command:?}: {refusals:?} in {:?}", battle.phase().step)
        });
        each(battle);
    }
    panic!("seed {seed} does not end")
}

/// What the journal said of a decision.
pub fn said(
    battle: &mut Battle<Wab>,
    side: Side,
    command: &Command,
    dice: &mut dyn dice::Dice,
) -> Vec<Entry> {
    let mut journal = Vec::new();
    battle.submit(side, command, dice, &mut journal).unwrap_or_else(|r| panic!("{command:?}: {r:?}"));
    journal
}
