//! The charge-bonus point and the bonus stage: the last rush of a charge, and all that answers it.

use crate::aftermath::{flight, rout};
use crate::board::state::{Doing, Flight, Phase, Stage, Threat};
use crate::board::{Board, Body, TOUCH, track};
use crate::charge::answers::{self, Answer};
use crate::charge::resolve::{rest_of_charge, seeks};
use crate::combat::disorder::Cause;
use crate::data::measure::{NEAR, in_mils, within};
use crate::data::moves;
use crate::data::tables::tables;
use crate::data::troop::Troop;
use crate::movement::contact::{contacts, join, leave_table};
use crate::movement::course::{AtEdge, Walker, plainly, wheel_to};
use crate::movement::plan::{Planned, Way};
use crate::movement::together::{Stop, note, settle, together};
use crate::movement::{forced, part_evades, room};
use crate::orders::order::Verb;
use crate::orders::riders;
use crate::told;
use crate::{Wrg1969, rule};
use table::{Pose, cast};
use umpire::voice::name;
use umpire::{Cx, Event, Motion, Ruling, UnitId};

/// The bonus stage: chargers, countercharges, evades, routs and pursuits (`wrg1969.geo.bonus_stage`).
pub fn bonus(book: &Wrg1969, phase: &mut Phase, answers: &[(UnitId, Answer)], cx: &mut Cx<'_>) {
    let usual = answers::usual_answers(&Board::of(book, cx.field(), phase));
    let answer = |id: UnitId| {
        let told = answers.iter().chain(&usual).find(|(u, _)| *u == id);
        told.map_or(Answer::Stand, |(_, a)| *a)
    };
    for (unit, _) in usual.iter().filter(|(u, _)| answer(*u) == Answer::EvadeInPart) {
        part_evades::part(book, phase, *unit, cx);
    }
    let (plans, stood) = {
        let board = Board::of(book, cx.field(), phase);
        let plans: Vec<Planned> = board.troops().map(|b| bonus_plan(&board, b, answer(b.id))).collect();
        // Who was touched and stands after all is in contact.
        let stood: Vec<Threat> = phase
            .threats
            .iter()
            .filter(|t| t.touched && !answer(t.target).runs())
            .filter(|t| board.state(t.charger).is_charging() && !board.routing(t.target))
            .copied()
            .collect();
        (plans, stood)
    };
    for plan in &plans {
        let state = &mut phase.units[plan.unit.index()];
        if matches!(plan.doing, Doing::Evading(_) | Doing::Countercharging(_)) {
            state.now.doing = plan.doing;
        }
    }
    let stood: Vec<(UnitId, UnitId)> = stood.iter().map(|t| (t.charger, t.target)).collect();
    join(book, phase, &stood, Stage::Bonus, cx);
    let (plans, ends, met) = {
        let board = Board::of(book, cx.field(), phase);
        together(&board, still_free(&board, plans))
    };
    passed_through(book, phase, &plans, &ends, cx);
    let stood = cx.field().clone();
    for (plan, end) in plans.iter().zip(&ends) {
        note(book, phase, plan, end);
        track::keep(book, phase, plan.unit, &end.steps, Stage::Bonus, cx);
        settle(plan, end, &stood, cx);
    }
    contacts(book, phase, &plans, &met, Stage::Bonus, cx);
    part_evades::stand(phase, cx);
    riders::bonus(book, phase, cx);
    rally_evaders(book, phase, cx);
    leave_table(book, phase, &plans, cx);
    room::stand_clear(book, phase, cx);
    phase.threats.clear();
}

/// Those who have come into contact since they planned stay where they are.
fn still_free(board: &Board<'_>, plans: Vec<Planned>) -> Vec<Planned> {
    let stays = |p: &Planned| board.engaged(p.unit) && p.way == Way::Charging && p.prey.is_none();
    let as_it_is = |p: Planned| match board.body(p.unit) {
        Some(body) if stays(&p) => Planned::standing(board, body),
        _ => p,
    };
    plans.into_iter().map(as_it_is).collect()
}

