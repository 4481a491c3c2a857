//! Firing on the table: who can shoot at whom, whom they choose, and what it does.

use crate::Wrg1969;
use crate::bearing::{self, Bearing, Shooters, shooters};
use crate::board::{Board, Body};
use crate::cover;
use crate::disorder;
use crate::fire_factors::{self as factors, Action, Shot, Target, Volley};
use crate::losses::{self, Loss, name};
use crate::moments::{Moment, Moments};
use crate::order::{Fire, Verb};
use crate::rates::{in_mils, within};
use crate::refs;
use crate::rule;
use crate::shields::{self, InHand, Quarter};
use crate::state::{Doing, Flight, Meant, Phase, Reaction};
use crate::telling;
use crate::troop::{Hand, Missile};
use dice::RollId;
use ruling::ledger;
use table::{Vec2, Zone};
use umpire::{Cx, Field, Roster, Ruling, UnitId};

/// A unit's fire this period, decided and not yet reckoned.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Aim {
    by: UnitId,
    at: UnitId,
    bearing: Bearing,
    group: Shooters,
}

/// All fire of the period, reckoned and applied together (`wrg1969.fire.timing`, `wrg1969.fire.moment`).
pub fn fire(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    ledger::cite(rule::FIRE_TIMING);
    ledger::cite(rule::FIRE_AMMUNITION);
    let shots = {
        let board = Board::of(book, cx.field(), phase);
        let moments = Moments::new(&board);
        let roster = cx.field().share_roster();
        let all = board.in_turn();
        let aims: Vec<Aim> = all.into_iter().flat_map(|body| aims(&moments, &board, &roster, body)).collect();
        let volleys: Vec<(Aim, Volley)> =
            aims.iter().filter_map(|aim| volley(&moments, &board, &aims, aim)).collect();
        let mut shots: Vec<(Aim, Volley, Shot)> = Vec::with_capacity(volleys.len());
        for (aim, volley) in volleys {
            let side = cx.field().side(aim.by);
            let why = RollId::new(rule::RANDOM_FIRE.as_str(), side as u8).unit(aim.by.0);
            // One random factor for a unit and its specialists.
            let shot = match shots.last() {
                Some((before, _, shot)) if before.by == aim.by => {
                    factors::hit(factors::factors(&volley).total(), shot.random, volley.figures)
                }
                _ => factors::shoot(&book.house, &volley, why, cx.dice),
            };
            shots.push((aim, volley, shot));
        }
        shots
    };
    if !shots.is_empty() {
        cx.heading(rule::FIRE_TIMING, |_| "Firing".to_owned());
    }
    for (i, state) in phase.units.iter_mut().enumerate() {
        state.before_fire = state.strength(cx.field().unit(UnitId(i as u16)).formation.figures);
    }
    let mut lost: Vec<Loss> = Vec::new();
    for (aim, volley, shot) in &shots {
        cx.rule(|field| told(field, aim, volley, shot));
        let shooter = &mut phase.units[aim.by.index()];
        shooter.shot_at[0] = Some(aim.at);
        shooter.shot_with[0] = shooter.shot_with[0].saturating_add(volley.figures as u16);
        shooter.shot_overhead |= volley.overhead;
        let target = &mut phase.units[aim.at.index()];
        target.under_fire[0] = target.under_fire[0].saturating_add(volley.figures as u16);
        Loss::spread(aim.at, shot.blow.men).add_to(&mut lost);
    }
    for loss in &lost {
        let state = &mut phase.units[loss.unit.index()];
        state.missile_loss[0] = state.missile_loss[0].saturating_add(loss.men as u16);
        state.hit_hard[0] = loss.men > 0 && state.missile_loss[0] >= state.before_fire;
    }
    lost.sort_by_key(|loss| loss.unit);
    losses::take(book, phase, &lost, rule::FIRE_TIMING, cx);
}

fn told(field: &Field, aim: &Aim, volley: &Volley, shot: &Shot) -> Ruling {
    let factors = factors::factors(volley);
    let mut tally = factors.tally();
    tally.add(rule::RANDOM_FIRE, shot.random);
    let text = format!(
        "{} of {} shot at {} ({}), factor {}: {}.",
        telling::figures(volley.figures),
        name(field, aim.by),
        name(field, aim.at),
        volley.weapon.name().to_lowercase(),
        shot.total,
        telling::men_fell(shot.blow.men)
    );
    Ruling::new(rule::CASUALTY_TABLE, text).tally(aim.by, tally).also(rule::FIRE_PRIORITY)
}

