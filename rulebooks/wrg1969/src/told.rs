//! Movement told as a battle report tells it: who marched how far, who charged, who ran, who came to blows.

use crate::board::state::{Doing, Flight, Phase, UnitState};
use crate::board::{Board, Body, track, veil};
use crate::data::measure::{MM, in_mils, within};
use crate::movement::rules::{self as movement, Mode};
use crate::orders::order::Order;
use crate::orders::{language, names};
use crate::{Wrg1969, rule};
use ruling::RuleId;
use table::cast;
use umpire::voice::{self, name};
use umpire::{BySide, ChargeEnd, Cx, Deed, Field, Outcome, Ruling, Side, UnitId};

/// Less than this, in thousandths of an inch, is dressing the ranks and not worth telling.
const DRESSING: i32 = 250;
/// A run that is no more than so much short of its length, in thousandths of an inch, is as long as it should be.
const NEARLY: i32 = 50;
/// Whoever stands no farther from a runner than this, in inches, has left it no room.
const NO_ROOM: f64 = 0.6;

/// One thing to tell of a unit, and whether the enemy sees it.
struct Told {
    unit: UnitId,
    /// The rule it falls under, and others that entered into it.
    rules: Vec<RuleId>,
    text: String,
    hidden: bool,
}

/// Who of a side marched, seen by the enemy or not: how far, in thousandths of an inch, and who went so far.
struct Marches {
    side: Side,
    hidden: bool,
    of: Vec<(i32, Vec<UnitId>)>,
}

impl Marches {
    /// One more marched.
    fn add(&mut self, unit: UnitId, far: i32) {
        match self.of.iter_mut().find(|(other, _)| inches(*other) == inches(far)) {
            Some((_, units)) => units.push(unit),
            None => self.of.push((far, vec![unit])),
        }
    }

    /// "Romans marched: Cohort I (a1) and Cohort II (a2) 6 inches, Balearic slingers (a4) 8 inches."
    fn words(&self, field: &Field) -> String {
        let of = |(far, units): &(i32, Vec<UnitId>)| {
            format!("{} {}", voice::names(field, units.iter().copied()), inches(*far))
        };
        let told: Vec<String> = self.of.iter().map(of).collect();
        format!("{} marched: {}.", voice::side(field, self.side), told.join(", "))
    }
}

/// Tells the normal stage: each side's marches in one line, every charge in one of its own. Of troops that no enemy
/// sees only their own side reads.
pub fn normal_stage(book: &Wrg1969, phase: &Phase, cx: &mut Cx<'_>) {
    let mut marches: Vec<Marches> = Vec::new();
    let mut charges: Vec<Told> = Vec::new();
    let mut announced: Vec<Deed> = Vec::new();
    {
        let field = cx.field();
        let board = Board::of(book, field, phase);
        let runs = |f: Flight| matches!(f, Flight::Routing(_) | Flight::Pursuing(..));
        for body in board.troops().filter(|b| !runs(board.state(b.id).seen.flight)) {
            let (id, state) = (body.id, board.state(body.id));
            let hidden = || veil::hidden(&board, field, id);
            match state.now.doing {
                Doing::Charging(at) => {
                    let text = format!("{} charged {}.", name(field, id), name(field, at));
                    let rules = vec![rule::MOVE_CHARGE, rule::MOVE_CHARGE_STRAIGHT];
                    charges.push(Told { unit: id, rules, text, hidden: false });
                    announced.push(Deed::Charge { unit: id, target: at });
                }
                _ if state.now.moved >= DRESSING => {
                    let (side, hidden) = (body.side, hidden());
                    let known = marches.iter().position(|m| (m.side, m.hidden) == (side, hidden));
                    let at = known.unwrap_or_else(|| {
                        marches.push(Marches { side, hidden, of: Vec::new() });
                        marches.len() - 1
                    });
                    marches[at].add(id, state.now.moved);
                }
                _ => {}
            }
        }
    }
    announced.into_iter().for_each(|deed| cx.deed(deed));
    marches.sort_by_key(|m| (m.side, m.hidden));
    for m in marches {
        cx.rule(|field| {
            let told = Ruling::new(rule::MOVE_SIMULTANEOUS, m.words(field)).also(rule::GEO_NORMAL_STAGE);
            kept(told, m.side, m.hidden)
        });
    }
    tell(charges, cx);
}

