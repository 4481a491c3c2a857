//! Turning to face: what those struck in flank or rear do when movement is over.

use crate::board::geometry::{Contact, contact, faces, line_up};
use crate::board::state::Phase;
use crate::board::{Base, Board, contacts, ground};
use crate::data::scale::{NEAR, WIDTH};
use crate::data::troop::Troop;
use crate::movement::place::put;
use crate::{Dba, rule};
use table::{Edge, Rect, Vec2};
use umpire::{Cx, Field, Motion, Ruling, Side, UnitId, voice};

/// Friends pushed out of the way push others; a chain longer than an army is none.
const CHAIN: usize = 48;

/// How an element turns to face, and what that does to others.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// Where it stands then.
    pub place: Base,
    /// Friends moved back out of its way, where they stand then.
    pub pushed: Vec<Base>,
    /// Its other attackers, where they stand then (`dba.contact.follow_turn`).
    pub followers: Vec<Base>,
}

/// Everyone with an enemy on flank or rear and none before it turns, in the order in which they were struck
/// (`dba.contact.turn_to_face`).
pub fn turn_to_face(book: &Dba, phase: &mut Phase, cx: &mut Cx<'_>) {
    let mut struck: Vec<UnitId> = Vec::new();
    for &(_, upon) in &phase.contacts {
        if !struck.contains(&upon) {
            struck.push(upon);
        }
    }
    let mut has_turned = false;
    for id in struck {
        let board = Board::of(book, cx.field(), phase);
        let Some(&base) = board.base(id) else { continue };
        if board.camp_of(id).is_some() || contacts::front_enemy(&board, &base).is_some() {
            continue;
        }
        let Some(striker) =
            contacts::first_striker(&board, phase, &base).and_then(|id| board.base(id)).copied()
        else {
            continue;
        };
        if base.troop == Troop::WarWagons {
            show_front(book, phase, cx.field(), striker.id, id);
            has_turned = true;
            continue;
        }
        match decide(&board, &base, &striker) {
            None => cx.rule(|field| {
                let (one, other) = (voice::name(field, id), voice::name(field, striker.id));
                Ruling::new(
                    rule::CONTACT_TURN_TO_FACE,
                    format!("{one} had no room to turn and fought {other} as {} stood.", one.it()),
                )
            }),
            Some(turn) => {
                has_turned = true;
                cx.rule(|field| {
                    let (one, other) = (voice::name(field, id), voice::name(field, striker.id));
                    Ruling::new(rule::CONTACT_TURN_TO_FACE, format!("{one} turned to face {other}."))
                });
                for friend in &turn.pushed {
                    put(phase, friend, Motion::Pushed, rule::CONTACT_TURN_TO_FACE, cx);
                }
                put(phase, &turn.place, Motion::Turn, rule::CONTACT_TURN_TO_FACE, cx);
                for enemy in &turn.followers {
                    put(phase, enemy, Motion::Conform, rule::CONTACT_FOLLOW_TURN, cx);
                }
            }
        }
    }
    if has_turned {
        contacts::keep_contacts(book, phase, cx.field());
    }
}

/// How an element turns to face the enemy that struck it; none if something is in the way, and then nothing moves.
pub fn decide(board: &Board<'_>, base: &Base, striker: &Base) -> Option<Turn> {
    let place = line_up(base, striker, Contact::Front);
    let pushed = make_room(board, base, &place)?;
    let mut after = board.clone();
    after.set(place);
    pushed.iter().for_each(|f| after.set(*f));
    let mut followers = Vec::new();
    for enemy in board.enemies(base.side).filter(|e| e.id != striker.id) {
        if contact(enemy, base).is_some_and(Contact::flank_or_rear)
            && let Some(there) = follow(&after, enemy, &place)
        {
            after.set(there);
            followers.push(there);
        }
    }
    Some(Turn { place, pushed, followers })
}

/// The friends that must go straight back to make room for a base that turns, where they stand then; none if one of
/// them cannot, or anything else is in the way.
fn make_room(board: &Board<'_>, base: &Base, place: &Base) -> Option<Vec<Base>> {
    if !is_clear(board, base, &place.rect, &place.rect) || !ground::may_enter(board, &place.rect, base.troop)
    {
        return None;
    }
    let mut pushed: Vec<Base> = Vec::new();
    push_from(board, base, place, &mut pushed, CHAIN)?;
    pushed.sort_by_key(|b| b.id);
    Some(pushed)
}

