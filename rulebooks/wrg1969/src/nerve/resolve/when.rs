//! Who must test, who may, and whom cover had hidden from them.

use crate::Wrg1969;
use crate::board::state::{Doing, Fallen, Flight, Phase, UnitState};
use crate::board::{Board, Body, sight};
use crate::charge::{resolve as charge, way};
use crate::data::measure::{in_mils, inches, within};
use crate::data::reaction::Reaction;
use crate::nerve::factors;
use crate::nerve::rules::Due;
use mechanics::{Befallen, Shot};
use table::Vec2;
use umpire::{Field, Side, UnitId};

/// Everything that may call for a test of a unit at the end of a period.
pub fn occasions(board: &Board<'_>, body: &Body<'_>, closes: bool) -> Due {
    let state = board.state(body.id);
    let apart = |p: Vec2| p.distance(body.standard());
    let fallen = board.phase.fallen.iter().filter(|f| is_mine(board, body, f));
    let fallen = fallen.map(|f| inches(f.at)).filter(|&p| sight::sees_point(board, body, p)).map(apart);
    let broke = board
        .friendly_units(body)
        .filter(|f| board.state(f.id).now.broke_now || board.state(f.id).seen.broke_late)
        .filter(|f| sight::sees(board, body, f))
        .map(|f| body.apart(f));
    // Who was destroyed, or ran off the table, counts as broken too.
    let friend = |f: &&Fallen| f.side == body.side && board.book.kit(f.figure).is_unit();
    let lost = board.phase.lost.iter().filter(friend).map(|f| inches(f.at));
    let broke = broke.chain(lost.filter(|&p| sight::sees_point(board, body, p)).map(apart));
    let hidden = state.kept.secret.surprised_by.and_then(|id| board.body(id)).map(|e| body.apart(e));
    let warned = state.kept.secret.surprised_by.is_some_and(|id| is_warned(board, body, id));
    let meets = || state.now.under_fire > 0 || factors::in_charge_reach(board, body);
    // Below half is tested at once when the figures fall, not here.
    let befallen = Befallen {
        meets_enemy: !state.seen.has_met_enemy && meets(),
        has_met_enemy: state.seen.has_met_enemy,
        is_to_charge: closes,
        // Those present before the fire.
        shot: Shot {
            men: state.now.missile_loss.into(),
            strength: state.now.before_fire.into(),
            ..Shot::default()
        },
        surprised_at: hidden.filter(|_| !warned),
        friend_broke_at: broke.min_by(f64::total_cmp),
        leader_lost_at: fallen.min_by(f64::total_cmp),
        ..Befallen::default()
    };
    Due {
        befallen,
        uncontrolled: state.is_uncontrolled(),
        in_close_combat: board.phase.in_close_combat(body.id),
        broken: state.is_broken(),
        pursuit_period: pursuit_period(state),
        positive_reaction: state.seen.running.is_some(),
    }
}

/// In which period of pursuit a unit is; 0 if it does not pursue.
pub fn pursuit_period(state: &UnitState) -> u8 {
    match state.seen.flight {
        Flight::Pursuing(_, run) => run.max(1) + u8::from(state.seen.tired),
        _ => 0,
    }
}

/// Whether a general lost was a unit's own, or the commander in chief (`wrg1969.reaction.when.general_lost`).
fn is_mine(board: &Board<'_>, body: &Body<'_>, fallen: &Fallen) -> bool {
    let command = &board.phase.command[body.side];
    let others = command.subordinates.iter().filter(|g| !g.units.contains(&body.id));
    fallen.side == body.side && !others.into_iter().any(|g| g.figure == fallen.figure)
}

/// Whether its order warned a unit of the cover an enemy came out of (`wrg1969.orders.warned`).
fn is_warned(board: &Board<'_>, body: &Body<'_>, enemy: UnitId) -> bool {
    let Some(leg) = board.state(body.id).leg() else { return false };
    // The cover he is in, or was in when the period began.
    let Some(now) = board.body(enemy) else { return false };
    let pose = board.state(enemy).kept.stood[0];
    let before = now.at(pose.at.vec() * (1.0 / crate::data::measure::MM), pose.facing);
    let lairs = [&before, now].map(|e| sight::lair(board, e));

    lairs.into_iter().flatten().any(|f| leg.warned_of.contains(&f.id))
}

