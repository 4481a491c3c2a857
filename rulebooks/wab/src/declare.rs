//! Declarations: charges, answers, redirects, disengaging (`wab.move.sequence`, step 1).

use crate::armour::Face;
use crate::board::{Board, Body};
use crate::charge;
use crate::dread::{self, Dread};
use crate::flight;
use crate::game::{Game, name};
use crate::house::Ignored;
use crate::moving::NEAR;
use crate::nerve::Cause;
use crate::rally;
use crate::reaction::{Charged, Reaction};
use crate::rule;
use crate::shoot;
use crate::sight::sees;
use crate::start;
use crate::state::{Charging, Step};
use crate::touch;
use crate::troop::{Order, Trait, Troop};
use dice::{D6, RollId};
use ruling::ledger;
use umpire::{Motion, UnitId};

/// Something that may be declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Declaration {
    /// A charge.
    Charge(UnitId, UnitId),
    /// A try to leave a combat, drawing back half the move or all of it.
    Disengage(UnitId, bool),
    /// Nothing more.
    Done,
}

/// Everything that may be declared now; it ends with `Done` unless frenzy must charge first.
pub fn declarations(board: &Board<'_>) -> Vec<Declaration> {
    let side = board.phase.active;
    let mut list = Vec::new();
    let mut must = false;
    for body in board.friends(side).filter(|b| may_charge(board, b)) {
        let targets = targets(board, body);
        if body.is_frenzied() {
            ledger::cite(rule::FRENZY_CHARGE);
            must |= !targets.is_empty();
            let nearest = nearest(board, body, &targets);
            list.extend(nearest.map(|t| Declaration::Charge(body.id, t)));
        } else {
            list.extend(targets.into_iter().map(|t| Declaration::Charge(body.id, t)));
        }
    }
    for body in board.friends(side).filter(|b| may_disengage(board, b)) {
        list.extend([Declaration::Disengage(body.id, true), Declaration::Disengage(body.id, false)]);
    }
    if !must {
        list.push(Declaration::Done);
    }
    list
}

/// Whether a unit may charge at all (`wab.charge.declare`).
pub fn may_charge(board: &Board<'_>, body: &Body<'_>) -> bool {
    let (state, done) = (body.state, &body.state.done);
    !state.fleeing
        && state.charging.is_none()
        && !board.phase.is_engaged(body.id)
        && !body.is_column()
        && body.kit.troop != Troop::Artillery
        && !(done.returned || done.rooted || done.disengaged)
}

/// The legal targets of a unit.
pub fn targets(board: &Board<'_>, body: &Body<'_>) -> Vec<UnitId> {
    let legal = |t: &&Body<'_>| {
        let wild = t.state.fleeing && t.kit.has(Trait::Stampede);
        !wild
            && body.distance(t)
                <= if board.book.house.premeasure { body.charge_move() } else { f64::INFINITY }
            && sees(board, body, t, body.skirmishes())
            && (!board.book.house.premeasure || reaches(board, body, t, face(board, body, t)))
    };
    board.enemies(body.side).filter(legal).map(|t| t.id).collect()
}

/// Whether a charge upon a face can arrive.
pub fn reaches(board: &Board<'_>, body: &Body<'_>, target: &Body<'_>, face: Face) -> bool {
    charge::in_reach(board, body, target, face, body.charge_move())
}

/// The face a charge is upon (`wab.charge.zone`).
pub fn face(board: &Board<'_>, charger: &Body<'_>, target: &Body<'_>) -> Face {
    let from = if charger.skirmishes() {
        let way = table::shortest_between(&charger.rect, &target.rect);
        way.map_or(charger.rect.front_mid(), |w| w[0])
    } else {
        charger.rect.front_mid()
    };
    touch::face(&board.book.house, &target.rect, from)
}

fn nearest(board: &Board<'_>, body: &Body<'_>, targets: &[UnitId]) -> Option<UnitId> {
    let far = |id: &UnitId| board.body(*id).map_or(f64::INFINITY, |t| body.distance(t));
    targets.iter().copied().min_by(|a, b| far(a).total_cmp(&far(b)))
}

/// Whether an engaged unit may try to leave (`wab.disengage`).
pub fn may_disengage(board: &Board<'_>, body: &Body<'_>) -> bool {
    let contacts: Vec<_> = board.phase.contacts_of(body.id).collect();
    let slower = |id: UnitId| board.body(id).is_some_and(|e| e.movement() < body.movement());
    board.book.house.disengage
        && !contacts.is_empty()
        && !body.is_frenzied()
        && !body.state.done.disengaged
        && contacts.iter().all(|(c, i)| c.faces[*i] == Face::Front && !c.by_pursuit && slower(c.units[1 - i]))
        && room_behind(board, body, 1.0) >= 1.0 - NEAR
}

