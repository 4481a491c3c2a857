//! Contact: meetings become fights, and whoever crosses the edge leaves.

use crate::Wrg1969;
use crate::board::{Board, Body, pose_at};
use crate::conform;
use crate::forced;
use crate::intent;
use crate::order::Verb;
use crate::plan::{Planned, Way};
use crate::rates::Stage;
use crate::rout;
use crate::rule;
use crate::state::{Doing, Fight, Flight, Phase, Reaction, Threat, UnitState};
use ruling::ledger;
use table::{Facing, Rect};
use umpire::{Cx, Event, Motion, Side, UnitId};

/// Makes fights of meetings; those who touched a unit that may evade are kept apart and told.
pub(crate) fn contacts(
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
                let both = board.body(id).zip(board.body(from));
                let may = both.is_some_and(|(body, charger)| {
                    intent::may_evade(&board, body) || intent::must_evade(&board, body, charger)
                });
                fights(from)
                    && !fights(id)
                    && stage == Stage::Normal
                    && may
                    && !matches!(board.state(id).doing, Doing::Evading(_))
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
                let free = |id: UnitId| phase.opponents(id).next().is_none();
                let zeal = |id: UnitId, at: UnitId| {
                    let plan = plans.iter().find(|p| p.unit == id);
                    plan.map_or(Zeal::Suffers, |p| zeal(p, at))
                };
                let charging = |id: UnitId| may_charge(&phase.units[id.index()]);
                // Of two who come on alike the one still free conforms, and a charger rather than a pursuer.
                let [one, two] = [(a, b), (b, a)].map(|(id, at)| (zeal(id, at), free(id), charging(id)));
                let (charger, target) = if two > one { (b, a) } else { (a, b) };
                for (who, whom) in [(charger, target), (target, charger)] {
                    if fights(who) {
                        charges(phase, who, whom);
                    }
                }
                join(book, phase, (charger, target), stage, cx);
            }
        }
    }
    touched
}

/// How much a unit wants a meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Zeal {
    /// It is met.
    Suffers,
    /// It runs, and would ride down whoever is in its way.
    Runs,
    /// It charges or pursues.
    Comes,
}

fn zeal(plan: &Planned, enemy: UnitId) -> Zeal {
    match () {
        () if plan.prey == Some(enemy) => Zeal::Comes,
        () if plan.fights && plan.way == Way::Routing => Zeal::Runs,
        () if plan.fights => Zeal::Comes,
        () => Zeal::Suffers,
    }
}

/// Brings two units to blows: the charger conforms, and who stood is remembered (`wrg1969.after.precedence`).
pub(crate) fn join(
    book: &Wrg1969,
    phase: &mut Phase,
    (charger, target): (UnitId, UnitId),
    stage: Stage,
    cx: &mut Cx<'_>,
) {
    let side = cx.field().side(charger);
    let (red, blue) = if side == Side::Red { (charger, target) } else { (target, charger) };
    if phase.fights.iter().any(|f| f.red == red && f.blue == blue) {
        return;
    }
    let first = phase.opponents(charger).next().is_none();
    charges(phase, charger, target);
    let charging = |id: UnitId| matches!(phase.units[id.index()].doing, Doing::Charging(_));
    // Of two who charge each other both are charged.
    let [comes, is_met] = [charging(charger), charging(target)];
    phase.units[target.index()].charged |= comes;
    phase.units[charger.index()].charged |= is_met;
    face_attack(book, phase, charger, target, cx);
    let stand: Vec<(UnitId, Rect)> = {
        let board = Board::of(book, cx.field(), phase);
        match (board.body(charger), board.body(target)) {
            (Some(a), Some(b)) if first => {
                let meet = board.state(target).is_charging() && !board.engaged(target);
                let conforms = |a: &Body<'_>, b: &Body<'_>| Some((a.id, conform::conform(&board, a, b)?));
                // Who both charge are treated alike: one conforms to the other alone only if he takes him in the flank.
                match meet.then(|| conform::meet_midway(&board, a, b)).flatten() {
                    Some([x, y]) => vec![(charger, x), (target, y)],
                    None if meet => match (a.faces(b.standard()), b.faces(a.standard())) {
                        (true, false) => conforms(a, b).into_iter().collect(),
                        (false, true) => conforms(b, a).into_iter().collect(),
                        _ => Vec::new(),
                    },
                    None => conforms(a, b).into_iter().collect(),
                }
            }
            _ => Vec::new(),
        }
    };
    for (unit, rect) in stand {
        let to = pose_at(rect.centre, Facing::of(rect.ahead));
        cx.apply(Event::Moved { unit, to, motion: Motion::Conform, rule: rule::GEO_CONFORM });
    }
    answer_touch(book, phase, charger, target, cx);
    // Who marches has halted by the bonus stage, in which only those run who charge, flee or pursue.
    let halted =
        |doing: Doing| book.house.halted_foot_stands && stage == Stage::Bonus && doing == Doing::Marching;
    let stood = |id: UnitId| {
        let doing = phase.units[id.index()].doing;
        doing == Doing::Standing || halted(doing)
    };
    let fight = Fight { red, blue, periods: 0, red_stood: stood(red), blue_stood: stood(blue) };
    phase.fights.push(fight);
}

