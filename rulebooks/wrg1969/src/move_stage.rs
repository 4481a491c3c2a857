//! Both stages of movement: everyone at once, in equal sub-steps (`wrg1969.move.simultaneous`).
//!
//! A unit whose flight is `Routing(0)` still faces the enemy when its stage begins, and turns as it runs.

use crate::Wrg1969;
use crate::board::{Board, Body, TOUCH};
use crate::charge;
use crate::conform;
use crate::course::{AtEdge, Course, Drawn, Mark, Walker, wheel_to};
use crate::disorder::Cause;
use crate::feature::MM;
use crate::forced;
use crate::intent::{self, Answer, Intent};
use crate::legs;
use crate::plan::{self, Planned, Way};
use crate::rates::{self, Stage};
use crate::riders;
use crate::rout;
use crate::rule;
use crate::state::{Doing, Fight, Flight, Phase, Threat};
use crate::tables::tables;
use crate::troop::Troop;
use mechanics::{Ended, MarchSpec, Marched, Marcher, Met, march_together};
use ruling::ledger;
use table::{Facing, Pose, Rect, cast};
use umpire::{Cx, Event, Motion, Side, UnitId};

/// Where a unit ended a stage.
struct Stop {
    mark: Mark,
    facing: Facing,
    how: Ended,
}

/// The normal stage: plans everyone's way and makes it (`wrg1969.geo.normal_stage`).
pub fn normal(book: &Wrg1969, phase: &mut Phase, intents: &[(UnitId, Intent)], cx: &mut Cx<'_>) {
    ledger::cite(rule::MOVE_SIMULTANEOUS);
    ledger::cite(rule::GEO_NORMAL_STAGE);
    for (unit, intent) in intents {
        phase.units[unit.index()].aims_at = intent.fire;
    }
    for state in &mut phase.units {
        (state.run_left, state.ran) = (0, false);
    }
    let (plans, ends, met) = {
        let board = Board::of(book, cx.field(), phase);
        let plans = plan::paths(&board, cx.field().roster(), intents);
        let (ends, met) = together(&board, &plans);
        (plans, ends, met)
    };
    note_charges(book, phase, &plans, cx);
    note_routes(book, phase, &plans, &ends, cx);
    for (plan, end) in plans.iter().zip(&ends) {
        note(book, phase, plan, end);
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

/// The bonus stage: chargers, countercharges, evades, routs and pursuits (`wrg1969.geo.bonus_stage`).
pub fn bonus(book: &Wrg1969, phase: &mut Phase, answers: &[(UnitId, Answer)], cx: &mut Cx<'_>) {
    ledger::cite(rule::GEO_BONUS_STAGE);
    let (plans, stood) = {
        let board = Board::of(book, cx.field(), phase);
        let usual = intent::usual_answers(&board);
        let answer = |id: UnitId| {
            let told = answers.iter().chain(&usual).find(|(u, _)| *u == id);
            told.map_or(Answer::Stand, |(_, a)| *a)
        };
        let plans: Vec<Planned> = board.troops().map(|b| bonus_plan(&board, b, answer(b.id))).collect();
        // Who was touched and stands after all is in contact.
        let stood: Vec<Threat> = phase
            .threats
            .iter()
            .filter(|t| t.touched && answer(t.target) != Answer::Evade)
            .filter(|t| board.state(t.charger).is_charging() && !board.routing(t.target))
            .copied()
            .collect();
        (plans, stood)
    };
    for plan in &plans {
        let state = &mut phase.units[plan.unit.index()];
        if matches!(plan.doing, Doing::Evading(_) | Doing::Countercharging(_)) {
            state.doing = plan.doing;
        }
    }
    for threat in stood {
        join(book, phase, threat.charger, threat.target, cx);
    }
    let (ends, met) = {
        let board = Board::of(book, cx.field(), phase);
        let plans = still_free(&board, &plans);
        together(&board, &plans)
    };
    passed_through(book, phase, &plans, &ends, cx);
    for (plan, end) in plans.iter().zip(&ends) {
        note(book, phase, plan, end);
        settle(plan, end, cx);
    }
    contacts(book, phase, &plans, &met, Stage::Bonus, cx);
    caught(book, phase, &plans, cx);
    riders::bonus(book, phase, cx);
    rally_evaders(book, phase, cx);
    leave_table(book, phase, &plans, cx);
    phase.threats.clear();
}

/// Those who have come into contact since they planned stay where they are.
fn still_free(board: &Board<'_>, plans: &[Planned]) -> Vec<Planned> {
    let stays = |p: &Planned| board.engaged(p.unit) && p.way == Way::Charging && p.prey.is_none();
    plans
        .iter()
        .map(|p| match board.body(p.unit) {
            Some(body) if stays(p) => Planned::standing(board, body),
            _ => p.clone(),
        })
        .collect()
}

/// Moves everyone together; where each ended, and who met whom to fight.
fn together(board: &Board<'_>, plans: &[Planned]) -> (Vec<Stop>, Vec<(UnitId, UnitId)>) {
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
                right_of_way: p.way as u8,
                to_go: p.course.last().inches,
                passes_friends: p.passes,
                seeks: enemies(p.fights),
                chases,
            }
        })
        .collect();
    let spec = MarchSpec { standoff: tables().moves.standoff, touch: 0.01, patience: 2 };
    let marched = march_together(&marchers, &spec);
    let mut met = Vec::new();
    for (i, m) in marched.iter().enumerate() {
        for (other, how, _) in &m.met {
            let other = usize::from(*other);
            if matches!(how, Met::Contact | Met::Caught) && i < other {
                met.push((plans[i].unit, plans[other].unit));
            }
            if *how == Met::Standoff {
                ledger::cite(rule::MOVE_STANDOFF);
            }
        }
    }
    let ends = plans.iter().zip(&marched).map(|(p, m)| ended(board, p, m, substeps)).collect();
    (ends, met)
}

