//! What a unit sees about it when it tests: every factor of the reaction test, looked up on the table.

use crate::board::state::{Flight, General};
use crate::board::{Board, Body, cover, sight};
use crate::charge::resolve as charge;
use crate::combat::disorder;
use crate::data::feature::{Feature, Kind, Outline};
use crate::data::measure::{NEAR, within};
use crate::data::reaction::{Occasion, Reaction};
use crate::data::tables::tables;
use crate::data::troop::Troop;
use crate::nerve::rules::{Cinc, Line, Sheet, Special, Test};
use crate::orders::general;
use crate::orders::order::Verb;
use table::{Edge, Vec2};

/// A unit's test on an occasion, with everything that counts for and against it.
pub fn test(board: &Board<'_>, body: &Body<'_>, occasion: Occasion) -> Option<Test> {
    let state = board.state(body.id);
    // At the charge-bonus point this period's fire is still to come.
    let before_fire = occasion == Occasion::Charged || !board.phase.threats.is_empty();
    let pressed = occasion == Occasion::Charged || state.now.charged || state.now.under_fire > 0;
    Some(Test {
        grade: state.kept.grade?,
        regular: body.kit.regular,
        figures: body.strength(),
        original: state.seen.original,
        has_order: has_order(board, body),
        occasion,
        pressed,
        pursuing: state.is_pursuing(),
        sheet: sheet(board, body, usize::from(before_fire), occasion),
        special: special(board, body),
    })
}

/// Whether a unit has an order: one not completed, or the general in person (`wrg1969.orders.direct_control`).
pub fn has_order(board: &Board<'_>, body: &Body<'_>) -> bool {
    board.state(body.id).leg().is_some() || general::is_with(board.phase, body.side, body.id)
}

/// Every factor; `fire` says whether this period's fire counts (0) or last period's (1).
fn sheet(board: &Board<'_>, body: &Body<'_>, fire: usize, occasion: Occasion) -> Sheet {
    let mut sheet = Sheet::default();
    let state = board.state(body.id);
    // In close fighting below half only friends close by count.
    let close = occasion == Occasion::BelowHalf && board.engaged(body.id);
    friends(board, body, close, &mut sheet);
    enemies(board, body, &mut sheet);
    covers(board, body, &mut sheet);
    let enough = tables().reaction.distance.under_fire_figures;
    let fired = if fire == 0 { &state.now } else { &state.last };
    sheet.note(Line::UnderFire, fired.under_fire >= enough);
    sheet.note(Line::Disorganised, disorder::disorganised(board, body));
    sheet.note(Line::SelfRetiring, is_retiring(board, body));
    let specialists = board.specialists(body);
    sheet.note(Line::Bows, body.kit.has_bows(body.figures, specialists));
    sheet.note(Line::Shieldless, body.kit.is_shieldless(body.figures, specialists));
    sheet.note(Line::JustSighted, state.kept.secret.surprised_by.is_some());
    sheet
}

/// Whether a unit retires or retreats, by a result or by its order (`wrg1969.reaction.def.states`).
fn is_retiring(board: &Board<'_>, body: &Body<'_>) -> bool {
    let state = board.state(body.id);
    let ordered = state.leg().is_some_and(|leg| leg.verb == Verb::RetireTo) && state.now.moved > 0;
    !state.is_broken() && (state.is_retiring() || ordered)
}

/// Whether another unit counts at all: in view, and nothing impassable between (`wrg1969.reaction.within`).
fn counts(board: &Board<'_>, body: &Body<'_>, other: &Body<'_>) -> bool {
    sight::sees(board, body, other) && !cut_off(board, body.standard(), other.standard())
}

/// Whether something impassable lies between two places, with no way round shorter than 30
/// (`wrg1969.reaction.within`).
fn cut_off(board: &Board<'_>, a: Vec2, b: Vec2) -> bool {
    const ROUND: f64 = 30.0;
    let shuts = |f: &&Feature| f.is_impassable() && lies_across(f, [a, b]);
    let Some(barrier) = board.book.features.iter().find(shuts) else { return false };
    let by = |p: Vec2| a.distance(p) + p.distance(b) < ROUND;
    let crossed = board.book.features.iter().any(|f| f.kind.is_crossing() && by(f.centre()));
    let round = match &barrier.outline {
        Outline::Area(areas) => areas.first().is_some_and(|area| area.outline().iter().any(|&p| by(p))),
        Outline::Line(points) => [points.first(), points.last()].into_iter().flatten().any(|&p| by(p)),
        Outline::Point(_) => true,
    };
    !crossed && !round
}

