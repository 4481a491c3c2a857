//! Orders in force: how they come, begin, wait and end (`wrg1969.orders.write`, `wrg1969.orders.change.end`).

use crate::board::state::{Flight, Meant, Noted, Phase, Standing, UnitState};
use crate::board::{Board, Body};
use crate::data::measure::{MM, mils};
use crate::orders::language::order_words;
use crate::orders::order::{Flank, Leg, Order, Ref, Trigger, Verb, Where};
use crate::orders::reference::{fair_die, fixed, resolve, void};
use crate::{Wrg1969, rule};
use dice::{D6, Dice, RollId};
use std::cell::OnceCell;
use std::sync::Arc;
use table::Vec2;
use umpire::{Cx, Field, Roster, Ruling, UnitId};

/// How far from a friend those keep who are told to keep beside him, and not how far.
const BESIDE: f64 = 0.5;

/// Puts an order in force at once, in place of any other.
pub fn put_in_force(phase: &mut Phase, unit: UnitId, order: Arc<Order>) {
    let period = phase.period.max(1);
    if let Some(side) = writer(phase, unit, &order) {
        let sheet = &mut phase.command[side].sheet;
        if let Some(line) =
            sheet.iter_mut().rev().find(|w| w.unit == unit && w.order == order && w.acted.is_none())
        {
            line.acted = Some(period);
        }
    }
    phase.units[unit.index()].kept.order = Some(Standing::new(order));
    phase.units[unit.index()].kept.waiting_order = None;
}

fn writer(phase: &Phase, unit: UnitId, order: &Order) -> Option<umpire::Side> {
    let wrote =
        |side: &umpire::Side| phase.command[*side].sheet.iter().any(|w| w.unit == unit && *w.order == *order);
    umpire::Side::ALL.into_iter().find(wrote)
}

/// Gives a unit an order that has reached it: in force at once, or waiting while a reaction or a forced move runs
/// (`wrg1969.orders.pending`); void, and the old one stays, if it names ground that the unit cannot see
/// (`wrg1969.orders.reference`). Says whether it was received.
pub fn receive(book: &Wrg1969, field: &Field, phase: &mut Phase, unit: UnitId, order: Arc<Order>) -> bool {
    let state = &phase.units[unit.index()];
    if state.is_broken() {
        return false;
    }
    let board = Board::of(book, field, phase);
    if board.body(unit).is_none_or(|body| void(&board, field.roster(), body, &order).is_some()) {
        return false;
    }
    if is_held(state) {
        phase.units[unit.index()].kept.waiting_order = Some(order);
    } else {
        put_in_force(phase, unit, order);
    }
    true
}

/// Whether a reaction or a forced move keeps a unit from any order.
fn is_held(state: &UnitState) -> bool {
    state.seen.running.is_some() || state.seen.flight != Flight::None
}

/// Lets orders take effect that waited for a reaction or a forced move to end; what they name was seen when they came.
pub fn wake(phase: &mut Phase) {
    for i in 0..phase.units.len() {
        let state = &mut phase.units[i];
        let held = is_held(state);
        if let Some(order) = state.kept.waiting_order.take_if(|_| !held) {
            put_in_force(phase, UnitId(i as u16), order);
        }
    }
}

/// Strikes out a unit's order, and one that waits (`wrg1969.orders.change.displace`).
pub fn strike_out(phase: &mut Phase, unit: UnitId) {
    let state = &mut phase.units[unit.index()];
    (state.kept.order, state.kept.waiting_order) = (None, None);
}

impl crate::board::state::UnitState {
    /// Whether it is under an order: chart 1, not chart 2. A general in direct command is one too; ask the phase.
    pub fn has_order(&self) -> bool {
        self.kept.order.as_ref().is_some_and(|s| s.current().is_some())
    }
}

impl Phase {
    /// Whether a unit counts as under an order (`wrg1969.orders.direct_control`).
    pub fn under_order(&self, unit: UnitId) -> bool {
        self.units[unit.index()].has_order() || self.led_by_general(unit)
    }

    /// Whether a general of its side is with a unit and moves it himself.
    pub fn led_by_general(&self, unit: UnitId) -> bool {
        self.command.0.iter().flat_map(|c| c.generals()).any(|g| g.with == Some(unit))
    }
}

