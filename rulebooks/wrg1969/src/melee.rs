//! Hand-to-hand on the table: who touches whom, which figures fight, and the blows of both sides at once.

use crate::Wrg1969;
use crate::board::{Board, Body};
use crate::cover;
use crate::disorder::{self, Cause};
use crate::fire_factors::{self, Shot};
use crate::formation::{self, Contact, Overlap};
use crate::general;
use crate::losses::{self, name};
use crate::melee_factors::{self as factors, Blows, Reach};
use crate::rule;
use crate::shields::{self, InHand, Quarter};
use crate::state::{Doing, Fight, Flight, Phase, Reaction};
use crate::tables::tables;
use crate::troop::Hand;
use dice::RollId;
use ruling::{RuleId, ledger};
use table::{Edge, Rect, Vec2};
use umpire::{Cx, Field, Place, Ruling, Side, UnitId};

/// Fights end when those in it stand farther apart than this.
const APART: f64 = 0.3;
/// Edges this near lie against each other.
const FLUSH: f64 = 0.3;

/// How two footprints touch: which edges, and which stretch of the first's edge, from its left end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// My edge.
    pub mine: Edge,
    /// The enemy's edge.
    pub theirs: Edge,
    /// Where the enemy's edge begins along mine.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// Whether they are not flush, so that only those who touch fight.
    pub corner: bool,
}

/// How a footprint touches another (`wrg1969.geo.fighting`).
pub fn touch(mine: &Rect, theirs: &Rect) -> Touch {
    ledger::cite(rule::GEO_FIGHTING);
    let mut best: Option<(f64, Touch)> = None;
    for edge in Edge::ALL {
        let [p, q] = mine.edge(edge);
        let length = p.distance(q);
        let along = (q - p) * (1.0 / length);
        let out = -along.right();
        for other in Edge::ALL {
            let [r, s] = theirs.edge(other);
            let against = (s - r).dot(along) < -0.98 * r.distance(s);
            let flush = [r, s].iter().all(|&end| (end - p).dot(out).abs() <= FLUSH);
            if !against || !flush {
                continue;
            }
            let (from, to) = ((s - p).dot(along), (r - p).dot(along));
            let common = to.min(length) - from.max(0.0);
            if common > 0.0 && best.is_none_or(|(most, _)| common > most + 1e-9) {
                best = Some((common, Touch { mine: edge, theirs: other, from, to, corner: false }));
            }
        }
    }
    best.map_or_else(|| corner_touch(mine, theirs), |(_, touch)| touch)
}

/// Footprints that are not flush: the nearest edges, and the place on mine that is nearest.
fn corner_touch(mine: &Rect, theirs: &Rect) -> Touch {
    let [a, b] = table::shortest_between(mine, theirs)
        .unwrap_or([cover::nearest_point(mine, theirs.centre), cover::nearest_point(theirs, mine.centre)]);
    let (edge, other) = (table::nearest_edge(mine, b), table::nearest_edge(theirs, a));
    let [p, q] = mine.edge(edge);
    let at = (a - p).dot((q - p) * (1.0 / p.distance(q)));
    Touch { mine: edge, theirs: other, from: at, to: at, corner: true }
}

/// From where a unit is struck whose edge is touched; a square has only fronts.
fn side_struck(board: &Board<'_>, enemy: &Body<'_>, edge: Edge) -> Quarter {
    let state = board.state(enemy.id);
    match edge {
        _ if back_turned(board, enemy.id) => Quarter::Rear,
        _ if state.square => Quarter::Front,
        Edge::Front => Quarter::Front,
        Edge::Left => Quarter::ShieldedFlank,
        Edge::Right => Quarter::UnshieldedFlank,
        Edge::Rear => Quarter::Rear,
    }
}

