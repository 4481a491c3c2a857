//! Moving again in the same bound.

use crate::board::geometry::{self, Contact, contact};
use crate::board::state::Phase;
use crate::board::{Base, Board, camp};
use crate::data::scale::{NEAR, STEP};
use crate::data::tables::tables;
use crate::data::troop::Troop;
use crate::movement::leg::Leg;
use crate::movement::pips::is_first_bound;
use crate::movement::rules::{Formation, Further};
use crate::movement::under_way::Run;
use crate::{movement, rule};
use ruling::{Refusal, RuleId};
use umpire::{Side, UnitId};

/// The rules by which elements that have moved before move again; `legs` is the way of the move and `contacts` what
/// it ended in. What they may not do is added to the reasons against it.
pub fn judge(
    run: &Run<'_, '_>,
    phase: &Phase,
    legs: &[Leg],
    contacts: &[(UnitId, UnitId)],
    no: &mut Vec<Refusal>,
) -> Vec<RuleId> {
    let mut rules = Vec::new();
    for (i, base) in run.now.iter().enumerate() {
        let marks = &phase.marks[base.id.index()];
        if marks.moves == 0 {
            continue;
        }
        if marks.broke_off {
            no.push(
                Refusal::new(rule::MOVE_BREAKOFF, "it broke off in this bound and moves no more")
                    .about(base.id.0),
            );
            continue;
        }
        let in_contact = contacts.iter().any(|&(who, _)| who == base.id);
        let further = Further {
            troop: base.troop,
            moves_made: u32::from(marks.moves),
            own_first_bound: is_first_bound(phase),
            all_road: run.went.by_road() && run.form != Formation::Group,
            ends_in_contact: in_contact,
            ends_engaged: in_contact || is_engaged(run, base),
            near_enemy: base.troop == Troop::LightHorse && comes_near(run, i, legs),
        };
        match movement::rules::further_move(&run.board.book.house, &further) {
            Ok(rule) if rules.contains(&rule) => {}
            Ok(rule) => rules.push(rule),
            Err(rule) => no.push(refusal(rule, base)),
        }
    }
    rules
}

fn refusal(rule: RuleId, base: &Base) -> Refusal {
    let (what, instead) = match rule {
        rule::MOVE_AGAIN_LIGHT_HORSE => {
            ("Light Horse move again only while no enemy is within 160 paces", "keep farther off")
        }
        rule::MOVE_AGAIN_PSILOI => ("Psiloi move again only in their first bound", "move it once a bound"),
        rule::MOVE_AGAIN_WARBAND => (
            "Warband move a second time only into contact, overlap or support",
            "end in contact with the enemy",
        ),
        _ => ("it has moved in this bound", "move it again only by road"),
    };
    Refusal::new(rule, what).about(base.id.0).instead(instead)
}

/// Whether a mover ended in overlap, or as Warband behind Warband in contact.
fn is_engaged(run: &Run<'_, '_>, base: &Base) -> bool {
    let board = run.board;
    let friends = || {
        board
            .friends(base)
            .filter(|f| !run.moving.has(f.id))
            .chain(run.now.iter().filter(|b| b.id != base.id))
    };
    let overlaps = board.enemies(base.side).any(|enemy| {
        contact(base, enemy).is_some_and(|kind| kind.overlapped_flank().is_some())
            && friends().any(|f| contact(f, enemy) == Some(Contact::Front))
    });
    let supports = friends().any(|f| {
        f.troop == Troop::Warband
            && base.troop == Troop::Warband
            && geometry::behind(base, f)
            && is_in_contact(board, f)
    });
    overlaps || supports
}

fn is_in_contact(board: &Board<'_>, base: &Base) -> bool {
    let fights = |kind: Option<Contact>| kind.is_some_and(Contact::fights);
    board.enemies(base.side).any(|e| fights(contact(base, e)) || fights(contact(e, base)))
        || Side::ALL.into_iter().any(|owner| camp::stands_against(board, base, owner))
}

/// Whether a mover is within 160 paces of an enemy, or of a camp that the enemy holds, at any moment.
fn comes_near(run: &Run<'_, '_>, mover: usize, legs: &[Leg]) -> bool {
    let board = run.board;
    let near = |base: &Base| {
        let near_camp = |owner: &Side| {
            camp::held_by(board, *owner) == Some(base.side.other())
                && board
                    .outline(*owner)
                    .is_some_and(|o| geometry::in_range(table::distance(&base.rect, &o), tables().aloof))
        };
        board.enemies(base.side).any(|e| {
            base.rect.penetration(&e.rect) >= -tables().aloof - 2.0 * NEAR
                && geometry::in_range(table::distance(&base.rect, &e.rect), tables().aloof)
        }) || Side::ALL.iter().any(near_camp)
    };
    let mut base = run.start[mover];
    if near(&base) || near(&run.now[mover]) {
        return true;
    }
    if run.form == Formation::Column && mover > 0 {
        return false;
    }
    for leg in legs {
        let cost = movement::rules::leg(&base.rect, &leg.end().rect(&base.rect));
        let steps = (cost / STEP).ceil().max(1.0);
        let mut i = 1.0;
        while i <= steps {
            if near(&Base { rect: leg.at(i / steps).rect(&base.rect), ..base }) {
                return true;
            }
            i += 1.0;
        }
        base = leg.end().base(&base);
    }
    false
}

/// Whether an element that has moved might yet move again in some way.
pub fn may_move_again(board: &Board<'_>, phase: &Phase, base: &Base) -> bool {
    let (marks, house) = (&phase.marks[base.id.index()], &board.book.house);
    if marks.broke_off {
        return false;
    }
    match base.troop {
        Troop::LightHorse if house.light_horse_further_moves => true,
        Troop::Psiloi if house.psiloi_first_bound && is_first_bound(phase) => true,
        Troop::Warband if house.warband_second_move && marks.moves == 1 => true,
        _ => crate::board::ground::on_road(board, base),
    }
}
