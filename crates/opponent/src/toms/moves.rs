//! Moves: charges while the ways are open, then marches.

use super::charges;
use super::recruit::Thought;
use super::scene::Scene;
use super::stance::{Bearing, Stance};
use table::{Facing, Vec2};
use toms::api::board::{When, degrees, grid};
use toms::api::data::Missile;
use toms::api::movement;
use toms::api::movement::turn_cost;
use toms::api::movement::{HOLDFAST, MARCH};
use toms::api::play::Plan;
use umpire::{Command, Step, UnitId};

/// How near troops without orders to shoot come to the enemy.
const CLOSE: f64 = 1.5;
/// Enemy dice that make it foolish to stand and wait.
const HAIL: u16 = 8;

/// The next move of the unit that has the best to make; nothing if nobody wants to move any more.
pub fn next(scene: &Scene<'_>, stance: &Stance) -> Option<Thought> {
    let wishes = charges::wishes(scene, stance);
    let wanted = wishes.iter().take_while(|wish| wish.value > 0.0);
    if let Some(charge) = wanted.into_iter().find_map(|wish| charges::thought(scene, wish)) {
        return Some(charge);
    }
    marches(scene, stance)
}

/// The march of the first unit that wants to make one.
fn marches(scene: &Scene<'_>, stance: &Stance) -> Option<Thought> {
    let board = &scene.board;
    let mut idle: Vec<(f64, UnitId)> = board
        .of_side(scene.side)
        .filter(|&id| movement::may_act(board, id))
        .filter_map(|id| scene.nearest(id).map(|(_, gap)| (gap, id)))
        .collect();
    // Those in front first, so that nobody stands in the way of those behind.
    idle.sort_by(|a, b| a.0.total_cmp(&b.0));
    idle.into_iter().find_map(|(_, unit)| march_of(scene, stance, unit))
}

/// The march a unit should make, if any.
pub fn march_of(scene: &Scene<'_>, stance: &Stance, unit: UnitId) -> Option<Thought> {
    let board = &scene.board;
    let (who, state) = (board.profile(unit), board.state(unit));
    // Who touches a broken enemy stays and strikes.
    if who.is_engine() || state.now.moved || board.is_engaged(unit) || scene.lies_in_wait(unit) {
        return None;
    }
    let (enemy, gap) = if stance.prey > 0.0 { prey(scene, stance, unit)? } else { scene.nearest(unit)? };
    if let Some(volley) = state.now.volley {
        // Who shoots on arrival goes just near enough.
        let (target, far) = (volley.target, scene.gap(unit, volley.target));
        let range = f64::from(who.range) / if volley.flame { 2.0 } else { 1.0 };
        let near = range - 0.75;
        let comes = volley.when == When::Late && board.field.on_table(target) && far > near;
        return if comes { toward(scene, unit, target, far - near) } else { None };
    }
    if stance.brace && braces(scene, unit, enemy, gap) {
        return stay(scene, unit, HOLDFAST);
    }
    if scene.is_shooter(unit) {
        let near = f64::from(who.range) - 1.0;
        return if gap > near { toward(scene, unit, enemy, gap - near) } else { None };
    }
    match stance.bearing_of(unit) {
        Bearing::Advance if gap > CLOSE => toward(scene, unit, enemy, gap - CLOSE),
        Bearing::Withdraw => away(scene, unit),
        Bearing::Lurk => {
            let room = scene.out_of_reach(unit).unwrap_or(gap - CLOSE);
            if room > 0.5 { toward(scene, unit, enemy, (room - 0.25).min(gap - CLOSE)) } else { None }
        }
        _ => None,
    }
}

/// Whom a unit would march at.
fn prey(scene: &Scene<'_>, stance: &Stance, unit: UnitId) -> Option<(UnitId, f64)> {
    let board = &scene.board;
    let steady = board.enemies(scene.side).filter(|&id| !board.is_broken(id));
    let all = steady.map(|id| {
        let gap = scene.gap(unit, id);
        (id, gap, stance.prey * charges::worth(scene, stance, unit, id) - gap)
    });
    let best = all.max_by(|a, b| a.2.total_cmp(&b.2)).map(|(id, gap, _)| (id, gap));
    best.or_else(|| scene.nearest(unit))
}

/// A unit stays where it is and has done its part, bracing itself or not.
pub fn stay(scene: &Scene<'_>, unit: UnitId, manner: u8) -> Option<Thought> {
    Thought::of(scene, Command::Move { manner, units: vec![unit], path: Vec::new() })
}

/// Whether a unit does best to hold fast: horse or elephants can charge it, and no hail of arrows drives it on.
fn braces(scene: &Scene<'_>, unit: UnitId, enemy: UnitId, gap: f64) -> bool {
    let board = &scene.board;
    let (who, other) = (board.profile(unit), board.profile(enemy));
    let mounted = other.rides_in_melee() || other.is_elephant();
    who.trained
        && who.missile != Missile::Javelin
        && mounted
        && gap <= f64::from(other.charge)
        && board.obeys(enemy)
        && scene.under_fire(unit) <= HAIL
}

