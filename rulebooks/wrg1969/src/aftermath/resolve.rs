//! After hand-to-hand on the table: who breaks, is pushed back, follows up, rallies back or surrenders.

use crate::aftermath::fights::{against, case_in, enemy_in, fights_of, fought};
use crate::aftermath::large_unit::{self, BrokenPart};
use crate::aftermath::rules::{Case, Fate, Fought};
use crate::aftermath::{push, rout, rules as aftermath};
use crate::board::state::{Fight, Flight, Phase};
use crate::board::{Board, Body};
use crate::combat::disorder::Cause;
use crate::combat::{losses, resolve as combat};
use crate::data::reaction::{Occasion, Reaction};
use crate::data::tables::tables;
use crate::data::troop::Troop;
use crate::movement::rules as movement;
use crate::nerve::rules::Verdict;
use crate::orders::general;
use crate::orders::order::Verb;
use crate::{Wrg1969, rule};
use ruling::RuleId;
use umpire::voice::{self, name};
use umpire::{Cx, Place, Ruling, UnitId};

/// Broken troops who come no farther in a period, in inches, with an enemy upon them have not got away.
const HARDLY: f64 = 1.0;

/// What becomes of a unit after its fighting, and the case it was judged by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Who.
    pub unit: UnitId,
    /// The case.
    pub case: Case,
    /// What becomes of it.
    pub fate: Fate,
}

/// What becomes of everyone who fought (`wrg1969.after.several`).
pub fn judge(board: &Board<'_>) -> Vec<Judged> {
    let fighters: Vec<&Body<'_>> =
        board.troops().filter(|b| !board.routing(b.id) && fights_of(board, b).next().is_some()).collect();
    let suffered: Vec<Option<Fate>> = fighters.iter().map(|b| suffers(board, b)).collect();
    let fate_of = |id: UnitId| fighters.iter().position(|b| b.id == id).and_then(|i| suffered[i]);
    let judged = fighters.iter().zip(&suffered).map(|(body, own)| {
        let case = case_of(board, body);
        let fate = own.unwrap_or_else(|| unbeaten(board, body, case, &fate_of));
        Judged { unit: body.id, case, fate }
    });
    judged.collect()
}

/// The case of a unit against all in contact with it.
fn case_of(board: &Board<'_>, body: &Body<'_>) -> Case {
    let cases: Vec<Case> = fights_of(board, body).filter_map(|f| case_in(board, body, f)).collect();
    aftermath::case_of_several(&board.book.house, rides(body), &cases)
}

fn rides(body: &Body<'_>) -> bool {
    body.troop().is_mounted() && body.troop() != Troop::Elephant
}

/// What a unit suffers by its own losses, if anything.
fn suffers(board: &Board<'_>, body: &Body<'_>) -> Option<Fate> {
    if large_unit::is_large(board, body) {
        // As a whole it suffers only what all its parts suffer.
        let parts = fights_of(board, body).map(|f| large_unit::part_suffers(board, body, f));
        let milder = |a: Fate, b: Fate| if a.breaks() { b } else { a };
        return parts.reduce(|a, b| Some(milder(a?, b?))).flatten();
    }
    let first = fights_of(board, body).next()?;
    let standing = fights_of(board, body).any(|f| fought(board, body, f).standing);
    let unit = Fought { standing, ..fought(board, body, first) };
    let dealt = board.state(body.id).now.melee_dealt.into();
    let against = against(board, body, fights_of(board, body), dealt);
    aftermath::suffers(&board.book.house, case_of(board, body), &unit, &against)
}

