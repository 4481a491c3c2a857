//! The random general of every book: any of the legal answers he is offered, each as likely. He is the yardstick that
//! the others must beat.

use crate::craft::Craft;
use dice::Seeded;
use table::{Facing, Point};
use umpire::{Aim, Command, Form, Manner, OptionId, Place, Shooter, Side, Step, UnitId, View};

/// Moves cannot be listed: so many of each manner are drawn, and the first that is legal is made.
const DRAWS: usize = 16;
/// How many times he fills in a sheet before he leaves it as it is offered.
const SHEETS: usize = 4;

/// Some answer to what is asked; nothing where troops or terrain are to be laid out, which offers no options.
pub(crate) fn answer<C: Craft>(view: &View<C>, side: Side, whims: &mut Seeded) -> Option<Command> {
    let form = &view.pending.ask(side)?.form;
    let legal = |command: &Command| is_legal(view, side, command);
    let drawn = match form {
        Form::Lay(_) | Form::Place { .. } => return None,
        Form::Choose(choices) => {
            let all = (0..choices.len()).map(|i| Command::Choose(OptionId(i as u16))).collect();
            one_of(all, legal, whims)
        }
        Form::Sheet { picks, .. } => (0..SHEETS).find_map(|_| {
            let any = |options: usize| OptionId(whims.below(options as u32) as u16);
            let made = picks.iter().map(|pick| pick.options.len()).map(any).enumerate();
            let picks = made.map(|(i, option)| (i as u16, option)).collect();
            Some(Command::Sheet { lines: C::lines_by_chance(view, side, whims), picks }).filter(legal)
        }),
        Form::Shoot(shooters) => shots(shooters, legal, whims),
        Form::Swap { units, .. } => {
            let one = |whims: &mut Seeded| units[whims.below(units.len() as u32) as usize];
            let swaps = (0..DRAWS).filter(|_| !units.is_empty());
            let all = swaps.map(|_| Command::Swap(vec![(one(whims), one(whims))])).collect();
            one_of(all, legal, whims)
        }
        Form::Move { units, manners, .. } => {
            let mut left = units.clone();
            loop {
                // To end the moves is as likely as to move any one unit.
                let pick = whims.below(left.len() as u32 + 1) as usize;
                if pick == left.len() || manners.is_empty() {
                    break None;
                }
                let unit = left.swap_remove(pick);
                if let Some(command) = any_move(view, side, unit, manners, whims) {
                    break Some(command);
                }
            }
        }
    };
    Some(drawn.unwrap_or(Command::Done))
}

/// Whether the umpire would take a command.
fn is_legal<C: Craft>(view: &View<C>, side: Side, command: &Command) -> bool {
    view.book.check(&view.field, &view.phase, side, command).is_ok()
}

/// One of those that are legal, each as likely.
fn one_of(mut all: Vec<Command>, legal: impl Fn(&Command) -> bool, whims: &mut Seeded) -> Option<Command> {
    while !all.is_empty() {
        let command = all.swap_remove(whims.below(all.len() as u32) as usize);
        if legal(&command) {
            return Some(command);
        }
    }
    None
}

/// A target for each shooter, or for one of them where they shoot one after the other.
fn shots(shooters: &[Shooter], legal: impl Fn(&Command) -> bool, whims: &mut Seeded) -> Option<Command> {
    let any = |s: &Shooter| Some((s.unit, *s.targets.get(whims.below(s.targets.len() as u32) as usize)?));
    let all: Vec<(UnitId, UnitId)> = shooters.iter().filter_map(any).collect();
    let volley = Command::Shoot(all.clone());
    if legal(&volley) {
        return Some(volley);
    }
    one_of(all.into_iter().map(|shot| Command::Shoot(vec![shot])).collect(), legal, whims)
}

/// Any legal way of moving a unit: each manner that has one is as likely, however few of its paths are legal.
fn any_move<C: Craft>(
    view: &View<C>,
    side: Side,
    unit: UnitId,
    manners: &[Manner],
    whims: &mut Seeded,
) -> Option<Command> {
    let mut left: Vec<usize> = (0..manners.len()).collect();
    while !left.is_empty() {
        let manner = left.swap_remove(whims.below(left.len() as u32) as usize);
        let mut drawn = (0..DRAWS).filter_map(|_| of_manner(view, side, unit, manners, manner, whims));
        if let Some(command) = drawn.find(|command| is_legal(view, side, command)) {
            return Some(command);
        }
    }
    None
}

/// A move in some manner, any path or aim; whether it is allowed or not.
fn of_manner<C: Craft>(
    view: &View<C>,
    side: Side,
    unit: UnitId,
    manners: &[Manner],
    manner: usize,
    whims: &mut Seeded,
) -> Option<Command> {
    let field = &view.field;
    let others = |mine: bool| {
        let on_table = |id: &UnitId| field.unit(*id).place == Place::Table;
        let those = field.ids().filter(|&id| (field.side(id) == side) == mine && id != unit);
        those.filter(on_table).collect::<Vec<_>>()
    };
    let pick =
        |from: Vec<UnitId>, whims: &mut Seeded| from.get(whims.below(from.len() as u32) as usize).copied();
    let (mut who, mut path) = (vec![unit], Vec::new());
    match manners[manner].aim {
        Aim::Enemy => return Some(Command::Charge { unit, target: pick(others(false), whims)? }),
        Aim::Friend => who.push(pick(others(true), whims)?),
        Aim::Spot if whims.below(2) == 0 => {}
        Aim::Spot | Aim::Path => path = any_path(view, whims),
    }
    Some(Command::Move { manner: manner as u8, units: who, path })
}

/// A length straight ahead or, less often, back, perhaps after a turn or a wheel.
fn any_path<C: Craft>(view: &View<C>, whims: &mut Seeded) -> Vec<Step> {
    let ground = view.field.ground();
    let most = ground.width().min(ground.depth()) / 4.0;
    let length = (most * f64::from(1 + whims.below(40)) / 40.0 * Point::PER_MM) as i32;
    let angle = Facing::degrees(f64::from(5 + whims.below(86)));
    match whims.below(7) {
        0 => vec![Step::Turn(Facing(whims.below(16) << 28)), Step::Forward(length)],
        1 => vec![Step::WheelLeft(angle), Step::Forward(length)],
        2 => vec![Step::WheelRight(angle), Step::Forward(length)],
        3 => vec![Step::Back(length)],
        _ => vec![Step::Forward(length)],
    }
}