/// How far a unit can go straight back, at most so far.
pub fn room_behind(board: &Board<'_>, body: &Body<'_>, most: f64) -> f64 {
    let back = -body.rect.ahead;
    let turned = table::Rect { ahead: back, ..body.rect };
    let mut room = most.min(flight::to_table_edge(board, &turned));
    for other in board.bodies.iter().filter(|b| b.id != body.id && !charge::passes(body, b)) {
        let margin = if other.side == body.side { 0.0 } else { 1.0 };
        let engaged = board.phase.contacts_of(body.id).any(|(c, _)| c.place(other.id).is_some());
        if engaged {
            continue;
        }
        let wide = table::Rect {
            half_width: other.rect.half_width + margin,
            half_depth: other.rect.half_depth + margin,
            ..other.rect
        };
        if let Some(s) = table::span(&body.rect, back, &wide, charge::SLACK).filter(|s| s.leave > 0.0) {
            room = room.min(s.enter.max(0.0));
        }
    }
    for feature in board.book.features.iter().filter(|f| f.stops(body.kit.troop)) {
        for part in &feature.parts {
            if let Some(s) = table::span(&body.rect, back, part, NEAR).filter(|s| s.leave > 0.0) {
                room = room.min(s.enter.max(0.0));
            }
        }
    }
    room
}

/// Carries on with declarations: redirects, forced charges, or the next free one.
pub fn go_on(game: &mut Game<'_, '_>) {
    loop {
        if let Some(&unit) = game.phase.redirects.first() {
            let may = {
                let board = game.board();
                board.body(unit).is_some_and(|b| !redirections(&board, b).is_empty())
            };
            if may {
                game.phase.step = Step::Redirect(unit);
                return;
            }
            game.phase.redirects.remove(0);
            continue;
        }
        if !game.phase.declared {
            game.phase.step = Step::Declare;
            let only_done = declarations(&game.board()) == [Declaration::Done];
            if !only_done {
                return;
            }
            finish(game);
            continue;
        }
        if game.phase.forced.is_empty() {
            rally::begin(game);
            return;
        }
        let unit = game.phase.forced.remove(0);
        let target = {
            let board = game.board();
            board
                .body(unit)
                .filter(|b| may_charge(&board, b))
                .and_then(|b| nearest(&board, b, &targets(&board, b)))
        };
        if let Some(target) = target {
            game.say(rule::SPECIAL_WARBAND, |field| format!("{} charges unbidden", name(field, unit)));
            charge_at(game, unit, target);
            if matches!(game.phase.step, Step::React { .. }) {
                return;
            }
        }
    }
}

/// Declarations end: warbands that could have charged roll (`wab.special.warband`).
pub fn finish(game: &mut Game<'_, '_>) {
    game.phase.declared = true;
    let eager: Vec<UnitId> = {
        let board = game.board();
        let could = |b: &&Body<'_>| {
            b.kit.has(Trait::Warband)
                && !b.kit.character
                && may_charge(&board, b)
                && !targets(&board, b).is_empty()
        };
        board.friends(game.phase.active).filter(could).map(|b| b.id).collect()
    };
    for id in eager {
        let why = RollId::new(rule::SPECIAL_WARBAND.as_str(), game.phase.active as u8).unit(id.0);
        if game.cx.dice.roll(why, &D6) == 1 {
            game.phase.forced.push(id);
        }
    }
}

/// Carries out a declaration.
pub fn declare(game: &mut Game<'_, '_>, declaration: Declaration) {
    match declaration {
        Declaration::Charge(unit, target) => charge_at(game, unit, target),
        Declaration::Disengage(unit, far) => disengage(game, unit, far),
        Declaration::Done => finish(game),
    }
    if !matches!(game.phase.step, Step::React { .. }) {
        go_on(game);
    }
}

/// One unit charges another: its own test, the face, the target's tests, and the question how it answers.
fn charge_at(game: &mut Game<'_, '_>, unit: UnitId, target: UnitId) {
    game.phase.step = Step::Declare;
    game.say(rule::CHARGE_DECLARE, |field| format!("{} charges {}", name(field, unit), name(field, target)));
    if !dares(game, unit, target) {
        return;
    }
    let (face, reach, passed_over) = {
        let board = game.board();
        let (Some(u), Some(t)) = (board.body(unit), board.body(target)) else { return };
        let face = face(&board, u, t);
        (face, reaches(&board, u, t, face), nearer(&board, u, t))
    };
    if game.book.house.ignored_enemy == Ignored::NearerCharge {
        passed_over.into_iter().for_each(|id| game.phase.unit_mut(unit).ignored.add(id));
    }
    game.phase.unit_mut(unit).charging = Some(Charging { target, face });
    if game.phase.unit(target).fleeing {
        ledger::cite(rule::REACT_LIMITS);
        flee_from(game, target, unit, false);
        return;
    }
    if reach && !stands(game, target, unit, face) {
        return;
    }
    let allowed = answers(game, target, unit, face);
    match allowed.as_slice() {
        [only] => answer(game, unit, target, *only),
        _ => game.phase.step = Step::React { charger: unit, target, allowed },
    }
}

