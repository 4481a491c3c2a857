//! What generals know: what is in view of their figures, and what has been reported to them
//! (`wrg1969.orders.knowledge`, `wrg1969.reaction.def.cover_known`).

use crate::board::sight::{is_at, seen_by, sees, sees_feature};
use crate::board::state::{Event, Phase};
use crate::board::{Board, Body};
use crate::data::feature::{Feature, Outline};
use crate::data::measure::within;
use crate::orders::order::{Leg, Order, Ref, Where};
use crate::orders::reference::labelled;
use crate::{Wrg1969, rule};
use ruling::Refusal;
use umpire::{Field, Side, UnitId};

/// How near a unit must pass to know that cover is empty.
const SEARCHED: f64 = 5.0;

/// Brings both generals' knowledge up to date at the end of a period (and before the first): `completed` have carried
/// out their orders in it.
pub fn observe(book: &Wrg1969, field: &Field, phase: &mut Phase, completed: &[UnitId]) {
    for side in Side::ALL {
        let mut command = std::mem::take(&mut phase.command[side]);
        let board = Board::of(book, field, phase);
        let eyes: Vec<&Body<'_>> = command.generals().filter_map(|g| board.body(g.figure)).collect();
        let seen = |b: &Body<'_>| eyes.iter().any(|eye| eye.id == b.id || sees(&board, eye, b));
        let in_view: Vec<UnitId> = board.bodies.iter().filter(|b| seen(b)).map(|b| b.id).collect();
        let noted: Vec<(u16, u16)> = field.ids().map(|id| deeds(&board, id)).collect();
        let mut events = Vec::new();
        for id in field.ids().filter(|&id| book.kit(id).is_troops()) {
            let enemy = field.side(id) != side;
            let (before, now) = (command.in_view.contains(&id), in_view.contains(&id));
            // What is in view when the battle begins is nothing new.
            if enemy && now != before && !command.noted.is_empty() {
                events.push(if now { Event::Appeared(id) } else { Event::Vanished(id) });
            }
            let Some(&(was, was_in)) = command.noted.get(id.index()).filter(|_| before || now) else {
                continue;
            };
            let (is, is_in) = noted[id.index()];
            if was & DONE != is & DONE {
                events.push(Event::Did(id));
            }
            // Each period in which an enemy comes on or shoots, or a friend loses men, is an event of its own.
            if enemy && is & PRESSES != 0 {
                events.push(Event::Pressed(id));
            }
            if !enemy && is & SUFFERS != 0 {
                events.push(Event::Suffered(id));
            }
            if was & WEAK != is & WEAK {
                events.push(Event::Weakened(id));
            }
            if was_in != is_in {
                events.push(Event::Entered(id));
            }
            if !enemy && completed.contains(&id) {
                events.push(Event::Completed(id));
            }
        }
        command.events.extend(events.into_iter().map(|e| (phase.period, e)));
        command.ground.resize(book.features.len(), false);
        for (known, feature) in command.ground.iter_mut().zip(&book.features) {
            *known = *known || eyes.iter().any(|eye| sees_feature(&board, eye, feature));
        }
        command.knows = field.ids().filter(|&id| field.side(id) != side).collect();
        command.knows.retain(|id| in_view.contains(id) || command.heard.contains(id));
        command.cover_free = searched(&board, side, &command.cover_free);
        (command.in_view, command.noted) = (in_view, noted);
        phase.command[side] = command;
    }
}

/// Bits of what a unit does that a general would notice.
const DONE: u16 = 0b0001_1111;
const WEAK: u16 = 0b0110_0000;
const PRESSES: u16 = 0b0001_1000_0000;
const SUFFERS: u16 = 0b0010_0000_0000;

/// What a unit does, by bit, and the feature it stands in, counted from 1.
fn deeds(board: &Board<'_>, id: UnitId) -> (u16, u16) {
    let state = board.state(id);
    let body = board.body(id);
    let figures = body.map_or(0, |b| u32::from(b.strength()));
    let original = u32::from(state.seen.original);
    let bits = [
        state.is_charging(),
        board.engaged(id),
        state.is_broken(),
        state.is_retiring(),
        body.is_some(),
        figures * 3 < original * 2,
        figures * 2 < original,
        state.now.advanced,
        state.now.shot_at.is_some(),
        state.now.missile_loss > 0 || state.now.melee_loss > 0,
    ];
    let done = bits.iter().enumerate().fold(0, |all, (i, yes)| all | u16::from(*yes) << i);
    let stands_in = body.and_then(|b| {
        let area = |f: &Feature| f.kind.is_area() && is_at(f, b.standard());
        board.book.features.iter().position(area)
    });
    (done, stands_in.map_or(0, |i| i as u16 + 1))
}

