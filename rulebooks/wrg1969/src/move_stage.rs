//! The normal stage of movement: everyone at once, in equal sub-steps (`wrg1969.move.simultaneous`).
//!
//! A unit whose flight is `Routing(0)` still faces the enemy when its stage begins, and turns as it runs.

use crate::Wrg1969;
use crate::board::{Board, Body, JOSTLE, TOUCH, pose_at};
use crate::bonus_stage::bonus_threats;
use crate::contact::{contacts, leave_table};
use crate::course::{Drawn, Mark};
use crate::disorder::Cause;
use crate::feature::MM;
use crate::intent::Intent;
use crate::legs;
use crate::plan::{self, Planned, Way};
use crate::rates::{self, Stage};
use crate::riders;
use crate::room::Ends;
use crate::rule;
use crate::state::{Doing, Phase};
use crate::tables::tables;
use crate::track::{self, Spot};
use crate::troop::Troop;
use mechanics::{Courtesy, Ended, MarchSpec, Marched, Marcher, Met, march_together};
use ruling::ledger;
use table::{Facing, Rect, Vec2};
use umpire::{Cx, Event, Motion, Side, UnitId};

pub use crate::bonus_stage::bonus;

/// Where a unit ended a stage.
pub(crate) struct Stop {
    pub(crate) mark: Mark,
    pub(crate) facing: Facing,
    pub(crate) how: Ended,
    /// Where it was after each sub-step; empty if it stood.
    pub(crate) steps: Vec<Spot>,
}

/// The normal stage: plans everyone's way and makes it (`wrg1969.geo.normal_stage`).
pub fn normal(book: &Wrg1969, phase: &mut Phase, intents: &[(UnitId, Intent)], cx: &mut Cx<'_>) {
    ledger::cite(rule::MOVE_SIMULTANEOUS);
    ledger::cite(rule::GEO_NORMAL_STAGE);
    for (unit, intent) in intents {
        phase.units[unit.index()].aims_at = intent.fire;
        phase.units[unit.index()].to_cover = intent.to_cover;
        phase.units[unit.index()].front_rank_only = intent.front_rank_only;
    }
    for state in &mut phase.units {
        (state.run_left, state.ran) = (0, false);
    }
    let (plans, ends, met) = {
        let board = Board::of(book, cx.field(), phase);
        together(&board, plan::paths(&board, cx.field().roster(), intents))
    };
    note_charges(book, phase, &plans, cx);
    note_routes(book, phase, &plans, &ends, cx);
    for (plan, end) in plans.iter().zip(&ends) {
        note(book, phase, plan, end);
        track::keep(book, phase, plan.unit, &end.steps, Stage::Normal, cx);
        settle(plan, end, cx);
    }
    let touched = contacts(book, phase, &plans, &met, Stage::Normal, cx);
    for (plan, end) in plans.iter().zip(&ends) {
        let touches_evader = touched.iter().any(|t| t.charger == plan.unit);
        let left = left_for_bonus(plan, end, touches_evader);
        phase.units[plan.unit.index()].run_left = (left * 1000.0).round() as i32;
    }
    riders::normal(book, phase, cx);
    for (i, state) in phase.units.iter_mut().enumerate() {
        state.stood[1] = cx.field().unit(UnitId(i as u16)).pose;
    }
    bonus_threats(book, phase, touched, cx);
    leave_table(book, phase, &plans, cx);
    note_advances(book, phase, cx);
}

/// What came of a stage: everyone's plan as far as it was carried out, where each ended, and who met whom to fight.
type Together = (Vec<Planned>, Vec<Stop>, Vec<(UnitId, UnitId)>);