/// What a unit does that suffered nothing.
fn unbeaten(
    board: &Board<'_>,
    body: &Body<'_>,
    case: Case,
    fate_of: &impl Fn(UnitId) -> Option<Fate>,
) -> Fate {
    // The part of a large unit that breaks before it is broken, whatever becomes of the rest.
    let fate_in = |f: &Fight| match large_unit::breaks_before(board, body, f) {
        true => Some(Fate::Break),
        false => fate_of(enemy_in(f, body.id)),
    };
    let unbroken = || fights_of(board, body).filter(|f| !fate_in(f).is_some_and(Fate::breaks));
    let in_case = |f: &&Fight, case: Case| case_in(board, body, f) == Some(case);
    // Horse that did not break the foot it rode at draws off, whatever else it did.
    if rides(body) && unbroken().any(|f| in_case(&f, Case::MountedVStanding)) {
        return Fate::RallyBackFar;
    }
    if fights_of(board, body).any(|f| fate_in(f).is_some_and(Fate::breaks)) {
        return Fate::Pursue;
    }
    if fights_of(board, body).any(|f| fate_in(f) == Some(Fate::PushBack)) {
        return Fate::FollowUp;
    }
    let drawn = |f: &Fight| in_case(&f, Case::Mounted) && f.periods >= tables().after.drawn_periods;
    match case {
        Case::MountedVStanding if body.troop().is_infantry() => Fate::Hold,
        _ if fights_of(board, body).any(drawn) => Fate::RallyBackNear,
        _ => Fate::FightOn,
    }
}

/// Standing infantry ordered to hold that pushed back infantry: it may stand if it tests well
/// (`wrg1969.reaction.when.thrown_back`).
pub fn may_stand(board: &Board<'_>, judged: &[Judged]) -> Vec<UnitId> {
    let holds = |j: &&Judged| {
        let Some(body) = board.body(j.unit) else { return false };
        let state = board.state(j.unit);
        let ordered = state.leg().is_some_and(|leg| leg.verb == Verb::Hold);
        let attacked = fights_of(board, body).any(|f| {
            let pushed = judged.iter().any(|e| e.unit == enemy_in(f, body.id) && e.fate == Fate::PushBack);
            let foot = board.body(enemy_in(f, body.id)).is_some_and(|e| e.troop().is_infantry());
            pushed && foot && fought(board, body, f).standing
        });
        j.fate == Fate::FollowUp && body.troop().is_infantry() && ordered && attacked
    };
    judged.iter().filter(holds).map(|j| j.unit).collect()
}