fn lies_across(feature: &Feature, line: [Vec2; 2]) -> bool {
    match &feature.outline {
        Outline::Area(areas) => areas.first().is_some_and(|area| area.length_inside(line) > NEAR),
        Outline::Line(points) => points.windows(2).any(|w| table::crossing(line, [w[0], w[1]]).is_some()),
        Outline::Point(_) => false,
    }
}

fn friends(board: &Board<'_>, body: &Body<'_>, close: bool, sheet: &mut Sheet) {
    let reach = &tables().reaction.distance;
    let near = if close { reach.close_friends } else { reach.near };
    let routers_count = board.book.house.routers_count_as_near;
    for friend in board.friendly_units(body).filter(|f| counts(board, body, f)) {
        let state = board.state(friend.id);
        let is_near = within(body.apart(friend), near);
        if state.is_broken() {
            if is_near {
                sheet.more(Line::FriendsRouting);
            }
            if !routers_count {
                continue;
            }
        }
        let behind = in_rear(body, friend.standard()) && (!close || is_near);
        sheet.note(Line::RearSupport, behind && supports(board, body, friend));
        if !is_near {
            sheet.note(Line::FriendsInSight, !close);
            continue;
        }
        sheet.more(Line::FriendsNear);
        sheet.note(Line::FriendsAdvancing, state.now.advanced || state.is_charging());
        sheet.note(Line::FriendsCharging, state.is_charging());
        sheet.note(Line::FriendsRetiring, is_retiring(board, friend));
    }
}

/// Whether a friend is near, steady and strong enough to support (`wrg1969.reaction.def.rear_support`).
fn supports(board: &Board<'_>, body: &Body<'_>, friend: &Body<'_>) -> bool {
    let state = board.state(friend.id);
    let goes_up = |r: Reaction| matches!(r, Reaction::AdvanceOnEnemy | Reaction::UncontrolledAdvance);
    within(friend.gap(body), friend.normal())
        && state.seen.flight == Flight::None
        && state.seen.running.is_none_or(|r| goes_up(r.reaction))
        && !board.engaged(friend.id)
        && friend.strength() * 2 >= body.strength()
        && !disorder::disorganised(board, friend)
}

/// Whether a place lies in the rear quarter of a unit, 45 degrees either side of straight back.
fn in_rear(body: &Body<'_>, p: Vec2) -> bool {
    within(135.0, body.off_front(p).abs())
}

fn enemies(board: &Board<'_>, body: &Body<'_>, sheet: &mut Sheet) {
    let reach = &tables().reaction.distance;
    let (here, square) = (board.level(body.standard()), board.state(body.id).seen.square);
    for enemy in board.enemy_units(body.side).filter(|e| counts(board, body, e)) {
        let state = board.state(enemy.id);
        let apart = body.apart(enemy);
        let is_near = within(apart, reach.near);
        if state.is_broken() {
            if is_near {
                sheet.more(Line::EnemiesRouting);
            }
            if !board.book.house.routers_count_as_near {
                continue;
            }
        }
        let rear = in_rear(body, enemy.standard());
        let behind_front = body.rect.local(enemy.standard()).1 < body.rect.half_depth;
        let on_flank = behind_front && !rear && within(enemy.gap(body), enemy.charge());
        sheet.note(Line::EnemyOnFlank, on_flank && !square);
        if !is_near {
            sheet.note(Line::EnemiesInSight, true);
            continue;
        }
        let facing = enemy.faces(body.standard());
        if facing {
            sheet.more(Line::EnemiesNearFacing);
        }
        sheet.note(Line::EnemyShowsFlank, !facing);
        sheet.note(Line::EnemyRetiring, is_retiring(board, enemy));
        sheet.note(Line::EnemyCavalry, enemy.troop().is_cavalry());
        sheet.note(Line::EnemyAdvancing, state.now.advanced || state.is_charging());
        sheet.note(Line::EnemyInRear, rear && !square);
        let there = board.level(enemy.standard());
        sheet.note(Line::Uphill, here > there);
        sheet.note(Line::Downhill, here < there);
        let beasts = enemy.troop() == Troop::Elephant || enemy.troop().is_chariot();
        sheet.note(Line::ElephantsOrChariots, beasts && within(apart, reach.elephants_or_chariots));
    }
}

