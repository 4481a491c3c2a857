//! Breaking off: the only move of an element in front contact (`dba.move.breakoff`).

use crate::board::{Base, Board};
use crate::camp;
use crate::contact::{Lock, is_near_enemy, lock};
use crate::ground;
use crate::group;
use crate::movement::{MovePlan, Trail};
use crate::phase::Phase;
use crate::rates::{self, Formation, Way};
use crate::rule;
use crate::run::{Bases, Run};
use crate::tables::tables;
use crate::troop::Going;
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
    let enemy = match lock(board, phase, &base) {
        Lock::Front(enemy) => Some(enemy),
        Lock::Held(enemy) => {
            no.push(
                Refusal::new(rule::MOVE_LOCKED, "an enemy on its flank or rear holds it fast")
                    .about(base.id.0)
                    .about(enemy.0),
            );
            None
        }
        Lock::Free => {
            no.push(about("it has no enemy in front contact to break off from").instead("move it singly"));
            None
        }
    };
    if phase.marks[base.id.index()].moves > 0 {
        no.push(about("it has moved in this bound and cannot break off"));
    }
    let leg = match path {
        [step @ Step::Back(_)] => group::legs_of_one(*step, &base).map(|legs| legs[0]),
        _ => {
            Err(about("a break-off goes straight back, in one step").instead("200 paces back or more").into())
        }
    };
    let leg = match leg {
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
    if run.spent < tables().breakoff - crate::board::NEAR {
        no.push(about("it must go back farther").needs(tables().breakoff, run.spent, "paces"));
    }
    if !rates::within(run.spent, rate) {
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

/// Why an element is not fast enough to get away from an enemy, if it is not; from a camp anyone gets away.
fn too_slow(board: &Board<'_>, end: &Base, enemy: UnitId) -> Option<Refusal> {
    if camp::camp_held(board, enemy).is_some() {
        return None;
    }
    let enemy = board.base(enemy)?;
    let rate = |base: &Base| {
        let going = ground::going(board, &base.rect, base.troop);
        rates::rate(base.troop, Way::from(going)).unwrap_or(0.0)
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
