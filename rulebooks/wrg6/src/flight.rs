//! Running away: routers and those who evade or break off.

use crate::Wrg6;
use crate::board::Board;
use crate::charge::Response;
use crate::charging::{away_from, nearest_charger};
use crate::detour;
use crate::disorder::Cause;
use crate::forced::{Run, run_of, set_out, turned};
use crate::marching::{self, Going, Way, Went, run};
use crate::phase::{Act, Heading, Phase};
use crate::{contact, rout, rule, telling, words};
use table::{Facing, Rect, Vec2};
use umpire::{Cx, Event, Motion, Place, Ruling, UnitId};

/// Routers run: first from whoever broke them, then to their base edge, round enemies (`wrg6.rout.move`).
pub fn routs(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    let mut runs = Vec::new();
    let routers: Vec<UnitId> = {
        let board = Board::of(book, cx.field(), phase);
        board.bodies().filter(|&id| board.state(id).routing).collect()
    };
    for id in routers {
        let direction = {
            let board = Board::of(book, cx.field(), phase);
            let home = crate::normal::forward(board.side(id)) * -1.0;
            let first = board.state(id).hurt_by.filter(|&by| cx.field().on_table(by));
            first.map_or(home, |by| away_from(board, id, by))
        };
        let far = run_of(book, phase, id, direction, cx);
        runs.push(Run { id, direction, far });
    }
    let going = {
        let board = Board::of(book, cx.field(), phase);
        set_out(board, &runs, |run, turn| {
            let (from, way) = detour::round_enemies(board, run, turn)?;
            let (id, allowance) = (run.id, run.far);
            Some(Going { id, from, way, allowance, seeks: Vec::new(), bursts: true, passes: false })
        })
    };
    for (Run { id, .. }, _) in runs.iter().zip(&going).filter(|(_, going)| going.is_none()) {
        cx.rule(|field| {
            let text = format!("{} had no way out and surrendered.", words::name(field, *id));
            Ruling::new(rule::ROUT_MOVE, text)
        });
        rout::lost(phase, *id, Place::Destroyed, rule::ROUT_MOVE, cx);
    }
    let going: Vec<Going> = going.into_iter().flatten().collect();
    for Going { id, .. } in &going {
        let state = phase.state_mut(*id);
        state.act = Act::Routed;
        state.heading = Heading::Halted;
        state.hurt_by = None;
    }
    let went = run(Board::of(book, cx.field(), phase), &going, 0.0);
    burst(book, phase, &went, cx);
    flee(book, phase, &went, Motion::Flight, rule::ROUT_MOVE, cx);
    contact::keep(book, phase, cx);
    marching::leave(book, phase, cx);
}

/// Those who evade a charge or break off turn about and run directly away (`wrg6.charge.evaders`,
/// `wrg6.charge.breakoff`).
pub fn evades(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    let mut runs = Vec::new();
    for id in cx.field().ids() {
        if phase.state(id).response != Some(Response::Evade)
            || !cx.field().on_table(id)
            || phase.state(id).routing
        {
            continue;
        }
        let direction = {
            let board = Board::of(book, cx.field(), phase);
            let foe = nearest_charger(board, id).or_else(|| phase.opponents(id).next());
            let Some(foe) = foe else { continue };
            away_from(board, id, foe)
        };
        let far = run_of(book, phase, id, direction, cx);
        runs.push(Run { id, direction, far });
        let foes: Vec<UnitId> = phase.opponents(id).collect();
        for foe in foes {
            // Enemies left without a foe may pursue whoever breaks off.
            let alone = phase.opponents(foe).all(|other| other == id);
            let state = phase.state_mut(foe);
            if alone && (state.chasing || state.impetuous) && !state.no_advance && !state.routing {
                state.pursuing = Some(id);
            }
        }
        phase.part(id);
        let state = phase.state_mut(id);
        state.act = Act::Evaded;
        state.heading = Heading::Retiring;
        state.causes.add(Cause::Evaded);
    }
    let went = {
        let board = Board::of(book, cx.field(), phase);
        let going = set_out(board, &runs, |&Run { id, direction, far }, turn| {
            let from = turn(board, id, direction);
            let (way, allowance) = (Way::straight(&from, direction * far), far);
            Some(Going { id, from, way, allowance, seeks: Vec::new(), bursts: false, passes: true })
        });
        run(board, &going.into_iter().flatten().collect::<Vec<_>>(), 0.0)
    };
    flee(book, phase, &went, Motion::March, rule::CHARGE_EVADERS, cx);
    for went in &went {
        let broke_off = phase.charges_on(went.id).next().is_none();
        if !went.gave_way {
            let (rule, how) = if broke_off {
                (rule::CHARGE_BREAKOFF, "broke off")
            } else {
                (rule::CHARGE_EVADERS, "evaded")
            };
            let far = phase.state(went.id).moved;
            telling::of(book, phase, went.id, rule, |_| format!("{how}, {far} paces"), cx);
        }
        marching::tell_passage(went, cx);
    }
    marching::leave(book, phase, cx);
}

/// Puts all runners where they went; then each faces the way it ran if there is room for that.
fn flee(
    book: &Wrg6,
    phase: &mut Phase,
    went: &[Went],
    motion: Motion,
    rule: ruling::RuleId,
    cx: &mut Cx<'_>,
) {
    let from: Vec<Vec2> = went.iter().map(|w| cx.field().shape(w.id).centre).collect();
    for w in went {
        marching::put(phase, w, motion, rule, cx);
    }
    for (w, from) in went.iter().zip(from) {
        if let Some(way) = table::away_from(from, w.to.centre).filter(|way| way.dot(w.to.ahead) < 0.99) {
            face(book, phase, w.id, way, rule, cx);
        }
    }
}

/// Turns a body that stands to face a direction, if there is room for that.
pub fn face(book: &Wrg6, phase: &Phase, id: UnitId, direction: Vec2, rule: ruling::RuleId, cx: &mut Cx<'_>) {
    let to = turned(Board::of(book, cx.field(), phase), id, direction);
    // Without room it is given back as it stands, or about.
    let facing = Facing::of(direction);
    if to.ahead == facing.vec() {
        let to = to.pose(facing);
        cx.apply(Event::Moved { unit: id, to, motion: Motion::March, rule });
    }
}

/// Friends that routers or elephants burst through are shaken and disordered (`wrg6.shaken.burst`).
pub fn burst(book: &Wrg6, phase: &mut Phase, went: &[Went], cx: &mut Cx<'_>) {
    let mut hit: Vec<UnitId> = Vec::new();
    {
        let board = Board::of(book, cx.field(), phase);
        for w in went {
            let from = Rect { centre: board.rect(w.id).centre, ..w.to };
            let path = table::swept(&from, w.to.centre - from.centre);
            let met = |&friend: &UnitId| {
                let li = board.kit(friend).is_li() || board.kit(w.id).is_li();
                !li && !board.state(friend).routing && table::penetration(&path, board.rect(friend)) > 0.5
            };
            hit.extend(board.friends(w.id).filter(met));
        }
    }
    hit.sort_unstable();
    hit.dedup();
    for id in hit {
        cx.rule(|field| {
            let text = format!("Friends burst through {}: shaken and disordered.", words::name(field, id));
            Ruling::new(rule::SHAKEN_BURST, text)
        });
        let state = phase.state_mut(id);
        state.shaken = true;
        state.impetuous = false;
        state.causes.add(Cause::Broke);
    }
}
