//! The recruit: rules of thumb for every item of a sheet, steered by a stance.

use super::answers::Answers;
use super::stance::Stance;
use super::{charges, moves, orders, score, shots, signs};
use umpire::Side;
use wrg6::api::board::Board;
use wrg6::api::orders::Posture;
use wrg6::api::orders::{Item, Sheet, Written};

/// How much less a charge must promise when it is late and the enemy is ahead.
const DARING: f64 = 0.3;

/// How much more a charge must promise to skirmishers: they run down the beaten, and are lost among steady men.
const SKIRMISHERS: f64 = 0.4;

/// Fills a sheet in.
pub fn fill(board: Board<'_>, side: Side, sheet: &Sheet, stance: &Stance) -> Answers {
    let mut answers = Answers::usual(sheet);
    for (item, pick) in sheet.items.iter().zip(&mut answers.picks) {
        if let Some(option) = answer(board, item, stance) {
            *pick = option;
        }
    }
    for (i, line) in sheet.lines.iter().enumerate() {
        let words = match line {
            Written::Move(id, usual) => moves::thumb(board, *id, usual, stance),
            Written::First(id, order) => orders::first(board, *id, *order).map(|order| order.to_string()),
            Written::Order(general) => orders::anew(board, side, *general),
            Written::Ride(_) | Written::Enter(..) => None,
        };
        if let Some(words) = words {
            answers.write(i, words);
        }
    }
    answers
}

/// What to pick of an item; nothing to take what is usual.
fn answer(board: Board<'_>, item: &Item, stance: &Stance) -> Option<u16> {
    match item {
        Item::Sign(id, line) => Some(signs::thumb(board, *id, *line)),
        Item::Charge(id, targets) => {
            let pressed = stance.prudent && score::is_pressed(board, board.side(*id));
            let daring = if pressed { DARING } else { 0.0 };
            let skirmishes = board.state(*id).posture() == Posture::Skirmish;
            let wary = if skirmishes { SKIRMISHERS } else { 0.0 };
            charges::thumb(board, targets, stance.least - daring + wary)
        }
        // The shaken and the wild are taken in hand; others are held back from running after the beaten if the stance
        // says so.
        Item::Try(id, _) => {
            let state = board.state(*id);
            Some(u16::from(stance.restrains || state.seen.shaken || state.seen.impetuous))
        }
        Item::Respond(id, answers) => charges::response(board, *id, answers),
        Item::Follow(id) => Some(u16::from(!board.state(*id).seen.shaken)),
        // Horse is let loose on whoever breaks off; a wild body that sees nobody is taken in hand.
        Item::Chase(id) => Some(u16::from(board.kit(*id).troop.is_mounted())),
        Item::LetRally(_) => Some(1),
        Item::Aim(id, targets) if stance.aims => shots::weighed(board, *id, targets),
        // Who may break off does so from a fight that goes against it.
        Item::BreakOff(id) => {
            let seen = &board.state(*id).seen;
            Some(u16::from(seen.received > seen.inflicted))
        }
        Item::Aim(..) | Item::Duel(_) | Item::Signal => None,
    }
}
