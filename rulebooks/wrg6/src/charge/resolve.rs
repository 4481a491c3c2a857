//! Charges on the table: who may charge whom and on which way, and how far it goes.

use crate::aftermath::run::turned;
use crate::board::Board;
use crate::board::contact::Picture;
use crate::board::state::{Answer, Charge, State};
use crate::charge::reach;
use crate::charge::rules::{Charged, answers_left};
use crate::data::formation::is_march_column;
use crate::data::lengths::HAIR;
use crate::orders::order;
use crate::orders::order::Target;
use mechanics::contact::{Charger, Way, aim_beside};
use table::{Edge, Leg, Pose, Rect, cast, swept};
use umpire::UnitId;

/// Whether a body may declare a charge at all (`wrg6.charge.targets`).
pub fn may_declare(board: Board<'_>, id: UnitId) -> bool {
    let (state, block) = (board.state(id), &board.field.unit(id).formation);
    let idle = !state.seen.routing
        && !state.seen.shaken
        && state.seen.retiring == 0
        && !state.now.no_advance
        && !state.seen.looting;
    idle && !state.seen.aboard
        && board.kit(id).charge().is_some()
        && !board.phase.is_pinned(id)
        && !is_march_column(block.files.into(), block.ranks().into())
}

/// What orders need to know of an enemy.
pub fn target(board: Board<'_>, id: UnitId, enemy: UnitId) -> Target {
    let (state, side) = (board.state(id), board.side(id));
    let at = board.rect(enemy);
    let sector = state.kept.order.map(|order| order.area.sector());
    Target {
        flank: board.shows_flank(enemy, board.rect(id).front_mid()),
        light: board.kit(enemy).troop.is_light(),
        shaken: board.state(enemy).seen.shaken,
        disordered: board.disordered(enemy),
        blocking: blocks(board, id, at),
        other_sector: sector.is_some_and(|sector| sector != board.sector_of(side, at.front_mid())),
        shooting_at_us: board.state(enemy).seen.shot.aimed_at == Some(id),
    }
}

/// Whether an enemy stands in the corridor between a body and its objective (`wrg6.orders.H.charge`).
fn blocks(board: Board<'_>, id: UnitId, enemy: &Rect) -> bool {
    let corridor = swept(board.rect(id), crate::orders::objective::way(board, id));
    table::penetration(&corridor, enemy) > 0.0
}

/// The enemies a body may charge by its orders, each with its way; the nearest first.
pub fn targets(board: Board<'_>, id: UnitId) -> Vec<Charge> {
    if !may_declare(board, id) {
        return Vec::new();
    }
    let state = board.state(id);
    let allowed = |enemy: UnitId| match state.kept.order {
        _ if state.seen.impetuous => true,
        Some(order) => order::leave_to_charge(order, target(board, id, enemy)).granted,
        None => false,
    };
    let mut list: Vec<Charge> = board
        .enemies(board.side(id))
        .filter(|&enemy| reach::in_reach(board, id, enemy) && allowed(enemy))
        .filter_map(|enemy| way(board, id, enemy))
        .collect();
    list.sort_by(|a, b| board.gap(id, a.on).total_cmp(&board.gap(id, b.on)).then(a.on.cmp(&b.on)));
    list
}

/// The way of a charge: the least change of direction that brings the charger into contact; friends abreast who could
/// charge as well are not in its way (`wrg6.charge.path`).
pub fn way(board: Board<'_>, id: UnitId, enemy: UnitId) -> Option<Charge> {
    let reach = board.kit(id).charge()?;
    let light = board.kit(id).is_li();
    let passes = |other: UnitId| {
        board.side(other) == board.side(id) && other != id && (light || board.steps_aside(other))
    };
    let near = |other: &UnitId| board.may_be_within(id, *other, reach + HAIR);
    let picture = Picture::of(board, board.bodies().filter(|other| near(other) && !passes(*other)));
    let (who, target) = (picture.place(id)?, picture.place(enemy)?);
    let charger = Charger { who, targets: vec![target], normal: board.kit(id).normal(), charge: reach };
    let abreast = |&friend: &UnitId| {
        board.kit(friend).charge().is_some_and(|far| far >= reach)
            && board.rect(friend).ahead.dot(board.rect(id).ahead) >= ABREAST
            && may_declare(board, friend)
    };
    let beside: Vec<usize> =
        board.friends(id).filter(abreast).filter_map(|friend| picture.place(friend)).collect();
    let way = aim_beside(&picture.scene(), &charger, &beside).ok()?;
    declared(board, id, enemy, &way)
}

