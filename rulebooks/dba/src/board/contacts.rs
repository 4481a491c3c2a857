//! Who is in contact with whom.
//!
//! The battle keeps the contacts in the order in which they were made; who fights whom is read from the board.

use crate::Dba;
use crate::board::geometry::{self, Contact};
use crate::board::state::{Phase, UnitSet};
use crate::board::{Base, Board, camp};
use crate::data::scale::NEAR;
use crate::data::troop::Troop;
use table::Edge;
use umpire::{Field, Side, UnitId};

/// The enemy in front contact with an element; there is one at most.
pub fn front_enemy<'b>(board: &'b Board<'_>, base: &Base) -> Option<&'b Base> {
    board.enemies(base.side).find(|e| geometry::contact(e, base) == Some(Contact::Front))
}

/// Whether an enemy is in contact with its flank or rear, so that it can neither recoil nor run.
pub fn is_held(board: &Board<'_>, base: &Base) -> bool {
    held_by(board, base).is_some()
}

/// The enemy in contact with its flank or rear, if there is one; of several the first.
pub fn held_by(board: &Board<'_>, base: &Base) -> Option<UnitId> {
    board.enemies(base.side).find(|e| strikes_flank_or_rear(e, base)).map(|e| e.id)
}

/// Whether an enemy is in contact with a base's flank or rear.
pub fn strikes_flank_or_rear(enemy: &Base, base: &Base) -> bool {
    geometry::contact(enemy, base).is_some_and(Contact::flank_or_rear)
}

/// Everyone in front, flank or rear contact with an enemy; an attack on a camp is such contact for both.
pub fn engaged(board: &Board<'_>, phase: &Phase) -> UnitSet {
    let mut set = UnitSet::default();
    for (i, a) in board.bases.iter().enumerate() {
        for b in board.bases[i + 1..].iter().filter(|b| b.side != a.side) {
            if touch(a, b) {
                set.add(a.id);
                set.add(b.id);
            }
        }
    }
    for camp in Side::ALL {
        if let (Some(attacker), Some(held)) = (camp::attacker(board, phase, camp), camp::holder(board, camp))
        {
            set.add(attacker);
            set.add(held);
        }
    }
    set
}

/// Whether two elements are in front, flank or rear contact, whichever made it.
pub fn touch(a: &Base, b: &Base) -> bool {
    let fights = |kind: Option<Contact>| kind.is_some_and(Contact::fights);
    !geometry::is_apart(a, b) && (fights(geometry::contact(a, b)) || fights(geometry::contact(b, a)))
}

/// The first enemy that came into contact with an element's flank or rear.
pub fn first_striker(board: &Board<'_>, phase: &Phase, base: &Base) -> Option<UnitId> {
    let mut strikers = board.enemies(base.side).filter(|e| strikes_flank_or_rear(e, base)).map(|e| e.id);
    let lowest = strikers.next()?;
    let striker = |id: UnitId| board.base(id).is_some_and(|e| strikes_flank_or_rear(e, base));
    let listed = phase.contacts.iter().find(|&&(who, upon)| upon == base.id && striker(who));
    Some(listed.map_or(lowest, |&(who, _)| who))
}

/// Keeps the list of contacts true: those that no longer touch are struck out, new ones are added at the end. War
/// Wagons that no enemy touches have their own front again.
pub fn keep_contacts(book: &Dba, phase: &mut Phase, field: &Field) {
    keep_contacts_of(book, phase, field, UnitSet::ALL);
}

/// The same where only these have moved since the list was true: nobody else can have come into a new contact.
pub fn keep_contacts_of(book: &Dba, phase: &mut Phase, field: &Field, moved: UnitSet) {
    let board = Board::of(book, field, phase);
    let mut contacts = std::mem::take(&mut phase.contacts);
    contacts.retain(|&(who, upon)| is_contact(&board, who, upon));
    let fights = |one: &Base, other: &Base| geometry::contact(one, other).is_some_and(Contact::fights);
    let known = contacts.len();
    for one in board.bases.iter().filter(|b| moved.has(b.id)) {
        // Each pair once, even where both have moved.
        let first = |o: &&Base| one.id < o.id || !moved.has(o.id);
        for other in board.enemies(one.side).filter(first).filter(|o| !geometry::is_apart(one, o)) {
            // The lower number first.
            let (a, b) = if one.id < other.id { (one, other) } else { (other, one) };
            if contacts.contains(&(a.id, b.id)) || contacts.contains(&(b.id, a.id)) {
                continue;
            }
            if fights(a, b) {
                contacts.push((a.id, b.id));
            } else if fights(b, a) {
                contacts.push((b.id, a.id));
            }
        }
    }
    contacts[known..].sort_unstable_by_key(|&(who, upon)| (who.min(upon), who.max(upon)));
    for camp in Side::ALL {
        let Some(held) = camp::holder(&board, camp) else { continue };
        let newcomer = |b: &&Base| {
            moved.has(b.id) && camp::stands_against(&board, b, camp) && !contacts.contains(&(b.id, held))
        };
        let mut newcomers: Vec<&Base> = board.bases.iter().filter(newcomer).collect();
        let length = |b: &Base| board.outline(camp).map_or(0.0, |outline| camp::touch(b, &outline));
        newcomers.sort_by(|a, b| length(b).total_cmp(&length(a)));
        contacts.extend(newcomers.iter().map(|b| (b.id, held)));
    }
    let untouched = |w: &&Base| {
        w.troop == Troop::WarWagons
            && !board.enemies(w.side).any(|e| table::distance(&e.rect, &w.rect) <= NEAR)
    };
    for wagons in board.bases.iter().filter(untouched) {
        phase.fronts.set(wagons.id, Edge::Front);
    }
    phase.contacts = contacts;
}

fn is_contact(board: &Board<'_>, who: UnitId, upon: UnitId) -> bool {
    if let Some(camp) = camp::camp_held(board, upon) {
        return board.base(who).is_some_and(|b| camp::stands_against(board, b, camp));
    }
    match (board.base(who), board.base(upon)) {
        (Some(a), Some(b)) => touch(a, b),
        _ => false,
    }
}