/// Tells the bonus stage: who ran and who pursued, who went to meet a charge, ran from one or fell short, and who came
/// to blows.
pub fn bonus_stage(book: &Wrg1969, phase: &Phase, cx: &mut Cx<'_>) {
    let mut told: Vec<Told> = Vec::new();
    let mut done: Vec<Deed> = Vec::new();
    {
        let field = cx.field();
        let board = Board::of(book, field, phase);
        done.extend(field.ids().filter_map(|id| outcome(&board, id)));
        done.extend(board.troops().filter_map(|body| forced(&board, field, body.id)));
        for body in board.troops() {
            if let Some((rules, does)) = deed(&board, field, body.id) {
                let text = format!("{} {does}.", name(field, body.id));
                told.push(Told { unit: body.id, rules, text, hidden: veil::hidden(&board, field, body.id) });
            }
        }
        for fight in phase.fights.iter().filter(|f| f.periods == 0) {
            let text = format!("{} and {} came to blows.", name(field, fight.red), name(field, fight.blue));
            let rules = vec![rule::MELEE_ELIGIBLE];
            told.push(Told { unit: fight.red, rules, text, hidden: false });
        }
    }
    tell(told, cx);
    done.into_iter().for_each(|deed| cx.deed(deed));
}

/// How a unit's charge ended, if it charged.
fn outcome(board: &Board<'_>, id: UnitId) -> Option<Deed> {
    let state = board.state(id);
    let at = match state.now.doing {
        Doing::Charging(at) => at,
        // Who had set out to charge was charged himself, and met that or ran from it.
        Doing::Countercharging(at) | Doing::Evading(at) if state.now.charge_from.is_some() => at,
        _ => return None,
    };
    let gone = board.body(id).is_none() || state.seen.flight != Flight::None;
    let end = if board.engaged(id) {
        ChargeEnd::Contact
    } else if gone || has_got_away(board, at) {
        ChargeEnd::Spent
    } else {
        ChargeEnd::Short
    };
    Some(Deed::Charged { unit: id, end })
}

/// How far a broken unit ran of what it was due.
fn forced(board: &Board<'_>, field: &Field, id: UnitId) -> Option<Deed> {
    let state = board.state(id);
    // Who is swept away by others at the end of the stage has not run yet.
    let runs = matches!(state.seen.flight, Flight::Routing(run) if run > 0);
    let body = board.body(id).filter(|_| runs)?;
    let hundredths = |mils: i32| (mils / 10).max(0) as u32;
    let due = (due_length(board.book, state, body) * 1000.0).round() as i32;
    let went = run(field, id, state);
    let told = !short_of(board, field, id).is_empty();
    Some(Deed::Forced { unit: id, due: hundredths(due), went: hundredths(went), told })
}

/// Whether one who was charged has broken or run.
fn has_got_away(board: &Board<'_>, id: UnitId) -> bool {
    let state = board.state(id);
    state.is_broken() || matches!(state.now.doing, Doing::Evading(_))
}