/// Which cover a side knows to be free: its own zone at the start; then what its units have been through or past
/// without meeting anyone, until an enemy goes in, or might have gone in while none of them looked.
fn searched(board: &Board<'_>, side: Side, before: &[bool]) -> Vec<bool> {
    let (least, most) = board.book.zone(side);
    let own_zone = |f: &Feature| corners(f).all(|c| within(least, c.y) && within(c.y, most));
    let past_all_of =
        |f: &Feature, b: &Body<'_>| corners(f).all(|c| within(c.distance(b.standard()), SEARCHED));
    let free = |(i, f): (usize, &Feature)| {
        if !f.kind.is_cover() {
            return true;
        }
        let enemy_in = board.enemy_units(side).any(|e| is_at(f, e.standard()) && seen_by(board, e, side));
        let watched = || board.bodies.iter().any(|b| b.side == side && sees_feature(board, b, f));
        let known = match before.get(i) {
            Some(known) => *known && watched(),
            None => own_zone(f),
        };
        let seen_through =
            || board.units().any(|b| b.side == side && (is_at(f, b.standard()) || past_all_of(f, b)));
        !enemy_in && (known || seen_through())
    };
    board.book.features.iter().enumerate().map(free).collect()
}

fn corners(feature: &Feature) -> impl Iterator<Item = table::Vec2> + '_ {
    let line: &[table::Vec2] = match &feature.outline {
        Outline::Area(areas) => areas.first().map_or(&[], |a| a.outline()),
        Outline::Line(line) => line,
        Outline::Point(_) => &[],
    };
    line.iter().copied()
}

/// Why a new order lacks grounds, if it does (`wrg1969.orders.change.justify`).
pub fn groundless(
    board: &Board<'_>,
    field: &Field,
    side: Side,
    unit: UnitId,
    order: &Order,
) -> Option<Refusal> {
    if !board.book.house.justify_orders {
        return None;
    }
    let command = &board.phase.command[side];
    let name = &field.card(unit).name;
    let known_before = command.ordered_at.get(unit.index()).copied().unwrap_or(0);
    if command.events.len() <= usize::from(known_before) {
        let why = format!("nothing has come to the general's knowledge since the last order for {name}");
        return Some(
            Refusal::new(rule::ORDERS_CHANGE_JUSTIFY, why)
                .about(unit.0)
                .instead("wait for something to happen in his view, or for a report"),
        );
    }
    // What is looked out for need not be known yet, unless it is an enemy named.
    let watched: Vec<Ref> = order.watched().into_iter().filter(|r| matches!(r, Ref::Enemy(_))).collect();
    let mut spoken_of = order.every_leg().flat_map(Leg::refs).chain(&watched);
    let r = spoken_of.find(|r| !is_known(board, field, side, r))?;
    let what = crate::orders::language::say(r, &crate::orders::names::all(board.book, field.roster(), side));
    let why = format!("the general knows nothing of {what}");
    let instead = "name what he sees or has been told of";
    Some(Refusal::new(rule::ORDERS_KNOWLEDGE, why).about(unit.0).instead(instead))
}

fn is_known(board: &Board<'_>, field: &Field, side: Side, r: &Ref) -> bool {
    let command = &board.phase.command[side];
    let ground = |fits: &dyn Fn(&Feature) -> bool| {
        let known = board.book.features.iter().zip(&command.ground);
        known.into_iter().any(|(f, known)| *known && fits(f))
    };
    match r {
        Ref::Feature(id) => ground(&|f| f.id == *id),
        Ref::Name(name, _) => ground(&|f| crate::orders::language::same_name(&f.name, name)),
        Ref::Kind(kind, _) => ground(&|f| f.kind.key() == kind),
        Ref::Enemy(label) => {
            labelled(field.roster(), side.other(), label).is_some_and(|id| command.knows.contains(&id))
        }
        // A described enemy is looked for by the unit itself; the general must know of one that fits.
        Ref::EnemyKind(kind, _) => {
            command.knows.iter().any(|&id| crate::orders::reference::is_kind(board.book.kit(id).troop, kind))
        }
        Ref::EnemySome(kind, _) => is_known(board, field, side, &Ref::EnemyKind(kind.clone(), Where::Any)),
        Ref::NearestEnemy => !command.knows.is_empty(),
        Ref::Beside(of, _) | Ref::Round(of) => is_known(board, field, side, of),
        Ref::Between(a, b) => is_known(board, field, side, a) && is_known(board, field, side, b),
        Ref::EnemyGeneral
        | Ref::Point(..)
        | Ref::Friend(_)
        | Ref::FriendKind(..)
        | Ref::General
        | Ref::Army
        | Ref::Start
        | Ref::Edge(_) => true,
    }
}

/// Enemies a unit sees that its general does not know of: what a runner would report.
pub fn news(board: &Board<'_>, unit: &Body<'_>) -> Vec<UnitId> {
    let known = &board.phase.command[unit.side].knows;
    let seen = board.troops().filter(|b| b.side != unit.side && sees(board, unit, b));
    seen.map(|b| b.id).filter(|id| !known.contains(id)).collect()
}