/// A die of the umpire's own, for the readings he leaves to chance.
fn umpires_die<'d>(
    dice: &'d mut dyn Dice,
    board: &Board<'_>,
    unit: UnitId,
) -> impl FnMut(usize) -> usize + 'd {
    let side = board.body(unit).map_or(0, |b| b.side as u8);
    let why = RollId::new(rule::ORDERS_EXPLOIT.as_str(), side).unit(unit.0);
    move |sides| fair_die(sides, &mut || dice.roll(why, &D6))
}

/// Begins the legs that are due, and looks anew for the enemies that are looked for every period: at the start of
/// a period, before anyone moves.
pub fn begin_legs(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    let field = cx.field().clone();
    let mut units: Vec<UnitId> = field.ids().collect();
    // A leg without a candidate counts as completed, so that the next may begin at once.
    for _ in 0..=crate::orders::validate::LEGS {
        let board = Board::of(book, &field, phase);
        let due: Vec<(UnitId, Beginning)> = units
            .iter()
            .filter_map(|&unit| Some((unit, beginning(&board, field.roster(), unit, cx.dice)?)))
            .collect();
        units.clear();
        for (unit, beginning) in due {
            match beginning {
                Beginning::FallsAway => {
                    end_leg(phase, unit);
                    units.push(unit);
                }
                Beginning::With(found) => {
                    begin(phase, field.side(unit), unit, found);
                    let at = mils(field.unit(unit).pose.at.vec() * (1.0 / MM));
                    note(phase, unit, at);
                }
            }
        }
        if units.is_empty() {
            return;
        }
    }
}

/// How a leg begins.
enum Beginning {
    /// It has no candidate and counts as completed.
    FallsAway,
    /// It begins, its target found to mean this (among several), and with this place beside a friend.
    With(Option<Found>),
}

struct Found {
    meant: Option<Meant>,
    among: usize,
    seen_at: Option<(i32, i32)>,
    offset: Option<(i32, i32)>,
}

/// How a unit's leg begins now; nothing if it waits, or has begun and need not be looked at anew.
fn beginning(board: &Board<'_>, roster: &Roster, unit: UnitId, dice: &mut dyn Dice) -> Option<Beginning> {
    let standing = board.state(unit).kept.order.as_ref()?;
    let leg = standing.current()?;
    let anew =
        matches!(leg.target, Some(Ref::NearestEnemy | Ref::EnemyKind(_, Where::Nearest) | Ref::EnemyGeneral));
    let waits = !standing.begun && !standing.ready && !leg.when.is_empty();
    if waits || (standing.begun && !anew) {
        return None;
    }
    let body = board.body(unit)?;
    let Some(target) = &leg.target else { return Some(Beginning::With(None)) };
    let looked_for = || resolve(board, roster, body, target, &mut umpires_die(dice, board, unit));
    let found = fixed(board, target).map(|meant| (meant, 1)).or_else(looked_for);
    Some(match found {
        Some((meant, among)) => {
            let follows = matches!(leg.verb, Verb::Follow | Verb::Guard);
            let offset = offset(board, body, &meant).filter(|_| follows);
            let offset = beside(board, body, leg, &meant).filter(|_| follows).or(offset);
            let seen_at = place_of(board, &meant);
            Beginning::With(Some(Found { meant: Some(meant), among, seen_at, offset }))
        }
        None if anew => Beginning::With(Some(Found { meant: None, among: 0, seen_at: None, offset: None })),
        None => Beginning::FallsAway,
    })
}

/// Notes where and when a leg begins, if its order speaks of it.
fn note(phase: &mut Phase, unit: UnitId, at: (i32, i32)) {
    let period = phase.period;
    let Some(standing) = &mut phase.units[unit.index()].kept.order else { return };
    let kept = standing.noted.take();
    if kept.is_none() && !standing.order.is_noted() {
        return;
    }
    standing.noted = Some(match kept {
        Some(noted) if noted.since > 0 => noted,
        Some(noted) => Noted { from: at, since: period, ..noted },
        None => Noted { start: at, from: at, since: period, interrupted: None },
    });
}

