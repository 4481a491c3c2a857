//! Shooting on the table: who may shoot at whom, and what falls.

use crate::board::state::{Act, Phase};
use crate::board::{Board, state};
use crate::data::disorder::{Cause, Fright, fright};
use crate::data::lengths::{HAIR, LEFT_OVER};
use crate::data::tables::tables;
use crate::data::troop::{Missile, Spacing, Troop};
use crate::shooting::rules::{Band, Shot, sum};
use crate::{Wrg6, rule, shooting};
use dice::RollId;
use ruling::{RuleId, Tally};
use table::{Convex, Edge, Rect, Solid, Vec2, distance};
use umpire::voice;
use umpire::{Cx, Ruling, UnitId};

/// Whether a body may shoot in step 9 (`wrg6.shooting.who`).
fn may_shoot(board: Board<'_>, id: UnitId) -> bool {
    let (state, kit) = (board.state(id), board.kit(id));
    if kit.missile.is_none() || state.seen.routing {
        return false;
    }
    let light_horse = kit.troop == Troop::LightCavalry
        && matches!(kit.missile, Some(Missile::Javelin | Missile::MountedBow));
    let nimble = kit.troop.spacing() == Spacing::Vehicle || light_horse;
    match state.now.act {
        Act::Routed | Act::Rallied => false,
        Act::None | Act::Stood | Act::Moved => !state.now.fought,
        // Crews and light horse shoot after any move that did not end in contact.
        _ => nimble && !board.phase.in_contact(id),
    }
}

/// Whether a body shoots to all sides: light horse and the crews of elephants and chariots.
fn all_round(board: Board<'_>, id: UnitId) -> bool {
    let troop = board.kit(id).troop;
    troop.spacing() == Spacing::Vehicle || (troop.is_mounted() && troop.is_open())
}

/// Whether a target lies in the arc of a body's weapon (`wrg6.shooting.arc`).
fn in_arc(board: Board<'_>, id: UnitId, target: &Rect) -> bool {
    let (rect, troop) = (board.rect(id), board.kit(id).troop);
    if all_round(board, id) {
        return true;
    }
    let slope = if troop == Troop::Artillery { 0.414_213_562 } else { 1.0 };
    let ahead = |p: Vec2| {
        let (u, v) = rect.local(p);
        let out = v - rect.half_depth;
        out >= -LEFT_OVER && (u.abs() - rect.half_width) * 1.0 <= out * slope + LEFT_OVER
    };
    ahead(target.nearest(rect.front_mid())) || target.corners().into_iter().any(ahead)
}

/// How far a shot is (`wrg6.shooting.distance`).
fn range(board: Board<'_>, id: UnitId, target: UnitId) -> f64 {
    if board.phase.contacts.iter().any(|c| c.place(id).is_some() && c.place(target).is_some()) {
        return 0.0;
    }
    let rect = board.rect(id);
    if all_round(board, id) {
        return distance(rect, board.rect(target));
    }
    distance(&Convex::segment(rect.edge(Edge::Front)), board.rect(target))
}

/// The bodies that stand in the line of a shot.
fn between(board: Board<'_>, id: UnitId, target: UnitId) -> impl Iterator<Item = UnitId> {
    let line = Convex::segment([board.rect(id).front_mid(), board.rect(target).centre]);
    let around = line.bounds();
    let crosses = move |at: &Rect| at.bounds().meets(&around) && table::penetration(&line, at) > HAIR;
    board.bodies().filter(move |&other| other != id && other != target && crosses(board.rect(other)))
}

/// Whether another body stands in the line of a shot.
fn over_another(board: Board<'_>, id: UnitId, target: UnitId) -> bool {
    between(board, id, target).next().is_some()
}

/// Whether a body in the line hides the target: not from shooters on another level, nor where the target is beyond the
/// close range of their weapon from whoever is in between (`wrg6.geo.d8`, `wrg6.shooting.half_figures`).
fn masked(board: Board<'_>, id: UnitId, target: UnitId) -> bool {
    if board.level(id) != board.level(target) {
        return false;
    }
    let close = board.kit(id).missile.and_then(|weapon| tables().range(weapon).long_from);
    let over = close.filter(|_| board.book.house.shoot_over_others);
    between(board, id, target)
        .any(|other| over.is_none_or(|close| board.gap(other, target) <= f64::from(close)))
}