/// Whom each charger who is not in contact can still reach: the charge-bonus point (`wrg1969.geo.bonus_point`).
pub fn bonus_threats(book: &Wrg1969, phase: &mut Phase, touched: Vec<Threat>, cx: &mut Cx<'_>) {
    let threats = {
        let board = Board::of(book, cx.field(), phase);
        let mut threats = touched;
        for body in board.troops().filter(|b| seeks(&board, b)) {
            if threats.iter().any(|t| t.charger == body.id) {
                continue;
            }
            if let Some((target, gap)) = first_in_reach(&board, body) {
                threats.push(Threat {
                    charger: body.id,
                    target,
                    gap: (gap * 1000.0).round() as i32,
                    touched: false,
                });
            }
        }
        threats.extend(pressed_skirmishers(&board, &threats));
        threats.sort_by_key(|t| (t.target, t.gap, t.charger));
        threats
    };
    for threat in &threats {
        let now = &mut phase.units[threat.charger.index()].now;
        if !threat.touched {
            now.doing = Doing::Charging(threat.target);
        }
        if now.doing == Doing::Charging(threat.target) {
            now.first_target = Some(threat.target);
        }
    }
    phase.threats = threats;
    let (ridden_down, charged_on) = {
        let board = Board::of(book, cx.field(), phase);
        (rout::rides_down(&board), rout::charges_on(&board))
    };
    phase.threats.extend(ridden_down);
    for (threat, left) in charged_on {
        rout::begins_to_charge_on(phase, &threat, left, cx);
        phase.threats.push(threat);
    }
    phase.threats.sort_by_key(|t| (t.target, t.gap, t.charger));
}

/// The first enemy on whom a charger's front would come, and how far off he is.
fn first_in_reach(board: &Board<'_>, body: &Body<'_>) -> Option<(UnitId, f64)> {
    let reach = rest_of_charge(board, body).last().inches;
    let meets = |enemy: &Body<'_>| {
        let state = board.state(enemy.id);
        // One who charges him comes to meet him.
        let mutual = state.now.doing == Doing::Charging(body.id) && seeks(board, enemy);
        let more = if mutual { f64::from(state.seen.run_left) / 1000.0 } else { 0.0 };
        let reach = reach + more + NEAR;
        let gap = cast(&body.rect, body.rect.ahead, reach, &enemy.rect, 0.0)?;
        // Whoever only grazes him goes by.
        let met = cast(&body.rect, body.rect.ahead, reach + 2.0 * NEAR, &enemy.rect, NEAR);
        met.map(|_| (enemy.id, gap))
    };
    let enemies = board.troops().filter(|e| e.side != body.side && !board.routing(e.id));
    enemies.filter_map(meets).min_by_key(|met| in_mils(met.1))
}

