//! Rear support: what the element directly behind adds in close combat.

use crate::combat::rules::fighter::{Fighter, Withheld};
use crate::data::tables::tables;
use crate::data::troop::{Arm, Going, Troop};
use crate::{Dba, rule};
use ruling::Factor;

/// What support adds to a fighter in close combat; none if it adds nothing. One supporter counts at most.
pub fn factor(book: &Dba, me: &Fighter, enemy: &Fighter) -> Option<Factor> {
    judge(book, me, enemy).ok()
}

/// What support adds, or why it adds nothing.
///
/// # Errors
/// The rule that denies the support, or that would have given it, with the reason.
pub fn judge(book: &Dba, me: &Fighter, enemy: &Fighter) -> Result<Factor, Withheld> {
    let by_psiloi = me.support.is_some_and(|s| s.troop == Troop::Psiloi);
    same(book, me, enemy).or_else(|denied| {
        let for_psiloi =
            Withheld { rule: rule::SUPPORT_PSILOI, why: "Psiloi do not support it against this enemy" };
        psiloi(book, me, enemy).ok_or(if by_psiloi { for_psiloi } else { denied })
    })
}

/// Support by an element of the same type (`dba.support.same`, `dba.support.no_charge_mounted`).
fn same(book: &Dba, me: &Fighter, enemy: &Fighter) -> Result<Factor, Withheld> {
    let table = &tables().support;
    let denied = |why: &'static str| Err(Withheld { rule: rule::SUPPORT_SAME, why });
    let Some(supporter) = me.support else { return denied("nobody stands behind it") };
    let value = table.same(me.troop);
    if supporter.troop != me.troop || value == 0 {
        return denied("such troops do not support it");
    }
    let charged_mounted = me.moved_into_contact && book.house.arm(enemy.troop) == Arm::Mounted;
    if charged_mounted && table.not_charging_mounted.has(me.troop) {
        let (rule, why) = (rule::SUPPORT_NO_CHARGE_MOUNTED, "it moved into contact with mounted");
        return Err(Withheld { rule, why });
    }
    if me.in_bad_going() || supporter.going == Going::Bad {
        return denied("one of the two is in bad going");
    }
    if !supporter.shot_at_by.is_apart_from(table.cancelled_by) {
        return denied("the supporter was shot at this bound");
    }
    if me.moved_into_contact && table.cancelled_by.has(enemy.troop) {
        return denied("it moved into contact with shooters who break it up");
    }
    if enemy.in_camp {
        return denied("the enemy is in a camp");
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
