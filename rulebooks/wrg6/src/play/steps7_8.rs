//! Steps 7 and 8: normal and rally moves, arrivals, new orders and signals.

use crate::aftermath::{flight, off_table};
use crate::board::Board;
use crate::board::state::{Act, Heading, Incoming, Phase};
use crate::data::disorder::Cause;
use crate::data::lengths::HAIR;
use crate::movement::together::{Going, Way, Went, run};
use crate::movement::written::Doing;
use crate::movement::{together, written};
use crate::orders::sheet::{Item, Plan, Sheet};
use crate::orders::{generals, riding};
use crate::told::report;
use crate::{Wrg6, rule};
use table::{Formation, Rect, Solid};
use umpire::voice;
use umpire::{BySide, Cx, Event, Motion, Ruling, Side, UnitId};

/// What is under way in step 7.
#[derive(Debug, Default)]
struct Marches {
    /// Who goes where.
    going: Vec<Going>,
    /// Those who change their files as they set out.
    reformed: Vec<(UnitId, Formation)>,
    /// Those who mount or dismount.
    changing: Vec<UnitId>,
}

impl Marches {
    /// Takes down what a body was written to do, and does what takes no way.
    fn take_down(&mut self, book: &Wrg6, phase: &mut Phase, id: UnitId, doing: &Doing, cx: &mut Cx<'_>) {
        let from = *cx.field().shape(id);
        let allowance = book.kit_now(phase, id).normal();
        let goes = |way: Way, passes: bool| Going {
            id,
            from,
            way,
            allowance,
            seeks: Vec::new(),
            bursts: false,
            passes,
        };
        match doing {
            Doing::Halt => phase.state_mut(id).seen.heading = Heading::Halted,
            Doing::Rally(back) => {
                rally(phase, id, cx);
                if *back > 0.0 {
                    self.going.push(goes(Way::straight(&from, from.ahead * -*back), true));
                }
            }
            Doing::Change => {
                phase.state_mut(id).now.act = Act::Moved;
                self.changing.push(id);
            }
            Doing::Disembark => {
                let state = phase.state_mut(id);
                (state.seen.aboard, state.now.act) = (false, Act::Moved);
                state.seen.causes.add(Cause::Disembarked);
                cx.rule(|field| {
                    Ruling::new(rule::SCOPE_SHIPS, format!("{} came ashore.", voice::name(field, id)))
                });
            }
            Doing::Go { way, formation } => {
                self.going.push(goes(way.clone(), way.is_straight()));
                self.reformed.push((id, *formation));
            }
        }
    }
}

/// Step 7: everyone free moves at once.
pub fn moves(book: &Wrg6, phase: &mut Phase, sheets: &BySide<(Sheet, Plan)>, cx: &mut Cx<'_>) {
    let mut marches = Marches::default();
    for state in &mut phase.units {
        state.seen.mounting = false;
    }
    for side in Side::ALL {
        for (id, doing) in &sheets[side].1.doings {
            marches.take_down(book, phase, *id, doing, cx);
        }
    }
    for side in Side::ALL {
        let (sheet, plan) = &sheets[side];
        for (item, pick) in sheet.items.iter().zip(&plan.picks) {
            if let (Item::LetRally(id), 1) = (item, pick) {
                rally(phase, *id, cx);
            }
        }
        for (general, ride) in &sheets[side].1.rides {
            riding::ride(phase, side, *general, *ride, cx);
        }
    }
    let Marches { mut going, reformed, changing } = marches;
    forced_marches(book, phase, &mut going, cx);
    let before = distances(book, phase, &going, cx);
    for id in changing {
        change(book, phase, id, cx);
    }
    for (id, formation) in reformed {
        reform(id, formation, &mut going, cx);
    }
    let stop = f64::from(book.house.normal_move_stop);
    let went = run(Board::of(book, cx.field(), phase), &going, stop);
    for w in &went {
        together::put(phase, w, Motion::March, rule::MOVE_NORMAL, cx);
        together::pass(phase, w, cx);
        tell_stop(book, phase, w, cx);
        let state = phase.state_mut(w.id);
        if state.now.act != Act::Rallied {
            state.now.act = Act::Moved;
        }
    }
    headings(phase, &before, cx);
    for state in &mut phase.units {
        // Whoever only stood, in a fight or out of it, neither advances nor retires any more.
        if matches!(state.now.act, Act::None | Act::Stood) {
            state.seen.heading = Heading::Halted;
        }
    }
    about_again(book, phase, cx);
    let moved: Vec<UnitId> = went.iter().map(|w| w.id).collect();
    report::moves(book, phase, &moved, cx);
    retired(phase, cx);
    off_table::leave(book, phase, cx);
    let entries: Vec<(UnitId, u16)> =
        Side::ALL.into_iter().flat_map(|s| sheets[s].1.entries.clone()).collect();
    off_table::enter(book, phase, &entries, cx);
    riding::take_lone(book, phase, cx);
}