/// Whether a unit has its back turned and cannot strike (`wrg1969.melee.backs`).
pub fn back_turned(board: &Board<'_>, id: UnitId) -> bool {
    let state = board.state(id);
    let away = |r: Reaction| matches!(r, Reaction::Retreat | Reaction::LeaveField);
    let turned = state.is_broken()
        || state.breaks_off
        || matches!(state.doing, Doing::Evading(_))
        || state.running.is_some_and(|r| away(r.reaction));
    if turned {
        ledger::cite(rule::MELEE_BACKS);
    }
    turned
}

/// Which figures along an edge touch the enemy: the first and the one after the last.
fn in_contact(body: &Body<'_>, touch: &Touch) -> (u16, u16) {
    let (count, width) = bases_along(body, touch.mine);
    let on = |i: u16| {
        let (lo, hi) = (f64::from(i) * width, f64::from(i + 1) * width);
        // More than a tenth of its front lies on the enemy's edge.
        touch.to.min(hi) - touch.from.max(lo) > 0.1 * width
    };
    if touch.corner {
        let i = ((touch.from / width) as i32).clamp(0, i32::from(count) - 1) as u16;
        return (i, i + 1);
    }
    let first = (0..count).find(|&i| on(i)).unwrap_or(0);
    let last = (0..count).rev().find(|&i| on(i)).map_or(first, |i| i + 1);
    (first, last.max(first + 1).min(count.max(1)))
}

/// How many bases stand along an edge, and how wide each is there.
fn bases_along(body: &Body<'_>, edge: Edge) -> (u16, f64) {
    match edge {
        Edge::Front | Edge::Rear => (body.front_rank().max(1), body.file_width()),
        Edge::Left | Edge::Right => (body.ranks(), tables().troop(body.troop()).depth),
    }
}

/// One unit's blows at one enemy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strike {
    /// Who strikes.
    pub by: UnitId,
    /// Whom.
    pub at: UnitId,
    /// The blows.
    pub blows: Blows,
}

/// Every blow that a unit strikes at the enemies in contact with it (`wrg1969.melee.split`).
pub fn strikes_of(board: &Board<'_>, body: &Body<'_>) -> Vec<Strike> {
    let enemies: Vec<&Body<'_>> = board.opponents(body.id).filter_map(|id| board.body(id)).collect();
    let touches: Vec<Touch> = enemies.iter().map(|e| touch(&body.rect, &e.rect)).collect();
    let spans: Vec<(u16, u16)> = touches.iter().map(|t| in_contact(body, t)).collect();
    if enemies.len() > 1 {
        ledger::cite(rule::MELEE_SPLIT);
    }
    let taken =
        |i: u16| touches.iter().zip(&spans).any(|(t, s)| t.mine == Edge::Front && (s.0..s.1).contains(&i));
    let mut strikes = Vec::new();
    for ((enemy, touch), span) in enemies.iter().zip(&touches).zip(&spans) {
        let front = u32::from(span.1 - span.0);
        let ends = overlapping(body, enemy, touch, *span, taken);
        let fighters = fighters(board, body, touch, front, ends[0] + ends[1]);
        let side = side_struck(board, enemy, touch.theirs);
        strikes.push(Strike { by: body.id, at: enemy.id, blows: blows(board, body, enemy, side, &fighters) });
        if board.state(body.id).laps && fought_before(board, body.id, enemy.id) {
            strikes.extend(lapping(board, body, enemy, ends, &fighters));
        }
    }
    strikes
}

fn fought_before(board: &Board<'_>, a: UnitId, b: UnitId) -> bool {
    let pair = |f: &&Fight| (f.red == a && f.blue == b) || (f.red == b && f.blue == a);
    board.phase.fights.iter().find(pair).is_some_and(|f| f.periods > 0)
}

