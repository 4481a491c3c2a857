//! Step 9 and the end of a period: shooting, personal combat, fighting, losses, victory.

use crate::board::state::{Phase, Step};
use crate::board::{Board, contact};
use crate::combat::losses;
use crate::data::tables::tables;
use crate::data::troop::Class;
use crate::orders::duel;
use crate::orders::sheet::{Item, Plan, Sheet};
use crate::victory::Count;
use crate::{Wrg6, combat, rule, shooting, victory};
use umpire::voice;
use umpire::{BySide, Cx, Ending, Field, Outcome, Place, Ruling, Side, UnitId};

/// What step 9 is the end of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// Nothing yet: a challenge waits for its answer.
    Nothing,
    /// The period.
    Period,
    /// The battle.
    Battle,
}

/// Step 9: all shoot; then they fight, unless a challenge waits for its answer.
pub fn shoot(book: &Wrg6, phase: &mut Phase, sheets: &BySide<(Sheet, Plan)>, cx: &mut Cx<'_>) -> Ends {
    let mut aims: Vec<(UnitId, UnitId)> = Vec::new();
    let mut offers: BySide<bool> = BySide::default();
    for side in Side::ALL {
        let (sheet, plan) = &sheets[side];
        for (item, pick) in sheet.items.iter().zip(&plan.picks) {
            match item {
                Item::Aim(id, targets) => aims.extend(targets.get(usize::from(*pick)).map(|at| (*id, *at))),
                Item::Duel(_) => offers[side] = *pick == 1,
                _ => {}
            }
        }
    }
    shooting::resolve::shoot(book, phase, &aims, cx);
    let pair = duel::meeting(Board::of(book, cx.field(), phase));
    match (offers.0, pair) {
        ([true, true], Some(pair)) => duel::fight(phase, pair, cx),
        ([red, blue], Some(_)) if red || blue => {
            let side = if red { Side::Blue } else { Side::Red };
            cx.rule(|field| {
                let text = format!(
                    "{} commander offered a personal combat.",
                    voice::side(field, side.other()).own()
                );
                Ruling::new(rule::GENERALS_CHALLENGE, text)
            });
            phase.step = Step::Challenged(side);
            return Ends::Nothing;
        }
        _ => {}
    }
    fight_and_count(book, phase, cx)
}

/// A challenge is taken up or refused, which has no effect; then all fight.
pub fn answer_challenge(book: &Wrg6, phase: &mut Phase, accepted: bool, cx: &mut Cx<'_>) -> Ends {
    match duel::meeting(Board::of(book, cx.field(), phase)).filter(|_| accepted) {
        Some(pair) => duel::fight(phase, pair, cx),
        None => cx.rule(|_| Ruling::new(rule::GENERALS_CHALLENGE, "The challenge was refused.")),
    }
    fight_and_count(book, phase, cx)
}

/// Everything from the fighting of step 9 to the end of the period.
fn fight_and_count(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) -> Ends {
    let fought = combat::resolve::fight(book, phase, cx);
    losses::take(book, phase, &fought, cx);
    contact::touch_again(book, phase, cx);
    let count = count(book, cx.field(), phase);
    let end = victory::judge(&book.house, count, phase.period);
    if end.over {
        let winner = end.winner.map(|i| Side::ALL[i]);
        let (reason, ending) = if end.broken == [false, false] {
            ("the periods were over", Ending::Time)
        } else {
            ("an army had broken", Ending::Fought)
        };
        phase.step = Step::Over(Outcome { winner, rule: rule::VICTORY_ARMY, reason, ending });
        for side in Side::ALL {
            tell_losses(book, phase, side, count, cx);
        }
        cx.rule(|field| {
            let who = winner.map_or("Nobody", |side| field.roster().names[side].as_str());
            Ruling::new(rule::VICTORY_ARMY, format!("{who} won: {reason}."))
        });
        return Ends::Battle;
    }
    Ends::Period
}

/// What a body cost, and what is lost of it in halves of a point (`wrg6.victory.army`).
fn lost_in(book: &Wrg6, field: &Field, phase: &Phase, id: UnitId) -> (u32, u32) {
    let (state, unit) = (phase.state(id), field.unit(id));
    let class = state.kept.class.unwrap_or(Class::C);
    let whole = book.kit(id).cost(class, state.seen.original.into());
    let gone = matches!(unit.place, Place::Destroyed | Place::Fled);
    let figures = u32::from(state.seen.original.saturating_sub(unit.formation.figures));
    let lost = if gone || state.seen.routing {
        2 * whole.total
    } else if state.seen.shaken && book.house.shaken_half_lost {
        whole.total
    } else {
        2 * figures * whole.per_figure
    };
    (whole.total, lost)
}

/// Tells what a side lost, body by body, and of how much.
fn tell_losses(book: &Wrg6, phase: &Phase, side: Side, count: Count, cx: &mut Cx<'_>) {
    cx.rule(|field| {
        let mine = field.ids().filter(|&id| field.side(id) == side);
        let lost = mine.map(|id| (id, lost_in(book, field, phase, id).1)).filter(|(_, lost)| *lost > 0);
        let points = |halves: u32| voice::tenths(f64::from(halves) / 2.0);
        let (all, of) = (count.lost_halves[side as usize], count.total[side as usize]);
        let units: Vec<(UnitId, u32)> = lost.collect();
        let rest = all - units.iter().map(|(_, lost)| lost).sum::<u32>();
        let each = units.iter().map(|(id, lost)| format!("{} in {}", points(*lost), voice::name(field, *id)));
        let leaders = (rest > 0).then(|| format!("{} in leaders and emblems", points(rest)));
        let parts = voice::list(each.chain(leaders));
        let stop = if parts.is_empty() { String::new() } else { format!(": {parts}") };
        let text = format!(
            "{} lost {} of {of} points, {} in a hundred{stop}.",
            voice::side(field, side),
            points(all),
            50 * all / of.max(1)
        );
        Ruling::new(rule::VICTORY_ARMY, text)
    });
}

/// What each army cost and has lost (`wrg6.victory.army`).
pub fn count(book: &Wrg6, field: &Field, phase: &Phase) -> Count {
    let points = &tables().points;
    let (mut total, mut lost) = ([0; 2], [0; 2]);
    for id in field.ids() {
        let side = field.side(id) as usize;
        let (cost, halves) = lost_in(book, field, phase, id);
        total[side] += cost;
        lost[side] += halves;
    }
    for side in Side::ALL {
        let (i, command) = (side as usize, &phase.command[side]);
        for general in &command.generals {
            let cost = if general.cinc { points.commander_in_chief } else { points.subordinate_general };
            total[i] += cost;
            lost[i] += if general.lost { 2 * cost } else { 0 };
        }
        for (carrier, cost) in
            [(command.standard, points.army_standard), (command.relic, points.religious_relic)]
        {
            let Some(carrier) = carrier else { continue };
            total[i] += cost;
            let gone = matches!(field.unit(carrier).place, Place::Destroyed | Place::Fled);
            lost[i] += if gone { 2 * cost } else { 0 };
        }
    }
    Count { total, lost_halves: lost }
}
