//! What results do: recoils, flights, losses, and those who draw back or go after them (`dba.result.order`).

use crate::board::{Base, Board, NEAR};
use crate::combat::End;
use crate::flight::{self, Flight};
use crate::geometry::{self, Contact};
use crate::phase::{Phase, UnitSet};
use crate::tables::Effect;
use crate::troop::Troop;
use crate::{Dba, camp, fight, pursuit, recoil, rule, words};
use ruling::RuleId;
use table::Edge;
use umpire::{Cx, Event, Field, Motion, Place, Ruling, Side, UnitId};

/// Carries out what comes of a close combat: the loser's result, then its friends on the winner's flanks, then the
/// winner's pursuit. `supporters` are the Warband that would go along with each side.
pub fn of_combat(
    book: &Dba,
    phase: &mut Phase,
    ids: [UnitId; 2],
    end: &End,
    supporters: [Option<UnitId>; 2],
    cx: &mut Cx<'_>,
) {
    let board = Board::of(book, cx.field(), phase);
    let fallen = [0, 1].map(|i| camp::camp_held(&board, ids[i]).filter(|_| end.results[i] != Effect::None));
    let bases = ids.map(|id| board.base(id).copied());
    for i in [0, 1] {
        match fallen[i] {
            Some(camp) => {
                let fled = end.results[i] == Effect::AbandonCamp;
                camp::fall(phase, camp, bases[1 - i], fled, cx);
            }
            None => suffer(book, phase, ids[i], end.results[i], cx),
        }
    }
    for i in [0, 1].into_iter().filter(|&i| end.results[i] != Effect::None && fallen[i].is_none()) {
        flankers_recoil(book, phase, ids[1 - i], cx);
    }
    for i in [0, 1].into_iter().filter(|&i| end.pursues[i] && fallen[1 - i].is_none()) {
        pursuit::pursue(book, phase, ids[i], supporters[i], cx);
    }
    keep_contacts(book, phase, cx.field());
}

/// Carries out what comes of a shot. `from_behind` says for each side whether it was shot at only from behind:
/// then it turns about before it recoils (`dba.shoot.rear`).
pub fn of_shot(
    book: &Dba,
    phase: &mut Phase,
    ids: [UnitId; 2],
    end: &End,
    from_behind: [bool; 2],
    cx: &mut Cx<'_>,
) {
    for i in [0, 1].into_iter().filter(|&i| end.results[i] != Effect::None) {
        let camp = camp::camp_held(&Board::of(book, cx.field(), phase), ids[i]);
        if let Some(camp) = camp {
            camp::fall(phase, camp, None, end.results[i] == Effect::AbandonCamp, cx);
            continue;
        }
        if end.results[i] == Effect::Recoil && from_behind[i] {
            let mut pose = cx.field().unit(ids[i]).pose;
            pose.facing = pose.facing.about();
            cx.apply(Event::Moved { unit: ids[i], to: pose, motion: Motion::Turn, rule: rule::SHOOT_REAR });
        }
        suffer(book, phase, ids[i], end.results[i], cx);
    }
    keep_contacts(book, phase, cx.field());
}

/// Does to an element in the field what it suffers.
fn suffer(book: &Dba, phase: &Phase, id: UnitId, effect: Effect, cx: &mut Cx<'_>) {
    match effect {
        Effect::None => {}
        Effect::Recoil => go_back(book, phase, id, cx),
        Effect::Flee => flee(book, phase, id, cx),
        Effect::Destroyed | Effect::AbandonCamp => lose(id, rule::DESTROYED_REMOVE, cx),
    }
}

fn lose(unit: UnitId, rule: RuleId, cx: &mut Cx<'_>) {
    cx.apply(Event::Left { unit, place: Place::Destroyed, rule });
}

/// An element recoils, or is destroyed because it cannot.
fn go_back(book: &Dba, phase: &Phase, id: UnitId, cx: &mut Cx<'_>) {
    let board = Board::of(book, cx.field(), phase);
    let Some(base) = board.base(id) else { return };
    let done = recoil::decide(&board, base, fight::is_held(&board, base));
    for friend in &done.pushed {
        let (unit, to) = (friend.id, friend.pose());
        cx.apply(Event::Moved { unit, to, motion: Motion::Pushed, rule: rule::RECOIL_PUSH });
    }
    for &unit in &done.trampled {
        lose(unit, rule::RECOIL_ELEPHANTS, cx);
    }
    match done.to {
        Some(to) => {
            cx.apply(Event::Moved { unit: id, to: to.pose(), motion: Motion::Recoil, rule: done.rule });
        }
        None => {
            lose(id, done.rule, cx);
            cx.rule(|field| {
                let text = format!("{} cannot recoil and are destroyed", words::unit(field, id));
                Ruling::new(done.rule, text).also(rule::RECOIL_ORDER)
            });
        }
    }
}