/// Carries out what becomes of everyone; `stand` are those whose owners want them to stay where they are.
pub fn settle(book: &Wrg1969, phase: &mut Phase, stand: &[UnitId], cx: &mut Cx<'_>) {
    // Who touches nobody is seen before anyone gives way.
    let (judged, parts, idle) = {
        let board = Board::of(book, cx.field(), phase);
        let judged = judge(&board);
        let whole = judged.iter().filter(|j| !j.fate.breaks());
        let parts: Vec<BrokenPart> = whole.flat_map(|j| large_unit::broken_parts(&board, j.unit)).collect();
        let idle: Vec<[u16; 2]> = judged.iter().map(|j| idle_ends(&board, j.unit)).collect();
        (judged, parts, idle)
    };
    let idle_of = |id: UnitId| judged.iter().position(|j| j.unit == id).map_or([0; 2], |i| idle[i]);
    let pushed = |i: usize| judged.iter().any(|j| j.unit.index() == i && j.fate == Fate::PushBack);
    for (i, state) in phase.units.iter_mut().enumerate() {
        (state.seen.following_up, state.now.laps) = (false, false);
        // Only pushes in periods running count.
        state.seen.pushed_back = if pushed(i) { state.seen.pushed_back } else { 0 };
    }
    if phase.fights.is_empty() {
        return;
    }
    let whole =
        |phase: &Phase, f: &Fight| [f.red, f.blue].iter().all(|id| !phase.units[id.index()].is_broken());
    if phase.fights.iter().any(|f| whole(phase, f)) {
        cx.heading(rule::AFTER, |_| "After hand-to-hand".to_owned());
    }
    for j in &judged {
        let state = &mut phase.units[j.unit.index()];
        state.seen.has_won |= matches!(j.fate, Fate::Hold | Fate::FollowUp | Fate::Pursue);
    }
    for part in &parts {
        large_unit::breaks(book, phase, part, idle_of(part.whole), cx);
    }
    for j in judged.iter().filter(|j| j.fate.breaks()) {
        if !book.kit(j.unit).is_unit() {
            // The crews of engines run, and leave them.
            losses::destroy(phase, j.unit, Place::Destroyed, rule::REACTION_ENGINES, cx);
            continue;
        }
        rout::breaks(book, phase, j.unit, j.case.rule(), cx);
        if j.fate == Fate::HalfSurrender {
            surrender_half(book, phase, (j.unit, idle_of(j.unit)), cx);
        }
    }
    let losers: Vec<UnitId> = judged.iter().filter(|j| j.fate == Fate::PushBack).map(|j| j.unit).collect();
    push::push_back(book, phase, &losers, cx);
    let mut followers = Vec::new();
    for j in &judged {
        match j.fate {
            Fate::FollowUp if !(stand.contains(&j.unit) && stands_fast(book, phase, j.unit, cx)) => {
                followers.push(j.unit);
            }
            Fate::RallyBackFar | Fate::RallyBackNear => rally_back(phase, book, j, cx),
            _ => {}
        }
    }
    push::follow_up(book, phase, &followers, cx);
    hemmed_in(book, phase, cx);
    pursuits(book, phase, cx);
    combat::part(book, phase, cx);
    combat::meet(book, phase, cx);
    let moved = |id: UnitId| judged.iter().any(|j| j.unit == id && j.fate != Fate::FightOn);
    for fight in phase.fights.iter().filter(|f| whole(phase, f) && !moved(f.red) && !moved(f.blue)) {
        cx.rule(|field| {
            let text = format!("{} and {} fought on.", name(field, fight.red), name(field, fight.blue));
            let several = [fight.red, fight.blue].iter().any(|&id| phase.opponents(id).count() > 1);
            let ruling = Ruling::new(rule::AFTER, text);
            if several { ruling.also(rule::AFTER_SEVERAL) } else { ruling }
        });
    }
}

/// Everyone in contact with a broken enemy goes after him, however he was broken (`wrg1969.pursuit.who`).
fn pursuits(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    let broken = |phase: &Phase, id: UnitId| phase.units[id.index()].is_broken();
    for fight in phase.fights.clone() {
        for (unit, prey) in [(fight.red, fight.blue), (fight.blue, fight.red)] {
            if broken(phase, prey) && !broken(phase, unit) {
                chase(book, phase, unit, prey, cx);
            }
        }
    }
}

/// A unit in contact with a broken enemy goes after him, unless another enemy holds it, or it is told to stand and
/// steady enough to do so; whether it does.
pub fn chase(book: &Wrg1969, phase: &mut Phase, id: UnitId, prey: UnitId, cx: &mut Cx<'_>) -> bool {
    let state = &phase.units[id.index()];
    let leaving = state.seen.running.is_some_and(|r| r.reaction == Reaction::LeaveField);
    // A pursuer whose prey has got away from him is free for another.
    let lost_prey = matches!(state.seen.flight, Flight::Pursuing(old, _)
        if old != prey && phase.opponents(id).all(|e| e != old));
    let flight = state.seen.flight != Flight::None && !lost_prey;
    let busy = flight || state.kept.secret.breaks_off || leaving || !book.kit(id).is_unit();
    let held = phase.opponents(id).any(|e| e != prey && !phase.units[e.index()].is_broken());
    if busy || held {
        return false;
    }
    let told_to_stand = state.leg().is_some_and(|leg| !leg.pursue);
    if told_to_stand && stands_fast(book, phase, id, cx) {
        phase.fights.retain(|f| !(f.red == id || f.blue == id) || enemy_in(f, id) != prey);
        return false;
    }
    if lost_prey {
        phase.units[id.index()].seen.flight = Flight::None;
    }
    rout::pursue(phase, id, prey, cx);
    true
}

