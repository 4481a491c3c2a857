//! Firing on the table: who can shoot at whom, whom they choose, and what it does.

use crate::Wrg1969;
use crate::board::{Board, Body};
use crate::cover;
use crate::disorder;
use crate::fire_factors::{self as factors, Action, Shot, Target, Volley};
use crate::losses::{self, name};
use crate::order::{Fire, Verb};
use crate::rates::within;
use crate::rule;
use crate::shields::{self, InHand, Quarter};
use crate::sight;
use crate::state::{Doing, Meant, Phase};
use crate::tables::{CrewWeapon, tables};
use crate::troop::{Hand, Missile, Troop};
use dice::RollId;
use ruling::ledger;
use table::{Vec2, Zone, segments_meet};
use umpire::{Cx, Field, Ruling, UnitId};

/// A unit's fire this period, decided and not yet reckoned.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Aim {
    by: UnitId,
    at: UnitId,
    bearing: Bearing,
    place: u8,
}

/// How many figures bear on a target, at which moment, and from how far.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bearing {
    /// Figures that shoot straight.
    direct: u16,
    /// Figures that can shoot only overhead on the flat.
    overhead: u16,
    /// The nearest distance.
    distance: f64,
    /// The moment: 0 the start, 1 the bonus point, 2 the end.
    moment: usize,
}

/// All fire of the period, reckoned and applied together (`wrg1969.fire.timing`, `wrg1969.fire.moment`).
pub fn fire(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    ledger::cite(rule::FIRE_TIMING);
    ledger::cite(rule::FIRE_AMMUNITION);
    let (aims, shots) = {
        let board = Board::of(book, cx.field(), phase);
        let aims = aims(&board);
        let volleys: Vec<(Aim, Volley)> = aims.iter().filter_map(|aim| volley(&board, &aims, aim)).collect();
        let mut shots = Vec::with_capacity(volleys.len());
        for (aim, volley) in volleys {
            let side = cx.field().side(aim.by);
            let why = RollId::new(rule::RANDOM_FIRE.as_str(), side as u8).unit(aim.by.0);
            let shot = factors::shoot(&book.house, &volley, why, cx.dice);
            shots.push((aim, volley, shot));
        }
        (aims, shots)
    };
    if !aims.is_empty() {
        cx.heading(rule::FIRE_TIMING, |_| "Firing".to_owned());
    }
    let mut lost: Vec<(UnitId, u32)> = Vec::new();
    for (aim, volley, shot) in &shots {
        cx.rule(|field| told(field, aim, volley, shot));
        phase.units[aim.by.index()].shot_at[0] = Some(aim.at);
        phase.units[aim.by.index()].shot_overhead = volley.overhead;
        let target = &mut phase.units[aim.at.index()];
        target.under_fire[0] = target.under_fire[0].saturating_add(volley.figures as u16);
        match lost.iter_mut().find(|(id, _)| *id == aim.at) {
            Some((_, men)) => *men += shot.blow.men,
            None => lost.push((aim.at, shot.blow.men)),
        }
    }
    for &(id, men) in &lost {
        let figures = cx.field().unit(id).formation.figures;
        let state = &mut phase.units[id.index()];
        state.missile_loss[0] = state.missile_loss[0].saturating_add(men as u16);
        state.hit_hard[0] = men > 0 && u32::from(state.missile_loss[0]) >= u32::from(figures);
    }
    lost.sort_by_key(|(id, _)| *id);
    losses::take(book, phase, &lost, rule::FIRE_TIMING, cx);
}

fn told(field: &Field, aim: &Aim, volley: &Volley, shot: &Shot) -> Ruling {
    let factors = factors::factors(volley);
    let mut tally = factors.tally();
    tally.add(rule::RANDOM_FIRE, shot.random);
    let text = format!(
        "{} shoots at {} with {} figures ({}), factor {}: {} men fall.",
        name(field, aim.by),
        name(field, aim.at),
        volley.figures,
        volley.weapon.name().to_lowercase(),
        shot.total,
        shot.blow.men
    );
    Ruling::new(rule::CASUALTY_TABLE, text).tally(aim.by, tally).also(rule::FIRE_PRIORITY)
}

