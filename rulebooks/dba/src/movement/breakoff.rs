//! Breaking off: the only move of an element in front contact (`dba.move.breakoff`).

use crate::board::state::Phase;
use crate::board::{Base, Board, camp, ground};
use crate::contact::line_up::is_near_enemy;
use crate::contact::lock::{Lock, lock};
use crate::data::scale::NEAR;
use crate::data::tables::tables;
use crate::data::troop::Going;
use crate::movement::leg::Leg;
use crate::movement::plan::{MovePlan, Trail};
use crate::movement::rules::{Formation, Way};
use crate::movement::under_way::{Bases, Run};
use crate::movement::{self, group};
use crate::rule;
use ruling::{Refusal, Tally};
use umpire::{Motion, Step, UnitId};

/// Judges a break-off.
///
/// # Errors
/// Every reason why it is not allowed.
pub fn check(
    board: &Board<'_>,
    phase: &Phase,
    movers: Bases,
    path: &[Step],
    price: Tally,
) -> Result<MovePlan, Vec<Refusal>> {
    let mut no = Vec::new();
    let base = movers[0];
    let about = |what: &'static str| Refusal::new(rule::MOVE_BREAKOFF, what).about(base.id.0);
    if movers.len() > 1 {
        no.push(about("elements break off one at a time"));
    }
    let enemy = enemy_before(board, phase, &base, &mut no);
    if phase.marks[base.id.index()].moves > 0 {
        no.push(about("it has moved in this bound and cannot break off"));
    }
    let leg = match straight_back(&base, path) {
        Ok(leg) => leg,
        Err(reason) => {
            no.push(*reason);
            return Err(no);
        }
    };
    let mut run = Run::new(board, Formation::Single, Bases::from_iter([base]), 1, None);
    if let Err(reason) = run.close(&leg) {
        no.push(*reason);
    }
    let rate = run.rate();
    if run.spent < tables().breakoff - NEAR {
        no.push(about("it must go back farther").needs(tables().breakoff, run.spent, "paces"));
    }
    if !movement::rules::within(run.spent, rate) {
        no.push(about("it would go back farther than its rate").needs(run.spent, rate, "paces"));
    }
    if let Some(enemy) = enemy
        && let Some(reason) = too_slow(board, &run.now[0], enemy)
    {
        no.push(reason);
    }
    if is_near_enemy(&run) {
        no.push(about("it may not end in contact with an enemy"));
    }
    run.standing(&mut no);
    if !no.is_empty() {
        return Err(no);
    }
    let mut trail = Trail::default();
    trail.note(&run.now, leg, rule::MOVE_BREAKOFF, Motion::March);
    Ok(MovePlan { breaks_off: enemy, ..MovePlan::of(&run, trail, price) })
}

/// The enemy that an element breaks off from; none, and the reason, if there is none or another holds it fast.
fn enemy_before(board: &Board<'_>, phase: &Phase, base: &Base, no: &mut Vec<Refusal>) -> Option<UnitId> {
    let (rule, what) = match lock(board, phase, base) {
        Lock::Front(enemy) => return Some(enemy),
        Lock::Held(enemy) => {
            let held = Refusal::new(rule::MOVE_LOCKED, "an enemy on its flank or rear holds it fast");
            no.push(held.about(base.id.0).about(enemy.0));
            return None;
        }
        Lock::Free => (rule::MOVE_BREAKOFF, "it has no enemy in front contact to break off from"),
    };
    no.push(Refusal::new(rule, what).about(base.id.0).instead("move it singly"));
    None
}

/// The one leg of a break-off.
fn straight_back(base: &Base, path: &[Step]) -> Result<Leg, Box<Refusal>> {
    match path {
        [step @ Step::Back(_)] => group::legs_of_one(*step, base).map(|legs| legs[0]),
        _ => Err(Refusal::new(rule::MOVE_BREAKOFF, "a break-off goes straight back, in one step")
            .about(base.id.0)
            .instead("200 paces back or more")
            .into()),
    }
}

/// Why an element is not fast enough to get away from an enemy, if it is not; from a camp anyone gets away.
fn too_slow(board: &Board<'_>, end: &Base, enemy: UnitId) -> Option<Refusal> {
    if camp::camp_held(board, enemy).is_some() {
        return None;
    }
    let enemy = board.base(enemy)?;
    let rate = |base: &Base| {
        let going = ground::going(board, &base.rect, base.troop);
        movement::rules::rate(base.troop, Way::from(going)).unwrap_or(0.0)
    };
    let (own, theirs) = (rate(end), rate(enemy));
    (own <= theirs).then(|| {
        let bad = ground::going(board, &end.rect, end.troop) == Going::Bad;
        let what = if bad {
            "where it would end it is no faster than the enemy"
        } else {
            "it is no faster than the enemy"
        };
        Refusal::new(rule::MOVE_BREAKOFF, what).about(end.id.0).about(enemy.id.0).needs(
            theirs + 1.0,
            own,
            "paces of rate",
        )
    })
}
