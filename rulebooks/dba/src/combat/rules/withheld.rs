//! Factors that somebody might look for and that do not count, with the reason.

use crate::Dba;
use crate::combat::rules::fighter::{Fighter, Withheld};
use crate::combat::rules::{Role, shooters, support, tells_in_the_open};
use crate::data::tables::tables;
use crate::data::troop::{Arm, Troop};
use crate::rule;
use ruling::RuleId;

/// The factors of one side that its situation suggests but that do not count.
pub fn withheld(book: &Dba, role: Role, me: &Fighter, enemy: &Fighter) -> Vec<Withheld> {
    let close = role == Role::Fights;
    let because = |holds: bool, rule: RuleId, why: &'static str| holds.then_some(Withheld { rule, why });
    let support = (close && me.support.is_some()).then(|| support::judge(book, me, enemy).err()).flatten();
    let mounted = book.house.arm(me.troop) == Arm::Mounted;
    let shoots = role == Role::Shoots;
    let flanked = me.left + me.right + me.rear > 0;
    [
        support,
        because(me.in_camp && mounted, rule::TACTICAL_CAMP, "only foot gain by a camp"),
        pikes(book, me, enemy).filter(|_| close),
        because(me.general && shoots, rule::TACTICAL_GENERAL, "nobody shoots at the general"),
        open_ground(role, me, enemy),
        because(close && me.in_camp && flanked, rule::TACTICAL_CAMP_OVERLAP, "a camp has no flanks"),
        bad_going(book, close, me),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Why the Pikes with Shot do not help them.
fn pikes(book: &Dba, me: &Fighter, enemy: &Fighter) -> Option<Withheld> {
    let with_pikes = me.pikes_beside || me.support.is_some_and(|s| s.troop == Troop::Pikes);
    if me.troop != Troop::Shot || !with_pikes {
        return None;
    }
    let why = if book.house.arm(enemy.troop) == Arm::Foot {
        "the enemy is on foot"
    } else if !enemy.moved_into_contact {
        "the enemy did not move into contact this bound"
    } else {
        return None;
    };
    Some(Withheld { rule: rule::TACTICAL_SHOT_PIKES, why })
}

/// Why fire that tells in the open does not tell here.
fn open_ground(role: Role, me: &Fighter, enemy: &Fighter) -> Option<Withheld> {
    let Role::IsShotAt { distance } = role else { return None };
    let tactical = &tables().tactical;
    let told_of = tactical.open_ground_by.or(tactical.open_ground_near_by);
    if !shooters(enemy, distance).any(|s| told_of.has(s.troop)) {
        return None;
    }
    let why = if !me.is_in_the_open() {
        "it is not in the open"
    } else if !shooters(enemy, distance).any(|s| tells_in_the_open(tactical, s)) {
        "the shooter is too far away"
    } else {
        return None;
    };
    Some(Withheld { rule: rule::TACTICAL_OPEN_GROUND, why })
}

/// Why bad going costs nothing.
fn bad_going(book: &Dba, close: bool, me: &Fighter) -> Option<Withheld> {
    if !me.in_bad_going() {
        return None;
    }
    let why = if tables().troop(me.troop).bad_going_exempt {
        "it is at home in bad going"
    } else if !close && !book.house.bad_going_in_shooting {
        "the house does not count it in shooting"
    } else {
        return None;
    };
    Some(Withheld { rule: rule::TACTICAL_BAD_GOING, why })
}
