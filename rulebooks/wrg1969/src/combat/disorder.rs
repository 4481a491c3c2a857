//! Disorganisation: why a unit is out of order now.
//!
//! What happens in a period is noted in its `causes` and counts, for some causes, in the next period too; how it
//! stands is looked at when it is asked.

use crate::board::sight::seen_by;
use crate::board::state::{Causes, Doing, Flight, UnitState};
use crate::board::{Board, Body};
use crate::charge::resolve as charge;
use crate::data::measure::{NEAR, within};
use crate::data::reaction::{Grade, Reaction};
use crate::data::tables::tables;
use crate::data::troop::Troop;

/// A cause of disorganisation, in the order of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Cause {
    /// Horses near camels or elephants.
    StrangeBeasts,
    /// An enemy behind the flank.
    EnemyBehindFlank,
    /// Pursuing, or lately in a pursuit.
    Pursuit,
    /// A charge of cavalry repulsed.
    Repulsed,
    /// Hindered by the ground.
    Terrain,
    /// Under engine fire and slow.
    EngineFire,
    /// A front that is no longer one line.
    FrontBroken,
    /// Friends passed through.
    PassedThrough,
    /// Barbarians changing direction.
    ChangedDirection,
    /// Charged by elephants or chariots.
    ChargedByBeasts,
    /// Close-order foot going at cavalry.
    FootAtCavalry,
    /// Mounted hindered by the ground now.
    MountedTerrain,
    /// Out of control for the second period.
    OutOfControl,
    /// Chariots charged with javelins.
    ChariotsAtJavelins,
    /// Poor troops that have not won yet.
    Untried,
    /// Burst through by routers.
    BurstThrough,
    /// Retiring, or halted disorganised, by a reaction.
    Retiring,
}

/// Those that still count in the period after the one in which they happened.
const LASTING: u32 = bit(Cause::Pursuit)
    | bit(Cause::Repulsed)
    | bit(Cause::Terrain)
    | bit(Cause::PassedThrough)
    | bit(Cause::ChangedDirection)
    | bit(Cause::BurstThrough);

const fn bit(cause: Cause) -> u32 {
    1 << cause as u8
}

impl Causes {
    /// Adds a cause.
    pub fn add(&mut self, cause: Cause) {
        self.0 |= bit(cause);
    }

    /// Adds a cause if it is there.
    pub fn add_if(&mut self, there: bool, cause: Cause) {
        if there {
            self.add(cause);
        }
    }

    /// Whether a cause is among them.
    pub const fn has(self, cause: Cause) -> bool {
        self.0 & bit(cause) != 0
    }

    /// How many there are.
    pub const fn count(self) -> u8 {
        self.0.count_ones() as u8
    }
}

/// Every cause for which a unit is disorganised now (`wrg1969.disorg.cap`).
pub fn causes(board: &Board<'_>, body: &Body<'_>) -> Causes {
    let state = board.state(body.id);
    if !body.kit.is_troops() {
        return Causes::default();
    }
    let mut all = Causes(state.now.causes.0 | (state.last.causes.0 & LASTING));
    if body.troop() == Troop::LightInfantry {
        all.0 &= !bit(Cause::Terrain);
    }
    all.add_if(near_strange_beasts(board, body), Cause::StrangeBeasts);
    all.add_if(enemy_behind_flank(board, body), Cause::EnemyBehindFlank);
    all.add_if(matches!(state.seen.flight, Flight::Pursuing(..) | Flight::Routing(_)), Cause::Pursuit);
    all.add_if(under_engine_fire(board, body, state), Cause::EngineFire);
    all.add_if(state.now.laps || state.seen.apart.is_some(), Cause::FrontBroken);
    charged(board, body, &mut all);
    all.add_if(second_out_of_control(state), Cause::OutOfControl);
    let untried = state.kept.grade == Some(Grade::E) && state.kept.has_seen_enemy && !state.seen.has_won;
    all.add_if(untried, Cause::Untried);
    let retiring = |r: Reaction| matches!(r, Reaction::Retire | Reaction::HaltDisorganised);
    all.add_if(state.seen.running.is_some_and(|r| retiring(r.reaction)), Cause::Retiring);
    all
}