/// Moves everyone together.
pub(crate) fn together(board: &Board<'_>, mut plans: Vec<Planned>) -> Together {
    ledger::cite(rule::GEO_SUBSTEPS);
    ledger::cite(rule::GEO_COLLISION);
    let substeps = board.book.house.substeps.max(1);
    let side = |p: &Planned| board.body(p.unit).map_or(Side::Red, |b| b.side);
    let at = |id: UnitId| plans.iter().position(|p| p.unit == id).map(|i| i as u16);
    let marchers: Vec<Marcher> = plans
        .iter()
        .map(|p| {
            let enemies = |fights: bool| -> Vec<u16> {
                let those = plans.iter().enumerate().filter(|(_, o)| fights && side(o) != side(p));
                those.filter(|(_, o)| o.way != Way::Routing).map(|(i, _)| i as u16).collect()
            };
            let pursued = |o: &&Planned| o.way == Way::Routing && side(o) != side(p);
            let chases = match p.prey {
                Some(prey) => at(prey).into_iter().collect(),
                // A charger runs after whoever has broken before him.
                None if p.fights => plans.iter().filter(pursued).filter_map(|o| at(o.unit)).collect(),
                None => Vec::new(),
            };
            Marcher {
                id: p.unit.0,
                side: side(p) as u8,
                track: p.course.track(substeps),
                times: Vec::new(),
                right_of_way: p.way as u8,
                to_go: p.course.last().inches,
                passes_friends: p.passes,
                seeks: enemies(p.fights),
                chases,
            }
        })
        .collect();
    let spec = MarchSpec {
        standoff: tables().moves.standoff,
        touch: 0.01,
        jostle: JOSTLE,
        friends: Courtesy::Wait { patience: 2 },
    };
    let mut marched = march_together(&marchers, &spec);
    let gave_way = Ends { board, plans: &mut plans, marchers: &marchers, marched: &mut marched }.make_room();
    let mut meetings: Vec<(u16, [usize; 2])> = Vec::new();
    for (i, m) in marched.iter().enumerate() {
        for (other, how, substep) in &m.met {
            let other = usize::from(*other);
            if matches!(how, Met::Contact | Met::Caught) && i < other {
                meetings.push((*substep, [i, other]));
            }
            if *how == Met::Standoff {
                ledger::cite(rule::MOVE_STANDOFF);
            }
        }
    }
    let body = |p: &Planned| board.body(p.unit).expect("whoever has a plan is on the table");
    let ends: Vec<Stop> = plans.iter().zip(&marched).map(|(p, m)| ended(body(p), p, m, substeps)).collect();
    // Whoever had to give way may not have come so far.
    meetings.retain(|(_, [i, j])| {
        let touch = || rates::within(ends[*i].mark.rect.gap(&ends[*j].mark.rect), TOUCH);
        !(gave_way[*i] || gave_way[*j]) || touch()
    });
    for (i, one) in plans.iter().zip(&ends).enumerate() {
        for (j, two) in
            plans.iter().zip(&ends).enumerate().skip(i + 1).filter(|(_, o)| side(o.0) != side(one.0))
        {
            let reached = just_reaches(one, &two.1.mark.rect) || just_reaches(two, &one.1.mark.rect);
            if reached && !meetings.iter().any(|m| m.1 == [i, j]) {
                meetings.push((substeps, [i, j]));
            }
        }
    }
    // First come, first met; of those met at once the first of each side, and so on.
    let place = |i: usize| plans[..i].iter().filter(|p| side(p) == side(&plans[i])).count();
    meetings.sort_by_cached_key(|&(substep, pair)| {
        let [one, two] = pair.map(place);
        (substep, one.min(two), one.max(two), pair)
    });
    let met = meetings.into_iter().map(|(_, pair)| (plans[pair[0]].unit, plans[pair[1]].unit)).collect();
    (plans, ends, met)
}

/// Whether one of two who fights ends exactly up against the other: on the distance is within it
/// (`wrg1969.geo.measure`).
fn just_reaches((plan, end): (&Planned, &Stop), there: &Rect) -> bool {
    let rect = &end.mark.rect;
    let near = rect.centre.distance(there.centre) <= rect.radius() + there.radius() + 0.05;
    plan.fights
        && near
        && rates::within(rect.gap(there), 0.02)
        && table::cast(rect, rect.ahead, 0.03, there, rates::NEAR).is_some()
}