fn ended(board: &Board<'_>, plan: &Planned, marched: &Marched, substeps: u16) -> Stop {
    let mark = if marched.ended == Ended::Arrived || plan.course.last().cost <= 0.0 {
        plan.course.last()
    } else {
        Mark { rect: marched.rect, ..plan.course.after(marched.progress, substeps) }
    };
    let was = board.body(plan.unit).map(|b| (b.facing, b.rect.ahead));
    let facing = match was {
        Some((facing, ahead)) if ahead == mark.rect.ahead => facing,
        _ => Facing::of(mark.rect.ahead),
    };
    Stop { mark, facing, how: marched.ended }
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
            Some((p.unit, ((body.gap(target) * 1000.0) as i32, board.level(body.standard()))))
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
fn note(book: &Wrg1969, phase: &mut Phase, plan: &Planned, end: &Stop) {
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
    let turns = !kit.regular && plan.course.turned > 5.0 && !plan.runs;
    state.causes.add_if(turns, Cause::ChangedDirection);
    (state.turned, state.square) = (plan.turned, plan.square);
    state.ran |= plan.runs;
}

/// Puts a unit where it ended.
fn settle(plan: &Planned, end: &Stop, cx: &mut Cx<'_>) {
    let unit = plan.unit;
    let now = cx.field().unit(unit);
    let formation = formation_of(cx, unit, end.mark.drawn);
    if formation != now.formation {
        cx.apply(Event::Reformed { unit, formation, rule: rule::MOVE_REFORM });
    }
    let to = Pose::new(end.mark.rect.centre * MM, end.facing);
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

/// Makes fights of meetings; those who touched a unit that may evade are kept apart and told.
fn contacts(
    book: &Wrg1969,
    phase: &mut Phase,
    plans: &[Planned],
    met: &[(UnitId, UnitId)],
    stage: Stage,
    cx: &mut Cx<'_>,
) -> Vec<Threat> {
    let mut touched = Vec::new();
    let fights = |id: UnitId| plans.iter().any(|p| p.unit == id && p.fights);
    for &(a, b) in met {
        let evader = {
            let board = Board::of(book, cx.field(), phase);
            let runs = |id: UnitId, from: UnitId| {
                let may = board.body(id).is_some_and(|body| intent::may_evade(&board, body));
                fights(from) && !fights(id) && stage == Stage::Normal && may && !matches!(board.state(id).doing, Doing::Evading(_))
            };
            match () {
                () if runs(a, b) => Some((b, a)),
                () if runs(b, a) => Some((a, b)),
                () => None,
            }
        };
        match evader {
            Some((charger, target)) => {
                ledger::cite(rule::MOVE_EVADE_WHEN);
                phase.units[charger.index()].doing = Doing::Charging(target);
                touched.push(Threat { charger, target, gap: 0, touched: true });
            }
            None => {
                let (charger, target) = if fights(a) { (a, b) } else { (b, a) };
                join(book, phase, charger, target, cx);
            }
        }
    }
    touched
}

/// Brings two units to blows: the charger conforms, and who stood is remembered (`wrg1969.after.precedence`).
fn join(book: &Wrg1969, phase: &mut Phase, charger: UnitId, target: UnitId, cx: &mut Cx<'_>) {
    let side = cx.field().side(charger);
    let (red, blue) = if side == Side::Red { (charger, target) } else { (target, charger) };
    if phase.fights.iter().any(|f| f.red == red && f.blue == blue) {
        return;
    }
    let first = phase.opponents(charger).next().is_none();
    if matches!(phase.units[charger.index()].doing, Doing::Marching | Doing::Charging(_))
        && phase.units[charger.index()].flight == Flight::None
    {
        phase.units[charger.index()].doing = Doing::Charging(target);
    }
    let stand: Vec<(UnitId, Rect)> = {
        let board = Board::of(book, cx.field(), phase);
        match (board.body(charger), board.body(target)) {
            (Some(a), Some(b)) if first => {
                let facing_me = board.state(target).is_charging() && !board.engaged(target);
                let midway = if facing_me { conform::meet_midway(&board, a, b) } else { None };
                match midway {
                    Some([x, y]) => vec![(charger, x), (target, y)],
                    None => conform::conform(&board, a, b).map(|r| (charger, r)).into_iter().collect(),
                }
            }
            _ => Vec::new(),
        }
    };
    for (unit, rect) in stand {
        let to = Pose::new(rect.centre * MM, Facing::of(rect.ahead));
        cx.apply(Event::Moved { unit, to, motion: Motion::Conform, rule: rule::GEO_CONFORM });
    }
    answer_touch(book, phase, charger, target, cx);
    let stood = |id: UnitId| phase.units[id.index()].doing == Doing::Standing;
    let fight = Fight { red, blue, periods: 0, red_stood: stood(red), blue_stood: stood(blue) };
    phase.fights.push(fight);
}

/// Horse reached within the charger's normal move counts as countercharging if it was steady before and faces him.
fn answer_touch(book: &Wrg1969, phase: &mut Phase, charger: UnitId, target: UnitId, cx: &mut Cx<'_>) {
    let counters = {
        let board = Board::of(book, cx.field(), phase);
        let state = board.state(target);
        let idle = matches!(state.doing, Doing::Standing | Doing::Marching) && phase.threats.is_empty();
        let both = board.body(target).zip(board.body(charger));
        idle && both.is_some_and(|(t, c)| intent::may_countercharge(&board, t, c))
    };
    if counters {
        phase.units[target.index()].doing = Doing::Countercharging(charger);
    }
}

/// Whom each charger who is not in contact can still reach: the charge-bonus point (`wrg1969.geo.bonus_point`).
fn bonus_threats(book: &Wrg1969, phase: &mut Phase, touched: Vec<Threat>, cx: &mut Cx<'_>) {
    ledger::cite(rule::GEO_BONUS_POINT);
    let threats = {
        let board = Board::of(book, cx.field(), phase);
        let mut threats = touched;
        for body in board.troops().filter(|b| seeks(&board, b)) {
            if threats.iter().any(|t| t.charger == body.id) {
                continue;
            }
            if let Some((target, gap)) = first_in_reach(&board, body) {
                threats.push(Threat { charger: body.id, target, gap: (gap * 1000.0).round() as i32, touched: false });
            }
        }
        threats.extend(pressed_skirmishers(&board, &threats));
        threats.sort_by_key(|t| (t.target, t.gap, t.charger));
        threats
    };
    for threat in threats.iter().filter(|t| !t.touched) {
        phase.units[threat.charger.index()].doing = Doing::Charging(threat.target);
    }
    phase.threats = threats;
}

/// Whether a unit still has a charge to run.
fn seeks(board: &Board<'_>, body: &Body<'_>) -> bool {
    let state = board.state(body.id);
    let charges = matches!(state.doing, Doing::Charging(_)) || state.is_uncontrolled();
    charges && state.run_left > 0 && !board.engaged(body.id) && state.flight == Flight::None
}

/// The rest of a charge, straight ahead.
fn rest_of_charge(board: &Board<'_>, body: &Body<'_>) -> Course {
    let left = f64::from(board.state(body.id).run_left) / 1000.0;
    let whole = body.charge().max(left);
    let mut walker = Walker::new(board.book, body, charge::plainly(board, body), (left, whole), AtEdge::Stops);
    walker.ahead(left);
    walker.done()
}

/// The first enemy on whom a charger's front would come, and how far off he is.
fn first_in_reach(board: &Board<'_>, body: &Body<'_>) -> Option<(UnitId, f64)> {
    let reach = rest_of_charge(board, body).last().inches;
    let meets = |enemy: &Body<'_>| {
        let state = board.state(enemy.id);
        // One who charges him comes to meet him.
        let mutual = state.doing == Doing::Charging(body.id) && seeks(board, enemy);
        let more = if mutual { f64::from(state.run_left) / 1000.0 } else { 0.0 };
        let gap = cast(&body.rect, body.rect.ahead, reach + more + rates::NEAR, &enemy.rect, 0.0)?;
        Some((enemy.id, gap))
    };
    let enemies = board.troops().filter(|e| e.side != body.side && !board.routing(e.id));
    enemies.filter_map(meets).min_by(|a, b| a.1.total_cmp(&b.1))
}

/// Skirmishers whom an enemy who does not charge has come up to (`wrg1969.orders.skirmish`).
fn pressed_skirmishers(board: &Board<'_>, threats: &[Threat]) -> Vec<Threat> {
    let near = tables().moves.standoff + TOUCH;
    let skirmishes = |b: &&Body<'_>| {
        let verb = board.state(b.id).leg().map(|l| l.verb);
        let light = matches!(verb, Some(crate::order::Verb::Skirmish | crate::order::Verb::Screen));
        light && intent::may_evade(board, b) && !threats.iter().any(|t| t.target == b.id)
    };
    let mut found = Vec::new();
    for body in board.units().filter(skirmishes) {
        let presses = |e: &&Body<'_>| {
            e.gap(body) <= near && board.state(e.id).doing == Doing::Marching && !board.routing(e.id)
        };
        if let Some(enemy) = board.enemy_units(body.side).find(presses) {
            let gap = (enemy.gap(body) * 1000.0) as i32;
            found.push(Threat { charger: enemy.id, target: body.id, gap, touched: true });
        }
    }
    found
}