/// By what a unit is disorganised, in words: what its own side can see of it.
pub fn words(board: &Board<'_>, body: &Body<'_>) -> Vec<String> {
    let causes = causes(board, body);
    let behind = |e: &Body<'_>| behind_flank(body, e.standard()) && seen_by(board, e, body.side);
    let hidden = !board.enemy_units(body.side).any(behind);
    let told = |i: usize| causes.0 >> i & 1 == 1 && !(hidden && i == Cause::EnemyBehindFlank as usize);
    let all = tables().causes.iter().enumerate();
    all.filter(|(i, _)| told(*i)).map(|(_, cause)| cause.name.replace('_', " ")).collect()
}

/// Horses shy at camels and elephants, sooner if their army has none (`wrg1969.disorg.1`).
fn near_strange_beasts(board: &Board<'_>, body: &Body<'_>) -> bool {
    let strange = |kit: &crate::data::kit::Kit| kit.camel || kit.troop == Troop::Elephant;
    let horses = (body.troop().is_cavalry() || body.troop().is_chariot()) && !body.kit.camel;
    if !horses {
        return false;
    }
    let own = board.troops().any(|b| b.side == body.side && strange(b.kit));
    let limit = if own { 3.0 } else { 6.0 };
    board.troops().any(|b| b.id != body.id && strange(b.kit) && within(b.gap(body), limit))
}

/// Whether a place lies behind the line of a unit's front and outside its width.
pub fn behind_flank(body: &Body<'_>, p: table::Vec2) -> bool {
    let (right, ahead) = body.rect.local(p);
    ahead < body.rect.half_depth - NEAR && right.abs() > body.rect.half_width + NEAR
}

/// An enemy behind the flank who is free to charge (`wrg1969.disorg.2`); a square has none.
fn enemy_behind_flank(board: &Board<'_>, body: &Body<'_>) -> bool {
    !board.state(body.id).seen.square
        && board.enemy_units(body.side).any(|enemy| {
            behind_flank(body, enemy.standard())
                && within(enemy.gap(body), enemy.charge())
                && is_free_to_charge(board, enemy)
                && charge::has_in_reach(board, enemy, body)
        })
}

/// Whether nothing keeps a unit from charging: no fight, flight or rally, no result of a test that bids it something
/// else, no square.
fn is_free_to_charge(board: &Board<'_>, body: &Body<'_>) -> bool {
    let state = board.state(body.id);
    let bound = |r: Reaction| !matches!(r, Reaction::AdvanceOnEnemy | Reaction::UncontrolledAdvance);
    state.seen.flight == Flight::None
        && !state.seen.square
        && !board.engaged(body.id)
        && !state.seen.running.is_some_and(|r| bound(r.reaction))
}

/// Under engine fire and moving less than 3 (`wrg1969.disorg.6`).
fn under_engine_fire(board: &Board<'_>, body: &Body<'_>, state: &UnitState) -> bool {
    state.inches_moved() < 3.0
        && board.troops().any(|b| b.troop().is_engine() && board.state(b.id).now.shot_at == Some(body.id))
}

/// What a charge made or suffered does (`wrg1969.disorg.10`, `wrg1969.disorg.11`, `wrg1969.disorg.14`).
fn charged(board: &Board<'_>, body: &Body<'_>, all: &mut Causes) {
    let state = board.state(body.id);
    let chargers = board.units().filter(|b| board.state(b.id).now.doing == Doing::Charging(body.id));
    let told = state.leg().is_some_and(|leg| leg.against_chariots);
    for charger in chargers {
        let ready = charger.troop().is_chariot() && told && body.kit.regular && body.troop().is_infantry();
        let beasts = charger.troop() == Troop::Elephant || charger.troop().is_chariot();
        all.add_if(beasts && !ready, Cause::ChargedByBeasts);
        let javelins = charger.kit.has_javelins()
            && (charger.troop().is_cavalry() || charger.troop() == Troop::LightInfantry);
        all.add_if(body.troop().is_chariot() && javelins, Cause::ChariotsAtJavelins);
    }
    if let Doing::Charging(target) = state.now.doing
        && body.troop().is_close_infantry()
    {
        let cavalry = board.body(target).is_some_and(|b| b.troop().is_cavalry());
        all.add_if(cavalry, Cause::FootAtCavalry);
    }
}

/// Whether it is in its second period running out of control (`wrg1969.disorg.13`).
fn second_out_of_control(state: &UnitState) -> bool {
    state.seen.running.is_some_and(|r| r.reaction == Reaction::UncontrolledAdvance && r.run >= 1)
}

/// Whether a unit is disorganised at all.
pub fn disorganised(board: &Board<'_>, body: &Body<'_>) -> bool {
    causes(board, body).count() > 0
}
