//! Recoils: beaten bodies go back, whom they push, what stops them, and who follows up.

use crate::aftermath::flight::burst;
use crate::aftermath::rout;
use crate::board::state::{Act, Contact, Fate, Heading, Phase};
use crate::board::{Board, contact};
use crate::data::disorder::Cause;
use crate::data::lengths::HAIR;
use crate::data::troop::Troop;
use crate::movement::together::Went;
use crate::{Wrg6, movement, rule};
use table::{Edge, Rect, Vec2, cast, swept};
use umpire::voice;
use umpire::{Cx, Deed, Event, Motion, Ruling, UnitId};

/// Beaten bodies go straight back, pushing friends; who cannot breaks (`wrg6.melee.recoil`).
pub fn recoils(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    let beaten = |id: &UnitId| phase.state(*id).seen.fate == Some(Fate::Recoil) && cx.field().on_table(*id);
    let ids: Vec<UnitId> = cx.field().ids().filter(beaten).collect();
    for id in ids {
        phase.state_mut(id).seen.fate = None;
        if !phase.state(id).seen.routing && phase.in_contact(id) {
            one(book, phase, id, cx);
        }
    }
    contact::refresh(book, phase, cx);
}

fn one(book: &Wrg6, phase: &mut Phase, id: UnitId, cx: &mut Cx<'_>) {
    let troop = book.kit_now(phase, id).troop;
    let far = f64::from(movement::rules::recoil(&book.house, troop));
    let foes: Vec<UnitId> = phase.opponents(id).collect();
    let (moves, direction) = {
        let board = Board::of(book, cx.field(), phase);
        let direction = recoil_direction(board, id);
        let moves = if troop == Troop::Elephant {
            burst_through(board, id, direction, far).map(|far| vec![(id, direction * far)])
        } else {
            push(board, id, direction, far)
        };
        (moves, direction)
    };
    let Some(moves) = moves else {
        cx.rule(|field| {
            Ruling::new(rule::MELEE_RECOIL, format!("{} could not recoil.", voice::name(field, id)))
        });
        rout::breaks(book, phase, id, foes.first().copied(), cx);
        for foe in foes {
            if !phase.state(foe).now.held_back && phase.opponents(foe).all(|o| phase.state(o).seen.routing) {
                phase.state_mut(foe).seen.pursuing = Some(id);
            }
        }
        return;
    };
    // Elephants who burst through friends go farther.
    let back = moves.iter().find(|(who, _)| *who == id).map_or(direction * far, |(_, by)| *by);
    let over_difficult = {
        let board = Board::of(book, cx.field(), phase);
        troop.minds_going() && board.difficult(&swept(board.rect(id), back))
    };
    if troop == Troop::Elephant {
        let to = cx.field().shape(id).moved(back);
        burst(book, phase, &[Went { id, to, gave_way: false, passed: Vec::new(), stopped: false }], cx);
    }
    for (who, by) in moves {
        let to = cx.field().shape(who).moved(by);
        let facing = cx.field().unit(who).pose.facing;
        let motion = if who == id { Motion::Recoil } else { Motion::Pushed };
        cx.apply(Event::Moved { unit: who, to: to.pose(facing), motion, rule: rule::MELEE_RECOIL });
    }
    let hundredths = |paces: f64| (paces * 100.0) as u32;
    let (due, went) = (hundredths(far), hundredths(back.len()));
    cx.deed(Deed::Forced { unit: id, due, went, told: troop == Troop::Elephant });
    cx.rule(|field| {
        let text = format!("{} recoiled {}.", voice::name(field, id), voice::paces_of(back.len(), far));
        Ruling::new(rule::MELEE_RECOIL, text)
    });
    let state = phase.state_mut(id);
    state.now.act = Act::Recoiled;
    state.seen.heading = Heading::Retiring;
    if over_difficult {
        state.seen.causes.add(Cause::RecoiledOverDifficult);
    }
    follow(book, phase, id, &foes, back, cx);
}

/// Straight back, or straight away from the enemy that struck flank or rear.
fn recoil_direction(board: Board<'_>, id: UnitId) -> Vec2 {
    let back = board.rect(id).ahead * -1.0;
    let worst = board.state(id).seen.hurt_by;
    let touch = board.phase.contacts.iter().find(|c| c.other(id).is_some() && c.other(id) == worst);
    match touch.and_then(|c| c.place(id).map(|i| (c.edges[i], c.pair[1 - i]))) {
        Some((edge, foe)) if edge != Edge::Front => board.rect(foe).ahead,
        _ => back,
    }
}

/// How far elephants go back through friends until they stand clear again; nothing if there is no room.
fn burst_through(board: Board<'_>, id: UnitId, direction: Vec2, far: f64) -> Option<f64> {
    let rect = board.rect(id);
    (0..=16).map(|more| far + 10.0 * f64::from(more)).find(|far| {
        let to = rect.moved(direction * *far);
        let upon = board.bodies().any(|other| other != id && to.overlaps(board.rect(other), HAIR));
        !upon && board.field.ground().on_table(&to, HAIR)
    })
}

