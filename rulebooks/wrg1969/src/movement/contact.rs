//! Contact: meetings become fights, and whoever crosses the edge leaves.

use crate::aftermath::rout;
use crate::board::state::{Doing, Fight, Flight, Phase, Stage, Threat, UnitState};
use crate::board::{Board, Body};
use crate::charge::answers;
use crate::data::reaction::Reaction;
use crate::movement::plan::{Planned, Way};
use crate::movement::{closing, forced};
use crate::orders::order::Verb;
use crate::{Wrg1969, rule};
use umpire::{Cx, Event, Motion, UnitId};

/// Makes fights of meetings; those who touched a unit that may evade are kept apart and told.
pub fn contacts(
    book: &Wrg1969,
    phase: &mut Phase,
    plans: &[Planned],
    met: &[(UnitId, UnitId)],
    stage: Stage,
    cx: &mut Cx<'_>,
) -> Vec<Threat> {
    let fights = |id: UnitId| plans.iter().any(|p| p.unit == id && p.fights);
    // Those who may run away are found first: whoever comes to blows besides charges the one he fights.
    let (mut touched, mut blows) = (Vec::new(), Vec::new());
    for &(a, b) in met {
        let evader = {
            let board = Board::of(book, cx.field(), phase);
            let runs = |id: UnitId, from: UnitId| {
                let both = board.body(id).zip(board.body(from));
                let may = both.is_some_and(|(body, charger)| {
                    answers::may_evade(&board, body) || answers::must_evade(&board, body, charger)
                });
                fights(from)
                    && !fights(id)
                    && stage == Stage::Normal
                    && may
                    && !matches!(board.state(id).now.doing, Doing::Evading(_))
            };
            if runs(a, b) {
                Some((b, a))
            } else if runs(b, a) {
                Some((a, b))
            } else {
                None
            }
        };
        match evader {
            Some((charger, target)) => {
                phase.units[charger.index()].now.doing = Doing::Charging(target);
                touched.push(Threat { charger, target, gap: 0, touched: true });
            }
            None => blows.push((a, b)),
        }
    }
    let (mut joined, mut willing) = (Vec::new(), Vec::new());
    for (a, b) in blows {
        let free = |id: UnitId| phase.opponents(id).next().is_none();
        let zeal = |id: UnitId, at: UnitId| {
            let plan = plans.iter().find(|p| p.unit == id);
            plan.map_or(Zeal::Suffers, |p| zeal(p, at))
        };
        let charging = |id: UnitId| may_charge(&phase.units[id.index()]);
        // Of two who come on alike the one still free conforms, and a charger rather than a pursuer.
        let [one, two] = [(a, b), (b, a)].map(|(id, at)| (zeal(id, at), free(id), charging(id)));
        let (charger, target) = if two > one { (b, a) } else { (a, b) };
        joined.push((charger, target));
        // Two who come on alike charge each other.
        willing.extend([a, b].into_iter().filter(|id| fights(*id) || one == two));
    }
    for unit in willing {
        charges(phase, unit, &joined);
    }
    join(book, phase, &joined, stage, cx);
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
    if plan.prey == Some(enemy) {
        Zeal::Comes
    } else if plan.fights && plan.way == Way::Routing {
        Zeal::Runs
    } else if plan.fights {
        Zeal::Comes
    } else {
        Zeal::Suffers
    }
}

/// Brings units to blows: those who came turn flush, all together, and who stood is remembered
/// (`wrg1969.after.precedence`).
pub fn join(book: &Wrg1969, phase: &mut Phase, pairs: &[(UnitId, UnitId)], stage: Stage, cx: &mut Cx<'_>) {
    let mut fresh: Vec<(UnitId, UnitId)> = Vec::new();
    for &(charger, target) in pairs {
        let same = |f: &Fight| [f.red, f.blue].contains(&charger) && [f.red, f.blue].contains(&target);
        if !phase.fights.iter().any(same) && !fresh.contains(&(target, charger)) {
            fresh.push((charger, target));
        }
    }
    let free: Vec<UnitId> =
        fresh.iter().flat_map(|&(a, b)| [a, b]).filter(|&id| !phase.engaged(id)).collect();
    for &(charger, target) in &fresh {
        charges(phase, charger, &fresh);
        let charging = |id: UnitId| matches!(phase.units[id.index()].now.doing, Doing::Charging(_));
        // Of two who charge each other both are charged.
        let [comes, is_met] = [charging(charger), charging(target)];
        phase.units[target.index()].now.charged |= comes;
        phase.units[charger.index()].now.charged |= is_met;
        face_attack(book, phase, charger, target, cx);
    }
    let came: Vec<UnitId> = fresh
        .iter()
        .flat_map(|&(charger, target)| {
            let meets = phase.units[target.index()].is_charging();
            [Some(charger), meets.then_some(target)].into_iter().flatten()
        })
        .filter(|id| free.contains(id))
        .collect();
    closing::line_up(book, phase, (&came, &fresh), cx);
    for &(charger, target) in &fresh {
        answer_touch(book, phase, charger, target, cx);
        // Who marches has halted by the bonus stage, in which only those run who charge, flee or pursue.
        let halted =
            |doing: Doing| book.house.halted_foot_stands && stage == Stage::Bonus && doing == Doing::Marching;
        let stood = |id: UnitId| {
            let doing = phase.units[id.index()].now.doing;
            doing == Doing::Standing || halted(doing)
        };
        let fight = Fight::new(cx.field(), (charger, target), stood);
        phase.parted.retain(|pair| *pair != (fight.red, fight.blue));
        phase.fights.push(fight);
    }
}

