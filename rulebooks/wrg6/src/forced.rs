//! Step 5: routs, break-offs and evades, recoils, follow-ups and pursuits, in that order.

use crate::Wrg6;
use crate::after::Outcome;
use crate::board::Board;
use crate::charge::Response;
use crate::charging::{away_from, nearest_charger};
use crate::disorder::Cause;
use crate::marching::{self, Going, Went, run, slide};
use crate::phase::{Act, Heading, Phase};
use crate::{contact, rates, riding, rout, rule, words};
use dice::RollId;
use ruling::ledger;
use table::{Rect, Vec2, cast};
use umpire::{Cx, Event, Motion, Place, Ruling, Side, UnitId};

/// Carries out everything that step 5 forces.
pub fn moves(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    settle_pursuit(book, phase, cx);
    routs(book, phase, cx);
    evades(book, phase, cx);
    recoils(book, phase, cx);
    pursuits(book, phase, cx);
    marching::leave(book, phase, cx);
    riding::take_lone(book, phase, cx);
}

/// The opponents of broken bodies pursue unless held (`wrg6.pursuit.move`).
fn settle_pursuit(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    let mut pursuers: Vec<(UnitId, UnitId)> = Vec::new();
    for contact in &phase.contacts {
        for (i, &id) in contact.pair.iter().enumerate() {
            let prey = contact.pair[1 - i];
            let other_foe = phase.opponents(id).any(|foe| !phase.state(foe).routing);
            let state = phase.state(id);
            let free = !state.routing && !other_foe && state.outcome != Some(Outcome::Recoil);
            if phase.state(prey).routing && free {
                pursuers.push((id, prey));
            }
        }
    }
    for (id, prey) in pursuers {
        let in_cover =
            Board::of(book, cx.field(), phase).in_cover(id) && !book.kit_now(phase, id).troop.is_mounted();
        let state = phase.state_mut(id);
        let must = book.house.pursuit_compulsory || state.impetuous;
        if must && !state.held_back && !state.no_advance && !in_cover && state.pursuing.is_none() {
            state.pursuing = Some(prey);
        }
    }
}

/// The die of a run and how far it takes a body.
fn run_of(book: &Wrg6, phase: &Phase, id: UnitId, slowed: bool, cx: &mut Cx<'_>) -> f64 {
    let (kit, side) = (book.kit_now(phase, id), cx.field().side(id));
    let why = RollId::new(rule::MOVE_EVADE.as_str(), side as u8).unit(id.0);
    let face = cx.dice.roll(why, kit.training.die());
    let paces = rates::evade(&book.house, kit.mover, face).unwrap_or(0);
    f64::from(rates::over_difficult(&book.house, slowed, paces))
}

fn slowed(board: Board<'_>, id: UnitId, direction: Vec2) -> bool {
    let rect = board.rect(id);
    board.kit(id).troop.minds_going() && board.difficult(&table::swept(rect, direction * 60.0))
}

/// A body with its back turned.
fn about(rect: &Rect) -> Rect {
    Rect { ahead: rect.ahead * -1.0, ..*rect }
}

/// Routers run: first from whoever broke them, then to their base edge (`wrg6.rout.move`).
fn routs(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    let mut going = Vec::new();
    let routers: Vec<UnitId> = {
        let board = Board::of(book, cx.field(), phase);
        board.bodies().filter(|&id| board.state(id).routing).collect()
    };
    for id in routers {
        let (direction, slow) = {
            let board = Board::of(book, cx.field(), phase);
            let home = match board.side(id) {
                Side::Red => Vec2::new(0.0, -1.0),
                Side::Blue => Vec2::new(0.0, 1.0),
            };
            let first = board.state(id).hurt_by.filter(|&by| cx.field().on_table(by));
            let wanted = first.map_or(home, |by| away_from(board, id, by));
            let Some(direction) = way_out(board, id, wanted, home) else {
                rout::lost(phase, id, Place::Destroyed, rule::ROUT_MOVE, cx);
                continue;
            };
            (direction, slowed(board, id, direction))
        };
        let far = run_of(book, phase, id, slow, cx);
        let start = *cx.field().shape(id);
        let backward = direction.dot(start.ahead) < 0.0;
        let start = if backward { about(&start) } else { start };
        going.push(Going {
            id,
            track: slide(start, direction * far),
            seeks: Vec::new(),
            bursts: true,
            passes: false,
        });
        let state = phase.state_mut(id);
        state.act = Act::Routed;
        state.hurt_by = None;
    }
    let went = run(Board::of(book, cx.field(), phase), &going, 0.0);
    burst(book, phase, &went, cx);
    for went in &went {
        marching::put(phase, went, Motion::Flight, rule::ROUT_MOVE, cx);
    }
    contact::keep(book, phase, cx);
    marching::leave(book, phase, cx);
}