/// The enemies a body may shoot at, the nearest first.
pub fn targets(board: Board<'_>, id: UnitId) -> Vec<UnitId> {
    if !may_shoot(board, id) {
        return Vec::new();
    }
    let Some(weapon) = board.kit(id).missile else { return Vec::new() };
    let charger = |enemy: UnitId| {
        board.phase.contacts.iter().any(|c| c.first && c.place(id).is_some() && c.place(enemy).is_some())
    };
    let far = |enemy: UnitId| range(board, id, enemy);
    let fair = |enemy: &UnitId| {
        let enemy = *enemy;
        let levels = board.level(id) - board.level(enemy);
        let old_fight = board.phase.contacts.iter().any(|c| c.place(enemy).is_some() && !c.first);
        !old_fight
            && shooting::rules::band(&board.book.house, weapon, far(enemy), levels) != Band::Out
            && in_arc(board, id, board.rect(enemy))
            && (charger(enemy) || (board.sees(id, enemy) && !masked(board, id, enemy)))
    };
    let mut list: Vec<UnitId> = board.enemies(board.side(id)).filter(fair).collect();
    if list.iter().any(|&enemy| charger(enemy)) {
        list.retain(|&enemy| charger(enemy));
    } else if board.phase.in_contact(id) {
        return Vec::new();
    }
    list.sort_by(|a, b| far(*a).total_cmp(&far(*b)).then(a.cmp(b)));
    list
}

/// A body's volley at a target.
pub fn shot(board: Board<'_>, id: UnitId, target: UnitId) -> Option<Shot> {
    let (kit, weapon) = (board.kit(id), board.kit(id).missile?);
    let (house, block) = (&board.book.house, &board.field.unit(id).formation);
    let (ranks, full) = shooting::rules::ranks(weapon);
    let in_ranks = |from: u32, to: u32| (from..to).map(|r| u32::from(block.in_rank(r as u16))).sum::<u32>();
    let each = match kit.troop {
        Troop::Elephant => tables().models[0].1,
        Troop::HeavyChariot => tables().models[1].1,
        Troop::LightChariot => tables().models[2].1,
        Troop::Artillery => tables().engine_figures,
        _ => 1,
    };
    let figures = in_ranks(0, ranks) * each;
    let levels = board.level(id) - board.level(target);
    let over = over_another(board, id, target);
    let half = if over { figures } else { in_ranks(full, ranks) * each };
    let band = shooting::rules::band(house, weapon, range(board, id, target), levels);
    let state = board.state(target);
    let hard = f64::from(state.now.moved) >= tables().shooting_tactical.moved_at_least
        || board.phase.in_contact(target)
        || board.in_cover_from(target, id);
    let behind = board.shows_flank(target, board.rect(id).front_mid());
    Some(Shot {
        weapon,
        target: board.kit(target).troop,
        training: kit.training,
        figures: shooting::rules::counted(house, figures, half, band),
        target_shieldless: !board.kit(target).shield || behind,
        hard_target: hard,
        unsteady: board.state(id).seen.shaken || board.disordered(id),
    })
}

/// The rules that decided how far a volley is and how many figures count, beside its factors.
fn volley_rules(board: Board<'_>, id: UnitId, target: UnitId, shot: &Shot) -> Vec<RuleId> {
    let block = &board.field.unit(id).formation;
    let levels = board.level(id) - board.level(target);
    let (ranks, full) = shooting::rules::ranks(shot.weapon);
    let (deep, all) = (u32::from(block.ranks()), u32::from(block.figures));
    let band = shooting::rules::band(&board.book.house, shot.weapon, range(board, id, target), levels);
    let over = over_another(board, id, target);
    let halved = band == Band::Long || over || deep > full && ranks > full;
    let rules = [
        (true, rule::SHOOTING_DISTANCE),
        (deep > 1 && all > 0 || board.kit(id).troop.is_model(), rule::SHOOTING_RANKS),
        (halved, rule::SHOOTING_HALF_FIGURES),
        (board.in_cover_from(target, id), rule::GEO_D9),
        (all_round(board, id), rule::SHOOTING_ARC),
        (levels != 0, rule::TERRAIN_HEIGHT),
        (board.shows_flank(target, board.rect(id).front_mid()), rule::GEO_D6),
    ];
    let rules = rules.into_iter().filter(|(applies, _)| *applies).map(|(_, rule)| rule);
    rules.chain(shooting::rules::range_rules(shot.weapon, levels)).collect()
}