/// Those who retire, by a result or an order, turn about to meet an attack from behind
/// (`wrg1969.reaction.effect.retire`).
fn face_attack(book: &Wrg1969, phase: &Phase, charger: UnitId, target: UnitId, cx: &mut Cx<'_>) {
    let about = {
        let board = Board::of(book, cx.field(), phase);
        let state = board.state(target);
        let retires = match state.seen.running.map(|r| r.reaction) {
            Some(Reaction::LeaveField) => state.seen.leaves_facing,
            Some(reaction) => reaction == Reaction::Retire,
            None => state.leg().is_some_and(|leg| leg.verb == Verb::RetireTo),
        };
        let turns = retires && !state.is_broken() && !board.engaged(target);
        let both = board.body(target).zip(board.body(charger)).filter(|_| turns);
        both.filter(|(t, c)| t.off_front(c.standard()).abs() > 90.0).map(|(t, _)| t.about().pose())
    };
    if let Some(to) = about {
        let rule = rule::REACTION_EFFECT_RETIRE;
        cx.apply(Event::Moved { unit: target, to, motion: Motion::Turn, rule });
    }
}

/// Notes that a unit on the move, not in pursuit, charges one of those it has met: the one it meant, or the first.
fn charges(phase: &mut Phase, unit: UnitId, pairs: &[(UnitId, UnitId)]) {
    let state = &mut phase.units[unit.index()];
    let met = || {
        pairs.iter().filter_map(move |&(a, b)| match unit {
            _ if unit == a => Some(b),
            _ if unit == b => Some(a),
            _ => None,
        })
    };
    let meant = matches!(state.now.doing, Doing::Charging(at) if met().any(|enemy| enemy == at));
    if let Some(enemy) = met().next().filter(|_| may_charge(state) && !meant) {
        state.now.doing = Doing::Charging(enemy);
    }
}

fn may_charge(state: &UnitState) -> bool {
    matches!(state.now.doing, Doing::Marching | Doing::Charging(_)) && state.seen.flight == Flight::None
}

/// Horse reached within the charger's normal move counts as countercharging if it was steady before and faces him.
fn answer_touch(book: &Wrg1969, phase: &mut Phase, charger: UnitId, target: UnitId, cx: &mut Cx<'_>) {
    let counters = {
        let board = Board::of(book, cx.field(), phase);
        let state = board.state(target);
        let idle = matches!(state.now.doing, Doing::Standing | Doing::Marching);
        // In the normal stage; or touched then, and standing after all.
        let touch = |t: &Threat| (t.charger, t.target, t.touched) == (charger, target, true);
        let early = phase.threats.is_empty() || phase.threats.iter().any(touch);
        let both = board.body(target).zip(board.body(charger));
        let may = |t: &Body<'_>, c: &Body<'_>| {
            answers::both_horse(t, c) && answers::may_countercharge(&board, t, c)
        };
        idle && early && both.is_some_and(|(t, c)| may(t, c))
    };
    if counters {
        phase.units[target.index()].now.doing = Doing::Countercharging(charger);
    }
}

/// Whose standard has crossed the edge leaves (`wrg1969.move.edge`, `wrg1969.geo.leave`).
pub fn leave_table(book: &Wrg1969, phase: &mut Phase, plans: &[Planned], cx: &mut Cx<'_>) {
    let gone: Vec<UnitId> = {
        let board = Board::of(book, cx.field(), phase);
        let off = |p: &&Planned| board.body(p.unit).is_some_and(|b| forced::off_table(&board, &b.rect));
        plans.iter().filter(off).map(|p| p.unit).collect()
    };
    for unit in gone {
        rout::leaves(phase, unit, cx);
        phase.threats.retain(|t| t.charger != unit && t.target != unit);
    }
}