/// How many figures overlap beyond each end of an enemy's edge, my left first (`wrg1969.melee.overlap`).
fn overlapping(
    body: &Body<'_>,
    enemy: &Body<'_>,
    touch: &Touch,
    span: (u16, u16),
    taken: impl Fn(u16) -> bool,
) -> [u32; 2] {
    if touch.mine != Edge::Front || touch.corner {
        return [0, 0];
    }
    // Beyond his right end my left-hand figures stand.
    let sides = match touch.theirs {
        Edge::Left => [Overlap::Shielded; 2],
        Edge::Right => [Overlap::Unshielded; 2],
        Edge::Front => [Overlap::Unshielded, Overlap::Shielded],
        Edge::Rear => [Overlap::Shielded, Overlap::Unshielded],
    };
    let limit = |side| formation::overlap(body.troop(), enemy.troop(), side) as usize;
    let left = (0..span.0).rev().take(limit(sides[0])).take_while(|&i| !taken(i)).count();
    let right = (span.1..body.front_rank()).take(limit(sides[1])).take_while(|&i| !taken(i)).count();
    [left as u32, right as u32]
}

/// Those of a unit who fight an enemy.
fn fighters(board: &Board<'_>, body: &Body<'_>, touch: &Touch, front: u32, overlap: u32) -> Contact {
    ledger::cite(rule::MELEE_ELIGIBLE);
    let state = board.state(body.id);
    let ahead = touch.mine == Edge::Front;
    let short = body.last_rank() < body.files;
    Contact {
        troop: body.troop(),
        regular: body.kit.regular,
        weapon: body.kit.hand,
        front,
        overlap,
        // Those who turned to face an attack on flank or rear stand one deep.
        ranks: if ahead { body.ranks().into() } else { 1 },
        last_rank: (ahead && short).then(|| body.last_rank().into()),
        firing: state.shot_overhead,
        crew: (body.kit.crew > 0).then(|| body.kit.crew.into()),
        charging: state.is_charging(),
    }
}

/// The blows of some fighters, with the better of their weapons (`wrg1969.melee.weapon_choice`).
fn blows(board: &Board<'_>, body: &Body<'_>, enemy: &Body<'_>, side: Quarter, fighters: &Contact) -> Blows {
    let with = |weapon: Hand| {
        let contact = Contact { weapon, ..*fighters };
        let figures = formation::fighting(&board.book.house, &contact).figures();
        fill(board, body, enemy, side, Blows::new(weapon, body.kit.regular, figures, enemy.troop()))
    };
    let first = with(body.kit.hand);
    let Some(second) = body.kit.second.map(with) else { return first };
    ledger::cite(rule::MELEE_WEAPON_CHOICE);
    let worth = |b: &Blows| fire_factors::hit(factors::factors(b).total(), 0, b.figures).blow.men;
    if worth(&second) > worth(&first) { second } else { first }
}

/// Everything that tells for or against some blows.
fn fill(board: &Board<'_>, body: &Body<'_>, enemy: &Body<'_>, side: Quarter, plain: Blows) -> Blows {
    let (state, theirs) = (board.state(body.id), board.state(enemy.id));
    let in_hand = match enemy.kit.hand {
        _ if back_turned(board, enemy.id) => InHand::None,
        Hand::Pike => InHand::Pike,
        Hand::CavalryKontos => InHand::Kontos,
        Hand::TwoHandedAxe => InHand::TwoHandedAxe,
        _ => InHand::OneHanded,
    };
    let bare = shields::needed(enemy.troop(), enemy.kit.armoured)
        && !shields::usable(enemy.kit.shields, side, in_hand);
    let reach = match enemy.kit.hand {
        _ if theirs.is_broken() => Reach::Other,
        Hand::Pike => Reach::Pike,
        Hand::ThrustingSpear if enemy.kit.long_spear => Reach::LongSpear,
        _ => Reach::Other,
    };
    let my_level = state
        .charge_from
        .filter(|_| state.is_charging())
        .map_or_else(|| board.level(body.standard()), |(_, level)| level);
    Blows {
        long_spear: body.kit.long_spear,
        target_weapon: reach,
        target_side: side,
        target_shieldless: bare,
        cover: cover::sheltered(board, body.rect.centre, &enemy.rect),
        disorganised: disorder::causes(board, body).count(),
        hit_by_fire: state.hit_hard[0] || state.hit_hard[1],
        higher_ground: my_level > board.level(enemy.standard()),
        charging: state.is_charging()
            || state.following_up
            || state.is_pursuing()
            || (state.is_uncontrolled() && state.moved > 0),
        general_with: general::is_with(board.phase, body.side, body.id),
        ..plain
    }
}

