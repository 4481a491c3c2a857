//! Firing on the table: who can shoot at whom, whom they choose, and what it does.

use crate::board::state::{Doing, Flight, Meant, Phase};
use crate::board::{Board, Body, cover};
use crate::charge::resolve as charge;
use crate::combat::disorder;
use crate::combat::losses::{self, Loss};
use crate::combat::rules::casualties::{self, Shot, hit};
use crate::data::measure::{in_mils, within};
use crate::data::reaction::Reaction;
use crate::data::shields::{self, InHand, Quarter};
use crate::data::troop::{Hand, Missile};
use crate::orders::order::{Fire, Verb};
use crate::orders::reference;
use crate::shooting::bearing::{self, Bearing, Shooters, shooters};
use crate::shooting::moment::{Moment, Moments};
use crate::shooting::rules as factors;
use crate::shooting::rules::{Action, Target, Volley};
use crate::{Wrg1969, rule};
use dice::RollId;
use ruling::RuleId;
use table::{Vec2, Zone};
use umpire::voice::{self, name};
use umpire::{Cx, Field, Roster, Ruling, UnitId};

/// A unit's fire this period, decided and not yet reckoned.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Aim {
    by: UnitId,
    at: UnitId,
    bearing: Bearing,
    group: Shooters,
    /// Whether the owner or the order named the target.
    named: bool,
    /// Whether the target is a general or a messenger.
    at_rider: bool,
    /// Whether the target is in a fight that has begun before.
    into_fight: bool,
}

/// All fire of the period, reckoned and applied together (`wrg1969.fire.timing`, `wrg1969.fire.moment`).
pub fn fire(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
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
                    hit(factors::factors(&volley).total(), shot.random, volley.figures)
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
        state.now.before_fire = state.strength(cx.field().unit(UnitId(i as u16)).formation.figures);
    }
    let mut lost: Vec<Loss> = Vec::new();
    for (aim, volley, shot) in &shots {
        cx.rule(|field| told(field, aim, volley, shot));
        let shooter = &mut phase.units[aim.by.index()];
        shooter.now.shot_at = Some(aim.at);
        shooter.now.shot_with = shooter.now.shot_with.saturating_add(volley.figures as u16);
        shooter.now.shot_overhead |= volley.overhead;
        let target = &mut phase.units[aim.at.index()];
        target.now.under_fire = target.now.under_fire.saturating_add(volley.figures as u16);
        Loss::spread(aim.at, shot.blow.men).add_to(&mut lost);
    }
    for loss in &lost {
        let state = &mut phase.units[loss.unit.index()];
        state.now.missile_loss = state.now.missile_loss.saturating_add(loss.men as u16);
        state.now.hit_hard = loss.men > 0 && state.now.missile_loss >= state.now.before_fire;
    }
    lost.sort_by_key(|loss| loss.unit);
    losses::take(book, phase, &lost, rule::FIRE_TIMING, cx);
}

fn told(field: &Field, aim: &Aim, volley: &Volley, shot: &Shot) -> Ruling {
    let factors = factors::factors(volley);
    let mut tally = factors.tally();
    tally.add(rule::RANDOM_FIRE, shot.random);
    let text = format!(
        "{} shot at {} with {} ({}), factor {}: {}.",
        name(field, aim.by),
        name(field, aim.at),
        voice::figures(volley.figures),
        volley.weapon.name().to_lowercase(),
        shot.total,
        voice::men_fell(shot.blow.men)
    );
    let ruling = Ruling::new(rule::CASUALTY_TABLE, text).tally(aim.by, tally).also(rule::FIRE_PRIORITY);
    why(aim, volley, shot).into_iter().fold(ruling, Ruling::also)
}

