//! Hand-to-hand on the table: the fights, the blows of both sides at once, those who turn to run or break off.

use crate::Wrg1969;
use crate::board::{Board, Body};
use crate::cover;
use crate::disorder::Cause;
use crate::fire_factors::{self, Shot};
use crate::losses::{self, Loss, name};
use crate::melee_factors as factors;
use crate::rates::within;
use crate::rule;
use crate::shields::Quarter;
use crate::state::{Fight, Flight, Phase, Reaction, UnitState};
use crate::strikes::{Strike, Which, back_turned, strikes_of, touch};
use crate::telling;
use dice::RollId;
use ruling::{RuleId, ledger};
use table::{Edge, Vec2};
use umpire::{Cx, Field, Place, Ruling, Side, UnitId};

/// Fights end when those in it stand farther apart than this.
const APART: f64 = 0.3;

/// Brings the list of fights up to date: those who stand apart no longer fight, pursuers who have caught up do.
pub fn meet(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    let (fights, runaways) = {
        let board = Board::of(book, cx.field(), phase);
        // Two who run from others do not fight each other, though they touch.
        let touching = |f: &Fight| match (board.body(f.red), board.body(f.blue)) {
            (Some(a), Some(b)) => within(a.gap(b), APART) && !(board.routing(f.red) && board.routing(f.blue)),
            _ => false,
        };
        let mut fights: Vec<Fight> = phase.fights.iter().copied().filter(touching).collect();
        for body in board.troops() {
            if let Flight::Pursuing(prey, _) = board.state(body.id).flight
                && let Some(prey) = board.body(prey)
                && within(body.gap(prey), APART)
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
                && !board.friendly_units(b).any(|f| within(f.gap(b), 3.0))
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
    // The broken, and those who leave the field out of a fight though nobody pursues them.
    let turns = |state: &UnitState| {
        let leaves = state.running.is_some_and(|r| r.reaction == Reaction::LeaveField);
        state.flight == Flight::Routing(0) || (leaves && !state.is_broken())
    };
    let strikes = |board: &Board<'_>, body: &Body<'_>, at: UnitId| {
        let state = board.state(body.id);
        // Who ran wild before is in his second period already, and strikes only at its end.
        let pursues = matches!(state.flight, Flight::Pursuing(prey, _) if prey == at) && !state.tired;
        turns(board.state(at)) && (pursues || (!board.routing(at) && !back_turned(board, body.id)))
    };
    let any = {
        let board = Board::of(book, cx.field(), phase);
        board.bodies.iter().any(|b| board.opponents(b.id).any(|at| strikes(&board, b, at)))
    };
    if !any {
        return;
    }
    cx.heading(rule::PURSUIT_STRIKES, |_| "The broken turn to run".to_owned());
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
        cx.rule(|field| Ruling::new(rule::BREAKOFF, format!("{} broke off the fight.", name(field, id))));
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
        crate::rout::breaks(book, phase, id, rule::BREAKOFF, cx);
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
    let mut lost: Vec<Loss> = Vec::new();
    for (strike, shot, dice) in &told {
        cx.rule(|field| words(field, strike, shot, *dice));
        let men = shot.blow.men;
        let dealt = &mut phase.units[strike.by.index()].melee_dealt;
        *dealt = dealt.saturating_add(men as u16);
        let suffered = &mut phase.units[strike.at.index()].melee_loss;
        *suffered = suffered.saturating_add(men as u16);
        phase.blows.push((strike.by, strike.at, men as u16));
        let all = Loss::spread(strike.at, men);
        let loss = match strike.falls_on {
            Which::Own => Loss { own: men, ..all },
            Which::Part => Loss { part: men, ..all },
            Which::Both => all,
        };
        loss.add_to(&mut lost);
    }
    lost.sort_by_key(|loss| loss.unit);
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
        "{} of {} struck {}{whence}, factor {}: {}.",
        telling::figures(strike.blows.figures),
        name(field, strike.by),
        name(field, strike.at),
        shot.total,
        telling::men_fell(shot.blow.men)
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