/// Whom a unit shoots at: one aim for its own men, one for its specialists, both at the same enemy; none if at
/// nobody.
fn aims(moments: &Moments<'_, '_>, board: &Board<'_>, roster: &Roster, body: &Body<'_>) -> Vec<Aim> {
    let groups = shooters(board, body);
    let holds = board.state(body.id).leg().is_some_and(|leg| leg.fire == Fire::Hold);
    let first = groups.first().filter(|_| !holds);
    let Some(aim) = first.and_then(|group| aim(moments, board, roster, body, group)) else {
        return Vec::new();
    };
    let mut aims = vec![aim];
    let enemy = board.body(aim.at);
    for (group, enemy) in groups.iter().skip(1).zip(enemy) {
        let may = may_shoot(moments, board, body, enemy, group);
        let bearing = bearing::at_moment(moments, aim.bearing.moment, body, enemy, group);
        if may && bearing.direct + bearing.overhead > 0 {
            aims.push(Aim { bearing, group: *group, ..aim });
        }
    }
    aims
}

/// Whom some of a unit shoot at, if at anyone.
fn aim(
    moments: &Moments<'_, '_>,
    board: &Board<'_>,
    roster: &Roster,
    body: &Body<'_>,
    group: &Shooters,
) -> Option<Aim> {
    let by_hand = group.crew.weapon == Missile::HandHurled;
    let range = factors::max_range(group.crew.weapon, false);
    let enemies = board.bodies.iter().filter(|b| b.side != body.side);
    let seen: Vec<(UnitId, Bearing, Target)> = enemies
        // Most are out of range the whole period.
        .filter(|enemy| charges(board, body, enemy) || moments.came_within(body, enemy, range))
        .filter(|enemy| may_shoot(moments, board, body, enemy, group))
        .filter_map(|enemy| {
            let bearing = if charges(board, body, enemy) {
                // A charger is shot at where he stands at the bonus point.
                let shot = bearing::at_moment(moments, Moment::BonusPoint, body, enemy, group);
                (shot.direct + shot.overhead > 0).then_some(shot)
            } else {
                bearing::best(moments, body, enemy, group)
            }?;
            Some((enemy.id, bearing, as_target(board, body, enemy, bearing.distance)))
        })
        .collect();
    let own = u32::from(group.figures());
    let targets: Vec<Target> = seen.iter().map(|s| s.2).collect();
    let (first, place) = if by_hand {
        let nearest = (0..seen.len()).min_by_key(|&i| in_mils(targets[i].distance))?;
        (nearest, 6)
    } else {
        factors::choose_target(own, &targets)?
    };
    let free = |i: usize| by_hand || factors::priority(own, &targets[i]) == Some(place);
    let wanted = board.state(body.id).aims_at.or_else(|| ordered_target(board, roster, body));
    if wanted.is_none() {
        ledger::cite(rule::ORDERS_MISSILES);
    }
    let wanted = wanted.and_then(|want| seen.iter().position(|s| s.0 == want)).filter(|&i| free(i));
    let (at, bearing, _) = seen[wanted.unwrap_or(first)];
    Some(Aim { by: body.id, at, bearing, group: *group })
}

/// Whether some of a unit may shoot at an enemy at all, whatever they see of him.
fn may_shoot(
    moments: &Moments<'_, '_>,
    board: &Board<'_>,
    body: &Body<'_>,
    enemy: &Body<'_>,
    group: &Shooters,
) -> bool {
    if board.routing(body.id) {
        // To run, broken, is not to retreat.
        ledger::cite(rule::FIRE_ON_MOVE);
        return false;
    }
    let by_hand = group.crew.weapon == Missile::HandHurled;
    let mut fights = board.phase.fights.iter().filter(|f| f.red == body.id || f.blue == body.id);
    if fights.any(|f| f.periods > 0 || by_hand) {
        // Hand-hurled missiles in or just before close combat are part of the fighting.
        ledger::cite(rule::FIRE_HAND_HURLED);
        return false;
    }
    let spared = charges(board, body, enemy) && board.state(body.id).spares_chargers;
    let action = action(moments, board, body, enemy);
    let rider_in_company = !enemy.kit.is_troops() && !alone(board, enemy);
    !spared
        && !rider_in_company
        && factors::may_fire(group.troop, body.kit.camel, group.crew.weapon, action).0
}

/// The enemy whom its order tells a unit to shoot at, if it names one.
fn ordered_target(board: &Board<'_>, roster: &Roster, body: &Body<'_>) -> Option<UnitId> {
    let Fire::At(named) = &board.state(body.id).leg()?.fire else { return None };
    match refs::resolve(board, roster, body, named, &mut |_| 0)? {
        (Meant::Unit(id), _) => Some(id),
        _ => None,
    }
}

