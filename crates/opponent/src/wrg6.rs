//! The generals of the War Games Rules, 6th edition.
//!
//! Everything is worked out from the view: the sheet is made up again from what the side may see, and filled in item
//! by item.

use crate::Level;
use dice::Seeded;
use umpire::{Command, Form, OptionId, Rulebook, Side, View};
use wrg6::Wrg6;
use wrg6::board::Board;
use wrg6::charge::Response;
use wrg6::normal;
use wrg6::phase::Step;
use wrg6::reaction::Line;
use wrg6::sheet::{self, Item, Written};
use wrg6::tactics;
use wrg6::troop::{Class, Training};

/// What a general of that level does.
pub fn decide(level: Level, view: &View<Wrg6>, side: Side, whims: &mut Seeded) -> Command {
    let Some(ask) = view.pending.ask(side) else { return Command::Done };
    let Form::Sheet { picks, .. } = &ask.form else { return Command::Done };
    let board = Board::of(&view.book, &view.field, &view.phase);
    let sheet = sheet::of(board, side);
    if sheet.items.len() != picks.len() {
        return Command::Done;
    }
    let mut picked = Vec::new();
    for (i, (item, ask)) in sheet.items.iter().zip(picks).enumerate() {
        let option = match level {
            Level::Random => whims.below(ask.options.len() as u32) as u16,
            _ => answer(level, board, item).unwrap_or(ask.usual.0),
        };
        picked.push((i as u16, OptionId(option)));
    }
    let lines = lines(level, board, &sheet.lines, whims);
    let wish = Command::Sheet { lines, picks: picked.clone() };
    let legal = |command: &Command| view.book.check(&view.field, &view.phase, side, command).is_ok();
    if legal(&wish) {
        return wish;
    }
    let picks_only = Command::Sheet { lines: Vec::new(), picks: picked };
    if legal(&picks_only) { picks_only } else { Command::Done }
}

/// What to pick of an item; nothing to take what is usual.
fn answer(level: Level, board: Board<'_>, item: &Item) -> Option<u16> {
    match item {
        Item::Sign(id, line) => {
            let (state, kit) = (board.state(*id), board.kit(*id));
            // Wild troops are held in by their general, all others spurred on.
            let wild = kit.training == Training::Irregular && state.class == Some(Class::A);
            let general = matches!(line, Line::GeneralNear | Line::SubGeneralWith | Line::CincWith);
            Some(u16::from(wild && general && board.phase.step != Step::Declare))
        }
        Item::Charge(_, targets) => {
            let worth = |charge| tactics::worth(board, charge);
            let best = targets.iter().enumerate().max_by(|a, b| worth(a.1).total_cmp(&worth(b.1)))?;
            let least = if level == Level::Veteran { 0.1 } else { -0.2 };
            Some(if worth(best.1) > least { best.0 as u16 + 1 } else { 0 })
        }
        Item::Try(id, _) => {
            let (state, kit) = (board.state(*id), board.kit(*id));
            // Foot is held back from pursuit; horse may run after the beaten.
            Some(u16::from(state.shaken || !kit.troop.is_mounted() || state.impetuous))
        }
        Item::Respond(id, answers) => {
            let light = board.kit(*id).troop.is_light();
            let wanted = if light {
                [Response::Evade, Response::Countercharge, Response::Stand]
            } else {
                [Response::Countercharge, Response::Stand, Response::Evade]
            };
            let found = wanted.iter().find_map(|wish| answers.iter().position(|answer| answer == wish))?;
            Some(found as u16)
        }
        Item::BreakOff(id) => Some(u16::from(level == Level::Veteran && beaten(board, *id))),
        Item::Follow(id) => Some(u16::from(!board.state(*id).shaken)),
        Item::Aim(..) | Item::Duel(_) | Item::Signal | Item::Ride(..) => None,
    }
}

/// Whether a body is losing its fight.
fn beaten(board: Board<'_>, id: umpire::UnitId) -> bool {
    let state = board.state(id);
    state.shaken || state.received > 2 * state.inflicted
}

/// The lines to write: moves towards the enemy.
fn lines(level: Level, board: Board<'_>, written: &[Written], whims: &mut Seeded) -> Vec<(u16, String)> {
    let mut lines = Vec::new();
    for (i, line) in written.iter().enumerate() {
        let Written::Move(id, usual) = line else { continue };
        if usual == "rally" || board.enemy_at_hand(*id) {
            continue;
        }
        if level == Level::Random && whims.below(2) == 0 {
            continue;
        }
        let words = tactics::march(board, *id);
        if words != *usual && normal::judge(board, *id, &words).is_ok() {
            lines.push((i as u16, words));
        }
    }
    lines
}
