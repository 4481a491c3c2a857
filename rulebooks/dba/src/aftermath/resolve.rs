//! What results do: recoils, flights, losses, and those who draw back or go after them (`dba.result.order`).

use crate::aftermath::camp::fall;
use crate::aftermath::flight::{self, Flight};
use crate::aftermath::{pursuit, recoil};
use crate::board::contacts::{self, keep_contacts};
use crate::board::geometry::{self, Contact};
use crate::board::state::Phase;
use crate::board::{Base, Board, camp};
use crate::combat::rules::End;
use crate::data::tables::Effect;
use crate::{Dba, rule, told};
use ruling::RuleId;
use umpire::{Cx, Event, Field, Motion, Place, Ruling, UnitId, voice};

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
                fall(phase, camp, bases[1 - i], fled, cx);
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
            fall(phase, camp, None, end.results[i] == Effect::AbandonCamp, cx);
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
    let done = recoil::decide(&board, base, contacts::held_by(&board, base));
    for friend in &done.pushed {
        let (unit, to) = (friend.id, friend.pose());
        cx.apply(Event::Moved { unit, to, motion: Motion::Pushed, rule: rule::RECOIL_PUSH });
    }
    for &unit in &done.trampled {
        lose(unit, rule::RECOIL_ELEPHANTS, cx);
    }
    match done.to {
        Some(to) => {
            let from = cx.field().unit(id).pose;
            cx.apply(Event::Moved { unit: id, to: to.pose(), motion: Motion::Recoil, rule: done.rule });
            let and = swept(cx.field(), &done);
            told::forced(id, done.rule, "recoiled", from, &and, cx);
        }
        None => {
            lose(id, done.rule, cx);
            cx.rule(|field| {
                let name = voice::name(field, id);
                let why = done.blocked.map(|by| told::block(field, &name, by)).unwrap_or_default();
                let text = format!("{name} could not recoil{why} and {} destroyed.", name.was());
                Ruling::new(done.rule, text).also(rule::RECOIL_ORDER)
            });
        }
    }
}

/// Whom a recoil pushed back or trampled, in words.
fn swept(field: &Field, done: &recoil::Recoil) -> Vec<String> {
    let pushed: Vec<UnitId> = done.pushed.iter().map(|friend| friend.id).collect();
    let list = |ids: &[UnitId]| voice::names(field, ids.iter().copied());
    let mut and = Vec::new();
    if !pushed.is_empty() {
        and.push(format!("pushing back {}", list(&pushed)));
    }
    if !done.trampled.is_empty() {
        and.push(format!("trampling down {}", list(&done.trampled)));
    }
    and
}

/// An element flees, or is destroyed because it cannot.
fn flee(book: &Dba, phase: &Phase, id: UnitId, cx: &mut Cx<'_>) {
    let board = Board::of(book, cx.field(), phase);
    let Some(base) = board.base(id) else { return };
    let straight = base.facing.about();
    let from = cx.field().unit(id).pose;
    match flight::decide(&board, base, contacts::is_held(&board, base)) {
        Flight::Halts { to, .. } => {
            let rule = if to.facing == straight { rule::FLEE_MOVE } else { rule::FLEE_PATH };
            cx.apply(Event::Moved { unit: id, to: to.pose(), motion: Motion::Flight, rule });
            told::forced(id, rule, "fled", from, &[], cx);
        }
        Flight::OffTable { at } => {
            let rule = rule::FLEE_EDGE;
            cx.apply(Event::Moved { unit: id, to: at.pose(), motion: Motion::Flight, rule });
            told::forced(id, rule, "fled", from, &["over the edge of the table".to_owned()], cx);
            cx.apply(Event::Left { unit: id, place: Place::Fled, rule });
        }
        Flight::Destroyed { rule } => {
            lose(id, rule, cx);
            cx.rule(|field| {
                let name = voice::name(field, id);
                Ruling::new(rule, format!("{name} could not flee and {} destroyed.", name.was()))
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
            let name = voice::name(field, id);
            let text = format!("{name} gave way with {} friends.", name.its());
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
        let text = format!("{} went after the enemy who had broken off.", voice::name(field, pursuer));
        Ruling::new(rule::PURSUIT_WHO, text)
    });
    pursuit::pursue(book, phase, pursuer, supporter, cx);
}