fn begin(phase: &mut Phase, side: umpire::Side, unit: UnitId, found: Option<Found>) {
    let Some(standing) = &mut phase.units[unit.index()].kept.order else { return };
    standing.begun = true;
    let Some(found) = found else { return };
    (standing.meant, standing.seen_at, standing.offset) = (found.meant, found.seen_at, found.offset);
    let target = standing.current().and_then(|leg| leg.target.clone());
    if let Some(target) = target.filter(|_| found.among > 1) {
        note_doubt(phase, unit, side, &target);
    }
}

/// Remembers, for the opening of the sheets, that the umpire chose among several things.
fn note_doubt(phase: &mut Phase, unit: UnitId, side: umpire::Side, target: &Ref) {
    let period = phase.period;
    phase.command[side].doubts.push((unit, period, target.clone()));
}

fn place_of(board: &Board<'_>, meant: &Meant) -> Option<(i32, i32)> {
    match meant {
        Meant::Unit(id) => board.body(*id).map(|b| mils(b.standard())),
        Meant::Feature(_) | Meant::Point(..) => None,
    }
}

/// Where a unit stands that is told on which side of a friend to keep, or how far from him.
fn beside(board: &Board<'_>, body: &Body<'_>, leg: &Leg, meant: &Meant) -> Option<(i32, i32)> {
    let Meant::Unit(friend) = meant else { return None };
    let friend = board.body(*friend)?;
    let side = match (leg.detail.side, leg.verb) {
        (Some(side), _) => side,
        (None, Verb::Guard) => Flank::Either,
        (None, _) => return None,
    };
    let d = body.standard() - friend.standard();
    let right = match side {
        Flank::Left => -1.0,
        Flank::Right => 1.0,
        Flank::Either | Flank::Rear if d.dot(friend.rect.right()) < 0.0 => -1.0,
        Flank::Either | Flank::Rear => 1.0,
    };
    let gap = leg.detail.gap.map_or(BESIDE, |mils| f64::from(mils) / 1000.0);
    if side == Flank::Rear {
        return Some(mils(Vec2::new(-(friend.rect.half_depth + body.rect.half_depth + gap), 0.0)));
    }
    // Their fronts are level.
    let ahead = friend.rect.half_depth - body.rect.half_depth;
    Some(mils(Vec2::new(ahead, right * (friend.rect.half_width + body.rect.half_width + gap))))
}

/// Where a unit stands beside a friend: ahead and right of his standard, in his own frame.
fn offset(board: &Board<'_>, body: &Body<'_>, meant: &Meant) -> Option<(i32, i32)> {
    let Meant::Unit(friend) = meant else { return None };
    let friend = board.body(*friend)?;
    let d = body.standard() - friend.standard();
    Some(mils(Vec2::new(d.dot(friend.rect.ahead), d.dot(friend.rect.right()))))
}

/// Ends a unit's leg: the next begins, or the order is carried out and struck out.
pub fn end_leg(phase: &mut Phase, unit: UnitId) {
    let state = &mut phase.units[unit.index()];
    let Some(standing) = &mut state.kept.order else { return };
    let next = match standing.condition {
        // A condition's leg dropped those that would have followed.
        Some(_) => standing.order.legs.len() as u8,
        None => standing.leg + 1,
    };
    let noted = standing.noted.clone().map(|n| Noted { since: 0, ..n });
    let fresh = Standing { leg: next, used: standing.used, noted, ..Standing::new(standing.order.clone()) };
    let over = fresh.current().is_none();
    state.kept.order = (!over).then_some(fresh);
}

/// Puts a standing condition's leg in place of the one that runs.
pub fn start_condition(phase: &mut Phase, unit: UnitId, condition: u8) {
    let state = &mut phase.units[unit.index()];
    let Some(standing) = &mut state.kept.order else { return };
    let repeats = standing.order.on.get(usize::from(condition)).is_some_and(|c| c.repeat);
    let used = if repeats { standing.used } else { standing.used | 1 << condition };
    let noted = standing.noted.clone().map(|n| Noted { since: 0, ..n });
    let fresh = Standing::new(standing.order.clone());
    *standing = Standing { condition: Some(condition), used, leg: standing.leg, noted, ..fresh };
}