/// Figures wrapped round the enemy's ends, who strike his flanks (`wrg1969.melee.lap.how`).
fn lapping(
    board: &Board<'_>,
    body: &Body<'_>,
    enemy: &Body<'_>,
    ends: [u32; 2],
    fighters: &Contact,
) -> Vec<Strike> {
    ledger::cite(rule::MELEE_LAP);
    ledger::cite(rule::MELEE_LAP_HOW);
    let mut idle = u32::from(body.figures).saturating_sub(fighters.front + fighters.overlap);
    let mut strikes = Vec::new();
    let flanks =
        [(Overlap::Unshielded, Quarter::UnshieldedFlank), (Overlap::Shielded, Quarter::ShieldedFlank)];
    for (end, (overlap, side)) in ends.into_iter().zip(flanks) {
        let wrapped = formation::overlap(body.troop(), enemy.troop(), overlap).min(idle);
        if end == 0 || wrapped == 0 {
            continue;
        }
        idle -= wrapped;
        let contact = Contact { front: wrapped, overlap: 0, ranks: 1, last_rank: None, ..*fighters };
        let blows = blows(board, body, enemy, side, &contact);
        strikes.push(Strike { by: body.id, at: enemy.id, blows });
    }
    strikes
}

/// Brings the list of fights up to date: those who stand apart no longer fight, pursuers who have caught up do.
pub fn meet(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    let (fights, runaways) = {
        let board = Board::of(book, cx.field(), phase);
        let touching = |f: &Fight| match (board.body(f.red), board.body(f.blue)) {
            (Some(a), Some(b)) => a.gap(b) <= APART,
            _ => false,
        };
        let mut fights: Vec<Fight> = phase.fights.iter().copied().filter(touching).collect();
        for body in board.troops() {
            if let Flight::Pursuing(prey, _) = board.state(body.id).flight
                && let Some(prey) = board.body(prey)
                && body.gap(prey) <= APART
            {
                let fight = fight_of(body, prey);
                if !fights.iter().any(|f| f.red == fight.red && f.blue == fight.blue) {
                    fights.push(fight);
                }
            }
        }
        fights.sort_by_key(|f| (f.red, f.blue));
        let deserted = |b: &&Body<'_>| {
            b.troop().is_engine()
                && fights.iter().any(|f| f.red == b.id || f.blue == b.id)
                && !board.friendly_units(b).any(|f| f.gap(b) <= 3.0)
        };
        let runaways: Vec<UnitId> = board.troops().filter(deserted).map(|b| b.id).collect();
        (fights, runaways)
    };
    phase.fights = fights;
    for id in runaways {
        // Crews run when nobody is near to defend their engine.
        losses::destroy(phase, id, Place::Destroyed, rule::REACTION_ENGINES, cx);
    }
}

/// A fight that begins between two bodies, both moving.
pub fn fight_of(a: &Body<'_>, b: &Body<'_>) -> Fight {
    let (red, blue) = if a.side == Side::Red { (a.id, b.id) } else { (b.id, a.id) };
    Fight { red, blue, periods: 0, red_stood: false, blue_stood: false }
}

/// All blows of the period, reckoned and applied together.
pub fn fight(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    if phase.fights.is_empty() {
        return;
    }
    cx.heading(rule::MELEE_ELIGIBLE, |_| "Hand-to-hand".to_owned());
    turn_figures(book, phase, cx);
    round(book, phase, rule::MELEE_ELIGIBLE, |board, body, _| !back_turned(board, body.id), cx);
    for fight in &mut phase.fights {
        fight.periods = fight.periods.saturating_add(1);
    }
}

