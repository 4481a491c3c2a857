//! Volleys: declared shots carried out, fire at a charge, javelins in a charge.

use crate::aftermath::casualties::suffer;
use crate::board::state::{Face, Volley, When};
use crate::board::{Board, Game};
use crate::combat::attack::{self, Attack, Outcome, Rolls};
use crate::combat::rules;
use crate::combat::shield::{Threat, save};
use crate::data::troop::Profile;
use crate::fire::resolve::reach;
use crate::fire::rules::catches;
use crate::movement::ambush::reveal;
use crate::nerve::resolve::{Due, test_all};
use crate::shooting::ballista;
use crate::shooting::sight::{self, Aim};
use crate::{rule, told};
use ruling::RuleId;
use umpire::{Ruling, UnitId, voice};

/// The units of the active side whose volleys are to be shot now, in list order.
pub fn waiting(board: &Board<'_>, late: bool) -> Vec<UnitId> {
    let due = |id: &UnitId| {
        let state = board.state(*id);
        !state.now.shot && state.now.volley.is_some_and(|v| (v.when == When::Late) == late)
    };
    board.of_side(board.phase.active).filter(due).collect()
}

/// How a volley is shot, apart from who shoots at whom.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// The rule it is shot under.
    pub rule: RuleId,
    /// Whether the shooters stood still.
    pub steady: bool,
    /// Whether it goes over units.
    pub over: bool,
    /// Whether the target is obscured.
    pub obscured: bool,
    /// The face of the target.
    pub face: Face,
}

/// The attack of a volley.
pub fn attack(board: &Board<'_>, shooter: UnitId, target: UnitId, how: &Manner) -> Attack {
    let (who, men) = (board.profile(target), board.men(target));
    Attack {
        dice: rules::volley_dice(board.profile(shooter), board.men(shooter), how.over).total().max(0) as u16,
        needs: rules::volley(who, how.steady).needs,
        save: save(&board.book.house, who, men, Threat::missiles(how.face, how.obscured)).save,
        men,
        general: board.general(target),
    }
}

/// Rolls a volley and writes it down with the other rules that let it be shot.
fn roll(game: &mut Game<'_, '_>, shooter: UnitId, target: UnitId, how: &Manner, also: &[RuleId]) -> Outcome {
    let board = game.board();
    let attack = attack(&board, shooter, target, how);
    let (by, at): (Profile, Profile) = (*board.profile(shooter), *board.profile(target));
    let (men, targets) = (board.men(shooter), board.men(target));
    let rolls = Rolls::of(how.rule, board.side(shooter), board.side(target), target.0);
    let in_wood = board.in_wood(target);
    let outcome = attack::roll(&attack, rolls, game.cx.dice);
    let (book, how) = (game.book, *how);
    game.rule(shooter, |field| {
        let text = format!(
            "{} shot at {} with {} at {}+: {}.",
            voice::name(field, shooter),
            voice::name(field, target),
            told::dice(attack.dice),
            attack.needs,
            told::outcome(&outcome)
        );
        let save = save(&book.house, &at, targets, Threat::missiles(how.face, how.obscured));
        let needs = rules::volley(&at, how.steady);
        let others = also.iter().copied().chain(needs.rules()).chain(save.rule());
        let ruling = Ruling::new(how.rule, text).needing(how.rule, attack.needs);
        let ruling = others.fold(ruling, Ruling::also);
        let ruling = ruling
            .tally(shooter, rules::volley_dice(&by, men, how.over))
            .tally(shooter, needs.tally)
            .tally(target, save.tally);
        if in_wood { ruling.also(rule::WOODS_IN).also(rule::WOODS_COVER) } else { ruling }
    });
    outcome
}

/// Carries out a declared volley, or wastes it (`toms.turn.declare`).
pub fn carry_out(game: &mut Game<'_, '_>, shooter: UnitId) {
    let Some(volley) = game.phase.state(shooter).now.volley else { return };
    game.phase.state_mut(shooter).now.shot = true;
    let board = game.board();
    let aimed = sight::may_shoot_at(&board, shooter, volley.target)
        .and_then(|()| sight::aim(&board, shooter, volley.target, volley.flame));
    match aimed {
        Ok(aim) => {
            reveal(game, shooter);
            shoot(game, shooter, volley, &aim);
        }
        Err(why) => game.rule(shooter, |field| {
            let name = voice::name(field, shooter);
            let text = format!("{name} wasted {} volley: {}.", name.its(), sight::words(why));
            Ruling::new(rule::TURN_DECLARE, text).also(why)
        }),
    }
}

fn shoot(game: &mut Game<'_, '_>, shooter: UnitId, volley: Volley, aim: &Aim) {
    let Volley { target, flame, .. } = volley;
    let steady = volley.when == When::Steady;
    if game.board().profile(shooter).is_engine() {
        ballista::shoot(game, shooter, target, aim, flame);
        return;
    }
    let how = Manner {
        rule: if flame { rule::FLAME_VOLLEY } else { rule::SHOOT_MEN },
        steady,
        over: aim.over,
        obscured: aim.obscured,
        face: aim.face,
    };
    let steady_fire = (steady && flame).then_some(rule::FLAME_STEADY);
    let also: Vec<RuleId> = aim.reach.rules().chain(steady_fire).collect();
    let outcome = roll(game, shooter, target, &how, &also);
    let mut due = Due::default();
    suffer(game, target, outcome.into(), &mut due);
    if flame {
        let caught = catches(&game.book.house, outcome.kills);
        reach(game, target, caught, &mut due);
    }
    test_all(game, &due);
}

/// Fire at a charger (`toms.react.fire`).
pub fn at_charger(game: &mut Game<'_, '_>, shooter: UnitId, charger: UnitId, in_wood: bool) {
    reveal(game, shooter);
    if game.board().profile(shooter).is_engine() {
        ballista::at_charger(game, shooter, charger);
        return;
    }
    let how =
        Manner { rule: rule::REACT_FIRE, steady: false, over: false, obscured: in_wood, face: Face::Front };
    volley(game, shooter, charger, &how);
}

/// Javelins thrown by chargers at the face they charge (`toms.charge.javelin`).
pub fn javelins(game: &mut Game<'_, '_>, charger: UnitId, target: UnitId, face: Face) {
    let obscured = game.board().in_wood(target);
    let how = Manner { rule: rule::CHARGE_JAVELIN, steady: false, over: false, obscured, face };
    volley(game, charger, target, &how);
}

fn volley(game: &mut Game<'_, '_>, shooter: UnitId, target: UnitId, how: &Manner) {
    let outcome = roll(game, shooter, target, how, &[]);
    let mut due = Due::default();
    suffer(game, target, outcome.into(), &mut due);
    test_all(game, &due);
}
