//! Outcomes: what the loser suffers where it stands, and who goes after it.

use crate::Dba;
use crate::rule;
use crate::tables::{self, Circumstance, Effect, Level};
use crate::troop::{Going, Troop};
use ruling::RuleId;

/// What befalls the loser of a combat, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fate {
    /// What it suffers, before any recoil proves blocked.
    pub effect: Effect,
    /// The row of the table.
    pub row: RuleId,
    /// The rule that made it worse because the loser holds a camp.
    pub camp: Option<RuleId>,
}

/// What the loser suffers; the going is its own (`dba.outcome.going`). Of equal totals each side is the loser in
/// turn.
///
/// An element that occupies a camp has nowhere to recoil or flee to (`dba.camp.recoil`).
///
/// ```
/// use testudo_dba::tables::{Circumstance, Effect, Level};
/// use testudo_dba::troop::{Going, Troop};
/// use testudo_dba::{Dba, outcome};
/// let beaten = |in_camp| {
///     let (loser, winner) = (Troop::Blades, Troop::Spears);
///     let book = Dba::default();
///     outcome::result(&book, Level::Beaten, loser, winner, Going::Good, Circumstance::InContact, in_camp).effect
/// };
/// assert_eq!((beaten(false), beaten(true)), (Effect::Recoil, Effect::Destroyed));
/// ```
pub fn result(
    book: &Dba,
    level: Level,
    loser: Troop,
    winner: Troop,
    going: Going,
    how: Circumstance,
    in_camp: bool,
) -> Fate {
    let going = if in_camp { Going::Good } else { going };
    let (effect, row) = tables::outcome(&book.house, level, loser, winner, going, how);
    match effect {
        Effect::Recoil | Effect::Flee if in_camp => {
            Fate { effect: Effect::Destroyed, row, camp: Some(rule::CAMP_RECOIL) }
        }
        _ => Fate { effect, row, camp: None },
    }
}

/// Whether the winner of a close combat must pursue a loser who suffered this (`dba.pursuit.who`).
pub fn pursues(book: &Dba, winner: Troop, loser: Effect, in_camp: bool) -> bool {
    loser != Effect::None && !in_camp && book.house.pursues(winner)
}