/// What a unit does in the bonus stage.
fn bonus_plan(board: &Board<'_>, body: &Body<'_>, answer: Answer) -> Planned {
    let state = board.state(body.id);
    let standing = Planned::standing(board, body);
    let left = f64::from(state.run_left) / 1000.0;
    match state.flight {
        Flight::Routing(_) => {
            let course = if state.ran {
                let whole = rout::run_length(board.book, state, body);
                forced::run(board, body, body.facing, (left, whole), AtEdge::Leaves)
            } else {
                ledger::cite(rule::ROUT_FROM_CHARGE);
                forced::rout(board, body)
            };
            return Planned { course, way: Way::Routing, runs: true, passes: true, turned: None, ..standing };
        }
        Flight::Pursuing(prey, _) if state.ran => {
            let whole = rout::run_length(board.book, state, body);
            let course = forced::run(board, body, body.facing, (left, whole), AtEdge::Stops);
            return Planned { course, way: Way::Charging, prey: Some(prey), passes: true, ..standing };
        }
        _ => {}
    }
    let threat = board.phase.threats.iter().filter(|t| t.target == body.id).min_by_key(|t| t.gap);
    match (answer, threat) {
        (Answer::Evade, Some(threat)) => {
            let course = forced::evade(board, body);
            let doing = Doing::Evading(threat.charger);
            ledger::cite(rule::MOVE_EVADE_THROUGH);
            return Planned { course, way: Way::Evading, doing, passes: true, turned: None, ..standing };
        }
        (Answer::Countercharge, Some(threat)) => {
            if let Some(charger) = board.body(threat.charger) {
                return countercharge(board, body, charger, standing);
            }
        }
        _ => {}
    }
    if seeks(board, body) && state.is_charging() {
        let course = rest_of_charge(board, body);
        return Planned { course, way: Way::Charging, doing: state.doing, fights: true, ..standing };
    }
    if seeks(board, body) {
        let course = rest_of_charge(board, body);
        return Planned { course, way: Way::Charging, doing: Doing::Marching, fights: true, ..standing };
    }
    standing
}

