//! Close combat: who fights whom, and what bears on it where they stand.

use crate::aftermath::{self, pursuit};
use crate::board::contacts::{engaged, first_striker, front_enemy, touch};
use crate::board::state::{Pair, Phase};
use crate::board::{Board, camp};
use crate::combat::fighters::{Grounds, gather, note};
use crate::combat::rules::{Clash, Kind, support};
use crate::data::tables::Effect;
use crate::told::Manner;
use crate::{Dba, rule, told};
use umpire::{Cx, Deed, Ruling, Side, UnitId, voice};

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
            let active = voice::name(field, pair.active);
            let text = format!(
                "{active} {} no longer in contact with {}.",
                active.was(),
                voice::name(field, pair.inactive)
            );
            Ruling::new(rule::COMBAT_PAIRS, text)
        });
    }
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
        if support::judge(book, me, enemy).is_err_and(|no| no.rule == rule::SUPPORT_NO_CHARGE_MOUNTED) {
            note(&mut grounds, rule::SUPPORT_NO_CHARGE_MOUNTED);
        }
    }
    if clash.counts(rule::TACTICAL_BAD_GOING) || clash.counts(rule::TACTICAL_ENEMY_IN_BAD_GOING) {
        note(&mut grounds, rule::TERRAIN_IN);
    }
    if combat.end.results != [Effect::None; 2] {
        note(&mut grounds, rule::RESULT_ORDER);
    }
    if [0, 1].iter().any(|&i| combat.end.results[i] == Effect::Destroyed && sides[i].support.is_some()) {
        note(&mut grounds, rule::RECOIL_SUPPORTERS);
    }
    for (unit, target) in [(ids[0], ids[1]), (ids[1], ids[0])] {
        cx.deed(Deed::Blow { unit, target, figures: None });
    }
    cx.rule(|field| {
        let ruling = told::combat(field, rule::COMBAT_TOTAL, ids, Manner::Close, &combat);
        grounds.iter().fold(ruling, |ruling, &rule| ruling.also(rule))
    });
    aftermath::resolve::of_combat(book, phase, ids, &combat.end, supporters, cx);
}