/// Whether an enemy charges a unit that awaits or evades him.
fn charges(board: &Board<'_>, body: &Body<'_>, enemy: &Body<'_>) -> bool {
    let state = board.state(body.id);
    let awaits = !state.is_charging() && !state.is_uncontrolled() && !state.is_pursuing();
    awaits && !state.is_broken() && board.state(enemy.id).doing == Doing::Charging(body.id)
}

/// What a unit does while it would fire at an enemy.
fn action(moments: &Moments<'_, '_>, board: &Board<'_>, body: &Body<'_>, enemy: &Body<'_>) -> Action {
    let state = board.state(body.id);
    if charges(board, body, enemy) {
        return charged_from(moments, board, body, enemy);
    }
    if state.is_charging() || state.is_uncontrolled() || state.is_pursuing() {
        return Action::Charge;
    }
    // Engines, staff-slings and crossbows must be laid again after a turn on the spot.
    let moved = state.moved > 0 || state.stood[0].facing != body.facing;
    match () {
        () if matches!(state.doing, Doing::Evading(_)) && state.apart.is_none() => Action::Evade,
        () if moved && goes_back(board, body) => Action::Retreat,
        () if moved => Action::Advance,
        () => Action::Halt,
    }
}

/// Whether rear ranks of a unit could shoot over those before them (`wrg1969.fire.ranks`).
pub fn shoots_overhead(board: &Board<'_>, body: &Body<'_>) -> bool {
    let archers = |g: &Shooters| g.troop.is_close_infantry() && g.crew.weapon.is_foot_bow();
    body.kit.regular && body.ranks() > 1 && shooters(board, body).iter().any(archers)
}

/// Whether a unit that is charged may shoot first, as the board stands at the charge-bonus point
/// (`wrg1969.fire.during_charge`).
pub fn may_shoot_first(board: &Board<'_>, body: &Body<'_>) -> bool {
    let holds = board.state(body.id).leg().is_some_and(|leg| leg.fire == Fire::Hold);
    let moments = Moments::new(board);
    let shoots = |enemy: &Body<'_>, group: &Shooters| {
        let bearing = bearing::at_moment(&moments, Moment::BonusPoint, body, enemy, group);
        may_shoot(&moments, board, body, enemy, group) && bearing.direct + bearing.overhead > 0
    };
    let chargers = board.enemy_units(body.side).filter(|e| charges(board, body, e));
    !holds && chargers.into_iter().any(|e| shooters(board, body).first().is_some_and(|g| shoots(e, g)))
}

/// A charge suffered: from how far off, and half the charger's move (`wrg1969.fire.half_move`).
fn charged_from(moments: &Moments<'_, '_>, board: &Board<'_>, body: &Body<'_>, enemy: &Body<'_>) -> Action {
    let half = factors::half_move(&board.book.house, enemy.mover()).unwrap_or(0.0);
    let start = moments.start();
    let gap = || start.body(body.id).zip(start.body(enemy.id)).map_or(0.0, |(a, b)| a.gap(b));
    let told = board.state(enemy.id).charge_from.map(|(mils, _)| f64::from(mils) / 1000.0);
    Action::Charged { distance: told.unwrap_or_else(gap), half }
}

/// Whether a unit goes away from where it faced: back, or back turned, by a result, an order or its owner's wish.
fn goes_back(board: &Board<'_>, body: &Body<'_>) -> bool {
    let state = board.state(body.id);
    let began = state.stood[0];
    let way = body.standard() - began.at.vec() * (1.0 / crate::feature::MM);
    state.is_retiring()
        || state.running.is_some_and(|r| r.reaction == Reaction::FallBack)
        || state.leg().is_some_and(|leg| leg.verb == Verb::RetireTo)
        || matches!(state.flight, Flight::Rallying(_))
        || way.dot(began.facing.vec()) < -0.01
}

/// Whether a general or messenger is far enough from his own units to be aimed at (`wrg1969.general.target`).
fn alone(board: &Board<'_>, rider: &Body<'_>) -> bool {
    ledger::cite(rule::GENERAL_TARGET);
    !board.units().any(|b| b.side == rider.side && within(b.gap(rider), 5.0))
}