fn ended(body: &Body<'_>, plan: &Planned, marched: &Marched, substeps: u16) -> Stop {
    let mark = if marched.ended == Ended::Arrived || plan.course.last().cost <= 0.0 {
        plan.course.last()
    } else {
        // A formation changed on the way is changed with the sub-step in which it is paid for.
        let drawn = plan.course.after(marched.progress.floor(), substeps).drawn;
        Mark { rect: marched.rect, drawn, ..plan.course.after(marched.progress, substeps) }
    };
    let facing = |ahead: Vec2| if ahead == body.rect.ahead { body.facing } else { Facing::of(ahead) };
    let spot = |&made: &f64| {
        let Mark { rect, drawn, .. } = plan.course.after(made, substeps);
        let pose = pose_at(rect.centre, facing(rect.ahead));
        Spot { pose, formation: drawn.formation(body) }
    };
    let steps = marched.steps.iter().map(spot).collect();
    Stop { facing: facing(mark.rect.ahead), mark, how: marched.ended, steps }
}

/// What is left of a charge or a run for the bonus stage.
fn left_for_bonus(plan: &Planned, end: &Stop, touches_evader: bool) -> f64 {
    let whole = plan.whole;
    match () {
        () if !plan.fights && !plan.runs => 0.0,
        // A charger stopped by the touch of an evader keeps what he has not used (`wrg1969.geo.bonus_point`).
        () if touches_evader => (whole - end.mark.cost).max(0.0),
        () if end.how == Ended::Stopped && plan.way != Way::Routing => 0.0,
        () => (whole - plan.course.last().cost).max(0.0),
    }
}

/// Remembers from how far off, and from which height, each charge begins.
fn note_charges(book: &Wrg1969, phase: &mut Phase, plans: &[Planned], cx: &mut Cx<'_>) {
    let from: Vec<(UnitId, (i32, u8))> = {
        let board = Board::of(book, cx.field(), phase);
        let charge = |p: &Planned| {
            let Doing::Charging(target) = p.doing else { return None };
            let (body, target) = (board.body(p.unit)?, board.body(target)?);
            Some((p.unit, ((body.gap(target) * 1000.0).round() as i32, board.level(body.standard()))))
        };
        plans.iter().filter_map(charge).collect()
    };
    for (unit, start) in from {
        phase.units[unit.index()].charge_from = Some(start);
    }
}

/// Passes the points of routes that a standard came within an inch of.
fn note_routes(book: &Wrg1969, phase: &mut Phase, plans: &[Planned], ends: &[Stop], cx: &mut Cx<'_>) {
    let passed: Vec<(UnitId, u8)> = {
        let board = Board::of(book, cx.field(), phase);
        let count = |(plan, end): (&Planned, &Stop)| {
            let body = board.body(plan.unit)?;
            let mut way = plan.course.marks.iter().filter(|m| m.cost <= end.mark.cost + rates::NEAR);
            let mut passed = 0;
            for via in legs::route(&board, cx.field().roster(), body) {
                let by = |r: &Rect| rates::within(r.centre.distance(via.place), 1.0);
                if !way.any(|m| by(&m.rect)) && !by(&end.mark.rect) {
                    break;
                }
                passed += 1;
            }
            (passed > 0).then_some((plan.unit, passed))
        };
        plans.iter().zip(ends).filter_map(count).collect()
    };
    for (unit, n) in passed {
        if let Some(standing) = &mut phase.units[unit.index()].order {
            standing.route = standing.route.saturating_add(n);
        }
    }
}