/// Figures attacked in flank or rear turn to face, which breaks the line (`wrg1969.move.contact_pinned`).
fn turn_figures(book: &Wrg1969, phase: &mut Phase, cx: &Cx<'_>) {
    let turned: Vec<UnitId> = {
        let board = Board::of(book, cx.field(), phase);
        let bent = |b: &&Body<'_>| {
            let edges =
                board.opponents(b.id).filter_map(|e| board.body(e)).map(|e| touch(&b.rect, &e.rect).mine);
            !board.state(b.id).square
                && !back_turned(&board, b.id)
                && edges.into_iter().any(|e| e != Edge::Front)
        };
        board.troops().filter(bent).map(|b| b.id).collect()
    };
    for id in turned {
        phase.units[id.index()].causes.add(Cause::FrontBroken);
    }
}

/// Pursuers strike without reply as the enemy turns to run (`wrg1969.pursuit.strikes`).
pub fn turning_strike(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    let any = phase
        .fights
        .iter()
        .any(|f| [f.red, f.blue].iter().any(|id| phase.units[id.index()].flight == Flight::Routing(0)));
    if !any {
        return;
    }
    cx.heading(rule::PURSUIT_STRIKES, |_| "The broken turn to run".to_owned());
    let strikes = |board: &Board<'_>, body: &Body<'_>, at: UnitId| {
        let turns = board.state(at).flight == Flight::Routing(0);
        turns && matches!(board.state(body.id).flight, Flight::Pursuing(prey, _) if prey == at)
    };
    round(book, phase, rule::PURSUIT_STRIKES, strikes, cx);
}

/// Units break off: they take one round of blows without reply, and the enemy follows (`wrg1969.breakoff`).
pub fn break_off(book: &Wrg1969, phase: &mut Phase, units: &[UnitId], cx: &mut Cx<'_>) {
    let units: Vec<UnitId> = units
        .iter()
        .copied()
        .filter(|&id| !phase.units[id.index()].is_broken() && phase.opponents(id).next().is_some())
        .collect();
    if units.is_empty() {
        return;
    }
    for &id in &units {
        phase.units[id.index()].breaks_off = true;
        cx.rule(|field| Ruling::new(rule::BREAKOFF, format!("{} breaks off.", name(field, id))));
    }
    let strikes =
        |board: &Board<'_>, body: &Body<'_>, at: UnitId| units.contains(&at) && !back_turned(board, body.id);
    round(book, phase, rule::BREAKOFF, strikes, cx);
    for &id in &units {
        let enemies: Vec<UnitId> = phase.opponents(id).collect();
        for enemy in enemies {
            let free = phase.opponents(enemy).all(|e| units.contains(&e));
            let state = &mut phase.units[enemy.index()];
            if free && state.flight == Flight::None && !state.breaks_off {
                state.flight = Flight::Pursuing(id, 0);
            }
        }
    }
}

/// Who broke off and is still in touch with the enemy is routed.
pub fn caught_breaking_off(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    let caught: Vec<UnitId> = {
        let board = Board::of(book, cx.field(), phase);
        let touched = |b: &&Body<'_>| board.state(b.id).breaks_off && board.engaged(b.id);
        board.units().filter(touched).map(|b| b.id).collect()
    };
    for id in caught {
        crate::rout::breaks(phase, id, rule::BREAKOFF, cx);
        // He has run this period already.
        phase.units[id.index()].flight = Flight::Routing(1);
    }
}

