//! Declarations: charges, answers, redirects, disengaging (`wab.move.sequence`, step 1).

use crate::armour::Face;
use crate::board::{Board, Body};
use crate::charge;
use crate::daring::{dares, nearer, stands};
use crate::disengage::{disengage, distances, may_disengage};
use crate::flight;
use crate::game::{Game, name};
use crate::house::Ignored;
use crate::rally;
use crate::reaction::{Charged, Reaction};
use crate::rule;
use crate::shoot;
use crate::sight::sees;
use crate::state::{Charging, Step};
use crate::troop::{Trait, Troop};
use dice::{D6, RollId};
use ruling::ledger;
use umpire::UnitId;

/// Something that may be declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Declaration {
    /// A charge.
    Charge(UnitId, UnitId),
    /// A try to leave a combat, drawing back so many inches.
    Disengage(UnitId, u8),
    /// Nothing more.
    Done,
}

/// Everything that may be declared now, worked out when it was asked; it ends with `Done` unless frenzy must charge
/// first.
pub fn declarations<'a>(board: &Board<'a>) -> &'a [Declaration] {
    &board.phase.declarations
}

fn find(board: &Board<'_>) -> Vec<Declaration> {
    let side = board.phase.active;
    let mut list = Vec::new();
    let mut must = false;
    for body in board.friends(side).filter(|b| may_charge(board, b)) {
        let forced = if body.is_frenzied() { nearest(board, body) } else { None };
        if let Some(target) = forced {
            ledger::cite(rule::FRENZY_CHARGE);
            must = true;
            list.push(Declaration::Charge(body.id, target));
        } else {
            list.extend(targets(board, body).into_iter().map(|t| Declaration::Charge(body.id, t)));
        }
    }
    for body in board.friends(side).filter(|b| may_disengage(board, b)) {
        list.extend(distances(board, body).map(|far| Declaration::Disengage(body.id, far)));
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
        && !is_marching(body)
        && body.kit.troop != Troop::Artillery
        && !(done.returned || done.rooted || done.disengaged)
}

/// Whether a unit stands in march column, which never charges (`wab.fast_march.no_charge`).
fn is_marching(body: &Body<'_>) -> bool {
    if body.is_column() {
        ledger::cite(rule::FAST_MARCH_NO_CHARGE);
    }
    body.is_column()
}

/// The legal targets of a unit.
pub fn targets(board: &Board<'_>, body: &Body<'_>) -> Vec<UnitId> {
    let reach = if board.book.house.premeasure { body.charge_move() } else { f64::INFINITY };
    let legal = |t: &&Body<'_>| {
        !t.state.stampeding
            && !body.is_beyond(t, reach)
            && body.distance(t) <= reach
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
    charge::towards(board, charger, target)
}

/// The nearest enemy that a unit sees and can reach: whom the eager must charge.
fn nearest(board: &Board<'_>, body: &Body<'_>) -> Option<UnitId> {
    let measured = board.book.house.premeasure;
    let in_reach = |t: &&Body<'_>| measured || reaches(board, body, t, face(board, body, t));
    let seen = targets(board, body).into_iter().filter_map(|id| board.body(id)).filter(in_reach);
    seen.min_by(|a, b| body.distance(a).total_cmp(&body.distance(b))).map(|t| t.id)
}

/// Carries on with declarations: redirects, forced charges, or the next free one.
pub fn go_on(game: &mut Game<'_, '_>) {
    loop {
        let able: Vec<UnitId> = {
            let board = game.board();
            let may = |u: &UnitId| board.body(*u).is_some_and(|b| !redirections(&board, b).is_empty());
            game.phase.redirects.iter().copied().filter(may).collect()
        };
        game.phase.redirects.clone_from(&able);
        if !able.is_empty() {
            game.phase.step = Step::Redirect(able);
            return;
        }
        if !game.phase.declared {
            game.phase.step = Step::Declare;
            game.phase.declarations = find(&game.board());
            if game.phase.declarations != [Declaration::Done] {
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
            board.body(unit).filter(|b| may_charge(&board, b)).and_then(|b| nearest(&board, b))
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
                && nearest(&board, b).is_some()
        };
        let mut eager: Vec<UnitId> = board.friends(game.phase.active).filter(could).map(|b| b.id).collect();
        eager.sort_by_key(|&id| game.in_line(id));
        eager
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
    let (face, reach, passed_over) = {
        let board = game.board();
        let (Some(u), Some(t)) = (board.body(unit), board.body(target)) else { return };
        let face = face(&board, u, t);
        (face, reaches(&board, u, t, face), nearer(&board, u, t))
    };
    // A charge that cannot arrive frightens nobody, not even the charger.
    if reach && !dares(game, unit, target) {
        return;
    }
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
pub fn flee_from(game: &mut Game<'_, '_>, unit: UnitId, charger: UnitId, fired: bool) {
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
        let cannot = |b: &&Body<'_>| board.body(unit).is_none_or(|t| charge::catch(&board, b, t).is_none());
        let chargers = board.friends(game.phase.active).filter(names_it).filter(cannot);
        chargers.filter(|b| !b.state.done.redirected).map(|b| b.id).collect()
    };
    for id in lost {
        if !game.phase.redirects.contains(&id) {
            game.phase.redirects.push(id);
        }
    }
}

/// Everything that chargers who lost their target may do now: each another target, or none.
pub fn redirect_options(board: &Board<'_>, units: &[UnitId]) -> Vec<(UnitId, Option<UnitId>)> {
    let of = |&unit: &UnitId| {
        let others = board.body(unit).map(|b| redirections(board, b)).unwrap_or_default();
        others.into_iter().map(Some).chain([None]).map(move |target| (unit, target))
    };
    units.iter().flat_map(of).collect()
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