/// The further rules that had a say in a volley.
fn why(aim: &Aim, volley: &Volley, shot: &Shot) -> Vec<RuleId> {
    let all_bear = aim.bearing.direct + aim.bearing.overhead >= aim.group.figures();
    let also = [
        (!aim.named, rule::ORDERS_MISSILES),
        (volley.overhead, rule::FIRE_OVERHEAD),
        (volley.cover, rule::GEO_COVER),
        (volley.higher_ground, rule::GEO_LEVELS),
        (volley.weapon == Missile::HandHurled, rule::FIRE_HAND_HURLED),
        (aim.bearing.moment != Moment::Now, rule::FIRE_MOMENT),
        (!all_bear, rule::FIRE_SIGHT),
        (!all_bear, rule::GEO_SIGHT),
        (volley.target_shieldless, rule::SHIELD_IN_USE),
        (aim.into_fight, rule::FIRE_MELEE_TARGET),
        (aim.at_rider, rule::GENERAL_TARGET),
    ];
    let told = also.into_iter().filter(|(applies, _)| *applies).map(|(_, rule)| rule);
    told.chain(casualties::rules(&shot.blow, volley.figures).skip(1)).collect()
}

/// Whom a unit shoots at: one aim for its own men, one for its specialists, both at the same enemy; none if at
/// nobody.
fn aims(moments: &Moments<'_, '_>, board: &Board<'_>, roster: &Roster, body: &Body<'_>) -> Vec<Aim> {
    let groups = shooters(board, body);
    let holds = board.state(body.id).leg().is_some_and(|leg| leg.fire == Fire::Hold || leg.detail.hidden);
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
    let wanted = board.state(body.id).kept.secret.aims_at.or_else(|| ordered_target(board, roster, body));
    let wanted = wanted.and_then(|want| seen.iter().position(|s| s.0 == want)).filter(|&i| free(i));
    let (at, bearing, _) = seen[wanted.unwrap_or(first)];
    let into_fight = board.phase.fights.iter().any(|f| (f.red == at || f.blue == at) && f.periods > 0);
    let at_rider = board.body(at).is_some_and(|enemy| !enemy.kit.is_troops());
    Some(Aim { by: body.id, at, bearing, group: *group, named: wanted.is_some(), at_rider, into_fight })
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
        return false;
    }
    let by_hand = group.crew.weapon == Missile::HandHurled;
    let mut fights = board.phase.fights.iter().filter(|f| f.red == body.id || f.blue == body.id);
    if fights.any(|f| f.periods > 0 || by_hand) {
        // Hand-hurled missiles in or just before close combat are part of the fighting.
        return false;
    }
    let spared = charges(board, body, enemy) && board.state(body.id).kept.secret.spares_chargers;
    let action = action(moments, board, body, enemy);
    let rider_in_company = !enemy.kit.is_troops() && !alone(board, enemy);
    !spared
        && !rider_in_company
        && factors::may_fire(group.troop, body.kit.camel, group.crew.weapon, action).0
}

/// The enemy whom its order tells a unit to shoot at, if it names one.
fn ordered_target(board: &Board<'_>, roster: &Roster, body: &Body<'_>) -> Option<UnitId> {
    let leg = board.state(body.id).leg()?;
    let named = match (&leg.fire, &leg.target) {
        (Fire::At(named), _) => named,
        (Fire::Free, Some(named)) if leg.verb == Verb::Shoot => named,
        _ => return None,
    };
    match reference::resolve(board, roster, body, named, &mut |_| 0)? {
        (Meant::Unit(id), _) => Some(id),
        _ => None,
    }
}