/// The test of those who would stand rather than follow.
fn stands_fast(book: &Wrg1969, phase: &mut Phase, id: UnitId, cx: &mut Cx<'_>) -> bool {
    crate::nerve::resolve::test_now(book, phase, id, Occasion::ThrownBack, cx) == Some(Verdict::MayStand)
}

fn idle_ends(board: &Board<'_>, id: UnitId) -> [u16; 2] {
    board.body(id).map_or([0; 2], |body| losses::idle_ends(board, body))
}

fn leave_fight(phase: &mut Phase, id: UnitId) {
    phase.fights.retain(|f| f.red != id && f.blue != id);
}

/// Half of a unit that cannot run surrenders (`wrg1969.after.trapped`).
fn surrender_half(book: &Wrg1969, phase: &mut Phase, (id, idle): (UnitId, [u16; 2]), cx: &mut Cx<'_>) {
    let side = cx.field().side(id);
    let with = phase.command[side].generals().find(|g| g.free && g.with == Some(id));
    let general = with.map(|g| (g.figure, (g.lost.0 / g.lost.1.max(1)) as u32));
    let lost = general.map(|(_, lost)| lost);
    let trapped = aftermath::trapped(cx.field().unit(id).formation.figures.into(), lost);
    // The last figure breaks out.
    if trapped.surrender > 0 {
        cx.rule(|field| {
            let surrender = voice::figures(trapped.surrender);
            let text = format!("{} could not get away: {surrender} surrendered.", name(field, id));
            Ruling::new(rule::AFTER_TRAPPED, text)
        });
    }
    if trapped.general_surrenders
        && let Some((figure, _)) = general
    {
        general::falls(phase, side, figure, "surrendered", cx);
    }
    match trapped.break_out as u16 {
        0 => losses::destroy(phase, id, Place::Destroyed, rule::AFTER_TRAPPED, cx),
        left if trapped.surrender > 0 => losses::cut_down(book, phase, (id, left, idle), cx),
        _ => {}
    }
}

/// Broken troops who could hardly run at all, an enemy upon them: half of them surrender, the others try again
/// (`wrg1969.after.trapped`).
fn hemmed_in(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    let stuck: Vec<(UnitId, [u16; 2])> = {
        let board = Board::of(book, cx.field(), phase);
        let runs = |b: &&Body<'_>| matches!(board.state(b.id).seen.flight, Flight::Routing(run) if run > 0);
        let stuck = |b: &&Body<'_>| board.state(b.id).inches_moved() < HARDLY && board.engaged(b.id);
        board.units().filter(runs).filter(stuck).map(|b| (b.id, losses::idle_ends(&board, b))).collect()
    };
    for who in stuck {
        surrender_half(book, phase, who, cx);
    }
}

/// Mounted troops who did not break the enemy draw off next period.
fn rally_back(phase: &mut Phase, book: &Wrg1969, judged: &Judged, cx: &mut Cx<'_>) {
    let inches = match judged.fate {
        Fate::RallyBackNear => tables().moves.rally_drawn,
        _ => movement::rally_back(book.kit(judged.unit).mover()),
    };
    let state = &mut phase.units[judged.unit.index()];
    state.seen.flight = Flight::Rallying((inches * 1000.0) as i32);
    if judged.fate == Fate::RallyBackFar && book.kit(judged.unit).troop.is_cavalry() {
        state.now.causes.add(Cause::Repulsed);
    }
    leave_fight(phase, judged.unit);
    let why: RuleId = judged.case.rule();
    cx.rule(|field| {
        Ruling::new(why, format!("{} had to rally back {}.", name(field, judged.unit), voice::inches(inches)))
    });
}
