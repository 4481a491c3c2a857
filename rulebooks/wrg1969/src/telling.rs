//! Movement told as a battle report tells it: who marched how far, who charged, who ran, who came to blows.

use crate::Wrg1969;
use crate::board::Board;
use crate::feature::MM;
use crate::losses::name;
use crate::order::Order;
use crate::state::{Doing, Flight, Phase, UnitState};
use crate::{language, names, rule, veil};
use ruling::RuleId;
use umpire::{BySide, Cx, Field, Outcome, Ruling, Side, UnitId};

/// Less than this, in thousandths of an inch, is dressing the ranks and not worth telling.
const DRESSING: i32 = 250;

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
        let runs = |f: Flight| matches!(f, Flight::Routing(_) | Flight::Pursuing(..));
        for body in board.troops().filter(|b| !runs(board.state(b.id).flight)) {
            let (id, state) = (body.id, board.state(body.id));
            let hidden = || veil::hidden(&board, field, id);
            match state.doing {
                Doing::Charging(at) => {
                    let text = format!("{} charged {}.", name(field, id), name(field, at));
                    charges.push(Told { unit: id, rule: rule::MOVE_CHARGE, text, hidden: false });
                }
                _ if state.moved >= DRESSING => {
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
    for (side, hidden, marched) in marches {
        cx.rule(|field| {
            let text = format!("{} marched: {}.", field.roster().names[side], marched.join(", "));
            kept(Ruling::new(rule::MOVE_SIMULTANEOUS, text), side, hidden)
        });
    }
    tell(charges, cx);
}

/// Tells the bonus stage: who ran and who pursued, who went to meet a charge, ran from one or fell short, and who came
/// to blows.
pub fn bonus_stage(book: &Wrg1969, phase: &Phase, cx: &mut Cx<'_>) {
    let mut told: Vec<Told> = Vec::new();
    {
        let field = cx.field();
        let board = Board::of(book, field, phase);
        for body in board.troops() {
            if let Some((rule, does)) = deed(&board, field, body.id) {
                let text = format!("{} {does}.", name(field, body.id));
                told.push(Told { unit: body.id, rule, text, hidden: veil::hidden(&board, field, body.id) });
            }
        }
        for fight in phase.fights.iter().filter(|f| f.periods == 0) {
            let text = format!("{} and {} came to blows.", name(field, fight.red), name(field, fight.blue));
            told.push(Told { unit: fight.red, rule: rule::MELEE_ELIGIBLE, text, hidden: false });
        }
    }
    tell(told, cx);
}

/// What a unit did in the last rush, if it is worth telling.
fn deed(board: &Board<'_>, field: &Field, id: UnitId) -> Option<(RuleId, String)> {
    let state = board.state(id);
    let of = |id: UnitId| name(field, id);
    let got_away = |id: UnitId| {
        let state = board.state(id);
        state.is_broken() || matches!(state.doing, Doing::Evading(_))
    };
    Some(match (state.flight, state.doing) {
        (Flight::Routing(_), _) if state.moved >= DRESSING => {
            (rule::ROUT_RUN, format!("ran {}", inches(run(field, id, state))))
        }
        (Flight::Pursuing(prey, _), _) if state.moved >= DRESSING => {
            (rule::PURSUIT_SPEED, format!("went {} after {}", inches(state.moved), of(prey)))
        }
        (_, Doing::Countercharging(at)) => (rule::MOVE_COUNTERCHARGE_HOW, format!("went to meet {}", of(at))),
        (_, Doing::Evading(from)) if state.apart.is_none() => {
            (rule::MOVE_EVADE, format!("evaded {}", of(from)))
        }
        (Flight::None, Doing::Charging(at)) if !board.engaged(id) && !got_away(at) => {
            (rule::GEO_BONUS_STAGE, format!("fell short of {}", of(at)))
        }
        _ => return None,
    })
}

/// How far a broken unit ran, in thousandths of an inch: what it marched before it broke is no part of it.
fn run(field: &Field, id: UnitId, state: &UnitState) -> i32 {
    if state.ran {
        return state.moved;
    }
    let way = field.unit(id).pose.at.vec() - state.stood[1].at.vec();
    (way.len() / MM * 1000.0).round() as i32
}

/// Where every unit is in its order.
pub fn places(phase: &Phase) -> Vec<Option<(u8, Option<u8>)>> {
    phase.units.iter().map(|s| s.order.as_ref().map(|o| (o.leg, o.condition))).collect()
}

/// Tells who went on to another part of its order, to its own side.
pub fn next_legs(book: &Wrg1969, phase: &Phase, before: &[Option<(u8, Option<u8>)>], cx: &mut Cx<'_>) {
    for (i, (was, now)) in before.iter().zip(places(phase)).enumerate() {
        let Some(leg) = phase.units[i].leg().filter(|_| was.is_some() && *was != now) else { continue };
        let unit = UnitId(i as u16);
        cx.rule(|field| {
            let side = field.side(unit);
            let said =
                language::tell(&Order::new(vec![leg.clone()]), &names::all(book, field.roster(), side));
            let text = format!("{} went on to the next part of the order: \"{said}\"", name(field, unit));
            Ruling::new(rule::ORDERS_TRIGGER, text).kept_for(side)
        });
    }
}

fn tell(told: Vec<Told>, cx: &mut Cx<'_>) {
    for t in told {
        cx.rule(|field| kept(Ruling::new(t.rule, t.text), field.side(t.unit), t.hidden));
    }
}

/// What is told of a unit: to its own side alone while no enemy sees it.
pub fn of(book: &Wrg1969, phase: &Phase, field: &Field, unit: UnitId, ruling: Ruling) -> Ruling {
    kept(ruling, field.side(unit), veil::hidden(&Board::of(book, field, phase), field, unit))
}

fn kept(ruling: Ruling, side: Side, hidden: bool) -> Ruling {
    if hidden { ruling.kept_for(side) } else { ruling }
}

/// Why the battle ended, both sides' points, and who won by them.
pub fn the_end(names: &BySide<String>, outcome: &Outcome, totals: BySide<f64>) -> String {
    let mut why = outcome.reason.chars();
    let why: String = why.next().map(|c| c.to_ascii_uppercase()).into_iter().chain(why).collect();
    let [red, blue] = Side::ALL.map(|side| format!("{} {}", names[side], totals[side]));
    let won = outcome.winner.map_or("neither side won".to_owned(), |side| format!("{} won", names[side]));
    format!("{why}: {won}. Points: {red}, {blue}.")
}

/// Names one after another: a, b and c.
pub fn list(names: impl Iterator<Item = String>) -> String {
    let mut all: Vec<String> = names.collect();
    let last = all.pop().unwrap_or_default();
    if all.is_empty() { last } else { format!("{} and {last}", all.join(", ")) }
}

/// So many figures, in words.
pub fn figures(n: u32) -> String {
    if n == 1 { "1 figure".to_owned() } else { format!("{n} figures") }
}

/// So many men fell, in words.
pub fn men_fell(n: u32) -> String {
    match n {
        0 => "nobody fell".to_owned(),
        1 => "1 man fell".to_owned(),
        n => format!("{n} men fell"),
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
    fn the_end_is_told_with_its_points() {
        let names = BySide(["Romans".to_owned(), "Britons".to_owned()]);
        let rule = rule::VICTORY_END;
        let told = |winner| {
            let outcome = Outcome { winner, rule, reason: "the agreed time is up" };
            the_end(&names, &outcome, BySide([540.0, 512.5]))
        };
        let points = "Points: Romans 540, Britons 512.5.";
        assert_eq!(told(Some(Side::Red)), format!("The agreed time is up: Romans won. {points}"));
        assert_eq!(told(None), format!("The agreed time is up: neither side won. {points}"));
    }

    #[test]
    fn inches_are_told_to_a_tenth() {
        assert_eq!([1000, 6000, 4460].map(inches), ["1 inch", "6 inches", "4.5 inches"]);
        assert_eq!(
            ["a", "a b", "a b c"].map(|s| list(s.split(' ').map(str::to_owned))),
            ["a", "a and b", "a, b and c"]
        );
        assert_eq!([1, 2].map(figures), ["1 figure", "2 figures"]);
        assert_eq!([0, 1, 9].map(men_fell), ["nobody fell", "1 man fell", "9 men fell"]);
    }
}
