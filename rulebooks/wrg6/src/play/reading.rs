//! What the umpire makes of a line while it is being written, and the words it can be put together from.

use crate::board::state::Phase;
use crate::orders::order::{Area, Order, Pace, Posture};
use crate::{Wrg6, rule};
use umpire::{Command, Field, LineAsk, LineRead, Rulebook, Side, Slot, Term};

/// How the lines of a sheet in the making are read.
pub fn lines(book: &Wrg6, field: &Field, phase: &Phase, side: Side, command: &Command) -> Vec<LineRead> {
    let Command::Sheet { lines, .. } = command else { return Vec::new() };
    let pending = book.pending(field, phase);
    pending.written(side, lines).map(|(n, text, ask)| line(n, text, ask)).collect()
}

fn line(number: u16, text: &str, ask: &LineAsk) -> LineRead {
    let (terms, slots) = match ask.rule {
        rule::ORDERS_GRAMMAR => (Order::parse(text.trim()).map(terms).unwrap_or_default(), order_slots()),
        rule::MOVE_NORMAL => (Vec::new(), move_slots()),
        _ => (Vec::new(), Vec::new()),
    };
    LineRead { line: number, terms, slots, ..LineRead::default() }
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

fn move_slots() -> Vec<Slot> {
    let turns = ["wheel left 15,", "wheel left 30,", "wheel right 15,", "wheel right 30,"];
    let goes = ["ahead 20", "ahead 40", "ahead 60", "ahead 80", "ahead 100", "ahead 120"];
    vec![slot("way", "First", &turns), slot("doing", "Then", &goes)]
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
