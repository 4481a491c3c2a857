//! Close combat: who fights whom, and what bears on it where they stand.

use crate::board::{Base, Board};
use crate::combat::{Clash, Fighter, Kind, Supporter};
use crate::geometry::{self, Contact};
use crate::phase::{Pair, Phase, UnitSet};
use crate::tables::Effect;
use crate::troop::{Going, Troop};
use crate::{Dba, camp, ground, pursuit, results, rule, support, words};
use arrayvec::ArrayVec;
use ruling::RuleId;
use table::{Facing, Rect};
use umpire::{Cx, Ruling, Side, UnitId};

/// The enemy in front contact with an element; there is one at most.
pub fn front_enemy<'b>(board: &'b Board<'_>, base: &Base) -> Option<&'b Base> {
    board.enemies(base.side).find(|e| geometry::contact(e, base) == Some(Contact::Front))
}

/// Whether an enemy is in contact with its flank or rear, so that it can neither recoil nor run.
pub fn is_held(board: &Board<'_>, base: &Base) -> bool {
    board.enemies(base.side).any(|e| strikes_flank_or_rear(e, base))
}

fn strikes_flank_or_rear(enemy: &Base, base: &Base) -> bool {
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

/// The combats of a bound (`dba.combat.who`): every pair in front contact, everyone struck in flank or rear who could
/// not turn, every camp under attack.
pub fn pairs(board: &Board<'_>, phase: &Phase) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = Vec::new();
    let mut list = |side: Side, one: UnitId, other: UnitId| {
        let (active, inactive) = if side == phase.active { (one, other) } else { (other, one) };
        let pair = Pair { active, inactive };
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
    };
    let engaged = engaged(board, phase);
    for base in board.bases.iter().filter(|b| engaged.has(b.id) && board.camp_of(b.id).is_none()) {
        if let Some(camp) = camp::attacked_by(board, phase, base.id) {
            if let Some(held) = camp::holder(board, camp) {
                list(base.side, base.id, held);
            }
        } else if let Some(enemy) = front_enemy(board, base) {
            list(base.side, base.id, enemy.id);
        } else if let Some(enemy) = first_striker(board, phase, base) {
            list(base.side, base.id, enemy);
        }
    }
    pairs.sort_unstable_by_key(|p| (p.active, p.inactive));
    pairs
}

/// The first enemy that came into contact with an element's flank or rear.
pub fn first_striker(board: &Board<'_>, phase: &Phase, base: &Base) -> Option<UnitId> {
    let mut strikers = board.enemies(base.side).filter(|e| strikes_flank_or_rear(e, base)).map(|e| e.id);
    let lowest = strikers.next()?;
    let striker = |id: UnitId| board.base(id).is_some_and(|e| strikes_flank_or_rear(e, base));
    let listed = phase.contacts.iter().find(|&&(who, upon)| upon == base.id && striker(who));
    Some(listed.map_or(lowest, |&(who, _)| who))
}

/// Whether a listed pair is still in contact (`dba.combat.pairs`).
pub fn still_stands(board: &Board<'_>, phase: &Phase, pair: Pair) -> bool {
    let [a, b] = [pair.active, pair.inactive];
    for (attacker, held) in [(a, b), (b, a)] {
        if let Some(camp) = camp::camp_held(board, held) {
            return camp::attacker(board, phase, camp) == Some(attacker);
        }
    }
    match (board.base(a), board.base(b)) {
        (Some(a), Some(b)) => touch(a, b),
        _ => false,
    }
}

/// Strikes out listed pairs that are no longer in contact.
pub fn strike_out(book: &Dba, phase: &mut Phase, cx: &mut Cx<'_>) {
    if phase.pairs.is_empty() {
        return;
    }
    let board = Board::of(book, cx.field(), phase);
    let (stand, struck): (Vec<Pair>, Vec<Pair>) =
        phase.pairs.iter().partition(|&&pair| still_stands(&board, phase, pair));
    phase.pairs = stand;
    for pair in struck {
        cx.rule(|field| {
            let text = format!("{}: no longer in contact", words::pair(field, pair.active, pair.inactive));
            Ruling::new(rule::COMBAT_PAIRS, text)
        });
    }
}

/// Rules that put an element where it is in a fight, beside those of its factors.
type Grounds = ArrayVec<RuleId, 12>;

/// An element as it fights an enemy hand to hand, with all that bears on its factors.
pub fn fighter(board: &Board<'_>, phase: &Phase, id: UnitId, enemy: UnitId) -> Fighter {
    gather(board, phase, id, enemy, &mut Grounds::new())
}

fn gather(board: &Board<'_>, phase: &Phase, id: UnitId, enemy: UnitId, grounds: &mut Grounds) -> Fighter {
    if let Some(camp) = camp::camp_held(board, id) {
        note(grounds, rule::CAMP_ATTACK);
        note(grounds, if board.base(id).is_some() { rule::CAMP_GOING } else { rule::CAMP_FOLLOWERS });
        return defender(board, camp, id, enemy);
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
    if me.river_bank {
        note(grounds, rule::TACTICAL_BANK);
    }
    count_flanks(board, phase, base, &mut me, grounds);
    me
}

fn note(grounds: &mut Grounds, rule: RuleId) {
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

/// Counts the enemies that overlap an element's flanks or are in contact with flank or rear.
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

/// Fights one combat and carries out what comes of it.
pub fn carry_out(book: &Dba, phase: &mut Phase, pair: Pair, cx: &mut Cx<'_>) {
    let ids = [pair.active, pair.inactive];
    let board = Board::of(book, cx.field(), phase);
    let mut grounds = Grounds::new();
    let sides = [(ids[0], ids[1]), (ids[1], ids[0])]
        .map(|(id, enemy)| gather(&board, phase, id, enemy, &mut grounds));
    let clash = Clash::new(book, Kind::Close, [&sides[0], &sides[1]]);
    let supporters = [0, 1].map(|i| {
        let supported = clash.tallies[i].factors().iter().any(|f| f.rule == rule::SUPPORT_SAME);
        board.base(ids[i]).filter(|_| supported).and_then(|b| pursuit::warband_behind(&board, b))
    });
    let combat = clash.fight(cx.dice);
    for id in ids {
        phase.marks[id.index()].has_fought = true;
    }
    for (me, enemy) in [(&sides[0], &sides[1]), (&sides[1], &sides[0])] {
        if support::judge(book, me, enemy) == Err(rule::SUPPORT_NO_CHARGE_MOUNTED) {
            note(&mut grounds, rule::SUPPORT_NO_CHARGE_MOUNTED);
        }
    }
    if combat.end.results != [Effect::None; 2] {
        note(&mut grounds, rule::RESULT_ORDER);
    }
    if [0, 1].iter().any(|&i| combat.end.results[i] == Effect::Destroyed && sides[i].support.is_some()) {
        note(&mut grounds, rule::RECOIL_SUPPORTERS);
    }
    cx.rule(|field| {
        let ruling = words::combat(field, rule::COMBAT_TOTAL, ids, "against", &combat);
        grounds.iter().fold(ruling, |ruling, &rule| ruling.also(rule))
    });
    results::of_combat(book, phase, ids, &combat.end, supporters, cx);
}