/// An element flees, or is destroyed because it cannot.
fn flee(book: &Dba, phase: &Phase, id: UnitId, cx: &mut Cx<'_>) {
    let board = Board::of(book, cx.field(), phase);
    let Some(base) = board.base(id) else { return };
    let straight = base.facing.about();
    match flight::decide(&board, base, fight::is_held(&board, base)) {
        Flight::Halts { to, .. } => {
            let rule = if to.facing == straight { rule::FLEE_MOVE } else { rule::FLEE_PATH };
            cx.apply(Event::Moved { unit: id, to: to.pose(), motion: Motion::Flight, rule });
        }
        Flight::OffTable { at } => {
            let rule = rule::FLEE_EDGE;
            cx.apply(Event::Moved { unit: id, to: at.pose(), motion: Motion::Flight, rule });
            cx.apply(Event::Left { unit: id, place: Place::Fled, rule });
        }
        Flight::Destroyed { rule } => {
            lose(id, rule, cx);
            cx.rule(|field| {
                Ruling::new(rule, format!("{} cannot flee and are destroyed", words::unit(field, id)))
            });
        }
    }
}

/// Those on the flanks or rear of an enemy whose friend in front of it has given way recoil too
/// (`dba.recoil.flankers`).
fn flankers_recoil(book: &Dba, phase: &Phase, enemy: UnitId, cx: &mut Cx<'_>) {
    let mut last = None;
    loop {
        let board = Board::of(book, cx.field(), phase);
        let Some(stands) = board.base(enemy) else { return };
        let on_flank = |b: &&Base| geometry::contact(b, stands).is_some_and(Contact::flank_or_rear);
        let next = board.enemies(stands.side).filter(|b| last.is_none_or(|id| b.id > id)).find(on_flank);
        let Some(id) = next.map(|b| b.id) else { return };
        last = Some(id);
        cx.rule(|field| {
            let text = format!("{} give way with their friends", words::unit(field, id));
            Ruling::new(rule::RECOIL_FLANKERS, text)
        });
        go_back(book, phase, id, cx);
    }
}

/// An enemy from whom an element has broken off goes after it at once, if it is of a pursuing type
/// (`dba.move.breakoff`).
pub fn pursue_break_off(book: &Dba, phase: &mut Phase, pursuer: UnitId, cx: &mut Cx<'_>) {
    let board = Board::of(book, cx.field(), phase);
    let Some(base) = board.base(pursuer) else { return };
    if !book.house.pursues(base.troop) || board.camp_of(pursuer).is_some() {
        return;
    }
    let supporter = pursuit::warband_behind(&board, base);
    cx.rule(|field| {
        let text = format!("{} go after the enemy who broke off", words::unit(field, pursuer));
        Ruling::new(rule::PURSUIT_WHO, text)
    });
    pursuit::pursue(book, phase, pursuer, supporter, cx);
}

/// Keeps the list of contacts true: those that no longer touch are struck out, new ones are added at the end. War
/// Wagons that no enemy touches have their own front again.
pub fn keep_contacts(book: &Dba, phase: &mut Phase, field: &Field) {
    keep_contacts_of(book, phase, field, UnitSet::ALL);
}

/// The same where only these have moved since the list was true: nobody else can have come into a new contact.
pub fn keep_contacts_of(book: &Dba, phase: &mut Phase, field: &Field, moved: UnitSet) {
    let board = Board::of(book, field, phase);
    let mut contacts = std::mem::take(&mut phase.contacts);
    contacts.retain(|&(who, upon)| is_contact(&board, who, upon));
    let fights = |one: &Base, other: &Base| geometry::contact(one, other).is_some_and(Contact::fights);
    let known = contacts.len();
    for one in board.bases.iter().filter(|b| moved.has(b.id)) {
        // Each pair once, even where both have moved.
        let first = |o: &&Base| one.id < o.id || !moved.has(o.id);
        for other in board.enemies(one.side).filter(first).filter(|o| !geometry::is_apart(one, o)) {
            // The lower number first.
            let (a, b) = if one.id < other.id { (one, other) } else { (other, one) };
            if contacts.contains(&(a.id, b.id)) || contacts.contains(&(b.id, a.id)) {
                continue;
            }
            if fights(a, b) {
                contacts.push((a.id, b.id));
            } else if fights(b, a) {
                contacts.push((b.id, a.id));
            }
        }
    }
    contacts[known..].sort_unstable_by_key(|&(who, upon)| (who.min(upon), who.max(upon)));
    for camp in Side::ALL {
        let Some(held) = camp::holder(&board, camp) else { continue };
        let newcomer = |b: &&Base| {
            moved.has(b.id) && camp::stands_against(&board, b, camp) && !contacts.contains(&(b.id, held))
        };
        let mut newcomers: Vec<&Base> = board.bases.iter().filter(newcomer).collect();
        let length = |b: &Base| board.outline(camp).map_or(0.0, |outline| camp::touch(b, &outline));
        newcomers.sort_by(|a, b| length(b).total_cmp(&length(a)));
        contacts.extend(newcomers.iter().map(|b| (b.id, held)));
    }
    let untouched = |w: &&Base| {
        w.troop == Troop::WarWagons
            && !board.enemies(w.side).any(|e| table::distance(&e.rect, &w.rect) <= NEAR)
    };
    for wagons in board.bases.iter().filter(untouched) {
        phase.fronts.set(wagons.id, Edge::Front);
    }
    phase.contacts = contacts;
}

fn is_contact(board: &Board<'_>, who: UnitId, upon: UnitId) -> bool {
    if let Some(camp) = camp::camp_held(board, upon) {
        return board.base(who).is_some_and(|b| camp::stands_against(board, b, camp));
    }
    match (board.base(who), board.base(upon)) {
        (Some(a), Some(b)) => fight::touch(a, b),
        _ => false,
    }
}