/// How an enemy looks to those who may fire at him (`wrg1969.fire.priority`).
fn as_target(board: &Board<'_>, body: &Body<'_>, enemy: &Body<'_>, distance: f64) -> Target {
    let theirs = board.state(enemy.id);
    let shot = |id: UnitId| theirs.shot_at[1] == Some(id);
    let attacks = |id: UnitId| {
        let comes = matches!(theirs.doing, Doing::Charging(at) | Doing::Countercharging(at) if at == id);
        comes || board.opponents(id).any(|other| other == enemy.id)
    };
    let supported = supported_friend(board, body);
    Target {
        distance,
        advancing_to_engage: attacks(body.id),
        firing_at_us: if shot(body.id) { theirs.shot_with[1].into() } else { 0 },
        in_our_range: true,
        attacking_supported_friend: supported.is_some_and(|friend| shot(friend) || attacks(friend)),
        advancing: theirs.advanced,
    }
}

/// The friend a unit is ordered to support or screen.
fn supported_friend(board: &Board<'_>, body: &Body<'_>) -> Option<UnitId> {
    let state = board.state(body.id);
    let leg = state.leg()?;
    match (leg.verb, &state.order.as_ref()?.meant) {
        (Verb::Support | Verb::Screen, Some(Meant::Unit(id))) => Some(*id),
        _ => None,
    }
}

/// The volley that an aim comes to, knowing who else shoots.
fn volley(moments: &Moments<'_, '_>, board: &Board<'_>, aims: &[Aim], aim: &Aim) -> Option<(Aim, Volley)> {
    let then = moments.at(aim.bearing.moment);
    let (body, enemy) = (then.body(aim.by)?, then.body(aim.at)?);
    let state = board.state(body.id);
    let shoots = aims.iter().any(|a| a.by == enemy.id && a.group.troop == enemy.troop());
    let from = quarter(board, enemy, body.rect.front_mid());
    let in_hand = in_hand_under_fire(board, enemy, shoots);
    let bare = shields::needed(enemy.troop(), enemy.kit.armoured)
        && !shields::usable(enemy.kit.shields, from, in_hand);
    let straight = Volley {
        cover: cover::sheltered(board, body.rect.front_mid(), &enemy.rect),
        disorganised: disorder::causes(board, body).count(),
        target_moved: board.state(enemy.id).inches_moved(),
        // Fire is simultaneous: for shooting only last period's losses count.
        hit_by_fire: state.hit_hard[1],
        higher_ground: board.level(body.standard()) > board.level(enemy.standard()),
        target_shieldless: bare,
        ..Volley::new(aim.group.crew.weapon, aim.bearing.direct.into(), enemy.troop())
    };
    let all = Volley {
        overhead: true,
        figures: u32::from(aim.bearing.direct) + u32::from(aim.bearing.overhead),
        ..straight
    };
    // Rear ranks shoot over the front one when that is expected to kill more, unless their owner keeps them from it.
    let better = aim.bearing.overhead > 0
        && !state.front_rank_only
        && (aim.bearing.direct == 0 || expected(&all) > expected(&straight));
    let volley = if better { all } else { straight };
    (volley.figures > 0).then_some((*aim, volley))
}

/// Three times the men a volley is expected to kill, the random factor being as often -1 as +1.
fn expected(volley: &Volley) -> u32 {
    let before = factors::factors(volley).total();
    // Of 36 throws 15 are lower, 6 equal, 15 higher.
    [(-1i8, 15u32), (0, 6), (1, 15)]
        .into_iter()
        .map(|(random, ways)| ways * factors::hit(before, random, volley.figures).blow.men)
        .sum()
}

/// From which side something comes at a unit; a square has only fronts (`wrg1969.geo.arcs`).
pub fn quarter(board: &Board<'_>, of: &Body<'_>, from: Vec2) -> Quarter {
    if board.state(of.id).square {
        return Quarter::Front;
    }
    match table::zone(&of.rect, from) {
        Zone::Front => Quarter::Front,
        Zone::Left => Quarter::ShieldedFlank,
        Zone::Right => Quarter::UnshieldedFlank,
        Zone::Rear => Quarter::Rear,
    }
}

/// What troops under fire have in hand (`wrg1969.shield.in_use`).
fn in_hand_under_fire(board: &Board<'_>, body: &Body<'_>, shoots: bool) -> InHand {
    ledger::cite(rule::SHIELD_IN_USE);
    match body.kit.missile {
        Some(missile) if shoots && missile.is_bow() => return InHand::Bow,
        Some(Missile::StaffSling) if shoots => return InHand::StaffSling,
        Some(Missile::Crossbow) if shoots => return InHand::Crossbow,
        _ => {}
    }
    let always = board.book.house.pikes_shieldless_under_fire || board.engaged(body.id);
    match body.kit.hand {
        Hand::Pike if always => InHand::Pike,
        Hand::CavalryKontos if always => InHand::Kontos,
        Hand::TwoHandedAxe if always => InHand::TwoHandedAxe,
        _ => InHand::None,
    }
}
