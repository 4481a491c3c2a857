//! Declarations: charges, answers, redirects, disengaging (`wab.move.sequence`, step 1).

use crate::board::bodies::{Board, Body};
use crate::board::game::Game;
use crate::board::sight::sees;
use crate::board::state::{Charging, Declaration, Next, Step};
use crate::charge::answers::{answer, answers, flee_from};
use crate::charge::approach;
use crate::charge::disengage::{disengage, distances, may_disengage};
use crate::charge::nerve_tests::{dares, nearer, stands};
use crate::data::armour::Face;
use crate::data::troop::{Trait, Troop};
use crate::house::Ignored;
use crate::rule;
use dice::{D6, RollId};
use ruling::RuleId;
use umpire::voice::name;
use umpire::{ChargeEnd, Deed, UnitId};

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
        && state.now.charging.is_none()
        && !board.phase.is_engaged(body.id)
        && !body.is_column()
        && body.kit.troop != Troop::Artillery
        && !(done.returned || done.rooted || done.disengaged)
}

/// Why a unit may not charge a target now: the rule, and what it says.
pub fn forbids(board: &Board<'_>, unit: UnitId) -> (RuleId, &'static str) {
    match board.body(unit) {
        Some(body) if body.is_column() => (rule::FAST_MARCH_NO_CHARGE, "a march column does not charge"),
        _ => (rule::CHARGE_DECLARE, "it cannot charge that target now"),
    }
}

/// The legal targets of a unit.
pub fn targets(board: &Board<'_>, body: &Body<'_>) -> Vec<UnitId> {
    let reach = if board.book.house.premeasure { body.charge_move() } else { f64::INFINITY };
    let legal = |t: &&Body<'_>| {
        !t.state.stampeding
            && !body.is_beyond(t, reach)
            && body.distance(t) <= reach
            && sees(board, body, t, body.skirmishes())
            && (!board.book.house.premeasure || reaches(board, body, t, approach::towards(board, body, t)))
    };
    board.enemies(body.side).filter(legal).map(|t| t.id).collect()
}

/// Whether a charge upon a face can arrive.
pub fn reaches(board: &Board<'_>, body: &Body<'_>, target: &Body<'_>, face: Face) -> bool {
    approach::in_reach(board, body, target, face, body.charge_move())
}

/// The nearest enemy that a unit sees and can reach: whom the eager must charge.
fn nearest(board: &Board<'_>, body: &Body<'_>) -> Option<UnitId> {
    let measured = board.book.house.premeasure;
    let in_reach = |t: &&Body<'_>| measured || reaches(board, body, t, approach::towards(board, body, t));
    let seen = targets(board, body).into_iter().filter_map(|id| board.body(id)).filter(in_reach);
    seen.min_by(|a, b| body.distance(a).total_cmp(&body.distance(b))).map(|t| t.id)
}

/// Carries on with declarations: redirects, forced charges, or the next free one.
pub fn go_on(game: &mut Game<'_, '_>) -> Next {
    loop {
        let able: Vec<UnitId> = {
            let board = game.board();
            let may = |u: &UnitId| board.body(*u).is_some_and(|b| !redirections(&board, b).is_empty());
            game.phase.redirects.iter().copied().filter(may).collect()
        };
        game.phase.redirects.clone_from(&able);
        if !able.is_empty() {
            game.phase.step = Step::Redirect(able);
            return Next::Ask;
        }
        if !game.phase.declared {
            game.phase.step = Step::Declare;
            game.phase.declarations = find(&game.board());
            if game.phase.declarations != [Declaration::Done] {
                return Next::Ask;
            }
            finish(game);
            continue;
        }
        if game.phase.forced.is_empty() {
            return Next::Rally;
        }
        let unit = game.phase.forced.remove(0);
        let target = {
            let board = game.board();
            board.body(unit).filter(|b| may_charge(&board, b)).and_then(|b| nearest(&board, b))
        };
        if let Some(target) = target {
            game.say(rule::SPECIAL_WARBAND, |field| format!("{} charges unbidden", name(field, unit)));
            charge_at(game, unit, target);
            if matches!(game.phase.step, Step::Answer { .. }) {
                return Next::Ask;
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
pub fn declare(game: &mut Game<'_, '_>, declaration: Declaration) -> Next {
    match declaration {
        Declaration::Charge(unit, target) => charge_at(game, unit, target),
        Declaration::Disengage(unit, far) => disengage(game, unit, far),
        Declaration::Done => finish(game),
    }
    unless_answered(game)
}

/// Declarations go on, unless somebody is asked how it answers.
fn unless_answered(game: &Game<'_, '_>) -> Next {
    match game.phase.step {
        Step::Answer { .. } => Next::Ask,
        _ => Next::Declarations,
    }
}

/// One unit charges another: its own test, the face, the target's tests, and the question how it answers.
fn charge_at(game: &mut Game<'_, '_>, unit: UnitId, target: UnitId) {
    game.phase.step = Step::Declare;
    game.cx.deed(Deed::Charge { unit, target });
    game.say(rule::CHARGE_DECLARE, |field| {
        format!("{} declared a charge upon {}.", name(field, unit), name(field, target))
    });
    let (face, reach, passed_over) = {
        let board = game.board();
        let (Some(u), Some(t)) = (board.body(unit), board.body(target)) else { return };
        let face = approach::towards(&board, u, t);
        (face, reaches(&board, u, t, face), nearer(&board, u, t))
    };
    // A charge that cannot arrive frightens nobody, not even the charger.
    if reach && !dares(game, unit, target) {
        game.cx.deed(Deed::Charged { unit, end: ChargeEnd::Spent });
        return;
    }
    if game.book.house.ignored_enemy == Ignored::NearerCharge {
        passed_over.into_iter().for_each(|id| game.phase.unit_mut(unit).done.ignored.add(id));
    }
    game.phase.unit_mut(unit).now.charging = Some(Charging { target, face });
    if game.phase.unit(target).fleeing {
        game.say(rule::REACT_LIMITS, |f| {
            let target = name(f, target);
            format!("{target} {} fleeing already and could only flee on.", target.was())
        });
        flee_from(game, target, unit, false);
        return;
    }
    if reach && !stands(game, target, unit, face) {
        return;
    }
    let allowed = answers(game, target, unit, face);
    match allowed.as_slice() {
        [only] => answer(game, unit, target, *only),
        _ => game.phase.step = Step::Answer { charger: unit, target, allowed },
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
    let old = body.state.now.charging.map(|c| c.target);
    targets(board, body).into_iter().filter(|t| Some(*t) != old).collect()
}

/// A charger turns to another target, or to none.
pub fn redirect(game: &mut Game<'_, '_>, unit: UnitId, target: Option<UnitId>) -> Next {
    game.phase.redirects.retain(|&u| u != unit);
    game.phase.unit_mut(unit).done.redirected = true;
    game.phase.step = Step::Declare;
    if let Some(target) = target {
        game.say(rule::CHARGE_REDIRECT, |f| {
            let (unit, target) = (name(f, unit), name(f, target));
            format!("{unit} turned {} charge upon {target}.", unit.its())
        });
        charge_at(game, unit, target);
    }
    unless_answered(game)
}