/// Enemies nearer to a charger than its target, seen, in reach, and neither fleeing nor engaged.
fn nearer(board: &Board<'_>, unit: &Body<'_>, target: &Body<'_>) -> Vec<UnitId> {
    if board.book.house.ignored_enemy != Ignored::NearerCharge {
        return Vec::new();
    }
    let passed = |e: &&Body<'_>| {
        e.id != target.id
            && unit.distance(e) < unit.distance(target)
            && unit.distance(e) <= unit.charge_move()
            && !e.state.fleeing
            && !board.phase.is_engaged(e.id)
            && sees(board, unit, e, unit.skirmishes())
    };
    board.enemies(unit.side).filter(passed).map(|e| e.id).collect()
}

/// Whether a unit dares to charge (`wab.fear.charging`, `wab.terror.charge`).
fn dares(game: &mut Game<'_, '_>, unit: UnitId, target: UnitId) -> bool {
    let (dread, test) = {
        let board = game.board();
        let (Some(u), Some(t)) = (board.body(unit), board.body(target)) else { return false };
        (dread::of(u, t.kit), board.leaders(u).best())
    };
    let once = game.book.house.terror_once && game.phase.unit(unit).passed_terror;
    match dread {
        Dread::Terror if !once => {
            if game.test(unit, &test, rule::TERROR_CHARGE, "its terror test", false) {
                game.phase.unit_mut(unit).passed_terror = true;
                return true;
            }
            game.dissolve(unit, rule::TERROR_RESULT);
            false
        }
        Dread::Fear => {
            let passed = game.test(unit, &test, rule::FEAR_CHARGING, "its fear test", false);
            game.phase.unit_mut(unit).done.rooted = !passed;
            passed
        }
        _ => true,
    }
}

/// The tests of a charged unit: terror, fear, then panic (`wab.react.when`); false if it has fled.
pub fn stands(game: &mut Game<'_, '_>, unit: UnitId, charger: UnitId, face: Face) -> bool {
    let (dread, leaders, panics, target, outnumbered) = {
        let board = game.board();
        let (Some(u), Some(c)) = (board.body(unit), board.body(charger)) else { return true };
        let flank = face != Face::Front && !u.skirmishes() && !u.state.passed_flank;
        let ignored = u.state.ignored.has(charger) && game.book.house.ignored_enemy != Ignored::Off;
        let cause = if flank { Cause::FlankOrRear } else { Cause::IgnoredEnemy };
        let due = (flank || ignored) && start::must_panic(&board, u, cause, 0.0, false).is_none();
        let outnumbered = dread::feared_count(&board, u) > u.headcount(game.book);
        let panics = due.then_some(cause);
        (dread::of(u, c.kit), board.leaders(u).best(), panics, start::panic_target(&board, u), outnumbered)
    };
    let state = game.phase.unit(unit);
    let once = game.book.house.terror_once && state.passed_terror;
    match dread {
        Dread::Terror if !once => {
            if !game.test(unit, &leaders, rule::TERROR_CHARGE, "its terror test", false) {
                flee_from(game, unit, charger, false);
                return false;
            }
            game.phase.unit_mut(unit).passed_terror = true;
        }
        Dread::Fear if !state.passed_fear => {
            if game.test(unit, &leaders, rule::FEAR_CHARGED, "its fear test", false) {
                game.phase.unit_mut(unit).passed_fear = true;
            } else if outnumbered {
                ledger::cite(rule::BASICS_COUNT);
                flee_from(game, unit, charger, false);
                return false;
            } else {
                game.phase.unit_mut(unit).shaken = true;
            }
        }
        _ => {}
    }
    if let Some(cause) = panics {
        if !game.test(unit, &target, cause.rule(), "its panic test", false) {
            flee_from(game, unit, charger, false);
            return false;
        }
        game.phase.unit_mut(unit).passed_flank = true;
    }
    true
}

