//! Running away: routers and those who evade or break off.

use crate::aftermath::run::{Run, run_of, set_out, turned};
use crate::aftermath::{detour, off_table, rout};
use crate::board::state::{Act, Answer, Heading, Phase};
use crate::board::{Board, contact};
use crate::charge::resolve::nearest_charger;
use crate::data::disorder::Cause;
use crate::data::lengths::HAIR;
use crate::movement::together;
use crate::movement::together::{Going, Way, Went, run};
use crate::told::report;
use crate::{Wrg6, rule};
use table::{Facing, Rect, Vec2};
use umpire::voice;
use umpire::{Cx, Deed, Event, Motion, Place, Ruling, UnitId};

/// Routers run: first from whoever broke them, then to their base edge, round enemies (`wrg6.rout.move`).
pub fn routs(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    let mut runs = Vec::new();
    let routers: Vec<UnitId> = {
        let board = Board::of(book, cx.field(), phase);
        board.bodies().filter(|&id| board.state(id).seen.routing).collect()
    };
    for id in routers {
        let direction = {
            let board = Board::of(book, cx.field(), phase);
            let home = crate::board::forward(board.side(id)) * -1.0;
            let first = board.state(id).seen.hurt_by.filter(|&by| cx.field().on_table(by));
            first.map_or(home, |by| board.away_from(id, by))
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
            let text = format!("{} had no way out and surrendered.", voice::name(field, *id));
            Ruling::new(rule::ROUT_MOVE, text)
        });
        rout::lost(phase, *id, Place::Destroyed, rule::ROUT_MOVE, cx);
    }
    let going: Vec<Going> = going.into_iter().flatten().collect();
    for Going { id, .. } in &going {
        let state = phase.state_mut(*id);
        state.now.act = Act::Routed;
        state.seen.heading = Heading::Halted;
        state.seen.hurt_by = None;
    }
    let went = run(Board::of(book, cx.field(), phase), &going, 0.0);
    burst(book, phase, &went, cx);
    flee(book, phase, &went, Motion::Flight, rule::ROUT_MOVE, cx);
    for went in went.iter().filter(|went| !went.gave_way) {
        tell_run(book, phase, went, (rule::ROUT_MOVE, "ran"), &runs, cx);
    }
    contact::refresh(book, phase, cx);
    off_table::leave(book, phase, cx);
}

/// Those who evade a charge or break off turn about and run directly away (`wrg6.charge.evaders`,
/// `wrg6.charge.breakoff`).
pub fn evades(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    let mut runs = Vec::new();
    for id in cx.field().ids() {
        if phase.state(id).now.answer != Some(Answer::Evade)
            || !cx.field().on_table(id)
            || phase.state(id).seen.routing
        {
            continue;
        }
        let direction = {
            let board = Board::of(book, cx.field(), phase);
            let foe = nearest_charger(board, id).or_else(|| phase.opponents(id).next());
            let Some(foe) = foe else { continue };
            board.away_from(id, foe)
        };
        let far = run_of(book, phase, id, direction, cx);
        runs.push(Run { id, direction, far });
        let foes: Vec<UnitId> = phase.opponents(id).collect();
        for foe in foes {
            // Enemies left without a foe may pursue whoever breaks off.
            let alone = phase.opponents(foe).all(|other| other == id);
            let state = phase.state_mut(foe);
            if alone
                && (state.now.chasing || state.seen.impetuous)
                && !state.now.no_advance
                && !state.seen.routing
            {
                state.seen.pursuing = Some(id);
            }
        }
        phase.part(id);
        let state = phase.state_mut(id);
        state.now.act = Act::Evaded;
        state.seen.heading = Heading::Retiring;
        state.seen.causes.add(Cause::Evaded);
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
    for went in went.iter().filter(|went| !went.gave_way) {
        let (rule, how) = if phase.charges_on(went.id).next().is_none() {
            (rule::CHARGE_BREAKOFF, "broke off")
        } else {
            (rule::CHARGE_EVADERS, "evaded")
        };
        tell_run(book, phase, went, (rule, how), &runs, cx);
        together::pass(phase, went, cx);
    }
    off_table::leave(book, phase, cx);
}

/// Tells how far a runner went and, where that is not what it threw, why.
fn tell_run(
    book: &Wrg6,
    phase: &Phase,
    went: &Went,
    (rule, how): (ruling::RuleId, &str),
    runs: &[Run],
    cx: &mut Cx<'_>,
) {
    let Some(run) = runs.iter().find(|run| run.id == went.id) else { return };
    let (far, thrown) = (f64::from(phase.state(went.id).now.moved), run.far);
    let other = together::in_the_way(Board::of(book, cx.field(), phase), went);
    // Places are kept in whole paces.
    let differs = (far - thrown).abs() > 1.5;
    let hundredths = |paces: f64| (100.0 * paces) as u32;
    let gone = hundredths(if differs { far } else { thrown });
    cx.deed(Deed::Forced { unit: went.id, due: hundredths(thrown), went: gone, told: differs });
    cx.rule(|field| {
        let name = voice::name(field, went.id);
        let length = match other {
            _ if far > thrown + 1.5 => {
                format!("{} instead of {thrown:.0}, to stand clear of friends", voice::paces(far))
            }
            Some(other) if far < thrown - 1.5 => {
                format!("{}, with {} in the way", voice::paces_of(far, thrown), voice::name(field, other))
            }
            None if far < thrown - 1.5 => format!("{}, having to go round", voice::paces_of(far, thrown)),
            _ => voice::paces(far),
        };
        let text = format!("{name} {how} {length}.");
        report::seen(book, field, phase, went.id, Ruling::new(rule, text).also(rule::GEO_D10))
    });
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
        together::put(phase, w, motion, rule, cx);
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
                !li && !board.state(friend).seen.routing
                    && table::penetration(&path, board.rect(friend)) > HAIR
            };
            hit.extend(board.friends(w.id).filter(met));
        }
    }
    hit.sort_unstable();
    hit.dedup();
    for id in hit {
        cx.rule(|field| {
            let text = {
                let name = voice::name(field, id);
                format!("{name} {} burst through by friends, shaken and disordered.", name.was())
            };
            Ruling::new(rule::SHAKEN_BURST, text)
        });
        let state = phase.state_mut(id);
        state.seen.shaken = true;
        state.seen.impetuous = false;
        state.seen.causes.add(Cause::Broke);
    }
}