/// Whom everybody shoots at.
fn aims(board: &Board<'_>) -> Vec<Aim> {
    let moments = [0, 1].map(|k| as_it_was(board, k));
    board.in_turn().into_iter().filter_map(|body| aim(board, &moments, body)).collect()
}

/// The board with everyone where he stood at the start of the period, or at the bonus point.
fn as_it_was<'a>(board: &Board<'a>, moment: usize) -> Board<'a> {
    let mut then = board.clone();
    for body in &mut then.bodies {
        let pose = board.state(body.id).stood[moment];
        *body = body.at(pose.at.vec() * (1.0 / crate::feature::MM), pose.facing);
    }
    then
}

/// Whom a unit shoots at, if at anyone.
fn aim(board: &Board<'_>, moments: &[Board<'_>; 2], body: &Body<'_>) -> Option<Aim> {
    let state = board.state(body.id);
    let Shooters { crew, .. } = shooters(body)?;
    let leg = state.leg();
    if leg.is_some_and(|leg| leg.fire == Fire::Hold) {
        return None;
    }
    let fought_before = board.phase.fights.iter().any(|f| {
        (f.red == body.id || f.blue == body.id) && (f.periods > 0 || crew.weapon == Missile::HandHurled)
    });
    if fought_before {
        // Hand-hurled missiles in or just before close combat are part of the fighting.
        ledger::cite(rule::FIRE_HAND_HURLED);
        return None;
    }
    let enemies: Vec<&Body<'_>> = board.bodies.iter().filter(|b| b.side != body.side).collect();
    let seen: Vec<(UnitId, Bearing, Target)> = enemies
        .iter()
        .filter_map(|enemy| {
            let bearing = best_bearing(board, moments, body, enemy, crew)?;
            Some((enemy.id, bearing, as_target(board, body, enemy, bearing.distance)))
        })
        .collect();
    let own = u32::from(body.figures) * u32::from(crew.figures);
    let targets: Vec<Target> = seen.iter().map(|s| s.2).collect();
    let (first, place) = if crew.weapon == Missile::HandHurled {
        let nearest = (0..seen.len()).min_by(|&a, &b| targets[a].distance.total_cmp(&targets[b].distance))?;
        (nearest, 6)
    } else {
        factors::choose_target(own, &targets)?
    };
    let free =
        |i: usize| crew.weapon == Missile::HandHurled || factors::priority(own, &targets[i]) == Some(place);
    let wanted = state.aims_at.or_else(|| ordered_target(board, body));
    let wanted = wanted.and_then(|want| seen.iter().position(|s| s.0 == want)).filter(|&i| free(i));
    let (at, bearing, _) = seen[wanted.unwrap_or(first)];
    Some(Aim { by: body.id, at, bearing, place })
}

/// The enemy whom its order tells a unit to shoot at, if it names a unit that it was found to mean.
fn ordered_target(board: &Board<'_>, body: &Body<'_>) -> Option<UnitId> {
    let state = board.state(body.id);
    let leg = state.leg()?;
    match (&leg.fire, &state.order.as_ref()?.meant) {
        (Fire::At(named), Some(Meant::Unit(id))) if leg.target.as_ref() == Some(named) => Some(*id),
        _ => None,
    }
}

/// What a unit does while it would fire at an enemy.
fn action(board: &Board<'_>, body: &Body<'_>, enemy: &Body<'_>) -> Action {
    let state = board.state(body.id);
    let theirs = board.state(enemy.id);
    match state.doing {
        Doing::Charging(_) | Doing::Countercharging(_) => return Action::Charge,
        Doing::Evading(_) => return Action::Evade,
        _ => {}
    }
    if state.is_uncontrolled() || state.is_pursuing() {
        return Action::Charge;
    }
    if theirs.doing == Doing::Charging(body.id)
        && let Some((from, _)) = theirs.charge_from
    {
        let half = factors::half_move(&board.book.house, enemy.mover()).unwrap_or(0.0);
        return Action::Charged { distance: f64::from(from) / 1000.0, half };
    }
    match () {
        () if state.is_broken() || (state.moved > 0 && state.is_retiring()) => Action::Retreat,
        () if state.moved > 0 => Action::Advance,
        () => Action::Halt,
    }
}

