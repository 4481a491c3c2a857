//! What is worth a thought: the other generals' answers, and what the question itself offers.

use crate::player::answer;
use crate::{Level, dba};
use dice::Seeded;
use testudo::AnyView;
use umpire::{Command, Form, OptionId, PickAsk, Side};

/// How many commands are thought about at most.
const MOST: usize = 6;
/// How many answers of a random general are among them, where the question lists none itself.
const WILD: usize = 2;

/// Different legal commands, the veteran's first.
pub fn of(view: &AnyView, side: Side, veteran: Command, whims: &mut Seeded) -> Vec<Command> {
    let Some(ask) = view.pending().ask(side) else { return vec![veteran] };
    let mut found = Found { view, side, commands: vec![veteran] };
    if let Form::Choose(choices) = &ask.form {
        (0..choices.len()).for_each(|i| found.add(Command::Choose(OptionId(i as u16))));
        return found.commands;
    }
    found.add(answer(Level::Recruit, view, side, whims).into_command());
    match &ask.form {
        Form::Move { .. } | Form::Shoot(_) => {
            found.add(Command::Done);
            if let AnyView::Dba(view) = view {
                dba::ideas(view, side, MOST).into_iter().for_each(|command| found.add(command));
            } else {
                (0..WILD).for_each(|_| found.add(answer(Level::Random, view, side, whims).into_command()));
            }
        }
        Form::Sheet { picks, .. } => {
            found.add(Command::Done);
            let first = found.commands[0].clone();
            for _ in 0..4 * MOST {
                if let Some(other) = varied(&first, picks, whims) {
                    found.add(other);
                }
            }
        }
        Form::Lay(_) | Form::Place { .. } | Form::Swap { .. } | Form::Choose(_) => {}
    }
    found.commands
}

struct Found<'v> {
    view: &'v AnyView,
    side: Side,
    commands: Vec<Command>,
}

impl Found<'_> {
    /// Adds a command if there is room for it, it is a new one, and it is legal.
    fn add(&mut self, command: Command) {
        let is_new = self.commands.len() < MOST && !self.commands.contains(&command);
        if is_new && self.view.check(self.side, &command).is_ok() {
            self.commands.push(command);
        }
    }
}

/// A sheet with one pick made otherwise.
fn varied(command: &Command, picks: &[PickAsk], whims: &mut Seeded) -> Option<Command> {
    let Command::Sheet { lines, picks: made } = command else { return None };
    let which = whims.below(picks.len() as u32) as usize;
    let options = picks.get(which)?.options.len() as u32;
    let option = OptionId(whims.below(options) as u16);
    let mut made = made.clone();
    match made.iter_mut().find(|(pick, _)| usize::from(*pick) == which) {
        Some(pick) => pick.1 = option,
        None => made.push((which as u16, option)),
    }
    Some(Command::Sheet { lines: lines.clone(), picks: made })
}