/// The cosine of 10 degrees: who faces the same way so nearly charges abreast.
const ABREAST: f64 = 0.984_807_753;

/// A charge on that way, if the ground lets it get so far.
pub fn declared(board: Board<'_>, id: UnitId, enemy: UnitId, way: &Way) -> Option<Charge> {
    let start = board.rect(id);
    let there = Way { run: 0.0, ..*way }.at(start, 1.0);
    let effort = way.effort(2.0 * start.half_width);
    let left = reach::charge_over(board, id, &swept(&there, there.ahead * way.run))? - effort;
    if left < way.run {
        return None;
    }
    let from_before = !board.shows_flank(enemy, start.front_mid());
    let thousandths = |much: f64| (much * 1000.0) as i32;
    Some(Charge {
        by: id,
        on: enemy,
        straight: thousandths(way.straight),
        wheel: thousandths(way.wheel),
        aside: thousandths(way.side_step),
        ahead: thousandths(left),
        to_go: thousandths(effort + way.run),
        front: from_before,
        from_before,
    })
}

/// The wheel of a charge, clockwise positive.
pub fn wheeled(pose: Pose, rect: &Rect, degrees: f64) -> Leg {
    let side = if degrees >= 0.0 { Edge::Right } else { Edge::Left };
    Leg::wheel(pose, 2.0 * rect.half_width, 2.0 * rect.half_depth, side, degrees.abs())
}

/// Whether a body can go nowhere: held in contact, or with less than 10 paces to go from its nearest charger, or on the
/// way back of one who is not charged (`wrg6.charge.responses`).
pub fn pinned(board: Board<'_>, id: UnitId) -> bool {
    if board.phase.is_pinned(id) {
        return true;
    }
    let rect = board.rect(id);
    let away = nearest_charger(board, id).map_or(rect.ahead * -1.0, |charger| board.away_from(id, charger));
    let from = turned(board, id, away);
    board.bodies().filter(|&other| other != id).any(|other| {
        let passes = board.side(other) == board.side(id) && board.may_pass(id, other);
        !passes && cast(&from, away, 10.0, board.rect(other), HAIR).is_some()
    })
}

/// The nearest of those who charge a body (`wrg6.charge.many`).
pub fn nearest_charger(board: Board<'_>, id: UnitId) -> Option<UnitId> {
    let chargers = board.phase.charges_on(id).map(|charge| charge.by);
    chargers.min_by(|&a, &b| board.gap(id, a).total_cmp(&board.gap(id, b)).then(a.cmp(&b)))
}

/// The row by which a body answers: wild troops charge whatever befell them; who rallied only in step 4 answers by its
/// orders (`wrg6.reaction.column.charged`).
fn row_of(state: &State) -> u8 {
    match state.now.row {
        _ if state.seen.impetuous => 1,
        0 => 2,
        row if state.now.no_advance => row.max(4),
        row => row,
    }
}

/// A charged body, once it has tested, as the rules of answering see it, and its nearest charger.
pub fn charged(board: Board<'_>, id: UnitId) -> Option<(Charged, UnitId)> {
    let charger = nearest_charger(board, id)?;
    let (kit, state) = (board.kit(id), board.state(id));
    let charged = Charged {
        troop: kit.troop,
        charger: board.kit(charger).troop,
        posture: state.posture(),
        in_cover: board.in_cover(id),
        row: row_of(state),
        // The test has broken those whom being shaken breaks; the others on row 5 are only shaken now.
        shaken: false,
        pinned: pinned(board, id),
    };
    Some((charged, charger))
}

/// How a charged body may answer, once it has tested.
pub fn answers(board: Board<'_>, id: UnitId) -> Vec<Answer> {
    let Some((charged, charger)) = charged(board, id) else { return Vec::new() };
    let kit = board.kit(id);
    let mut list = answers_left(&charged);
    // Those who cannot charge or run stand.
    let cannot = |response: &Answer| match response {
        Answer::Countercharge => kit.charge().is_none() || way(board, id, charger).is_none(),
        Answer::Evade => crate::movement::rules::evade(&board.book.house, kit.mover, 1).is_none(),
        _ => false,
    };
    list.retain(|response| !cannot(response));
    if list.is_empty() {
        list.push(Answer::Stand);
    }
    list
}