/// The first way, near the wanted one, on which no enemy stands in the first paces.
fn way_out(board: Board<'_>, id: UnitId, wanted: Vec2, home: Vec2) -> Option<Vec2> {
    let rect = board.rect(id);
    let turns = [0.0, 30.0, -30.0, 60.0, -60.0, 90.0, -90.0];
    let tries = turns.iter().map(|t| (wanted, *t)).chain(turns.iter().map(|t| (home, *t)));
    for (toward, turn) in tries {
        let north = table::Facing::degrees(turn).vec();
        let direction = toward.right() * north.x + toward * north.y;
        let blocked = board
            .enemies(board.side(id))
            .any(|enemy| cast(rect, direction, 30.0, board.rect(enemy), 0.5).is_some_and(|far| far < 30.0));
        if !blocked {
            return Some(direction);
        }
    }
    None
}

/// Friends that routers or elephants burst through are shaken and disordered (`wrg6.shaken.burst`).
fn burst(book: &Wrg6, phase: &mut Phase, went: &[Went], cx: &mut Cx<'_>) {
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
            Ruling::new(rule::SHAKEN_BURST, format!("{} is burst through.", words::name(field, id)))
        });
        let state = phase.state_mut(id);
        state.shaken = true;
        state.impetuous = false;
        state.causes.add(Cause::Broke);
    }
}

/// Those who evade a charge or break off run directly away (`wrg6.charge.evaders`, `wrg6.charge.breakoff`).
fn evades(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    let mut going = Vec::new();
    for id in cx.field().ids() {
        if phase.state(id).response != Some(Response::Evade)
            || !cx.field().on_table(id)
            || phase.state(id).routing
        {
            continue;
        }
        let (direction, slow) = {
            let board = Board::of(book, cx.field(), phase);
            let foe = nearest_charger(board, id).or_else(|| phase.opponents(id).next());
            let Some(foe) = foe else { continue };
            let direction = away_from(board, id, foe);
            (direction, slowed(board, id, direction))
        };
        let far = run_of(book, phase, id, slow, cx);
        let start = about(cx.field().shape(id));
        going.push(Going {
            id,
            track: slide(start, direction * far),
            seeks: Vec::new(),
            bursts: false,
            passes: true,
        });
        phase.part(id);
        let state = phase.state_mut(id);
        state.act = Act::Evaded;
        state.heading = Heading::Retiring;
        state.causes.add(Cause::Evaded);
    }
    for went in run(Board::of(book, cx.field(), phase), &going, 0.0) {
        marching::put(phase, &went, Motion::Flight, rule::CHARGE_EVADERS, cx);
        marching::tell_passage(&went, cx);
    }
    marching::leave(book, phase, cx);
}

