//! Tactical moves: judged whole before anything changes, then carried out leg by leg.

use crate::board::state::Phase;
use crate::board::{Base, Board, ground};
use crate::contact::lock::{Lock, lock};
use crate::data::troop::Going;
use crate::movement::leg::Leg;
use crate::movement::manner::{BREAK_OFF, SINGLE};
use crate::movement::order::Order;
use crate::movement::plan::{MovePlan, Trail};
use crate::movement::rules::{Formation, Way};
use crate::movement::under_way::{Bases, Run};
use crate::movement::{self, breakoff, group, pips, second_move};
use crate::{contact, rule};
use ruling::{Refusal, RuleId, Tally};
use umpire::{Motion, Side, Step, UnitId};

/// No order has more steps than this.
const STEPS: usize = 32;

/// Judges a move; nothing changes.
///
/// # Errors
/// Every reason that can be found why it is not allowed.
pub fn check(
    board: &Board<'_>,
    phase: &Phase,
    side: Side,
    manner: u8,
    units: &[UnitId],
    path: &[Step],
) -> Result<MovePlan, Vec<Refusal>> {
    let movers = group::gather(board, side, units)?;
    let mut no = Vec::new();
    let price = pips::cost(board, phase, &movers);
    let command = |base: &Base| board.book.commands.of(base.id);
    if let Some(other) = movers.iter().find(|base| command(base) != command(&movers[0])) {
        no.push(Refusal::new(rule::ARMY_COMMANDS, "a group is of one command").about(other.id.0));
    }
    if path.is_empty() || path.len() > STEPS {
        let what =
            if path.is_empty() { "a move has at least one step" } else { "the move has too many steps" };
        return Err(vec![Refusal::new(rule::MOVE_MEASURE, what)]);
    }
    if manner == BREAK_OFF {
        no.extend(pips::unpaid(board, phase, &movers, &price));
        return match breakoff::check(board, phase, movers, path, price) {
            Ok(plan) if no.is_empty() => Ok(plan),
            Ok(_) => Err(no),
            Err(more) => {
                no.extend(more);
                Err(no)
            }
        };
    }
    locks(board, phase, &movers, &mut no);
    if manner == SINGLE
        && movers.len() == 1
        && let Some((enemy, place)) = contact::door::closes_door(board, &movers[0], path)
    {
        return door(board, phase, &movers, enemy, place, no);
    }
    no.extend(pips::unpaid(board, phase, &movers, &price));
    let order = Order::of(board, manner, movers, path, &mut no).ok_or_else(|| std::mem::take(&mut no))?;
    order.judge(phase, path, price, no)
}

/// Who of the movers is locked, and by whom.
fn locks(board: &Board<'_>, phase: &Phase, movers: &[Base], no: &mut Vec<Refusal>) {
    for base in movers {
        let (enemy, what, instead) = match lock(board, phase, base) {
            Lock::Free => continue,
            Lock::Front(enemy) => (enemy, "it is in contact with an enemy before it", "break off"),
            Lock::Held(enemy) => (enemy, "an enemy holds it where it is", "leave it there"),
        };
        no.push(Refusal::new(rule::MOVE_LOCKED, what).about(base.id.0).about(enemy.0).instead(instead));
    }
}

/// Closing the door: one PIP, within the element's rate, whatever zones there are, if the place is free (`dba.contact.flank_start`).
fn door(
    board: &Board<'_>,
    phase: &Phase,
    movers: &Bases,
    enemy: UnitId,
    place: Base,
    mut no: Vec<Refusal>,
) -> Result<MovePlan, Vec<Refusal>> {
    let mut price = Tally::default();
    price.add(rule::PIPS_COST, 1);
    no.extend(pips::unpaid(board, phase, movers, &price));
    let base = &movers[0];
    let refuse = |rule: RuleId, what: &'static str| Refusal::new(rule, what).about(base.id.0).about(enemy.0);
    if !board.book.house.may_contact(base.troop) {
        no.push(refuse(rule::CONTACT_WHO, "it may not move into contact"));
    }
    if phase.marks[base.id.index()].moves > 0 {
        no.push(refuse(rule::MOVE_ONCE, "it has moved in this bound"));
    }
    let mut run = Run::new(board, Formation::Single, movers.clone(), 1, None);
    if !run.is_free(&place) {
        no.push(refuse(rule::CONTACT_FLANK_START, "there is no room on that flank"));
    }
    let (needs, has) = (movement::rules::leg(&base.rect, &place.rect), door_rate(board, base, &place));
    if !board.book.house.door_at_any_rate && !movement::rules::within(needs, has) {
        let what = "it cannot swing so far in one move";
        no.push(refuse(rule::CONTACT_FLANK_START, what).needs(needs, has, "paces"));
    }
    if !no.is_empty() {
        return Err(no);
    }
    let leg = Leg::march(base, &place);
    run.now[0] = place;
    run.spent = needs;
    let mut trail = Trail::default();
    trail.note(&run.now, leg, rule::CONTACT_FLANK_START, Motion::Conform);
    let contacts = contact::made::made(board, phase, &run.now, None);
    Ok(MovePlan { contacts, ..MovePlan::of(&run, trail, price) })
}

/// How far an element goes that closes the door: its rate in the worse going of where it begins and ends.
fn door_rate(board: &Board<'_>, base: &Base, place: &Base) -> f64 {
    let bad = [base, place].iter().any(|b| ground::going(board, &b.rect, b.troop) == Going::Bad);
    movement::rules::rate(base.troop, if bad { Way::Bad } else { Way::Good }).unwrap_or(0.0)
}

/// The active side's elements that may still move, as far as PIPs, locks and moves made say.
pub fn movable(board: &Board<'_>, phase: &Phase) -> Vec<UnitId> {
    board.bases.iter().filter(|b| may_move(board, phase, b)).map(|b| b.id).collect()
}

/// Whether any of them may.
pub fn anyone_movable(board: &Board<'_>, phase: &Phase) -> bool {
    board.bases.iter().any(|b| may_move(board, phase, b))
}

fn may_move(board: &Board<'_>, phase: &Phase, base: &Base) -> bool {
    if phase.pips.of(board.book.commands.of(base.id)) == 0 || base.side != phase.active {
        return false;
    }
    let moved = phase.marks[base.id.index()].moves > 0;
    if moved && !second_move::may_move_again(board, phase, base) {
        return false;
    }
    match lock(board, phase, base) {
        Lock::Held(_) => false,
        Lock::Front(_) => !moved,
        Lock::Free => true,
    }
}