/// How a unit may answer a charge.
fn answers(game: &Game<'_, '_>, target: UnitId, charger: UnitId, face: Face) -> Vec<Reaction> {
    let board = game.board();
    let (Some(t), Some(c)) = (board.body(target), board.body(charger)) else { return vec![Reaction::Hold] };
    let charged = Charged {
        charger: c.kit.troop,
        charger_movement: c.kit.movement(),
        distance: c.distance(t),
        troop: t.kit.troop,
        order: t.kit.order,
        missiles: t.kit.shoots() && !t.state.shot_back,
        engaged: board.phase.is_engaged(target),
        fleeing: t.state.fleeing,
        frenzied: t.is_frenzied(),
        column: t.is_column(),
        face,
        visible: sees(&board, t, c, t.skirmishes() || t.kit.crew > 0),
        countered: t.state.counter.is_some(),
    };
    charged.allowed()
}

/// A target's answer is carried out.
pub fn answer(game: &mut Game<'_, '_>, charger: UnitId, target: UnitId, reaction: Reaction) {
    game.say(reaction.rule(), |field| {
        format!(
            "{} answers {}: {}",
            name(field, target),
            name(field, charger),
            reaction.label().to_lowercase()
        )
    });
    game.phase.step = Step::Declare;
    match reaction {
        Reaction::Hold => {}
        Reaction::CounterCharge => game.phase.unit_mut(target).counter = Some(charger),
        Reaction::StandAndShoot | Reaction::FireAndFlee => {
            game.phase.unit_mut(target).shot_back = true;
            shoot::volley(game, target, charger, true);
            if reaction == Reaction::FireAndFlee && game.stands(target) {
                game.phase.unit_mut(target).by_choice = true;
                flee_from(game, target, charger, true);
            }
        }
        Reaction::Flee => {
            game.phase.unit_mut(target).by_choice = true;
            flee_from(game, target, charger, false);
        }
    }
}

/// A unit flees from a charger; whoever named it and cannot reach it any more may redirect (`wab.charge.redirect`).
fn flee_from(game: &mut Game<'_, '_>, unit: UnitId, charger: UnitId, fired: bool) {
    if game.phase.is_engaged(unit) {
        ledger::cite(rule::REACT_FLEE_FROM_COMBAT);
    }
    flight::flee(game, unit, Some(charger), fired, rule::REACT_FLEE);
    game.phase.unit_mut(unit).fled_from_charge = true;
    if !game.book.house.redirect_charges {
        return;
    }
    let lost: Vec<UnitId> = {
        let board = game.board();
        let names_it = |b: &&Body<'_>| b.state.charging.is_some_and(|c| c.target == unit);
        let cannot = |b: &&Body<'_>| {
            let there = board.body(unit);
            !there.is_some_and(|t| reaches(&board, b, t, face(&board, b, t)))
        };
        let chargers = board.friends(game.phase.active).filter(names_it).filter(cannot);
        chargers.filter(|b| !b.state.done.redirected).map(|b| b.id).collect()
    };
    for id in lost {
        if !game.phase.redirects.contains(&id) {
            game.phase.redirects.push(id);
        }
    }
}

/// The other targets a charger may turn to.
pub fn redirections(board: &Board<'_>, body: &Body<'_>) -> Vec<UnitId> {
    let old = body.state.charging.map(|c| c.target);
    targets(board, body).into_iter().filter(|t| Some(*t) != old).collect()
}

/// A charger turns to another target, or to none.
pub fn redirect(game: &mut Game<'_, '_>, unit: UnitId, target: Option<UnitId>) {
    game.phase.redirects.retain(|&u| u != unit);
    game.phase.unit_mut(unit).done.redirected = true;
    game.phase.step = Step::Declare;
    if let Some(target) = target {
        ledger::cite(rule::CHARGE_REDIRECT);
        charge_at(game, unit, target);
    }
    if !matches!(game.phase.step, Step::React { .. }) {
        go_on(game);
    }
}

/// A unit tries to leave a combat (`wab.disengage`).
fn disengage(game: &mut Game<'_, '_>, unit: UnitId, far: bool) {
    let (test, room) = {
        let board = game.board();
        let Some(b) = board.body(unit) else { return };
        (board.leaders(b).best(), room_behind(&board, b, if far { b.movement() } else { b.movement() / 2.0 }))
    };
    game.phase.unit_mut(unit).done.disengaged = true;
    if !game.test(unit, &test, rule::DISENGAGE, "its test to disengage", false) {
        return;
    }
    let (rect, facing) = {
        let board = game.board();
        let Some(b) = board.body(unit) else { return };
        let back = -b.rect.ahead;
        let order = if b.skirmishes() { Order::Skirmish } else { b.order() };
        let go = crate::terrain::afford(&game.book.features, &b.rect, back, room, room, order);
        (b.rect.moved(back * go.max(1.0)), b.facing)
    };
    game.phase.part(unit);
    game.put(unit, &rect, facing, Motion::March, rule::DISENGAGE);
}