/// Tells an owner that a body stopped before the end of its way.
fn tell_stop(book: &Wrg6, phase: &Phase, went: &Went, cx: &mut Cx<'_>) {
    if let Some(ruling) = together::tell_stop(Board::of(book, cx.field(), phase), went) {
        cx.rule(|_| ruling);
    }
}

/// A body mounts or dismounts; where friends leave it no room it stays as it is (`wrg6.mount`).
fn change(book: &Wrg6, phase: &mut Phase, id: UnitId, cx: &mut Cx<'_>) {
    let state = phase.state_mut(id);
    state.seen.changed = !state.seen.changed;
    let block = cx.field().unit(id).formation;
    let formation = book.kit_now(phase, id).formation(block.figures, block.files);
    if !reform(id, formation, &mut Vec::new(), cx) {
        let state = phase.state_mut(id);
        state.seen.changed = !state.seen.changed;
        return;
    }
    phase.state_mut(id).seen.mounting = true;
    let how = if book.kit_now(phase, id).rides() { "mounted" } else { "dismounted" };
    cx.rule(|field| Ruling::new(rule::MOUNT, format!("{} {how}.", voice::name(field, id))));
}

/// A block changes its files as it sets out; where friends leave no room it stays as it is.
fn reform(id: UnitId, formation: Formation, going: &mut Vec<Going>, cx: &mut Cx<'_>) -> bool {
    if cx.field().unit(id).formation == formation {
        return true;
    }
    let (field, old) = (cx.field(), *cx.field().shape(id));
    let (half_width, half_depth) = (formation.width() / 2.0, formation.depth() / 2.0);
    let drawn = |rect: &Rect| Rect {
        centre: rect.front_mid() - rect.ahead * half_depth,
        ahead: rect.ahead,
        half_width,
        half_depth,
    };
    let new = drawn(&old);
    if field.ids().any(|o| o != id && field.on_table(o) && new.overlaps(field.shape(o), HAIR)) {
        going.retain(|g| g.id != id);
        return false;
    }
    let to = new.pose(field.unit(id).pose.facing);
    cx.apply(Event::Reformed { unit: id, formation, rule: rule::MOVE_NORMAL });
    cx.apply(Event::Moved { unit: id, to, motion: Motion::Conform, rule: rule::MOVE_NORMAL });
    if let Some(going) = going.iter_mut().find(|g| g.id == id) {
        // Legs before the change were worked out for the old block: only their fronts count.
        going.from = new;
        going.way.redraw(drawn);
    }
    true
}

/// Those who retire or rush on without being asked.
fn forced_marches(book: &Wrg6, phase: &mut Phase, going: &mut Vec<Going>, cx: &Cx<'_>) {
    let mut turns = Vec::new();
    let board = Board::of(book, cx.field(), phase);
    for id in board.bodies() {
        let state = board.state(id);
        let busy = state.seen.routing
            || board.phase.in_contact(id)
            || !matches!(state.now.act, Act::None | Act::Stood | Act::Recoiled);
        if busy {
            continue;
        }
        let (from, allowance, seeks) = (*board.rect(id), board.kit(id).normal(), Vec::new());
        if state.seen.retiring > 0 {
            let way = Way::straight(&from, written::retreat(board, id));
            going.push(Going { id, from, way, allowance, seeks, bursts: false, passes: true });
        } else if state.seen.impetuous && state.now.act == Act::None {
            let (way, turned) = written::rush(board, id);
            going.push(Going { id, from, way, allowance, seeks, bursts: false, passes: false });
            if turned {
                turns.push(id);
            }
        }
    }
    for id in turns {
        phase.state_mut(id).seen.causes.add(Cause::ImpetuousTurned);
    }
}

/// Where each mover's nearest enemy in sight stands as it sets out, and how far from the middle of its front.
fn distances(book: &Wrg6, phase: &Phase, going: &[Going], cx: &Cx<'_>) -> Vec<(UnitId, Rect, f64)> {
    let board = Board::of(book, cx.field(), phase);
    let far = |id: UnitId| {
        let enemy = *board.rect(board.nearest_enemy(id)?);
        let front = board.rect(id).front_mid();
        Some((id, enemy, enemy.nearest(front).distance(front)))
    };
    going.iter().filter_map(|g| far(g.id)).collect()
}