/// Enemies that a unit's order lets it charge and who may come into its reach next period, nearest first
/// (`wrg1969.move.charge.declare`).
pub fn may_close_with(board: &Board<'_>, body: &Body<'_>) -> Vec<UnitId> {
    let state = board.state(body.id);
    let running = state.seen.running.is_some_and(|r| r.reaction != Reaction::AdvanceOnEnemy);
    let ordered =
        state.leg().is_some() || state.seen.running.is_some() || board.phase.led_by_general(body.id);
    // Evaders rally first, and may not charge next period.
    let evaded = matches!(state.now.doing, Doing::Evading(_));
    let busy = running || state.seen.flight != Flight::None || evaded || state.seen.square;
    if !ordered || busy || board.engaged(body.id) || body.charge() <= 0.0 {
        return Vec::new();
    }
    let near = |e: &&Body<'_>| within(e.gap(body), body.charge() + e.normal());
    let mut enemies: Vec<&Body<'_>> = board
        .troops()
        .filter(|e| e.side != body.side)
        .filter(near)
        .filter(|e| charge::permits(board, body, e))
        .collect();
    enemies.sort_by_cached_key(|e| (in_mils(e.gap(body)), e.id));
    enemies.into_iter().map(|e| e.id).collect()
}

/// Whether a unit may well come to blows with one of those next period: he comes on, or is in reach as they stand.
pub fn is_near_enough(board: &Board<'_>, body: &Body<'_>, enemies: &[UnitId]) -> bool {
    let reached = |e: &Body<'_>| {
        within(e.gap(body), body.charge())
            && way::course(board, body, e, body.charge()).is_some_and(|c| charge::reaches(&c, &e.rect))
    };
    enemies.iter().any(|&e| board.state(e).now.advanced)
        || enemies.iter().filter_map(|&e| board.body(e)).any(reached)
}

/// Units that may make a voluntary test (`wrg1969.reaction.when.voluntary`).
pub fn may_test(board: &Board<'_>, side: Side) -> Vec<UnitId> {
    let free = |b: &&Body<'_>| b.side == side && board.phase.is_free_to_test(b.id);
    board.units().filter(free).map(|b| b.id).collect()
}

impl Phase {
    /// Whether nothing bars a unit from testing of its own will: no close fighting, rout, first period of pursuit or
    /// running result.
    pub fn is_free_to_test(&self, unit: UnitId) -> bool {
        let state = &self.units[unit.index()];
        state.seen.running.is_none()
            && !state.is_broken()
            && pursuit_period(state) != 1
            && !self.in_close_combat(unit)
    }

    /// Whether a unit is in close fighting; to cut down those who run is none.
    fn in_close_combat(&self, unit: UnitId) -> bool {
        self.opponents(unit).any(|e| !self.units[e.index()].is_broken())
    }
}

/// An enemy close by whom cover had hidden and a unit now sees; rather one it was not warned of
/// (`wrg1969.reaction.when.surprise`).
fn surprise(board: &Board<'_>, body: &Body<'_>) -> Option<UnitId> {
    let reach = crate::data::tables::tables().reaction.distance.surprise;
    let hidden = &board.state(body.id).kept.hidden_from_it;
    let near = |e: &&Body<'_>| hidden.contains(&e.id) && within(body.apart(e), reach);
    let seen = board.enemy_units(body.side).filter(near).filter(|e| sight::sees(board, body, e));
    seen.map(|e| e.id).min_by_key(|&e| is_warned(board, body, e))
}

/// Notes at the charge-bonus point whom units have just sighted, for the tests of those charged.
pub fn note_sightings(book: &Wrg1969, phase: &mut Phase, field: &Field) {
    let found: Vec<(UnitId, UnitId)> = {
        let board = Board::of(book, field, phase);
        board.units().filter_map(|b| Some((b.id, surprise(&board, b)?))).collect()
    };
    for (unit, enemy) in found {
        phase.units[unit.index()].kept.secret.surprised_by = Some(enemy);
    }
}

/// What one saw in a period.
struct Looked {
    unit: UnitId,
    surprised_by: Option<UnitId>,
    /// Enemies whom it does not see.
    hidden_from_it: Vec<UnitId>,
    has_seen_enemy: bool,
    /// Whether no enemy sees it.
    is_hidden: bool,
}

/// Notes at the end of a period whom units have sighted, and who is hidden from now on.
pub fn note_surprises(book: &Wrg1969, phase: &mut Phase, field: &Field) {
    let found: Vec<Looked> = {
        let board = Board::of(book, field, phase);
        let look = |b: &Body<'_>| {
            let enemies = || board.enemy_units(b.side);
            let hidden: Vec<UnitId> =
                enemies().filter(|e| !sight::sees(&board, b, e)).map(|e| e.id).collect();
            Looked {
                unit: b.id,
                surprised_by: surprise(&board, b),
                has_seen_enemy: board.state(b.id).kept.has_seen_enemy || hidden.len() < enemies().count(),
                hidden_from_it: hidden,
                is_hidden: sight::hidden(&board, b.id),
            }
        };
        board.bodies.iter().map(look).collect()
    };
    for looked in found {
        let kept = &mut phase.units[looked.unit.index()].kept;
        kept.secret.surprised_by = looked.surprised_by.or(kept.secret.surprised_by);
        (kept.hidden_from_it, kept.was_hidden) = (looked.hidden_from_it, looked.is_hidden);
        kept.has_seen_enemy = looked.has_seen_enemy;
    }
}