/// All shooting of the period, at once; what each body received is kept until figures come off
/// (`wrg6.shooting.total`).
pub fn shoot(book: &Wrg6, phase: &mut Phase, aims: &[(UnitId, UnitId)], cx: &mut Cx<'_>) {
    let shots: Vec<(UnitId, UnitId, Shot)> = {
        let board = Board::of(book, cx.field(), phase);
        aims.iter().filter_map(|&(id, at)| Some((id, at, shot(board, id, at)?))).collect()
    };
    for id in cx.field().ids() {
        let strength = cx.field().unit(id).formation.figures;
        let state = phase.state_mut(id);
        state.kept.shot_casualties = 0;
        state.seen.shot =
            state::Shot { periods: state.seen.shot.periods, strength, ..state::Shot::default() };
        state.seen.causes.end(Cause::NearBang);
    }
    for (id, at, shot) in shots {
        let side = cx.field().side(id);
        let why = RollId::new(rule::SHOOTING_RANDOM.as_str(), side as u8).unit(id.0);
        let luck = shot.throw(&book.house, why, cx.dice);
        let fall = shot.casualties(&book.house, luck);
        cx.rule(|field| {
            let mut tally = Tally::default();
            shot.weapon_factor(&book.house).iter().for_each(|value| tally.add(rule::SHOOTING_WEAPON, *value));
            let tactical = shot.tactical();
            tactical.iter().for_each(|factor| tally.add(factor.rule, factor.value));
            tally.add(rule::SHOOTING_RANDOM, luck);
            let board = Board::of(book, field, phase);
            let text = format!(
                "{} shot at {}, {} off, with {}, tactical factors {:+}, random factor {luck:+}: {}.",
                voice::name(field, id),
                voice::name(field, at),
                voice::paces(range(board, id, at)),
                voice::figures(shot.figures),
                sum(&tactical),
                voice::counted(fall, "casualty", "casualties")
            );
            let ruling = Ruling::new(rule::SHOOTING_TOTAL, text).tally(id, tally);
            volley_rules(board, id, at, &shot).into_iter().fold(ruling, Ruling::also)
        });
        let longest = |weapon: Option<Missile>| weapon.map_or(0, |w| tables().range(w).maximum);
        let outranged = longest(Some(shot.weapon)) > longest(book.kit_now(phase, at).missile);
        let fiery =
            tables().range(shot.weapon).row == crate::data::troop::MissileRow::ArtilleryFirearmIncendiary;
        phase.state_mut(id).seen.shot.aimed_at = Some(at);
        if shot.weapon.bangs() && !phase.banged {
            phase.banged = true;
            first_bang(book, phase, (id, at), shot.weapon, cx);
        }
        phase.state_mut(at).seen.shot.burnt |= shot.weapon.is_fire();
        let state = phase.state_mut(at);
        state.seen.shot.at = true;
        state.kept.shot_casualties += fall;
        state.seen.shot.outranged |= outranged;
        state.seen.shot.fire |= fiery;
    }
    for state in &mut phase.units {
        state.seen.shot.periods =
            if state.seen.shot.at { state.seen.shot.periods.saturating_add(1) } else { 0 };
    }
}

/// The first bang or rocket of a battle frightens all animals near the gun or under the flight (`wrg6.disorder.beasts`).
fn first_bang(book: &Wrg6, phase: &mut Phase, shot: (UnitId, UnitId), weapon: Missile, cx: &mut Cx<'_>) {
    let frightened: Vec<UnitId> = {
        let board = Board::of(book, cx.field(), phase);
        let (from, to) = (board.rect(shot.0).front_mid(), board.rect(shot.1).centre);
        let end = if weapon == Missile::Rocket { to } else { from + board.rect(shot.0).ahead * 0.1 };
        let noise = Convex::segment([from, end]);
        let hears = |&id: &UnitId| {
            let kit = board.kit(id);
            let limit = kit.animal().and_then(|a| fright(a, kit.breed, Fright::FirstBangOrRocket, false));
            limit.is_some_and(|limit| distance(&noise, board.rect(id)) <= limit)
        };
        board.bodies().filter(hears).collect()
    };
    for id in frightened {
        cx.rule(|field| {
            let text = format!("{} had their beasts shy at the first bang.", voice::name(field, id));
            Ruling::new(rule::DISORDER_BEASTS, text)
        });
        phase.state_mut(id).seen.causes.add(Cause::NearBang);
    }
}