/// One round of blows by those who strike.
pub fn round(
    book: &Wrg1969,
    phase: &mut Phase,
    why: RuleId,
    who: impl Fn(&Board<'_>, &Body<'_>, UnitId) -> bool,
    cx: &mut Cx<'_>,
) {
    let mut told: Vec<(Strike, Shot, [u8; 2])> = Vec::new();
    {
        let board = Board::of(book, cx.field(), phase);
        let mut fighters = board.in_turn();
        fighters.extend(board.bodies.iter().filter(|b| !b.kit.is_troops()));
        for body in fighters {
            if !board.opponents(body.id).any(|at| who(&board, body, at)) {
                continue;
            }
            let mut strikes = strikes_of(&board, body);
            strikes.retain(|strike| who(&board, body, strike.at));
            let Some(first) = strikes.first() else { continue };
            // One random factor for a unit, whomever it strikes.
            let roll = RollId::new(rule::RANDOM_MELEE.as_str(), body.side as u8).unit(body.id.0);
            let dice = factors::dice_of(body.kit.regular).map(|die| cx.dice.roll(roll, die));
            ledger::cite(rule::RANDOM_MELEE);
            let random = factors::random(dice[0], dice[1], first.blows.general_with);
            for strike in strikes {
                let shot =
                    fire_factors::hit(factors::factors(&strike.blows).total(), random, strike.blows.figures);
                told.push((strike, shot, dice));
            }
        }
    }
    let mut lost: Vec<(UnitId, u32)> = Vec::new();
    for (strike, shot, dice) in &told {
        cx.rule(|field| words(field, strike, shot, *dice));
        let men = shot.blow.men;
        let dealt = &mut phase.units[strike.by.index()].melee_dealt;
        *dealt = dealt.saturating_add(men as u16);
        let suffered = &mut phase.units[strike.at.index()].melee_loss;
        *suffered = suffered.saturating_add(men as u16);
        match lost.iter_mut().find(|(id, _)| *id == strike.at) {
            Some((_, sum)) => *sum += men,
            None => lost.push((strike.at, men)),
        }
    }
    lost.sort_by_key(|(id, _)| *id);
    losses::take(book, phase, &lost, why, cx);
}

fn words(field: &Field, strike: &Strike, shot: &Shot, dice: [u8; 2]) -> Ruling {
    let mut tally = factors::factors(&strike.blows).tally();
    tally.add(rule::RANDOM_MELEE, shot.random);
    let whence = match strike.blows.target_side {
        Quarter::Front => "",
        Quarter::ShieldedFlank => " in the shielded flank",
        Quarter::UnshieldedFlank => " in the unshielded flank",
        Quarter::Rear => " in the rear",
    };
    let text = format!(
        "{} strikes {}{whence} with {} figures, factor {}: {} men fall.",
        name(field, strike.by),
        name(field, strike.at),
        strike.blows.figures,
        shot.total,
        shot.blow.men
    );
    let side = field.side(strike.by);
    let ruling = Ruling::new(rule::CASUALTY_TABLE, text).tally(strike.by, tally);
    dice.into_iter().fold(ruling, |ruling, face| ruling.rolled(side, Some(strike.by), face))
}

/// Whether enemies or the impassable hem a unit in, so that it cannot get away (`wrg1969.reaction.leave_field`).
pub fn hemmed_in(board: &Board<'_>, body: &Body<'_>) -> bool {
    let mut edges = [false; 4];
    for enemy in board.opponents(body.id).filter_map(|id| board.body(id)) {
        edges[touch(&body.rect, &enemy.rect).mine as usize] = true;
    }
    for edge in Edge::ALL {
        let [a, b] = body.rect.edge(edge);
        let middle = a.lerp(b, 0.5);
        let beyond: Vec2 =
            middle + (middle - body.rect.centre) * (0.5 / middle.distance(body.rect.centre).max(0.1));
        let shut =
            board.book.features.iter().any(|f| f.is_impassable() && cover::distance_to(f, beyond) <= 0.1);
        edges[edge as usize] |= shut;
    }
    edges[Edge::Rear as usize] || edges.iter().filter(|shut| **shut).count() >= 3
}