/// Wheels and goes straight for the charger with its own bonus (`wrg1969.move.countercharge.how`).
fn countercharge(board: &Board<'_>, body: &Body<'_>, charger: &Body<'_>, standing: Planned) -> Planned {
    ledger::cite(rule::ORDERS_COUNTERCHARGE);
    ledger::cite(rule::MOVE_COUNTERCHARGE);
    let bonus = rates::bonus(body.mover());
    let whole = body.charge();
    let mut walker = Walker::new(board.book, body, charge::plainly(board, body), (bonus, whole), AtEdge::Stops);
    walker.wheel(wheel_to(&body.rect, body.facing, charger.standard()));
    walker.ahead(bonus);
    let doing = Doing::Countercharging(charger.id);
    Planned { course: walker.done(), way: Way::Charging, doing, fights: true, ..standing }
}

/// Evaders other than light infantry disorganise the close-order friends they pass through
/// (`wrg1969.move.evade.through`).
fn passed_through(book: &Wrg1969, phase: &mut Phase, plans: &[Planned], ends: &[Stop], cx: &mut Cx<'_>) {
    let mut upset = Vec::new();
    {
        let board = Board::of(book, cx.field(), phase);
        for (plan, end) in plans.iter().zip(ends).filter(|(p, _)| p.way == Way::Evading) {
            let Some(body) = board.body(plan.unit).filter(|b| b.troop() != Troop::LightInfantry) else { continue };
            let way = end.mark.rect.centre - body.standard();
            let path = table::swept(&body.rect, way);
            let friends = board.friendly_units(body).filter(|f| f.troop() != Troop::LightInfantry);
            let met = friends.filter(|f| table::penetration(&path, &f.rect) > 0.1);
            upset.extend(met.filter(|f| f.rect.penetration(&body.rect) <= 0.1).map(|f| f.id));
        }
    }
    for unit in upset {
        ledger::cite(rule::MOVE_EVADE_THROUGH);
        phase.units[unit.index()].causes.add(Cause::PassedThrough);
    }
}