/// Whether each mover advanced or retired by its own move (`wrg6.reaction.advancing`).
fn headings(phase: &mut Phase, before: &[(UnitId, Rect, f64)], cx: &Cx<'_>) {
    for (id, enemy, was) in before {
        let front = cx.field().shape(*id).front_mid();
        let now = enemy.nearest(front).distance(front);
        phase.state_mut(*id).seen.heading = if now <= was - 20.0 {
            Heading::Advancing
        } else if now >= was + 20.0 {
            Heading::Retiring
        } else {
            Heading::Halted
        };
    }
}

/// Those who retired face about again, to the nearest enemy (`wrg6.reaction.retire`).
fn about_again(book: &Wrg6, phase: &Phase, cx: &mut Cx<'_>) {
    for id in cx.field().ids() {
        let state = phase.state(id);
        if state.seen.retiring == 0 || state.now.act != Act::Moved || !cx.field().on_table(id) {
            continue;
        }
        let board = Board::of(book, cx.field(), phase);
        let toward = board.nearest_enemy(id).map(|e| board.away_from(id, e) * -1.0);
        if let Some(toward) = toward.filter(|toward| toward.dot(board.rect(id).ahead) < 0.99) {
            flight::face(book, phase, id, toward, rule::REACTION_RETIRE, cx);
        }
    }
}

/// A body rallies: what only rallying cures is over (`wrg6.rally.move`).
fn rally(phase: &mut Phase, id: UnitId, cx: &mut Cx<'_>) {
    let state = phase.state_mut(id);
    state.now.act = Act::Rallied;
    state.seen.heading = Heading::Halted;
    state.seen.impetuous = false;
    state.seen.causes.rally();
    cx.rule(|field| Ruling::new(rule::RALLY_MOVE, format!("{} rallied.", voice::name(field, id))));
}

/// A period of retiring is over.
fn retired(phase: &mut Phase, cx: &Cx<'_>) {
    for id in cx.field().ids() {
        // Whoever is followed up fights on and retires no more.
        let followed = phase.in_contact(id);
        let state = phase.state_mut(id);
        if followed {
            state.seen.retiring = 0;
        }
        if state.seen.retiring > 0 {
            state.seen.retiring -= 1;
            state.seen.heading = Heading::Retiring;
        }
    }
}

/// Step 8: new orders, those under way, and the signal (`wrg6.orders.change`).
pub fn orders(book: &Wrg6, phase: &mut Phase, sheets: &BySide<(Sheet, Plan)>, cx: &mut Cx<'_>) {
    let period = phase.period;
    for state in &mut phase.units {
        if let Some(incoming) = state.kept.incoming.filter(|incoming| incoming.due <= period) {
            state.kept.order = Some(incoming.order);
            state.kept.incoming = None;
        }
    }
    for side in Side::ALL {
        let (sheet, plan) = &sheets[side];
        for (general, id, order) in &plan.orders {
            let board = Board::of(book, cx.field(), phase);
            let Some(far) = board.general_gap(&phase.command[side].generals[*general], *id) else { continue };
            let delay = generals::messenger(&book.house, far);
            let state = phase.state_mut(*id);
            if delay == 0 {
                state.kept.order = Some(*order);
            } else {
                state.kept.incoming = Some(Incoming { order: *order, due: period + delay });
            }
            cx.rule(|field| {
                let when = match delay {
                    0 => "at once".to_owned(),
                    1 => "in the next period".to_owned(),
                    _ => format!("in {delay} periods"),
                };
                let text = format!("{} received a new order: {order}, {when}.", voice::name(field, *id));
                Ruling::new(rule::ORDERS_CHANGE, text).kept_for(side)
            });
        }
        let shown = sheet
            .items
            .iter()
            .zip(&plan.picks)
            .any(|(item, pick)| matches!(item, Item::Signal) && *pick == 1);
        if shown {
            signal(book, phase, side, cx);
        }
    }
}

/// The signal reaches everyone who sees the commander-in-chief.
fn signal(book: &Wrg6, phase: &mut Phase, side: Side, cx: &mut Cx<'_>) {
    let Some(posture) = phase.command[side].signal.take() else { return };
    let reached: Vec<UnitId> = {
        let board = Board::of(book, cx.field(), phase);
        let Some(chief) = phase.command[side].generals.iter().find(|g| g.cinc) else { return };
        let Some(at) = board.general_at(chief) else { return };
        let sees = |id: UnitId| chief.with == Some(id) || board.sees_place(id, at);
        board.bodies().filter(|&id| board.side(id) == side && sees(id)).collect()
    };
    for id in reached {
        if let Some(order) = &mut phase.state_mut(id).kept.order {
            order.posture = posture;
        }
    }
    cx.rule(|_| Ruling::new(rule::ORDERS_CHANGE, "The signal was shown.").kept_for(side));
}