/// Whether an enemy charges a unit that awaits or evades him.
fn charges(board: &Board<'_>, body: &Body<'_>, enemy: &Body<'_>) -> bool {
    let state = board.state(body.id);
    let awaits = !state.is_charging() && !state.is_uncontrolled() && !state.is_pursuing();
    let comes = &board.state(enemy.id).now;
    // Whomever he meets in the end, it was this unit that he charged first.
    let charges = comes.doing == Doing::Charging(body.id) || comes.first_target == Some(body.id);
    awaits && !state.is_broken() && charges
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
    let moved = state.now.moved > 0 || state.kept.stood[0].facing != body.facing;
    if matches!(state.now.doing, Doing::Evading(_)) && state.seen.apart.is_none() {
        Action::Evade
    } else if moved && goes_back(board, body) {
        Action::Retreat
    } else if moved {
        Action::Advance
    } else {
        Action::Halt
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
    let holds = board.state(body.id).leg().is_some_and(|leg| leg.fire == Fire::Hold || leg.detail.hidden);
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
    let told = board.state(enemy.id).now.charge_from.map(|(mils, _)| f64::from(mils) / 1000.0);
    Action::Charged { distance: told.unwrap_or_else(gap), half }
}

/// Whether a unit goes away from where it faced: back, or back turned, by a result, an order or its owner's wish.
fn goes_back(board: &Board<'_>, body: &Body<'_>) -> bool {
    let state = board.state(body.id);
    let began = state.kept.stood[0];
    let way = body.standard() - began.at.vec() * (1.0 / crate::data::measure::MM);
    state.is_retiring()
        || state.seen.running.is_some_and(|r| r.reaction == Reaction::FallBack)
        || state.leg().is_some_and(|leg| matches!(leg.verb, Verb::RetireTo | Verb::Retire))
        || matches!(state.seen.flight, Flight::Rallying(_))
        || way.dot(began.facing.vec()) < -0.01
}

/// Whether a general or messenger is far enough from his own units to be aimed at (`wrg1969.general.target`).
fn alone(board: &Board<'_>, rider: &Body<'_>) -> bool {
    !board.units().any(|b| b.side == rider.side && within(b.gap(rider), 5.0))
}

/// How an enemy looks to those who may fire at him (`wrg1969.fire.priority`).
fn as_target(board: &Board<'_>, body: &Body<'_>, enemy: &Body<'_>, distance: f64) -> Target {
    let theirs = board.state(enemy.id);
    let shot = |id: UnitId| theirs.last.shot_at == Some(id);
    let attacks = |id: UnitId| {
        let comes = matches!(theirs.now.doing, Doing::Charging(at) | Doing::Countercharging(at) if at == id);
        comes || board.opponents(id).any(|other| other == enemy.id)
    };
    let supported = supported_friend(board, body);
    Target {
        distance,
        advancing_to_engage: attacks(body.id) || comes_on(board, enemy, body),
        firing_at_us: if shot(body.id) { theirs.last.shot_with.into() } else { 0 },
        in_our_range: true,
        attacking_supported_friend: supported.is_some_and(|friend| shot(friend) || attacks(friend)),
        advancing: theirs.now.advanced,
    }
}

/// Whether an enemy marches up to attack a unit: he has come nearer, his order lets him charge it, and nobody whom he
/// may charge stands nearer to him.
fn comes_on(board: &Board<'_>, enemy: &Body<'_>, body: &Body<'_>) -> bool {
    let theirs = board.state(enemy.id);
    let shoots = |verb: Verb| matches!(verb, Verb::Skirmish | Verb::Shoot | Verb::Screen);
    let means_to = theirs.leg().is_some_and(|leg| !shoots(leg.verb)) && theirs.seen.flight == Flight::None;
    theirs.now.advanced && means_to && enemy.kit.is_unit() && {
        let others = board.enemy_units(enemy.side);
        Board::nearest(enemy, others, |b| charge::permits(board, enemy, b)).is_some_and(|b| b.id == body.id)
    }
}

/// The friend a unit is ordered to support or screen.
fn supported_friend(board: &Board<'_>, body: &Body<'_>) -> Option<UnitId> {
    let state = board.state(body.id);
    let leg = state.leg()?;
    match (leg.verb, &state.kept.order.as_ref()?.meant) {
        (Verb::Support | Verb::Screen | Verb::Guard, Some(Meant::Unit(id))) => Some(*id),
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
        hit_by_fire: state.last.hit_hard,
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
        && !state.kept.secret.front_rank_only
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
        .map(|(random, ways)| ways * hit(before, random, volley.figures).blow.men)
        .sum()
}

/// From which side something comes at a unit; a square has only fronts (`wrg1969.geo.arcs`).
pub fn quarter(board: &Board<'_>, of: &Body<'_>, from: Vec2) -> Quarter {
    if board.state(of.id).seen.square {
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
