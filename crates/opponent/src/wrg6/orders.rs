//! Order codes: written before the battle, and anew in step 8.

use super::deploy;
use umpire::{Side, UnitId};
use wrg6::api::board::Board;
use wrg6::api::data::Class;
use wrg6::api::data::tables;
use wrg6::api::orders::{Order, Pace, Posture};

/// A body's order before the battle: skirmishers skirmish, as do all lights with bows and the like; the others attack,
/// warily, so that they may halt, keep together and be charged rather than march past. Nothing to leave it as it is.
pub fn first(board: Board<'_>, id: UnitId, now: Order) -> Option<Order> {
    let area = deploy::area(board, id, now);
    let kit = board.kit(id);
    let shoots = kit.missile.is_some_and(|missile| tables().range(missile).maximum > 60);
    let (pace, posture) = match now.posture {
        Posture::Skirmish => (now.pace, Posture::Skirmish),
        // Engines are not led against the enemy.
        posture if !kit.troop.is_mounted() && kit.charge().is_none() => (now.pace, posture),
        _ if kit.troop.is_light() && shoots => (Pace::Wary, Posture::Skirmish),
        _ => (Pace::Wary, Posture::Attack),
    };
    let order = Order { area, pace, posture, ..now };
    (order != now).then_some(order)
}

/// Whether friends other than lights stand between a body and the enemy.
fn is_behind_friends(board: Board<'_>, id: UnitId) -> bool {
    let rect = board.rect(id);
    board.friends(id).any(|friend| {
        let (u, v) = rect.local(board.rect(friend).centre);
        !board.kit(friend).troop.is_light()
            && v > rect.half_depth
            && v < 250.0
            && u.abs() < rect.half_width + board.rect(friend).half_width
    })
}

/// The new order that a general gives, as he writes it; nothing if all is well.
pub fn anew(board: Board<'_>, side: Side, general: usize) -> Option<String> {
    let command = &board.phase.command[side].generals[general];
    let mine = board.bodies().filter(|&id| board.side(id) == side);
    // Whom a subordinate commands the commander-in-chief leaves to him.
    let has_his_own = |id: &UnitId| {
        let generals = &board.phase.command[side].generals;
        generals.iter().any(|g| !g.cinc && g.command.contains(id) && board.general_at(g).is_some())
    };
    let commanded =
        mine.filter(|id| if command.cinc { !has_his_own(id) } else { command.command.contains(id) });
    let wish = |id: UnitId| {
        let order = change(board, id)?;
        let delay = board.general_gap(command, id)?;
        Some((delay, id, order))
    };
    let (_, id, order) = commanded.filter_map(wish).min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))?;
    Some(format!("{}: {order}", board.field.card(id).label))
}

/// The order that a body should have instead of its own.
fn change(board: Board<'_>, id: UnitId) -> Option<Order> {
    let state = board.state(id);
    let now = state.kept.order?;
    if state.kept.incoming.is_some() || state.seen.routing {
        return None;
    }
    let order = if now.posture == Posture::Skirmish {
        Order { area: elsewhere(board, id, now)?, ..now }
    } else if state.seen.shaken {
        // The shaken are kept out of it.
        Order { pace: Pace::Wary, posture: Posture::Hold, ..now }
    } else if let Some(area) = elsewhere(board, id, now) {
        Order { area, pace: Pace::Quick, posture: Posture::Attack, ..now }
    } else {
        let engaged =
            board.friends(id).any(|friend| board.phase.in_contact(friend) && board.within(id, friend, 200.0));
        let open = engaged && !is_behind_friends(board, id);
        if !open || state.kept.class == Some(Class::D) {
            return None;
        }
        Order { pace: Pace::Quick, posture: Posture::Attack, ..now }
    };
    (order != now).then_some(order)
}

/// The sector of the nearest enemy, for a body that has none left in its own.
fn elsewhere(board: Board<'_>, id: UnitId, now: Order) -> Option<wrg6::api::orders::Area> {
    let side = board.side(id);
    let sector = |enemy: UnitId| board.sector_of(side, board.rect(enemy).front_mid());
    let unbroken = || board.enemies(side).filter(|&enemy| !board.state(enemy).seen.routing);
    if unbroken().any(|enemy| sector(enemy) == now.area.sector()) {
        return None;
    }
    let nearest =
        unbroken().min_by(|&a, &b| board.gap(id, a).total_cmp(&board.gap(id, b)).then(a.cmp(&b)))?;
    Some(sector(nearest))
}