/// A charger who has come exactly up to an enemy that runs has caught him (`wrg1969.move.evade.caught`).
fn caught(book: &Wrg1969, phase: &mut Phase, plans: &[Planned], cx: &mut Cx<'_>) {
    let pairs: Vec<(UnitId, UnitId)> = {
        let board = Board::of(book, cx.field(), phase);
        let mut pairs = Vec::new();
        for plan in plans.iter().filter(|p| p.fights) {
            let Some(body) = board.body(plan.unit) else { continue };
            let ran = |e: &&Body<'_>| {
                let evades = matches!(board.state(e.id).doing, Doing::Evading(_));
                e.side != body.side && (evades || board.routing(e.id)) && e.gap(body) <= 0.02
            };
            pairs.extend(board.troops().filter(ran).map(|e| (body.id, e.id)));
        }
        pairs
    };
    for (charger, target) in pairs {
        ledger::cite(rule::MOVE_EVADE_CAUGHT);
        join(book, phase, charger, target, cx);
    }
}

/// Evaders who got away rally where they stand and face about (`wrg1969.move.evade.after`).
fn rally_evaders(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    let about: Vec<(UnitId, Pose)> = {
        let board = Board::of(book, cx.field(), phase);
        let away = |b: &&Body<'_>| matches!(board.state(b.id).doing, Doing::Evading(_)) && !board.engaged(b.id);
        let gone = |b: &&Body<'_>| !forced::off_table(&board, &b.rect);
        board.troops().filter(away).filter(gone).map(|b| (b.id, b.about().pose())).collect()
    };
    for (unit, to) in about {
        ledger::cite(rule::MOVE_EVADE_DRAWN);
        cx.apply(Event::Moved { unit, to, motion: Motion::Turn, rule: rule::MOVE_EVADE_AFTER });
    }
}

/// Whose standard has crossed the edge leaves (`wrg1969.move.edge`, `wrg1969.geo.leave`).
fn leave_table(book: &Wrg1969, phase: &mut Phase, plans: &[Planned], cx: &mut Cx<'_>) {
    let gone: Vec<UnitId> = {
        let board = Board::of(book, cx.field(), phase);
        let off = |p: &&Planned| board.body(p.unit).is_some_and(|b| forced::off_table(&board, &b.rect));
        plans.iter().filter(off).map(|p| p.unit).collect()
    };
    for unit in gone {
        ledger::cite(rule::MOVE_EDGE);
        rout::leaves(phase, unit, cx);
        phase.threats.retain(|t| t.charger != unit && t.target != unit);
    }
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
                e.standard().distance(b.standard()) < was.distance(from)
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