/// Skirmishers whom an enemy who does not charge has come up to (`wrg1969.orders.skirmish`).
fn pressed_skirmishers(board: &Board<'_>, threats: &[Threat]) -> Vec<Threat> {
    let near = tables().moves.standoff + TOUCH;
    let skirmishes = |b: &&Body<'_>| {
        let verb = board.state(b.id).leg().map(|l| l.verb);
        let light = matches!(verb, Some(Verb::Skirmish | Verb::Screen));
        light && answers::may_evade(board, b) && !threats.iter().any(|t| t.target == b.id)
    };
    let mut found = Vec::new();
    for body in board.units().filter(skirmishes) {
        let presses = |e: &&Body<'_>| {
            within(e.gap(body), near)
                && board.state(e.id).now.doing == Doing::Marching
                && !board.routing(e.id)
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
    let left = f64::from(state.seen.run_left) / 1000.0;
    match state.seen.flight {
        Flight::Routing(_) => {
            let course = if state.seen.ran {
                let whole = flight::run_length(board.book, state, body);
                flight::course(board, body, body.facing, (left, whole))
            } else {
                forced::rout(board, body)
            };
            return Planned {
                course,
                way: Way::Routing,
                runs: true,
                passes: true,
                // He runs at one whom he may try to ride down.
                fights: board.phase.threats.iter().any(|t| t.charger == body.id),
                turned: state.still_sideways(),
                ..standing
            };
        }
        Flight::Pursuing(prey, _) if state.seen.ran => {
            let course = forced::chase(board, body, body.facing, left);
            return Planned { course, way: Way::Charging, prey: Some(prey), ..standing };
        }
        _ => {}
    }
    let threat = board.phase.threats.iter().filter(|t| t.target == body.id).min_by_key(|t| t.gap);
    // Run wild by the charge itself, it goes to meet it if it can face it (`wrg1969.reaction.effect.uncontrolled`).
    if let Some(charger) = threat.and_then(|t| board.body(t.charger))
        && state.is_uncontrolled()
        && state.now.moved == 0
        && answers::can_face(body, charger)
    {
        return countercharge(board, body, charger, standing);
    }
    match (answer, threat) {
        (Answer::Evade | Answer::EvadeInPart, Some(threat)) => {
            let course = forced::evade(board, body);
            let doing = Doing::Evading(threat.charger);
            return Planned {
                course,
                way: Way::Evading,
                doing,
                passes: true,
                turned: state.still_sideways(),
                ..standing
            };
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
        return Planned { course, way: Way::Charging, doing: state.now.doing, fights: true, ..standing };
    }
    if seeks(board, body) {
        let course = rest_of_charge(board, body);
        return Planned { course, way: Way::Charging, doing: Doing::Marching, fights: true, ..standing };
    }
    standing
}

/// Wheels and goes straight for the charger with its own bonus (`wrg1969.move.countercharge.how`).
fn countercharge(board: &Board<'_>, body: &Body<'_>, charger: &Body<'_>, standing: Planned) -> Planned {
    let bonus = moves::bonus(body.mover());
    let whole = body.charge();
    let mut walker = Walker::new(board.book, body, plainly(board, body), (bonus, whole), AtEdge::Stops);
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
            let Some(body) = board.body(plan.unit).filter(|b| b.troop() != Troop::LightInfantry) else {
                continue;
            };
            let way = end.mark.rect.centre - body.standard();
            let path = table::swept(&body.rect, way);
            let friends = board.friendly_units(body).filter(|f| f.troop() != Troop::LightInfantry);
            let met = friends.filter(|f| !within(table::penetration(&path, &f.rect), 0.1));
            upset.extend(
                met.filter(|f| within(f.rect.penetration(&body.rect), 0.1)).map(|f| (plan.unit, f.id)),
            );
        }
    }
    for (evader, unit) in upset {
        cx.rule(|field| {
            let text = {
                let unit = name(field, unit);
                format!("{} ran through {unit} and disorganised {}.", name(field, evader), unit.them())
            };
            told::of(book, phase, field, unit, Ruling::new(rule::MOVE_EVADE_THROUGH, text))
        });
        phase.units[unit.index()].now.causes.add(Cause::PassedThrough);
    }
}

/// Evaders who got away rally where they stand and face about (`wrg1969.move.evade.after`).
fn rally_evaders(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    let about: Vec<(UnitId, Pose)> = {
        let board = Board::of(book, cx.field(), phase);
        let away = |b: &&Body<'_>| {
            let state = board.state(b.id);
            let runs = matches!(state.now.doing, Doing::Evading(_)) && state.seen.apart.is_none();
            runs && !board.engaged(b.id)
        };
        let gone = |b: &&Body<'_>| !forced::off_table(&board, &b.rect);
        board.troops().filter(away).filter(gone).map(|b| (b.id, b.about().pose())).collect()
    };
    for (unit, to) in about {
        cx.rule(|field| {
            let text = format!("{} rallied and faced about.", name(field, unit));
            let rallied = Ruling::new(rule::MOVE_EVADE_AFTER, text).also(rule::MOVE_EVADE_DRAWN);
            told::of(book, phase, field, unit, rallied)
        });
        cx.apply(Event::Moved { unit, to, motion: Motion::Turn, rule: rule::MOVE_EVADE_AFTER });
    }
}
