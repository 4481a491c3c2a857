//! Who fights how where they stand: all that bears on the factors of a close combat.

use crate::board::contacts::strikes_flank_or_rear;
use crate::board::geometry::{self, Contact};
use crate::board::state::Phase;
use crate::board::{Base, Board, camp, ground};
use crate::combat::rules::fighter::{Fighter, Supporter};
use crate::data::troop::{Going, Troop};
use crate::rule;
use arrayvec::ArrayVec;
use ruling::RuleId;
use table::{Facing, Rect};
use umpire::{Side, UnitId};

/// Rules that put an element where it is in a fight, beside those of its factors.
pub type Grounds = ArrayVec<RuleId, 16>;

/// An element as it fights an enemy hand to hand, with all that bears on its factors.
pub fn fighter(board: &Board<'_>, phase: &Phase, id: UnitId, enemy: UnitId) -> Fighter {
    gather(board, phase, id, enemy, &mut Grounds::new())
}

/// The same, noting the rules that put it there.
pub fn gather(board: &Board<'_>, phase: &Phase, id: UnitId, enemy: UnitId, grounds: &mut Grounds) -> Fighter {
    if let Some(camp) = camp::camp_held(board, id) {
        note(grounds, rule::CAMP_ATTACK);
        note(grounds, if board.base(id).is_some() { rule::CAMP_GOING } else { rule::CAMP_FOLLOWERS });
        let held = defender(board, camp, id, enemy);
        if held.uphill {
            note(grounds, rule::TERRAIN_HILLS);
        }
        return held;
    }
    let Some(base) = board.base(id) else { return Fighter::new(Troop::CampFollowers) };
    let opponent = opponent(board, base, enemy);
    let marks = &phase.marks[id.index()];
    let mut me = Fighter {
        who: Some((base.side, id)),
        general: base.general,
        going: ground::going_of(board, base),
        uphill: ground::uphill(board, base, &opponent),
        river_bank: ground::defends_bank(board, base, &opponent),
        support: supporter(board, phase, base),
        moved_into_contact: marks.moved_into.has(enemy),
        ..Fighter::new(base.troop)
    };
    for friend in board.friends(base).filter(|f| geometry::beside(f, base)) {
        me.pikes_beside |= friend.troop == Troop::Pikes;
        me.psiloi_near |= board.book.house.psiloi_support_neighbours
            && board.friends(friend).any(|p| p.troop == Troop::Psiloi && geometry::behind(p, friend));
    }
    if me.moved_into_contact {
        note(grounds, rule::CONTACT_JUST_MOVED);
    }
    if me.uphill {
        note(grounds, rule::TERRAIN_HILLS);
    }
    if me.river_bank {
        note(grounds, rule::TACTICAL_BANK);
    }
    count_flanks(board, phase, base, &mut me, grounds);
    me
}

/// Notes a rule once.
pub fn note(grounds: &mut Grounds, rule: RuleId) {
    if !grounds.contains(&rule) {
        grounds.push(rule);
    }
}

/// Whoever holds a camp that is attacked: it has no flanks, but Bows beside the attacker overlap it
/// (`dba.tactical.camp_overlap`).
fn defender(board: &Board<'_>, camp: Side, id: UnitId, enemy: UnitId) -> Fighter {
    let base = board.base(id);
    let bows = |attacker: &Base| {
        let beside = |f: &&Base| f.troop == Troop::Bows && geometry::beside(f, attacker);
        board.friends(attacker).filter(beside).count()
    };
    let opponent = board.base(enemy);
    let uphill = |b: &Base| opponent.is_some_and(|o| ground::uphill(board, b, o));
    Fighter {
        who: Some((base.map_or(camp, |b| b.side), id)),
        general: base.is_some_and(|b| b.general),
        going: Going::Good,
        in_camp: true,
        uphill: base.is_some_and(uphill),
        camp_overlaps: opponent.map_or(0, bows) as u8,
        ..Fighter::new(base.map_or(Troop::CampFollowers, |b| b.troop))
    }
}

/// The base of an enemy; Camp Followers stand in the middle of their camp.
fn opponent(board: &Board<'_>, base: &Base, enemy: UnitId) -> Base {
    if let Some(&found) = board.base(enemy) {
        return found;
    }
    let outline = camp::camp_held(board, enemy).and_then(|camp| board.outline(camp));
    let centre = outline.map_or(base.rect.front_mid(), |o| o.middle());
    let facing: Facing = base.facing.about();
    let rect = Rect { centre, ahead: facing.vec(), ..base.rect };
    Base { id: enemy, side: base.side.other(), troop: Troop::CampFollowers, general: false, rect, facing }
}

/// The element directly behind another, in place to support it.
fn supporter(board: &Board<'_>, phase: &Phase, base: &Base) -> Option<Supporter> {
    let behind = board.friends(base).find(|b| geometry::behind(b, base))?;
    Some(Supporter {
        troop: behind.troop,
        going: ground::going_of(board, behind),
        shot_at_by: phase.marks[behind.id.index()].shot_at_by,
    })
}

/// Counts the enemies that overlap an element's flanks or are in contact with flank or rear
/// (`dba.tactical.overlap`).
fn count_flanks(board: &Board<'_>, phase: &Phase, base: &Base, me: &mut Fighter, grounds: &mut Grounds) {
    for enemy in board.enemies(base.side) {
        let Some(kind) = geometry::contact(enemy, base) else { continue };
        match kind {
            Contact::LeftSide | Contact::RightSide => note(grounds, rule::OVERLAP_SIDE),
            Contact::LeftOverlap | Contact::RightOverlap => {
                if !is_free_to_overlap(board, phase, enemy) {
                    continue;
                }
                note(grounds, rule::OVERLAP_CORNER);
            }
            _ => {}
        }
        match kind {
            Contact::LeftFlank | Contact::LeftSide | Contact::LeftOverlap => me.left += 1,
            Contact::RightFlank | Contact::RightSide | Contact::RightOverlap => me.right += 1,
            Contact::Rear => me.rear += 1,
            Contact::Front => {}
        }
    }
}

/// Whether an element in corner overlap has no fight of its own (`dba.overlap.corner`): nobody in front contact
/// with it, and itself on nobody's flank or rear.
fn is_free_to_overlap(board: &Board<'_>, phase: &Phase, base: &Base) -> bool {
    let busy =
        |foe: &Base| geometry::contact(foe, base) == Some(Contact::Front) || strikes_flank_or_rear(base, foe);
    !board.enemies(base.side).any(busy) && camp::attacked_by(board, phase, base.id).is_none()
}