/// A march of at most a length toward an enemy, or round whoever is in the way.
fn toward(scene: &Scene<'_>, unit: UnitId, enemy: UnitId, length: f64) -> Option<Thought> {
    let board = &scene.board;
    let (from, goal) = (board.rect(unit).centre, board.rect(enemy).centre);
    let turn = degrees(Facing::of(goal - from) - board.facing(unit));
    // A little off the straight way is near enough.
    let turn = if turn.abs() > 12.0 { turn } else { 0.0 };
    straight(scene, unit, turn, length)
        .or_else(|| straight(scene, unit, turn + 35.0, length.min(6.0)))
        .or_else(|| straight(scene, unit, turn - 35.0, length.min(6.0)))
}

/// A march away from the enemies who can shoot at a unit.
fn away(scene: &Scene<'_>, unit: UnitId) -> Option<Thought> {
    let board = &scene.board;
    if scene.under_fire(unit) == 0 {
        return None;
    }
    let at = board.rect(unit).centre;
    let shooters = board.enemies(scene.side).filter(|&id| scene.is_shooter(id));
    let from = shooters.map(|id| at - board.rect(id).centre).fold(Vec2::default(), |sum, v| sum + v);
    let turn = degrees(Facing::of(from) - board.facing(unit));
    straight(scene, unit, turn, f64::from(board.profile(unit).pace))
}

/// A turn, then straight ahead as far as may be.
fn straight(scene: &Scene<'_>, unit: UnitId, turn: f64, length: f64) -> Option<Thought> {
    let board = &scene.board;
    let half = if board.state(unit).seen.held_fast { 0.5 } else { 1.0 };
    let rate = f64::from(board.profile(unit).pace) * half;
    let most = (rate - turn_cost(turn)).min(length);
    // What ground takes off the move is not known beforehand.
    for advance in [most, most - 2.0, most * 0.5, most * 0.2] {
        if advance < 0.5 {
            continue;
        }
        let mut path = Vec::with_capacity(2);
        if turn != 0.0 {
            path.push(Step::Turn(Facing::degrees(turn)));
        }
        path.push(Step::Forward(grid(advance)));
        if let Ok(march) = movement::check(board, scene.side, unit, &path, false) {
            let command = Command::Move { manner: MARCH, units: vec![unit], path };
            return Some(Thought { command, plan: Plan::March(march) });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::stance::USUAL;
    use super::*;
    use dice::Seeded;
    use testudo::{AnyView, Scenario};
    use toms::api::board::Step;
    use umpire::{Asked, Side, Silent, Viewer};

    /// Red marches by a stance for some turns at Marathon, while blue stands; after each march somebody looks.
    fn marches_by(stance: &Stance, mut look: impl FnMut(&Scene<'_>, UnitId)) {
        let mut battle = Scenario::bundled("toms/marathon").expect("bundled").muster().expect("good");
        let mut dice = Seeded::new(1);
        let mut last = None;
        while battle.standing().turn < 8 {
            let Asked::One(side) = battle.asked() else { break };
            let view = battle.view(Viewer::Player(side));
            let AnyView::Toms(seen) = &view else { panic!("of another book") };
            let scene = Scene::of(&seen.book, &seen.field, &seen.phase, side);
            if let Some(unit) = last.take().filter(|_| side == Side::Red) {
                look(&scene, unit);
            }
            let march = (seen.phase.step == Step::Move && side == Side::Red).then(|| marches(&scene, stance));
            let command = match march.flatten() {
                Some(Thought { command: Command::Move { manner, units, path }, .. }) => {
                    last = units.first().copied();
                    Command::Move { manner, units, path }
                }
                _ => super::super::anything(seen, side).into_command(),
            };
            battle.submit(side, &command, &mut dice, &mut Silent).expect("legal");
        }
    }

    #[test]
    fn who_lurks_comes_near_but_not_within_reach_of_a_charge() {
        let nearest = |bearing: Bearing| {
            let mut least = f64::INFINITY;
            marches_by(&Stance { bearing, ..USUAL }, |scene, unit| {
                if !scene.is_shooter(unit) {
                    least = least.min(scene.out_of_reach(unit).unwrap_or(f64::INFINITY));
                }
            });
            least
        };
        let lurking = nearest(Bearing::Lurk);
        assert!((0.0..2.0).contains(&lurking), "came to within {lurking} of a charge");
        assert!(nearest(Bearing::Advance) < 0.0);
    }

    #[test]
    fn one_unit_may_stand_while_the_rest_advance() {
        let movers = |apart: Option<(UnitId, Bearing)>| {
            let mut movers = Vec::new();
            marches_by(&Stance { apart, ..USUAL }, |scene, unit| {
                if !scene.is_shooter(unit) {
                    movers.push(unit);
                }
            });
            movers
        };
        let all = movers(None);
        let one = *all.first().expect("somebody advances");
        let rest = movers(Some((one, Bearing::Stand)));
        assert!(!rest.contains(&one) && !rest.is_empty(), "{one:?} of {rest:?}");
    }
}