/// Beaten bodies go straight back, pushing friends; who cannot breaks (`wrg6.melee.recoil`).
fn recoils(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    let ids: Vec<UnitId> = cx
        .field()
        .ids()
        .filter(|&id| phase.state(id).outcome == Some(Outcome::Recoil) && cx.field().on_table(id))
        .collect();
    for id in ids {
        phase.state_mut(id).outcome = None;
        if phase.state(id).routing || !phase.in_contact(id) {
            continue;
        }
        let far = f64::from(rates::recoil(&book.house, book.kit_now(phase, id).troop));
        let direction = recoil_direction(Board::of(book, cx.field(), phase), id);
        let foes: Vec<UnitId> = phase.opponents(id).collect();
        let mut moves = Vec::new();
        let elephants = book.kit_now(phase, id).troop == crate::troop::Troop::Elephant;
        let free = {
            let board = Board::of(book, cx.field(), phase);
            if elephants {
                let burst = burst_through(board, id, direction, far);
                moves.extend(burst.map(|far| (id, direction * far)));
                burst.is_some()
            } else {
                push(board, id, direction, far, 0, &mut moves)
            }
        };
        if !free {
            cx.rule(|field| {
                Ruling::new(rule::MELEE_RECOIL, format!("{} cannot recoil.", words::name(field, id)))
            });
            rout::breaks(book, phase, id, foes.first().copied(), cx);
            for foe in foes {
                if !phase.state(foe).held_back && phase.opponents(foe).all(|o| phase.state(o).routing) {
                    phase.state_mut(foe).pursuing = Some(id);
                }
            }
            continue;
        }
        let over_difficult = {
            let board = Board::of(book, cx.field(), phase);
            board.kit(id).troop.minds_going()
                && board.difficult(&table::swept(board.rect(id), direction * far))
        };
        if elephants {
            let to = board_rect(cx, id).moved(direction * far);
            burst(
                book,
                phase,
                &[Went { id, to, touched: Vec::new(), share: 1.0, gave_way: false, passed: Vec::new() }],
                cx,
            );
        }
        for (who, by) in moves {
            let to = board_rect(cx, who).moved(by);
            let facing = cx.field().unit(who).pose.facing;
            let motion = if who == id { Motion::Recoil } else { Motion::Pushed };
            cx.apply(Event::Moved { unit: who, to: to.pose(facing), motion, rule: rule::MELEE_RECOIL });
        }
        let state = phase.state_mut(id);
        state.act = Act::Recoiled;
        state.heading = Heading::Retiring;
        if over_difficult {
            state.causes.add(Cause::RecoiledOverDifficult);
        }
        follow(book, phase, id, &foes, direction * far, cx);
    }
    contact::keep(book, phase, cx);
}

fn board_rect(cx: &Cx<'_>, id: UnitId) -> Rect {
    *cx.field().shape(id)
}

/// Straight back, or straight away from the enemy that struck flank or rear.
fn recoil_direction(board: Board<'_>, id: UnitId) -> Vec2 {
    let back = board.rect(id).ahead * -1.0;
    let worst = board.state(id).hurt_by;
    let touch = board.phase.contacts.iter().find(|c| c.other(id).is_some() && c.other(id) == worst);
    match touch.and_then(|c| c.place(id).map(|i| (c.edges[i], c.pair[1 - i]))) {
        Some((edge, foe)) if edge != table::Edge::Front => board.rect(foe).ahead,
        _ => back,
    }
}

/// How far elephants go back through friends until they stand clear again; nothing if there is no room.
fn burst_through(board: Board<'_>, id: UnitId, direction: Vec2, far: f64) -> Option<f64> {
    let rect = board.rect(id);
    (0..=16).map(|more| far + 10.0 * f64::from(more)).find(|far| {
        let to = rect.moved(direction * *far);
        let upon = board.bodies().any(|other| other != id && to.overlaps(board.rect(other), 0.5));
        !upon && board.field.ground().on_table(&to, 0.5)
    })
}

/// Works out how bodies go back together; false if the first cannot go its whole distance.
fn push(
    board: Board<'_>,
    id: UnitId,
    direction: Vec2,
    far: f64,
    depth: u8,
    moves: &mut Vec<(UnitId, Vec2)>,
) -> bool {
    let rect = board.rect(id);
    if board.field.ground().run_to_edge(rect, direction, 0.5) < far || depth > 6 {
        return false;
    }
    for other in board.bodies().filter(|&other| other != id) {
        let Some(at) = cast(rect, direction, far, board.rect(other), 0.5) else { continue };
        if board.side(other) != board.side(id) {
            // Those it leaves behind touch it already and do not stop it.
            if (board.rect(other).centre - rect.centre).dot(direction) > 0.0 {
                return false;
            }
            continue;
        }
        // Pushed already, it may have to go farther for this one.
        if moves.iter().any(|(pushed, by)| *pushed == other && by.len() >= far - at) {
            continue;
        }
        moves.retain(|(pushed, _)| *pushed != other);
        let fights = board.phase.in_contact(other);
        if fights || !push(board, other, direction, far - at, depth + 1, moves) {
            return false;
        }
    }
    moves.push((id, direction * far));
    true
}