/// Whether a side knows some cover to be its own or free of enemy (`wrg1969.reaction.def.cover`).
fn is_friendly(board: &Board<'_>, body: &Body<'_>, i: usize, feature: &Feature) -> bool {
    let in_it = |b: &&Body<'_>| within(cover::distance_to(feature, b.standard()), 0.0);
    let known_free = board.phase.command[body.side].cover_free.get(i).copied().unwrap_or(false);
    let seen = |b: &Body<'_>| sight::seen_by(board, b, body.side);
    let held = board.units().any(|b| b.side != body.side && in_it(&b) && seen(b));
    let own = board.units().any(|b| b.side == body.side && in_it(&b));
    !held && (own || known_free)
}

fn covers(board: &Board<'_>, body: &Body<'_>, sheet: &mut Sheet) {
    let reach = tables().reaction.distance.cover;
    let kinds = |f: &Feature| matches!(f.kind, Kind::Wood | Kind::Village | Kind::FieldDefences);
    for (i, feature) in board.book.features.iter().enumerate().filter(|(_, f)| kinds(f)) {
        if !within(cover::distance_to(feature, body.standard()), reach) {
            continue;
        }
        let friendly = is_friendly(board, body, i, feature);
        sheet.note(Line::FriendlyCover, friendly);
        sheet.note(Line::UnfriendlyCover, !friendly);
    }
}

/// What steadies a unit (`wrg1969.reaction.special`).
fn special(board: &Board<'_>, body: &Body<'_>) -> Special {
    Special {
        cinc: cinc(board, body),
        behind_cover: cover::behind_cover(board, body),
        in_square: board.state(body.id).seen.square,
        secure_flanks: [Edge::Left, Edge::Right].into_iter().filter(|&e| is_secure(board, body, e)).count()
            as u8,
    }
}

/// Where the general is (`wrg1969.reaction.special.cinc`).
fn cinc(board: &Board<'_>, body: &Body<'_>) -> Cinc {
    // A subordinate is as the commander in chief to the units assigned to him (`wrg1969.orders.subordinates`).
    let command = &board.phase.command[body.side];
    let mine = command.subordinates.iter().filter(|g| g.units.contains(&body.id));
    let generals = || mine.clone().chain(&command.general).filter(|g| g.free);
    if generals().any(|g| g.with == Some(body.id)) {
        return Cinc::With;
    }
    if generals().any(|g| is_near(board, body, g)) { Cinc::Near } else { Cinc::None }
}

/// Whether a general is near a unit and in view, and does not run himself.
fn is_near(board: &Board<'_>, body: &Body<'_>, general: &General) -> bool {
    let runs = general.with.is_some_and(|unit| {
        let state = board.state(unit);
        state.is_broken() || state.is_retiring()
    });
    let near =
        |f: &Body<'_>| within(f.apart(body), tables().reaction.distance.near) && sight::sees(board, body, f);
    !runs && board.body(general.with.unwrap_or(general.figure)).is_some_and(near)
}

/// Whether a flank is secure (`wrg1969.reaction.def.secure_flank`).
fn is_secure(board: &Board<'_>, body: &Body<'_>, flank: Edge) -> bool {
    let [a, b] = body.rect.edge(flank);
    let limit = tables().reaction.distance.secure_flank_cover;
    let by_ground = board.book.features.iter().enumerate().any(|(i, f)| {
        let near = [a, a.lerp(b, 0.5), b].into_iter().any(|p| within(cover::distance_to(f, p), limit));
        near && (f.is_impassable() || (f.kind.is_cover() && is_friendly(board, body, i, f)))
    });
    let on_side = |p: Vec2| {
        let (right, _) = body.rect.local(p);
        let out = if flank == Edge::Right { right } else { -right };
        out > body.rect.half_width + NEAR
    };
    by_ground
        || board
            .friendly_units(body)
            .any(|f| on_side(f.standard()) && !in_rear(body, f.standard()) && supports(board, body, f))
}

/// Whether an enemy could charge a unit as they stand (`wrg1969.reaction.def.charge_reach`).
pub fn in_charge_reach(board: &Board<'_>, body: &Body<'_>) -> bool {
    board.enemy_units(body.side).any(|enemy| charge::has_in_reach(board, enemy, body))
}