/// Moves everyone out of a place that is claimed, the foremost first, and whoever they meet before the next.
fn push_from(
    board: &Board<'_>,
    base: &Base,
    claim: &Base,
    pushed: &mut Vec<Base>,
    chain: usize,
) -> Option<()> {
    let chain = chain.checked_sub(1)?;
    loop {
        let stands = |f: &Base| pushed.iter().find(|p| p.id == f.id).copied().unwrap_or(*f);
        let met = board.friends(base).filter(|f| f.id != claim.id).map(stands);
        let ahead = |f: &Base| f.rect.centre.dot(base.rect.ahead);
        let first = met.filter(|f| claim.overlaps(&f.rect)).max_by(|a, b| ahead(a).total_cmp(&ahead(b)));
        let Some(friend) = first else { return Some(()) };
        let there = friend.back(table::clearance(&friend.rect, -friend.rect.ahead, &claim.rect, 0.0));
        if !may_be_moved(board, base, &friend) || !can_go(board, board.base(friend.id)?, &there) {
            return None;
        }
        pushed.retain(|p| p.id != friend.id);
        pushed.push(there);
        push_from(board, base, &there, pushed, chain)?;
    }
}

/// Whether a friend may be moved out of the way: it faces as the one that turns did and no enemy is in contact.
fn may_be_moved(board: &Board<'_>, base: &Base, friend: &Base) -> bool {
    faces(friend.facing, base.facing, 0.0)
        && board.camp_of(friend.id).is_none()
        && board.base(friend.id).is_some_and(|f| !board.enemies(f.side).any(|e| contacts::touch(e, f)))
}

/// Whether a friend can go straight back to a place: past no enemy, camp, forbidden ground or edge.
fn can_go(board: &Board<'_>, friend: &Base, there: &Base) -> bool {
    let by = there.rect.centre - friend.rect.centre;
    let path = table::swept(&friend.rect, by);
    let meets_enemy = board.enemies(friend.side).any(|e| table::penetration(&path, &e.rect) > NEAR);
    !meets_enemy
        && !meets_camp(board, &path)
        && ground::on_table(board, &there.rect)
        && ground::may_cross(board, &friend.rect, by, friend.troop)
}

fn meets_camp(board: &Board<'_>, shape: &impl table::Solid) -> bool {
    Side::ALL.into_iter().filter_map(|side| board.outline(side)).any(|o| table::penetration(shape, &o) > NEAR)
}

/// Whether a place is clear of the enemies of a base, of camps, and on the table.
fn is_clear(board: &Board<'_>, base: &Base, rect: &Rect, path: &impl table::Solid) -> bool {
    !board.enemies(base.side).any(|e| table::penetration(path, &e.rect) > NEAR)
        && !meets_camp(board, path)
        && ground::on_table(board, rect)
}

/// Where another attacker of a turned element comes to stand: in the flank or rear contact that its facing now gives,
/// straight ahead or along the edge; none if it cannot, and then it is out of contact.
fn follow(after: &Board<'_>, enemy: &Base, turned: &Base) -> Option<Base> {
    let kind = if faces(enemy.facing, turned.facing, 90.0) {
        Contact::LeftFlank
    } else if faces(enemy.facing, turned.facing, 270.0) {
        Contact::RightFlank
    } else if faces(enemy.facing, turned.facing, 0.0) {
        Contact::Rear
    } else {
        return None;
    };
    let there = line_up(enemy, turned, kind);
    let (u, v) = enemy.rect.local(there.rect.centre);
    let straight = u.abs() <= NEAR || v.abs() <= NEAR;
    let near = Vec2::new(u, v).len() <= WIDTH + NEAR;
    let free = !after.others(enemy.id).any(|b| there.overlaps(&b.rect))
        && !meets_camp(after, &there.rect)
        && ground::on_table(after, &there.rect)
        && ground::may_enter(after, &there.rect, enemy.troop);
    (straight && near && v >= -NEAR && free).then_some(there)
}

/// War Wagons show the edge that an enemy has contacted as their front, unless another already holds their front.
pub fn show_front(book: &Dba, phase: &mut Phase, field: &Field, striker: UnitId, wagons: UnitId) {
    if field.card(wagons).class != Troop::WarWagons as u16 {
        return;
    }
    let board = Board::of(book, field, phase);
    let (Some(striker), Some(base)) = (board.base(striker), board.base(wagons)) else { return };
    if contacts::front_enemy(&board, base).is_some() {
        return;
    }
    // Which way the edge looks, in quarters clockwise of their own facing.
    let out = striker.facing.about() - field.unit(wagons).pose.facing;
    let edge = match (out.0.wrapping_add(1 << 29) >> 30) & 3 {
        0 => Edge::Front,
        1 => Edge::Right,
        2 => Edge::Rear,
        _ => Edge::Left,
    };
    phase.fronts.set(wagons, edge);
}
