//! Movement told as a battle report tells it: who marched how far, who charged, who ran, who came to blows.

use crate::Wrg1969;
use crate::board::Board;
use crate::losses::name;
use crate::state::{Doing, Fight, Phase};
use crate::{rule, sight};
use ruling::RuleId;
use umpire::{Cx, Field, Ruling, Side, UnitId};

/// One thing to tell of a unit, and whether the enemy sees it.
struct Told {
    unit: UnitId,
    rule: RuleId,
    text: String,
    hidden: bool,
}

/// Tells the normal stage: each side's marches in one line, every charge in one of its own. Of troops that no enemy
/// sees only their own side reads.
pub fn normal_stage(book: &Wrg1969, phase: &Phase, cx: &mut Cx<'_>) {
    let mut marches: Vec<(Side, bool, Vec<String>)> = Vec::new();
    let mut charges: Vec<Told> = Vec::new();
    {
        let field = cx.field();
        let board = Board::of(book, field, phase);
        for body in board.troops().filter(|b| board.state(b.id).flight == crate::state::Flight::None) {
            let (id, state) = (body.id, board.state(body.id));
            let hidden = || sight::hidden(&board, id);
            match state.doing {
                Doing::Charging(at) => {
                    let text = format!("{} charges {}.", name(field, id), name(field, at));
                    charges.push(Told { unit: id, rule: rule::MOVE_CHARGE, text, hidden: false });
                }
                _ if state.moved > 0 => {
                    let (side, hidden) = (body.side, hidden());
                    let words = format!("{} {}", field.card(id).name, inches(state.moved));
                    match marches.iter_mut().find(|(s, h, _)| (*s, *h) == (side, hidden)) {
                        Some((.., list)) => list.push(words),
                        None => marches.push((side, hidden, vec![words])),
                    }
                }
                _ => {}
            }
        }
    }
    marches.sort_by_key(|(side, hidden, _)| (*side, *hidden));
    for (side, hidden, list) in marches {
        cx.rule(|field| {
            let text = format!("{} march: {}.", field.roster().names[side], list.join(", "));
            kept(Ruling::new(rule::MOVE_SIMULTANEOUS, text), side, hidden)
        });
    }
    tell(charges, cx);
}

/// Tells the bonus stage: who went to meet a charge, who ran from one, and who came to blows.
pub fn bonus_stage(book: &Wrg1969, phase: &Phase, before: &[Fight], cx: &mut Cx<'_>) {
    let mut told: Vec<Told> = Vec::new();
    {
        let field = cx.field();
        let board = Board::of(book, field, phase);
        for body in board.troops() {
            let (rule, does, whom) = match board.state(body.id).doing {
                Doing::Countercharging(at) => (rule::MOVE_COUNTERCHARGE_HOW, "goes to meet", at),
                Doing::Evading(from) => (rule::MOVE_EVADE, "evades", from),
                _ => continue,
            };
            let text = format!("{} {does} {}.", name(field, body.id), name(field, whom));
            told.push(Told { unit: body.id, rule, text, hidden: sight::hidden(&board, body.id) });
        }
        let new = |f: &&Fight| !before.iter().any(|b| (b.red, b.blue) == (f.red, f.blue));
        for fight in phase.fights.iter().filter(new) {
            let text = blows(field, fight);
            told.push(Told { unit: fight.red, rule: rule::MELEE_ELIGIBLE, text, hidden: false });
        }
    }
    tell(told, cx);
}

fn blows(field: &Field, fight: &Fight) -> String {
    format!("{} and {} come to blows.", name(field, fight.red), name(field, fight.blue))
}

fn tell(told: Vec<Told>, cx: &mut Cx<'_>) {
    for t in told {
        cx.rule(|field| kept(Ruling::new(t.rule, t.text), field.side(t.unit), t.hidden));
    }
}

fn kept(ruling: Ruling, side: Side, hidden: bool) -> Ruling {
    if hidden { ruling.kept_for(side) } else { ruling }
}

/// So many figures, in words.
pub fn figures(n: u32) -> String {
    if n == 1 { "1 figure".to_owned() } else { format!("{n} figures") }
}

/// So many men fall, in words.
pub fn men_fall(n: u32) -> String {
    match n {
        0 => "nobody falls".to_owned(),
        1 => "1 man falls".to_owned(),
        n => format!("{n} men fall"),
    }
}

/// Thousandths of an inch in words, to a tenth.
fn inches(mils: i32) -> String {
    let tenths = (mils + 50) / 100;
    match (tenths / 10, tenths % 10) {
        (1, 0) => "1 inch".to_owned(),
        (whole, 0) => format!("{whole} inches"),
        (whole, part) => format!("{whole}.{part} inches"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inches_are_told_to_a_tenth() {
        assert_eq!([1000, 6000, 4460].map(inches), ["1 inch", "6 inches", "4.5 inches"]);
        assert_eq!([1, 2].map(figures), ["1 figure", "2 figures"]);
        assert_eq!([0, 1, 9].map(men_fall), ["nobody falls", "1 man falls", "9 men fall"]);
    }
}
