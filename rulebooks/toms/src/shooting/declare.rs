//! Declarations: who shoots at whom, when, and who makes fire ready.

use crate::board::state::{Flame, Volley, When};
use crate::board::{Board, Game};
use crate::rule;
use crate::told::choice;
use ruling::Refusal;
use umpire::{Form, OptionId, PickAsk, Ruling, Side, UnitId, voice};

/// What a unit declares (`toms.turn.declare`, `toms.flame.prepare`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declared {
    /// A volley.
    Volley(Volley),
    /// It makes fire.
    Prepare,
}

/// Whether a unit has a shot or fire to declare.
pub fn may_declare(board: &Board<'_>, unit: UnitId) -> bool {
    board.profile(unit).shoots() && board.is_free(unit)
}

/// Whom a unit may name as a target: enemies in sight, and berserk elephants of its own.
fn targets<'a>(board: Board<'a>, side: Side) -> impl Iterator<Item = UnitId> + 'a {
    board.enemies(side).chain(board.of_side(side).filter(move |&id| board.is_berserk(id)))
}

/// The times and kinds of a volley that a unit may choose, as its second pick offers them.
fn times(board: &Board<'_>, unit: UnitId) -> &'static [(&'static str, When, bool)] {
    const ENGINE: &[(&str, When, bool)] =
        &[("standing still", When::Steady, false), ("fire, standing still", When::Steady, true)];
    const OTHERS: &[(&str, When, bool)] = &[
        ("standing still", When::Steady, false),
        ("before moving", When::Early, false),
        ("after moving", When::Late, false),
        ("fire, standing still", When::Steady, true),
        ("fire, before moving", When::Early, true),
        ("fire, after moving", When::Late, true),
    ];
    let all = if board.profile(unit).is_engine() { ENGINE } else { OTHERS };
    let ready = board.state(unit).seen.flame == Flame::Ready;
    if ready { all } else { &all[..all.len() / 2] }
}

/// The units that may declare something, in list order.
pub fn declarers(board: &Board<'_>) -> Vec<UnitId> {
    board.of_side(board.phase.active).filter(|&id| may_declare(board, id)).collect()
}

/// The sheet of declarations: for each unit whom it shoots at, and when.
pub fn declarations(board: &Board<'_>) -> Form {
    let side = board.phase.active;
    let mut picks = Vec::new();
    for unit in declarers(board) {
        let mut options = vec![choice("nobody", rule::TURN_CHOICE, Vec::new())];
        if !board.profile(unit).is_elephant() {
            options.push(choice("make fire ready", rule::FLAME_PREPARE, Vec::new()));
        }
        options.extend(targets(*board, side).map(|t| choice("shoot at", rule::TURN_DECLARE, vec![t])));
        picks.push(PickAsk { unit: Some(unit), label: "target".into(), options, usual: OptionId(0) });
        let when =
            times(board, unit).iter().map(|(label, _, _)| choice(*label, rule::SHOOT_STEADY, Vec::new()));
        picks.push(PickAsk {
            unit: Some(unit),
            label: "when".into(),
            options: when.collect(),
            usual: OptionId(0),
        });
    }
    Form::Sheet { lines: Vec::new(), picks }
}

/// The number of the option that names a target in a unit's first pick.
pub fn target_option(board: &Board<'_>, unit: UnitId, target: UnitId) -> Option<OptionId> {
    let before = if board.profile(unit).is_elephant() { 1 } else { 2 };
    let i = targets(*board, board.phase.active).position(|t| t == target)?;
    Some(OptionId((before + i) as u16))
}

/// Judges a sheet of declarations.
///
/// # Errors
/// Every line that names what there is not.
pub fn declared(
    board: &Board<'_>,
    picks: &[(u16, OptionId)],
) -> Result<Vec<(UnitId, Declared)>, Vec<Refusal>> {
    let units = declarers(board);
    let mut chosen: Vec<(usize, usize)> = vec![(0, 0); units.len()];
    let mut no = Vec::new();
    for &(number, option) in picks {
        let (i, second) = (usize::from(number) / 2, number % 2 == 1);
        let Some(pick) = chosen.get_mut(i) else {
            no.push(Refusal::new(rule::TURN_DECLARE, "there is no such line"));
            continue;
        };
        if second { pick.1 = usize::from(option.0) } else { pick.0 = usize::from(option.0) }
    }
    let enemies: Vec<UnitId> = targets(*board, board.phase.active).collect();
    let mut all = Vec::new();
    for (&unit, (target, time)) in units.iter().zip(chosen) {
        let before = if board.profile(unit).is_elephant() { 1 } else { 2 };
        let Some(&(_, when, flame)) = times(board, unit).get(time) else {
            no.push(Refusal::new(rule::TURN_DECLARE, "there is no such time to shoot").about(unit.0));
            continue;
        };
        if target == 0 {
            continue;
        }
        if target == 1 && before == 2 {
            all.push((unit, Declared::Prepare));
            continue;
        }
        match enemies.get(target - before) {
            Some(&target) => all.push((unit, Declared::Volley(Volley { target, when, flame }))),
            None => no.push(Refusal::new(rule::TURN_DECLARE, "there is no such target").about(unit.0)),
        }
    }
    if no.is_empty() { Ok(all) } else { Err(no) }
}

/// A unit declares what it will do, for all to hear.
pub fn declare(game: &mut Game<'_, '_>, unit: UnitId, declared: Declared) {
    let state = game.phase.state_mut(unit);
    let (rule, what) = match declared {
        Declared::Prepare => {
            state.seen.flame = Flame::Preparing;
            (rule::FLAME_PREPARE, None)
        }
        Declared::Volley(volley) => {
            state.now.volley = Some(volley);
            (rule::TURN_DECLARE, Some(volley))
        }
    };
    game.rule(unit, |field| {
        let name = voice::name(field, unit);
        let text = match what {
            Some(v) => format!(
                "{name} declared a volley{} at {}, {}.",
                if v.flame { " of fire" } else { "" },
                voice::name(field, v.target),
                v.when.words()
            ),
            None => format!("{name} made fire ready."),
        };
        Ruling::new(rule, text)
    });
}