/// Takes up again the leg that a condition interrupted.
pub fn resume(phase: &mut Phase, unit: UnitId) {
    let Some(standing) = &mut phase.units[unit.index()].kept.order else { return };
    let noted = standing.noted.clone().map(|n| Noted { since: 0, ..n });
    let fresh = Standing::new(standing.order.clone());
    *standing = Standing { leg: standing.leg, used: standing.used, ready: true, noted, ..fresh };
}

/// Whether an order has a trigger of its own on a signal (`wrg1969.orders.signal_card`).
pub fn waits_for(order: &Order, signal: u8) -> bool {
    fn on(t: &Trigger, signal: u8) -> bool {
        match t {
            Trigger::Signal(n) => *n == signal,
            Trigger::AnySignal => true,
            Trigger::All(list) => list.iter().any(|t| on(t, signal)),
            Trigger::Not(t) => on(t, signal),
            _ => false,
        }
    }
    order.triggers().any(|t| on(t, signal))
}

/// Opens both sheets after the battle: every order, who had it when, and what else it could have meant.
pub fn open_sheets(book: &Wrg1969, phase: &Phase, cx: &mut Cx<'_>) {
    let roster = cx.field().share_roster();
    let roster = &*roster;
    for side in umpire::Side::ALL {
        let names = OnceCell::new();
        let names = || names.get_or_init(|| crate::orders::names::all(book, roster, side));
        for line in &phase.command[side].sheet {
            cx.rule(|_| sheet_line(roster, names(), line));
        }
        for (unit, period, target) in &phase.command[side].doubts {
            cx.rule(|_| {
                let what = crate::orders::language::say(target, names());
                let name = &roster.cards[unit.index()].name;
                let text = format!("In period {period} {name} could have taken several things for {what}.");
                Ruling::new(rule::ORDERS_AMBIGUITY, text)
            });
        }
    }
}

fn sheet_line(
    roster: &Roster,
    names: &crate::orders::language::Names,
    line: &crate::board::state::Written,
) -> Ruling {
    use crate::board::state::Carrier;
    let name = &roster.cards[line.unit.index()].name;
    let said = |order: &Order| crate::orders::language::print(order, names);
    let wording = order_words(&line.order, names);
    let when = match line.period {
        0 => "before the battle".to_owned(),
        n => format!("in period {n}"),
    };
    let how = match line.carrier {
        Carrier::Sheet => "on the order sheet".to_owned(),
        Carrier::Messenger => "by messenger".to_owned(),
        Carrier::Signal(n) => format!("by signal {n}"),
        Carrier::General => "by the general himself".to_owned(),
        Carrier::Reaction => "as the general would have wished".to_owned(),
    };
    let acted = line.acted.map_or("it never took effect".to_owned(), |n| format!("in force from period {n}"));
    let mut text = format!("{name}, {when}, {how}: \"{wording}\" ({acted})");
    let mut rule = rule::ORDERS_WRITE;
    if !line.other.is_empty() {
        rule = rule::ORDERS_AMBIGUITY;
        let others: Vec<String> = line.other.iter().map(said).collect();
        text += &format!(
            "; read as \"{}\", it could also mean \"{}\"",
            said(&line.order),
            others.join("\" or \"")
        );
    }
    Ruling::new(rule, text)
}

#[cfg(test)]
mod tests {
    use super::fair_die;

    /// How often each side comes up when all throws of so many dice are made.
    fn counts(sides: usize, dice: u32) -> Vec<usize> {
        let mut counts = vec![0; sides];
        for throw in 0..6usize.pow(dice) {
            let faces: Vec<u8> = (0..dice).map(|n| (throw / 6usize.pow(n) % 6) as u8 + 1).collect();
            let (mut next, mut thrown) = (faces.iter().copied(), 0);
            let side = fair_die(sides, &mut || {
                thrown += 1;
                next.next().unwrap_or(1)
            });
            // Those that must be thrown again are left out.
            if thrown <= dice {
                counts[side] += 1;
            }
        }
        counts
    }

    #[test]
    fn every_reading_is_as_likely() {
        assert_eq!(counts(2, 1), [3, 3]);
        assert_eq!(counts(4, 1), [1; 4]);
        assert_eq!(counts(5, 1), [1; 5]);
        assert_eq!(counts(6, 1), [1; 6]);
        assert_eq!(counts(7, 2), [5; 7]);
    }
}