/// The moment of the period at which most figures bear on an enemy; none if there is none.
fn best_bearing(
    board: &Board<'_>,
    moments: &[Board<'_>; 2],
    body: &Body<'_>,
    enemy: &Body<'_>,
    crew: CrewWeapon,
) -> Option<Bearing> {
    if !enemy.kit.is_troops() && !alone(board, enemy) {
        return None;
    }
    let action = action(board, body, enemy);
    if !factors::may_fire(body.troop(), body.kit.camel, crew.weapon, action).0 {
        return None;
    }
    let fight = board.phase.fights.iter().find(|f| f.red == enemy.id || f.blue == enemy.id);
    let (in_melee, met_now) = (fight.is_some_and(|f| f.periods > 0), fight.is_some_and(|f| f.periods == 0));
    let charged = matches!(action, Action::Charged { .. });
    let mut best: Option<Bearing> = None;
    for moment in [2usize, 1, 0] {
        // A charger is shot at where he stands at the bonus point; who has met somebody, before they met.
        if (charged && moment != 1) || (met_now && moment == 2) {
            continue;
        }
        let then = if moment == 2 { board } else { &moments[moment] };
        let (Some(me), Some(him)) = (then.body(body.id), then.body(enemy.id)) else { continue };
        let mut bearing = bears(then, me, him, crew);
        bearing.moment = moment;
        if in_melee {
            ledger::cite(rule::FIRE_MELEE_TARGET);
            bearing.direct = 0;
        }
        let count = |b: &Bearing| b.direct + b.overhead;
        if count(&bearing) > best.as_ref().map_or(0, count) {
            best = Some(bearing);
        }
    }
    best
}

/// Whether a general or messenger is far enough from his own units to be aimed at (`wrg1969.general.target`).
fn alone(board: &Board<'_>, rider: &Body<'_>) -> bool {
    ledger::cite(rule::GENERAL_TARGET);
    !board.units().any(|b| b.side == rider.side && within(b.gap(rider), 5.0))
}

/// Those of a unit who shoot.
struct Shooters {
    crew: CrewWeapon,
    troop: Troop,
    /// The first of them, counted from the left of the front rank, and the one after the last.
    first: u16,
    end: u16,
}

/// Who of a unit shoots: everyone, or the specialists at its rear if only they have more than what is thrown by
/// hand (`wrg1969.troops.subunit`).
fn shooters(body: &Body<'_>) -> Option<Shooters> {
    let own = body.kit.shoots_as();
    let part = body.kit.part.as_ref().and_then(|part| Some((part, part.missile?)));
    match part {
        Some((part, weapon)) if own.is_none_or(|crew| crew.weapon == Missile::HandHurled) => {
            ledger::cite(rule::TROOPS_SUBUNIT);
            let first = body.figures.saturating_sub(part.figures);
            let crew = CrewWeapon { figures: 1, weapon };
            Some(Shooters { crew, troop: part.troop, first, end: body.figures })
        }
        _ => {
            let theirs = body.kit.part.as_ref().map_or(0, |part| part.figures);
            let end = body.figures.saturating_sub(theirs);
            own.map(|crew| Shooters { crew, troop: body.troop(), first: 0, end })
        }
    }
}

/// How many figures of a unit bear on an enemy as the board stands (`wrg1969.fire.arcs`, `wrg1969.fire.ranks`).
fn bears(board: &Board<'_>, body: &Body<'_>, enemy: &Body<'_>, crew: CrewWeapon) -> Bearing {
    let none = Bearing { direct: 0, overhead: 0, distance: body.gap(enemy), moment: 2 };
    let range = factors::max_range(crew.weapon, false);
    if !within(none.distance, range) || !sight::sees(board, body, enemy) {
        return none;
    }
    ledger::cite(rule::FIRE_RANGES);
    ledger::cite(rule::FIRE_ARCS);
    let Some(Shooters { troop, first, end, .. }) = shooters(body) else { return none };
    let arc = factors::half_angle(troop, crew.weapon, body.kit.camel);
    let archers = troop.is_close_infantry() && body.kit.regular && crew.weapon.is_foot_bow();
    let straight_ranks = match troop {
        troop if troop.is_light() => board.book.house.light_ranks_firing,
        _ => 1,
    };
    let depth = tables().troop(body.troop()).depth;
    let (mut direct, mut overhead) = (0, 0);
    for figure in first..end {
        let (rank, file) = (figure / body.files, figure % body.files);
        if rank >= straight_ranks && !archers {
            break;
        }
        let in_rank = body.files.min(body.figures - rank * body.files);
        let right = (f64::from(file) + 0.5 - f64::from(in_rank) / 2.0) * body.file_width();
        let at = body.rect.place(right, body.rect.half_depth - f64::from(rank) * depth);
        let to = cover::nearest_point(&enemy.rect, at);
        let away = at.distance(to);
        let off = table::Facing::of(to - at);
        if !within(away, range) || !factors::in_arc(arc, body.facing.turn_to(off)) {
            continue;
        }
        let blocked = blocked(board, body, enemy, [at, to]);
        let half = within(away, factors::max_range(crew.weapon, true));
        match () {
            () if rank < straight_ranks && !blocked => direct += u16::from(crew.figures),
            () if archers && half => overhead += u16::from(crew.figures),
            () => {}
        }
    }
    if overhead > 0 {
        ledger::cite(rule::FIRE_OVERHEAD);
    }
    Bearing { direct, overhead, ..none }
}

/// Whether somebody stands in the line of fire (`wrg1969.fire.overhead`).
fn blocked(board: &Board<'_>, body: &Body<'_>, enemy: &Body<'_>, line: [Vec2; 2]) -> bool {
    let mine = board.level(body.standard());
    board.troops().any(|other| {
        if other.id == body.id || other.id == enemy.id || mine > board.level(other.standard()) {
            return false;
        }
        let over = body.troop() == Troop::Elephant && other.troop() != Troop::Elephant;
        !over && crosses(&other.rect, line)
    })
}

fn crosses(rect: &table::Rect, line: [Vec2; 2]) -> bool {
    let c = rect.corners();
    (0..4).any(|i| segments_meet(line, [c[i], c[(i + 1) % 4]]))
}

/// How an enemy looks to those who may fire at him (`wrg1969.fire.priority`).
fn as_target(board: &Board<'_>, body: &Body<'_>, enemy: &Body<'_>, distance: f64) -> Target {
    let theirs = board.state(enemy.id);
    let shot = |id: UnitId| theirs.shot_at[1] == Some(id);
    let attacks = |id: UnitId| {
        theirs.doing == Doing::Charging(id) || board.opponents(id).any(|other| other == enemy.id)
    };
    let supported = supported_friend(board, body);
    Target {
        distance,
        advancing_to_engage: attacks(body.id),
        firing_at_us: if shot(body.id) { enemy.figures.into() } else { 0 },
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
fn volley(board: &Board<'_>, aims: &[Aim], aim: &Aim) -> Option<(Aim, Volley)> {
    let (body, enemy) = (board.body(aim.by)?, board.body(aim.at)?);
    let Shooters { crew, .. } = shooters(body)?;
    let state = board.state(body.id);
    let shoots = aims.iter().any(|a| a.by == enemy.id);
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
        ..Volley::new(crew.weapon, aim.bearing.direct.into(), enemy.troop())
    };
    let all = Volley {
        overhead: true,
        figures: u32::from(aim.bearing.direct) + u32::from(aim.bearing.overhead),
        ..straight
    };
    // Rear ranks shoot over the front one when that is expected to kill more.
    let better =
        aim.bearing.overhead > 0 && (aim.bearing.direct == 0 || expected(&all) > expected(&straight));
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