/// Those who retire, by a result or an order, turn about to meet an attack from behind
/// (`wrg1969.reaction.effect.retire`).
fn face_attack(book: &Wrg1969, phase: &Phase, charger: UnitId, target: UnitId, cx: &mut Cx<'_>) {
    let about = {
        let board = Board::of(book, cx.field(), phase);
        let state = board.state(target);
        let retires = match state.running.map(|r| r.reaction) {
            Some(Reaction::LeaveField) => state.leaves_facing,
            Some(reaction) => reaction == Reaction::Retire,
            None => state.leg().is_some_and(|leg| leg.verb == Verb::RetireTo),
        };
        let turns = retires && !state.is_broken() && !board.engaged(target);
        let both = board.body(target).zip(board.body(charger)).filter(|_| turns);
        both.filter(|(t, c)| t.off_front(c.standard()).abs() > 90.0).map(|(t, _)| t.about().pose())
    };
    if let Some(to) = about {
        ledger::cite(rule::REACTION_EFFECT_RETIRE);
        let rule = rule::REACTION_EFFECT_RETIRE;
        cx.apply(Event::Moved { unit: target, to, motion: Motion::Turn, rule });
    }
}

/// Notes that a unit on the move, not in pursuit, charges an enemy.
fn charges(phase: &mut Phase, unit: UnitId, enemy: UnitId) {
    let state = &mut phase.units[unit.index()];
    if may_charge(state) {
        state.doing = Doing::Charging(enemy);
    }
}

fn may_charge(state: &UnitState) -> bool {
    matches!(state.doing, Doing::Marching | Doing::Charging(_)) && state.flight == Flight::None
}

/// Horse reached within the charger's normal move counts as countercharging if it was steady before and faces him.
fn answer_touch(book: &Wrg1969, phase: &mut Phase, charger: UnitId, target: UnitId, cx: &mut Cx<'_>) {
    let counters = {
        let board = Board::of(book, cx.field(), phase);
        let state = board.state(target);
        let idle = matches!(state.doing, Doing::Standing | Doing::Marching);
        // In the normal stage; or touched then, and standing after all.
        let touch = |t: &Threat| (t.charger, t.target, t.touched) == (charger, target, true);
        let early = phase.threats.is_empty() || phase.threats.iter().any(touch);
        let both = board.body(target).zip(board.body(charger));
        idle && early && both.is_some_and(|(t, c)| intent::may_countercharge(&board, t, c))
    };
    if counters {
        phase.units[target.index()].doing = Doing::Countercharging(charger);
    }
}

/// Whose standard has crossed the edge leaves (`wrg1969.move.edge`, `wrg1969.geo.leave`).
pub(crate) fn leave_table(book: &Wrg1969, phase: &mut Phase, plans: &[Planned], cx: &mut Cx<'_>) {
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