/// What a unit did in the last rush, if it is worth telling.
fn deed(board: &Board<'_>, field: &Field, id: UnitId) -> Option<(Vec<RuleId>, String)> {
    let state = board.state(id);
    let of = |id: UnitId| name(field, id);
    let got_away = |id: UnitId| has_got_away(board, id);
    Some(match (state.seen.flight, state.now.doing) {
        (Flight::Routing(_), _) if state.now.moved >= DRESSING || !short_of(board, field, id).is_empty() => {
            let ran = format!("ran {}{}", inches(run(field, id, state)), short_of(board, field, id));
            (vec![rule::ROUT_RUN, rule::ROUT_PATH, rule::ROUT_SPEED], ran)
        }
        (Flight::Pursuing(prey, _), _) if state.now.moved >= DRESSING => {
            (vec![rule::PURSUIT_SPEED], format!("went {} after {}", inches(state.now.moved), of(prey)))
        }
        (_, Doing::Countercharging(at)) => {
            (vec![rule::MOVE_COUNTERCHARGE_HOW, rule::MOVE_COUNTERCHARGE], format!("went to meet {}", of(at)))
        }
        (_, Doing::Evading(from)) if state.seen.apart.is_none() => {
            let ordered = state.has_order().then_some(rule::ORDERS_EVADE);
            let rules = [rule::MOVE_EVADE, rule::MOVE_EVADE_WHEN].into_iter().chain(ordered).collect();
            (rules, format!("evaded {}", of(from)))
        }
        (Flight::None, Doing::Charging(at)) if !board.engaged(id) && got_away(at) => (
            vec![rule::GEO_BONUS_STAGE, rule::MOVE_EVADE_AFTER],
            format!("ran {}: {} had got away", inches(state.now.moved), of(at)),
        ),
        (Flight::None, Doing::Charging(at)) if !board.engaged(id) => {
            let rules = vec![rule::GEO_BONUS_STAGE, rule::GEO_BONUS_POINT];
            let gap = board.body(id).zip(board.body(at)).map_or(0.0, |(a, b)| a.gap(b));
            let by = state.now.stopped_by.filter(|by| *by != at);
            let why = by.map_or_else(String::new, |by| format!(", stopped by {}", of(by)));
            let how = match (gap * 1000.0).round() as i32 {
                ..=NEARLY => "came right up to".to_owned(),
                short => format!("fell {} short of", inches(short)),
            };
            (rules, format!("{how} {}{why}", of(at)))
        }
        _ => return None,
    })
}

/// Why a broken unit ran less far than it could, if it did.
fn short_of(board: &Board<'_>, field: &Field, id: UnitId) -> String {
    let state = board.state(id);
    let Some(body) = board.body(id) else { return String::new() };
    let whole = (due_length(board.book, state, body) * 1000.0).round() as i32;
    let ran = run(field, id, state);
    if ran > whole + NEARLY && track::swerved(board, body) {
        return format!(" instead of {}, swerving to a gap", inches(whole));
    }
    if ran + NEARLY >= whole {
        return String::new();
    }
    let why = match state.now.stopped_by.or_else(|| before(board, body)) {
        _ if state.now.broke_now && ran == 0 => "it broke when the others had run".to_owned(),
        Some(by) => format!("{} stood in the way", name(field, by)),
        None => "the ground let nobody go farther".to_owned(),
    };
    format!(" of {}: {why}", inches(whole))
}

/// Who stands so close before a runner that he left it no room.
fn before(board: &Board<'_>, body: &Body<'_>) -> Option<UnitId> {
    let ahead = |b: &&Body<'_>| cast(&body.rect, body.rect.ahead, NO_ROOM, &b.rect, 0.0).is_some();
    let near = board.troops().filter(|b| b.id != body.id && within(b.gap(body), NO_ROOM)).filter(ahead);
    near.min_by_key(|b| in_mils(b.gap(body))).map(|b| b.id)
}

/// How far a broken unit ran, in thousandths of an inch: what it marched before it broke is no part of it.
fn run(field: &Field, id: UnitId, state: &UnitState) -> i32 {
    if state.seen.ran && !state.now.broke_now {
        return state.now.moved;
    }
    let way = field.unit(id).pose.at.vec() - state.kept.stood[1].at.vec();
    (way.len() / MM * 1000.0).round() as i32
}