/// How a body goes its whole distance back, with everyone whom it pushes; nothing if something stops it.
fn push(board: Board<'_>, id: UnitId, direction: Vec2, far: f64) -> Option<Vec<(UnitId, Vec2)>> {
    let mut moves = Vec::new();
    let goes = push_on(board, id, direction, far, 0, &mut moves) && slip_away(board, direction, &mut moves);
    // Nobody is pushed upon an enemy.
    let upon = |(who, by): &(UnitId, Vec2)| {
        let (now, then) = (board.rect(*who), board.rect(*who).moved(*by));
        board.enemies(board.side(*who)).any(|enemy| {
            let at = board.rect(enemy);
            then.penetration(at) > now.penetration(at).max(HAIR)
        })
    };
    (goes && !moves.iter().any(upon)).then_some(moves)
}

fn push_on(
    board: Board<'_>,
    id: UnitId,
    direction: Vec2,
    far: f64,
    depth: u8,
    moves: &mut Vec<(UnitId, Vec2)>,
) -> bool {
    let rect = board.rect(id);
    if board.field.ground().run_to_edge(rect, direction, HAIR) < far || depth > 6 {
        return false;
    }
    for other in board.bodies().filter(|&other| other != id) {
        let Some(at) = cast(rect, direction, far, board.rect(other), HAIR) else { continue };
        if board.side(other) != board.side(id) {
            // Those it leaves behind touch it already and do not stop it.
            if (board.rect(other).centre - rect.centre).dot(direction) > 0.0 {
                return false;
            }
            continue;
        }
        let fights = board.phase.in_contact(other);
        // Light infantry is not pushed: all pass through it.
        if board.kit(other).is_li() && !fights {
            continue;
        }
        // Pushed already, it may have to go farther for this one.
        if moves.iter().any(|(pushed, by)| *pushed == other && by.len() >= far - at) {
            continue;
        }
        moves.retain(|(pushed, _)| *pushed != other);
        if fights || !push_on(board, other, direction, far - at, depth + 1, moves) {
            return false;
        }
    }
    moves.push((id, direction * far));
    true
}

/// Light infantry upon whom somebody ends slips back through everyone to the first free place; false if there is none
/// (`wrg6.move.interpenetrate`).
fn slip_away(board: Board<'_>, direction: Vec2, moves: &mut Vec<(UnitId, Vec2)>) -> bool {
    let upon = |id: UnitId, to: &Rect, moves: &[(UnitId, Vec2)]| {
        board.bodies().filter(|&other| other != id).any(|other| {
            let by = moves.iter().find(|(who, _)| *who == other).map(|(_, by)| *by);
            to.overlaps(&by.map_or(*board.rect(other), |by| board.rect(other).moved(by)), HAIR)
        })
    };
    let light = |id: &UnitId| board.kit(*id).is_li() && !board.phase.in_contact(*id);
    for id in board.bodies().filter(light) {
        let rect = board.rect(id);
        if moves.iter().any(|(who, _)| *who == id) || !upon(id, rect, moves) {
            continue;
        }
        let places = (1..=60).map(|n| direction * (5.0 * f64::from(n)));
        let free = |by: &Vec2| {
            let to = rect.moved(*by);
            board.field.ground().on_table(&to, HAIR) && !upon(id, &to, moves)
        };
        let Some(by) = places.into_iter().find(free) else { return false };
        moves.push((id, by));
    }
    true
}

/// The opponents of a recoiling body follow it up, keeping contact (`wrg6.melee.followup`).
fn follow(book: &Wrg6, phase: &mut Phase, id: UnitId, foes: &[UnitId], by: Vec2, cx: &mut Cx<'_>) {
    for &foe in foes {
        let board = Board::of(book, cx.field(), phase);
        let state = phase.state(foe);
        let wants = state.now.following || state.seen.impetuous;
        let held = |c: &Contact| c.other(foe).is_some_and(|other| other != id) && !c.weak;
        let busy = phase.contacts.iter().any(held) || state.seen.routing;
        let stays = state.now.no_advance || board.in_cover(foe) || board.defends_obstacle(foe, id);
        let recoils = state.seen.fate == Some(Fate::Recoil) || state.now.act == Act::Recoiled;
        let level = board.level(foe);
        phase.state_mut(foe).now.following = false;
        let may = wants && !busy && !stays && !recoils;
        if may && contact::come_up(book, phase, foe, by, rule::MELEE_FOLLOWUP, cx) {
            cx.rule(|field| {
                let text = format!("{} followed up {}.", voice::name(field, foe), voice::name(field, id));
                Ruling::new(rule::MELEE_FOLLOWUP, text)
            });
            let state = phase.state_mut(foe);
            state.now.act = Act::FollowedUp;
            state.seen.heading = Heading::Advancing;
            state.now.following = true;
            state.seen.from_level = level as i8;
        }
    }
}