/// Remembers what a unit did in a stage.
pub(crate) fn note(book: &Wrg1969, phase: &mut Phase, plan: &Planned, end: &Stop) {
    let kit = book.kit(plan.unit);
    let state = &mut phase.units[plan.unit.index()];
    state.moved += (end.mark.inches * 1000.0).round() as i32;
    if state.doing == Doing::Standing || matches!(plan.doing, Doing::Charging(_)) {
        state.doing = plan.doing;
    }
    let went = end.mark.cost > 0.0;
    let hindered = plan.course.hindered && went;
    state.hindered |= hindered;
    state.causes.add_if(hindered, Cause::Terrain);
    state.causes.add_if(hindered && kit.troop.is_mounted(), Cause::MountedTerrain);
    let turns = !kit.regular && !rates::within(plan.course.turned, 5.0) && !plan.runs;
    state.causes.add_if(turns, Cause::ChangedDirection);
    // A turn or a change of formation at the end of a way that was not gone is not made.
    let (made, meant) = (end.mark.drawn, plan.course.last().drawn);
    if (made.quarters, made.sideways) == (meant.quarters, meant.sideways) {
        state.turned = plan.turned;
    }
    if made == meant {
        state.square = plan.square;
    }
    let base = tables().troop(kit.troop);
    if !made.sideways && base.front != base.depth {
        // A change of formation has made files of its files again.
        state.turned = state.turned.filter(|(quarters, _)| quarters % 2 == 0);
    }
    state.ran |= plan.runs;
}

/// Puts a unit where it ended.
pub(crate) fn settle(plan: &Planned, end: &Stop, cx: &mut Cx<'_>) {
    let unit = plan.unit;
    let now = cx.field().unit(unit);
    let formation = formation_of(cx, unit, end.mark.drawn);
    if formation != now.formation {
        cx.apply(Event::Reformed { unit, formation, rule: rule::MOVE_REFORM });
    }
    let to = pose_at(end.mark.rect.centre, end.facing);
    if to != cx.field().unit(unit).pose {
        let motion = match plan.way {
            Way::Routing | Way::Evading => Motion::Flight,
            Way::Charging if plan.prey.is_some() => Motion::Pursuit,
            _ => Motion::March,
        };
        cx.apply(Event::Moved { unit, to, motion, rule: rule::GEO_PATH });
    }
}

/// How the table keeps a unit drawn up; as it is, if nothing has changed.
fn formation_of(cx: &Cx<'_>, unit: UnitId, drawn: Drawn) -> table::Formation {
    let now = cx.field().unit(unit).formation;
    let sideways = |f: &table::Formation| f.file_width != f.rank_depth && is_sideways(f, unit, cx);
    let same = now.files == drawn.files && sideways(&now) == drawn.sideways;
    match same {
        true => now,
        false => {
            let turned = sideways(&now) != drawn.sideways;
            let (file_width, rank_depth) =
                if turned { (now.rank_depth, now.file_width) } else { (now.file_width, now.rank_depth) };
            table::Formation { files: drawn.files, file_width, rank_depth, ..now }
        }
    }
}

/// Whether a block on the table has its ranks and files exchanged.
fn is_sideways(formation: &table::Formation, unit: UnitId, cx: &Cx<'_>) -> bool {
    let class = cx.field().card(unit).class;
    let troop = Troop::ALL.get(usize::from(class));
    troop.is_some_and(|&t| crate::board::formation(t, 1, 1).file_width != formation.file_width)
}

/// Who went at least half his normal move and came nearer to an enemy has advanced
/// (`wrg1969.reaction.def.states`).
fn note_advances(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    let advanced: Vec<UnitId> = {
        let board = Board::of(book, cx.field(), phase);
        let nearer = |b: &&Body<'_>| {
            let state = board.state(b.id);
            let from = state.stood[0].at.vec() * (1.0 / MM);
            let closer = |e: &Body<'_>| {
                let was = state_before(&board, e);
                e.standard().distance(b.standard()) < was.distance(from) - rates::NEAR
            };
            state.inches_moved() >= b.normal() / 2.0 - rates::NEAR && board.enemy_units(b.side).any(closer)
        };
        board.units().filter(nearer).map(|b| b.id).collect()
    };
    for unit in advanced {
        phase.units[unit.index()].advanced = true;
    }
}

fn state_before(board: &Board<'_>, body: &Body<'_>) -> table::Vec2 {
    board.state(body.id).stood[0].at.vec() * (1.0 / MM)
}
