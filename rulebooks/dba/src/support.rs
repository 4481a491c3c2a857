//! Rear support: what the element directly behind adds in close combat.

use crate::Dba;
use crate::combat::Fighter;
use crate::rule;
use crate::tables::tables;
use crate::troop::{Arm, Going, Troop};
use ruling::{Factor, RuleId};

/// What support adds to a fighter in close combat; none if it adds nothing. One supporter counts at most.
pub fn factor(book: &Dba, me: &Fighter, enemy: &Fighter) -> Option<Factor> {
    judge(book, me, enemy).ok()
}

/// What support adds, or the rule by which it adds nothing.
///
/// # Errors
/// The rule that denies the support, or that would have given it.
pub fn judge(book: &Dba, me: &Fighter, enemy: &Fighter) -> Result<Factor, RuleId> {
    let by_psiloi = me.support.is_some_and(|s| s.troop == Troop::Psiloi);
    same(book, me, enemy).or_else(|denied| {
        let denied = if by_psiloi { rule::SUPPORT_PSILOI } else { denied };
        psiloi(book, me, enemy).ok_or(denied)
    })
}

/// Support by an element of the same type (`dba.support.same`, `dba.support.no_charge_mounted`).
fn same(book: &Dba, me: &Fighter, enemy: &Fighter) -> Result<Factor, RuleId> {
    let table = &tables().support;
    let denied = Err(rule::SUPPORT_SAME);
    let Some(supporter) = me.support else { return denied };
    let value = table.same(me.troop);
    if supporter.troop != me.troop || value == 0 {
        return denied;
    }
    let charged_mounted = me.moved_into_contact && book.house.arm(enemy.troop) == Arm::Mounted;
    if charged_mounted && table.not_charging_mounted.has(me.troop) {
        return Err(rule::SUPPORT_NO_CHARGE_MOUNTED);
    }
    let bad_going = me.in_bad_going() || supporter.going == Going::Bad;
    let shot_at = !supporter.shot_at_by.is_apart_from(table.cancelled_by);
    let charged = me.moved_into_contact && table.cancelled_by.has(enemy.troop);
    if bad_going || shot_at || charged || enemy.in_camp {
        return denied;
    }
    Ok(Factor { rule: rule::SUPPORT_SAME, value })
}

/// Support by Psiloi, free of the limits of the other kind (`dba.support.psiloi`).
fn psiloi(book: &Dba, me: &Fighter, enemy: &Fighter) -> Option<Factor> {
    let table = &tables().support;
    let behind = me.support.is_some_and(|s| s.troop == Troop::Psiloi);
    let near = me.psiloi_near && book.house.psiloi_support_neighbours;
    let needed = book.house.arm(enemy.troop) == Arm::Mounted || enemy.in_camp;
    let stands = table.psiloi_support.has(me.troop) && (behind || near);
    (stands && needed).then_some(table.psiloi)
}