/// Where every unit is in its order.
pub fn places(phase: &Phase) -> Vec<Option<(u8, Option<u8>)>> {
    phase.units.iter().map(|s| s.kept.order.as_ref().map(|o| (o.leg, o.condition))).collect()
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
            let unit = name(field, unit);
            let text = format!("{unit} went on to the next part of {} order: \"{said}\"", unit.its());
            Ruling::new(rule::ORDERS_TRIGGER, text).kept_for(side)
        });
    }
}

fn tell(told: Vec<Told>, cx: &mut Cx<'_>) {
    for t in told {
        let Some((&rule, others)) = t.rules.split_first() else { continue };
        cx.rule(|field| {
            let ruling = others.iter().copied().fold(Ruling::new(rule, t.text), Ruling::also);
            kept(ruling, field.side(t.unit), t.hidden)
        });
    }
}

/// What is told of a unit: to its own side alone while no enemy sees it.
pub fn of(book: &Wrg1969, phase: &Phase, field: &Field, unit: UnitId, ruling: Ruling) -> Ruling {
    kept(ruling, field.side(unit), veil::hidden(&Board::of(book, field, phase), field, unit))
}

fn kept(ruling: Ruling, side: Side, hidden: bool) -> Ruling {
    if hidden { ruling.kept_for(side) } else { ruling }
}

/// Who won and by how many points, and why the battle ended.
pub fn the_end(names: &BySide<String>, outcome: &Outcome, totals: BySide<f64>) -> String {
    let won = match outcome.winner {
        Some(side) => {
            let [most, least] = [side, side.other()].map(|side| voice::tenths(totals[side]));
            format!("{} won by {most} points to {least}", names[side])
        }
        None => {
            let [red, blue] = Side::ALL.map(|side| voice::tenths(totals[side]));
            format!("Neither side won, with {red} points against {blue}")
        }
    };
    format!("{won}: {}.", outcome.reason)
}

/// What is left of a side at the end, and what each part of it is worth.
pub fn points(field: &Field, side: Side, units: &[(UnitId, i32)], ground: f64) -> String {
    let of = |(id, worth): &(UnitId, i32)| format!("{worth} for {}", name(field, *id));
    let held = (ground > 0.0).then(|| format!("{} for the ground it held", voice::tenths(ground)));
    let parts = voice::list(units.iter().map(of).chain(held));
    let total = f64::from(units.iter().map(|(_, worth)| worth).sum::<i32>()) + ground;
    let stop = if parts.is_empty() { String::new() } else { format!(": {parts}") };
    format!("{} had {} points{stop}.", voice::side(field, side), voice::tenths(total))
}

/// Thousandths of an inch in words, to a tenth.
fn inches(mils: i32) -> String {
    voice::inches(f64::from(mils) / 1000.0)
}

/// How far a broken unit was due to run in the period that it has just run.
fn due_length(book: &Wrg1969, state: &UnitState, body: &Body<'_>) -> f64 {
    let Flight::Routing(run) = state.seen.flight else { return 0.0 };
    let nth = u32::from(run).max(1);
    movement::allowance(&book.house, body.mover(), Mode::Rout, nth, state.seen.tired).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use umpire::Ending;

    #[test]
    fn the_end_is_told_with_its_points() {
        let names = BySide(["Romans".to_owned(), "Britons".to_owned()]);
        let rule = rule::VICTORY_END;
        let told = |winner| {
            let outcome = Outcome { winner, rule, reason: "the agreed time was up", ending: Ending::Time };
            the_end(&names, &outcome, BySide([540.0, 512.5]))
        };
        let why = "the agreed time was up.";
        assert_eq!(told(Some(Side::Red)), format!("Romans won by 540 points to 512.5: {why}"));
        assert_eq!(told(Some(Side::Blue)), format!("Britons won by 512.5 points to 540: {why}"));
        assert_eq!(told(None), format!("Neither side won, with 540 points against 512.5: {why}"));
    }
}
