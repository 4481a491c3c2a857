//! What the umpire makes of a line while it is being written, and the words it can be put together from.

use crate::board::Board;
use crate::board::state::Phase;
use crate::movement::written;
use crate::orders::order::{Area, Order, Pace, Posture};
use crate::{Wrg6, rule};
use umpire::{Command, Field, LineAsk, LineRead, Rulebook, Side, Slot, Term, UnitId, voice};

/// How the lines of a sheet in the making are read.
pub fn lines(book: &Wrg6, field: &Field, phase: &Phase, side: Side, command: &Command) -> Vec<LineRead> {
    let Command::Sheet { lines, .. } = command else { return Vec::new() };
    let (pending, board) = (book.pending(field, phase), Board::of(book, field, phase));
    pending.written(side, lines).map(|(n, text, ask)| line(board, n, text, ask)).collect()
}

fn line(board: Board<'_>, number: u16, text: &str, ask: &LineAsk) -> LineRead {
    let (terms, slots) = match ask.rule {
        rule::ORDERS_GRAMMAR => (Order::parse(text.trim()).map(terms).unwrap_or_default(), order_slots()),
        rule::MOVE_NORMAL => {
            let files = ask.unit.map_or(0, |unit| board.field.unit(unit).formation.files);
            (ask.unit.and_then(|unit| used(board, unit, text)).into_iter().collect(), move_slots(files))
        }
        _ => (Vec::new(), Vec::new()),
    };
    LineRead { line: number, terms, slots, ..LineRead::default() }
}

/// How much of its move what is written for a body takes (`wrg6.move.normal`).
fn used(board: Board<'_>, unit: UnitId, text: &str) -> Option<Term> {
    let (cost, most) = written::used(board, unit, text)?;
    Some(Term { about: "way", label: "Move", words: format!("{cost:.0} of {}", voice::paces(most)) })
}

/// An order in words (`wrg6.orders.area`, `wrg6.orders.pace`, `wrg6.orders.posture`).
fn terms(order: Order) -> Vec<Term> {
    let area = match order.area {
        Area::RightFlank => "round the right flank, off the table",
        Area::LeftFlank => "round the left flank, off the table",
        Area::Right => "in the right sector",
        Area::Centre => "in the centre",
        Area::Left => "in the left sector",
    };
    let pace = match order.pace {
        Pace::Quick => "quickly: at least half its move each period",
        Pace::Wary => "warily: no more than half its move each period",
    };
    let posture = match order.posture {
        Posture::Skirmish => "skirmish",
        Posture::Hold => "hold",
        Posture::Attack => "attack",
    };
    let term = |about, label, words: &str| Term { about, label, words: words.to_owned() };
    vec![term("target", "Area", area), term("way", "Pace", pace), term("doing", "Posture", posture)]
}

fn slot(about: &'static str, label: &'static str, phrases: &[&str]) -> Slot {
    Slot { about, label, phrases: phrases.iter().map(|phrase| (*phrase).to_owned()).collect() }
}

fn order_slots() -> Vec<Slot> {
    vec![
        slot("target", "Area: right, centre, left, or a flank", &["R", "C", "L", "RF", "LF"]),
        slot("way", "Pace: quick or wary", &["Q", "W"]),
        slot("doing", "Posture: attack, hold or skirmish", &["A", "H", "S"]),
    ]
}

/// What the move of a body so many files wide can be put together from.
fn move_slots(files: u16) -> Vec<Slot> {
    let turns = [
        "wheel left 15,",
        "wheel left 30,",
        "wheel right 15,",
        "wheel right 30,",
        "turn left,",
        "turn right,",
        "turn about,",
    ];
    let goes = ["ahead 20", "ahead 40", "ahead 60", "ahead 80", "ahead 100", "ahead 120"];
    let mut first = slot("way", "First", &turns);
    let widths = [files / 2, files.saturating_sub(1), files + 1, files * 2];
    first.phrases.extend(widths.iter().filter(|n| **n > 0 && **n != files).map(|n| format!("files {n},")));
    vec![first, slot("doing", "Then", &goes)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_read_back_in_words_and_can_be_put_together() {
        let words: Vec<String> =
            terms(Order::parse("LF W S").expect("a good order")).into_iter().map(|t| t.words).collect();
        assert!(words[0].contains("left flank") && words[1].contains("warily") && words[2] == "skirmish");
        let slots = order_slots();
        for area in &slots[0].phrases {
            for pace in &slots[1].phrases {
                for posture in &slots[2].phrases {
                    let order = format!("{area} {pace} {posture}");
                    assert_eq!(Order::parse(&order).expect("it is an order").to_string(), order);
                }
            }
        }
    }
}
