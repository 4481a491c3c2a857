//! Why a general fills a sheet in as it does: what charges and shots are worth, where bodies go.
//!
//! The enemy reads it once the period is over, so that it says nothing of classes, orders and where generals are.

use super::charges;
use crate::reason::Reason;
use umpire::{Command, OptionId, Side, UnitId, View};
use wrg6::Wrg6;
use wrg6::api::board::Board;
use wrg6::api::board::{Charge, Step};
use wrg6::api::charge::Answer;
use wrg6::api::orders;
use wrg6::api::orders::{Item, Sheet, Written};
use wrg6::api::{shooting, tactics};

/// How many things are told of one sheet.
const TOLD: usize = 4;

/// Why a side does this, as far as there is something to say.
pub fn reason(view: &View<Wrg6>, side: Side, command: &Command) -> Option<Reason> {
    let board = Board::of(&view.book, &view.field, &view.phase);
    match (view.phase.step, command) {
        (Step::Terrain(_), Command::Lay(_)) => plain("rough ground on a wing keeps horse away"),
        (Step::Terrain(_), _) => plain("open ground suits this army"),
        (Step::Deploy(_), _) => {
            plain("every body stands in the sector of its order, the strong before the weak")
        }
        (_, Command::Sheet { lines, picks }) => of_sheet(board, &orders::of(board, side), lines, picks),
        _ => None,
    }
}

fn plain(text: &str) -> Option<Reason> {
    Some(Reason { text: text.to_owned(), units: Vec::new() })
}

/// Something worth saying of a body, and whom it speaks of.
type Said = (String, Vec<UnitId>);

fn of_sheet(
    board: Board<'_>,
    sheet: &Sheet,
    lines: &[(u16, String)],
    picks: &[(u16, OptionId)],
) -> Option<Reason> {
    let picked = |i: usize, item: &Item| {
        picks.iter().find(|(n, _)| usize::from(*n) == i).map_or(item.usual(), |(_, option)| option.0)
    };
    let items = sheet.items.iter().enumerate().filter_map(|(i, item)| of_item(board, item, picked(i, item)));
    let written = |i: usize| lines.iter().find(|(n, _)| usize::from(*n) == i).map(|(_, text)| text.as_str());
    let written = sheet.lines.iter().enumerate().filter_map(|(i, line)| of_line(board, line, written(i)));
    let mut said: Vec<Said> = items.chain(written).collect();
    let more = said.len().saturating_sub(TOLD);
    said.truncate(TOLD);
    let mut text = said.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>().join("; ");
    if more > 0 {
        text += &format!("; and {more} more in the same way");
    }
    let units = said.into_iter().flat_map(|(_, units)| units).collect();
    (!text.is_empty()).then_some(Reason { text, units })
}

fn label(board: Board<'_>, id: UnitId) -> &str {
    &board.field.card(id).label
}

/// Why an item is picked so.
fn of_item(board: Board<'_>, item: &Item, pick: u16) -> Option<Said> {
    match item {
        Item::Charge(id, targets) => Some(of_charge(board, *id, targets, pick)),
        Item::Respond(id, answers) => {
            let why = match answers.get(usize::from(pick))? {
                Answer::Evade => "evades: it would lose the fight",
                Answer::Countercharge => "counter-charges: whoever charges strikes harder",
                Answer::Stand => "stands: it has nothing to gain by meeting them",
                Answer::Rout => "cannot but run",
            };
            Some((format!("{} {why}", label(board, *id)), vec![*id]))
        }
        Item::Aim(id, targets) => {
            let at = *targets.get(usize::from(pick))?;
            let fall = shooting::shot(board, *id, at)?.casualties(&board.book.house, 0);
            let text =
                format!("{} shoots at {}: about {fall} casualties", label(board, *id), label(board, at));
            Some((text, vec![*id, at]))
        }
        Item::Try(id, _) if pick == 1 => {
            let state = board.state(*id);
            let why = if state.seen.shaken {
                "to recover from being shaken"
            } else if state.seen.impetuous {
                "to be taken in hand"
            } else {
                "not to pursue"
            };
            Some((format!("{} tests {why}", label(board, *id)), vec![*id]))
        }
        Item::Sign(id, _) if pick == 1 => {
            Some((format!("{} is held in, lest it run wild", label(board, *id)), vec![*id]))
        }
        Item::Sign(id, _) => {
            let why = if pick == 0 { "takes heart from what it sees" } else { "looks at it soberly" };
            Some((format!("{} {why}", label(board, *id)), vec![*id]))
        }
        Item::BreakOff(id) => {
            let does =
                if pick == 1 { "breaks off: it has lost more" } else { "fights on: it has lost no more" };
            Some((format!("{} {does} than it has struck down", label(board, *id)), vec![*id]))
        }
        Item::Follow(id) if pick == 1 => {
            Some((format!("{} follows up: the beaten get no rest", label(board, *id)), vec![*id]))
        }
        Item::Follow(id) => Some((format!("{} is too shaken to follow up", label(board, *id)), vec![*id])),
        Item::Chase(id) if pick == 1 => {
            Some((format!("{} runs after whoever breaks off", label(board, *id)), vec![*id]))
        }
        Item::LetRally(id) if pick == 1 => {
            Some((format!("{} rallies: there is nobody to rush at", label(board, *id)), vec![*id]))
        }
        _ => None,
    }
}

/// Why a body charges, or does not.
fn of_charge(board: Board<'_>, id: UnitId, targets: &[Charge], pick: u16) -> Said {
    let chosen = usize::from(pick).checked_sub(1).and_then(|i| targets.get(i));
    let best = targets.iter().max_by(|a, b| charges::value(board, a).total_cmp(&charges::value(board, b)));
    let Some(charge) = chosen.or(best) else {
        return (format!("{} has nobody to charge", label(board, id)), vec![id]);
    };
    let promise = 100.0 * tactics::worth(board, charge, false);
    let (who, whom) = (label(board, id), label(board, charge.on));
    let does = if chosen.is_some() { "charges" } else { "does not charge" };
    let text = format!("{who} {does} {whom}: the fight is worth {promise:+.0} of 100");
    (text, vec![id, charge.on])
}

/// Why a line is written so; nothing of what is left as it was offered.
fn of_line(board: Board<'_>, line: &Written, written: Option<&str>) -> Option<Said> {
    match (line, written) {
        (Written::Move(id, _), Some("halt")) => {
            Some((format!("{} waits for the enemy to come", label(board, *id)), vec![*id]))
        }
        (Written::Move(id, _), Some(words)) => {
            let enemy = board.nearest_enemy(*id)?;
            let far = board.gap(*id, enemy);
            let whom = label(board, enemy);
            let text = format!("{} goes {words} for {whom}, {far:.0} paces off", label(board, *id));
            Some((text, vec![*id, enemy]))
        }
        (Written::Move(id, usual), None) if usual.starts_with("rally") => {
            Some((format!("{} rallies out of reach", label(board, *id)), vec![*id]))
        }
        (Written::First(id, _), _) => {
            let troop = board.kit(*id).troop;
            let why = if troop.is_light() {
                "screens as lights do"
            } else if troop.is_mounted() {
                "strikes what is weak"
            } else {
                "keeps the line"
            };
            Some((format!("{} {why}", label(board, *id)), vec![*id]))
        }
        (Written::Order(_), Some(words)) if !words.is_empty() => {
            Some(("somebody whom the battle has passed by gets a new order".to_owned(), Vec::new()))
        }
        _ => None,
    }
}