/// The opponents of a recoiling body follow it up, keeping contact (`wrg6.melee.followup`).
fn follow(book: &Wrg6, phase: &mut Phase, id: UnitId, foes: &[UnitId], by: Vec2, cx: &mut Cx<'_>) {
    ledger::cite(rule::MELEE_FOLLOWUP);
    for &foe in foes {
        let wants = phase.state(foe).following || phase.state(foe).impetuous;
        let busy = phase.opponents(foe).any(|other| other != id) || phase.state(foe).routing;
        let stays = phase.state(foe).no_advance || Board::of(book, cx.field(), phase).in_cover(foe);
        let recoils = phase.state(foe).outcome == Some(Outcome::Recoil);
        let to = board_rect(cx, foe).moved(by);
        let clear = {
            let board = Board::of(book, cx.field(), phase);
            !board.bodies().any(|o| o != foe && o != id && to.overlaps(board.rect(o), 0.5))
        };
        phase.state_mut(foe).following = false;
        if wants && !busy && !stays && !recoils && clear {
            let level = Board::of(book, cx.field(), phase).level(foe);
            let facing = cx.field().unit(foe).pose.facing;
            cx.apply(Event::Moved {
                unit: foe,
                to: to.pose(facing),
                motion: Motion::Pursuit,
                rule: rule::MELEE_FOLLOWUP,
            });
            let state = phase.state_mut(foe);
            state.act = Act::FollowedUp;
            state.heading = Heading::Advancing;
            state.following = true;
            state.from_level = level as i8;
        }
    }
}

/// Pursuers run straight at those they pursue (`wrg6.pursuit.move`).
fn pursuits(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    let mut going = Vec::new();
    for id in cx.field().ids() {
        let Some(prey) = phase.state(id).pursuing else { continue };
        if !cx.field().on_table(id) || phase.state(id).routing {
            continue;
        }
        // Whoever is held by another unbroken foe pursues no more.
        let held = phase.opponents(id).any(|foe| foe != prey && !phase.state(foe).routing);
        if held || !cx.field().on_table(prey) {
            cease(phase, id);
            continue;
        }
        let (start, at) = (board_rect(cx, id), board_rect(cx, prey));
        let direction = table::away_from(start.centre, at.centre).unwrap_or(start.ahead);
        let slow = slowed(Board::of(book, cx.field(), phase), id, direction);
        let far = run_of(book, phase, id, slow, cx);
        let seeks = Board::of(book, cx.field(), phase).enemies(cx.field().side(id)).collect();
        going.push(Going { id, track: slide(start, direction * far), seeks, bursts: false, passes: false });
        phase.part(id);
        let state = phase.state_mut(id);
        state.act = Act::Pursued;
        state.heading = Heading::Advancing;
    }
    let went = run(Board::of(book, cx.field(), phase), &going, 0.0);
    for w in &went {
        marching::put(phase, w, Motion::Pursuit, rule::PURSUIT_MOVE, cx);
    }
    for w in went.iter().filter(|w| !w.gave_way) {
        let prey = phase.state(w.id).pursuing;
        for &touched in &w.touched {
            contact::meet(book, phase, w.id, touched, false, cx);
            if phase.state(touched).mounting {
                phase.state_mut(touched).causes.add(Cause::CaughtMounting);
            }
            if Some(touched) != prey && !phase.state(touched).routing {
                ledger::cite(rule::PURSUIT_NEWENEMY);
                phase.state_mut(w.id).causes.add(Cause::NewEnemyInPursuit);
            }
        }
        if !w.touched.iter().any(|touched| Some(*touched) == prey) {
            cease(phase, w.id);
        }
    }
}

/// A pursuit ends in disorder.
fn cease(phase: &mut Phase, id: UnitId) {
    let state = phase.state_mut(id);
    state.pursuing = None;
    state.causes.add(Cause::CeasedPursuit);
}
